// SPDX-License-Identifier: Apache-2.0
//
// What one process sees of it; tests/sharing has two.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl_rt_memory_soma.h"
#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

constexpr size_t kMib = size_t{1} << 20;
constexpr size_t kPage = 4096;
constexpr size_t kKeyBytes = 65;
constexpr uint64_t kAnyProcess = ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION;

using Key = std::array<char, kKeyBytes>;

class IpcMemoryTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&block_), 4 * kMib, ACL_MEM_MALLOC_HUGE_FIRST),
              ACL_SUCCESS);
  }
  void TearDown() override {
    if (block_ != nullptr) {
      EXPECT_EQ(aclrtFree(block_), ACL_SUCCESS);
    }
    DeviceTest::TearDown();
  }
  static Key Export(void* address, size_t size, uint64_t flags = kAnyProcess) {
    Key key{};
    EXPECT_EQ(aclrtIpcMemGetExportKey(address, size, key.data(), key.size(), flags), ACL_SUCCESS);
    return key;
  }
  char* block_ = nullptr;
};

TEST_F(IpcMemoryTest, ExportsAreChecked) {
  Key key;
  key.fill('x');
  const Key untouched = key;
  struct Case {
    void* address;
    size_t size;
    char* key;
    size_t length;
    uint64_t flags;
    aclError status;
    const char* fragment;
  };
  int local = 0;
  void* host = nullptr;
  ASSERT_EQ(aclrtMallocHost(&host, 2 * kPage), ACL_SUCCESS);
  const std::vector<Case> cases{
      {nullptr, kPage, key.data(), kKeyBytes, 0, ACL_ERROR_INVALID_PARAM, "devPtr"},
      {block_, 0, key.data(), kKeyBytes, 0, ACL_ERROR_INVALID_PARAM, "size"},
      {block_, kPage, nullptr, kKeyBytes, 0, ACL_ERROR_INVALID_PARAM, "key"},
      {block_, kPage, key.data(), 64, 0, ACL_ERROR_RT_PARAM_INVALID, "len"},
      {block_, kPage, key.data(), 66, 0, ACL_ERROR_RT_PARAM_INVALID, "len"},
      {block_, kPage, key.data(), kKeyBytes, 2, ACL_ERROR_RT_PARAM_INVALID, "flags"},
      {block_ + 64, kPage, key.data(), kKeyBytes, 0, ACL_ERROR_RT_PARAM_INVALID, "multiple of the page size"},
      {block_, kPage + 1, key.data(), kKeyBytes, 0, ACL_ERROR_RT_PARAM_INVALID, "multiple of the page size"},
      {block_, 4 * kMib + kPage, key.data(), kKeyBytes, 0, ACL_ERROR_RT_PARAM_INVALID, "block's end"},
      {&local, kPage, key.data(), kKeyBytes, 0, ACL_ERROR_RT_PARAM_INVALID, "not device memory"},
      {host, kPage, key.data(), kKeyBytes, 0, ACL_ERROR_RT_PARAM_INVALID, "host memory"},
  };
  for (const Case& each : cases) {
    ExpectFailure(aclrtIpcMemGetExportKey(each.address, each.size, each.key, each.length, each.flags),
                  each.status, {"aclrtIpcMemGetExportKey", each.fragment});
  }
  EXPECT_EQ(aclrtFreeHost(host), ACL_SUCCESS);

  aclrtMemPoolProps properties{};
  properties.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
  aclrtMemPool pool = nullptr;
  void* pooled = nullptr;
  ASSERT_EQ(aclrtMemPoolCreate(&pool, &properties), ACL_SUCCESS);
  ASSERT_EQ(aclrtMemPoolMallocAsync(&pooled, 2 * kMib, pool, nullptr), ACL_SUCCESS);
  ExpectFailure(aclrtIpcMemGetExportKey(pooled, kPage, key.data(), kKeyBytes, 0),
                ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"devPtr", "aclrtMemPoolMallocAsync"});
  EXPECT_EQ(aclrtMemPoolFreeAsync(pooled, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemPoolDestroy(pool), ACL_SUCCESS);
  EXPECT_EQ(key, untouched);
}

