// SPDX-License-Identifier: Apache-2.0
//
// Padding, by example.
#include <gtest/gtest.h>

#include "api/acl_op_compiler/calls_testing.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator::testing {
namespace {

std::vector<Case> PaddingCases() {
  const Operand row{{1, 3}, {1, 2, 3}};
  const Operand sides = HostIntegers({0, 0, 2, 1});
  const Operand rowGradient{{1, 6}, {1, 10, 100, 1000, 10000, 100000}};
  return {
      {"MirrorPad", {row, sides}, {Text("mode", "REFLECT")}, {{{1, 6}, {3, 2, 1, 2, 3, 2}}}},
      {"MirrorPad", {row, sides}, {Text("mode", "SYMMETRIC")}, {{{1, 6}, {2, 1, 1, 2, 3, 3}}}},
      {"MirrorPad",
       {{{2, 2}, {1, 2, 3, 4}}, HostIntegers({1, 0, 0, 1})},
       {Text("mode", "REFLECT")},
       {{{3, 3}, {3, 4, 3, 1, 2, 1, 3, 4, 3}}}},
      {"MirrorPadGrad", {rowGradient, sides}, {Text("mode", "REFLECT")}, {{{1, 3}, {100, 101010, 10001}}}},
      {"MirrorPadGrad", {rowGradient, sides}, {Text("mode", "SYMMETRIC")}, {{{1, 3}, {110, 1001, 110000}}}},
      {"Pad", {{{1, 2}, {1, 2}}, HostIntegers({1, 0, 0, 1})}, {}, {{{2, 3}, {0, 0, 0, 1, 2, 0}}}},
      {"PadV3",
       {{{1, 2}, {1, 2}}, HostIntegers({1, 0, 0, 1}), Number(9)},
       {},
       {{{2, 3}, {9, 9, 9, 1, 2, 9}}}},
      {"PadV3", {row, sides}, {Text("mode", "edge")}, {{{1, 6}, {1, 1, 1, 2, 3, 3}}}},
      {"PadV3", {row, sides}, {Text("mode", "reflect")}, {{{1, 6}, {3, 2, 1, 2, 3, 2}}}},
      {"PadV3Grad", {rowGradient, sides}, {Text("mode", "edge")}, {{{1, 3}, {111, 1000, 110000}}}},
  };
}

TEST(SingleOperators, OfPaddingComputeTheirExamples) {
  ExpectRightForEach(PaddingOperators(), PaddingCases());
}

}  // namespace
}  // namespace openaclnn::single_operator::testing
