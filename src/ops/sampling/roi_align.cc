// SPDX-License-Identifier: Apache-2.0
//
// aclnnRoiAlign, aclnnRoiAlignV2 and aclnnRoiAlignV2Backward: bins of regions of images, each the mean or the
// largest of some interpolated samples. Sums are those of float64, in the order of rows, columns and regions.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_roi_align.h"
#include "aclnnop/aclnn_roi_align_v2.h"
#include "aclnnop/aclnn_roi_align_v2_backward.h"
#include "base/checked_math.h"
#include "base/errors.h"
#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/sampling/regions_by_image.h"
#include "ops/sampling/roi_bins.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;
using roi::Axis;
using roi::Tap;

struct Args {
  TensorView images;   // [N, C, H, W]: what is read, or the gradient
  TensorView regions;  // [R, 4], or [R, 5] with the image's number in front
  TensorView numbers;  // of images, [R]; not defined if they are in the regions
  TensorView bins;     // [R, C, height, width]: what is written, or the gradient of that
  double scale = 1;
  double shift = 0;  // of regions, in pixels
  double least = 0;  // size of a region
  int64_t samples = 0;
  bool largest = false;
};

constexpr int64_t kBand = 16;  // channels of a task
constexpr int64_t kMostSlots = 64;
// Of the sums of all slots, unless a slot alone takes more.
constexpr int64_t kSlotBytes = int64_t{256} << 20;

struct State : Prepared, roi::Extents {
  int64_t band = 1;
  int64_t slots = 1;
  int64_t taps = 0;  // of an axis of a slot
  bool packs = false;
  ScratchArray<int64_t> numbers;
  ScratchArray<int64_t> byImage;  // for the gradient: regions
  ScratchArray<float> packed;
  ScratchArray<Tap> tapsOfSlots;
  ScratchArray<double> binsOfSlots;
  ScratchArray<double> sumsOfSlots;

  [[nodiscard]] int64_t Bands() const { return CeilDivide(channels, band); }
};

State PrepareFor(const Args& args, bool backward) {
  State state;
  if (args.bins.Empty() && !(backward && !args.images.Empty())) {
    return state;
  }
  state.SetExtents(args.images, args.bins);
  state.band = std::clamp<int64_t>(state.channels, 1, kBand);
  const int64_t tasks = (backward ? state.images : state.regions) * state.Bands();
  state.slots = std::clamp<int64_t>(tasks, 1, kMostSlots);
  state.packs = !backward && !(args.images.Contiguous() && args.images.dtype == DType::kFloat);
  ScratchLayout scratch;
  state.numbers = scratch.Book<int64_t>(state.regions);
  state.packed = scratch.Book<float>(state.packs ? args.images.NumElements() : 0);
  state.taps = 2 * roi::MostInside(args.samples, std::max(state.height, state.width));
  if (backward) {
    state.byImage = scratch.Book<int64_t>(state.regions);
    const int64_t bytes =
        static_cast<int64_t>(sizeof(double)) * state.band * std::max<int64_t>(state.Pixels(), 1);
    state.slots = std::clamp<int64_t>(kSlotBytes / bytes, 1, state.slots);
    state.sumsOfSlots = scratch.Book<double>(state.slots * state.band * state.Pixels());
  }
  state.tapsOfSlots = scratch.Book<Tap>(state.slots * 2 * state.taps);
  state.binsOfSlots = scratch.Book<double>(state.slots * state.band * state.Bins());
  state.workspaceBytes = scratch.Bytes();
  constexpr size_t kCorners = 4;
  state.cost = (kCorners * static_cast<size_t>(args.bins.NumElements()) +
                static_cast<size_t>(args.images.NumElements())) *
               sizeof(float);
  return state;
}
template <bool kBackward>
State Prepare(const Args& args) {
  return PrepareFor(args, kBackward);
}

class Kernel {
 public:
  Kernel(const Args& args, const State& state, std::byte* workspace)
      : args_(args), state_(state), workspace_(workspace) {}