TEST_F(IpcMemoryTest, AKeyIsATextOfItsOwn) {
  const Key first = Export(block_, 4 * kMib);
  EXPECT_EQ(Export(block_, 4 * kMib), first) << "the same again";
  EXPECT_NE(Export(block_ + kPage, kPage), first) << "another part";
  EXPECT_NE(Export(block_, 4 * kMib, ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT), first);
  EXPECT_EQ(first.back(), '\0');
  EXPECT_LT(std::strlen(first.data()), kKeyBytes);
  EXPECT_EQ(aclrtIpcMemClose(first.data()), ACL_SUCCESS);
  EXPECT_EQ(Export(block_, 4 * kMib), first) << "exported twice, closed once";
  EXPECT_EQ(aclrtIpcMemClose(first.data()), ACL_SUCCESS);
  EXPECT_EQ(aclrtIpcMemClose(first.data()), ACL_SUCCESS);
  ExpectFailure(aclrtIpcMemClose(first.data()), ACL_ERROR_RT_INVALID_HANDLE, {"key"});
  EXPECT_NE(Export(block_, 4 * kMib), first);
}

TEST_F(IpcMemoryTest, TheContentStaysWhatItWas) {
  std::vector<char> content(4 * kMib);
  for (size_t index = 0; index < content.size(); ++index) {
    content[index] = static_cast<char>(index % 251);
  }
  ASSERT_EQ(aclrtMemcpy(block_, content.size(), content.data(), content.size(), ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
  Export(block_ + kMib, kPage);
  std::vector<char> found(4 * kMib);
  EXPECT_EQ(aclrtMemcpy(found.data(), found.size(), block_, found.size(), ACL_MEMCPY_DEVICE_TO_HOST),
            ACL_SUCCESS);
  EXPECT_EQ(found, content);
}

// Other threads write to the start of a block, whose pages are copied first, while its pages are exchanged:
// what they wrote last is there when they look again.
TEST_F(IpcMemoryTest, NothingIsLostThatIsWrittenMeanwhile) {
  constexpr size_t kWriters = 3;
  constexpr size_t kBytes = 16 * kMib;
  std::atomic<bool> stop{false};
  std::atomic<int> wrong{0};
  for (int block = 0; block < 3; ++block) {
    char* data = nullptr;
    ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&data), kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemset(data, kBytes, 0, kBytes), ACL_SUCCESS);
    stop = false;
    std::atomic<size_t> started{0};
    std::vector<std::thread> writers;
    writers.reserve(kWriters);
    for (size_t writer = 0; writer < kWriters; ++writer) {
      writers.emplace_back([&, place = data + 8 * writer] {
        wrong += aclrtSetDevice(0) != ACL_SUCCESS ? 1 : 0;
        aclrtStream stream = nullptr;
        wrong += aclrtCreateStream(&stream) != ACL_SUCCESS ? 1 : 0;
        uint64_t written = 0;
        do {
          uint64_t found = 0;
          wrong += aclrtMemcpy(&found, 8, place, 8, ACL_MEMCPY_DEVICE_TO_HOST) != ACL_SUCCESS ? 1 : 0;
          wrong += found != written ? 1 : 0;
          ++written;
          const auto kind = ACL_MEMCPY_HOST_TO_DEVICE;
          const aclError status = written % 2 == 0 ? aclrtMemcpyAsync(place, 8, &written, 8, kind, stream)
                                                   : aclrtMemcpy(place, 8, &written, 8, kind);
          wrong += status != ACL_SUCCESS ? 1 : 0;
          started += written == 2 ? 1 : 0;
        } while (!stop);
        wrong += aclrtDestroyStream(stream) != ACL_SUCCESS ? 1 : 0;
      });
    }
    while (started < kWriters) {
      std::this_thread::yield();
    }
    Export(data, kBytes);
    stop = true;
    for (std::thread& writer : writers) {
      writer.join();
    }
    EXPECT_EQ(aclrtFree(data), ACL_SUCCESS);
  }
  EXPECT_EQ(wrong, 0);
}

