// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace openaclnn {

// A complex number whose product is the textbook's: no recovery of infinities, the same bits everywhere.
template <typename Real>
struct ComplexNumber {
  Real real = 0;
  Real imaginary = 0;

  friend ComplexNumber operator+(ComplexNumber a, ComplexNumber b) {
    return {a.real + b.real, a.imaginary + b.imaginary};
  }
  friend ComplexNumber operator-(ComplexNumber a, ComplexNumber b) {
    return {a.real - b.real, a.imaginary - b.imaginary};
  }
  friend ComplexNumber operator*(ComplexNumber a, ComplexNumber b) {
    return {a.real * b.real - a.imaginary * b.imaginary, a.real * b.imaginary + a.imaginary * b.real};
  }
  friend ComplexNumber MulAdd(ComplexNumber a, ComplexNumber b, ComplexNumber c) { return a * b + c; }
};

}  // namespace openaclnn
