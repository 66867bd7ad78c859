// SPDX-License-Identifier: Apache-2.0
//
// What races.h knows of streams, of the host and of what orders them.
#pragma once

#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "checker/access_history.h"
#include "checker/call_stack.h"

namespace openaclnn::checker {

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
  std::shared_ptr<Gate> gate = std::make_shared<Gate>();
  std::optional<uint64_t> value;  // empty: no stream has written it
};

using StreamPointer = std::shared_ptr<StreamState>;
using PointPointer = std::shared_ptr<StreamPoint>;

// A function of the client's on its way through a stream.
struct Callback {
  void (*function)(void*) = nullptr;
  void* argument = nullptr;
  PointPointer point;
};

// The point in a stream's work at which the function that this thread is in is called.
extern constinit thread_local const StreamPoint* calledAt;

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

  static RaceState& Instance();
  StreamPointer Find(const void* stream);
  StreamPointer Make(std::string name, CallStack made);
  void End(const void* key);
  void Push(const StreamPointer& stream, Step step);
  static bool Run(StreamState& stream, const Step& step, bool forced);
  void RunForced(StreamState& stream);
  // All that does not have to wait any more.
  void Settle();
  // It was reached: so was all that comes before it.
  void Reach(const StreamPoint& point);
  // What a stream has waited for without a word of what that was: it may be all that there is.
  void JoinAll(Clock& clock) const;
  void Check(const std::shared_ptr<Operation>& operation, std::vector<Access> accesses);
  // Records a point, when the stream comes there.
  PointPointer Record(const void* stream);
  void SeeByHost(const StreamPoint& point);
  // As long as it is there.
  const StreamState* StreamOf(const Operation& operation) const;
  void TellRace(const Use& use, const Use& other) const;
};

}  // namespace openaclnn::checker
