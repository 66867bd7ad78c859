// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_acosh.h"
#include "aclnnop/aclnn_asinh.h"
#include "aclnnop/aclnn_atanh.h"
#include "aclnnop/aclnn_log.h"
#include "aclnnop/aclnn_log10.h"
#include "aclnnop/aclnn_log1p.h"
#include "aclnnop/aclnn_log2.h"
#include "catalogue/rows/elementwise/functions.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::logarithm {

std::vector<Operator> Rows() {
  return {
      OPENACLNN_FUNCTION_ROW(Log, "natural logarithms", "log(self)", true),
      OPENACLNN_FUNCTION_ROW(Log2, "logarithms to base 2", "log2(self)", true),
      OPENACLNN_FUNCTION_ROW(Log10, "logarithms to base 10", "log10(self)", true),
      OPENACLNN_FUNCTION_ROW(Log1p, "logarithms of 1 and more", "log(1 + self)", false),
      OPENACLNN_FUNCTION_ROW(Asinh, "inverse hyperbolic sines", "log(self + sqrt(self^2 + 1))", false),
      OPENACLNN_FUNCTION_ROW(Acosh, "inverse hyperbolic cosines", "log(self + sqrt(self^2 - 1))", false),
      OPENACLNN_FUNCTION_ROW(Atanh, "inverse hyperbolic tangents", "log((1 + self) / (1 - self)) / 2", false),
  };
}

}  // namespace openaclnn::catalogue::elementwise::logarithm
