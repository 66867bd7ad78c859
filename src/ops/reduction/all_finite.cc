// SPDX-License-Identifier: Apache-2.0
//
// aclnnAllFinite: whether a gradient has an infinity or NaN.
#include <algorithm>
#include <array>
#include <atomic>

#include "aclnnop/aclnn_all_finite.h"
#include "base/checked_math.h"
#include "kernels/reduction/all_finite.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/common/result_checks.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView gradient;
  TensorView isOverflow;
};

constexpr int64_t kTask = 128 * kTileElements;

Prepared Prepare(const Args& args) {
  Prepared state;
  state.cost = static_cast<size_t>(args.gradient.NumElements()) * SizeOf(args.gradient.dtype);
  return state;
}

void Run(const Args& args, const Prepared& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  const int64_t elements = args.gradient.NumElements();
  std::atomic<bool> found = false;
  cpu.ParallelFor(CeilDivide(elements, kTask), [&](int64_t task) {
    if (!found && !AllFinite(args.gradient, task * kTask, std::min(elements, (task + 1) * kTask))) {
      found = true;
    }
  });
  // Of several gradients one tells: what is there stays otherwise.
  if (found) {
    *reinterpret_cast<bool*>(args.isOverflow.data) = true;
  }
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:all_finite", Prepare));
constexpr std::array<TensorArgument<Args>, 2> kArguments{
    {{"gradient", Role::kInput, &Args::gradient}, {"isOverflow", Role::kOutput, &Args::isOverflow}}};
constexpr Operator<Args> kAllFinite{"aclnnAllFinite", kArguments, kKernels};

constexpr std::span<const DType> kDtypes = std::span(kFloatingDtypes).first(3);
constexpr std::array<DType, 1> kTruth{DType::kBool};

Status Bind(PhaseOneCall& call, const NamedTensor& gradient, const NamedTensor& isOverflow) {
  ArgumentChecks check;
  check.NotNull(gradient).NotNull(isOverflow);
  check.DtypeIn(gradient, kDtypes).DtypeIn(isOverflow, kTruth);
  check.ValidView(gradient).ValidOutputView(isOverflow);
  CheckOneElement(check, isOverflow);
  return check.Failed() ? check.Result()
                        : call.Bind(kAllFinite, Args{}, {gradient.tensor, isOverflow.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnAllFinite, (const aclTensor* gradient, aclTensor* isOverflow),
               Bind(call, {"gradient", gradient}, {"isOverflow", isOverflow}))
