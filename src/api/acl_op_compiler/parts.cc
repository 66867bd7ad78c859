// SPDX-License-Identifier: Apache-2.0
//
// Operators that read or write parts of tensors: by indices, and by slices.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_index.h"
#include "aclnnop/aclnn_index_add.h"
#include "aclnnop/aclnn_index_fill.h"
#include "aclnnop/aclnn_index_put_impl.h"
#include "aclnnop/aclnn_index_select.h"
#include "aclnnop/aclnn_neg.h"
#include "aclnnop/aclnn_scatter.h"
#include "aclnnop/aclnn_unique.h"
#include "aclnnop/aclnn_zero.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator {
namespace {

// Adds rows to the rows that the indices name, of zeros or of a tensor.
void UnsortedSegmentSum(Call& call) {
  aclTensor* const zeros = call.Temporary(call.OutputDims(0), call.OutputDtype(0));
  call.Do<OPENACLNN_PHASES(InplaceZero)>(zeros);
  call.Do<OPENACLNN_PHASES(IndexAdd)>(zeros, int64_t{0}, call.Input(1), call.Input(0),
                                      call.Scalar(int64_t{1}), call.Output(0));
}

void AddRows(Call& call) {
  aclTensor* const sums = call.Temporary(call.InputDims(0), call.InputDtype(0));
  call.Do<OPENACLNN_PHASES(IndexAdd)>(call.Input(0), call.Integer("axis", 0), call.Input(1), call.Input(2),
                                      call.Scalar(int64_t{1}), sums);
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Input(0), sums);
  call.Return(0, 0);
}

// Rows along an axis, by indices of any shape.
void Gather(Call& call) {
  if (call.Integer("batch_dims", 0) != 0) {
    call.Fail("batch_dims: expected 0");
    return;
  }
  const std::vector<int64_t> dims = call.InputDims(0);
  const std::optional<size_t> axis = call.Axis("axis", call.HostInteger(2), dims.size());
  if (!axis) {
    return;
  }
  const int64_t count = ElementsOf(call.InputDims(1));
  std::vector<int64_t> out = dims;
  out[*axis] = count;
  call.Do<OPENACLNN_PHASES(IndexSelect)>(call.Input(0), static_cast<int64_t>(*axis), call.InputAs(1, {count}),
                                         call.OutputAs(0, out));
}

// Indices of several dims at once stand in the last dim of a tensor: here a tensor for each dim.
aclTensorList* IndexColumns(Call& call, size_t input) {
  const std::vector<int64_t> dims = call.InputDims(input);
  if (dims.empty()) {
    call.Fail("indices: expected one dim or more");
    return nullptr;
  }
  std::vector<aclTensor*> columns;
  const Layout all = LayoutOf(dims);
  for (int64_t column = 0; column < dims.back(); ++column) {
    columns.push_back(call.View(
        call.Input(input),
        {{dims.begin(), dims.end() - 1}, {all.strides.begin(), all.strides.end() - 1}, column, dims}));
  }
  return call.List(std::move(columns));
}

void GatherByVectors(Call& call) {
  call.Do<OPENACLNN_PHASES(Index)>(call.Input(0), IndexColumns(call, 1), call.Output(0));
}

// Into zeros; where two vectors are alike, their elements are added up. Inputs: indices, x, shape.
void ScatterByVectors(Call& call) {
  call.Do<OPENACLNN_PHASES(InplaceZero)>(call.Output(0));
  call.Do<OPENACLNN_PHASES(IndexPutImpl)>(call.Output(0), IndexColumns(call, 0), call.Input(1), true, false);
}

// Into a copy of the first input. Inputs: x, indices, updates.
void UpdateByVectors(Call& call, bool add) {
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Output(0), call.Input(0));
  call.Do<OPENACLNN_PHASES(IndexPutImpl)>(call.Output(0), IndexColumns(call, 1), call.Input(2), add, false);
}

// The same of numbers that are taken away.
aclTensor* Negated(Call& call, size_t input) {
  aclTensor* const negated = call.Temporary(call.InputDims(input), call.InputDtype(input));
  call.Do<OPENACLNN_PHASES(Neg)>(call.Input(input), negated);
  return negated;
}

void SubtractByVectors(Call& call) {
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Output(0), call.Input(0));
  call.Do<OPENACLNN_PHASES(IndexPutImpl)>(call.Output(0), IndexColumns(call, 1), Negated(call, 2), true,
                                          false);
}

