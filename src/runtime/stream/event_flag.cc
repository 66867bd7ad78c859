// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream/event_flag.h"

#include <optional>
#include <utility>

#include "backend/repeatable_work.h"

namespace openaclnn::runtime {

class EventFlag::ChangeWork final : public backend::RepeatableWork {
 public:
  ChangeWork(std::shared_ptr<EventFlag> flag, bool isSet) : flag_(std::move(flag)), isSet_(isSet) {}
  [[nodiscard]] const char* Name() const override { return isSet_ ? "set event" : "reset event"; }
  [[nodiscard]] size_t Bytes() const override { return 0; }
  [[nodiscard]] Status Run(backend::ExecutionContext& /*context*/) override {
    flag_->signal_->Change([this] { flag_->isSet_ = isSet_; });
    return Status::Ok();
  }
  [[nodiscard]] backend::TaskMemories GiveUpMemory() override { return {}; }

 private:
  const std::shared_ptr<EventFlag> flag_;
  const bool isSet_;
};

class EventFlag::IsSet final : public backend::Condition {
 public:
  explicit IsSet(std::shared_ptr<EventFlag> flag) : flag_(std::move(flag)) {}
  [[nodiscard]] std::optional<Status> Look() noexcept override {
    return flag_->isSet_ ? std::optional(Status::Ok()) : std::nullopt;
  }
  void Describe(trace::Details& details) const override { details.name = "wait for event"; }

 private:
  const std::shared_ptr<EventFlag> flag_;
};

EventFlag::EventFlag(std::shared_ptr<backend::Signal> signal)
    : signal_(std::move(signal)), gate_(checker::MakeGate()) {}

void EventFlag::NoteChange(const void* stream, bool isSet) {
  checker::NoteChange(stream, gate_, [flag = shared_from_this(), isSet] { flag->playedIsSet_ = isSet; });
}

Status EventFlag::Change(bool isSet, backend::Stream& stream) {
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    NoteChange(&stream, isSet);
  }
  return stream.Launch(std::make_unique<ChangeWork>(shared_from_this(), isSet));
}

TaskBody EventFlag::MakeChange(bool isSet) {
  WorkTask task;
  task.work = std::make_unique<ChangeWork>(shared_from_this(), isSet);
  task.note = [flag = shared_from_this(), isSet](const void* stream) { flag->NoteChange(stream, isSet); };
  return task;
}

TaskBody EventFlag::MakeWait() {
  const std::shared_ptr<EventFlag> flag = shared_from_this();
  return FlagWaitTask{signal_, [flag] { return std::make_unique<IsSet>(flag); },
                      [flag](const void* stream) {
                        checker::NotePassage(stream, flag->gate_, [flag] { return flag->playedIsSet_; });
                      }};
}

}  // namespace openaclnn::runtime
