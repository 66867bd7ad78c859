// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_copy.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::copy {

std::vector<Operator> Rows() {
  return {
      Pointwise(TwoPhases<&aclnnCastGetWorkspaceSize, &aclnnCast>("aclnnCast"), "elements of another type",
                {"out = self"},
                {Storable(Input("self", Numbers())), Type("dtype", "the type of out", Numbers()),
                 Storable(Output("out", Numbers(), AsAttribute("dtype")))}),
      Pointwise(TwoPhases<&aclnnInplaceCopyGetWorkspaceSize, &aclnnInplaceCopy>("aclnnInplaceCopy"),
                "copy of a tensor of any type and layout", {"selfRef = src"},
                {Storable(Output("selfRef", Numbers())), Storable(Input("src", Numbers()))}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::copy
