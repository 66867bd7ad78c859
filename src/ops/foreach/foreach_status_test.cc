// SPDX-License-Identifier: Apache-2.0
//
// The statuses that operators on lists share; and how lists and numbers are given.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
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

class ForeachStatus : public PhaseOneTest, public ::testing::WithParamInterface<Operation> {
 protected:
  using Tensors = std::vector<const aclTensor*>;

  aclnnStatus Try(const Tensors& a, const Tensors& others, const Tensors& out) {
    const TensorList first(a);
    const TensorList second(others);
    const TensorList third(out);
    return TryLists(first.Get(), second.Get(), third.Get());
  }

  // Another list than the first, which it may differ from; in place the second one.
  [[nodiscard]] static bool HasSecondList() { return !GetParam().inPlace || GetParam().lists > 1; }
  aclnnStatus TryWithWrong(const Tensors& wrong) {
    const Tensors good{x.Get(), y.Get()};
    return Try(good, GetParam().inPlace ? wrong : good, wrong);
  }

  aclnnStatus TryLists(const aclTensorList* a, const aclTensorList* others, aclTensorList* out) {
    const Operation& operation = GetParam();
    const Scalar number(2, ACL_INT64);
    std::vector<Scalar> two;
    two.emplace_back(2, ACL_INT64);
    two.emplace_back(3, ACL_INT64);
    const ScalarList numbers(two);
    const Descriptor tensor(operation.number == Number::kTensor ? Shape{1} : Shape{2});
    return Call(operation.name, [&](uint64_t* size, aclOpExecutor** executor) {
      return operation.phaseOne(
          {a, others, others, number.Get(), numbers.Get(), tensor.Get(), out, size, executor});
    });
  }

  const Descriptor x{Shape{2, 3}};
  const Descriptor y{Shape{4}};
};

INSTANTIATE_TEST_SUITE_P(Operators, ForeachStatus, ::testing::ValuesIn(Operations()),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(ForeachStatus, AcceptsTheValidCall) {
  EXPECT_EQ(Try({x.Get(), y.Get()}, {x.Get(), y.Get()}, {x.Get(), y.Get()}), ACL_SUCCESS);
}

TEST_P(ForeachStatus, NullListsAndElements) {
  const TensorList both({x.Get(), y.Get()});
  EXPECT_EQ(TryLists(nullptr, both.Get(), both.Get()), kNullptr);
  if (!GetParam().inPlace) {
    EXPECT_EQ(TryLists(both.Get(), both.Get(), nullptr), kNullptr);
  }
  EXPECT_EQ(Try({x.Get(), nullptr}, {x.Get(), y.Get()}, {x.Get(), y.Get()}), kNullptr);
  ExpectMessage({"[1]", "null"});
  if (GetParam().lists > 1) {
    EXPECT_EQ(Try({x.Get(), y.Get()}, {nullptr, y.Get()}, {x.Get(), y.Get()}), kNullptr);
    ExpectMessage({"x2[0]", "null"});
  }
}

TEST_P(ForeachStatus, LengthsThatDiffer) {
  if (HasSecondList()) {
    EXPECT_EQ(TryWithWrong({x.Get()}), kInvalid);
    ExpectMessage({"as many tensors", "1 for 2"});
  }
}

TEST_P(ForeachStatus, ShapesAndTypesThatDiffer) {
  const Descriptor text(Shape{4}, ACL_STRING);
  EXPECT_EQ(Try({x.Get(), text.Get()}, {x.Get(), text.Get()}, {x.Get(), text.Get()}), kInvalid);
  ExpectMessage({"[1]", "STRING"});
  if (HasSecondList()) {
    EXPECT_EQ(TryWithWrong({x.Get(), x.Get()}), kInvalid);
    ExpectMessage({"[1]", "[4]", "[2, 3]"});
  }
  if (HasSecondList() && std::string(GetParam().name) != "Copy") {
    const Descriptor half(Shape{4}, ACL_FLOAT16);
    EXPECT_EQ(TryWithWrong({x.Get(), half.Get()}), kInvalid);
    ExpectMessage({GetParam().inPlace ? "x2[1]" : "out[1]", "FLOAT16"});
  }
}

TEST_P(ForeachStatus, OutputsThatOverlapThemselves) {
  const Shape strides{0, 1};
  const Descriptor expanded(Shape{2, 3}, strides.data(), 0, Shape{3});
  const Tensors good{x.Get(), y.Get()};
  const Tensors bad{expanded.Get(), y.Get()};
  EXPECT_EQ(Try(GetParam().inPlace ? bad : good, good, bad), kInvalid);
  ExpectMessage({"[0]", "without two elements in one place"});
}

// Numbers that INT32 does not hold, and lists of numbers of another length.
TEST(ForeachNumbers, Fit) {
  const Descriptor x(Shape{3}, ACL_INT32);
  const TensorList one({x.Get()});
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  const Scalar fraction(2, ACL_DOUBLE);
  EXPECT_EQ(aclnnForeachAddScalarV2GetWorkspaceSize(one.Get(), fraction.Get(), one.Get(), &size, &executor),
            kInvalid);
  EXPECT_NE(RecentMessage().find("DOUBLE for INT32"), std::string::npos);
  std::vector<Scalar> two;
  two.emplace_back(2, ACL_INT64);
  two.emplace_back(3, ACL_INT64);
  const ScalarList numbers(two);
  EXPECT_EQ(aclnnForeachMulScalarListGetWorkspaceSize(one.Get(), numbers.Get(), one.Get(), &size, &executor),
            kInvalid);
  EXPECT_NE(RecentMessage().find("2 for 1"), std::string::npos);
}

// A number of half types is not rounded to them, unlike that of a single tensor: BFLOAT16 comes with FLOAT.
TEST(ForeachNumbers, AreNotRoundedToHalfTypes) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    std::vector<DeviceTensor> tensors;
    tensors.emplace_back(Full({9}, RoundTo(dtype, 0.54)), dtype);
    const TensorList list = TensorList::Of(tensors);
    const Scalar number(0.54, ACL_DOUBLE);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnForeachSubScalarV2GetWorkspaceSize(list.Get(), number.Get(), list.Get(), size,
                                                                   executor);
                  },
                  aclnnForeachSubScalarV2),
              ACL_SUCCESS)
        << LastMessage();
    const float rest = static_cast<float>(RoundTo(dtype, 0.54)) - 0.54F;
    EXPECT_EQ(tensors[0].Read().values, std::vector<double>(9, RoundTo(dtype, rest)));
  }
}

