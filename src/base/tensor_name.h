// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace openaclnn {

// What messages call a tensor: its argument, and of a list its place there: "x[3]".
struct TensorName {
  TensorName() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): most tensors are arguments of their own
  TensorName(const char* argumentName, int64_t place = -1) : argument(argumentName), element(place) {}

  [[nodiscard]] bool InList() const { return element >= 0; }
  [[nodiscard]] std::string Text() const {
    return InList() ? std::string(argument) + "[" + std::to_string(element) + "]" : argument;
  }

  const char* argument = nullptr;
  int64_t element = -1;  // negative: the argument is no list
};

}  // namespace openaclnn
