// SPDX-License-Identifier: Apache-2.0
//
// aclnnFusedSgd: stochastic gradient descent on lists of parameters.
#include <array>

#include "aclnnop/aclnn_fused_sgd.h"
#include "ops/common/entry.h"
#include "ops/optimizer/optimizer.h"

namespace openaclnn::optimizer {
namespace {

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kUpdateCpu};
constexpr std::array<DType, 1> kFloat{DType::kFloat};
constexpr std::array<TensorArgument<Args>, 7> kArguments{{
    ListArgument("paramsRef", Role::kInput, &Args::vars),
    ListArgument("gradsRef", Role::kInput, &Args::grads),
    ListArgument("momentumBufferListOptionalRef", Role::kInput, &Args::firsts),
    {"gradScaleOptional", Role::kInput, &Args::gradScale},
    ListArgument("paramsRef", Role::kOutput, &Args::newVars, true),
    ListArgument("gradsRef", Role::kOutput, &Args::newGrads, true),
    ListArgument("momentumBufferListOptionalRef", Role::kOutput, &Args::newFirsts, true),
}};
constexpr Operator<Args> kFusedSgd{"aclnnFusedSgd", kArguments, kKernels};

struct NotNegative {
  const char* name;
  float value;
};

Status Sgd(PhaseOneCall& call, std::array<Given, 3> lists, const NamedTensor& gradScale,
           const std::array<NotNegative, 4>& numbers, Options options) {
  ArgumentChecks check;
  check.LiveOrNull(lists[2].name, lists[2].list);
  if (check.Failed()) {
    return check.Result();
  }
  lists[2].needed = IsGiven(lists[2]);
  CheckPointers(check, lists);
  check.LiveOrNull(gradScale);
  CheckTensors(check, lists);
  CheckNumber(check, gradScale, kFloat);
  for (const NotNegative& number : numbers) {
    check.Require(
        number.name, "0 or more", [&] { return number.value >= 0; },
        [&] { return std::to_string(number.value); });
  }
  options.decay = static_cast<double>(numbers[0].value);
  options.beta1 = static_cast<double>(numbers[1].value);
  options.rate = static_cast<double>(numbers[2].value);
  options.dampening = static_cast<double>(numbers[3].value);
  Args args;
  args.options = options;
  const aclTensorList* const buffers = lists[2].needed ? lists[2].list : nullptr;
  return check.Failed() ? check.Result()
                        : call.Bind(kFusedSgd, args,
                                    {lists[0].list, lists[1].list, buffers, gradScale.tensor, lists[0].list,
                                     lists[1].list, buffers});
}

}  // namespace
}  // namespace openaclnn::optimizer

OPENACLNN_CALL(
    aclnnFusedSgd,
    (const aclTensorList* paramsRef, const aclTensorList* gradsRef,
     const aclTensorList* momentumBufferListOptionalRef, const aclTensor* gradScaleOptional,
     float weightDecay, float momentum, float lr, float dampening, bool nesterov, bool maximize,
     bool isFirstStep),
    optimizer::Sgd(
        call,
        {optimizer::Many("paramsRef", paramsRef, true), optimizer::Many("gradsRef", gradsRef, true),
         optimizer::Many("momentumBufferListOptionalRef", momentumBufferListOptionalRef, true)},
        {"gradScaleOptional", gradScaleOptional},
        {{{"weightDecay", weightDecay}, {"momentum", momentum}, {"lr", lr}, {"dampening", dampening}}},
        {.form = optimizer::Form::kSgd,
         .maximize = maximize,
         .nesterov = nesterov,
         .isFirstStep = isFirstStep}))
