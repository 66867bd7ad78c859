// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/complex_number.h"

namespace openaclnn {

// |x| of parts as wide as float64's, without overflow in between. An infinite part makes it infinite, whatever
// the other one is.
inline double Magnitude(ComplexNumber<double> x) {
  const double real = std::fabs(x.real);
  const double imaginary = std::fabs(x.imaginary);
  const double larger = std::max(real, imaginary);
  if (std::isinf(real) || std::isinf(imaginary)) {
    return std::numeric_limits<double>::infinity();
  }
  if (!(larger > 0)) {
    return real + imaginary;  // 0 or NaN
  }
  int exponent = 0;
  (void)std::frexp(larger, &exponent);
  const double a = std::ldexp(real, -exponent);
  const double b = std::ldexp(imaginary, -exponent);
  return std::ldexp(std::sqrt(a * a + b * b), exponent);
}
inline float Magnitude(ComplexNumber<float> x) {
  const double real = x.real;
  const double imaginary = x.imaginary;
  if (std::isinf(real) || std::isinf(imaginary)) {
    return std::numeric_limits<float>::infinity();
  }
  return static_cast<float>(std::sqrt(real * real + imaginary * imaginary));
}

}  // namespace openaclnn
