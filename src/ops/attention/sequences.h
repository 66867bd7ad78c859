// SPDX-License-Identifier: Apache-2.0
//
// Attention of sequences whose rows follow each other in one tensor (HeadLayout::kTnd): each sequence is a
// call of its own, one after the other, in the same workspace.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ops/attention/attention.h"
#include "ops/common/cpu_kernel.h"

namespace openaclnn {

/// The call of one sequence: views of its rows as [1, rows, heads, size].
[[nodiscard]] AttentionArgs SequenceOf(const AttentionArgs& args, size_t sequence);

/// Sets what no sequence has: results and gradients of rows behind the last sequence become 0, their sums 1.
void ClearOtherRows(const AttentionArgs& args);

/// What a kernel has prepared for each sequence.
template <class State>
struct StatesOfSequences : Prepared {
  std::vector<State> states;
};

/// A kernel of one call as one of sequences.
template <class State, State (*prepare)(const AttentionArgs&),
          void (*run)(const AttentionArgs&, const State&, std::byte*, const backend::cpu::CpuContext&)>
struct OfSequences {
  static StatesOfSequences<State> Prepare(const AttentionArgs& args) {
    StatesOfSequences<State> all;
    all.states.reserve(args.sequences.size());
    for (size_t s = 0; s < args.sequences.size(); ++s) {
      const State& state = all.states.emplace_back(prepare(SequenceOf(args, s)));
      all.workspaceBytes = std::max(all.workspaceBytes, state.workspaceBytes);
      all.cost += state.cost;
    }
    return all;
  }
  static void Run(const AttentionArgs& args, const StatesOfSequences<State>& all, std::byte* workspace,
                  const backend::cpu::CpuContext& cpu) {
    ClearOtherRows(args);
    for (size_t s = 0; s < all.states.size(); ++s) {
      run(SequenceOf(args, s), all.states[s], workspace, cpu);
    }
  }
};

}  // namespace openaclnn
