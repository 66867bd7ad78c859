// SPDX-License-Identifier: Apache-2.0
//
// Pooling of images and volumes by averages, and its gradients: windows along one axis after the other.
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_adaptive_avg_pool2d.h"
#include "aclnnop/aclnn_adaptive_avg_pool2d_backward.h"
#include "aclnnop/aclnn_adaptive_avg_pool3d.h"
#include "aclnnop/aclnn_adaptive_avg_pool3d_backward.h"
#include "aclnnop/aclnn_avgpool2d.h"
#include "aclnnop/aclnn_avgpool2d_backward.h"
#include "aclnnop/aclnn_avgpool3d.h"
#include "aclnnop/aclnn_avgpool3d_backward.h"
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
constexpr std::array<TensorArgument<Args>, 3> BackwardArguments(const char* result) {
  return {{
      {"gradOutput", Role::kInput, &Args::source},
      {"self", Role::kInput, &Args::model},
      {result, Role::kOutput, &Args::result},
  }};
}
constexpr auto kToGradInput = BackwardArguments("gradInput");
constexpr auto kToOut = BackwardArguments("out");
constexpr auto kToOutput = BackwardArguments("output");

constexpr std::array<const KernelEntry<PlaneMeanArgs>*, 1> kMeanKernels{&kPlaneMeanCpu};
constexpr std::array<TensorArgument<PlaneMeanArgs>, 2> kMeanArguments{{
    {"self", Role::kInput, &PlaneMeanArgs::self},
    {"out", Role::kOutput, &PlaneMeanArgs::out},
}};

constexpr std::array<DType, 4> kDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble};

// An operator, forward or backward, of images or volumes.
struct AveragePool {
  Operator<Args> op;
  size_t spatial;
  std::span<const DType> dtypes;
};
constexpr std::span<const DType> kFloats = std::span(kDtypes).first<3>();
constexpr AveragePool kAvgPool2d{{"aclnnAvgPool2d", kForwardArguments, kKernels}, 2, kDtypes};
constexpr AveragePool kAvgPool2dBackward{{"aclnnAvgPool2dBackward", kToGradInput, kKernels}, 2, kDtypes};
constexpr AveragePool kAvgPool3d{{"aclnnAvgPool3d", kForwardArguments, kKernels}, 3, kFloats};
constexpr AveragePool kAvgPool3dBackward{{"aclnnAvgPool3dBackward", kToOutput, kKernels}, 3, kFloats};
constexpr AveragePool kAdaptive2d{{"aclnnAdaptiveAvgPool2d", kForwardArguments, kKernels}, 2, kDtypes};
constexpr AveragePool kAdaptive2dBackward{{"aclnnAdaptiveAvgPool2dBackward", kToOut, kKernels}, 2, kDtypes};
constexpr AveragePool kAdaptive3d{{"aclnnAdaptiveAvgPool3d", kForwardArguments, kKernels}, 3, kFloats};
constexpr AveragePool kAdaptive3dBackward{{"aclnnAdaptiveAvgPool3dBackward", kToOut, kKernels}, 3, kFloats};
constexpr Operator<PlaneMeanArgs> kAdaptive2dToOne{"aclnnAdaptiveAvgPool2d", kMeanArguments, kMeanKernels};
constexpr Operator<PlaneMeanArgs> kAdaptive3dToOne{"aclnnAdaptiveAvgPool3d", kMeanArguments, kMeanKernels};

// Of windows along one axis: places [begin, end) of the input, and what their sum is divided by.
struct Window {
  int64_t begin;
  int64_t end;
  int64_t divisor;
};

// The sums along one axis, and what they are divided by.
struct Sums {
  AxisMap axis = AxisMap();
  std::vector<double> divisors{};
};

template <class WindowOf>
Sums SumsOf(int64_t extent, int64_t windows, const WindowOf& windowOf) {
  Sums sums{AxisMap(extent)};
  for (int64_t i = 0; i < windows; ++i) {
    const Window window = windowOf(i);
    for (int64_t place = window.begin; place < window.end; ++place) {
      sums.axis.taps.push_back({place, 1});
    }
    sums.axis.ends.push_back(static_cast<int64_t>(sums.axis.taps.size()));
    sums.divisors.push_back(static_cast<double>(window.divisor));
  }
  return sums;
}

