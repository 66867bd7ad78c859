// SPDX-License-Identifier: Apache-2.0
//
// Operators on lists against an oracle in float64, or in exact integers, over types, shapes and layouts.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "ops/foreach/foreach_operations_testing.h"
#include "tests/support/compare.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/scalar.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

struct TensorOfList {
  Shape shape;
  aclDataType dtype;
  Layout layout{};
};

class Foreach : public ::testing::TestWithParam<Operation> {
 protected:
  // One call on lists of such tensors, in place or not, compared with the oracle.
  void Expect(const std::vector<TensorOfList>& tensors, bool inPlace = false) {
    const Operation& operation = GetParam();
    const auto trace = TraceSeed(random_);
    std::vector<std::vector<Array>> values(3);
    std::vector<std::vector<DeviceTensor>> inputs(3);
    std::vector<DeviceTensor> outs;
    std::vector<Scalar> scalars;
    std::vector<double> numbers;
    const bool each = operation.number == Number::kScalars || operation.number == Number::kTensorEach;
    for (const TensorOfList& one : tensors) {
      const bool whole = !IsFloating(one.dtype);
      for (size_t list = 0; list < 3; ++list) {
        values[list].push_back(whole
                                   ? random_.Integers(one.shape, one.dtype, 1, MostInteger(one.dtype))
                                   : random_.Uniform(one.shape, one.dtype, operation.least, operation.most));
        inputs[list].emplace_back(values[list].back(), one.dtype, list == 2 ? Layout() : one.layout);
      }
      outs.push_back(DeviceTensor::Output(one.shape, one.dtype, one.layout));
      numbers.push_back(each ? static_cast<double>(numbers.size() % 3) + 1 : 2);
      scalars.emplace_back(numbers.back(), whole                     ? ACL_INT64
                                           : numbers.size() % 2 == 0 ? ACL_INT64
                                                                     : ACL_DOUBLE);
    }
    const bool whole = !IsFloating(tensors.front().dtype);
    const std::vector<DeviceTensor>& written = inPlace || operation.inPlace ? inputs[0] : outs;
    const TensorList a = TensorList::Of(inputs[0]);
    const TensorList b = TensorList::Of(inputs[1]);
    const TensorList c = TensorList::Of(inputs[2]);
    const TensorList out = TensorList::Of(written);
    const ScalarList scalarList(scalars);
    const Scalar scalar(2, whole ? ACL_INT64 : ACL_DOUBLE);
    const Array device = each ? Array{{static_cast<int64_t>(numbers.size())}, numbers} : Array{{1}, {2}};
    const DeviceTensor tensor(device, whole ? ACL_INT32 : ACL_FLOAT);
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return operation.phaseOne({a.Get(), b.Get(), c.Get(), scalar.Get(), scalarList.Get(), tensor.Get(),
                                     out.Get(), size, executor});
        },
        operation.phaseTwo);
    ASSERT_EQ(status, ACL_SUCCESS) << LastMessage();
    for (size_t k = 0; k < tensors.size(); ++k) {
      Array expected{tensors[k].shape, {}};
      Array magnitudes = expected;
      for (size_t i = 0; i < values[0][k].values.size(); ++i) {
        const double first = values[0][k].values[i];
        const double second = values[1][k].values[i];
        const double third = values[2][k].values[i];
        const double result = operation.formula(first, second, third, numbers[k]);
        expected.values.push_back(
            IsFloating(tensors[k].dtype)
                ? result
                : static_cast<double>(WrapTo(tensors[k].dtype, static_cast<int64_t>(result))));
        magnitudes.values.push_back(operation.function ? std::fabs(result)
                                                       : first + numbers[k] * second * third);
      }
      // Two roundings to float32 of terms of this magnitude, and one of the result.
      const Tolerance tolerance = !IsFloating(tensors[k].dtype)
                                      ? Tolerance::Exact(tensors[k].dtype)
                                      : Tolerance::For(tensors[k].dtype, magnitudes, 2);
      EXPECT_TRUE(Near(written[k].Read(), expected, tolerance)) << k;
      EXPECT_TRUE(written[k].CanariesIntact()) << k;
    }
  }

 private:
  // Of functions and powers: the results fit.
  [[nodiscard]] static int64_t MostInteger(aclDataType dtype) {
    const bool small = dtype == ACL_INT8 || dtype == ACL_UINT8;
    return GetParam().function ? 4 : small ? 100 : 1000;
  }

  Random random_{31};
};

