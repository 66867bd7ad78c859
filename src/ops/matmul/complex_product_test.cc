// SPDX-License-Identifier: Apache-2.0
//
// Products of complex numbers against loops over std::complex<double>.
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <functional>
#include <vector>

#include "aclnnop/aclnn_addbmm.h"
#include "aclnnop/aclnn_addmm.h"
#include "aclnnop/aclnn_batch_matmul.h"
#include "aclnnop/aclnn_dot.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_mv.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

using Complex = std::complex<double>;
using Dims = std::vector<int64_t>;

template <typename Number>
constexpr aclDataType kType = sizeof(Number) == 8 ? ACL_COMPLEX64 : ACL_COMPLEX128;

template <typename Number>
std::vector<Number> Draw(Random& random, int64_t count) {
  std::vector<Number> numbers;
  const Array parts = random.Normal({2 * count}, ACL_FLOAT, 0, 1);
  for (size_t i = 0; i < parts.values.size(); i += 2) {
    numbers.emplace_back(static_cast<typename Number::value_type>(parts.values[i]),
                         static_cast<typename Number::value_type>(parts.values[i + 1]));
  }
  return numbers;
}

// first [rows, depth] by second [depth, columns], and added to sums [rows, columns].
template <typename Number>
void Multiply(const Number* first, const Number* second, int64_t rows, int64_t depth, int64_t columns,
              Complex* sums) {
  for (int64_t r = 0; r < rows; ++r) {
    for (int64_t c = 0; c < columns; ++c) {
      for (int64_t k = 0; k < depth; ++k) {
        sums[r * columns + c] += Complex(first[r * depth + k]) * Complex(second[k * columns + c]);
      }
    }
  }
}

// Sums of 4 * depth terms of the size of 1, whose roundings add up as their root does; the largest of thousands of elements.
template <typename Number>
void ExpectNear(const std::vector<Number>& actual, const std::vector<Complex>& expected, int64_t depth) {
  const double eps = sizeof(Number) == 8 ? 1.2e-7 : 2.3e-16;
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i) {
    ASSERT_LE(std::abs(Complex(actual[i]) - expected[i]),
              32 * eps * std::sqrt(static_cast<double>(depth + 1)))
        << i;
  }
}

template <typename Number>
class ComplexProducts : public ::testing::Test {
 protected:
  static aclTensor* Transposed(const RawTensor<Number>& tensor, int64_t rows, int64_t columns) {
    const Dims dims{rows, columns};
    const Dims strides{1, rows};
    const int64_t storage = rows * columns;
    return aclCreateTensor(dims.data(), 2, kType<Number>, strides.data(), 0, ACL_FORMAT_ND, &storage, 1,
                           tensor.Data());
  }
};

using Numbers = ::testing::Types<std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(ComplexProducts, Numbers);

TYPED_TEST(ComplexProducts, Matrices) {
  using Number = TypeParam;
  Random random(3);
  struct Sizes {
    int64_t rows;
    int64_t depth;
    int64_t columns;
  };
  for (const auto [rows, depth, columns] :
       {Sizes{1, 1, 1}, {3, 7, 5}, {1, 300, 9}, {70, 129, 33}, {40, 600, 1}}) {
    const auto first = Draw<Number>(random, rows * depth);
    const auto second = Draw<Number>(random, depth * columns);
    std::vector<Complex> expected(static_cast<size_t>(rows * columns));
    Multiply(first.data(), second.data(), rows, depth, columns, expected.data());
    std::vector<Number> turned(second.size());
    for (int64_t k = 0; k < depth; ++k) {
      for (int64_t c = 0; c < columns; ++c) {
        turned[static_cast<size_t>(c * depth + k)] = second[static_cast<size_t>(k * columns + c)];
      }
    }
    const RawTensor<Number> a(first, kType<Number>, {rows, depth});
    const RawTensor<Number> b(second, kType<Number>, {depth, columns});
    const RawTensor<Number> memory(turned, kType<Number>, {columns, depth});
    const RawTensor<Number> out(std::vector<Number>(expected.size()), kType<Number>, {rows, columns});
    aclTensor* const bTurned = this->Transposed(memory, depth, columns);
    std::vector<Number> plain;
    for (const aclTensor* right :
         {static_cast<const aclTensor*>(b.Get()), static_cast<const aclTensor*>(bTurned)}) {
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnMmGetWorkspaceSize(a.Get(), right, out.Get(), 0, size, executor);
                    },
                    aclnnMm),
                ACL_SUCCESS)
          << LastMessage();
      ExpectNear(out.Read(), expected, depth);
      plain = plain.empty() ? out.Read() : plain;
      EXPECT_EQ(out.Read(), plain) << "a layout changes bits";
    }
    EXPECT_EQ(aclDestroyTensor(bTurned), ACL_SUCCESS);
  }
}

