// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/index_sort.h"
#include "kernels/indexing/scatter.h"
#include "ops/common/cpu_kernel.h"
#include "ops/embedding/embedding_dense_backward/kernel.h"

namespace openaclnn {
namespace {

using Args = EmbeddingDenseBackwardArgs;

struct State : Prepared {
  IndexSort sort;
  ScatterPlan scatter;
};

State Prepare(const Args& args) {
  State state;
  if (args.out.dims[1] == 0) {
    return state;
  }
  const int64_t positions = args.indices.NumElements();
  ScratchLayout scratch;
  state.sort = IndexSort(positions, args.out.dims[0], scratch);
  state.scatter = PlanScatter(args.grad, positions, args.out, scratch);
  state.workspaceBytes = scratch.Bytes();
  state.cost = state.workspaceBytes;
  for (const TensorView* view : {&args.grad, &args.indices, &args.out}) {
    state.cost += static_cast<size_t>(view->NumElements()) * SizeOf(view->dtype);
  }
  return state;
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  if (args.out.dims[1] == 0) {
    return Status::Ok();  // nothing to write, whatever the indices are
  }
  SortedIndices sorted;
  Status status = state.sort.Run("indices", args.indices, args.paddingIdx, workspace, cpu, sorted);
  if (status.IsOk() && !args.out.Empty()) {
    const ScatterResult result = args.scaleGradByFreq ? ScatterResult::kMean : ScatterResult::kSum;
    ScatterRows(state.scatter, args.grad, sorted, result, args.out, workspace, cpu);
  }
  return status;
}

constexpr auto kKernel = CpuKernel<Run>("cpu:sorted", Prepare);

}  // namespace

constinit const KernelEntry<EmbeddingDenseBackwardArgs> kEmbeddingDenseBackwardCpu = Entry(kKernel);

}  // namespace openaclnn
