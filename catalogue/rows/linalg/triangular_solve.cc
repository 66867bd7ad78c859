// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_triangular_solve.h"
#include "catalogue/rows/linalg/matrices.h"

namespace openaclnn::catalogue::linalg::triangular_solve {
namespace {

Shape SolutionShape(const Shape& self, const Shape& a) {
  return BatchAnd(Broadcast(BatchAnd(self, {1, 1}), BatchAnd(a, {1, 1})), {Rows(self), Columns(self)});
}

Operator TriangularSolve() {
  const Argument self = ComplexMatrices("self", "[..., m, n]");
  Argument a = ComplexMatrices("A", "[..., m, m]");
  a.shape = [](const Arguments& known) {
    const Shape& shape = known.ShapeOf("self");
    return BatchAnd(shape, {Rows(shape), Rows(shape)});
  };
  a.dtype = SameAs("self");
  Operator op = Matrices(
      {.phases =
           TwoPhases<&aclnnTriangularSolveGetWorkspaceSize, &aclnnTriangularSolve>("aclnnTriangularSolve"),
       .summary = "solutions of triangular systems",
       .formula = {"A @ xOut = self, or A^T @ xOut = self with transpose", "mOut = A"},
       .arguments = {self, a, Flag("upper", "A is an upper triangle"), Flag("transpose", "A is transposed"),
                     Flag("unitriangular", "the diagonal of A counts as 1"),
                     ResultOf(self, "xOut", "solutions", "[..., m, n]",
                              [](const Arguments& known) {
                                return SolutionShape(known.ShapeOf("self"), known.ShapeOf("A"));
                              }),
                     ResultOf(self, "mOut", "a copy of A", "[..., m, m]",
                              [](const Arguments& known) {
                                const Shape& matrices = known.ShapeOf("A");
                                return BatchAnd(SolutionShape(known.ShapeOf("self"), matrices),
                                                {Rows(matrices), Columns(matrices)});
                              })},
       .square = false,
       .runExample = "--self b.npy --a a.npy --x-out x.npy --m-out m.npy"});
  for (Sample& sample : op.samples) {
    sample.arguments.tensors["A"] = {{a.shape(sample.arguments)}};
    sample.data = {{.name = "A", .pattern = Pattern::kNearOne}};
  }
  Sample broadcast{.name = "broadcast"};
  broadcast.arguments.tensors = {{"self", {{{4, 1, 19, 5}}}}, {"A", {{{3, 19, 19}}}}};
  op.samples.push_back(std::move(broadcast));
  op.draw = [self](Choices& choices) {
    Arguments drawn;
    const aclDataType dtype = choices.DType(self.dtypes);
    const Shape batch = choices.AnyShape(4);
    const int64_t rows = choices.Extent();
    Shape right = choices.Narrowed(batch);
    right.insert(right.end(), {rows, choices.Extent()});
    Shape left = choices.Narrowed(batch);
    left.insert(left.end(), {rows, rows});
    drawn.tensors = {{"self", {{right, dtype}}}, {"A", {{left, dtype}}}};
    for (const char* flag : {"upper", "transpose", "unitriangular"}) {
      drawn.attributes[flag] = int64_t{choices.Chance(128) ? 1 : 0};
    }
    return drawn;
  };
  return op;
}

}  // namespace

std::vector<Operator> Rows() {
  return {TriangularSolve()};
}

}  // namespace openaclnn::catalogue::linalg::triangular_solve
