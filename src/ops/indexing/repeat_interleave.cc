// SPDX-License-Identifier: Apache-2.0
//
// aclnnRepeatInterleave, aclnnRepeatInterleaveWithDim: each slice as often as a tensor says.
// aclnnRepeatInterleaveTensor: the indices of these slices.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "aclnnop/aclnn_repeat_interleave.h"
#include "base/errors.h"
#include "base/row_view.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/self_copy.h"
#include "ops/indexing/arguments.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;
  TensorView repeats;
  TensorView out;
  std::optional<size_t> dim;  // none: self as if it had one dim
  int64_t slices = 0;         // to repeat
  int64_t total = 0;          // repeated
};

struct State : Prepared {
  ScratchArray<int64_t> sources;  // of each slice of the result
  SelfCopy store;
};

TensorView Sources(const Args& args, int64_t* numbers) {
  return RowView(DType::kInt64, args.total, numbers);
}

State Prepare(const Args& args) {
  State state;
  ScratchLayout scratch;
  state.sources = scratch.Book<int64_t>(args.total);
  state.workspaceBytes = scratch.Bytes();
  state.cost =
      2 * static_cast<size_t>(args.out.NumElements()) * SizeOf(args.out.dtype) + 2 * state.workspaceBytes;
  return state;
}

State PrepareTensor(const Args& args) {
  State state = Prepare(args);
  state.store = SelfCopy(Sources(args, nullptr), args.out);
  return state;
}

// Finds the slice that each of the result comes from.
Status FindSources(const Args& args, int64_t* sources) {
  const IndexReader reader(BroadcastTo(args.repeats, std::array{args.slices}), -1);
  std::array<int64_t, kTileElements> tile;
  int64_t filled = 0;
  for (int64_t slice = 0; slice < args.slices; ++slice) {
    const int64_t at = slice % kTileElements;
    if (at == 0) {
      reader.Read(slice, std::min(kTileElements, args.slices - slice), tile.data());
    }
    const int64_t repeats = tile[static_cast<size_t>(at)];
    if (repeats < 0 || repeats > args.total - filled) {
      return {code::kRtVectorCoreException,
              "repeats: expected values from 0 on that add up to " + std::to_string(args.total) + ", got " +
                  std::to_string(repeats) + " at position " + std::to_string(slice)};
    }
    std::fill_n(sources + filled, repeats, slice);
    filled += repeats;
  }
  if (filled != args.total) {
    return {code::kRtVectorCoreException, "repeats: expected values that add up to " +
                                              std::to_string(args.total) + ", got " + std::to_string(filled)};
  }
  return Status::Ok();
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  int64_t* const sources = state.sources.In(workspace);
  if (Status status = FindSources(args, sources); !status.IsOk()) {
    return status;
  }
  const TensorView view = Sources(args, sources);
  if (!args.dim) {
    IndexSpace positions(args.out.Dims());
    IndexSpace::Indices indices{"repeats", view, args.slices, 1, false};
    if (!args.self.Contiguous()) {
      indices.flat = args.self;
    }
    positions.Add(indices);
    TensorView element = args.self;
    element.rank = 0;
    GatherSlices(positions, element, args.out, cpu);
    return Status::Ok();
  }
  const TensorView self = AtLeastOneDim(args.self);
  const size_t dim = *args.dim;
  IndexSpace positions(args.out.Dims().first(dim + 1));
  for (size_t d = 0; d < dim; ++d) {
    positions.AddStep(d, self.strides[d]);
  }
  positions.Add({"repeats", view, args.slices, self.strides[dim], false});
  TensorView slice = self;
  slice.rank = self.rank - static_cast<int>(dim) - 1;
  std::copy(self.dims.begin() + static_cast<std::ptrdiff_t>(dim) + 1, self.dims.end(), slice.dims.begin());
  std::copy(self.strides.begin() + static_cast<std::ptrdiff_t>(dim) + 1, self.strides.end(),
            slice.strides.begin());
  GatherSlices(positions, slice, args.out, cpu);
  return Status::Ok();
}

Status RunTensor(const Args& args, const State& state, std::byte* workspace,
                 const backend::cpu::CpuContext& cpu) {
  int64_t* const sources = state.sources.In(workspace);
  Status status = FindSources(args, sources);
  if (status.IsOk()) {
    state.store.Run(Sources(args, sources), args.out, cpu);
  }
  return status;
}

