// SPDX-License-Identifier: Apache-2.0
//
// Operators that fill, copy, cut, join, order and add up tensors.
#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_arange.h"
#include "aclnnop/aclnn_argmax.h"
#include "aclnnop/aclnn_argmin.h"
#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_cat.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_cumprod.h"
#include "aclnnop/aclnn_cumsum.h"
#include "aclnnop/aclnn_dot.h"
#include "aclnnop/aclnn_fill_tensor.h"
#include "aclnnop/aclnn_flip.h"
#include "aclnnop/aclnn_index.h"
#include "aclnnop/aclnn_index_add.h"
#include "aclnnop/aclnn_index_put_impl.h"
#include "aclnnop/aclnn_index_select.h"
#include "aclnnop/aclnn_lerp_tensor.h"
#include "aclnnop/aclnn_mean.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_one_hot.h"
#include "aclnnop/aclnn_ones.h"
#include "aclnnop/aclnn_prod.h"
#include "aclnnop/aclnn_reduce_sum.h"
#include "aclnnop/aclnn_sort.h"
#include "aclnnop/aclnn_stack.h"
#include "aclnnop/aclnn_std_mean_correction.h"
#include "aclnnop/aclnn_topk.h"
#include "aclnnop/aclnn_tril.h"
#include "aclnnop/aclnn_triu.h"
#include "aclnnop/aclnn_zero.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator {
namespace {

// What a client writes to in place is its first input; where it gave the output memory of its own, that gets
// a copy.
void ReturnFirstInput(Call& call) {
  if (call.OutputHasOwnMemory(0, 0)) {
    call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Output(0), call.Input(0));
  }
}

void Copy(Call& call) {
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Output(0), call.Input(0));
}

void Assign(Call& call) {
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Input(0), call.Input(1));
  ReturnFirstInput(call);
}

void AssignSum(Call& call, int64_t sign) {
  call.Do<OPENACLNN_PHASES(InplaceAdd)>(call.Input(0), call.Input(1), call.Scalar(sign));
  ReturnFirstInput(call);
}

void FillByTensor(Call& call) {
  call.Do<OPENACLNN_PHASES(InplaceFillTensor)>(call.Output(0), call.Input(1));
}

void Range(Call& call) {
  call.Do<OPENACLNN_PHASES(Arange)>(call.Scalar(call.HostInteger(0)), call.Scalar(call.HostInteger(1)),
                                    call.Scalar(call.HostInteger(2)), call.Output(0));
}

void CumulativeSum(Call& call) {
  call.Do<OPENACLNN_PHASES(CumsumV2)>(call.Input(0), call.HostInteger(1), call.Flag("exclusive", false),
                                      call.Flag("reverse", false), call.Output(0));
}

// From the end on where reverse is given; exclusive: the products of what stands before each element.
void CumulativeProduct(Call& call) {
  const std::vector<int64_t> dims = call.InputDims(0);
  const int64_t axis = call.HostInteger(1);
  const bool reverse = call.Flag("reverse", false);
  aclTensor* factors = call.Input(0);
  if (reverse) {
    aclTensor* const flipped = call.Temporary(dims, call.InputDtype(0));
    call.Do<OPENACLNN_PHASES(Flip)>(factors, call.Array({axis}), flipped);
    factors = flipped;
  }
  if (call.Flag("exclusive", false)) {
    const std::optional<size_t> along = call.Axis("axis", axis, dims.size());
    if (!along) {
      return;
    }
    std::vector<int64_t> fewer = dims;
    std::vector<int64_t> second(dims.size(), 0);
    fewer[*along] = std::max<int64_t>(dims[*along] - 1, 0);
    second[*along] = 1;
    aclTensor* const moved = call.Temporary(dims, call.InputDtype(0));
    call.Do<OPENACLNN_PHASES(InplaceOne)>(moved);
    call.Do<OPENACLNN_PHASES(InplaceCopy)>(
        call.View(moved, Window(LayoutOf(dims), second, fewer)),
        call.View(factors, Window(LayoutOf(dims), std::vector<int64_t>(dims.size(), 0), fewer)));
    factors = moved;
  }
  aclTensor* const products = reverse ? call.Temporary(dims, call.OutputDtype(0)) : call.Output(0);
  call.Do<OPENACLNN_PHASES(Cumprod)>(factors, call.Scalar(axis), call.OutputDtype(0), products);
  if (reverse) {
    call.Do<OPENACLNN_PHASES(Flip)>(products, call.Array({axis}), call.Output(0));
  }
}

