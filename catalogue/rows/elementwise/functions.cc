// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/elementwise/functions.h"

#include <string>
#include <utility>
#include <vector>

namespace openaclnn::catalogue::elementwise {

Argument ComplexIf(bool complex, Argument argument) {
  return complex ? WithComplex(std::move(argument)) : argument;
}

Argument FloatingOut(const std::vector<std::string>& inputs, bool complex) {
  return ComplexIf(complex, Output("out", FloatsAndDouble(), PromotedToFloating(inputs)));
}

Operator Function(Phases phases, std::string summary, const std::string& formula, bool complex) {
  return Pointwise(std::move(phases), std::move(summary), {"out = " + formula},
                   {ComplexIf(complex, Input("self", Numbers())), FloatingOut({"self"}, complex)});
}

Operator InplaceFunction(Phases phases, const std::string& summary, std::string formula, bool complex) {
  for (size_t at = formula.find("self"); at != std::string::npos; at = formula.find("self", at + 7)) {
    formula.replace(at, 4, "selfRef");
  }
  return Pointwise(std::move(phases), summary + ", in place", {"selfRef = " + formula},
                   {ComplexIf(complex, InPlace("selfRef", FloatsAndDouble()))});
}

}  // namespace openaclnn::catalogue::elementwise
