// SPDX-License-Identifier: Apache-2.0
//
// aclnnRoiPoolingWithArgMax and aclnnRoiPoolingGradWithArgMax: the largest pixel of each bin of a region, and
// where it was. Places are computed in float64, so that FLOAT and FLOAT16 regions of the same numbers have the
// same bins.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "aclnnop/aclnn_roi_pooling_grad_with_arg_max.h"
#include "aclnnop/aclnn_roi_pooling_with_arg_max.h"
#include "base/checked_math.h"
#include "base/errors.h"
#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/sampling/regions_by_image.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;

constexpr int64_t kNumbers = 5;  // of a region: its image, and the corners x1, y1, x2, y2
constexpr int64_t kMostSlots = 64;

struct Args {
  TensorView images;   // [N, C, H, W]: what is read, or the gradient
  TensorView regions;  // [R, 5]
  TensorView bins;     // [R, C, height, width]: what is written, or the gradient of that
  TensorView places;   // of the largest pixels, in a plane
  double scaleY = 1;
  double scaleX = 1;
};

struct State : Prepared, roi::Extents {
  int64_t slots = 1;
  ScratchArray<double> numbers;        // of all regions
  ScratchArray<int64_t> byImage;       // regions, none where they have no bins
  ScratchArray<double> planesOfSlots;  // pixels, or sums of gradients
  ScratchArray<double> binsOfSlots;
  ScratchArray<int64_t> placesOfSlots;
};

State Prepare(const Args& args) {
  State state;
  state.SetExtents(args.images, args.bins);
  state.slots = std::clamp<int64_t>(args.images.Empty() ? 1 : state.images * state.channels, 1, kMostSlots);
  ScratchLayout scratch;
  state.numbers = scratch.Book<double>(state.regions * kNumbers);
  state.byImage = scratch.Book<int64_t>(state.Bins() > 0 ? state.regions : 0);
  state.planesOfSlots = scratch.Book<double>(state.slots * state.Pixels());
  state.binsOfSlots = scratch.Book<double>(state.slots * state.Bins());
  state.placesOfSlots = scratch.Book<int64_t>(state.slots * state.Bins());
  state.workspaceBytes = scratch.Bytes();
  constexpr size_t kPixelsOfBin = 4;
  state.cost = static_cast<size_t>(args.images.NumElements()) * sizeof(float) +
               kPixelsOfBin * static_cast<size_t>(args.bins.NumElements()) * sizeof(float);
  return state;
}

// One axis of a region, in pixels.
struct Axis {
  double start;
  double step;  // of a bin
  int64_t extent;

  [[nodiscard]] int64_t Clipped(double place) const {
    return std::isnan(place) ? 0 : static_cast<int64_t>(std::clamp(place, 0.0, static_cast<double>(extent)));
  }
  [[nodiscard]] int64_t Begin(int64_t bin) const {
    return Clipped(std::floor(static_cast<double>(bin) * step + start));
  }
  [[nodiscard]] int64_t End(int64_t bin) const {
    return Clipped(std::ceil(static_cast<double>(bin + 1) * step + start));
  }
};

class Kernel {
 public:
  Kernel(const Args& args, const State& state, std::byte* workspace)
      : args_(args),
        state_(state),
        workspace_(workspace),
        numbers_(state.numbers.In(workspace)),
        byImage_(state.byImage.In(workspace), static_cast<size_t>(state.Bins() > 0 ? state.regions : 0)) {}

  // Before anything is written.
  [[nodiscard]] Status ReadNumbers() const {
    ReadConverted(args_.regions, 0, state_.regions * kNumbers, numbers_);
    for (int64_t region = 0; region < state_.regions; ++region) {
      const double image = numbers_[region * kNumbers];
      if (!(image >= 0 && image < static_cast<double>(state_.images))) {
        return {code::kRtVectorCoreException,
                "rois: expected images in [0, " + std::to_string(state_.images) + "), got " +
                    std::to_string(image) + " in row " + std::to_string(region)};
      }
    }
    return Status::Ok();
  }

