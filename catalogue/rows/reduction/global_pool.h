// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::reduction {

/// A reduction of all dims behind images and channels; `what` it gives, as "mean".
[[nodiscard]] Operator GlobalPool(Phases phases, const std::string& what, const DTypes& types);

}  // namespace openaclnn::catalogue::reduction
