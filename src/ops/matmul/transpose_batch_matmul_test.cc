// SPDX-License-Identifier: Apache-2.0
//
// aclnnTransposeBatchMatMul and aclnnTransposeBatchMatMulWeightNz against loops over products in float64; and the
// statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_transpose_batch_mat_mul.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/fractal.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"
#include "tests/support/transposed.h"

namespace openaclnn::testing {
namespace {

struct Options {
  bool rowsFirst = false;
  bool turned = false;
  int32_t parts = 1;
  bool blocks = false;
  std::vector<int64_t> permY{1, 0, 2};
  const aclTensor* bias = nullptr;
  const aclTensor* scale = nullptr;
  int8_t mode = 0;
};

aclnnStatus PhaseOneOf(const aclTensor* x1, const aclTensor* x2, const Options& options, aclTensor* out,
                       uint64_t* size, aclOpExecutor** executor) {
  const IntArray permX1(options.rowsFirst ? std::vector<int64_t>{1, 0, 2} : std::vector<int64_t>{0, 1, 2});
  const IntArray permX2(options.turned ? std::vector<int64_t>{0, 2, 1} : std::vector<int64_t>{0, 1, 2});
  const IntArray permY(options.permY);
  const auto phaseOne = options.blocks ? aclnnTransposeBatchMatMulWeightNzGetWorkspaceSize
                                       : aclnnTransposeBatchMatMulGetWorkspaceSize;
  return phaseOne(x1, x2, options.bias, options.scale, permX1.Get(), permX2.Get(), permY.Get(), options.mode,
                  options.parts, out, size, executor);
}

aclnnStatus Multiply(const aclTensor* x1, const aclTensor* x2, const Options& options, aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return PhaseOneOf(x1, x2, options, out, size, executor);
      },
      options.blocks ? aclnnTransposeBatchMatMulWeightNz : aclnnTransposeBatchMatMul);
}

struct Sizes {
  int64_t batch;
  int64_t rows;
  int64_t depth;
  int64_t columns;
};
const std::vector<Sizes> kSizes{{1, 1, 1, 1}, {4, 5, 33, 7}, {6, 17, 40, 50}, {2, 3, 0, 4}, {12, 1, 130, 65}};

// The result, and the sums of the magnitudes of its terms.
std::array<Array, 2> Products(const Sizes& sizes, const Array& x1, const Array& x2, int64_t parts) {
  const auto& [b, m, k, n] = sizes;
  const Shape shape = parts == 1 ? Shape{m, b, n} : Shape{parts, m, b / parts * n};
  std::array<Array, 2> result{Full(shape, 0), Full(shape, 0)};
  for (int64_t batch = 0; batch < b; ++batch) {
    for (int64_t row = 0; row < m; ++row) {
      for (int64_t column = 0; column < n; ++column) {
        const int64_t part = batch / (b / parts);
        const int64_t within = batch % (b / parts) * n + column;
        const Shape at = parts == 1 ? Shape{row, batch, column} : Shape{part, row, within};
        const size_t place = FlatIndex(shape, at);
        for (int64_t d = 0; d < k; ++d) {
          const double term = x1.values[FlatIndex(x1.shape, {batch, row, d})] *
                              x2.values[FlatIndex(x2.shape, {batch, d, column})];
          result[0].values[place] += term;
          result[1].values[place] += std::fabs(term);
        }
      }
    }
  }
  return result;
}

struct Problem {
  Array x1;
  Array x2;
  Array expected;
  Array magnitudes;
};

// Calls body(problem, dtype, options) for all sizes, transposed and not, in parts and not.
template <class Body>
void ForEachProblem(int seed, std::initializer_list<aclDataType> dtypes,
                    std::initializer_list<bool> rowsFirst, const Body& body) {
  Random random(static_cast<uint64_t>(seed));
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : dtypes) {
      for (const bool first : rowsFirst) {
        for (const bool turned : {false, true}) {
          for (const int32_t parts : {1, 2}) {
            if (sizes.batch % parts != 0) {
              continue;
            }
            const auto trace = TraceSeed(random);
            const Array x1 = random.Normal({sizes.batch, sizes.rows, sizes.depth}, dtype, 0, 1);
            const Array x2 = random.Normal({sizes.batch, sizes.depth, sizes.columns}, dtype, 0, 1);
            const auto [expected, magnitudes] = Products(sizes, x1, x2, parts);
            body(Problem{x1, x2, expected, magnitudes}, dtype,
                 Options{.rowsFirst = first, .turned = turned, .parts = parts});
          }
        }
      }
    }
  }
}

TEST(TransposeBatchMatMul, EveryTypePermutationAndLayout) {
  ForEachProblem(73, {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}, {false, true},
                 [](const Problem& problem, aclDataType dtype, const Options& options) {
                   const DeviceTensor second(options.turned ? Exchanged(problem.x2, 1, 2) : problem.x2, dtype,
                                             Layout::Transposed(3));
                   ExpectInEachLayout(problem.expected, Tolerance::For(dtype, problem.magnitudes),
                                      [&](const Layout& layout, const DeviceTensor& out) {
                                        const DeviceTensor first(
                                            options.rowsFirst ? Exchanged(problem.x1, 0, 1) : problem.x1,
                                            dtype, layout);
                                        return Multiply(first.Get(), second.Get(), options, out.Get());
                                      });
                 });
}

