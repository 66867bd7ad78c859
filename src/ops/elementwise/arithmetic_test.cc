// SPDX-License-Identifier: Apache-2.0
//
// Sums and products against an oracle in long double, or in integers of 64 bits, over types, shapes and
// layouts; and the statuses that both families share.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_rsub.h"
#include "aclnnop/aclnn_sub.h"
#include "tests/support/attempt.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/draw.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

// An operator on two operands, the second one a tensor or a scalar; `alpha` is left out by products.
struct Operation {
  const char* name;
  aclnnStatus (*phaseOne)(aclTensor* self, const DeviceTensor* other, const aclScalar* scalar,
                          const aclScalar* alpha, aclTensor* out, uint64_t* size, aclOpExecutor** executor);
  PhaseTwo phaseTwo;
  bool scalar;
  bool inPlace;
  bool sum;
};

const std::array<Operation, 8> kOperations{{
    {"Add",
     [](aclTensor* self, const DeviceTensor* other, const aclScalar*, const aclScalar* alpha, aclTensor* out,
        uint64_t* size, aclOpExecutor** executor) {
       return aclnnAddGetWorkspaceSize(self, other->Get(), alpha, out, size, executor);
     },
     aclnnAdd, false, false, true},
    {"InplaceAdd",
     [](aclTensor* self, const DeviceTensor* other, const aclScalar*, const aclScalar* alpha, aclTensor*,
        uint64_t* size, aclOpExecutor** executor) {
       return aclnnInplaceAddGetWorkspaceSize(self, other->Get(), alpha, size, executor);
     },
     aclnnInplaceAdd, false, true, true},
    {"Adds",
     [](aclTensor* self, const DeviceTensor*, const aclScalar* scalar, const aclScalar* alpha, aclTensor* out,
        uint64_t* size, aclOpExecutor** executor) {
       return aclnnAddsGetWorkspaceSize(self, scalar, alpha, out, size, executor);
     },
     aclnnAdds, true, false, true},
    {"InplaceAdds",
     [](aclTensor* self, const DeviceTensor*, const aclScalar* scalar, const aclScalar* alpha, aclTensor*,
        uint64_t* size, aclOpExecutor** executor) {
       return aclnnInplaceAddsGetWorkspaceSize(self, scalar, alpha, size, executor);
     },
     aclnnInplaceAdds, true, true, true},
    {"Mul",
     [](aclTensor* self, const DeviceTensor* other, const aclScalar*, const aclScalar*, aclTensor* out,
        uint64_t* size, aclOpExecutor** executor) {
       return aclnnMulGetWorkspaceSize(self, other->Get(), out, size, executor);
     },
     aclnnMul, false, false, false},
    {"InplaceMul",
     [](aclTensor* self, const DeviceTensor* other, const aclScalar*, const aclScalar*, aclTensor*,
        uint64_t* size, aclOpExecutor** executor) {
       return aclnnInplaceMulGetWorkspaceSize(self, other->Get(), size, executor);
     },
     aclnnInplaceMul, false, true, false},
    {"Muls",
     [](aclTensor* self, const DeviceTensor*, const aclScalar* scalar, const aclScalar*, aclTensor* out,
        uint64_t* size,
        aclOpExecutor** executor) { return aclnnMulsGetWorkspaceSize(self, scalar, out, size, executor); },
     aclnnMuls, true, false, false},
    {"InplaceMuls",
     [](aclTensor* self, const DeviceTensor*, const aclScalar* scalar, const aclScalar*, aclTensor*,
        uint64_t* size,
        aclOpExecutor** executor) { return aclnnInplaceMulsGetWorkspaceSize(self, scalar, size, executor); },
     aclnnInplaceMuls, true, true, false},
}};

// A result in the promoted type, from operands that this type holds exactly (tests choose them so).
double Expected(const Operation& operation, aclDataType promoted, double self, double other, double alpha) {
  if (promoted == ACL_BOOL) {
    const bool result = operation.sum ? self != 0 || (alpha != 0 && other != 0) : self != 0 && other != 0;
    return result ? 1 : 0;
  }
  if (IsFloating(promoted)) {
    const auto product = static_cast<long double>(operation.sum ? alpha : self) * other;
    return static_cast<double>(operation.sum ? self + product : product);
  }
  // The low bits of what 64 bits give.
  const auto a = static_cast<uint64_t>(static_cast<int64_t>(self));
  const auto b = static_cast<uint64_t>(static_cast<int64_t>(other));
  const uint64_t whole = operation.sum ? a + static_cast<uint64_t>(static_cast<int64_t>(alpha)) * b : a * b;
  return static_cast<double>(WrapTo(promoted, static_cast<int64_t>(whole)));
}

