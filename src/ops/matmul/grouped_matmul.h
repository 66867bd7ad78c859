// SPDX-License-Identifier: Apache-2.0
//
// Products of groups: each group of rows, or of the depth, with a weight of its own.
#pragma once

#include <cstdint>
#include <vector>

#include "backend/cpu/parallel.h"
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
  TensorView added;           // [groups, m, n], to products of parts of the depth; left out: nothing
  TensorViews outs;
  GroupsOf of = GroupsOf::kLists;
  int64_t groupCount = 0;
  int64_t listType = 0;  // 0: ends, 1: counts, 2: pairs
  bool quantized = false;
  // Of weights in FRACTAL_NZ, whose views have the storage dims, [c1, r1, 16, blockWidth] each, or one [groups, c1, r1, 16,
  // blockWidth] (ops/common/fractal.h); 0: they are plain.
  int64_t blockWidth = 0;
  bool blocksOfColumns = false;  // else they are of rows: the storage is that of transposed matrices
};

extern const KernelEntry<GroupedMatmulArgs> kGroupedMatmulCpu;

// Such products as part of another operator's work: planned by its prepare, run with views that have addresses.
[[nodiscard]] Prepared PlanGroupedMatmul(const GroupedMatmulArgs& args);
[[nodiscard]] Status RunGroupedMatmul(const GroupedMatmulArgs& args, const Prepared& plan,
                                      std::byte* workspace, const backend::cpu::CpuContext& cpu);

}  // namespace openaclnn
