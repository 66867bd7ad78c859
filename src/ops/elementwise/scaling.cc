// SPDX-License-Identifier: Apache-2.0
//
// Tensors scaled and shifted by smaller ones: aclnnScale along some dims, aclnnModulate in each image.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_modulate.h"
#include "aclnnop/aclnn_scale.h"
#include "ops/common/elementwise_phase_one.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

using ScaledFormats = FormatList<Float32, Float16, Bfloat16>;

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

// clang-format off
OPENACLNN_LOOP(Scale, (T x, T scale), x * scale, 2, 0, ScaledFormats)
OPENACLNN_LOOP(ScaleAndBias, (T x, T scale, T bias), MulAdd(x, scale, bias), 3, 0, ScaledFormats)
OPENACLNN_LOOP(Modulate, (T self, T scale, T shift), MulAdd(self, Constant<T>(1) + scale, shift), 3, 0, ScaledFormats)
OPENACLNN_LOOP(ModulateScale, (T self, T scale), self * (Constant<T>(1) + scale), 2, 0, ScaledFormats)
OPENACLNN_LOOP(ModulateShift, (T self, T shift), self + shift, 2, 0, ScaledFormats)
OPENACLNN_LOOP(ModulateNothing, (T self), self, 1, 0, ScaledFormats)
// clang-format on

