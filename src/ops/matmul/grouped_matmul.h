// SPDX-License-Identifier: Apache-2.0
//
// Products of groups: each group of rows, or of the depth, with a weight of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "executor/kernel.h"

namespace openaclnn {

enum class GroupsOf : uint8_t { kLists, kRows, kDepth };

struct GroupedMatmulArgs {
  TensorViews x;        // of lists: [m, k] each; otherwise one
  TensorViews weights;  // [k, n] each, or one [groups, k, n]
  TensorViews biases;   // [n] each, or one [groups, n]; none
  TensorViews scales;   // likewise, of quantized factors
  TensorViews rowScales;
  TensorView groups;          // where groups end, or how many there are; or pairs of a group and how many
  std::vector<int64_t> ends;  // where they end, of calls without `groups`
  TensorViews outs;
  GroupsOf of = GroupsOf::kLists;
  int64_t groupCount = 0;
  int64_t listType = 0;  // 0: ends, 1: counts, 2: pairs
  bool quantized = false;
};

extern const KernelEntry<GroupedMatmulArgs> kGroupedMatmulCpu;

}  // namespace openaclnn
