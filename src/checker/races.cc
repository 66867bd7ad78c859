// SPDX-License-Identifier: Apache-2.0
#include "checker/races.h"

#include <algorithm>
#include <deque>
#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/no_destructor.h"
#include "checker/kept_work.h"
#include "checker/quietly.h"
#include "checker/race_report.h"
#include "checker/report.h"

namespace openaclnn::checker {
namespace {

// What waits on a stream whose order is not yet known; more than this, and the order is given up.
constexpr size_t kMostSteps = 4096;

}  // namespace

struct StreamState;

// Something that a stream does, in its turn. `forced`: it is known to have happened, whatever it waits for.
// False: it still waits.
struct Step {
  Clock host;  // what the host knew when it enqueued the step
  std::function<bool(StreamState& stream, bool forced)> run;
};

struct StreamState {
  std::string name;
  CallStack made;
  size_t slot = 0;
  uint64_t firstTick = 0;
  Clock clock;
  std::deque<Step> steps;  // not empty: the first one waits
  bool isForced = false;   // the step before them is being run
};

struct StreamPoint {
  std::shared_ptr<StreamState> stream;
  bool isReached = false;
  Clock clock;
};

class Gate {
 public:
  Clock clock;  // of those who have changed it
};

// A word of memory that streams wait for.
struct Cell {
  std::shared_ptr<Gate> gate = MakeGate();
  std::optional<uint64_t> value;  // empty: no stream has written it
};

using StreamPointer = std::shared_ptr<StreamState>;
using PointPointer = std::shared_ptr<StreamPoint>;

// A function of the client's on its way through a stream.
struct Callback {
  HostFunction original;
  PointPointer point;
};

namespace {

// The point in a stream's work at which the function that this thread is in is called.
thread_local const StreamPoint* calledAt = nullptr;

}  // namespace

// All that is known, under one lock.
struct RaceState {
  std::mutex mutex;
  std::unordered_map<const void*, StreamPointer> streams;
  std::vector<StreamPointer> waiting;  // those with steps
  size_t slots = 0;                    // that were ever used
  std::vector<size_t> freeSlots;       // of streams that have ended
  Clock host;
  AccessHistory history;
  std::map<const void*, Cell> cells;
  std::list<Callback> callbacks;  // that have not been called

  static RaceState& Instance() {
    static NoDestructor<RaceState> state;
    return *state;
  }

  StreamPointer Find(const void* stream) {
    StreamPointer& found = streams[stream];
    if (found == nullptr) {
      found = Make("a stream", {});
    }
    return found;
  }

