// SPDX-License-Identifier: Apache-2.0
//
// Elementary functions, element by element.
#pragma once

#include <string>
#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::elementwise {

[[nodiscard]] Argument ComplexIf(bool complex, Argument argument);

[[nodiscard]] Argument FloatingOut(const std::vector<std::string>& inputs, bool complex);

[[nodiscard]] Operator Function(Phases phases, std::string summary, const std::string& formula, bool complex);

[[nodiscard]] Operator InplaceFunction(Phases phases, const std::string& summary, std::string formula,
                                       bool complex);

// Both forms.
#define OPENACLNN_FUNCTION_ROW(Name, summary, formula, complex)                                        \
  Function(TwoPhases<&aclnn##Name##GetWorkspaceSize, &aclnn##Name>("aclnn" #Name), summary, formula,   \
           complex),                                                                                   \
      InplaceFunction(                                                                                 \
          TwoPhases<&aclnnInplace##Name##GetWorkspaceSize, &aclnnInplace##Name>("aclnnInplace" #Name), \
          summary, formula, complex)

}  // namespace openaclnn::catalogue::elementwise
