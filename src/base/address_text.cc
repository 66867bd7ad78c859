// SPDX-License-Identifier: Apache-2.0
#include "base/address_text.h"

#include <array>
#include <charconv>
#include <cstdint>

namespace openaclnn {

std::string AddressText(const void* address) {
  std::array<char, 16> digits{};
  const auto [end, error] =
      std::to_chars(digits.data(), digits.data() + digits.size(), reinterpret_cast<uintptr_t>(address), 16);
  return "0x" + std::string(digits.data(), end);
}

}  // namespace openaclnn