  // Before anything is written.
  [[nodiscard]] Status ReadNumbers() const {
    int64_t* const numbers = state_.numbers.In(workspace_);
    const bool inRegions = !args_.numbers.Defined();
    const TensorView& view = inRegions ? args_.regions : args_.numbers;
    const ConvertedReader reader(view, DType::kDouble);
    ConvertedBuffer buffer;
    for (int64_t region = 0; region < state_.regions; ++region) {
      const auto* const number = reinterpret_cast<const double*>(
          reader.Read(inRegions ? region * args_.regions.dims[1] : region, 1, buffer));
      if (!(*number >= 0 && *number < static_cast<double>(state_.images))) {
        const std::string at = std::to_string(region);
        return {code::kRtVectorCoreException,
                (inRegions ? "boxes: expected images in [0, " : "batchIndices: expected values in [0, ") +
                    std::to_string(state_.images) + "), got " + std::to_string(*number) +
                    (inRegions ? " in row " : " at element ") + at};
      }
      numbers[region] = static_cast<int64_t>(*number);
    }
    return Status::Ok();
  }

  void Sample(const CpuContext& cpu) const {
    Pack(cpu);
    const int64_t bands = state_.Bands();
    ForEachTaskInSlots(cpu, state_.regions * bands, state_.slots, [&](int64_t task, int64_t slot) {
      const int64_t region = task / bands;
      const int64_t channel = task % bands * state_.band;
      const int64_t channels = std::min(state_.band, state_.channels - channel);
      const int64_t image = state_.numbers.In(workspace_)[region];
      const float* const planes = Pixels() + (image * state_.channels + channel) * state_.Pixels();
      double* const values = BinsOf(slot);
      const auto [y, x] = AxesOf(region);
      const double count = std::max(y.samples * x.samples, 1.0);
      ForEachBin(y, x, slot, [&](int64_t bin, const Taps& rows, const Taps& columns) {
        for (int64_t c = 0; c < channels; ++c) {
          const float* const plane = planes + c * state_.Pixels();
          values[c * state_.Bins() + bin] = WithQuietNan(args_.largest ? Largest(plane, rows, columns, count)
                                                                       : Sum(plane, rows, columns) / count);
        }
      });
      WriteConverted(args_.bins, (region * state_.channels + channel) * state_.Bins(),
                     channels * state_.Bins(), values);
    });
  }

  void Spread(const CpuContext& cpu) const {
    if (args_.images.Empty()) {
      return;  // of any number of images
    }
    const int64_t bands = state_.Bands();
    const int64_t* const numbers = state_.numbers.In(workspace_);
    const auto imageOf = [numbers](int64_t region) { return numbers[region]; };
    const std::span<int64_t> byImage(state_.byImage.In(workspace_),
                                     static_cast<size_t>(state_.Bins() > 0 ? state_.regions : 0));
    roi::SortByImage(imageOf, byImage);
    ForEachTaskInSlots(cpu, state_.images * bands, state_.slots, [&](int64_t task, int64_t slot) {
      const int64_t image = task / bands;
      const int64_t channel = task % bands * state_.band;
      const int64_t channels = std::min(state_.band, state_.channels - channel);
      double* const sums = state_.sumsOfSlots.In(workspace_) + slot * state_.band * state_.Pixels();
      std::fill_n(sums, channels * state_.Pixels(), 0.0);
      for (const int64_t region : roi::RegionsOf(image, imageOf, byImage)) {
        SpreadRegion(region, channel, channels, slot, sums);
      }
      std::transform(sums, sums + channels * state_.Pixels(), sums, WithQuietNan<double>);
      WriteConverted(args_.images, (image * state_.channels + channel) * state_.Pixels(),
                     channels * state_.Pixels(), sums);
    });
  }

 private:
  // Of one axis of a bin. Of the largest sample there are two for each sample, otherwise one for each pixel.
  struct Taps {
    const Tap* taps;
    int64_t count;
  };
  struct Axes {
    Axis y;
    Axis x;
  };

  void Pack(const CpuContext& cpu) const {
    if (!state_.packs) {
      return;
    }
    constexpr int64_t kTask = 32 * kConvertedChunk;
    ForEachPiece(cpu, args_.images.NumElements(), kTask, 1, [&](int64_t begin, int64_t count) {
      ReadConverted(args_.images, begin, count, state_.packed.In(workspace_) + begin);
    });
  }
  [[nodiscard]] const float* Pixels() const {
    return state_.packs ? state_.packed.In(workspace_) : reinterpret_cast<const float*>(args_.images.data);
  }
  [[nodiscard]] double* BinsOf(int64_t slot) const {
    return state_.binsOfSlots.In(workspace_) + slot * state_.band * state_.Bins();
  }

