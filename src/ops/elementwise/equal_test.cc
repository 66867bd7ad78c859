// SPDX-License-Identifier: Apache-2.0
//
// aclnnEqual: one element that differs, anywhere; types, layouts, shapes; statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "aclnnop/aclnn_equal.h"
#include "aclnnop/aclnn_precision_compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

double Equal(const DeviceTensor& self, const DeviceTensor& other, const Shape& shape = {1}) {
  const DeviceTensor out = DeviceTensor::Output(shape, ACL_BOOL);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnEqualGetWorkspaceSize(self.Get(), other.Get(), out.Get(), size, executor);
                },
                aclnnEqual),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_TRUE(out.CanariesIntact());
  return out.Read().values[0];
}

TEST(Equal, OneElementDiffers) {
  Random random(2);
  for (const aclDataType dtype : kElementDtypes) {
    for (const Shape& shape : {Shape{9, 17}, Shape{41, 1001}}) {
      const Array values = random.Integers(shape, dtype, 0, 2);
      const DeviceTensor self(values, dtype);
      const DeviceTensor same(values, dtype, Layout::Transposed(2).WithOffset(1));
      EXPECT_EQ(Equal(self, same), 1);
      EXPECT_EQ(Equal(same, same, {}), 1);
      for (const size_t place : {size_t{0}, values.values.size() / 2, values.values.size() - 1}) {
        Array changed = values;
        changed.values[place] = 1 - changed.values[place];
        EXPECT_EQ(Equal(self, DeviceTensor(changed, dtype)), 0) << place;
        EXPECT_EQ(Equal(DeviceTensor(changed, dtype), same), 0) << place;
      }
    }
  }
}

TEST(Equal, NanZerosAndShapes) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    const DeviceTensor nan(Full({3}, std::nan("")), dtype);
    EXPECT_EQ(Equal(nan, nan), 0);
    EXPECT_EQ(Equal(DeviceTensor(Full({3}, 0.0), dtype), DeviceTensor(Full({3}, -0.0), dtype)), 1);
    EXPECT_EQ(Equal(DeviceTensor(Full({3}, INFINITY), dtype), DeviceTensor(Full({3}, INFINITY), dtype)), 1);
    EXPECT_EQ(Equal(DeviceTensor(Full({3}, INFINITY), dtype), DeviceTensor(Full({3}, -INFINITY), dtype)), 0);
    EXPECT_EQ(Equal(DeviceTensor(Full({3}, 1), dtype), DeviceTensor(Full({1, 3}, 1), dtype)), 0);
    EXPECT_EQ(Equal(DeviceTensor(Full({0, 3}, 1), dtype), DeviceTensor(Full({0, 3}, 1), dtype)), 1);
    EXPECT_EQ(Equal(DeviceTensor(Full({0, 3}, 1), dtype), DeviceTensor(Full({3, 0}, 1), dtype)), 0);
  }
}

uint32_t Code(const aclTensor* golden, const aclTensor* realdata, const Shape& shape = {}) {
  const RawTensor<uint32_t> out({7}, ACL_UINT32, shape);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnPrecisionCompareGetWorkspaceSize(golden, realdata, out.Get(), size, executor);
                },
                aclnnPrecisionCompare),
            ACL_SUCCESS)
      << LastMessage();
  return out.Read()[0];
}

TEST(PrecisionCompare, OneElementDiffers) {
  Random random(3);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const Shape& shape : {Shape{9, 17}, Shape{41, 1001}}) {
      Array values = random.Normal(shape, dtype, 0, 2);
      values.values[5] = std::nan("");
      const DeviceTensor golden(values, dtype);
      const DeviceTensor same(values, dtype, Layout::Transposed(2).WithOffset(1));
      EXPECT_EQ(Code(golden.Get(), same.Get()), 0U);
      EXPECT_EQ(Code(golden.Get(), golden.Get(), {1, 1}), 0U);
      for (const size_t place : {size_t{0}, values.values.size() / 2, values.values.size() - 1}) {
        Array changed = values;
        changed.values[place] = values.values[place] == 1 ? 2 : 1;
        EXPECT_EQ(Code(golden.Get(), DeviceTensor(changed, dtype).Get()), 503U) << place;
        EXPECT_EQ(Code(DeviceTensor(changed, dtype).Get(), same.Get()), 503U) << place;
      }
    }
    EXPECT_EQ(Code(DeviceTensor(Full({3}, 0.0), dtype).Get(), DeviceTensor(Full({3}, -0.0), dtype).Get()),
              503U);
    EXPECT_EQ(Code(DeviceTensor(Full({0, 3}, 0), dtype).Get(), DeviceTensor(Full({0, 3}, 0), dtype).Get()),
              0U);
  }
}

