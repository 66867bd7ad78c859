// SPDX-License-Identifier: Apache-2.0
//
// What clients make and have to destroy: where it was made, and what is left.
#pragma once

#include "checker/settings.h"

namespace openaclnn::checker {

namespace internal {
void Add(const char* type, const void* handle) noexcept;
void Remove(const void* handle) noexcept;
}  // namespace internal

// A client has got a handle, or (null) has not. `type` as messages name it: "aclTensor". Returns the handle.
template <typename Handle>
Handle* NoteMade(const char* type, Handle* handle) noexcept {
  if (IsOn(kMemory) && handle != nullptr) [[unlikely]] {
    internal::Add(type, handle);
  }
  return handle;
}

// What the handle stands for has ended.
inline void NoteEnded(const void* handle) noexcept {
  if (IsOn(kMemory)) [[unlikely]] {
    internal::Remove(handle);
  }
}

// What is left, grouped by type and place.
void TellObjects() noexcept;

}  // namespace openaclnn::checker
