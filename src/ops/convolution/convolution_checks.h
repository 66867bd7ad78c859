// SPDX-License-Identifier: Apache-2.0
//
// Checks of what convolutions of any type are given: attributes, and that the shapes fit together.
#pragma once

#include <cstdint>
#include <optional>

#include "ops/common/checks.h"
#include "ops/convolution/attributes.h"

namespace openaclnn {

// The attributes as they are given.
struct ConvolutionGiven {
  const aclIntArray* stride;
  const aclIntArray* padding;
  const aclIntArray* dilation;
  bool transposed;
  const aclIntArray* outputPadding;  // of transposed ones alone
  int64_t groups;
  int8_t cubeMathType = 0;
};

// Of the forward operator, whatever the call's own names for them are.
struct ConvolutionTensors {
  NamedTensor input;
  NamedTensor weight;
  NamedTensor output;
};

// That none is null.
void CheckConvolutionArrays(ArgumentChecks& check, const ConvolutionGiven& given);

// Ranks, attributes, and that the shapes fit together.
std::optional<ConvolutionAttributes> CheckConvolutionGeometry(ArgumentChecks& check,
                                                              const ConvolutionTensors& tensors,
                                                              const ConvolutionGiven& given);

}  // namespace openaclnn
