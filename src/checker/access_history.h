// SPDX-License-Identifier: Apache-2.0
//
// Who used which bytes last, as far as a later use could still meet it at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/tensor_view.h"
#include "checker/call_stack.h"
#include "checker/clock.h"

namespace openaclnn::checker {

// A call that uses memory: where it was made, and what has ended before it begins.
struct Operation {
  static constexpr size_t kOnHost = SIZE_MAX;  // the slot of what the host itself does

  const char* name = nullptr;  // null: as the stack says
  std::string place;           // "stream 2 of device 0", "the host"
  CallStack stack;
  size_t slot = kOnHost;  // of its stream
  uint64_t tick = 0;      // its number there
  Clock clock;

  // What the host does itself is over before anything else is enqueued.
  [[nodiscard]] bool Precedes(const Operation& other) const {
    return slot != kOnHost && (slot == other.slot || other.clock.Of(slot) >= tick);
  }
};

// The memory of an argument. Views with gaps use what they lead to, and not the gaps.
struct Access {
  std::string argument;
  TensorView view;
  bool writes = false;
};
[[nodiscard]] Access Reads(std::string argument, const void* address, size_t bytes);
[[nodiscard]] Access Writes(std::string argument, const void* address, size_t bytes);

// An access of an operation.
struct Use {
  Use(std::shared_ptr<Operation> theOperation, Access theAccess);

  std::shared_ptr<Operation> operation;
  Access access;
  uintptr_t begin = 0;  // of the memory that the view spans
  uintptr_t end = 0;
  bool isDense = false;  // all of it is used
};
using UsePointer = std::shared_ptr<const Use>;

// Ranges of memory, each with the uses that nothing later makes superfluous. The memory that it takes is
// bounded: dense uses of a stream replace each other, of those with gaps the last ones are kept, and what the
// host knows to have ended is forgotten.
class AccessHistory {
 public:
  // A use that may happen at the same time as this one and shares a byte with it that one of them writes.
  // Null if there is none.
  [[nodiscard]] UsePointer FindRace(const Use& use) const;

  // `known`: what the host knows to have ended. All that comes later comes after that.
  void Add(const UsePointer& use, const Clock& known);

  // The memory is another one from now on.
  void Forget(const void* address, size_t bytes);
  // What the host knows to have ended.
  void ForgetEnded(const Clock& known);

  [[nodiscard]] size_t Ranges() const { return ranges_.size(); }

 private:
  struct Range {
    uintptr_t end;
    std::vector<UsePointer> uses;
  };
  using RangeMap = std::map<uintptr_t, Range>;  // by their begin

  // Has a range begin there, if one lies around it. The first one that begins there or behind it.
  RangeMap::iterator SplitAt(uintptr_t address);

  RangeMap ranges_;
  size_t cleanAt_ = kLeastToClean;
  static constexpr size_t kLeastToClean = 1024;
};

}  // namespace openaclnn::checker
