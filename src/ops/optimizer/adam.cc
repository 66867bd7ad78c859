// SPDX-License-Identifier: Apache-2.0
//
// Adam and its relatives, of a parameter and of lists of them.
#include <array>

#include "aclnnop/aclnn_apply_adam.h"
#include "aclnnop/aclnn_apply_adam_w.h"
#include "aclnnop/aclnn_apply_adam_w_v2.h"
#include "aclnnop/aclnn_apply_fused_ema_adam.h"
#include "aclnnop/aclnn_fused_adam.h"
#include "aclnnop/aclnn_fused_adamw.h"
#include "ops/common/entry.h"
#include "ops/optimizer/optimizer.h"

namespace openaclnn::optimizer {
namespace {

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kUpdateCpu};
constexpr std::array<DType, 4> kFloating{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble};
constexpr std::array<DType, 3> kSteps{DType::kInt64, DType::kInt32, DType::kFloat};
constexpr std::array<DType, 1> kFlag{DType::kFloat};

constexpr std::array<TensorArgument<Args>, 13> kApplyAdamArguments{{
    {"var", Role::kInput, &Args::var},
    {"m", Role::kInput, &Args::first},
    {"v", Role::kInput, &Args::second},
    {"beta1Power", Role::kInput, &Args::power1},
    {"beta2Power", Role::kInput, &Args::power2},
    {"lr", Role::kInput, &Args::rate},
    {"beta1", Role::kInput, &Args::beta1},
    {"beta2", Role::kInput, &Args::beta2},
    {"epsilon", Role::kInput, &Args::epsilon},
    {"grad", Role::kInput, &Args::grad},
    {"var", Role::kOutput, &Args::newVar, true},
    {"m", Role::kOutput, &Args::newFirst, true},
    {"v", Role::kOutput, &Args::newSecond, true},
}};
constexpr Operator<Args> kApplyAdam{"aclnnApplyAdam", kApplyAdamArguments, kKernels};

constexpr std::array<TensorArgument<Args>, 16> kApplyAdamWArguments{{
    {"varRef", Role::kInput, &Args::var},
    {"mRef", Role::kInput, &Args::first},
    {"vRef", Role::kInput, &Args::second},
    {"beta1Power", Role::kInput, &Args::power1},
    {"beta2Power", Role::kInput, &Args::power2},
    {"lr", Role::kInput, &Args::rate},
    {"weightDecay", Role::kInput, &Args::decay},
    {"beta1", Role::kInput, &Args::beta1},
    {"beta2", Role::kInput, &Args::beta2},
    {"eps", Role::kInput, &Args::epsilon},
    {"grad", Role::kInput, &Args::grad},
    {"maxGradNormOptional", Role::kInput, &Args::third},
    {"varRef", Role::kOutput, &Args::newVar, true},
    {"mRef", Role::kOutput, &Args::newFirst, true},
    {"vRef", Role::kOutput, &Args::newSecond, true},
    {"maxGradNormOptional", Role::kOutput, &Args::newThird, true},
}};
constexpr Operator<Args> kApplyAdamW{"aclnnApplyAdamW", kApplyAdamWArguments, kKernels};

constexpr std::array<TensorArgument<Args>, 10> kApplyAdamWV2Arguments{{
    {"varRef", Role::kInput, &Args::var},
    {"mRef", Role::kInput, &Args::first},
    {"vRef", Role::kInput, &Args::second},
    {"maxGradNormOptionalRef", Role::kInput, &Args::third},
    {"grad", Role::kInput, &Args::grad},
    {"step", Role::kInput, &Args::step},
    {"varRef", Role::kOutput, &Args::newVar, true},
    {"mRef", Role::kOutput, &Args::newFirst, true},
    {"vRef", Role::kOutput, &Args::newSecond, true},
    {"maxGradNormOptionalRef", Role::kOutput, &Args::newThird, true},
}};
constexpr Operator<Args> kApplyAdamWV2{"aclnnApplyAdamWV2", kApplyAdamWV2Arguments, kKernels};

constexpr std::array<TensorArgument<Args>, 10> kEmaArguments{{
    {"grad", Role::kInput, &Args::grad},
    {"varRef", Role::kInput, &Args::var},
    {"mRef", Role::kInput, &Args::first},
    {"vRef", Role::kInput, &Args::second},
    {"sRef", Role::kInput, &Args::third},
    {"step", Role::kInput, &Args::step},
    {"varRef", Role::kOutput, &Args::newVar, true},
    {"mRef", Role::kOutput, &Args::newFirst, true},
    {"vRef", Role::kOutput, &Args::newSecond, true},
    {"sRef", Role::kOutput, &Args::newThird, true},
}};
constexpr Operator<Args> kEma{"aclnnApplyFusedEmaAdam", kEmaArguments, kKernels};

constexpr std::array<TensorArgument<Args>, 12> kFusedArguments{{
    ListArgument("paramsRef", Role::kInput, &Args::vars),
    ListArgument("grads", Role::kInput, &Args::grads),
    ListArgument("expAvgsRef", Role::kInput, &Args::firsts),
    ListArgument("expAvgSqsRef", Role::kInput, &Args::seconds),
    ListArgument("maxExpAvgSqsRef", Role::kInput, &Args::thirds),
    ListArgument("stateSteps", Role::kInput, &Args::steps),
    {"gradScaleOptional", Role::kInput, &Args::gradScale},
    {"foundInfOptional", Role::kInput, &Args::foundInf},
    ListArgument("paramsRef", Role::kOutput, &Args::newVars, true),
    ListArgument("expAvgsRef", Role::kOutput, &Args::newFirsts, true),
    ListArgument("expAvgSqsRef", Role::kOutput, &Args::newSeconds, true),
    ListArgument("maxExpAvgSqsRef", Role::kOutput, &Args::newThirds, true),
}};
constexpr Operator<Args> kFusedAdamw{"aclnnFusedAdamw", kFusedArguments, kKernels};
constexpr Operator<Args> kFusedAdam{"aclnnFusedAdam", kFusedArguments, kKernels};

Args ArgsOf(const Options& options) {
  Args args;
  args.options = options;
  return args;
}

struct Scalars {
  std::array<NamedTensor, 7> all;
  size_t count;
};

Status ApplyAdam(PhaseOneCall& call, const std::array<Given, 4>& tensors, const Scalars& scalars,
                 const Options& options) {
  const std::span<const NamedTensor> numbers = std::span(scalars.all).first(scalars.count);
  ArgumentChecks check;
  CheckPointers(check, std::span(tensors).first(3));
  for (const NamedTensor& number : numbers) {
    check.NotNull(number);
  }
  CheckPointers(check, std::span(tensors).last(1));
  CheckTensors(check, tensors);
  for (const NamedTensor& number : numbers) {
    CheckNumber(check, number, kFloating);
  }
  if (check.Failed()) {
    return check.Result();
  }
  TensorsOfCall all{tensors[0].tensor, tensors[1].tensor, tensors[2].tensor};
  for (const NamedTensor& number : numbers) {
    all.push_back(number.tensor);
  }
  for (const size_t at : {3, 0, 1, 2}) {
    all.push_back(tensors[at].tensor);
  }
  return call.Bind(kApplyAdam, ArgsOf(options), all);
}

Status ApplyAdamW(PhaseOneCall& call, const std::array<Given, 5>& tensors, const Scalars& scalars,
                  const Options& options) {
  ArgumentChecks check;
  CheckPointers(check, std::span(tensors).first(3));
  for (const NamedTensor& number : scalars.all) {
    check.NotNull(number);
  }
  CheckPointers(check, std::span(tensors).last(2));
  CheckTensors(check, tensors);
  for (const NamedTensor& number : scalars.all) {
    CheckNumber(check, number, kFloating);
  }
  if (check.Failed()) {
    return check.Result();
  }
  TensorsOfCall all{tensors[0].tensor, tensors[1].tensor, tensors[2].tensor};
  for (const NamedTensor& number : scalars.all) {
    all.push_back(number.tensor);
  }
  all.push_back(tensors[3].tensor);
  all.push_back({tensors[4].tensor, options.amsgrad});
  for (const size_t at : {0, 1, 2}) {
    all.push_back(tensors[at].tensor);
  }
  all.push_back({tensors[4].tensor, options.amsgrad});
  return call.Bind(kApplyAdamW, ArgsOf(options), all);
}

Status ApplyAdamWV2(PhaseOneCall& call, const std::array<Given, 5>& tensors, const NamedTensor& step,
                    const Options& options) {
  ArgumentChecks check;
  CheckPointers(check, tensors);
  check.NotNull(step);
  CheckTensors(check, tensors);
  CheckNumber(check, step, kSteps);
  const TensorOfCall largest(tensors[3].tensor, options.amsgrad);
  return check.Failed()
             ? check.Result()
             : call.Bind(kApplyAdamWV2, ArgsOf(options),
                         {tensors[0].tensor, tensors[1].tensor, tensors[2].tensor, largest, tensors[4].tensor,
                          step.tensor, tensors[0].tensor, tensors[1].tensor, tensors[2].tensor, largest});
}

Status Ema(PhaseOneCall& call, const std::array<Given, 5>& tensors, const NamedTensor& step, int64_t mode,
           Options options) {
  options.decoupled = mode == 1;
  ArgumentChecks check;
  CheckPointers(check, tensors);
  check.NotNull(step);
  CheckTensors(check, tensors);
  check.DtypeIn(step, kSteps).ValidView(step);
  check.Require(
      step.name, "an element or more", [&] { return NumElements(*step.tensor) > 0; }, [] { return "none"; });
  check.InRange("mode", mode, 0, 1, "0 or 1");
  const auto at = [&](size_t which) { return tensors[which].tensor; };
  return check.Failed()
             ? check.Result()
             : call.Bind(kEma, ArgsOf(options),
                         {at(0), at(1), at(2), at(3), at(4), step.tensor, at(1), at(2), at(3), at(4)});
}

Status Fused(PhaseOneCall& call, const Operator<Args>& op, const std::array<Given, 5>& lists,
             const aclTensorList* steps, const NamedTensor& gradScale, const NamedTensor& foundInf,
             const Options& options) {
  ArgumentChecks check;
  CheckPointers(check, lists);
  const Given numbers = Many("stateSteps", steps, false);
  CheckPointers(check, std::span(&numbers, 1));
  check.LiveOrNull(gradScale).LiveOrNull(foundInf);
  CheckTensors(check, lists);
  if (!check.Failed()) {
    check.Require(
        numbers.name, "as many tensors as there are parameters",
        [&] { return steps->values.size() == lists[0].list->values.size(); },
        [&] { return std::to_string(steps->values.size()); });
  }
  for (size_t set = 0; !check.Failed() && set < steps->values.size(); ++set) {
    CheckNumber(check, {{numbers.name, static_cast<int64_t>(set)}, steps->values[set]}, kSteps);
  }
  CheckNumber(check, gradScale, kFlag);
  CheckNumber(check, foundInf, kFlag);
  const aclTensorList* const largest = options.amsgrad ? lists[4].list : nullptr;
  return check.Failed() ? check.Result()
                        : call.Bind(op, ArgsOf(options),
                                    {lists[0].list, lists[1].list, lists[2].list, lists[3].list, largest,
                                     steps, gradScale.tensor, foundInf.tensor, lists[0].list, lists[2].list,
                                     lists[3].list, largest});
}

}  // namespace
}  // namespace openaclnn::optimizer

