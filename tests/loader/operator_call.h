// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/loader/library.h"

namespace loader {

// What a call needs of the runtime, from libascendcl.so.
struct Runtime {
  explicit Runtime(const Library& library);

  decltype(&aclInit) init;
  decltype(&aclFinalize) finalize;
  decltype(&aclrtSetDevice) setDevice;
  decltype(&aclrtResetDevice) resetDevice;
  decltype(&aclrtCreateStream) createStream;
  decltype(&aclrtDestroyStream) destroyStream;
  decltype(&aclrtSynchronizeStream) synchronizeStream;
  decltype(&aclrtMalloc) allocate;
  decltype(&aclrtFree) free;
  decltype(&aclrtMemcpy) copy;
};

// What it needs of the operator library: the operator, and all that prepares its arguments.
struct Operator {
  explicit Operator(const Library& library);

  decltype(&aclCreateTensor) createTensor;
  decltype(&aclDestroyTensor) destroyTensor;
  decltype(&aclnnMseLossBackwardGetWorkspaceSize) phaseOne;
  decltype(&aclnnMseLossBackward) phaseTwo;
  decltype(&InitHugeMemThreadLocal) initHugeMemory;
  decltype(&UnInitHugeMemThreadLocal) uninitHugeMemory;
  decltype(&ReleaseHugeMem) releaseHugeMemory;
};

// One call of aclnnMseLossBackward whose result lies across its argument, one element further on: so it needs
// workspace.
class OperatorCall {
 public:
  OperatorCall(const Runtime& runtime, const Operator& op, float seed);
  OperatorCall(const OperatorCall&) = delete;
  OperatorCall& operator=(const OperatorCall&) = delete;
  ~OperatorCall();

  // Makes the argument objects and runs phase one. Returns the size of the workspace.
  uint64_t Plan();
  // Runs phase two, and destroys the argument objects right after it.
  void Launch(void* workspace, uint64_t size, aclrtStream stream);
  // Once the stream is synchronized.
  void Check() const;

 private:
  static constexpr size_t kCount = 1000;

  [[nodiscard]] std::vector<float> Values(float factor) const;
  [[nodiscard]] void* Upload(const std::vector<float>& values) const;
  [[nodiscard]] aclTensor* Tensor(void* data) const;

  const Runtime& runtime_;
  const Operator& op_;
  const float seed_;
  void* gradOutput_;
  void* self_;  // and, one element further on, the result
  void* target_;
  std::vector<aclTensor*> tensors_;
  aclOpExecutor* executor_ = nullptr;
};

}  // namespace loader
