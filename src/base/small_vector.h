// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace openaclnn {

// Any number of elements, of which up to Inline are kept in the object itself: for what is made at every
// call and mostly short. Places that hold no element cost nothing.
template <typename Element, size_t Inline>
class SmallVector {
 public:
  // NOLINTNEXTLINE(modernize-use-equals-default): that would clear the places where one is value-initialized
  SmallVector() {}
  SmallVector(std::initializer_list<Element> elements) {
    for (const Element& element : elements) {
      push_back(element);
    }
  }
  SmallVector(const SmallVector& other) : more_(other.more_), size_(other.size_) {
    std::uninitialized_copy_n(other.First(), InlineSize(), First());
  }
  SmallVector(SmallVector&& other) noexcept : more_(std::move(other.more_)), size_(other.size_) {
    std::uninitialized_move_n(other.First(), InlineSize(), First());
    other.Clear();
  }
  SmallVector& operator=(SmallVector other) noexcept {
    Clear();
    more_ = std::move(other.more_);
    size_ = other.size_;
    std::uninitialized_move_n(other.First(), InlineSize(), First());
    return *this;
  }
  ~SmallVector() { std::destroy_n(First(), InlineSize()); }

  // NOLINTBEGIN(readability-identifier-naming): the standard's names
  // An element of this vector's own must not be given.
  void push_back(const Element& element) { emplace_back(element); }
  void push_back(Element&& element) { emplace_back(std::move(element)); }
  template <typename... Values>
  Element& emplace_back(Values&&... values) {
    if (size_ < Inline) {
      Element* const place = std::construct_at(First() + size_, std::forward<Values>(values)...);
      ++size_;
      return *place;
    }
    return AppendToMore(std::forward<Values>(values)...);
  }

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Element* begin() { return size_ <= Inline ? First() : more_.data(); }
  [[nodiscard]] Element* end() { return begin() + size_; }
  [[nodiscard]] const Element* begin() const { return size_ <= Inline ? First() : more_.data(); }
  [[nodiscard]] const Element* end() const { return begin() + size_; }
  // NOLINTEND(readability-identifier-naming)
  [[nodiscard]] Element& operator[](size_t index) { return begin()[index]; }
  [[nodiscard]] const Element& operator[](size_t index) const { return begin()[index]; }

 private:
  template <typename... Values>
  [[gnu::noinline]] Element& AppendToMore(Values&&... values) {
    if (size_ == Inline) {
      more_.reserve(2 * Inline);
      more_.assign(std::move_iterator(First()), std::move_iterator(First() + Inline));
      std::destroy_n(First(), Inline);
    }
    more_.emplace_back(std::forward<Values>(values)...);
    ++size_;
    return more_.back();
  }

  // NOLINTBEGIN(cppcoreguidelines-pro-type-reinterpret-cast): places of elements
  [[nodiscard]] Element* First() { return reinterpret_cast<Element*>(inline_.data()); }
  [[nodiscard]] const Element* First() const { return reinterpret_cast<const Element*>(inline_.data()); }
  // NOLINTEND(cppcoreguidelines-pro-type-reinterpret-cast)
  [[nodiscard]] size_t InlineSize() const { return size_ <= Inline ? size_ : 0; }
  void Clear() {
    std::destroy_n(First(), InlineSize());
    more_.clear();
    size_ = 0;
  }

  alignas(
      Element) std::array<std::byte, Inline * sizeof(Element)> inline_;  // not elements before they are made
  std::vector<Element> more_;                                            // all of them, where they are more
  size_t size_ = 0;
};

}  // namespace openaclnn
