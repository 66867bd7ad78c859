// SPDX-License-Identifier: Apache-2.0
//
// The public API as the commands use it: the runtime, tensors on the device, and the call of an operator.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "catalogue/model/call.h"
#include "npy.h"

namespace openaclnn::cli {

// Throws LibraryError with the library's message unless the status is 0.
void Check(int32_t status, const char* function);

[[nodiscard]] int64_t DeviceAttribute(uint32_t device, aclrtDevAttr attribute);

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
  void operator()(aclOpExecutor* executor) const { aclDestroyAclOpExecutor(executor); }
};
using DeviceMemory = std::unique_ptr<void, Release>;

[[nodiscard]] DeviceMemory Allocate(size_t bytes);  // null for none

// The files' contents by the names of inputs; tensor lists have several.
using Inputs = std::map<std::string, std::vector<Array>>;

// A call with its tensors on the device.
class DeviceCall {
 public:
  // Uploads the inputs, in the layout they have, and makes the outputs.
  DeviceCall(catalogue::Call call, const Inputs& inputs);

  // Phase one, on the host.
  void Plan();
  // Phase two, which only enqueues the work. Needs a Plan of its own for each time.
  void Enqueue(const Session& session);

  [[nodiscard]] uint64_t WorkspaceSize() const { return workspaceSize_; }
  [[nodiscard]] Array Read(const std::string& output) const;

 private:
  struct Placed {
    Array layout;  // without data
    DeviceMemory memory;
  };
  // Makes the tensor of an operand, and its memory.
  [[nodiscard]] aclTensor* Place(const Array& layout);
  [[nodiscard]] static aclTensor* Describe(const Placed& placed);
  // Outputs whose shape the data decided in a run before are as large as at first again.
  void RestoreShapes();

  catalogue::Call call_;
  std::vector<Placed> placed_;  // of the operands
  std::optional<catalogue::BoundCall> bound_;
  uint64_t workspaceSize_ = 0;
  size_t workspaceRoom_ = 0;
  DeviceMemory workspace_;
  std::unique_ptr<aclOpExecutor, Release> executor_;
};

}  // namespace openaclnn::cli
