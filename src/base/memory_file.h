// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/status.h"

namespace openaclnn {

// A file that is memory only (memfd): it has no name that could be left behind, and its pages go with the
// last process that holds it open or mapped. Other processes of the same user reach it through /proc, as
// (process, descriptor). Thread safe.
class MemoryFile {
 public:
  // How a range is held against other processes. A hold belongs to this object and ends with it and with the
  // mappings made from it, also where the process crashes.
  enum class Hold { kNone, kShared, kExclusive };
  enum class Wait { kNo, kYes };

  // An empty file. kRtResourceAllocation if the system gives none.
  [[nodiscard]] static Status Create(const char* name, std::shared_ptr<MemoryFile>* file);
  // The file that another process created under this name and has open as `descriptor`; kRtInvalidHandle if
  // there is none, kRtNoPermission if it is another user's.
  [[nodiscard]] static Status Open(int32_t process, int32_t descriptor, const char* name,
                                   std::shared_ptr<MemoryFile>* file);

  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile();

  [[nodiscard]] int Descriptor() const { return descriptor_; }

  [[nodiscard]] uint64_t Bytes() const;
  // Whether nobody can make it shorter, as is so of what Create makes.
  [[nodiscard]] bool KeepsItsLength() const;
  // Makes the file this long; it never gets shorter. False if the system refuses.
  [[nodiscard]] bool Grow(uint64_t bytes) const;
  // Gives the pages of the range back; it reads as zeros after that.
  void Discard(uint64_t offset, size_t bytes) const;
  [[nodiscard]] bool Read(uint64_t offset, void* data, size_t bytes) const;
  [[nodiscard]] bool Write(uint64_t offset, const void* data, size_t bytes) const;
  // False if another holder is in the way (Wait::kNo).
  bool SetHold(Hold hold, uint64_t offset, size_t bytes, Wait wait) const;

 private:
  explicit MemoryFile(int descriptor) : descriptor_(descriptor) {}
  const int descriptor_;
};

}  // namespace openaclnn
