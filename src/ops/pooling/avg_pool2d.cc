// SPDX-License-Identifier: Apache-2.0
//
// aclnnAvgPool2d, aclnnAdaptiveAvgPool2d and their gradients: windows along the height after windows along
// the width.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_adaptive_avg_pool2d.h"
#include "aclnnop/aclnn_adaptive_avg_pool2d_backward.h"
#include "aclnnop/aclnn_avgpool2d.h"
#include "aclnnop/aclnn_avgpool2d_backward.h"
#include "base/checked_math.h"
#include "executor/phases.h"
#include "ops/common/entry.h"
#include "ops/common/plane_map.h"
#include "ops/pooling/plane_mean.h"
#include "ops/pooling/windows.h"

namespace openaclnn {
namespace {

using Args = PlaneMapArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kPlaneMapCpu};
constexpr std::array<TensorArgument<Args>, 2> kForwardArguments{{
    {"self", Role::kInput, &Args::source},
    {"out", Role::kOutput, &Args::result},
}};
constexpr std::array<TensorArgument<Args>, 3> kBackwardArguments{{
    {"gradOutput", Role::kInput, &Args::source},
    {"self", Role::kInput, &Args::model},
    {"gradInput", Role::kOutput, &Args::result},
}};
constexpr std::array<TensorArgument<Args>, 3> kAdaptiveBackwardArguments{{
    {"gradOutput", Role::kInput, &Args::source},
    {"self", Role::kInput, &Args::model},
    {"out", Role::kOutput, &Args::result},
}};
constexpr Operator<Args> kAvgPool{"aclnnAvgPool2d", kForwardArguments, kKernels};
constexpr Operator<Args> kAvgPoolBackward{"aclnnAvgPool2dBackward", kBackwardArguments, kKernels};
constexpr Operator<Args> kAdaptive{"aclnnAdaptiveAvgPool2d", kForwardArguments, kKernels};
constexpr std::array<const KernelEntry<PlaneMeanArgs>*, 1> kMeanKernels{&kPlaneMeanCpu};
constexpr std::array<TensorArgument<PlaneMeanArgs>, 2> kMeanArguments{{
    {"self", Role::kInput, &PlaneMeanArgs::self},
    {"out", Role::kOutput, &PlaneMeanArgs::out},
}};
constexpr Operator<PlaneMeanArgs> kAdaptiveToOne{"aclnnAdaptiveAvgPool2d", kMeanArguments, kMeanKernels};
constexpr Operator<Args> kAdaptiveBackward{"aclnnAdaptiveAvgPool2dBackward", kAdaptiveBackwardArguments,
                                           kKernels};

constexpr std::array<DType, 4> kDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble};

// Of windows along one axis: places [begin, end) of the input, and what their sum is divided by.
struct Window {
  int64_t begin;
  int64_t end;
  int64_t divisor;
};

template <class WindowOf>
void AddAxis(int64_t extent, int64_t windows, const WindowOf& windowOf, AxisMap& axis,
             std::vector<double>& divisors) {
  axis = AxisMap(extent);
  for (int64_t i = 0; i < windows; ++i) {
    const Window window = windowOf(i);
    for (int64_t place = window.begin; place < window.end; ++place) {
      axis.taps.push_back({place, 1});
    }
    axis.ends.push_back(static_cast<int64_t>(axis.taps.size()));
    divisors.push_back(static_cast<double>(window.divisor));
  }
}

// The gradient of sums that are divided: divided first.
AxisMap GradientOf(AxisMap axis, const std::vector<double>& divisors) {
  for (int64_t i = 0; i < axis.Results(); ++i) {
    for (int64_t tap = axis.BeginOf(i); tap < axis.EndOf(i); ++tap) {
      axis.taps[static_cast<size_t>(tap)].weight /= divisors[static_cast<size_t>(i)];
    }
  }
  return axis.Transposed();
}
PlaneMap GradientOf(const PlaneMap& map) {
  return {GradientOf(map.vertical, map.verticalDivisors), GradientOf(map.horizontal, map.horizontalDivisors)};
}

// Tables of windows have to fit in memory.
void CheckTables(ArgumentChecks& check, const NamedTensor& self, int64_t taps) {
  const auto& dims = self.tensor->viewDims;
  check.Require(
      self.name, "H and W less than 2^24",
      [&] { return std::max(dims[dims.size() - 1], dims[dims.size() - 2]) <= kMostPlaneExtent; },
      [&] { return ShapeText(dims); });
  check.Require(
      self.name, "windows with at most 2^26 places along an axis", [&] { return taps <= kMostTaps; },
      [&] { return std::to_string(taps); });
}

struct GivenWindow {
  const aclIntArray* kernelSize;
  const aclIntArray* stride;
  const aclIntArray* padding;
  const char* strideName;
  const char* paddingName;
  bool ceilMode;
  bool countIncludePad;
  int64_t divisorOverride;
  int8_t cubeMathType;
};

