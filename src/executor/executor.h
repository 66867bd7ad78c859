// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <unordered_map>

#include "executor/operator.h"

// The object behind aclOpExecutor: a bound call between the two phases.
struct aclOpExecutor {
  openaclnn::TensorSlots slots;
  std::unique_ptr<openaclnn::OperatorCall> call;
  openaclnn::Plan plan;
  bool repeatable = false;
};

namespace openaclnn {

// Every executor that was made and not yet consumed or destroyed. Clients keep raw pointers and use them
// after phase two has freed the executor: here that is an error, not a crash.
class ExecutorRegistry {
 public:
  static ExecutorRegistry& Instance();

  // Null-safe; an executor that is not live gives null. The caller's reference keeps it alive meanwhile.
  std::shared_ptr<aclOpExecutor> Find(const aclOpExecutor* executor);
  aclOpExecutor* Insert(std::shared_ptr<aclOpExecutor> executor);
  // True if it was live.
  bool Remove(const aclOpExecutor* executor);

 private:
  std::mutex mutex_;
  std::unordered_map<const aclOpExecutor*, std::shared_ptr<aclOpExecutor>> live_;
};

}  // namespace openaclnn
