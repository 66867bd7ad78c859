// SPDX-License-Identifier: Apache-2.0
//
// Images in other sizes and orders, by example.
#include <gtest/gtest.h>

#include "api/acl_op_compiler/calls_testing.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator::testing {
namespace {

std::vector<Case> ImageCases() {
  const Operand quarters{{1, 1, 2, 2}, {1, 2, 3, 4}};
  return {
      {"Col2im",
       {{{1, 1, 4, 2}, {1, 2, 3, 4, 5, 6, 7, 8}}, HostIntegers({2, 3}, ACL_INT32)},
       {Integers("kernel_size", {2, 2}), Integers("dilation", {1, 1}), Integers("padding", {0, 0}),
        Integers("stride", {1, 1})},
       {{{1, 1, 2, 3}, {1, 5, 4, 5, 13, 8}}}},
      // The corners of an image of two by two, by the identity.
      {"CustAffineGrid",
       {{{1, 2, 3}, {1, 0, 0, 0, 1, 0}}, HostIntegers({1, 1, 2, 2})},
       {Flag("align_corners", true)},
       {{{1, 2, 2, 2}, {-1, -1, 1, -1, -1, 1, 1, 1}}}},
      {"CustIm2col",
       {{{1, 1, 2, 3}, {1, 2, 3, 4, 5, 6}}},
       {Integers("ksizes", {2, 2}), Integers("dilations", {1, 1}), Integers("pads", {0, 0, 0, 0}),
        Integers("strides", {1, 1})},
       {{{1, 1, 4, 2}, {1, 2, 2, 3, 4, 5, 5, 6}}}},
      {"DepthToSpace",
       {{{1, 4, 1, 1}, {1, 2, 3, 4}}},
       {Integer("block_size", 2), Text("data_format", "NCHW")},
       {quarters}},
      {"ResizeBilinearV2",
       {{{1, 1, 1, 2}, {1, 3}}, HostIntegers({1, 3}, ACL_INT32)},
       {Flag("align_corners", true)},
       {{{1, 1, 1, 3}, {1, 2, 3}}}},
      {"ResizeBilinearV2Grad",
       {{{1, 1, 1, 3}, {1, 2, 4}}, {{1, 1, 1, 2}, {0, 0}}},
       {Flag("align_corners", true)},
       {{{1, 1, 1, 2}, {2, 5}}}},
      {"ResizeNearestNeighborV2",
       {{{1, 1, 1, 2}, {1, 3}}, HostIntegers({1, 4}, ACL_INT32)},
       {},
       {{{1, 1, 1, 4}, {1, 1, 3, 3}}}},
      {"ResizeNearestNeighborV2Grad",
       {{{1, 1, 1, 4}, {1, 2, 3, 4}}, HostIntegers({1, 2}, ACL_INT32)},
       {},
       {{{1, 1, 1, 2}, {3, 7}}}},
      {"ShuffleChannel",
       {{{1, 4, 1, 1}, {1, 2, 3, 4}}},
       {Integer("group", 2)},
       {{{1, 4, 1, 1}, {1, 3, 2, 4}}}},
      {"SpaceToDepth",
       {quarters},
       {Integer("block_size", 2), Text("data_format", "NCHW")},
       {{{1, 4, 1, 1}, {1, 2, 3, 4}}}},
  };
}

TEST(SingleOperators, OfImagesComputeTheirExamples) {
  ExpectRightForEach(ImageOperators(), ImageCases());
}

}  // namespace
}  // namespace openaclnn::single_operator::testing
