// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "runtime/memory/physical_memory_testing.h"

namespace openaclnn::runtime {
namespace {

class VirtualMemoryTest : public PhysicalMemoryFixture {
 protected:
  void SetUp() override {
    PhysicalMemoryFixture::SetUp();
    ASSERT_EQ(aclrtReserveMemAddress(reinterpret_cast<void**>(&base_), 64 * kMib, 0, nullptr, 1),
              ACL_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    for (char* const address : mapped_) {
      EXPECT_EQ(aclrtUnmapMem(address), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtReleaseMemAddress(base_), ACL_SUCCESS);
    PhysicalMemoryFixture::TearDown();
  }

  // Fresh memory at this offset, which TearDown unmaps; its handle is freed.
  char* Map(size_t offset, size_t bytes = kPiece) {
    aclrtDrvMemHandle const handle = Allocate(bytes);
    EXPECT_EQ(aclrtMapMem(base_ + offset, bytes, 0, handle, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
    mapped_.push_back(base_ + offset);
    return base_ + offset;
  }
  void Unmap(char* address) {
    EXPECT_EQ(aclrtUnmapMem(address), ACL_SUCCESS);
    std::erase(mapped_, address);
  }
  static std::vector<char> Read(const char* address, size_t bytes) {
    std::vector<char> data(bytes);
    EXPECT_EQ(aclrtMemcpy(data.data(), bytes, address, bytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    return data;
  }
  static void Fill(char* address, int value, size_t bytes) {
    EXPECT_EQ(aclrtMemset(address, bytes, value, bytes), ACL_SUCCESS);
  }
  // Puts mse_loss_backward over these addresses on the stream.
  aclnnStatus Launch(char* gradient, char* self, char* target, char* result, int64_t elements) {
    std::vector<aclTensor*> tensors;
    for (char* const address : {gradient, self, target, result}) {
      const int64_t stride = 1;
      tensors.push_back(
          aclCreateTensor(&elements, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, &elements, 1, address));
    }
    uint64_t workspaceBytes = 0;
    aclOpExecutor* executor = nullptr;
    aclnnStatus status = aclnnMseLossBackwardGetWorkspaceSize(tensors[0], tensors[1], tensors[2], 0,
                                                              tensors[3], &workspaceBytes, &executor);
    EXPECT_EQ(workspaceBytes, 0U);
    if (status == ACL_SUCCESS) {
      status = aclnnMseLossBackward(nullptr, 0, executor, stream_);
    }
    for (aclTensor* const tensor : tensors) {
      aclDestroyTensor(tensor);
    }
    return status;
  }

  char* base_ = nullptr;
  std::vector<char*> mapped_;
};

TEST_F(VirtualMemoryTest, ReservationsAreChecked) {
  void* address = &address;
  ExpectFailure(aclrtReserveMemAddress(nullptr, kPiece, 0, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"virPtr"});
  ExpectFailure(aclrtReserveMemAddress(&address, 0, 0, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"size"});
  ExpectFailure(aclrtReserveMemAddress(&address, kPiece, 4096, nullptr, 0), ACL_ERROR_RT_PARAM_INVALID,
                {"alignment", "4096"});
  ExpectFailure(aclrtReserveMemAddress(&address, kPiece, 0, base_, 0), ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                {"expectPtr"});
  ExpectFailure(aclrtReserveMemAddress(&address, kPiece, 0, nullptr, 2), ACL_ERROR_RT_PARAM_INVALID,
                {"flags"});
  for (const size_t size : {SIZE_MAX, SIZE_MAX - kPiece, size_t{1} << 60}) {
    ExpectFailure(aclrtReserveMemAddress(&address, size, 0, nullptr, 0), ACL_ERROR_RT_MEMORY_ALLOCATION,
                  {"Failed to allocate", "address space"});
  }
  EXPECT_EQ(address, &address);
  // Any size; the addresses cost no memory.
  ASSERT_EQ(aclrtReserveMemAddress(&address, (size_t{32} << 30) + 1, 0, nullptr, 0), ACL_SUCCESS);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(address) % kPiece, 0U);
  EXPECT_EQ(FreeBytes(), free_);
  ExpectFailure(aclrtReleaseMemAddress(static_cast<char*>(address) + kPiece), ACL_ERROR_RT_PARAM_INVALID,
                {"virPtr", "start of a range"});
  EXPECT_EQ(aclrtReleaseMemAddress(address), ACL_SUCCESS);
  ExpectFailure(aclrtReleaseMemAddress(address), ACL_ERROR_RT_PARAM_INVALID, {"virPtr"});
  ExpectFailure(aclrtReleaseMemAddress(nullptr), ACL_ERROR_INVALID_PARAM, {"virPtr", "null"});
}

TEST_F(VirtualMemoryTest, MappingIsChecked) {
  aclrtDrvMemHandle const handle = Allocate(2 * kPiece);
  aclrtDrvMemHandle const other = Allocate(kPiece, 1);
  struct Case {
    char* address;
    size_t size;
    size_t offset;
    aclrtDrvMemHandle handle;
    uint64_t flags;
    aclError status;
    const char* fragment;
  };
  char local = 0;
  const std::vector<Case> cases{
      {nullptr, 2 * kPiece, 0, handle, 0, ACL_ERROR_INVALID_PARAM, "virPtr"},
      {base_, 2 * kPiece, 0, nullptr, 0, ACL_ERROR_INVALID_PARAM, "handle"},
      {base_, 2 * kPiece, 4096, handle, 0, ACL_ERROR_RT_PARAM_INVALID, "offset"},
      {base_, 2 * kPiece, 0, handle, 1, ACL_ERROR_RT_PARAM_INVALID, "flags"},
      {base_, kPiece, 0, handle, 0, ACL_ERROR_RT_PARAM_INVALID, "size"},
      {base_ + 4096, 2 * kPiece, 0, handle, 0, ACL_ERROR_RT_PARAM_INVALID, "granularity"},
      {base_ + 64 * kMib - kPiece, 2 * kPiece, 0, handle, 0, ACL_ERROR_RT_PARAM_INVALID, "left"},
      {base_ + 64 * kMib, 2 * kPiece, 0, handle, 0, ACL_ERROR_RT_PARAM_INVALID, "virPtr"},
      {&local - reinterpret_cast<uintptr_t>(&local) % kPiece, 2 * kPiece, 0, handle, 0,
       ACL_ERROR_RT_PARAM_INVALID, "aclrtReserveMemAddress"},
      {base_, 2 * kPiece, 0, stream_, 0, ACL_ERROR_RT_INVALID_HANDLE, "handle"},
  };
  for (const Case& each : cases) {
    ExpectFailure(aclrtMapMem(each.address, each.size, each.offset, each.handle, each.flags), each.status,
                  {"aclrtMapMem", each.fragment});
    ExpectFailure(aclrtMemMapNoAccess(each.address, each.size, each.offset, each.handle, each.flags),
                  ACL_ERROR_INVALID_PARAM, {"aclrtMemMapNoAccess", each.fragment});
  }
  // Neither on, nor into, nor from inside of what is mapped.
  EXPECT_EQ(aclrtMapMem(base_ + 2 * kPiece, 2 * kPiece, 0, handle, 0), ACL_SUCCESS);
  for (const size_t piece : {1U, 2U, 3U}) {
    ExpectFailure(aclrtMapMem(base_ + piece * kPiece, 2 * kPiece, 0, handle, 0), ACL_ERROR_RT_PARAM_INVALID,
                  {"virPtr", "mapped there"});
  }
  ExpectFailure(aclrtMapMem(base_, kPiece, 0, other, 0), ACL_ERROR_RT_PARAM_INVALID,
                {"handle", "device 0", "device 1"});
  ExpectFailure(aclrtReleaseMemAddress(base_), ACL_ERROR_RT_PARAM_INVALID, {"virPtr", "1 pieces"});
  ExpectFailure(aclrtUnmapMem(base_ + 3 * kPiece), ACL_ERROR_RT_PARAM_INVALID,
                {"virPtr", "inside the piece"});
  ExpectFailure(aclrtUnmapMem(base_), ACL_ERROR_RT_PARAM_INVALID, {"virPtr", "where none is"});
  ExpectFailure(aclrtUnmapMem(&local), ACL_ERROR_RT_PARAM_INVALID, {"virPtr"});
  ExpectFailure(aclrtUnmapMem(nullptr), ACL_ERROR_INVALID_PARAM, {"virPtr"});
  EXPECT_EQ(aclrtUnmapMem(base_ + 2 * kPiece), ACL_SUCCESS);
  ExpectFailure(aclrtUnmapMem(base_ + 2 * kPiece), ACL_ERROR_RT_PARAM_INVALID, {"virPtr"});
  EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
  ExpectFailure(aclrtMapMem(base_, 2 * kPiece, 0, handle, 0), ACL_ERROR_RT_INVALID_HANDLE, {"freed before"});
  EXPECT_EQ(aclrtFreePhysical(other), ACL_SUCCESS);
}

// What ggml's pool does: it grows at the end of a large range, uses what is mapped as one block, and takes it
// down in this order.
TEST_F(VirtualMemoryTest, APoolGrowsInPlace) {
  aclrtPhysicalMemProp properties = PropertiesOf(0);
  size_t granularity = 0;
  ASSERT_EQ(
      aclrtMemGetAllocationGranularity(&properties, ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED, &granularity),
      ACL_SUCCESS);
  char* pool = nullptr;
  ASSERT_EQ(aclrtReserveMemAddress(reinterpret_cast<void**>(&pool), size_t{32} << 30, 0, nullptr, 1),
            ACL_SUCCESS);
  size_t poolBytes = 0;
  std::vector<aclrtDrvMemHandle> handles;
  std::vector<char*> offsets;
  for (const size_t pieces : {1U, 3U, 1U, 2U}) {
    const size_t bytes = pieces * granularity;
    aclrtDrvMemHandle handle = nullptr;
    ASSERT_EQ(aclrtMallocPhysical(&handle, bytes, &properties, 0), ACL_SUCCESS);
    ASSERT_EQ(aclrtMapMem(pool + poolBytes, bytes, 0, handle, 0), ACL_SUCCESS);
    handles.push_back(handle);
    offsets.push_back(pool + poolBytes);
    poolBytes += bytes;
    // All of it at once, earlier content included, by every kind of call.
    Fill(pool + poolBytes - bytes, static_cast<int>(pieces), bytes);
    ASSERT_EQ(aclrtMemsetAsync(pool + 1, poolBytes - 1, 42, poolBytes - 1, stream_), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(Read(pool + 1, poolBytes - 1), std::vector<char>(poolBytes - 1, 42));
    ExpectFailure(aclrtMemset(pool, poolBytes + 1, 0, poolBytes + 1), ACL_ERROR_RT_PARAM_INVALID,
                  {"devPtr", std::to_string(poolBytes).c_str()});
  }
  // Tensors across the borders of pieces: 3 MiB each, from 1 MiB on.
  const int64_t elements = static_cast<int64_t>(3 * kMib / sizeof(float));
  const std::vector<float> twos(static_cast<size_t>(elements), 2);
  const std::vector<float> fives(static_cast<size_t>(elements), 5);
  ASSERT_EQ(aclrtMemcpy(pool + kMib, 3 * kMib, twos.data(), 3 * kMib, ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
  ASSERT_EQ(aclrtMemcpy(pool + 4 * kMib, 3 * kMib, fives.data(), 3 * kMib, ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
  ASSERT_EQ(aclrtMemcpyAsync(pool + 7 * kMib, 3 * kMib, pool + kMib, 3 * kMib, ACL_MEMCPY_DEVICE_TO_DEVICE,
                             stream_),
            ACL_SUCCESS);
  ASSERT_EQ(Launch(pool + kMib, pool + 4 * kMib, pool + 7 * kMib, pool + 10 * kMib, elements), ACL_SUCCESS);
  std::vector<float> result(static_cast<size_t>(elements));
  ASSERT_EQ(aclrtMemcpyAsync(result.data(), 3 * kMib, pool + 10 * kMib, 3 * kMib, ACL_MEMCPY_DEVICE_TO_HOST,
                             stream_),
            ACL_SUCCESS);
  EXPECT_EQ(result, std::vector<float>(static_cast<size_t>(elements), 2 * 2 * (5 - 2)));
  EXPECT_NE(Launch(pool + kMib, pool + 4 * kMib, pool + 7 * kMib, pool + 12 * kMib, elements), ACL_SUCCESS)
      << "beyond what is mapped";

  ASSERT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  for (char* const offset : offsets) {
    EXPECT_EQ(aclrtUnmapMem(offset), ACL_SUCCESS);
  }
  for (aclrtDrvMemHandle const handle : handles) {
    EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtReleaseMemAddress(pool), ACL_SUCCESS);
}

TEST_F(VirtualMemoryTest, MemoryComesAndGoesWithoutAContextOrDevice) {
  Map(0);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  OnNewThread([this] { Unmap(base_); });
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
}

TEST_F(VirtualMemoryTest, ContentBelongsToTheMemoryNotToTheAddress) {
  aclrtDrvMemHandle const handle = Allocate(kPiece);
  ASSERT_EQ(aclrtMapMem(base_, kPiece, 0, handle, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtMapMem(base_ + 8 * kPiece, kPiece, 0, handle, 0), ACL_SUCCESS);
  Fill(base_, 7, kPiece);
  EXPECT_EQ(Read(base_ + 8 * kPiece, kPiece), std::vector<char>(kPiece, 7)) << "one memory at two addresses";
  EXPECT_EQ(aclrtUnmapMem(base_), ACL_SUCCESS);
  EXPECT_EQ(aclrtUnmapMem(base_ + 8 * kPiece), ACL_SUCCESS);
  ASSERT_EQ(aclrtMapMem(base_ + 4 * kPiece, kPiece, 0, handle, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
  EXPECT_EQ(FreeBytes(), free_ - kPiece) << "lives while it is mapped";
  EXPECT_EQ(Read(base_ + 4 * kPiece, kPiece), std::vector<char>(kPiece, 7));
  EXPECT_EQ(aclrtUnmapMem(base_ + 4 * kPiece), ACL_SUCCESS);
  EXPECT_EQ(FreeBytes(), free_);
}

TEST_F(VirtualMemoryTest, HandlesAreRetainedByAddress) {
  aclrtDrvMemHandle const handle = Allocate(kPiece);
  ASSERT_EQ(aclrtMapMem(base_, kPiece, 0, handle, 0), ACL_SUCCESS);
  aclrtDrvMemHandle again = nullptr;
  EXPECT_EQ(aclrtMemRetainAllocationHandle(base_ + 100, &again), ACL_SUCCESS);
  EXPECT_EQ(again, handle);
  EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS) << "one more";
  EXPECT_EQ(aclrtFreePhysical(handle), ACL_ERROR_RT_INVALID_HANDLE);
  // There is no handle left; a new one is made.
  EXPECT_EQ(aclrtMemRetainAllocationHandle(base_, &again), ACL_SUCCESS);
  EXPECT_NE(again, handle);
  EXPECT_EQ(aclrtUnmapMem(base_), ACL_SUCCESS);
  EXPECT_EQ(FreeBytes(), free_ - kPiece);
  EXPECT_EQ(aclrtFreePhysical(again), ACL_SUCCESS);
  ExpectFailure(aclrtMemRetainAllocationHandle(base_, &again), ACL_ERROR_RT_PARAM_INVALID, {"virPtr"});
  ExpectFailure(aclrtMemRetainAllocationHandle(nullptr, &again), ACL_ERROR_INVALID_PARAM, {"virPtr"});
  ExpectFailure(aclrtMemRetainAllocationHandle(base_, nullptr), ACL_ERROR_INVALID_PARAM, {"handle"});
}

TEST_F(VirtualMemoryTest, MappedMemoryIsDeviceMemory) {
  Map(0);
  aclrtPtrAttributes attributes{};
  EXPECT_EQ(aclrtPointerGetAttributes(base_ + 5, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
  EXPECT_EQ(attributes.location.id, 0U);
  EXPECT_EQ(attributes.pageSize, kPiece);
  EXPECT_EQ(aclrtPointerGetAttributes(base_ + kPiece, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  ExpectFailure(aclrtFree(base_), ACL_ERROR_RT_PARAM_INVALID, {"devPtr", "aclrtMapMem"});
  Fill(base_, 1, kPiece);
}

TEST_F(VirtualMemoryTest, AddressesWithoutMemoryAreNotTouched) {
  Map(kPiece);
  std::vector<char> host(4 * kPiece);
  for (const auto kind : {ACL_MEMCPY_HOST_TO_DEVICE, ACL_MEMCPY_DEVICE_TO_HOST, ACL_MEMCPY_DEFAULT,
                          ACL_MEMCPY_HOST_TO_HOST, ACL_MEMCPY_DEVICE_TO_DEVICE}) {
    for (char* const address : {base_, base_ + kPiece - 1, base_ + 2 * kPiece - 1, base_ + 2 * kPiece}) {
      ExpectFailure(aclrtMemcpy(address, 2, host.data(), 2, kind), ACL_ERROR_RT_PARAM_INVALID, {"dst"});
      EXPECT_EQ(aclrtMemcpy(host.data(), 2, address, 2, kind), ACL_ERROR_RT_PARAM_INVALID);
    }
  }
  ExpectFailure(aclrtMemcpy(host.data(), 2, base_, 2, ACL_MEMCPY_DEFAULT), ACL_ERROR_RT_PARAM_INVALID,
                {"src", "aclrtReserveMemAddress"});
  ExpectFailure(aclrtMemset(base_, 2, 0, 2), ACL_ERROR_RT_PARAM_INVALID, {"devPtr"});
  EXPECT_NE(Launch(base_, base_ + kPiece, base_ + kPiece, base_ + kPiece, 4), ACL_SUCCESS);
  // Once released, they are like any other address.
  void* range = nullptr;
  ASSERT_EQ(aclrtReserveMemAddress(&range, kPiece, 0, nullptr, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtReleaseMemAddress(range), ACL_SUCCESS);
}

TEST_F(VirtualMemoryTest, AccessIsGivenLater) {
  aclrtDrvMemHandle const handle = Allocate(kPiece);
  ASSERT_EQ(aclrtMemMapNoAccess(base_ + kPiece, kPiece, 0, handle, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
  mapped_.push_back(base_ + kPiece);
  Map(0);
  char* const address = base_ + kPiece;
  char byte = 0;
  aclrtMemLocation device{0, ACL_MEM_LOCATION_TYPE_DEVICE};
  aclrtMemLocation otherDevice{1, ACL_MEM_LOCATION_TYPE_DEVICE};
  aclrtMemLocation host{0, ACL_MEM_LOCATION_TYPE_HOST};
  const auto access = [](char* where, aclrtMemLocation& location) {
    uint64_t flags = 77;
    EXPECT_EQ(aclrtMemGetAccess(where, &location, &flags), ACL_SUCCESS);
    return flags;
  };
  constexpr uint64_t kNone = ACL_RT_MEM_ACCESS_FLAGS_NONE;
  constexpr uint64_t kAll = ACL_RT_MEM_ACCESS_FLAGS_READWRITE;

  EXPECT_EQ(access(base_, device), kAll) << "mapped with access";
  EXPECT_EQ(access(base_, otherDevice), kNone);
  EXPECT_EQ(access(address + 9, device), kNone);
  for (const auto kind : {ACL_MEMCPY_DEFAULT, ACL_MEMCPY_DEVICE_TO_HOST}) {
    ExpectFailure(aclrtMemcpy(&byte, 1, address, 1, kind), ACL_ERROR_RT_PARAM_INVALID, {"src"});
  }
  ExpectFailure(aclrtMemset(base_, 2 * kPiece, 0, 2 * kPiece), ACL_ERROR_RT_PARAM_INVALID, {"devPtr"});

  aclrtMemAccessDesc description{ACL_RT_MEM_ACCESS_FLAGS_READWRITE, host, {}};
  EXPECT_EQ(aclrtMemSetAccess(address, kPiece, &description, 1), ACL_SUCCESS);
  EXPECT_EQ(access(address, host), kAll);
  EXPECT_EQ(access(address, device), kNone);
  *address = 3;  // the host may
  ExpectFailure(aclrtMemset(address, 1, 0, 1), ACL_ERROR_RT_PARAM_INVALID, {"devPtr"});

  std::array<aclrtMemAccessDesc, 2> devices{
      aclrtMemAccessDesc{ACL_RT_MEM_ACCESS_FLAGS_READWRITE, device, {}},
      aclrtMemAccessDesc{ACL_RT_MEM_ACCESS_FLAGS_READWRITE, otherDevice, {}}};
  EXPECT_EQ(aclrtMemSetAccess(address, kPiece, devices.data(), 2), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemSetAccess(address, kPiece, devices.data(), 2), ACL_SUCCESS) << "again";
  EXPECT_EQ(access(address, device), kAll);
  EXPECT_EQ(access(address, otherDevice), kAll);
  EXPECT_EQ(Read(address, 1), std::vector<char>{3});
  Fill(base_, 5, 2 * kPiece);
  EXPECT_EQ(Read(address - 1, 2), std::vector<char>(2, 5));
}

TEST_F(VirtualMemoryTest, AccessArgumentsAreChecked) {
  Map(0);
  aclrtMemLocation location{0, ACL_MEM_LOCATION_TYPE_DEVICE};
  aclrtMemAccessDesc good{ACL_RT_MEM_ACCESS_FLAGS_READWRITE, location, {}};
  uint64_t flags = 9;
  ExpectFailure(aclrtMemSetAccess(nullptr, kPiece, &good, 1), ACL_ERROR_INVALID_PARAM, {"virPtr"});
  ExpectFailure(aclrtMemSetAccess(base_, kPiece, nullptr, 1), ACL_ERROR_INVALID_PARAM, {"desc"});
  ExpectFailure(aclrtMemSetAccess(base_, kPiece, &good, 0), ACL_ERROR_INVALID_PARAM, {"count"});
  ExpectFailure(aclrtMemSetAccess(base_, kMib, &good, 1), ACL_ERROR_RT_PARAM_INVALID, {"size"});
  ExpectFailure(aclrtMemSetAccess(base_ + 1, kPiece, &good, 1), ACL_ERROR_RT_PARAM_INVALID, {"virPtr"});
  ExpectFailure(aclrtMemSetAccess(base_ + kPiece, kPiece, &good, 1), ACL_ERROR_RT_PARAM_INVALID, {"virPtr"});
  for (const int wrong : {0, 1, 2, 4}) {
    aclrtMemAccessDesc bad = good;
    bad.flags = AnyEnum<aclrtMemAccessFlags>(wrong);
    std::array<aclrtMemAccessDesc, 2> both{good, bad};
    ExpectFailure(aclrtMemSetAccess(base_, kPiece, both.data(), 2), ACL_ERROR_RT_PARAM_INVALID,
                  {"desc[1].flags"});
  }
  aclrtMemAccessDesc bad = good;
  bad.location = {7, ACL_MEM_LOCATION_TYPE_DEVICE};
  ExpectFailure(aclrtMemSetAccess(base_, kPiece, &bad, 1), ACL_ERROR_RT_INVALID_DEVICEID, {"7"});
  bad.location = {1, ACL_MEM_LOCATION_TYPE_HOST};
  ExpectFailure(aclrtMemSetAccess(base_, kPiece, &bad, 1), ACL_ERROR_RT_PARAM_INVALID, {"location.id"});
  bad.location = {0, ACL_MEM_LOCATION_TYPE_UNREGISTERED};
  ExpectFailure(aclrtMemSetAccess(base_, kPiece, &bad, 1), ACL_ERROR_RT_PARAM_INVALID, {"location.type"});

  ExpectFailure(aclrtMemGetAccess(nullptr, &location, &flags), ACL_ERROR_INVALID_PARAM, {"virPtr"});
  ExpectFailure(aclrtMemGetAccess(base_, nullptr, &flags), ACL_ERROR_INVALID_PARAM, {"location"});
  ExpectFailure(aclrtMemGetAccess(base_, &location, nullptr), ACL_ERROR_INVALID_PARAM, {"flag"});
  ExpectFailure(aclrtMemGetAccess(base_ + kPiece, &location, &flags), ACL_ERROR_RT_PARAM_INVALID, {"virPtr"});
  location.id = 7;
  ExpectFailure(aclrtMemGetAccess(base_, &location, &flags), ACL_ERROR_RT_INVALID_DEVICEID, {"7"});
  location.type = ACL_MEM_LOCATION_TYPE_UNREGISTERED;
  ExpectFailure(aclrtMemGetAccess(base_, &location, &flags), ACL_ERROR_RT_PARAM_INVALID, {"location"});
  EXPECT_EQ(flags, 9U);
}

TEST_F(VirtualMemoryTest, QueuedWorkKeepsWhatItUses) {
  Map(0);
  Map(kPiece);
  Gate gate;
  gate.Block(stream_);
  ASSERT_EQ(aclrtMemsetAsync(base_, 2 * kPiece, 1, 2 * kPiece, stream_), ACL_SUCCESS);
  Unmap(base_);
  Unmap(base_ + kPiece);
  ExpectFailure(aclrtMemset(base_, 1, 0, 1), ACL_ERROR_RT_PARAM_INVALID, {"devPtr"});
  // The place is taken until the work is done.
  aclrtDrvMemHandle const handle = Allocate(kPiece);
  ExpectFailure(aclrtMapMem(base_, kPiece, 0, handle, 0), ACL_ERROR_RT_PARAM_INVALID,
                {"virPtr", "queued work"});
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtMapMem(base_, kPiece, 0, handle, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtUnmapMem(base_), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
}

TEST_F(VirtualMemoryTest, ARangeIsReleasedUnderQueuedWork) {
  char* range = nullptr;
  ASSERT_EQ(aclrtReserveMemAddress(reinterpret_cast<void**>(&range), kPiece, 0, nullptr, 0), ACL_SUCCESS);
  aclrtDrvMemHandle const handle = Allocate(kPiece);
  ASSERT_EQ(aclrtMapMem(range, kPiece, 0, handle, 0), ACL_SUCCESS);
  Gate gate;
  gate.Block(stream_);
  ASSERT_EQ(aclrtMemsetAsync(range, kPiece, 1, kPiece, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtUnmapMem(range), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
  EXPECT_EQ(aclrtReleaseMemAddress(range), ACL_SUCCESS);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
}

TEST_F(VirtualMemoryTest, AnOperatorFailsOnlyForMemoryThatItUses) {
  for (size_t piece = 0; piece < 4; ++piece) {
    Map(piece * kPiece);
  }
  Fill(base_, 0, 3 * kPiece);
  constexpr int64_t kElements = 3 * kMib / sizeof(float);
  Gate first;
  first.Block(stream_);
  EXPECT_EQ(Launch(base_, base_, base_, base_ + 3 * kMib, kElements), ACL_SUCCESS);
  Unmap(base_ + 3 * kPiece);  // its neighbour
  first.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  Gate second;
  second.Block(stream_);
  EXPECT_EQ(Launch(base_, base_, base_, base_ + 3 * kMib, kElements), ACL_SUCCESS);
  Unmap(base_ + 2 * kPiece);  // the end of the last tensor
  second.Open();
  ExpectFailure(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION,
                {"aclnnMseLossBackward", "freed before the work started"});
}

TEST(VirtualMemoryWithoutInitialization, Fails) {
  aclrtPhysicalMemProp properties = PropertiesOf(0);
  aclrtDrvMemHandle handle = nullptr;
  void* address = nullptr;
  size_t granularity = 0;
  EXPECT_EQ(aclrtMemGetAllocationGranularity(&properties, ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM, &granularity),
            ACL_ERROR_UNINITIALIZE);
  EXPECT_EQ(aclrtMallocPhysical(&handle, kPiece, &properties, 0), ACL_ERROR_UNINITIALIZE);
  EXPECT_EQ(aclrtReserveMemAddress(&address, kPiece, 0, nullptr, 0), ACL_ERROR_UNINITIALIZE);
  EXPECT_EQ(aclrtMapMem(&handle, kPiece, 0, &handle, 0), ACL_ERROR_UNINITIALIZE);
}

}  // namespace
}  // namespace openaclnn::runtime