  [[nodiscard]] Status CheckPlaces() const {
    const int64_t count = args_.places.NumElements();
    std::array<int64_t, static_cast<size_t>(kConvertedChunk)> places;
    for (int64_t begin = 0; begin < count; begin += kConvertedChunk) {
      const int64_t some = std::min(kConvertedChunk, count - begin);
      ReadConverted(args_.places, begin, some, places.data());
      for (int64_t i = 0; i < some; ++i) {
        if (places[static_cast<size_t>(i)] >= state_.Pixels()) {
          return {code::kRtVectorCoreException, "argmax: expected values below " +
                                                    std::to_string(state_.Pixels()) + ", got " +
                                                    std::to_string(places[static_cast<size_t>(i)]) +
                                                    " at element " + std::to_string(begin + i)};
        }
      }
    }
    return Status::Ok();
  }

  // The planes are read once each.
  void Pool(const CpuContext& cpu) const {
    if (args_.images.Empty()) {  // of any number of images
      for (int64_t i = 0; i < state_.regions * state_.channels && state_.Bins() > 0; ++i) {
        PoolRegion(i / state_.channels, i % state_.channels, 0, nullptr);
      }
      return;
    }
    ForEachPlane(cpu, [&](int64_t image, int64_t channel, int64_t slot) {
      double* const plane = state_.planesOfSlots.In(workspace_) + slot * state_.Pixels();
      ReadConverted(args_.images, (image * state_.channels + channel) * state_.Pixels(), state_.Pixels(),
                    plane);
      ForEachRegion(image, [&](int64_t region) { PoolRegion(region, channel, slot, plane); });
    });
  }

  void Spread(const CpuContext& cpu) const {
    if (args_.images.Empty()) {
      return;
    }
    ForEachPlane(cpu, [&](int64_t image, int64_t channel, int64_t slot) {
      double* const sums = state_.planesOfSlots.In(workspace_) + slot * state_.Pixels();
      double* const grads = state_.binsOfSlots.In(workspace_) + slot * state_.Bins();
      int64_t* const places = state_.placesOfSlots.In(workspace_) + slot * state_.Bins();
      std::fill_n(sums, state_.Pixels(), 0.0);
      ForEachRegion(image, [&](int64_t region) {
        const int64_t first = (region * state_.channels + channel) * state_.Bins();
        ReadConverted(args_.bins, first, state_.Bins(), grads);
        ReadConverted(args_.places, first, state_.Bins(), places);
        for (int64_t bin = 0; bin < state_.Bins(); ++bin) {
          if (places[bin] >= 0) {
            sums[places[bin]] += grads[bin];
          }
        }
      });
      std::transform(sums, sums + state_.Pixels(), sums, WithQuietNan<double>);
      WriteConverted(args_.images, (image * state_.channels + channel) * state_.Pixels(), state_.Pixels(),
                     sums);
    });
  }

 private:
  // body(image, channel, slot)
  template <class Body>
  void ForEachPlane(const CpuContext& cpu, const Body& body) const {
    roi::SortByImage(ImageOf(), byImage_);
    ForEachTaskInSlots(cpu, state_.images * state_.channels, state_.slots, [&](int64_t task, int64_t slot) {
      body(task / state_.channels, task % state_.channels, slot);
    });
  }
  [[nodiscard]] auto ImageOf() const {
    return [numbers = numbers_](int64_t region) { return static_cast<int64_t>(numbers[region * kNumbers]); };
  }
  // Of an image, in their order.
  template <class Body>
  void ForEachRegion(int64_t image, const Body& body) const {
    for (const int64_t region : roi::RegionsOf(image, ImageOf(), byImage_)) {
      body(region);
    }
  }

