// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_digamma.h"
#include "aclnnop/aclnn_lgamma.h"
#include "aclnnop/aclnn_logaddexp.h"
#include "aclnnop/aclnn_logaddexp2.h"
#include "aclnnop/aclnn_sinc.h"
#include "aclnnop/aclnn_x_log_y_scalar_other.h"
#include "aclnnop/aclnn_x_log_y_scalar_self.h"
#include "aclnnop/aclnn_x_log_y_tensor.h"
#include "aclnnop/aclnn_xlog1py.h"
#include "catalogue/rows/elementwise/functions.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise::special {
namespace {

Argument Exponent(const char* name) {
  return With(Input(name, Numbers()), {ACL_UINT16, ACL_UINT32, ACL_UINT64});
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Function(TwoPhases<&aclnnLgammaGetWorkspaceSize, &aclnnLgamma>("aclnnLgamma"),
               "logarithms of the gamma function", "log(|gamma(self)|)", false),
      Function(TwoPhases<&aclnnDigammaGetWorkspaceSize, &aclnnDigamma>("aclnnDigamma"),
               "derivatives of the gamma function's logarithm", "gamma'(self) / gamma(self)", false),
      OPENACLNN_FUNCTION_ROW(Sinc, "sines of pi x, divided by pi x", "sin(pi self) / (pi self)", false),
      Pointwise(TwoPhases<&aclnnLogAddExpGetWorkspaceSize, &aclnnLogAddExp>("aclnnLogAddExp"),
                "logarithm of a sum of powers of e", {"out = log(e^self + e^other)"},
                {Exponent("self"), Exponent("other"), FloatingOut({"self", "other"}, false)}),
      Pointwise(TwoPhases<&aclnnLogAddExp2GetWorkspaceSize, &aclnnLogAddExp2>("aclnnLogAddExp2"),
                "logarithm of a sum of powers of 2", {"out = log2(2^self + 2^other)"},
                {Exponent("self"), Exponent("other"), FloatingOut({"self", "other"}, false)}),
      Pointwise(TwoPhases<&aclnnXLogYTensorGetWorkspaceSize, &aclnnXLogYTensor>("aclnnXLogYTensor"),
                "product with a logarithm", {"out = self log(other)"},
                {Input("self", Numbers()), Input("other", Numbers()), FloatingOut({"self", "other"}, false)}),
      Pointwise(TwoPhases<&aclnnInplaceXLogYTensorGetWorkspaceSize, &aclnnInplaceXLogYTensor>(
                    "aclnnInplaceXLogYTensor"),
                "product with a logarithm, in place", {"selfRef = selfRef log(other)"},
                {InPlace("selfRef", FloatsAndDouble()), Input("other", Numbers())}),
      Pointwise(
          TwoPhases<&aclnnXLogYScalarOtherGetWorkspaceSize, &aclnnXLogYScalarOther>("aclnnXLogYScalarOther"),
          "product with a number's logarithm", {"out = self log(other)"},
          {Input("self", Numbers()), NumberOperand("other", 2),
           Output("out", FloatsAndDouble(), PromotedToFloating({"self"}, {"other"}))}),
      Pointwise(TwoPhases<&aclnnInplaceXLogYScalarOtherGetWorkspaceSize, &aclnnInplaceXLogYScalarOther>(
                    "aclnnInplaceXLogYScalarOther"),
                "product with a number's logarithm, in place", {"selfRef = selfRef log(other)"},
                {InPlace("selfRef", FloatsAndDouble()), NumberOperand("other", 2)}),
      Pointwise(
          TwoPhases<&aclnnXLogYScalarSelfGetWorkspaceSize, &aclnnXLogYScalarSelf>("aclnnXLogYScalarSelf"),
          "product of a number with a logarithm", {"out = self log(other)"},
          {NumberOperand("self", 2), Input("other", Numbers()),
           Output("out", FloatsAndDouble(), PromotedToFloating({"other"}, {"self"}))}),
      Pointwise(TwoPhases<&aclnnXlog1pyGetWorkspaceSize, &aclnnXlog1py>("aclnnXlog1py"),
                "product with a logarithm of 1 plus a number", {"z = x log(1 + y)"},
                {Input("x", FloatsAndDouble()), InputAs("y", FloatsAndDouble(), "x"),
                 OutputOfThatType("z", FloatsAndDouble())}),
  };
}

}  // namespace openaclnn::catalogue::elementwise::special
