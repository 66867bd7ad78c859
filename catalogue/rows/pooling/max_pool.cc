// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "aclnnop/aclnn_adaptive_max_pool2d.h"
#include "aclnnop/aclnn_adaptive_max_pool2d_backward.h"
#include "aclnnop/aclnn_adaptive_max_pool3d.h"
#include "aclnnop/aclnn_adaptive_max_pool3d_backward.h"
#include "aclnnop/aclnn_max_pool.h"
#include "aclnnop/aclnn_max_pool2d_with_indices.h"
#include "aclnnop/aclnn_max_pool2d_with_indices_backward.h"
#include "aclnnop/aclnn_max_pool3d_with_argmax.h"
#include "aclnnop/aclnn_max_pool3d_with_argmax_backward.h"
#include "catalogue/rows/pooling/pools.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::pooling::max_pool {
namespace {

using Integers64 = std::vector<int64_t>;

struct Pool {
  Shape self;
  Integers64 kernel;
  Integers64 stride{};
  Integers64 padding{0};
  Integers64 dilation{1};
  bool ceilMode = false;
};

/// Indices of gradients, of the type that the operator of images has.
void AddIndices(Arguments& arguments, aclDataType dtype) {
  if (arguments.tensors.contains("gradOutput")) {
    arguments.tensors["indices"] = {{arguments.tensors["gradOutput"].front().shape, dtype}};
  }
}

Arguments MakeArguments(const Pool& pool, size_t spatial, bool backward) {
  Arguments arguments;
  arguments.tensors = {{"self", {{pool.self}}}};
  arguments.attributes = {{"kernelSize", pool.kernel},
                          {"stride", pool.stride},
                          {"padding", pool.padding},
                          {"dilation", pool.dilation},
                          {"ceilMode", int64_t{pool.ceilMode ? 1 : 0}}};
  if (backward) {
    arguments.tensors["gradOutput"] = {{PooledShape(spatial)(arguments)}};
    AddIndices(arguments, ACL_INT32);
  }
  return arguments;
}

Arguments Draw(Choices& choices, size_t spatial, bool backward) {
  Pool pool;
  const aclDataType dtype = choices.DType(Floats());
  pool.dilation.clear();
  DrawWindows(choices, spatial, pool, &pool.dilation);
  return OfTypes(MakeArguments(pool, spatial, backward), dtype);
}

std::vector<Sample> Samples(size_t spatial, bool backward) {
  using Pools = std::vector<std::pair<std::string, Pool>>;
  const Pools images{
      {"halves", {{3, 20, 56, 58}, {2}}},
      {"overlapping", {{2, 7, 113, 111}, {3, 3}, {2, 2}, {1, 1}}},
      {"no_batch_rounded_up", {{5, 31, 1041}, {3, 2}, {2, 3}, {1}, {1}, true}},
      {"dilated", {{2, 3, 40, 41}, {3}, {1}, {1}, {2}}},
  };
  const Pools volumes{
      {"halves", {{3, 20, 6, 16, 18}, {2}}},
      {"overlapping", {{2, 7, 9, 33, 31}, {3, 3, 3}, {2, 2, 2}, {1, 1, 1}}},
      {"no_batch_rounded_up", {{5, 7, 31, 141}, {3, 3, 2}, {2, 2, 3}, {1}, {1}, true}},
      {"dilated", {{2, 3, 10, 20, 21}, {3}, {1}, {1}, {2}}},
  };
  return SamplesOf(spatial == 2 ? images : volumes, backward,
                   [&](const Pool& pool) { return MakeArguments(pool, spatial, backward); });
}

std::vector<Argument> Attributes() {
  return {IntegerList("kernelSize", "extents of a window", {2}),
          IntegerList("stride", "distance of windows; none: kernelSize", {}),
          IntegerList("padding", "places around the input that never win", {0}),
          IntegerList("dilation", "distance of a window's places", {1}),
          Flag("ceilMode", "the number of windows is rounded up")};
}

Argument Indices(std::string name, size_t spatial, DTypes dtypes) {
  return Tensor(std::move(name),
                spatial == 2 ? "places in the plane, y * W + x" : "places in the volume, (z * H + y) * W + x",
                "that of the output", std::move(dtypes));
}

Argument GivenIndices(size_t spatial, const DTypes& dtypes) {
  Argument indices = Indices("indices", spatial, dtypes);
  indices.holds = Meaning::kIndices;
  indices.bound = [spatial](const Arguments& known) {
    const Shape& self = known.ShapeOf("self");
    int64_t elements = 1;
    for (size_t d = 0; d < spatial && self.size() >= spatial; ++d) {
      elements *= self[self.size() - 1 - d];
    }
    return elements;
  };
  indices.shape = SameShapeAs("gradOutput");
  indices.dtype = Always(dtypes.front());
  return indices;
}

Argument Gradient(size_t spatial) {
  Argument gradOutput = Tensor("gradOutput", "gradient of the output", OutputText(spatial), Floats());
  gradOutput.dtype = SameAs("self");
  return gradOutput;
}

void Append(std::vector<Argument>& arguments, std::vector<Argument> more) {
  std::ranges::move(more, std::back_inserter(arguments));
}

/// Outputs of a forward operator, of the first of the index types unless one is given.
std::vector<Argument> Outputs(const std::string& out, const std::string& indices, size_t spatial,
                              const DTypes& dtypes, const DTypes& indexDtypes, const ShapeRule& shape) {
  return {OutputWith(Tensor(out, "largest elements", OutputText(spatial), dtypes), shape, SameAs("self")),
          OutputWith(Indices(indices, spatial, indexDtypes), shape, Always(indexDtypes.front()))};
}

Operator Forward(Phases phases, size_t spatial, const DTypes& indexDtypes) {
  Operator row{.phases = std::move(phases),
               .summary = spatial == 2 ? "largest element of each window of an image, and where it is"
                                       : "largest element of each window of a volume, and where it is",
               .formula = {"out[n,c,y,x] = max over the window of self[n,c,...], indices: its place"},
               .arguments = {Tensor("self", "images", InputText(spatial), Floats())},
               .draw = [spatial](Choices& choices) { return Draw(choices, spatial, false); },
               .samples = Samples(spatial, false),
               .runExample = "--self x.npy --kernel-size 2 --out y.npy --indices i.npy",
               .benchExample = "--self " + BenchShape(spatial) + " --kernel-size 2"};
  Append(row.arguments, Attributes());
  Append(row.arguments, Outputs("out", "indices", spatial, Floats(), indexDtypes, PooledShape(spatial)));
  return MakeOperator(std::move(row));
}

Argument GradientOfSelf() {
  return OutputWith(Tensor("gradInput", "gradient for self", "that of self", Floats()), SameShapeAs("self"),
                    SameAs("self"));
}

Operator Backward(Phases phases, size_t spatial, const DTypes& indexDtypes) {
  Argument gradOutput = Gradient(spatial);
  gradOutput.shape = PooledShape(spatial);
  Operator row{
      .phases = std::move(phases),
      .summary = spatial == 2 ? "gradient of the largest elements of windows"
                              : "gradient of the largest elements of windows of a volume",
      .formula = {"gradInput[n,c,i] = sum of those gradOutput[n,c,...] whose index is i"},
      .arguments = {gradOutput, Tensor("self", "forward input", InputText(spatial), Floats()),
                    GivenIndices(spatial, indexDtypes)},
      .draw = [spatial](Choices& choices) { return Draw(choices, spatial, true); },
      .samples = Samples(spatial, true),
      .runExample = "--grad-output g.npy --self x.npy --indices i.npy --kernel-size 2 --grad-input gx.npy",
      .benchExample = "--self " + BenchShape(spatial) + " --kernel-size 2"};
  Append(row.arguments, Attributes());
  row.arguments.push_back(GradientOfSelf());
  return MakeOperator(std::move(row));
}

Operator Adaptive(Phases phases, size_t spatial, const DTypes& dtypes, const DTypes& indexDtypes) {
  Operator row{
      .phases = std::move(phases),
      .summary = spatial == 2 ? "largest elements of as many windows as are asked for, and where they are"
                              : "largest elements of as many windows of a volume as are asked for, and where "
                                "they are",
      .formula = {"outputOut[n,c,i,j] = max of self[n,c,y,x] over floor(i * H / Ho) <= y < ceil((i + 1) * H "
                  "/ Ho), x likewise"},
      .arguments = {Tensor("self", "images", InputText(spatial), dtypes), OutputSize(spatial)},
      .draw = [spatial, dtypes](Choices& choices) { return DrawAdaptive(choices, spatial, dtypes, false); },
      .samples = AdaptiveSamples(spatial, false),
      .runExample = "--self x.npy --output-size 7 --output-out y.npy --indices-out i.npy",
      .benchExample = "--self " + BenchShape(spatial) + " --output-size 7"};
  Append(row.arguments,
         Outputs("outputOut", "indicesOut", spatial, dtypes, indexDtypes, AdaptiveShape(spatial)));
  return MakeOperator(std::move(row));
}

Operator AdaptiveBackward(Phases phases, size_t spatial, const DTypes& indexDtypes) {
  std::vector<Sample> samples = AdaptiveSamples(spatial, true);
  for (Sample& sample : samples) {
    AddIndices(sample.arguments, indexDtypes.front());
  }
  return MakeOperator(
      {.phases = std::move(phases),
       .summary = spatial == 2 ? "gradient of the largest elements of as many windows as were asked for"
                               : "gradient of the largest elements of as many windows of a volume as were "
                                 "asked for",
       .formula = {"gradInput[n,c,i] = sum of those gradOutput[n,c,...] whose index is i"},
       .arguments = {Gradient(spatial), Tensor("self", "forward input", InputText(spatial), Floats()),
                     GivenIndices(spatial, indexDtypes), GradientOfSelf()},
       .draw =
           [spatial, indexDtypes](Choices& choices) {
             Arguments drawn = DrawAdaptive(choices, spatial, Floats(), true);
             AddIndices(drawn, indexDtypes.front());
             return drawn;
           },
       .samples = std::move(samples),
       .runExample = "--grad-output g.npy --self x.npy --indices i.npy --grad-input gx.npy",
       .benchExample =
           "--self " + BenchShape(spatial) + " --grad-output " + (spatial == 2 ? "8x64x7x7" : "4x32x7x7x7")});
}

// --- As ONNX has it.

ShapeRule PlainShape() {
  return [](const Arguments& known) {
    Shape shape = known.ShapeOf("self");
    const Integers64& pads = known.Integers("pads");
    for (size_t d = 0; d < 2 && shape.size() >= 2; ++d) {
      int64_t& extent = shape[shape.size() - 2 + d];
      const int64_t kernel = ValueAt(known.Integers("kernelShape"), d, 1);
      const int64_t stride = std::max<int64_t>(ValueAt(known.Integers("strides"), d, 1), 1);
      const int64_t before = ValueAt(pads, d, 0);
      const int64_t after = pads.size() == 4 ? pads[d + 2] : before;
      const bool roundedUp = known.Integer("ceilMode") != 0;
      int64_t windows = (extent + before + after - kernel + (roundedUp ? stride - 1 : 0)) / stride + 1;
      if (roundedUp && (windows - 1) * stride >= extent + before) {
        --windows;
      }
      extent = std::max<int64_t>(windows, 0);
    }
    return shape;
  };
}

Arguments PlainArguments(const Pool& pool) {
  Arguments arguments;
  arguments.tensors = {{"self", {{pool.self}}}};
  arguments.attributes = {{"kernelShape", pool.kernel},
                          {"strides", pool.stride},
                          {"pads", pool.padding},
                          {"dilations", pool.dilation},
                          {"ceilMode", int64_t{pool.ceilMode ? 1 : 0}}};
  return arguments;
}

Arguments DrawPlain(Choices& choices) {
  Pool pool;
  const aclDataType dtype = choices.DType(Floats());
  pool.self = DrawFront(choices);
  pool.padding.clear();
  for (size_t d = 0; d < 2; ++d) {
    const auto kernel = 1 + static_cast<int64_t>(choices.Below(3));
    pool.kernel.push_back(kernel);
    pool.stride.push_back(1 + static_cast<int64_t>(choices.Below(3)));
    pool.self.push_back(choices.ExtentFor(kernel));
  }
  for (size_t d = 0; d < 4; ++d) {
    const auto most = static_cast<size_t>(pool.kernel[d % 2] / 2);
    pool.padding.push_back(static_cast<int64_t>(choices.Below(most + 1)));
  }
  pool.ceilMode = choices.Chance(128);
  Arguments drawn = PlainArguments(pool);
  drawn.tensors["self"].front().dtype = dtype;
  return drawn;
}

Argument Whole(std::string name, std::string meaning) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = int64_t{0},
          .lowest = 0};
}

