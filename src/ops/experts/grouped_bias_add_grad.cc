// SPDX-License-Identifier: Apache-2.0
//
// aclnnGroupedBiasAddGrad and aclnnGroupedBiasAddGradV2: sums of the rows of each group.
#include "aclnnop/aclnn_grouped_bias_add_grad.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/checked_math.h"
#include "base/quiet_nan.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/reduction/row_additions.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

enum GroupsAs : int64_t { kEnds = 0, kSizes = 1 };

struct Args {
  TensorView gradY;
  TensorView groups;
  TensorView out;
  int64_t groupsAs = kEnds;
};

struct State : Prepared {
  int64_t groups = 0;
  int64_t rows = 0;
  int64_t columns = 0;
  ScratchArray<int64_t> ends;  // [groups]
};

State Prepare(const Args& args) {
  State state;
  state.groups = args.out.dims[0];
  state.columns = args.out.dims[1];
  state.rows = args.groups.Defined() ? args.gradY.dims[0] : args.gradY.dims[0] * args.gradY.dims[1];
  ScratchLayout scratch;
  state.ends = scratch.Book<int64_t>(state.groups);
  state.workspaceBytes = scratch.Bytes();
  state.cost = static_cast<size_t>(args.gradY.NumElements()) * SizeOf(args.gradY.dtype);
  return state;
}

// Where the groups end; fails where they are not those of the rows.
Status FindEnds(const Args& args, const State& state, int64_t* ends) {
  if (!args.groups.Defined()) {
    for (int64_t group = 0; group < state.groups; ++group) {
      ends[group] = (group + 1) * args.gradY.dims[1];
    }
    return Status::Ok();
  }
  const IndexReader groups(args.groups, 0);
  int64_t end = 0;
  for (int64_t group = 0; group < state.groups; ++group) {
    int64_t number = 0;
    groups.Read(group, 1, &number);
    const int64_t lowest = args.groupsAs == kEnds ? end : 0;
    const int64_t highest = args.groupsAs == kEnds ? state.rows : state.rows - end;
    if (number < lowest || number > highest) {
      return {code::kRtVectorCoreException, "groupIdxOptional: expected a number in [" +
                                                std::to_string(lowest) + ", " + std::to_string(highest) +
                                                "], got " + std::to_string(number) + " at position " +
                                                std::to_string(group)};
    }
    end = args.groupsAs == kEnds ? number : end + number;
    ends[group] = end;
  }
  if (end != state.rows) {
    return {code::kRtVectorCoreException, "groupIdxOptional: expected groups of all " +
                                              std::to_string(state.rows) + " rows of gradY, got groups of " +
                                              std::to_string(end)};
  }
  return Status::Ok();
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  int64_t* const ends = state.ends.In(workspace);
  if (Status status = FindEnds(args, state, ends); !status.IsOk()) {
    return status;
  }
  const TileReader rows(args.gradY);
  const TileWriter out(args.out);
  const int64_t blocks = CeilDivide(state.columns, kTileElements);
  cpu.ParallelFor(state.groups * blocks, [&](int64_t task) {
    const int64_t group = task / blocks;
    const int64_t begin = task % blocks * kTileElements;
    const int64_t count = std::min(kTileElements, state.columns - begin);
    DoubleTileBuffer sums;
    std::fill_n(sums.begin(), count, 0.0);
    TileBuffer buffer;
    AddRows<kTileElements>(
        state.columns, group == 0 ? 0 : ends[group - 1], ends[group], begin, count,
        [&](int64_t at, int64_t size) { return rows.Read(at, size, buffer); }, sums.data());
    std::transform(sums.begin(), sums.begin() + count, sums.begin(), WithQuietNan<double>);
    out.Write(group * state.columns + begin, count, sums.data());
  });
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:grouped_sums", Prepare));
constexpr std::array<TensorArgument<Args>, 3> kArguments{{{"gradY", Role::kInput, &Args::gradY},
                                                          {"groupIdxOptional", Role::kInput, &Args::groups},
                                                          {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kGrad{"aclnnGroupedBiasAddGrad", kArguments, kKernels};
constexpr Operator<Args> kGradV2{"aclnnGroupedBiasAddGradV2", kArguments, kKernels};
constexpr std::array<DType, 2> kIndexDtypes{DType::kInt32, DType::kInt64};

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<3>& given, int64_t groupsAs) {
  const auto [gradY, groups, out] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(gradY).NotNull(out).LiveOrNull(groups);
  check.DtypeIn(gradY, FloatDtypes());
  if (groups.tensor != nullptr) {
    check.DtypeIn(groups, kIndexDtypes);
  }
  check.SameDtype(out, gradY);
  check.InRange("groupIdxType", groupsAs, kEnds, kSizes, "0: ends, 1: sizes");
  check.ValidView(gradY).ValidOutputView(out);
  if (groups.tensor != nullptr) {
    check.ValidView(groups).Rank(groups, 1);
  }
  check.Rank(gradY, groups.tensor != nullptr ? 2 : 3);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t count = (groups.tensor != nullptr ? groups : gradY).tensor->viewDims[0];
  check.Shape(out, {count, gradY.tensor->viewDims.back()}, "[groups, the last dim of gradY]");
  Args args;
  args.groupsAs = groupsAs;
  return check.Failed() ? check.Result() : call.Bind(op, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnGroupedBiasAddGrad,
               (const aclTensor* gradY, const aclTensor* groupIdxOptional, aclTensor* out),
               Bind(call, kGrad, {gradY, groupIdxOptional, out}, kEnds))

OPENACLNN_CALL(aclnnGroupedBiasAddGradV2,
               (const aclTensor* gradY, const aclTensor* groupIdxOptional, int64_t groupIdxType,
                aclTensor* out),
               Bind(call, kGradV2, {gradY, groupIdxOptional, out}, groupIdxType))
