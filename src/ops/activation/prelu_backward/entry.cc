// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "aclnnop/aclnn_prelu_backward.h"
#include "ops/activation/prelu_backward/kernel.h"
#include "ops/common/checks.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/common/storage_checks.h"

namespace openaclnn {
namespace {

using Args = PreluBackwardArgs;

constexpr std::array<TensorArgument<Args>, 5> kArguments{{
    {"gradOutput", Role::kInput, &Args::gradOutput},
    {"self", Role::kInput, &Args::self},
    {"weight", Role::kInput, &Args::weight},
    {"gradInput", Role::kOutput, &Args::gradInput, true},
    {"gradWeight", Role::kOutput, &Args::gradWeight},
}};

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kPreluBackwardCpu};

constexpr Operator<Args> kOperator{"aclnnPreluBackward", kArguments, kKernels};

Status Bind(PhaseOneCall& call, const Tensors<5>& given) {
  const auto [gradOutput, self, weight, gradInput, gradWeight] = Named(kOperator, given);
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(self).NotNull(weight).NotNull(gradInput).NotNull(gradWeight);
  check.DtypeIn(self, FloatDtypes());
  check.SameDtype(gradOutput, self).SameDtype(weight, self);
  check.SameDtype(gradInput, self).SameDtype(gradWeight, self);
  CheckStoredViews(check, {gradOutput, self, weight});
  CheckStoredOutputView(check, gradInput);
  CheckStoredOutputView(check, gradWeight);
  check.SameShape(gradInput, self);
  if (check.Failed()) {
    return check.Result();
  }
  const std::vector<int64_t>& selfDims = self.tensor->viewDims;
  const std::vector<int64_t>& weightDims = weight.tensor->viewDims;
  const std::vector<int64_t>& gradDims = gradOutput.tensor->viewDims;
  if (NumElements(*weight.tensor) == 1) {
    check.SameShape(gradWeight, weight);
  } else {
    check.Require(
        weight.name, "1 element, as self has no dims", [&] { return !selfDims.empty(); },
        [&] { return "shape " + ShapeText(weightDims); });
    const int64_t channels = selfDims.size() >= 2 ? selfDims[1] : 1;
    check.NumElements(weight, channels, "1, or the channels of self");
    check.Shape(gradWeight, {channels}, "[channels of self]");
  }
  check.Require(
      gradOutput.name, "a shape that broadcasts to that of self",
      [&] {
        const auto shape = BroadcastShape(gradDims, selfDims);
        return shape && std::ranges::equal(*shape, selfDims);
      },
      [&] { return ShapeText(gradDims) + " against " + ShapeText(selfDims); });
  return check.Failed() ? check.Result() : call.Bind(kOperator, Args{}, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnPreluBackward,
               (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* weight,
                aclTensor* gradInput, aclTensor* gradWeight),
               Bind(call, {gradOutput, self, weight, gradInput, gradWeight}))
