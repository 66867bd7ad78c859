// SPDX-License-Identifier: Apache-2.0
//
// Elementary functions, element by element.
#include <string>
#include <utility>

#include "aclnnop/aclnn_acos.h"
#include "aclnnop/aclnn_acosh.h"
#include "aclnnop/aclnn_asin.h"
#include "aclnnop/aclnn_asinh.h"
#include "aclnnop/aclnn_atan.h"
#include "aclnnop/aclnn_atan2.h"
#include "aclnnop/aclnn_atanh.h"
#include "aclnnop/aclnn_cos.h"
#include "aclnnop/aclnn_cosh.h"
#include "aclnnop/aclnn_erf.h"
#include "aclnnop/aclnn_erfc.h"
#include "aclnnop/aclnn_erfinv.h"
#include "aclnnop/aclnn_exp.h"
#include "aclnnop/aclnn_exp2.h"
#include "aclnnop/aclnn_expm1.h"
#include "aclnnop/aclnn_log.h"
#include "aclnnop/aclnn_log10.h"
#include "aclnnop/aclnn_log1p.h"
#include "aclnnop/aclnn_log2.h"
#include "aclnnop/aclnn_pow.h"
#include "aclnnop/aclnn_pow_tensor_tensor.h"
#include "aclnnop/aclnn_sigmoid.h"
#include "aclnnop/aclnn_sin.h"
#include "aclnnop/aclnn_sinh.h"
#include "aclnnop/aclnn_tan.h"
#include "aclnnop/aclnn_tanh.h"
#include "catalogue/families.h"

