// SPDX-License-Identifier: Apache-2.0
//
// aclnnPermute, aclnnFlip, aclnnRoll, aclnnChannelShuffle, aclnnSlice and aclnnSliceV2: the elements of a tensor
// in another order, or some. aclnnFlatten: in other dims.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_channel_shuffle.h"
#include "aclnnop/aclnn_flatten.h"
#include "aclnnop/aclnn_flip.h"
#include "aclnnop/aclnn_permute.h"
#include "aclnnop/aclnn_roll.h"
#include "aclnnop/aclnn_slice.h"
#include "aclnnop/aclnn_slice_v2.h"
#include "base/checked_math.h"
#include "kernels/tiles/flat_copy.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/shape/moves.h"

namespace openaclnn {
namespace {

using Args = MoveArgs;

constexpr std::array<TensorArgument<Args>, 2> kSelf{
    {{"self", Role::kInput, &Args::self}, {"out", Role::kOutput, &Args::out}}};
constexpr std::array<TensorArgument<Args>, 2> kX{
    {{"x", Role::kInput, &Args::self}, {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kChannelShuffle{"aclnnChannelShuffle", kSelf, kMoveKernels};
constexpr Operator<Args> kFlip{"aclnnFlip", kSelf, kMoveKernels};
constexpr Operator<Args> kPermute{"aclnnPermute", kSelf, kMoveKernels};
constexpr Operator<Args> kRoll{"aclnnRoll", kX, kMoveKernels};
constexpr Operator<Args> kSlice{"aclnnSlice", kSelf, kMoveKernels};
constexpr Operator<Args> kSliceV2{"aclnnSliceV2", kSelf, kMoveKernels};

// A roll of all elements in a row, whatever their dims: its own kernel.
struct FlatRollState : Prepared {
  int64_t count = 0;
  int64_t shift = 0;  // in [0, count)
};

// Elements of a task.
constexpr int64_t kFlatTask = int64_t{1} << 15;

FlatRollState PrepareFlatRoll(const Args& args) {
  FlatRollState state;
  state.count = args.self.NumElements();
  if (state.count > 0) {
    const int64_t shift = args.numbers[0] % state.count;
    state.shift = shift < 0 ? shift + state.count : shift;
  }
  state.cost = static_cast<size_t>(2 * state.count) * SizeOf(args.self.dtype);
  return state;
}

void RunFlatRoll(const Args& args, const FlatRollState& state, std::byte* /*workspace*/,
                 const backend::cpu::CpuContext& cpu) {
  const int64_t tasks = CeilDivide(state.count, kFlatTask);
  cpu.ParallelFor(tasks, [&](int64_t task) {
    int64_t from = task * kFlatTask;
    const int64_t end = std::min(state.count, from + kFlatTask);
    while (from < end) {
      const int64_t to = (from + state.shift) % state.count;
      const int64_t count = std::min(end - from, state.count - to);
      CopyFlat(args.self, from, args.out, to, count);
      from += count;
    }
  });
}

constexpr OnlyKernel kFlatRollKernels(CpuKernel<RunFlatRoll>("cpu:flat_roll", PrepareFlatRoll));
constexpr Operator<Args> kFlatRoll{"aclnnRoll", kX, kFlatRollKernels};
constexpr Operator<Args> kFlatten{"aclnnFlatten", kSelf, kFlatRollKernels};  // by 0

void PlanPermute(const Args& args, Moves& moves) {
  Window self(args.self);
  self.Permute(args.dims);
  moves.Copy(Window(args.out), self);
}

void PlanFlip(const Args& args, Moves& moves) {
  Window self(args.self);
  for (const size_t dim : args.dims) {
    self.Flip(dim);
  }
  moves.Copy(Window(args.out), self);
}

// Along each rolled dim in two parts.
void RollFrom(const Args& args, size_t dim, const Window& out, const Window& self, Moves& moves) {
  if (dim == self.Rank()) {
    moves.Copy(out, self);
    return;
  }
  const int64_t extent = self.Dim(dim);
  const int64_t shift = args.numbers[dim];
  const std::array<std::array<int64_t, 3>, 2> parts{
      {{0, shift, extent - shift}, {extent - shift, 0, shift}}};  // from, to, count
  for (const auto& [from, to, count] : parts) {
    if (count > 0) {
      Window outPart = out;
      Window selfPart = self;
      outPart.Narrow(dim, to, count);
      selfPart.Narrow(dim, from, count);
      RollFrom(args, dim + 1, outPart, selfPart, moves);
    }
  }
}

void PlanRoll(const Args& args, Moves& moves) {
  RollFrom(args, 0, Window(args.out), Window(args.self), moves);
}

// numbers: groups. Channels [groups, C / groups] become [C / groups, groups].
void PlanChannelShuffle(const Args& args, Moves& moves) {
  if (args.out.Empty()) {
    return;
  }
  const int64_t groups = args.numbers[0];
  const int64_t channels = args.self.dims[1] / groups;  // of a group
  Window out(args.out);
  Window self(args.self);
  if (args.self.rank < kMaxRank) {
    out.Split(1, groups);
    constexpr std::array<size_t, kMaxRank> kOrder{0, 2, 1, 3, 4, 5, 6, 7};
    out.Permute(std::span(kOrder).first(out.Rank()));
    self.Split(1, channels);
    moves.Copy(out, self);
    return;
  }
  for (int64_t group = 0; group < groups; ++group) {
    Window outPart = out;
    Window selfPart = self;
    outPart.Narrow(1, group, channels, groups);
    selfPart.Narrow(1, group * channels, channels);
    moves.Copy(outPart, selfPart);
  }
}

// numbers: start and step of each dim.
void PlanSlice(const Args& args, Moves& moves) {
  Window self(args.self);
  for (size_t i = 0; i < args.dims.size(); ++i) {
    self.Narrow(args.dims[i], args.numbers[2 * i], args.out.dims[args.dims[i]], args.numbers[2 * i + 1]);
  }
  moves.Copy(Window(args.out), self);
}

// Dims that are there, none of them twice.
std::vector<size_t> FindDims(ArgumentChecks& check, const char* name, const std::vector<int64_t>& dims,
                             size_t rank) {
  std::vector<size_t> found;
  for (const int64_t dim : dims) {
    const size_t place = FindDim(check, name, dim, rank);
    check.Require(
        name, "each dim once", [&] { return std::ranges::find(found, place) == found.end(); },
        [&] { return ShapeText(dims); });
    found.push_back(place);
  }
  return found;
}

Status Permute(PhaseOneCall& call, const NamedTensor& self, const aclIntArray* dims, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull("dims", dims);
  CheckMove(check, self, out);
  if (check.Failed()) {
    return check.Result();
  }
  const Dims own = DimsOf(*self.tensor);
  check.Require(
      "dims", "each dim of self once", [&] { return dims->values.size() == own.size(); },
      [&] { return ShapeText(dims->values) + " of " + std::to_string(own.size()) + " dims"; });
  Args args;
  args.dims = FindDims(check, "dims", dims->values, own.size());
  args.plan = PlanPermute;
  Dims shape;
  for (size_t d = 0; !check.Failed() && d < own.size(); ++d) {
    shape.push_back(own[args.dims[d]]);
  }
  check.Shape(out, shape, "of self permuted");
  return check.Failed() ? check.Result() : call.Bind(kPermute, std::move(args), {self.tensor, out.tensor});
}

Status Flip(PhaseOneCall& call, const NamedTensor& self, const aclIntArray* dims, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull("dims", dims);
  CheckMove(check, self, out).SameShape(out, self);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  const size_t rank = self.tensor->viewDims.size();
  args.dims = FindDims(check, "dims", dims->values, rank);
  if (rank == 0) {
    args.dims.clear();
  }
  args.plan = PlanFlip;
  return check.Failed() ? check.Result() : call.Bind(kFlip, std::move(args), {self.tensor, out.tensor});
}

Status Roll(PhaseOneCall& call, const NamedTensor& x, const aclIntArray* shifts, const aclIntArray* dims,
            const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(x).NotNull("shifts", shifts).NotNull("dims", dims);
  CheckMove(check, x, out).SameShape(out, x);
  if (check.Failed()) {
    return check.Result();
  }
  const bool flat = dims->values.empty();
  check.Require(
      "shifts", "one for each dim, or a single one without dims",
      [&] { return shifts->values.size() == (flat ? 1 : dims->values.size()); },
      [&] { return ShapeText(shifts->values) + " for dims " + ShapeText(dims->values); });
  const Dims own = DimsOf(*x.tensor);
  Args args;
  if (flat && !check.Failed()) {
    args.numbers = shifts->values;
    return call.Bind(kFlatRoll, std::move(args), {x.tensor, out.tensor});
  }
  args.numbers.assign(own.size(), 0);
  for (size_t i = 0; !check.Failed() && i < dims->values.size(); ++i) {
    const size_t dim = FindDim(check, "dims", dims->values[i], own.size());
    if (!check.Failed() && !own.empty() && own[dim] > 0) {
      int64_t& shift = args.numbers[dim];
      shift = (shift + shifts->values[i] % own[dim]) % own[dim];
      shift = shift < 0 ? shift + own[dim] : shift;
    }
  }
  args.plan = PlanRoll;
  return check.Failed() ? check.Result() : call.Bind(kRoll, std::move(args), {x.tensor, out.tensor});
}

Status ChannelShuffle(PhaseOneCall& call, const NamedTensor& self, int64_t groups, const NamedTensor& out) {
  ArgumentChecks check;
  CheckMove(check, self, out).SameShape(out, self);
  check.Require(
      self.name, "at least 3 dims, [N, C, ...]", [&] { return self.tensor->viewDims.size() >= 3; },
      [&] { return ShapeText(self.tensor->viewDims); });
  check.InRange("groups", groups, 1, INT64_MAX, "at least 1");
  check.Require(
      "groups", "a number that divides the channels of self",
      [&] { return self.tensor->viewDims[1] % groups == 0; },
      [&] { return std::to_string(groups) + " for " + std::to_string(self.tensor->viewDims[1]); });
  Args args;
  args.numbers = {groups};
  args.plan = PlanChannelShuffle;
  return check.Failed() ? check.Result()
                        : call.Bind(kChannelShuffle, std::move(args), {self.tensor, out.tensor});
}

// A range of a dim, of whose ends negative ones count from the end: what is left of the shape.
void AddRange(int64_t start, int64_t end, int64_t step, size_t place, Dims& shape, Args& args) {
  const int64_t extent = shape[place];
  const auto within = [extent](int64_t index) {
    return std::clamp<int64_t>(index < 0 ? std::max(index, -extent) + extent : index, 0, extent);
  };
  const int64_t first = within(start);
  const int64_t count = std::max<int64_t>(within(end) - first, 0);
  shape[place] = count == 0 ? 0 : 1 + (count - 1) / step;
  args.dims.push_back(place);
  args.numbers.push_back(first);
  args.numbers.push_back(step);
}

Status SliceV2(PhaseOneCall& call, const NamedTensor& self, const aclIntArray* starts,
               const aclIntArray* ends, const aclIntArray* axes, const aclIntArray* steps,
               const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull("starts", starts).NotNull("ends", ends).NotNull("axes", axes);
  check.NotNull("steps", steps);
  CheckMove(check, self, out);
  if (check.Failed()) {
    return check.Result();
  }
  const size_t count = starts->values.size();
  for (const auto& [name, list] : {std::pair{"ends", ends}, {"axes", axes}, {"steps", steps}}) {
    check.Require(
        name, "as many numbers as starts", [&, values = list] { return values->values.size() == count; },
        [&, values = list] {
          return std::to_string(values->values.size()) + " for " + std::to_string(count);
        });
  }
  check.Require(
      self.name, "at least 1 dim", [&] { return !self.tensor->viewDims.empty() || count == 0; },
      [] { return "0 dims"; });
  if (check.Failed()) {
    return check.Result();
  }
  Dims shape = DimsOf(*self.tensor);
  const std::vector<size_t> places = FindDims(check, "axes", axes->values, shape.size());
  Args args;
  for (size_t i = 0; i < count; ++i) {
    check.InRange("steps", steps->values[i], 1, INT64_MAX, "at least 1");
    if (!check.Failed()) {
      AddRange(starts->values[i], ends->values[i], steps->values[i], places[i], shape, args);
    }
  }
  check.Shape(out, shape, "of the slice");
  args.plan = PlanSlice;
  return check.Failed() ? check.Result() : call.Bind(kSliceV2, std::move(args), {self.tensor, out.tensor});
}

// Two dims: those before axis, and those from it on.
Status Flatten(PhaseOneCall& call, const NamedTensor& self, int64_t axis, const NamedTensor& out) {
  ArgumentChecks check;
  CheckMove(check, self, out);
  if (check.Failed()) {
    return check.Result();
  }
  const Dims own = DimsOf(*self.tensor);
  const size_t place = FindDim(check, "axis", axis, own.size());
  Dims shape{1, 1};
  bool fits = true;
  for (size_t d = 0; d < own.size(); ++d) {
    int64_t& extent = shape[d < place ? 0 : 1];
    fits = fits && !__builtin_mul_overflow(extent, own[d], &extent);
  }
  check.Require(
      self.name, "fewer than 2^63 elements in both dims", [&] { return fits; },
      [&] { return ShapeText(self.tensor->viewDims); });
  check.Shape(out, shape, "of self flattened");
  Args args;
  args.numbers = {0};
  return check.Failed() ? check.Result() : call.Bind(kFlatten, std::move(args), {self.tensor, out.tensor});
}

Status Slice(PhaseOneCall& call, const NamedTensor& self, int64_t dim, int64_t start, int64_t end,
             int64_t step, const NamedTensor& out) {
  ArgumentChecks check;
  CheckMove(check, self, out);
  check.Require(
      self.name, "at least 1 dim", [&] { return !self.tensor->viewDims.empty(); }, [] { return "0 dims"; });
  check.InRange("step", step, 1, INT64_MAX, "at least 1");
  if (check.Failed()) {
    return check.Result();
  }
  Dims shape = DimsOf(*self.tensor);
  const size_t place = FindDim(check, "dim", dim, shape.size());
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  AddRange(start, end, step, place, shape, args);
  check.Shape(out, shape, "of the slice");
  args.plan = PlanSlice;
  return check.Failed() ? check.Result() : call.Bind(kSlice, std::move(args), {self.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnPermute, (const aclTensor* self, const aclIntArray* dims, aclTensor* out),
               Permute(call, {"self", self}, dims, {"out", out}))

OPENACLNN_CALL(aclnnFlip, (const aclTensor* self, const aclIntArray* dims, aclTensor* out),
               Flip(call, {"self", self}, dims, {"out", out}))

OPENACLNN_CALL(aclnnRoll,
               (const aclTensor* x, const aclIntArray* shifts, const aclIntArray* dims, aclTensor* out),
               Roll(call, {"x", x}, shifts, dims, {"out", out}))

OPENACLNN_CALL(aclnnChannelShuffle, (const aclTensor* self, int64_t groups, aclTensor* out),
               ChannelShuffle(call, {"self", self}, groups, {"out", out}))

OPENACLNN_CALL(aclnnSlice,
               (const aclTensor* self, int64_t dim, int64_t start, int64_t end, int64_t step, aclTensor* out),
               Slice(call, {"self", self}, dim, start, end, step, {"out", out}))

OPENACLNN_CALL(aclnnSliceV2,
               (const aclTensor* self, const aclIntArray* starts, const aclIntArray* ends,
                const aclIntArray* axes, const aclIntArray* steps, aclTensor* out),
               SliceV2(call, {"self", self}, starts, ends, axes, steps, {"out", out}))

OPENACLNN_CALL(aclnnFlatten, (const aclTensor* self, int64_t axis, aclTensor* out),
               Flatten(call, {"self", self}, axis, {"out", out}))
