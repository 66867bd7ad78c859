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

const TensorSlot* FindConflict(const TensorSlots& slots, size_t output,
                               FunctionRef<const TensorView&(size_t)> viewOf) {
  if (slots[output].role != Role::kOutput) {
    return nullptr;
  }
  const TensorView& written = viewOf(output);
  for (size_t slot = 0; slot < slots.size(); ++slot) {
    if (slots[slot].role != Role::kInput) {
      continue;
    }
    const TensorView& read = viewOf(slot);
    if (!RangesMeet(written, read)) {
      continue;
    }
    if (!slots[output].inPlace || !SameElements(written, read)) {
      return &slots[slot];
    }
  }
  return nullptr;
}

TensorView ScratchLayout(const TensorView& view) {
  TensorView scratch = view;
  ContiguousStrides(scratch.Dims(), {scratch.strides.data(), static_cast<size_t>(scratch.rank)});
  return scratch;
}

void PlanStaging(aclOpExecutor& executor) {
  const auto viewOf = [&](size_t slot) -> const TensorView& { return executor.call->View(slot); };
  for (size_t slot = 0; slot < executor.slots.size(); ++slot) {
    if (FindConflict(executor.slots, slot, viewOf) == nullptr) {
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
  const auto viewOf = [&](size_t slot) -> const TensorView& { return call.View(slot); };
  for (size_t slot = 0; slot < executor.slots.size(); ++slot) {
    if (executor.slots[slot].stagedAt >= 0) {
      continue;
    }
    if (const TensorSlot* input = FindConflict(executor.slots, slot, viewOf)) {
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
    TensorView scratch = ScratchLayout(view);
    scratch.data = workspace + executor.slots[slot].stagedAt;
    staged.push_back({view, scratch});
    view = scratch;
  }
  return Status::Ok();
}

}  // namespace openaclnn
