// SPDX-License-Identifier: Apache-2.0
//
// The public API as the commands use it: the runtime, tensors on the device, and the call of an operator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "npy.h"
#include "operator.h"

namespace openaclnn::cli {

// Throws LibraryError with the library's message unless the status is 0.
void Check(int32_t status, const char* function);

// The library and its device 0, with a stream.
class Session {
 public:
  Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session();

  [[nodiscard]] aclrtStream Stream() const { return stream_; }
  // Returns when the stream has done its work; throws if that failed.
  void Synchronize() const;
  // The same, with progress on the terminal; it notices the end a moment later.
  void SynchronizeVisibly() const;

 private:
  aclrtStream stream_ = nullptr;
};

struct Release {
  void operator()(void* memory) const { aclrtFree(memory); }
  void operator()(aclTensor* tensor) const { aclDestroyTensor(tensor); }
  void operator()(aclBoolArray* array) const { aclDestroyBoolArray(array); }
  void operator()(aclOpExecutor* executor) const { aclDestroyAclOpExecutor(executor); }
};
using DeviceMemory = std::unique_ptr<void, Release>;

[[nodiscard]] DeviceMemory Allocate(size_t bytes);  // null for none

// An operator with its tensors on the device.
class DeviceCall final : public BoundCall {
 public:
  // Uploads the inputs, in the layout they have, and makes the outputs: those that are asked for, and those
  // that the API wants all the same. The types of outputs in `outputTypes` are not the usual ones.
  DeviceCall(const Operator& description, Arguments arguments, const std::map<std::string, Array>& inputs,
             const std::map<std::string, aclDataType>& outputTypes);

  [[nodiscard]] aclTensor* Tensor(std::string_view name) const override;
  [[nodiscard]] int64_t Integer(std::string_view attribute) const override;
  [[nodiscard]] const aclBoolArray* OutputMask() const override { return outputMask_.get(); }

  // Phase one, on the host.
  void Plan();
  // Phase two, which only enqueues the work. Needs a Plan of its own for each time.
  void Enqueue(const Session& session);

  [[nodiscard]] uint64_t WorkspaceSize() const { return workspaceSize_; }
  // Of the inputs and of the outputs that are asked for.
  [[nodiscard]] size_t BytesMoved() const;
  [[nodiscard]] Array Read(const std::string& output) const;

 private:
  struct Placed {
    TensorInfo info;
    size_t bytes = 0;
    DeviceMemory memory;
    std::unique_ptr<aclTensor, Release> tensor;
  };
  Placed& Place(const std::string& name, const Array& layout);

  const Operator& description_;
  Arguments arguments_;
  std::map<std::string, Placed, std::less<>> tensors_;
  std::unique_ptr<aclBoolArray, Release> outputMask_;
  uint64_t workspaceSize_ = 0;
  size_t workspaceRoom_ = 0;
  DeviceMemory workspace_;
  std::unique_ptr<aclOpExecutor, Release> executor_;
};

}  // namespace openaclnn::cli
