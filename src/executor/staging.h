// SPDX-License-Identifier: Apache-2.0
//
// Outputs that share memory with inputs. Where the kernel cannot work in place, the output is made in the
// workspace and then copied to where it belongs, so that the result is what it would be with separate memory.
#pragma once

#include <cstddef>
#include <vector>

#include "backend/backend.h"
#include "base/function_ref.h"
#include "base/status.h"
#include "base/tensor_view.h"
#include "executor/memory_ranges.h"
#include "executor/operator_call.h"

namespace openaclnn {

// Which outputs of a call cannot be made in their places.
class Conflicts {
 public:
  using ViewOf = FunctionRef<const TensorView&(size_t)>;

  // Both have to live as long as this.
  Conflicts(const TensorSlots& slots, ViewOf viewOf);

  // The input that keeps a slot, if it is an output, from being made in its place; null if there is none.
  // Views that interleave count as one that does where it would take long to find out: to stage is always right.
  [[nodiscard]] const TensorSlot* Find(size_t slot) const;

 private:
  const TensorSlots& slots_;
  ViewOf viewOf_;
  MemoryRanges inputs_;
};

// The view as the kernel sees it where the output is staged: what it prepares for has to be that.
[[nodiscard]] TensorView StagedView(const TensorView& view);

// Decides, in phase one, which outputs to stage, and adds the space for them to the workspace.
void PlanStaging(OperatorCall& call);

// An output that is made elsewhere first.
struct StagedOutput {
  TensorView destination;
  TensorView scratch;
};

// Points the staged outputs of `call` to their scratch in `workspace`. Refuses, in phase two, an overlap that
// came up since phase one (addresses were set later) and would have had to be staged.
[[nodiscard]] Status ApplyStaging(OperatorCall& call, std::byte* workspace,
                                  std::vector<StagedOutput>& staged);

}  // namespace openaclnn
