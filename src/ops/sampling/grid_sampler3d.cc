// SPDX-License-Identifier: Apache-2.0
//
// aclnnGridSampler3D and aclnnGridSampler3DBackward: values of volumes at given points, and their gradients.
// The volumes lie in memory without gaps, or are copied there. Sums are those of float64, in the order of
// corners, channels or points.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_grid_sampler3d.h"
#include "aclnnop/aclnn_grid_sampler3d_backward.h"
#include "base/checked_math.h"
#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/sampling/grid_axis.h"
#include "ops/sampling/grid_checks.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;
using grid_sampler::AxisSamples;
using grid_sampler::GridAxis;
using grid_sampler::kTileSamples;
using grid_sampler::PerSample;

struct Args {
  TensorView gradOutput;  // of the gradient
  TensorView input;       // [N, C, D, H, W]
  TensorView grid;        // [N, Do, Ho, Wo, 3]: x along W, y along H, z along D
  TensorView out;         // [N, C, Do, Ho, Wo]
  TensorView inputGrad;   // these two if they are asked for
  TensorView gridGrad;
  std::array<GridAxis, 3> axes;  // x, y, z
};

constexpr size_t kCorners = 8;
constexpr int64_t kPieceSamples = 1024;
constexpr int64_t kMostSlots = 64;
// Of the sums of all slots, unless a slot alone takes more.
constexpr int64_t kSlotBytes = int64_t{256} << 20;
constexpr int64_t kMostBand = 8;

struct State : Prepared {
  int64_t images = 0;
  int64_t channels = 0;
  int64_t pixels = 0;   // of a volume
  int64_t samples = 0;  // of an image
  int64_t band = 1;     // channels of a task of inputGrad
  int64_t slots = 1;
  bool packs = false;
  ScratchArray<std::byte> volumes;
  ScratchArray<double> sums;  // of a slot
};

// The type that volumes are read in.
DType ReadDtype(const Args& args) {
  return args.input.dtype == DType::kDouble ? DType::kDouble : DType::kFloat;
}

State Prepare(const Args& args) {
  State state;
  const auto& dims = args.input.dims;
  state.images = dims[0];
  state.channels = dims[1];
  state.pixels = dims[2] * dims[3] * dims[4];
  state.samples = args.grid.dims[1] * args.grid.dims[2] * args.grid.dims[3];
  const int64_t volumes = state.images * state.channels;
  ScratchLayout scratch;
  state.packs = (args.out.Defined() || args.gridGrad.Defined()) &&
                !(args.input.Contiguous() && args.input.dtype == ReadDtype(args));
  const int64_t packed = state.packs ? args.input.NumElements() : 0;
  state.volumes = {scratch.Reserve(packed, SizeOf(ReadDtype(args)))};
  if (args.inputGrad.Defined() && !args.inputGrad.Empty()) {
    state.band = std::clamp<int64_t>(volumes / kMostSlots, 1, std::min(kMostBand, state.channels));
    const int64_t tasks = state.images * CeilDivide(state.channels, state.band);
    const int64_t bytes = static_cast<int64_t>(sizeof(double)) * state.band;
    state.slots = std::clamp<int64_t>(kSlotBytes / bytes / state.pixels, 1, std::min(kMostSlots, tasks));
    state.sums = scratch.Book<double>(state.slots * state.band * state.pixels);
  }
  state.workspaceBytes = scratch.Bytes();
  const auto corners = static_cast<size_t>(volumes * state.samples) * kCorners;
  state.cost = (args.out.Defined() ? corners : 3 * corners) * sizeof(float) + state.workspaceBytes;
  return state;
}

// Where the eight corners of a point are in a volume, and how much of each counts.
struct Corners {
  std::array<int64_t, kCorners> places{};  // -1 outside
  std::array<double, kCorners> weights{};
};

// Some neighbouring points of an image.
class Points {
 public:
  explicit Points(const Args& args)
      : args_(args), reader_(args.grid, DType::kDouble), corners_(CornersOf(args.axes[0].interpolation)) {}

