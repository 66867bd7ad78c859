// SPDX-License-Identifier: Apache-2.0
#include "collectives/carriers/shared_memory.h"

#include <cstring>
#include <utility>

#include "collectives/carriers/socket.h"

namespace openaclnn::collectives {

bool SharedMemory::Prepare() {
  if (isPossible_ && slots_ == nullptr) {
    slots_ = SlotWriter::Create();
    isPossible_ = slots_ != nullptr;
    if (isPossible_) {
      const MemoryOffer offer = slots_->Offer();
      tell_(FrameKind::kSlots, BytesOf(offer));
    }
  }
  return isAccepted_;
}

bool SharedMemory::Hear(FrameKind kind, std::span<const std::byte> body) {
  if (kind == FrameKind::kSlots) {
    return TakeOffer(body);
  }
  isAccepted_ = slots_ != nullptr;
  return true;
}

bool SharedMemory::TakeOffer(std::span<const std::byte> body) {
  MemoryOffer offer;
  if (body.size() != sizeof offer || otherSlots_ != nullptr) {
    return false;
  }
  std::memcpy(&offer, body.data(), sizeof offer);
  otherSlots_ = isPossible_ ? SlotReader::Open(offer) : nullptr;
  if (otherSlots_ != nullptr) {
    tell_(FrameKind::kAccepted, {});
  }
  return true;
}

void SharedMemory::Receive(Room room) {
  const std::byte* next = otherSlots_->Next();
  for (const std::span<std::byte> piece : room.pieces) {
    std::memcpy(piece.data(), next, piece.size());
    next += piece.size();
  }
  otherSlots_->Pass();
  ++arrived_;
}

}  // namespace openaclnn::collectives
