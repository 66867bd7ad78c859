// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_linalg_vector_norm.h"
#include "aclnnop/aclnn_norm.h"
#include "catalogue/rows/reduction/reduced.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::reduction::norms {
namespace {

/// Of operators whose attribute dtype is the type of self.
Operator OfOneType(Operator row) {
  row.draw = [draw = std::move(row.draw)](Choices& choices) {
    Arguments drawn = draw(choices);
    drawn.attributes["dtype"] = int64_t{drawn.DTypeOf("self")};
    return drawn;
  };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      OfOneType(Reduction(
          TwoPhases<&aclnnLinalgVectorNormGetWorkspaceSize, &aclnnLinalgVectorNorm>("aclnnLinalgVectorNorm"),
          "norms over dimensions", {"out = (sum of |self|^ord over dims)^(1 / ord)"},
          {WithComplex(Input("self", FloatsAndDouble())), Number("ord", 2), DimsOrNull("dims"),
           KeepDims("keepDims"), Type("dtype", "the type of the result", FloatsAndDouble()),
           Exactly(Output("out", FloatsAndDouble(), AsAttribute("dtype")))})),
      Reduction(TwoPhases<&aclnnNormGetWorkspaceSize, &aclnnNorm>("aclnnNorm"), "norms over dimensions",
                {"out = (sum of |self|^pScalar over dim)^(1 / pScalar)"},
                {WithComplex(Input("self", FloatsAndDouble())), Number("pScalar", 2), Dims("dim"),
                 KeepDims("keepdim"), Output("out", FloatsAndDouble())}),
  };
}

}  // namespace openaclnn::catalogue::reduction::norms