Operator Plain() {
  const std::vector<std::pair<std::string, Pool>> pools{
      {"halves", {{3, 20, 56, 58}, {2}, {2}}},
      {"overlapping", {{2, 7, 113, 111}, {3, 3}, {2, 2}, {1, 0, 0, 1}}},
      {"no_batch_rounded_up", {{5, 31, 1041}, {3, 2}, {2, 3}, {1}, {}, true}},
  };
  return MakeOperator({.phases = TwoPhases<&aclnnMaxPoolGetWorkspaceSize, &aclnnMaxPool>("aclnnMaxPool"),
                       .summary = "largest element of each window of an image",
                       .formula = {"out[n,c,y,x] = max over the window of self[n,c,...]"},
                       .arguments = {Tensor("self", "images", InputText(2), Floats()),
                                     IntegerList("kernelShape", "extents of a window", {2}),
                                     IntegerList("strides", "distance of windows; none: 1", {}),
                                     Whole("autoPad", "0: padding as pads has it"),
                                     IntegerList("pads", "places around the input that never win", {0}),
                                     IntegerList("dilations", "distance of a window's places, 1", {1}),
                                     Whole("ceilMode", "not 0: the number of windows is rounded up"),
                                     OutputWith(Tensor("out", "largest elements", OutputText(2), Floats()),
                                                PlainShape(), SameAs("self"))},
                       .draw = DrawPlain,
                       .samples = SamplesOf(pools, false, PlainArguments),
                       .runExample = "--self x.npy --kernel-shape 2 --out y.npy",
                       .benchExample = "--self " + BenchShape(2) + " --kernel-shape 2"});
}

}  // namespace

