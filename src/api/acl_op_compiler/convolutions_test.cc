// SPDX-License-Identifier: Apache-2.0
//
// Convolutions and biases, by example.
#include <gtest/gtest.h>

#include "api/acl_op_compiler/calls_testing.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator::testing {
namespace {

std::vector<Case> ConvolutionCases() {
  const Operand plane{{1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}};
  const Operand window{{1, 1, 2, 2}, {1, 10, 100, 1000}};
  const Operand quarters{{1, 1, 2, 2}, {1, 2, 3, 4}};
  const std::vector<Attribute> plain{Integers("strides", {1, 1, 1, 1}), Integers("dilations", {1, 1, 1, 1}),
                                     Integers("pads", {0, 0, 0, 0}), Integer("groups", 1),
                                     Text("data_format", "NCHW")};
  std::vector<Attribute> bordered = plain;  // a row above, a column on the right
  bordered[2] = Integers("pads", {1, 0, 0, 1});
  const Operand batch{{2, 2, 1, 1}, {1, 4, 3, 8}};
  const Operand gradients{{2, 2, 1, 1}, {1, 2, 3, 5}};
  const Operand offset{{2}, {1, -1}};
  // The same as volumes of depth 1.
  const Operand volume{{1, 1, 1, 3, 3}, plane.values};
  const Operand volumeWindow{{1, 1, 1, 2, 2}, window.values};
  const Operand volumeQuarters{{1, 1, 1, 2, 2}, quarters.values};
  const std::vector<Attribute> volumes{
      Integers("strides", {1, 1, 1, 1, 1}), Integers("dilations", {1, 1, 1, 1, 1}),
      Integers("pads", {0, 0, 0, 0, 0, 0}), Integer("groups", 1), Text("data_format", "NCDHW")};
  std::vector<Attribute> borderedVolumes = volumes;
  borderedVolumes[2] = Integers("pads", {0, 0, 1, 0, 0, 1});
  return {
      {"BiasAdd", {batch, offset}, {Text("data_format", "NCHW")}, {{{2, 2, 1, 1}, {2, 3, 4, 7}}}},
      {"BiasAddGrad", {gradients}, {Text("data_format", "NCHW")}, {{{2}, {4, 7}}}},
      {"Conv2D", {plane, window}, plain, {{{1, 1, 2, 2}, {5421, 6532, 8754, 9865}}}},
      {"Conv2D",
       {plane, window},
       bordered,
       {{{1, 1, 3, 3}, {2100, 3200, 300, 5421, 6532, 603, 8754, 9865, 906}}}},
      {"Conv2DBackpropFilter",
       {plane, HostIntegers({1, 1, 2, 2}, ACL_INT32), quarters},
       plain,
       {{{1, 1, 2, 2}, {37, 47, 67, 77}}}},
      {"Conv2DBackpropInput",
       {HostIntegers({1, 1, 3, 3}, ACL_INT32), window, quarters},
       plain,
       {{{1, 1, 3, 3}, {1, 12, 20, 103, 1234, 2040, 300, 3400, 4000}}}},
      {"Conv2DBackpropInput",
       {HostIntegers({1, 1, 1, 1}, ACL_INT32), window, {{1, 1, 1, 1}, {3}}},
       bordered,
       {{{1, 1, 1, 1}, {300}}}},
      {"Conv3D", {volume, volumeWindow}, volumes, {{{1, 1, 1, 2, 2}, {5421, 6532, 8754, 9865}}}},
      {"Conv3D",
       {volume, volumeWindow},
       borderedVolumes,
       {{{1, 1, 1, 3, 3}, {2100, 3200, 300, 5421, 6532, 603, 8754, 9865, 906}}}},
      {"Conv3DBackpropFilter",
       {volume, HostIntegers({1, 1, 1, 2, 2}, ACL_INT32), volumeQuarters},
       volumes,
       {{{1, 1, 1, 2, 2}, {37, 47, 67, 77}}}},
      {"Conv3DBackpropInput",
       {HostIntegers({1, 1, 1, 3, 3}, ACL_INT32), volumeWindow, volumeQuarters},
       volumes,
       {{{1, 1, 1, 3, 3}, {1, 12, 20, 103, 1234, 2040, 300, 3400, 4000}}}},
      {"Conv3DBackpropInput",
       {HostIntegers({1, 1, 1, 1, 1}, ACL_INT32), volumeWindow, {{1, 1, 1, 1, 1}, {3}}},
       borderedVolumes,
       {{{1, 1, 1, 1, 1}, {300}}}},
  };
}

TEST(SingleOperators, OfConvolutionsComputeTheirExamples) {
  ExpectRightForEach(ConvolutionOperators(), ConvolutionCases());
}

}  // namespace
}  // namespace openaclnn::single_operator::testing
