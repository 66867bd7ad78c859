// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "runtime/copy/copy_testing.h"

namespace openaclnn::runtime {
namespace {

constexpr aclrtMemcpyKind kInner = ACL_MEMCPY_INNER_DEVICE_TO_DEVICE;

class CopyDeviceTest : public CopyTest {
 protected:
  void SetUp() override {
    CopyTest::SetUp();
    ASSERT_EQ(aclrtMemcpy(device_, kBytes, host_.data(), kBytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemset(other_, kBytes, 0, kBytes), ACL_SUCCESS);
    ASSERT_EQ(aclrtGetMemcpyDescSize(kInner, &size_), ACL_SUCCESS);
    ASSERT_EQ(aclrtMallocAlign32(&descriptor_, size_, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  }
  void TearDown() override {
    aclrtFree(descriptor_);
    CopyTest::TearDown();
  }

  // Writes addresses into device memory.
  void Write(void* where, const void* address) {
    ASSERT_EQ(aclrtMemcpy(where, sizeof address, &address, sizeof address, ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_SUCCESS);
  }

  size_t size_ = 0;
  void* descriptor_ = nullptr;
};

using DescribedCopyTest = CopyDeviceTest;
using OffsetCopyTest = CopyDeviceTest;
using ReduceTest = CopyDeviceTest;

TEST_F(DescribedCopyTest, RunsTheStoredCopy) {
  EXPECT_EQ(aclrtSetMemcpyDesc(descriptor_, kInner, device_ + 5, other_ + 7, 1000, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpyAsyncWithDesc(descriptor_, kInner, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  std::vector<unsigned char> expected(kBytes, 0);
  std::memcpy(expected.data() + 7, host_.data() + 5, 1000);
  EXPECT_TRUE(Read(other_, kBytes) == expected);
  EXPECT_EQ(aclrtSetMemcpyDesc(descriptor_, kInner, device_, other_, 0, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpyAsyncWithDesc(descriptor_, kInner, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_TRUE(Read(other_, kBytes) == expected);
}

TEST_F(DescribedCopyTest, ReadsTheDescriptorWhenTheStreamGetsThere) {
  EXPECT_EQ(aclrtSetMemcpyDesc(descriptor_, kInner, device_, other_, 10, nullptr), ACL_SUCCESS);
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtMemcpyAsyncWithDesc(descriptor_, kInner, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetMemcpyDesc(descriptor_, kInner, device_, other_, kBytes, nullptr), ACL_SUCCESS);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(Read(other_, kBytes), host_);
}

TEST_F(DescribedCopyTest, ABadDescriptorFailsTheStream) {
  const auto expectFailure = [this](const char* text) {
    EXPECT_EQ(aclrtMemcpyAsyncWithDesc(descriptor_, kInner, stream_), ACL_SUCCESS);
    ExpectFailure(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_SYS_DMA, {"aclrtMemcpyAsyncWithDesc", text});
  };
  ASSERT_EQ(aclrtMemset(descriptor_, size_, 0, size_), ACL_SUCCESS);
  expectFailure("desc: expected what aclrtSetMemcpyDesc wrote");
  void* block = nullptr;
  ASSERT_EQ(aclrtMalloc(&block, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetMemcpyDesc(descriptor_, kInner, block, other_, 64, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  expectFailure("src: expected live memory");
  EXPECT_TRUE(Read(other_, kBytes) == std::vector<unsigned char>(kBytes, 0));
}

TEST_F(DescribedCopyTest, ArgumentsAreChecked) {
  size_t size = 7;
  for (const int kind : {0, 1, 2, 3, 4, 5, 7, 8, -1}) {
    const auto other = AnyEnum<aclrtMemcpyKind>(kind);
    ExpectFailure(aclrtGetMemcpyDescSize(other, &size), ACL_ERROR_RT_PARAM_INVALID,
                  {"aclrtGetMemcpyDescSize", "kind", "ACL_MEMCPY_INNER_DEVICE_TO_DEVICE"});
    ExpectFailure(aclrtSetMemcpyDesc(descriptor_, other, device_, other_, 1, nullptr),
                  ACL_ERROR_RT_PARAM_INVALID, {"aclrtSetMemcpyDesc", "kind"});
    ExpectFailure(aclrtMemcpyAsyncWithDesc(descriptor_, other, stream_), ACL_ERROR_RT_PARAM_INVALID,
                  {"aclrtMemcpyAsyncWithDesc", "kind"});
  }
  EXPECT_EQ(size, 7U);
  ExpectFailure(aclrtGetMemcpyDescSize(kInner, nullptr), ACL_ERROR_INVALID_PARAM, {"descSize", "null"});
  const auto set = [](void* descriptor, void* source, void* destination, size_t count, void* config) {
    return aclrtSetMemcpyDesc(descriptor, kInner, source, destination, count, config);
  };
  ExpectFailure(set(nullptr, device_, other_, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"desc", "null"});
  ExpectFailure(set(descriptor_, nullptr, other_, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"srcAddr", "null"});
  ExpectFailure(set(descriptor_, device_, nullptr, 1, nullptr), ACL_ERROR_INVALID_PARAM, {"dstAddr", "null"});
  ExpectFailure(set(descriptor_, device_, other_, 1, &size), ACL_ERROR_RT_PARAM_INVALID, {"config"});
  ExpectFailure(set(pinned_, device_, other_, 1, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                {"desc", "device memory"});
  ExpectFailure(set(device_ + kUsable - 8, device_, other_, 1, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                {"desc"});
  ExpectFailure(set(descriptor_, pinned_, other_, 1, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"src"});
  ExpectFailure(set(descriptor_, device_, other_, kUsable + 1, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"dst"});
  ExpectFailure(aclrtMemcpyAsyncWithDesc(nullptr, kInner, stream_), ACL_ERROR_INVALID_PARAM,
                {"desc", "null"});
  ExpectFailure(aclrtMemcpyAsyncWithDesc(host_.data(), kInner, stream_), ACL_ERROR_RT_PARAM_INVALID,
                {"desc"});
  ExpectFailure(aclrtMemcpyAsyncWithDesc(descriptor_, kInner, &size), ACL_ERROR_RT_INVALID_HANDLE,
                {"stream"});
  OnNewThread([&] {
    ExpectFailure(set(descriptor_, device_, other_, 1, nullptr), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
    ExpectFailure(aclrtMemcpyAsyncWithDesc(descriptor_, kInner, stream_), ACL_ERROR_RT_CONTEXT_NULL,
                  {"context"});
  });
}

TEST_F(OffsetCopyTest, ReadsTheBaseAddressesWhenTheStreamGetsThere) {
  auto** const destination = static_cast<void**>(descriptor_);
  auto** const source = reinterpret_cast<const void**>(pinned_);
  Write(static_cast<void*>(destination), device_);
  source[0] = nullptr;
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtMemcpyAsyncWithOffset(destination, 1000, 7, source, 1000, 5, kInner, stream_), ACL_SUCCESS);
  Write(static_cast<void*>(destination), other_);
  source[0] = device_;
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  std::vector<unsigned char> expected(kBytes, 0);
  std::memcpy(expected.data() + 7, host_.data() + 5, 1000);
  EXPECT_TRUE(Read(other_, kBytes) == expected);
}

TEST_F(OffsetCopyTest, BadBaseAddressesFailTheStream) {
  auto** const destination = static_cast<void**>(descriptor_);
  auto** const source = const_cast<const void**>(destination + 1);
  const auto expectFailure = [&](size_t count, size_t offset, const char* text) {
    EXPECT_EQ(aclrtMemcpyAsyncWithOffset(destination, SIZE_MAX, offset, source, count, 0, kInner, stream_),
              ACL_SUCCESS);
    ExpectFailure(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_SYS_DMA,
                  {"aclrtMemcpyAsyncWithOffset", text});
  };
  Write(static_cast<void*>(destination), nullptr);
  Write(static_cast<void*>(source), device_);
  expectFailure(10, 0, "*dst: expected a device address");
  Write(static_cast<void*>(destination), other_);
  expectFailure(10, SIZE_MAX, "*dst");
  expectFailure(kUsable, 1, "dst: expected a range inside one block");
  expectFailure(10, kUsable, "dst");
  Write(static_cast<void*>(source), host_.data());
  expectFailure(10, 0, "src: expected device memory");
  EXPECT_TRUE(Read(other_, kBytes) == std::vector<unsigned char>(kBytes, 0));
  EXPECT_EQ(aclrtMemcpyAsyncWithOffset(destination, 0, 0, source, 0, 0, kInner, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

TEST_F(OffsetCopyTest, ArgumentsAreChecked) {
  auto** const destination = static_cast<void**>(descriptor_);
  auto** const source = const_cast<const void**>(destination + 1);
  void* local = device_;
  const auto copy = [this](void** to, const void** from, size_t limit, size_t count, int kind) {
    return aclrtMemcpyAsyncWithOffset(to, limit, 0, from, count, 0, AnyEnum<aclrtMemcpyKind>(kind), stream_);
  };
  ExpectFailure(copy(nullptr, source, 1, 1, 6), ACL_ERROR_INVALID_PARAM,
                {"aclrtMemcpyAsyncWithOffset", "dst", "null"});
  ExpectFailure(copy(destination, nullptr, 1, 1, 6), ACL_ERROR_INVALID_PARAM, {"src", "null"});
  ExpectFailure(copy(destination, source, 1, 2, 6), ACL_ERROR_INVALID_PARAM, {"count", "destMax = 1", "2"});
  for (const int kind : {0, 1, 2, 3, 4, 5, 7, 8, -1}) {
    ExpectFailure(copy(destination, source, 1, 1, kind), ACL_ERROR_RT_PARAM_INVALID, {"kind"});
  }
  ExpectFailure(copy(&local, source, 1, 1, 6), ACL_ERROR_RT_PARAM_INVALID, {"dst", "ordinary host memory"});
  ExpectFailure(copy(destination, const_cast<const void**>(&local), 1, 1, 6), ACL_ERROR_RT_PARAM_INVALID,
                {"src", "ordinary host memory"});
  ExpectFailure(aclrtMemcpyAsyncWithOffset(destination, 1, 0, source, 1, 0, kInner, &local),
                ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  OnNewThread(
      [&] { ExpectFailure(copy(destination, source, 1, 1, 6), ACL_ERROR_RT_CONTEXT_NULL, {"context"}); });
}

// Every kind for every type, through the API; the arithmetic has tests of its own beside the kernels.
TEST_F(ReduceTest, CombinesEveryTypeInEveryWay) {
  struct Case {
    aclDataType type;
    std::vector<unsigned char> two, three, five;  // one element each
  };
  const std::vector<Case> cases{
      {ACL_INT8, {2}, {3}, {5}},
      {ACL_INT16, {2, 0}, {3, 0}, {5, 0}},
      {ACL_INT32, {2, 0, 0, 0}, {3, 0, 0, 0}, {5, 0, 0, 0}},
      {ACL_FLOAT16, {0x00, 0x40}, {0x00, 0x42}, {0x00, 0x45}},
      {ACL_BF16, {0x00, 0x40}, {0x40, 0x40}, {0xa0, 0x40}},
      {ACL_FLOAT, {0, 0, 0x00, 0x40}, {0, 0, 0x40, 0x40}, {0, 0, 0xa0, 0x40}},
  };
  for (const Case& each : cases) {
    const size_t bytes = each.two.size();
    const auto reduce = [&](aclrtReduceKind kind) {
      EXPECT_EQ(aclrtMemcpy(device_, bytes, each.two.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
      EXPECT_EQ(aclrtMemcpy(other_, bytes, each.three.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
      EXPECT_EQ(aclrtReduceAsync(device_, other_, bytes, kind, each.type, stream_, nullptr), ACL_SUCCESS);
      EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
      EXPECT_EQ(Read(other_, bytes), each.three);
      return Read(device_, bytes);
    };
    EXPECT_EQ(reduce(ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM), each.five) << each.type;
    EXPECT_EQ(reduce(ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX), each.three) << each.type;
    EXPECT_EQ(reduce(ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN), each.two) << each.type;
  }
}

TEST_F(ReduceTest, TakesItsPlaceInTheStreamAndTouchesNothingElse) {
  ASSERT_EQ(aclrtMemset(device_, kBytes, 1, kBytes), ACL_SUCCESS);
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtMemsetAsync(other_, kBytes, 2, kBytes, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtReduceAsync(device_ + 1, other_, kBytes - 2, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_INT8,
                             stream_, nullptr),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetAsync(other_, kBytes, 9, kBytes, stream_), ACL_SUCCESS);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  std::vector<unsigned char> expected(kBytes, 3);
  expected.front() = expected.back() = 1;
  EXPECT_TRUE(Read(device_, kBytes) == expected);
}

TEST_F(ReduceTest, ArgumentsAreChecked) {
  const auto reduce = [this](void* destination, const void* source, uint64_t count, int kind, int type,
                             void* reserve) {
    return aclrtReduceAsync(destination, source, count, AnyEnum<aclrtReduceKind>(kind),
                            AnyEnum<aclDataType>(type), stream_, reserve);
  };
  ExpectFailure(reduce(nullptr, other_, 4, 10, 0, nullptr), ACL_ERROR_INVALID_PARAM,
                {"aclrtReduceAsync", "dst", "null"});
  ExpectFailure(reduce(device_, nullptr, 4, 10, 0, nullptr), ACL_ERROR_INVALID_PARAM, {"src", "null"});
  ExpectFailure(reduce(device_, other_, 4, 13, 0, nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                {"kind", "ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL"});
  for (const int kind : {9, 14, -1}) {
    ExpectFailure(reduce(device_, other_, 4, kind, 0, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"kind"});
  }
  for (const int type : {4, 7, 8, 9, 10, 11, 12, 16}) {
    ExpectFailure(reduce(device_, other_, 16, 10, type, nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  {"type", "INT8, INT16, INT32, FLOAT16, BFLOAT16 or FLOAT"});
  }
  for (const int type : {-1, 5, 99}) {
    ExpectFailure(reduce(device_, other_, 4, 10, type, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"type"});
  }
  ExpectFailure(reduce(device_, other_, 4, 10, 0, &size_), ACL_ERROR_RT_PARAM_INVALID, {"reserve"});
  ExpectFailure(reduce(device_, other_, 6, 10, 0, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                {"count", "a multiple of 4", "6"});
  EXPECT_EQ(reduce(device_, other_, 0, 10, 0, nullptr), ACL_SUCCESS);
  ExpectFailure(reduce(pinned_, other_, 4, 10, 0, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                {"dst", "device memory"});
  ExpectFailure(reduce(device_, pinned_, 4, 10, 0, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                {"src", "device memory"});
  ExpectFailure(reduce(device_ + 4, other_, kUsable, 10, 0, nullptr), ACL_ERROR_RT_PARAM_INVALID, {"dst"});
  ExpectFailure(
      aclrtReduceAsync(device_, other_, 4, ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM, ACL_FLOAT, &size_, nullptr),
      ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  OnNewThread([&] {
    ExpectFailure(reduce(device_, other_, 4, 10, 0, nullptr), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
  });
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  void* there = nullptr;
  ASSERT_EQ(aclrtMalloc(&there, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ExpectFailure(reduce(device_, there, 4, 10, 0, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                {"src", "the stream's device 0", "device 1"});
  EXPECT_EQ(aclrtFree(there), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::runtime
