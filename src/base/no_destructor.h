// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <new>
#include <utility>

namespace openaclnn {

// An object for a static variable that is never destroyed: threads, queued work and destructors of clients
// call while the process exits, when static objects are on their way out. It is made in place, and needs no
// memory of the heap for itself.
template <typename T>
class NoDestructor {
 public:
  template <typename... Arguments>
  explicit NoDestructor(Arguments&&... arguments) {
    new (storage_.data()) T(std::forward<Arguments>(arguments)...);
  }
  NoDestructor(const NoDestructor&) = delete;
  NoDestructor& operator=(const NoDestructor&) = delete;
  ~NoDestructor() = default;

  [[nodiscard]] T& operator*() { return *std::launder(reinterpret_cast<T*>(storage_.data())); }
  [[nodiscard]] const T& operator*() const {
    return *std::launder(reinterpret_cast<const T*>(storage_.data()));
  }
  [[nodiscard]] T* operator->() { return &**this; }
  [[nodiscard]] const T* operator->() const { return &**this; }

 private:
  alignas(T) std::array<std::byte, sizeof(T)> storage_;
};

}  // namespace openaclnn
