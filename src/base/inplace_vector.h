// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <utility>

namespace openaclnn {

// At most Capacity elements, kept in the object itself: for what is made at every call, where asking for
// memory would cost more than the rest. In the manner of C++26's std::inplace_vector. Element has to be
// default-constructible.
template <typename Element, size_t Capacity>
class InplaceVector {
 public:
  InplaceVector() = default;
  // At most Capacity elements.
  explicit InplaceVector(std::span<const Element> elements) : size_(elements.size()) {
    std::copy(elements.begin(), elements.end(), elements_.begin());
  }
  InplaceVector(std::initializer_list<Element> elements)
      : InplaceVector(std::span<const Element>(elements.begin(), elements.size())) {}

  // NOLINTBEGIN(readability-identifier-naming): the standard's names
  // std::out_of_range if it is full.
  void push_back(Element element) {
    elements_.at(size_) = std::move(element);
    ++size_;
  }

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Element* begin() { return elements_.data(); }
  [[nodiscard]] Element* end() { return elements_.data() + size_; }
  [[nodiscard]] const Element* begin() const { return elements_.data(); }
  [[nodiscard]] const Element* end() const { return elements_.data() + size_; }
  // NOLINTEND(readability-identifier-naming)
  [[nodiscard]] Element& operator[](size_t index) { return elements_[index]; }
  [[nodiscard]] const Element& operator[](size_t index) const { return elements_[index]; }

 private:
  std::array<Element, Capacity> elements_{};
  size_t size_ = 0;
};

}  // namespace openaclnn
