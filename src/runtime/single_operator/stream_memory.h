// SPDX-License-Identifier: Apache-2.0
//
// Memory that operators of one call hand to each other.
#pragma once

#include <vector>

#include "base/status.h"

namespace openaclnn::single_operator {

// Frees blocks of the device's memory when the stream has come so far; null: the default stream. Also where it
// fails.
[[nodiscard]] Status FreeInOrder(std::vector<void*> memory, void* stream);

}  // namespace openaclnn::single_operator
