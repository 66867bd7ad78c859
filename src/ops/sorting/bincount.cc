// SPDX-License-Identifier: Apache-2.0
//
// aclnnBincount: how often each number from 0 on is there, or the sum of the weights that go with it.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_bincount.h"
#include "base/errors.h"
#include "executor/phases.h"
#include "kernels/elementwise/converted.h"
#include "kernels/indexing/index_loops.h"
#include "kernels/indexing/index_reader.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/sorting/partial_counts.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;
  TensorView weights;
  TensorView out;
};

struct State : Prepared {
  PartialCounts<int64_t> counts;
  PartialCounts<double> sums;
  ScratchArray<int64_t> offenders;  // of each part: the first element that is out of range
};

State Prepare(const Args& args) {
  State state;
  ScratchLayout scratch;
  const int64_t elements = args.self.NumElements();
  const int64_t bins = args.out.NumElements();
  int64_t parts = 0;
  if (args.weights.Defined()) {
    state.sums = PartialCounts<double>(elements, bins, scratch);
    state.cost = state.sums.Cost();
    parts = state.sums.Parts();
  } else {
    state.counts = PartialCounts<int64_t>(elements, bins, scratch);
    state.cost = state.counts.Cost();
    parts = state.counts.Parts();
  }
  state.offenders = scratch.Book<int64_t>(parts);
  state.workspaceBytes = scratch.Bytes();
  // To count takes as long as to copy so many bytes.
  constexpr size_t kCount = 16;
  state.cost += static_cast<size_t>(elements) * kCount;
  return state;
}

// Adds what `of(i)` says for each of some elements to its bin.
template <typename T, typename Of>
void CountSome(const int64_t* elements, int64_t count, T* counts, const Of& of) {
  for (int64_t i = 0; i < count; ++i) {
    counts[elements[i]] += of(i);
  }
}

template <typename T>
Status CountAll(const Args& args, const PartialCounts<T>& counts, int64_t* offenders, std::byte* workspace,
                const backend::cpu::CpuContext& cpu) {
  constexpr bool kWeighted = std::is_same_v<T, double>;
  const int64_t bins = args.out.dims[0];
  const IndexReader reader(args.self, -1);
  const ConvertedReader weights(kWeighted ? args.weights : args.self,
                                kWeighted ? DType::kDouble : args.self.dtype);
  counts.ForEachPart(cpu, [&](int64_t part, int64_t begin, int64_t end) {
    T* const own = counts.Clear(part, workspace);
    offenders[part] = -1;
    for (; begin < end; begin += kConvertedChunk) {
      IndexReader::Buffer buffer;
      const int64_t some = std::min(kConvertedChunk, end - begin);
      const int64_t* const elements = reader.ReadTile(begin, some, buffer);
      if (!AllInRange(elements, some, 0, bins)) {
        const int64_t* const found = std::find_if(
            elements, elements + some, [&](int64_t element) { return element < 0 || element >= bins; });
        offenders[part] = begin + (found - elements);
        return;
      }
      if constexpr (kWeighted) {
        ConvertedBuffer converted;
        const auto* const weight = reinterpret_cast<const double*>(weights.Read(begin, some, converted));
        CountSome(elements, some, own, [&](int64_t i) { return weight[i]; });
      } else {
        CountSome(elements, some, own, [](int64_t) { return 1; });
      }
    }
  });
  for (int64_t part = 0; part < counts.Parts(); ++part) {
    if (offenders[part] >= 0) {
      return {code::kRtVectorCoreException, "self: expected values in [0, " + std::to_string(bins) +
                                                "), got " + reader.Text(offenders[part]) + " at position " +
                                                std::to_string(offenders[part])};
    }
  }
  counts.Store(workspace, args.out, cpu);
  return Status::Ok();
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  int64_t* const offenders = state.offenders.In(workspace);
  return args.weights.Defined() ? CountAll(args, state.sums, offenders, workspace, cpu)
                                : CountAll(args, state.counts, offenders, workspace, cpu);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:bincount", Prepare));
constexpr std::array<TensorArgument<Args>, 3> kArguments{{{"self", Role::kInput, &Args::self},
                                                          {"weights", Role::kInput, &Args::weights},
                                                          {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kBincount{"aclnnBincount", kArguments, kKernels};

constexpr std::array<DType, 5> kWholeDtypes{DType::kInt8, DType::kInt16, DType::kInt32, DType::kInt64,
                                            DType::kUint8};
constexpr std::array<DType, 1> kCounts{DType::kInt64};
constexpr std::array<DType, 1> kFloatSums{DType::kFloat};
constexpr std::array<DType, 1> kDoubleSums{DType::kDouble};

// The types that the result may have: one.
std::span<const DType> ResultDtypes(const aclTensor* weights) {
  if (weights == nullptr) {
    return kCounts;
  }
  return weights->dtype == DType::kFloat ? kFloatSums : kDoubleSums;
}

Status Bincount(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& weights, int64_t minlength,
                const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).LiveOrNull(weights).NotNull(out).DtypeIn(self, kWholeDtypes);
  if (weights.tensor != nullptr) {
    check.DtypeIn(weights, kRealDtypes);
  }
  if (!check.Failed()) {
    check.DtypeIn(out, ResultDtypes(weights.tensor));
  }
  check.ValidView(self);
  if (weights.tensor != nullptr) {
    check.ValidView(weights);
  }
  check.ValidOutputView(out).Rank(self, 1);
  if (weights.tensor != nullptr) {
    check.SameShape(weights, self);
  }
  check.InRange("minlength", minlength, 0, INT64_MAX, "a number that is not negative");
  check.Rank(out, 1);
  check.Require(
      "out", "as many elements as minlength says at least",
      [&] { return out.tensor->viewDims[0] >= minlength; },
      [&] { return std::to_string(out.tensor->viewDims[0]) + " for " + std::to_string(minlength); });
  return check.Failed() ? check.Result()
                        : call.Bind(kBincount, Args{}, {self.tensor, weights.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnBincount,
               (const aclTensor* self, const aclTensor* weights, int64_t minlength, aclTensor* out),
               Bincount(call, {"self", self}, {"weights", weights}, minlength, {"out", out}))