  [[nodiscard]] Axes AxesOf(int64_t region) const {
    const int64_t length = args_.regions.dims[1];
    std::array<double, 4> corners;
    ReadConverted(args_.regions, region * length + length - 4, 4, corners.data());
    for (double& corner : corners) {
      corner = corner * args_.scale - args_.shift;
    }
    const auto [x1, y1, x2, y2] = corners;
    return {roi::AxisOf(y1, y2, args_.least, state_.rows, args_.samples, state_.height),
            roi::AxisOf(x1, x2, args_.least, state_.columns, args_.samples, state_.width)};
  }

  [[nodiscard]] Taps TapsOf(const Axis& axis, int64_t bin, Tap* taps) const {
    if (!args_.largest) {
      return {taps, roi::CollectTaps(axis, bin, taps)};
    }
    int64_t count = 0;
    roi::ForEachSample(axis, bin, [&](const Tap& low, const Tap& high) {
      taps[count++] = low;
      taps[count++] = high;
    });
    return {taps, count};
  }

  // Calls body(bin, rows, columns) for the bins of a region.
  template <class Body>
  void ForEachBin(const Axis& y, const Axis& x, int64_t slot, const Body& body) const {
    Tap* const taps = state_.tapsOfSlots.In(workspace_) + slot * 2 * state_.taps;
    for (int64_t row = 0; row < state_.rows; ++row) {
      const Taps rows = TapsOf(y, row, taps);
      for (int64_t column = 0; column < state_.columns; ++column) {
        body(row * state_.columns + column, rows, TapsOf(x, column, taps + state_.taps));
      }
    }
  }

  [[nodiscard]] double Sum(const float* plane, const Taps& rows, const Taps& columns) const {
    double sum = 0;
    for (int64_t i = 0; i < rows.count; ++i) {
      const float* const pixels = plane + rows.taps[i].at * state_.width;
      double ofRow = 0;
      for (int64_t j = 0; j < columns.count; ++j) {
        ofRow += columns.taps[j].weight * static_cast<double>(pixels[columns.taps[j].at]);
      }
      sum += rows.taps[i].weight * ofRow;
    }
    return sum;
  }

  // The pixels of a sample that have a weight.
  static Taps PairAt(const Taps& taps, int64_t i) {
    return {taps.taps + i, taps.taps[i + 1].weight == 0 ? 1 : 2};
  }

  // Of samples outside of the image, which are 0, too.
  [[nodiscard]] double Largest(const float* plane, const Taps& rows, const Taps& columns,
                               double count) const {
    constexpr double kPairs = 4;
    const bool all = static_cast<double>(rows.count) * static_cast<double>(columns.count) == kPairs * count;
    double largest = all ? -std::numeric_limits<double>::infinity() : 0;
    for (int64_t i = 0; i < rows.count; i += 2) {
      for (int64_t j = 0; j < columns.count; j += 2) {
        const double sample = Sum(plane, PairAt(rows, i), PairAt(columns, j));
        largest = sample > largest || std::isnan(sample) ? sample : largest;
        if (std::isnan(largest)) {
          return largest;
        }
      }
    }
    return largest;
  }

  void SpreadRegion(int64_t region, int64_t channel, int64_t channels, int64_t slot, double* sums) const {
    double* const grads = BinsOf(slot);
    ReadConverted(args_.bins, (region * state_.channels + channel) * state_.Bins(), channels * state_.Bins(),
                  grads);
    const auto [y, x] = AxesOf(region);
    const double count = std::max(y.samples * x.samples, 1.0);
    ForEachBin(y, x, slot, [&](int64_t bin, const Taps& rows, const Taps& columns) {
      for (int64_t c = 0; c < channels; ++c) {
        const double grad = grads[c * state_.Bins() + bin] / count;
        for (int64_t i = 0; i < rows.count; ++i) {
          double* const pixels = sums + c * state_.Pixels() + rows.taps[i].at * state_.width;
          for (int64_t j = 0; j < columns.count; ++j) {
            pixels[columns.taps[j].at] += grad * rows.taps[i].weight * columns.taps[j].weight;
          }
        }
      }
    });
  }

  const Args& args_;
  const State& state_;
  std::byte* const workspace_;
};