OPENACLNN_CALL(aclnnApplyAdam,
               (aclTensor * var, const aclTensor* m, const aclTensor* v, const aclTensor* beta1Power,
                const aclTensor* beta2Power, const aclTensor* lr, const aclTensor* beta1,
                const aclTensor* beta2, const aclTensor* epsilon, const aclTensor* grad, bool /*useLocking*/,
                bool useNesterov),
               optimizer::ApplyAdam(call,
                                    {optimizer::One("var", var, true), optimizer::One("m", m, true),
                                     optimizer::One("v", v, true), optimizer::One("grad", grad, false)},
                                    {{{{"beta1Power", beta1Power},
                                       {"beta2Power", beta2Power},
                                       {"lr", lr},
                                       {"beta1", beta1},
                                       {"beta2", beta2},
                                       {"epsilon", epsilon}}},
                                     6},
                                    {.form = optimizer::Form::kApplyAdam, .nesterov = useNesterov}))

OPENACLNN_CALL(
    aclnnApplyAdamW,
    (aclTensor * varRef, aclTensor* mRef, aclTensor* vRef, const aclTensor* beta1Power,
     const aclTensor* beta2Power, const aclTensor* lr, const aclTensor* weightDecay, const aclTensor* beta1,
     const aclTensor* beta2, const aclTensor* eps, const aclTensor* grad,
     const aclTensor* maxGradNormOptional, bool amsgrad, bool maximize),
    optimizer::ApplyAdamW(call,
                          {optimizer::One("varRef", varRef, true), optimizer::One("mRef", mRef, true),
                           optimizer::One("vRef", vRef, true), optimizer::One("grad", grad, false),
                           optimizer::One("maxGradNormOptional", maxGradNormOptional, true, amsgrad)},
                          {{{{"beta1Power", beta1Power},
                             {"beta2Power", beta2Power},
                             {"lr", lr},
                             {"weightDecay", weightDecay},
                             {"beta1", beta1},
                             {"beta2", beta2},
                             {"eps", eps}}},
                           7},
                          {.form = optimizer::Form::kApplyAdamW, .amsgrad = amsgrad, .maximize = maximize}))

