// SPDX-License-Identifier: Apache-2.0
//
// One memory, two processes.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "sharing/peer.h"

namespace openaclnn::sharing {
namespace {

constexpr size_t kMib = size_t{1} << 20;
constexpr size_t kBytes = 4 * kMib;

std::string Words(std::string_view command, const std::vector<std::string>& arguments) {
  std::string text(command);
  for (const std::string& argument : arguments) {
    text += " " + argument;
  }
  return text;
}

std::string Text(uint64_t number) {
  return std::to_string(number);
}

class SharingTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    free_ = FreeBytes();
  }
  void TearDown() override {
    EXPECT_EQ(FreeBytes(), free_) << "all memory is given back";
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  }
  static size_t FreeBytes() {
    size_t free = 0;
    size_t total = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
    return free;
  }
  static uint64_t Sum(const void* address, size_t count) {
    std::vector<unsigned char> data(count);
    EXPECT_EQ(aclrtMemcpy(data.data(), count, address, count, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    return std::accumulate(data.begin(), data.end(), uint64_t{0});
  }
  static void Fill(void* address, size_t count, int32_t value) {
    EXPECT_EQ(aclrtMemset(address, count, value, count), ACL_SUCCESS);
  }
  static std::array<char, 65> Export(void* address, size_t size, uint64_t flags) {
    std::array<char, 65> key{};
    EXPECT_EQ(aclrtIpcMemGetExportKey(address, size, key.data(), key.size(), flags), ACL_SUCCESS);
    return key;
  }
  size_t free_ = 0;
};

TEST_F(SharingTest, BothSidesSeeWhatTheOtherWrites) {
  char* block = nullptr;
  ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&block), kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  Fill(block, kBytes, 1);
  const std::array<char, 65> key = Export(block, kBytes, ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT);
  Peer peer;
  const std::string import = Words("import", {key.data()});
  EXPECT_EQ(peer.Tell(import), ACL_ERROR_RT_NO_PERMISSION) << "not named yet";
  std::array<int32_t, 2> processes{getpid(), peer.Process()};
  ASSERT_EQ(aclrtIpcMemSetImportPid(key.data(), processes.data(), 2), ACL_SUCCESS);
  ASSERT_EQ(peer.Tell(import), ACL_SUCCESS);
  EXPECT_EQ(peer.Ask(Words("sum", {"0", Text(kBytes)})), Text(kBytes)) << "written before the export";
  Fill(block, kBytes, 2);
  EXPECT_EQ(peer.Ask(Words("sum", {"0", Text(kBytes)})), Text(2 * kBytes));
  peer.Ask(Words("fill", {"4096", "100", "5"}));
  EXPECT_EQ(Sum(block, kBytes), 2 * kBytes + 300);
  peer.Ask(Words("queue-fill", {Text(kBytes), "7"}));
  EXPECT_EQ(Sum(block, kBytes), 7 * kBytes);
  EXPECT_EQ(peer.Tell(Words("sum", {"1", Text(kBytes)})), ACL_ERROR_RT_PARAM_INVALID) << "one byte too many";

  // A second import is the same memory, and takes a second close.
  ASSERT_EQ(peer.Tell(import), ACL_SUCCESS);
  const std::string close = Words("close", {key.data()});
  EXPECT_EQ(peer.Tell(close), ACL_SUCCESS);
  peer.Ask(Words("fill", {"0", "1", "0"}));
  EXPECT_EQ(peer.Tell(close), ACL_SUCCESS);
  EXPECT_EQ(peer.Tell(Words("fill", {"0", "1", "0"})), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(peer.Tell(close), ACL_ERROR_RT_INVALID_HANDLE);

  EXPECT_EQ(aclrtIpcMemClose(key.data()), ACL_SUCCESS);
  EXPECT_EQ(peer.Tell(import), ACL_ERROR_RT_INVALID_HANDLE) << "closed";
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
}

TEST_F(SharingTest, APartOfABlockIsShared) {
  char* block = nullptr;
  ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&block), kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  Fill(block, kBytes, 1);
  const auto key = Export(block + kMib, 8192, ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION);
  Peer peer;
  peer.Ask(Words("import", {key.data()}));
  peer.Ask(Words("fill", {"0", "8192", "3"}));
  EXPECT_EQ(peer.Tell(Words("fill", {"8192", "1", "3"})), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(Sum(block, kBytes), kBytes + 2 * 8192);
  EXPECT_EQ(Sum(block + kMib, 8192), 3U * 8192);
  peer.Ask(Words("free", {}));  // some programs do; the close is for the key then
  EXPECT_EQ(peer.Tell(Words("fill", {"0", "1", "0"})), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(peer.Tell(Words("close", {key.data()})), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
}

TEST_F(SharingTest, AFreedBlockIsNotHandedOutToOthers) {
  char* block = nullptr;
  ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&block), kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  Fill(block, kBytes, 1);
  const auto key = Export(block, kBytes, ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION);
  Peer peer;
  peer.Ask(Words("import", {key.data()}));
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  char* next = nullptr;
  ASSERT_EQ(aclrtMalloc(reinterpret_cast<void**>(&next), kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(next, block) << "the addresses are used again, the pages are not";
  Fill(next, kBytes, 9);
  EXPECT_EQ(peer.Ask(Words("sum", {"0", Text(kBytes)})), Text(kBytes)) << "stays with who has it";
  peer.Ask(Words("fill", {"0", Text(kBytes), "4"}));
  EXPECT_EQ(Sum(next, kBytes), 9 * kBytes);
  Peer late;
  EXPECT_EQ(late.Tell(Words("import", {key.data()})), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtFree(next), ACL_SUCCESS);
  EXPECT_EQ(aclrtIpcMemClose(key.data()), ACL_SUCCESS);
}

TEST_F(SharingTest, MemoryOutlivesItsExporter) {
  Peer exporter;
  exporter.Ask(Words("malloc", {Text(kBytes)}));
  exporter.Ask(Words("fill", {"0", Text(kBytes), "6"}));
  const std::string key = exporter.Ask(Words("export", {Text(kBytes), "0"}));
  void* imported = nullptr;
  EXPECT_EQ(aclrtIpcMemImportByKey(&imported, key.c_str(), 0), ACL_ERROR_RT_NO_PERMISSION);
  EXPECT_EQ(imported, nullptr);
  exporter.Ask(Words("admit", {key, Text(static_cast<uint64_t>(getpid()))}));
  ASSERT_EQ(aclrtIpcMemImportByKey(&imported, key.c_str(), ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS),
            ACL_SUCCESS);
  EXPECT_EQ(FreeBytes(), free_) << "the exporter's memory";
  aclrtPtrAttributes attributes{};
  EXPECT_EQ(aclrtPointerGetAttributes(imported, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
  std::array<char, 65> again{};
  EXPECT_EQ(aclrtIpcMemGetExportKey(imported, 4096, again.data(), again.size(), 0),
            ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  exporter.Kill();
  EXPECT_EQ(Sum(imported, kBytes), 6 * kBytes);
  void* late = nullptr;
  EXPECT_EQ(aclrtIpcMemImportByKey(&late, key.c_str(), 0), ACL_SUCCESS) << "this process has it";
  EXPECT_EQ(late, imported);
  EXPECT_EQ(aclrtIpcMemClose(key.c_str()), ACL_SUCCESS);
  EXPECT_EQ(aclrtIpcMemClose(key.c_str()), ACL_SUCCESS);
  EXPECT_EQ(aclrtIpcMemImportByKey(&late, key.c_str(), 0), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(SharingTest, ImporterCrashesLeaveNothingBehind) {
  void* block = nullptr;
  ASSERT_EQ(aclrtMalloc(&block, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  const auto key = Export(block, kBytes, ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION);
  for (int round = 0; round < 2; ++round) {
    Peer peer;
    peer.Ask(Words("import", {key.data()}));
    peer.Ask(Words("fill", {"0", "1", "8"}));
    peer.Kill();
  }
  EXPECT_EQ(Sum(block, 1), 8U);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
}

TEST_F(SharingTest, PhysicalMemoryIsShared) {
  aclrtPhysicalMemProp properties{};
  properties.memAttr = ACL_HBM_MEM_NORMAL;
  properties.location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
  aclrtDrvMemHandle handle = nullptr;
  ASSERT_EQ(aclrtMallocPhysical(&handle, kBytes, &properties, 0), ACL_SUCCESS);
  char* address = nullptr;
  ASSERT_EQ(aclrtReserveMemAddress(reinterpret_cast<void**>(&address), kBytes, 0, nullptr, 1), ACL_SUCCESS);
  ASSERT_EQ(aclrtMapMem(address, kBytes, 0, handle, 0), ACL_SUCCESS);
  Fill(address, kBytes, 1);
  uint64_t number = 0;
  ASSERT_EQ(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, 0, &number), ACL_SUCCESS);
  Peer peer;
  const std::string take = Words("take", {Text(number), Text(kBytes)});
  EXPECT_EQ(peer.Tell(take), ACL_ERROR_RT_NO_PERMISSION);
  int32_t process = peer.Process();
  ASSERT_EQ(aclrtMemSetPidToShareableHandle(number, &process, 1), ACL_SUCCESS);
  ASSERT_EQ(peer.Tell(take), ACL_SUCCESS);
  EXPECT_EQ(peer.Ask(Words("sum", {"0", Text(kBytes)})), Text(kBytes));
  peer.Ask(Words("fill", {"0", Text(kBytes), "2"}));
  EXPECT_EQ(Sum(address, kBytes), 2 * kBytes);
  EXPECT_EQ(peer.Tell(Words("share", {"0"})), ACL_ERROR_RT_PARAM_INVALID) << "not its own";
  peer.Ask("free-physical");
  peer.Ask(Words("fill", {"0", Text(kBytes), "3"}));
  EXPECT_EQ(Sum(address, kBytes), 3 * kBytes);
  peer.Ask("unmap");

  // Mapped memory lives on without a handle, and so does what is exported of it.
  EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
  EXPECT_EQ(peer.Tell(take), ACL_SUCCESS);
  EXPECT_EQ(aclrtUnmapMem(address), ACL_SUCCESS);
  EXPECT_EQ(aclrtReleaseMemAddress(address), ACL_SUCCESS);
  EXPECT_EQ(peer.Ask(Words("sum", {"0", Text(kBytes)})), Text(3 * kBytes)) << "stays with who has it";
  Peer late;
  EXPECT_EQ(late.Tell(take), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(SharingTest, ImportedPhysicalMemoryOutlivesItsExporter) {
  Peer exporter;
  exporter.Ask(Words("physical", {Text(kBytes)}));
  exporter.Ask(Words("fill", {"0", Text(kBytes), "6"}));
  uint64_t number = std::stoull(exporter.Ask(Words("share", {"1"})));
  aclrtDrvMemHandle handle = nullptr;
  ASSERT_EQ(aclrtMemImportFromShareableHandleV2(&number, ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT, 0, &handle),
            ACL_SUCCESS);
  exporter.Kill();
  aclrtPhysicalMemProp properties{};
  EXPECT_EQ(aclrtMemGetAllocationPropertiesFromHandle(handle, &properties), ACL_SUCCESS);
  EXPECT_EQ(properties.memAttr, ACL_HBM_MEM_HUGE);
  uint64_t second = 0;
  EXPECT_EQ(aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, 0, &second),
            ACL_ERROR_RT_PARAM_INVALID);
  char* address = nullptr;
  ASSERT_EQ(aclrtReserveMemAddress(reinterpret_cast<void**>(&address), 2 * kBytes, 0, nullptr, 1),
            ACL_SUCCESS);
  ASSERT_EQ(aclrtMapMem(address, kBytes, 0, handle, 0), ACL_SUCCESS);
  EXPECT_EQ(Sum(address, kBytes), 6 * kBytes);
  aclrtDrvMemHandle own = nullptr;
  properties.memAttr = ACL_HBM_MEM_HUGE;
  ASSERT_EQ(aclrtMallocPhysical(&own, kBytes, &properties, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtMapMem(address + kBytes, kBytes, 0, own, 0), ACL_ERROR_RT_PARAM_INVALID)
      << "own and imported";
  EXPECT_EQ(aclrtFreePhysical(own), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreePhysical(handle), ACL_SUCCESS);
  EXPECT_EQ(aclrtUnmapMem(address), ACL_SUCCESS);
  EXPECT_EQ(aclrtReleaseMemAddress(address), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemImportFromShareableHandle(number, 0, &handle), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST_F(SharingTest, KeysAndNumbersAreNotInterchangeable) {
  Peer exporter;
  exporter.Ask(Words("physical", {Text(kBytes)}));
  const uint64_t number = std::stoull(exporter.Ask(Words("share", {"1"})));
  exporter.Ask(Words("malloc", {Text(kBytes)}));
  const std::string key = exporter.Ask(Words("export", {Text(kBytes), "1"}));
  aclrtDrvMemHandle handle = nullptr;
  // A key begins with its number, in hexadecimal digits behind "openaclnn-".
  const uint64_t numberOfKey = std::stoull(key.substr(10, 16), nullptr, 16);
  EXPECT_EQ(aclrtMemImportFromShareableHandle(numberOfKey, 0, &handle), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtMemImportFromShareableHandle(number ^ 1U, 0, &handle), ACL_ERROR_RT_INVALID_HANDLE);
  std::string forged = key;
  forged.back() = forged.back() == '0' ? '1' : '0';
  void* imported = nullptr;
  EXPECT_EQ(aclrtIpcMemImportByKey(&imported, forged.c_str(), 0), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(handle, nullptr);
  EXPECT_EQ(imported, nullptr);
}

}  // namespace
}  // namespace openaclnn::sharing

int main(int argc, char** argv) {
  if (argc == 2 && std::string_view(argv[1]) == "--peer") {
    return openaclnn::sharing::ServeAsPeer();
  }
  // Before anything reads it, and for the peers as well.
  setenv("OPENACLNN_CPU_MEMORY", "256M", 1);  // NOLINT(concurrency-mt-unsafe)
  signal(SIGPIPE, SIG_IGN);                   // a peer that is gone shows as a failure
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
