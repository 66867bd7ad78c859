// SPDX-License-Identifier: Apache-2.0
//
// One rank: rank RANK COUNT FILE ROUNDS. Rank 0 leaves the root info in the file; all sum up ROUNDS times.
// Prints "ok", or the message of the first failure.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "acl/acl.h"
#include "hccl/hccl.h"

namespace {

constexpr uint64_t kCount = 200'000;

int Fail() {
  const char* message = aclGetRecentErrMsg();
  std::printf("%s\n", message == nullptr ? "failed" : message);
  std::fflush(stdout);
  std::_Exit(1);
}

bool Exchange(bool isRoot, const std::string& path, HcclRootInfo* info) {
  if (isRoot) {
    std::FILE* file = std::fopen((path + ".new").c_str(), "wb");
    const bool written = HcclGetRootInfo(info) == HCCL_SUCCESS && file != nullptr &&
                         std::fwrite(info, sizeof *info, 1, file) == 1;
    return written && std::fclose(file) == 0 && std::rename((path + ".new").c_str(), path.c_str()) == 0;
  }
  for (int attempt = 0; attempt < 1000; ++attempt) {
    if (std::FILE* file = std::fopen(path.c_str(), "rb")) {
      const bool isRead = std::fread(info, sizeof *info, 1, file) == 1;
      std::fclose(file);
      return isRead;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

}  // namespace

int main(int, char** arguments) {
  const auto rank = static_cast<uint32_t>(std::atoi(arguments[1]));
  const auto count = static_cast<uint32_t>(std::atoi(arguments[2]));
  const int rounds = std::atoi(arguments[4]);
  HcclRootInfo info;
  HcclComm comm = nullptr;
  void* data = nullptr;
  if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS ||
      !Exchange(rank == 0, arguments[3], &info) ||
      HcclCommInitRootInfo(count, &info, rank, &comm) != HCCL_SUCCESS ||
      aclrtMalloc(&data, kCount * sizeof(int32_t), ACL_MEM_MALLOC_NORMAL_ONLY) != ACL_SUCCESS) {
    return Fail();
  }
  std::printf("connected\n");
  std::fflush(stdout);
  for (int round = 0; round < rounds; ++round) {
    auto* numbers = static_cast<int32_t*>(data);
    for (uint64_t i = 0; i < kCount; ++i) {
      numbers[i] = static_cast<int32_t>(i * (rank + 1));
    }
    if (HcclAllReduce(data, data, kCount, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM, comm, nullptr) !=
            HCCL_SUCCESS ||
        aclrtSynchronizeStream(nullptr) != ACL_SUCCESS) {
      return Fail();
    }
    for (uint64_t i = 0; i < kCount; ++i) {
      if (numbers[i] != static_cast<int32_t>(i * count * (count + 1) / 2)) {
        std::printf("wrong data in round %d\n", round);
        return 1;
      }
    }
  }
  if (HcclCommDestroy(comm) != HCCL_SUCCESS) {
    return Fail();
  }
  std::printf("ok\n");
  return 0;
}
