// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_argmax.h"
#include "aclnnop/aclnn_argmin.h"
#include "aclnnop/aclnn_max_dim.h"
#include "aclnnop/aclnn_min_dim.h"
#include "catalogue/rows/reduction/reduced.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::reduction::positions {
namespace {

Argument Indices(const char* name) {
  Argument indices = OutputOfThatType(name, {ACL_INT64}, Always(ACL_INT64));
  indices.meaning = "where it is along dim";
  return With(std::move(indices), {ACL_INT32});
}

Operator ExtremeAndPlace(Phases phases, const std::string& word) {
  return OneAlongDim(std::move(phases), word + " elements along a dimension, and where they are",
                     "out, indices = " + word + " element of self along dim, and its place",
                     {Input("self", Numbers()), Dim("dim"), KeepDim("keepdim"),
                      OutputOfThatType("out", Numbers()), Indices("indices")},
                     "keepdim");
}

Operator Position(Phases phases, const std::string& word) {
  return OneAlongDim(std::move(phases), "where the " + word + " elements along a dimension are",
                     "out = place of the " + word + " element of self along dim",
                     {Input("self", NumbersButBool()), Dim("dim"), KeepDim("keepdim"), Indices("out")},
                     "keepdim");
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      ExtremeAndPlace(TwoPhases<&aclnnMaxDimGetWorkspaceSize, &aclnnMaxDim>("aclnnMaxDim"), "largest"),
      ExtremeAndPlace(TwoPhases<&aclnnMinDimGetWorkspaceSize, &aclnnMinDim>("aclnnMinDim"), "smallest"),
      Position(TwoPhases<&aclnnArgMaxGetWorkspaceSize, &aclnnArgMax>("aclnnArgMax"), "largest"),
      Position(TwoPhases<&aclnnArgMinGetWorkspaceSize, &aclnnArgMin>("aclnnArgMin"), "smallest"),
  };
}

}  // namespace openaclnn::catalogue::reduction::positions
