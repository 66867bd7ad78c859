// SPDX-License-Identifier: Apache-2.0
//
// aclnnGroupQuant: rows quantized by the scales of their group.
#include "aclnnop/aclnn_group_quant.h"

#include <algorithm>
#include <array>

#include "kernels/quantization/whole_numbers.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/quantization/packing.h"
#include "ops/quantization/row_groups.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView x;       // [rows, length]
  TensorView scale;   // [groups, length]
  TensorView groups;  // where each group of rows ends
  TensorView offset;  // one
  TensorView y;
};

struct State : Prepared {
  int64_t rows = 0;
  int64_t length = 0;
  bool packed = false;
};

State Prepare(const Args& args) {
  State state;
  state.rows = args.x.Empty() ? 0 : args.x.dims[0];
  state.length = args.x.dims[1];
  state.packed = args.y.dtype == DType::kInt32;
  state.cost = static_cast<size_t>(2 * args.x.NumElements()) * (SizeOf(args.x.dtype) + 1);
  return state;
}

Status Run(const Args& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  if (Status status = CheckRowGroups("groupIndex", args.groups, state.rows); !status.IsOk()) {
    return status;
  }
  const TileReader x(args.x);
  const TileReader scale(args.scale);
  const float offset = args.offset.Defined() ? MixedReader(args.offset).At(0) : 0;
  const WholeWriter y(args.y, state.packed);
  ForEachRow(cpu, state.rows, state.length, [&](int64_t row) {
    const int64_t factors = RowGroups(args.groups).Find(row) * state.length;
    for (int64_t begin = 0; begin < state.length; begin += kTileElements) {
      alignas(64) TileBuffer numbers;
      alignas(64) TileBuffer scales;
      alignas(64) TileBuffer results;
      const int64_t count = std::min(kTileElements, state.length - begin);
      const int64_t at = row * state.length + begin;
      const float* const from = x.Read(at, count, numbers);
      const float* const by = scale.Read(factors + begin, count, scales);
      for (int64_t i = 0; i < count; ++i) {
        results[static_cast<size_t>(i)] = from[i] * by[i] + offset;
      }
      RoundToRange(results.data(), count, RoundMode::kNearest, state.packed ? kInt4Range : kInt8Range,
                   results.data());
      y.Write(at, count, results.data());
    }
  });
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:group_quant", Prepare));
constexpr std::array<TensorArgument<Args>, 5> kArguments{
    {{"x", Role::kInput, &Args::x, false, true},
     {"scale", Role::kInput, &Args::scale, false, true},
     {"groupIndex", Role::kInput, &Args::groups, false, true},
     {"offsetOptional", Role::kInput, &Args::offset, false, true},
     {"y", Role::kOutput, &Args::y}}};
constexpr Operator<Args> kGroupQuant{"aclnnGroupQuant", kArguments, kKernels};

constexpr std::array<DType, 2> kQuantizedDtypes{DType::kInt8, DType::kInt32};
constexpr std::array<DType, 2> kIndexDtypes{DType::kInt32, DType::kInt64};

Status Bind(PhaseOneCall& call, const Tensors<5>& given, int32_t dstType) {
  const auto [x, scale, groups, offset, y] = Named(kGroupQuant, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(scale).NotNull(groups).LiveOrNull(offset).NotNull(y);
  check.DtypeIn(x, FloatDtypes()).DtypeIn(scale, FloatDtypes()).DtypeIn(groups, kIndexDtypes);
  if (offset.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(offset, FloatDtypes()).ValidView(offset);
  }
  check.DtypeIn(y, kQuantizedDtypes);
  CheckDstType(check, "dstType", dstType, y);
  check.ValidView(x).ValidView(scale).ValidView(groups).ValidOutputView(y);
  check.Rank(x, 2).Rank(groups, 1);
  if (!check.Failed()) {
    check.Shape(scale, {groups.tensor->viewDims[0], x.tensor->viewDims[1]}, "[groups, last dim of x]");
  }
  if (offset.tensor != nullptr) {
    check.NumElements(offset, 1, "one for all");
  }
  CheckPackedShape(check, y, x);
  return check.Failed() ? check.Result() : call.Bind(kGroupQuant, Args{}, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnGroupQuant,
               (const aclTensor* x, const aclTensor* scale, const aclTensor* groupIndex,
                const aclTensor* offsetOptional, int32_t dstType, aclTensor* y),
               Bind(call, {x, scale, groupIndex, offsetOptional, y}, dstType))
