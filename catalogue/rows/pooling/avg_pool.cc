// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "aclnnop/aclnn_adaptive_avg_pool2d.h"
#include "aclnnop/aclnn_adaptive_avg_pool2d_backward.h"
#include "aclnnop/aclnn_adaptive_avg_pool3d.h"
#include "aclnnop/aclnn_adaptive_avg_pool3d_backward.h"
#include "aclnnop/aclnn_avgpool2d.h"
#include "aclnnop/aclnn_avgpool2d_backward.h"
#include "aclnnop/aclnn_avgpool3d.h"
#include "aclnnop/aclnn_avgpool3d_backward.h"
#include "catalogue/rows/pooling/pools.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::pooling::avg_pool {
namespace {

struct Kind {
  size_t spatial;
  bool backward;
  std::string output;
  DTypes dtypes;
  // The names of attributes differ between operators.
  std::string stride = "stride";
  std::string padding = "padding";
};

ShapeRule Pooled(const Kind& kind) {
  return PooledShape(kind.spatial, kind.stride, kind.padding);
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

Arguments PoolArguments(const Pool& pool, const Kind& kind) {
  Arguments arguments;
  arguments.tensors = {{"self", {{pool.self}}}};
  arguments.attributes = {{"kernelSize", pool.kernel},
                          {kind.stride, pool.stride},
                          {kind.padding, pool.padding},
                          {"ceilMode", int64_t{pool.ceilMode ? 1 : 0}},
                          {"countIncludePad", int64_t{pool.countIncludePad ? 1 : 0}},
                          {"divisorOverride", pool.divisor}};
  if (kind.backward) {
    arguments.tensors["gradOutput"] = {{Pooled(kind)(arguments)}};
  }
  return arguments;
}

Arguments DrawPool(Choices& choices, const Kind& kind) {
  Pool pool;
  const aclDataType dtype = choices.DType(kind.dtypes);
  DrawWindows(choices, kind.spatial, pool);
  pool.countIncludePad = choices.Chance(128);
  pool.divisor = choices.Chance(64) ? 3 : 0;
  return OfTypes(PoolArguments(pool, kind), dtype);
}

std::vector<Sample> PoolSamples(const Kind& kind) {
  using Pools = std::vector<std::pair<std::string, Pool>>;
  const Pools images{
      {"halves", {{3, 20, 56, 58}, {2}}},
      {"overlapping", {{2, 7, 113, 111}, {3, 3}, {2, 2}, {1, 1}, false, false}},
      {"no_batch_rounded_up", {{5, 31, 1041}, {3, 2}, {2, 3}, {1}, true}},
      {"large_windows", {{2, 9, 70, 71}, {70, 35}, {}, {0}, false, true, 100}},
  };
  const Pools volumes{
      {"halves", {{3, 20, 6, 16, 18}, {2}}},
      {"overlapping", {{2, 7, 9, 33, 31}, {3, 3, 3}, {2, 2, 2}, {1, 1, 1}, false, false}},
      {"no_batch_rounded_up", {{5, 7, 31, 141}, {3, 3, 2}, {2, 2, 3}, {1}, true}},
      {"large_windows", {{2, 9, 20, 21, 23}, {20, 21, 11}, {}, {0}, false, true, 100}},
  };
  return SamplesOf(kind.spatial == 2 ? images : volumes, kind.backward,
                   [&](const Pool& pool) { return PoolArguments(pool, kind); });
}

Argument Integer(std::string name, std::string meaning, int64_t usual, int64_t lowest) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = usual,
          .lowest = lowest};
}

void AddAttributes(std::vector<Argument>& arguments, const Kind& kind) {
  arguments.push_back(IntegerList("kernelSize", "extents of a window", {2}));
  arguments.push_back(IntegerList(kind.stride, "distance of windows; none: kernelSize", {}));
  arguments.push_back(IntegerList(kind.padding, "places around the input, which count as 0", {0}));
  arguments.push_back(Flag("ceilMode", "the number of windows is rounded up"));
  arguments.push_back(Flag("countIncludePad", "places of the padding count in the divisor"));
  arguments.push_back(Integer("divisorOverride", "the divisor; 0: the number of places", 0, INT64_MIN));
  if (kind.spatial == 2) {
    arguments.push_back(Integer("cubeMathType", "has no effect", 0, -1));
  }
}

/// The forward input, of which the shape alone counts.
Argument ShapeOnly(const Kind& kind) {
  Argument argument = Tensor("self", "forward input", InputText(kind.spatial), kind.dtypes);
  argument.unused = true;
  return argument;
}

Argument Gradient(const Kind& kind) {
  Argument gradOutput = Tensor("gradOutput", "gradient of the output", OutputText(kind.spatial), kind.dtypes);
  gradOutput.dtype = SameAs("self");
  return gradOutput;
}

Argument GradientOfSelf(const Kind& kind) {
  return OutputWith(Tensor(kind.output, "gradient for self", "that of self", kind.dtypes),
                    SameShapeAs("self"), SameAs("self"));
}

Operator Average(Phases phases, const Kind& kind) {
  std::vector<Argument> arguments{Tensor("self", "images", InputText(kind.spatial), kind.dtypes)};
  AddAttributes(arguments, kind);
  arguments.push_back(OutputWith(Tensor(kind.output, "averages", OutputText(kind.spatial), kind.dtypes),
                                 Pooled(kind), SameAs("self")));
  return MakeOperator(
      {.phases = std::move(phases),
       .summary = kind.spatial == 2 ? "averages of windows of an image" : "averages of windows of a volume",
       .formula = {"out[n,c,i,j] = sum of self[n,c,...] over the window / divisor"},
       .arguments = std::move(arguments),
       .draw = [kind](Choices& choices) { return DrawPool(choices, kind); },
       .samples = PoolSamples(kind),
       .runExample = "--self x.npy --kernel-size 2 " + OptionName(kind.output) + " y.npy",
       .benchExample = "--self " + BenchShape(kind.spatial) + " --kernel-size 2"});
}