  void Locate(int64_t first, int64_t count) {
    ConvertedBuffer buffer;
    const auto* const triples = reinterpret_cast<const double*>(reader_.Read(first * 3, count * 3, buffer));
    for (size_t axis = 0; axis < axes_.size(); ++axis) {
      alignas(64) PerSample<double> values{};
      for (int64_t i = 0; i < count; ++i) {
        values[static_cast<size_t>(i)] = triples[static_cast<size_t>(i) * 3 + axis];
      }
      LocateOnAxis(args_.axes[axis], values, axes_[axis]);
    }
  }
  // The corners that count: 1 or 8. Bits 0, 1 and 2 of a number are those of x, y and z.
  [[nodiscard]] size_t Count() const { return corners_; }
  [[nodiscard]] Corners At(size_t point) const {
    Corners corners;
    const auto& [x, y, z] = axes_;
    const int64_t width = args_.axes[0].pixels;
    const int64_t height = args_.axes[1].pixels;
    for (size_t k = 0; k < corners_; ++k) {
      const int64_t column = x.pixels[k & 1U][point];
      const int64_t row = y.pixels[k >> 1U & 1U][point];
      const int64_t plane = z.pixels[k >> 2U][point];
      corners.places[k] = (column | row | plane) < 0 ? -1 : (plane * height + row) * width + column;
      corners.weights[k] =
          z.weights[k >> 2U][point] * y.weights[k >> 1U & 1U][point] * x.weights[k & 1U][point];
    }
    return corners;
  }
  // The derivative for the grid values, by those for the corners.
  void Gradient(size_t point, const std::array<double, kCorners>& ofCorners, double* triple) const {
    for (size_t axis = 0; axis < axes_.size(); ++axis) {
      const size_t bit = size_t{1} << axis;
      double sum = 0;
      for (size_t k = 0; k < kCorners; ++k) {
        if ((k & bit) == 0) {
          double weight = 1;
          for (size_t other = axes_.size(); other-- > 0;) {
            weight *= other == axis ? 1 : axes_[other].weights[k >> other & 1U][point];
          }
          sum += weight * (ofCorners[k | bit] - ofCorners[k]);
        }
      }
      triple[axis] = sum * axes_[axis].slopes[point];
    }
  }

 private:
  static size_t CornersOf(GridInterpolation mode) {
    return mode == GridInterpolation::kNearest ? 1 : kCorners;
  }

  const Args& args_;
  const ConvertedReader reader_;
  const size_t corners_;
  std::array<AxisSamples, 3> axes_;
};

template <class Body>
void ForEachTile(int64_t begin, int64_t end, const Body& body) {
  for (; begin < end; begin += kTileSamples) {
    body(begin, std::min(kTileSamples, end - begin));
  }
}

template <class Element>
class Kernel3D {
 public:
  Kernel3D(const Args& args, const State& state, std::byte* workspace)
      : args_(args),
        state_(state),
        workspace_(workspace),
        volumes_(
            reinterpret_cast<const Element*>(state.packs ? state.volumes.In(workspace) : args.input.data)) {}

  void Sample(const CpuContext& cpu) const {
    Pack(cpu);
    ForEachPiece(cpu, [&](int64_t image, int64_t begin, int64_t end) {
      const ConvertedWriter out(args_.out, DType::kDouble);
      Points points(args_);
      std::array<Corners, kTileSamples> corners;
      PerSample<double> values;
      ForEachTile(begin, end, [&](int64_t first, int64_t count) {
        LocateTile(image, first, count, points, corners);
        for (int64_t channel = 0; channel < state_.channels; ++channel) {
          const int64_t volume = image * state_.channels + channel;
          for (int64_t i = 0; i < count; ++i) {
            const auto at = static_cast<size_t>(i);
            values[at] = Interpolated(volumes_ + volume * state_.pixels, corners[at], points.Count());
          }
          out.Write(volume * state_.samples + first, count,
                    reinterpret_cast<const std::byte*>(values.data()));
        }
      });
    });
  }

