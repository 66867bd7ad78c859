// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/status.h"
#include "executor/operator_call.h"
#include "runtime/core/handle_table.h"

// A bound call between the two phases. What clients hold is not its address but a handle.
struct aclOpExecutor {
  // NOLINTNEXTLINE(modernize-use-equals-default): that would clear the places of slots where it is value-initialized
  aclOpExecutor() {}

  openaclnn::TensorSlots slots;
  std::unique_ptr<openaclnn::OperatorCall> call;
  openaclnn::Prepared needs;  // of the kernel, and of what staging adds
  bool staged = false;        // outputs are made in the workspace
  bool repeatable = false;
};

namespace openaclnn {

// Every executor that was made and not yet consumed or destroyed. Clients use handles after phase two has
// freed the executor: that is an error, also when there are new ones.
runtime::HandleTable<aclOpExecutor>& Executors();

// What to say of a handle that none is found for.
[[nodiscard]] Status DeadExecutor();

}  // namespace openaclnn
