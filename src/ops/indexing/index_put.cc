// SPDX-License-Identifier: Apache-2.0
//
// aclnnIndex: what a list of index tensors selects. aclnnIndexPutImpl: values put, or added, there.
#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <utility>

#include "aclnnop/aclnn_index.h"
#include "aclnnop/aclnn_index_put_impl.h"
#include "base/checked_math.h"
#include "base/errors.h"
#include "executor/phases.h"
#include "kernels/indexing/indexed.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/common/self_copy.h"
#include "ops/indexing/index_list.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;
  TensorViews indices;
  TensorView values;
  TensorView out;
  Selection selection;
  bool adds = false;
};

struct State : Prepared {
  SelectionPlan selection;
  SelfCopy copy;
};

size_t BytesOf(const TensorViews& views) {
  size_t bytes = 0;
  for (const TensorView& view : views) {
    bytes += static_cast<size_t>(view.NumElements()) * SizeOf(view.dtype);
  }
  return bytes;
}

// The last dim of the block in the result.
size_t CountedDim(const Selection& selection) {
  return selection.before.size() + selection.block.size() - 1;
}

State PrepareIndex(const Args& args) {
  State state;
  ScratchLayout scratch;
  const int64_t most = args.selection.counted ? args.out.dims[CountedDim(args.selection)] : 0;
  state.selection = SelectionPlan(args.selection, args.indices, most, scratch);
  state.workspaceBytes = scratch.Bytes();
  state.cost = 2 * static_cast<size_t>(args.out.NumElements()) * SizeOf(args.out.dtype) +
               2 * BytesOf(args.indices) + state.workspaceBytes;
  return state;
}

Status RunIndex(const Args& args, const State& state, std::byte* workspace,
                const backend::cpu::CpuContext& cpu) {
  const Selection& selection = args.selection;
  SelectionPlan::Found found;
  if (Status status = state.selection.Find(selection, args.indices, args.self, workspace, cpu, found);
      !status.IsOk()) {
    return status;
  }
  if (selection.counted) {
    const int64_t count = found.block[found.block.size() - 1];
    const int64_t room = args.out.dims[CountedDim(selection)];
    if (count != room) {
      return {code::kRtVectorCoreException, "out: expected an extent of " + std::to_string(count) +
                                                " where the masks index, got " + std::to_string(room)};
    }
  }
  GatherSlices(found.positions, SliceOf(selection, args.self), args.out, cpu);
  return Status::Ok();
}

State PreparePut(const Args& args) {
  State state;
  ScratchLayout scratch;
  state.selection = SelectionPlan(args.selection, args.indices, INT64_MAX, scratch);
  state.workspaceBytes = scratch.Bytes();
  state.copy = SelfCopy(args.self, args.out);
  const int64_t slice = SliceOf(args.selection, args.self).NumElements();
  const auto size = static_cast<int64_t>(SizeOf(args.self.dtype));
  const size_t indices = BytesOf(args.indices);
  state.cost = state.copy.Cost() + 2 * indices + state.workspaceBytes +
               static_cast<size_t>(2 * size * std::max(args.values.NumElements(), slice));
  return state;
}

Status RunPut(const Args& args, const State& state, std::byte* workspace,
              const backend::cpu::CpuContext& cpu) {
  const Selection& selection = args.selection;
  SelectionPlan::Found found;
  if (Status status = state.selection.Find(selection, args.indices, args.out, workspace, cpu, found);
      !status.IsOk()) {
    return status;
  }
  const Dims shape = selection.Shape(args.out.Dims(), found.block);
  const std::span<const int64_t> dims{shape.begin(), shape.size()};
  const std::optional<Dims> together = BroadcastShape(args.values.Dims(), dims);
  if (!together || !std::ranges::equal(*together, shape)) {
    return {code::kRtVectorCoreException, "values: expected a shape that broadcasts to " + ShapeText(dims) +
                                              ", got " + ShapeText(args.values.Dims())};
  }
  state.copy.Run(args.self, args.out, cpu);
  // Indices of different places along a dim before lead to different elements.
  const std::span<const int64_t> before = dims.first(selection.before.size());
  const auto longest = std::ranges::max_element(before);
  const std::optional<size_t> apart =
      longest == before.end() ? std::nullopt : std::optional<size_t>(longest - before.begin());
  ScatterSlices(found.positions, BroadcastTo(args.values, dims),
                args.adds ? ScatterMode::kAdd : ScatterMode::kReplace, SliceOf(selection, args.out), apart,
                cpu);
  return Status::Ok();
}

constexpr OnlyKernel kGatherKernels(CpuKernel<RunIndex>("cpu:gather_list", PrepareIndex));
constexpr OnlyKernel kPutKernels(CpuKernel<RunPut>("cpu:scatter_list", PreparePut));

constexpr std::array<TensorArgument<Args>, 3> kIndexArguments{
    {{"self", Role::kInput, &Args::self},
     ListArgument("indices", Role::kInput, &Args::indices),
     {"out", Role::kOutput, &Args::out}}};