// In the first input. Inputs: var, indices, updates.
void UpdateInPlace(Call& call, aclTensor* updates, bool add) {
  call.Do<OPENACLNN_PHASES(IndexPutImpl)>(call.Input(0), IndexColumns(call, 1), updates, add, false);
  call.Return(0, 0);
}

// Inputs: data, indices, updates.
void ScatterElements(Call& call) {
  constexpr std::array<std::string_view, 3> kReductions{"none", "add", "mul"};
  const std::string reduction = call.Text("reduction", "none");
  const auto* const found = std::ranges::find(kReductions, std::string_view(reduction));
  if (found == kReductions.end()) {
    call.Fail("reduction: expected none, add or mul, got " + reduction);
    return;
  }
  call.Do<OPENACLNN_PHASES(Scatter)>(call.Input(0), call.Integer("axis", 0), call.Input(1), call.Input(2),
                                     int64_t{found - kReductions.begin()}, call.Output(0));
}

// Inputs: x, dim, indices, value.
void FillIndices(Call& call) {
  const std::vector<int64_t> dim = call.DeviceIntegers(1);
  if (dim.size() != 1) {
    call.Fail("dim: expected an integer");
    return;
  }
  call.Do<OPENACLNN_PHASES(IndexFill)>(call.Input(0), dim.front(), call.Input(2),
                                       call.Scalar(call.DeviceReal(3)), call.Output(0));
}

// Rows of the first input, in place. Inputs: var, indices, updates.
void UpdateRows(Call& call) {
  call.Do<OPENACLNN_PHASES(IndexPutImpl)>(call.Input(0), call.List({call.Input(1)}), call.Input(2), false,
                                          false);
  call.Return(0, 0);
}

// What begin, end and strides take of a tensor: the first element, the steps, and how many along each dim.
struct Slices {
  std::vector<int64_t> first;
  std::vector<int64_t> steps;
  std::vector<int64_t> extents;
};

// Begin, end and strides are inputs from `begin` on; a mask has a bit for each of their numbers.
Slices SlicesOf(Call& call, const std::vector<int64_t>& dims, size_t begin) {
  Slices slices{std::vector<int64_t>(dims.size(), 0), std::vector<int64_t>(dims.size(), 1), dims};
  const std::vector<int64_t> begins = call.HostIntegers(begin);
  const std::vector<int64_t> ends = call.HostIntegers(begin + 1);
  const std::vector<int64_t> steps = call.HostIntegers(begin + 2);
  for (const char* const mask : {"ellipsis_mask", "new_axis_mask"}) {
    if (call.Integer(mask, 0) != 0) {
      call.Fail(std::string(mask) + ": expected 0");
    }
  }
  if (begins.size() > dims.size() || ends.size() != begins.size() || steps.size() != begins.size()) {
    call.Fail("begin, end, strides: expected as many numbers each, one for a dim at most");
    return slices;
  }
  const auto has = [&call](const char* mask, size_t axis) {
    return (static_cast<uint64_t>(call.Integer(mask, 0)) >> axis & 1) != 0;
  };
  for (size_t axis = 0; axis < begins.size(); ++axis) {
    const int64_t dim = dims[axis];
    const auto bound = [dim](int64_t index) {
      return std::clamp<int64_t>(index < 0 ? index + dim : index, 0, dim);
    };
    if (steps[axis] < 1) {
      call.Fail("strides: expected positive numbers, got " + std::to_string(steps[axis]));
      return slices;
    }
    const int64_t first = has("begin_mask", axis) ? 0 : bound(begins[axis]);
    const int64_t last = has("end_mask", axis) ? dim : bound(ends[axis]);
    const bool single = has("shrink_axis_mask", axis);
    slices.first[axis] = single ? bound(begins[axis]) : first;
    slices.steps[axis] = steps[axis];
    slices.extents[axis] = single ? std::min<int64_t>(1, dim - slices.first[axis])
                                  : std::max<int64_t>(0, (last - first + steps[axis] - 1) / steps[axis]);
  }
  return slices;
}

// Whether a tensor of this shape holds what the slices take, dims of one element dropped or not.
bool ExpectExtents(Call& call, const Slices& slices, const std::vector<int64_t>& dims) {
  const int64_t expected = ElementsOf(dims);
  const int64_t taken = ElementsOf(slices.extents);
  if (taken != expected) {
    call.Fail("begin, end, strides: expected slices of " + std::to_string(expected) + " elements, got " +
              std::to_string(taken));
  }
  return taken == expected;
}

