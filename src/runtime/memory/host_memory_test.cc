// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "runtime/copy/copy_testing.h"

namespace openaclnn::runtime {
namespace {

constexpr size_t kPage = 4096;

class HostMemoryTest : public CopyTest {
 protected:
  void SetUp() override {
    CopyTest::SetUp();
    own_ = Map(kBytes);
    ASSERT_NE(own_, nullptr);
  }
  void TearDown() override {
    aclrtHostUnregister(own_);
    munmap(own_, kBytes);
    CopyTest::TearDown();
  }

  // Memory that only the test knows of.
  static char* Map(size_t bytes) {
    void* const address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return address == MAP_FAILED ? nullptr
                                 : static_cast<char*>(address);  // NOLINT(performance-no-int-to-ptr)
  }
  static int LocationOf(const void* address) {
    aclrtPtrAttributes attributes;
    EXPECT_EQ(aclrtPointerGetAttributes(address, &attributes), ACL_SUCCESS);
    return attributes.location.type;
  }

  char* own_ = nullptr;
};

TEST_F(HostMemoryTest, AttributesOfAllocations) {
  aclrtMallocAttribute attributes[3] = {};
  attributes[0].attr = ACL_RT_MEM_ATTR_VA_FLAG;
  attributes[0].value.vaFlag = 1;
  attributes[1].attr = ACL_RT_MEM_ATTR_MODULE_ID;
  attributes[1].value.moduleId = 33;
  attributes[2].attr = ACL_RT_MEM_ATTR_DEVICE_ID;
  attributes[2].value.deviceId = 1;
  aclrtMallocConfig config{attributes, 3};
  aclrtMallocConfig none{nullptr, 0};
  for (aclrtMallocConfig* const each : {&config, &none, static_cast<aclrtMallocConfig*>(nullptr)}) {
    void* host = nullptr;
    ASSERT_EQ(aclrtMallocHostWithCfg(&host, 5000, each), ACL_SUCCESS);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(host) % 64, 0U);
    EXPECT_EQ(LocationOf(host), ACL_MEM_LOCATION_TYPE_HOST);
    EXPECT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
  }
  void* untouched = &config;
  config.numAttrs = 1;
  const auto fail = [&](aclError status, const char* text) {
    ExpectFailure(aclrtMallocHostWithCfg(&untouched, 64, &config), status, {"aclrtMallocHostWithCfg", text});
  };
  attributes[0].value.vaFlag = 2;
  fail(ACL_ERROR_RT_PARAM_INVALID, "cfg->attrs[0].value.vaFlag: expected 0 or 1, got 2");
  for (const int type : {0, 4, -1}) {
    attributes[0].attr = AnyEnum<aclrtMallocAttrType>(type);
    fail(ACL_ERROR_RT_PARAM_INVALID, "cfg->attrs[0].attr");
  }
  attributes[0].attr = ACL_RT_MEM_ATTR_DEVICE_ID;
  for (const uint32_t device : {2U, 0x80000000U, 0xffffffffU}) {
    attributes[0].value.deviceId = device;
    fail(ACL_ERROR_RT_INVALID_DEVICEID, "deviceId");
  }
  config.attrs = nullptr;
  fail(ACL_ERROR_INVALID_PARAM, "cfg->attrs: expected a pointer");
  ExpectFailure(aclrtMallocHostWithCfg(nullptr, 64, nullptr), ACL_ERROR_INVALID_PARAM, {"ptr", "null"});
  ExpectFailure(aclrtMallocHostWithCfg(&untouched, 0, nullptr), ACL_ERROR_INVALID_PARAM, {"size", "0"});
  ExpectFailure(aclrtMallocHostWithCfg(&untouched, SIZE_MAX, nullptr), ACL_ERROR_RT_MEMORY_ALLOCATION,
                {"Failed to allocate"});
  EXPECT_EQ(untouched, &config);
}

TEST_F(HostMemoryTest, FreesAfterTheDeviceIsDone) {
  void* host = nullptr;
  ASSERT_EQ(aclrtMallocHost(&host, 64), ACL_SUCCESS);
  std::atomic<int> runs{0};
  EXPECT_EQ(Launch(stream_, 0, &runs), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, ACL_ERROR_RT_VECTOR_CORE_EXCEPTION, &runs), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHostWithDevSync(host), ACL_SUCCESS);
  EXPECT_EQ(runs, 2);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION) << "stays for the stream";
  ExpectFailure(aclrtFreeHostWithDevSync(host), ACL_ERROR_RT_PARAM_INVALID,
                {"aclrtFreeHostWithDevSync", "hostPtr", "freed before"});
  ExpectFailure(aclrtFreeHostWithDevSync(nullptr), ACL_ERROR_INVALID_PARAM, {"hostPtr", "null"});
  ExpectFailure(aclrtFreeHostWithDevSync(device_), ACL_ERROR_RT_PARAM_INVALID, {"hostPtr", "aclrtMalloc"});
  OnNewThread([] {
    void* block = nullptr;
    ASSERT_EQ(aclrtMallocHost(&block, 64), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreeHostWithDevSync(block), ACL_SUCCESS) << "also without a context";
  });
}