  StreamPointer Make(std::string name, CallStack made) {
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

  void End(const void* key) {
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

  void Push(const StreamPointer& stream, Step step) {
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

  static bool Run(StreamState& stream, const Step& step, bool forced) {
    stream.clock.Join(step.host);
    return step.run(stream, forced);
  }

  void RunForced(StreamState& stream) {
    const Step step = std::move(stream.steps.front());
    stream.steps.pop_front();
    stream.isForced = true;
    (void)Run(stream, step, true);
    stream.isForced = false;
  }

  // All that does not have to wait any more.
  void Settle() {
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

  // It was reached: so was all that comes before it.
  void Reach(const StreamPoint& point) {
    while (!point.isReached && !point.stream->isForced && !point.stream->steps.empty()) {
      RunForced(*point.stream);
    }
    Settle();
  }

  // What a stream has waited for without a word of what that was: it may be all that there is.
  void JoinAll(Clock& clock) const {
    for (const auto& [key, stream] : streams) {
      clock.Join(stream->clock);
    }
  }

  void Check(const std::shared_ptr<Operation>& operation, std::vector<Access> accesses) {
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

  // Records a point, when the stream comes there.
  PointPointer Record(const void* stream) {
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

  void SeeByHost(const StreamPoint& point) {
    Reach(point);
    host.Join(point.clock);
  }

  // As long as it is there.
  const StreamState* StreamOf(const Operation& operation) const {
    for (const auto& [key, stream] : streams) {
      if (stream->slot == operation.slot) {
        return stream.get();
      }
    }
    return nullptr;
  }

  void TellRace(const Use& use, const Use& other) const {
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
};

namespace {

// What a call does itself: on the host, or in a callback in the order of its stream.
std::shared_ptr<Operation> OnHost(const RaceState& state, CallStack stack) {
  auto operation = std::make_shared<Operation>();
  operation->stack = std::move(stack);
  operation->place = "the host";
  operation->clock = state.host;
  if (calledAt != nullptr) {
    operation->place = "the host, called by " + calledAt->stream->name;
    operation->slot = calledAt->stream->slot;
    operation->tick = calledAt->clock.Of(operation->slot);
    operation->clock = calledAt->clock;
  }
  return operation;
}

// In the place of the function of a callback.
void CallOriginal(void* argument) {
  Callback callback;
  Quietly<RaceState>([&](RaceState& state) {
    const auto found = std::ranges::find_if(
        state.callbacks, [&](const Callback& one) { return static_cast<const void*>(&one) == argument; });
    callback = std::move(*found);
    state.callbacks.erase(found);
    state.Reach(*callback.point);
  });
  struct Inside {
    explicit Inside(const StreamPoint* point) : before(std::exchange(calledAt, point)) {}
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;
    ~Inside() { calledAt = before; }
    const StreamPoint* const before;
  };
  const Inside inside(callback.point.get());
  callback.original.function(callback.original.argument);
}

// A stream changes what others wait for.
template <typename Change>
void PushChange(RaceState& state, const void* stream, const std::shared_ptr<Gate>& gate,
                const Change& change) {
  state.Push(state.Find(stream), {{}, [gate, change](StreamState& on, bool /*forced*/) {
                                    gate->clock.Join(on.clock);
                                    change();
                                    on.clock.Advance(on.slot);
                                    return true;
                                  }});
}

// A stream waits for such a change. `opened`: the gate, null as long as it is shut.
template <typename Opened>
void PushPassage(RaceState& state, const void* stream, const Opened& opened) {
  state.Push(state.Find(stream), {{}, [&state, opened](StreamState& on, bool forced) {
                                    if (const std::shared_ptr<Gate> gate = opened()) {
                                      on.clock.Join(gate->clock);
                                      return true;
                                    }
                                    if (forced) {
                                      state.JoinAll(on.clock);
                                    }
                                    return forced;
                                  }});
}

}  // namespace

void NoteStreamMade(const void* stream, int device, int number, bool isDefault) noexcept {
  Quietly<RaceState>([&](RaceState& state) {
    state.End(stream);
    const std::string name = isDefault ? "the default stream" : "stream " + std::to_string(number);
    state.streams[stream] = state.Make(name + " of device " + std::to_string(device),
                                       isDefault ? CallStack() : CallStack::Here());
  });
}

void NoteStreamEnded(const void* stream) noexcept {
  Quietly<RaceState>([&](RaceState& state) { state.End(stream); });
}

void NoteWork(const void* stream, std::vector<Access> accesses, const char* name) noexcept {
  if (stream != nullptr && IsRecorder(stream)) {
    return KeepWork(std::move(accesses), name);
  }
  if (!IsOn(kRaces)) {
    return;
  }
  try {
    NoteWorkOf(stream, std::move(accesses), name, CallStack::Here());
  } catch (...) {  // NOLINT(bugprone-empty-catch): less is told
  }
}

void NoteWorkOf(const void* stream, std::vector<Access> accesses, const char* name,
                CallStack stack) noexcept {
  Quietly<RaceState>([&](RaceState& state) {
    if (stream == nullptr) {
      state.Check(OnHost(state, std::move(stack)), std::move(accesses));
      return;
    }
    auto operation = std::make_shared<Operation>();
    operation->name = name;
    operation->stack = std::move(stack);
    state.Push(state.Find(stream),
               {{}, [&state, operation, accesses = std::move(accesses)](StreamState& on, bool /*forced*/) {
                  operation->place = on.name;
                  operation->slot = on.slot;
                  operation->tick = on.clock.Advance(on.slot);
                  operation->clock = on.clock;
                  state.Check(operation, accesses);
                  on.clock.Join(operation->clock);
                  return true;
                }});
  });
}

void NoteCopy(const void* stream, void* destination, const void* source, size_t bytes) noexcept {
  try {
    NoteWork(stream, {Reads("src", source, bytes), Writes("dst", destination, bytes)});
  } catch (...) {  // NOLINT(bugprone-empty-catch): less is told
  }
}

void NoteFree(const char* argument, void* address, size_t bytes) noexcept {
  Quietly<RaceState>([&](RaceState& state) {
    state.Check(OnHost(state, CallStack::Here()), {Writes(argument, address, bytes)});
  });
  NoteFresh(address, bytes);
}

void NoteFresh(const void* address, size_t bytes) noexcept {
  Quietly<RaceState>([&](RaceState& state) {
    state.history.Forget(address, bytes);
    const void* const end = static_cast<const std::byte*>(address) + bytes;
    state.cells.erase(state.cells.lower_bound(address), state.cells.lower_bound(end));
  });
}

HostFunction NoteHostFunction(const void* stream, HostFunction original) noexcept {
  if (IsRecorder(stream)) {
    return original;
  }
  HostFunction placed = original;
  Quietly<RaceState>([&](RaceState& state) {
    const PointPointer point = state.Record(stream);
    Callback& callback = state.callbacks.emplace_back(Callback{original, point});
    placed = {CallOriginal, &callback};
    state.Push(point->stream, {{}, [&state](StreamState& on, bool /*forced*/) {
                                 state.host.Join(on.clock);
                                 return true;
                               }});
  });
  return placed;
}

Mark Mark::Now() const noexcept {
  Mark now;
  if (IsOn(kRaces)) [[unlikely]] {
    Quietly<RaceState>([&](RaceState& /*state*/) { now.point_ = point_; });
  }
  return now;
}

void Mark::RecordOn(const void* stream) noexcept {
  if (IsRecorder(stream)) {
    return;
  }
  Quietly<RaceState>([&](RaceState& state) { point_ = state.Record(stream); });
}

void Mark::WaitOn(const void* stream) const noexcept {
  if (IsRecorder(stream)) {
    return;
  }
  Quietly<RaceState>([&](RaceState& state) {
    if (point_ == nullptr) {
      return;  // nothing to wait for
    }
    state.Push(state.Find(stream), {{}, [&state, point = point_](StreamState& on, bool forced) {
                                      if (forced) {
                                        state.Reach(*point);
                                      }
                                      if (!point->isReached) {
                                        return false;
                                      }
                                      on.clock.Join(point->clock);
                                      return true;
                                    }});
  });
}

void Mark::SeenByHost() const noexcept {
  Quietly<RaceState>([&](RaceState& state) {
    if (point_ != nullptr) {
      state.SeeByHost(*point_);
    }
  });
}

std::shared_ptr<Gate> MakeGate() {
  return std::make_shared<Gate>();
}

void NoteChange(const void* stream, std::shared_ptr<Gate> gate, std::function<void()> change) noexcept {
  if (IsRecorder(stream)) {
    return;
  }
  Quietly<RaceState>([&](RaceState& state) { PushChange(state, stream, gate, change); });
}

void NotePassage(const void* stream, std::shared_ptr<Gate> gate, std::function<bool()> passes) noexcept {
  if (IsRecorder(stream)) {
    return;
  }
  Quietly<RaceState>([&](RaceState& state) {
    PushPassage(state, stream, [gate, passes] { return passes() ? gate : nullptr; });
  });
}

void NoteChangeByHost(const std::function<void()>& change) noexcept {
  Quietly<RaceState>([&](RaceState& state) {
    change();
    state.Settle();
  });
}

void NoteValueWritten(const void* stream, const void* address, uint64_t value) noexcept {
  if (IsRecorder(stream)) {
    return;
  }
  Quietly<RaceState>([&](RaceState& state) {
    PushChange(state, stream, state.cells[address].gate, [&state, address, value] {
      if (const auto cell = state.cells.find(address); cell != state.cells.end()) {
        cell->second.value = value;
      }
    });
  });
}

void NoteWaitForValue(const void* stream, const void* address,
                      std::function<bool(uint64_t value)> passes) noexcept {
  if (IsRecorder(stream)) {
    return;
  }
  Quietly<RaceState>([&](RaceState& state) {
    (void)state.cells[address];
    PushPassage(state, stream, [&state, address, passes] {
      const auto cell = state.cells.find(address);
      const bool isOpen = cell != state.cells.end() && cell->second.value && passes(*cell->second.value);
      return isOpen ? cell->second.gate : nullptr;
    });
  });
}

}  // namespace openaclnn::checker
