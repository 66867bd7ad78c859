// SPDX-License-Identifier: Apache-2.0
//
// Integers and truth values as operators compute with them: written like other numbers, without undefined
// behaviour.
#pragma once

#include <type_traits>

namespace openaclnn {

// An integer whose arithmetic wraps around.
template <typename T>
struct Wrapping {
  T value = 0;

  friend Wrapping operator+(Wrapping a, Wrapping b) { return Narrow(Wide(a.value) + Wide(b.value)); }
  friend Wrapping operator-(Wrapping a, Wrapping b) { return Narrow(Wide(a.value) - Wide(b.value)); }
  friend Wrapping operator*(Wrapping a, Wrapping b) { return Narrow(Wide(a.value) * Wide(b.value)); }
  friend Wrapping MulAdd(Wrapping a, Wrapping b, Wrapping c) { return a * b + c; }

 private:
  // Unsigned, and wide enough that C++ does not promote it to a signed type.
  using Wide = std::common_type_t<unsigned, std::make_unsigned_t<T>>;
  static Wrapping Narrow(Wide value) { return {static_cast<T>(value)}; }
};

// A truth value: addition is "or", multiplication is "and".
struct Boolean {
  bool value = false;

  friend Boolean operator+(Boolean a, Boolean b) { return {a.value || b.value}; }
  friend Boolean operator*(Boolean a, Boolean b) { return {a.value && b.value}; }
  friend Boolean MulAdd(Boolean a, Boolean b, Boolean c) { return a * b + c; }
};

}  // namespace openaclnn
