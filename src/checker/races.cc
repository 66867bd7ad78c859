// SPDX-License-Identifier: Apache-2.0
#include "checker/races.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "checker/kept_work.h"
#include "checker/quietly.h"
#include "checker/race_state.h"

namespace openaclnn::checker {
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
  callback.function(callback.argument);
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
    Callback& callback = state.callbacks.emplace_back(Callback{original.function, original.argument, point});
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