#if HWY_ONCE
namespace openaclnn {
namespace {

constexpr std::span<const DType> kScaledDtypes = std::span(kFloatingDtypes).first(3);

// ---- Along some dims

constexpr auto kProduct = BinaryArguments("x", "scale", "y");
constexpr auto kProductAndSum = TernaryArguments("x", "scale", "biasOptional", "y");
constexpr ElementwiseOperator kScale =
    ElementwiseRow("aclnnScale", kProduct, LoopScale, kScaledDtypes, kOneType);
constexpr ElementwiseOperator kScaleAndBias =
    ElementwiseRow("aclnnScale", kProductAndSum, LoopScaleAndBias, kScaledDtypes, kOneType);

struct ScaledDims {
  int64_t axis;
  int64_t numAxes;
  bool scaleFromBlob;
};

// The number of dims of scale; -1 if they do not fit into x.
int64_t CountDims(const aclTensor& x, const aclTensor& scale, const ScaledDims& dims) {
  const auto rank = static_cast<int64_t>(x.viewDims.size());
  const int64_t axis = dims.axis < 0 ? dims.axis + rank : dims.axis;
  const int64_t count = !dims.scaleFromBlob ? static_cast<int64_t>(scale.viewDims.size())
                        : dims.numAxes < 0  ? rank - axis
                                            : dims.numAxes;
  return count <= rank - axis ? count : -1;
}

void CheckScaledDims(ArgumentChecks& check, const NamedTensor& x, const NamedTensor& scale,
                     const NamedTensor& bias, const ScaledDims& dims) {
  check.LiveOrNull(bias).ValidView(x).ValidView(scale);
  if (check.Failed()) {
    return;
  }
  const std::span<const int64_t> shape(x.tensor->viewDims);
  const auto rank = static_cast<int64_t>(shape.size());
  check.InRange("axis", dims.axis, -rank, rank - 1, "a dim of x");
  check.InRange("numAxes", dims.numAxes, -1, INT64_MAX, "a number of dims, or -1 for all that follow");
  if (check.Failed()) {
    return;
  }
  const auto axis = static_cast<size_t>(dims.axis < 0 ? dims.axis + rank : dims.axis);
  const int64_t count = CountDims(*x.tensor, *scale.tensor, dims);
  check.Require(
      dims.scaleFromBlob ? "numAxes" : "scale", "as many dims as x has from axis on, or fewer",
      [&] { return count >= 0; },
      [&] { return dims.scaleFromBlob ? std::to_string(dims.numAxes) : ShapeText(scale.tensor->viewDims); });
  if (!check.Failed()) {
    const Dims expected(shape.subspan(axis, static_cast<size_t>(count)));
    check.Shape(scale, expected, "of the dims of x from axis on");
    if (bias.tensor != nullptr) {
      check.Shape(bias, expected, "of scale");
    }
  }
}

// ---- In each image

constexpr auto kBoth = TernaryArguments("self", "scaleOptional", "shiftOptional", "out");
constexpr auto kScaleOnly = BinaryArguments("self", "scaleOptional", "out");
constexpr auto kShiftOnly = BinaryArguments("self", "shiftOptional", "out");
constexpr ElementwiseOperator kModulate =
    ElementwiseRow("aclnnModulate", kBoth, LoopModulate, kScaledDtypes, kOneType);
constexpr ElementwiseOperator kModulateScale =
    ElementwiseRow("aclnnModulate", kScaleOnly, LoopModulateScale, kScaledDtypes, kOneType);
constexpr ElementwiseOperator kModulateShift =
    ElementwiseRow("aclnnModulate", kShiftOnly, LoopModulateShift, kScaledDtypes, kOneType);
constexpr ElementwiseOperator kModulateNothing =
    ElementwiseRow("aclnnModulate", kSelf, LoopModulateNothing, kScaledDtypes, kOneType);

constexpr size_t kModulatedRank = 3;  // [B, L, D]

void CheckModulated(ArgumentChecks& check, const NamedTensor& self, const NamedTensor& scale,
                    const NamedTensor& shift) {
  check.LiveOrNull(scale).LiveOrNull(shift).ValidView(self).Rank(self, kModulatedRank);
  if (check.Failed()) {
    return;
  }
  const std::vector<int64_t>& dims = self.tensor->viewDims;
  for (const NamedTensor* factor : {&scale, &shift}) {
    if (factor->tensor == nullptr) {
      continue;
    }
    check.ValidView(*factor).Require(
        factor->name, "[B, D] or [B, 1, D] for self of [B, L, D]",
        [&] {
          const std::vector<int64_t>& own = factor->tensor->viewDims;
          return own == std::vector{dims[0], dims[2]} || own == std::vector{dims[0], int64_t{1}, dims[2]};
        },
        [&] { return ShapeText(factor->tensor->viewDims) + " for " + ShapeText(dims); });
  }
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(
    aclnnScale,
    (const aclTensor* x, const aclTensor* scale, const aclTensor* biasOptional, int64_t axis, int64_t numAxes,
     bool scaleFromBlob, aclTensor* y),
    {
      const ScaledDims dims{axis, numAxes, scaleFromBlob};
      const auto check = [&](ArgumentChecks& checks) {
        CheckScaledDims(checks, {"x", x}, {"scale", scale}, {"biasOptional", biasOptional}, dims);
      };
      // Behind the dims of scale: as many as x has there.
      const auto inserted = [&](size_t input) {
        const auto own = static_cast<int64_t>(scale->viewDims.size());
        const auto rank = static_cast<int64_t>(x->viewDims.size());
        const int64_t behind = rank - (axis < 0 ? axis + rank : axis) - own;
        return InsertedDims{static_cast<size_t>(own), static_cast<size_t>(input == 0 ? 0 : behind)};
      };
      if (biasOptional == nullptr) {
        return PhaseOneOfInserted(__func__, kScale, {x, scale}, {}, y, workspaceSize, executor, check,
                                  inserted);
      }
      return PhaseOneOfInserted(__func__, kScaleAndBias, {x, scale, biasOptional}, {}, y, workspaceSize,
                                executor, check, inserted);
    })

OPENACLNN_ENTRY(
    aclnnModulate,
    (const aclTensor* self, const aclTensor* scaleOptional, const aclTensor* shiftOptional, aclTensor* out), {
      const auto check = [&](ArgumentChecks& checks) {
        CheckModulated(checks, {"self", self}, {"scaleOptional", scaleOptional},
                       {"shiftOptional", shiftOptional});
      };
      const auto call = [&](const ElementwiseOperator& row, std::initializer_list<const aclTensor*> inputs) {
        const auto inserted = [&](size_t input) {
          return InsertedDims{1, kModulatedRank - inputs.begin()[input]->viewDims.size()};
        };
        return PhaseOneOfInserted("aclnnModulateGetWorkspaceSize", row, inputs, {}, out, workspaceSize,
                                  executor, check, inserted);
      };
      if (scaleOptional != nullptr && shiftOptional != nullptr) {
        return call(kModulate, {self, scaleOptional, shiftOptional});
      }
      if (scaleOptional != nullptr) {
        return call(kModulateScale, {self, scaleOptional});
      }
      return shiftOptional != nullptr ? call(kModulateShift, {self, shiftOptional})
                                      : call(kModulateNothing, {self});
    })
#endif  // HWY_ONCE
