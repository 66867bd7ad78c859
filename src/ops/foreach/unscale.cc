// SPDX-License-Identifier: Apache-2.0
//
// aclnnForeachNonFiniteCheckAndUnscale: gradients divided by the loss scale, and whether one is not finite.
#include <algorithm>
#include <array>
#include <atomic>

#include "aclnnop/aclnn_foreach_non_finite_check_and_unscale.h"
#include "kernels/elementwise/elementwise_list.h"
#include "kernels/reduction/all_finite.h"
#include "kernels/tiles/list_blocks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/number.h"
#include "ops/foreach/driver.h"

namespace openaclnn {
namespace {

struct Args {
  TensorViews scaledGrads;
  TensorView foundInf;
  TensorView invScale;
  TensorViews grads;  // the same
};

struct State : Prepared {
  ListBlocks blocks;
  ElementwiseList products;
};

State Prepare(const Args& args) {
  State state;
  const ElementwiseLoop loop = FindForeachLoop(ForeachExpression::kMul, DType::kFloat);
  for (size_t k = 0; k < args.grads.size(); ++k) {
    state.blocks.Add(args.grads[k].NumElements());
    const TensorView* const scaled = &args.scaledGrads[k];
    state.products.Add(args.grads[k], std::span(&scaled, 1), {DType::kFloat, DType::kFloat}, loop);
  }
  state.cost = 2 * state.products.Cost();
  return state;
}

Status Run(const Args& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  std::atomic<bool> found = false;
  cpu.ParallelFor(state.blocks.Count(), [&](int64_t number) {
    const ListBlocks::Block block = state.blocks.At(number);
    const TensorView& grad = args.scaledGrads[block.tensor];
    if (!AllFinite(grad, block.begin, std::min(grad.NumElements(), block.begin + ListBlocks::kElements))) {
      found = true;
    }
  });
  const ScalarValue factor = LoadNumber(DType::kFloat, args.invScale.data);
  state.products.Run(
      [&](size_t set) {
        ElementwiseMemory memory;
        memory.out = args.grads[set].data;
        memory.inputs[0] = args.scaledGrads[set].data;
        memory.scalars[0] = factor;
        return memory;
      },
      cpu);
  if (found) {
    *reinterpret_cast<float*>(args.foundInf.data) = 1;
  }
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:foreach_unscale", Prepare));

constexpr std::array<TensorArgument<Args>, 4> kArguments{{
    ListArgument("scaledGrads", Role::kInput, &Args::scaledGrads),
    {"invScale", Role::kInput, &Args::invScale},
    ListArgument("scaledGrads", Role::kOutput, &Args::grads, true),
    {"foundInf", Role::kOutput, &Args::foundInf},
}};
constexpr Operator<Args> kUnscale{"aclnnForeachNonFiniteCheckAndUnscale", kArguments, kKernels};

constexpr std::array<DType, 3> kDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16};
constexpr std::array<DType, 1> kFloat{DType::kFloat};

Status Bind(PhaseOneCall& call, const aclTensorList* grads, const NamedTensor& foundInf,
            const NamedTensor& invScale) {
  const NamedList list{"scaledGrads", grads, true};
  ArgumentChecks check;
  CheckListsNotNull(check, std::span(&list, 1));
  check.NotNull(foundInf).NotNull(invScale);
  CheckListDtypes(check, std::span(&list, 1), kDtypes);
  check.DtypeIn(foundInf, kFloat).DtypeIn(invScale, kFloat);
  CheckListViews(check, std::span(&list, 1));
  check.ValidOutputView(foundInf).ValidView(invScale);
  check.NumElements(foundInf, 1, "one").NumElements(invScale, 1, "one");
  return check.Failed() ? check.Result()
                        : call.Bind(kUnscale, Args{}, {grads, invScale.tensor, grads, foundInf.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnForeachNonFiniteCheckAndUnscale,
               (const aclTensorList* scaledGrads, const aclTensor* foundInf, const aclTensor* invScale),
               Bind(call, scaledGrads, {"foundInf", foundInf}, {"invScale", invScale}))
