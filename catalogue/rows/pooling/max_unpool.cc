// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_max_unpool2d.h"
#include "aclnnop/aclnn_max_unpool2d_backward.h"
#include "aclnnop/aclnn_max_unpool3d.h"
#include "aclnnop/aclnn_max_unpool3d_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::pooling::max_unpool {
namespace {

// Of the planes that outputSize says.
Shape LargeShape(const Arguments& known) {
  Shape shape = known.ShapeOf("self");
  const std::vector<int64_t>& extents = known.Integers("outputSize");
  for (size_t d = 0; d < extents.size() && d < shape.size(); ++d) {
    shape[shape.size() - extents.size() + d] = extents[d];
  }
  return shape;
}

Argument Of(const char* name, const char* meaning, std::string shapeText) {
  return Tensor(name, meaning, std::move(shapeText), Numbers());
}

Argument Indices(const std::string& shapeText) {
  return {.name = "indices",
          .meaning = "places in a plane",
          .shapeText = shapeText,
          .dtypes = {ACL_INT64, ACL_INT32},
          .holds = Meaning::kIndices,
          .bound = [](const Arguments& known) {
            return std::max<int64_t>(1, Product(Shape(known.Integers("outputSize"))));
          }};
}

Arguments Call(Shape self, std::vector<int64_t> extents, aclDataType dtype, aclDataType indexDtype,
               bool backward) {
  Arguments all;
  all.attributes["outputSize"] = extents;
  if (extents.size() == 3) {
    all.attributes["stride"] = std::vector<int64_t>{1, 1, 1};
    all.attributes["padding"] = std::vector<int64_t>{0, 0, 0};
  }
  all.tensors["indices"] = {{self, indexDtype}};
  all.tensors["self"] = {{std::move(self), dtype}};
  if (backward) {
    all.tensors["gradOutput"] = {{LargeShape(all), dtype}};
  }
  return all;
}

Operator Row(Phases phases, size_t planeDims, bool backward) {
  const bool volume = planeDims == 3;
  const std::string shapeText = volume ? "[N, C, D, H, W] or [C, D, H, W]" : "[N, C, H, W] or [C, H, W]";
  Argument self = Of("self", backward ? "of which the shape counts" : "elements", shapeText);
  self.unused = backward;
  std::vector<Argument> arguments{self, Indices(shapeText),
                                  IntegerList("outputSize", "extents of a plane", {8, 8, 8})};
  arguments[2].defaultValue.reset();
  if (volume) {
    arguments.push_back(IntegerList("stride", "no effect", {1, 1, 1}));
    arguments.push_back(IntegerList("padding", "no effect", {0, 0, 0}));
  }
  if (backward) {
    arguments.insert(arguments.begin(), Of("gradOutput", "gradient of the planes", shapeText));
    arguments.push_back(
        OutputWith(Of("out", "gradient of the elements", shapeText), SameShapeAs("self"), SameAs("self")));
  } else {
    arguments.push_back(
        OutputWith(Of(volume ? "outRef" : "out", "planes of zeros with the elements", shapeText), LargeShape,
                   SameAs("self")));
  }
  const std::string files = backward ? "--grad-output g.npy --self x.npy" : "--self x.npy";
  const std::string size = volume ? "4,32,32" : "64,64";
  const std::string small = volume ? "8x16x2x16x16" : "8x16x32x32";
  const std::string large = volume ? "8x16x4x32x32" : "8x16x64x64";
  Operator row =
      MakeOperator({.phases = std::move(phases),
                    .summary = std::string(backward ? "gradient of planes with given elements"
                                                    : "planes of zeros with given elements") +
                               (volume ? ", of volumes" : ""),
                    .formula = {backward ? "out[i] = gradOutput[indices[i]]" : "out[indices[i]] = self[i]"},
                    .arguments = std::move(arguments),
                    .lead = "self",
                    .runExample = files + " --indices i.npy --output-size " + size +
                                  (volume && !backward ? " --out-ref y.npy" : " -o y.npy"),
                    .benchExample = (backward ? "--grad-output " + large + " --self " : "--self ") + small +
                                    " --indices " + small + ":int64 --output-size " + size});
  const auto sample = [&](const char* name, Shape shape, std::vector<int64_t> extents) {
    row.samples.push_back(
        {.name = name,
         .arguments = Call(std::move(shape), std::move(extents), ACL_DT_UNDEFINED, ACL_INT64, backward)});
  };
  if (volume) {
    sample("pooled", {2, 3, 2, 5, 7}, {4, 10, 14});
    sample("no_batch", {3, 3, 20, 40}, {3, 21, 41});
    sample("larger", {1, 2, 1, 9, 9}, {7, 30, 31});
  } else {
    sample("pooled", {2, 3, 15, 7}, {30, 14});
    sample("no_batch", {3, 60, 40}, {61, 41});
    sample("larger", {1, 2, 9, 9}, {70, 131});
  }
  row.draw = [planeDims, backward](Choices& choices) {
    Shape shape;
    for (size_t d = choices.Below(2) + 1; d > 0; --d) {
      shape.push_back(choices.Extent());
    }
    std::vector<int64_t> extents;
    for (size_t d = 0; d < planeDims; ++d) {
      shape.push_back(1 + static_cast<int64_t>(choices.Below(5)));
      extents.push_back(shape.back() + static_cast<int64_t>(choices.Below(5)));
    }
    const aclDataType dtype = choices.DType(Numbers());
    return Call(std::move(shape), std::move(extents), dtype, choices.DType({ACL_INT64, ACL_INT32}), backward);
  };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Row(TwoPhases<&aclnnMaxUnpool2dGetWorkspaceSize, &aclnnMaxUnpool2d>("aclnnMaxUnpool2d"), 2, false),
      Row(TwoPhases<&aclnnMaxUnpool2dBackwardGetWorkspaceSize, &aclnnMaxUnpool2dBackward>(
              "aclnnMaxUnpool2dBackward"),
          2, true),
      Row(TwoPhases<&aclnnMaxUnpool3dGetWorkspaceSize, &aclnnMaxUnpool3d>("aclnnMaxUnpool3d"), 3, false),
      Row(TwoPhases<&aclnnMaxUnpool3dBackwardGetWorkspaceSize, &aclnnMaxUnpool3dBackward>(
              "aclnnMaxUnpool3dBackward"),
          3, true),
  };
}

}  // namespace openaclnn::catalogue::pooling::max_unpool