constexpr OnlyKernel kSliceKernels(CpuKernel<Run>("cpu:repeat_slices", Prepare));
constexpr OnlyKernel kIndexKernels(CpuKernel<RunTensor>("cpu:repeat_indices", PrepareTensor));
constexpr std::array<TensorArgument<Args>, 3> kSliceArguments{{{"self", Role::kInput, &Args::self},
                                                               {"repeats", Role::kInput, &Args::repeats},
                                                               {"out", Role::kOutput, &Args::out}}};
constexpr std::array<TensorArgument<Args>, 2> kIndexArguments{
    {{"repeats", Role::kInput, &Args::repeats}, {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kRepeatInterleave{"aclnnRepeatInterleave", kSliceArguments, kSliceKernels};
constexpr Operator<Args> kRepeatInterleaveWithDim{"aclnnRepeatInterleaveWithDim", kSliceArguments,
                                                  kSliceKernels};
constexpr Operator<Args> kRepeatInterleaveTensor{"aclnnRepeatInterleaveTensor", kIndexArguments,
                                                 kIndexKernels};

// `slices` are what repeats has a number for, or one number for all.
void CheckRepeats(ArgumentChecks& check, const NamedTensor& repeats, int64_t slices) {
  const std::vector<int64_t>& dims = repeats.tensor->viewDims;
  check.Require(
      repeats.name, "at most 1 dim, of one element or one for each slice",
      [&] { return dims.empty() || (dims.size() == 1 && (dims[0] == 1 || dims[0] == slices)); },
      [&] { return ShapeText(dims) + " for " + std::to_string(slices); });
}

Status Repeat(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& repeats,
              std::optional<int64_t> dim, int64_t outputSize, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(repeats).NotNull(out);
  check.DtypeIn(self, kStorableDtypes).DtypeIn(repeats, kIndexDtypes).SameDtype(out, self);
  check.ValidView(self).ValidView(repeats).ValidOutputView(out);
  check.Require(
      "outputSize", "0 or more", [&] { return outputSize >= 0; }, [&] { return std::to_string(outputSize); });
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.total = outputSize;
  Dims shape{outputSize};
  if (dim) {
    args.dim = FindDim(check, "dim", *dim, self.tensor->viewDims.size());
    if (check.Failed()) {
      return check.Result();
    }
    if (!self.tensor->viewDims.empty()) {
      shape = DimsOf(*self.tensor);
      args.slices = std::exchange(shape[*args.dim], outputSize);
    } else {
      args.slices = 1;
    }
  } else {
    args.slices = NumElements(*self.tensor);
  }
  CheckRepeats(check, repeats, args.slices);
  check.Shape(out, shape, dim ? "of self with outputSize at dim" : "[outputSize]");
  return check.Failed() ? check.Result()
                        : call.Bind(dim ? kRepeatInterleaveWithDim : kRepeatInterleave, args,
                                    {self.tensor, repeats.tensor, out.tensor});
}

Status RepeatTensor(PhaseOneCall& call, const NamedTensor& repeats, int64_t outputSize,
                    const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(repeats).NotNull(out);
  check.DtypeIn(repeats, kIndexDtypes).DtypeIn(out, kIndexDtypes);
  check.ValidView(repeats).ValidOutputView(out).Rank(repeats, 1);
  check.Shape(out, Dims{outputSize}, "[outputSize]");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.total = outputSize;
  args.slices = repeats.tensor->viewDims[0];
  return call.Bind(kRepeatInterleaveTensor, args, {repeats.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnRepeatInterleave,
               (const aclTensor* self, const aclTensor* repeats, int64_t outputSize, aclTensor* out),
               Repeat(call, {"self", self}, {"repeats", repeats}, std::nullopt, outputSize, {"out", out}))

OPENACLNN_CALL(aclnnRepeatInterleaveWithDim,
               (const aclTensor* self, const aclTensor* repeats, int64_t dim, int64_t outputSize,
                aclTensor* out),
               Repeat(call, {"self", self}, {"repeats", repeats}, dim, outputSize, {"out", out}))

OPENACLNN_CALL(aclnnRepeatInterleaveTensor, (const aclTensor* repeats, int64_t outputSize, aclTensor* out),
               RepeatTensor(call, {"repeats", repeats}, outputSize, {"out", out}))
