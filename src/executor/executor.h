// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/status.h"
#include "executor/operator_call.h"
#include "runtime/core/handle_table.h"

namespace openaclnn {

// Every call that phase one made and that was not yet consumed or destroyed. Clients hold an aclOpExecutor, which is
// a handle, and use it after phase two has freed the call: that is an error, also when there are new ones.
runtime::HandleTable<OperatorCall>& Executors();

// What to say of a handle that none is found for.
[[nodiscard]] Status DeadExecutor();

}  // namespace openaclnn
