// SPDX-License-Identifier: Apache-2.0
//
// Losses of predictions and targets place by place, and their gradients: aclnnL1Loss, aclnnSmoothL1Loss,
// aclnnBinaryCrossEntropy, aclnnBinaryCrossEntropyWithLogits, aclnnKlDiv, aclnnSoftMarginLoss.
#include "ops/loss/pointwise_loss.h"
#include "ops/common/entry.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "aclnnop/aclnn_binary_cross_entropy.h"
#include "aclnnop/aclnn_binary_cross_entropy_backward.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_backward.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h"
#include "aclnnop/aclnn_kl_div.h"
#include "aclnnop/aclnn_kl_div_backward.h"
#include "aclnnop/aclnn_kl_div_target_backward.h"
#include "aclnnop/aclnn_l1_loss.h"
#include "aclnnop/aclnn_l1_loss_backward.h"
#include "aclnnop/aclnn_smooth_l1_loss.h"
#include "aclnnop/aclnn_smooth_l1_loss_backward.h"
#include "aclnnop/aclnn_soft_margin_loss.h"
#include "aclnnop/aclnn_soft_margin_loss_backward.h"
#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/common/elementwise.h"
#include "ops/common/promotion.h"
#include "ops/common/result_checks.h"

namespace openaclnn {
namespace {

using Args = LossArgs;
using Argument = TensorArgument<Args>;

constexpr Argument kSelfArgument{"self", Role::kInput, &Args::self};
constexpr Argument kTargetArgument{"target", Role::kInput, &Args::target};
constexpr Argument kWeightArgument{"weight", Role::kInput, &Args::weight};
constexpr Argument kPosWeightArgument{"posWeight", Role::kInput, &Args::posWeight};
constexpr Argument Gradient(const char* name) {
  return {name, Role::kInput, &Args::gradOutput};
}
constexpr Argument Result(const char* name) {
  return {name, Role::kOutput, &Args::out, true};
}

// An operator of the family. `ofLogarithms` is computed where the target holds logarithms.
struct LossOperator {
  Operator<Args> op;
  LossExpression expression;
  LossExpression ofLogarithms;
  LossReduction lastReduction = kSumOfTerms;
  bool oneShape = false;  // self and target do not broadcast
  bool integers = false;  // INT64, too
};

constexpr std::array<Argument, 3> kPair{kSelfArgument, kTargetArgument, Result("out")};
constexpr std::array<Argument, 3> kPairToResult{kSelfArgument, kTargetArgument, Result("result")};
constexpr std::array<Argument, 4> kWeighted{kSelfArgument, kTargetArgument, kWeightArgument, Result("out")};
constexpr std::array<Argument, 5> kTwoWeights{kSelfArgument, kTargetArgument, kWeightArgument,
                                              kPosWeightArgument, Result("out")};
constexpr std::array<Argument, 4> kPairGradient{Gradient("gradOutput"), kSelfArgument, kTargetArgument,
                                                Result("out")};
constexpr std::array<Argument, 4> kL1Arguments{Gradient("gradOutput"), kSelfArgument, kTargetArgument,
                                               Result("gradInput")};
constexpr std::array<Argument, 4> kSmoothL1Arguments{Gradient("gradOut"), kSelfArgument, kTargetArgument,
                                                     Result("gradInput")};
constexpr std::array<Argument, 4> kTargetGradient{Gradient("gradOutput"), kSelfArgument, kTargetArgument,
                                                  Result("gradTarget")};
constexpr std::array<Argument, 5> kWeightedGradient{Gradient("gradOutput"), kSelfArgument, kTargetArgument,
                                                    kWeightArgument, Result("out")};
constexpr std::array<Argument, 6> kTwoWeightsGradient{Gradient("gradOutput"), kSelfArgument,
                                                      kTargetArgument,        kWeightArgument,
                                                      kPosWeightArgument,     Result("out")};
constexpr std::array<Argument, 6> kTwoWeightsTargetGradient{Gradient("gradOutput"), kSelfArgument,
                                                            kTargetArgument,        kWeightArgument,
                                                            kPosWeightArgument,     Result("gradTarget")};

constexpr LossOperator Row(const char* name, std::span<const Argument> arguments, LossExpression expression) {
  return {{name, arguments, kPointwiseLossKernels}, expression, expression};
}
constexpr LossOperator OneShape(LossOperator row) {
  row.oneShape = true;
  return row;
}
constexpr LossOperator WithIntegers(LossOperator row) {
  row.integers = true;
  return row;
}
constexpr LossOperator KlDivRow(const char* name, std::span<const Argument> arguments,
                                LossExpression expression, LossExpression ofLogarithms) {
  LossOperator row = Row(name, arguments, expression);
  row.ofLogarithms = ofLogarithms;
  row.lastReduction = kMeanOfBatch;
  return row;
}

constexpr LossOperator kL1Loss = WithIntegers(Row("aclnnL1Loss", kPair, LossExpression::kL1));
constexpr LossOperator kL1LossBackward =
    Row("aclnnL1LossBackward", kL1Arguments, LossExpression::kL1Gradient);
constexpr LossOperator kSmoothL1Loss = Row("aclnnSmoothL1Loss", kPairToResult, LossExpression::kSmoothL1);
constexpr LossOperator kSmoothL1LossBackward =
    Row("aclnnSmoothL1LossBackward", kSmoothL1Arguments, LossExpression::kSmoothL1Gradient);
constexpr LossOperator kBinaryCrossEntropy =
    OneShape(Row("aclnnBinaryCrossEntropy", kWeighted, LossExpression::kBinaryCrossEntropy));
constexpr LossOperator kBinaryCrossEntropyBackward = OneShape(
    Row("aclnnBinaryCrossEntropyBackward", kWeightedGradient, LossExpression::kBinaryCrossEntropyGradient));
constexpr LossOperator kWithLogits =
    OneShape(Row("aclnnBinaryCrossEntropyWithLogits", kTwoWeights, LossExpression::kWithLogits));
constexpr LossOperator kWithLogitsBackward = OneShape(Row(
    "aclnnBinaryCrossEntropyWithLogitsBackward", kTwoWeightsGradient, LossExpression::kWithLogitsGradient));
constexpr LossOperator kWithLogitsTargetBackward =
    OneShape(Row("aclnnBinaryCrossEntropyWithLogitsTargetBackward", kTwoWeightsTargetGradient,
                 LossExpression::kWithLogitsTargetGradient));
constexpr LossOperator kKlDiv =
    KlDivRow("aclnnKlDiv", kPair, LossExpression::kKlDiv, LossExpression::kKlDivOfLogarithms);
constexpr LossOperator kKlDivBackward =
    KlDivRow("aclnnKlDivBackward", kPairGradient, LossExpression::kKlDivGradient,
             LossExpression::kKlDivOfLogarithmsGradient);
constexpr LossOperator kKlDivTargetBackward =
    KlDivRow("aclnnKlDivTargetBackward", kTargetGradient, LossExpression::kKlDivTargetGradient,
             LossExpression::kKlDivOfLogarithmsTargetGradient);
constexpr LossOperator kSoftMarginLoss = Row("aclnnSoftMarginLoss", kPair, LossExpression::kSoftMargin);
constexpr LossOperator kSoftMarginLossBackward =
    Row("aclnnSoftMarginLossBackward", kPairGradient, LossExpression::kSoftMarginGradient);

// What a client gave, in whatever order its prototype has.
struct Given {
  const aclTensor* self = nullptr;
  const aclTensor* target = nullptr;
  const aclTensor* weight = nullptr;
  const aclTensor* posWeight = nullptr;
  const aclTensor* gradOutput = nullptr;
  int64_t reduction = 0;
  double parameter = 0;
  bool logTarget = false;
  const aclTensor* out = nullptr;
};

// The tensors of a call, in the order of the prototype: optional ones may be null.
using NamedTensors = std::vector<NamedTensor>;

NamedTensors TensorsOf(const LossOperator& row, const Given& given) {
  NamedTensors tensors;
  for (const Argument& argument : row.op.arguments) {
    const aclTensor* const tensor = argument.view == &Args::self         ? given.self
                                    : argument.view == &Args::target     ? given.target
                                    : argument.view == &Args::weight     ? given.weight
                                    : argument.view == &Args::posWeight  ? given.posWeight
                                    : argument.view == &Args::gradOutput ? given.gradOutput
                                                                         : given.out;
    tensors.push_back({argument.name, tensor});
  }
  return tensors;
}

bool IsOptional(const Argument& argument) {
  return argument.view == &Args::weight || argument.view == &Args::posWeight;
}

// Checks types and views; finds the type that the inputs promote to.
void CheckTensors(ArgumentChecks& check, const LossOperator& row, const NamedTensors& tensors,
                  int64_t reduction, DType* promoted) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (IsOptional(row.op.arguments[i])) {
      check.LiveOrNull(tensors[i]);
    } else {
      check.NotNull(tensors[i]);
    }
  }
  constexpr std::array<DType, 5> kWithIntegers{DType::kFloat, DType::kFloat16, DType::kBfloat16,
                                               DType::kDouble, DType::kInt64};
  const std::span<const DType> dtypes =
      row.integers ? std::span<const DType>(kWithIntegers) : std::span<const DType>(kFloatingDtypes);
  for (const NamedTensor& tensor : tensors) {
    if (!check.Failed() && tensor.tensor != nullptr) {
      check.DtypeIn(tensor, dtypes);
    }
  }
  check.InRange("reduction", reduction, kEachTerm, row.lastReduction,
                row.lastReduction == kMeanOfBatch ? "0 (none), 1 (mean), 2 (sum) or 3 (mean of the batch)"
                                                  : "0 (none), 1 (mean) or 2 (sum)");
  if (check.Failed()) {
    return;
  }
  *promoted = tensors[0].tensor->dtype;
  for (size_t i = 0; i + 1 < tensors.size(); ++i) {
    if (tensors[i].tensor != nullptr) {
      *promoted = *Promote(*promoted, tensors[i].tensor->dtype);
      check.ValidView(tensors[i]);
    }
  }
  const NamedTensor& out = tensors.back();
  check.ValidOutputView(out);
  const bool whole = *promoted == DType::kInt64;
  check.Require(
      out.name, whole ? "INT64, as self and target" : "a floating-point type",
      [&] { return (out.tensor->dtype == DType::kInt64) == whole; },
      [&] { return NameOf(out.tensor->dtype); });
  check.Require(
      "reduction", "0 (none) or 2 (sum): integers have no mean", [&] { return !whole || reduction != 1; },
      [&] { return std::to_string(reduction); });
}

