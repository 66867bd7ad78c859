// SPDX-License-Identifier: Apache-2.0
//
// aclnnStridedSliceAssignV2: a slice of a tensor replaced by another tensor.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "aclnnop/aclnn_strided_slice_assign_v2.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/common/self_copy.h"
#include "ops/shape/window.h"

namespace openaclnn {
namespace {

struct Range {
  int64_t start = 0;
  int64_t count = 0;
  int64_t step = 1;
};

struct Args {
  TensorView var;
  TensorView value;
  TensorView out;                        // var, too
  std::array<Range, kMaxRank> ranges{};  // of all dims
};

struct State : Prepared {
  SelfCopy kept;
  SelfCopy assigned;
  TensorView slice;
  int64_t offset = 0;  // of the slice, in bytes
};

State Prepare(const Args& args) {
  State state;
  Window window(args.out);
  for (size_t d = 0; d < window.Rank(); ++d) {
    window.Narrow(d, args.ranges[d].start, args.ranges[d].count, args.ranges[d].step);
  }
  state.kept = SelfCopy(args.var, args.out);
  state.slice = window.View();
  state.offset = window.Offset();
  state.assigned = SelfCopy(args.value, state.slice);
  state.cost = state.kept.Cost() + state.assigned.Cost();
  return state;
}

void Run(const Args& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  if (args.out.Empty()) {
    return;
  }
  state.kept.Run(args.var, args.out, cpu);
  TensorView slice = state.slice;
  slice.data = args.out.data + state.offset;
  if (!slice.Empty()) {
    state.assigned.Run(args.value, slice, cpu);
  }
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:assign", Prepare));
constexpr std::array<TensorArgument<Args>, 3> kArguments{
    {{"varRef", Role::kInput, &Args::var},
     {"inputValue", Role::kInput, &Args::value, false, true},
     {"varRef", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kAssign{"aclnnStridedSliceAssignV2", kArguments, kKernels};

struct Lists {
  const aclIntArray* begin;
  const aclIntArray* end;
  const aclIntArray* strides;
  const aclIntArray* axes;  // null: the first dims
};

// Which elements of a dim; negative ones count from its end once, what is beyond is left out.
Range RangeOf(int64_t begin, int64_t end, int64_t step, int64_t extent) {
  const auto within = [&](int64_t index) {
    return std::clamp<int64_t>(index < 0 ? std::max(index, -extent - 1) + extent : index, 0, extent);
  };
  const int64_t first = within(begin);
  const int64_t last = within(end);
  return {first, last <= first ? 0 : (last - first - 1) / step + 1, step};
}

void CheckLists(ArgumentChecks& check, const Lists& lists, size_t rank) {
  const size_t count = lists.begin->values.size();
  const auto size = [&](const char* name, const aclIntArray& list) {
    check.Require(
        name, "as many numbers as begin has", [&] { return list.values.size() == count; },
        [&] { return std::to_string(list.values.size()) + " for " + std::to_string(count); });
  };
  size("end", *lists.end);
  size("strides", *lists.strides);
  if (lists.axes != nullptr) {
    size("axesOptional", *lists.axes);
  }
  check.Require(
      "begin", "at most one number for each dim of varRef", [&] { return count <= rank; },
      [&] { return std::to_string(count) + " for " + std::to_string(rank); });
  check.Require(
      "strides", "numbers above 0",
      [&] { return std::ranges::all_of(lists.strides->values, [](int64_t step) { return step > 0; }); },
      [&] { return ShapeText(lists.strides->values); });
}

Status Bind(PhaseOneCall& call, const NamedTensor& var, const NamedTensor& value, const Lists& lists) {
  ArgumentChecks check;
  check.NotNull(var).NotNull(value).NotNull("begin", lists.begin).NotNull("end", lists.end);
  check.NotNull("strides", lists.strides).LiveOrNull("axesOptional", lists.axes);
  check.DtypeIn(var, kMovableDtypes).SameDtype(value, var).ValidOutputView(var).ValidView(value);
  if (check.Failed()) {
    return check.Result();
  }
  const std::vector<int64_t>& dims = var.tensor->viewDims;
  CheckLists(check, lists, dims.size());
  Args args;
  for (size_t d = 0; d < dims.size(); ++d) {
    args.ranges[d] = {0, dims[d], 1};
  }
  std::array<bool, kMaxRank> sliced{};
  for (size_t i = 0; !check.Failed() && i < lists.begin->values.size(); ++i) {
    const size_t axis =
        lists.axes == nullptr ? i : FindDim(check, "axesOptional", lists.axes->values[i], dims.size());
    check.Require(
        "axesOptional", "each dim once", [&] { return !sliced[axis]; },
        [&] { return ShapeText(lists.axes->values); });
    sliced[axis] = true;
    args.ranges[axis] = RangeOf(lists.begin->values[i], lists.end->values[i],
                                std::max<int64_t>(lists.strides->values[i], 1), dims[axis]);
  }
  if (check.Failed()) {
    return check.Result();
  }
  Dims shape;
  for (size_t d = 0; d < dims.size(); ++d) {
    shape.push_back(args.ranges[d].count);
  }
  check.Shape(value, shape, "of the slice");
  return check.Failed() ? check.Result() : call.Bind(kAssign, args, {var.tensor, value.tensor, var.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnStridedSliceAssignV2,
               (aclTensor * varRef, const aclTensor* inputValue, const aclIntArray* begin,
                const aclIntArray* end, const aclIntArray* strides, const aclIntArray* axesOptional),
               Bind(call, {"varRef", varRef}, {"inputValue", inputValue},
                    {begin, end, strides, axesOptional}))
