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
#include "executor/executor.h"

namespace openaclnn {

// The input that keeps an output from being made in its place; null if there is none. Views that interleave
// count as one that does: to stage is always right.
[[nodiscard]] const TensorSlot* FindConflict(const TensorSlots& slots, size_t output,
                                             FunctionRef<const TensorView&(size_t)> viewOf);

// The view as the kernel sees it where the output is staged: what it prepares for has to be that.
[[nodiscard]] TensorView ScratchLayout(const TensorView& view);

// Decides, in phase one, which outputs to stage, and adds the space for them to the workspace.
void PlanStaging(aclOpExecutor& executor);

// An output that is made elsewhere first.
struct StagedOutput {
  TensorView destination;
  TensorView scratch;
};

// Points the staged outputs of `call` to their scratch in `workspace`. Refuses, in phase two, an overlap that
// came up since phase one (addresses were set later) and would have had to be staged.
[[nodiscard]] Status ApplyStaging(const aclOpExecutor& executor, OperatorCall& call, std::byte* workspace,
                                  std::vector<StagedOutput>& staged);

}  // namespace openaclnn