void CheckShapes(ArgumentChecks& check, const LossOperator& row, const NamedTensors& tensors,
                 const Given& given) {
  if (row.oneShape) {
    check.SameShape({"target", given.target}, {"self", given.self});
  }
  Dims all;
  for (const int64_t extent : given.self->viewDims) {
    all.push_back(extent);
  }
  for (size_t i = 0; i + 1 < tensors.size() && !check.Failed(); ++i) {
    if (tensors[i].tensor == nullptr) {
      continue;
    }
    const std::span<const int64_t> dims = tensors[i].tensor->viewDims;
    const auto together = BroadcastShape(all, dims);
    // Weights and the gradient broadcast to what one shape is.
    const bool fits = together && (!row.oneShape || std::ranges::equal(*together, given.self->viewDims));
    check.Require(
        tensors[i].name,
        row.oneShape ? "a shape that broadcasts to self's" : "a shape that broadcasts with the other inputs",
        [&] { return fits; }, [&] { return ShapeText(dims) + " against " + ShapeText(all); });
    all = fits ? *together : all;
  }
  if (check.Failed()) {
    return;
  }
  const NamedTensor& out = tensors.back();
  if (given.gradOutput != nullptr || given.reduction == kEachTerm) {
    check.Shape(out, all, "of the inputs broadcast together");
    return;
  }
  CheckOneElement(check, out);
}