void ReduceSum(Call& call) {
  call.Do<OPENACLNN_PHASES(ReduceSum)>(call.Input(0), call.Array(call.HostIntegers(1)),
                                       call.Flag("keep_dims", false), call.OutputDtype(0), call.Output(0));
}

void ReduceMean(Call& call) {
  call.Do<OPENACLNN_PHASES(Mean)>(call.Input(0), call.Array(call.HostIntegers(1)),
                                  call.Flag("keep_dims", false), call.OutputDtype(0), call.Output(0));
}

void ReduceProduct(Call& call) {
  const std::vector<int64_t> axes = call.HostIntegers(1);
  if (axes.size() != 1) {
    call.Fail("axes: expected one, got " + std::to_string(axes.size()));
    return;
  }
  call.Do<OPENACLNN_PHASES(ProdDim)>(call.Input(0), axes.front(), call.Flag("keep_dims", false),
                                     call.OutputDtype(0), call.Output(0));
}

void ReduceStandardDeviation(Call& call) {
  call.Do<OPENACLNN_PHASES(StdMeanCorrection)>(call.Input(0), call.Array(call.Integers("dim")),
                                               int64_t{call.Flag("unbiased", true) ? 1 : 0},
                                               call.Flag("keepdim", false), call.Output(0), call.Output(1));
}

int64_t ElementsOf(std::span<const int64_t> dims) {
  return std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies());
}

// As one row of numbers, multiplied with itself.
void SumOfSquares(Call& call, size_t input, size_t output) {
  const std::vector<int64_t> dims = call.InputDims(input);
  const std::vector<int64_t> flat{ElementsOf(dims)};
  call.Do<OPENACLNN_PHASES(Dot)>(call.InputAs(input, flat), call.InputAs(input, flat),
                                 call.OutputAs(output, {}));
}

void HalfSumOfSquares(Call& call) {
  SumOfSquares(call, 0, 0);
  call.Do<OPENACLNN_PHASES(InplaceMuls)>(call.Output(0), call.Scalar(0.5));
}

void OneHot(Call& call) {
  call.Do<OPENACLNN_PHASES(OneHot)>(call.Input(0), static_cast<int>(call.HostInteger(1)), call.Input(2),
                                    call.Input(3), call.Integer("axis", -1), call.Output(0));
}

void Pack(Call& call) {
  call.Do<OPENACLNN_PHASES(Stack)>(call.Inputs(0, call.InputCount()), call.Integer("axis", 0),
                                   call.Output(0));
}

// The last input may be the axis.
void Concatenate(Call& call) {
  call.Do<OPENACLNN_PHASES(Cat)>(call.Inputs(0, call.InputCount()), call.Integer("concat_dim", 0),
                                 call.Output(0));
}

// Numbers of elements before and after each dim, first dim first: aclnn wants the last first.
void Pad(Call& call) {
  const std::vector<int64_t> before = call.HostIntegers(1);
  if (call.Text("mode", "constant") != "constant" || !call.Flag("paddings_contiguous", true)) {
    call.Fail("mode, paddings_contiguous: expected \"constant\" and true");
    return;
  }
  std::vector<int64_t> window;
  for (size_t i = 0; i < before.size(); i += 2) {
    window.push_back(before[i]);
  }
  call.Do<OPENACLNN_PHASES(InplaceFillTensor)>(call.Output(0), call.Input(2));
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(
      call.View(call.Output(0), Window(LayoutOf(call.OutputDims(0)), window, call.InputDims(0))),
      call.Input(0));
}

