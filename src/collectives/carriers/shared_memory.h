// SPDX-License-Identifier: Apache-2.0
//
// Carries data between ranks of one host through slots (shared_slots.h). The memory is offered to the other
// end when it is first worth it, and used when that has accepted it.
#pragma once

#include <memory>

#include "collectives/carriers/carrier.h"
#include "collectives/carriers/shared_slots.h"

namespace openaclnn::collectives {

class SharedMemory final : public Carrier {
 public:
  explicit SharedMemory(Tell tell) : tell_(std::move(tell)) {}

  [[nodiscard]] bool Copies() const override { return true; }
  [[nodiscard]] bool Prepare() override;
  [[nodiscard]] bool IsFull() const override { return isAccepted_ && slots_->IsFull(); }
  [[nodiscard]] size_t Post(const DataFrame& frame) override { return slots_->Fill(frame.bytes); }
  [[nodiscard]] bool Free(uint64_t count) override { return slots_ != nullptr && slots_->Empty(count); }
  [[nodiscard]] bool IsSane(size_t bytes) const override {
    return otherSlots_ != nullptr && bytes <= kSlotBytes;
  }
  void Receive(Room room) override;
  [[nodiscard]] uint64_t Arrived() override { return std::exchange(arrived_, 0); }
  [[nodiscard]] bool Hear(FrameKind kind, std::span<const std::byte> body) override;
  [[nodiscard]] std::optional<std::string> Loss() override { return std::nullopt; }

 private:
  [[nodiscard]] bool TakeOffer(std::span<const std::byte> body);

  const Tell tell_;
  bool isPossible_ = true;  // as far as this end knows
  bool isAccepted_ = false;
  std::unique_ptr<SlotWriter> slots_;
  std::unique_ptr<SlotReader> otherSlots_;
  uint64_t arrived_ = 0;
};

}  // namespace openaclnn::collectives
