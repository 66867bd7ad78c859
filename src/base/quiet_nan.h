// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <type_traits>

namespace openaclnn {

// A result with one NaN for all: which one it is would depend on the processor. Vectors have WithOneNan of
// simd/formats-inl.h.
template <typename Number>
Number WithQuietNan(Number value) {
  if constexpr (std::is_floating_point_v<Number>) {
    return value == value ? value : std::numeric_limits<Number>::quiet_NaN();
  } else if constexpr (requires { Number::imaginary; }) {
    return {WithQuietNan(value.real), WithQuietNan(value.imaginary)};
  } else {
    return value;
  }
}

}  // namespace openaclnn
