// SPDX-License-Identifier: Apache-2.0
//
// The answer to an operator that does not exist: a call and a task that fail, both with its name.
#pragma once

#include <string>

#include "base/status.h"

namespace openaclnn::single_operator {

// `text` says which operator was asked for. Gives the stream a task that fails with it, if the stream can
// take one, and returns the failure of the call.
[[nodiscard]] Status MissingOperator(std::string text, void* stream);

}  // namespace openaclnn::single_operator