  void GridGradient(const CpuContext& cpu) const {
    Pack(cpu);
    ForEachPiece(cpu, [&](int64_t image, int64_t begin, int64_t end) {
      const ConvertedWriter out(args_.gridGrad, DType::kDouble);
      const ConvertedReader gradOutput(args_.gradOutput, DType::kDouble);
      Points points(args_);
      std::array<Corners, kTileSamples> corners;
      std::array<std::array<double, kCorners>, kTileSamples> derivatives;
      ConvertedBuffer buffer;
      PerSample<double, 3> triples;
      ForEachTile(begin, end, [&](int64_t first, int64_t count) {
        triples.fill(0);
        if (args_.axes[0].interpolation == GridInterpolation::kBilinear) {
          LocateTile(image, first, count, points, corners);
          derivatives.fill({});
          for (int64_t channel = 0; channel < state_.channels; ++channel) {
            const int64_t volume = image * state_.channels + channel;
            const auto* const grads = reinterpret_cast<const double*>(
                gradOutput.Read(volume * state_.samples + first, count, buffer));
            for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
              AddProducts(volumes_ + volume * state_.pixels, corners[i], grads[i], derivatives[i]);
            }
          }
          for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
            points.Gradient(i, derivatives[i], triples.data() + 3 * i);
          }
          std::transform(triples.begin(), triples.end(), triples.begin(), WithQuietNan<double>);
        }
        out.Write((image * state_.samples + first) * 3, count * 3,
                  reinterpret_cast<const std::byte*>(triples.data()));
      });
    });
  }

  void InputGradient(const CpuContext& cpu) const {
    const int64_t bands = CeilDivide(state_.channels, state_.band);
    ForEachTaskInSlots(cpu, state_.images * bands, state_.slots, [&](int64_t task, int64_t slot) {
      const int64_t image = task / bands;
      const int64_t channel = task % bands * state_.band;
      const int64_t channels = std::min(state_.band, state_.channels - channel);
      const int64_t volume = image * state_.channels + channel;
      double* const sums = state_.sums.In(workspace_) + slot * state_.band * state_.pixels;
      std::fill_n(sums, channels * state_.pixels, 0.0);
      const ConvertedReader gradOutput(args_.gradOutput, DType::kDouble);
      Points points(args_);
      std::array<Corners, kTileSamples> corners;
      ConvertedBuffer buffer;
      ForEachTile(0, state_.samples, [&](int64_t first, int64_t count) {
        LocateTile(image, first, count, points, corners);
        for (int64_t c = 0; c < channels; ++c) {
          const auto* const grads = reinterpret_cast<const double*>(
              gradOutput.Read((volume + c) * state_.samples + first, count, buffer));
          for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
            Spread(corners[i], points.Count(), grads[i], sums + c * state_.pixels);
          }
        }
      });
      std::transform(sums, sums + channels * state_.pixels, sums, WithQuietNan<double>);
      WriteConverted(args_.inputGrad, volume * state_.pixels, channels * state_.pixels, sums);
    });
  }

 private:
  void Pack(const CpuContext& cpu) const {
    if (!state_.packs) {
      return;
    }
    constexpr int64_t kTask = 32 * kConvertedChunk;
    auto* const to = reinterpret_cast<Element*>(state_.volumes.In(workspace_));
    openaclnn::ForEachPiece(cpu, args_.input.NumElements(), kTask, 1, [&](int64_t begin, int64_t count) {
      ReadConverted(args_.input, begin, count, to + begin);
    });
  }

  // Calls body(image, first point, one past the last) for pieces of images.
  template <class Body>
  void ForEachPiece(const CpuContext& cpu, const Body& body) const {
    const int64_t pieces = CeilDivide(state_.samples, kPieceSamples);
    cpu.ParallelFor(state_.images * pieces, [&](int64_t task) {
      const int64_t begin = task % pieces * kPieceSamples;
      body(task / pieces, begin, std::min(state_.samples, begin + kPieceSamples));
    });
  }

  void LocateTile(int64_t image, int64_t first, int64_t count, Points& points,
                  std::array<Corners, kTileSamples>& corners) const {
    points.Locate(image * state_.samples + first, count);
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      corners[i] = points.At(i);
    }
  }

  static double Interpolated(const Element* volume, const Corners& corners, size_t count) {
    double sum = 0;
    for (size_t k = 0; k < count; ++k) {
      if (corners.places[k] >= 0) {
        sum += corners.weights[k] * static_cast<double>(volume[corners.places[k]]);
      }
    }
    return WithQuietNan(sum);
  }
  static void AddProducts(const Element* volume, const Corners& corners, double grad,
                          std::array<double, kCorners>& sums) {
    for (size_t k = 0; k < kCorners; ++k) {
      if (corners.places[k] >= 0) {
        sums[k] += grad * static_cast<double>(volume[corners.places[k]]);
      }
    }
  }
  static void Spread(const Corners& corners, size_t count, double grad, double* sums) {
    for (size_t k = 0; k < count; ++k) {
      if (corners.places[k] >= 0) {
        sums[corners.places[k]] += corners.weights[k] * grad;
      }
    }
  }

  const Args& args_;
  const State& state_;
  std::byte* const workspace_;
  const Element* const volumes_;
};

void Run(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  const auto run = [&](auto element) {
    const Kernel3D<decltype(element)> kernel(args, state, workspace);
    if (args.out.Defined() && !args.out.Empty()) {
      kernel.Sample(cpu);
    }
    if (args.gridGrad.Defined() && !args.gridGrad.Empty()) {
      kernel.GridGradient(cpu);
    }
    if (args.inputGrad.Defined() && !args.inputGrad.Empty()) {
      kernel.InputGradient(cpu);
    }
  };
  if (ReadDtype(args) == DType::kDouble) {
    run(double{});
  } else {
    run(float{});
  }
}

