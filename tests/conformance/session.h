// SPDX-License-Identifier: Apache-2.0
#pragma once

// Drives the library as a client does, through its public C API alone. (tests/support/device.h does that too,
// but for gtest and with all data as doubles.)

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "tests/conformance/tensor.h"
#include "tests/support/session.h"

namespace openaclnn::conformance {

using testing::Session;

// Everything here throws std::runtime_error with the call, its status and the library's message where a call
// fails.

/// Device memory between guards. Every byte, guards included, starts as kUntouchedByte.
class DeviceMemory {
 public:
  /// Such bytes are a usual finite number in every dtype: unlike a NaN, never what is expected of an output.
  static constexpr uint8_t kUntouchedByte = 0x5A;

  explicit DeviceMemory(size_t size);

  uint8_t* Data() const { return memory_.get() + kGuardBytes; }
  size_t Size() const { return size_; }
  /// Throws if the bytes before or after were written.
  void CheckGuards(const char* what) const;

 private:
  static constexpr size_t kGuardBytes = 64;  // keeps the alignment that aclrtMalloc gives
  struct Free {
    void operator()(uint8_t* memory) const { (void)aclrtFree(memory); }
  };

  size_t size_;
  std::unique_ptr<uint8_t, Free> memory_;
};

/// A contiguous tensor on the device and its descriptor.
class DeviceTensor {
 public:
  /// An input.
  explicit DeviceTensor(const Tensor& tensor);
  /// An output.
  DeviceTensor(aclDataType dtype, Shape shape);

  aclTensor* Get() const { return descriptor_.get(); }
  /// Throws if a guard was hit.
  Tensor Download() const;
  /// Throws if any byte was written: for outputs that nobody asked for.
  void CheckUntouched() const;

 private:
  struct Destroy {
    void operator()(aclTensor* tensor) const { (void)aclDestroyTensor(tensor); }
  };

  aclDataType dtype_;
  Shape shape_;
  DeviceMemory memory_;
  std::unique_ptr<aclTensor, Destroy> descriptor_;
};

class BoolArray {
 public:
  explicit BoolArray(const std::vector<bool>& flags);
  const aclBoolArray* Get() const { return array_.get(); }

 private:
  struct Destroy {
    void operator()(aclBoolArray* array) const { (void)aclDestroyBoolArray(array); }
  };
  std::unique_ptr<aclBoolArray, Destroy> array_;
};

using PhaseOne = std::function<aclnnStatus(uint64_t* workspaceSize, aclOpExecutor** executor)>;
using PhaseTwo = aclnnStatus (*)(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

/// Phase one, a workspace of just the size asked for, phase two, synchronize.
void RunTwoPhases(const Session& session, const PhaseOne& phaseOne, PhaseTwo phaseTwo);

}  // namespace openaclnn::conformance
