// SPDX-License-Identifier: Apache-2.0
//
// The passes of normalizations over channels (kernels/layout/channels.h), each compiled once for FLOAT,
// FLOAT16 and BFLOAT16. Centring: ops/normalization/channel_gradients.h.
#pragma once

#include "base/dtype.h"
#include "kernels/layout/channels.h"

namespace openaclnn::channel_passes {

// One for each kind of work below.
enum class Pass { kSum, kSumOfDistances, kSumOfProducts, kNormalization, kScaling, kGradient };
[[nodiscard]] ChannelLoop FindPass(Pass pass, DType dtype);

// Sums of the elements x of a tensor.
using Sum = ChannelWork<1, 0, 1>;

// Sums of x - centre, and of its square. Coefficients: centre.
using SumOfDistances = ChannelWork<1, 1, 2>;

// Sums of gradients g, and of g * d. Inputs: gradOut, input. Coefficients: power, centre.
using SumOfProducts = ChannelWork<2, 2, 2>;

// (x - centre) * scale + shift. Coefficients: centre, scale, shift.
using Normalization = ChannelWork<1, 3, 0>;

// g * scale. Coefficients: scale.
using Scaling = ChannelWork<1, 1, 0>;

// The gradient of a normalization's input. Inputs: gradOut, input. Coefficients: power, centre, scale,
// constant, slope, factor.
using Gradient = ChannelWork<2, 6, 0>;

}  // namespace openaclnn::channel_passes
