// SPDX-License-Identifier: Apache-2.0
//
// Reductions along one dim, given as an integer.
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_aminmax_dim.h"
#include "aclnnop/aclnn_argmax.h"
#include "aclnnop/aclnn_argmin.h"
#include "aclnnop/aclnn_max_dim.h"
#include "aclnnop/aclnn_min_dim.h"
#include "aclnnop/aclnn_prod_dim.h"
#include "catalogue/families.h"

namespace openaclnn::catalogue {
namespace {

Argument KeepDim(const char* name) {
  return Flag(name, "whether the reduced dimension stays, with extent 1");
}

Argument Indices(const char* name) {
  Argument indices = OutputOfThatType(name, {ACL_INT64}, Always(ACL_INT64));
  indices.meaning = "where it is along dim";
  return With(std::move(indices), {ACL_INT32});
}

/// Outputs without dim, or with extent 1 there.
Operator AlongOneDim(Phases phases, std::string summary, std::string formula, std::vector<Argument> arguments,
                     const std::string& keepDim) {
  return AlongDim(
      std::move(phases), std::move(summary), std::move(formula), std::move(arguments),
      [keepDim](const Arguments& known) {
        return Reduced(known.ShapeOf("self"), {known.Integer("dim")}, known.Integer(keepDim) != 0);
      },
      "that of self without dim, or with extent 1 there");
}

Operator Extreme(Phases phases, const std::string& word) {
  return AlongOneDim(std::move(phases), word + " elements along a dimension, and where they are",
                     "out, indices = " + word + " element of self along dim, and its place",
                     {Input("self", Numbers()), Dim("dim"), KeepDim("keepdim"),
                      OutputOfThatType("out", Numbers()), Indices("indices")},
                     "keepdim");
}

Operator Position(Phases phases, const std::string& word) {
  return AlongOneDim(std::move(phases), "where the " + word + " elements along a dimension are",
                     "out = place of the " + word + " element of self along dim",
                     {Input("self", NumbersButBool()), Dim("dim"), KeepDim("keepdim"), Indices("out")},
                     "keepdim");
}

}  // namespace

std::vector<Operator> AlongDims() {
  return {
      Extreme(TwoPhases<&aclnnMaxDimGetWorkspaceSize, &aclnnMaxDim>("aclnnMaxDim"), "largest"),
      Extreme(TwoPhases<&aclnnMinDimGetWorkspaceSize, &aclnnMinDim>("aclnnMinDim"), "smallest"),
      Position(TwoPhases<&aclnnArgMaxGetWorkspaceSize, &aclnnArgMax>("aclnnArgMax"), "largest"),
      Position(TwoPhases<&aclnnArgMinGetWorkspaceSize, &aclnnArgMin>("aclnnArgMin"), "smallest"),
      AlongOneDim(TwoPhases<&aclnnAminmaxDimGetWorkspaceSize, &aclnnAminmaxDim>("aclnnAminmaxDim"),
                  "smallest and largest elements along a dimension",
                  "minOut, maxOut = smallest, largest element of self along dim",
                  {Input("self", Numbers()), Dim("dim"), KeepDim("keepDim"),
                   OutputOfThatType("minOut", Numbers()), OutputOfThatType("maxOut", Numbers())},
                  "keepDim"),
      AlongOneDim(TwoPhases<&aclnnProdDimGetWorkspaceSize, &aclnnProdDim>("aclnnProdDim"),
                  "products along a dimension", "out = product of self along dim",
                  {With(Input("self", Numbers()), {ACL_COMPLEX64, ACL_COMPLEX128}), Dim("dim"),
                   KeepDim("keepDim"), Type("dtype", "the type of the result", Numbers()),
                   With(Output("out", Numbers(), AsAttribute("dtype")), {ACL_COMPLEX64, ACL_COMPLEX128})},
                  "keepDim"),
  };
}

}  // namespace openaclnn::catalogue