TEST(TransposeBatchMatMul, WeightsInBlocks) {
  ForEachProblem(
      74, {ACL_FLOAT16, ACL_BF16}, {false}, [](const Problem& problem, aclDataType dtype, Options options) {
        const Array shown = options.turned ? Exchanged(problem.x2, 1, 2) : problem.x2;
        const LabelledTensor blocks(ToFractal(shown, 16, NAN), dtype, ACL_FORMAT_FRACTAL_NZ, shown.shape, {},
                                    FractalShape(shown.shape, 16));
        options.blocks = true;
        const DeviceTensor first(problem.x1, dtype);
        const DeviceTensor out = DeviceTensor::Output(problem.expected.shape, dtype, Layout::Transposed(3));
        ASSERT_EQ(Multiply(first.Get(), blocks.Get(), options, out.Get()), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(out.Read(), problem.expected, Tolerance::For(dtype, problem.magnitudes)));
        EXPECT_TRUE(out.CanariesIntact());
      });
}

// The label alone says nothing: a plain weight is taken as it is.
TEST(TransposeBatchMatMul, PlainWeights) {
  const DeviceTensor x1(MakeArray({1, 1, 2}, {1, 2}), ACL_FLOAT);
  const DeviceTensor x2(MakeArray({1, 2, 1}, {3, 4}), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({1, 1, 1}, ACL_FLOAT);
  ASSERT_EQ(Multiply(x1.Get(), x2.Get(), {.blocks = true}, out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read().values[0], 11);
}

class TransposeBatchMatMulChecks : public StatusTest {};

TEST_F(TransposeBatchMatMulChecks, Statuses) {
  const Descriptor x1({4, 2, 3});
  const Descriptor x2({4, 3, 5});
  const Descriptor out({2, 4, 5});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* first, const aclTensor* second,
                        const Options& options, aclTensor* result) {
    ExpectCall("aclnnTransposeBatchMatMul", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return PhaseOneOf(first, second, options, result, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", x1.Get(), x2.Get(), {}, out.Get());
  plan(ACL_SUCCESS, "", x1.Get(), x2.Get(), {.parts = 2}, Descriptor({2, 2, 10}).Get());
  plan(kNullptr, "x1", nullptr, x2.Get(), {}, out.Get());
  plan(kNullptr, "x2", x1.Get(), nullptr, {}, out.Get());
  plan(kNullptr, "out", x1.Get(), x2.Get(), {}, nullptr);
  plan(kInvalid, "bias", x1.Get(), x2.Get(), {.bias = x1.Get()}, out.Get());
  plan(kInvalid, "scale", x1.Get(), x2.Get(), {.scale = x1.Get()}, out.Get());
  plan(kInvalid, "x1", Descriptor({4, 2, 3}, ACL_DOUBLE).Get(), x2.Get(), {}, out.Get());
  plan(kInvalid, "x2", x1.Get(), Descriptor({4, 3, 5}, ACL_BF16).Get(), {}, out.Get());
  plan(kInvalid, "out", x1.Get(), x2.Get(), {}, Descriptor({2, 4, 5}, ACL_FLOAT16).Get());
  plan(kInvalid, "x1", Descriptor({2, 3}).Get(), x2.Get(), {}, out.Get());
  plan(kInvalid, "permY", x1.Get(), x2.Get(), {.permY = {0, 1, 2}}, out.Get());
  plan(kInvalid, "x2", x1.Get(), x2.Get(), {.rowsFirst = true}, out.Get());
  plan(kInvalid, "x2", x1.Get(), x2.Get(), {.turned = true}, out.Get());
  plan(kInvalid, "batchSplitFactor", x1.Get(), x2.Get(), {.parts = 3}, out.Get());
  plan(kInvalid, "batchSplitFactor", x1.Get(), x2.Get(), {.parts = 0}, out.Get());
  plan(kInvalid, "batchSplitFactor", x1.Get(), x2.Get(), {.parts = 8}, out.Get());
  plan(kInvalid, "out", x1.Get(), x2.Get(), {.parts = 2}, out.Get());
  plan(kInvalid, "out", x1.Get(), x2.Get(), {}, Descriptor({4, 2, 5}).Get());
  plan(kInvalid, "cubeMathType", x1.Get(), x2.Get(), {.mode = 5}, out.Get());
}

TEST_F(TransposeBatchMatMulChecks, NullPermutations) {
  const Descriptor x1({4, 2, 3});
  const Descriptor x2({4, 3, 5});
  const Descriptor out({2, 4, 5});
  const IntArray perm({0, 1, 2});
  ExpectCall("aclnnTransposeBatchMatMulWeightNz", kNullptr, "permX2",
             [&](uint64_t* size, aclOpExecutor** executor) {
               return aclnnTransposeBatchMatMulWeightNzGetWorkspaceSize(x1.Get(), x2.Get(), nullptr, nullptr,
                                                                        perm.Get(), nullptr, perm.Get(), 0, 1,
                                                                        out.Get(), size, executor);
             });
}

}  // namespace
}  // namespace openaclnn::testing
