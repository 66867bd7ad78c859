// SPDX-License-Identifier: Apache-2.0
//
// aclnnTake and aclnnInplacePut: elements that indices name in a tensor as if it had one dim.
#include <algorithm>
#include <optional>
#include <string>

#include "aclnnop/aclnn_put.h"
#include "aclnnop/aclnn_take.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/self_copy.h"
#include "ops/indexing/arguments.h"

namespace openaclnn {
namespace {

using Args = IndexArgs;

struct State : Prepared {
  SelfCopy copy;
  SelfCopy packing;  // of a source that has not the index's shape
  ScratchArray<std::byte> packed;
};

// The positions of the index in the table, and what is at each of them.
Status FindElements(const Args& args, const TensorView& table, const backend::cpu::CpuContext& cpu,
                    IndexSpace& positions, TensorView& element) {
  positions = IndexSpace(args.index.Dims());
  IndexSpace::Indices indices{"index", args.index, table.NumElements(), 1, true};
  if (!table.Contiguous()) {
    indices.flat = table;
  }
  positions.Add(indices);
  element = table;
  element.rank = 0;
  return positions.Check(cpu);
}

State PrepareTake(const Args& args) {
  State state;
  state.cost =
      static_cast<size_t>(args.index.NumElements()) * (2 * SizeOf(args.out.dtype) + SizeOf(args.index.dtype));
  return state;
}

Status RunTake(const Args& args, const State& /*state*/, std::byte* /*workspace*/,
               const backend::cpu::CpuContext& cpu) {
  IndexSpace positions;
  TensorView element;
  Status status = FindElements(args, args.self, cpu, positions, element);
  if (status.IsOk()) {
    GatherSlices(positions, element, args.out, cpu);
  }
  return status;
}

bool HasIndexShape(const Args& args) {
  return std::ranges::equal(args.source.Dims(), args.index.Dims());
}

// A contiguous view of the index's shape.
TensorView LikeIndex(const Args& args, std::byte* data) {
  TensorView view = args.index;
  view.dtype = args.source.dtype;
  view.data = data;
  ContiguousStrides(view.Dims(), {view.strides.data(), static_cast<size_t>(view.rank)});
  return view;
}

TensorView PackedSource(const Args& args, std::byte* data) {
  TensorView view = args.source;
  view.data = data;
  ContiguousStrides(view.Dims(), {view.strides.data(), static_cast<size_t>(view.rank)});
  return view;
}

State PreparePut(const Args& args) {
  State state = PrepareTake(args);
  state.copy = SelfCopy(args.self, args.out);
  if (!HasIndexShape(args) && !args.source.Contiguous()) {
    ScratchLayout scratch;
    state.packed =
        scratch.Book<std::byte>(args.source.NumElements() * static_cast<int64_t>(SizeOf(args.source.dtype)));
    state.packing = SelfCopy(args.source, PackedSource(args, nullptr));
    state.workspaceBytes = scratch.Bytes();
  }
  state.cost += state.copy.Cost() + 2 * state.workspaceBytes;
  return state;
}

Status RunPut(const Args& args, const State& state, std::byte* workspace,
              const backend::cpu::CpuContext& cpu) {
  IndexSpace positions;
  TensorView element;
  if (Status status = FindElements(args, args.out, cpu, positions, element); !status.IsOk()) {
    return status;
  }
  state.copy.Run(args.self, args.out, cpu);
  TensorView source = args.source;
  if (!HasIndexShape(args)) {
    std::byte* data = args.source.data;
    if (!args.source.Contiguous()) {
      data = state.packed.In(workspace);
      state.packing.Run(args.source, PackedSource(args, data), cpu);
    }
    source = LikeIndex(args, data);
  }
  ScatterSlices(positions, source, args.mode, element, std::nullopt, cpu);
  return Status::Ok();
}

constexpr OnlyKernel kTakeKernels(CpuKernel<RunTake>("cpu:take", PrepareTake));
constexpr OnlyKernel kPutKernels(CpuKernel<RunPut>("cpu:put", PreparePut));
constexpr std::array<TensorArgument<Args>, 3> kTakeArguments{{{"self", Role::kInput, &Args::self},
                                                              {"index", Role::kInput, &Args::index},
                                                              {"out", Role::kOutput, &Args::out}}};
constexpr std::array<TensorArgument<Args>, 4> kPutArguments{
    {{"selfRef", Role::kInput, &Args::self},
     {"index", Role::kInput, &Args::index, false, true},
     {"source", Role::kInput, &Args::source, false, true},
     {"selfRef", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kTake{"aclnnTake", kTakeArguments, kTakeKernels};
constexpr Operator<Args> kInplacePut{"aclnnInplacePut", kPutArguments, kPutKernels};

Status Take(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& index, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(index).NotNull(out);
  check.DtypeIn(self, kMovableDtypes).DtypeIn(index, kIndexDtypes).SameDtype(out, self);
  check.ValidView(self).ValidView(index).ValidOutputView(out).SameShape(out, index);
  return check.Failed() ? check.Result() : call.Bind(kTake, Args{}, {self.tensor, index.tensor, out.tensor});
}

Status Put(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& index, const NamedTensor& source,
           bool accumulate) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(index).NotNull(source);
  check.DtypeIn(self, kMovableDtypes).DtypeIn(index, kIndexDtypes).SameDtype(source, self);
  check.ValidOutputView(self).ValidView(index).ValidView(source);
  if (check.Failed()) {
    return check.Result();
  }
  check.NumElements(source, NumElements(*index.tensor), "elements of index");
  Args args;
  args.mode = accumulate ? ScatterMode::kAdd : ScatterMode::kReplace;
  return check.Failed()
             ? check.Result()
             : call.Bind(kInplacePut, args, {self.tensor, index.tensor, source.tensor, self.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnTake, (const aclTensor* self, const aclTensor* index, aclTensor* out),
               Take(call, {"self", self}, {"index", index}, {"out", out}))

OPENACLNN_CALL(aclnnInplacePut,
               (aclTensor * selfRef, const aclTensor* index, const aclTensor* source, bool accumulate),
               Put(call, {"selfRef", selfRef}, {"index", index}, {"source", source}, accumulate))