void CheckArrays(ArgumentChecks& check, const GivenWindow& given) {
  check.NotNull("kernelSize", given.kernelSize).NotNull(given.strideName, given.stride);
  check.NotNull(given.paddingName, given.padding);
}

struct Pooled {
  Dims shape;
  PlaneMap map;
};

Pooled CheckPool(ArgumentChecks& check, const GivenWindow& given, const NamedTensor& self) {
  check.InRange("cubeMathType", given.cubeMathType, -1, 3, "from -1 to 3");
  PoolWindow window;
  window.kernel = pooling::CheckPair(check, "kernelSize", *given.kernelSize, 1);
  window.stride = pooling::CheckPair(check, given.strideName, *given.stride, 1, window.kernel);
  window.padding = pooling::CheckPair(check, given.paddingName, *given.padding, 0);
  window.dilation = {1, 1};
  pooling::CheckPadding(check, given.paddingName, *given.padding, *given.kernelSize, window);
  Pooled pooled{pooling::CheckPooledShape(check, self, window, given.ceilMode), PlaneMap()};
  if (check.Failed()) {
    return pooled;
  }
  const size_t rank = pooled.shape.size();
  const auto extentOf = [&](size_t d) { return self.tensor->viewDims[rank - 2 + d]; };
  const auto windowsOf = [&](size_t d) { return pooled.shape[rank - 2 + d]; };
  int64_t taps = 0;
  for (const size_t d : {0U, 1U}) {
    taps = std::max(taps, windowsOf(d) * std::min(window.kernel[d], extentOf(d)));
  }
  CheckTables(check, self, taps);
  if (check.Failed()) {
    return pooled;
  }
  const auto add = [&](size_t d, AxisMap& axis, std::vector<double>& divisors) {
    const int64_t extent = extentOf(d);
    AddAxis(
        extent, windowsOf(d),
        [&](int64_t i) {
          const int64_t begin = i * window.stride[d] - window.padding[d];
          const int64_t end = std::min(begin + window.kernel[d], extent + window.padding[d]);
          const Window inside{std::max(begin, int64_t{0}), std::min(end, extent), 0};
          const int64_t count = given.countIncludePad ? end - begin : inside.end - inside.begin;
          const int64_t fixed = d == 0 ? given.divisorOverride : 1;
          return Window{inside.begin, inside.end, given.divisorOverride != 0 ? fixed : count};
        },
        axis, divisors);
  };
  add(0, pooled.map.vertical, pooled.map.verticalDivisors);
  add(1, pooled.map.horizontal, pooled.map.horizontalDivisors);
  return pooled;
}

Status BindPool(PhaseOneCall& call, const NamedTensor& self, const GivenWindow& given,
                const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self);
  CheckArrays(check, given);
  check.NotNull(out);
  check.DtypeIn(self, kDtypes).SameDtype(out, self);
  check.ValidView(self).ValidOutputView(out);
  if (check.Failed()) {
    return check.Result();
  }
  Pooled pooled = CheckPool(check, given, self);
  check.Shape(out, pooled.shape, "of the output");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.map = std::move(pooled.map);
  return call.Bind(kAvgPool, args, {self.tensor, out.tensor});
}

Status BindPoolBackward(PhaseOneCall& call, const NamedTensor& gradOutput, const NamedTensor& self,
                        const GivenWindow& given, const NamedTensor& gradInput) {
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(self);
  CheckArrays(check, given);
  check.NotNull(gradInput);
  check.DtypeIn(gradOutput, kDtypes).SameDtype(self, gradOutput).SameDtype(gradInput, gradOutput);
  check.ValidView(gradOutput).ValidView(self).ValidOutputView(gradInput);
  if (check.Failed()) {
    return check.Result();
  }
  const Pooled pooled = CheckPool(check, given, self);
  check.Shape(gradOutput, pooled.shape, "of the output").SameShape(gradInput, self);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.map = GradientOf(pooled.map);
  return call.Bind(kAvgPoolBackward, args, {gradOutput.tensor, {self.tensor, false}, gradInput.tensor});
}

// Checks that planes of any extent can be pooled to those of `pooled`.
void CheckAdaptive(ArgumentChecks& check, const NamedTensor& self, const NamedTensor& pooled) {
  check.Require(
      self.name, "3 or 4 dims",
      [&] { return self.tensor->viewDims.size() == 3 || self.tensor->viewDims.size() == 4; },
      [&] { return ShapeText(self.tensor->viewDims); });
  check.Require(
      self.name, "H and W greater than 0",
      [&] {
        const auto& dims = self.tensor->viewDims;
        return dims[dims.size() - 1] > 0 && dims[dims.size() - 2] > 0;
      },
      [&] { return ShapeText(self.tensor->viewDims); });
  if (check.Failed()) {
    return;
  }
  const size_t rank = self.tensor->viewDims.size();
  check.Require(
      pooled.name, "the dims of self but for H and W, and these less than 2^24",
      [&] {
        const auto& dims = pooled.tensor->viewDims;
        return dims.size() == rank &&
               std::equal(dims.begin(), dims.end() - 2, self.tensor->viewDims.begin()) &&
               dims[rank - 1] <= kMostPlaneExtent && dims[rank - 2] <= kMostPlaneExtent;
      },
      [&] { return ShapeText(pooled.tensor->viewDims) + " for " + ShapeText(self.tensor->viewDims); });
  CheckTables(check, self, 0);
}

