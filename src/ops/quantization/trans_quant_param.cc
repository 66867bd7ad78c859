// SPDX-License-Identifier: Apache-2.0
//
// aclnnTransQuantParam, V2 and V3: scales and offsets as the words that products of INT8 are scaled by.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <new>
#include <string>

#include "aclnnop/aclnn_trans_quant_param.h"
#include "aclnnop/aclnn_trans_quant_param_v2.h"
#include "aclnnop/aclnn_trans_quant_param_v3.h"
#include "base/errors.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

// The upper 19 bits of a scale, and that it is one; an offset of 9 bits.
uint64_t WordOf(float scale, bool rounded) {
  uint64_t bits = std::bit_cast<uint32_t>(scale);
  if (rounded && !std::isnan(scale)) {
    bits += 0x1000;
  }
  return (bits & 0xFFFFE000U) | (uint64_t{1} << 46);
}
uint64_t WithOffset(uint64_t word, float offset) {
  const float number = offset == offset ? offset : 0.0F;  // NOLINT(misc-redundant-expression): NaN is not
  const auto whole = static_cast<int64_t>(std::nearbyint(std::clamp(number, -256.0F, 255.0F)));
  return (word & 0x4000FFFFFFFFU) | ((static_cast<uint64_t>(whole) & 0x1FFU) << 37);
}

struct Args {
  TensorView scale;
  TensorView offset;
  TensorView out;
  bool rounded = false;
};

struct State : Prepared {};

State Prepare(const Args& args) {
  State state;
  state.cost = static_cast<size_t>(args.out.NumElements()) * 16;
  return state;
}

void Run(const Args& args, const State& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& /*cpu*/) {
  const TileReader scale(args.scale);
  const bool shifted = args.offset.Defined();
  const TileReader offset(shifted ? args.offset : args.scale);
  const int64_t scales = args.scale.NumElements();
  const int64_t offsets = args.offset.NumElements();
  auto* const words = reinterpret_cast<uint64_t*>(args.out.data);
  const int64_t elements = args.out.NumElements();
  int64_t element = 0;
  MergedDims(args.out).ForEachRun(0, elements, [&](int64_t place, int64_t stride, int64_t count) {
    for (int64_t i = 0; i < count; ++i, ++element) {
      TileBuffer buffer;
      uint64_t word = WordOf(*scale.Read(scales == 1 ? 0 : element, 1, buffer), args.rounded);
      if (shifted) {
        word = WithOffset(word, *offset.Read(offsets == 1 ? 0 : element, 1, buffer));
      }
      words[place + i * stride] = word;
    }
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:trans_quant_param", Prepare));
constexpr std::array<TensorArgument<Args>, 3> kArguments{
    {{"scale", Role::kInput, &Args::scale, false, true},
     {"offset", Role::kInput, &Args::offset, false, true},
     {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kTransQuantParamV2{"aclnnTransQuantParamV2", kArguments, kKernels};
constexpr Operator<Args> kTransQuantParamV3{"aclnnTransQuantParamV3", kArguments, kKernels};

constexpr std::array<DType, 1> kScaleDtypes{DType::kFloat};
constexpr std::array<DType, 2> kWordDtypes{DType::kUint64, DType::kInt64};

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<3>& given, int64_t roundMode) {
  const auto [scale, offset, out] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(scale).LiveOrNull(offset).NotNull(out).DtypeIn(scale, kScaleDtypes);
  if (offset.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(offset, kScaleDtypes).ValidView(offset);
  }
  check.DtypeIn(out, kWordDtypes).ValidView(scale).ValidOutputView(out);
  check.InRange("roundMode", roundMode, 0, 1, "0 or 1");
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t scales = NumElements(*scale.tensor);
  const int64_t offsets = offset.tensor == nullptr ? 1 : NumElements(*offset.tensor);
  check.Require(
      offset.name, "one element, or as many as scale has, unless that has one",
      [&] { return scales == offsets || scales == 1 || offsets == 1; },
      [&] { return std::to_string(offsets) + " for " + std::to_string(scales); });
  check.NumElements(out, scales == 1 ? offsets : scales, "those of scale, or of offset if scale has one");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.rounded = roundMode == 1;
  return call.Bind(op, args, TensorsOf(given));
}

struct HostArray {
  const float* data;
  uint64_t size;
};

Status TransOnHost(const HostArray& scale, const HostArray& offset, uint64_t** words, uint64_t* size) {
  ArgumentChecks check;
  check.NotNull("scaleArray", scale.data).NotNull("quantParam", words).NotNull("quantParamSize", size);
  const uint64_t offsets = offset.data == nullptr ? 0 : offset.size;
  check.Require(
      "scaleSize", "1 or more", [&] { return scale.size > 0; }, [] { return "0"; });
  check.Require(
      "offsetSize", "none, one, or as many as scaleSize, unless that is 1",
      [&] { return offsets <= 1 || scale.size == 1 || offsets == scale.size; },
      [&] { return std::to_string(offsets) + " for " + std::to_string(scale.size); });
  const uint64_t count = std::max(scale.size, offsets);
  check.Require(
      "scaleSize", "a count whose results fit into memory", [&] { return count < (uint64_t{1} << 40); },
      [&] { return std::to_string(count); });
  if (check.Failed()) {
    return check.Result();
  }
  auto* const made = static_cast<uint64_t*>(std::malloc(count * sizeof(uint64_t)));
  if (made == nullptr) {
    throw std::bad_alloc();  // which the boundary reports
  }
  for (uint64_t i = 0; i < count; ++i) {
    made[i] = WordOf(scale.data[scale.size == 1 ? 0 : i], false);
    if (offsets > 0) {
      made[i] = WithOffset(made[i], offset.data[offsets == 1 ? 0 : i]);
    }
  }
  *words = made;
  *size = count;
  return Status::Ok();
}

}  // namespace
}  // namespace openaclnn

aclnnStatus aclnnTransQuantParam(const float* scaleArray, uint64_t scaleSize, const float* offsetArray,
                                 uint64_t offsetSize, uint64_t** quantParam, uint64_t* quantParamSize) {
  using namespace openaclnn;
  return Boundary(
      __func__,
      [&] {
        return TransOnHost({scaleArray, scaleSize}, {offsetArray, offsetSize}, quantParam, quantParamSize);
      },
      Api::kOperator);
}

OPENACLNN_CALL(aclnnTransQuantParamV2,
               (const aclTensor* scale, const aclTensor* offset, const aclTensor* out),
               Bind(call, kTransQuantParamV2, {scale, offset, out}, 0))

OPENACLNN_CALL(aclnnTransQuantParamV3,
               (const aclTensor* scale, const aclTensor* offset, int64_t roundMode, const aclTensor* out),
               Bind(call, kTransQuantParamV3, {scale, offset, out}, roundMode))
