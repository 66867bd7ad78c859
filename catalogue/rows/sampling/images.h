// SPDX-License-Identifier: Apache-2.0
//
// The operands of what samples images.
#pragma once

#include <string>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::sampling {

[[nodiscard]] Argument Images(std::string name, std::string meaning, DTypes dtypes, Role role = Role::kInput);

[[nodiscard]] Argument Result(Argument argument, const std::string& as, ShapeRule shape);

}  // namespace openaclnn::catalogue::sampling
