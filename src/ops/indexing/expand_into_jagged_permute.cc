// SPDX-License-Identifier: Apache-2.0
//
// aclnnExpandIntoJaggedPermute: for each element of permuted segments, where it was before.
#include <algorithm>
#include <array>
#include <numeric>
#include <string>

#include "aclnnop/aclnn_expand_into_jagged_permute.h"
#include "base/checked_math.h"
#include "base/errors.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/indexing/index_space.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/indexing/arguments.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView permute;  // [L]
  TensorView begins;   // [L + 1]: where segments were
  TensorView ends;     // [L + 1]: where they are
  TensorView out;
};

struct State : Prepared {
  ScratchArray<int64_t> permute;
  ScratchArray<int64_t> begins;
  ScratchArray<int64_t> ends;
};

State Prepare(const Args& args) {
  State state;
  ScratchLayout scratch;
  state.permute = scratch.Book<int64_t>(args.permute.NumElements());
  state.begins = scratch.Book<int64_t>(args.begins.NumElements());
  state.ends = scratch.Book<int64_t>(args.ends.NumElements());
  state.workspaceBytes = scratch.Bytes();
  state.cost = state.workspaceBytes + static_cast<size_t>(args.out.NumElements()) * SizeOf(args.out.dtype);
  return state;
}

// Numbers of segments, and ends that do not fall.
Status CheckNumbers(const Args& args, const int64_t* ends, const backend::cpu::CpuContext& cpu) {
  const int64_t segments = args.permute.NumElements();
  const int64_t total = args.out.NumElements();
  IndexSpace numbers(args.permute.Dims());
  numbers.Add({.name = "permute", .view = args.permute, .extent = segments});
  if (Status status = numbers.Check(cpu); !status.IsOk()) {
    return status;
  }
  for (int64_t i = 0; i <= segments; ++i) {
    const int64_t lowest = i == 0 ? 0 : ends[i - 1];
    if (ends[i] < lowest || ends[i] > total) {
      return {code::kRtVectorCoreException, "outputOffsets: expected values from " + std::to_string(lowest) +
                                                " to " + std::to_string(total) + ", got " +
                                                std::to_string(ends[i]) + " at position " +
                                                std::to_string(i)};
    }
  }
  return Status::Ok();
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  int64_t* const permute = state.permute.In(workspace);
  int64_t* const begins = state.begins.In(workspace);
  int64_t* const ends = state.ends.In(workspace);
  const int64_t segments = args.permute.NumElements();
  const int64_t total = args.out.NumElements();
  ReadConverted(args.permute, 0, segments, permute);
  ReadConverted(args.begins, 0, segments + 1, begins);
  ReadConverted(args.ends, 0, segments + 1, ends);
  if (Status status = CheckNumbers(args, ends, cpu); !status.IsOk()) {
    return status;
  }
  cpu.ParallelFor(CeilDivide(total, kConvertedChunk), [&](int64_t task) {
    std::array<int64_t, static_cast<size_t>(kConvertedChunk)> numbers{};
    const int64_t first = task * kConvertedChunk;
    const int64_t last = std::min(total, first + kConvertedChunk);
    // The first segment that ends behind the beginning.
    int64_t segment = std::upper_bound(ends + 1, ends + segments + 1, first) - (ends + 1);
    for (; segment < segments && ends[segment] < last; ++segment) {
      const int64_t from = std::max(first, ends[segment]);
      const int64_t to = std::min(last, ends[segment + 1]);
      const auto start = static_cast<uint64_t>(begins[permute[segment]]);
      for (int64_t i = from; i < to; ++i) {
        numbers[static_cast<size_t>(i - first)] =
            static_cast<int64_t>(start + static_cast<uint64_t>(i - ends[segment]));
      }
    }
    WriteConverted(args.out, first, last - first, numbers.data());
  });
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:jagged_permute", Prepare));
constexpr std::array<TensorArgument<Args>, 4> kArguments{
    {{"permute", Role::kInput, &Args::permute, false, true},
     {"inputOffsets", Role::kInput, &Args::begins, false, true},
     {"outputOffsets", Role::kInput, &Args::ends, false, true},
     {"outputPermute", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kExpand{"aclnnExpandIntoJaggedPermute", kArguments, kKernels};

Status Bind(PhaseOneCall& call, const Tensors<4>& given, int64_t outputSize) {
  const auto [permute, begins, ends, out] = Named(kExpand, given);
  ArgumentChecks check;
  check.NotNull(permute).NotNull(begins).NotNull(ends).NotNull(out);
  check.DtypeIn(permute, kIndexDtypes).SameDtype(begins, permute).SameDtype(ends, permute);
  check.SameDtype(out, permute).ValidView(permute).ValidView(begins).ValidView(ends).ValidOutputView(out);
  check.InRange("outputSize", outputSize, 0, INT64_MAX, "elements of outputPermute");
  check.Rank(permute, 1);
  if (check.Failed()) {
    return check.Result();
  }
  // Nothing has so many that one more does not fit.
  const int64_t segments = permute.tensor->viewDims[0];
  const int64_t borders = segments < INT64_MAX ? segments + 1 : segments;
  check.Shape(begins, {borders}, "[segments + 1]").Shape(ends, {borders}, "[segments + 1]");
  check.Shape(out, {outputSize}, "[outputSize]");
  return check.Failed() ? check.Result() : call.Bind(kExpand, Args(), TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnExpandIntoJaggedPermute,
               (const aclTensor* permute, const aclTensor* inputOffsets, const aclTensor* outputOffsets,
                int64_t outputSize, aclTensor* outputPermute),
               Bind(call, {permute, inputOffsets, outputOffsets, outputPermute}, outputSize))
