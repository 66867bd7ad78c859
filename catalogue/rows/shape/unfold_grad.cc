// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_unfold_grad.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::shape::unfold_grad {
namespace {

Argument Whole(const char* name, const char* meaning, int64_t usual) {
  return {.name = name, .role = Role::kAttribute, .meaning = meaning, .defaultValue = usual};
}

// The windows of a tensor along a dim.
Shape Windows(Shape sizes, int64_t dim, int64_t size, int64_t step) {
  if (!sizes.empty()) {
    int64_t& extent = sizes[Place(dim, sizes.size())];
    extent = std::max<int64_t>((extent - size) / std::max<int64_t>(step, 1) + 1, 0);
  }
  sizes.push_back(size);
  return sizes;
}

Arguments Given(const Shape& sizes, int64_t dim, int64_t size, int64_t step,
                aclDataType dtype = ACL_DT_UNDEFINED) {
  return {.tensors = {{"gradOut", {{Windows(sizes, dim, size, step), dtype}}}},
          .attributes = {{"inputSizes", sizes}, {"dim", dim}, {"size", size}, {"step", step}}};
}

}  // namespace

std::vector<Operator> Rows() {
  Argument gradIn = OutputWith(
      Tensor("gradIn", "gradient of the tensor", "inputSizes", FloatsAndDouble()),
      [](const Arguments& known) { return Shape(known.Integers("inputSizes")); }, SameAs("gradOut"));
  Argument sizes{.name = "inputSizes", .role = Role::kAttribute, .meaning = "the shape of the tensor"};
  return {MakeOperator(
      {.phases = TwoPhases<&aclnnUnfoldGradGetWorkspaceSize, &aclnnUnfoldGrad>("aclnnUnfoldGrad"),
       .summary = "gradient of windows along a dimension",
       .formula = {"gradIn[i] = sum of gradOut[w, j] over the windows with w * step + j = i, of dim 0"},
       .arguments = {Tensor("gradOut", "gradient of the windows",
                            "inputSizes with the number of windows at dim, then size", FloatsAndDouble()),
                     std::move(sizes), Whole("dim", "along which", 0), Whole("size", "of a window", 2),
                     Whole("step", "from one window to the next", 1), std::move(gradIn)},
       .draw =
           [](Choices& choices) {
             Shape shape{choices.Extent(false)};
             const Shape more = choices.AnyShape(3);
             shape.insert(shape.end(), more.begin(), more.end());
             const auto size = static_cast<int64_t>(choices.Below(static_cast<uint64_t>(shape[0]))) + 1;
             return Given(shape, choices.Chance(64) ? -static_cast<int64_t>(shape.size()) : 0, size,
                          static_cast<int64_t>(1 + choices.Below(4)), choices.DType(FloatsAndDouble()));
           },
       .samples = {{.name = "overlapping", .arguments = Given({33, 601}, 1, 40, 3)},
                   {.name = "apart", .arguments = Given({90, 7, 31}, 0, 4, 9)},
                   {.name = "rows", .arguments = Given({601, 33}, 0, 5, 1)}},
       .runExample = "--grad-out g.npy --input-sizes 8,10 --dim 1 --size 3 --step 1 --grad-in gx.npy",
       .benchExample = "--grad-out 262144x5x4 --input-sizes 262144,8 --dim 1 --size 4 --step 1"})};
}

}  // namespace openaclnn::catalogue::shape::unfold_grad
