// SPDX-License-Identifier: Apache-2.0
//
// Arguments of all that draws random numbers.
#pragma once

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::random {

[[nodiscard]] Argument Seed();

[[nodiscard]] Argument Offset();

}  // namespace openaclnn::catalogue::random
