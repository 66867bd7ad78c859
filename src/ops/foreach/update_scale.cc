// SPDX-License-Identifier: Apache-2.0
//
// aclnnAmpUpdateScale: the loss scale of the next step.
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "aclnnop/aclnn_amp_update_scale.h"
#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView currentScale;
  TensorView growthTracker;
  TensorView foundInf;
  TensorView updatedScale;
  TensorView updatedGrowthTracker;
  double growthFactor = 0;
  double backoffFactor = 0;
  int64_t growthInterval = 0;
};

struct State : Prepared {};

State Prepare(const Args& /*args*/) {
  return {};
}

template <typename T>
T Load(const TensorView& view) {
  T value;
  std::memcpy(&value, view.data, sizeof value);
  return value;
}

void Run(const Args& args, const State& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& /*cpu*/) {
  auto scale = Load<float>(args.currentScale);
  auto tracker = Load<int32_t>(args.growthTracker);
  if (Load<float>(args.foundInf) != 0) {
    scale = static_cast<float>(scale * args.backoffFactor);
    tracker = 0;
  } else if (int64_t{tracker} + 1 == args.growthInterval) {
    const auto grown = static_cast<float>(scale * args.growthFactor);
    scale = std::isfinite(grown) ? grown : scale;
    tracker = 0;
  } else if (tracker < std::numeric_limits<int32_t>::max()) {
    ++tracker;
  }
  std::memcpy(args.updatedScale.data, &scale, sizeof scale);
  std::memcpy(args.updatedGrowthTracker.data, &tracker, sizeof tracker);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:update_scale", Prepare));
constexpr std::array<TensorArgument<Args>, 5> kArguments{
    {{"currentScale", Role::kInput, &Args::currentScale},
     {"growthTracker", Role::kInput, &Args::growthTracker},
     {"foundInf", Role::kInput, &Args::foundInf},
     {"updatedScale", Role::kOutput, &Args::updatedScale, true},
     {"updatedGrowthTracker", Role::kOutput, &Args::updatedGrowthTracker, true}}};
constexpr Operator<Args> kUpdateScale{"aclnnAmpUpdateScale", kArguments, kKernels};

constexpr std::array<DType, 1> kFloat{DType::kFloat};
constexpr std::array<DType, 1> kInt32{DType::kInt32};

Status Bind(PhaseOneCall& call, const std::array<NamedTensor, 5>& tensors, Args& args) {
  ArgumentChecks check;
  for (const NamedTensor& tensor : tensors) {
    check.NotNull(tensor);
  }
  for (const NamedTensor* scale : {&tensors[0], &tensors[2], &tensors[3]}) {
    check.DtypeIn(*scale, kFloat);
  }
  for (const NamedTensor* tracker : {&tensors[1], &tensors[4]}) {
    check.DtypeIn(*tracker, kInt32);
  }
  check.InRange("growthInterval", args.growthInterval, 1, std::numeric_limits<int64_t>::max(),
                "a number above 0");
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (i < 3) {
      check.ValidView(tensors[i]);
    } else {
      check.ValidOutputView(tensors[i]);
    }
    check.NumElements(tensors[i], 1, "one");
  }
  return check.Failed() ? check.Result()
                        : call.Bind(kUpdateScale, args,
                                    {tensors[0].tensor, tensors[1].tensor, tensors[2].tensor,
                                     tensors[3].tensor, tensors[4].tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(aclnnAmpUpdateScale,
                (const aclTensor* currentScale, const aclTensor* growthTracker, const aclTensor* foundInf,
                 double growthFactor, double backoffFactor, int64_t growthInterval, aclTensor* updatedScale,
                 aclTensor* updatedGrowthTracker),
                {
                  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
                    Args args;
                    args.growthFactor = growthFactor;
                    args.backoffFactor = backoffFactor;
                    args.growthInterval = growthInterval;
                    return Bind(call,
                                {{{"currentScale", currentScale},
                                  {"growthTracker", growthTracker},
                                  {"foundInf", foundInf},
                                  {"updatedScale", updatedScale},
                                  {"updatedGrowthTracker", updatedGrowthTracker}}},
                                args);
                  });
                })