constexpr OnlyKernel kKernel(CpuKernel<Run>("cpu:points", Prepare));
constexpr std::array<TensorArgument<Args>, 3> kForwardArguments{{{"input", Role::kInput, &Args::input},
                                                                 {"grid", Role::kInput, &Args::grid},
                                                                 {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kForward{"aclnnGridSampler3D", kForwardArguments, kKernel};
constexpr std::array<TensorArgument<Args>, 5> kBackwardArguments{
    {{"gradOutput", Role::kInput, &Args::gradOutput},
     {"input", Role::kInput, &Args::input},
     {"grid", Role::kInput, &Args::grid},
     {"inputGrad", Role::kOutput, &Args::inputGrad},
     {"gridGrad", Role::kOutput, &Args::gridGrad}}};
constexpr Operator<Args> kBackward{"aclnnGridSampler3DBackward", kBackwardArguments, kKernel};

// Of tensors that passed the checks of their types and views.
void CheckVolumes(ArgumentChecks& check, const NamedTensor& input, const NamedTensor& grid,
                  const NamedTensor& samples) {
  check.Rank(input, 5).Rank(grid, 5);
  if (check.Failed()) {
    return;
  }
  const auto& volume = input.tensor->viewDims;
  const auto& points = grid.tensor->viewDims;
  constexpr int64_t kMost = int64_t{1} << 31;
  check.DimEquals(grid, 0, volume[0], "N of input");
  check.Require(
      input.name, "dims 2 to 4, D, H and W, from 1 to 2^31 - 1",
      [&] {
        return std::all_of(volume.begin() + 2, volume.end(),
                           [](int64_t extent) { return extent > 0 && extent < kMost; });
      },
      [&] { return "shape " + ShapeText(volume); });
  check.DimEquals(grid, 4, 3, "the three coordinates (x, y, z)");
  check.Shape(samples, {volume[0], volume[1], points[1], points[2], points[3]}, "[N, C, Do, Ho, Wo]");
}

Args ArgsOf(const aclTensor& input, const GridAttributes& modes) {
  Args args;
  for (size_t axis = 0; axis < args.axes.size(); ++axis) {
    args.axes[axis] = {input.viewDims[4 - axis], static_cast<GridInterpolation>(modes.interpolation),
                       static_cast<GridPadding>(modes.padding), modes.alignCorners,
                       input.dtype == DType::kDouble};
  }
  return args;
}

Status BindForward(PhaseOneCall& call, const Tensors<3>& given, const GridAttributes& modes) {
  const auto [input, grid, out] = Named(kForward, given);
  ArgumentChecks check;
  check.NotNull(input).NotNull(grid).NotNull(out);
  check.DtypeIn(input, kFloatingDtypes).SameDtype(grid, input).SameDtype(out, input);
  CheckGridModes(check, modes);
  check.ValidView(input).ValidView(grid).ValidOutputView(out);
  CheckVolumes(check, input, grid, out);
  return check.Failed() ? check.Result()
                        : call.Bind(kForward, ArgsOf(*input.tensor, modes), TensorsOf(given));
}

Status BindBackward(PhaseOneCall& call, const Tensors<5>& given, const GridAttributes& modes,
                    const aclBoolArray* outputMask) {
  const auto [gradOutput, input, grid, inputGrad, gridGrad] = Named(kBackward, given);
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(input).NotNull(grid).NotNull(inputGrad).NotNull(gridGrad);
  check.NotNull("outputMask", outputMask);
  check.DtypeIn(input, kFloatingDtypes).SameDtype(gradOutput, input).SameDtype(grid, input);
  check.SameDtype(inputGrad, input).SameDtype(gridGrad, input);
  CheckGridModes(check, modes);
  check.ValidView(gradOutput).ValidView(input).ValidView(grid);
  check.ValidOutputView(inputGrad).ValidOutputView(gridGrad);
  CheckVolumes(check, input, grid, gradOutput);
  check.SameShape(inputGrad, input).SameShape(gridGrad, grid);
  check.MaskSize("outputMask", outputMask, 2);
  if (check.Failed()) {
    return check.Result();
  }
  return call.Bind(kBackward, ArgsOf(*input.tensor, modes), GridGradients(given, *outputMask));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnGridSampler3D,
               (const aclTensor* input, const aclTensor* grid, int64_t interpolationMode, int64_t paddingMode,
                bool alignCorners, aclTensor* out),
               BindForward(call, {input, grid, out}, {interpolationMode, paddingMode, alignCorners}))

OPENACLNN_CALL(aclnnGridSampler3DBackward,
               (const aclTensor* gradOutput, const aclTensor* input, const aclTensor* grid,
                int64_t interpolationMode, int64_t paddingMode, bool alignCorners,
                const aclBoolArray* outputMask, aclTensor* inputGrad, aclTensor* gridGrad),
               BindBackward(call, {gradOutput, input, grid, inputGrad, gridGrad},
                            {interpolationMode, paddingMode, alignCorners}, outputMask))