TEST(ForeachZero, OverwritesWhateverWasThere) {
  std::vector<DeviceTensor> tensors;
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_INT64, ACL_BOOL, ACL_DOUBLE}) {
    tensors.emplace_back(Full({5, 7}, dtype == ACL_FLOAT ? std::nan("") : 1), dtype, Layout::Transposed(2));
  }
  const TensorList list = TensorList::Of(tensors);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnForeachZeroInplaceGetWorkspaceSize(list.Get(), size, executor);
                },
                aclnnForeachZeroInplace),
            ACL_SUCCESS)
      << LastMessage();
  for (const DeviceTensor& tensor : tensors) {
    EXPECT_EQ(tensor.Read().values, std::vector<double>(35, 0.0));
  }
}

TEST(ForeachCopy, Converts) {
  const std::vector<double> values{-1.5, 2, 3.25};
  std::vector<DeviceTensor> from;
  from.emplace_back(Array{{3}, values}, ACL_FLOAT);
  std::vector<DeviceTensor> to;
  to.push_back(DeviceTensor::Output({3}, ACL_INT64));
  const TensorList src = TensorList::Of(from);
  const TensorList dst = TensorList::Of(to);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnForeachCopyGetWorkspaceSize(src.Get(), dst.Get(), size, executor);
                },
                aclnnForeachCopy),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(to[0].Read().values, (std::vector<double>{-1, 2, 3}));
}

// An output that is another input than its own: as if it had memory of its own.
TEST(ForeachLists, OutputsAcrossInputsAreStaged) {
  std::vector<DeviceTensor> tensors;
  tensors.emplace_back(Full({3000}, 1), ACL_FLOAT);
  tensors.emplace_back(Full({3000}, 5), ACL_FLOAT);
  const TensorList x = TensorList::Of(tensors);
  const TensorList swapped({tensors[1].Get(), tensors[0].Get()});
  const Scalar number(2, ACL_DOUBLE);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnForeachMulScalarV2GetWorkspaceSize(x.Get(), number.Get(), swapped.Get(), size,
                                                                 executor);
                },
                aclnnForeachMulScalarV2),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(tensors[1].Read().values, std::vector<double>(3000, 2.0));
  EXPECT_EQ(tensors[0].Read().values, std::vector<double>(3000, 10.0));
}

// What they share is one result or the other.
TEST(ForeachLists, OutputsInOnePlaceAreMadeApart) {
  std::vector<DeviceTensor> tensors;
  tensors.emplace_back(Full({30}, 1), ACL_FLOAT);
  tensors.emplace_back(Full({30}, 5), ACL_FLOAT);
  const TensorList x = TensorList::Of(tensors);
  const TensorList twice({tensors[0].Get(), tensors[0].Get()});
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnForeachAbsGetWorkspaceSize(x.Get(), twice.Get(), size, executor);
                },
                aclnnForeachAbs),
            ACL_SUCCESS)
      << LastMessage();
  const std::vector<double> result = tensors[0].Read().values;
  EXPECT_TRUE(result == std::vector<double>(30, 1) || result == std::vector<double>(30, 5)) << result[0];
}

