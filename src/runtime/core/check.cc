// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/check.h"

#include <utility>

namespace openaclnn::runtime {

Status Mismatch(int32_t code, std::string_view argument, std::string_view expected, std::string_view got) {
  std::string message(argument);
  message.append(": expected ").append(expected).append(", got ").append(got);
  return {code, std::move(message)};
}

Status ExpectNotNull(const char* argument, const void* pointer) {
  return pointer != nullptr ? Status::Ok() : Mismatch(code::kInvalidParam, argument, "a pointer", "null");
}

}  // namespace openaclnn::runtime
