// SPDX-License-Identifier: Apache-2.0
//
// aclnnNLLLoss, aclnnNLLLoss2d and their gradients.
#include "ops/loss/nll_loss.h"
#include "ops/common/entry.h"

#include <array>
#include <string>

#include "aclnnop/aclnn_nll_loss.h"
#include "aclnnop/aclnn_nll_loss2d.h"
#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "aclnnop/aclnn_nll_loss_backward.h"
#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/common/result_checks.h"

namespace openaclnn {
namespace {

using Args = NllLossArgs;

constexpr std::array<TensorArgument<Args>, 5> kForward{
    {{"self", Role::kInput, &Args::self},
     {"target", Role::kInput, &Args::target},
     {"weight", Role::kInput, &Args::weight},
     {"out", Role::kOutput, &Args::out},
     {"totalWeightOut", Role::kOutput, &Args::totalWeight}}};
constexpr std::array<TensorArgument<Args>, 6> kBackward{{{"gradOutput", Role::kInput, &Args::gradOutput},
                                                         {"self", Role::kInput, &Args::self},
                                                         {"target", Role::kInput, &Args::target},
                                                         {"weight", Role::kInput, &Args::weight},
                                                         {"totalWeight", Role::kInput, &Args::totalWeight},
                                                         {"out", Role::kOutput, &Args::out}}};
constexpr std::array<const KernelEntry<Args>*, 1> kLossKernels{&kNllLossCpu};
constexpr std::array<const KernelEntry<Args>*, 1> kGradientKernels{&kNllLossBackwardCpu};

struct NllLossOperator {
  Operator<Args> op;
  bool planes;  // [N, C, H, W], not [N, C] or [C]
};
constexpr NllLossOperator kNllLoss{{"aclnnNLLLoss", kForward, kLossKernels}, false};
constexpr NllLossOperator kNllLoss2d{{"aclnnNLLLoss2d", kForward, kLossKernels}, true};
constexpr NllLossOperator kNllLossBackward{{"aclnnNLLLossBackward", kBackward, kGradientKernels}, false};
constexpr NllLossOperator kNllLoss2dBackward{{"aclnnNLLLoss2dBackward", kBackward, kGradientKernels}, true};

constexpr std::array<DType, 3> kTargetDtypes{DType::kInt64, DType::kInt32, DType::kUint8};

// The tensors of a call; gradOutput is null for the loss.
struct Given {
  const aclTensor* gradOutput;
  const aclTensor* self;
  const aclTensor* target;
  const aclTensor* weight;
  const aclTensor* totalWeight;
  const aclTensor* out;
  int64_t reduction;
  int64_t ignoreIndex;
};

void CheckTypes(ArgumentChecks& check, const Given& given, bool gradient) {
  const NamedTensor self{"self", given.self};
  const char* const total = gradient ? "totalWeight" : "totalWeightOut";
  if (gradient) {
    check.NotNull("gradOutput", given.gradOutput);
  }
  check.NotNull(self).NotNull("target", given.target);
  check.LiveOrNull("weight", given.weight);
  check.NotNull(total, given.totalWeight).NotNull("out", given.out);
  check.DtypeIn(self, FloatDtypes()).DtypeIn({"target", given.target}, kTargetDtypes);
  if (gradient) {
    check.SameDtype({"gradOutput", given.gradOutput}, self);
  }
  if (given.weight != nullptr) {
    check.SameDtype({"weight", given.weight}, self);
  }
  check.SameDtype({total, given.totalWeight}, self).SameDtype({"out", given.out}, self);
  check.InRange("reduction", given.reduction, kLossNone, kLossSum, "0 (none), 1 (mean) or 2 (sum)");
}

void CheckShapes(ArgumentChecks& check, const Given& given, bool gradient, bool planes) {
  const NamedTensor self{"self", given.self};
  const NamedTensor total{gradient ? "totalWeight" : "totalWeightOut", given.totalWeight};
  const NamedTensor out{"out", given.out};
  check.ValidView(self).ValidView({"target", given.target});
  if (given.weight != nullptr) {
    check.ValidView({"weight", given.weight});
  }
  if (gradient) {
    check.ValidView({"gradOutput", given.gradOutput}).ValidView(total);
  } else {
    check.ValidOutputView(total);
  }
  check.ValidOutputView(out);
  if (check.Failed()) {
    return;
  }
  const std::span<const int64_t> dims = given.self->viewDims;
  check.Require(
      "self", planes ? "4 dimensions, [N, C, H, W]" : "1 or 2 dimensions, [C] or [N, C]",
      [&] { return planes ? dims.size() == 4 : dims.size() == 1 || dims.size() == 2; },
      [&] { return ShapeText(dims); });
  if (check.Failed()) {
    return;
  }
  const size_t classDim = dims.size() == 1 ? 0 : 1;
  Dims positions;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (d != classDim) {
      positions.push_back(dims[d]);
    }
  }
  check.Shape({"target", given.target}, positions, "of self without the classes");
  if (given.weight != nullptr) {
    check.Shape({"weight", given.weight}, {dims[classDim]}, "[classes of self]");
  }
  CheckOneElement(check, total);
  const NamedTensor loss = gradient ? NamedTensor{"gradOutput", given.gradOutput} : out;
  if (given.reduction == kLossNone) {
    CheckReducedShape(check, loss, positions, "of target");
  } else {
    CheckOneElement(check, loss);
  }
  if (gradient) {
    check.SameShape(out, self);
  }
}

aclnnStatus PhaseOneOfLoss(const char* function, const NllLossOperator& row, const Given& given,
                           bool gradient, uint64_t* workspaceSize, aclOpExecutor** executor) {
  return PhaseOne(function, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
    ArgumentChecks check;
    CheckTypes(check, given, gradient);
    CheckShapes(check, given, gradient, row.planes);
    if (check.Failed()) {
      return check.Result();
    }
    Args args;
    args.reduction = given.reduction;
    args.ignoreIndex = given.ignoreIndex;
    args.classDim = given.self->viewDims.size() == 1 ? 0 : 1;
    return gradient ? call.Bind(row.op, args,
                                {given.gradOutput, given.self, given.target, given.weight, given.totalWeight,
                                 given.out})
                    : call.Bind(row.op, args,
                                {given.self, given.target, given.weight, given.out, given.totalWeight});
  });
}

}  // namespace
}  // namespace openaclnn

