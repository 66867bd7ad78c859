// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_resize.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::sampling::resize {
namespace {

aclnnStatus Resize(const aclTensor* self, const aclFloatArray* scales, int64_t mode, aclTensor* out,
                   uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnResizeGetWorkspaceSize(self, scales, mode == 0 ? "nearest" : "bilinear", out, workspaceSize,
                                     executor);
}

/// The extent that a scale leads to; something where none does.
int64_t Scaled(const Arguments& known, size_t dim) {
  const auto& scales = std::get<std::vector<double>>(known.attributes.at("scales"));
  const auto extent = static_cast<float>(Extent(known.ShapeOf("self"), dim));
  const float product = scales.size() == 4 ? std::floor(extent * static_cast<float>(scales[dim])) : 0;
  constexpr float kMost = 1 << 24;
  return product >= 1 && product < kMost ? static_cast<int64_t>(product) : 1;
}

Arguments Fill(const Shape& shape, std::vector<double> scales, int64_t mode, aclDataType dtype) {
  return {.tensors = {{"self", {{shape, dtype}}}},
          .attributes = {{"scales", std::move(scales)}, {"mode", mode}}};
}

}  // namespace

std::vector<Operator> Rows() {
  Argument self = Tensor("self", "images", "[N, C, H, W]", Floats());
  self.formatPlacesChannels = true;
  Argument out = OutputWith(
      Tensor("out", "images in another size", "[N, C, H * scale, W * scale]", Floats()),
      [](const Arguments& known) {
        const Shape& shape = known.ShapeOf("self");
        return Shape{Extent(shape, 0), Extent(shape, 1), Scaled(known, 2), Scaled(known, 3)};
      },
      SameAs("self"));
  out.formatPlacesChannels = true;
  Operator row = MakeOperator({
      .phases = TwoPhases<&Resize, &aclnnResize>("aclnnResize"),
      .summary = "an image in another size, by scales",
      .formula = {"out = self in floor(H * scales[2]) by floor(W * scales[3]) pixels"},
      .arguments = {std::move(self),
                    Argument{.name = "scales",
                             .role = Role::kAttribute,
                             .meaning = "of N, C, H and W, the first two without effect",
                             .defaultValue = std::vector<double>{1, 1, 2, 2}},
                    Mode("mode", "which pixels count", {{"nearest", 0}, {"bilinear", 1}}), std::move(out)},
      .draw =
          [](Choices& choices) {
            const Shape shape{choices.Extent(), choices.Extent(), choices.Extent(false),
                              choices.Extent(false)};
            const double height = choices.Chance(128) ? 2 : 1;
            const double width = choices.Chance(128) ? 1.5 : 1;
            const auto mode = static_cast<int64_t>(choices.Below(2));
            return Fill(shape, {1, 1, height, width}, mode, choices.DType(Floats()));
          },
      .runExample = "--self x.npy --scales 1,1,2,2 --mode bilinear -o y.npy",
      .benchExample = "--self 8x64x56x56 --scales 1,1,2,2",
  });
  for (const auto& [name, mode] : {std::pair<const char*, int64_t>{"nearest", 0}, {"bilinear", 1}}) {
    row.samples.push_back(
        {.name = name, .arguments = Fill({3, 5, 56, 58}, {1, 1, 2, 1.5}, mode, ACL_DT_UNDEFINED)});
  }
  row.samples.push_back(
      {.name = "smaller", .arguments = Fill({2, 7, 113, 111}, {2, 3, 0.5, 0.3}, 1, ACL_DT_UNDEFINED)});
  return {std::move(row)};
}

}  // namespace openaclnn::catalogue::sampling::resize