  void PoolRegion(int64_t region, int64_t channel, int64_t slot, const double* plane) const {
    const double* const corners = numbers_ + region * kNumbers + 1;
    const double startX = corners[0] * args_.scaleX;
    const double startY = corners[1] * args_.scaleY;
    const double sideX = (corners[2] + 1) * args_.scaleX - startX;
    const double sideY = (corners[3] + 1) * args_.scaleY - startY;
    const bool empty = !(sideX > 0 && sideY > 0);  // NaN, too
    const Axis y{startY, sideY / static_cast<double>(state_.rows), state_.height};
    const Axis x{startX, sideX / static_cast<double>(state_.columns), state_.width};
    double* const values = state_.binsOfSlots.In(workspace_) + slot * state_.Bins();
    int64_t* const places = state_.placesOfSlots.In(workspace_) + slot * state_.Bins();
    for (int64_t row = 0; row < state_.rows; ++row) {
      for (int64_t column = 0; column < state_.columns; ++column) {
        const int64_t bin = row * state_.columns + column;
        places[bin] =
            empty ? -1 : Largest(plane, {y.Begin(row), y.End(row)}, {x.Begin(column), x.End(column)});
        values[bin] = places[bin] < 0 ? 0 : WithQuietNan(plane[places[bin]]);
      }
    }
    const int64_t first = (region * state_.channels + channel) * state_.Bins();
    WriteConverted(args_.bins, first, state_.Bins(), values);
    WriteConverted(args_.places, first, state_.Bins(), places);
  }

  struct Range {
    int64_t begin;
    int64_t end;
  };
  // The first of the largest pixels, or the first NaN; -1 where there is none.
  [[nodiscard]] int64_t Largest(const double* plane, Range rows, Range columns) const {
    int64_t best = -1;
    for (int64_t row = rows.begin; row < rows.end; ++row) {
      for (int64_t column = columns.begin; column < columns.end; ++column) {
        const int64_t place = row * state_.width + column;
        if (best < 0 || plane[place] > plane[best]) {
          best = place;
        }
        if (std::isnan(plane[place])) {
          return place;
        }
      }
    }
    return best;
  }

  const Args& args_;
  const State& state_;
  std::byte* const workspace_;
  double* const numbers_;
  const std::span<int64_t> byImage_;
};

template <bool kBackward>
Status Run(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  if (state.channels == 0) {
    return Status::Ok();
  }
  const Kernel kernel(args, state, workspace);
  Status status = kernel.ReadNumbers();
  if (kBackward && status.IsOk()) {
    status = kernel.CheckPlaces();
  }
  if (status.IsOk()) {
    kBackward ? kernel.Spread(cpu) : kernel.Pool(cpu);
  }
  return status;
}

constexpr OnlyKernel kForwardKernel(CpuKernel<Run<false>>("cpu:region_maxima", Prepare));
constexpr OnlyKernel kBackwardKernel(CpuKernel<Run<true>>("cpu:region_maxima_backward", Prepare));
constexpr std::array<TensorArgument<Args>, 4> kArguments{{{"x", Role::kInput, &Args::images},
                                                          {"rois", Role::kInput, &Args::regions},
                                                          {"y", Role::kOutput, &Args::bins},
                                                          {"argmax", Role::kOutput, &Args::places}}};
constexpr std::array<TensorArgument<Args>, 4> kBackwardArguments{
    {{"gradOutput", Role::kInput, &Args::bins},
     {"rois", Role::kInput, &Args::regions},
     {"argmax", Role::kInput, &Args::places},
     {"gradInputRef", Role::kOutput, &Args::images}}};
constexpr Operator<Args> kPooling{"aclnnRoiPoolingWithArgMax", kArguments, kForwardKernel};
constexpr Operator<Args> kGradient{"aclnnRoiPoolingGradWithArgMax", kBackwardArguments, kBackwardKernel};

constexpr std::array<DType, 1> kPlaceDtypes{DType::kInt32};

