// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/recorder.h"

#include <utility>

#include "backend/allocation_registry.h"
#include "base/address_text.h"
#include "checker/kept_work.h"
#include "runtime/core/check.h"
#include "runtime/graph/recording_count.h"

namespace openaclnn::runtime {
namespace {

using backend::Allocation;
using backend::AllocationRegistry;
using backend::TaskMemories;

const char* DirectionOf(const TaskMemories& memory) {
  const bool toDevice = memory[0].block->Kind() == backend::MemoryKind::kDevice;
  const bool fromDevice = memory[1].block->Kind() == backend::MemoryKind::kDevice;
  return toDevice ? (fromDevice ? "device-to-device" : "host-to-device") : "device-to-host";
}

// A copy that a graph does itself. `memory`: of the destination, then of the source.
class CopyWork final : public backend::RepeatableWork {
 public:
  CopyWork(void* destination, const void* source, size_t bytes, TaskMemories memory)
      : destination_(destination),
        source_(source),
        bytes_(bytes),
        direction_(DirectionOf(memory)),
        memory_(std::move(memory)) {}
  [[nodiscard]] const char* Name() const override { return "copy"; }
  [[nodiscard]] size_t Bytes() const override { return bytes_; }
  [[nodiscard]] Status Run(backend::ExecutionContext& context) override {
    context.Copy(destination_, source_, bytes_);
    return Status::Ok();
  }
  void Describe(trace::Details& details) const override {
    details.category = "copy";
    details.phase = "run";
    details.direction = direction_;
    details.bytes = bytes_;
  }
  [[nodiscard]] TaskMemories GiveUpMemory() override { return std::move(memory_); }

 private:
  void* const destination_;
  const void* const source_;
  const size_t bytes_;
  const char* const direction_;
  TaskMemories memory_;
};

class FillWork final : public backend::RepeatableWork {
 public:
  FillWork(void* destination, int value, size_t bytes, TaskMemories memory)
      : destination_(destination), value_(value), bytes_(bytes), memory_(std::move(memory)) {}
  [[nodiscard]] const char* Name() const override { return "fill"; }
  [[nodiscard]] size_t Bytes() const override { return bytes_; }
  [[nodiscard]] Status Run(backend::ExecutionContext& context) override {
    const uint32_t word = uint32_t{0x01010101} * static_cast<uint8_t>(value_);
    const size_t words = bytes_ / sizeof word;
    context.FillWords(destination_, word, words);
    if (const size_t rest = bytes_ % sizeof word; rest != 0) {
      context.Copy(static_cast<std::byte*>(destination_) + words * sizeof word, &word, rest);
    }
    return Status::Ok();
  }
  void Describe(trace::Details& details) const override {
    details.category = "fill";
    details.phase = "run";
    details.bytes = bytes_;
  }
  [[nodiscard]] TaskMemories GiveUpMemory() override { return std::move(memory_); }

