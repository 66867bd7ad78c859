// SPDX-License-Identifier: Apache-2.0
//
// Operators that fill, copy, join, order and add up whole tensors.
#include <algorithm>
#include <array>
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
#include "aclnnop/aclnn_cummin.h"
#include "aclnnop/aclnn_cumprod.h"
#include "aclnnop/aclnn_cumsum.h"
#include "aclnnop/aclnn_dot.h"
#include "aclnnop/aclnn_fill_tensor.h"
#include "aclnnop/aclnn_flip.h"
#include "aclnnop/aclnn_histc.h"
#include "aclnnop/aclnn_lerp_tensor.h"
#include "aclnnop/aclnn_linalg_vector_norm.h"
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
#include "aclnnop/aclnn_zero.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator {
namespace {

// What has other dims is broadcast.
void Copy(Call& call) {
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Output(0), call.Input(0));
}

void Assign(Call& call) {
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Input(0), call.Input(1));
  call.Return(0, 0);
}

void AssignSum(Call& call, int64_t sign) {
  call.Do<OPENACLNN_PHASES(InplaceAdd)>(call.Input(0), call.Input(1), call.Scalar(sign));
  call.Return(0, 0);
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

void Norm(Call& call) {
  call.Do<OPENACLNN_PHASES(LinalgVectorNorm)>(call.Input(0), call.Scalar(call.Integer("p", 2)),
                                              call.Array(call.Integers("axes")), call.Flag("keepdim", false),
                                              call.OutputDtype(0), call.Output(0));
}

void Histogram(Call& call) {
  call.Do<OPENACLNN_PHASES(Histc)>(call.Input(0), call.Integer("bins", 100), call.Scalar(call.Real("min", 0)),
                                   call.Scalar(call.Real("max", 0)), call.Output(0));
}

void CumulativeMinimum(Call& call) {
  call.Do<OPENACLNN_PHASES(Cummin)>(call.Input(0), call.Integer("axis", 0), call.Output(0), call.Output(1));
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

// The position of an extreme element, in the type that the client wants.
template <auto plan, auto run>
void Position(Call& call) {
  aclTensor* const position = call.Temporary(call.OutputDims(0), ACL_INT64);
  call.Do<plan, run>(call.Input(0), call.HostInteger(1), false, position);
  call.Do<OPENACLNN_PHASES(Cast)>(position, call.OutputDtype(0), call.Output(0));
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
    Operator{"BroadcastTo", Copy},
    Operator{"ConcatD", Concatenate},
    Operator{"Cummin", CumulativeMinimum},
    Operator{"Cumprod", CumulativeProduct},
    Operator{"Cumsum", CumulativeSum},
    Operator{"Fill", FillByTensor},
    Operator{"Histogram", Histogram},
    Operator{"Identity", Copy},
    Operator{"L2Loss", HalfSumOfSquares},
    Operator{"LinSpace", LinearSpace},
    Operator{"LpNorm", Norm},
    Operator{"OneHot", OneHot},
    Operator{"OnesLike", [](Call& call) { call.Do<OPENACLNN_PHASES(InplaceOne)>(call.Output(0)); }},
    Operator{"Pack", Pack},
    Operator{"Range", Range},
    Operator{"ReduceMean", ReduceMean},
    Operator{"ReduceProd", ReduceProduct},
    Operator{"ReduceStd", ReduceStandardDeviation},
    Operator{"ReduceSum", ReduceSum},
    Operator{"Sort", Sort},
    Operator{"SquareSumAll",
             [](Call& call) {
               SumOfSquares(call, 0, 0);
               SumOfSquares(call, 1, 1);
             }},
    Operator{"TensorMove", Copy},
    Operator{"TopK", TopK},
    Operator{"Unpack", Unpack},
    Operator{"ZerosLike", [](Call& call) { call.Do<OPENACLNN_PHASES(InplaceZero)>(call.Output(0)); }},
};

}  // namespace

std::span<const Operator> TensorOperators() {
  return kOperators;
}

}  // namespace openaclnn::single_operator