struct Layouts {
  Layout self;
  Layout other;
  Layout out;
};

class Arithmetic : public ::testing::TestWithParam<Operation> {
 protected:
  Array Draw(const Shape& shape, aclDataType dtype) {
    return IsFloating(dtype) ? random_.Uniform(shape, dtype, -5, 5)
                             : DrawIntegers(random_, shape, dtype, -100, 100);
  }

  // Computes in tensors of `dtype` with the other operand of `otherDtype`; both promote to `promoted`.
  void Expect(const Shape& shape, const Shape& otherShape, aclDataType dtype, aclDataType otherDtype,
              aclDataType promoted, const Layouts& layouts = {}) {
    const Operation& operation = GetParam();
    const auto trace = TraceSeed(random_);
    const Array self = Draw(shape, dtype);
    const double alphaValue = promoted == ACL_BOOL ? 1 : 3;
    // A term of a sum is rounded to the promoted type, a factor to what the operator computes in.
    Array other = Draw(operation.scalar ? Shape{} : otherShape, otherDtype);
    if (operation.scalar && IsFloating(promoted) && promoted != ACL_DOUBLE) {
      other.values[0] = RoundTo(operation.sum ? promoted : ACL_FLOAT, other.values[0]);
    }
    const Scalar scalar(other.values.empty() ? 0 : other.values[0], otherDtype);
    const Scalar alpha(alphaValue, promoted == ACL_BOOL ? ACL_BOOL : ACL_INT64);
    const DeviceTensor selfTensor(self, dtype, layouts.self);
    const DeviceTensor otherTensor(operation.scalar ? Array{{}, {0}} : other, otherDtype,
                                   operation.scalar ? Layout() : layouts.other);
    const Shape result = operation.scalar || operation.inPlace ? shape : BroadcastShape(shape, otherShape);
    const aclDataType outDtype = operation.inPlace ? dtype : promoted;
    const DeviceTensor out = DeviceTensor::Output(result, outDtype, layouts.out);
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return operation.phaseOne(selfTensor.Get(), &otherTensor, scalar.Get(), alpha.Get(), out.Get(),
                                    size, executor);
        },
        operation.phaseTwo);
    ASSERT_EQ(status, ACL_SUCCESS) << LastMessage();
    Array expected{result, {}};
    for (int64_t i = 0; i < NumElements(result); ++i) {
      const Shape index = IndexOf(result, i);
      expected.values.push_back(
          Expected(operation, promoted, BroadcastAt(self, index), BroadcastAt(other, index), alphaValue));
    }
    const DeviceTensor& written = operation.inPlace ? selfTensor : out;
    const Array actual = written.Read();
    // One rounding of the exact result; of a half type, after one to float32, which goes wrong next to a
    // boundary between two of its numbers alone.
    EXPECT_TRUE(Near(actual, expected, Tolerance::For(outDtype, std::nullopt, 0)));
    EXPECT_GE(CorrectlyRoundedFraction(actual, expected, outDtype), 0.999);
    EXPECT_TRUE(written.CanariesIntact());
    EXPECT_TRUE(otherTensor.CanariesIntact());
  }

 private:
  Random random_{21};
};

INSTANTIATE_TEST_SUITE_P(Operators, Arithmetic, ::testing::ValuesIn(kOperations),
                         [](const auto& one) { return std::string(one.param.name); });

// A number is one of the promoted type before it is added: 0.54 less 0.54 is nothing in any type.
TEST(Sums, RoundTheirNumbers) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16, ACL_FLOAT}) {
    const DeviceTensor self(Full({40}, RoundTo(dtype, 0.54)), dtype);
    const DeviceTensor out = DeviceTensor::Output({40}, dtype);
    const Scalar one(1, ACL_INT64);
    const Scalar number(0.54, ACL_DOUBLE);
    const Scalar negated(-0.54, ACL_DOUBLE);
    const auto expectZeros = [&](const aclScalar* other, auto phaseOne, auto phaseTwo) {
      EXPECT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return phaseOne(self.Get(), other, one.Get(), out.Get(), size, executor);
                    },
                    phaseTwo),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_EQ(out.Read().values, std::vector<double>(40, 0.0));
    };
    expectZeros(number.Get(), aclnnSubsGetWorkspaceSize, aclnnSubs);
    expectZeros(number.Get(), aclnnRsubsGetWorkspaceSize, aclnnRsubs);
    expectZeros(negated.Get(), aclnnAddsGetWorkspaceSize, aclnnAdds);
  }
}

