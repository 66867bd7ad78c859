// SPDX-License-Identifier: Apache-2.0
#include "base/overlap.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>

#include "base/inplace_vector.h"

namespace openaclnn {
namespace {

// A term of a sum: stride times a number from `low` to `high`.
struct Term {
  int64_t stride = 0;
  int64_t low = 0;
  int64_t high = 0;
};
constexpr size_t kMostTerms =
    2 * static_cast<size_t>(kMaxRank) + 1;  // the dims of two views, and the bytes of elements
using Terms = InplaceVector<Term, kMostTerms>;

// Looks for numbers that give a sum some value, largest stride first: what is left must be within reach of
// the terms that follow, which leaves few numbers to try where dims nest.
class SumSearch {
 public:
  explicit SumSearch(const Terms& terms) : terms_(terms) {
    std::ranges::sort(terms_, std::greater<>(), &Term::stride);
    for (size_t i = terms_.size(); i-- > 0;) {
      lowest_[i] = lowest_[i + 1] + terms_[i].stride * terms_[i].low;
      highest_[i] = highest_[i + 1] + terms_[i].stride * terms_[i].high;
    }
  }

  [[nodiscard]] std::optional<bool> Finds(int64_t value) {
    stepsLeft_ = kMostSteps;
    const bool found = Find(0, value);
    return found || stepsLeft_ > 0 ? std::optional(found) : std::nullopt;
  }

 private:
  static constexpr int64_t kMostSteps = int64_t{1} << 16;

  bool Find(size_t term, int64_t left) {
    if (left < lowest_[term] || left > highest_[term]) {
      return false;
    }
    if (term == terms_.size()) {
      return true;  // nothing is left
    }
    const auto [stride, low, high] = terms_[term];
    for (int64_t number = low; number <= high && stepsLeft_ > 0; ++number, --stepsLeft_) {
      const int64_t rest = left - stride * number;
      if (rest > highest_[term + 1]) {
        // On to the least number that brings the rest within reach.
        const int64_t missing = (rest - highest_[term + 1] + stride - 1) / stride;
        if (missing > high - number) {
          return false;
        }
        number += missing - 1;
        continue;
      }
      if (rest < lowest_[term + 1]) {
        return false;
      }
      if (Find(term + 1, rest)) {
        return true;
      }
    }
    return false;
  }

  Terms terms_;
  // What the terms from each on can add up to.
  std::array<int64_t, kMostTerms + 1> lowest_{};
  std::array<int64_t, kMostTerms + 1> highest_{};
  int64_t stepsLeft_ = 0;
};

// Terms of one stride are one term.
void Add(Terms& terms, const Term& added) {
  const auto same = std::ranges::find(terms, added.stride, &Term::stride);
  if (same == terms.end()) {
    terms.push_back(added);
  } else {
    same->low += added.low;
    same->high += added.high;
  }
}

// Whether each dim steps over all of the dims behind it: so do those of nearly all views.
bool StepsGrow(std::span<const int64_t> dims, std::span<const int64_t> strides) {
  int64_t extent = 1;
  for (size_t d = dims.size(); d-- > 0;) {
    if (dims[d] > 1 && strides[d] < extent) {
      return false;
    }
    extent += (dims[d] - 1) * strides[d];
  }
  return true;
}

}  // namespace

bool RangesMeet(const TensorView& a, const TensorView& b) {
  if (a.data == nullptr || b.data == nullptr || !a.Defined() || !b.Defined()) {
    return false;
  }
  const auto beginA = reinterpret_cast<uintptr_t>(a.data);
  const auto beginB = reinterpret_cast<uintptr_t>(b.data);
  const uintptr_t bytesA = static_cast<uintptr_t>(a.Extent()) * SizeOf(a.dtype);
  const uintptr_t bytesB = static_cast<uintptr_t>(b.Extent()) * SizeOf(b.dtype);
  return bytesA > 0 && bytesB > 0 && beginA < beginB + bytesB && beginB < beginA + bytesA;
}

std::optional<bool> MeetsItself(std::span<const int64_t> dims, std::span<const int64_t> strides) {
  if (std::ranges::find(dims, 0) != dims.end() || StepsGrow(dims, strides)) {
    return false;
  }
  InplaceVector<size_t, kMaxRank> order;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] > 1 && strides[d] == 0) {
      return true;
    }
    if (dims[d] > 1) {
      order.push_back(d);
    }
  }
  std::ranges::sort(order, std::less<>(), [&](size_t d) { return strides[d]; });
  int64_t extent = 1;  // of the dims so far
  size_t nested = 0;   // dims, from the smallest stride on, that only ever lead to new elements
  for (; nested < order.size() && strides[order[nested]] >= extent; ++nested) {
    extent += (dims[order[nested]] - 1) * strides[order[nested]];
  }
  if (nested == order.size()) {
    return false;
  }
  // Two indices of one element differ by a non-zero vector of offset 0. Its first non-zero entry may be taken
  // as positive.
  bool known = true;
  for (size_t first = order.size(); first-- > nested && known;) {
    Terms terms;
    for (size_t i = 0; i <= first; ++i) {
      const int64_t most = dims[order[i]] - 1;
      terms.push_back({strides[order[i]], i == first ? 1 : -most, most});
    }
    const std::optional<bool> found = SumSearch(terms).Finds(0);
    if (found.value_or(false)) {
      return true;
    }
    known = found.has_value();
  }
  return known ? std::optional(false) : std::nullopt;
}

std::optional<bool> ViewsMeet(const TensorView& a, const TensorView& b) {
  if (!RangesMeet(a, b)) {
    return false;
  }
  // offset in a + byte in a's element = distance + offset in b + byte in b's element
  const auto sizeA = static_cast<int64_t>(SizeOf(a.dtype));
  const auto sizeB = static_cast<int64_t>(SizeOf(b.dtype));
  Terms terms;
  Add(terms, {1, -(sizeB - 1), sizeA - 1});
  for (size_t d = 0; d < a.Dims().size(); ++d) {
    if (a.dims[d] > 1 && a.strides[d] > 0) {
      Add(terms, {a.strides[d] * sizeA, 0, a.dims[d] - 1});
    }
  }
  for (size_t d = 0; d < b.Dims().size(); ++d) {
    if (b.dims[d] > 1 && b.strides[d] > 0) {
      Add(terms, {b.strides[d] * sizeB, -(b.dims[d] - 1), 0});
    }
  }
  return SumSearch(terms).Finds(b.data - a.data);
}

}  // namespace openaclnn
