// SPDX-License-Identifier: Apache-2.0
//
// What a launch says to the checks (OPENACLNN_CHECK).
#pragma once

#include <cstddef>

#include "aclnn/acl_meta.h"
#include "executor/operator_call.h"

namespace openaclnn {

// What a call reads and writes: told when the call is enqueued, in the order of its tensors. The workspace
// counts as written: clients may use its memory otherwise later.
void NoteMemoryOfCall(OperatorCall& call, const std::byte* workspace, aclrtStream stream);

// The addresses of a call as devices see them, where they are others than the client's.
void MoveIntoDevice(OperatorCall& call);

}  // namespace openaclnn
