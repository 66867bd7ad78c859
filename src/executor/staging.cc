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

// The input that keeps an output from being made in its place; null if there is none. Views that interleave
// count as one that does: to stage is always right.
const TensorSlot* FindConflict(const aclOpExecutor& executor, OperatorCall& call, size_t output) {
  if (executor.slots[output].role != Role::kOutput) {
    return nullptr;
  }
  const TensorView& written = call.View(output);
  for (size_t slot = 0; slot < executor.slots.size(); ++slot) {
    if (executor.slots[slot].role != Role::kInput) {
      continue;
    }
    const TensorView& read = call.View(slot);
    if (!RangesMeet(written, read)) {
      continue;
    }
    if (!executor.slots[output].inPlace || !SameElements(written, read)) {
      return &executor.slots[slot];
    }
  }
  return nullptr;
}

}  // namespace

void PlanStaging(aclOpExecutor& executor) {
  for (size_t slot = 0; slot < executor.slots.size(); ++slot) {
    if (FindConflict(executor, *executor.call, slot) == nullptr) {
      continue;
    }
    const TensorView& view = executor.call->View(slot);
    const int64_t begin =
        CeilDivide(static_cast<int64_t>(executor.needs.workspaceBytes), kAlignment) * kAlignment;
    executor.slots[slot].stagedAt = begin;
    executor.needs.workspaceBytes =
        static_cast<size_t>(begin + view.NumElements() * static_cast<int64_t>(SizeOf(view.dtype)));
  }
}

Status ApplyStaging(const aclOpExecutor& executor, OperatorCall& call, std::byte* workspace,
                    std::vector<StagedOutput>& staged) {
  for (size_t slot = 0; slot < executor.slots.size(); ++slot) {
    if (executor.slots[slot].stagedAt >= 0) {
      continue;
    }
    if (const TensorSlot* input = FindConflict(executor, call, slot)) {
      return {code::kParamInvalid,
              std::string(executor.slots[slot].name) +
                  ": expected memory of its own, or the overlap in place already in phase one, got "
                  "memory that overlaps " +
                  input->name};
    }
  }
  for (size_t slot = 0; slot < executor.slots.size(); ++slot) {
    if (executor.slots[slot].stagedAt < 0) {
      continue;
    }
    TensorView& view = call.View(slot);
    TensorView scratch = view;
    scratch.data = workspace + executor.slots[slot].stagedAt;
    ContiguousStrides(scratch.Dims(), {scratch.strides.data(), static_cast<size_t>(scratch.rank)});
    staged.push_back({view, scratch});
    view = scratch;
  }
  return Status::Ok();
}

}  // namespace openaclnn