constexpr std::array<TensorArgument<Args>, 4> kPutArguments{
    {{"selfRef", Role::kInput, &Args::self},
     {"indices", Role::kInput, nullptr, false, true, &Args::indices},
     {"values", Role::kInput, &Args::values, false, true},
     {"selfRef", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kIndex{"aclnnIndex", kIndexArguments, kGatherKernels};
constexpr int64_t kTooMany = int64_t{1} << 48;  // places, however few elements they name

constexpr Operator<Args> kIndexPutImpl{"aclnnIndexPutImpl", kPutArguments, kPutKernels};

// Whether a shape is that of a result; how many elements are true is not known yet.
bool Fits(const Selection& selection, const aclTensor& self, std::span<const int64_t> shape) {
  Dims expected = selection.Shape(self.viewDims, selection.block);
  if (selection.counted && shape.size() == expected.size()) {
    const size_t counted = CountedDim(selection);
    if (expected[counted] == 1) {
      expected[counted] = shape[counted];
    }
  }
  return std::ranges::equal(expected, shape);
}

// What the list selects so that the result has out's shape. Of lists that can be read in several ways the one
// counts where the fewest entries are index tensors without elements.
Selection SelectFor(ArgumentChecks& check, const aclTensor& self, const aclTensorList& indices,
                    const NamedTensor& out) {
  uint32_t either = 0;
  for (size_t k = 0; k < std::min<size_t>(indices.values.size(), kMaxRank); ++k) {
    either |= NothingOf(self, indices.values[k]) == Nothing::kEither ? 1U << k : 0U;
  }
  std::optional<Selection> best;
  int fewest = 0;
  for (uint32_t empty = 0; empty <= either; ++empty) {
    ArgumentChecks attempt;
    if ((empty & ~either) == 0) {
      const Selection selection = Select(attempt, self, indices, empty);
      if (!attempt.Failed() && Fits(selection, self, out.tensor->viewDims) &&
          (!best || std::popcount(empty) < fewest)) {
        best = selection;
        fewest = std::popcount(empty);
      }
    }
  }
  if (best) {
    return *best;
  }
  Selection plain = Select(check, self, indices, 0);
  if (!check.Failed()) {
    check.Shape(out, plain.Shape(self.viewDims, plain.block), "of what is selected");
  }
  return plain;
}

// A table, its indices, and the other tensor. One of the two is written.
void CheckTensors(ArgumentChecks& check, const NamedTensor& self, const aclTensorList* indices,
                  const NamedTensor& other, bool writesSelf) {
  check.NotNull(self).NotNull("indices", indices).NotNull(other);
  check.DtypeIn(self, kMovableDtypes).SameDtype(other, self);
  if (writesSelf) {
    check.ValidOutputView(self).ValidView(other);
  } else {
    check.ValidView(self).ValidOutputView(other);
  }
  if (!check.Failed()) {
    CheckIndexList(check, *self.tensor, *indices);
  }
}

Status Index(PhaseOneCall& call, const NamedTensor& self, const aclTensorList* indices,
             const NamedTensor& out) {
  ArgumentChecks check;
  CheckTensors(check, self, indices, out, false);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.selection = SelectFor(check, *self.tensor, *indices, out);
  return check.Failed() ? check.Result()
                        : call.Bind(kIndex, std::move(args), {self.tensor, indices, out.tensor});
}

Status Put(PhaseOneCall& call, const NamedTensor& self, const aclTensorList* indices,
           const NamedTensor& values, bool accumulate) {
  ArgumentChecks check;
  CheckTensors(check, self, indices, values, true);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.adds = accumulate;
  // A last entry that may be either is an index tensor: there is no need to say that all is selected.
  const std::vector<const aclTensor*>& list = indices->values;
  const bool isEither = !list.empty() && NothingOf(*self.tensor, list.back()) == Nothing::kEither;
  args.selection = Select(check, *self.tensor, *indices, isEither ? 1U << (list.size() - 1) % 32 : 0);
  if (check.Failed()) {
    return check.Result();
  }
  // How many elements are true is for the run to find out.
  Dims shape = args.selection.Shape(self.tensor->viewDims, args.selection.block);
  std::optional<Dims> together = BroadcastShape(values.tensor->viewDims, {shape.begin(), shape.size()});
  if (together && args.selection.counted && together->size() == shape.size()) {
    const size_t counted = CountedDim(args.selection);
    if (shape[counted] == 1) {
      shape[counted] = (*together)[counted];
    }
  }
  check.Require(
      "indices", "so few places that they can be counted",
      [&] {
        return CheckedProduct({shape.begin(), shape.size()}).value_or(kTooMany) < kTooMany;
      },
      [&] {
        return ShapeText({shape.begin(), shape.size()});
      });
  check.Require(
      values.name, "a shape that broadcasts to what is selected",
      [&] { return together && std::ranges::equal(*together, shape); },
      [&] {
        return ShapeText(values.tensor->viewDims) + " for " + ShapeText({shape.begin(), shape.size()});
      });
  return check.Failed()
             ? check.Result()
             : call.Bind(kIndexPutImpl, std::move(args), {self.tensor, indices, values.tensor, self.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnIndex, (const aclTensor* self, const aclTensorList* indices, aclTensor* out),
               Index(call, {"self", self}, indices, {"out", out}))

OPENACLNN_CALL(aclnnIndexPutImpl,
               (aclTensor * selfRef, const aclTensorList* indices, const aclTensor* values, bool accumulate,
                bool /*unsafe*/),
               Put(call, {"selfRef", selfRef}, indices, {"values", values}, accumulate))
