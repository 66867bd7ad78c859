// SPDX-License-Identifier: Apache-2.0
//
// Memory of bound calls and of launches. Calls come one after the other, and what they need
// is mostly larger than what the C library keeps at hand for a thread: each thread keeps that of its last call
// for the next.
#pragma once

#include <cstddef>

namespace openaclnn {

// As operator new: std::bad_alloc where there is none.
[[nodiscard]] void* TakeCallMemory(size_t bytes);
// `bytes` as they were asked for. Any thread may give back what another has taken, also while it ends.
void GiveBackCallMemory(void* memory, size_t bytes) noexcept;

// For std::allocate_shared.
template <typename Object>
struct CallAllocator {
  using value_type = Object;  // NOLINT(readability-identifier-naming): the standard's name

  CallAllocator() = default;
  template <typename Other>
  // NOLINTNEXTLINE(google-explicit-constructor): as the standard's
  CallAllocator(const CallAllocator<Other>& /*other*/) {}

  // NOLINTBEGIN(readability-identifier-naming): the standard's names
  [[nodiscard]] Object* allocate(size_t count) {
    static_assert(alignof(Object) <= alignof(std::max_align_t));
    return static_cast<Object*>(TakeCallMemory(count * sizeof(Object)));
  }
  void deallocate(Object* objects, size_t count) noexcept {
    GiveBackCallMemory(objects, count * sizeof(Object));
  }
  // NOLINTEND(readability-identifier-naming)
  bool operator==(const CallAllocator& /*other*/) const = default;
};

}  // namespace openaclnn
