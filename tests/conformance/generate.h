// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "tests/conformance/case.h"
#include "tests/conformance/tensor.h"

namespace openaclnn::conformance {

/// What "any float of the dtype" means, since case files do not say. Both readings find different faults:
/// nearly all values are huge by one, every exponent is as likely as another by the other.
enum class FullRange {
  kMixed,     // each element by one or the other
  kValues,    // evenly spread between the lowest and the largest finite value
  kPatterns,  // every bit pattern but NaN equally likely
};

struct GenerationOptions {
  uint64_t seed = 1;
  FullRange fullRange = FullRange::kMixed;
};

/// The tensors of a case. An element depends on options, operator, id, tensor name and its own position
/// alone: neither on threads nor on other cases.
TensorMap Generate(const Case& testCase, const GenerationOptions& options);

}  // namespace openaclnn::conformance
