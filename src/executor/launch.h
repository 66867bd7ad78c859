// SPDX-License-Identifier: Apache-2.0
//
// From an executor to work on a stream.
#pragma once

#include <cstdint>
#include <memory>

#include "aclnn/acl_meta.h"
#include "base/status.h"
#include "executor/operator_call.h"

namespace openaclnn {

// The workspace that clients are asked for: with room to align it.
[[nodiscard]] uint64_t ReportedWorkspace(const Prepared& needs);

// The operator, its tensors and its workspace, for the timeline.
void DescribeCall(const OperatorCall& call, const char* phase, trace::Details& details);

// Checks workspace, addresses and stream, and puts the call on the stream. `function` is the operator's name:
// a call of another operator is refused.
[[nodiscard]] Status Enqueue(const char* function, std::shared_ptr<OperatorCall> call, void* workspace,
                             uint64_t workspaceSize, aclrtStream streamHandle);

}  // namespace openaclnn
