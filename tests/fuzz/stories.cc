// SPDX-License-Identifier: Apache-2.0
//
// The runs that go wrong, or on and on.
#include <array>
#include <utility>

#include "catalogue/catalogue.h"
#include "tests/fuzz/failure.h"
#include "tests/fuzz/generate.h"
#include "tests/fuzz/oracle.h"
#include "tests/fuzz/runner.h"

namespace openaclnn::fuzz {

static const Operator& Other(const Operator& op, uint64_t number) {
  const std::vector<Operator>& all = catalogue::Operators();
  const auto index = static_cast<uint64_t>(&op - all.data());
  return all[(index + 1 + number % (all.size() - 1)) % all.size()];
}

void Runner::RunBadly(Story story, const Call& call, Accepted accepted) {
  const uint64_t size = accepted.workspaceSize;
  const Workspace whole(size, Fresh(), Fresh());
  const Operator* op = call.op;
  void* workspace = whole.Get();
  uint64_t given = size;
  aclOpExecutor* executor = accepted.executor;
  aclrtStream stream = stream_;
  // Every wrong workspace is fine where none is needed.
  aclnnStatus expected = size > 0 ? kInvalid : ACL_SUCCESS;
  switch (story) {
    case Story::kSmallWorkspace:
      given = size > 0 ? size - 1 - Fresh() % size : 0;
      break;
    case Story::kNullWorkspace:
      workspace = nullptr;
      expected = size > 0 ? kNullptr : ACL_SUCCESS;
      break;
    case Story::kHostWorkspace:
      workspace = memory_.Host();
      break;
    case Story::kFreedWorkspace:
      workspace = memory_.Freed();
      break;
    case Story::kOtherOperator:
      op = &Other(*op, Fresh());
      expected = kInvalid;
      break;
    case Story::kDestroyedExecutor:
      DestroyExecutor(executor, true);
      expected = kInner;
      break;
    case Story::kNullExecutor:
      executor = nullptr;
      expected = kNullptr;
      break;
    default:
      stream = destroyedStream_;
      expected = Runs(call) ? kRuntimeError : ACL_SUCCESS;
      break;
  }
  const aclnnStatus status = RunPhaseTwo(*op, workspace, given, executor, stream);
  accepted.arguments.reset();
  Outcome outcome{Synchronize(call, stream_), {}};
  if (expected != ACL_SUCCESS) {
    ExpectStatus(status, expected, "phase two of a bad story");
  } else {
    Require(Runs(call) == (status == ACL_SUCCESS), "phase two did not look at the tensors' memory");
  }
  Require(status == ACL_SUCCESS || outcome.status == ACL_SUCCESS, "a phase two that failed started work");
  DestroyExecutor(accepted.executor, story == Story::kNullExecutor);
  outcome.memory = memory_.Download();
  CheckMemory(call, outcome, status == ACL_SUCCESS && outcome.status == ACL_SUCCESS);
}

void Runner::Repeat(const Call& call, Accepted accepted, Story story, ByteReader& reader) {
  ExpectStatus(aclSetAclOpExecutorRepeatable(accepted.executor), ACL_SUCCESS,
               "aclSetAclOpExecutorRepeatable");
  const Outcome first = RunWell(call, accepted, Story::kRepeat);
  memory_.Upload(before_);
  if (story == Story::kMove && !call.IsInPlace()) {
    RunMoved(call, accepted, reader);
  } else {
    const Outcome second = RunWell(call, accepted, Story::kRepeat);
    ExpectStatus(second.status, first.status, "the second synchronize");
    Require(first.memory == second.memory, "two runs of a repeatable executor differ");
  }
  accepted.arguments.reset();
  DestroyExecutor(accepted.executor, true);
  DestroyExecutor(accepted.executor, false);
}

void Runner::RunMoved(const Call& call, Accepted& accepted, ByteReader& reader) {
  Call moved = call;
  const size_t index = reader.Below(moved.tensors.size());
  Tensor& tensor = moved.tensors[index];
  tensor.place = static_cast<Place>(reader.Chance(32) ? reader.Below(5) : 0);
  tensor.block = reader.Below(kBlockBytes.size());
  tensor.position = static_cast<int64_t>(reader.Byte()) * (reader.Chance(32) ? 1 : 8) %
                    static_cast<int64_t>(kBlockBytes[tensor.block]);
  size_t inputs = 0;
  size_t before = 0;  // inputs before an input, outputs before an output
  for (size_t i = 0; i < moved.tensors.size(); ++i) {
    inputs += moved.tensors[i].IsOutput() ? 0 : 1;
    before += i < index && moved.tensors[i].IsOutput() == tensor.IsOutput() ? 1 : 0;
  }
  if (Strays(moved)) {
    return;
  }
  const size_t wrong = reader.Chance(32) ? 1 + reader.Below(8) : 0;
  const bool counted = reader.Chance(128);
  aclTensor* const object = accepted.arguments->Get(index);
  void* const address = memory_.Address(tensor);
  aclnnStatus status = ACL_SUCCESS;
  if (counted) {
    const size_t place = tensor.IsOutput() ? inputs + before : before;
    status = aclSetTensorAddr(accepted.executor, place + wrong, object, address);
  } else if (tensor.IsOutput()) {
    status = aclSetOutputTensorAddr(accepted.executor, before + wrong, object, address);
  } else {
    status = aclSetInputTensorAddr(accepted.executor, before + wrong, object, address);
  }
  // The tensor says which argument it is, whatever the index.
  ExpectStatus(status, object == nullptr ? kInnerNullptr : ACL_SUCCESS, "setting an address");
  if (status != ACL_SUCCESS) {
    (void)RunWell(call, accepted, Story::kRepeat);
    return;
  }
  // An overlap that phase one did not see may be refused; whatever comes, nothing else is touched.
  Context() += "  moved " + std::string(tensor.Name()) + " to block " + std::to_string(tensor.block) + " + " +
               std::to_string(tensor.position) + "\n";
  if (HasMemory(moved) && OutputTouchesInput(moved)) {
    const Workspace workspace(accepted.workspaceSize, Fresh(), Fresh());
    const aclnnStatus second =
        RunPhaseTwo(*call.op, workspace.Get(), accepted.workspaceSize, accepted.executor, stream_);
    Require(second == ACL_SUCCESS || second == kInvalid, "phase two after a move onto other tensors");
    Outcome outcome{Synchronize(call, stream_), memory_.Download()};
    CheckMemory(moved, outcome, second == ACL_SUCCESS && outcome.status == ACL_SUCCESS);
    return;
  }
  (void)RunWell(moved, accepted, Story::kRepeat);
}

std::string Runner::StatisticsText() const {
  std::string text = "calls, accepted, enqueued, finished:\n";
  Statistics sum;
  for (const auto& [name, one] : statistics_) {
    text += "  " + name + " " + std::to_string(one.calls) + " " + std::to_string(one.accepted) + " " +
            std::to_string(one.enqueued) + " " + std::to_string(one.finished) + "\n";
    sum.calls += one.calls;
    sum.accepted += one.accepted;
    sum.enqueued += one.enqueued;
    sum.finished += one.finished;
  }
  return text + "  all " + std::to_string(sum.calls) + " " + std::to_string(sum.accepted) + " " +
         std::to_string(sum.enqueued) + " " + std::to_string(sum.finished) + "\n";
}

std::vector<std::string> Runner::WithoutResult() const {
  std::vector<std::string> names;
  for (const Operator& op : catalogue::Operators()) {
    const auto found = statistics_.find(op.name);
    if (found == statistics_.end() || found->second.finished == 0) {
      names.push_back(op.name);
    }
  }
  return names;
}

}  // namespace openaclnn::fuzz
