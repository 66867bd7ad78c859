// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "catalogue/model/call.h"

namespace openaclnn::cli {

// How many multiplications and additions a matrix product or a convolution makes, by its definition; nothing for other operators,
// which are compared by the bytes that they move.
[[nodiscard]] std::optional<double> FloatingPointOperations(const catalogue::Call& call);

}  // namespace openaclnn::cli
