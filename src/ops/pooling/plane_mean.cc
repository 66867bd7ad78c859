// SPDX-License-Identifier: Apache-2.0
//
// Planes that are pooled to one place each: a reduction, which needs no windows.
#include "ops/pooling/plane_mean.h"

#include <array>
#include <span>

#include "ops/common/cpu_kernel.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/pooling/plane_mean.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/reduction_expressions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

ReductionLoops FindPlaneMean(DType dtype) {
  constexpr auto kMean = FinishEach<MeanOfSum, double>;
  return dtype == DType::kDouble ? LoopsOf<SumOfElements, double>(kMean)
                                 : LoopsOf<SumOfElements, float>(kMean);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindPlaneMean);

struct State : Prepared {
  ReductionPlan plan;
};

State Prepare(const PlaneMeanArgs& args) {
  State state;
  const DType compute = args.self.dtype == DType::kDouble ? DType::kDouble : DType::kFloat;
  const DimSet planes = DimSet{3} << static_cast<unsigned>(args.self.rank - 2);
  state.plan = ReductionPlan(args.self, planes, compute, std::span(&args.out, 1),
                             HWY_DYNAMIC_DISPATCH(FindPlaneMean)(compute));
  state.workspaceBytes = state.plan.WorkspaceBytes();
  state.cost = state.plan.Cost();
  return state;
}

Status Run(const PlaneMeanArgs& args, const State& state, std::byte* workspace,
           const backend::cpu::CpuContext& cpu) {
  const std::array<std::byte*, 1> results{args.out.data};
  state.plan.Run(args.self.data, results, 0, workspace, cpu);
  return Status::Ok();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:reduction", Prepare);

}  // namespace

constinit const KernelEntry<PlaneMeanArgs> kPlaneMeanCpu = Entry(kKernel);

}  // namespace openaclnn
#endif  // HWY_ONCE
