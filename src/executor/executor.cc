// SPDX-License-Identifier: Apache-2.0
#include "executor/executor.h"

namespace openaclnn {

runtime::HandleTable<aclOpExecutor>& Executors() {
  static auto* const table = new runtime::HandleTable<aclOpExecutor>(runtime::HandleKind::kExecutor);
  return *table;
}

Status DeadExecutor() {
  return {code::kInner,
          "executor: expected a live one from phase one, got one that was used or destroyed before"};
}

}  // namespace openaclnn
