// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_erf.h"
#include "aclnnop/aclnn_erfc.h"
#include "aclnnop/aclnn_erfinv.h"
#include "catalogue/rows/elementwise/functions.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::error_function {

std::vector<Operator> Rows() {
  return {
      OPENACLNN_FUNCTION_ROW(Erf, "the error function", "erf(self)", false),
      OPENACLNN_FUNCTION_ROW(Erfc, "the complementary error function", "1 - erf(self)", false),
      OPENACLNN_FUNCTION_ROW(Erfinv, "the inverse error function", "erfinv(self)", false),
  };
}

}  // namespace openaclnn::catalogue::elementwise::error_function
