// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>

namespace openaclnn {

// The number that a caller passed as an enumerator. C callers can pass any; to read it as the enumeration
// would be undefined.
template <typename Enum>
[[nodiscard]] int32_t NumberOf(const Enum& enumerator) {
  static_assert(sizeof(Enum) == sizeof(int32_t));
  int32_t number = 0;
  std::memcpy(&number, &enumerator, sizeof number);
  return number;
}

// The way back, for numbers that a caller gave before.
template <typename Enum>
void StoreNumber(int32_t number, Enum* enumerator) {
  static_assert(sizeof(Enum) == sizeof(int32_t));
  std::memcpy(enumerator, &number, sizeof number);
}

}  // namespace openaclnn
