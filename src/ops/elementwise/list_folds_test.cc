// SPDX-License-Identifier: Apache-2.0
//
// Elements of the tensors of a list, added up or compared, against long double and exact integers; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "aclnnop/aclnn_add_n.h"
#include "aclnnop/aclnn_maxn.h"
#include "aclnnop/aclnn_minn.h"
#include "aclnnop/aclnn_sum.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/status_test.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

struct Operation {
  const char* name;
  aclnnStatus (*phaseOne)(const aclTensorList*, aclTensor*, uint64_t*, aclOpExecutor**);
  aclnnStatus (*phaseTwo)(void*, uint64_t, aclOpExecutor*, aclrtStream);
  std::function<long double(long double, long double)> fold;
  bool sums;
  bool broadcasts;
};

long double Larger(long double a, long double b) {
  return std::isnan(a) || std::isnan(b) ? std::numeric_limits<long double>::quiet_NaN() : std::max(a, b);
}
long double Smaller(long double a, long double b) {
  return std::isnan(a) || std::isnan(b) ? std::numeric_limits<long double>::quiet_NaN() : std::min(a, b);
}

const std::vector<Operation> kOperations{
    {"aclnnSum", aclnnSumGetWorkspaceSize, aclnnSum, std::plus<long double>(), true, true},
    {"aclnnAddN", aclnnAddNGetWorkspaceSize, aclnnAddN, std::plus<long double>(), true, false},
    {"aclnnMaxN", aclnnMaxNGetWorkspaceSize, aclnnMaxN, Larger, false, true},
    {"aclnnMinN", aclnnMinNGetWorkspaceSize, aclnnMinN, Smaller, false, true}};

