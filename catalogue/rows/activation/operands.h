// SPDX-License-Identifier: Apache-2.0
//
// The operands of activations that are computed in any floating-point type.
#pragma once

#include <string>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::activation {

[[nodiscard]] Argument Out(std::string name = "out");

[[nodiscard]] Argument In(std::string name = "self");

[[nodiscard]] Argument GradInput();

}  // namespace openaclnn::catalogue::activation
