// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <utility>

#include "backend/backend.h"
#include "runtime/graph/graph_memory.h"
#include "runtime/graph/graph_tasks.h"

namespace openaclnn::runtime {

// One execution of a graph on its way through streams. Its tasks hold it, and so the graph and its memory.
class Execution {
 public:
  // `running` counts the executions of the graph, and keeps the graph alive.
  Execution(std::shared_ptr<std::atomic<int>> running, GraphMemory::Blocks blocks);
  Execution(const Execution&) = delete;
  Execution& operator=(const Execution&) = delete;
  ~Execution();

  [[nodiscard]] const GraphMemory::Blocks& Blocks() const { return blocks_; }

  // Whether a task failed or was dropped: the later ones are not run.
  [[nodiscard]] bool IsOver() const { return isOver_.load(std::memory_order_acquire); }
  void Drop() noexcept { isOver_.store(true, std::memory_order_release); }
  // The first failure counts.
  void Fail(const Status& status) noexcept;
  [[nodiscard]] Status Failure() const noexcept;

 private:
  const std::shared_ptr<std::atomic<int>> running_;
  const GraphMemory::Blocks blocks_;
  std::atomic<bool> isOver_{false};
  mutable std::mutex mutex_;
  Status failure_;
};

// What is said where a task comes to memory that is gone.
[[nodiscard]] Status FreedTooEarly(const char* task, const MemoryUse& use);

// Runs a task of an execution, which fails with it.
[[nodiscard]] Status RunTask(const WorkTask& task, Execution& execution, backend::ExecutionContext& context);

// Operators, copies and fills of an execution that follow each other. `bytes`: of all of them. `reports`:
// whether the stream reports a failure; otherwise only the execution knows it.
[[nodiscard]] std::unique_ptr<backend::Work> MakeSegment(std::shared_ptr<Execution> execution,
                                                         std::span<WorkTask* const> tasks, size_t bytes,
                                                         bool reports);

// The last task of an execution, which reports its failure.
[[nodiscard]] std::unique_ptr<backend::Work> MakeLastTask(std::shared_ptr<Execution> execution);

}  // namespace openaclnn::runtime