const std::vector<aclDataType> kFloating{ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
const std::vector<aclDataType> kWhole{ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8};

class ListFolds : public StatusTest, public ::testing::WithParamInterface<Operation> {
 protected:
  void Expect(const std::vector<Shape>& shapes, aclDataType dtype, bool specials = false) {
    const auto trace = TraceSeed(random_);
    const Operation& operation = GetParam();
    const bool floating = IsFloating(dtype);
    std::vector<Array> values;
    Shape together;
    for (const Shape& shape : shapes) {
      values.push_back(floating ? random_.Normal(shape, dtype, 0, 3)
                                : random_.Integers(shape, dtype, dtype == ACL_UINT8 ? 0 : -9, 10));
      together = BroadcastShape(together, shape);
      if (specials) {
        values.back().values[0] = std::numeric_limits<double>::quiet_NaN();
        values.back().values[1] = std::numeric_limits<double>::infinity();
      }
    }
    Array expected = Full(together, 0);
    Array magnitudes = expected;
    for (int64_t i = 0; i < NumElements(together); ++i) {
      const Shape index = IndexOf(together, i);
      long double result = BroadcastAt(values[0], index);
      long double size = std::fabs(result);
      for (size_t k = 1; k < values.size(); ++k) {
        const long double other = BroadcastAt(values[k], index);
        result = operation.fold(result, other);
        size += std::fabs(other);
      }
      expected.values[static_cast<size_t>(i)] = static_cast<double>(result);
      magnitudes.values[static_cast<size_t>(i)] = static_cast<double>(size);
    }
    const Tolerance tolerance = floating && operation.sums && !specials ? Tolerance::For(dtype, magnitudes)
                                : floating && operation.sums            ? Tolerance::For(dtype)
                                                                        : Tolerance::Exact(dtype);
    const auto run = [&](const Layout& /*layout*/, const DeviceTensor& out) {
      std::vector<DeviceTensor> tensors;
      for (const Array& one : values) {
        tensors.emplace_back(one, dtype, Layout::Transposed(one.shape.size()));
      }
      const TensorList list = TensorList::Of(tensors);
      return RunTwoPhase(
          [&](uint64_t* size, aclOpExecutor** executor) {
            return operation.phaseOne(list.Get(), out.Get(), size, executor);
          },
          operation.phaseTwo);
    };
    if (specials) {  // NaN is not equal to itself
      const DeviceTensor out = DeviceTensor::Output(together, dtype);
      ASSERT_EQ(run({}, out), ACL_SUCCESS) << LastMessage();
      EXPECT_TRUE(Near(out.Read(), expected, tolerance));
    } else {
      ExpectInEachLayout(expected, tolerance, run);
    }
  }

  Random random_{101};
};

INSTANTIATE_TEST_SUITE_P(Operators, ListFolds, ::testing::ValuesIn(kOperations),
                         [](const auto& one) { return std::string(one.param.name).substr(5); });

TEST_P(ListFolds, EveryTypeShapeAndLayout) {
  std::vector<aclDataType> dtypes = kFloating;
  dtypes.insert(dtypes.end(), kWhole.begin(), kWhole.end());
  for (const aclDataType dtype : dtypes) {
    for (const size_t count : {1, 2, 5}) {
      Expect(std::vector<Shape>(count, Shape{7, 301}), dtype);
    }
    Expect(std::vector<Shape>(2, Shape{}), dtype);
    Expect(std::vector<Shape>(2, Shape{0, 3}), dtype);
    Expect(std::vector<Shape>(3, Shape{20011}), dtype);
    if (GetParam().broadcasts) {
      Expect({{5, 1, 7}, {6, 1}, {7}, {}}, dtype);
    }
  }
}

TEST_P(ListFolds, NanAndInfinities) {
  for (const aclDataType dtype : kFloating) {
    Expect(std::vector<Shape>(3, Shape{31}), dtype, true);
  }
}

TEST_P(ListFolds, Statuses) {
  const Operation& operation = GetParam();
  const DeviceTensor tensor(Full({2, 3}, 1), ACL_FLOAT);
  const DeviceTensor half(Full({2, 3}, 1), ACL_FLOAT16);
  const DeviceTensor other(Full({4}, 1), ACL_FLOAT);
  const DeviceTensor truths(Full({2, 3}, 1), ACL_BOOL);
  const auto plan = [&](aclnnStatus status, const char* said, const std::vector<const aclTensor*>& tensors,
                        aclTensor* out) {
    const TensorList list(tensors);
    ExpectCall(operation.name, status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return operation.phaseOne(list.Get(), out, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", {tensor.Get(), tensor.Get()}, tensor.Get());
  plan(kNullptr, "out", {tensor.Get(), tensor.Get()}, nullptr);
  plan(kInvalid, "tensors", {}, tensor.Get());
  plan(kInvalid, "tensors[1]", {tensor.Get(), half.Get()}, tensor.Get());
  plan(kInvalid, "tensors[1]", {tensor.Get(), other.Get()}, tensor.Get());
  plan(kInvalid, "tensors[0]", {truths.Get(), truths.Get()}, truths.Get());
  plan(kInvalid, "out", {tensor.Get(), tensor.Get()}, other.Get());
  plan(kInvalid, "out", {tensor.Get(), tensor.Get()}, half.Get());
  ExpectCall(operation.name, kNullptr, "tensors", [&](uint64_t* size, aclOpExecutor** executor) {
    return operation.phaseOne(nullptr, tensor.Get(), size, executor);
  });
}

TEST(ListSums, IntegersWrapAround) {
  const RawTensor<int64_t> a({INT64_MAX, -1}, ACL_INT64);
  const RawTensor<int64_t> b({2, INT64_MIN}, ACL_INT64);
  const RawTensor<int64_t> out({0, 0}, ACL_INT64);
  const TensorList list({a.Get(), b.Get()});
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnSumGetWorkspaceSize(list.Get(), out.Get(), size, executor);
                },
                aclnnSum),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<int64_t>{INT64_MIN + 1, INT64_MAX}));
}

}  // namespace
}  // namespace openaclnn::testing