TEST_P(Arithmetic, EveryType) {
  for (const aclDataType dtype : kElementDtypes) {
    SCOPED_TRACE(dtype);
    Expect({3, 700}, {3, 700}, dtype, dtype, dtype);
  }
}

TEST_P(Arithmetic, SizesAroundVectorsTilesAndTasks) {
  for (const int64_t size : {1, 2, 7, 8, 15, 16, 17, 31, 33, 511, 513, 1023, 1025, 16385, 40001}) {
    SCOPED_TRACE(size);
    Expect({size}, {size}, ACL_FLOAT, ACL_FLOAT, ACL_FLOAT);
    Expect({size}, {size}, ACL_BF16, ACL_BF16, ACL_BF16);
    Expect({size}, {size}, ACL_INT16, ACL_INT16, ACL_INT16);
  }
}

TEST_P(Arithmetic, Broadcasting) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_INT64}) {
    Expect({4, 300}, {300}, dtype, dtype, dtype);
    Expect({4, 300}, {4, 1}, dtype, dtype, dtype);
    Expect({500, 3}, {3}, dtype, dtype, dtype);
    Expect({500, 3}, {500, 1}, dtype, dtype, dtype);
    Expect({2, 3, 4, 5}, {3, 1, 5}, dtype, dtype, dtype);
    Expect({2, 3, 4, 5}, {}, dtype, dtype, dtype);
    Expect({}, {}, dtype, dtype, dtype);
    Expect({2, 1, 2, 1, 2, 1, 2, 3}, {2, 1, 2, 1, 2, 1, 1, 1}, dtype, dtype, dtype);
  }
  if (!GetParam().inPlace && !GetParam().scalar) {
    Expect({300}, {4, 300}, ACL_FLOAT, ACL_FLOAT, ACL_FLOAT);
    Expect({5, 1}, {1, 70}, ACL_INT32, ACL_INT32, ACL_INT32);
  }
}

TEST_P(Arithmetic, Layouts) {
  const Shape shape{5, 40, 7, 6};
  const std::array<Layout, 6> layouts{Layout::Contiguous(),    Layout::Transposed(4),
                                      Layout::ChannelsLast(4), Layout::Stepped({1, 2, 1, 3}),
                                      Layout::Offset(5),       Layout::Permuted({2, 0, 3, 1})};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT8, ACL_BOOL}) {
    for (size_t i = 0; i < layouts.size(); ++i) {
      for (size_t j = 0; j < layouts.size(); ++j) {
        SCOPED_TRACE(::testing::Message() << dtype << " " << i << " " << j);
        Expect(shape, shape, dtype, dtype, dtype,
               {layouts[i], layouts[j], layouts[(i + j) % layouts.size()]});
      }
    }
  }
}

TEST_P(Arithmetic, TransposedPlanes) {
  Expect({300, 200}, {300, 200}, ACL_FLOAT, ACL_FLOAT, ACL_FLOAT, {Layout::Transposed(2), {}, {}});
  Expect({300, 200}, {300, 200}, ACL_BF16, ACL_BF16, ACL_BF16, {{}, Layout::Transposed(2), {}});
  Expect({300, 200}, {300, 200}, ACL_FLOAT, ACL_FLOAT, ACL_FLOAT, {{}, {}, Layout::Transposed(2)});
}

// What fits in neither cache is written past them.
TEST_P(Arithmetic, LargerThanTheCaches) {
  Expect({2100, 2049}, {2049}, ACL_FLOAT, ACL_FLOAT, ACL_FLOAT);
}

struct Promotion {
  aclDataType self;
  aclDataType other;
  aclDataType ofTensors;
  aclDataType withScalar;
};
constexpr std::array<Promotion, 9> kPromotions{{
    {ACL_FLOAT16, ACL_FLOAT, ACL_FLOAT, ACL_FLOAT16},
    {ACL_FLOAT16, ACL_BF16, ACL_FLOAT, ACL_FLOAT16},
    {ACL_FLOAT16, ACL_INT64, ACL_FLOAT16, ACL_FLOAT16},
    {ACL_FLOAT, ACL_DOUBLE, ACL_DOUBLE, ACL_FLOAT},
    {ACL_INT32, ACL_FLOAT, ACL_FLOAT, ACL_FLOAT},
    {ACL_UINT8, ACL_INT8, ACL_INT16, ACL_UINT8},
    {ACL_INT8, ACL_INT32, ACL_INT32, ACL_INT8},
    {ACL_BOOL, ACL_INT32, ACL_INT32, ACL_INT64},
    {ACL_BOOL, ACL_FLOAT16, ACL_FLOAT16, ACL_FLOAT},
}};

