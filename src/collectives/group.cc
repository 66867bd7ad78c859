// SPDX-License-Identifier: Apache-2.0
#include "collectives/group.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "collectives/plan/plan.h"

namespace openaclnn::collectives {
namespace {

struct Kept {
  Target target;
  std::shared_ptr<Operation> operation;  // null: messages
  std::vector<HcclSendRecvItem> items;
};

// What the calling thread's group has kept.
std::vector<Kept>& AllKept() {
  thread_local std::vector<Kept> kept;
  return kept;
}

}  // namespace

void StartGroup() {
  ++GroupDepth();
}

Result EndGroup() {
  if (!IsInGroup()) {
    return {HCCL_E_PARA, "expected HcclGroupStart before, on the same thread"};
  }
  if (--GroupDepth() > 0) {
    return Result::Ok();
  }
  for (Kept& kept : std::exchange(AllKept(), {})) {
    if (kept.operation == nullptr) {
      OPENACLNN_RETURN_IF_FAILED(PlanBatch(kept.target.communicator->About(), kept.items.data(),
                                           kept.items.size(), false, &kept.operation));
    }
    OPENACLNN_RETURN_IF_FAILED(kept.target.communicator->Issue(kept.operation, *kept.target.stream));
  }
  return Result::Ok();
}

void KeepOperation(const Target& target, std::shared_ptr<Operation> operation) {
  AllKept().push_back({target, std::move(operation), {}});
}

void KeepMessages(const Target& target, const HcclSendRecvItem* items, size_t count) {
  std::vector<Kept>& all = AllKept();
  const auto same = std::find_if(all.begin(), all.end(), [&](const Kept& kept) {
    return kept.operation == nullptr && kept.target.communicator == target.communicator &&
           kept.target.stream == target.stream;
  });
  Kept& kept = same == all.end() ? all.emplace_back(Kept{target, nullptr, {}}) : *same;
  kept.items.insert(kept.items.end(), items, items + count);
}

}  // namespace openaclnn::collectives
