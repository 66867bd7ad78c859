// SPDX-License-Identifier: Apache-2.0
//
// Losses and dropout, by example.
#include <gtest/gtest.h>

#include <cmath>

#include "api/acl_op_compiler/calls_testing.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator::testing {
namespace {

std::vector<Case> NetworkCases() {
  const Operand logits{{1, 2}, {-1, -2}};
  const Operand targets{{1, 2}, {0.75, 0.25}};
  Values lowBits(16);
  lowBits[0] = 0x55;
  const double logSum = std::log(std::exp(1) + std::exp(2));
  const double first = std::exp(1) / (std::exp(1) + std::exp(2));
  return {
      {"DropOutDoMask",
       {{{8}, {1, 2, 3, 4, 5, 6, 7, 8}}, {{16}, lowBits, ACL_UINT8}, Number(0.5)},
       {},
       {{{8}, {2, 0, 6, 0, 10, 0, 14, 0}}}},
      {"DropOutGenMask", {HostIntegers({128}), Number(1)}, {}, {{{16}, Values(16, 255), ACL_UINT8}}},
      {"KLDiv",
       {{{2}, {std::log(0.25), std::log(0.5)}}, {{2}, {0.5, 0.5}}},
       {Text("reduction", "sum")},
       {{{}, {0.5 * std::log(2.0)}}}},
      {"KlDivLossGrad", {Number(2), logits, targets}, {Text("reduction", "sum")}, {{{1, 2}, {-1.5, -0.5}}}},
      {"KlDivLossGrad",
       {{{1, 2}, {1, 2}}, logits, targets},
       {Text("reduction", "none"), Flag("log_target", true)},
       {{{1, 2}, {-std::exp(0.75), -2 * std::exp(0.25)}}}},
      {"SoftmaxCrossEntropyWithLogits",
       {{{1, 2}, {1, 2}}, {{1, 2}, {0, 1}}},
       {},
       {{{1}, {logSum - 2}}, {{1, 2}, {first, -first}}}},
  };
}

TEST(SingleOperators, OfNetworksComputeTheirExamples) {
  ExpectRightForEach(NetworkOperators(), NetworkCases());
}

}  // namespace
}  // namespace openaclnn::single_operator::testing
