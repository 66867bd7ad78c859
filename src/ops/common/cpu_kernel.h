// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <type_traits>

#include "backend/cpu/parallel.h"
#include "base/status.h"
#include "executor/bound_call.h"

namespace openaclnn {

// A kernel of the CPU, from functions that see its threads:
//
//   void Run(const Args&, const State&, std::byte* workspace, const backend::cpu::CpuContext& cpu);
//   constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:rows", Prepare));
//
// or, for operators of other files,
//
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

// A kernel that is the only one of its operators, of static storage: they hold its entry.
template <typename Args, typename State>
class OnlyKernel {
 public:
  explicit constexpr OnlyKernel(const Kernel<Args, State>& kernel) : kernel_(kernel) {}
  OnlyKernel(const OnlyKernel&) = delete;
  OnlyKernel& operator=(const OnlyKernel&) = delete;
  ~OnlyKernel() = default;

  // NOLINTNEXTLINE(google-explicit-constructor): an Operator's list of kernels
  constexpr operator std::span<const KernelEntry<Args>* const>() const { return list_; }

 private:
  Kernel<Args, State> kernel_;
  KernelEntry<Args> entry_ = Entry(kernel_);
  std::array<const KernelEntry<Args>*, 1> list_{&entry_};
};

}  // namespace openaclnn