// Windows that cover an input of any extent: from floor(i * in / out) to ceil((i + 1) * in / out).
PlaneMap AdaptiveWindows(const aclTensor& self, const aclTensor& pooled) {
  PlaneMap map;
  const auto add = [&](size_t fromLast, AxisMap& axis, std::vector<double>& divisors) {
    const int64_t extent = *(self.viewDims.end() - fromLast);
    const int64_t windows = *(pooled.viewDims.end() - fromLast);
    AddAxis(
        extent, windows,
        [&](int64_t i) {
          const int64_t begin = i * extent / windows;
          const int64_t end = CeilDivide((i + 1) * extent, windows);
          return Window{begin, end, end - begin};
        },
        axis, divisors);
  };
  add(2, map.vertical, map.verticalDivisors);
  add(1, map.horizontal, map.horizontalDivisors);
  return map;
}

Status BindAdaptive(PhaseOneCall& call, const NamedTensor& self, const aclIntArray* outputSize,
                    const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull("outputSize", outputSize).NotNull(out);
  check.DtypeIn(self, kDtypes).SameDtype(out, self);
  check.ValidView(self).ValidOutputView(out);
  check.Require(
      "outputSize", "1 or 2 values, 0 or more",
      [&] {
        const auto& sizes = outputSize->values;
        return !sizes.empty() && sizes.size() <= 2 &&
               std::ranges::all_of(sizes, [](int64_t size) { return size >= 0; });
      },
      [&] { return ShapeText(outputSize->values); });
  check.Require(
      out.name, "H and W as outputSize says",
      [&] {
        const auto& dims = out.tensor->viewDims;
        return dims.size() >= 2 && dims[dims.size() - 2] == outputSize->values.front() &&
               dims[dims.size() - 1] == outputSize->values.back();
      },
      [&] { return ShapeText(out.tensor->viewDims) + " for " + ShapeText(outputSize->values); });
  if (!check.Failed()) {
    CheckAdaptive(check, self, out);
  }
  if (check.Failed()) {
    return check.Result();
  }
  if (std::ranges::all_of(outputSize->values, [](int64_t size) { return size == 1; })) {
    return call.Bind(kAdaptiveToOne, PlaneMeanArgs{}, {self.tensor, out.tensor});
  }
  Args args;
  args.map = AdaptiveWindows(*self.tensor, *out.tensor);
  return call.Bind(kAdaptive, args, {self.tensor, out.tensor});
}

Status BindAdaptiveBackward(PhaseOneCall& call, const NamedTensor& gradOutput, const NamedTensor& self,
                            const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(self).NotNull(out);
  check.DtypeIn(gradOutput, kDtypes).SameDtype(self, gradOutput).SameDtype(out, gradOutput);
  check.ValidView(gradOutput).ValidView(self).ValidOutputView(out);
  if (!check.Failed()) {
    CheckAdaptive(check, self, gradOutput);
  }
  check.SameShape(out, self);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.map = GradientOf(AdaptiveWindows(*self.tensor, *gradOutput.tensor));
  return call.Bind(kAdaptiveBackward, args, {gradOutput.tensor, {self.tensor, false}, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnAvgPool2d,
               (const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* strides,
                const aclIntArray* paddings, const bool ceilMode, const bool countIncludePad,
                const int64_t divisorOverride, const int8_t cubeMathType, aclTensor* out),
               BindPool(call, {"self", self},
                        {kernelSize, strides, paddings, "strides", "paddings", ceilMode, countIncludePad,
                         divisorOverride, cubeMathType},
                        {"out", out}))

OPENACLNN_CALL(aclnnAvgPool2dBackward,
               (const aclTensor* gradOutput, const aclTensor* self, const aclIntArray* kernelSize,
                const aclIntArray* stride, const aclIntArray* padding, bool ceilMode, bool countIncludePad,
                int64_t divisorOverride, int8_t cubeMathType, aclTensor* gradInput),
               BindPoolBackward(call, {"gradOutput", gradOutput}, {"self", self},
                                {kernelSize, stride, padding, "stride", "padding", ceilMode, countIncludePad,
                                 divisorOverride, cubeMathType},
                                {"gradInput", gradInput}))

OPENACLNN_CALL(aclnnAdaptiveAvgPool2d, (const aclTensor* self, const aclIntArray* outputSize, aclTensor* out),
               BindAdaptive(call, {"self", self}, outputSize, {"out", out}))

OPENACLNN_CALL(aclnnAdaptiveAvgPool2dBackward,
               (const aclTensor* gradOutput, const aclTensor* self, aclTensor* out),
               BindAdaptiveBackward(call, {"gradOutput", gradOutput}, {"self", self}, {"out", out}))
