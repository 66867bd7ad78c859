// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/lane_notes.h"

#include <cstddef>
#include <optional>
#include <variant>

#include "checker/settings.h"
#include "runtime/graph/condition.h"
#include "runtime/graph/graph_notes.h"

namespace openaclnn::runtime {
namespace {

void Order(const void* from, const void* to) {
  checker::Mark mark;
  mark.Record(from);
  mark.Wait(to);
}

class Teller {
 public:
  explicit Teller(const LanePlan& plan)
      : plan_(plan), lanes_(plan.lanes.size()), isTold_(plan.tasks.size()), calls_(plan.tasks.size()) {
    for (size_t lane = 0; lane < lanes_.size(); ++lane) {
      lanes_[lane].bodies = plan.lanes[lane].isOfBody ? 1 : 0;
    }
  }

  void Tell(const void* queue) {
    for (const std::shared_ptr<const Condition>& condition : plan_.assigned) {
      NoteKeptWork(queue, condition->notes);
    }
    for (size_t lane = 0; lane < lanes_.size(); ++lane) {
      if (plan_.lanes[lane].isHead) {
        Start(lane, queue);
      }
    }
    while (TellWhatCan() || LetAlternativesGo()) {
    }
    for (size_t lane = 0; lane < lanes_.size(); ++lane) {
      if (lanes_[lane].isStarted) {
        Order(Queue(lane), queue);
      }
    }
  }
  [[nodiscard]] std::vector<checker::HostFunction> TakeCalls() { return std::move(calls_); }

 private:
  struct Lane {
    bool isStarted = false;
    size_t next = 0;
    std::optional<size_t> after;  // goes on once that lane is at its end
    size_t bodies = 0;            // that its next task is in
  };

  [[nodiscard]] const void* Queue(size_t lane) const { return plan_.lanes[lane].queue.get(); }
  [[nodiscard]] bool IsAtEnd(size_t lane) const {
    return lanes_[lane].next == plan_.lanes[lane].tasks.size();
  }

  void Start(size_t lane, const void* from) {
    if (!lanes_[lane].isStarted) {
      lanes_[lane].isStarted = true;
      Order(from, Queue(lane));
    }
  }

  bool TellWhatCan() {
    bool hasTold = false;
    for (size_t lane = 0; lane < lanes_.size(); ++lane) {
      while (TellNext(lane)) {
        hasTold = true;
      }
    }
    return hasTold;
  }

  // Where lanes wait for each other.
  bool LetAlternativesGo() {
    for (Lane& lane : lanes_) {
      if (lane.isStarted && lane.after) {
        lane.after = std::nullopt;
        return true;
      }
    }
    return false;
  }

  bool TellNext(size_t lane) {
    Lane& state = lanes_[lane];
    if (!state.isStarted || IsAtEnd(lane)) {
      return false;
    }
    if (state.after) {
      if (!IsAtEnd(*state.after)) {
        return false;
      }
      Order(Queue(*state.after), Queue(lane));
      state.after = std::nullopt;
    }
    const size_t number = plan_.lanes[lane].tasks[state.next];
    const auto* const wait = std::get_if<WaitTask>(&plan_.tasks[number].task->body);
    if (wait != nullptr && !isTold_[RecordOf(*wait, number)]) {
      return false;
    }
    TellTask(lane, number);
    isTold_[number] = true;
    ++state.next;
    return true;
  }

  void TellTask(size_t lane, size_t number) {
    const void* const queue = Queue(lane);
    const bool tellsRaces = checker::IsOn(checker::kRaces);
    std::visit(Overloaded{
                   [&](WorkTask& work) {
                     if (work.isDisabled) {
                       return;
                     }
                     NoteKeptWork(queue, work.notes, IsCertain(lane));
                     if (tellsRaces && work.note) {
                       work.note(queue);
                     }
                   },
                   [&](HostTask& host) {
                     calls_[number] = {host.function, host.argument};
                     if (tellsRaces) {
                       calls_[number] = checker::NoteHostFunction(queue, calls_[number]);
                     }
                   },
                   [&](RecordTask& record) { record.mark.Record(queue); },
                   [&](WaitTask& wait) {
                     const size_t record = RecordOf(wait, number);
                     std::get<RecordTask>(plan_.tasks[record].task->body).mark.Wait(queue);
                   },
                   [&](OuterRecordTask& record) { Note(record.note, queue); },
                   [&](OuterWaitTask& wait) { Note(wait.note, queue); },
                   [](ResetTask& /*reset*/) {},
                   [&](FlagWaitTask& wait) { Note(wait.note, queue); },
                   [&](ValueTask& value) {
                     if (tellsRaces) {
                       NoteValue(queue, value);
                     }
                   },
                   [&](StartTask& start) { Start(start.lane, queue); },
                   [&](SwitchTask& decision) { TellSwitch(lane, decision); },
                   [](LabelTask& /*label*/) {},
                   [](JumpTask& /*jump*/) {},
                   [&](ConditionTask& condition) { NoteKeptWork(queue, condition.notes, IsCertain(lane)); },
                   [&](BodyTask& body) { TellBody(lane, body); },
               },
               plan_.tasks[number].task->body);
  }

  // One lane, then the other, then the rest of this one.
  void TellSwitch(size_t lane, const SwitchTask& decision) {
    std::optional<size_t> last;
    for (const std::optional<size_t>& other : {decision.whenTrue, decision.whenFalse}) {
      if (!other || lanes_[*other].isStarted) {
        continue;
      }
      Start(*other, Queue(lane));
      lanes_[*other].after = last;
      last = other;
    }
    lanes_[lane].after = last;
  }

  void TellBody(size_t lane, const BodyTask& body) {
    if (!body.isBegin) {
      --lanes_[lane].bodies;
      return;
    }
    ++lanes_[lane].bodies;
    for (const size_t other : body.lanes) {
      Start(other, Queue(lane));
    }
  }

  [[nodiscard]] bool IsCertain(size_t lane) const { return plan_.isStraight && lanes_[lane].bodies == 0; }
  [[nodiscard]] size_t RecordOf(const WaitTask& wait, size_t number) const {
    return plan_.tasks[number].first + wait.record;
  }

  static void Note(const StreamNote& note, const void* queue) {
    if (note && checker::IsOn(checker::kRaces)) {
      note(queue);
    }
  }

  const LanePlan& plan_;
  std::vector<Lane> lanes_;
  std::vector<bool> isTold_;
  std::vector<checker::HostFunction> calls_;
};

}  // namespace

std::vector<checker::HostFunction> TellCheckers(const LanePlan& plan, const void* queue) {
  Teller teller(plan);
  teller.Tell(queue);
  return teller.TakeCalls();
}

}  // namespace openaclnn::runtime
