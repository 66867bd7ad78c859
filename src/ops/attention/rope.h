// SPDX-License-Identifier: Apache-2.0
//
// Attention of sequences with rotary parts: a kernel's call with heads of query and key that have their rotary
// parts behind them, side by side in the workspace.
#pragma once

#include <cstddef>
#include <utility>

#include "kernels/tiles/scratch.h"
#include "ops/attention/attention.h"
#include "ops/common/cpu_kernel.h"

namespace openaclnn {

/// Where heads and their gradients are side by side, [rows, heads, size].
struct JoinedHeads {
  ScratchArray<std::byte> query;
  ScratchArray<std::byte> key;
  ScratchArray<std::byte> queryGradient;
  ScratchArray<std::byte> keyGradient;

  void Book(const AttentionArgs& args, ScratchLayout* workspace);
  /// The call without rotary parts. `workspace`: null in phase one.
  [[nodiscard]] AttentionArgs Of(const AttentionArgs& args, std::byte* workspace) const;
};
/// Fills in query and key of the joined call.
void JoinHeads(const AttentionArgs& args, const AttentionArgs& joined, const backend::cpu::CpuContext& cpu);
/// Takes its gradients apart, if there are any.
void SplitGradients(const AttentionArgs& args, const AttentionArgs& joined,
                    const backend::cpu::CpuContext& cpu);

template <class InnerState>
struct StateWithRope : Prepared {
  InnerState inner;
  JoinedHeads heads;
  ScratchArray<std::byte> innerAt;
};

/// A kernel, Prepare and Run of `Inner`, as one of calls with rotary parts.
template <class Inner>
struct WithRope {
  using State = StateWithRope<decltype(Inner::Prepare(std::declval<const AttentionArgs&>()))>;

  static State Prepare(const AttentionArgs& args) {
    State state;
    ScratchLayout workspace;
    state.heads.Book(args, &workspace);
    state.inner = Inner::Prepare(state.heads.Of(args, nullptr));
    state.innerAt = workspace.Book<std::byte>(static_cast<int64_t>(state.inner.workspaceBytes));
    state.workspaceBytes = workspace.Bytes();
    state.cost = state.inner.cost;
    return state;
  }
  static void Run(const AttentionArgs& args, const State& state, std::byte* workspace,
                  const backend::cpu::CpuContext& cpu) {
    const AttentionArgs joined = state.heads.Of(args, workspace);
    JoinHeads(args, joined, cpu);
    Inner::Run(joined, state.inner, state.innerAt.In(workspace), cpu);
    SplitGradients(args, joined, cpu);
  }
};

}  // namespace openaclnn