namespace openaclnn::catalogue {
namespace {

Argument WithComplex(Argument argument, bool complex) {
  if (complex) {
    argument.others = {ACL_COMPLEX64, ACL_COMPLEX128};
  }
  return argument;
}

Argument FloatingOut(const std::vector<std::string>& inputs, bool complex) {
  return WithComplex(Output("out", FloatsAndDouble(), PromotedToFloating(inputs)), complex);
}

// Operands and result of powers.
Argument In(std::string name) {
  return WithComplex(Input(std::move(name), Numbers()), true);
}
Argument Out() {
  return WithComplex(Output("out", Numbers()), true);
}

Operator Function(Phases phases, std::string summary, const std::string& formula, bool complex) {
  return Pointwise(std::move(phases), std::move(summary), {"out = " + formula},
                   {WithComplex(Input("self", Numbers()), complex), FloatingOut({"self"}, complex)});
}

Operator InplaceFunction(Phases phases, const std::string& summary, std::string formula, bool complex) {
  for (size_t at = formula.find("self"); at != std::string::npos; at = formula.find("self", at + 7)) {
    formula.replace(at, 4, "selfRef");
  }
  return Pointwise(std::move(phases), summary + ", in place", {"selfRef = " + formula},
                   {WithComplex(InPlace("selfRef", FloatsAndDouble()), complex)});
}

// Both forms.
#define OPENACLNN_FUNCTION_ROW(Name, summary, formula, complex)                                        \
  Function(TwoPhases<&aclnn##Name##GetWorkspaceSize, &aclnn##Name>("aclnn" #Name), summary, formula,   \
           complex),                                                                                   \
      InplaceFunction(                                                                                 \
          TwoPhases<&aclnnInplace##Name##GetWorkspaceSize, &aclnnInplace##Name>("aclnnInplace" #Name), \
          summary, formula, complex)

}  // namespace

std::vector<Operator> Functions() {
  return {
      OPENACLNN_FUNCTION_ROW(Exp, "powers of e", "e^self", true),
      OPENACLNN_FUNCTION_ROW(Exp2, "powers of 2", "2^self", false),
      OPENACLNN_FUNCTION_ROW(Expm1, "powers of e less 1", "e^self - 1", false),
      OPENACLNN_FUNCTION_ROW(Log, "natural logarithms", "log(self)", false),
      OPENACLNN_FUNCTION_ROW(Log2, "logarithms to base 2", "log2(self)", false),
      OPENACLNN_FUNCTION_ROW(Log10, "logarithms to base 10", "log10(self)", false),
      OPENACLNN_FUNCTION_ROW(Log1p, "logarithms of 1 and more", "log(1 + self)", false),
      OPENACLNN_FUNCTION_ROW(Sin, "sines", "sin(self)", false),
      OPENACLNN_FUNCTION_ROW(Cos, "cosines", "cos(self)", false),
      OPENACLNN_FUNCTION_ROW(Tan, "tangents", "tan(self)", false),
      OPENACLNN_FUNCTION_ROW(Asin, "inverse sines", "asin(self)", false),
      OPENACLNN_FUNCTION_ROW(Acos, "inverse cosines", "acos(self)", false),
      OPENACLNN_FUNCTION_ROW(Atan, "inverse tangents", "atan(self)", false),
      OPENACLNN_FUNCTION_ROW(Sinh, "hyperbolic sines", "(e^self - e^-self) / 2", false),
      OPENACLNN_FUNCTION_ROW(Cosh, "hyperbolic cosines", "(e^self + e^-self) / 2", false),
      OPENACLNN_FUNCTION_ROW(Tanh, "hyperbolic tangents", "(e^self - e^-self) / (e^self + e^-self)", false),
      OPENACLNN_FUNCTION_ROW(Asinh, "inverse hyperbolic sines", "log(self + sqrt(self^2 + 1))", false),
      OPENACLNN_FUNCTION_ROW(Acosh, "inverse hyperbolic cosines", "log(self + sqrt(self^2 - 1))", false),
      OPENACLNN_FUNCTION_ROW(Atanh, "inverse hyperbolic tangents", "log((1 + self) / (1 - self)) / 2", false),
      OPENACLNN_FUNCTION_ROW(Erf, "the error function", "erf(self)", false),
      OPENACLNN_FUNCTION_ROW(Erfc, "the complementary error function", "1 - erf(self)", false),
      OPENACLNN_FUNCTION_ROW(Erfinv, "the inverse error function", "erfinv(self)", false),
      OPENACLNN_FUNCTION_ROW(Sigmoid, "the logistic function", "1 / (1 + e^-self)", false),
      Pointwise(TwoPhases<&aclnnAtan2GetWorkspaceSize, &aclnnAtan2>("aclnnAtan2"),
                "the angle of the point (other, self)", {"out = atan2(self, other)"},
                {Input("self", Numbers()), Input("other", Numbers()), FloatingOut({"self", "other"}, false)}),
      Pointwise(TwoPhases<&aclnnInplaceAtan2GetWorkspaceSize, &aclnnInplaceAtan2>("aclnnInplaceAtan2"),
                "the angle of the point (other, selfRef), in place", {"selfRef = atan2(selfRef, other)"},
                {InPlace("selfRef", FloatsAndDouble()), Input("other", Numbers())}),
      Pointwise(
          TwoPhases<&aclnnPowTensorScalarGetWorkspaceSize, &aclnnPowTensorScalar>("aclnnPowTensorScalar"),
          "powers of a tensor to a number", {"out = self^exponent"},
          {In("self"), NumberOperand("exponent", 2), Out()}),
      Pointwise(TwoPhases<&aclnnInplacePowTensorScalarGetWorkspaceSize, &aclnnInplacePowTensorScalar>(
                    "aclnnInplacePowTensorScalar"),
                "powers of a tensor to a number, in place", {"selfRef = selfRef^exponent"},
                {WithComplex(InPlace("selfRef", Numbers()), true), NumberOperand("exponent", 2)}),
      Pointwise(
          TwoPhases<&aclnnPowScalarTensorGetWorkspaceSize, &aclnnPowScalarTensor>("aclnnPowScalarTensor"),
          "powers of a number to a tensor", {"out = self^exponent"},
          {NumberOperand("self", 2), In("exponent"), Out()}),
      Pointwise(
          TwoPhases<&aclnnPowTensorTensorGetWorkspaceSize, &aclnnPowTensorTensor>("aclnnPowTensorTensor"),
          "powers of a tensor to a tensor", {"out = self^exponent"}, {In("self"), In("exponent"), Out()}),
      Pointwise(TwoPhases<&aclnnInplacePowTensorTensorGetWorkspaceSize, &aclnnInplacePowTensorTensor>(
                    "aclnnInplacePowTensorTensor"),
                "powers of a tensor to a tensor, in place", {"selfRef = selfRef^exponent"},
                {WithComplex(InPlace("selfRef", Numbers()), true), In("exponent")}),
  };
}

}  // namespace openaclnn::catalogue
