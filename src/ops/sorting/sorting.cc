// SPDX-License-Identifier: Apache-2.0
//
// Sorts along a dim, the first elements of a sort, single elements of it, and medians.
#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>

#include "aclnnop/aclnn_argsort.h"
#include "aclnnop/aclnn_kthvalue.h"
#include "aclnnop/aclnn_median.h"
#include "aclnnop/aclnn_sort.h"
#include "aclnnop/aclnn_topk.h"
#include "base/merged_dims.h"
#include "executor/phases.h"
#include "kernels/tiles/pack.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/common/result_checks.h"
#include "ops/sorting/row_sort.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;
  TensorView first;
  TensorView second;
  RowSort what{};
  RowNumbers numbers;
  size_t dim = 0;
  bool all = false;  // one row of all elements
};

struct State : Prepared {
  RowPlan plan;
  size_t outputs = 1;
  int64_t offset = 0;  // of the row of all elements, in bytes
  // Such a row has to be gathered first: into the workspace, before what the plan needs.
  bool gathers = false;
  size_t gathered = 0;  // bytes
};

// A tensor of no dims has a row of one element; a result without the dim has one of extent 1 there.
TensorView WithDim(const TensorView& view, size_t dim, int rank) {
  if (view.rank == rank) {
    return view;
  }
  TensorView result = view;
  result.rank = rank;
  size_t from = 0;
  for (size_t d = 0; d < static_cast<size_t>(rank); ++d) {
    const bool isNew = d == dim;
    result.dims[d] = isNew ? 1 : view.dims[from];
    result.strides[d] = isNew ? 1 : view.strides[from];
    from += isNew ? 0 : 1;
  }
  return result;
}

// All elements in one row, where they lie if that is possible.
TensorView AllInOneRow(const TensorView& self, State* state) {
  TensorView row = self;
  const int64_t count = self.NumElements();
  const auto run = MergedDims(self).RunFrom(0);
  row.rank = 1;
  row.dims[0] = count;
  row.strides[0] = run.stride;
  if (run.count == count) {
    state->offset = run.offset * static_cast<int64_t>(SizeOf(self.dtype));
    return row;
  }
  constexpr size_t kCacheLine = 64;
  const size_t bytes = static_cast<size_t>(count) * SizeOf(self.dtype);
  state->gathers = true;
  state->gathered = (bytes + kCacheLine - 1) / kCacheLine * kCacheLine;
  row.strides[0] = 1;
  return row;
}