TYPED_TEST(ComplexProducts, SumsWithComplexFactors) {
  using Number = TypeParam;
  Random random(4);
  const auto first = Draw<Number>(random, 6 * 10);
  const auto second = Draw<Number>(random, 10 * 8);
  const auto added = Draw<Number>(random, 8);
  const Number alpha(0.5F, -2);
  const Number beta(-1, 0.25F);
  std::vector<Complex> expected(6 * 8);
  Multiply(first.data(), second.data(), 6, 10, 8, expected.data());
  for (size_t i = 0; i < expected.size(); ++i) {
    expected[i] = Complex(alpha) * expected[i] + Complex(beta) * Complex(added[i % 8]);
  }
  const RawTensor<Number> a(first, kType<Number>, {6, 10});
  const RawTensor<Number> b(second, kType<Number>, {10, 8});
  const RawTensor<Number> c(added, kType<Number>, {8});
  const RawTensor<Number> memory(std::vector<Number>(expected.size()), kType<Number>, {8, 6});
  aclTensor* const out = this->Transposed(memory, 6, 8);
  const aclScalar* const alphaScalar = aclCreateScalar(const_cast<Number*>(&alpha), kType<Number>);
  const aclScalar* const betaScalar = aclCreateScalar(const_cast<Number*>(&beta), kType<Number>);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnAddmmGetWorkspaceSize(c.Get(), a.Get(), b.Get(), betaScalar, alphaScalar, out,
                                                    0, size, executor);
                },
                aclnnAddmm),
            ACL_SUCCESS)
      << LastMessage();
  std::vector<Number> actual;
  const std::vector<Number> held = memory.Read();
  for (size_t i = 0; i < held.size(); ++i) {
    actual.push_back(held[i % 8 * 6 + i / 8]);
  }
  ExpectNear(actual, expected, 40);
  EXPECT_EQ(aclDestroyTensor(out), ACL_SUCCESS);
  EXPECT_EQ(aclDestroyScalar(alphaScalar), ACL_SUCCESS);
  EXPECT_EQ(aclDestroyScalar(betaScalar), ACL_SUCCESS);
}

TYPED_TEST(ComplexProducts, VectorsAndBatches) {
  using Number = TypeParam;
  Random random(5);
  const auto first = Draw<Number>(random, 3 * 4 * 5);
  const auto second = Draw<Number>(random, 3 * 5 * 6);
  std::vector<Complex> each(3 * 4 * 6);
  std::vector<Complex> sum(4 * 6);
  for (int64_t batch = 0; batch < 3; ++batch) {
    Multiply(&first[static_cast<size_t>(batch * 20)], &second[static_cast<size_t>(batch * 30)], 4, 5, 6,
             &each[static_cast<size_t>(batch * 24)]);
    Multiply(&first[static_cast<size_t>(batch * 20)], &second[static_cast<size_t>(batch * 30)], 4, 5, 6,
             sum.data());
  }
  const RawTensor<Number> a(first, kType<Number>, {3, 4, 5});
  const RawTensor<Number> b(second, kType<Number>, {3, 5, 6});
  const RawTensor<Number> out(std::vector<Number>(each.size()), kType<Number>, {3, 4, 6});
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnBatchMatMulGetWorkspaceSize(a.Get(), b.Get(), out.Get(), 0, size, executor);
                },
                aclnnBatchMatMul),
            ACL_SUCCESS)
      << LastMessage();
  ExpectNear(out.Read(), each, 5);
  // NaN in what beta 0 leaves out has no effect.
  const RawTensor<Number> nan({Number(NAN, NAN)}, kType<Number>, {1, 1});
  const RawTensor<Number> total(std::vector<Number>(sum.size()), kType<Number>, {4, 6});
  const Scalar zero(0, ACL_FLOAT);
  const Scalar one(1, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnAddbmmGetWorkspaceSize(nan.Get(), a.Get(), b.Get(), zero.Get(), one.Get(),
                                                     total.Get(), 0, size, executor);
                },
                aclnnAddbmm),
            ACL_SUCCESS)
      << LastMessage();
  ExpectNear(total.Read(), sum, 15);
  const RawTensor<Number> left({Number(1, 2), Number(3, -1)}, kType<Number>);
  const RawTensor<Number> right({Number(0, 1), Number(2, 2)}, kType<Number>);
  const RawTensor<Number> dot({Number()}, kType<Number>);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnDotGetWorkspaceSize(left.Get(), right.Get(), dot.Get(), size, executor);
                },
                aclnnDot),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(dot.Read(), (std::vector<Number>{Number(6, 5)}));
}

class ComplexProductChecks : public PhaseOneTest {};

TEST_F(ComplexProductChecks, TypesAndFactors) {
  const RawTensor<std::complex<float>> narrow({{1, 1}}, ACL_COMPLEX64, {1, 1});
  const RawTensor<std::complex<double>> wide({{1, 1}}, ACL_COMPLEX128, {1, 1});
  const RawTensor<float> real({1}, ACL_FLOAT, {1, 1});
  const auto mm = [&](const aclTensor* self, const aclTensor* mat2, aclTensor* out) {
    return Call("aclnnMm", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnMmGetWorkspaceSize(self, mat2, out, 0, size, executor);
    });
  };
  EXPECT_EQ(mm(narrow.Get(), real.Get(), narrow.Get()), kInvalid);
  EXPECT_EQ(mm(narrow.Get(), wide.Get(), wide.Get()), kInvalid);
  EXPECT_EQ(mm(narrow.Get(), narrow.Get(), wide.Get()), kInvalid);
  EXPECT_EQ(mm(narrow.Get(), narrow.Get(), real.Get()), kInvalid);
}

}  // namespace
}  // namespace openaclnn::testing
