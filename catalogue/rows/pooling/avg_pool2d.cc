// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "aclnnop/aclnn_adaptive_avg_pool2d.h"
#include "aclnnop/aclnn_adaptive_avg_pool2d_backward.h"
#include "aclnnop/aclnn_avgpool2d.h"
#include "aclnnop/aclnn_avgpool2d_backward.h"
#include "catalogue/rows/pooling/pools.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::pooling::avg_pool2d {
namespace {

// The names of the attributes differ between forward and backward.
struct Names {
  std::string stride;
  std::string padding;
};
const Names kForward{"strides", "paddings"};
const Names kBackward{"stride", "padding"};

ShapeRule ShapeBy(const Names& names) {
  return [names](const Arguments& known) {
    return PooledShape(known, names.stride.c_str(), names.padding.c_str());
  };
}

struct Pool {
  Shape self;
  Shape kernel;
  Shape stride{};
  Shape padding{0};
  bool ceilMode = false;
  bool countIncludePad = true;
  int64_t divisor = 0;
};

Arguments PoolArguments(const Pool& pool, bool backward) {
  const Names& names = backward ? kBackward : kForward;
  Arguments arguments;
  arguments.tensors = {{"self", {{pool.self}}}};
  arguments.attributes = {{"kernelSize", pool.kernel},
                          {names.stride, pool.stride},
                          {names.padding, pool.padding},
                          {"ceilMode", int64_t{pool.ceilMode ? 1 : 0}},
                          {"countIncludePad", int64_t{pool.countIncludePad ? 1 : 0}},
                          {"divisorOverride", pool.divisor}};
  if (backward) {
    arguments.tensors["gradOutput"] = {{ShapeBy(names)(arguments)}};
  }
  return arguments;
}

Arguments DrawPool(Choices& choices, bool backward) {
  Pool pool;
  const aclDataType dtype = choices.DType(FloatsAndDouble());
  pool.self = DrawFront(choices);
  pool.padding.clear();
  for (size_t d = 0; d < 2; ++d) {
    const auto kernel = 1 + static_cast<int64_t>(choices.Below(3));
    pool.kernel.push_back(kernel);
    pool.stride.push_back(1 + static_cast<int64_t>(choices.Below(3)));
    pool.padding.push_back(static_cast<int64_t>(choices.Below(static_cast<size_t>(kernel / 2) + 1)));
    pool.self.push_back(choices.ExtentFor(kernel));
  }
  pool.ceilMode = choices.Chance(128);
  pool.countIncludePad = choices.Chance(128);
  pool.divisor = choices.Chance(64) ? 3 : 0;
  Arguments drawn = PoolArguments(pool, backward);
  for (auto& [name, tensors] : drawn.tensors) {
    tensors.front().dtype = dtype;
  }
  return drawn;
}

std::vector<Sample> PoolSamples(bool backward) {
  const std::vector<std::pair<std::string, Pool>> pools{
      {"halves", {{3, 20, 56, 58}, {2}}},
      {"overlapping", {{2, 7, 113, 111}, {3, 3}, {2, 2}, {1, 1}, false, false}},
      {"no_batch_rounded_up", {{5, 31, 1041}, {3, 2}, {2, 3}, {1}, true}},
      {"large_windows", {{2, 9, 70, 71}, {70, 35}, {}, {0}, false, true, 100}},
  };
  return SamplesOf(pools, backward, [&](const Pool& pool) { return PoolArguments(pool, backward); });
}

Argument Integer(std::string name, std::string meaning, int64_t usual, int64_t lowest) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = usual,
          .lowest = lowest};
}

void AddAttributes(std::vector<Argument>& arguments, const Names& names) {
  arguments.push_back(IntegerList("kernelSize", "extents of a window", {2}));
  arguments.push_back(IntegerList(names.stride, "distance of windows; none: kernelSize", {}));
  arguments.push_back(IntegerList(names.padding, "places around the input, which count as 0", {0}));
  arguments.push_back(Flag("ceilMode", "the number of windows is rounded up"));
  arguments.push_back(Flag("countIncludePad", "places of the padding count in the divisor"));
  arguments.push_back(Integer("divisorOverride", "the divisor; 0: the number of places", 0, INT64_MIN));
  arguments.push_back(Integer("cubeMathType", "has no effect", 0, -1));
}

