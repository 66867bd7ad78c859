// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace openaclnn {

// "0x55d2a0", for messages.
[[nodiscard]] std::string AddressText(const void* address);

}  // namespace openaclnn