Operator AverageBackward(Phases phases, const Kind& kind) {
  Argument gradOutput = Gradient(kind);
  gradOutput.shape = Pooled(kind);
  std::vector<Argument> arguments{gradOutput, ShapeOnly(kind)};
  AddAttributes(arguments, kind);
  arguments.push_back(GradientOfSelf(kind));
  return MakeOperator(
      {.phases = std::move(phases),
       .summary = kind.spatial == 2 ? "gradient of averages of windows"
                                    : "gradient of averages of windows of a volume",
       .formula =
           {"gradInput[n,c,y,x] = sum of gradOutput[n,c,i,j] / divisor over the windows that hold y, x"},
       .arguments = std::move(arguments),
       .draw = [kind](Choices& choices) { return DrawPool(choices, kind); },
       .samples = PoolSamples(kind),
       .runExample =
           "--grad-output g.npy --self x.npy --kernel-size 2 " + OptionName(kind.output) + " gx.npy",
       .benchExample = "--self " + BenchShape(kind.spatial) + " --kernel-size 2"});
}

// --- Adaptive.

Operator Adaptive(Phases phases, const Kind& kind) {
  return MakeOperator(
      {.phases = std::move(phases),
       .summary = kind.spatial == 2 ? "averages of as many windows as are asked for"
                                    : "averages of as many windows of a volume as are asked for",
       .formula = {"out[n,c,i,j] = mean of self[n,c,y,x] over floor(i * H / Ho) <= y < ceil((i + 1) * H / "
                   "Ho), x likewise"},
       .arguments = {Tensor("self", "images", InputText(kind.spatial), kind.dtypes), OutputSize(kind.spatial),
                     OutputWith(Tensor(kind.output, "averages", OutputText(kind.spatial), kind.dtypes),
                                AdaptiveShape(kind.spatial), SameAs("self"))},
       .draw =
           [kind](Choices& choices) {
             return DrawAdaptive(choices, kind.spatial, kind.dtypes, kind.backward);
           },
       .samples = AdaptiveSamples(kind.spatial, kind.backward),
       .runExample = "--self x.npy --output-size 7 " + OptionName(kind.output) + " y.npy",
       .benchExample = "--self " + BenchShape(kind.spatial) + " --output-size 7"});
}

Operator AdaptiveBackward(Phases phases, const Kind& kind) {
  return MakeOperator(
      {.phases = std::move(phases),
       .summary = kind.spatial == 2 ? "gradient of averages of as many windows as were asked for"
                                    : "gradient of averages of as many windows of a volume as were asked for",
       .formula = {"out[n,c,y,x] = sum of gradOutput[n,c,i,j] / places over the windows that hold y, x"},
       .arguments = {Gradient(kind), ShapeOnly(kind), GradientOfSelf(kind)},
       .draw =
           [kind](Choices& choices) {
             return DrawAdaptive(choices, kind.spatial, kind.dtypes, kind.backward);
           },
       .samples = AdaptiveSamples(kind.spatial, kind.backward),
       .runExample = "--grad-output g.npy --self x.npy " + OptionName(kind.output) + " gx.npy",
       .benchExample = "--self " + BenchShape(kind.spatial) + " --grad-output " +
                       (kind.spatial == 2 ? "8x64x7x7" : "4x32x7x7x7")});
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Average(TwoPhases<&aclnnAvgPool2dGetWorkspaceSize, &aclnnAvgPool2d>("aclnnAvgPool2d"),
              {2, false, "out", FloatsAndDouble(), "strides", "paddings"}),
      AverageBackward(TwoPhases<&aclnnAvgPool2dBackwardGetWorkspaceSize, &aclnnAvgPool2dBackward>(
                          "aclnnAvgPool2dBackward"),
                      {2, true, "gradInput", FloatsAndDouble()}),
      Average(TwoPhases<&aclnnAvgPool3dGetWorkspaceSize, &aclnnAvgPool3d>("aclnnAvgPool3d"),
              {3, false, "out", Floats()}),
      AverageBackward(TwoPhases<&aclnnAvgPool3dBackwardGetWorkspaceSize, &aclnnAvgPool3dBackward>(
                          "aclnnAvgPool3dBackward"),
                      {3, true, "output", Floats()}),
      Adaptive(TwoPhases<&aclnnAdaptiveAvgPool2dGetWorkspaceSize, &aclnnAdaptiveAvgPool2d>(
                   "aclnnAdaptiveAvgPool2d"),
               {2, false, "out", FloatsAndDouble()}),
      AdaptiveBackward(
          TwoPhases<&aclnnAdaptiveAvgPool2dBackwardGetWorkspaceSize, &aclnnAdaptiveAvgPool2dBackward>(
              "aclnnAdaptiveAvgPool2dBackward"),
          {2, true, "out", FloatsAndDouble()}),
      Adaptive(TwoPhases<&aclnnAdaptiveAvgPool3dGetWorkspaceSize, &aclnnAdaptiveAvgPool3d>(
                   "aclnnAdaptiveAvgPool3d"),
               {3, false, "out", Floats()}),
      AdaptiveBackward(
          TwoPhases<&aclnnAdaptiveAvgPool3dBackwardGetWorkspaceSize, &aclnnAdaptiveAvgPool3dBackward>(
              "aclnnAdaptiveAvgPool3dBackward"),
          {3, true, "out", Floats()}),
  };
}

}  // namespace openaclnn::catalogue::pooling::avg_pool
