// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_flat_quant.h"
#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::matmul::flat_quant {
namespace {

using quantization::kPackedInWord;

Arguments Given(int64_t matrices, int64_t rows, int64_t columns, double clipRatio,
                aclDataType dtype = ACL_DT_UNDEFINED) {
  return {.tensors = {{"x", {{{matrices, rows, columns}, dtype}}},
                      {"kroneckerP1", {{{rows, rows}, dtype}}},
                      {"kroneckerP2", {{{columns, columns}, dtype}}}},
          .attributes = {{"clipRatio", clipRatio}}};
}

Argument Factor(std::string name, std::string meaning, std::string shape, size_t dim) {
  Argument factor = Tensor(std::move(name), std::move(meaning), std::move(shape), Floats());
  factor.dtype = SameAs("x");
  factor.shape = [dim](const Arguments& known) { return Shape(2, Extent(known.ShapeOf("x"), dim)); };
  return factor;
}

}  // namespace

std::vector<Operator> Rows() {
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnFlatQuantGetWorkspaceSize, &aclnnFlatQuant>("aclnnFlatQuant"),
       .summary = "matrices between two factors, quantized to INT4",
       .formula = {"y = kroneckerP1 @ x @ kroneckerP2", "quantScale = max |y| * clipRatio / 7",
                   "out = y / quantScale, rounded"},
       .arguments = {Tensor("x", "matrices", "[K, M, N], N a multiple of 8", Floats()),
                     Factor("kroneckerP1", "first factor", "[M, M]", 1),
                     Factor("kroneckerP2", "last factor", "[N, N]", 2),
                     Real("clipRatio", "share of the largest magnitude that the scale keeps", 1),
                     OutputWith(
                         Tensor("out", "eight numbers in each", "[K, M, N / 8]", {ACL_INT32}),
                         [](const Arguments& known) {
                           const Shape x = known.ShapeOf("x");
                           return Shape{Extent(x, 0), Extent(x, 1), Extent(x, 2) / kPackedInWord};
                         },
                         Always(ACL_INT32)),
                     OutputWith(
                         Tensor("quantScale", "scales of matrices", "[K]", {ACL_FLOAT}),
                         [](const Arguments& known) { return Shape{Extent(known.ShapeOf("x"), 0)}; },
                         Always(ACL_FLOAT))},
       .bitsOfProcessor = true,
       .draw =
           [](Choices& choices) {
             const aclDataType dtype = choices.DType(Floats());
             return Given(choices.Extent(), choices.Extent(), kPackedInWord * choices.Extent(),
                          choices.Chance(128) ? 0.5 : 1, dtype);
           },
       .samples = {{.name = "matrices", .arguments = Given(9, 33, 72, 0.75)},
                   {.name = "rows", .arguments = Given(17, 1, 128, 1)},
                   {.name = "large", .arguments = Given(2, 65, 304, 0.5)}},
       .runExample = "--x x.npy --kroneckerp1 p.npy --kroneckerp2 q.npy -o y.npy --quant-scale s.npy",
       .benchExample = "--x 64x64x128"});
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::matmul::flat_quant
