// SPDX-License-Identifier: Apache-2.0
#include "collectives/carriers/shared_slots.h"

#include <algorithm>
#include <cstring>

namespace openaclnn::collectives {
namespace {

constexpr const char* kSlotsName = "openaclnn-hccl";
constexpr size_t kSlotsBytes = kSlots * kSlotBytes;

std::byte* SlotOf(const SharedRegion& memory, uint64_t number) {
  return memory.Data() + number % kSlots * kSlotBytes;
}

}  // namespace

std::unique_ptr<SlotWriter> SlotWriter::Create() {
  auto memory = SharedRegion::Create(kSlotsName, kSlotsBytes);
  return memory == nullptr ? nullptr : std::make_unique<SlotWriter>(std::move(memory));
}

size_t SlotWriter::Fill(std::span<const std::byte> bytes) {
  const size_t count = std::min(bytes.size(), kSlotBytes);
  std::memcpy(SlotOf(*memory_, filled_++), bytes.data(), count);
  return count;
}

bool SlotWriter::Empty(uint64_t count) {
  if (count > filled_ - emptied_) {
    return false;
  }
  emptied_ += count;
  return true;
}

std::unique_ptr<SlotReader> SlotReader::Open(const MemoryOffer& offer) {
  auto memory = SharedRegion::Open(offer, kSlotsName, kSlotsBytes);
  return memory == nullptr ? nullptr : std::make_unique<SlotReader>(std::move(memory));
}

const std::byte* SlotReader::Next() const {
  return SlotOf(*memory_, taken_);
}

}  // namespace openaclnn::collectives