// Both phases of the loss for one layout of positions, and of its gradient.
#define OPENACLNN_NLL_LOSS(name, row)                                                                        \
  OPENACLNN_ENTRY(name,                                                                                      \
                  (const aclTensor* self, const aclTensor* target, const aclTensor* weight,                  \
                   int64_t reduction, int64_t ignoreIndex, aclTensor* out, aclTensor* totalWeightOut),       \
                  {                                                                                          \
                    return PhaseOneOfLoss(                                                                   \
                        __func__, row,                                                                       \
                        {nullptr, self, target, weight, totalWeightOut, out, reduction, ignoreIndex}, false, \
                        workspaceSize, executor);                                                            \
                  })
#define OPENACLNN_NLL_LOSS_BACKWARD(name, row)                                                               \
  OPENACLNN_ENTRY(                                                                                           \
      name,                                                                                                  \
      (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target, const aclTensor* weight, \
       int64_t reduction, int64_t ignoreIndex, const aclTensor* totalWeight, aclTensor* out),                \
      {                                                                                                      \
        return PhaseOneOfLoss(__func__, row,                                                                 \
                              {gradOutput, self, target, weight, totalWeight, out, reduction, ignoreIndex},  \
                              true, workspaceSize, executor);                                                \
      })

OPENACLNN_NLL_LOSS(aclnnNLLLoss, kNllLoss)
OPENACLNN_NLL_LOSS(aclnnNLLLoss2d, kNllLoss2d)
OPENACLNN_NLL_LOSS_BACKWARD(aclnnNLLLossBackward, kNllLossBackward)
OPENACLNN_NLL_LOSS_BACKWARD(aclnnNLLLoss2dBackward, kNllLoss2dBackward)