INSTANTIATE_TEST_SUITE_P(Operators, Foreach, ::testing::ValuesIn(Operations()),
                         [](const auto& one) { return std::string(one.param.name); });

std::vector<aclDataType> DtypesOf(const Operation& operation) {
  std::vector<aclDataType> dtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  switch (operation.integers) {
    case Integers::kNone:
      break;
    case Integers::kInt32:
      dtypes.push_back(ACL_INT32);
      break;
    case Integers::kSmall:
      dtypes.insert(dtypes.end(), {ACL_INT32, ACL_INT16, ACL_INT8, ACL_UINT8});
      break;
    case Integers::kSmallAlone:
      dtypes.insert(dtypes.end(), {ACL_INT16, ACL_INT8, ACL_UINT8});
      break;
    case Integers::kSigned:
      dtypes.insert(dtypes.end(), {ACL_INT8, ACL_INT32, ACL_INT64});
      break;
    case Integers::kInt16:
      dtypes.push_back(ACL_INT16);
      break;
  }
  return dtypes;
}

TEST_P(Foreach, MixedShapesOfEveryType) {
  for (const aclDataType dtype : DtypesOf(GetParam())) {
    SCOPED_TRACE(dtype);
    const std::vector<TensorOfList> tensors{{{3, 70}, dtype},    {{}, dtype},  {{0, 4}, dtype},
                                            {{16400}, dtype},    {{1}, dtype}, {{2, 3, 4, 5}, dtype},
                                            {{17, 1, 9}, dtype}, {{0}, dtype}, {{5}, dtype}};
    Expect(tensors);
    Expect(tensors, true);
  }
}

TEST_P(Foreach, MixedTypes) {
  Expect({{{30}, ACL_FLOAT}, {{7, 5}, ACL_FLOAT16}, {{2000}, ACL_BF16}, {{3}, ACL_FLOAT}});
}

TEST_P(Foreach, Layouts) {
  Expect({{{30, 20}, ACL_FLOAT, Layout::Transposed(2)},
          {{5, 6, 7}, ACL_FLOAT, Layout::Stepped({1, 2, 3})},
          {{600, 50}, ACL_FLOAT, Layout::Offset(3)},
          {{2, 3, 4, 5}, ACL_FLOAT, Layout::Permuted({2, 0, 3, 1})}});
}

TEST_P(Foreach, ManyTensors) {
  std::vector<TensorOfList> tensors;
  for (int64_t k = 0; k < 100; ++k) {
    tensors.push_back({{1 + k % 7, 1 + k % 11}, ACL_FLOAT});
  }
  Expect(tensors, true);
}

TEST_P(Foreach, EmptyLists) {
  const Operation& operation = GetParam();
  const TensorList none(std::vector<const aclTensor*>{});
  const ScalarList numbers({});
  const Scalar number(2, ACL_INT64);
  const DeviceTensor one(Array{{operation.number == Number::kTensor ? 1 : 0},
                               std::vector<double>(operation.number == Number::kTensor ? 1 : 0)},
                         ACL_FLOAT);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return operation.phaseOne({none.Get(), none.Get(), none.Get(), number.Get(), numbers.Get(),
                                             one.Get(), none.Get(), size, executor});
                },
                operation.phaseTwo),
            ACL_SUCCESS)
      << LastMessage();
}

