// SPDX-License-Identifier: Apache-2.0
//
// aclnnAllFinite: one element of many that is not finite, in every type and layout; and the statuses.
#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "aclnnop/aclnn_all_finite.h"
#include "tests/support/device.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

aclnnStatus AllFinite(const aclTensor* gradient, aclTensor* isOverflow) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnAllFiniteGetWorkspaceSize(gradient, isOverflow, size, executor);
      },
      aclnnAllFinite);
}

double Found(const Array& gradient, aclDataType dtype, const Layout& layout, double before = 0) {
  const DeviceTensor input(gradient, dtype, layout);
  const DeviceTensor found(MakeArray({}, {before}), ACL_BOOL);
  EXPECT_EQ(AllFinite(input.Get(), found.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_TRUE(found.CanariesIntact());
  return found.Read().values[0];
}

class AllFiniteTest : public StatusTest {};

TEST_F(AllFiniteTest, OneElementTells) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  Random random(3);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const Shape& shape : {Shape{}, Shape{1}, Shape{257, 300}, Shape{2, 3, 4, 5}, Shape{3, 90001}}) {
      for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(shape.size())}) {
        const Array finite = random.AnyValue(shape, dtype, false);
        EXPECT_EQ(Found(finite, dtype, layout), 0);
        for (const double value : {kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN()}) {
          Array other = finite;
          other.values[static_cast<size_t>(random.Integer(0, NumElements(shape)))] = value;
          EXPECT_EQ(Found(other, dtype, layout), 1);
        }
      }
    }
  }
}

TEST_F(AllFiniteTest, WhatWasFoundBeforeStays) {
  EXPECT_EQ(Found(MakeArray({2}, {1, 2}), ACL_FLOAT, {}, 1), 1);
  EXPECT_EQ(Found(Full({0, 3}, 0), ACL_FLOAT, {}, 1), 1);
  EXPECT_EQ(Found(Full({0, 3}, 0), ACL_FLOAT, {}, 0), 0);
}

TEST_F(AllFiniteTest, Statuses) {
  const Descriptor gradient({2, 3});
  const Descriptor found(Shape{}, ACL_BOOL);
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* input, aclTensor* result) {
    ExpectCall("aclnnAllFinite", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAllFiniteGetWorkspaceSize(input, result, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", gradient.Get(), found.Get());
  plan(ACL_SUCCESS, "", gradient.Get(), Descriptor({1, 1}, ACL_BOOL).Get());
  plan(kNullptr, "gradient", nullptr, found.Get());
  plan(kNullptr, "isOverflow", gradient.Get(), nullptr);
  plan(kInvalid, "gradient", Descriptor({2, 3}, ACL_INT32).Get(), found.Get());
  plan(kInvalid, "isOverflow", gradient.Get(), Descriptor(Shape{}, ACL_FLOAT).Get());
  plan(kInvalid, "isOverflow", gradient.Get(), Descriptor({2}, ACL_BOOL).Get());
}

}  // namespace
}  // namespace openaclnn::testing
