// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_acos.h"
#include "aclnnop/aclnn_asin.h"
#include "aclnnop/aclnn_atan.h"
#include "aclnnop/aclnn_atan2.h"
#include "aclnnop/aclnn_cos.h"
#include "aclnnop/aclnn_sin.h"
#include "aclnnop/aclnn_tan.h"
#include "catalogue/rows/elementwise/functions.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::trigonometric {

std::vector<Operator> Rows() {
  return {
      OPENACLNN_FUNCTION_ROW(Sin, "sines", "sin(self)", true),
      OPENACLNN_FUNCTION_ROW(Cos, "cosines", "cos(self)", true),
      OPENACLNN_FUNCTION_ROW(Tan, "tangents", "tan(self)", true),
      OPENACLNN_FUNCTION_ROW(Asin, "inverse sines", "asin(self)", false),
      OPENACLNN_FUNCTION_ROW(Acos, "inverse cosines", "acos(self)", false),
      OPENACLNN_FUNCTION_ROW(Atan, "inverse tangents", "atan(self)", false),
      Pointwise(TwoPhases<&aclnnAtan2GetWorkspaceSize, &aclnnAtan2>("aclnnAtan2"),
                "the angle of the point (other, self)", {"out = atan2(self, other)"},
                {Input("self", Numbers()), Input("other", Numbers()), FloatingOut({"self", "other"}, false)}),
      Pointwise(TwoPhases<&aclnnInplaceAtan2GetWorkspaceSize, &aclnnInplaceAtan2>("aclnnInplaceAtan2"),
                "the angle of the point (other, selfRef), in place", {"selfRef = atan2(selfRef, other)"},
                {InPlace("selfRef", FloatsAndDouble()), Input("other", Numbers())}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::trigonometric