State Prepare(const Args& args) {
  State state;
  const TensorView self =
      args.all ? AllInOneRow(args.self, &state) : WithDim(args.self, 0, std::max(args.self.rank, 1));
  std::array<TensorView, kMostRowOutputs> outputs{WithDim(args.first, args.dim, self.rank)};
  if (args.second.Defined()) {
    outputs[1] = WithDim(args.second, args.dim, self.rank);
    state.outputs = 2;
  }
  state.plan = RowPlan(std::span(outputs).first(state.outputs), std::span(&self, 1), args.dim,
                       FindRowSort(args.what, self.dtype, self.dims[args.dim]), args.numbers);
  state.workspaceBytes = state.gathered + state.plan.WorkspaceBytes();
  // Elements are moved many times.
  constexpr size_t kArithmetic = 8;
  state.cost = state.plan.Cost() * kArithmetic;
  return state;
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const std::array<std::byte*, kMostRowOutputs> outputs{args.first.data, args.second.data};
  const std::byte* from = args.self.data + state.offset;
  if (state.gathers) {
    const auto size = static_cast<int64_t>(SizeOf(args.self.dtype));
    std::byte* to = workspace;
    MergedDims(args.self).ForEachPlane(0, args.self.NumElements(), [&](const MergedDims::Plane& plane) {
      PackPlane(size, {plane.rows, plane.columns, plane.rowStride * size, plane.columnStride * size},
                from + plane.offset * size, to);
      to += plane.rows * plane.columns * size;
    });
    from = workspace;
  }
  const std::array<const std::byte*, 1> inputs{from};
  state.plan.Run(std::span(outputs).first(state.outputs), inputs, workspace + state.gathered, cpu);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:sorting", Prepare));

constexpr std::array<TensorArgument<Args>, 3> kSelfToBoth{{{"self", Role::kInput, &Args::self},
                                                           {"valuesOut", Role::kOutput, &Args::first},
                                                           {"indicesOut", Role::kOutput, &Args::second}}};
constexpr std::array<TensorArgument<Args>, 2> kSelfToOut{
    {{"self", Role::kInput, &Args::self}, {"out", Role::kOutput, &Args::first}}};
constexpr std::array<TensorArgument<Args>, 2> kSelfToValue{
    {{"self", Role::kInput, &Args::self}, {"valuesOut", Role::kOutput, &Args::first}}};

constexpr std::array<DType, 1> kIndexDtypes{DType::kInt64};

// What the operators of the family are told apart by.
struct SortingOperator {
  Operator<Args> op;
  RowSort what;
  std::span<const DType> dtypes;
};
constexpr SortingOperator kSort{{"aclnnSort", kSelfToBoth, kKernels}, RowSort::kSort, kRealDtypes};
constexpr SortingOperator kArgsort{{"aclnnArgsort", kSelfToOut, kKernels}, RowSort::kArgsort, kRealDtypes};
constexpr SortingOperator kTopK{{"aclnnTopk", kSelfToBoth, kKernels}, RowSort::kTopK, kRealDtypes};
constexpr SortingOperator kKthvalue{
    {"aclnnKthvalue", kSelfToBoth, kKernels}, RowSort::kKth, kRealDtypesButBool};
constexpr SortingOperator kMedian{
    {"aclnnMedian", kSelfToValue, kKernels}, RowSort::kMedianValue, kRealDtypesButBool};
constexpr SortingOperator kNanMedian{
    {"aclnnNanMedian", kSelfToValue, kKernels}, RowSort::kMedianValue, kRealDtypesButBool};
constexpr SortingOperator kMedianDim{
    {"aclnnMedianDim", kSelfToBoth, kKernels}, RowSort::kMedian, kRealDtypesButBool};
constexpr SortingOperator kNanMedianDim{
    {"aclnnNanMedianDim", kSelfToBoth, kKernels}, RowSort::kMedian, kRealDtypesButBool};

constexpr int64_t kWhole = -1;    // results have rows as long as those of self
constexpr int64_t kReduced = -2;  // and none

// A call along a dim: results have rows of `length` elements.
Status BindAlongDim(PhaseOneCall& call, const SortingOperator& row, const aclTensor* self, int64_t dim,
                    std::initializer_list<const aclTensor*> results, RowNumbers numbers,
                    int64_t length = kWhole, bool keepDim = true) {
  const NamedTensor from{"self", self};
  const auto named = [&](size_t k) { return NamedTensor{row.op.arguments[1 + k].name, results.begin()[k]}; };
  ArgumentChecks check;
  check.NotNull(from);
  for (size_t k = 0; k < results.size(); ++k) {
    check.NotNull(named(k));
  }
  check.DtypeIn(from, row.dtypes);
  const bool values = row.what != RowSort::kArgsort;
  if (values) {
    check.SameDtype(named(0), from);
  }
  check.DtypeIn(named(results.size() - 1), kIndexDtypes).ValidView(from);
  for (size_t k = 0; k < results.size(); ++k) {
    check.ValidOutputView(named(k));
  }
  if (check.Failed()) {
    return check.Result();
  }
  const size_t rank = self->viewDims.size();
  const size_t d = FindDim(check, "dim", dim, rank);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t elements = rank == 0 ? 1 : self->viewDims[d];
  Dims shape;
  for (size_t i = 0; i < rank; ++i) {
    if (i != d) {
      shape.push_back(self->viewDims[i]);
    } else if (length != kReduced) {
      shape.push_back(length == kWhole ? elements : length);
    } else if (keepDim) {
      shape.push_back(1);
    }
  }
  if (row.what == RowSort::kTopK) {
    check.InRange("k", length, rank == 0 ? 1 : 0, elements, "the number of elements along dim at most");
  } else if (row.what == RowSort::kKth) {
    check.InRange("k", numbers.count, 1, elements, "the number of elements along dim at most");
  }
  for (size_t k = 0; k < results.size(); ++k) {
    CheckReducedShape(check, named(k), shape, "of self, with the results' elements along dim");
  }
  if (row.what == RowSort::kMedian) {
    check.Require(
        "self", "elements along dim", [&] { return elements > 0 || NumElements(*results.begin()[0]) == 0; },
        [&] { return std::to_string(elements); });
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.what = row.what;
  args.numbers = numbers;
  args.dim = d;
  TensorsOfCall tensors{self};
  for (const aclTensor* result : results) {
    tensors.push_back(result);
  }
  return call.Bind(row.op, args, tensors);
}

Status BindMedianOfAll(PhaseOneCall& call, const SortingOperator& row, const aclTensor* self,
                       const aclTensor* valuesOut, bool leavesOutNan) {
  const NamedTensor from{"self", self};
  const NamedTensor to{"valuesOut", valuesOut};
  ArgumentChecks check;
  check.NotNull(from).NotNull(to).DtypeIn(from, row.dtypes).SameDtype(to, from);
  CheckOneElement(check.ValidView(from).ValidOutputView(to), to);
  check.Require(
      "self", "elements", [&] { return NumElements(*self) > 0; }, [&] { return "none"; });
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.what = row.what;
  args.numbers.flag = leavesOutNan;
  args.all = true;
  return call.Bind(row.op, args, {self, valuesOut});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnSort,
               (const aclTensor* self, bool /*stable*/, int64_t dim, bool descending, aclTensor* valuesOut,
                aclTensor* indicesOut),
               BindAlongDim(call, kSort, self, dim, {valuesOut, indicesOut}, {0, descending}))

OPENACLNN_CALL(aclnnArgsort, (const aclTensor* self, int64_t dim, bool descending, aclTensor* out),
               BindAlongDim(call, kArgsort, self, dim, {out}, {0, descending}))

OPENACLNN_CALL(aclnnTopk,
               (const aclTensor* self, int64_t k, int64_t dim, bool largest, bool /*sorted*/,
                aclTensor* valuesOut, aclTensor* indicesOut),
               BindAlongDim(call, kTopK, self, dim, {valuesOut, indicesOut}, {k, largest}, k))

OPENACLNN_CALL(aclnnKthvalue,
               (const aclTensor* self, int64_t k, int64_t dim, bool keepdim, aclTensor* valuesOut,
                aclTensor* indicesOut),
               BindAlongDim(call, kKthvalue, self, dim, {valuesOut, indicesOut}, {k, false}, kReduced,
                            keepdim))

OPENACLNN_CALL(aclnnMedianDim,
               (const aclTensor* self, int64_t dim, bool keepDim, aclTensor* valuesOut,
                aclTensor* indicesOut),
               BindAlongDim(call, kMedianDim, self, dim, {valuesOut, indicesOut}, {0, false}, kReduced,
                            keepDim))

OPENACLNN_CALL(aclnnNanMedianDim,
               (const aclTensor* self, int64_t dim, bool keepDim, aclTensor* valuesOut,
                aclTensor* indicesOut),
               BindAlongDim(call, kNanMedianDim, self, dim, {valuesOut, indicesOut}, {0, true}, kReduced,
                            keepDim))

OPENACLNN_CALL(aclnnMedian, (const aclTensor* self, aclTensor* valuesOut),
               BindMedianOfAll(call, kMedian, self, valuesOut, false))

OPENACLNN_CALL(aclnnNanMedian, (const aclTensor* self, aclTensor* valuesOut),
               BindMedianOfAll(call, kNanMedian, self, valuesOut, true))