class EqualStatus : public PhaseOneTest {};

TEST_F(EqualStatus, OfPrecisionCompare) {
  const Descriptor golden{Shape{3, 4}};
  const Descriptor out(Shape{}, ACL_UINT32);
  const auto plan = [&](const aclTensor* a, const aclTensor* b, aclTensor* result) {
    return Call("aclnnPrecisionCompare", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnPrecisionCompareGetWorkspaceSize(a, b, result, size, executor);
    });
  };
  EXPECT_EQ(plan(golden.Get(), golden.Get(), out.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, golden.Get(), out.Get()), kNullptr);
  ExpectMessage({"golden"});
  EXPECT_EQ(plan(golden.Get(), nullptr, out.Get()), kNullptr);
  ExpectMessage({"realdata"});
  EXPECT_EQ(plan(golden.Get(), golden.Get(), nullptr), kNullptr);
  ExpectMessage({"out"});
  const Descriptor doubles(Shape{3, 4}, ACL_DOUBLE);
  EXPECT_EQ(plan(doubles.Get(), doubles.Get(), out.Get()), kInvalid);
  ExpectMessage({"golden", "DOUBLE"});
  const Descriptor halves(Shape{3, 4}, ACL_FLOAT16);
  EXPECT_EQ(plan(golden.Get(), halves.Get(), out.Get()), kInvalid);
  ExpectMessage({"realdata", "FLOAT16"});
  const Descriptor turned(Shape{4, 3});
  EXPECT_EQ(plan(golden.Get(), turned.Get(), out.Get()), kInvalid);
  ExpectMessage({"realdata", "[4, 3]"});
  EXPECT_EQ(plan(golden.Get(), golden.Get(), golden.Get()), kInvalid);
  ExpectMessage({"out", "UINT32"});
  const Descriptor two(Shape{2}, ACL_UINT32);
  EXPECT_EQ(plan(golden.Get(), golden.Get(), two.Get()), kInvalid);
  ExpectMessage({"out", "one element"});
}

TEST_F(EqualStatus, Statuses) {
  const Descriptor self{Shape{3, 4}};
  const Descriptor halves(Shape{3, 4}, ACL_FLOAT16);
  const Descriptor out(Shape{1}, ACL_BOOL);
  const auto plan = [&](const aclTensor* a, const aclTensor* b, aclTensor* result) {
    return Call("aclnnEqual", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnEqualGetWorkspaceSize(a, b, result, size, executor);
    });
  };
  EXPECT_EQ(plan(self.Get(), self.Get(), out.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, self.Get(), out.Get()), kNullptr);
  EXPECT_EQ(plan(self.Get(), nullptr, out.Get()), kNullptr);
  EXPECT_EQ(plan(self.Get(), self.Get(), nullptr), kNullptr);
  EXPECT_EQ(plan(self.Get(), halves.Get(), out.Get()), kInvalid);
  ExpectMessage({"other", "FLOAT16"});
  EXPECT_EQ(plan(self.Get(), self.Get(), self.Get()), kInvalid);
  ExpectMessage({"out", "BOOL", "FLOAT"});
  const Descriptor two(Shape{2}, ACL_BOOL);
  EXPECT_EQ(plan(self.Get(), self.Get(), two.Get()), kInvalid);
  ExpectMessage({"out", "one element"});
}

}  // namespace
}  // namespace openaclnn::testing
