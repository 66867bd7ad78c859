// SPDX-License-Identifier: Apache-2.0
#include "ops/common/plane_map.h"

#include <algorithm>

#include "ops/common/cpu_kernel.h"

namespace openaclnn {
namespace {

TensorView AsImages(TensorView view) {
  if (view.rank == 3) {
    std::shift_right(view.dims.begin(), view.dims.begin() + 4, 1);
    std::shift_right(view.strides.begin(), view.strides.begin() + 4, 1);
    view.dims[0] = 1;
    view.rank = 4;
  }
  return view;
}

struct State : Prepared {
  PlaneMapState map;
};

State Prepare(const PlaneMapArgs& args) {
  State state;
  state.map = PrepareMap(args.map, AsImages(args.source), AsImages(args.result));
  state.workspaceBytes = state.map.workspaceBytes;
  state.cost = state.map.cost;
  return state;
}

void Run(const PlaneMapArgs& args, const State& state, std::byte* workspace,
         const backend::cpu::CpuContext& cpu) {
  RunMap(args.map, state.map, AsImages(args.source), AsImages(args.result), workspace, cpu);
}

constexpr auto kKernel = CpuKernel<Run>("cpu:planes", Prepare);

}  // namespace

constinit const KernelEntry<PlaneMapArgs> kPlaneMapCpu = Entry(kKernel);

}  // namespace openaclnn
