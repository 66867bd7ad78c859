// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/integers.h"

namespace openaclnn {

// The quotient towards 0. Integers divided by 0 give -1 (as an unsigned number the largest one); the lowest
// number divided by -1 wraps around.
template <typename T>
Wrapping<T> TruncatedDivision(Wrapping<T> a, Wrapping<T> b) {
  constexpr Wrapping<T> kAllBits{static_cast<T>(-1)};
  const bool negates = std::is_signed_v<T> && b.value == kAllBits.value;
  if constexpr (sizeof(T) <= sizeof(int32_t)) {
    // Exact in float64, and compilers make vectors of it.
    const T divisor = b.value == 0 || negates ? T{1} : b.value;
    const auto quotient = static_cast<T>(static_cast<double>(a.value) / static_cast<double>(divisor));
    return b.value == 0 ? kAllBits : negates ? Wrapping<T>{} - a : Wrapping<T>{quotient};
  } else {
    if (b.value == 0) {
      return kAllBits;
    }
    return negates ? Wrapping<T>{} - a : Wrapping<T>{a.value / b.value};
  }
}

}  // namespace openaclnn
