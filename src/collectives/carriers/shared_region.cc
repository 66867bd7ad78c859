// SPDX-License-Identifier: Apache-2.0
#include "collectives/carriers/shared_region.h"

#include <sys/mman.h>
#include <unistd.h>

namespace openaclnn::collectives {

SharedRegion::~SharedRegion() {
  if (begin_ != nullptr) {
    munmap(begin_, bytes_);
  }
}

bool SharedRegion::Map(const MemoryFile& file, bool writable) {
  const int protection = writable ? PROT_READ | PROT_WRITE : PROT_READ;
  void* const mapped = mmap(nullptr, bytes_, protection, MAP_SHARED, file.Descriptor(), 0);
  begin_ = mapped == MAP_FAILED ? nullptr : static_cast<std::byte*>(mapped);
  return begin_ != nullptr;
}

std::unique_ptr<SharedRegion> SharedRegion::Create(const char* name, size_t bytes) {
  std::unique_ptr<SharedRegion> made(new SharedRegion(bytes));
  if (!MemoryFile::Create(name, &made->file_).IsOk() || !made->file_->Grow(made->bytes_) ||
      !made->Map(*made->file_, true)) {
    return nullptr;
  }
  made->Secret() = NewIdentifier();
  return made;
}

std::unique_ptr<SharedRegion> SharedRegion::Open(const MemoryOffer& offer, const char* name, size_t bytes) {
  std::unique_ptr<SharedRegion> opened(new SharedRegion(bytes));
  std::shared_ptr<MemoryFile> file;
  // A file that could get shorter would end the process that looks at its end.
  if (!MemoryFile::Open(offer.process, offer.descriptor, name, &file).IsOk() || !file->KeepsItsLength() ||
      file->Bytes() < opened->bytes_ || !opened->Map(*file, false) ||
      !SameIdentifier(opened->Secret(), offer.secret)) {
    return nullptr;
  }
  return opened;
}

MemoryOffer SharedRegion::Offer() const {
  return {getpid(), file_->Descriptor(), Secret()};
}

}  // namespace openaclnn::collectives
