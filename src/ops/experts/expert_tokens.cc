// SPDX-License-Identifier: Apache-2.0
//
// aclnnMoeComputeExpertTokens: where the tokens of each expert end, in a sorted list of experts.
#include <array>

#include "aclnnop/aclnn_moe_compute_expert_tokens.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/indexing/index_writer.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView sorted;
  TensorView out;
};

struct State : Prepared {};

State Prepare(const Args& args) {
  State state;
  state.cost = static_cast<size_t>(args.out.NumElements()) * 64;
  return state;
}

void Run(const Args& args, const State& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  const IndexReader sorted(args.sorted, 0);
  const IndexWriter out(args.out);
  const int64_t entries = args.sorted.NumElements();
  constexpr int64_t kExpertsOfTask = 64;
  ForEachRowOfTasks(cpu, args.out.NumElements(), kExpertsOfTask, [&](int64_t expert) {
    int64_t low = 0;
    int64_t high = entries;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      int64_t entry = 0;
      sorted.Read(middle, 1, &entry);
      (entry <= expert ? low : high) = entry <= expert ? middle + 1 : middle;
    }
    out.Write(expert, low);
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:expert_tokens", Prepare));
constexpr std::array<TensorArgument<Args>, 2> kArguments{
    {{"sortedExperts", Role::kInput, &Args::sorted, false, true}, {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kMoeComputeExpertTokens{"aclnnMoeComputeExpertTokens", kArguments, kKernels};

constexpr std::array<DType, 2> kIndexDtypes{DType::kInt32, DType::kInt64};

Status Bind(PhaseOneCall& call, const Tensors<2>& given, int64_t numExperts) {
  const auto [sorted, out] = Named(kMoeComputeExpertTokens, given);
  ArgumentChecks check;
  check.NotNull(sorted).NotNull(out).DtypeIn(sorted, kIndexDtypes).SameDtype(out, sorted);
  check.ValidView(sorted).ValidOutputView(out).Rank(sorted, 1);
  check.InRange("numExperts", numExperts, 1, INT64_MAX, "1 or more");
  check.Shape(out, {numExperts}, "[numExperts]");
  return check.Failed() ? check.Result() : call.Bind(kMoeComputeExpertTokens, Args{}, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnMoeComputeExpertTokens,
               (const aclTensor* sortedExperts, int64_t numExperts, const aclTensor* out),
               Bind(call, {sortedExperts, out}, numExperts))
