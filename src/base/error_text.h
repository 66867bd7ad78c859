// SPDX-License-Identifier: Apache-2.0
//
// The text of a failure as aclGetRecentErrMsg gives it, in the layout and with the family codes that clients
// of the API search for.
#pragma once

#include <string>

#include "base/status.h"

namespace openaclnn {

[[nodiscard]] std::string ErrorText(const char* function, const Status& status);

}  // namespace openaclnn