// A repeatable executor whose addresses are set anew: an element of a list counts as one tensor, a list as
// one argument.
TEST(ForeachLists, AddressesOfElements) {
  std::vector<DeviceTensor> first;
  std::vector<DeviceTensor> outs;
  for (const double value : {1.0, 2.0}) {
    first.emplace_back(Full({4}, value), ACL_FLOAT);
    outs.push_back(DeviceTensor::Output({4}, ACL_FLOAT));
  }
  const DeviceTensor other(Full({4}, 7), ACL_FLOAT);
  const DeviceTensor result = DeviceTensor::Output({4}, ACL_FLOAT);
  std::vector<aclTensor*> described{Twin(first[0].Get()), Twin(first[1].Get())};
  aclTensorList* x = aclCreateTensorList(described.data(), described.size());
  const TensorList out = TensorList::Of(outs);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnForeachNegGetWorkspaceSize(x, out.Get(), &size, &executor), ACL_SUCCESS);
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), ACL_SUCCESS);
  EXPECT_EQ(aclnnForeachNeg(nullptr, 0, executor, Runtime::Stream()), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(Runtime::Stream()), ACL_SUCCESS);
  EXPECT_EQ(outs[1].Read().values, std::vector<double>(4, -2.0));
  EXPECT_EQ(aclSetDynamicInputTensorAddr(executor, 0, 1, x, other.Data()), ACL_SUCCESS) << RecentMessage();
  EXPECT_EQ(aclSetDynamicTensorAddr(executor, 1, 0, out.Get(), result.Data()), ACL_SUCCESS)
      << RecentMessage();
  EXPECT_EQ(aclnnForeachNeg(nullptr, 0, executor, Runtime::Stream()), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(Runtime::Stream()), ACL_SUCCESS);
  EXPECT_EQ(outs[1].Read().values, std::vector<double>(4, -7.0));
  EXPECT_EQ(result.Read().values, std::vector<double>(4, -1.0));
  EXPECT_EQ(aclSetInputTensorAddr(executor, 1, described[1], first[1].Data()), ACL_SUCCESS)
      << RecentMessage();
  const TensorList strangers = TensorList::Of(outs);
  EXPECT_EQ(aclSetDynamicOutputTensorAddr(executor, 0, 1, strangers.Get(), other.Data()), kInvalid);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
  EXPECT_EQ(aclDestroyTensorList(x), ACL_SUCCESS);
}

// torch_npu gives the numbers as a tensor in one overload, and as a list of scalars in another.
TEST(ForeachLists, ScalarsMayBeAList) {
  using PlanTernary = aclnnStatus (*)(const aclTensorList*, const aclTensorList*, const aclTensorList*,
                                      const aclTensor*, aclTensorList*, uint64_t*, aclOpExecutor**);
  struct Case {
    PlanTernary plan;
    PhaseTwo run;
    std::array<double, 2> expected;
  };
  std::vector<DeviceTensor> x;
  std::vector<DeviceTensor> y;
  std::vector<DeviceTensor> z;
  for (const double value : {1.0, 2.0}) {
    x.emplace_back(Full({4}, value), ACL_FLOAT);
    y.emplace_back(Full({4}, 3 * value), ACL_FLOAT);
    z.emplace_back(Full({4}, 2), ACL_FLOAT);
  }
  std::vector<Scalar> numbers;
  numbers.emplace_back(10, ACL_INT64);
  numbers.emplace_back(100, ACL_DOUBLE);
  const ScalarList list(numbers);
  const ScalarList tooShort({});
  const DeviceTensor tensor(MakeArray({1, 2, 1}, {10, 100}), ACL_FLOAT, Layout::Transposed(3));
  const TensorList a = TensorList::Of(x);
  const TensorList b = TensorList::Of(y);
  const TensorList c = TensorList::Of(z);
  for (const Case& each : {Case{aclnnForeachAddcdivScalarListGetWorkspaceSize,
                                aclnnForeachAddcdivScalarList,
                                {1 + 10 * 1.5, 2 + 100 * 3.0}},
                           Case{aclnnForeachAddcmulScalarListGetWorkspaceSize,
                                aclnnForeachAddcmulScalarList,
                                {1 + 10 * 6.0, 2 + 100 * 12.0}}}) {
    const std::array<const aclTensor*, 2> kinds{reinterpret_cast<const aclTensor*>(list.Get()), tensor.Get()};
    for (const aclTensor* scalars : kinds) {
      std::vector<DeviceTensor> outs;
      outs.push_back(DeviceTensor::Output({4}, ACL_FLOAT));
      outs.push_back(DeviceTensor::Output({4}, ACL_FLOAT));
      const TensorList out = TensorList::Of(outs);
      EXPECT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return each.plan(a.Get(), b.Get(), c.Get(), scalars, out.Get(), size, executor);
                    },
                    each.run),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_EQ(outs[0].Read().values, std::vector<double>(4, each.expected[0]));
      EXPECT_EQ(outs[1].Read().values, std::vector<double>(4, each.expected[1]));
      uint64_t size = 0;
      aclOpExecutor* executor = nullptr;
      EXPECT_EQ(each.plan(a.Get(), b.Get(), c.Get(), nullptr, out.Get(), &size, &executor), kNullptr);
      EXPECT_EQ(each.plan(a.Get(), b.Get(), c.Get(), reinterpret_cast<const aclTensor*>(tooShort.Get()),
                          out.Get(), &size, &executor),
                kInvalid);
      EXPECT_NE(RecentMessage().find("0 for 2"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace openaclnn::testing
