// SPDX-License-Identifier: Apache-2.0
//
// Random numbers for the inputs of a call, and numbers as elements of tensors.
#pragma once

#include <cstddef>
#include <random>
#include <vector>

#include "catalogue/model/call.h"

namespace openaclnn::catalogue {

/// `count` numbers that make sense for an argument in that type.
[[nodiscard]] std::vector<double> DrawValues(const Argument& argument, aclDataType dtype,
                                             const Arguments& arguments, size_t count,
                                             std::mt19937_64& random);

/// Each rounded to nearest even; integers are cut off, and the nearest there is.
[[nodiscard]] std::vector<std::byte> Encode(aclDataType dtype, const std::vector<double>& values);

/// The elements of an operand: drawn and encoded.
[[nodiscard]] std::vector<std::byte> DrawElements(const Call& call, const Operand& operand,
                                                  std::mt19937_64& random);

}  // namespace openaclnn::catalogue
