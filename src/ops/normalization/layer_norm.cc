// SPDX-License-Identifier: Apache-2.0
//
// Layer norm, of three prototypes, and its gradients.
#include <array>
#include <string>

#include "aclnnop/aclnn_layer_norm.h"
#include "aclnnop/aclnn_layer_norm_backward.h"
#include "executor/phases.h"
#include "ops/common/entry.h"
#include "ops/normalization/norm_checks.h"
#include "ops/normalization/row_norm.h"

namespace openaclnn {
namespace {

constexpr std::array<const KernelEntry<RowNormArgs>*, 1> kForwardKernels{&kRowNormCpu};
constexpr std::array<TensorArgument<RowNormArgs>, 6> kForwardArguments{{
    {"input", Role::kInput, &RowNormArgs::input},
    {"weight", Role::kInput, &RowNormArgs::scale},
    {"bias", Role::kInput, &RowNormArgs::shift},
    {"out", Role::kOutput, &RowNormArgs::out, true},
    {"meanOut", Role::kOutput, &RowNormArgs::mean},
    {"rstdOut", Role::kOutput, &RowNormArgs::rstd},
}};
constexpr std::array<TensorArgument<RowNormArgs>, 6> kOptionalArguments{{
    {"input", Role::kInput, &RowNormArgs::input},
    {"weightOptional", Role::kInput, &RowNormArgs::scale},
    {"biasOptional", Role::kInput, &RowNormArgs::shift},
    {"out", Role::kOutput, &RowNormArgs::out, true},
    {"meanOutOptional", Role::kOutput, &RowNormArgs::mean},
    {"rstdOutOptional", Role::kOutput, &RowNormArgs::rstd},
}};
constexpr Operator<RowNormArgs> kLayerNorm{"aclnnLayerNorm", kForwardArguments, kForwardKernels};
constexpr Operator<RowNormArgs> kFastLayerNorm{"aclnnFastLayerNorm", kOptionalArguments, kForwardKernels};
constexpr Operator<RowNormArgs> kLayerNormWithImplMode{"aclnnLayerNormWithImplMode", kOptionalArguments,
                                                       kForwardKernels};

constexpr std::array<const KernelEntry<RowNormBackwardArgs>*, 1> kBackwardKernels{&kRowNormBackwardCpu};
constexpr std::array<TensorArgument<RowNormBackwardArgs>, 9> kBackwardArguments{{
    {"gradOut", Role::kInput, &RowNormBackwardArgs::gradOut},
    {"input", Role::kInput, &RowNormBackwardArgs::input},
    {"mean", Role::kInput, &RowNormBackwardArgs::mean},
    {"rstd", Role::kInput, &RowNormBackwardArgs::rstd},
    {"weight", Role::kInput, &RowNormBackwardArgs::scale},
    {"bias", Role::kInput, &RowNormBackwardArgs::shift},
    {"gradInputOut", Role::kOutput, &RowNormBackwardArgs::gradInput, true},
    {"gradWeightOut", Role::kOutput, &RowNormBackwardArgs::gradScale},
    {"gradBiasOut", Role::kOutput, &RowNormBackwardArgs::gradShift},
}};
constexpr Operator<RowNormBackwardArgs> kLayerNormBackward{"aclnnLayerNormBackward", kBackwardArguments,
                                                           kBackwardKernels};

constexpr const char* kRowCount = "the product of the dims before normalizedShape";

// normalizedShape, and the shapes of what has it.
void CheckNormalized(ArgumentChecks& check, const NamedTensor& input, const aclIntArray* normalizedShape,
                     std::initializer_list<NamedTensor> parameters) {
  check.Require(
      "normalizedShape", "the last dims of input, at least one",
      [&] { return norms::EndsWith(*input.tensor, normalizedShape->values); },
      [&] { return ShapeText(normalizedShape->values) + " for " + ShapeText(input.tensor->viewDims); });
  if (check.Failed()) {
    return;
  }
  for (const NamedTensor& parameter : parameters) {
    if (parameter.tensor != nullptr) {
      check.Shape(parameter, Dims(normalizedShape->values), "normalizedShape");
    }
  }
}

// The rows of a tensor that passed CheckNormalized.
RowShape ShapeOf(const NamedTensor& input, const aclIntArray* normalizedShape) {
  return {.rows = norms::RowsOf(*input.tensor, normalizedShape->values.size()).value_or(0),
          .channels = CheckedProduct(normalizedShape->values).value_or(0)};
}

struct Forward {
  NamedTensor input;
  const aclIntArray* normalizedShape;
  NamedTensor weight;
  NamedTensor bias;
  NamedTensor out;
  NamedTensor mean;
  NamedTensor rstd;
};

Status Check(const Forward& call) {
  ArgumentChecks check;
  check.NotNull(call.input).NotNull("normalizedShape", call.normalizedShape).NotNull(call.out);
  check.DtypeIn(call.input, FloatDtypes());
  norms::CheckParameterDtypes(check, {call.weight, call.bias}, call.input);
  check.SameDtype(call.out, call.input);
  norms::CheckParameterDtypes(check, {call.mean, call.rstd}, call.input);
  norms::CheckViews(check, {call.input, call.weight, call.bias}, {call.out, call.mean, call.rstd});
  CheckNormalized(check, call.input, call.normalizedShape, {call.weight, call.bias});
  check.SameShape(call.out, call.input);
  for (const NamedTensor& statistics : {call.mean, call.rstd}) {
    if (statistics.tensor != nullptr && !check.Failed()) {
      check.NumElements(statistics, norms::RowsOf(*call.input.tensor, call.normalizedShape->values.size()),
                        kRowCount);
    }
  }
  return check.Result();
}

// What is `implMode` 2.
constexpr int32_t kHalfArithmetic = 2;

void CheckMode(ArgumentChecks& check, int32_t mode, std::span<const NamedTensor> inputs) {
  check.InRange("implMode", mode, 0, kHalfArithmetic, "0: precise, 1: fast, 2: FLOAT16");
  for (const NamedTensor& input : inputs) {
    if (mode == kHalfArithmetic && input.tensor != nullptr) {
      check.Require(
          input.name, "FLOAT16 for implMode 2", [&] { return input.tensor->dtype == DType::kFloat16; },
          [&] { return NameOf(input.tensor->dtype); });
    }
  }
}

// The tensors in the order of the operator's list.
Status BindForward(PhaseOneCall& call, const Operator<RowNormArgs>& op,
                   const std::array<const aclTensor*, 6>& tensors, const aclIntArray* normalizedShape,
                   double epsilon, int32_t mode = 0) {
  const auto named = [&](size_t i) { return NamedTensor{op.arguments[i].name, tensors[i]}; };
  const Forward forward{named(0), normalizedShape, named(1), named(2), named(3), named(4), named(5)};
  if (Status status = Check(forward); !status.IsOk()) {
    return status;
  }
  ArgumentChecks check;
  CheckMode(check, mode, std::array{forward.input, forward.weight, forward.bias});
  if (check.Failed()) {
    return check.Result();
  }
  RowNormArgs args;
  args.shape = ShapeOf(forward.input, normalizedShape);
  args.epsilon = epsilon;
  return call.Bind(op, args, {tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5]});
}

constexpr size_t kMaskSize = 3;

struct Backward {
  NamedTensor gradOut;
  NamedTensor input;
  const aclIntArray* normalizedShape;
  NamedTensor mean;
  NamedTensor rstd;
  NamedTensor weight;
  NamedTensor bias;
  const aclBoolArray* outputMask;
  std::array<NamedTensor, kMaskSize> outputs;
};

// An output that the mask does not ask for is null from here on: nothing of it is looked at.
Status CheckPointers(Backward& call) {
  ArgumentChecks check;
  check.NotNull(call.gradOut).NotNull(call.input).NotNull("normalizedShape", call.normalizedShape);
  check.NotNull(call.mean).NotNull(call.rstd).NotNull("outputMask", call.outputMask);
  check.MaskSize("outputMask", call.outputMask, kMaskSize);
  for (size_t i = 0; i < kMaskSize && !check.Failed(); ++i) {
    if (call.outputMask->values[i] != 0) {
      check.NotNull(call.outputs[i]);
    } else {
      call.outputs[i].tensor = nullptr;
    }
  }
  return check.Result();
}

Status Check(const Backward& call) {
  const auto& [gradInput, gradWeight, gradBias] = call.outputs;
  ArgumentChecks check;
  check.DtypeIn(call.gradOut, FloatDtypes()).SameDtype(call.input, call.gradOut);
  norms::CheckParameterDtypes(check, {call.mean, call.rstd, call.weight, call.bias}, call.gradOut);
  if (gradInput.tensor != nullptr) {
    check.SameDtype(gradInput, call.gradOut);
  }
  norms::CheckParameterDtypes(check, {gradWeight, gradBias}, call.gradOut);
  norms::CheckViews(check, {call.gradOut, call.input, call.mean, call.rstd, call.weight, call.bias},
                    {gradInput, gradWeight, gradBias});
  check.SameShape(call.gradOut, call.input);
  CheckNormalized(check, call.input, call.normalizedShape, {call.weight, call.bias, gradWeight, gradBias});
  for (const NamedTensor& statistics : {call.mean, call.rstd}) {
    if (!check.Failed()) {
      check.NumElements(statistics, norms::RowsOf(*call.input.tensor, call.normalizedShape->values.size()),
                        kRowCount);
    }
  }
  if (gradInput.tensor != nullptr) {
    check.SameShape(gradInput, call.input);
  }
  return check.Result();
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnLayerNorm,
               (const aclTensor* input, const aclIntArray* normalizedShape, const aclTensor* weight,
                const aclTensor* bias, double eps, aclTensor* out, aclTensor* meanOut, aclTensor* rstdOut),
               BindForward(call, kLayerNorm, {input, weight, bias, out, meanOut, rstdOut}, normalizedShape,
                           eps))

OPENACLNN_CALL(aclnnFastLayerNorm,
               (const aclTensor* input, const aclIntArray* normalizedShape, const aclTensor* weightOptional,
                const aclTensor* biasOptional, double eps, aclTensor* out, aclTensor* meanOutOptional,
                aclTensor* rstdOutOptional),
               BindForward(call, kFastLayerNorm,
                           {input, weightOptional, biasOptional, out, meanOutOptional, rstdOutOptional},
                           normalizedShape, eps))

OPENACLNN_CALL(aclnnLayerNormWithImplMode,
               (const aclTensor* input, const aclIntArray* normalizedShape, const aclTensor* weightOptional,
                const aclTensor* biasOptional, double eps, aclTensor* out, aclTensor* meanOutOptional,
                aclTensor* rstdOutOptional, int32_t implMode),
               BindForward(call, kLayerNormWithImplMode,
                           {input, weightOptional, biasOptional, out, meanOutOptional, rstdOutOptional},
                           normalizedShape, eps, implMode))

OPENACLNN_ENTRY(aclnnLayerNormBackward,
                (const aclTensor* gradOut, const aclTensor* input, const aclIntArray* normalizedShape,
                 const aclTensor* mean, const aclTensor* rstd, const aclTensor* weight, const aclTensor* bias,
                 const aclBoolArray* outputMask, aclTensor* gradInputOut, aclTensor* gradWeightOut,
                 aclTensor* gradBiasOut),
                {
                  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
                    Backward backward{{"gradOut", gradOut},
                                      {"input", input},
                                      normalizedShape,
                                      {"mean", mean},
                                      {"rstd", rstd},
                                      {"weight", weight},
                                      {"bias", bias},
                                      outputMask,
                                      {{{"gradInputOut", gradInputOut},
                                        {"gradWeightOut", gradWeightOut},
                                        {"gradBiasOut", gradBiasOut}}}};
                    Status status = CheckPointers(backward);
                    if (status.IsOk()) {
                      status = Check(backward);
                    }
                    if (!status.IsOk()) {
                      return status;
                    }
                    RowNormBackwardArgs args;
                    args.shape = ShapeOf(backward.input, normalizedShape);
                    const auto asked = [&](size_t output) {
                      return backward.outputs[output].tensor != nullptr;
                    };
                    return call.Bind(kLayerNormBackward, args,
                                     {gradOut,
                                      input,
                                      mean,
                                      rstd,
                                      weight,
                                      {bias, false},
                                      {gradInputOut, asked(0)},
                                      {gradWeightOut, asked(1)},
                                      {gradBiasOut, asked(2)}});
                  });
                })
