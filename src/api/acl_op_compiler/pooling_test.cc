// SPDX-License-Identifier: Apache-2.0
//
// Pooling, by example.
#include <gtest/gtest.h>

#include "api/acl_op_compiler/calls_testing.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator::testing {
namespace {

std::vector<Case> PoolingCases() {
  const Operand plane{{1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}};
  const Operand quarters{{1, 1, 2, 2}, {1, 2, 3, 4}};
  const std::vector<Attribute> halves{Integers("ksize", {1, 1, 2, 2}), Integers("strides", {1, 1, 2, 2}),
                                      Text("data_format", "NCHW"), Text("padding", "SAME")};
  const std::vector<Attribute> whole{Integers("ksize", {1, 1, 2, 2}), Integers("strides", {1, 1, 1, 1}),
                                     Text("data_format", "NCHW"), Text("padding", "VALID")};
  const Operand volume{{1, 1, 1, 3, 3}, plane.values};
  const std::vector<Attribute> volumes{Integers("ksize", {1, 2, 2}), Integers("strides", {1, 2, 2}),
                                       Integers("pads", {0, 1, 1}), Integers("dilation", {1, 1, 1}),
                                       Text("data_format", "NCDHW")};
  return {
      {"AvgPool", {plane}, whole, {{{1, 1, 2, 2}, {3, 4, 6, 7}}}},
      // The last row and column have no second element.
      {"AvgPool", {plane}, halves, {{{1, 1, 2, 2}, {3, 4.5, 7.5, 9}}}},
      {"AvgPoolGrad",
       {HostIntegers({1, 1, 3, 3}, ACL_INT32), quarters},
       whole,
       {{{1, 1, 3, 3}, {0.25, 0.75, 0.5, 1, 2.5, 1.5, 0.75, 1.75, 1}}}},
      {"AvgPoolGrad",
       {HostIntegers({1, 1, 3, 3}, ACL_INT32), {{1, 1, 2, 2}, {4, 6, 8, 10}}},
       halves,
       {{{1, 1, 3, 3}, {1, 1, 3, 1, 1, 3, 4, 4, 10}}}},
      {"CustMaxPool3DGradWithArgmax",
       {volume, {{1, 1, 1, 2, 2}, {1, 2, 3, 4}}, {{1, 1, 1, 2, 2}, {0, 2, 6, 8}, ACL_INT64}},
       volumes,
       {{{1, 1, 1, 3, 3}, {1, 0, 2, 0, 0, 0, 3, 0, 4}}}},
      {"CustMaxPool3DWithArgmax",
       {volume},
       volumes,
       {{{1, 1, 1, 2, 2}, {1, 3, 7, 9}}, {{1, 1, 1, 2, 2}, {0, 2, 6, 8}, ACL_INT64}}},
      {"MaxPool", {plane}, halves, {{{1, 1, 2, 2}, {5, 6, 8, 9}}}},
      {"MaxPoolGrad",
       {plane, {{1, 1, 2, 2}, {5, 6, 8, 9}}, quarters},
       halves,
       {{{1, 1, 3, 3}, {0, 0, 0, 0, 1, 2, 0, 3, 4}}}},
  };
}

TEST(SingleOperators, OfPoolingComputeTheirExamples) {
  ExpectRightForEach(PoolingOperators(), PoolingCases());
}

}  // namespace
}  // namespace openaclnn::single_operator::testing