aclnnStatus PhaseOneOfLoss(const char* function, const LossOperator& row, const Given& given,
                           uint64_t* workspaceSize, aclOpExecutor** executor) {
  return PhaseOne(function, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
    const NamedTensors tensors = TensorsOf(row, given);
    ArgumentChecks check;
    DType promoted{};
    CheckTensors(check, row, tensors, given.reduction, &promoted);
    if (row.expression == LossExpression::kSmoothL1 || row.expression == LossExpression::kSmoothL1Gradient) {
      check.Require(
          "beta", "a number that is not negative", [&] { return given.parameter >= 0; },
          [&] { return std::to_string(given.parameter); });
    }
    if (check.Failed()) {
      return check.Result();
    }
    CheckShapes(check, row, tensors, given);
    if (check.Failed()) {
      return check.Result();
    }
    Args args;
    args.expression = given.logTarget ? row.ofLogarithms : row.expression;
    args.reduction = static_cast<LossReduction>(given.reduction);
    args.computed = promoted == DType::kDouble || promoted == DType::kInt64 ? promoted : DType::kFloat;
    args.parameter = given.parameter;
    TensorsOfCall bound;
    for (const NamedTensor& tensor : tensors) {
      bound.push_back(tensor.tensor);
    }
    return call.Bind(row.op, args, bound);
  });
}

}  // namespace
}  // namespace openaclnn

// Both phases of an operator: its parameters, its row, and what it gives for it.
#define OPENACLNN_LOSS(name, row, parameters, ...) \
  OPENACLNN_ENTRY(name, parameters,                \
                  { return PhaseOneOfLoss(__func__, row, {__VA_ARGS__}, workspaceSize, executor); })

