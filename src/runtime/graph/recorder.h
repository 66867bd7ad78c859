// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "backend/backend.h"
#include "backend/repeatable_work.h"
#include "runtime/core/context.h"
#include "runtime/graph/graph_tasks.h"

namespace openaclnn::runtime {

// Takes the tasks of streams that are recorded. Thread safe.
class Recording {
 public:
  Recording() = default;
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;
  virtual ~Recording() = default;

  // `lane`: of the stream, as it was given to its recorder.
  [[nodiscard]] virtual Status KeepWork(size_t lane, std::unique_ptr<backend::RepeatableWork> work) = 0;
  [[nodiscard]] virtual Status KeepTask(size_t lane, TaskBody body) = 0;
  [[nodiscard]] virtual Status KeepValue(size_t lane, const backend::Cell& cell, uint64_t value,
                                         std::optional<backend::ValueTest> test) = 0;
  // For a task that cannot be kept, or does not do what the recording needs.
  virtual Status Refuse(Status why) = 0;
  // The stream of a lane is gone.
  virtual void StreamIsGone(size_t lane) noexcept = 0;
};

// Stands for a stream's queue while the stream is recorded: hands the tasks to the recording. What is not a
// task goes to the queue.
class Recorder final : public backend::Stream {
 public:
  explicit Recorder(std::shared_ptr<backend::Stream> queue);
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;
  ~Recorder() override;

  // Where its tasks go: a lane of a recording. Null: to the queue.
  struct Target {
    std::shared_ptr<Recording> recording;
    size_t lane = 0;
  };
  void SetTarget(Target target);
  [[nodiscard]] Target Now() const;

  [[nodiscard]] Status LaunchHolding(std::unique_ptr<backend::Work> work,
                                     std::shared_ptr<backend::Hold> hold) override;
  [[nodiscard]] Status Copy(void* destination, const void* source, size_t bytes,
                            std::shared_ptr<const void> keepAlive) override;
  [[nodiscard]] Status Fill(void* destination, int value, size_t bytes,
                            std::shared_ptr<const void> keepAlive) override;
  [[nodiscard]] Status CallHost(void (*function)(void*), void* argument) override;
  [[nodiscard]] Status Record(const std::shared_ptr<backend::Event>& event) override;
  [[nodiscard]] Status WaitFor(const std::shared_ptr<backend::Event>& event,
                               backend::WaitOptions options) override;
  [[nodiscard]] Status Reset(const std::shared_ptr<backend::Event>& event) override;
  [[nodiscard]] Status WaitFor(const std::shared_ptr<backend::Signal>& signal,
                               std::unique_ptr<backend::Condition> condition,
                               backend::WaitOptions options) override;
  [[nodiscard]] Status WaitForValue(backend::Cell cell, backend::ValueTest test, uint64_t value) override;
  [[nodiscard]] Status WriteValue(backend::Cell cell, uint64_t value) override;
  [[nodiscard]] std::shared_ptr<backend::Hold> MakeHold() override { return queue_->MakeHold(); }
  [[nodiscard]] bool Idle() const override { return queue_->Idle(); }
  [[nodiscard]] Status Synchronize(backend::Timeout timeout) override { return queue_->Synchronize(timeout); }
  void Drain() override { queue_->Drain(); }
  void Discard() noexcept override { queue_->Discard(); }
  void Abort() override { queue_->Abort(); }
  void StopTask() override { queue_->StopTask(); }

 private:
  const std::shared_ptr<backend::Stream> queue_;
  mutable std::mutex mutex_;
  Target target_;
};

// Where the tasks of a stream go while it is recorded; null: it is not.
[[nodiscard]] Recorder::Target TargetOf(const Stream& stream);

// These require the lock of all captures. A stream that is recorded gives its tasks to the target; null: one
// that is gone since.
void StartRecording(Stream& stream, Recorder::Target target);
void StopRecording(Stream* stream);

// The failure of a task that no graph can hold.
[[nodiscard]] Status NotForGraphs(const std::string& task);

}  // namespace openaclnn::runtime