template <bool kBackward>
Status Run(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  if (state.channels == 0) {
    return Status::Ok();
  }
  const Kernel kernel(args, state, workspace);
  Status status = kernel.ReadNumbers();
  if (status.IsOk()) {
    kBackward ? kernel.Spread(cpu) : kernel.Sample(cpu);
  }
  return status;
}

constexpr OnlyKernel kForwardKernel(CpuKernel<Run<false>>("cpu:regions", Prepare<false>));
constexpr OnlyKernel kBackwardKernel(CpuKernel<Run<true>>("cpu:regions_backward", Prepare<true>));
constexpr std::array<TensorArgument<Args>, 4> kArguments{{{"self", Role::kInput, &Args::images},
                                                          {"rois", Role::kInput, &Args::regions},
                                                          {"batchIndices", Role::kInput, &Args::numbers},
                                                          {"out", Role::kOutput, &Args::bins}}};
constexpr std::array<TensorArgument<Args>, 3> kArgumentsV2{{{"self", Role::kInput, &Args::images},
                                                            {"boxes", Role::kInput, &Args::regions},
                                                            {"out", Role::kOutput, &Args::bins}}};
constexpr std::array<TensorArgument<Args>, 3> kBackwardArguments{
    {{"gradOutput", Role::kInput, &Args::bins},
     {"boxes", Role::kInput, &Args::regions},
     {"gradInput", Role::kOutput, &Args::images}}};
constexpr Operator<Args> kRoiAlign{"aclnnRoiAlign", kArguments, kForwardKernel};
constexpr Operator<Args> kRoiAlignV2{"aclnnRoiAlignV2", kArgumentsV2, kForwardKernel};
constexpr Operator<Args> kRoiAlignV2Backward{"aclnnRoiAlignV2Backward", kBackwardArguments, kBackwardKernel};

constexpr std::array<DType, 2> kDtypes{DType::kFloat, DType::kFloat16};
constexpr std::array<DType, 1> kIndexDtypes{DType::kInt32};
constexpr std::array<DType, 1> kGradientDtypes{DType::kFloat};

// What all prototypes say of the bins.
struct Options {
  const char* height;  // the name of the argument
  const char* width;
  int64_t rows;
  int64_t columns;
  float scale;
  int64_t samples;
};

void CheckOptions(ArgumentChecks& check, const Options& options, int64_t leastSamples) {
  check.InRange(options.height, options.rows, 1, INT64_MAX, "rows of bins");
  check.InRange(options.width, options.columns, 1, INT64_MAX, "columns of bins");
  check.InRange("samplingRatio", options.samples, leastSamples, roi::kMostSamples, "samples of a bin, or 0");
  check.Require(
      "spatialScale", "a finite number above 0",
      [&] { return options.scale > 0 && std::isfinite(options.scale); },
      [&] { return std::to_string(options.scale); });
}

Args ArgsOf(const Options& options, bool aligned, bool keepsSmall) {
  Args args;
  args.scale = static_cast<double>(options.scale);
  args.shift = aligned ? 0.5 : 0;
  args.least = keepsSmall ? -std::numeric_limits<double>::infinity() : 1;
  args.samples = std::max<int64_t>(options.samples, 0);
  return args;
}

Status Bind(PhaseOneCall& call, const Tensors<4>& given, const char* mode, const Options& options) {
  const auto [self, rois, batchIndices, out] = Named(kRoiAlign, given);
  ArgumentChecks check;
  check.NotNull(self).NotNull(rois).NotNull(batchIndices).NotNull("mode", mode).NotNull(out);
  check.DtypeIn(self, kDtypes).SameDtype(rois, self).DtypeIn(batchIndices, kIndexDtypes).SameDtype(out, self);
  check.ValidView(self).ValidView(rois).ValidView(batchIndices).ValidOutputView(out);
  const auto is = [&](const char* name) { return std::string_view(mode) == name; };
  check.Require(
      "mode", "avg or max", [&] { return is("avg") || is("max"); }, [&] { return mode; });
  CheckOptions(check, options, 0);
  check.Rank(self, 4).Rank(rois, 2);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t regions = rois.tensor->viewDims[0];
  check.DimEquals(rois, 1, 4, "the corners x1, y1, x2, y2");
  check.Shape(batchIndices, {regions}, "one image for each row of rois");
  check.Shape(out, {regions, self.tensor->viewDims[1], options.rows, options.columns},
              "[rows of rois, C of self, outputHeight, outputWidth]");
  if (check.Failed()) {
    return check.Result();
  }
  Args args = ArgsOf(options, false, false);
  args.largest = is("max");
  return call.Bind(kRoiAlign, args, TensorsOf(given));
}

