// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_prod.h"
#include "catalogue/rows/reduction/reduced.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::reduction::products {

std::vector<Operator> Rows() {
  return {
      Reduction(TwoPhases<&aclnnProdGetWorkspaceSize, &aclnnProd>("aclnnProd"), "product of all elements",
                {"out = product of self"},
                {WithComplex(Input("self", Numbers())), Type("dtype", "the type of the result", Numbers()),
                 WithComplex(Output("out", Numbers(), AsAttribute("dtype")))}),
      OneAlongDim(TwoPhases<&aclnnProdDimGetWorkspaceSize, &aclnnProdDim>("aclnnProdDim"),
                  "products along a dimension", "out = product of self along dim",
                  {WithComplex(Input("self", Numbers())), Dim("dim"), KeepDim("keepDim"),
                   Type("dtype", "the type of the result", Numbers()),
                   WithComplex(Output("out", Numbers(), AsAttribute("dtype")))},
                  "keepDim"),
  };
}

}  // namespace openaclnn::catalogue::reduction::products