OPENACLNN_CALL(
    aclnnApplyAdamWV2,
    (aclTensor * varRef, aclTensor* mRef, aclTensor* vRef, aclTensor* maxGradNormOptionalRef,
     const aclTensor* grad, const aclTensor* step, float lr, float beta1, float beta2, float weightDecay,
     float eps, bool amsgrad, bool maximize),
    optimizer::ApplyAdamWV2(call,
                            {optimizer::One("varRef", varRef, true), optimizer::One("mRef", mRef, true),
                             optimizer::One("vRef", vRef, true),
                             optimizer::OfOwnType(optimizer::One("maxGradNormOptionalRef",
                                                                 maxGradNormOptionalRef, true, amsgrad)),
                             optimizer::OfOwnType(optimizer::One("grad", grad, false))},
                            {"step", step},
                            {.rate = static_cast<double>(lr),
                             .beta1 = static_cast<double>(beta1),
                             .beta2 = static_cast<double>(beta2),
                             .decay = static_cast<double>(weightDecay),
                             .epsilon = static_cast<double>(eps),
                             .amsgrad = amsgrad,
                             .maximize = maximize,
                             .countsBefore = true}))

OPENACLNN_CALL(aclnnApplyFusedEmaAdam,
               (const aclTensor* grad, aclTensor* varRef, aclTensor* mRef, aclTensor* vRef, aclTensor* sRef,
                const aclTensor* step, double lr, double emaDecay, double beta1, double beta2, double eps,
                int64_t mode, bool biasCorrection, double weightDecay),
               optimizer::Ema(call,
                              {optimizer::One("grad", grad, false), optimizer::One("varRef", varRef, true),
                               optimizer::One("mRef", mRef, true), optimizer::One("vRef", vRef, true),
                               optimizer::One("sRef", sRef, true)},
                              {"step", step}, mode,
                              {.form = optimizer::Form::kEma,
                               .rate = lr,
                               .beta1 = beta1,
                               .beta2 = beta2,
                               .decay = weightDecay,
                               .epsilon = eps,
                               .average = emaDecay,
                               .corrected = biasCorrection}))