 private:
  void* const destination_;
  const int value_;
  const size_t bytes_;
  TaskMemories memory_;
};

// Host memory that only the client knows may be gone when the graph is executed.
Status AddBlock(const char* argument, const void* address, size_t bytes, TaskMemories& memory) {
  std::shared_ptr<Allocation> block = AllocationRegistry::Instance().Find(address, bytes);
  if (block == nullptr) {
    return Mismatch(code::kRtCaptureBlocksAsync, argument,
                    "memory of aclrtMalloc or aclrtMallocHost, since the stream is being captured",
                    AddressText(address) + ", which is other host memory");
  }
  memory.push_back({argument, address, bytes, std::move(block)});
  return Status::Ok();
}

}  // namespace

std::atomic<uint32_t> internal::recordings{0};

Recorder::Target TargetOf(const Stream& stream) {
  const backend::Stream* const sink = stream.Sink();  // once: it may change meanwhile
  return sink == stream.Queue().get() ? Recorder::Target() : static_cast<const Recorder*>(sink)->Now();
}

void StartRecording(Stream& stream, Recorder::Target target) {
  if (stream.Recorder() == nullptr) {
    stream.SetRecorder(std::make_shared<Recorder>(stream.Queue()));
  }
  static_cast<Recorder&>(*stream.Recorder()).SetTarget(std::move(target));
  stream.BeginRecording();
  internal::recordings.fetch_add(1, std::memory_order_relaxed);
}

void StopRecording(Stream* stream) {
  if (stream != nullptr) {
    stream->EndRecording();
    static_cast<Recorder&>(*stream->Recorder()).SetTarget({});
  }
  internal::recordings.fetch_sub(1, std::memory_order_relaxed);
}

Status NotForGraphs(const std::string& task) {
  return {code::kRtTaskTypeNotSupported,
          "stream: its tasks are those of a graph, and " + task +
              " cannot be one of them. Issue it outside of the capture, or to another stream"};
}

Recorder::Recorder(std::shared_ptr<backend::Stream> queue) : queue_(std::move(queue)) {
  checker::NoteRecorder(this);
}

Recorder::~Recorder() {
  checker::NoteRecorderEnded(this);
  if (target_.recording != nullptr) {
    target_.recording->StreamIsGone(target_.lane);
  }
}

void Recorder::SetTarget(Target target) {
  const std::lock_guard lock(mutex_);
  std::swap(target_, target);
}

Recorder::Target Recorder::Now() const {
  const std::lock_guard lock(mutex_);
  return target_;
}

Status Recorder::LaunchHolding(std::unique_ptr<backend::Work> work, std::shared_ptr<backend::Hold> hold) {
  const Target to = Now();
  if (to.recording == nullptr) {
    return queue_->LaunchHolding(std::move(work), std::move(hold));
  }
  auto* const repeatable = dynamic_cast<backend::RepeatableWork*>(work.get());
  if (repeatable == nullptr || hold != nullptr) {
    return to.recording->Refuse(NotForGraphs(work->Name()));
  }
  static_cast<void>(work.release());
  return to.recording->KeepWork(to.lane, std::unique_ptr<backend::RepeatableWork>(repeatable));
}

Status Recorder::Copy(void* destination, const void* source, size_t bytes,
                      std::shared_ptr<const void> keepAlive) {
  const Target to = Now();
  if (to.recording == nullptr) {
    return queue_->Copy(destination, source, bytes, std::move(keepAlive));
  }
  TaskMemories memory;
  Status status = AddBlock("dst", destination, bytes, memory);
  if (status.IsOk()) {
    status = AddBlock("src", source, bytes, memory);
  }
  return status.IsOk() ? to.recording->KeepWork(to.lane, std::make_unique<CopyWork>(destination, source,
                                                                                    bytes, std::move(memory)))
                       : to.recording->Refuse(std::move(status));
}

Status Recorder::Fill(void* destination, int value, size_t bytes, std::shared_ptr<const void> keepAlive) {
  const Target to = Now();
  if (to.recording == nullptr) {
    return queue_->Fill(destination, value, bytes, std::move(keepAlive));
  }
  TaskMemories memory;
  Status status = AddBlock("devPtr", destination, bytes, memory);
  return status.IsOk() ? to.recording->KeepWork(to.lane, std::make_unique<FillWork>(destination, value, bytes,
                                                                                    std::move(memory)))
                       : to.recording->Refuse(std::move(status));
}

Status Recorder::CallHost(void (*function)(void*), void* argument) {
  const Target to = Now();
  return to.recording == nullptr ? queue_->CallHost(function, argument)
                                 : to.recording->KeepTask(to.lane, HostTask{function, argument});
}

// Events of clients are recorded, waited for and reset by Capture, which knows whose they are.
Status Recorder::Record(const std::shared_ptr<backend::Event>& event) {
  const Target to = Now();
  return to.recording == nullptr ? queue_->Record(event)
                                 : to.recording->Refuse(NotForGraphs("the record of such an event"));
}

Status Recorder::WaitFor(const std::shared_ptr<backend::Event>& event, backend::WaitOptions options) {
  const Target to = Now();
  return to.recording == nullptr ? queue_->WaitFor(event, std::move(options))
                                 : to.recording->Refuse(NotForGraphs("a wait for such an event"));
}

Status Recorder::Reset(const std::shared_ptr<backend::Event>& event) {
  const Target to = Now();
  return to.recording == nullptr ? queue_->Reset(event)
                                 : to.recording->Refuse(NotForGraphs("the reset of such an event"));
}

Status Recorder::WaitFor(const std::shared_ptr<backend::Signal>& signal,
                         std::unique_ptr<backend::Condition> condition, backend::WaitOptions options) {
  const Target to = Now();
  if (to.recording == nullptr) {
    return queue_->WaitFor(signal, std::move(condition), std::move(options));
  }
  trace::Details details;
  condition->Describe(details);
  return to.recording->Refuse(NotForGraphs(details.name));
}

Status Recorder::WaitForValue(backend::Cell cell, backend::ValueTest test, uint64_t value) {
  const Target to = Now();
  return to.recording == nullptr ? queue_->WaitForValue(std::move(cell), test, value)
                                 : to.recording->KeepValue(to.lane, cell, value, test);
}

Status Recorder::WriteValue(backend::Cell cell, uint64_t value) {
  const Target to = Now();
  return to.recording == nullptr ? queue_->WriteValue(std::move(cell), value)
                                 : to.recording->KeepValue(to.lane, cell, value, std::nullopt);
}

}  // namespace openaclnn::runtime
