// SPDX-License-Identifier: Apache-2.0
#include "collectives/carriers/shared_slots.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace openaclnn::collectives {
namespace {

constexpr const char* kName = "openaclnn-hccl";
constexpr size_t kHeadBytes = 4096;  // the secret, and slots that begin at a page
constexpr size_t kBytes = kHeadBytes + kSlots * kSlotBytes;

}  // namespace

SlotMemory::~SlotMemory() {
  if (begin_ != nullptr) {
    munmap(begin_, kBytes);
  }
}

bool SlotMemory::Map(const MemoryFile& file, bool writable) {
  const int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
  void* const mapped = mmap(nullptr, kBytes, protection, MAP_SHARED, file.Descriptor(), 0);
  begin_ = mapped == MAP_FAILED ? nullptr : static_cast<std::byte*>(mapped);
  return begin_ != nullptr;
}

std::byte* SlotMemory::At(uint64_t number) const {
  return begin_ + kHeadBytes + number % kSlots * kSlotBytes;
}

std::unique_ptr<SlotWriter> SlotWriter::Create() {
  auto made = std::make_unique<SlotWriter>();
  if (!MemoryFile::Create(kName, &made->file_).IsOk() || !made->file_->Grow(kBytes) ||
      !made->memory_.Map(*made->file_, true)) {
    return nullptr;
  }
  made->memory_.Secret() = NewIdentifier();
  return made;
}

SlotOffer SlotWriter::Offer() const {
  return {getpid(), file_->Descriptor(), memory_.Secret()};
}

size_t SlotWriter::Fill(std::span<const std::byte> bytes) {
  const size_t count = std::min(bytes.size(), kSlotBytes);
  std::memcpy(memory_.At(filled_++), bytes.data(), count);
  return count;
}

bool SlotWriter::Empty(uint64_t count) {
  if (count > filled_ - emptied_) {
    return false;
  }
  emptied_ += count;
  return true;
}

std::unique_ptr<SlotReader> SlotReader::Open(const SlotOffer& offer) {
  std::shared_ptr<MemoryFile> file;
  // A file that could get shorter would end the process that looks at its end.
  if (!MemoryFile::Open(offer.process, offer.descriptor, kName, &file).IsOk() || !file->KeepsItsLength() ||
      file->Bytes() < kBytes) {
    return nullptr;
  }
  auto opened = std::make_unique<SlotReader>();
  if (!opened->memory_.Map(*file, false) || !SameIdentifier(opened->memory_.Secret(), offer.secret)) {
    return nullptr;
  }
  return opened;
}

}  // namespace openaclnn::collectives
