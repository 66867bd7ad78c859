// SPDX-License-Identifier: Apache-2.0
//
// What the tests of copies share.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {

inline constexpr size_t kBytes = 1 << 20;
inline constexpr size_t kUsable = kBytes + 32;  // as aclrtMalloc has it

// Two blocks of device memory, one of pinned memory, a stream, and host memory with a pattern and without.
class CopyTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&device_), kBytes, ACL_MEM_MALLOC_HUGE_FIRST),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&other_), kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(aclrtMallocHost(reinterpret_cast<void**>(&pinned_), kBytes), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
    host_.resize(kBytes);
    std::iota(host_.begin(), host_.end(), static_cast<unsigned char>(1));
    result_.assign(kBytes, 0);
  }
  void TearDown() override {
    aclrtDestroyStream(stream_);
    aclrtFree(device_);
    aclrtFree(other_);
    aclrtFreeHost(pinned_);
    DeviceTest::TearDown();
  }

  // What device or pinned memory holds.
  static std::vector<unsigned char> Read(const void* data, size_t bytes) {
    std::vector<unsigned char> content(bytes);
    EXPECT_EQ(aclrtMemcpy(content.data(), bytes, data, bytes, ACL_MEMCPY_DEFAULT), ACL_SUCCESS);
    return content;
  }

  char* device_ = nullptr;
  char* other_ = nullptr;
  char* pinned_ = nullptr;
  aclrtStream stream_ = nullptr;
  std::vector<unsigned char> host_;
  std::vector<unsigned char> result_;
};

}  // namespace openaclnn::runtime
