// SPDX-License-Identifier: Apache-2.0
#include "executor/staging.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "base/checked_math.h"
#include "base/overlap.h"

namespace openaclnn {
namespace {

constexpr int64_t kAlignment = 64;

// Whether element i, counted row-major, is the same memory in both.
bool SameElements(const TensorView& a, const TensorView& b) {
  if (a.data != b.data || a.dtype != b.dtype) {
    return false;
  }
  if (a.Contiguous() && b.Contiguous()) {
    return a.NumElements() == b.NumElements();
  }
  return std::ranges::equal(a.Dims(), b.Dims()) && std::ranges::equal(a.Strides(), b.Strides());
}

}  // namespace

Conflicts::Conflicts(const TensorSlots& slots, ViewOf viewOf) : slots_(slots), viewOf_(viewOf) {
  for (size_t slot = 0; slot < slots.size(); ++slot) {
    if (!slots[slot].IsOutput()) {
      inputs_.Add(slot, viewOf(slot));
    }
  }
  inputs_.Sort();
}

const TensorSlot* Conflicts::Find(size_t slot) const {
  const TensorSlot& output = slots_[slot];
  if (!output.IsOutput()) {
    return nullptr;
  }
  const TensorView& written = viewOf_(slot);
  const TensorSlot* first = nullptr;
  inputs_.ForEachMeeting(written, [&](size_t number) {
    const TensorSlot& input = slots_[number];
    const bool inPlace = output.argument->inPlace && !input.argument->apart &&
                         input.element == output.element && SameElements(written, viewOf_(number));
    // Columns of one matrix lie between each other and share nothing.
    if (!inPlace && (first == nullptr || &input < first) &&
        ViewsMeet(written, viewOf_(number)).value_or(true)) {
      first = &input;
    }
  });
  return first;
}

TensorView StagedView(const TensorView& view) {
  TensorView scratch = view;
  ContiguousStrides(scratch.Dims(), {scratch.strides.data(), static_cast<size_t>(scratch.rank)});
  return scratch;
}

void PlanStaging(OperatorCall& call) {
  const auto viewOf = [&](size_t slot) -> const TensorView& { return call.View(call.slots[slot]); };
  const Conflicts conflicts(call.slots, viewOf);
  for (size_t slot = 0; slot < call.slots.size(); ++slot) {
    if (conflicts.Find(slot) == nullptr) {
      continue;
    }
    const TensorView& view = viewOf(slot);
    const int64_t begin =
        CeilDivide(static_cast<int64_t>(call.needs.workspaceBytes), kAlignment) * kAlignment;
    call.slots[slot].stagedAt = begin;
    call.staged = true;
    call.needs.workspaceBytes =
        static_cast<size_t>(begin + view.NumElements() * static_cast<int64_t>(SizeOf(view.dtype)));
  }
}

Status ApplyStaging(OperatorCall& call, std::byte* workspace, std::vector<StagedOutput>& staged) {
  const auto viewOf = [&](size_t slot) -> const TensorView& { return call.View(call.slots[slot]); };
  const Conflicts conflicts(call.slots, viewOf);
  for (size_t slot = 0; slot < call.slots.size(); ++slot) {
    if (call.slots[slot].stagedAt >= 0) {
      continue;
    }
    if (const TensorSlot* input = conflicts.Find(slot)) {
      return {code::kParamInvalid,
              call.slots[slot].Name().Text() +
                  ": expected memory of its own, or the overlap in place already in phase one, got "
                  "memory that overlaps " +
                  input->Name().Text()};
    }
  }
  for (size_t slot = 0; slot < call.slots.size(); ++slot) {
    if (call.slots[slot].stagedAt < 0) {
      continue;
    }
    TensorView& view = call.View(call.slots[slot]);
    TensorView scratch = StagedView(view);
    scratch.data = workspace + call.slots[slot].stagedAt;
    staged.push_back({view, scratch});
    view = scratch;
  }
  return Status::Ok();
}

}  // namespace openaclnn
