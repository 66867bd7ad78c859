// SPDX-License-Identifier: Apache-2.0
#pragma once

// The operators, on random small problems whose results are known: what the first run gave, alone on a
// quiet stream. The library promises the same bits ever after.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "tests/stress/resources.h"

namespace stress {

using Bytes = std::vector<uint8_t>;

struct HostTensor {
  std::vector<int64_t> shape;
  aclDataType dtype;
  Bytes bytes;  // of an output: what is expected
};

/// The objects of a call; they may go once phase two has returned.
struct Arguments {
  std::vector<aclTensor*> inputs;
  std::vector<aclTensor*> outputs;
  aclBoolArray* mask = nullptr;

  Arguments() = default;
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;
  Arguments(Arguments&& other) noexcept;
  ~Arguments();
};

struct Problem {
  std::string name;
  std::vector<HostTensor> inputs;
  std::vector<HostTensor> outputs;
  size_t maskFlags = 0;  // of the output mask, where the operator has one
  std::function<aclnnStatus(const Arguments&, uint64_t* size, aclOpExecutor** executor)> phaseOne;
  aclnnStatus (*phaseTwo)(void* workspace, uint64_t size, aclOpExecutor* executor, aclrtStream stream);
};

/// A problem with memory of its own on the current device.
class Instance {
 public:
  explicit Instance(const Problem& problem);

  const Problem& Of() const { return *problem_; }
  Arguments MakeArguments() const;
  /// Phase one; makes the workspace as large as it has to be.
  aclOpExecutor* Plan(const Arguments& arguments);
  aclnnStatus Enqueue(aclOpExecutor* executor, aclrtStream stream) const;
  /// Both phases. The arguments are gone when it returns.
  void Launch(aclrtStream stream);
  /// Enqueues a fill of the outputs with something that is no result.
  void SpoilOutputs(aclrtStream stream) const;
  /// Fails where the outputs are not what is expected. The work must be done.
  void CheckOutputs() const;

  void* Input(size_t index) const { return inputs_[index].Get(); }
  void* Output(size_t index) const { return outputs_[index].Get(); }
  uint64_t WorkspaceBytes() const { return workspaceBytes_; }
  /// Frees one input, as a careless client does.
  void DropInput(size_t index) { inputs_[index].Reset(); }

 private:
  const Problem* problem_;
  std::vector<DeviceMemory> inputs_;
  std::vector<DeviceMemory> outputs_;
  DeviceMemory workspace_;
  uint64_t workspaceBytes_ = 0;
};

/// All five operators in several shapes and types, solved. Needs a device. The larger ones come last in each
/// operator's row and are too large to run at once on the calling thread.
std::vector<Problem> MakeProblems(Random random);

/// An embedding whose indices do not fit its table: its work fails on the device with kWorkFailed.
Problem MakeFailingProblem(Random random);
inline constexpr aclError kWorkFailed = ACL_ERROR_RT_VECTOR_CORE_EXCEPTION;

}  // namespace stress
