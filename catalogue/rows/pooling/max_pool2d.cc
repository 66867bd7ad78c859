// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "aclnnop/aclnn_max_pool2d_with_indices.h"
#include "aclnnop/aclnn_max_pool2d_with_indices_backward.h"
#include "catalogue/rows/pooling/pools.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::pooling::max_pool2d {
namespace {

using Integers64 = std::vector<int64_t>;

Shape ShapeOf(const Arguments& known) {
  return PooledShape(known, "stride", "padding", "dilation");
}

struct Pool {
  Shape self;
  Integers64 kernel;
  Integers64 stride{};
  Integers64 padding{0};
  Integers64 dilation{1};
  bool ceilMode = false;
};

Arguments MakeArguments(const Pool& pool, bool backward) {
  Arguments arguments;
  arguments.tensors = {{"self", {{pool.self}}}};
  arguments.attributes = {{"kernelSize", pool.kernel},
                          {"stride", pool.stride},
                          {"padding", pool.padding},
                          {"dilation", pool.dilation},
                          {"ceilMode", int64_t{pool.ceilMode ? 1 : 0}}};
  if (backward) {
    const Shape pooled = ShapeOf(arguments);
    arguments.tensors["gradOutput"] = {{pooled}};
    arguments.tensors["indices"] = {{pooled, ACL_INT32}};
  }
  return arguments;
}

Arguments Draw(Choices& choices, bool backward) {
  Pool pool;
  const aclDataType dtype = choices.DType(Floats());
  pool.self = DrawFront(choices);
  pool.padding.clear();
  pool.dilation.clear();
  for (size_t d = 0; d < 2; ++d) {
    const auto kernel = 1 + static_cast<int64_t>(choices.Below(3));
    const auto dilation = 1 + static_cast<int64_t>(choices.Below(2));
    pool.kernel.push_back(kernel);
    pool.stride.push_back(1 + static_cast<int64_t>(choices.Below(3)));
    pool.padding.push_back(static_cast<int64_t>(choices.Below(static_cast<size_t>(kernel / 2) + 1)));
    pool.dilation.push_back(dilation);
    pool.self.push_back(choices.ExtentFor((kernel - 1) * dilation + 1));
  }
  pool.ceilMode = choices.Chance(128);
  Arguments drawn = MakeArguments(pool, backward);
  for (auto& [name, tensors] : drawn.tensors) {
    tensors.front().dtype = name == "indices" ? ACL_INT32 : dtype;
  }
  return drawn;
}

std::vector<Sample> Samples(bool backward) {
  const std::vector<std::pair<std::string, Pool>> pools{
      {"halves", {{3, 20, 56, 58}, {2}}},
      {"overlapping", {{2, 7, 113, 111}, {3, 3}, {2, 2}, {1, 1}}},
      {"no_batch_rounded_up", {{5, 31, 1041}, {3, 2}, {2, 3}, {1}, {1}, true}},
      {"dilated", {{2, 3, 40, 41}, {3}, {1}, {1}, {2}}},
  };
  return SamplesOf(pools, backward, [&](const Pool& pool) { return MakeArguments(pool, backward); });
}

std::vector<Argument> Attributes() {
  return {IntegerList("kernelSize", "extents of a window", {2}),
          IntegerList("stride", "distance of windows; none: kernelSize", {}),
          IntegerList("padding", "places around the input that never win", {0}),
          IntegerList("dilation", "distance of a window's places", {1}),
          Flag("ceilMode", "the number of windows is rounded up")};
}

Argument Indices() {
  return Tensor("indices", "places in the plane, y * W + x", "that of the output", {ACL_INT32});
}

Operator Forward() {
  Operator row{.phases = TwoPhases<&aclnnMaxPool2dWithIndicesGetWorkspaceSize, &aclnnMaxPool2dWithIndices>(
                   "aclnnMaxPool2dWithIndices"),
               .summary = "largest element of each window of an image, and where it is",
               .formula = {"out[n,c,y,x] = max over the window of self[n,c,...], indices: its place"},
               .arguments = {Tensor("self", "images", "[N, C, H, W] or [C, H, W]", Floats())},
               .draw = [](Choices& choices) { return Draw(choices, false); },
               .samples = Samples(false),
               .runExample = "--self x.npy --kernel-size 2 --out y.npy --indices i.npy",
               .benchExample = "--self 8x64x112x112 --kernel-size 2"};
  for (Argument& attribute : Attributes()) {
    row.arguments.push_back(std::move(attribute));
  }
  row.arguments.push_back(OutputWith(
      Tensor("out", "largest elements", "[N, C, Ho, Wo] or [C, Ho, Wo]", Floats()), ShapeOf, SameAs("self")));
  row.arguments.push_back(OutputWith(Indices(), ShapeOf, Always(ACL_INT32)));
  return MakeOperator(std::move(row));
}

Operator Backward() {
  Argument gradOutput =
      Tensor("gradOutput", "gradient of the output", "[N, C, Ho, Wo] or [C, Ho, Wo]", Floats());
  gradOutput.shape = ShapeOf;
  gradOutput.dtype = SameAs("self");
  Argument indices = Indices();
  indices.holds = Meaning::kIndices;
  indices.bound = [](const Arguments& known) {
    const Shape& self = known.ShapeOf("self");
    return self.size() < 2 ? 1 : self[self.size() - 1] * self[self.size() - 2];
  };
  indices.shape = ShapeOf;
  indices.dtype = Always(ACL_INT32);
  Operator row{
      .phases =
          TwoPhases<&aclnnMaxPool2dWithIndicesBackwardGetWorkspaceSize, &aclnnMaxPool2dWithIndicesBackward>(
              "aclnnMaxPool2dWithIndicesBackward"),
      .summary = "gradient of the largest elements of windows",
      .formula = {"gradInput[n,c,i] = sum of those gradOutput[n,c,...] whose index is i"},
      .arguments = {gradOutput, Tensor("self", "forward input", "[N, C, H, W] or [C, H, W]", Floats()),
                    indices},
      .draw = [](Choices& choices) { return Draw(choices, true); },
      .samples = Samples(true),
      .runExample = "--grad-output g.npy --self x.npy --indices i.npy --kernel-size 2 --grad-input gx.npy",
      .benchExample = "--self 8x64x112x112 --kernel-size 2"};
  for (Argument& attribute : Attributes()) {
    row.arguments.push_back(std::move(attribute));
  }
  row.arguments.push_back(OutputWith(Tensor("gradInput", "gradient for self", "that of self", Floats()),
                                     SameShapeAs("self"), SameAs("self")));
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {Forward(), Backward()};
}

}  // namespace openaclnn::catalogue::pooling::max_pool2d
