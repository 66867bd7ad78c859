// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_sinkhorn.h"

#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::experts::sinkhorn {

std::vector<Operator> Rows() {
  Argument tolerance = Number("tol", 1e-4);
  tolerance.meaning = "mean of the changes of factors at which the work ends";
  tolerance.optional = true;
  const auto call = [](const Shape& cost, aclDataType dtype, double tol) {
    return Arguments{.tensors = {{"cost", {{cost, dtype}}}}, .attributes = {{"tol", Scalar{ACL_FLOAT, tol}}}};
  };
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnSinkhornGetWorkspaceSize, &aclnnSinkhorn>("aclnnSinkhorn"),
       .summary = "a matrix with rows and columns of equal sums",
       .formula = {"p[i, j] = d1[j] * exp(cost[i, j]) * d0[i]",
                   "d0 = 1 / (rows * (sums of d1 * exp(cost) + 1e-8)), d1 = 1 / (columns * (sums of d0 * "
                   "exp(cost) + 1e-8)), until they stay"},
       .arguments = {Tensor("cost", "logarithms", "[R, C]", Floats()), tolerance,
                     OutputWith(Tensor("p", "the result", "that of cost", Floats()), SameShapeAs("cost"),
                                SameAs("cost"))},
       .runExample = "--cost c.npy --tol 1e-4 --p p.npy",
       .benchExample = "--cost 4096x64"});
  const auto sample = [&](const char* name, const Shape& cost, bool specials = false) {
    row.samples.push_back({.name = name,
                           .arguments = call(cost, ACL_DT_UNDEFINED, 1e-4),
                           .data = {{.name = "cost", .specials = specials}}});
  };
  sample("tokens", {1031, 66});
  sample("wide", {7, 301});
  sample("specials", {31, 17}, true);
  row.draw = [call](Choices& choices) {
    return call({choices.Extent(), choices.Extent()}, choices.DType(Floats()),
                choices.Chance(128) ? 1e-4 : 0.05);
  };
  return {row};
}

}  // namespace openaclnn::catalogue::experts::sinkhorn
