// SPDX-License-Identifier: Apache-2.0
#include "checker/access_history.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

#include "base/overlap.h"

namespace openaclnn::checker {
namespace {

constexpr size_t kMostUses = 64;  // of a range: more have gaps, and the oldest of these are forgotten

TensorView Bytes(const void* address, size_t bytes) {
  TensorView view;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): looked up, never followed
  view.data = static_cast<std::byte*>(const_cast<void*>(address));
  view.dtype = DType::kUint8;
  view.rank = 1;
  view.dims[0] = static_cast<int64_t>(bytes);
  view.strides[0] = 1;
  return view;
}

// Whether a view uses every byte that it spans: as many elements as places for them, none of them twice.
bool IsDense(TensorView view) {
  for (size_t dim = 0; dim < view.Dims().size(); ++dim) {
    if (view.strides[dim] == 0) {
      view.dims[dim] = 1;
    }
  }
  return view.NumElements() == view.Extent() && !MeetsItself(view.Dims(), view.Strides()).value_or(true);
}

bool AreSameBytes(const TensorView& a, const TensorView& b) {
  return a.data == b.data && SizeOf(a.dtype) == SizeOf(b.dtype) && std::ranges::equal(a.Dims(), b.Dims()) &&
         std::ranges::equal(a.Strides(), b.Strides());
}

bool Conflict(const Use& a, const Use& b) {
  return (a.access.writes || b.access.writes) && !a.operation->Precedes(*b.operation) &&
         !b.operation->Precedes(*a.operation) && ViewsMeet(a.access.view, b.access.view).value_or(false);
}

// Whether whoever races with `before` races with `after`, too, in a range that both have.
bool Replaces(const Use& after, const Use& before) {
  return before.operation->Precedes(*after.operation) && (after.access.writes || !before.access.writes) &&
         (after.isDense || AreSameBytes(after.access.view, before.access.view));
}

bool HasEnded(const Use& use, const Clock& known) {
  return known.Of(use.operation->slot) >= use.operation->tick;
}

}  // namespace

Access Reads(std::string argument, const void* address, size_t bytes) {
  return {std::move(argument), Bytes(address, bytes), false};
}

Access Writes(std::string argument, const void* address, size_t bytes) {
  return {std::move(argument), Bytes(address, bytes), true};
}

Use::Use(std::shared_ptr<Operation> theOperation, Access theAccess)
    : operation(std::move(theOperation)),
      access(std::move(theAccess)),
      begin(reinterpret_cast<uintptr_t>(access.view.data)),
      end(begin + static_cast<uintptr_t>(access.view.Extent()) * SizeOf(access.view.dtype)),
      isDense(IsDense(access.view)) {}

UsePointer AccessHistory::FindRace(const Use& use) const {
  auto range = ranges_.upper_bound(use.begin);
  if (range != ranges_.begin()) {
    --range;
  }
  for (; range != ranges_.end() && range->first < use.end; ++range) {
    if (range->second.end <= use.begin) {
      continue;
    }
    for (const UsePointer& other : range->second.uses) {
      if (Conflict(*other, use)) {
        return other;
      }
    }
  }
  return nullptr;
}

AccessHistory::RangeMap::iterator AccessHistory::SplitAt(uintptr_t address) {
  auto next = ranges_.lower_bound(address);
  if (next == ranges_.begin()) {
    return next;
  }
  Range& before = std::prev(next)->second;
  if (before.end > address) {
    next = ranges_.emplace_hint(next, address, before);
    before.end = address;
  }
  return next;
}

void AccessHistory::Add(const UsePointer& use, const Clock& known) {
  uintptr_t begin = use->begin;
  uintptr_t end = use->end;
  if (begin == end) {
    return;
  }
  if (!use->isDense) {
    // Neighbours that interleave share ranges: many views of one matrix would cut it into twice as many.
    const uintptr_t unit = std::bit_floor(end - begin) / 4 + 1;
    begin = begin / unit * unit;
    end = (end + unit - 1) / unit * unit;
  }
  auto range = SplitAt(begin);
  SplitAt(end);
  for (uintptr_t at = begin; at < end; ++range) {
    if (range == ranges_.end() || range->first > at) {
      const uintptr_t gapEnd = range == ranges_.end() ? end : std::min(end, range->first);
      range = ranges_.emplace_hint(range, at, Range{gapEnd, {}});
    }
    std::vector<UsePointer>& uses = range->second.uses;
    std::erase_if(
        uses, [&](const UsePointer& before) { return HasEnded(*before, known) || Replaces(*use, *before); });
    if (uses.size() >= kMostUses) {
      const auto oldest = std::ranges::find(uses, false, [](const UsePointer& one) { return one->isDense; });
      uses.erase(oldest == uses.end() ? uses.begin() : oldest);
    }
    uses.push_back(use);
    at = range->second.end;
  }
  if (ranges_.size() > cleanAt_) {
    ForgetEnded(known);
    cleanAt_ = std::max(kLeastToClean, 2 * ranges_.size());
  }
}

void AccessHistory::Forget(const void* address, size_t bytes) {
  const auto begin = reinterpret_cast<uintptr_t>(address);
  const auto first = SplitAt(begin);
  ranges_.erase(first, SplitAt(begin + bytes));
}

void AccessHistory::ForgetEnded(const Clock& known) {
  for (auto range = ranges_.begin(); range != ranges_.end();) {
    std::vector<UsePointer>& uses = range->second.uses;
    std::erase_if(uses, [&](const UsePointer& use) { return HasEnded(*use, known); });
    const auto before = range == ranges_.begin() ? ranges_.end() : std::prev(range);
    if (uses.empty()) {
      range = ranges_.erase(range);
    } else if (before != ranges_.end() && before->second.end == range->first && before->second.uses == uses) {
      before->second.end = range->second.end;
      range = ranges_.erase(range);
    } else {
      ++range;
    }
  }
}

}  // namespace openaclnn::checker
