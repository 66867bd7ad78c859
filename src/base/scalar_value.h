// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include "base/complex_number.h"
#include "base/dtype.h"

namespace openaclnn {

// The value of a scalar argument, exactly as it was given: whole numbers as such, others in float64.
struct ScalarValue {
  DType dtype = DType::kUndefined;
  uint64_t whole = 0;            // of integers and BOOL; signed ones in two's complement
  ComplexNumber<double> number;  // of floating-point and complex types

  [[nodiscard]] bool IsWhole() const {
    const DTypeClass kind = ClassOf(dtype);
    return kind == DTypeClass::kBool || kind == DTypeClass::kSigned || kind == DTypeClass::kUnsigned;
  }

  // Rounded once, or wrapped around; of a complex number that is asked for as a real one, the real part.
  template <typename T>
  [[nodiscard]] T As() const {
    if constexpr (std::is_floating_point_v<T>) {
      if (!IsWhole()) {
        return static_cast<T>(number.real);
      }
      return ClassOf(dtype) == DTypeClass::kSigned ? static_cast<T>(static_cast<int64_t>(whole))
                                                   : static_cast<T>(whole);
    } else if constexpr (std::is_same_v<T, bool>) {
      return IsWhole() ? whole != 0 : number.real != 0 || number.imaginary != 0;
    } else if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(IsWhole() ? whole : static_cast<uint64_t>(static_cast<int64_t>(number.real)));
    } else {  // ComplexNumber
      using Real = decltype(T::real);
      return IsWhole() ? T{As<Real>()}
                       : T{static_cast<Real>(number.real), static_cast<Real>(number.imaginary)};
    }
  }
};

// A scalar that an operator's definition has, such as a mean's divisor.
inline ScalarValue ScalarOf(double value) {
  return {.dtype = DType::kDouble, .whole = 0, .number = {value}};
}
inline ScalarValue ScalarOf(int64_t value) {
  return {.dtype = DType::kInt64, .whole = static_cast<uint64_t>(value), .number = {}};
}

}  // namespace openaclnn