// The gradient of sums that are divided: divided first.
Sums GradientOf(Sums sums) {
  for (int64_t i = 0; i < sums.axis.Results(); ++i) {
    for (int64_t tap = sums.axis.BeginOf(i); tap < sums.axis.EndOf(i); ++tap) {
      sums.axis.taps[static_cast<size_t>(tap)].weight /= sums.divisors[static_cast<size_t>(i)];
    }
  }
  return {sums.axis.Transposed(), {}};
}

// What there is along depth, height and width; of images nothing is along the depth.
using AllSums = std::array<Sums, 3>;

Args ArgsOf(AllSums sums, size_t spatial, bool backward) {
  if (backward) {
    for (size_t d = 3 - spatial; d < 3; ++d) {
      sums[d] = GradientOf(std::move(sums[d]));
    }
  }
  Args args;
  args.depth = std::move(sums[0].axis);
  args.depthDivisors = std::move(sums[0].divisors);
  args.map = {std::move(sums[1].axis), std::move(sums[2].axis), std::move(sums[1].divisors),
              std::move(sums[2].divisors)};
  args.sourceLayout.spatial = spatial;
  args.resultLayout.spatial = spatial;
  return args;
}

int64_t ExtentOf(const aclTensor& tensor, size_t d) {
  return tensor.viewDims[tensor.viewDims.size() - 3 + d];
}

// Tables of windows have to fit in memory.
void CheckTables(ArgumentChecks& check, const NamedTensor& self, size_t spatial, int64_t taps) {
  const auto& dims = self.tensor->viewDims;
  check.Require(
      self.name, spatial == 2 ? "H and W less than 2^24" : "D, H and W less than 2^24",
      [&] {
        return *std::max_element(dims.end() - static_cast<int64_t>(spatial), dims.end()) <= kMostPlaneExtent;
      },
      [&] { return ShapeText(dims); });
  check.Require(
      self.name, "windows with at most 2^26 places along an axis", [&] { return taps <= kMostTaps; },
      [&] { return std::to_string(taps); });
}

struct GivenWindow {
  pooling::WindowLists lists;
  bool ceilMode;
  bool countIncludePad;
  int64_t divisorOverride;
  int8_t cubeMathType = 0;
};

struct Pooled {
  Dims shape{};
  AllSums sums{};
};

Pooled CheckPool(ArgumentChecks& check, const GivenWindow& given, const NamedTensor& self, size_t spatial) {
  check.InRange("cubeMathType", given.cubeMathType, -1, 3, "from -1 to 3");
  const PoolWindow window = pooling::CheckWindow(check, given.lists, spatial, spatial == 3);
  Pooled pooled{pooling::CheckPooledShape(check, self, window, spatial, given.ceilMode)};
  if (check.Failed()) {
    return pooled;
  }
  const auto windowsOf = [&](size_t d) { return pooled.shape[pooled.shape.size() - 3 + d]; };
  int64_t taps = 0;
  for (size_t d = 3 - spatial; d < 3; ++d) {
    taps = std::max(taps, windowsOf(d) * std::min(window.kernel[d], ExtentOf(*self.tensor, d)));
  }
  CheckTables(check, self, spatial, taps);
  for (size_t d = 3 - spatial; d < 3 && !check.Failed(); ++d) {
    const int64_t extent = ExtentOf(*self.tensor, d);
    pooled.sums[d] = SumsOf(extent, windowsOf(d), [&](int64_t i) {
      const int64_t begin = i * window.stride[d] - window.padding[d];
      const int64_t end = std::min(begin + window.kernel[d], extent + window.padding[d]);
      const Window inside{std::max(begin, int64_t{0}), std::min(end, extent), 0};
      const int64_t count = given.countIncludePad ? end - begin : inside.end - inside.begin;
      const int64_t fixed = d == 1 ? given.divisorOverride : 1;
      return Window{inside.begin, inside.end, given.divisorOverride != 0 ? fixed : count};
    });
  }
  return pooled;
}

Status BindPool(PhaseOneCall& call, const AveragePool& pool, const NamedTensor& self,
                const GivenWindow& given, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self);
  pooling::CheckNotNull(check, given.lists);
  check.NotNull(out);
  check.DtypeIn(self, pool.dtypes).SameDtype(out, self);
  check.ValidView(self).ValidOutputView(out);
  if (check.Failed()) {
    return check.Result();
  }
  Pooled pooled = CheckPool(check, given, self, pool.spatial);
  check.Shape(out, pooled.shape, "of the output");
  if (check.Failed()) {
    return check.Result();
  }
  return call.Bind(pool.op, ArgsOf(std::move(pooled.sums), pool.spatial, false), {self.tensor, out.tensor});
}

