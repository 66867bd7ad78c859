// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>

#include "backend/backend.h"
#include "base/memory_file.h"

namespace openaclnn::backend::cpu {

// What a SharedMemory says here: the process that holds the pages, and what it holds them as.
struct SharedPages {
  int32_t process = 0;
  int32_t file = 0;
  uint64_t offset = 0;
  uint64_t bytes = 0;
};
[[nodiscard]] SharedPages PagesOf(const SharedMemory& shared);
[[nodiscard]] SharedMemory HandleOf(const SharedPages& pages);

// Pages without an address: a range of a memory file, which can be mapped at any number of addresses, in any
// number of processes. The pages are given back with the last range over them, in whichever process: a
// process that holds shared pages holds their part of the file as well, and the hold ends with it even in a
// crash.
class PageRange {
 public:
  PageRange(std::shared_ptr<MemoryFile> file, uint64_t offset, size_t bytes)
      : file_(std::move(file)), offset_(offset), bytes_(bytes) {}
  PageRange(const PageRange&) = delete;
  PageRange& operator=(const PageRange&) = delete;
  ~PageRange();

  // The pages that another process shares; held.
  [[nodiscard]] static Status Import(const SharedMemory& shared, std::shared_ptr<PageRange>* pages);

  [[nodiscard]] size_t Bytes() const { return bytes_; }
  // In place of whatever is mapped there.
  [[nodiscard]] Status MapAt(std::byte* address, bool accessible) const;
  [[nodiscard]] bool Write(const void* data) const { return file_->Write(offset_, data, bytes_); }
  // From now on other processes can import the pages.
  [[nodiscard]] Status Share(SharedMemory* shared);

 private:
  const std::shared_ptr<MemoryFile> file_;
  const uint64_t offset_;
  const size_t bytes_;
  std::mutex mutex_;
  bool shared_ = false;
};

// Where a device's pages without an address come from: one file, because descriptors are few and programs
// allocate thousands of pieces. A part of the file is used only once, so that nobody's stale handle ever
// leads to somebody else's pages; its length costs nothing.
class SharedHeap {
 public:
  // Fresh pages, which read as zeros. Takes no account of the device's capacity.
  [[nodiscard]] Status Allocate(size_t bytes, std::shared_ptr<PageRange>* pages);

 private:
  std::mutex mutex_;
  std::shared_ptr<MemoryFile> file_;
  uint64_t end_ = 0;
};

}  // namespace openaclnn::backend::cpu
