// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "aclnnop/aclnn_max_pool2d_with_indices.h"
#include "aclnnop/aclnn_max_pool2d_with_indices_backward.h"
#include "catalogue/rows/pooling/pools.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::pooling::max_pool_mask {
namespace {

Shape MaskShape(const Arguments& known) {
  Shape shape = PooledShape(2)(known);
  if (shape.size() >= 2) {
    const int64_t places = shape[shape.size() - 2] * shape[shape.size() - 1];
    shape[shape.size() - 2] =
        ValueAt(known.Integers("kernelSize"), 0, 1) * ValueAt(known.Integers("kernelSize"), 1, 1);
    shape[shape.size() - 1] = ((places + 15) / 16 + 1) * 32;
  }
  return shape;
}

struct Pool {
  Shape self;
  Shape kernel;
  Shape stride{};
  Shape padding{0};
  bool ceilMode = false;
};

Arguments MakeArguments(const Pool& pool, bool backward) {
  Arguments arguments;
  arguments.tensors = {{"self", {{pool.self}}}};
  arguments.attributes = {{"kernelSize", pool.kernel},
                          {"stride", pool.stride},
                          {"padding", pool.padding},
                          {"dilation", Shape{1}},
                          {"ceilMode", int64_t{pool.ceilMode ? 1 : 0}}};
  if (backward) {
    arguments.tensors["gradOutput"] = {{PooledShape(2)(arguments)}};
    arguments.tensors["indices"] = {{MaskShape(arguments), ACL_INT8}};
  }
  return arguments;
}

Arguments Draw(Choices& choices, bool backward) {
  Pool pool;
  const aclDataType dtype = choices.DType(Floats());
  DrawWindows(choices, 2, pool);
  return OfTypes(MakeArguments(pool, backward), dtype, ACL_INT8);
}

std::vector<Sample> Samples(bool backward) {
  const std::vector<std::pair<std::string, Pool>> pools{
      {"halves", {{3, 20, 56, 58}, {2}}},
      {"overlapping", {{2, 7, 113, 111}, {3, 3}, {2, 2}, {1, 1}}},
      {"no_batch_rounded_up", {{5, 31, 141}, {3, 2}, {2, 3}, {1}, true}},
  };
  return SamplesOf(pools, backward, [&](const Pool& pool) { return MakeArguments(pool, backward); });
}

std::vector<Argument> Attributes() {
  return {IntegerList("kernelSize", "extents of a window", {2}),
          IntegerList("stride", "distance of windows; none: kernelSize", {}),
          IntegerList("padding", "places around the input that never win", {0}),
          IntegerList("dilation", "distance of a window's places, 1", {1}),
          Flag("ceilMode", "the number of windows is rounded up")};
}

Argument Mask() {
  return Tensor("indices", "a bit for each place of each window: whether it is the largest",
                "[..., places of a window, (ceil(Ho * Wo / 16) + 1) * 32]", {ACL_INT8});
}

Operator With(Operator row, Argument last) {
  for (Argument& attribute : Attributes()) {
    row.arguments.push_back(std::move(attribute));
  }
  row.arguments.push_back(std::move(last));
  return row;
}

Operator Forward() {
  Operator row = With(
      {.phases = TwoPhases<&aclnnMaxPool2dWithMaskGetWorkspaceSize, &aclnnMaxPool2dWithMask>(
           "aclnnMaxPool2dWithMask"),
       .summary = "largest element of each window of an image, and bits that are set where it is",
       .formula = {"out[n,c,y,x] = max over the window of self[n,c,...]"},
       .arguments = {Tensor("self", "images", InputText(2), Floats())},
       .draw = [](Choices& choices) { return Draw(choices, false); },
       .samples = Samples(false),
       .runExample = "--self x.npy --kernel-size 2 --out y.npy --indices m.npy",
       .benchExample = "--self 8x64x112x112 --kernel-size 2"},
      OutputWith(Tensor("out", "largest elements", OutputText(2), Floats()), PooledShape(2), SameAs("self")));
  row.arguments.push_back(OutputWith(Mask(), MaskShape, Always(ACL_INT8)));
  return MakeOperator(std::move(row));
}

Operator Backward() {
  Argument gradOutput = Tensor("gradOutput", "gradient of the output", OutputText(2), Floats());
  gradOutput.shape = PooledShape(2);
  gradOutput.dtype = SameAs("self");
  Argument mask = Mask();
  mask.shape = MaskShape;
  mask.dtype = Always(ACL_INT8);
  return MakeOperator(With(
      {.phases = TwoPhases<&aclnnMaxPool2dWithMaskBackwardGetWorkspaceSize, &aclnnMaxPool2dWithMaskBackward>(
           "aclnnMaxPool2dWithMaskBackward"),
       .summary = "gradient of the largest elements of windows, by their bits",
       .formula = {"gradInput[n,c,i] = sum of those gradOutput[n,c,...] whose bit of i is set"},
       .arguments = {gradOutput, Tensor("self", "forward input", InputText(2), Floats()), mask},
       .draw = [](Choices& choices) { return Draw(choices, true); },
       .samples = Samples(true),
       .runExample = "--grad-output g.npy --self x.npy --indices m.npy --kernel-size 2 --grad-input gx.npy",
       .benchExample = "--self 8x64x112x112 --kernel-size 2"},
      OutputWith(Tensor("gradInput", "gradient for self", "that of self", Floats()), SameShapeAs("self"),
                 SameAs("self"))));
}

}  // namespace

std::vector<Operator> Rows() {
  return {Forward(), Backward()};
}

}  // namespace openaclnn::catalogue::pooling::max_pool_mask
