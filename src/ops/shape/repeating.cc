// SPDX-License-Identifier: Apache-2.0
//
// aclnnExpand, aclnnRepeat, aclnnRepeatInterleaveInt, aclnnRepeatInterleaveIntWithDim: elements several times.
// aclnnConstantPadNd: a number around them.
#include <algorithm>
#include <optional>

#include "aclnnop/aclnn_constant_pad_nd.h"
#include "aclnnop/aclnn_expand.h"
#include "aclnnop/aclnn_repeat.h"
#include "aclnnop/aclnn_repeat_interleave.h"
#include "base/checked_math.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/shape/moves.h"

namespace openaclnn {
namespace {

using Args = MoveArgs;

constexpr std::array<TensorArgument<Args>, 2> kSelf{
    {{"self", Role::kInput, &Args::self}, {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kExpand{"aclnnExpand", kSelf, kMoveKernels};
constexpr Operator<Args> kRepeat{"aclnnRepeat", kSelf, kMoveKernels};
constexpr Operator<Args> kInterleave{"aclnnRepeatInterleaveInt", kSelf, kMoveKernels};
constexpr Operator<Args> kInterleaveDim{"aclnnRepeatInterleaveIntWithDim", kSelf, kMoveKernels};
constexpr Operator<Args> kPad{"aclnnConstantPadNd", kSelf, kMoveKernels};

constexpr size_t kMostDims = static_cast<size_t>(kMaxRank);

// The repeats of dims before `end`, each as a dim of its own that the input is broadcast along; where there
// are too many dims for that, one after the other.
void RepeatBefore(const Args& args, size_t end, Window out, Window self, Moves& moves) {
  for (size_t dim = end; dim-- > 0;) {
    const int64_t extent = self.Dim(dim);
    const int64_t repeats = args.numbers[dim];
    if (repeats == 1 || extent == 1) {
      continue;
    }
    if (out.Rank() < kMostDims) {
      out.Split(dim, extent);
      self.Insert(dim);
      continue;
    }
    for (int64_t i = 0; i < repeats; ++i) {
      Window part = out;
      part.Narrow(dim, i * extent, extent);
      RepeatBefore(args, dim, part, self, moves);
    }
    return;
  }
  moves.Copy(out, self);
}

void PlanExpand(const Args& args, Moves& moves) {
  Window self(args.self);
  while (self.Rank() < static_cast<size_t>(args.out.rank)) {
    self.Insert(0);
  }
  moves.Copy(Window(args.out), self);
}

void PlanRepeat(const Args& args, Moves& moves) {
  if (args.out.Empty()) {
    return;
  }
  Window self(args.self);
  while (self.Rank() < static_cast<size_t>(args.out.rank)) {
    self.Insert(0);
  }
  RepeatBefore(args, self.Rank(), Window(args.out), self, moves);
}

// dims: where; numbers: how often.
void PlanInterleaveDim(const Args& args, Moves& moves) {
  const size_t dim = args.dims[0];
  const int64_t repeats = args.numbers[0];
  if (args.out.Empty()) {
    return;
  }
  if (args.self.rank < kMaxRank) {
    Window out(args.out);
    Window self(args.self);
    out.Split(dim, repeats);
    self.Insert(dim + 1);
    moves.Copy(out, self);
    return;
  }
  for (int64_t i = 0; i < repeats; ++i) {
    Window out(args.out);
    out.Narrow(dim, i, args.self.dims[dim], repeats);
    moves.Copy(out, Window(args.self));
  }
}

// The output has a single dim.
void PlanInterleave(const Args& args, Moves& moves) {
  const int64_t repeats = args.numbers[0];
  if (args.out.Empty()) {
    return;
  }
  Dims dims(args.self.Dims());
  if (args.self.rank < kMaxRank) {
    Window out(args.out);
    Window self(args.self);
    dims.push_back(repeats);
    out.Unflatten({dims.begin(), dims.size()});
    self.Insert(self.Rank());
    moves.Copy(out, self);
    return;
  }
  for (int64_t i = 0; i < repeats; ++i) {
    Window out(args.out);
    out.Narrow(0, i, args.self.NumElements(), repeats);
    out.Unflatten({dims.begin(), dims.size()});
    moves.Copy(out, Window(args.self));
  }
}

// numbers: before and after each dim, from the first one on.
void PlanPad(const Args& args, Moves& moves) {
  if (args.out.Empty()) {
    return;
  }
  Window inner(args.out);  // all but what is already filled
  Window self(args.self);
  bool covered = true;
  for (size_t dim = 0; dim < self.Rank(); ++dim) {
    const int64_t before = args.numbers[2 * dim];
    const int64_t extent = self.Dim(dim);
    // Which of self's elements are there, and where.
    const int64_t first = std::max<int64_t>(-before, 0);
    const int64_t begin = std::clamp<int64_t>(before, 0, args.out.dims[dim]);
    const int64_t count =
        std::clamp<int64_t>(extent - first, 0, std::max<int64_t>(args.out.dims[dim] - begin, 0));
    const int64_t end = begin + count;
    if (begin > 0) {
      Window part = inner;
      part.Narrow(dim, 0, begin);
      moves.Fill(part);
    }
    if (end < args.out.dims[dim]) {
      Window part = inner;
      part.Narrow(dim, end, args.out.dims[dim] - end);
      moves.Fill(part);
    }
    inner.Narrow(dim, begin, count);
    self.Narrow(dim, first, count);
    covered = covered && count > 0;
  }
  if (covered) {
    moves.Copy(inner, self);
  }
}

Status Expand(PhaseOneCall& call, const NamedTensor& self, const aclIntArray* size, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull("size", size);
  CheckMove(check, self, out);
  if (check.Failed()) {
    return check.Result();
  }
  const Dims own = DimsOf(*self.tensor);
  const std::vector<int64_t>& given = size->values;
  const auto both = [&] { return ShapeText(given) + " for " + ShapeText(self.tensor->viewDims); };
  check.Require(
      "size", "as many numbers as self has dims or more, and 8 at most",
      [&] { return given.size() >= own.size() && given.size() <= kMostDims; }, both);
  Dims shape;
  for (size_t d = 0; !check.Failed() && d < given.size(); ++d) {
    const size_t added = given.size() - own.size();
    const bool isAdded = d < added;
    const int64_t extent = isAdded ? 1 : own[d - added];
    const bool keeps = given[d] == -1 && !isAdded;
    check.Require(
        "size", "numbers that self's dims broadcast to, or -1 to keep one",
        [&] { return keeps || given[d] == extent || (extent == 1 && given[d] >= 0); }, both);
    shape.push_back(keeps ? extent : given[d]);
  }
  check.Shape(out, shape, "in size");
  Args args;
  args.plan = PlanExpand;
  return check.Failed() ? check.Result() : call.Bind(kExpand, std::move(args), {self.tensor, out.tensor});
}

Status Repeat(PhaseOneCall& call, const NamedTensor& self, const aclIntArray* repeats,
              const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull("repeats", repeats);
  CheckMove(check, self, out);
  if (check.Failed()) {
    return check.Result();
  }
  const Dims own = DimsOf(*self.tensor);
  const std::vector<int64_t>& times = repeats->values;
  check.Require(
      "repeats", "a number for each dim of self, for at most 8 dims, none of them negative",
      [&] {
        return times.size() >= own.size() && times.size() <= kMostDims &&
               std::ranges::none_of(times, [](int64_t one) { return one < 0; });
      },
      [&] { return ShapeText(times) + " for " + std::to_string(own.size()) + " dims"; });
  Dims shape;
  for (size_t d = 0; !check.Failed() && d < times.size(); ++d) {
    const size_t leading = times.size() - own.size();
    shape.push_back(CheckedMultiply(times[d], d < leading ? 1 : own[d - leading]).value_or(-1));
  }
  check.Shape(out, shape, "of self repeated");
  Args args;
  args.numbers = times;
  args.plan = PlanRepeat;
  return check.Failed() ? check.Result() : call.Bind(kRepeat, std::move(args), {self.tensor, out.tensor});
}

void CheckRepeats(ArgumentChecks& check, int64_t repeats) {
  check.InRange("repeats", repeats, 0, INT64_MAX, "not negative");
}

void CheckOutputSize(ArgumentChecks& check, int64_t outputSize, std::optional<int64_t> expected) {
  check.Require(
      "outputSize", "the elements of self times repeats", [&] { return expected == outputSize; },
      [&] { return std::to_string(outputSize) + " for " + std::to_string(expected.value_or(-1)); });
}

Status Interleave(PhaseOneCall& call, const NamedTensor& self, int64_t repeats, int64_t outputSize,
                  const NamedTensor& out) {
  ArgumentChecks check;
  CheckMove(check, self, out);
  CheckRepeats(check, repeats);
  if (!check.Failed()) {
    const std::optional<int64_t> count = CheckedMultiply(NumElements(*self.tensor), repeats);
    CheckOutputSize(check, outputSize, count);
    check.Shape(out, {count.value_or(-1)}, "of all elements");
  }
  Args args;
  args.numbers = {repeats};
  args.plan = PlanInterleave;
  return check.Failed() ? check.Result() : call.Bind(kInterleave, std::move(args), {self.tensor, out.tensor});
}

Status InterleaveDim(PhaseOneCall& call, const NamedTensor& self, int64_t repeats, int64_t dim,
                     int64_t outputSize, const NamedTensor& out) {
  ArgumentChecks check;
  CheckMove(check, self, out);
  CheckRepeats(check, repeats);
  if (check.Failed()) {
    return check.Result();
  }
  Dims shape = DimsOf(*self.tensor);
  const size_t place = FindDim(check, "dim", dim, shape.size());
  if (shape.empty()) {
    shape.push_back(1);  // of a tensor without dims: a tensor of one
  }
  if (!check.Failed()) {
    shape[place] = CheckedMultiply(shape[place], repeats).value_or(-1);
    CheckOutputSize(check, outputSize, shape[place]);
    check.Shape(out, shape, "of self with dim repeated");
  }
  Args args;
  args.numbers = {repeats};
  args.dims = {place};
  args.plan = self.tensor->viewDims.empty() ? PlanInterleave : PlanInterleaveDim;
  return check.Failed() ? check.Result()
                        : call.Bind(kInterleaveDim, std::move(args), {self.tensor, out.tensor});
}

Status Pad(PhaseOneCall& call, const NamedTensor& self, const aclIntArray* pad, const aclScalar* value,
           const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull("pad", pad).NotNull("value", value);
  CheckMove(check, self, out);
  check.Require(
      "value", "a number", [&] { return ClassOf(value->dtype) != DTypeClass::kOther; },
      [&] { return NameOf(value->dtype); });
  if (check.Failed()) {
    return check.Result();
  }
  Dims shape = DimsOf(*self.tensor);
  const std::vector<int64_t>& given = pad->values;
  check.Require(
      "pad", "two numbers for each dim from the last one on, for no more than self has",
      [&] { return given.size() % 2 == 0 && given.size() <= 2 * shape.size(); },
      [&] { return ShapeText(given) + " for " + std::to_string(shape.size()) + " dims"; });
  Args args;
  args.numbers.assign(2 * shape.size(), 0);
  for (size_t i = 0; !check.Failed() && i < given.size() / 2; ++i) {
    const size_t dim = shape.size() - 1 - i;
    args.numbers[2 * dim] = given[2 * i];
    args.numbers[2 * dim + 1] = given[2 * i + 1];
    const std::optional<int64_t> wider = CheckedAdd(shape[dim], given[2 * i]);
    const std::optional<int64_t> extent = wider ? CheckedAdd(*wider, given[2 * i + 1]) : std::nullopt;
    check.Require(
        "pad", "no dim with fewer than 0 elements", [&] { return extent && *extent >= 0; },
        [&] { return ShapeText(given) + " for " + ShapeText(self.tensor->viewDims); });
    shape[dim] = extent.value_or(0);
  }
  check.Shape(out, shape, "of self padded");
  if (check.Failed()) {
    return check.Result();
  }
  args.fill = ValueOf(*value);
  args.plan = PlanPad;
  return call.Bind(kPad, std::move(args), {self.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnExpand, (const aclTensor* self, const aclIntArray* size, aclTensor* out),
               Expand(call, {"self", self}, size, {"out", out}))

OPENACLNN_CALL(aclnnRepeat, (const aclTensor* self, const aclIntArray* repeats, aclTensor* out),
               Repeat(call, {"self", self}, repeats, {"out", out}))

OPENACLNN_CALL(aclnnRepeatInterleaveInt,
               (const aclTensor* self, int64_t repeats, int64_t outputSize, aclTensor* out),
               Interleave(call, {"self", self}, repeats, outputSize, {"out", out}))

OPENACLNN_CALL(aclnnRepeatInterleaveIntWithDim,
               (const aclTensor* self, int64_t repeats, int64_t dim, int64_t outputSize, aclTensor* out),
               InterleaveDim(call, {"self", self}, repeats, dim, outputSize, {"out", out}))

OPENACLNN_CALL(aclnnConstantPadNd,
               (const aclTensor* self, const aclIntArray* pad, const aclScalar* value, aclTensor* out),
               Pad(call, {"self", self}, pad, value, {"out", out}))
