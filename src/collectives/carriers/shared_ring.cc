// SPDX-License-Identifier: Apache-2.0
#include "collectives/carriers/shared_ring.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace openaclnn::collectives {
namespace {

constexpr const char* kRingName = "openaclnn-hccl-ring";
constexpr size_t kBoardBytes = 4096;

}  // namespace

std::byte* SharedRing::RingOf(const SharedRegion& memory) {
  return memory.Data() + kBoardBytes;
}

std::unique_ptr<SharedRing> SharedRing::Create() {
  static_assert(sizeof(Board) <= kBoardBytes);
  auto memory = SharedRegion::Create(kRingName, kBoardBytes + kRingBytes);
  return memory == nullptr ? nullptr : std::make_unique<SharedRing>(std::move(memory));
}

bool SharedRing::Open(const MemoryOffer& offer) {
  other_ = SharedRegion::Open(offer, kRingName, kBoardBytes + kRingBytes);
  return IsOpen();
}

size_t SharedRing::Readable() const {
  return BoardOf(*other_).written.load() - read_;
}

size_t SharedRing::Room() const {
  return kRingBytes - (written_ - BoardOf(*other_).read.load());
}

bool SharedRing::IsSane() const {
  return Readable() <= kRingBytes && Room() <= kRingBytes;
}

size_t SharedRing::Read(std::span<const std::span<std::byte>> pieces) {
  const size_t readable = std::min(Readable(), kRingBytes);
  size_t left = readable;
  for (std::span<std::byte> piece : pieces) {
    piece = piece.first(std::min(piece.size(), left));
    left -= piece.size();
    while (!piece.empty()) {
      const size_t begin = read_ % kRingBytes;
      const size_t bytes = std::min(piece.size(), kRingBytes - begin);
      std::memcpy(piece.data(), RingOf(*other_) + begin, bytes);
      read_ += bytes;
      piece = piece.subspan(bytes);
    }
  }
  BoardOf(*own_).read.store(read_);
  changed_ |= kForRoom;
  return readable - left;
}

size_t SharedRing::Write(std::span<const std::span<const std::byte>> pieces) {
  const size_t room = std::min(Room(), kRingBytes);
  size_t left = room;
  for (std::span<const std::byte> piece : pieces) {
    piece = piece.first(std::min(piece.size(), left));
    left -= piece.size();
    while (!piece.empty()) {
      const size_t begin = written_ % kRingBytes;
      const size_t bytes = std::min(piece.size(), kRingBytes - begin);
      std::memcpy(RingOf(*own_) + begin, piece.data(), bytes);
      written_ += bytes;
      piece = piece.subspan(bytes);
    }
  }
  BoardOf(*own_).written.store(written_);
  changed_ |= kForBytes;
  return room - left;
}

bool SharedRing::IsAwaited() {
  // All stores and loads of the boards have one order: an end that goes to sleep sees what was stored, or its
  // sleep is seen here.
  const uint32_t sleeping = BoardOf(*other_).sleeping.load();
  const uint32_t changed = std::exchange(changed_, 0);
  if ((sleeping & changed) == 0 || sleeping == rung_) {
    return false;
  }
  rung_ = sleeping;
  return true;
}

void SharedRing::BeginSleep(bool forRoom) {
  sleep_ += kSleep;
  BoardOf(*own_).sleeping.store(sleep_ | kForBytes | (forRoom ? kForRoom : 0));
}

void SharedRing::EndSleep() {
  BoardOf(*own_).sleeping.store(0);
}

}  // namespace openaclnn::collectives
