// SPDX-License-Identifier: Apache-2.0
//
// Quantization by scales that are given, and back: aclnnAscendQuant and V3, aclnnQuantize, aclnnAscendAntiQuant.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_ascend_anti_quant.h"
#include "aclnnop/aclnn_ascend_quant.h"
#include "aclnnop/aclnn_ascend_quant_v3.h"
#include "aclnnop/aclnn_quantize.h"
#include "kernels/quantization/along_axis.h"
#include "kernels/quantization/whole_numbers.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/quantization/packing.h"

namespace openaclnn {
namespace {

enum class Formula : uint8_t {
  kMultiply,  // y = round(x * scale + offset)
  kDivide,    // y = round(x / scale + offset)
  kRestore,   // y = (x + offset) * scale
};

struct Args {
  TensorView x;
  TensorView scale;  // one for all, or one for each index of `axis`
  TensorView offset;
  TensorView y;
  int64_t axis = 0;
  Formula formula = Formula::kMultiply;
  bool squared = false;  // the scale is a square root
  RoundMode mode = RoundMode::kNearest;
};

struct State : Prepared {
  TensorView numbers;  // has the dims of all
  WholeRange range{};
  bool packedIn = false;
  bool packedOut = false;
};

State Prepare(const Args& args) {
  State state;
  state.packedIn = args.formula == Formula::kRestore && args.x.dtype == DType::kInt32;
  state.packedOut = args.formula == Formula::kMultiply && args.y.dtype == DType::kInt32;
  state.numbers = state.packedIn ? args.y : args.x;
  switch (args.y.dtype) {
    case DType::kUint8:
      state.range = kUint8Range;
      break;
    case DType::kInt32:
      state.range = state.packedOut ? kInt4Range : kInt32Range;
      break;
    default:
      state.range = kInt8Range;
  }
  state.cost = static_cast<size_t>(args.x.NumElements()) * SizeOf(args.x.dtype) +
               static_cast<size_t>(args.y.NumElements()) * SizeOf(args.y.dtype);
  return state;
}

// to[i] of the formula.
void Compute(const Args& args, const float* x, const float* scale, const float* offset, int64_t count,
             float* to) {
  const bool squared = args.squared;
  const auto each = [&](const auto& compute) {
    for (int64_t i = 0; i < count; ++i) {
      to[i] = compute(x[i], scale[i], offset[i]);
    }
  };
  switch (args.formula) {
    case Formula::kMultiply:
      return squared ? each([](float a, float s, float o) { return a * s * s + o; })
                     : each([](float a, float s, float o) { return a * s + o; });
    case Formula::kDivide:
      return each([](float a, float s, float o) { return a / s + o; });
    case Formula::kRestore:
      return squared ? each([](float a, float s, float o) { return (a + o) * s * s; })
                     : each([](float a, float s, float o) { return (a + o) * s; });
  }
}

void Run(const Args& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  const std::span<const int64_t> dims = state.numbers.Dims();
  const MixedReader x(args.x, state.packedIn);
  const auto axis = static_cast<size_t>(args.axis);
  const MixedReader scale(AlongAxis(args.scale, dims, axis));
  const bool shifted = args.offset.Defined();
  const MixedReader offset(AlongAxis(shifted ? args.offset : args.scale, dims, axis));
  alignas(64) const TileBuffer zeros{};
  const bool restores = args.formula == Formula::kRestore;
  const TileWriter floats(args.y);
  const WholeWriter integers(args.y, state.packedOut);
  ForEachPiece(cpu, state.numbers.NumElements(), kTileElements, kTilesOfTask,
               [&](int64_t begin, int64_t count) {
                 alignas(64) TileBuffer xs;
                 alignas(64) TileBuffer scales;
                 alignas(64) TileBuffer offsets;
                 alignas(64) TileBuffer results;
                 const float* const added = shifted ? offset.Read(begin, count, offsets) : zeros.data();
                 Compute(args, x.Read(begin, count, xs), scale.Read(begin, count, scales), added, count,
                         results.data());
                 if (restores) {
                   floats.Write(begin, count, results.data());
                 } else {
                   RoundToRange(results.data(), count, args.mode, state.range, results.data());
                   integers.Write(begin, count, results.data());
                 }
               });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:quantize", Prepare));

constexpr std::array<TensorArgument<Args>, 4> Names(const char* scale, const char* offset, const char* y) {
  return {{{"x", Role::kInput, &Args::x, false, true},
           {scale, Role::kInput, &Args::scale, false, true},
           {offset, Role::kInput, &Args::offset, false, true},
           {y, Role::kOutput, &Args::y}}};
}
constexpr auto kQuantNames = Names("scale", "offset", "y");
constexpr auto kQuantizeNames = Names("scales", "zeroPoints", "out");

constexpr std::array<DType, 2> kPackedOrInt8{DType::kInt8, DType::kInt32};
constexpr std::array<DType, 3> kWholeDtypes{DType::kInt8, DType::kUint8, DType::kInt32};
constexpr std::array<DType, 6> kZeroPointDtypes{DType::kInt32, DType::kInt8,    DType::kUint8,
                                                DType::kFloat, DType::kFloat16, DType::kBfloat16};

// An operator's types. Those of floats are those that the SoC has.
struct Row {
  Operator<Args> op;
  Formula formula;
  std::span<const DType> xDtypes;       // none: floats
  std::span<const DType> offsetDtypes;  // none: floats
  std::span<const DType> yDtypes;       // none: floats
};
constexpr Row kAscendQuant{
    {"aclnnAscendQuant", kQuantNames, kKernels}, Formula::kMultiply, {}, {}, kPackedOrInt8};
constexpr Row kAscendQuantV3{
    {"aclnnAscendQuantV3", kQuantNames, kKernels}, Formula::kMultiply, {}, {}, kPackedOrInt8};
constexpr Row kAscendAntiQuant{
    {"aclnnAscendAntiQuant", kQuantNames, kKernels}, Formula::kRestore, kPackedOrInt8, {}, {}};
constexpr Row kQuantize{
    {"aclnnQuantize", kQuantizeNames, kKernels}, Formula::kDivide, {}, kZeroPointDtypes, kWholeDtypes};

std::span<const DType> OrFloats(std::span<const DType> dtypes) {
  return dtypes.empty() ? FloatDtypes() : dtypes;
}

struct Attributes {
  const char* dtypeName;
  int64_t dtype;
  int64_t axis = -1;
  bool sqrtMode = false;
  const char* roundMode = "round";
};

// One element, or as many as the numbers have along the axis in the only dim that is not 1.
void CheckFactor(ArgumentChecks& check, const NamedTensor& factor, const NamedTensor& numbers, size_t axis) {
  check.Require(
      factor.name, "one element, or as many as the unpacked tensor has along the axis in a dim of their own",
      [&] {
        int64_t others = 0;
        int64_t count = 1;
        for (const int64_t dim : factor.tensor->viewDims) {
          others += dim != 1 ? 1 : 0;
          count = dim != 1 ? dim : count;
        }
        const auto& dims = numbers.tensor->viewDims;
        return others == 0 || (others == 1 && axis < dims.size() && count == dims[axis]);
      },
      [&] { return ShapeText(factor.tensor->viewDims) + " for " + ShapeText(numbers.tensor->viewDims); });
}

std::optional<RoundMode> FindRoundMode(ArgumentChecks& check, const char* given) {
  const std::string_view name = given == nullptr ? "round" : given;
  constexpr std::array<const char*, 4> kNames{"round", "floor", "ceil", "trunc"};
  const auto* const found = std::ranges::find(kNames, name);
  check.Require(
      "roundMode", R"("round", "floor", "ceil" or "trunc")", [&] { return found != kNames.end(); },
      [&] { return '"' + std::string(name) + '"'; });
  return check.Failed() ? std::nullopt : std::optional(static_cast<RoundMode>(found - kNames.begin()));
}

Status Bind(PhaseOneCall& call, const Row& row, const Tensors<4>& given, const Attributes& attributes) {
  const auto [x, scale, offset, y] = Named(row.op, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(scale).LiveOrNull(offset).NotNull(y);
  check.DtypeIn(x, OrFloats(row.xDtypes)).DtypeIn(scale, FloatDtypes());
  if (offset.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(offset, OrFloats(row.offsetDtypes)).ValidView(offset);
  }
  check.DtypeIn(y, OrFloats(row.yDtypes));
  CheckDstType(check, attributes.dtypeName, attributes.dtype, y);
  const std::optional<RoundMode> mode = FindRoundMode(check, attributes.roundMode);
  check.ValidView(x).ValidView(scale).ValidOutputView(y);
  const bool restores = row.formula == Formula::kRestore;
  const NamedTensor numbers = restores ? y : x;
  const NamedTensor quantized = restores ? x : y;
  if (row.formula == Formula::kDivide) {
    check.SameShape(y, x);
  } else {
    CheckPackedShape(check, quantized, numbers);
  }
  if (check.Failed()) {
    return check.Result();
  }
  const auto rank = static_cast<int64_t>(numbers.tensor->viewDims.size());
  const int64_t axis = attributes.axis < 0 ? attributes.axis + std::max<int64_t>(rank, 1) : attributes.axis;
  check.InRange("axis", axis, 0, std::max<int64_t>(rank, 1) - 1, "a dim of the tensor");
  CheckFactor(check, scale, numbers, static_cast<size_t>(axis));
  if (offset.tensor != nullptr) {
    CheckFactor(check, offset, numbers, static_cast<size_t>(axis));
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.axis = axis;
  args.formula = row.formula;
  args.squared = attributes.sqrtMode;
  args.mode = *mode;
  return call.Bind(row.op, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnAscendQuant,
               (const aclTensor* x, const aclTensor* scale, const aclTensor* offset, bool sqrtMode,
                const char* roundMode, int32_t dstType, const aclTensor* y),
               Bind(call, kAscendQuant, {x, scale, offset, y}, {"dstType", dstType, -1, sqrtMode, roundMode}))

OPENACLNN_CALL(aclnnAscendQuantV3,
               (const aclTensor* x, const aclTensor* scale, const aclTensor* offset, bool sqrtMode,
                const char* roundMode, int32_t dstType, int32_t axis, const aclTensor* y),
               Bind(call, kAscendQuantV3, {x, scale, offset, y},
                    {"dstType", dstType, axis, sqrtMode, roundMode}))

OPENACLNN_CALL(aclnnAscendAntiQuant,
               (const aclTensor* x, const aclTensor* scale, const aclTensor* offset, int64_t dstType,
                bool sqrtMode, const aclTensor* y),
               Bind(call, kAscendAntiQuant, {x, scale, offset, y}, {"dstType", dstType, -1, sqrtMode}))

OPENACLNN_CALL(aclnnQuantize,
               (const aclTensor* x, const aclTensor* scales, const aclTensor* zeroPoints, int32_t dtype,
                int32_t axis, aclTensor* out),
               Bind(call, kQuantize, {x, scales, zeroPoints, out}, {"dtype", dtype, axis}))