// Boxes, and the bins of a call with the shape of the images.
void CheckBoxes(ArgumentChecks& check, const NamedTensor& boxes, const NamedTensor& bins, int64_t channels,
                const Options& options) {
  check.Rank(boxes, 2);
  if (check.Failed()) {
    return;
  }
  check.DimEquals(boxes, 1, 5, "the image and the corners x1, y1, x2, y2");
  check.Shape(bins, {boxes.tensor->viewDims[0], channels, options.rows, options.columns},
              "[rows of boxes, C of the images, pooledHeight, pooledWidth]");
}

Status BindV2(PhaseOneCall& call, const Tensors<3>& given, const Options& options, bool aligned) {
  const auto [self, boxes, out] = Named(kRoiAlignV2, given);
  ArgumentChecks check;
  check.NotNull(self).NotNull(boxes).NotNull(out);
  check.DtypeIn(self, kDtypes).SameDtype(boxes, self).SameDtype(out, self);
  check.ValidView(self).ValidView(boxes).ValidOutputView(out);
  CheckOptions(check, options, INT64_MIN);
  check.Rank(self, 4);
  if (check.Failed()) {
    return check.Result();
  }
  CheckBoxes(check, boxes, out, self.tensor->viewDims[1], options);
  return check.Failed() ? check.Result()
                        : call.Bind(kRoiAlignV2, ArgsOf(options, aligned, aligned), TensorsOf(given));
}

Status BindBackward(PhaseOneCall& call, const Tensors<3>& given, const aclIntArray* inputShape,
                    const Options& options, bool aligned) {
  const auto [gradOutput, boxes, gradInput] = Named(kRoiAlignV2Backward, given);
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(boxes).NotNull("inputShape", inputShape).NotNull(gradInput);
  check.DtypeIn(gradOutput, kGradientDtypes).SameDtype(boxes, gradOutput).SameDtype(gradInput, gradOutput);
  check.ValidView(gradOutput).ValidView(boxes).ValidOutputView(gradInput);
  CheckOptions(check, options, INT64_MIN);
  check.Require(
      "inputShape", "4 numbers, N, C, H and W", [&] { return inputShape->values.size() == 4; },
      [&] { return ShapeText(inputShape->values); });
  if (check.Failed()) {
    return check.Result();
  }
  check.Shape(gradInput, Dims(std::span<const int64_t>(inputShape->values)), "inputShape");
  CheckBoxes(check, boxes, gradOutput, inputShape->values[1], options);
  return check.Failed() ? check.Result()
                        : call.Bind(kRoiAlignV2Backward, ArgsOf(options, aligned, aligned), TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnRoiAlign,
               (const aclTensor* self, const aclTensor* rois, const aclTensor* batchIndices, const char* mode,
                int outputHeight, int outputWidth, int samplingRatio, float spatialScale, aclTensor* out),
               Bind(call, {self, rois, batchIndices, out}, mode,
                    {"outputHeight", "outputWidth", outputHeight, outputWidth, spatialScale, samplingRatio}))

OPENACLNN_CALL(aclnnRoiAlignV2,
               (const aclTensor* self, const aclTensor* boxes, int64_t pooledHeight, int64_t pooledWidth,
                float spatialScale, int64_t samplingRatio, bool aligned, aclTensor* out),
               BindV2(call, {self, boxes, out},
                      {"pooledHeight", "pooledWidth", pooledHeight, pooledWidth, spatialScale, samplingRatio},
                      aligned))

OPENACLNN_CALL(
    aclnnRoiAlignV2Backward,
    (const aclTensor* gradOutput, const aclTensor* boxes, const aclIntArray* inputShape, int64_t pooledHeight,
     int64_t pooledWidth, float spatialScale, int64_t samplingRatio, bool aligned, aclTensor* gradInput),
    BindBackward(call, {gradOutput, boxes, gradInput}, inputShape,
                 {"pooledHeight", "pooledWidth", pooledHeight, pooledWidth, spatialScale, samplingRatio},
                 aligned))
