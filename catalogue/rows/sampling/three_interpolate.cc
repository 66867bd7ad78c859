// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include "aclnnop/aclnn_three_interpolate_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::sampling::three_interpolate {
namespace {

constexpr int64_t kNeighbours = 3;

Arguments Fill(const Shape& grad, int64_t points, aclDataType dtype, aclDataType indexDtype) {
  const Shape pairs{grad[0], grad[2], kNeighbours};
  return {
      .tensors = {{"gradX", {{grad, dtype}}}, {"idx", {{pairs, indexDtype}}}, {"weight", {{pairs, dtype}}}},
      .attributes = {{"m", points}}};
}

}  // namespace

std::vector<Operator> Rows() {
  Argument numbers = Tensor("idx", "the points of each value", "[B, n, 3]", {ACL_INT32, ACL_INT64});
  numbers.holds = Meaning::kIndices;
  numbers.bound = [](const Arguments& known) { return known.Integer("m"); };
  Argument weights = Tensor("weight", "their weights", "[B, n, 3]", Floats());
  weights.dtype = SameAs("gradX");
  Argument result = OutputWith(
      Tensor("gradY", "gradient of the points", "[B, C, m], and 1 if gradX has it", Floats()),
      [](const Arguments& known) {
        Shape shape = known.ShapeOf("gradX");
        if (shape.size() > 2) {
          shape[2] = known.Integer("m");
        }
        return shape;
      },
      SameAs("gradX"));
  Operator row = MakeOperator({
      .phases = TwoPhases<&aclnnThreeInterpolateBackwardGetWorkspaceSize, &aclnnThreeInterpolateBackward>(
          "aclnnThreeInterpolateBackward"),
      .summary = "gradient of values interpolated from three points each",
      .formula = {"gradY[b, c, idx[b, i, k]] += gradX[b, c, i] * weight[b, i, k]"},
      .arguments = {Tensor("gradX", "gradient of the values", "[B, C, n] or [B, C, n, 1]", Floats()),
                    std::move(numbers), std::move(weights),
                    Argument{.name = "m",
                             .role = Role::kAttribute,
                             .meaning = "number of points",
                             .defaultValue = int64_t{8},
                             .lowest = 0},
                    std::move(result)},
      .draw =
          [](Choices& choices) {
            Shape grad{choices.Extent(), choices.Extent(), choices.Extent()};
            if (choices.Chance(64)) {
              grad.push_back(1);
            }
            const int64_t points = choices.Extent(false);
            const aclDataType dtype = choices.DType(Floats());
            return Fill(grad, points, dtype, choices.Chance(128) ? ACL_INT64 : ACL_INT32);
          },
      .samples = {{.name = "clouds", .arguments = Fill({3, 33, 301}, 70, ACL_DT_UNDEFINED, ACL_INT32)},
                  {.name = "four_dims", .arguments = Fill({2, 5, 1203, 1}, 601, ACL_DT_UNDEFINED, ACL_INT64)},
                  {.name = "few_points", .arguments = Fill({1, 70, 2001}, 3, ACL_DT_UNDEFINED, ACL_INT32)}},
      .runExample = "--gradx g.npy --idx i.npy --weight w.npy --m 64 --grady y.npy",
      .benchExample = "--gradx 8x128x4096 --idx 8x4096x3:int32 --weight 8x4096x3 --m 8",
  });
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::sampling::three_interpolate