// Orders along the last dim; positions in the type that the client wants.
void Sort(Call& call) {
  aclTensor* const positions = call.Temporary(call.OutputDims(1), ACL_INT64);
  call.Do<OPENACLNN_PHASES(Sort)>(call.Input(0), true, call.Integer("axis", -1),
                                  call.Flag("descending", false), call.Output(0), positions);
  call.Do<OPENACLNN_PHASES(Cast)>(positions, call.OutputDtype(1), call.Output(1));
}

void TopK(Call& call) {
  aclTensor* const positions = call.Temporary(call.OutputDims(1), ACL_INT64);
  call.Do<OPENACLNN_PHASES(Topk)>(call.Input(0), call.HostInteger(1), call.Integer("dim", -1),
                                  call.Flag("largest", true), call.Flag("sorted", true), call.Output(0),
                                  positions);
  call.Do<OPENACLNN_PHASES(Cast)>(positions, call.OutputDtype(1), call.Output(1));
}

void Triangle(Call& call) {
  call.Do<OPENACLNN_PHASES(Tril)>(call.Input(0), call.Integer("diagonal", 0), call.Output(0));
}

void UpperTriangle(Call& call) {
  call.Do<OPENACLNN_PHASES(Triu)>(call.Input(0), call.Integer("diagonal", 0), call.Output(0));
}

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
  ReturnFirstInput(call);
}

// The position of an extreme element, in the type that the client wants.
template <auto plan, auto run>
void Position(Call& call) {
  aclTensor* const position = call.Temporary(call.OutputDims(0), ACL_INT64);
  call.Do<plan, run>(call.Input(0), call.HostInteger(1), false, position);
  call.Do<OPENACLNN_PHASES(Cast)>(position, call.OutputDtype(0), call.Output(0));
}

// A vector as the diagonal of a matrix.
void Diagonal(Call& call) {
  const std::vector<int64_t> dims = call.InputDims(0);
  if (dims.size() != 1) {
    call.Fail("x: expected one dim");
    return;
  }
  aclTensor* const out = call.Output(0);
  call.Do<OPENACLNN_PHASES(InplaceZero)>(out);
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.View(out, {dims, {dims[0] + 1}, 0, call.OutputDims(0)}),
                                         call.Input(0));
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

// Rows of the first input, in place. Inputs: var, indices, updates.
void UpdateRows(Call& call) {
  call.Do<OPENACLNN_PHASES(IndexPutImpl)>(call.Input(0), call.List({call.Input(1)}), call.Input(2), false,
                                          false);
  ReturnFirstInput(call);
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
  const auto count = [](const std::vector<int64_t>& extents) {
    return std::accumulate(extents.begin(), extents.end(), int64_t{1}, std::multiplies());
  };
  if (count(slices.extents) != count(dims)) {
    call.Fail("begin, end, strides: expected slices of " + std::to_string(count(dims)) + " elements, got " +
              std::to_string(count(slices.extents)));
    return false;
  }
  return true;
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

// Numbers from start to stop, which lie in device memory. Inputs: start, stop, num.
void LinearSpace(Call& call) {
  const int64_t count = call.HostInteger(2);
  aclTensor* const weights = call.Temporary({count}, ACL_FLOAT);
  call.Do<OPENACLNN_PHASES(Arange)>(call.Scalar(int64_t{0}), call.Scalar(count), call.Scalar(int64_t{1}),
                                    weights);
  call.Do<OPENACLNN_PHASES(InplaceMuls)>(
      weights, call.Scalar(1.0 / static_cast<double>(std::max<int64_t>(count - 1, 1))));
  call.Do<OPENACLNN_PHASES(Lerp)>(call.InputAs(0, {}), call.InputAs(1, {}), weights, call.Output(0));
}

void DiagonalPart(Call& call) {
  const std::vector<int64_t> dims = call.InputDims(0);
  if (dims.size() != 2 || dims[0] != dims[1]) {
    call.Fail("x: expected a square matrix");
    return;
  }
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Output(0),
                                         call.View(call.Input(0), {{dims[0]}, {dims[0] + 1}, 0, dims}));
}

