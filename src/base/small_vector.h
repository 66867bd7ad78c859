// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

namespace openaclnn {

// Any number of elements, of which up to Inline are kept in the object itself: for what is made at every
// call and mostly short. Element has to be default-constructible.
template <typename Element, size_t Inline>
class SmallVector {
 public:
  SmallVector() = default;
  SmallVector(std::initializer_list<Element> elements) {
    for (const Element& element : elements) {
      push_back(element);
    }
  }

  // NOLINTBEGIN(readability-identifier-naming): the standard's names
  void push_back(Element element) {
    if (size_ == Inline) {
      more_.reserve(2 * Inline);
      more_.assign(std::move_iterator(inline_.begin()), std::move_iterator(inline_.end()));
    }
    if (size_ < Inline) {
      inline_[size_] = std::move(element);
    } else {
      more_.push_back(std::move(element));
    }
    ++size_;
  }

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Element* begin() { return size_ <= Inline ? inline_.data() : more_.data(); }
  [[nodiscard]] Element* end() { return begin() + size_; }
  [[nodiscard]] const Element* begin() const { return size_ <= Inline ? inline_.data() : more_.data(); }
  [[nodiscard]] const Element* end() const { return begin() + size_; }
  // NOLINTEND(readability-identifier-naming)
  [[nodiscard]] Element& operator[](size_t index) { return begin()[index]; }
  [[nodiscard]] const Element& operator[](size_t index) const { return begin()[index]; }

 private:
  std::array<Element, Inline> inline_{};
  std::vector<Element> more_;  // all of them, where they are more
  size_t size_ = 0;
};

}  // namespace openaclnn