// Inputs: x, begin, end, strides.
void StridedSlice(Call& call) {
  const std::vector<int64_t> dims = call.InputDims(0);
  const Slices slices = SlicesOf(call, dims, 1);
  if (ExpectExtents(call, slices, call.OutputDims(0))) {
    call.Do<OPENACLNN_PHASES(InplaceCopy)>(
        call.OutputAs(0, slices.extents),
        call.View(call.Input(0), Window(LayoutOf(dims), slices.first, slices.extents, slices.steps)));
  }
}

// Zeros but for the slices, which the gradient fills.
void FillSlices(Call& call, size_t gradient, const Slices& slices) {
  if (!ExpectExtents(call, slices, call.InputDims(gradient))) {
    return;
  }
  aclTensor* const out = call.Output(0);
  call.Do<OPENACLNN_PHASES(InplaceZero)>(out);
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(
      call.View(out, Window(LayoutOf(call.OutputDims(0)), slices.first, slices.extents, slices.steps)),
      call.InputAs(gradient, slices.extents));
}

// Inputs: shape, begin, end, strides, dy.
void StridedSliceGradient(Call& call) {
  FillSlices(call, 4, SlicesOf(call, call.OutputDims(0), 1));
}

// Inputs: dy, x, begin, size.
void SliceGradient(Call& call) {
  const std::vector<int64_t> first = call.HostIntegers(2);
  if (first.size() != call.OutputDims(0).size()) {
    call.Fail("begin: expected a number for each dim");
    return;
  }
  FillSlices(call, 0, {first, {}, call.InputDims(0)});
}

// The distinct elements in the order in which they occur first, and the number of each element among them.
// The client learns how many there are. Outputs: y, idx.
void DistinctElements(Call& call) {
  const std::vector<int64_t> dims = call.InputDims(0);
  const int64_t count = ElementsOf(dims);
  aclTensor* const inOrder = call.Temporary({count}, call.InputDtype(0));
  aclTensor* const places = call.Temporary(dims, ACL_INT64);
  call.Do<OPENACLNN_PHASES(Unique)>(call.Input(0), true, true, inOrder, places);
  std::vector<int64_t> numbers = call.Read(places, count);
  std::vector<int64_t> numberOfPlace(numbers.size(), -1);
  std::vector<int64_t> first;
  for (size_t i = 0; i < numbers.size(); ++i) {
    int64_t& number = numberOfPlace[static_cast<size_t>(numbers[i])];
    if (number < 0) {
      number = static_cast<int64_t>(first.size());
      first.push_back(static_cast<int64_t>(i));
    }
    numbers[i] = number;
  }
  const std::vector<int64_t> distinct{static_cast<int64_t>(first.size())};
  if (call.SetOutputDims(0, distinct)) {
    call.Do<OPENACLNN_PHASES(IndexSelect)>(call.InputAs(0, {count}), int64_t{0}, call.Numbers(first),
                                           call.OutputAs(0, distinct));
    call.Do<OPENACLNN_PHASES(Cast)>(call.Numbers(numbers), call.OutputDtype(1), call.OutputAs(1, {count}));
  }
}

constexpr std::array kOperators{
    Operator{"CustIndexFill", FillIndices},
    Operator{"CustSliceGrad", SliceGradient},
    Operator{"GatherNd", GatherByVectors},
    Operator{"GatherV2", Gather},
    Operator{"InplaceIndexAdd", AddRows},
    Operator{"ScatterAdd", AddRows},
    Operator{"ScatterElements", ScatterElements},
    Operator{"ScatterNd", ScatterByVectors},
    Operator{"ScatterNdAdd", [](Call& call) { UpdateInPlace(call, call.Input(2), true); }},
    Operator{"ScatterNdSub", [](Call& call) { UpdateInPlace(call, Negated(call, 2), true); }},
    Operator{"ScatterNdUpdate", [](Call& call) { UpdateInPlace(call, call.Input(2), false); }},
    Operator{"ScatterUpdate", UpdateRows},
    Operator{"StridedSlice", StridedSlice},
    Operator{"StridedSliceGrad", StridedSliceGradient},
    Operator{"TensorScatterAdd", [](Call& call) { UpdateByVectors(call, true); }},
    Operator{"TensorScatterSub", SubtractByVectors},
    Operator{"TensorScatterUpdate", [](Call& call) { UpdateByVectors(call, false); }},
    Operator{"Unique", DistinctElements},
    Operator{"UnsortedSegmentSum", UnsortedSegmentSum},
};

}  // namespace

std::span<const Operator> PartOperators() {
  return kOperators;
}

}  // namespace openaclnn::single_operator
