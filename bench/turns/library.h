// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

namespace bench {

// This library as contenders use it, with its device 0. For the start of a program, before there are other
// threads. Throws std::runtime_error where the runtime does not start.
class Library {
 public:
  // Memory that was freed stays with the process: no contender meets fresh pages for its results.
  explicit Library(int threads);
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library();
};

// Device memory, in huge pages where the kernel gives them; on the CPU backend every contender can read it.
// Throws std::runtime_error where there is none.
[[nodiscard]] std::shared_ptr<void> AllocateDeviceMemory(size_t bytes);

}  // namespace bench