void Unpack(Call& call) {
  const std::vector<int64_t> dims = call.InputDims(0);
  const int64_t named = call.Integer("axis", 0);
  const auto axis = static_cast<size_t>(named < 0 ? named + static_cast<int64_t>(dims.size()) : named);
  if (axis >= dims.size()) {
    call.Fail("axis: expected one of x");
    return;
  }
  Layout part = LayoutOf(dims);
  const int64_t step = part.strides[axis];
  part.dims.erase(part.dims.begin() + static_cast<ptrdiff_t>(axis));
  part.strides.erase(part.strides.begin() + static_cast<ptrdiff_t>(axis));
  for (int64_t i = 0; i < dims[axis]; ++i) {
    part.offset = i * step;
    call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Output(static_cast<size_t>(i)),
                                           call.View(call.Input(0), part));
  }
}

constexpr std::array kOperators{
    Operator{"ArgMaxV2", Position<OPENACLNN_PHASES(ArgMax)>},
    Operator{"ArgMin", Position<OPENACLNN_PHASES(ArgMin)>},
    Operator{"Assign", Assign},
    Operator{"AssignAdd", [](Call& call) { AssignSum(call, 1); }},
    Operator{"AssignSub", [](Call& call) { AssignSum(call, -1); }},
    Operator{"ConcatD", Concatenate},
    Operator{"Cumprod", CumulativeProduct},
    Operator{"Cumsum", CumulativeSum},
    Operator{"CustSliceGrad", SliceGradient},
    Operator{"Diag", Diagonal},
    Operator{"DiagPart", DiagonalPart},
    Operator{"Fill", FillByTensor},
    Operator{"GatherNd", GatherByVectors},
    Operator{"GatherV2", Gather},
    Operator{"Identity", Copy},
    Operator{"InplaceIndexAdd", AddRows},
    Operator{"L2Loss", HalfSumOfSquares},
    Operator{"LinSpace", LinearSpace},
    Operator{"OneHot", OneHot},
    Operator{"OnesLike", [](Call& call) { call.Do<OPENACLNN_PHASES(InplaceOne)>(call.Output(0)); }},
    Operator{"Pack", Pack},
    Operator{"PadV3", Pad},
    Operator{"Range", Range},
    Operator{"ReduceMean", ReduceMean},
    Operator{"ReduceProd", ReduceProduct},
    Operator{"ReduceStd", ReduceStandardDeviation},
    Operator{"ReduceSum", ReduceSum},
    Operator{"ScatterAdd", AddRows},
    Operator{"ScatterNd", ScatterByVectors},
    Operator{"ScatterUpdate", UpdateRows},
    Operator{"Sort", Sort},
    Operator{"SquareSumAll",
             [](Call& call) {
               SumOfSquares(call, 0, 0);
               SumOfSquares(call, 1, 1);
             }},
    Operator{"StridedSlice", StridedSlice},
    Operator{"StridedSliceGrad", StridedSliceGradient},
    Operator{"TensorMove", Copy},
    Operator{"TensorScatterAdd", [](Call& call) { UpdateByVectors(call, true); }},
    Operator{"TensorScatterUpdate", [](Call& call) { UpdateByVectors(call, false); }},
    Operator{"TopK", TopK},
    Operator{"Tril", Triangle},
    Operator{"Triu", UpperTriangle},
    Operator{"Unpack", Unpack},
    Operator{"UnsortedSegmentSum", UnsortedSegmentSum},
    Operator{"ZerosLike", [](Call& call) { call.Do<OPENACLNN_PHASES(InplaceZero)>(call.Output(0)); }},
};

}  // namespace

std::span<const Operator> TensorOperators() {
  return kOperators;
}

}  // namespace openaclnn::single_operator