TEST_P(Arithmetic, Promotes) {
  for (const Promotion& one : kPromotions) {
    SCOPED_TRACE(::testing::Message() << one.self << " " << one.other);
    const aclDataType promoted = GetParam().scalar ? one.withScalar : one.ofTensors;
    if (!GetParam().inPlace) {
      Expect({3, 50}, {50}, one.self, one.other, promoted);
    }
  }
  // The half types' operands are exact in what they promote to, a small operand's type may be narrower.
  Expect({3, 50}, {50}, ACL_FLOAT, ACL_FLOAT16, ACL_FLOAT);
  Expect({3, 50}, {50}, ACL_INT64, ACL_INT8, ACL_INT64);
}

TEST_P(Arithmetic, EmptyTensors) {
  Expect({0}, {0}, ACL_FLOAT, ACL_FLOAT, ACL_FLOAT);
  Expect({3, 0, 2}, {1, 2}, ACL_INT32, ACL_INT32, ACL_INT32);
}

TEST_P(Arithmetic, NullArguments) {
  const Operation& operation = GetParam();
  const DeviceTensor other(Array{{2}, {1, 2}}, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({2}, ACL_FLOAT);
  const Scalar number(2, ACL_DOUBLE);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(operation.phaseOne(nullptr, &other, number.Get(), number.Get(), out.Get(), &size, &executor),
            161001);
  EXPECT_NE(RecentMessage().find(operation.inPlace ? "selfRef" : "self"), std::string::npos);
  if (operation.scalar) {
    EXPECT_EQ(operation.phaseOne(other.Get(), nullptr, nullptr, number.Get(), out.Get(), &size, &executor),
              161001);
    EXPECT_NE(RecentMessage().find("other"), std::string::npos);
  }
  if (operation.sum) {
    EXPECT_EQ(operation.phaseOne(other.Get(), &other, number.Get(), nullptr, out.Get(), &size, &executor),
              161001);
    EXPECT_NE(RecentMessage().find("alpha"), std::string::npos);
  }
  if (!operation.inPlace) {
    EXPECT_EQ(operation.phaseOne(other.Get(), &other, number.Get(), number.Get(), nullptr, &size, &executor),
              161001);
    EXPECT_NE(RecentMessage().find("out"), std::string::npos);
  }
}

class ArithmeticStatus : public Arithmetic {
 protected:
  aclnnStatus Try(aclDataType self, aclDataType other, aclDataType out, double alpha = 1,
                  aclDataType alphaDtype = ACL_INT64, const Shape& selfShape = {2, 3},
                  const Shape& otherShape = {2, 3}, const Shape& outShape = {2, 3}) {
    const Operation& operation = GetParam();
    const DeviceTensor selfTensor = DeviceTensor::Output(selfShape, self);
    const DeviceTensor otherTensor = DeviceTensor::Output(otherShape, other);
    const DeviceTensor outTensor = DeviceTensor::Output(outShape, out);
    const Scalar scalar(1, other);
    const Scalar factor(alpha, alphaDtype);
    return Attempt([&](uint64_t* size, aclOpExecutor** executor) {
      return operation.phaseOne(selfTensor.Get(), &otherTensor, scalar.Get(), factor.Get(), outTensor.Get(),
                                size, executor);
    });
  }
};

INSTANTIATE_TEST_SUITE_P(Operators, ArithmeticStatus, ::testing::ValuesIn(kOperations),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(ArithmeticStatus, FractionsDoNotGoIntoIntegers) {
  EXPECT_EQ(Try(ACL_INT32, ACL_FLOAT, ACL_INT32), 161002);
  EXPECT_NE(RecentMessage().find("INT32 for FLOAT: result type FLOAT can't be cast to INT32"),
            std::string::npos)
      << RecentMessage();
}

TEST_P(ArithmeticStatus, OnlyTruthGoesIntoBool) {
  EXPECT_EQ(Try(ACL_BOOL, ACL_INT32, ACL_BOOL), 161002);
}

TEST_P(ArithmeticStatus, AlphaIsOfAClassThatTheOperandsHold) {
  if (!GetParam().sum) {
    EXPECT_EQ(Try(ACL_INT32, ACL_INT32, ACL_INT32, 1, ACL_DOUBLE), 0) << "no alpha";
    return;
  }
  EXPECT_EQ(Try(ACL_INT32, ACL_INT32, ACL_INT32, 1, ACL_DOUBLE), 161002);
  EXPECT_NE(RecentMessage().find("alpha"), std::string::npos);
  EXPECT_EQ(Try(ACL_INT32, ACL_INT32, ACL_INT32, 1, ACL_BOOL), 161002);
  EXPECT_EQ(Try(ACL_BOOL, ACL_BOOL, ACL_BOOL, 1, ACL_INT64), 0) << "PyTorch's default";
  EXPECT_EQ(Try(ACL_BOOL, ACL_BOOL, ACL_BOOL, 1, ACL_DOUBLE), 161002);
  EXPECT_EQ(Try(ACL_FLOAT, ACL_FLOAT, ACL_FLOAT, 1, ACL_INT64), 0);
  EXPECT_EQ(Try(ACL_FLOAT16, ACL_FLOAT16, ACL_FLOAT16, 1, ACL_DOUBLE), 0);
}

TEST_P(ArithmeticStatus, ShapesThatDoNotBroadcast) {
  if (GetParam().scalar) {
    EXPECT_EQ(Try(ACL_FLOAT, ACL_FLOAT, ACL_FLOAT, 1, ACL_INT64, {2, 3}, {7}), 0) << "no tensor";
  } else {
    EXPECT_EQ(Try(ACL_FLOAT, ACL_FLOAT, ACL_FLOAT, 1, ACL_INT64, {2, 3}, {2}), 161002);
    EXPECT_NE(RecentMessage().find("[2] against [2, 3]"), std::string::npos) << RecentMessage();
  }
}

TEST_P(ArithmeticStatus, OutputOfAnotherShape) {
  if (GetParam().inPlace) {
    const aclnnStatus status = Try(ACL_FLOAT, ACL_FLOAT, ACL_FLOAT, 1, ACL_INT64, {1, 3}, {2, 3}, {1, 3});
    EXPECT_EQ(status, GetParam().scalar ? 0 : 161002);
  } else {
    EXPECT_EQ(Try(ACL_FLOAT, ACL_FLOAT, ACL_FLOAT, 1, ACL_INT64, {2, 3}, {3}, {3, 2}), 161002);
    EXPECT_NE(RecentMessage().find("out"), std::string::npos);
  }
}

// Integers that float64 does not hold, unsigned ones that go alone, and complex numbers, on raw memory.
template <typename T>
std::vector<T> RunAdd(const std::vector<T>& self, const std::vector<T>& other, aclDataType dtype,
                      const Scalar& alpha) {
  const RawTensor<T> a(self, dtype);
  const RawTensor<T> b(other, dtype);
  const RawTensor<T> out(std::vector<T>(self.size()), dtype);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnAddGetWorkspaceSize(a.Get(), b.Get(), alpha.Get(), out.Get(), size, executor);
                },
                aclnnAdd),
            ACL_SUCCESS)
      << LastMessage();
  return out.Read();
}

