// SPDX-License-Identifier: Apache-2.0
#pragma once

// A client of the C API, for the benchmarks. A call that fails ends the program: there is nothing to measure.

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace openaclnn::bench {

/// `call` is what failed, for the message.
void Check(int status, const char* call);
#define BENCH_CHECK(call) ::openaclnn::bench::Check((call), #call)

class Stream {
 public:
  Stream() { BENCH_CHECK(aclrtCreateStream(&stream_)); }
  Stream(Stream&& other) noexcept : stream_(std::exchange(other.stream_, nullptr)) {}
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  Stream& operator=(Stream&&) = delete;
  ~Stream() {
    if (stream_ != nullptr) {
      BENCH_CHECK(aclrtDestroyStream(stream_));
    }
  }
  aclrtStream Get() const { return stream_; }

 private:
  aclrtStream stream_ = nullptr;
};

/// Device memory, every page of it touched.
class DeviceMemory {
 public:
  explicit DeviceMemory(size_t bytes);
  DeviceMemory(DeviceMemory&& other) noexcept : memory_(std::exchange(other.memory_, nullptr)) {}
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  DeviceMemory& operator=(DeviceMemory&&) = delete;
  ~DeviceMemory();
  void* Get() const { return memory_; }

 private:
  void* memory_ = nullptr;
};

/// MseLossBackward (mean) on so many floats: the smallest work there is. Its tensors are made once, as a
/// framework has them.
class SmallOperator {
 public:
  explicit SmallOperator(int64_t elements);
  SmallOperator(SmallOperator&& other) noexcept;
  SmallOperator(const SmallOperator&) = delete;
  SmallOperator& operator=(const SmallOperator&) = delete;
  SmallOperator& operator=(SmallOperator&&) = delete;
  ~SmallOperator();

  /// Both phases.
  void Launch(aclrtStream stream);
  /// A plan for Run; aclDestroyAclOpExecutor gives it back.
  aclOpExecutor* PlanRepeatable();
  /// Phase two.
  void Run(aclOpExecutor* executor, aclrtStream stream);

 private:
  aclOpExecutor* Plan();

  std::vector<DeviceMemory> memory_;
  std::vector<aclTensor*> tensors_;  // gradOutput, self, target, out
  std::vector<DeviceMemory> workspace_;
  uint64_t workspaceBytes_ = 0;
};

/// Keeps a stream busy: its host function returns when the gate is open.
class Gate {
 public:
  void Open();
  static void Wait(void* gate);

 private:
  std::mutex mutex_;
  std::condition_variable opened_;
  bool open_ = false;
};

}  // namespace openaclnn::bench