void CheckScale(ArgumentChecks& check, const char* name, double scale) {
  check.Require(
      name, "a finite number above 0", [&] { return scale > 0 && std::isfinite(scale); },
      [&] { return std::to_string(scale); });
}

struct Bins {
  int64_t rows;
  int64_t columns;
};

// Images of planes whose pixels INT32 counts, regions, and what there is of each bin.
void CheckShapes(ArgumentChecks& check, const NamedTensor& images, const NamedTensor& rois,
                 const NamedTensor& bins, const NamedTensor& places, Bins size) {
  check.InRange("pooledH", size.rows, 1, INT64_MAX, "rows of bins");
  check.InRange("pooledW", size.columns, 1, INT64_MAX, "columns of bins");
  check.Rank(images, 4).Rank(rois, 2);
  if (check.Failed()) {
    return;
  }
  const auto& dims = images.tensor->viewDims;
  check.Require(
      images.name, "fewer than 2^31 pixels in a plane",
      [&] { return CheckedProduct(std::span(dims).subspan(2)).value_or(INT64_MAX) <= INT32_MAX; },
      [&] { return ShapeText(dims); });
  check.DimEquals(rois, 1, kNumbers, "the image and the corners x1, y1, x2, y2");
  const Dims expected{rois.tensor->viewDims[0], dims[1], size.rows, size.columns};
  check.Shape(bins, expected, "[rows of rois, C of the images, pooledH, pooledW]");
  check.Shape(places, expected, "[rows of rois, C of the images, pooledH, pooledW]");
}

Status Bind(PhaseOneCall& call, const Tensors<4>& given, Bins size, float scaleH, float scaleW) {
  const auto [x, rois, y, argmax] = Named(kPooling, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(rois).NotNull(y).NotNull(argmax);
  check.DtypeIn(x, FloatDtypes()).SameDtype(rois, x).SameDtype(y, x).DtypeIn(argmax, kPlaceDtypes);
  check.ValidView(x).ValidView(rois).ValidOutputView(y).ValidOutputView(argmax);
  CheckScale(check, "spatialScaleH", static_cast<double>(scaleH));
  CheckScale(check, "spatialScaleW", static_cast<double>(scaleW));
  CheckShapes(check, x, rois, y, argmax, size);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.scaleY = static_cast<double>(scaleH);
  args.scaleX = static_cast<double>(scaleW);
  return call.Bind(kPooling, args, TensorsOf(given));
}

Status BindBackward(PhaseOneCall& call, const Tensors<4>& given, Bins size, double scale) {
  const auto [gradOutput, rois, argmax, gradInput] = Named(kGradient, given);
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(gradInput).NotNull(rois).NotNull(argmax);
  check.DtypeIn(gradOutput, FloatDtypes()).SameDtype(gradInput, gradOutput).SameDtype(rois, gradOutput);
  check.DtypeIn(argmax, kPlaceDtypes);
  check.ValidView(gradOutput).ValidOutputView(gradInput).ValidView(rois).ValidView(argmax);
  CheckScale(check, "spatialScale", scale);
  CheckShapes(check, gradInput, rois, gradOutput, argmax, size);
  return check.Failed() ? check.Result() : call.Bind(kGradient, Args(), TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnRoiPoolingWithArgMax,
               (const aclTensor* x, const aclTensor* rois, int64_t pooledH, int64_t pooledW,
                float spatialScaleH, float spatialScaleW, aclTensor* y, aclTensor* argmax),
               Bind(call, {x, rois, y, argmax}, {pooledH, pooledW}, spatialScaleH, spatialScaleW))

OPENACLNN_CALL(aclnnRoiPoolingGradWithArgMax,
               (const aclTensor* gradOutput, aclTensor* gradInputRef, const aclTensor* rois,
                const aclTensor* argmax, int64_t pooledH, int64_t pooledW, double spatialScale),
               BindBackward(call, {gradOutput, rois, argmax, gradInputRef}, {pooledH, pooledW}, spatialScale))
