// SPDX-License-Identifier: Apache-2.0
//
// Arguments of all that draws random numbers.
#pragma once

#include <string>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::random {

[[nodiscard]] Argument Seed();

[[nodiscard]] Argument Offset();

/// A seed, or an offset, in a tensor.
[[nodiscard]] Argument Position(std::string name);

}  // namespace openaclnn::catalogue::random
