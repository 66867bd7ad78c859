// SPDX-License-Identifier: Apache-2.0
#include "executor/executor.h"

#include "base/no_destructor.h"

namespace openaclnn {

runtime::HandleTable<OperatorCall>& Executors() {
  static NoDestructor<runtime::HandleTable<OperatorCall>> table(runtime::HandleKind::kExecutor);
  return *table;
}

Status DeadExecutor() {
  return {code::kInner,
          "executor: expected a live one from phase one, got one that was used or destroyed before, or that "
          "never was one"};
}

}  // namespace openaclnn
