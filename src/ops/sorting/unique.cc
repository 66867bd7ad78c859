// SPDX-License-Identifier: Apache-2.0
//
// aclnnUnique, aclnnUnique2, aclnnUniqueDim, aclnnUniqueConsecutive: the distinct elements or slices of a
// tensor, to which of them each belongs, and how many belong to each. How many there are is known when the
// work is done: then the outputs have the shape of the result. A result that an output has no room for is an
// error, and nothing is written.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>

#include "aclnnop/aclnn_unique.h"
#include "aclnnop/aclnn_unique2.h"
#include "aclnnop/aclnn_unique_consecutive.h"
#include "aclnnop/aclnn_unique_dim.h"
#include "base/row_view.h"
#include "executor/phases.h"
#include "kernels/indexing/indexed.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/common/whole_numbers.h"
#include "ops/sorting/distinct_items.h"
#include "tensor/result_shape.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;
  TensorView values;
  TensorView inverse;
  TensorView counts;
  bool sorts = true;   // else equal neighbours become one
  bool slices = true;  // along dim, else elements
  size_t dim = 0;
  // The result follows without gaps from where an output begins, whatever the output's dims.
  bool packedValues = false;
  bool packedCounts = false;
  std::shared_ptr<ResultShape> valuesShape;
  std::shared_ptr<ResultShape> countsShape;
};

struct State : Prepared {
  DistinctItems items;
};

TensorView AtLeastOneDim(TensorView view) {
  if (view.rank == 0) {
    view.rank = 1;
    view.dims[0] = 1;
    view.strides[0] = 1;
  }
  return view;
}

// A view in whose row-major order items follow each other.
TensorView ItemsOf(const Args& args) {
  const TensorView self = AtLeastOneDim(args.self);
  if (!args.slices) {
    return self;
  }
  TensorView items = self;
  std::rotate(items.dims.begin(), items.dims.begin() + static_cast<std::ptrdiff_t>(args.dim),
              items.dims.begin() + static_cast<std::ptrdiff_t>(args.dim) + 1);
  std::rotate(items.strides.begin(), items.strides.begin() + static_cast<std::ptrdiff_t>(args.dim),
              items.strides.begin() + static_cast<std::ptrdiff_t>(args.dim) + 1);
  return items;
}

State Prepare(const Args& args) {
  State state;
  ScratchLayout scratch;
  const TensorView items = ItemsOf(args);
  state.items = DistinctItems(items, args.slices ? items.dims[0] : items.NumElements(), args.sorts, scratch);
  state.workspaceBytes = scratch.Bytes();
  // Elements are moved many times where they are sorted.
  constexpr size_t kArithmetic = 8;
  const size_t bytes = static_cast<size_t>(args.self.NumElements()) * SizeOf(args.self.dtype);
  state.cost = (bytes + state.workspaceBytes) * (args.sorts ? kArithmetic : 2);
  return state;
}

Status ExpectRoom(const char* name, int64_t count, int64_t room, const char* what) {
  return count <= room ? Status::Ok()
                       : Status(code::kRtVectorCoreException, std::string(name) + ": expected room for the " +
                                                                  std::to_string(count) + " " + what +
                                                                  ", got room for " + std::to_string(room));
}

int64_t RoomForValues(const Args& args, const TensorView& self) {
  if (!args.packedValues) {
    return args.values.dims[args.slices ? args.dim : 0];
  }
  const int64_t room = args.values.NumElements();
  if (!args.slices) {
    return room;
  }
  const int64_t items = self.dims[args.dim];
  const int64_t width = items == 0 ? 0 : self.NumElements() / items;
  return width == 0 ? items : room / width;
}

// The first item of each group.
void StoreValues(const Args& args, const TensorView& self, const TensorView& values, const int64_t* firsts,
                 const backend::cpu::CpuContext& cpu) {
  if (values.Empty()) {
    return;
  }
  const size_t dim = args.slices ? args.dim : 0;
  const int64_t groups = values.dims[dim];
  IndexSpace positions(values.Dims().first(dim + 1));
  IndexSpace::Indices indices{"self", RowView(DType::kInt64, groups, firsts), self.NumElements(), 1, false};
  TensorView slice = self;
  if (args.slices) {
    for (size_t d = 0; d < dim; ++d) {
      positions.AddStep(d, self.strides[d]);
    }
    indices.extent = self.dims[dim];
    indices.stride = self.strides[dim];
    slice.rank = self.rank - static_cast<int>(dim) - 1;
    std::copy(self.dims.begin() + static_cast<std::ptrdiff_t>(dim) + 1, self.dims.end(), slice.dims.begin());
    std::copy(self.strides.begin() + static_cast<std::ptrdiff_t>(dim) + 1, self.strides.end(),
              slice.strides.begin());
  } else {
    slice.rank = 0;
    if (!self.Contiguous()) {
      indices.flat = self;
    }
  }
  positions.Add(indices);
  GatherSlices(positions, slice, values, cpu);
}

