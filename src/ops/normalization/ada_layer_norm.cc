// SPDX-License-Identifier: Apache-2.0
//
// aclnnAdaLayerNorm and V2, aclnnAdaLayerNormQuant and aclnnAdaLayerNormBackward: layer normalization whose
// scale and shift are those of a sample.
#include <array>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_ada_layer_norm.h"
#include "aclnnop/aclnn_ada_layer_norm_backward.h"
#include "aclnnop/aclnn_ada_layer_norm_quant.h"
#include "aclnnop/aclnn_ada_layer_norm_v2.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/normalization/norm_checks.h"
#include "ops/normalization/row_norm.h"

namespace openaclnn {
namespace {

using Args = RowNormArgs;
using Backward = RowNormBackwardArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kRowNormCpu};
constexpr std::array<TensorArgument<Args>, 8> kArguments{{
    {"x", Role::kInput, &Args::input},
    {"scale", Role::kInput, &Args::outerScale},
    {"shift", Role::kInput, &Args::outerShift},
    {"weightOptional", Role::kInput, &Args::scale},
    {"biasOptional", Role::kInput, &Args::shift},
    {"out", Role::kOutput, &Args::out, true},
    {"meanOutOptional", Role::kOutput, &Args::mean},
    {"rstdOutOptional", Role::kOutput, &Args::rstd},
}};
constexpr Operator<Args> kFirst{"aclnnAdaLayerNorm", std::span(kArguments).first(6), kKernels};
constexpr Operator<Args> kSecond{"aclnnAdaLayerNormV2", kArguments, kKernels};
constexpr std::array<TensorArgument<Args>, 8> kQuantArguments{{
    kArguments[0],
    kArguments[1],
    kArguments[2],
    kArguments[3],
    kArguments[4],
    {"smoothScalesOptional", Role::kInput, &Args::factor},
    {"out", Role::kOutput, &Args::quantized},
    {"quantScale", Role::kOutput, &Args::rowScale},
}};
constexpr Operator<Args> kQuant{"aclnnAdaLayerNormQuant", kQuantArguments, kKernels};

constexpr std::array<const KernelEntry<Backward>*, 1> kBackwardKernels{&kRowNormBackwardCpu};
constexpr std::array<TensorArgument<Backward>, 13> kBackwardArguments{{
    {"gradOut", Role::kInput, &Backward::gradOut},
    {"input", Role::kInput, &Backward::input},
    {"rstd", Role::kInput, &Backward::rstd},
    {"mean", Role::kInput, &Backward::mean},
    {"scale", Role::kInput, &Backward::outerScale, false, true},
    {"shift", Role::kInput, &Backward::outerShift},
    {"weightOptional", Role::kInput, &Backward::scale, false, true},
    {"biasOptional", Role::kInput, &Backward::shift, false, true},
    {"gradInputOut", Role::kOutput, &Backward::gradInput, true},
    {"gradScaleOut", Role::kOutput, &Backward::gradOuterScale},
    {"gradShiftOut", Role::kOutput, &Backward::gradOuterShift},
    {"gradWeightOut", Role::kOutput, &Backward::gradScale},
    {"gradBiasOut", Role::kOutput, &Backward::gradShift},
}};
constexpr Operator<Backward> kBackward{"aclnnAdaLayerNormBackward", kBackwardArguments, kBackwardKernels};

constexpr std::array<DType, 2> kHalves{DType::kFloat16, DType::kBfloat16};
constexpr std::array<DType, 1> kInt8Alone{DType::kInt8};
constexpr std::array<DType, 1> kFloatAlone{DType::kFloat};
constexpr const char* kRowCount = "the product of the dims before H";

// One row for each sample: [..., H] or [..., 1, H] of x [..., S, H].
void CheckOfSamples(ArgumentChecks& check, const NamedTensor& tensor, const NamedTensor& x) {
  if (check.Failed() || tensor.tensor == nullptr) {
    return;
  }
  Dims flat(std::span<const int64_t>(x.tensor->viewDims).first(x.tensor->viewDims.size() - 2));
  Dims row = flat;
  flat.push_back(x.tensor->viewDims.back());
  row.push_back(1);
  row.push_back(x.tensor->viewDims.back());
  const std::span<const int64_t> dims(tensor.tensor->viewDims);
  check.Require(
      tensor.name, "[..., H] or [..., 1, H] of x",
      [&] { return std::ranges::equal(dims, flat) || std::ranges::equal(dims, row); },
      [&] { return ShapeText(dims) + " for " + ShapeText(x.tensor->viewDims); });
}

// Those that are not null.
void CheckOfH(ArgumentChecks& check, std::initializer_list<NamedTensor> parameters, const NamedTensor& x) {
  for (const NamedTensor& parameter : parameters) {
    if (parameter.tensor != nullptr && !check.Failed()) {
      check.Shape(parameter, {x.tensor->viewDims.back()}, "[H] of x");
    }
  }
}

RowShape ShapeOf(const aclTensor& x) {
  return {.rows = norms::RowsOf(x, 1).value_or(0),
          .channels = x.viewDims.back(),
          .groups = norms::RowsOf(x, 2).value_or(0),
          .groupRows = x.viewDims[x.viewDims.size() - 2]};
}

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<8>& given, double epsilon) {
  const auto [x, scale, shift, weight, bias, out, mean, rstd] = Named(kSecond, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(scale).NotNull(shift).NotNull(out);
  check.DtypeIn(x, FloatDtypes()).SameDtype(scale, x).SameDtype(shift, x);
  norms::CheckParameterDtypes(check, {weight, bias, mean, rstd}, x);
  check.SameDtype(out, x);
  norms::CheckViews(check, {x, scale, shift, weight, bias}, {out, mean, rstd});
  norms::CheckRank(check, x);
  CheckOfSamples(check, scale, x);
  CheckOfSamples(check, shift, x);
  CheckOfH(check, {weight, bias}, x);
  check.SameShape(out, x);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.epsilon = epsilon;
  args.shape = ShapeOf(*x.tensor);
  for (const NamedTensor* statistics : {&mean, &rstd}) {
    if (statistics->tensor != nullptr) {
      check.NumElements(*statistics, args.shape.rows, kRowCount);
    }
  }
  return check.Failed() ? check.Result()
                        : call.Bind(op, args, TensorsOf(std::span(given).first(op.arguments.size())));
}

Status BindQuant(PhaseOneCall& call, const Tensors<8>& given, double epsilon, const char* quantMode,
                 const aclTensor* quantOffset) {
  const auto [x, scale, shift, weight, bias, smooth, out, quantScale] = Named(kQuant, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(scale).NotNull(shift).LiveOrNull(weight).LiveOrNull(bias).LiveOrNull(smooth);
  check.NotNull("quantMode", quantMode).NotNull(out).NotNull(quantScale);
  check.LiveOrNull(NamedTensor{"quantOffsetOptional", quantOffset});
  check.DtypeIn(x, kHalves).SameDtype(scale, x).SameDtype(shift, x);
  norms::CheckParameterDtypes(check, {weight, bias, smooth}, x);
  check.DtypeIn(out, kInt8Alone).DtypeIn(quantScale, kFloatAlone);
  norms::CheckViews(check, {x, scale, shift, weight, bias, smooth}, {out, quantScale});
  check.Require(
      "quantMode", "\"dynamic\"", [&] { return std::string_view(quantMode) == "dynamic"; },
      [&] { return '"' + std::string(quantMode) + '"'; });
  check.Require(
      "quantOffsetOptional", "null, as rows are quantized without offsets",
      [&] { return quantOffset == nullptr; }, [] { return "a tensor"; });
  norms::CheckRank(check, x);
  CheckOfSamples(check, scale, x);
  CheckOfSamples(check, shift, x);
  CheckOfH(check, {weight, bias, smooth}, x);
  check.SameShape(out, x);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.epsilon = epsilon;
  args.shape = ShapeOf(*x.tensor);
  check.NumElements(quantScale, norms::RowsOf(*x.tensor, 1), kRowCount);
  return check.Failed() ? check.Result() : call.Bind(kQuant, args, TensorsOf(given));
}

Status BindGradient(PhaseOneCall& call, const Tensors<13>& given, const aclIntArray* normalizedShape) {
  const auto named = Named(kBackward, given);
  const auto& [gradOut, input, rstd, mean, scale, shift, weight, bias, gradInput, gradScale, gradShift,
               gradWeight, gradBias] = named;
  ArgumentChecks check;
  check.NotNull(gradOut).NotNull(input).NotNull("normalizedShape", normalizedShape).NotNull(rstd);
  check.NotNull(mean).NotNull(scale).NotNull(shift);
  for (const NamedTensor& optional : std::span(named).subspan(6)) {
    check.LiveOrNull(optional);
  }
  check.DtypeIn(input, FloatDtypes());
  for (const NamedTensor* like : {&gradOut, &scale, &shift, &gradInput, &gradScale, &gradShift}) {
    if (like->tensor != nullptr) {
      check.SameDtype(*like, input);
    }
  }
  norms::CheckParameterDtypes(check, {rstd, mean, weight, bias, gradWeight, gradBias}, input);
  norms::CheckViews(check, {gradOut, input, rstd, mean, scale, shift, weight, bias},
                    {gradInput, gradScale, gradShift, gradWeight, gradBias});
  norms::CheckRank(check, input);
  check.Require(
      "normalizedShape", "[H], the last dim of input",
      [&] {
        return normalizedShape->values.size() == 1 &&
               normalizedShape->values[0] == input.tensor->viewDims.back();
      },
      [&] { return ShapeText(normalizedShape->values) + " for " + ShapeText(input.tensor->viewDims); });
  check.SameShape(gradOut, input);
  for (const NamedTensor* ofSamples : {&scale, &shift, &gradScale, &gradShift}) {
    CheckOfSamples(check, *ofSamples, input);
  }
  CheckOfH(check, {weight, bias, gradWeight, gradBias}, input);
  if (gradInput.tensor != nullptr) {
    check.SameShape(gradInput, input);
  }
  if (check.Failed()) {
    return check.Result();
  }
  for (const NamedTensor* statistics : {&rstd, &mean}) {
    check.NumElements(*statistics, norms::RowsOf(*input.tensor, 1), kRowCount);
  }
  Backward args;
  args.shape = ShapeOf(*input.tensor);
  return check.Failed() ? check.Result() : call.Bind(kBackward, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnAdaLayerNorm,
               (const aclTensor* x, const aclTensor* scale, const aclTensor* shift,
                const aclTensor* weightOptional, const aclTensor* biasOptional, double epsilon,
                aclTensor* out),
               Bind(call, kFirst, {x, scale, shift, weightOptional, biasOptional, out, nullptr, nullptr},
                    epsilon))

OPENACLNN_CALL(aclnnAdaLayerNormV2,
               (const aclTensor* x, const aclTensor* scale, const aclTensor* shift,
                const aclTensor* weightOptional, const aclTensor* biasOptional, double epsilon,
                aclTensor* out, aclTensor* meanOutOptional, aclTensor* rstdOutOptional),
               Bind(call, kSecond,
                    {x, scale, shift, weightOptional, biasOptional, out, meanOutOptional, rstdOutOptional},
                    epsilon))

OPENACLNN_CALL(
    aclnnAdaLayerNormQuant,
    (const aclTensor* x, const aclTensor* scale, const aclTensor* shift, const aclTensor* weightOptional,
     const aclTensor* biasOptional, const aclTensor* smoothScalesOptional, double epsilon,
     const char* quantMode, aclTensor* out, aclTensor* quantScale, aclTensor* quantOffsetOptional),
    BindQuant(call, {x, scale, shift, weightOptional, biasOptional, smoothScalesOptional, out, quantScale},
              epsilon, quantMode, quantOffsetOptional))

OPENACLNN_CALL(aclnnAdaLayerNormBackward,
               (const aclTensor* gradOut, const aclTensor* input, const aclIntArray* normalizedShape,
                const aclTensor* rstd, const aclTensor* mean, const aclTensor* scale, const aclTensor* shift,
                const aclTensor* weightOptional, const aclTensor* biasOptional, aclTensor* gradInputOut,
                aclTensor* gradScaleOut, aclTensor* gradShiftOut, aclTensor* gradWeightOut,
                aclTensor* gradBiasOut),
               BindGradient(call,
                            {gradOut, input, rstd, mean, scale, shift, weightOptional, biasOptional,
                             gradInputOut, gradScaleOut, gradShiftOut, gradWeightOut, gradBiasOut},
                            normalizedShape))