Operator AvgPool2d() {
  std::vector<Argument> arguments{Tensor("self", "images", "[N, C, H, W] or [C, H, W]", FloatsAndDouble())};
  AddAttributes(arguments, kForward);
  arguments.push_back(
      OutputWith(Tensor("out", "averages", "[N, C, Ho, Wo] or [C, Ho, Wo]", FloatsAndDouble()),
                 ShapeBy(kForward), SameAs("self")));
  return MakeOperator(
      {.phases = TwoPhases<&aclnnAvgPool2dGetWorkspaceSize, &aclnnAvgPool2d>("aclnnAvgPool2d"),
       .summary = "averages of windows of an image",
       .formula = {"out[n,c,i,j] = sum of self[n,c,...] over the window / divisor"},
       .arguments = std::move(arguments),
       .draw = [](Choices& choices) { return DrawPool(choices, false); },
       .samples = PoolSamples(false),
       .runExample = "--self x.npy --kernel-size 2 --out y.npy",
       .benchExample = "--self 8x64x112x112 --kernel-size 2"});
}

/// The forward input, of which the shape alone counts.
Argument ShapeOnly() {
  Argument argument = Tensor("self", "forward input", "[N, C, H, W] or [C, H, W]", FloatsAndDouble());
  argument.unused = true;
  return argument;
}

Operator AvgPool2dBackward() {
  Argument gradOutput =
      Tensor("gradOutput", "gradient of the output", "[N, C, Ho, Wo] or [C, Ho, Wo]", FloatsAndDouble());
  gradOutput.shape = ShapeBy(kBackward);
  gradOutput.dtype = SameAs("self");
  std::vector<Argument> arguments{gradOutput, ShapeOnly()};
  AddAttributes(arguments, kBackward);
  arguments.push_back(OutputWith(Tensor("gradInput", "gradient for self", "that of self", FloatsAndDouble()),
                                 SameShapeAs("self"), SameAs("self")));
  return MakeOperator(
      {.phases = TwoPhases<&aclnnAvgPool2dBackwardGetWorkspaceSize, &aclnnAvgPool2dBackward>(
           "aclnnAvgPool2dBackward"),
       .summary = "gradient of averages of windows",
       .formula =
           {"gradInput[n,c,y,x] = sum of gradOutput[n,c,i,j] / divisor over the windows that hold y, x"},
       .arguments = std::move(arguments),
       .draw = [](Choices& choices) { return DrawPool(choices, true); },
       .samples = PoolSamples(true),
       .runExample = "--grad-output g.npy --self x.npy --kernel-size 2 --grad-input gx.npy",
       .benchExample = "--self 8x64x112x112 --kernel-size 2"});
}

// --- Adaptive.

struct Adaptive {
  Shape self;
  int64_t height;
  int64_t width;
};

Shape AdaptiveShape(const Adaptive& pool) {
  Shape shape = pool.self;
  shape[shape.size() - 2] = pool.height;
  shape[shape.size() - 1] = pool.width;
  return shape;
}

Arguments AdaptiveArguments(const Adaptive& pool, bool backward) {
  Arguments arguments;
  arguments.tensors = {{"self", {{pool.self}}}};
  if (backward) {
    arguments.tensors["gradOutput"] = {{AdaptiveShape(pool)}};
  } else {
    arguments.attributes["outputSize"] = Shape{pool.height, pool.width};
  }
  return arguments;
}

Arguments DrawAdaptive(Choices& choices, bool backward) {
  const aclDataType dtype = choices.DType(FloatsAndDouble());
  Adaptive pool{};
  for (size_t d = 0; d < 1 + choices.Below(2); ++d) {
    pool.self.push_back(choices.Extent());
  }
  pool.self.push_back(choices.Extent(false));
  pool.self.push_back(choices.Extent(false));
  pool.height = choices.Extent();
  pool.width = choices.Extent();
  Arguments drawn = AdaptiveArguments(pool, backward);
  for (auto& [name, tensors] : drawn.tensors) {
    tensors.front().dtype = dtype;
  }
  return drawn;
}

