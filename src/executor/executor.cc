// SPDX-License-Identifier: Apache-2.0
#include "executor/executor.h"

#include <utility>

namespace openaclnn {

ExecutorRegistry& ExecutorRegistry::Instance() {
  static auto* const instance = new ExecutorRegistry;
  return *instance;
}

std::shared_ptr<aclOpExecutor> ExecutorRegistry::Find(const aclOpExecutor* executor) {
  const std::lock_guard lock(mutex_);
  const auto found = live_.find(executor);
  return found == live_.end() ? nullptr : found->second;
}

aclOpExecutor* ExecutorRegistry::Insert(std::shared_ptr<aclOpExecutor> executor) {
  aclOpExecutor* handle = executor.get();
  const std::lock_guard lock(mutex_);
  live_.emplace(handle, std::move(executor));
  return handle;
}

bool ExecutorRegistry::Remove(const aclOpExecutor* executor) {
  const std::lock_guard lock(mutex_);
  return live_.erase(executor) != 0;
}

}  // namespace openaclnn
