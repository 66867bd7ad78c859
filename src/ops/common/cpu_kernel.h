// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include "backend/cpu/parallel.h"
#include "base/status.h"
#include "executor/bound_call.h"

namespace openaclnn {

// A kernel of the CPU, from functions that see its threads:
//
//   void Run(const Args&, const State&, std::byte* workspace, const backend::cpu::CpuContext& cpu);
//   constexpr auto kKernel = CpuKernel<Run>("cpu:rows", Prepare);
//   constinit const KernelEntry<Args> kXxxCpu = Entry(kKernel);
//
// A kernel that can fail returns a Status.
template <auto kRun, typename Args, typename State>
constexpr Kernel<Args, State> CpuKernel(const char* name, State (*prepare)(const Args&)) {
  return {backend::BackendKind::kCpu, name, prepare,
          [](const Args& args, const State& state, std::byte* workspace, backend::ExecutionContext& context) {
            const auto& cpu = static_cast<const backend::cpu::CpuContext&>(context);
            if constexpr (std::is_void_v<decltype(kRun(args, state, workspace, cpu))>) {
              kRun(args, state, workspace, cpu);
              return Status::Ok();
            } else {
              return kRun(args, state, workspace, cpu);
            }
          }};
}

}  // namespace openaclnn
