// SPDX-License-Identifier: Apache-2.0
//
// The tasks of a graph, as the capture leaves them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

#include "acl/acl_rt.h"
#include "backend/repeatable_work.h"
#include "base/tensor_name.h"
#include "checker/kept_work.h"
#include "checker/races.h"

namespace openaclnn::runtime {

struct Condition;
class Graph;
struct Label;

// Memory that a task uses, by address.
struct MemoryUse {
  TensorName name;
  const void* address;
  size_t bytes;
  size_t block;  // around it: its place among those of the graph
};

// Tells the checker of races that a task is about to be given to a stream.
using StreamNote = std::function<void(const void* stream)>;

// An operator, a copy, a fill.
struct WorkTask {
  std::unique_ptr<backend::RepeatableWork> work;
  std::vector<MemoryUse> memory;
  checker::KeptWork notes;
  StreamNote note;  // of what is no work on memory; may be empty
  // Of a task that was replaced: its blocks, one for each use.
  std::vector<std::shared_ptr<backend::Allocation>> own;
  // Held while it runs, or is replaced; null: it is in no group, and never replaced.
  std::shared_ptr<std::mutex> guard;
  bool isDisabled = false;  // left out
};

struct HostTask {
  void (*function)(void*);
  void* argument;
};

// Orders the streams of the graph. `event` is the graph's own; null: no stream waits for it.
struct RecordTask {
  std::shared_ptr<backend::Event> event;
  checker::Mark mark;
};
struct WaitTask {
  size_t record;  // the number of the task that is waited for
};

// A client's event, for those outside.
struct OuterRecordTask {
  std::shared_ptr<backend::Event> event;
  StreamNote note;
};
struct OuterWaitTask {
  std::shared_ptr<backend::Event> event;
  StreamNote note;
};

// Of an event that the graph has recorded. Has nothing to do where the tasks of the graph come in one order.
struct ResetTask {
  size_t record;  // the number of the task that recorded it last
};

// Waits until a client's flag is set.
struct FlagWaitTask {
  std::shared_ptr<backend::Signal> signal;
  std::function<std::unique_ptr<backend::Condition>()> makeCondition;
  StreamNote note;
};

// A word of memory that is written, or, with a test, waited for.
struct ValueTask {
  void* address;
  uint64_t value;
  std::optional<backend::ValueTest> test;
  MemoryUse memory;
};

// The tasks below are those of graphs that are built by hand.

// Starts another lane, again if it runs.
struct StartTask {
  size_t lane;
};

// Compares two words of memory, and starts one of two lanes in place of the rest of its own. Goes on where
// there is none for what it finds.
struct SwitchTask {
  std::vector<MemoryUse> words;  // left, right
  bool (*compare)(int64_t left, int64_t right);
  std::optional<size_t> whenTrue;
  std::optional<size_t> whenFalse;
};

// A place that a lane can go on from.
struct LabelTask {};

// Goes on behind a label of its lane: the one whose place in the list is in memory, or the last one.
struct JumpTask {
  std::vector<MemoryUse> index;                // one
  std::vector<std::shared_ptr<Label>> labels;  // until building ends
  std::vector<size_t> positions;               // of the labels among the tasks of the lane, from then on
};

// Runs one of its bodies, or none, by the word of a condition. These are graphs that only their root runs.
struct ConditionTask {
  std::shared_ptr<Condition> condition;
  int32_t type;  // an aclmdlRICondTaskType
  std::vector<std::shared_ptr<Graph>> bodies;
  checker::KeptWork notes;
  // In the plan: where the lane goes on, with a body or without one.
  std::vector<size_t> positions;
  size_t otherwise = 0;
};

// Of plans only: where a body of a condition begins or ends.
struct BodyTask {
  bool isBegin = false;
  // At the beginning: its tasks, and the lanes but the first one.
  size_t first = 0;
  size_t count = 0;
  std::vector<size_t> lanes;
  // At the end: where the lane goes on.
  size_t next = 0;
};

// What messages call those that look at memory.
inline constexpr const char* kSwitchName = "aclrtSwitchStream";
inline constexpr const char* kJumpName = "aclrtSwitchLabelByIndex";

using TaskBody = std::variant<WorkTask, HostTask, RecordTask, WaitTask, OuterRecordTask, OuterWaitTask,
                              ResetTask, FlagWaitTask, ValueTask, StartTask, SwitchTask, LabelTask, JumpTask,
                              ConditionTask, BodyTask>;

struct GraphTask {
  size_t lane;  // of the stream that it was captured on; 0: the one that the capture began on
  TaskBody body;
};

[[nodiscard]] aclmdlRITaskType TypeOf(const TaskBody& body);

template <typename... Callables>
struct Overloaded : Callables... {
  using Callables::operator()...;
};
template <typename... Callables>
Overloaded(Callables...) -> Overloaded<Callables...>;

}  // namespace openaclnn::runtime
