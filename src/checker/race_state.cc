// SPDX-License-Identifier: Apache-2.0
#include "checker/race_state.h"

#include <utility>

#include "base/no_destructor.h"
#include "checker/race_report.h"
#include "checker/report.h"

namespace openaclnn::checker {
namespace {

// What waits on a stream whose order is not yet known; more than this, and the order is given up.
constexpr size_t kMostSteps = 4096;

}  // namespace

constinit thread_local const StreamPoint* calledAt = nullptr;

RaceState& RaceState::Instance() {
  static NoDestructor<RaceState> state;
  return *state;
}

StreamPointer RaceState::Find(const void* stream) {
  StreamPointer& found = streams[stream];
  if (found == nullptr) {
    found = Make("a stream", {});
  }
  return found;
}

StreamPointer RaceState::Make(std::string name, CallStack made) {
  auto stream = std::make_shared<StreamState>();
  stream->name = std::move(name);
  stream->made = std::move(made);
  stream->clock = host;
  // The host knows that what was in the slot has ended, and so do all who are given work from now on.
  if (freeSlots.empty()) {
    stream->slot = slots++;
  } else {
    stream->slot = freeSlots.back();
    freeSlots.pop_back();
  }
  stream->firstTick = stream->clock.Advance(stream->slot);
  return stream;
}

void RaceState::End(const void* key) {
  const auto found = streams.find(key);
  if (found == streams.end()) {
    return;
  }
  const StreamPointer stream = std::move(found->second);
  streams.erase(found);
  while (!stream->steps.empty()) {
    RunForced(*stream);
  }
  std::erase(waiting, stream);
  host.Join(stream->clock);
  freeSlots.push_back(stream->slot);
  history.ForgetEnded(host);
  Settle();
}

void RaceState::Push(const StreamPointer& stream, Step step) {
  step.host = host;
  if (calledAt != nullptr) {
    step.host.Join(calledAt->clock);
  }
  if (stream->steps.empty() && Run(*stream, step, false)) {
    Settle();
    return;
  }
  if (stream->steps.empty()) {
    waiting.push_back(stream);
  }
  stream->steps.push_back(std::move(step));
  while (stream->steps.size() > kMostSteps) {
    RunForced(*stream);
  }
}

bool RaceState::Run(StreamState& stream, const Step& step, bool forced) {
  stream.clock.Join(step.host);
  return step.run(stream, forced);
}

void RaceState::RunForced(StreamState& stream) {
  const Step step = std::move(stream.steps.front());
  stream.steps.pop_front();
  stream.isForced = true;
  (void)Run(stream, step, true);
  stream.isForced = false;
}

void RaceState::Settle() {
  for (bool progress = !waiting.empty(); progress;) {
    progress = false;
    for (const StreamPointer& stream : waiting) {
      while (!stream->isForced && !stream->steps.empty() && Run(*stream, stream->steps.front(), false)) {
        stream->steps.pop_front();
        progress = true;
      }
    }
    std::erase_if(waiting, [](const StreamPointer& stream) { return stream->steps.empty(); });
  }
}

void RaceState::Reach(const StreamPoint& point) {
  while (!point.isReached && !point.stream->isForced && !point.stream->steps.empty()) {
    RunForced(*point.stream);
  }
  Settle();
}

void RaceState::JoinAll(Clock& clock) const {
  for (const auto& [key, stream] : streams) {
    clock.Join(stream->clock);
  }
}

void RaceState::Check(const std::shared_ptr<Operation>& operation, std::vector<Access> accesses) {
  for (Access& access : accesses) {
    if (access.view.data == nullptr || access.view.Empty()) {
      continue;
    }
    const auto use = std::make_shared<const Use>(operation, std::move(access));
    // What was told counts as mended: one missing order is told once.
    while (const UsePointer other = history.FindRace(*use)) {
      TellRace(*use, *other);
      operation->clock.Join(other->operation->clock);
    }
    if (operation->slot != Operation::kOnHost) {
      history.Add(use, host);
    }
  }
  if (operation->slot == Operation::kOnHost) {
    host.Join(operation->clock);
  }
}

PointPointer RaceState::Record(const void* stream) {
  auto point = std::make_shared<StreamPoint>();
  point->stream = Find(stream);
  Push(point->stream, {{}, [point](StreamState& on, bool /*forced*/) {
                         point->isReached = true;
                         on.clock.Advance(on.slot);
                         point->clock = on.clock;
                         return true;
                       }});
  return point;
}

void RaceState::SeeByHost(const StreamPoint& point) {
  Reach(point);
  host.Join(point.clock);
}

const StreamState* RaceState::StreamOf(const Operation& operation) const {
  for (const auto& [key, stream] : streams) {
    if (stream->slot == operation.slot) {
      return stream.get();
    }
  }
  return nullptr;
}

void RaceState::TellRace(const Use& use, const Use& other) const {
  std::vector<Related> madeAt;
  for (const Use* one : {&other, &use}) {
    const StreamState* const stream = StreamOf(*one->operation);
    if (stream != nullptr && stream->made != CallStack()) {
      madeAt.push_back({stream->name + ": made at", stream->made});
    }
  }
  const StreamState* const earlier = StreamOf(*other.operation);
  const bool isOrderedBefore =
      earlier != nullptr && use.operation->clock.Of(earlier->slot) > earlier->firstTick;
  Tell(DescribeRace(use, other, madeAt, isOrderedBefore));
}

}  // namespace openaclnn::checker
