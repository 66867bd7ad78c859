// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/resize.h"

#include <algorithm>
#include <string>

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
            const aclIntArray* outputSize) {
  Axes axes;
  int64_t taps = 0;
  for (size_t d = 0; d < resizing.spatial; ++d) {
    ResizeAxis& axis = axes[3 - resizing.spatial + d];
    axis = {from[d], outputSize->values[d], resizing.times[d]};
    taps = std::max(taps, axis.to * TapsOf(resizing.kind, axis, resizing.alignCorners));
  }
  check.Require(
      "outputSize", "at most 2^26 places of the input for the places of an axis",
      [&] { return taps <= kMostTaps; }, [&] { return std::to_string(taps); });
  return axes;
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
  Dims dims(self.tensor->viewDims);
  if (LayoutOf(self, resizing).channelsLast) {
    std::rotate(dims.begin() + 1, dims.end() - 1, dims.end());
  }
  const auto extents = std::span<const int64_t>(dims.begin(), dims.size()).subspan(2);
  check.Require(
      self.name, WordsOf(resizing).extents, [&] { return AreExtents(extents); },
      [&] { return ShapeText(self.tensor->viewDims); });
  if (check.Failed()) {
    return {};
  }
  Dims result{dims[0], dims[1]};
  for (const int64_t extent : outputSize->values) {
    result.push_back(extent);
  }
  check.Shape(out, InLayout(std::move(result), LayoutOf(out, resizing)), WordsOf(resizing).shape);
  return check.Failed() ? Axes{} : AxesOf(check, resizing, extents, outputSize);
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
  return check.Failed() ? Axes{} : AxesOf(check, resizing, extents, outputSize);
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

}  // namespace

Status Bind(PhaseOneCall& call, const Operator<NearestArgs>& op, const Resizing& resizing,
            const NamedTensor& self, const aclIntArray* outputSize, const NamedTensor& out) {
  ArgumentChecks check;
  const Axes axes = CheckForward(check, resizing, self, outputSize, out);
  if (check.Failed()) {
    return check.Result();
  }
  NearestArgs args;
  args.selfLayout = LayoutOf(self, resizing);
  args.outLayout = LayoutOf(out, resizing);
  args.planes = NearestPlaces(resizing.kind, axes[0]);
  args.rows = NearestPlaces(resizing.kind, axes[1]);
  args.columns = NearestPlaces(resizing.kind, axes[2]);
  return call.Bind(op, std::move(args), {self.tensor, out.tensor});
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

}  // namespace openaclnn::resize
