// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/execution.h"

#include <exception>
#include <new>
#include <string>

#include "base/address_text.h"

namespace openaclnn::runtime {
namespace {

// The one of the memory's blocks that lies around a use of a task.
const backend::Allocation& BlockOf(const WorkTask& task, size_t use, const GraphMemory::Blocks& blocks) {
  return task.own.empty() ? *blocks[task.memory[use].block] : *task.own[use];
}

// As a stream does it with work of its own.
Status RunWork(const WorkTask& task, const GraphMemory::Blocks& blocks, backend::ExecutionContext& context) {
  for (size_t use = 0; use < task.memory.size(); ++use) {
    if (BlockOf(task, use, blocks).Freed()) {
      return FreedTooEarly(task.work->Name(), task.memory[use]);
    }
  }
  Status outcome;
  try {
    outcome = task.work->Run(context);
  } catch (const std::bad_alloc&) {
    outcome = {code::kHostAllocation, {}};
  } catch (const std::exception& error) {
    outcome = {code::kInternal, std::string(task.work->Name()) + " failed: " + error.what()};
  }
  return task.work->Complete(std::move(outcome));
}

Status RunGuarded(const WorkTask& task, const GraphMemory::Blocks& blocks,
                  backend::ExecutionContext& context) {
  if (task.guard == nullptr) [[likely]] {
    return RunWork(task, blocks, context);
  }
  const std::lock_guard lock(*task.guard);
  return RunWork(task, blocks, context);
}

class Segment final : public backend::Work {
 public:
  Segment(std::shared_ptr<Execution> execution, std::span<WorkTask* const> tasks, size_t bytes, bool reports)
      : execution_(std::move(execution)), tasks_(tasks), bytes_(bytes), reports_(reports) {}
  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;
  ~Segment() override {
    if (!wasRun_) {
      execution_->Drop();
    }
  }

  [[nodiscard]] const char* Name() const override {
    return tasks_.size() == 1 ? tasks_.front()->work->Name() : "graph";
  }
  [[nodiscard]] size_t Bytes() const override { return bytes_; }
  [[nodiscard]] Status Run(backend::ExecutionContext& context) override {
    wasRun_ = true;
    for (const WorkTask* task : tasks_) {
      if (execution_->IsOver()) {
        break;
      }
      Status status = RunTask(*task, *execution_, context);
      if (!status.IsOk()) {
        return reports_ ? status : Status::Ok();
      }
    }
    return Status::Ok();
  }
  void Describe(trace::Details& details) const override {
    if (tasks_.size() == 1) {
      tasks_.front()->work->Describe(details);
    }
  }

 private:
  const std::shared_ptr<Execution> execution_;
  const std::span<WorkTask* const> tasks_;
  const size_t bytes_;
  const bool reports_;
  bool wasRun_ = false;
};

class LastTask final : public backend::Work {
 public:
  explicit LastTask(std::shared_ptr<Execution> execution) : execution_(std::move(execution)) {}
  [[nodiscard]] const char* Name() const override { return "end of graph"; }
  [[nodiscard]] size_t Bytes() const override { return 0; }
  [[nodiscard]] Status Run(backend::ExecutionContext& /*context*/) override { return execution_->Failure(); }

 private:
  const std::shared_ptr<Execution> execution_;
};

}  // namespace

Execution::Execution(std::shared_ptr<std::atomic<int>> running, GraphMemory::Blocks blocks)
    : running_(std::move(running)), blocks_(std::move(blocks)) {
  running_->fetch_add(1, std::memory_order_relaxed);
}

Execution::~Execution() {
  running_->fetch_sub(1, std::memory_order_release);
}

void Execution::Fail(const Status& status) noexcept {
  {
    const std::lock_guard lock(mutex_);
    if (failure_.IsOk()) {
      failure_ = status;
    }
  }
  Drop();
}

Status Execution::Failure() const noexcept {
  const std::lock_guard lock(mutex_);
  return failure_;
}

[[gnu::cold, gnu::noinline]] Status FreedTooEarly(const char* task, const MemoryUse& use) {
  return {code::kRtVectorCoreException,
          std::string(task) + ": " + use.name.Text() +
              ": expected memory that lives until the graph's execution is done, got memory that was freed "
              "before the task started, at " +
              AddressText(use.address)};
}

Status RunTask(const WorkTask& task, Execution& execution, backend::ExecutionContext& context) {
  if (task.isDisabled) {
    return Status::Ok();
  }
  Status status = RunGuarded(task, execution.Blocks(), context);
  if (!status.IsOk()) {
    execution.Fail(status);
  }
  return status;
}

std::unique_ptr<backend::Work> MakeSegment(std::shared_ptr<Execution> execution,
                                           std::span<WorkTask* const> tasks, size_t bytes, bool reports) {
  return std::make_unique<Segment>(std::move(execution), tasks, bytes, reports);
}

std::unique_ptr<backend::Work> MakeLastTask(std::shared_ptr<Execution> execution) {
  return std::make_unique<LastTask>(std::move(execution));
}

}  // namespace openaclnn::runtime
