// SPDX-License-Identifier: Apache-2.0
#include "bench/runtime/client.h"

#include <cstdio>
#include <cstdlib>

#include "aclnnop/aclnn_mse_loss_backward.h"

namespace openaclnn::bench {

void Check(int status, const char* call) {
  if (status != ACL_SUCCESS) {
    const char* message = aclGetRecentErrMsg();
    std::fprintf(stderr, "%s returned %d: %s\n", call, status, message == nullptr ? "" : message);
    std::_Exit(EXIT_FAILURE);
  }
}

DeviceMemory::DeviceMemory(size_t bytes) {
  BENCH_CHECK(aclrtMalloc(&memory_, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
  BENCH_CHECK(aclrtMemset(memory_, bytes, 0, bytes));
}

DeviceMemory::~DeviceMemory() {
  if (memory_ != nullptr) {
    BENCH_CHECK(aclrtFree(memory_));
  }
}

SmallOperator::SmallOperator(int64_t elements) {
  constexpr int kTensors = 4;
  for (int i = 0; i < kTensors; ++i) {
    memory_.emplace_back(static_cast<size_t>(elements) * sizeof(float));
    tensors_.push_back(aclCreateTensor(&elements, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &elements, 1,
                                       memory_.back().Get()));
  }
}

SmallOperator::SmallOperator(SmallOperator&& other) noexcept
    : memory_(std::move(other.memory_)),
      tensors_(std::exchange(other.tensors_, {})),
      workspace_(std::move(other.workspace_)),
      workspaceBytes_(other.workspaceBytes_) {}

SmallOperator::~SmallOperator() {
  for (const aclTensor* tensor : tensors_) {
    (void)aclDestroyTensor(tensor);
  }
}

aclOpExecutor* SmallOperator::Plan() {
  constexpr int64_t kMean = 1;
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  BENCH_CHECK(aclnnMseLossBackwardGetWorkspaceSize(tensors_[0], tensors_[1], tensors_[2], kMean, tensors_[3],
                                                   &bytes, &executor));
  if (bytes > workspaceBytes_) {
    workspace_.clear();
    workspace_.emplace_back(bytes);
    workspaceBytes_ = bytes;
  }
  return executor;
}

void SmallOperator::Run(aclOpExecutor* executor, aclrtStream stream) {
  void* const workspace = workspace_.empty() ? nullptr : workspace_.front().Get();
  BENCH_CHECK(aclnnMseLossBackward(workspace, workspaceBytes_, executor, stream));
}

void SmallOperator::Launch(aclrtStream stream) {
  Run(Plan(), stream);
}

aclOpExecutor* SmallOperator::PlanRepeatable() {
  aclOpExecutor* const executor = Plan();
  BENCH_CHECK(aclSetAclOpExecutorRepeatable(executor));
  return executor;
}

void Gate::Open() {
  const std::lock_guard lock(mutex_);
  open_ = true;
  opened_.notify_all();
}

void Gate::Wait(void* gate) {
  auto* const self = static_cast<Gate*>(gate);
  std::unique_lock lock(self->mutex_);
  self->opened_.wait(lock, [self] { return self->open_; });
}

}  // namespace openaclnn::bench
