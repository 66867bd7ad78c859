// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {

inline constexpr size_t kMib = size_t{1} << 20;
inline constexpr size_t kPiece = 2 * kMib;

inline aclrtPhysicalMemProp PropertiesOf(uint32_t device) {
  aclrtPhysicalMemProp properties{};
  properties.handleType = ACL_MEM_HANDLE_TYPE_NONE;
  properties.allocationType = ACL_MEM_ALLOCATION_TYPE_PINNED;
  properties.memAttr = ACL_HBM_MEM_HUGE;
  properties.location = {device, ACL_MEM_LOCATION_TYPE_DEVICE};
  return properties;
}

// A stream, and a look at whether all memory is given back.
class PhysicalMemoryFixture : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
    free_ = FreeBytes();
  }
  void TearDown() override {
    EXPECT_EQ(FreeBytes(), free_) << "all memory is given back";
    EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
    DeviceTest::TearDown();
  }

  static size_t FreeBytes() {
    size_t free = 0;
    size_t total = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
    return free;
  }
  static aclrtDrvMemHandle Allocate(size_t bytes, uint32_t device = 0) {
    const aclrtPhysicalMemProp properties = PropertiesOf(device);
    aclrtDrvMemHandle handle = nullptr;
    EXPECT_EQ(aclrtMallocPhysical(&handle, bytes, &properties, 0), ACL_SUCCESS);
    return handle;
  }

  aclrtStream stream_ = nullptr;
  size_t free_ = 0;
};

}  // namespace openaclnn::runtime
