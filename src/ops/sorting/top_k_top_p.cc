// SPDX-License-Identifier: Apache-2.0
//
// aclnnApplyTopKTopP: the scores of a vocabulary without those that are neither among the k largest nor part
// of the probability p.
#include "aclnnop/aclnn_apply_top_k_top_p.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/sorting/vocabulary.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView logits;
  TensorView p;
  TensorView k;
  TensorView out;
};

using State = VocabularyState;

State Prepare(const Args& args) {
  return VocabularyState(args.logits);
}

constexpr float kRemoved = -std::numeric_limits<float>::infinity();

// Writes a row of which only some values are kept.
void WriteKept(const RankedRow& row, size_t firstKept, int64_t number, const TileWriter& writer,
               std::span<float> out) {
  std::ranges::fill(out, kRemoved);
  for (size_t i = firstKept; i < row.Values().size(); ++i) {
    out[static_cast<size_t>(row.PlaceOf(i))] = row.Values()[i];
  }
  WriteRow(writer, number, out);
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const TileReader logits(args.logits);
  const TileWriter writer(args.out);
  const int64_t columns = args.logits.dims[1];
  state.rows.ForEach(workspace, cpu, [&](int64_t number, RankedRow& row, std::span<float> out) {
    row.Read(logits, number);
    const int64_t k = args.k.Defined() ? WholeNumberOf(args.k, number) : 0;
    const bool filters = k > 0 && k < columns;
    float least = kRemoved;
    if (filters) {
      row.TakeLargest(k);
      least = row.Values().back();
    }
    if (!args.p.Defined()) {
      std::ranges::transform(row.Scores(), out.begin(),
                             [=](float score) { return score < least ? kRemoved : score; });
      WriteRow(writer, number, out);
      return;
    }
    if (filters) {
      row.SortFrom(least);
    } else {
      row.Sort(false);
    }
    const double bound = (1 - NumberOf(args.p, number)) * row.Weigh(row.Values().back());
    double sum = 0;
    size_t first = 0;
    for (; first + 1 < row.Values().size(); ++first) {
      sum += static_cast<double>(row.Weights()[first]);
      if (!(sum <= bound)) {
        break;
      }
    }
    WriteKept(row, first, number, writer, out);
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:rows", Prepare));
constexpr std::array<TensorArgument<Args>, 4> kArguments{{
    {"logits", Role::kInput, &Args::logits},
    {"pOptional", Role::kInput, &Args::p},
    {"kOptional", Role::kInput, &Args::k},
    {"out", Role::kOutput, &Args::out, true},
}};
constexpr Operator<Args> kApplyTopKTopP{"aclnnApplyTopKTopP", kArguments, kKernels};

Status Bind(PhaseOneCall& call, const Tensors<4>& given) {
  const auto [logits, p, k, out] = Named(kApplyTopKTopP, given);
  ArgumentChecks check;
  check.NotNull(logits);
  if (p.tensor == nullptr) {
    check.NotNull(k);
  }
  check.NotNull(out).LiveOrNull(p).LiveOrNull(k);
  CheckLogits(check, logits);
  if (p.tensor != nullptr) {
    check.SameDtype(p, logits);
    CheckOfRows(check, p, logits);
  }
  if (k.tensor != nullptr) {
    check.DtypeIn(k, kCounts);
    CheckOfRows(check, k, logits);
  }
  check.SameDtype(out, logits).ValidOutputView(out).SameShape(out, logits);
  return check.Failed() ? check.Result() : call.Bind(kApplyTopKTopP, Args{}, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnApplyTopKTopP,
               (const aclTensor* logits, const aclTensor* pOptional, const aclTensor* kOptional,
                aclTensor* out),
               Bind(call, {logits, pOptional, kOptional, out}))
