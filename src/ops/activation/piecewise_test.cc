// SPDX-License-Identifier: Apache-2.0
//
// Activation functions of straight pieces, and their gradients, against their formulas in long double.
#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/pointwise/oracle.h"

namespace openaclnn::testing {
namespace {

using Oracles = std::vector<PointwiseOracle>;

long double Bounded(long double x, long double lower, long double upper) {
  return std::isnan(x) ? x : std::min(std::max(x, lower), upper);
}

Oracles ActivationOracles() {
  using One = long double (*)(Elements);
  const One relu = [](Elements x) { return x[0] <= 0 ? 0 : x[0]; };
  const One threshold = [](Elements x) { return x[0] <= x[1] ? x[2] : x[0]; };
  const One hardtanh = [](Elements x) { return Bounded(x[0], x[1], x[2]); };
  const One leaky = [](Elements x) { return x[0] > 0 ? x[0] : x[1] * x[0]; };
  const One hardswish = [](Elements x) { return x[0] * Bounded(x[0] + 3, 0, 6) / 6; };
  const One hardsigmoid = [](Elements x) { return Bounded(x[0] + 3, 0, 6) / 6; };
  const One hardshrink = [](Elements x) { return std::fabs(x[0]) <= x[1] ? 0 : x[0]; };
  const One softshrink = [](Elements x) {
    return std::isnan(x[0]) ? x[0] : x[0] > x[1] ? x[0] - x[1] : x[0] < -x[1] ? x[0] + x[1] : 0;
  };
  // self + 3 is rounded at the magnitude of 3.
  const One magnitude = [](Elements x) { return (std::fabs(x[0]) + 3) * std::max(1.0L, std::fabs(x[0])); };
  return {
      {.function = "aclnnRelu", .result = relu},
      {.function = "aclnnInplaceRelu", .result = relu},
      {.function = "aclnnThreshold", .result = threshold},
      {.function = "aclnnInplaceThreshold", .result = threshold},
      {.function = "aclnnHardtanh", .result = hardtanh},
      {.function = "aclnnInplaceHardtanh", .result = hardtanh},
      {.function = "aclnnLeakyRelu", .result = leaky},
      {.function = "aclnnInplaceLeakyRelu", .result = leaky},
      {.function = "aclnnHardswish", .result = hardswish, .ulps = 4, .magnitude = magnitude},
      {.function = "aclnnInplaceHardswish", .result = hardswish, .ulps = 4, .magnitude = magnitude},
      {.function = "aclnnHardsigmoid", .result = hardsigmoid, .ulps = 4, .magnitude = magnitude},
      {.function = "aclnnInplaceHardsigmoid", .result = hardsigmoid, .ulps = 4, .magnitude = magnitude},
      {.function = "aclnnPrelu", .result = leaky},
      {.function = "aclnnHardshrink", .result = hardshrink},
      {.function = "aclnnSoftshrink", .result = softshrink},
  };
}
OPENACLNN_POINTWISE_TESTS(PiecewiseActivations, ActivationOracles());

Oracles GradientOracles() {
  using One = long double (*)(Elements);
  const One threshold = [](Elements x) { return x[1] <= x[2] ? 0 : x[0]; };
  const One hardtanh = [](Elements x) { return x[1] <= x[2] || x[1] >= x[3] ? 0 : x[0]; };
  const One leaky = [](Elements x) { return x[1] > 0 ? x[0] : x[2] * x[0]; };
  const One hardswish = [](Elements x) {
    return x[1] <= -3 ? 0 : x[1] < 3 ? x[0] * (x[1] / 3 + 0.5L) : x[0];
  };
  const One hardsigmoid = [](Elements x) { return x[1] > -3 && x[1] < 3 ? x[0] / 6 : 0; };
  const One magnitude = [](Elements x) { return std::fabs(x[0]) * 2; };
  return {
      {.function = "aclnnThresholdBackward", .result = threshold},
      {.function = "aclnnHardtanhBackward", .result = hardtanh},
      {.function = "aclnnLeakyReluBackward", .result = leaky},
      {.function = "aclnnHardswishBackward", .result = hardswish, .ulps = 4, .magnitude = magnitude},
      {.function = "aclnnHardsigmoidBackward", .result = hardsigmoid},
  };
}
OPENACLNN_POINTWISE_TESTS(PiecewiseGradients, GradientOracles());

}  // namespace
}  // namespace openaclnn::testing
