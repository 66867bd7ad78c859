// SPDX-License-Identifier: Apache-2.0
//
// Planes or volumes that are pooled to one place each: a reduction, which needs no windows.
#include "ops/pooling/plane_mean.h"

#include <array>
#include <span>

#include "kernels/reduction/block_reduction.h"
#include "kernels/reduction/reduction.h"
#include "kernels/reduction/sums_and_extremes.h"
#include "ops/common/cpu_kernel.h"

namespace openaclnn {
namespace {

struct State : Prepared {
  ReductionPlan plan;
};

State Prepare(const PlaneMeanArgs& args) {
  State state;
  const DType compute = args.self.dtype == DType::kDouble ? DType::kDouble : DType::kFloat;
  const auto spatial = static_cast<unsigned>(args.spatial);
  const DimSet planes = ((DimSet{1} << spatial) - 1U) << (static_cast<unsigned>(args.self.rank) - spatial);
  state.plan = ReductionPlan(args.self, planes, compute, std::span(&args.out, 1),
                             LaneReduction(compute, FinishEach<MeanOfSum, double>, FindSumLanes));
  state.workspaceBytes = state.plan.WorkspaceBytes();
  state.cost = state.plan.Cost();
  return state;
}

void Run(const PlaneMeanArgs& args, const State& state, std::byte* workspace,
         const backend::cpu::CpuContext& cpu) {
  const std::array<std::byte*, 1> results{args.out.data};
  state.plan.Run(args.self.data, results, 0, workspace, cpu);
}

constexpr auto kKernel = CpuKernel<Run>("cpu:reduction", Prepare);

}  // namespace

constinit const KernelEntry<PlaneMeanArgs> kPlaneMeanCpu = Entry(kKernel);

}  // namespace openaclnn
