// SPDX-License-Identifier: Apache-2.0
//
// Rows by the scales of their group against float32 arithmetic, one operation after the other; and the
// statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "aclnnop/aclnn_group_quant.h"
#include "ops/quantization/quantized_testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

TEST(GroupQuant, EveryTypeAndLayout) {
  Random random(57);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const aclDataType to : {ACL_INT8, ACL_INT32}) {
      for (const aclDataType index : {ACL_INT32, ACL_INT64}) {
        for (const int64_t length : {8, 1304}) {
          const auto trace = TraceSeed(random);
          const bool four = to == ACL_INT32;
          const bool shifted = random.Integer(0, 2) == 0;
          const std::vector<int64_t> ends{2, 2, 7, 40};
          const Array x = random.Normal({40, length}, dtype, 0, four ? 3 : 60);
          const Array scale = random.Normal({4, length}, dtype, 0, 1);
          const Array offset = random.Normal({1}, dtype, 0, 3);
          Array expected = x;
          for (size_t i = 0; i < x.values.size(); ++i) {
            const auto row = static_cast<int64_t>(i) / length;
            const auto group = std::ranges::upper_bound(ends, row) - ends.begin();
            const auto by = static_cast<float>(
                scale.values[static_cast<size_t>(group * length + static_cast<int64_t>(i) % length)]);
            const float product = static_cast<float>(x.values[i]) * by;
            const float sum = product + (shifted ? static_cast<float>(offset.values[0]) : 0.0F);
            expected.values[i] = four ? Quantized(sum, -8, 7) : Quantized(sum, -128, 127);
          }
          const DeviceTensor xIn(x, dtype, Layout::Transposed(2).WithOffset(1));
          const DeviceTensor scaleIn(scale, dtype, Layout::Transposed(2));
          const DeviceTensor groups(FromIntegers({4}, ends), index);
          const DeviceTensor offsetIn(offset, dtype);
          const Array result = four ? PackedWords(expected) : expected;
          const DeviceTensor y = DeviceTensor::Output(result.shape, to, Layout::Transposed(2));
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnGroupQuantGetWorkspaceSize(xIn.Get(), scaleIn.Get(), groups.Get(),
                                                                 shifted ? offsetIn.Get() : nullptr, to,
                                                                 y.Get(), size, executor);
                        },
                        aclnnGroupQuant),
                    ACL_SUCCESS)
              << LastMessage();
          EXPECT_TRUE(Near(y.Read(), result, Tolerance::Exact(to)));
          EXPECT_TRUE(y.CanariesIntact());
        }
      }
    }
  }
}

// Rows behind the last group are found before anything is written.
TEST(GroupQuant, RowsOfNoGroup) {
  const DeviceTensor x(Full({3, 4}, 1), ACL_FLOAT);
  const DeviceTensor scale(Full({1, 4}, 1), ACL_FLOAT);
  const DeviceTensor groups(Full({1}, 2), ACL_INT64);
  const DeviceTensor y = DeviceTensor::Output({3, 4}, ACL_INT8);
  const Array before = y.Read();
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnGroupQuantGetWorkspaceSize(x.Get(), scale.Get(), groups.Get(), nullptr,
                                                         ACL_INT8, y.Get(), size, executor);
                },
                aclnnGroupQuant),
            507035);
  EXPECT_TRUE(Near(y.Read(), before, Tolerance::Exact(ACL_INT8)));
}

class GroupQuantChecks : public PhaseOneTest {};

TEST_F(GroupQuantChecks, Statuses) {
  const Descriptor x({6, 8});
  const Descriptor scale({2, 8});
  const Descriptor groups({2}, ACL_INT64);
  const Descriptor y({6, 8}, ACL_INT8);
  const auto call = [&](const aclTensor* by, const aclTensor* ends, aclTensor* result,
                        const aclTensor* offset = nullptr, int32_t type = ACL_INT8) {
    return Call("aclnnGroupQuant", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnGroupQuantGetWorkspaceSize(x.Get(), by, ends, offset, type, result, size, executor);
    });
  };
  EXPECT_EQ(call(scale.Get(), groups.Get(), y.Get()), ACL_SUCCESS);
  EXPECT_EQ(call(nullptr, groups.Get(), y.Get()), kNullptr);
  ExpectMessage({"scale"});
  EXPECT_EQ(call(scale.Get(), nullptr, y.Get()), kNullptr);
  ExpectMessage({"groupIndex"});
  EXPECT_EQ(call(x.Get(), groups.Get(), y.Get()), kInvalid);
  ExpectMessage({"scale", "[6, 8]"});
  EXPECT_EQ(call(scale.Get(), scale.Get(), y.Get()), kInvalid);
  ExpectMessage({"groupIndex", "FLOAT"});
  EXPECT_EQ(call(scale.Get(), groups.Get(), y.Get(), scale.Get()), kInvalid);
  ExpectMessage({"offsetOptional"});
  EXPECT_EQ(call(scale.Get(), groups.Get(), y.Get(), nullptr, ACL_INT32), kInvalid);
  ExpectMessage({"dstType", "INT8"});
}

}  // namespace
}  // namespace openaclnn::testing