Status BindPoolBackward(PhaseOneCall& call, const AveragePool& pool, const NamedTensor& gradOutput,
                        const NamedTensor& self, const GivenWindow& given, const NamedTensor& gradInput) {
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(self);
  pooling::CheckNotNull(check, given.lists);
  check.NotNull(gradInput);
  check.DtypeIn(gradOutput, pool.dtypes).SameDtype(self, gradOutput).SameDtype(gradInput, gradOutput);
  check.ValidView(gradOutput).ValidView(self).ValidOutputView(gradInput);
  if (check.Failed()) {
    return check.Result();
  }
  Pooled pooled = CheckPool(check, given, self, pool.spatial);
  check.Shape(gradOutput, pooled.shape, "of the output").SameShape(gradInput, self);
  if (check.Failed()) {
    return check.Result();
  }
  return call.Bind(pool.op, ArgsOf(std::move(pooled.sums), pool.spatial, true),
                   {gradOutput.tensor, {self.tensor, false}, gradInput.tensor});
}

// Checks that planes or volumes of any extents can be pooled to those of `pooled`.
void CheckAdaptive(ArgumentChecks& check, const NamedTensor& self, const NamedTensor& pooled,
                   size_t spatial) {
  const bool images = spatial == 2;
  const auto& dims = self.tensor->viewDims;
  const auto own = static_cast<int64_t>(spatial);
  check.Require(
      self.name, images ? "3 or 4 dims" : "4 or 5 dims",
      [&] { return dims.size() == spatial + 1 || dims.size() == spatial + 2; },
      [&] { return ShapeText(dims); });
  check.Require(
      self.name, images ? "H and W greater than 0" : "D, H and W greater than 0",
      [&] { return std::all_of(dims.end() - own, dims.end(), [](int64_t extent) { return extent > 0; }); },
      [&] { return ShapeText(dims); });
  check.Require(
      pooled.name,
      images ? "the dims of self but for H and W, and these less than 2^24"
             : "the dims of self but for D, H and W, and these less than 2^24",
      [&] {
        const auto& others = pooled.tensor->viewDims;
        return others.size() == dims.size() && std::equal(others.begin(), others.end() - own, dims.begin()) &&
               *std::max_element(others.end() - own, others.end()) <= kMostPlaneExtent;
      },
      [&] { return ShapeText(pooled.tensor->viewDims) + " for " + ShapeText(dims); });
  if (!check.Failed()) {
    CheckTables(check, self, spatial, 0);
  }
}

// Windows that cover an input of any extent: from floor(i * in / out) to ceil((i + 1) * in / out).
AllSums AdaptiveSums(const aclTensor& self, const aclTensor& pooled, size_t spatial) {
  AllSums sums;
  for (size_t d = 3 - spatial; d < 3; ++d) {
    const int64_t extent = ExtentOf(self, d);
    const int64_t windows = ExtentOf(pooled, d);
    sums[d] = SumsOf(extent, windows, [&](int64_t i) {
      const int64_t begin = i * extent / windows;
      const int64_t end = CeilDivide((i + 1) * extent, windows);
      return Window{begin, end, end - begin};
    });
  }
  return sums;
}

Status BindAdaptive(PhaseOneCall& call, const AveragePool& pool, const Operator<PlaneMeanArgs>& toOne,
                    const NamedTensor& self, const aclIntArray* outputSize, const NamedTensor& out) {
  const size_t spatial = pool.spatial;
  ArgumentChecks check;
  check.NotNull(self).NotNull("outputSize", outputSize).NotNull(out);
  check.DtypeIn(self, pool.dtypes).SameDtype(out, self);
  check.ValidView(self).ValidOutputView(out);
  if (check.Failed()) {
    return check.Result();
  }
  const std::array<int64_t, 3> size = pooling::CheckExtents(check, "outputSize", *outputSize, spatial);
  check.Require(
      out.name, spatial == 2 ? "H and W as outputSize says" : "D, H and W as outputSize says",
      [&] {
        const auto& dims = out.tensor->viewDims;
        return dims.size() >= spatial && std::equal(size.end() - static_cast<int64_t>(spatial), size.end(),
                                                    dims.end() - static_cast<int64_t>(spatial));
      },
      [&] { return ShapeText(out.tensor->viewDims) + " for " + ShapeText(outputSize->values); });
  if (!check.Failed()) {
    CheckAdaptive(check, self, out, spatial);
  }
  if (check.Failed()) {
    return check.Result();
  }
  if (std::ranges::all_of(size, [](int64_t extent) { return extent == 1; })) {
    PlaneMeanArgs args;
    args.spatial = spatial;
    return call.Bind(toOne, args, {self.tensor, out.tensor});
  }
  return call.Bind(pool.op, ArgsOf(AdaptiveSums(*self.tensor, *out.tensor, spatial), spatial, false),
                   {self.tensor, out.tensor});
}

