// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_isclose.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::closeness {

std::vector<Operator> Rows() {
  return {
      Pointwise(TwoPhases<&aclnnIsCloseGetWorkspaceSize, &aclnnIsClose>("aclnnIsClose"),
                "whether elements are nearly equal", {"out = |self - other| <= atol + rtol * |other|"},
                {With(Input("self", Numbers()), {ACL_COMPLEX64, ACL_COMPLEX128}),
                 With(InputAs("other", Numbers(), "self"), {ACL_COMPLEX64, ACL_COMPLEX128}),
                 Real("rtol", "relative tolerance", 0.25), Real("atol", "absolute tolerance", 0.5),
                 Flag("equalNan", "whether two NaNs are close"), TruthOutput("out")}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::closeness
