// SPDX-License-Identifier: Apache-2.0
//
// Resizing of images and its gradients: aclnnUpsampleNearest2d, aclnnUpsampleBilinear2d and their like. Where
// a place of the output lies in the input is decided along each axis by itself.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"
#include "aclnnop/aclnn_upsample_nearest_2d.h"
#include "aclnnop/aclnn_upsample_nearest_2d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_2d_v2.h"
#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/common/entry.h"
#include "ops/common/plane_map.h"
#include "ops/sampling/nearest.h"

namespace openaclnn {
namespace {

constexpr std::array<const KernelEntry<NearestArgs>*, 1> kNearestKernels{&kNearestCpu};
constexpr std::array<TensorArgument<NearestArgs>, 2> kNearestArguments{{
    {"self", Role::kInput, &NearestArgs::self},
    {"out", Role::kOutput, &NearestArgs::out},
}};
constexpr Operator<NearestArgs> kNearest{"aclnnUpsampleNearest2d", kNearestArguments, kNearestKernels};
constexpr Operator<NearestArgs> kNearestV2{"aclnnUpsampleNearest2dV2", kNearestArguments, kNearestKernels};

constexpr std::array<const KernelEntry<PlaneMapArgs>*, 1> kMapKernels{&kPlaneMapCpu};
constexpr std::array<TensorArgument<PlaneMapArgs>, 2> kBilinearArguments{{
    {"self", Role::kInput, &PlaneMapArgs::source},
    {"out", Role::kOutput, &PlaneMapArgs::result},
}};
constexpr std::array<TensorArgument<PlaneMapArgs>, 2> kNearestBackwardArguments{{
    {"gradOut", Role::kInput, &PlaneMapArgs::source},
    {"gradInput", Role::kOutput, &PlaneMapArgs::result},
}};
constexpr std::array<TensorArgument<PlaneMapArgs>, 2> kBilinearBackwardArguments{{
    {"gradOut", Role::kInput, &PlaneMapArgs::source},
    {"out", Role::kOutput, &PlaneMapArgs::result},
}};
constexpr Operator<PlaneMapArgs> kBilinear{"aclnnUpsampleBilinear2d", kBilinearArguments, kMapKernels};
constexpr Operator<PlaneMapArgs> kNearestBackward{"aclnnUpsampleNearest2dBackward", kNearestBackwardArguments,
                                                  kMapKernels};
constexpr Operator<PlaneMapArgs> kBilinearBackward{"aclnnUpsampleBilinear2dBackward",
                                                   kBilinearBackwardArguments, kMapKernels};
constexpr Operator<PlaneMapArgs> kBilinearBackwardV2{"aclnnUpsampleBilinear2dBackwardV2",
                                                     kBilinearBackwardArguments, kMapKernels};

constexpr std::array<DType, 5> kCopied{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble,
                                       DType::kUint8};
constexpr std::array<DType, 4> kComputed{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble};

// How one axis is resized.
struct Resize {
  int64_t from;
  int64_t to;
  double times;  // how often `from` goes into `to`; not positive: as they say
};

// Places of the input for one of the output, as numbers of type T.
template <typename T>
T ScaleOf(const Resize& axis) {
  return axis.times > 0 ? static_cast<T>(1 / axis.times)
                        : static_cast<T>(axis.from) / static_cast<T>(axis.to);
}

std::vector<int64_t> NearestPlaces(const Resize& axis) {
  const auto scale = ScaleOf<float>(axis);
  std::vector<int64_t> places;
  for (int64_t i = 0; i < axis.to; ++i) {
    const auto place = std::floor(static_cast<float>(i) * scale);
    const bool inside = place < static_cast<float>(axis.from - 1);
    places.push_back(axis.from == axis.to ? i : inside ? static_cast<int64_t>(place) : axis.from - 1);
  }
  return places;
}

AxisMap NearestMap(const Resize& axis) {
  AxisMap map(axis.from);
  for (const int64_t place : NearestPlaces(axis)) {
    map.taps.push_back({place, 1});
    map.ends.push_back(static_cast<int64_t>(map.taps.size()));
  }
  return map;
}

template <typename T>
AxisMap BilinearMap(const Resize& axis, bool alignCorners) {
  T scale = ScaleOf<T>(axis);
  if (alignCorners) {
    scale = axis.to > 1 ? static_cast<T>(axis.from - 1) / static_cast<T>(axis.to - 1) : 0;
  }
  AxisMap map(axis.from);
  for (int64_t i = 0; i < axis.to; ++i) {
    const auto number = static_cast<T>(i);
    constexpr T kHalf = 0.5;
    T at = alignCorners ? scale * number : std::max(T{0}, scale * (number + kHalf) - kHalf);
    if (axis.from == axis.to) {
      at = number;
    }
    const int64_t last = axis.from - 1;
    const int64_t first = at < static_cast<T>(last) ? static_cast<int64_t>(at) : last;
    const T weight = std::clamp(at - static_cast<T>(first), T{0}, T{1});
    map.taps.push_back({first, static_cast<double>(1 - weight)});
    map.taps.push_back({std::min(first + 1, last), static_cast<double>(weight)});
    map.ends.push_back(static_cast<int64_t>(map.taps.size()));
  }
  return map;
}

// The extents of the output, from 1 on.
void CheckSize(ArgumentChecks& check, const char* name, const aclIntArray* size, size_t values,
               const char* meaning) {
  check.Require(
      name, meaning,
      [&] {
        const auto& given = size->values;
        return given.size() == values && std::ranges::all_of(given, [](int64_t v) { return v >= 0; }) &&
               std::all_of(given.end() - 2, given.end(),
                           [](int64_t v) { return v >= 1 && v <= kMostPlaneExtent; });
      },
      [&] { return ShapeText(size->values); });
}

struct Axes {
  Resize vertical;
  Resize horizontal;
};

// Of resizing an image, forward.
Axes CheckForward(ArgumentChecks& check, const NamedTensor& self, const aclIntArray* outputSize,
                  const NamedTensor& out, std::span<const DType> dtypes, double scalesH, double scalesW) {
  check.NotNull(self).NotNull("outputSize", outputSize).NotNull(out);
  check.DtypeIn(self, dtypes).SameDtype(out, self);
  check.ValidView(self).ValidOutputView(out);
  CheckSize(check, "outputSize", outputSize, 2, "2 values from 1 to 2^24 - 1");
  check.Rank(self, 4);
  check.Require(
      self.name, "H and W from 1 to 2^24 - 1",
      [&] {
        const auto& dims = self.tensor->viewDims;
        return std::all_of(dims.begin() + 2, dims.end(),
                           [](int64_t v) { return v >= 1 && v <= kMostPlaneExtent; });
      },
      [&] { return ShapeText(self.tensor->viewDims); });
  if (check.Failed()) {
    return {};
  }
  const auto& dims = self.tensor->viewDims;
  const auto& size = outputSize->values;
  check.Shape(out, {dims[0], dims[1], size[0], size[1]}, "[N, C, Ho, Wo]");
  return {{dims[2], size[0], scalesH}, {dims[3], size[1], scalesW}};
}

Axes CheckBackward(ArgumentChecks& check, const NamedTensor& gradOut, const aclIntArray* outputSize,
                   const aclIntArray* inputSize, const NamedTensor& gradInput, double scalesH,
                   double scalesW) {
  check.NotNull(gradOut).NotNull("outputSize", outputSize).NotNull("inputSize", inputSize);
  check.NotNull(gradInput);
  check.DtypeIn(gradOut, kComputed).SameDtype(gradInput, gradOut);
  check.ValidView(gradOut).ValidOutputView(gradInput);
  CheckSize(check, "outputSize", outputSize, 2, "2 values from 1 to 2^24 - 1");
  CheckSize(check, "inputSize", inputSize, 4, "4 values, H and W from 1 to 2^24 - 1");
  if (check.Failed()) {
    return {};
  }
  const auto& in = inputSize->values;
  const auto& size = outputSize->values;
  check.Shape(gradOut, {in[0], in[1], size[0], size[1]}, "[N, C, Ho, Wo]");
  check.Shape(gradInput, {in[0], in[1], in[2], in[3]}, "inputSize");
  return {{in[2], size[0], scalesH}, {in[3], size[1], scalesW}};
}

Status BindNearest(PhaseOneCall& call, const Operator<NearestArgs>& op, const NamedTensor& self,
                   const aclIntArray* outputSize, const NamedTensor& out, double scalesH, double scalesW) {
  ArgumentChecks check;
  const Axes axes = CheckForward(check, self, outputSize, out, kCopied, scalesH, scalesW);
  if (check.Failed()) {
    return check.Result();
  }
  NearestArgs args;
  args.rows = NearestPlaces(axes.vertical);
  args.columns = NearestPlaces(axes.horizontal);
  return call.Bind(op, args, {self.tensor, out.tensor});
}

Status BindNearestBackward(PhaseOneCall& call, const NamedTensor& gradOut, const aclIntArray* outputSize,
                           const aclIntArray* inputSize, double scalesH, double scalesW,
                           const NamedTensor& gradInput) {
  ArgumentChecks check;
  const Axes axes = CheckBackward(check, gradOut, outputSize, inputSize, gradInput, scalesH, scalesW);
  if (check.Failed()) {
    return check.Result();
  }
  PlaneMapArgs args;
  args.map = {NearestMap(axes.vertical).Transposed(), NearestMap(axes.horizontal).Transposed()};
  return call.Bind(kNearestBackward, args, {gradOut.tensor, gradInput.tensor});
}

AxisMap BilinearMap(DType dtype, const Resize& axis, bool alignCorners) {
  return dtype == DType::kDouble ? BilinearMap<double>(axis, alignCorners)
                                 : BilinearMap<float>(axis, alignCorners);
}

Status BindBilinear(PhaseOneCall& call, const NamedTensor& self, const aclIntArray* outputSize,
                    bool alignCorners, double scalesH, double scalesW, const NamedTensor& out) {
  ArgumentChecks check;
  const Axes axes = CheckForward(check, self, outputSize, out, kComputed, scalesH, scalesW);
  if (check.Failed()) {
    return check.Result();
  }
  const DType dtype = self.tensor->dtype;
  PlaneMapArgs args;
  args.map = {BilinearMap(dtype, axes.vertical, alignCorners),
              BilinearMap(dtype, axes.horizontal, alignCorners)};
  return call.Bind(kBilinear, args, {self.tensor, out.tensor});
}

Status BindBilinearBackward(PhaseOneCall& call, const Operator<PlaneMapArgs>& op, const NamedTensor& gradOut,
                            const aclIntArray* outputSize, const aclIntArray* inputSize, bool alignCorners,
                            double scalesH, double scalesW, const NamedTensor& out) {
  ArgumentChecks check;
  const Axes axes = CheckBackward(check, gradOut, outputSize, inputSize, out, scalesH, scalesW);
  if (check.Failed()) {
    return check.Result();
  }
  const DType dtype = gradOut.tensor->dtype;
  PlaneMapArgs args;
  args.map = {BilinearMap(dtype, axes.vertical, alignCorners).Transposed(),
              BilinearMap(dtype, axes.horizontal, alignCorners).Transposed()};
  return call.Bind(op, args, {gradOut.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnUpsampleNearest2d, (const aclTensor* self, const aclIntArray* outputSize, aclTensor* out),
               BindNearest(call, kNearest, {"self", self}, outputSize, {"out", out}, 0, 0))

OPENACLNN_CALL(aclnnUpsampleNearest2dV2,
               (const aclTensor* self, const aclIntArray* outputSize, float scalesH, float scalesW,
                aclTensor* out),
               BindNearest(call, kNearestV2, {"self", self}, outputSize, {"out", out},
                           static_cast<double>(scalesH), static_cast<double>(scalesW)))

OPENACLNN_CALL(aclnnUpsampleNearest2dBackward,
               (const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize,
                double scalesH, double scalesW, aclTensor* gradInput),
               BindNearestBackward(call, {"gradOut", gradOut}, outputSize, inputSize, scalesH, scalesW,
                                   {"gradInput", gradInput}))

OPENACLNN_CALL(aclnnUpsampleBilinear2d,
               (const aclTensor* self, const aclIntArray* outputSize, bool alignCorners, double scalesH,
                double scalesW, aclTensor* out),
               BindBilinear(call, {"self", self}, outputSize, alignCorners, scalesH, scalesW, {"out", out}))

// The newer name has the same meaning.
#define OPENACLNN_BILINEAR_BACKWARD(name, op)                                                             \
  OPENACLNN_ENTRY(name,                                                                                   \
                  (const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize, \
                   bool alignCorners, double scalesH, double scalesW, aclTensor* out),                    \
                  {                                                                                       \
                    return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {          \
                      return BindBilinearBackward(call, op, {"gradOut", gradOut}, outputSize, inputSize,  \
                                                  alignCorners, scalesH, scalesW, {"out", out});          \
                    });                                                                                   \
                  })

OPENACLNN_BILINEAR_BACKWARD(aclnnUpsampleBilinear2dBackward, kBilinearBackward)
OPENACLNN_BILINEAR_BACKWARD(aclnnUpsampleBilinear2dBackwardV2, kBilinearBackwardV2)
