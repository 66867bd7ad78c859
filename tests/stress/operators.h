// SPDX-License-Identifier: Apache-2.0
#pragma once

// The operators, on random small problems whose results are known: what the first run gave, alone on a
// quiet stream. The library promises the same bits ever after.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "catalogue/model/call.h"
#include "tests/stress/resources.h"

namespace stress {

using openaclnn::catalogue::BoundCall;
using Bytes = std::vector<uint8_t>;

/// A call, with the contents of its tensors: an input's, and what is expected of an output. In place, both.
struct Problem {
  std::string name;
  openaclnn::catalogue::Call call;
  std::vector<Bytes> before;    // of the operands; of outputs: no result
  std::vector<Bytes> expected;  // of those that are written
};

/// Whether a tensor is read and written.
bool IsInPlace(const Problem& problem);

/// A problem with memory of its own on the current device. What is only read may be another instance's, which
/// then has to live as long.
class Instance {
 public:
  explicit Instance(const Problem& problem, const Instance* inputs = nullptr);

  const Problem& Of() const { return *problem_; }
  /// The objects of a call; they may go once phase two has returned.
  BoundCall MakeArguments() const;
  /// Phase one; makes the workspace as large as it has to be.
  aclOpExecutor* Plan(const BoundCall& arguments);
  aclnnStatus Enqueue(aclOpExecutor* executor, aclrtStream stream) const;
  /// Both phases. The arguments are gone when it returns.
  void Launch(aclrtStream stream);
  /// Enqueues a fill of the outputs with something that is no result; of what is written in place, with its
  /// input.
  void SpoilOutputs(aclrtStream stream) const;
  /// Fails where the outputs are not what is expected. The work must be done.
  void CheckOutputs() const;

  /// Enqueues a copy of what an operand that is written in place was before.
  void Restore(size_t operand, aclrtStream stream) const;

  /// The operands that are read, and those that are written, by their places among all.
  const std::vector<size_t>& Reads() const { return reads_; }
  const std::vector<size_t>& Writes() const { return writes_; }
  void* Memory(size_t operand) const;
  /// The contents of an operand. The work must be done.
  Bytes Read(size_t operand) const;
  uint64_t WorkspaceBytes() const { return workspaceBytes_; }
  /// Frees one that is read, as a careless client does.
  void DropInput(size_t index) { memory_[reads_[index]].Reset(); }

 private:
  const Problem* problem_;
  const Instance* inputs_;
  std::vector<size_t> reads_;
  std::vector<size_t> writes_;
  std::vector<DeviceMemory> memory_;    // of the operands
  std::vector<DeviceMemory> pristine_;  // what is written in place, as it is before
  DeviceMemory workspace_;
  uint64_t workspaceBytes_ = 0;
};

/// All operators of the catalogue in several shapes and types, solved. Needs a device. The larger ones come
/// last in each operator's row and are too large to run at once on the calling thread.
std::vector<Problem> MakeProblems(Random random);

/// Those of one operator, of any arguments, unsolved.
/// What an operator's problems are drawn from: other operators do not change it.
Random RandomOf(const openaclnn::catalogue::Operator& op, uint64_t seed);

std::vector<Problem> MakeProblemsOf(const openaclnn::catalogue::Operator& op, Random& random);

/// An operator whose indices are beyond their bound: its work fails on the device with kWorkFailed.
Problem MakeFailingProblem(Random random);
inline constexpr aclError kWorkFailed = ACL_ERROR_RT_VECTOR_CORE_EXCEPTION;

}  // namespace stress