TEST_F(HostMemoryTest, RegistersForKernels) {
  void* devicePointer = nullptr;
  EXPECT_EQ(aclrtHostRegister(own_, kBytes, ACL_HOST_REGISTER_MAPPED, &devicePointer), ACL_SUCCESS);
  EXPECT_EQ(devicePointer, own_);
  void* inside = nullptr;
  EXPECT_EQ(aclrtHostGetDevicePointer(own_ + 100, &inside, 0), ACL_SUCCESS);
  EXPECT_EQ(inside, own_ + 100);
  EXPECT_EQ(LocationOf(own_), ACL_MEM_LOCATION_TYPE_UNREGISTERED) << "mapped is not pinned";
  EXPECT_EQ(aclrtHostUnregister(own_), ACL_SUCCESS);
  ExpectFailure(aclrtHostGetDevicePointer(own_, &inside, 0), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED,
                {"aclrtHostGetDevicePointer", "pHost"});
  EXPECT_EQ(inside, own_ + 100);
}

TEST_F(HostMemoryTest, PinnedRegistrationsAreCopiedAsynchronously) {
  EXPECT_EQ(aclrtHostRegisterV2(own_, kBytes, ACL_HOST_REG_PINNED), ACL_SUCCESS);
  EXPECT_EQ(LocationOf(own_ + kBytes - 1), ACL_MEM_LOCATION_TYPE_HOST);
  std::memset(own_, 1, kBytes);
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtMemcpyAsync(device_, kBytes, own_, kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy2dAsync(other_, 64, own_, 64, 10, 10, ACL_MEMCPY_HOST_TO_DEVICE, stream_),
            ACL_SUCCESS);
  std::memset(own_, 2, kBytes);  // not copied yet
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(Read(device_, kBytes), std::vector<unsigned char>(kBytes, 2));
  EXPECT_EQ(Read(other_, 10), std::vector<unsigned char>(10, 2));
  EXPECT_EQ(aclrtMemset(own_, kBytes, 3, kBytes), ACL_SUCCESS);
  EXPECT_EQ(own_[kBytes - 1], 3);
  EXPECT_EQ(aclrtHostUnregister(own_), ACL_SUCCESS);
  EXPECT_EQ(LocationOf(own_), ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  ExpectFailure(aclrtMemset(own_, kBytes, 4, kBytes), ACL_ERROR_RT_PARAM_INVALID, {"ordinary host memory"});
}

// What new and malloc give out begins anywhere.
TEST_F(HostMemoryTest, OrdinaryAllocationsCanBePinned) {
  std::vector<char> ordinary(kBytes, 5);
  for (const size_t offset : {size_t{0}, size_t{13}}) {
    char* const data = ordinary.data() + offset;
    const size_t bytes = kBytes - offset;
    ASSERT_EQ(aclrtHostRegisterV2(data, bytes, ACL_HOST_REG_PINNED), ACL_SUCCESS) << TakeMessages();
    EXPECT_EQ(LocationOf(data), ACL_MEM_LOCATION_TYPE_HOST);
    EXPECT_EQ(aclrtMemcpyAsync(device_, bytes, data, bytes, ACL_MEMCPY_HOST_TO_DEVICE, stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(Read(device_, bytes), std::vector<unsigned char>(bytes, 5));
    EXPECT_EQ(aclrtHostUnregister(data), ACL_SUCCESS);
    EXPECT_EQ(LocationOf(data), ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  }
  char* const gone = Map(2 * kPage);
  munmap(gone + kPage, kPage);
  ExpectFailure(aclrtHostRegisterV2(gone + 100, kPage, ACL_HOST_REG_PINNED), ACL_ERROR_RT_PARAM_INVALID,
                {"ptr", "where less is mapped"});
  munmap(gone, kPage);
}

TEST_F(HostMemoryTest, OtherHostMemoryIsCopiedBeforeTheCallReturns) {
  const auto expectCopied = [this](size_t offset, size_t bytes, char value) {
    std::memset(own_, value, kBytes);
    EXPECT_EQ(aclrtMemcpyAsync(device_, kBytes, own_ + offset, bytes, ACL_MEMCPY_HOST_TO_DEVICE, stream_),
              ACL_SUCCESS);
    std::memset(own_, 0, kBytes);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(Read(device_, bytes), std::vector<unsigned char>(bytes, static_cast<unsigned char>(value)));
  };
  EXPECT_EQ(aclrtHostRegisterV2(own_, kBytes / 2, ACL_HOST_REG_MAPPED), ACL_SUCCESS);
  expectCopied(0, kBytes / 2, 1);
  EXPECT_EQ(aclrtHostUnregister(own_), ACL_SUCCESS);
  EXPECT_EQ(aclrtHostRegisterV2(own_, kBytes / 2, ACL_HOST_REG_PINNED), ACL_SUCCESS);
  expectCopied(kBytes / 2 - 1, 2, 2);
  expectCopied(kBytes / 2, kBytes / 2, 3);
}

TEST_F(HostMemoryTest, RegistrationsAreChecked) {
  void* untouched = &own_;
  const auto fail = [&](void* data, uint64_t bytes, aclError status,
                        std::initializer_list<const char*> texts) {
    ExpectFailure(aclrtHostRegister(data, bytes, ACL_HOST_REGISTER_MAPPED, &untouched), status, texts);
    ExpectFailure(aclrtHostRegisterV2(data, bytes, ACL_HOST_REG_MAPPED), status, texts);
  };
  fail(nullptr, kPage, ACL_ERROR_INVALID_PARAM, {"ptr", "null"});
  fail(own_, 0, ACL_ERROR_INVALID_PARAM, {"size", "0"});
  fail(own_ + 64, 64, ACL_ERROR_RT_PARAM_INVALID, {"ptr", "multiple of 4096"});
  fail(device_, kPage, ACL_ERROR_RT_PARAM_INVALID, {"ptr", "host memory", "device block"});
  fail(own_, SIZE_MAX, ACL_ERROR_RT_PARAM_INVALID, {"ptr"});
  char* const gone = Map(2 * kPage);
  munmap(gone + kPage, kPage);
  fail(gone, kPage + 1, ACL_ERROR_RT_PARAM_INVALID, {"ptr", "where less is mapped"});
  munmap(gone, kPage);
  ExpectFailure(aclrtHostRegister(own_, kPage, ACL_HOST_REGISTER_MAPPED, nullptr), ACL_ERROR_INVALID_PARAM,
                {"aclrtHostRegister", "devPtr", "null"});
  for (const aclrtHostRegisterType type : {ACL_HOST_REGISTER_IOMEMORY, ACL_HOST_REGISTER_READONLY}) {
    ExpectFailure(aclrtHostRegister(own_, kPage, type, &untouched), ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                  {"type"});
  }
  for (const int type : {1, 2, -1}) {
    ExpectFailure(aclrtHostRegister(own_, kPage, AnyEnum<aclrtHostRegisterType>(type), &untouched),
                  ACL_ERROR_RT_PARAM_INVALID, {"type"});
  }
  for (const uint64_t flag :
       {ACL_HOST_REG_IOMEMORY, ACL_HOST_REG_READONLY, ACL_HOST_REG_MAPPED | ACL_HOST_REG_READONLY}) {
    ExpectFailure(aclrtHostRegisterV2(own_, kPage, static_cast<uint32_t>(flag)),
                  ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"aclrtHostRegisterV2", "flag"});
  }
  for (const uint32_t flag : {0U, 1U, 0x20000000U, 0xffffffffU}) {
    ExpectFailure(aclrtHostRegisterV2(own_, kPage, flag), ACL_ERROR_RT_PARAM_INVALID, {"flag"});
  }
  OnNewThread([&] { fail(own_, kPage, ACL_ERROR_RT_CONTEXT_NULL, {"context"}); });
  EXPECT_EQ(untouched, &own_);
  ExpectFailure(aclrtHostUnregister(own_), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED,
                {"aclrtHostUnregister", "ptr"});
}

TEST_F(HostMemoryTest, ARangeIsRegisteredOnce) {
  ASSERT_EQ(aclrtHostRegisterV2(own_ + kPage, 2 * kPage, ACL_HOST_REG_PINNED), ACL_SUCCESS);
  void* untouched = &own_;
  for (const size_t page : {size_t{0}, size_t{1}, size_t{2}}) {
    ExpectFailure(aclrtHostRegister(own_ + page * kPage, 2 * kPage, ACL_HOST_REGISTER_MAPPED, &untouched),
                  ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED, {"ptr", "registered"});
    ExpectFailure(aclrtHostRegisterV2(own_ + page * kPage, 2 * kPage, ACL_HOST_REG_MAPPED),
                  ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED, {"ptr"});
  }
  EXPECT_EQ(untouched, &own_);
  EXPECT_EQ(aclrtHostRegisterV2(own_, kPage, ACL_HOST_REG_MAPPED | ACL_HOST_REG_PINNED), ACL_SUCCESS);
  ExpectFailure(aclrtHostUnregister(nullptr), ACL_ERROR_INVALID_PARAM, {"ptr", "null"});
  ExpectFailure(aclrtHostUnregister(own_ + 1), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED, {"ptr"});
  OnNewThread([this] { EXPECT_EQ(aclrtHostUnregister(own_ + kPage), ACL_SUCCESS) << "needs no context"; });
  ExpectFailure(aclrtHostUnregister(own_ + kPage), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED, {"ptr"});
}

TEST_F(HostMemoryTest, DevicePointersAreChecked) {
  void* untouched = &own_;
  ASSERT_EQ(aclrtHostRegisterV2(own_, kPage, ACL_HOST_REG_PINNED), ACL_SUCCESS);
  ExpectFailure(aclrtHostGetDevicePointer(nullptr, &untouched, 0), ACL_ERROR_INVALID_PARAM,
                {"pHost", "null"});
  ExpectFailure(aclrtHostGetDevicePointer(own_, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"pDevice", "null"});
  ExpectFailure(aclrtHostGetDevicePointer(own_, &untouched, 1), ACL_ERROR_RT_PARAM_INVALID, {"flag", "1"});
  ExpectFailure(aclrtHostGetDevicePointer(own_, &untouched, 0), ACL_ERROR_RT_PARAM_INVALID,
                {"pHost", "ACL_HOST_REG_MAPPED"});
  ExpectFailure(aclrtHostGetDevicePointer(own_ + kPage, &untouched, 0), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED,
                {"pHost"});
  ExpectFailure(aclrtHostGetDevicePointer(pinned_, &untouched, 0), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED,
                {"pHost"});
  EXPECT_EQ(untouched, &own_);
}

TEST_F(HostMemoryTest, PinnedBlocksCanBeMappedAndNotPinnedAgain) {
  void* block = nullptr;
  ASSERT_EQ(aclrtMallocHost(&block, size_t{4} << 20), ACL_SUCCESS);
  ASSERT_EQ(reinterpret_cast<uintptr_t>(block) % kPage, 0U);
  ExpectFailure(aclrtHostRegisterV2(block, kPage, ACL_HOST_REG_PINNED), ACL_ERROR_RT_PARAM_INVALID,
                {"flag", "aclrtMallocHost"});
  ExpectFailure(aclrtHostRegisterV2(block, (size_t{4} << 20) + 1, ACL_HOST_REG_MAPPED),
                ACL_ERROR_RT_PARAM_INVALID, {"ptr", "pinned host block"});
  void* devicePointer = nullptr;
  EXPECT_EQ(aclrtHostRegister(block, kPage, ACL_HOST_REGISTER_MAPPED, &devicePointer), ACL_SUCCESS);
  EXPECT_EQ(devicePointer, block);
  EXPECT_EQ(aclrtFreeHost(block), ACL_SUCCESS) << "with the registration, which was forgotten";
  ExpectFailure(aclrtHostUnregister(block), ACL_ERROR_HOST_MEMORY_NOT_REGISTERED, {"ptr"});
  ExpectFailure(aclrtHostRegisterV2(block, kPage, ACL_HOST_REG_MAPPED), ACL_ERROR_RT_PARAM_INVALID,
                {"ptr", "freed"});
}

// The owner unmaps registered memory, and device memory appears at its address.
TEST_F(HostMemoryTest, AForgottenRegistrationDoesNotCoverBlocks) {
  constexpr size_t kLarge = size_t{200} << 20;
  char* const range = Map(kLarge);
  ASSERT_NE(range, nullptr);
  ASSERT_EQ(aclrtHostRegisterV2(range, kLarge, ACL_HOST_REG_MAPPED | ACL_HOST_REG_PINNED), ACL_SUCCESS);
  munmap(range, kLarge);
  char* block = nullptr;
  ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&block), size_t{180} << 20, ACL_MEM_MALLOC_HUGE_FIRST),
            ACL_SUCCESS);
  EXPECT_EQ(LocationOf(block), ACL_MEM_LOCATION_TYPE_DEVICE);
  EXPECT_EQ(aclrtMemset(block, 64, 1, 64), ACL_SUCCESS);
  const bool met = block < range + kLarge && range < block + (size_t{180} << 20);
  EXPECT_EQ(aclrtHostUnregister(range), met ? ACL_ERROR_HOST_MEMORY_NOT_REGISTERED : ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  TakeMessages();
}

}  // namespace
}  // namespace openaclnn::runtime
