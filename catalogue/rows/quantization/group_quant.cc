// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_group_quant.h"

#include <vector>

#include "catalogue/rows/quantization/quantized.h"

namespace openaclnn::catalogue::quantization::group_quant {
namespace {

/// The ends of groups are drawn as ones: of a row, all is of the first group.
Arguments Given(const Shape& shape, int64_t groups, aclDataType to, aclDataType dtype = ACL_DT_UNDEFINED) {
  return {.tensors = {{"x", {{shape, dtype}}},
                      {"scale", {{{groups, shape[1]}, dtype}}},
                      {"groupIndex", {{{groups}, ACL_INT64}}},
                      {"offsetOptional", {{{1}, dtype}}}},
          .attributes = {{"dstType", static_cast<int64_t>(to)}}};
}

}  // namespace

std::vector<Operator> Rows() {
  Argument scale = Tensor("scale", "factors of groups", "[groups, n]", Floats());
  scale.dtype = SameAs("x");
  Argument groups =
      Tensor("groupIndex", "the row after the last one of each group", "[groups]", {ACL_INT64, ACL_INT32});
  groups.holds = Meaning::kOnes;
  groups.dtype = Always(ACL_INT64);
  return {MakeOperator({
      .phases = TwoPhases<&aclnnGroupQuantGetWorkspaceSize, &aclnnGroupQuant>("aclnnGroupQuant"),
      .summary = "rows quantized by scales of their group",
      .formula = {"y = x * scale[group] + offset, rounded and saturated"},
      .arguments = {Tensor("x", "rows of all groups", "[1, n] to [m, n]", Floats()), scale, groups,
                    OptionalInput("offsetOptional", "added to products", "one element", Floats()),
                    QuantizedType("dstType"), QuantizedOutput("y", "x", "dstType")},
      .draw =
          [](Choices& choices) {
            const aclDataType dtype = choices.DType(Floats());
            const bool packed = choices.Chance(64);
            const Shape shape{choices.Chance(32) ? int64_t{0} : int64_t{1},
                              choices.Extent() * (packed ? kPackedInWord : 1)};
            Arguments drawn = Given(shape, choices.Extent(false), packed ? ACL_INT32 : ACL_INT8, dtype);
            if (choices.Chance(128)) {
              drawn.tensors.erase("offsetOptional");
            }
            return drawn;
          },
      .samples = {{.name = "row", .arguments = Given({1, 1301}, 1, ACL_INT8)},
                  {.name = "groups", .arguments = Given({1, 9001}, 5, ACL_INT8)},
                  {.name = "four_bits", .arguments = Given({1, 1096}, 2, ACL_INT32)}},
      .runExample = "--x x.npy --scale s.npy --group-index g.npy --y y.npy",
      .benchExample = "--x 1x65536:float16 --scale 1x65536:float16 --group-index 1:int64",
  })};
}

}  // namespace openaclnn::catalogue::quantization::group_quant
