// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "aclnnop/aclnn_mse_loss_backward.h"
#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/loss/mse_loss_backward/kernel.h"

namespace openaclnn {
namespace {

using Args = MseLossBackwardArgs;

constexpr std::array<TensorArgument<Args>, 4> kArguments{{
    {"gradOutput", Role::kInput, &Args::gradOutput},
    {"self", Role::kInput, &Args::self},
    {"target", Role::kInput, &Args::target},
    {"out", Role::kOutput, &Args::out, true},
}};

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kMseLossBackwardCpu};

constexpr Operator<Args> kOperator{"aclnnMseLossBackward", kArguments, kKernels};

enum Reduction : int64_t { kNone = 0, kMean = 1, kSum = 2 };

Status Check(const NamedTensor& gradOutput, const NamedTensor& self, const NamedTensor& target,
             int64_t reduction, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(self).NotNull(target).NotNull(out);
  check.SameDtype(gradOutput, self, FloatDtypes()).SameDtype(target, self, FloatDtypes());
  check.DtypeIn(self, FloatDtypes()).DtypeIn(out, FloatDtypes());
  check.InRange("reduction", reduction, kNone, kSum, "0 (none), 1 (mean) or 2 (sum)");
  check.ValidView(gradOutput).ValidView(self).ValidView(target).ValidOutputView(out);
  if (check.Failed()) {
    return check.Result();
  }
  const auto pair = BroadcastShape(gradOutput.tensor->viewDims, self.tensor->viewDims);
  check.Require(
      self.name, "a shape that broadcasts with gradOutput", [&] { return pair.has_value(); },
      [&] {
        return ShapeText(self.tensor->viewDims) + " against " + ShapeText(gradOutput.tensor->viewDims);
      });
  if (check.Failed()) {
    return check.Result();
  }
  const auto all = BroadcastShape(*pair, target.tensor->viewDims);
  check.Require(
      target.name, "a shape that broadcasts with gradOutput and self", [&] { return all.has_value(); },
      [&] { return ShapeText(target.tensor->viewDims) + " against " + ShapeText(*pair); });
  return check.Failed()
             ? check.Result()
             : check.Shape(out, *all, "of gradOutput, self and target broadcast together").Result();
}

}  // namespace
}  // namespace openaclnn

aclnnStatus aclnnMseLossBackwardGetWorkspaceSize(const aclTensor* gradOutput, const aclTensor* self,
                                                 const aclTensor* target, int64_t reduction, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOne(
      "aclnnMseLossBackwardGetWorkspaceSize", workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
        Status status =
            Check({"gradOutput", gradOutput}, {"self", self}, {"target", target}, reduction, {"out", out});
        if (!status.IsOk()) {
          return status;
        }
        Args args;
        // The mean is over self before broadcasting. An empty self has an empty out, where the divisor does
        // not matter.
        args.divisor = reduction == kMean ? static_cast<double>(NumElements(*self)) / 2 : 0.5;
        return call.Bind(kOperator, args, {gradOutput, self, target, out});
      });
}

aclnnStatus aclnnMseLossBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream) {
  return openaclnn::PhaseTwo("aclnnMseLossBackward", workspace, workspaceSize, executor, stream);
}
