// SPDX-License-Identifier: Apache-2.0
//
// The checks that operators share that resize; and aclnnResize, whose sizes follow from scales.
#include "ops/sampling/resize.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_resize.h"
#include "ops/common/entry.h"

namespace openaclnn::resize {
namespace {

// By the number of spatial dims.
struct Words {
  const char* outputSize;
  const char* inputSize;
  const char* extents;
  const char* shape;
};
constexpr std::array<Words, 3> kWords{{
    {"1 value from 1 to 2^24 - 1", "3 values, L from 1 to 2^24 - 1", "L from 1 to 2^24 - 1", "[N, C, Lo]"},
    {"2 values from 1 to 2^24 - 1", "4 values, H and W from 1 to 2^24 - 1", "H and W from 1 to 2^24 - 1",
     "[N, C, Ho, Wo]"},
    {"3 values from 1 to 2^24 - 1", "5 values, D, H and W from 1 to 2^24 - 1",
     "D, H and W from 1 to 2^24 - 1", "[N, C, Do, Ho, Wo]"},
}};

const Words& WordsOf(const Resizing& resizing) {
  return kWords[resizing.spatial - 1];
}

VolumeLayout LayoutOf(const NamedTensor& argument, const Resizing& resizing) {
  const int32_t format = argument.tensor->format;
  const bool last = (resizing.spatial == 2 && format == ACL_FORMAT_NHWC) ||
                    (resizing.spatial == 3 && format == ACL_FORMAT_NDHWC);
  return {resizing.spatial, last};
}

// [N, C, ...] as a tensor of a layout has them.
Dims InLayout(Dims dims, const VolumeLayout& layout) {
  if (layout.channelsLast) {
    std::rotate(dims.begin() + 1, dims.begin() + 2, dims.end());
  }
  return dims;
}

bool AreExtents(std::span<const int64_t> values) {
  return std::ranges::all_of(values, [](int64_t v) { return v >= 1 && v <= kMostPlaneExtent; });
}

// The extents of a tensor, with `leading` others before them.
void CheckSize(ArgumentChecks& check, const char* name, const aclIntArray* size, size_t leading,
               const Resizing& resizing, const char* meaning) {
  check.Require(
      name, meaning,
      [&] {
        const auto& given = size->values;
        return given.size() == leading + resizing.spatial &&
               std::ranges::all_of(given, [](int64_t v) { return v >= 0; }) &&
               AreExtents(std::span(given.data(), given.size()).subspan(leading));
      },
      [&] { return ShapeText(size->values); });
}

using Axes = std::array<ResizeAxis, 3>;

// Depth, height and width; those that are missing have one place. Tables of what each place takes have to fit
// in memory.
Axes AxesOf(ArgumentChecks& check, const Resizing& resizing, std::span<const int64_t> from,
            std::span<const int64_t> outputSize) {
  Axes axes;
  int64_t taps = 0;
  for (size_t d = 0; d < resizing.spatial; ++d) {
    ResizeAxis& axis = axes[3 - resizing.spatial + d];
    axis = {from[d], outputSize[d], resizing.times[d]};
    taps = std::max(taps, axis.to * TapsOf(resizing.kind, axis, resizing.alignCorners));
  }
  check.Require(
      "outputSize", "at most 2^26 places of the input for the places of an axis",
      [&] { return taps <= kMostTaps; }, [&] { return std::to_string(taps); });
  return axes;
}

// The extents of a tensor that has its rank.
Dims ExtentsOf(ArgumentChecks& check, const Resizing& resizing, const NamedTensor& self) {
  Dims dims(self.tensor->viewDims);
  if (LayoutOf(self, resizing).channelsLast) {
    std::rotate(dims.begin() + 1, dims.end() - 1, dims.end());
  }
  check.Require(
      self.name, WordsOf(resizing).extents,
      [&] { return AreExtents(std::span<const int64_t>(dims.begin(), dims.size()).subspan(2)); },
      [&] { return ShapeText(self.tensor->viewDims); });
  return dims;
}

// `dims`: those of the input, in order.
Axes CheckResult(ArgumentChecks& check, const Resizing& resizing, const Dims& dims,
                 std::span<const int64_t> outputSize, const NamedTensor& out) {
  Dims result{dims[0], dims[1]};
  for (const int64_t extent : outputSize) {
    result.push_back(extent);
  }
  check.Shape(out, InLayout(std::move(result), LayoutOf(out, resizing)), WordsOf(resizing).shape);
  const auto extents = std::span<const int64_t>(dims.begin(), dims.size()).subspan(2);
  return check.Failed() ? Axes{} : AxesOf(check, resizing, extents, outputSize);
}

// The axes of resizing, forward.
Axes CheckForward(ArgumentChecks& check, const Resizing& resizing, const NamedTensor& self,
                  const aclIntArray* outputSize, const NamedTensor& out) {
  check.NotNull(self).NotNull("outputSize", outputSize).NotNull(out);
  check.DtypeIn(self, resizing.dtypes).SameDtype(out, self);
  check.ValidView(self).ValidOutputView(out);
  CheckSize(check, "outputSize", outputSize, 0, resizing, WordsOf(resizing).outputSize);
  check.Rank(self, resizing.spatial + 2);
  if (check.Failed()) {
    return {};
  }
  const Dims dims = ExtentsOf(check, resizing, self);
  return check.Failed() ? Axes{} : CheckResult(check, resizing, dims, outputSize->values, out);
}

Axes CheckBackward(ArgumentChecks& check, const Resizing& resizing, const NamedTensor& gradOut,
                   const aclIntArray* outputSize, const aclIntArray* inputSize,
                   const NamedTensor& gradInput) {
  check.NotNull(gradOut).NotNull("outputSize", outputSize).NotNull("inputSize", inputSize);
  check.NotNull(gradInput);
  check.DtypeIn(gradOut, resizing.dtypes).SameDtype(gradInput, gradOut);
  check.ValidView(gradOut).ValidOutputView(gradInput);
  CheckSize(check, "outputSize", outputSize, 0, resizing, WordsOf(resizing).outputSize);
  Dims in;
  if (!check.Failed() && inputSize->values.size() == resizing.spatial + 2) {
    in = Dims(inputSize->values);
    if (LayoutOf(gradInput, resizing).channelsLast) {
      std::rotate(in.begin() + 1, in.end() - 1, in.end());
    }
  }
  check.Require(
      "inputSize", WordsOf(resizing).inputSize,
      [&] {
        return in.size() == resizing.spatial + 2 && in[0] >= 0 && in[1] >= 0 &&
               AreExtents(std::span<const int64_t>(in.begin(), in.size()).subspan(2));
      },
      [&] { return ShapeText(inputSize->values); });
  if (check.Failed()) {
    return {};
  }
  Dims result{in[0], in[1]};
  for (const int64_t extent : outputSize->values) {
    result.push_back(extent);
  }
  check.Shape(gradOut, InLayout(std::move(result), LayoutOf(gradOut, resizing)), WordsOf(resizing).shape);
  check.Shape(gradInput, Dims(inputSize->values), "inputSize");
  const auto extents = std::span<const int64_t>(in.begin(), in.size()).subspan(2);
  return check.Failed() ? Axes{} : AxesOf(check, resizing, extents, outputSize->values);
}

PlaneMapArgs MapArgs(const Resizing& resizing, const NamedTensor& source, const NamedTensor& result,
                     const Axes& axes, bool backward) {
  const auto map = [&](size_t d) {
    // A place along a dim that is missing is taken once: a second time with weight 0 would turn infinity to NaN.
    const ResizeKind kind = d + resizing.spatial < 3 ? ResizeKind::kNearest : resizing.kind;
    AxisMap axis = ResizeMap(kind, axes[d], resizing.alignCorners, source.tensor->dtype);
    return backward ? axis.Transposed() : axis;
  };
  PlaneMapArgs args;
  if (resizing.spatial == 3) {
    args.depth = map(0);
  }
  args.map = {map(1), map(2)};
  args.sourceLayout = LayoutOf(source, resizing);
  args.resultLayout = LayoutOf(result, resizing);
  return args;
}

NearestArgs PlacesFor(const Resizing& resizing, const NamedTensor& self, const NamedTensor& out,
                      const Axes& axes) {
  NearestArgs args;
  args.selfLayout = LayoutOf(self, resizing);
  args.outLayout = LayoutOf(out, resizing);
  args.planes = NearestPlaces(resizing.kind, axes[0]);
  args.rows = NearestPlaces(resizing.kind, axes[1]);
  args.columns = NearestPlaces(resizing.kind, axes[2]);
  return args;
}

}  // namespace

Status Bind(PhaseOneCall& call, const Operator<NearestArgs>& op, const Resizing& resizing,
            const NamedTensor& self, const aclIntArray* outputSize, const NamedTensor& out) {
  ArgumentChecks check;
  const Axes axes = CheckForward(check, resizing, self, outputSize, out);
  return check.Failed() ? check.Result()
                        : call.Bind(op, PlacesFor(resizing, self, out, axes), {self.tensor, out.tensor});
}

Status Bind(PhaseOneCall& call, const Operator<PlaneMapArgs>& op, const Resizing& resizing,
            const NamedTensor& self, const aclIntArray* outputSize, const NamedTensor& out) {
  ArgumentChecks check;
  const Axes axes = CheckForward(check, resizing, self, outputSize, out);
  return check.Failed() ? check.Result()
                        : call.Bind(op, MapArgs(resizing, self, out, axes, false), {self.tensor, out.tensor});
}

Status BindBackward(PhaseOneCall& call, const Operator<PlaneMapArgs>& op, const Resizing& resizing,
                    const NamedTensor& gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize,
                    const NamedTensor& gradInput) {
  ArgumentChecks check;
  const Axes axes = CheckBackward(check, resizing, gradOut, outputSize, inputSize, gradInput);
  return check.Failed() ? check.Result()
                        : call.Bind(op, MapArgs(resizing, gradOut, gradInput, axes, true),
                                    {gradOut.tensor, gradInput.tensor});
}

namespace {

constexpr size_t kScales = 4;
constexpr auto kNearestArguments = ArgumentsOf<NearestArgs>("self", "out");
constexpr auto kLinearArguments = ArgumentsOf<PlaneMapArgs>("self", "out");
constexpr Operator<NearestArgs> kNearestByScales{"aclnnResize", kNearestArguments, kKernels<NearestArgs>};
constexpr Operator<PlaneMapArgs> kLinearByScales{"aclnnResize", kLinearArguments, kKernels<PlaneMapArgs>};

// An extent times its scale, without the fraction; 0 where it is none.
int64_t Scaled(int64_t extent, float scale) {
  const float product = std::floor(static_cast<float>(extent) * scale);
  return product >= 1 && product <= static_cast<float>(kMostPlaneExtent) ? static_cast<int64_t>(product) : 0;
}

Status BindByScales(PhaseOneCall& call, const NamedTensor& self, const aclFloatArray* scales,
                    const char* mode, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull("scales", scales).NotNull("mode", mode).NotNull(out);
  check.DtypeIn(self, FloatDtypes()).SameDtype(out, self).ValidView(self).ValidOutputView(out);
  const auto is = [&](const char* name) { return std::string_view(mode) == name; };
  check.Require(
      "mode", "nearest or bilinear", [&] { return is("nearest") || is("bilinear"); }, [&] { return mode; });
  check.Require(
      "scales", "4 numbers", [&] { return scales->values.size() == kScales; },
      [&] { return std::to_string(scales->values.size()); });
  check.Rank(self, kScales);
  if (check.Failed()) {
    return check.Result();
  }
  const Resizing resizing{
      is("nearest") ? ResizeKind::kNearest : ResizeKind::kLinear, 2, FloatDtypes(), false, {0, 0}};
  const Dims dims = ExtentsOf(check, resizing, self);
  if (check.Failed()) {
    return check.Result();
  }
  const std::array<int64_t, 2> sizes{Scaled(dims[2], scales->values[2]), Scaled(dims[3], scales->values[3])};
  check.Require(
      "scales", "scales of H and W that lead to 1 to 2^24 - 1 pixels", [&] { return AreExtents(sizes); },
      [&] { return std::to_string(scales->values[2]) + " and " + std::to_string(scales->values[3]); });
  if (check.Failed()) {
    return check.Result();
  }
  const Axes axes = CheckResult(check, resizing, dims, sizes, out);
  if (check.Failed()) {
    return check.Result();
  }
  const TensorsOfCall tensors{self.tensor, out.tensor};
  return is("nearest") ? call.Bind(kNearestByScales, PlacesFor(resizing, self, out, axes), tensors)
                       : call.Bind(kLinearByScales, MapArgs(resizing, self, out, axes, false), tensors);
}

}  // namespace
}  // namespace openaclnn::resize

OPENACLNN_CALL(aclnnResize,
               (const aclTensor* self, const aclFloatArray* scales, const char* mode, aclTensor* out),
               resize::BindByScales(call, {"self", self}, scales, mode, {"out", out}))
