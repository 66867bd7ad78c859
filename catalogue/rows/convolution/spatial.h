// SPDX-License-Identifier: Apache-2.0
//
// Attributes that have a value for each spatial dim of the argument "input".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::convolution {

/// One value for each spatial dim.
[[nodiscard]] Argument PerDim(std::string name, std::string meaning, int64_t usual);

/// Value `d` of the attribute `list`; 1 where it has fewer.
[[nodiscard]] int64_t ValueOfDim(const Arguments& known, const char* list, size_t d);

}  // namespace openaclnn::catalogue::convolution
