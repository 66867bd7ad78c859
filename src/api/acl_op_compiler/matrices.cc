// SPDX-License-Identifier: Apache-2.0
//
// Operators on matrices, which stand in the last two dims: diagonals, triangles, products and inverses.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_fill_tensor.h"
#include "aclnnop/aclnn_inverse.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_trace.h"
#include "aclnnop/aclnn_tril.h"
#include "aclnnop/aclnn_triu.h"
#include "aclnnop/aclnn_zero.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator {
namespace {

// The diagonal of each matrix of a tensor, so many columns to the right of the main one, or rows below it.
std::optional<Layout> DiagonalsOf(Call& call, const std::vector<int64_t>& dims, int64_t offset) {
  if (dims.size() < 2) {
    call.Fail("expected matrices, of two dims or more");
    return std::nullopt;
  }
  Layout layout = LayoutOf(dims);
  const int64_t columns = dims.back();
  const int64_t rows = dims[dims.size() - 2];
  const int64_t down = std::max<int64_t>(-offset, 0);
  const int64_t right = std::max<int64_t>(offset, 0);
  layout.offset = down * columns + right;
  layout.dims.pop_back();
  layout.strides.pop_back();
  layout.dims.back() = std::max<int64_t>(std::min(rows - down, columns - right), 0);
  layout.strides.back() = columns + 1;
  return layout;
}

// Of a tensor of one dim: the diagonal of a matrix of zeros.
void Diagonal(Call& call) {
  if (call.InputDims(0).size() != 1) {
    call.Fail("x: expected one dim");
    return;
  }
  if (const std::optional<Layout> diagonal = DiagonalsOf(call, call.OutputDims(0), 0)) {
    aclTensor* const out = call.Output(0);
    call.Do<OPENACLNN_PHASES(InplaceZero)>(out);
    call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.View(out, *diagonal), call.Input(0));
  }
}

void DiagonalPart(Call& call) {
  const std::vector<int64_t> dims = call.InputDims(0);
  if (dims.size() != 2 || dims[0] != dims[1]) {
    call.Fail("x: expected a square matrix");
    return;
  }
  if (const std::optional<Layout> diagonal = DiagonalsOf(call, dims, 0)) {
    call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Output(0), call.View(call.Input(0), *diagonal));
  }
}

// The diagonal that an input names; bands of several are not supported.
std::optional<Layout> NamedDiagonals(Call& call, size_t input, const std::vector<int64_t>& dims) {
  const std::vector<int64_t> k = call.HostIntegers(input);
  if (k.empty() || k.front() != k.back()) {
    call.Fail("k: expected one diagonal");
    return std::nullopt;
  }
  return DiagonalsOf(call, dims, k.front());
}

// Inputs: x, k, num_rows, num_cols, padding_value.
void MatricesOfDiagonals(Call& call) {
  if (const std::optional<Layout> diagonals = NamedDiagonals(call, 1, call.OutputDims(0))) {
    aclTensor* const out = call.Output(0);
    call.Do<OPENACLNN_PHASES(InplaceFillTensor)>(out, call.Input(4));
    call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.View(out, *diagonals), call.Input(0));
  }
}

// Inputs: input, k, padding_value.
void DiagonalsOfMatrices(Call& call) {
  if (const std::optional<Layout> diagonals = NamedDiagonals(call, 1, call.InputDims(0))) {
    call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Output(0), call.View(call.Input(0), *diagonals));
  }
}

// Inputs: input, diagonal, k.
void ReplaceDiagonals(Call& call) {
  if (const std::optional<Layout> diagonals = NamedDiagonals(call, 2, call.OutputDims(0))) {
    aclTensor* const out = call.Output(0);
    call.Do<OPENACLNN_PHASES(InplaceCopy)>(out, call.Input(0));
    call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.View(out, *diagonals), call.Input(1));
  }
}

