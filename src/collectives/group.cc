// SPDX-License-Identifier: Apache-2.0
#include "collectives/group.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "collectives/communicators.h"
#include "collectives/plan.h"
#include "runtime/stream/streams.h"

namespace openaclnn::collectives {
namespace {

struct Kept {
  Target target;
  std::shared_ptr<Operation> operation;  // null: messages
  std::vector<HcclSendRecvItem> items;
};

struct ThreadGroup {
  int depth = 0;
  std::vector<Kept> kept;
};

ThreadGroup& Current() {
  thread_local ThreadGroup group;
  return group;
}

}  // namespace

Result FindTarget(HcclComm comm, aclrtStream streamHandle, Target* target) {
  OPENACLNN_RETURN_IF_FAILED(FindCommunicator(comm, &target->communicator));
  OPENACLNN_RETURN_IF_FAILED(target->communicator->ExpectHealthy());
  OPENACLNN_RETURN_IF_FAILED(FromStatus(runtime::StreamToUse(streamHandle, &target->stream)));
  const int expected = target->communicator->About().deviceId;
  return target->stream->DeviceId() == expected
             ? Result::Ok()
             : BadArgument("stream", "one of the communicator's device " + std::to_string(expected),
                           "one of device " + std::to_string(target->stream->DeviceId()));
}

void StartGroup() {
  ++Current().depth;
}

Result EndGroup() {
  ThreadGroup& group = Current();
  if (group.depth == 0) {
    return {HCCL_E_PARA, "expected HcclGroupStart before, on the same thread"};
  }
  if (--group.depth > 0) {
    return Result::Ok();
  }
  for (Kept& kept : std::exchange(group.kept, {})) {
    if (kept.operation == nullptr) {
      OPENACLNN_RETURN_IF_FAILED(PlanBatch(kept.target.communicator->About(), kept.items.data(),
                                           kept.items.size(), false, &kept.operation));
    }
    OPENACLNN_RETURN_IF_FAILED(kept.target.communicator->Issue(kept.operation, *kept.target.stream));
  }
  return Result::Ok();
}

Result IssueOrKeep(const Target& target, std::shared_ptr<Operation> operation) {
  ThreadGroup& group = Current();
  if (group.depth == 0) {
    return target.communicator->Issue(operation, *target.stream);
  }
  group.kept.push_back({target, std::move(operation), {}});
  return Result::Ok();
}

bool KeepMessages(const Target& target, const HcclSendRecvItem* items, size_t count) {
  ThreadGroup& group = Current();
  if (group.depth == 0) {
    return false;
  }
  const auto same = std::find_if(group.kept.begin(), group.kept.end(), [&](const Kept& kept) {
    return kept.operation == nullptr && kept.target.communicator == target.communicator &&
           kept.target.stream == target.stream;
  });
  Kept& kept = same == group.kept.end() ? group.kept.emplace_back(Kept{target, nullptr, {}}) : *same;
  kept.items.insert(kept.items.end(), items, items + count);
  return true;
}

}  // namespace openaclnn::collectives
