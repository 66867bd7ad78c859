// SPDX-License-Identifier: Apache-2.0
//
// The text of a failure as aclGetRecentErrMsg gives it, in the layout and with the family codes that clients
// of the API search for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"

namespace openaclnn {

// What failures with related codes have in common.
struct ErrorFamily {
  const char* title;
  const char* name;  // the code in texts: "EE1001"
  const char* solution;
};

[[nodiscard]] const ErrorFamily& ErrorFamilyOf(int32_t code);

// Part of the message where a client asks for a single operator that does not exist.
inline constexpr std::string_view kMissingOperator = "operators are not compiled at run time";

// What to do about a code: its family's advice, or its own; for a wrong argument, what the message suggests.
[[nodiscard]] const char* SolutionOf(int32_t code, std::string_view message = {});

[[nodiscard]] std::string ErrorText(const char* function, const Status& status);

}  // namespace openaclnn
