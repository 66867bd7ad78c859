// SPDX-License-Identifier: Apache-2.0
//
// Between HcclGroupStart and HcclGroupEnd the operations of a thread are kept; HcclGroupEnd issues them
// together.
#pragma once

#include <memory>

#include "collectives/communicators.h"
#include "collectives/result.h"
#include "collectives/run/operation.h"
#include "hccl/hccl_types.h"

namespace openaclnn::collectives {

// How many groups the calling thread has begun and not ended.
[[nodiscard]] inline int& GroupDepth() {
  thread_local int depth = 0;
  return depth;
}
// Whether the calling thread's operations are to be kept. A call outside of a group never enters group.cc.
[[nodiscard]] inline bool IsInGroup() {
  return GroupDepth() > 0;
}

void StartGroup();
[[nodiscard]] Result EndGroup();

// Keeps an operation until the group ends.
void KeepOperation(const Target& target, std::shared_ptr<Operation> operation);
// Keeps messages. The end of the group makes one operation of those that have the same target.
void KeepMessages(const Target& target, const HcclSendRecvItem* items, size_t count);

}  // namespace openaclnn::collectives