OPENACLNN_LOSS(aclnnL1Loss, kL1Loss,
               (const aclTensor* self, const aclTensor* target, int64_t reduction, aclTensor* out),
               .self = self, .target = target, .reduction = reduction, .out = out)
OPENACLNN_LOSS(aclnnL1LossBackward, kL1LossBackward,
               (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
                int64_t reduction, aclTensor* gradInput),
               .self = self, .target = target, .gradOutput = gradOutput, .reduction = reduction,
               .out = gradInput)
OPENACLNN_LOSS(aclnnSmoothL1Loss, kSmoothL1Loss,
               (const aclTensor* self, const aclTensor* target, int64_t reduction, float beta,
                aclTensor* result),
               .self = self, .target = target, .reduction = reduction, .parameter = beta, .out = result)
OPENACLNN_LOSS(aclnnSmoothL1LossBackward, kSmoothL1LossBackward,
               (const aclTensor* gradOut, const aclTensor* self, const aclTensor* target, int64_t reduction,
                float beta, aclTensor* gradInput),
               .self = self, .target = target, .gradOutput = gradOut, .reduction = reduction,
               .parameter = beta, .out = gradInput)
OPENACLNN_LOSS(aclnnBinaryCrossEntropy, kBinaryCrossEntropy,
               (const aclTensor* self, const aclTensor* target, const aclTensor* weight, int64_t reduction,
                aclTensor* out),
               .self = self, .target = target, .weight = weight, .reduction = reduction, .out = out)
OPENACLNN_LOSS(aclnnBinaryCrossEntropyBackward, kBinaryCrossEntropyBackward,
               (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
                const aclTensor* weight, int64_t reduction, aclTensor* out),
               .self = self, .target = target, .weight = weight, .gradOutput = gradOutput,
               .reduction = reduction, .out = out)
OPENACLNN_LOSS(aclnnBinaryCrossEntropyWithLogits, kWithLogits,
               (const aclTensor* self, const aclTensor* target, const aclTensor* weight,
                const aclTensor* posWeight, int64_t reduction, aclTensor* out),
               .self = self, .target = target, .weight = weight, .posWeight = posWeight,
               .reduction = reduction, .out = out)
OPENACLNN_LOSS(aclnnBinaryCrossEntropyWithLogitsBackward, kWithLogitsBackward,
               (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
                const aclTensor* weight, const aclTensor* posWeight, int64_t reduction, aclTensor* out),
               .self = self, .target = target, .weight = weight, .posWeight = posWeight,
               .gradOutput = gradOutput, .reduction = reduction, .out = out)
OPENACLNN_LOSS(aclnnBinaryCrossEntropyWithLogitsTargetBackward, kWithLogitsTargetBackward,
               (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
                const aclTensor* weight, const aclTensor* posWeight, int64_t reduction,
                aclTensor* gradTarget),
               .self = self, .target = target, .weight = weight, .posWeight = posWeight,
               .gradOutput = gradOutput, .reduction = reduction, .out = gradTarget)
OPENACLNN_LOSS(aclnnKlDiv, kKlDiv,
               (const aclTensor* self, const aclTensor* target, int64_t reduction, bool logTarget,
                aclTensor* out),
               .self = self, .target = target, .reduction = reduction, .logTarget = logTarget, .out = out)
OPENACLNN_LOSS(aclnnKlDivBackward, kKlDivBackward,
               (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
                int64_t reduction, bool logTarget, aclTensor* out),
               .self = self, .target = target, .gradOutput = gradOutput, .reduction = reduction,
               .logTarget = logTarget, .out = out)
OPENACLNN_LOSS(aclnnKlDivTargetBackward, kKlDivTargetBackward,
               (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
                int64_t reduction, bool logTarget, aclTensor* gradTarget),
               .self = self, .target = target, .gradOutput = gradOutput, .reduction = reduction,
               .logTarget = logTarget, .out = gradTarget)
OPENACLNN_LOSS(aclnnSoftMarginLoss, kSoftMarginLoss,
               (const aclTensor* self, const aclTensor* target, int64_t reduction, aclTensor* out),
               .self = self, .target = target, .reduction = reduction, .out = out)
OPENACLNN_LOSS(aclnnSoftMarginLossBackward, kSoftMarginLossBackward,
               (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
                int64_t reduction, aclTensor* out),
               .self = self, .target = target, .gradOutput = gradOutput, .reduction = reduction, .out = out)
