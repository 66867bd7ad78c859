// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/cpu/parallel.h"
#include "executor/bound_call.h"

namespace openaclnn {

// A kernel of the CPU, from functions that see its threads:
//
//   Status Run(const Args&, const State&, std::byte* workspace, const backend::cpu::CpuContext& cpu);
//   constexpr auto kKernel = CpuKernel<Run>("cpu:rows", Prepare);
//   constinit const KernelEntry<Args> kXxxCpu = Entry(kKernel);
template <auto kRun, typename Args, typename State>
constexpr Kernel<Args, State> CpuKernel(const char* name, State (*prepare)(const Args&)) {
  return {backend::BackendKind::kCpu, name, prepare,
          [](const Args& args, const State& state, std::byte* workspace, backend::ExecutionContext& context) {
            return kRun(args, state, workspace, static_cast<const backend::cpu::CpuContext&>(context));
          }};
}

}  // namespace openaclnn
