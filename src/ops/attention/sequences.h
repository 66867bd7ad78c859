// SPDX-License-Identifier: Apache-2.0
//
// Attention of sequences whose rows follow each other in one tensor (HeadLayout::kTnd): each sequence is a
// call of its own, one after the other, in the same workspace.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "ops/attention/attention.h"

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
template <class State>
StatesOfSequences<State> PrepareSequences(const AttentionArgs& args, State (*prepare)(const AttentionArgs&)) {
  StatesOfSequences<State> all;
  all.states.reserve(args.sequences.size());
  for (size_t s = 0; s < args.sequences.size(); ++s) {
    const State& state = all.states.emplace_back(prepare(SequenceOf(args, s)));
    all.workspaceBytes = std::max(all.workspaceBytes, state.workspaceBytes);
    all.cost += state.cost;
  }
  return all;
}

}  // namespace openaclnn
