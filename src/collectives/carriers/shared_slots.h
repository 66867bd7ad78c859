// SPDX-License-Identifier: Apache-2.0
//
// Memory that two ranks of one host share, so that data between them need not go through the system's
// network: slots that the sender fills in turn and the receiver empties in turn. Which are full and which are
// free again is told over their connection; nothing here waits or wakes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/memory_file.h"
#include "collectives/identifier.h"

namespace openaclnn::collectives {

inline constexpr uint32_t kSlots = 8;
inline constexpr size_t kSlotBytes = size_t{128} << 10;

// What a sender tells a receiver of its slots. The secret is in the memory, too: whoever finds it there has
// found the sender's, and not that of a process of the same number in another container.
struct SlotOffer {
  int32_t process = 0;
  int32_t descriptor = -1;
  Identifier secret{};
};

// The slots, mapped.
class SlotMemory {
 public:
  SlotMemory() = default;
  SlotMemory(const SlotMemory&) = delete;
  SlotMemory& operator=(const SlotMemory&) = delete;
  ~SlotMemory();

  [[nodiscard]] bool Map(const MemoryFile& file, bool writable);
  [[nodiscard]] Identifier& Secret() const { return *reinterpret_cast<Identifier*>(begin_); }
  [[nodiscard]] std::byte* At(uint64_t number) const;

 private:
  std::byte* begin_ = nullptr;
};

class SlotWriter {
 public:
  // Null where the system gives no memory for it.
  [[nodiscard]] static std::unique_ptr<SlotWriter> Create();

  [[nodiscard]] SlotOffer Offer() const;
  [[nodiscard]] bool IsFull() const { return filled_ - emptied_ == kSlots; }
  // Copies as many bytes as a slot holds into the next one, which is free; returns how many.
  [[nodiscard]] size_t Fill(std::span<const std::byte> bytes);
  // The receiver has emptied so many; false: that many were not full.
  [[nodiscard]] bool Empty(uint64_t count);

 private:
  std::shared_ptr<MemoryFile> file_;
  SlotMemory memory_;
  uint64_t filled_ = 0;
  uint64_t emptied_ = 0;
};

class SlotReader {
 public:
  // Null where what is offered cannot be reached or is something else.
  [[nodiscard]] static std::unique_ptr<SlotReader> Open(const SlotOffer& offer);

  // The first of the bytes of the next full slot. Of how many is told with it.
  [[nodiscard]] const std::byte* Next() const { return memory_.At(taken_); }
  void Pass() { ++taken_; }

 private:
  SlotMemory memory_;
  uint64_t taken_ = 0;
};

}  // namespace openaclnn::collectives