std::vector<Sample> AdaptiveSamples(bool backward) {
  std::vector<Sample> samples;
  for (const auto& [name, pool] :
       std::vector<std::pair<std::string, Adaptive>>{{"smaller", {{3, 20, 56, 58}, 7, 9}},
                                                     {"whole_planes", {{4, 130, 17, 19}, 1, 1}},
                                                     {"larger_without_batch", {{5, 31, 41}, 50, 90}}}) {
    Sample sample{.name = name, .arguments = AdaptiveArguments(pool, backward)};
    sample.data = {{.name = backward ? "gradOutput" : "self", .pattern = Pattern::kSpread}};
    samples.push_back(std::move(sample));
  }
  return samples;
}

Operator AdaptiveAvgPool2d() {
  return MakeOperator(
      {.phases = TwoPhases<&aclnnAdaptiveAvgPool2dGetWorkspaceSize, &aclnnAdaptiveAvgPool2d>(
           "aclnnAdaptiveAvgPool2d"),
       .summary = "averages of as many windows as are asked for",
       .formula =
           {"out[n,c,i,j] = mean of self[n,c,y,x] over floor(i * H / Ho) <= y < ceil((i + 1) * H / Ho), "
            "x likewise"},
       .arguments = {Tensor("self", "images", "[N, C, H, W] or [C, H, W]", FloatsAndDouble()),
                     IntegerList("outputSize", "height and width of the output", {1, 1}),
                     OutputWith(
                         Tensor("out", "averages", "[N, C, Ho, Wo] or [C, Ho, Wo]", FloatsAndDouble()),
                         [](const Arguments& known) {
                           Shape shape = known.ShapeOf("self");
                           for (size_t d = 0; d < 2 && shape.size() >= 2; ++d) {
                             shape[shape.size() - 2 + d] = ValueAt(known.Integers("outputSize"), d, 1);
                           }
                           return shape;
                         },
                         SameAs("self"))},
       .draw = [](Choices& choices) { return DrawAdaptive(choices, false); },
       .samples = AdaptiveSamples(false),
       .runExample = "--self x.npy --output-size 7,7 --out y.npy",
       .benchExample = "--self 8x64x112x112 --output-size 7,7"});
}

Operator AdaptiveAvgPool2dBackward() {
  Argument gradOutput =
      Tensor("gradOutput", "gradient of the output", "[N, C, Ho, Wo] or [C, Ho, Wo]", FloatsAndDouble());
  gradOutput.dtype = SameAs("self");
  return MakeOperator(
      {.phases = TwoPhases<&aclnnAdaptiveAvgPool2dBackwardGetWorkspaceSize, &aclnnAdaptiveAvgPool2dBackward>(
           "aclnnAdaptiveAvgPool2dBackward"),
       .summary = "gradient of averages of as many windows as were asked for",
       .formula = {"out[n,c,y,x] = sum of gradOutput[n,c,i,j] / places over the windows that hold y, x"},
       .arguments = {gradOutput, ShapeOnly(),
                     OutputWith(Tensor("out", "gradient for self", "that of self", FloatsAndDouble()),
                                SameShapeAs("self"), SameAs("self"))},
       .draw = [](Choices& choices) { return DrawAdaptive(choices, true); },
       .samples = AdaptiveSamples(true),
       .runExample = "--grad-output g.npy --self x.npy --out gx.npy",
       .benchExample = "--self 8x64x112x112 --grad-output 8x64x7x7"});
}

}  // namespace

std::vector<Operator> Rows() {
  return {AvgPool2d(), AvgPool2dBackward(), AdaptiveAvgPool2d(), AdaptiveAvgPool2dBackward()};
}

}  // namespace openaclnn::catalogue::pooling::avg_pool2d