// So many diagonals below and above the main one, all where the number is negative. Inputs: x, num_lower,
// num_upper.
void Band(Call& call) {
  const std::vector<int64_t> lower = call.DeviceIntegers(1);
  const std::vector<int64_t> upper = call.DeviceIntegers(2);
  if (lower.size() != 1 || upper.size() != 1) {
    call.Fail("num_lower, num_upper: expected an integer each");
    return;
  }
  aclTensor* const out = call.Output(0);
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(out, call.Input(0));
  if (upper.front() >= 0) {
    call.Do<OPENACLNN_PHASES(InplaceTril)>(out, upper.front());
  }
  if (lower.front() >= 0) {
    call.Do<OPENACLNN_PHASES(InplaceTriu)>(out, -lower.front());
  }
}

// The gradient of each element of the diagonal is that of the trace. Inputs: y_grad, x_shape.
void TraceGradient(Call& call) {
  if (const std::optional<Layout> diagonal = DiagonalsOf(call, call.OutputDims(0), 0)) {
    aclTensor* const out = call.Output(0);
    call.Do<OPENACLNN_PHASES(InplaceZero)>(out);
    call.Do<OPENACLNN_PHASES(InplaceFillTensor)>(call.View(out, *diagonal), call.Input(0));
  }
}

void Triangle(Call& call) {
  call.Do<OPENACLNN_PHASES(Tril)>(call.Input(0), call.Integer("diagonal", 0), call.Output(0));
}

void UpperTriangle(Call& call) {
  call.Do<OPENACLNN_PHASES(Triu)>(call.Input(0), call.Integer("diagonal", 0), call.Output(0));
}

// Rows and columns of the elements of a triangle, row by row.
void TriangleIndices(Call& call, bool upper) {
  const int64_t offset = call.Integer("offset", 0);
  std::vector<int64_t> rows;
  std::vector<int64_t> columns;
  for (int64_t row = 0; row < call.Integer("row", 0); ++row) {
    for (int64_t column = 0; column < call.Integer("col", 0); ++column) {
      if (upper ? column - row >= offset : column - row <= offset) {
        rows.push_back(row);
        columns.push_back(column);
      }
    }
  }
  const auto count = static_cast<int64_t>(rows.size());
  rows.insert(rows.end(), columns.begin(), columns.end());
  call.Do<OPENACLNN_PHASES(Cast)>(call.View(call.Numbers(rows), LayoutOf({2, count})), call.OutputDtype(0),
                                  call.Output(0));
}

// The product of a column and a row.
void OuterProduct(Call& call) {
  call.Do<OPENACLNN_PHASES(Mul)>(call.InputAs(0, {ElementsOf(call.InputDims(0)), 1}), call.Input(1),
                                 call.Output(0));
}

void Inverse(Call& call) {
  if (call.Flag("adjoint", false)) {
    call.Fail("adjoint: expected false");
    return;
  }
  call.Do<OPENACLNN_PHASES(Inverse)>(call.Input(0), call.Output(0));
}

constexpr std::array kOperators{
    Operator{"CustTraceGrad", TraceGradient},
    Operator{"CustTrilIndices", [](Call& call) { TriangleIndices(call, false); }},
    Operator{"CustTriuIndices", [](Call& call) { TriangleIndices(call, true); }},
    Operator{"Diag", Diagonal},
    Operator{"DiagPart", DiagonalPart},
    Operator{"Ger", OuterProduct},
    Operator{"MatrixBandPart", Band},
    Operator{"MatrixDiagPartV3", DiagonalsOfMatrices},
    Operator{"MatrixDiagV3", MatricesOfDiagonals},
    Operator{"MatrixInverse", Inverse},
    Operator{"MatrixSetDiagV3", ReplaceDiagonals},
    Operator{"Trace", [](Call& call) { call.Do<OPENACLNN_PHASES(Trace)>(call.Input(0), call.Output(0)); }},
    Operator{"Tril", Triangle},
    Operator{"Triu", UpperTriangle},
};

}  // namespace

std::span<const Operator> MatrixOperators() {
  return kOperators;
}

}  // namespace openaclnn::single_operator
