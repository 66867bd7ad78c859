// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_multi_scale_deformable_attention_grad.h"
#include "aclnnop/aclnn_multi_scale_deformable_attn_function.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::sampling::deformable_attention {
namespace {

const DTypes kIndices{ACL_INT64, ACL_INT32};

struct Attention {
  int64_t batch;
  int64_t keys;
  int64_t heads;
  int64_t channels;
  int64_t queries;
  int64_t levels;
  int64_t points;
};

/// Most pixels of a level along an axis, so that half of the keys, or a single one, hold any level.
int64_t MostExtent(const Arguments& known) {
  const int64_t keys = Extent(known.ShapeOf("value"), 1);
  int64_t extent = keys > 0 ? 1 : 0;
  while (extent < keys && (extent + 1) * (extent + 1) <= keys / 2) {
    ++extent;
  }
  return extent;
}

Argument Extents() {
  Argument shapes = Tensor("spatialShape", "height and width of each level", "[L, 2]", kIndices);
  shapes.holds = Meaning::kIndices;
  shapes.bound = [](const Arguments& known) { return MostExtent(known) + 1; };
  shapes.mayStray = true;
  shapes.shape = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("location"), 3), 2}; };
  shapes.dtype = Always(ACL_INT64);
  return shapes;
}

Argument Starts() {
  Argument starts = Tensor("levelStartIndex", "the first key of each level", "[L]", kIndices);
  starts.holds = Meaning::kIndices;
  starts.bound = [](const Arguments& known) {
    const int64_t most = MostExtent(known);
    return Extent(known.ShapeOf("value"), 1) - most * most + 1;
  };
  starts.mayStray = true;
  starts.shape = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("location"), 3)}; };
  starts.dtype = SameAs("spatialShape");
  return starts;
}

Shape OutputShape(const Arguments& known) {
  const Shape& value = known.ShapeOf("value");
  return {Extent(value, 0), Extent(known.ShapeOf("location"), 1), Extent(value, 2) * Extent(value, 3)};
}

Argument As(std::string name, std::string meaning, std::string shapeText, ShapeRule shape = {}) {
  Argument argument = Tensor(std::move(name), std::move(meaning), std::move(shapeText), Floats());
  argument.dtype = SameAs("value");
  argument.shape = std::move(shape);
  return argument;
}
Argument Made(std::string name, std::string meaning, std::string shapeText, ShapeRule shape) {
  Argument argument = As(std::move(name), std::move(meaning), std::move(shapeText), std::move(shape));
  argument.role = Role::kOutput;
  return argument;
}

Arguments Call(const Attention& of, bool backward, aclDataType dtype, aclDataType indexDtype) {
  Arguments all;
  const Shape samples{of.batch, of.queries, of.heads, of.levels, of.points};
  Shape places = samples;
  places.push_back(2);
  all.tensors = {{"value", {{{of.batch, of.keys, of.heads, of.channels}, dtype}}},
                 {"spatialShape", {{{of.levels, 2}, indexDtype}}},
                 {"levelStartIndex", {{{of.levels}, indexDtype}}},
                 {"location", {{places, dtype}}},
                 {"attnWeight", {{samples, dtype}}}};
  if (backward) {
    all.tensors["gradOutput"] = {{OutputShape(all), dtype}};
  }
  return all;
}

Operator Complete(Operator row, bool backward) {
  const auto sample = [&](const char* name, const Attention& of, aclDataType indexDtype) {
    row.samples.push_back({.name = name, .arguments = Call(of, backward, ACL_DT_UNDEFINED, indexDtype)});
  };
  sample("detector", {2, 500, 8, 32, 70, 4, 4}, ACL_INT64);
  sample("odd", {1, 77, 3, 37, 41, 2, 3}, ACL_INT32);
  sample("few_pixels", {1, 3, 2, 70, 900, 1, 5}, ACL_INT32);
  row.draw = [backward](Choices& choices) {
    const auto few = [&](size_t most) { return 1 + static_cast<int64_t>(choices.Below(most)); };
    const aclDataType dtype = choices.DType(Floats());
    const Attention of{
        choices.Extent(), choices.Extent() + 1, few(3), choices.Extent(), choices.Extent(), few(3), few(2)};
    return Call(of, backward, dtype, choices.DType(kIndices));
  };
  return MakeOperator(std::move(row));
}

std::vector<Argument> Inputs() {
  Argument location = As("location", "x and y of samples, from 0 to 1", "[B, queries, heads, L, P, 2]");
  location.holds = Meaning::kProbabilities;
  return {Tensor("value", "pixels of all levels", "[B, keys, heads, channels]", Floats()), Extents(),
          Starts(), std::move(location),
          As("attnWeight", "weights of samples", "[B, queries, heads, L, P]", [](const Arguments& known) {
            Shape shape = known.ShapeOf("location");
            shape.resize(std::min<size_t>(shape.size(), 5));
            return shape;
          })};
}

Operator Forward() {
  Operator row{
      .phases = TwoPhases<&aclnnMultiScaleDeformableAttnFunctionGetWorkspaceSize,
                          &aclnnMultiScaleDeformableAttnFunction>("aclnnMultiScaleDeformableAttnFunction"),
      .summary = "weighted samples of images of several sizes",
      .formula = {"output[b,q,h] = sum over levels l, points p of attnWeight[b,q,h,l,p] * value of l at "
                  "(W * location[..,0] - 1/2, H * location[..,1] - 1/2)"},
      .arguments = Inputs(),
      .runExample =
          "--value v.npy --spatial-shape s.npy --level-start-index i.npy --location l.npy "
          "--attn-weight w.npy --output y.npy",
      .benchExample = "--value 2x5440x8x32 --location 2x900x8x4x4x2"};
  row.arguments.push_back(Made("output", "the sums", "[B, queries, heads * channels]", OutputShape));
  return Complete(std::move(row), false);
}

Operator Backward() {
  Operator row{
      .phases = TwoPhases<&aclnnMultiScaleDeformableAttentionGradGetWorkspaceSize,
                          &aclnnMultiScaleDeformableAttentionGrad>("aclnnMultiScaleDeformableAttentionGrad"),
      .summary = "gradients of weighted samples of images of several sizes",
      .formula = {"gradValue, gradLocation, gradAttnWeight: derivatives of sum of gradOutput * output"},
      .arguments = Inputs(),
      .runExample =
          "--value v.npy --spatial-shape s.npy --level-start-index i.npy --location l.npy "
          "--attn-weight w.npy --grad-output g.npy --grad-value gv.npy --grad-location gl.npy "
          "--grad-attn-weight gw.npy",
      .benchExample = "--value 2x5440x8x32 --location 2x900x8x4x4x2"};
  row.arguments.push_back(
      As("gradOutput", "gradient of the sums", "[B, queries, heads * channels]", OutputShape));
  row.arguments.push_back(Made("gradValue", "gradient of value", "that of value", SameShapeAs("value")));
  row.arguments.push_back(
      Made("gradLocation", "gradient of location", "that of location", SameShapeAs("location")));
  row.arguments.push_back(
      Made("gradAttnWeight", "gradient of attnWeight", "that of attnWeight", SameShapeAs("attnWeight")));
  return Complete(std::move(row), true);
}

}  // namespace

std::vector<Operator> Rows() {
  return {Forward(), Backward()};
}

}  // namespace openaclnn::catalogue::sampling::deformable_attention