TEST_F(IpcMemoryTest, ExportDoesNotWaitForQueuedWork) {
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  Gate gate;
  gate.Block(stream);
  EXPECT_EQ(aclrtMemsetAsync(block_, 4 * kMib, 9, 4 * kMib, stream), ACL_SUCCESS);
  Export(block_, 4 * kMib);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  std::vector<char> found(4 * kMib);
  EXPECT_EQ(aclrtMemcpy(found.data(), found.size(), block_, found.size(), ACL_MEMCPY_DEVICE_TO_HOST),
            ACL_SUCCESS);
  EXPECT_EQ(found, std::vector<char>(4 * kMib, 9));
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(IpcMemoryTest, FreedMemoryIsUsedAgain) {
  const auto freeBytes = [] {
    size_t free = 0;
    size_t total = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
    return free;
  };
  const size_t before = freeBytes();
  for (int round = 0; round < 4; ++round) {
    void* block = nullptr;
    ASSERT_EQ(aclrtMalloc(&block, 4 * kMib, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    const Key key = Export(block, 2 * kPage);
    ASSERT_EQ(aclrtMemset(block, kMib, round, kMib), ACL_SUCCESS);
    if (round % 2 == 0) {
      EXPECT_EQ(aclrtIpcMemClose(key.data()), ACL_SUCCESS);
      EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
    } else {
      EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
      EXPECT_EQ(aclrtIpcMemClose(key.data()), ACL_SUCCESS) << "the other way round";
    }
    EXPECT_EQ(freeBytes(), before);
  }
}

TEST_F(IpcMemoryTest, SmallBlocksOfWholePagesAreExported) {
  for (const size_t size : {size_t{16} << 10, size_t{40} << 10, size_t{100} << 10, kMib - 64}) {
    char* block = nullptr;
    ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&block), size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(reinterpret_cast<uintptr_t>(block) % kPage, 0U) << size;
    char* neighbour = nullptr;
    ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&neighbour), size, ACL_MEM_MALLOC_HUGE_FIRST),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtMemset(neighbour, size, 5, size), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemset(block, size, 6, size), ACL_SUCCESS);
    Export(block, size / kPage * kPage);
    std::vector<char> found(size);
    EXPECT_EQ(aclrtMemcpy(found.data(), size, block, size, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    EXPECT_EQ(found, std::vector<char>(size, 6));
    EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(found.data(), size, neighbour, size, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    EXPECT_EQ(found, std::vector<char>(size, 5));
    EXPECT_EQ(aclrtFree(neighbour), ACL_SUCCESS);
  }
}

TEST_F(IpcMemoryTest, ProcessesAreNamed) {
  const Key key = Export(block_, kPage, ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT);
  std::array<int32_t, 2> processes{1, 2};
  EXPECT_EQ(aclrtIpcMemSetImportPid(key.data(), processes.data(), 2), ACL_SUCCESS);
  ExpectFailure(aclrtIpcMemSetImportPid(nullptr, processes.data(), 2), ACL_ERROR_INVALID_PARAM, {"key"});
  ExpectFailure(aclrtIpcMemSetImportPid(key.data(), nullptr, 2), ACL_ERROR_INVALID_PARAM, {"pid"});
  ExpectFailure(aclrtIpcMemSetImportPid(key.data(), processes.data(), 0), ACL_ERROR_INVALID_PARAM, {"num"});
  processes[1] = 0;
  ExpectFailure(aclrtIpcMemSetImportPid(key.data(), processes.data(), 2), ACL_ERROR_RT_PARAM_INVALID,
                {"pid"});
  ExpectFailure(aclrtIpcMemSetImportPid("nonsense", processes.data(), 1), ACL_ERROR_RT_INVALID_HANDLE,
                {"key"});
  Key other = key;
  other[kKeyBytes / 2] = other[kKeyBytes / 2] == '0' ? '1' : '0';
  ExpectFailure(aclrtIpcMemSetImportPid(other.data(), processes.data(), 1), ACL_ERROR_RT_INVALID_HANDLE,
                {"key"});
  std::vector<int32_t> many(1001);
  for (size_t index = 0; index < many.size(); ++index) {
    many[index] = static_cast<int32_t>(index + 1);
  }
  ExpectFailure(aclrtIpcMemSetImportPid(key.data(), many.data(), many.size()),
                ACL_ERROR_RT_RESOURCE_ALLOC_FAIL, {"1000"});
  EXPECT_EQ(aclrtFree(block_), ACL_SUCCESS);
  block_ = nullptr;
  ExpectFailure(aclrtIpcMemSetImportPid(key.data(), processes.data(), 1), ACL_ERROR_RT_INVALID_HANDLE,
                {"key", "block"});
}

TEST_F(IpcMemoryTest, ImportsAreChecked) {
  void* imported = &imported;
  const Key key = Export(block_, kPage);
  ExpectFailure(aclrtIpcMemImportByKey(nullptr, key.data(), 0), ACL_ERROR_INVALID_PARAM, {"devPtr"});
  ExpectFailure(aclrtIpcMemImportByKey(&imported, nullptr, 0), ACL_ERROR_INVALID_PARAM, {"key"});
  ExpectFailure(aclrtIpcMemImportByKey(&imported, key.data(), 2), ACL_ERROR_RT_PARAM_INVALID, {"flags"});
  ExpectFailure(aclrtIpcMemImportByKey(&imported, key.data(), 0), ACL_ERROR_RT_PARAM_INVALID,
                {"of this process"});
  const std::string unending(100, 'f');
  for (const char* const nonsense : {"", "key", "openaclnn-", unending.c_str()}) {
    ExpectFailure(aclrtIpcMemImportByKey(&imported, nonsense, 0), ACL_ERROR_RT_PARAM_INVALID, {"key"});
  }
  const std::string stranger = "openaclnn-" + std::string(32, '0');
  ExpectFailure(aclrtIpcMemImportByKey(&imported, stranger.c_str(), 0), ACL_ERROR_RT_INVALID_HANDLE,
                {"shares no memory"});
  OnNewThread([&] {
    ExpectFailure(aclrtIpcMemImportByKey(&imported, stranger.c_str(), 0), ACL_ERROR_RT_CONTEXT_NULL, {});
  });
  EXPECT_EQ(imported, &imported);
  ExpectFailure(aclrtIpcMemClose(nullptr), ACL_ERROR_INVALID_PARAM, {"key"});
  ExpectFailure(aclrtIpcMemClose(unending.c_str()), ACL_ERROR_RT_INVALID_HANDLE, {"key"});
}

TEST_F(IpcMemoryTest, LinksAreNotSupported) {
  const Key key = Export(block_, kPage);
  ExpectFailure(aclrtIpcMemSetAttr(key.data(), ACL_RT_IPC_MEM_ATTR_ACCESS_LINK, 0),
                ACL_ERROR_RT_FEATURE_NOT_SUPPORT, {"links"});
  ExpectFailure(aclrtIpcMemSetAttr(nullptr, ACL_RT_IPC_MEM_ATTR_ACCESS_LINK, 0), ACL_ERROR_INVALID_PARAM,
                {"key"});
  ExpectFailure(aclrtIpcMemSetAttr(key.data(), AnyEnum<aclrtIpcMemAttrType>(1), 0),
                ACL_ERROR_RT_PARAM_INVALID, {"type"});
}

}  // namespace
}  // namespace openaclnn::runtime