// All modes, at ties, next to them and where there is nothing to round.
TEST(ForeachRoundOff, Modes) {
  const float below = std::nextafter(0.5F, 0.0F);
  const std::vector<double> values{-3.5, -2.5,          -1.5,           -0.5,    0.5,       1.5,
                                   2.5,  3.5,           -0.75,          0.25,    1.75,      7,
                                   -8,   double{below}, -double{below}, 8388609, 4194304.5, -4194305.5};
  const auto nearest = [](double x, double tie) {
    return std::fabs(x - std::trunc(x)) == 0.5 ? tie : std::nearbyint(x);
  };
  const auto expected = [&](double x, int64_t mode) {
    switch (mode) {
      case 2:
        return std::floor(x);
      case 3:
        return std::ceil(x);
      case 4:
        return std::round(x);
      case 5:
        return std::trunc(x);
      case 6:
        return nearest(x, std::fmod(std::floor(x), 2) == 0 ? std::ceil(x) : std::floor(x));
      default:
        return std::nearbyint(x);
    }
  };
  const Array input{{static_cast<int64_t>(values.size())}, values};
  std::vector<DeviceTensor> from;
  from.emplace_back(input, ACL_FLOAT);
  const TensorList x = TensorList::Of(from);
  for (int64_t mode = -1; mode <= 7; ++mode) {
    SCOPED_TRACE(mode);
    std::vector<double> wanted;
    for (const double value : values) {
      wanted.push_back(expected(value, mode));
    }
    std::vector<DeviceTensor> outs;
    outs.push_back(DeviceTensor::Output(input.shape, ACL_FLOAT));
    const TensorList out = TensorList::Of(outs);
    const Scalar number(static_cast<double>(mode), ACL_INT64);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnForeachRoundOffNumberV2GetWorkspaceSize(x.Get(), number.Get(), out.Get(),
                                                                        size, executor);
                  },
                  aclnnForeachRoundOffNumberV2),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(outs[0].Read().values, wanted);
    const DeviceTensor onDevice(Array{{1, 1}, {static_cast<double>(mode)}}, ACL_INT8);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnForeachRoundOffNumberGetWorkspaceSize(x.Get(), onDevice.Get(), out.Get(),
                                                                      size, executor);
                  },
                  aclnnForeachRoundOffNumber),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(outs[0].Read().values, wanted);
  }
}

// Results of integers that INT8 does not hold, and what is between two integers.
TEST(ForeachExp, OfIntegersIsTruncated) {
  std::vector<DeviceTensor> from;
  from.emplace_back(Array{{5}, {0, 1, 4, 5, -3}}, ACL_INT8);
  std::vector<DeviceTensor> outs;
  outs.push_back(DeviceTensor::Output({5}, ACL_INT8));
  const TensorList x = TensorList::Of(from);
  const TensorList out = TensorList::Of(outs);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnForeachExpGetWorkspaceSize(x.Get(), out.Get(), size, executor);
                },
                aclnnForeachExp),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(outs[0].Read().values, (std::vector<double>{1, 2, 54, 127, 0}));
}

// Of integers: 0 but for those of 1 and -1, and wrapping around.
TEST(ForeachPow, OfIntegers) {
  std::vector<DeviceTensor> bases;
  bases.emplace_back(Array{{6}, {2, 1, -1, -1, 0, 3}}, ACL_INT32);
  std::vector<DeviceTensor> exponents;
  exponents.emplace_back(Array{{6}, {-1, -5, -3, -4, 0, 21}}, ACL_INT32);
  std::vector<DeviceTensor> outs;
  outs.push_back(DeviceTensor::Output({6}, ACL_INT32));
  const TensorList x1 = TensorList::Of(bases);
  const TensorList x2 = TensorList::Of(exponents);
  const TensorList out = TensorList::Of(outs);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnForeachPowListGetWorkspaceSize(x1.Get(), x2.Get(), out.Get(), size, executor);
                },
                aclnnForeachPowList),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(outs[0].Read().values,
            (std::vector<double>{0, 1, -1, 1, 1, static_cast<double>(static_cast<int32_t>(10460353203))}));
}

// NaN has no sign, and a maximum of NaN and a number is NaN.
TEST(ForeachSpecials, Nan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<DeviceTensor> from;
  from.emplace_back(Array{{3}, {nan, -0.0, -2}}, ACL_FLOAT);
  std::vector<DeviceTensor> outs;
  outs.push_back(DeviceTensor::Output({3}, ACL_FLOAT));
  const TensorList x = TensorList::Of(from);
  const TensorList out = TensorList::Of(outs);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnForeachSignGetWorkspaceSize(x.Get(), out.Get(), size, executor);
                },
                aclnnForeachSign),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(outs[0].Read().values, (std::vector<double>{0, 0, -1}));
  const DeviceTensor number(Array{{}, {-1}}, ACL_FLOAT16);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnForeachMaximumScalarGetWorkspaceSize(x.Get(), number.Get(), out.Get(), size,
                                                                   executor);
                },
                aclnnForeachMaximumScalar),
            ACL_SUCCESS)
      << LastMessage();
  const std::vector<double> larger = outs[0].Read().values;
  EXPECT_TRUE(std::isnan(larger[0]));
  EXPECT_EQ(larger[1], 0);
  EXPECT_EQ(larger[2], -1);
}

}  // namespace
}  // namespace openaclnn::testing
