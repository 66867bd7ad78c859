// SPDX-License-Identifier: Apache-2.0
//
// Ranks for tests: a thread, a device and a stream each.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "hccl/hccl.h"

namespace openaclnn::collectives::testing {

inline constexpr uint32_t kDevices = 8;

// Brings the runtime up, with eight devices; loopback is where ranks meet. Once a process.
inline void BringUp() {
  static const bool isUp = [] {
    setenv("OPENACLNN_CPU_DEVICES", "8", 1);
    setenv("HCCL_IF_IP", "127.0.0.1", 1);
    setenv("HCCL_HOST_SOCKET_PORT_RANGE", "auto", 1);
    return aclInit(nullptr) == ACL_SUCCESS;
  }();
  ASSERT_TRUE(isUp);
}

// Runs body(rank) on a thread for each rank, with its device current.
inline void OnEachRank(uint32_t count, const std::function<void(uint32_t rank)>& body) {
  BringUp();
  std::vector<std::thread> threads;
  for (uint32_t rank = 0; rank < count; ++rank) {
    threads.emplace_back([rank, &body] {
      ASSERT_EQ(aclrtSetDevice(static_cast<int32_t>(rank)), ACL_SUCCESS);
      body(rank);
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

// The communicators of the first devices, from HcclCommInitAll.
class Ranks {
 public:
  explicit Ranks(uint32_t count) : comms(count) {
    BringUp();
    std::vector<int32_t> devices(count);
    for (uint32_t rank = 0; rank < count; ++rank) {
      devices[rank] = static_cast<int32_t>(rank);
    }
    EXPECT_EQ(HcclCommInitAll(count, devices.data(), comms.data()), HCCL_SUCCESS) << aclGetRecentErrMsg();
  }
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;
  ~Ranks() {
    for (HcclComm comm : comms) {
      EXPECT_EQ(HcclCommDestroy(comm), HCCL_SUCCESS);
    }
  }

  // With the rank's stream.
  void Run(const std::function<void(uint32_t rank, HcclComm comm, aclrtStream stream)>& body) const {
    OnEachRank(static_cast<uint32_t>(comms.size()), [&](uint32_t rank) {
      aclrtStream stream = nullptr;
      ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
      body(rank, comms[rank], stream);
      aclrtDestroyStream(stream);
    });
  }

  std::vector<HcclComm> comms;
};

using Bytes = std::vector<uint8_t>;

// Bytes that tell where they are from, and which they are.
inline Bytes Pattern(size_t size, uint32_t from, uint32_t to = 0) {
  Bytes bytes(size);
  for (size_t i = 0; i < size; ++i) {
    bytes[i] = static_cast<uint8_t>(i * 7 + (i >> 8) * 3 + (i >> 16) + from * 31 + to * 13 + 1);
  }
  return bytes;
}

inline void Append(Bytes& to, const Bytes& from) {
  to.insert(to.end(), from.begin(), from.end());
}

// Device memory with what it is made from.
class DeviceBytes {
 public:
  explicit DeviceBytes(const Bytes& content) : size_(content.size()) {
    EXPECT_EQ(aclrtMalloc(&data_, size_ + 64, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
    if (size_ > 0) {
      EXPECT_EQ(aclrtMemcpy(data_, size_ + 64, content.data(), size_, ACL_MEMCPY_HOST_TO_DEVICE),
                ACL_SUCCESS);
    }
  }
  DeviceBytes(size_t size, uint8_t value) : DeviceBytes(Bytes(size, value)) {}
  DeviceBytes(const DeviceBytes&) = delete;
  DeviceBytes& operator=(const DeviceBytes&) = delete;
  ~DeviceBytes() { aclrtFree(data_); }

  [[nodiscard]] void* Data(size_t offset = 0) const { return static_cast<uint8_t*>(data_) + offset; }
  [[nodiscard]] Bytes Read() const {
    Bytes content(size_);
    if (size_ > 0) {
      EXPECT_EQ(aclrtMemcpy(content.data(), size_, data_, size_, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    }
    return content;
  }

 private:
  void* data_ = nullptr;
  size_t size_;
};

inline std::string RecentMessage() {
  const char* message = aclGetRecentErrMsg();
  return message == nullptr ? std::string() : message;
}

// Synchronizes where a failure is expected; its message.
inline std::string FailureOf(aclrtStream stream) {
  RecentMessage();
  EXPECT_NE(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  return RecentMessage();
}

class Stopwatch {
 public:
  [[nodiscard]] double Seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace openaclnn::collectives::testing
