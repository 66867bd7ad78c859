// SPDX-License-Identifier: Apache-2.0
//
// The answer to an operator that does not exist, or that cannot run as it was asked for.
#pragma once

#include "base/status.h"

namespace openaclnn::single_operator {

// `refusal` says which operator was asked for. Returns the failure of the call; nothing is enqueued. Only under
// torch_npu the stream gets a task that fails, too: that client goes on without enqueueing anything.
[[nodiscard]] Status Refuse(Status refusal, void* stream);

}  // namespace openaclnn::single_operator
