// SPDX-License-Identifier: Apache-2.0
//
// Operators on neighborhoods, by example.
#include <gtest/gtest.h>

#include <cmath>

#include "api/acl_op_compiler/calls_testing.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator::testing {
namespace {

std::vector<Case> NeighborhoodCases() {
  const Operand quarters{{1, 1, 2, 2}, {1, 2, 3, 4}};
  // Sums of the squares of neighbours: 5, 14, 13.
  const Values scales{6, 15, 14};
  const Values results{1 / std::sqrt(6), 2 / std::sqrt(15), 3 / std::sqrt(14)};
  const Values gradients{1, -2, 3};
  Values shares(3);
  Values right(3);
  for (size_t i = 0; i < 3; ++i) {
    shares[i] = gradients[i] * results[i] / scales[i];
  }
  for (size_t i = 0; i < 3; ++i) {
    const double sum = shares[i] + (i > 0 ? shares[i - 1] : 0) + (i < 2 ? shares[i + 1] : 0);
    right[i] = gradients[i] / std::sqrt(scales[i]) - static_cast<double>(i + 1) * sum;
  }
  const std::vector<Attribute> near{Integer("depth_radius", 1), Real("bias", 1), Real("alpha", 1),
                                    Real("beta", 0.5F)};
  const Operand channels{{1, 3, 1, 1}, {1, 2, 3}};
  return {
      {"AvgPool3D",
       {{{1, 1, 1, 2, 3}, {1, 2, 3, 4, 5, 6}}},
       {Integers("ksize", {1, 1, 1, 2, 2}), Integers("strides", {1, 1, 1, 1, 1}),
        Integers("pads", {0, 0, 0, 0, 0, 0})},
       {{{1, 1, 1, 1, 2}, {3, 4}}}},
      {"AvgPool3DGrad",
       {HostIntegers({1, 1, 1, 2, 3}, ACL_INT32), {{1, 1, 1, 1, 2}, {4, 8}}},
       {Integers("ksize", {1, 1, 1, 2, 2}), Integers("strides", {1, 1, 1, 1, 1}),
        Integers("pads", {0, 0, 0, 0, 0, 0})},
       {{{1, 1, 1, 2, 3}, {1, 3, 2, 1, 3, 2}}}},
      {"CustAdaptiveAvgPool2DGrad",
       {{{1, 1, 1, 2}, {2, 4}}, HostIntegers({1, 1, 2, 2})},
       {},
       {{{1, 1, 2, 2}, {1, 2, 1, 2}}}},
      {"CustAdaptiveAvgPool2D", {quarters}, {Integers("output_size", {1, 2})}, {{{1, 1, 1, 2}, {2, 3}}}},
      {"LRN", {channels}, near, {{{1, 3, 1, 1}, results}}},
      {"LRNGrad",
       {{{1, 3, 1, 1}, gradients}, channels, {{1, 3, 1, 1}, results}},
       near,
       {{{1, 3, 1, 1}, right}}},
  };
}

TEST(SingleOperators, OfNeighborhoodsComputeTheirExamples) {
  ExpectRightForEach(NeighborhoodOperators(), NeighborhoodCases());
}

}  // namespace
}  // namespace openaclnn::single_operator::testing
