// SPDX-License-Identifier: Apache-2.0
//
// Memory that one rank writes and another one of its host reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/memory_file.h"
#include "collectives/identifier.h"

namespace openaclnn::collectives {

// What the writer tells the reader. The secret is in the memory, too: whoever finds it there has found the
// writer's, and not that of a process of the same number in another container.
struct MemoryOffer {
  int32_t process = 0;
  int32_t descriptor = -1;
  Identifier secret{};
};

class SharedRegion {
 public:
  // To be written here; null where the system gives no memory for it. It reads as zeros, and costs nothing
  // before it is touched. `name` is for both ends to know what it is.
  [[nodiscard]] static std::unique_ptr<SharedRegion> Create(const char* name, size_t bytes);
  // To be read here alone; null where what is offered cannot be reached or is something else.
  [[nodiscard]] static std::unique_ptr<SharedRegion> Open(const MemoryOffer& offer, const char* name,
                                                          size_t bytes);

  SharedRegion(const SharedRegion&) = delete;
  SharedRegion& operator=(const SharedRegion&) = delete;
  ~SharedRegion();

  // Of what Create made, for as long as the object lives.
  [[nodiscard]] MemoryOffer Offer() const;
  // Begins at a page.
  [[nodiscard]] std::byte* Data() const { return begin_ + kHeadBytes; }

 private:
  static constexpr size_t kHeadBytes = 4096;  // the secret

  explicit SharedRegion(size_t bytes) : bytes_(kHeadBytes + bytes) {}
  [[nodiscard]] bool Map(const MemoryFile& file, bool writable);
  [[nodiscard]] Identifier& Secret() const { return *reinterpret_cast<Identifier*>(begin_); }

  const size_t bytes_;
  std::shared_ptr<MemoryFile> file_;  // null where it is read alone
  std::byte* begin_ = nullptr;
};

}  // namespace openaclnn::collectives