#define OPENACLNN_FUSED_ADAM(name, op, decouples, before)                                               \
  OPENACLNN_CALL(                                                                                       \
      name,                                                                                             \
      (const aclTensorList* paramsRef, const aclTensorList* grads, const aclTensorList* expAvgsRef,     \
       const aclTensorList* expAvgSqsRef, const aclTensorList* maxExpAvgSqsRef,                         \
       const aclTensorList* stateSteps, const aclTensor* gradScaleOptional,                             \
       const aclTensor* foundInfOptional, double lr, double beta1, double beta2, double weightDecay,    \
       double eps, bool amsgrad, bool maximize),                                                        \
      optimizer::Fused(                                                                                 \
          call, optimizer::op,                                                                          \
          {optimizer::Many("paramsRef", paramsRef, true), optimizer::Many("grads", grads, false),       \
           optimizer::Many("expAvgsRef", expAvgsRef, true),                                             \
           optimizer::Many("expAvgSqsRef", expAvgSqsRef, true),                                         \
           optimizer::Many("maxExpAvgSqsRef", maxExpAvgSqsRef, true, amsgrad)},                         \
          stateSteps, {"gradScaleOptional", gradScaleOptional}, {"foundInfOptional", foundInfOptional}, \
          {.rate = lr,                                                                                  \
           .beta1 = beta1,                                                                              \
           .beta2 = beta2,                                                                              \
           .decay = weightDecay,                                                                        \
           .epsilon = eps,                                                                              \
           .amsgrad = amsgrad,                                                                          \
           .maximize = maximize,                                                                        \
           .decoupled = decouples,                                                                      \
           .countsBefore = before}))

OPENACLNN_FUSED_ADAM(aclnnFusedAdam, kFusedAdam, false, true)
OPENACLNN_FUSED_ADAM(aclnnFusedAdamw, kFusedAdamw, true, false)
