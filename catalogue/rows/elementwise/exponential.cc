// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_cosh.h"
#include "aclnnop/aclnn_exp.h"
#include "aclnnop/aclnn_exp2.h"
#include "aclnnop/aclnn_expm1.h"
#include "aclnnop/aclnn_sigmoid.h"
#include "aclnnop/aclnn_sinh.h"
#include "aclnnop/aclnn_tanh.h"
#include "catalogue/rows/elementwise/functions.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::exponential {

std::vector<Operator> Rows() {
  return {
      OPENACLNN_FUNCTION_ROW(Exp, "powers of e", "e^self", true),
      OPENACLNN_FUNCTION_ROW(Exp2, "powers of 2", "2^self", false),
      OPENACLNN_FUNCTION_ROW(Expm1, "powers of e less 1", "e^self - 1", false),
      OPENACLNN_FUNCTION_ROW(Sinh, "hyperbolic sines", "(e^self - e^-self) / 2", true),
      OPENACLNN_FUNCTION_ROW(Cosh, "hyperbolic cosines", "(e^self + e^-self) / 2", true),
      OPENACLNN_FUNCTION_ROW(Tanh, "hyperbolic tangents", "(e^self - e^-self) / (e^self + e^-self)", true),
      OPENACLNN_FUNCTION_ROW(Sigmoid, "the logistic function", "1 / (1 + e^-self)", false),
  };
}

}  // namespace openaclnn::catalogue::elementwise::exponential
