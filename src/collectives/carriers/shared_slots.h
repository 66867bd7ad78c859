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
#include <utility>

#include "collectives/carriers/shared_region.h"

namespace openaclnn::collectives {

inline constexpr uint32_t kSlots = 8;
inline constexpr size_t kSlotBytes = size_t{128} << 10;

class SlotWriter {
 public:
  // Null where the system gives no memory for it.
  [[nodiscard]] static std::unique_ptr<SlotWriter> Create();
  explicit SlotWriter(std::unique_ptr<SharedRegion> memory) : memory_(std::move(memory)) {}

  [[nodiscard]] MemoryOffer Offer() const { return memory_->Offer(); }
  [[nodiscard]] bool IsFull() const { return filled_ - emptied_ == kSlots; }
  // Copies as many bytes as a slot holds into the next one, which is free; returns how many.
  [[nodiscard]] size_t Fill(std::span<const std::byte> bytes);
  // The receiver has emptied so many; false: that many were not full.
  [[nodiscard]] bool Empty(uint64_t count);

 private:
  const std::unique_ptr<SharedRegion> memory_;
  uint64_t filled_ = 0;
  uint64_t emptied_ = 0;
};

class SlotReader {
 public:
  // Null where what is offered cannot be reached or is something else.
  [[nodiscard]] static std::unique_ptr<SlotReader> Open(const MemoryOffer& offer);
  explicit SlotReader(std::unique_ptr<SharedRegion> memory) : memory_(std::move(memory)) {}

  // The first of the bytes of the next full slot. Of how many is told with it.
  [[nodiscard]] const std::byte* Next() const;
  void Pass() { ++taken_; }

 private:
  const std::unique_ptr<SharedRegion> memory_;
  uint64_t taken_ = 0;
};

}  // namespace openaclnn::collectives
