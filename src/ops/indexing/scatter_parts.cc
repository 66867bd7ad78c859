// SPDX-License-Identifier: Apache-2.0
//
// aclnnInplaceScatterUpdate: parts of a dim, one for each batch. aclnnInplaceQuantScatter and V2: the same, of
// numbers that are quantized on the way.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "aclnnop/aclnn_quant_scatter.h"
#include "aclnnop/aclnn_quant_scatter_v2.h"
#include "aclnnop/aclnn_scatter_update.h"
#include "kernels/quantization/along_axis.h"
#include "kernels/quantization/whole_numbers.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/indexing/arguments.h"

namespace openaclnn {
namespace {

struct Args : IndexArgs {
  TensorView scales;
  TensorView zeroPoints;
  size_t quantAxis = 0;
  RoundMode mode = RoundMode::kNearest;
};

// The values of `indices` for each batch and each element along the dim that is updated.
TensorView ForEachElement(TensorView values, int64_t batches, int64_t elements) {
  values.rank = 2;
  values.strides = {values.strides[0], 0};
  values.dims = {batches, elements};
  return values;
}

// Where the parts go. `apart`: a dim of the positions along which they do not meet.
struct PartPlaces {
  IndexSpace positions;
  std::optional<size_t> apart;
};
PartPlaces PlacesOf(const Args& args) {
  const TensorView index = AtLeastOneDim(args.index);
  const int64_t batches = args.source.dims[0];
  const int64_t elements = args.source.dims[args.dim];
  const int64_t room = args.out.dims[args.dim] - elements + 1;  // places where the part can begin
  const int64_t stride = args.out.strides[args.dim];
  PartPlaces places{IndexSpace(std::array{batches, elements}), std::nullopt};
  if (index.rank == 2) {
    places.positions.Add({"indices", ForEachElement(LastDimAt(index, 0), batches, elements), args.out.dims[0],
                          args.out.strides[0], false});
    places.positions.Add(
        {"indices", ForEachElement(LastDimAt(index, 1), batches, elements), room, stride, false});
  } else {
    places.positions.AddStep(0, args.out.strides[0]);
    places.positions.Add({"indices", ForEachElement(index, batches, elements), room, stride, false});
    places.apart = 0;
  }
  places.positions.AddStep(1, stride, false);
  return places;
}

// `source`: what is put there, with the dims of the argument.
void PutParts(const Args& args, const ScatterState& state, const PartPlaces& places, TensorView source,
              const backend::cpu::CpuContext& cpu) {
  state.copy.Run(args.self, args.out, cpu);
  // The batch stays in front, and the updated dim comes behind it.
  const auto dim = static_cast<ptrdiff_t>(args.dim);
  std::rotate(source.dims.begin() + 1, source.dims.begin() + dim, source.dims.begin() + dim + 1);
  std::rotate(source.strides.begin() + 1, source.strides.begin() + dim, source.strides.begin() + dim + 1);
  ScatterSlices(places.positions, source, ScatterMode::kReplace,
                WithoutDim(WithoutDim(args.out, args.dim), 0), places.apart, cpu);
}

Status RunParts(const Args& args, const ScatterState& state, std::byte* /*workspace*/,
                const backend::cpu::CpuContext& cpu) {
  const PartPlaces places = PlacesOf(args);
  Status status = places.positions.Check(cpu);
  if (status.IsOk()) {
    PutParts(args, state, places, args.source, cpu);
  }
  return status;
}

// ---- Quantized parts

ScatterState PrepareQuantized(const Args& args) {
  ScatterState state = PrepareScatter<&IndexArgs::source>(args);
  state.workspaceBytes = static_cast<size_t>(args.source.NumElements());
  return state;
}
ScatterState PrepareParts(const Args& args) {
  return PrepareScatter<&IndexArgs::source>(args);
}

void QuantizeUpdates(const Args& args, int8_t* to, const backend::cpu::CpuContext& cpu) {
  const MixedReader updates(args.source);
  const std::span<const int64_t> dims = args.source.Dims();
  const MixedReader scales(AlongAxis(args.scales, dims, args.quantAxis));
  const bool shifted = args.zeroPoints.Defined();
  const MixedReader shifts(AlongAxis(shifted ? args.zeroPoints : args.scales, dims, args.quantAxis));
  alignas(64) const TileBuffer zeros{};
  ForEachPiece(cpu, args.source.NumElements(), kTileElements, kTilesOfTask,
               [&](int64_t begin, int64_t count) {
                 alignas(64) TileBuffer numbers;
                 alignas(64) TileBuffer divisors;
                 alignas(64) TileBuffer added;
                 alignas(64) TileBuffer results;
                 const float* const number = updates.Read(begin, count, numbers);
                 const float* const scale = scales.Read(begin, count, divisors);
                 const float* const shift = shifted ? shifts.Read(begin, count, added) : zeros.data();
                 for (int64_t i = 0; i < count; ++i) {
                   results[static_cast<size_t>(i)] = number[i] / scale[i] + shift[i];
                 }
                 RoundToRange(results.data(), count, args.mode, kInt8Range, results.data());
                 std::transform(results.begin(), results.begin() + count, to + begin,
                                [](float whole) { return static_cast<int8_t>(whole); });
               });
}

Status RunQuantized(const Args& args, const ScatterState& state, std::byte* workspace,
                    const backend::cpu::CpuContext& cpu) {
  const PartPlaces places = PlacesOf(args);
  Status status = places.positions.Check(cpu);
  if (status.IsOk()) {
    TensorView source = args.source;
    source.dtype = DType::kInt8;
    source.data = workspace;
    ContiguousStrides(source.Dims(), std::span(source.strides).first(static_cast<size_t>(source.rank)));
    QuantizeUpdates(args, reinterpret_cast<int8_t*>(workspace), cpu);
    PutParts(args, state, places, source, cpu);
  }
  return status;
}

constexpr OnlyKernel kPartKernels(CpuKernel<RunParts>("cpu:scatter_parts", PrepareParts));
constexpr OnlyKernel kQuantizedKernels(CpuKernel<RunQuantized>("cpu:scatter_quantized", PrepareQuantized));
constexpr std::array<TensorArgument<Args>, 4> kPartArguments{{
    {"data", Role::kInput, &Args::self},
    {"indices", Role::kInput, &Args::index, false, true},
    {"updates", Role::kInput, &Args::source, false, true},
    {"data", Role::kOutput, &Args::out, true},
}};
constexpr std::array<TensorArgument<Args>, 6> kQuantizedArguments{{
    {"selfRef", Role::kInput, &Args::self},
    {"indices", Role::kInput, &Args::index, false, true},
    {"updates", Role::kInput, &Args::source, false, true},
    {"quantScales", Role::kInput, &Args::scales, false, true},
    {"quantZeroPoints", Role::kInput, &Args::zeroPoints, false, true},
    {"selfRef", Role::kOutput, &Args::out, true},
}};
constexpr Operator<Args> kInplaceScatterUpdate{"aclnnInplaceScatterUpdate", kPartArguments, kPartKernels};
constexpr Operator<Args> kInplaceQuantScatter{"aclnnInplaceQuantScatter", kQuantizedArguments,
                                              kQuantizedKernels};
constexpr Operator<Args> kInplaceQuantScatterV2{"aclnnInplaceQuantScatterV2", kQuantizedArguments,
                                                kQuantizedKernels};

// The dims of a part: those of data, fewer along the updated one, and of the batch if indices choose it.
void CheckPart(ArgumentChecks& check, const NamedTensor& data, const NamedTensor& indices,
               const NamedTensor& updates, size_t dim) {
  const auto& own = data.tensor->viewDims;
  const auto& part = updates.tensor->viewDims;
  check.Require(
      updates.name, "the dims of what is updated, at most as large along axis and the first dim",
      [&] {
        bool fits = part.size() == own.size();
        for (size_t d = 0; fits && d < own.size(); ++d) {
          fits = d == 0 || d == dim ? part[d] <= own[d] : part[d] == own[d];
        }
        return fits;
      },
      [&] { return ShapeText(part) + " for " + ShapeText(own); });
  if (check.Failed()) {
    return;
  }
  const auto& given = indices.tensor->viewDims;
  check.Require(
      indices.name, "an index for each of the first dim of updates: [batches], or [batches, 2]",
      [&] {
        return given.empty()
                   ? part[0] == 1
                   : given[0] == part[0] && (given.size() == 1 || (given.size() == 2 && given[1] == 2));
      },
      [&] { return ShapeText(given) + " for " + ShapeText(part); });
}

// The dims, and the one that is updated.
size_t CheckParts(ArgumentChecks& check, const NamedTensor& data, const NamedTensor& indices,
                  const NamedTensor& updates, int64_t axis) {
  check.Require(
      data.name, "2 to 8 dims", [&] { return data.tensor->viewDims.size() >= 2; },
      [&] { return ShapeText(data.tensor->viewDims); });
  if (check.Failed()) {
    return 0;
  }
  const size_t dim = FindDim(check, "axis", axis, data.tensor->viewDims.size());
  check.Require(
      "axis", "not the first dim, which is the batch", [&] { return dim != 0; },
      [&] { return std::to_string(axis); });
  if (!check.Failed()) {
    CheckPart(check, data, indices, updates, dim);
  }
  return dim;
}

Status BindParts(PhaseOneCall& call, const NamedTensor& data, const NamedTensor& indices,
                 const NamedTensor& updates, int64_t axis) {
  ArgumentChecks check;
  check.NotNull(data).NotNull(indices).NotNull(updates);
  check.DtypeIn(data, kMovableDtypes).DtypeIn(indices, kIndexDtypes).SameDtype(updates, data);
  check.ValidView(indices).ValidView(updates).ValidOutputView(data);
  Args args;
  args.dim = CheckParts(check, data, indices, updates, axis);
  return check.Failed() ? check.Result()
                        : call.Bind(kInplaceScatterUpdate, args,
                                    {data.tensor, indices.tensor, updates.tensor, data.tensor});
}

struct Quantization {
  int64_t axis;
  int64_t quantAxis;
  int64_t reduction;
  const char* roundMode = "round";
};

constexpr std::array<DType, 1> kInt8{DType::kInt8};
constexpr std::array<DType, 4> kZeroPointDtypes{DType::kInt32, DType::kFloat, DType::kFloat16,
                                                DType::kBfloat16};

RoundMode CheckRoundMode(ArgumentChecks& check, const char* given) {
  const std::string_view name = given == nullptr ? "rint" : given;
  constexpr std::array<std::pair<std::string_view, RoundMode>, 5> kModes{{{"rint", RoundMode::kNearest},
                                                                          {"round", RoundMode::kNearest},
                                                                          {"floor", RoundMode::kFloor},
                                                                          {"ceil", RoundMode::kCeil},
                                                                          {"trunc", RoundMode::kTrunc}}};
  const auto* const found = std::ranges::find(kModes, name, &std::pair<std::string_view, RoundMode>::first);
  check.Require(
      "roundMode", R"("rint", "round", "floor", "ceil" or "trunc")", [&] { return found != kModes.end(); },
      [&] { return '"' + std::string(name) + '"'; });
  return check.Failed() ? RoundMode::kNearest : found->second;
}

Status BindQuantized(PhaseOneCall& call, const Operator<Args>& op, const Tensors<5>& given,
                     const Quantization& options) {
  const auto [self, indices, updates, scales, zeroPoints] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(self).NotNull(indices).NotNull(updates).NotNull(scales).LiveOrNull(zeroPoints);
  check.DtypeIn(self, kInt8).DtypeIn(indices, kIndexDtypes).DtypeIn(updates, FloatDtypes());
  check.DtypeIn(scales, FloatDtypes());
  check.ValidView(indices).ValidView(updates).ValidView(scales);
  if (zeroPoints.tensor != nullptr) {
    check.DtypeIn(zeroPoints, kZeroPointDtypes).ValidView(zeroPoints);
  }
  check.ValidOutputView(self);
  check.InRange("reduction", options.reduction, 1, 1, "updates replace what is there");
  Args args;
  args.mode = CheckRoundMode(check, options.roundMode);
  args.dim = CheckParts(check, self, indices, updates, options.axis);
  if (check.Failed()) {
    return check.Result();
  }
  const auto& dims = updates.tensor->viewDims;
  args.quantAxis = FindDim(check, "quantAxis", options.quantAxis, dims.size());
  if (!check.Failed()) {
    check.Shape(scales, {dims[args.quantAxis]}, "[updates along quantAxis]");
  }
  if (!check.Failed() && zeroPoints.tensor != nullptr) {
    check.Shape(zeroPoints, {dims[args.quantAxis]}, "[updates along quantAxis]");
  }
  return check.Failed() ? check.Result()
                        : call.Bind(op, args,
                                    {self.tensor, indices.tensor, updates.tensor, scales.tensor,
                                     zeroPoints.tensor, self.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnInplaceScatterUpdate,
               (aclTensor * data, const aclTensor* indices, const aclTensor* updates, int64_t axis),
               BindParts(call, {"data", data}, {"indices", indices}, {"updates", updates}, axis))

OPENACLNN_CALL(aclnnInplaceQuantScatter,
               (aclTensor * selfRef, const aclTensor* indices, const aclTensor* updates,
                const aclTensor* quantScales, const aclTensor* quantZeroPoints, int64_t axis,
                int64_t quantAxis, int64_t reduction),
               BindQuantized(call, kInplaceQuantScatter,
                             {selfRef, indices, updates, quantScales, quantZeroPoints},
                             {axis, quantAxis, reduction}))

OPENACLNN_CALL(aclnnInplaceQuantScatterV2,
               (aclTensor * selfRef, const aclTensor* indices, const aclTensor* updates,
                const aclTensor* quantScales, const aclTensor* quantZeroPoints, int64_t axis,
                int64_t quantAxis, int64_t reduction, const char* roundMode),
               BindQuantized(call, kInplaceQuantScatterV2,
                             {selfRef, indices, updates, quantScales, quantZeroPoints},
                             {axis, quantAxis, reduction, roundMode}))