Status BindAdaptiveBackward(PhaseOneCall& call, const AveragePool& pool, const NamedTensor& gradOutput,
                            const NamedTensor& self, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(self).NotNull(out);
  check.DtypeIn(gradOutput, pool.dtypes).SameDtype(self, gradOutput).SameDtype(out, gradOutput);
  check.ValidView(gradOutput).ValidView(self).ValidOutputView(out);
  if (!check.Failed()) {
    CheckAdaptive(check, self, gradOutput, pool.spatial);
  }
  check.SameShape(out, self);
  if (check.Failed()) {
    return check.Result();
  }
  return call.Bind(pool.op,
                   ArgsOf(AdaptiveSums(*self.tensor, *gradOutput.tensor, pool.spatial), pool.spatial, true),
                   {gradOutput.tensor, {self.tensor, false}, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnAvgPool2d,
               (const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* strides,
                const aclIntArray* paddings, const bool ceilMode, const bool countIncludePad,
                const int64_t divisorOverride, const int8_t cubeMathType, aclTensor* out),
               BindPool(call, kAvgPool2d, {"self", self},
                        {{kernelSize, strides, paddings, nullptr, "strides", "paddings"},
                         ceilMode,
                         countIncludePad,
                         divisorOverride,
                         cubeMathType},
                        {"out", out}))

OPENACLNN_CALL(aclnnAvgPool2dBackward,
               (const aclTensor* gradOutput, const aclTensor* self, const aclIntArray* kernelSize,
                const aclIntArray* stride, const aclIntArray* padding, bool ceilMode, bool countIncludePad,
                int64_t divisorOverride, int8_t cubeMathType, aclTensor* gradInput),
               BindPoolBackward(
                   call, kAvgPool2dBackward, {"gradOutput", gradOutput}, {"self", self},
                   {{kernelSize, stride, padding}, ceilMode, countIncludePad, divisorOverride, cubeMathType},
                   {"gradInput", gradInput}))

OPENACLNN_CALL(aclnnAvgPool3d,
               (const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* stride,
                const aclIntArray* padding, bool ceilMode, bool countIncludePad, int64_t divisorOverride,
                aclTensor* out),
               BindPool(call, kAvgPool3d, {"self", self},
                        {{kernelSize, stride, padding}, ceilMode, countIncludePad, divisorOverride},
                        {"out", out}))

OPENACLNN_CALL(aclnnAvgPool3dBackward,
               (const aclTensor* gradOutput, const aclTensor* self, const aclIntArray* kernelSize,
                const aclIntArray* stride, const aclIntArray* padding, bool ceilMode, bool countIncludePad,
                int64_t divisorOverride, aclTensor* output),
               BindPoolBackward(call, kAvgPool3dBackward, {"gradOutput", gradOutput}, {"self", self},
                                {{kernelSize, stride, padding}, ceilMode, countIncludePad, divisorOverride},
                                {"output", output}))

OPENACLNN_CALL(aclnnAdaptiveAvgPool2d, (const aclTensor* self, const aclIntArray* outputSize, aclTensor* out),
               BindAdaptive(call, kAdaptive2d, kAdaptive2dToOne, {"self", self}, outputSize, {"out", out}))

OPENACLNN_CALL(aclnnAdaptiveAvgPool2dBackward,
               (const aclTensor* gradOutput, const aclTensor* self, aclTensor* out),
               BindAdaptiveBackward(call, kAdaptive2dBackward, {"gradOutput", gradOutput}, {"self", self},
                                    {"out", out}))

OPENACLNN_CALL(aclnnAdaptiveAvgPool3d, (const aclTensor* self, const aclIntArray* outputSize, aclTensor* out),
               BindAdaptive(call, kAdaptive3d, kAdaptive3dToOne, {"self", self}, outputSize, {"out", out}))

OPENACLNN_CALL(aclnnAdaptiveAvgPool3dBackward,
               (const aclTensor* gradOutput, const aclTensor* self, aclTensor* out),
               BindAdaptiveBackward(call, kAdaptive3dBackward, {"gradOutput", gradOutput}, {"self", self},
                                    {"out", out}))
