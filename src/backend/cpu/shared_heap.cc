// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/shared_heap.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <utility>

#include "base/page_size.h"

namespace openaclnn::backend::cpu {
namespace {

constexpr const char* kFileName = "openaclnn-device";

}  // namespace

SharedPages PagesOf(const SharedMemory& shared) {
  SharedPages pages;
  static_assert(sizeof pages <= sizeof shared.handle);
  std::memcpy(&pages, shared.handle.data(), sizeof pages);
  return pages;
}

SharedMemory HandleOf(const SharedPages& pages) {
  SharedMemory shared;
  std::memcpy(shared.handle.data(), &pages, sizeof pages);
  return shared;
}

PageRange::~PageRange() {
  // The one who finds nobody else holding the pages gives them back. Two who let go at once may both find
  // that, or one of them; a part of the file is never used again, so twice does no harm.
  if (shared_) {
    file_->SetHold(MemoryFile::Hold::kNone, offset_, bytes_, MemoryFile::Wait::kNo);
    if (!file_->SetHold(MemoryFile::Hold::kExclusive, offset_, bytes_, MemoryFile::Wait::kNo)) {
      return;
    }
  }
  file_->Discard(offset_, bytes_);
  if (shared_) {
    file_->SetHold(MemoryFile::Hold::kNone, offset_, bytes_, MemoryFile::Wait::kNo);
  }
}

Status PageRange::Import(const SharedMemory& shared, std::shared_ptr<PageRange>* pages) {
  const SharedPages shown = PagesOf(shared);
  std::shared_ptr<MemoryFile> file;
  Status status = MemoryFile::Open(shown.process, shown.file, kFileName, &file);
  if (!status.IsOk()) {
    return status;
  }
  // Touching a mapping behind the end of its file would end the process.
  if (shown.bytes > file->Bytes() || shown.offset > file->Bytes() - shown.bytes) {
    return {code::kRtInvalidHandle, "the handle names memory that its process does not have"};
  }
  auto made = std::make_shared<PageRange>(std::move(file), shown.offset, shown.bytes);
  SharedMemory same{};
  status = made->Share(&same);
  if (status.IsOk()) {
    *pages = std::move(made);
  }
  return status;
}

Status PageRange::MapAt(std::byte* address, bool accessible) const {
  const int access = accessible ? PROT_READ | PROT_WRITE : PROT_NONE;
  if (mmap(address, bytes_, access, MAP_SHARED | MAP_FIXED, file_->Descriptor(),
           static_cast<off_t>(offset_)) == MAP_FAILED) {  // NOLINT(performance-no-int-to-ptr): a macro
    return {code::kRtMemoryAllocation, "Failed to allocate: the system does not map " +
                                           std::to_string(bytes_) +
                                           " bytes of memory: " + std::generic_category().message(errno)};
  }
  madvise(address, bytes_, MADV_HUGEPAGE);  // advice: where the system has huge pages for shared memory
  return Status::Ok();
}

Status PageRange::Share(SharedMemory* shared) {
  const std::lock_guard lock(mutex_);
  // The last process to let go may be looking at this moment whether it is the last: for that long it waits.
  if (!shared_ && !file_->SetHold(MemoryFile::Hold::kShared, offset_, bytes_, MemoryFile::Wait::kYes)) {
    return {code::kRtResourceAllocation,
            "the system does not let the memory be held: " + std::generic_category().message(errno)};
  }
  shared_ = true;
  *shared = HandleOf({getpid(), file_->Descriptor(), offset_, bytes_});
  return Status::Ok();
}

Status SharedHeap::Allocate(size_t bytes, std::shared_ptr<PageRange>* pages) {
  const std::lock_guard lock(mutex_);
  if (file_ == nullptr) {
    const Status status = MemoryFile::Create(kFileName, &file_);
    if (!status.IsOk()) {
      return status;
    }
  }
  auto made = std::make_shared<PageRange>(file_, end_, bytes);
  const uint64_t end = end_ + (bytes + kHugePage - 1) / kHugePage * kHugePage;
  if (!file_->Grow(end)) {
    return {code::kRtMemoryAllocation, "Failed to allocate " + std::to_string(bytes) +
                                           " bytes: " + std::generic_category().message(errno)};
  }
  end_ = end;
  *pages = std::move(made);
  return Status::Ok();
}

}  // namespace openaclnn::backend::cpu