// The result's part of the output for values.
TensorView ValuesOf(const Args& args, const TensorView& self, int64_t groups) {
  if (!args.slices) {
    return RowView(args.values.dtype, groups, args.values.data,
                   args.packedValues ? 1 : args.values.strides[0]);
  }
  TensorView values = args.packedValues ? self : args.values;
  values.data = args.values.data;
  values.dims[args.dim] = groups;
  if (args.packedValues) {
    ContiguousStrides(values.Dims(), {values.strides.data(), static_cast<size_t>(values.rank)});
  }
  return values;
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const TensorView self = AtLeastOneDim(args.self);
  const int64_t groups = state.items.Find(ItemsOf(args), workspace, cpu);
  const char* const what = args.slices ? "distinct slices of self" : "distinct elements of self";
  Status status = ExpectRoom("valueOut", groups, RoomForValues(args, self), what);
  if (status.IsOk() && args.counts.Defined()) {
    status = ExpectRoom("countsOut", groups, args.counts.NumElements(), what);
  }
  if (!status.IsOk()) {
    return status;
  }
  const TensorView values = ValuesOf(args, self, groups);
  StoreValues(args, self, values, state.items.Firsts(workspace), cpu);
  args.valuesShape->Set(args.slices && args.self.rank == 0 ? args.self.Dims() : values.Dims());
  if (args.inverse.Defined()) {
    const int64_t* const ofItems = state.items.Groups(workspace);
    WriteWholeNumbers(args.inverse, cpu, [&](int64_t i) { return ofItems[i]; });
  }
  if (args.counts.Defined()) {
    const int64_t* const starts = state.items.Starts(workspace);
    WriteWholeNumbers(
        RowView(args.counts.dtype, groups, args.counts.data, args.packedCounts ? 1 : args.counts.strides[0]),
        cpu, [&](int64_t group) { return starts[group + 1] - starts[group]; });
    args.countsShape->Set(std::array{groups});
  }
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:unique", Prepare));
constexpr std::array<TensorArgument<Args>, 4> kArguments{{{"self", Role::kInput, &Args::self},
                                                          {"valueOut", Role::kOutput, &Args::values},
                                                          {"inverseOut", Role::kOutput, &Args::inverse},
                                                          {"countsOut", Role::kOutput, &Args::counts}}};
constexpr std::span<const TensorArgument<Args>> kWithoutCounts = std::span(kArguments).first(3);

// Without complex numbers, which have no order.
constexpr std::span<const DType> kDtypes = std::span(kMovableDtypes).first(13);
constexpr std::array<DType, 2> kWholeDtypes{DType::kInt64, DType::kInt32};

// What the operators of the family are told apart by.
struct UniqueOperator {
  Operator<Args> op;
  bool sorts;
  std::span<const DType> numbers;  // types of groups and counts
};
constexpr UniqueOperator kUnique{
    {"aclnnUnique", kWithoutCounts, kKernels}, true, std::span(kWholeDtypes).first(1)};
constexpr UniqueOperator kUnique2{
    {"aclnnUnique2", kArguments, kKernels}, true, std::span(kWholeDtypes).first(1)};
constexpr UniqueOperator kUniqueDim{
    {"aclnnUniqueDim", kArguments, kKernels}, true, std::span(kWholeDtypes).first(1)};
constexpr UniqueOperator kUniqueConsecutive{
    {"aclnnUniqueConsecutive", kArguments, kKernels}, false, kWholeDtypes};

// An output, and whether it is asked for. One that is not has to be a tensor, but is not looked at.
struct AskedOutput {
  NamedTensor tensor;
  bool asked;
};

// Where the result is packed, only its number of elements counts.
void CheckValues(ArgumentChecks& check, const NamedTensor& values, const aclTensor& self, const Args& args) {
  if (check.Failed() || args.packedValues) {
    return;
  }
  if (!args.slices) {
    check.Rank(values, 1);
    return;
  }
  Dims shape = DimsOf(self);
  check.Rank(values, shape.size());
  if (!check.Failed() && !shape.empty()) {
    shape[args.dim] = values.tensor->viewDims[args.dim];
  }
  check.Shape(values, shape, "of self, with any size at dim");
}

// Without a dim the tensor is flattened.
Status Bind(PhaseOneCall& call, const UniqueOperator& row, const aclTensor* self, std::optional<int64_t> dim,
            aclTensor* valueOut, const AskedOutput& inverse, const AskedOutput& counts) {
  const NamedTensor input{"self", self};
  const NamedTensor values{"valueOut", valueOut};
  const bool hasCounts = row.op.arguments.size() > kWithoutCounts.size();
  ArgumentChecks check;
  check.NotNull(input).NotNull(values).NotNull(inverse.tensor);
  if (hasCounts) {
    check.NotNull(counts.tensor);
  }
  check.DtypeIn(input, kDtypes).SameDtype(values, input);
  for (const AskedOutput* numbers : {&inverse, &counts}) {
    if (numbers->asked) {
      check.DtypeIn(numbers->tensor, row.numbers);
    }
  }
  if (inverse.asked && counts.asked) {
    check.SameDtype(counts.tensor, inverse.tensor);
  }
  check.ValidView(input).ValidOutputView(values).ValidOutputView(inverse.tensor);
  if (hasCounts) {
    check.ValidOutputView(counts.tensor);
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.sorts = row.sorts;
  args.slices = dim.has_value();
  args.dim = args.slices ? FindDim(check, "dim", *dim, self->viewDims.size()) : 0;
  if (check.Failed()) {
    return check.Result();
  }
  args.packedValues = ViewOf(*valueOut).Contiguous();
  CheckValues(check, values, *self, args);
  if (inverse.asked) {
    const int64_t items = self->viewDims.empty() ? 1 : self->viewDims[args.dim];
    check.Shape(inverse.tensor, args.slices ? Dims{items} : DimsOf(*self),
                args.slices ? "[size of self along dim]" : "of self");
  }
  if (counts.asked && !check.Failed()) {
    args.packedCounts = ViewOf(*counts.tensor.tensor).Contiguous();
    if (!args.packedCounts) {
      check.Rank(counts.tensor, 1);
    }
  }
  if (check.Failed()) {
    return check.Result();
  }
  args.valuesShape = ResultShape::Of(*valueOut);
  TensorsOfCall tensors{self, valueOut, TensorOfCall(inverse.tensor.tensor, inverse.asked)};
  if (hasCounts) {
    if (counts.asked) {
      args.countsShape = ResultShape::Of(*const_cast<aclTensor*>(counts.tensor.tensor));
    }
    tensors.push_back(TensorOfCall(counts.tensor.tensor, counts.asked));
  }
  return call.Bind(row.op, args, tensors);
}

// The number that stands for no dim.
std::optional<int64_t> ConsecutiveDim(int64_t dim) {
  constexpr int64_t kNone = 1000;
  return dim == kNone ? std::nullopt : std::optional(dim);
}

AskedOutput InverseOf(const aclTensor* tensor, bool asked) {
  return {{"inverseOut", tensor}, asked};
}
AskedOutput CountsOf(const aclTensor* tensor, bool asked) {
  return {{"countsOut", tensor}, asked};
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnUnique,
               (const aclTensor* self, bool /*sorted*/, bool returnInverse, aclTensor* valueOut,
                aclTensor* inverseOut),
               Bind(call, kUnique, self, std::nullopt, valueOut, InverseOf(inverseOut, returnInverse),
                    CountsOf(nullptr, false)))

OPENACLNN_CALL(aclnnUnique2,
               (const aclTensor* self, bool /*sorted*/, bool returnInverse, bool returnCounts,
                aclTensor* valueOut, aclTensor* inverseOut, aclTensor* countsOut),
               Bind(call, kUnique2, self, std::nullopt, valueOut, InverseOf(inverseOut, returnInverse),
                    CountsOf(countsOut, returnCounts)))

OPENACLNN_CALL(aclnnUniqueDim,
               (const aclTensor* self, bool /*sorted*/, bool returnInverse, int64_t dim, aclTensor* valueOut,
                aclTensor* inverseOut, aclTensor* countsOut),
               Bind(call, kUniqueDim, self, dim, valueOut, InverseOf(inverseOut, returnInverse),
                    CountsOf(countsOut, true)))

OPENACLNN_CALL(aclnnUniqueConsecutive,
               (const aclTensor* self, bool returnInverse, bool returnCounts, int64_t dim,
                aclTensor* valueOut, aclTensor* inverseOut, aclTensor* countsOut),
               Bind(call, kUniqueConsecutive, self, ConsecutiveDim(dim), valueOut,
                    InverseOf(inverseOut, returnInverse), CountsOf(countsOut, returnCounts)))
