// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace openaclnn::backend::cpu {

// Address space for large blocks. What the system has given once stays reserved, closed to every access while
// no block lives there, and is used again for later blocks: so no other memory of the process ever appears at
// the address of a freed block, and a stale pointer is told from a pointer to something else (KnownRanges).
// Free ranges are merged with their neighbours, and the smallest that fits is taken: logarithmic cost. Thread
// safe.
class AddressSpace {
 public:
  AddressSpace() = default;
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;
  ~AddressSpace();  // returns everything to the system, mapped or not

  // Memory of undefined content at a multiple of the huge page size; null if the system refuses.
  [[nodiscard]] std::byte* Map(size_t bytes);
  // `bytes` as given to Map.
  void Unmap(std::byte* data, size_t bytes);

 private:
  struct Range {
    std::byte* base;
    size_t bytes;
  };
  using BySize = std::set<std::pair<size_t, std::byte*>>;

  // All require mutex_.
  [[nodiscard]] std::byte* Take(size_t bytes);
  [[nodiscard]] std::byte* Reserve(size_t bytes);
  void Insert(std::byte* base, size_t bytes);

  std::mutex mutex_;
  std::vector<Range> reserved_;
  std::map<std::byte*, size_t> free_;
  BySize freeBySize_;
};

}  // namespace openaclnn::backend::cpu
