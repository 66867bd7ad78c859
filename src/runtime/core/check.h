// SPDX-License-Identifier: Apache-2.0
//
// The vocabulary of argument checks: status, and text in the form "argument: expected this, got that".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/address_text.h"
#include "base/enumerators.h"
#include "base/status.h"

// Leaves the enclosing function with the status of `expression` unless that is Ok.
#define OPENACLNN_RETURN_IF_ERROR(expression)       \
  do {                                              \
    ::openaclnn::Status checkedStatus = expression; \
    if (!checkedStatus.IsOk()) {                    \
      return checkedStatus;                         \
    }                                               \
  } while (false)

namespace openaclnn::runtime {

[[nodiscard]] Status Mismatch(int32_t code, std::string_view argument, std::string_view expected,
                              std::string_view got);

// kInvalidParam if the pointer is null.
[[nodiscard]] Status ExpectNotNull(const char* argument, const void* pointer);

using openaclnn::AddressText;

}  // namespace openaclnn::runtime
