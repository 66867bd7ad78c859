// SPDX-License-Identifier: Apache-2.0
//
// aclnnFakeQuantPerTensorAffineCachemask and aclnnFakeQuantPerChannelAffineCachemask: numbers as quantization
// and its reverse leave them, and which of them were within range.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "aclnnop/aclnn_fake_quant_per_channel_affine_cachemask.h"
#include "aclnnop/aclnn_fake_quant_per_tensor_affine_cachemask.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/quantization/along_axis.h"
#include "kernels/quantization/whole_numbers.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;
  TensorView scale;  // one for all, or one for each index of `axis`
  TensorView zeroPoint;
  TensorView out;
  TensorView mask;
  bool enabled = true;  // false: a copy, and all is within range
  size_t axis = 0;
  int64_t lowest = 0;
  int64_t highest = 0;
};

struct State : Prepared {};

State Prepare(const Args& args) {
  State state;
  state.cost = static_cast<size_t>(args.self.NumElements()) * (2 * SizeOf(args.self.dtype) + 1);
  return state;
}

struct Tile {
  alignas(64) TileBuffer numbers;  // then results
  TileBuffer levels;
  TileBuffer isWithin;
};

void FakeQuantize(const Args& args, const float* x, const float* scale, const float* zero, int64_t count,
                  Tile& tile) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const auto lowest = static_cast<float>(args.lowest);
  const auto highest = static_cast<float>(args.highest);
  float* const levels = tile.levels.data();
  for (int64_t i = 0; i < count; ++i) {
    levels[i] = x[i] * (1 / scale[i]);
  }
  // So large a number has no fraction: adding it rounds to the nearest integer, whatever a float is.
  constexpr double kWhole = 6755399441055744.0;  // 1.5 * 2^52
  // NaN has no level: it is below the range.
  for (int64_t i = 0; i < count; ++i) {
    const auto whole = static_cast<float>((static_cast<double>(levels[i]) + kWhole) - kWhole);
    levels[i] = std::isnan(levels[i]) ? -kInfinity : whole;
  }
  for (int64_t i = 0; i < count; ++i) {
    const float level = levels[i] + zero[i];
    const float within = std::min(std::max(level, lowest), highest);
    tile.isWithin[static_cast<size_t>(i)] = within == level ? 1 : 0;
    tile.numbers[static_cast<size_t>(i)] = (within - zero[i]) * scale[i];
  }
}

void Run(const Args& args, const State& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  const std::span<const int64_t> dims = args.self.Dims();
  const MixedReader self(args.self);
  const MixedReader scale(AlongAxis(args.scale, dims, args.axis));
  const MixedReader zeroPoint(AlongAxis(args.zeroPoint, dims, args.axis));
  const TileWriter out(args.out);
  ForEachPiece(cpu, args.self.NumElements(), kTileElements, kTilesOfTask, [&](int64_t begin, int64_t count) {
    alignas(64) TileBuffer numbers;
    alignas(64) TileBuffer scales;
    alignas(64) TileBuffer zeros;
    Tile tile;
    const float* const x = self.Read(begin, count, numbers);
    if (args.enabled) {
      FakeQuantize(args, x, scale.Read(begin, count, scales), zeroPoint.Read(begin, count, zeros), count,
                   tile);
      out.Write(begin, count, tile.numbers.data());
    } else {
      tile.isWithin.fill(1);
      out.Write(begin, count, x);
    }
    WriteConverted(args.mask, begin, count, tile.isWithin.data());
  });
}

constexpr OnlyKernel kKernel(CpuKernel<Run>("cpu:fake_quantize", Prepare));
constexpr std::array<TensorArgument<Args>, 5> kArguments{{{"self", Role::kInput, &Args::self},
                                                          {"scale", Role::kInput, &Args::scale},
                                                          {"zeroPoint", Role::kInput, &Args::zeroPoint},
                                                          {"out", Role::kOutput, &Args::out, true},
                                                          {"mask", Role::kOutput, &Args::mask}}};
constexpr Operator<Args> kPerTensor{"aclnnFakeQuantPerTensorAffineCachemask", kArguments, kKernel};
constexpr Operator<Args> kPerChannel{"aclnnFakeQuantPerChannelAffineCachemask", kArguments, kKernel};

constexpr std::array<DType, 1> kInt32Alone{DType::kInt32};
constexpr std::array<DType, 1> kBoolAlone{DType::kBool};

// All but the shapes of scale and zeroPoint.
void Check(ArgumentChecks& check, const std::array<NamedTensor, 5>& tensors, int64_t lowest,
           int64_t highest) {
  const auto& [self, scale, zeroPoint, out, mask] = tensors;
  for (const NamedTensor& tensor : tensors) {
    check.NotNull(tensor);
  }
  check.DtypeIn(self, FloatDtypes()).DtypeIn(scale, FloatDtypes()).DtypeIn(zeroPoint, kInt32Alone);
  check.SameDtype(out, self).DtypeIn(mask, kBoolAlone);
  check.Require(
      "quantMin", "at most quantMax", [&] { return lowest <= highest; },
      [&] { return std::to_string(lowest) + " for " + std::to_string(highest); });
  check.ValidView(self).ValidView(scale).ValidView(zeroPoint).ValidOutputView(out).ValidOutputView(mask);
  check.SameShape(out, self).SameShape(mask, self);
}

Status Bind(PhaseOneCall& call, const Tensors<5>& given, float enabled, int64_t lowest, int64_t highest) {
  const auto tensors = Named(kPerTensor, given);
  ArgumentChecks check;
  Check(check, tensors, lowest, highest);
  check.NumElements(tensors[1], 1, "one").NumElements(tensors[2], 1, "one");
  Args args;
  args.enabled = enabled >= 1;
  args.lowest = lowest;
  args.highest = highest;
  return check.Failed() ? check.Result() : call.Bind(kPerTensor, args, TensorsOf(given));
}

Status BindChannels(PhaseOneCall& call, const Tensors<5>& given, int64_t axis, int64_t lowest,
                    int64_t highest) {
  const auto tensors = Named(kPerChannel, given);
  ArgumentChecks check;
  Check(check, tensors, lowest, highest);
  if (check.Failed()) {
    return check.Result();
  }
  const auto& dims = given[0]->viewDims;
  Args args;
  args.axis = FindDim(check, "axis", axis, dims.size());
  const int64_t channels = dims.empty() || check.Failed() ? 1 : dims[args.axis];
  check.Shape(tensors[1], {channels}, "[size of self along axis]");
  check.Shape(tensors[2], {channels}, "[size of self along axis]");
  args.lowest = lowest;
  args.highest = highest;
  return check.Failed() ? check.Result() : call.Bind(kPerChannel, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnFakeQuantPerTensorAffineCachemask,
               (const aclTensor* self, const aclTensor* scale, const aclTensor* zeroPoint,
                float fakeQuantEnabled, int64_t quantMin, int64_t quantMax, aclTensor* out, aclTensor* mask),
               Bind(call, {self, scale, zeroPoint, out, mask}, fakeQuantEnabled, quantMin, quantMax))

OPENACLNN_CALL(aclnnFakeQuantPerChannelAffineCachemask,
               (const aclTensor* self, const aclTensor* scale, const aclTensor* zeroPoint, int64_t axis,
                int64_t quantMin, int64_t quantMax, aclTensor* out, aclTensor* mask),
               BindChannels(call, {self, scale, zeroPoint, out, mask}, axis, quantMin, quantMax))