std::vector<Operator> Rows() {
  const DTypes narrow{ACL_INT32};
  const DTypes wide{ACL_INT64};
  const DTypes both{ACL_INT32, ACL_INT64};
  const DTypes wideFirst{ACL_INT64, ACL_INT32};
  return {
      Plain(),
      Forward(TwoPhases<&aclnnMaxPool2dWithIndicesGetWorkspaceSize, &aclnnMaxPool2dWithIndices>(
                  "aclnnMaxPool2dWithIndices"),
              2, narrow),
      Backward(
          TwoPhases<&aclnnMaxPool2dWithIndicesBackwardGetWorkspaceSize, &aclnnMaxPool2dWithIndicesBackward>(
              "aclnnMaxPool2dWithIndicesBackward"),
          2, narrow),
      Forward(TwoPhases<&aclnnMaxPool3dWithArgmaxGetWorkspaceSize, &aclnnMaxPool3dWithArgmax>(
                  "aclnnMaxPool3dWithArgmax"),
              3, both),
      Backward(
          TwoPhases<&aclnnMaxPool3dWithArgmaxBackwardGetWorkspaceSize, &aclnnMaxPool3dWithArgmaxBackward>(
              "aclnnMaxPool3dWithArgmaxBackward"),
          3, both),
      Adaptive(TwoPhases<&aclnnAdaptiveMaxPool2dGetWorkspaceSize, &aclnnAdaptiveMaxPool2d>(
                   "aclnnAdaptiveMaxPool2d"),
               2, FloatsAndDouble(), wide),
      AdaptiveBackward(
          TwoPhases<&aclnnAdaptiveMaxPool2dBackwardGetWorkspaceSize, &aclnnAdaptiveMaxPool2dBackward>(
              "aclnnAdaptiveMaxPool2dBackward"),
          2, wideFirst),
      Adaptive(TwoPhases<&aclnnAdaptiveMaxPool3dGetWorkspaceSize, &aclnnAdaptiveMaxPool3d>(
                   "aclnnAdaptiveMaxPool3d"),
               3, Floats(), both),
      AdaptiveBackward(
          TwoPhases<&aclnnAdaptiveMaxPool3dBackwardGetWorkspaceSize, &aclnnAdaptiveMaxPool3dBackward>(
              "aclnnAdaptiveMaxPool3dBackward"),
          3, both),
  };
}

}  // namespace openaclnn::catalogue::pooling::max_pool
