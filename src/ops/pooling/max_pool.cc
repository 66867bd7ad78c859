// SPDX-License-Identifier: Apache-2.0
//
// The checks and entry points of maximum pooling of images and volumes.
#include "ops/pooling/max_pool.h"

#include <algorithm>
#include <array>
#include <span>

#include "aclnnop/aclnn_adaptive_max_pool2d.h"
#include "aclnnop/aclnn_adaptive_max_pool2d_backward.h"
#include "aclnnop/aclnn_adaptive_max_pool3d.h"
#include "aclnnop/aclnn_adaptive_max_pool3d_backward.h"
#include "aclnnop/aclnn_max_pool.h"
#include "aclnnop/aclnn_max_pool2d_with_indices.h"
#include "aclnnop/aclnn_max_pool2d_with_indices_backward.h"
#include "aclnnop/aclnn_max_pool3d_with_argmax.h"
#include "aclnnop/aclnn_max_pool3d_with_argmax_backward.h"
#include "executor/phases.h"
#include "ops/common/entry.h"
#include "ops/pooling/windows.h"

namespace openaclnn {
namespace {

using pooling::WindowLists;

constexpr std::array<DType, 4> kDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble};
constexpr std::span<const DType> kFloats = std::span(kDtypes).first<3>();
constexpr std::array<DType, 2> kIndexDtypes{DType::kInt32, DType::kInt64};
constexpr std::span<const DType> kInt32 = std::span(kIndexDtypes).first<1>();
constexpr std::span<const DType> kInt64 = std::span(kIndexDtypes).last<1>();

constexpr std::array<const KernelEntry<MaxPoolArgs>*, 1> kForwardKernels{&kMaxPoolCpu};
constexpr std::array<const KernelEntry<MaxPoolBackwardArgs>*, 1> kBackwardKernels{&kMaxPoolBackwardCpu};
constexpr std::array<TensorArgument<MaxPoolArgs>, 3> ForwardArguments(const char* out, const char* indices) {
  return {{
      {"self", Role::kInput, &MaxPoolArgs::self},
      {out, Role::kOutput, &MaxPoolArgs::out},
      {indices, Role::kOutput, &MaxPoolArgs::indices},
  }};
}
constexpr auto kForwardArguments = ForwardArguments("out", "indices");
constexpr auto kAdaptiveArguments = ForwardArguments("outputOut", "indicesOut");
constexpr std::array<TensorArgument<MaxPoolBackwardArgs>, 4> kBackwardArguments{{
    {"gradOutput", Role::kInput, &MaxPoolBackwardArgs::gradOutput},
    {"self", Role::kInput, &MaxPoolBackwardArgs::self},
    {"indices", Role::kInput, &MaxPoolBackwardArgs::indices},
    {"gradInput", Role::kOutput, &MaxPoolBackwardArgs::gradInput},
}};

// An operator with its types, of images or volumes.
template <typename Args>
struct MaxPool {
  Operator<Args> op;
  size_t spatial;
  std::span<const DType> dtypes;
  std::span<const DType> indexDtypes;
};
using Forward = MaxPool<MaxPoolArgs>;
using Backward = MaxPool<MaxPoolBackwardArgs>;
constexpr Forward kMaxPool2d{
    {"aclnnMaxPool2dWithIndices", kForwardArguments, kForwardKernels}, 2, kFloats, kInt32};
constexpr Forward kMaxPool3d{
    {"aclnnMaxPool3dWithArgmax", kForwardArguments, kForwardKernels}, 3, kFloats, kIndexDtypes};
constexpr Forward kAdaptive2d{
    {"aclnnAdaptiveMaxPool2d", kAdaptiveArguments, kForwardKernels}, 2, kDtypes, kInt64};
constexpr Forward kAdaptive3d{
    {"aclnnAdaptiveMaxPool3d", kAdaptiveArguments, kForwardKernels}, 3, kFloats, kIndexDtypes};
constexpr Backward kMaxPool2dBackward{
    {"aclnnMaxPool2dWithIndicesBackward", kBackwardArguments, kBackwardKernels}, 2, kFloats, kInt32};
constexpr Backward kMaxPool3dBackward{
    {"aclnnMaxPool3dWithArgmaxBackward", kBackwardArguments, kBackwardKernels}, 3, kFloats, kIndexDtypes};
constexpr Backward kAdaptive2dBackward{
    {"aclnnAdaptiveMaxPool2dBackward", kBackwardArguments, kBackwardKernels}, 2, kFloats, kIndexDtypes};
constexpr Backward kAdaptive3dBackward{
    {"aclnnAdaptiveMaxPool3dBackward", kBackwardArguments, kBackwardKernels}, 3, kFloats, kIndexDtypes};

void CheckForwardTypes(ArgumentChecks& check, const Forward& pool, const NamedTensor& self,
                       const NamedTensor& out, const NamedTensor& indices) {
  check.DtypeIn(self, pool.dtypes).SameDtype(out, self).DtypeIn(indices, pool.indexDtypes);
  check.ValidView(self).ValidOutputView(out).ValidOutputView(indices);
}

void CheckBackwardTypes(ArgumentChecks& check, const Backward& pool, const NamedTensor& gradOutput,
                        const NamedTensor& self, const NamedTensor& indices, const NamedTensor& gradInput) {
  check.DtypeIn(gradOutput, pool.dtypes).SameDtype(self, gradOutput).DtypeIn(indices, pool.indexDtypes);
  check.SameDtype(gradInput, gradOutput);
  check.ValidView(gradOutput).ValidView(self).ValidView(indices).ValidOutputView(gradInput);
}

// Of a tensor that is pooled to a shape.
std::array<PoolAxis, 3> AxesOf(const NamedTensor& self, const Dims& shape, const PoolWindow& window,
                               size_t spatial, bool adaptive) {
  std::array<PoolAxis, 3> axes;
  for (size_t d = 3 - spatial; d < 3; ++d) {
    const size_t dim = shape.size() - 3 + d;
    axes[d] = {self.tensor->viewDims[dim], shape[dim],         window.kernel[d], window.stride[d],
               window.padding[d],          window.dilation[d], adaptive};
  }
  return axes;
}

Status BindForward(PhaseOneCall& call, const Forward& pool, const NamedTensor& self, const WindowLists& lists,
                   bool ceilMode, const NamedTensor& out, const NamedTensor& indices) {
  ArgumentChecks check;
  check.NotNull(self);
  pooling::CheckNotNull(check, lists);
  check.NotNull("dilation", lists.dilation).NotNull(out).NotNull(indices);
  CheckForwardTypes(check, pool, self, out, indices);
  if (check.Failed()) {
    return check.Result();
  }
  const PoolWindow window = pooling::CheckWindow(check, lists, pool.spatial, pool.spatial == 3);
  const Dims shape = pooling::CheckPooledShape(check, self, window, pool.spatial, ceilMode);
  check.Shape(out, shape, "of the output").Shape(indices, shape, "of the output");
  if (check.Failed()) {
    return check.Result();
  }
  MaxPoolArgs args;
  args.axes = AxesOf(self, shape, window, pool.spatial, false);
  return call.Bind(pool.op, args, {self.tensor, out.tensor, indices.tensor});
}

Status BindBackward(PhaseOneCall& call, const Backward& pool, const NamedTensor& gradOutput,
                    const NamedTensor& self, const NamedTensor& indices, const WindowLists& lists,
                    bool ceilMode, const NamedTensor& gradInput) {
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(self).NotNull(indices);
  pooling::CheckNotNull(check, lists);
  check.NotNull("dilation", lists.dilation).NotNull(gradInput);
  CheckBackwardTypes(check, pool, gradOutput, self, indices, gradInput);
  if (check.Failed()) {
    return check.Result();
  }
  const PoolWindow window = pooling::CheckWindow(check, lists, pool.spatial, pool.spatial == 3);
  const Dims shape = pooling::CheckPooledShape(check, self, window, pool.spatial, ceilMode);
  check.Shape(gradOutput, shape, "of the output").Shape(indices, shape, "of the output");
  check.SameShape(gradInput, self);
  if (check.Failed()) {
    return check.Result();
  }
  MaxPoolBackwardArgs args;
  args.spatial = pool.spatial;
  return call.Bind(pool.op, args, {gradOutput.tensor, self.tensor, indices.tensor, gradInput.tensor});
}

// The shape of self with these extents; positions of windows must not overflow.
Dims PooledTo(const NamedTensor& self, std::span<const int64_t> extents) {
  Dims shape(self.tensor->viewDims);
  std::copy(extents.begin(), extents.end(), shape.end() - extents.size());
  return shape;
}
void CheckWindowCounts(ArgumentChecks& check, const char* name, std::span<const int64_t> extents) {
  check.Require(
      name, "extents less than 2^31",
      [&] { return std::ranges::all_of(extents, [](int64_t extent) { return extent < int64_t{1} << 31; }); },
      [&] { return ShapeText(extents); });
}

Status BindAdaptive(PhaseOneCall& call, const Forward& pool, const NamedTensor& self,
                    const aclIntArray* outputSize, const NamedTensor& out, const NamedTensor& indices) {
  ArgumentChecks check;
  check.NotNull(self).NotNull("outputSize", outputSize).NotNull(out).NotNull(indices);
  CheckForwardTypes(check, pool, self, out, indices);
  if (check.Failed()) {
    return check.Result();
  }
  const auto size = pooling::CheckExtents(check, "outputSize", *outputSize, pool.spatial);
  const std::span<const int64_t> extents = std::span(size).last(pool.spatial);
  CheckWindowCounts(check, "outputSize", extents);
  pooling::CheckPlanes(check, self, pool.spatial);
  if (check.Failed()) {
    return check.Result();
  }
  const Dims shape = PooledTo(self, extents);
  check.Shape(out, shape, "of the output").Shape(indices, shape, "of the output");
  if (check.Failed()) {
    return check.Result();
  }
  MaxPoolArgs args;
  args.axes = AxesOf(self, shape, PoolWindow(), pool.spatial, true);
  return call.Bind(pool.op, args, {self.tensor, out.tensor, indices.tensor});
}

Status BindAdaptiveBackward(PhaseOneCall& call, const Backward& pool, const NamedTensor& gradOutput,
                            const NamedTensor& self, const NamedTensor& indices,
                            const NamedTensor& gradInput) {
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(self).NotNull(indices).NotNull(gradInput);
  CheckBackwardTypes(check, pool, gradOutput, self, indices, gradInput);
  if (check.Failed()) {
    return check.Result();
  }
  pooling::CheckPlanes(check, self, pool.spatial);
  check.Require(
      gradOutput.name, "the dims of self but for those that are pooled",
      [&] {
        const auto& dims = gradOutput.tensor->viewDims;
        const auto& whole = self.tensor->viewDims;
        return dims.size() == whole.size() &&
               std::equal(dims.begin(), dims.end() - static_cast<int64_t>(pool.spatial), whole.begin());
      },
      [&] { return ShapeText(gradOutput.tensor->viewDims) + " for " + ShapeText(self.tensor->viewDims); });
  check.SameShape(indices, gradOutput).SameShape(gradInput, self);
  if (check.Failed()) {
    return check.Result();
  }
  MaxPoolBackwardArgs args;
  args.spatial = pool.spatial;
  return call.Bind(pool.op, args, {gradOutput.tensor, self.tensor, indices.tensor, gradInput.tensor});
}

constexpr std::array<TensorArgument<MaxPoolArgs>, 2> kPlainArguments{{
    {"self", Role::kInput, &MaxPoolArgs::self},
    {"out", Role::kOutput, &MaxPoolArgs::out},
}};
constexpr Operator<MaxPoolArgs> kPlain{"aclnnMaxPool", kPlainArguments, kForwardKernels};

// The windows of ONNX: paddings may differ before and after the input.
struct PlainLists {
  const aclIntArray* kernelShape;
  const aclIntArray* strides;
  const aclIntArray* pads;
  const aclIntArray* dilations;
};

// Four values: those of a list, again and again; of an empty list `usual`.
std::array<int64_t, 4> ValuesOf(ArgumentChecks& check, const char* name, const aclIntArray& list,
                                std::span<const size_t> lengths, const char* meaning, int64_t lowest,
                                int64_t usual) {
  constexpr int64_t kMost = int64_t{1} << 30;
  const auto& values = list.values;
  check.Require(
      name, meaning,
      [&] {
        return std::ranges::find(lengths, values.size()) != lengths.end() &&
               std::ranges::all_of(values, [&](int64_t v) { return v >= lowest && v <= kMost; });
      },
      [&] { return ShapeText(values); });
  std::array<int64_t, 4> all{usual, usual, usual, usual};
  if (!check.Failed() && !values.empty()) {
    for (size_t d = 0; d < 4; ++d) {
      all[d] = values[d % values.size()];
    }
  }
  return all;
}

std::array<PoolAxis, 3> CheckPlainAxes(ArgumentChecks& check, const NamedTensor& self,
                                       const PlainLists& lists, bool ceilMode) {
  constexpr std::array<size_t, 4> kLengths{1, 2, 0, 4};
  const std::span<const size_t> all(kLengths);
  const auto kernel =
      ValuesOf(check, "kernelShape", *lists.kernelShape, all.first(2), "1 or 2 values from 1 to 2^30", 1, 1);
  const auto stride =
      ValuesOf(check, "strides", *lists.strides, all.first(3), "0, 1 or 2 values from 1 to 2^30", 1, 1);
  const auto pads = ValuesOf(check, "pads", *lists.pads, all, "0, 1, 2 or 4 values from 0 to 2^30", 0, 0);
  const auto dilation = ValuesOf(check, "dilations", *lists.dilations, all, "0, 1, 2 or 4 values of 1", 1, 1);
  check.Require(
      "dilations", "values of 1",
      [&] { return std::ranges::all_of(dilation, [](int64_t v) { return v == 1; }); },
      [&] { return ShapeText(lists.dilations->values); });
  check.Require(
      "pads", "at most half of kernelShape",
      [&] {
        return pads[0] <= kernel[0] / 2 && pads[1] <= kernel[1] / 2 && pads[2] <= kernel[0] / 2 &&
               pads[3] <= kernel[1] / 2;
      },
      [&] { return ShapeText(lists.pads->values) + " for " + ShapeText(lists.kernelShape->values); });
  pooling::CheckPlanes(check, self, 2);
  std::array<PoolAxis, 3> axes;
  bool fits = true;
  for (size_t d = 0; d < 2 && !check.Failed(); ++d) {
    const auto& dims = self.tensor->viewDims;
    const int64_t in = dims[dims.size() - 2 + d];
    const int64_t room = in + pads[d] + pads[d + 2] - kernel[d];
    int64_t windows = room < 0 ? 0 : (room + (ceilMode ? stride[d] - 1 : 0)) / stride[d] + 1;
    if (ceilMode && windows > 0 && (windows - 1) * stride[d] >= in + pads[d]) {
      --windows;  // the last window would begin behind the input
    }
    fits = fits && windows > 0;
    axes[d + 1] = {in, windows, kernel[d], stride[d], pads[d]};
  }
  check.Require(
      self.name, "planes of at least a window's size", [&] { return fits; },
      [&] { return ShapeText(self.tensor->viewDims); });
  return axes;
}

Status BindPlain(PhaseOneCall& call, const NamedTensor& self, const PlainLists& lists, int64_t autoPad,
                 bool ceilMode, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull("kernelShape", lists.kernelShape).NotNull("strides", lists.strides);
  check.NotNull("pads", lists.pads).NotNull("dilations", lists.dilations).NotNull(out);
  check.DtypeIn(self, FloatDtypes()).SameDtype(out, self);
  check.ValidView(self).ValidOutputView(out);
  check.InRange("autoPad", autoPad, 0, 0, "0, padding as pads says");
  if (check.Failed()) {
    return check.Result();
  }
  MaxPoolArgs args;
  args.axes = CheckPlainAxes(check, self, lists, ceilMode);
  if (check.Failed()) {
    return check.Result();
  }
  const std::array<int64_t, 2> extents{args.axes[1].windows, args.axes[2].windows};
  check.Shape(out, PooledTo(self, extents), "of the output");
  return check.Failed() ? check.Result() : call.Bind(kPlain, args, {self.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

#define OPENACLNN_MAX_POOL(name, pool)                                                                      \
  OPENACLNN_CALL(name,                                                                                      \
                 (const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* stride,          \
                  const aclIntArray* padding, const aclIntArray* dilation, bool ceilMode, aclTensor* out,   \
                  aclTensor* indices),                                                                      \
                 BindForward(call, pool, {"self", self}, {kernelSize, stride, padding, dilation}, ceilMode, \
                             {"out", out}, {"indices", indices}))
#define OPENACLNN_MAX_POOL_BACKWARD(name, pool)                                                             \
  OPENACLNN_CALL(name,                                                                                      \
                 (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices,             \
                  const aclIntArray* kernelSize, const aclIntArray* stride, const aclIntArray* padding,     \
                  const aclIntArray* dilation, bool ceilMode, aclTensor* gradInput),                        \
                 BindBackward(call, pool, {"gradOutput", gradOutput}, {"self", self}, {"indices", indices}, \
                              {kernelSize, stride, padding, dilation}, ceilMode, {"gradInput", gradInput}))
#define OPENACLNN_ADAPTIVE_MAX_POOL(name, pool)                                                            \
  OPENACLNN_CALL(                                                                                          \
      name,                                                                                                \
      (const aclTensor* self, const aclIntArray* outputSize, aclTensor* outputOut, aclTensor* indicesOut), \
      BindAdaptive(call, pool, {"self", self}, outputSize, {"outputOut", outputOut},                       \
                   {"indicesOut", indicesOut}))
#define OPENACLNN_ADAPTIVE_MAX_POOL_BACKWARD(name, pool)                                                    \
  OPENACLNN_CALL(                                                                                           \
      name,                                                                                                 \
      (const aclTensor* gradOutput, const aclTensor* self, const aclTensor* indices, aclTensor* gradInput), \
      BindAdaptiveBackward(call, pool, {"gradOutput", gradOutput}, {"self", self}, {"indices", indices},    \
                           {"gradInput", gradInput}))

OPENACLNN_CALL(aclnnMaxPool,
               (const aclTensor* self, const aclIntArray* kernelShape, const aclIntArray* strides,
                const int64_t autoPad, const aclIntArray* pads, const aclIntArray* dilations,
                const int64_t ceilMode, aclTensor* out),
               BindPlain(call, {"self", self}, {kernelShape, strides, pads, dilations}, autoPad,
                         ceilMode != 0, {"out", out}))
OPENACLNN_MAX_POOL(aclnnMaxPool2dWithIndices, kMaxPool2d)
OPENACLNN_MAX_POOL_BACKWARD(aclnnMaxPool2dWithIndicesBackward, kMaxPool2dBackward)
OPENACLNN_MAX_POOL(aclnnMaxPool3dWithArgmax, kMaxPool3d)
OPENACLNN_MAX_POOL_BACKWARD(aclnnMaxPool3dWithArgmaxBackward, kMaxPool3dBackward)
OPENACLNN_ADAPTIVE_MAX_POOL(aclnnAdaptiveMaxPool2d, kAdaptive2d)
OPENACLNN_ADAPTIVE_MAX_POOL_BACKWARD(aclnnAdaptiveMaxPool2dBackward, kAdaptive2dBackward)
OPENACLNN_ADAPTIVE_MAX_POOL(aclnnAdaptiveMaxPool3d, kAdaptive3d)
OPENACLNN_ADAPTIVE_MAX_POOL_BACKWARD(aclnnAdaptiveMaxPool3dBackward, kAdaptive3dBackward)
