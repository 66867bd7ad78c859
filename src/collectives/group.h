// SPDX-License-Identifier: Apache-2.0
//
// Between HcclGroupStart and HcclGroupEnd a thread's operations are kept, and then issued together.
#pragma once

#include <memory>

#include "acl/acl_rt.h"
#include "collectives/communicator.h"
#include "collectives/operation.h"
#include "collectives/result.h"
#include "hccl/hccl_types.h"

namespace openaclnn::collectives {

// Where an operation goes.
struct Target {
  std::shared_ptr<Communicator> communicator;
  std::shared_ptr<runtime::Stream> stream;
};
// The handles of a call.
[[nodiscard]] Result FindTarget(HcclComm comm, aclrtStream stream, Target* target);

void StartGroup();
[[nodiscard]] Result EndGroup();

// Issues a collective operation, or keeps it.
[[nodiscard]] Result IssueOrKeep(const Target& target, std::shared_ptr<Operation> operation);
// Keeps messages, which its end makes an operation of; false if no group has begun.
[[nodiscard]] bool KeepMessages(const Target& target, const HcclSendRecvItem* items, size_t count);

}  // namespace openaclnn::collectives
