// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_logsumexp.h"
#include "catalogue/rows/reduction/reduced.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::reduction::log_sum_exp {

std::vector<Operator> Rows() {
  return {
      Reduction(TwoPhases<&aclnnLogSumExpGetWorkspaceSize, &aclnnLogSumExp>("aclnnLogSumExp"),
                "logarithms of sums of exponentials over dimensions",
                {"out = log(sum of exp(self) over dim)"},
                {Input("self", Numbers()), Dims("dim"), KeepDims("keepDim"),
                 Output("out", FloatsAndDouble(), PromotedToFloating({"self"}))}),
  };
}

}  // namespace openaclnn::catalogue::reduction::log_sum_exp
