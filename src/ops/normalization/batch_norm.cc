// SPDX-License-Identifier: Apache-2.0
//
// aclnnBatchNorm and its gradients.
#include "ops/normalization/batch_norm.h"

#include <array>
#include <string>

#include "aclnnop/aclnn_batch_norm.h"
#include "aclnnop/aclnn_batch_norm_backward.h"
#include "aclnnop/aclnn_fast_batch_norm_backward.h"
#include "executor/phases.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/normalization/norm_checks.h"

namespace openaclnn {
namespace {

constexpr std::array<const KernelEntry<BatchNormArgs>*, 1> kForwardKernels{&kBatchNormCpu};
constexpr std::array<TensorArgument<BatchNormArgs>, 10> kForwardArguments{{
    {"input", Role::kInput, &BatchNormArgs::input},
    {"weight", Role::kInput, &BatchNormArgs::weight},
    {"bias", Role::kInput, &BatchNormArgs::bias},
    {"runningMean", Role::kInput, &BatchNormArgs::runningMean},
    {"runningVar", Role::kInput, &BatchNormArgs::runningVar},
    {"output", Role::kOutput, &BatchNormArgs::output, true},
    {"saveMean", Role::kOutput, &BatchNormArgs::saveMean},
    {"saveInvstd", Role::kOutput, &BatchNormArgs::saveInvstd},
    {"runningMean", Role::kOutput, &BatchNormArgs::newRunningMean, true},
    {"runningVar", Role::kOutput, &BatchNormArgs::newRunningVar, true},
}};
constexpr Operator<BatchNormArgs> kForward{"aclnnBatchNorm", kForwardArguments, kForwardKernels};

constexpr std::array<const KernelEntry<BatchNormBackwardArgs>*, 1> kBackwardKernels{&kBatchNormBackwardCpu};
constexpr std::array<TensorArgument<BatchNormBackwardArgs>, 10> kBackwardArguments{{
    {"gradOut", Role::kInput, &BatchNormBackwardArgs::gradOut},
    {"input", Role::kInput, &BatchNormBackwardArgs::input},
    {"weight", Role::kInput, &BatchNormBackwardArgs::weight},
    {"runningMean", Role::kInput, &BatchNormBackwardArgs::runningMean},
    {"runningVar", Role::kInput, &BatchNormBackwardArgs::runningVar},
    {"saveMean", Role::kInput, &BatchNormBackwardArgs::saveMean},
    {"saveInvstd", Role::kInput, &BatchNormBackwardArgs::saveInvstd},
    {"gradInput", Role::kOutput, &BatchNormBackwardArgs::gradInput, true},
    {"gradWeight", Role::kOutput, &BatchNormBackwardArgs::gradWeight},
    {"gradBias", Role::kOutput, &BatchNormBackwardArgs::gradBias},
}};
constexpr Operator<BatchNormBackwardArgs> kBackward{"aclnnBatchNormBackward", kBackwardArguments,
                                                    kBackwardKernels};
constexpr Operator<BatchNormBackwardArgs> kFastBackward{"aclnnFastBatchNormBackward", kBackwardArguments,
                                                        kBackwardKernels};

Status BindForward(PhaseOneCall& call, const Tensors<8>& given, bool training, double momentum,
                   double epsilon) {
  const auto [input, weight, bias, runningMean, runningVar, output, saveMean, saveInvstd] =
      Named(kForward, given);
  ArgumentChecks check;
  check.NotNull(input).NotNull(output).NotNull(saveMean).NotNull(saveInvstd);
  if (!training) {
    check.NotNull(runningMean).NotNull(runningVar);
  }
  check.DtypeIn(input, FloatDtypes()).SameDtype(output, input);
  norms::CheckParameterDtypes(check, {weight, bias, runningMean, runningVar, saveMean, saveInvstd}, input);
  norms::CheckEpsilon(check, epsilon);
  norms::CheckViews(check, {input, weight, bias}, {runningMean, runningVar, output, saveMean, saveInvstd});
  norms::CheckRank(check, input);
  norms::CheckChannels(check, {weight, bias, runningMean, runningVar}, input);
  check.SameShape(output, input);
  norms::CheckChannels(check, {saveMean, saveInvstd}, input);
  if (check.Failed()) {
    return check.Result();
  }
  BatchNormArgs args;
  args.training = training;
  args.momentum = momentum;
  args.epsilon = epsilon;
  // Without elements there is nothing to learn.
  const bool moves = training && NumElements(*input.tensor) > 0;
  return call.Bind(kForward, args,
                   {input.tensor,
                    weight.tensor,
                    bias.tensor,
                    runningMean.tensor,
                    runningVar.tensor,
                    output.tensor,
                    saveMean.tensor,
                    saveInvstd.tensor,
                    {runningMean.tensor, moves},
                    {runningVar.tensor, moves}});
}

constexpr size_t kMaskSize = 3;

Status BindBackward(PhaseOneCall& call, const Operator<BatchNormBackwardArgs>& op, const Tensors<10>& given,
                    bool training, double epsilon, const aclBoolArray* outputMask, int version = 0) {
  // Null where the mask does not ask for it: then nothing of it is looked at.
  auto [gradOut, input, weight, runningMean, runningVar, saveMean, saveInvstd, gradInput, gradWeight,
        gradBias] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(gradOut).NotNull(input);
  if (training) {
    check.NotNull(saveMean).NotNull(saveInvstd);
    runningMean.tensor = runningVar.tensor = nullptr;
  } else {
    check.NotNull(runningMean).NotNull(runningVar);
    saveMean.tensor = saveInvstd.tensor = nullptr;
  }
  check.NotNull("outputMask", outputMask).MaskSize("outputMask", outputMask, kMaskSize);
  const std::array<NamedTensor*, kMaskSize> outputs{&gradInput, &gradWeight, &gradBias};
  for (size_t i = 0; i < kMaskSize && !check.Failed(); ++i) {
    if (outputMask->values[i] != 0) {
      check.NotNull(*outputs[i]);
    } else {
      outputs[i]->tensor = nullptr;
    }
  }
  check.DtypeIn(gradOut, FloatDtypes()).SameDtype(input, gradOut);
  if (gradInput.tensor != nullptr) {
    check.SameDtype(gradInput, gradOut);
  }
  norms::CheckParameterDtypes(
      check, {weight, runningMean, runningVar, saveMean, saveInvstd, gradWeight, gradBias}, gradOut);
  norms::CheckEpsilon(check, epsilon);
  check.InRange("version", version, 0, 1, "an algorithm");
  norms::CheckViews(check, {gradOut, input, weight, runningMean, runningVar, saveMean, saveInvstd},
                    {gradInput, gradWeight, gradBias});
  norms::CheckRank(check, input);
  check.SameShape(gradOut, input);
  norms::CheckChannels(check, {weight, runningMean, runningVar, saveMean, saveInvstd}, input);
  if (gradInput.tensor != nullptr) {
    check.SameShape(gradInput, input);
  }
  norms::CheckChannels(check, {gradWeight, gradBias}, input);
  if (check.Failed()) {
    return check.Result();
  }
  BatchNormBackwardArgs args;
  args.training = training;
  args.epsilon = epsilon;
  // What is not looked at keeps its number, by which its address is set.
  TensorsOfCall tensors;
  for (const NamedTensor& lookedAt : {gradOut, input, weight, runningMean, runningVar, saveMean, saveInvstd,
                                      gradInput, gradWeight, gradBias}) {
    tensors.push_back({given[tensors.size()], lookedAt.tensor != nullptr});
  }
  return call.Bind(op, args, tensors);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnBatchNorm,
               (const aclTensor* input, const aclTensor* weight, const aclTensor* bias,
                aclTensor* runningMean, aclTensor* runningVar, bool training, double momentum, double eps,
                aclTensor* output, aclTensor* saveMean, aclTensor* saveInvstd),
               BindForward(call, {input, weight, bias, runningMean, runningVar, output, saveMean, saveInvstd},
                           training, momentum, eps))

OPENACLNN_CALL(aclnnBatchNormBackward,
               (const aclTensor* gradOut, const aclTensor* input, const aclTensor* weight,
                const aclTensor* runningMean, const aclTensor* runningVar, const aclTensor* saveMean,
                const aclTensor* saveInvstd, bool training, double eps, const aclBoolArray* outputMask,
                aclTensor* gradInput, aclTensor* gradWeight, aclTensor* gradBias),
               BindBackward(call, kBackward,
                            {gradOut, input, weight, runningMean, runningVar, saveMean, saveInvstd, gradInput,
                             gradWeight, gradBias},
                            training, eps, outputMask))

OPENACLNN_CALL(aclnnFastBatchNormBackward,
               (const aclTensor* gradOut, const aclTensor* input, const aclTensor* weight,
                const aclTensor* runningMean, const aclTensor* runningVar, const aclTensor* saveMean,
                const aclTensor* saveInvstd, bool training, double eps, const aclBoolArray* outputMask,
                int version, aclTensor* gradInput, aclTensor* gradWeight, aclTensor* gradBias),
               BindBackward(call, kFastBackward,
                            {gradOut, input, weight, runningMean, runningVar, saveMean, saveInvstd, gradInput,
                             gradWeight, gradBias},
                            training, eps, outputMask, version))