TEST(ArithmeticExact, LargeIntegersKeepTheirBits) {
  const int64_t large = (int64_t{1} << 53) + 1;
  const std::vector<int64_t> sums =
      RunAdd<int64_t>({large, INT64_MAX}, {2, 1}, ACL_INT64, Scalar(1, ACL_INT64));
  EXPECT_EQ(sums, (std::vector<int64_t>{large + 2, INT64_MIN}));
}

TEST(ArithmeticExact, ComplexNumbers) {
  using Number = std::array<float, 2>;
  const std::vector<Number> sums =
      RunAdd<Number>({{1, 2}, {-1, 0.5F}}, {{3, -4}, {0, 1}}, ACL_COMPLEX64, Scalar(2, ACL_INT64));
  EXPECT_EQ(sums, (std::vector<Number>{{7, -6}, {-1, 2.5F}}));
  const RawTensor<Number> a({{1, 2}}, ACL_COMPLEX64);
  const RawTensor<Number> b({{3, -4}}, ACL_COMPLEX64);
  const RawTensor<Number> product({{0, 0}}, ACL_COMPLEX64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnMulGetWorkspaceSize(a.Get(), b.Get(), product.Get(), size, executor);
                },
                aclnnMul),
            ACL_SUCCESS);
  EXPECT_EQ(product.Read(), (std::vector<Number>{{11, 2}}));
}

TEST(ArithmeticExact, UnsignedTypesOfSeveralBytesAreNotAdmitted) {
  const RawTensor<uint32_t> tensor({1, 2}, ACL_UINT32);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnMulGetWorkspaceSize(tensor.Get(), tensor.Get(), tensor.Get(), &size, &executor), 161002);
  EXPECT_NE(RecentMessage().find("UINT32"), std::string::npos) << RecentMessage();
}

}  // namespace
}  // namespace openaclnn::testing
