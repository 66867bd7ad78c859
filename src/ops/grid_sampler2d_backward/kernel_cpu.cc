// SPDX-License-Identifier: Apache-2.0
//
// Works on a few images at a time, in four parallel passes, each of which writes every place once:
//
//   locate   grid -> points: where each sample lies in the image, once for all channels
//   scatter  gradOutput, points -> inputGrad: a task owns a band of pixels of a group of channels, goes
//            through the samples in order and adds those that touch its band to float64 sums; no atomics
//   pack     input -> float32 with the channels of a group side by side, so that a corner is one load
//   gather   gradOutput, points, packed input -> gridGrad: a task owns a tile of samples
#include <algorithm>
#include <array>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "ops/common/scratch_layout.h"
#include "ops/common/tiles.h"
#include "ops/grid_sampler2d_backward/kernel.h"

namespace openaclnn {
namespace {

using Args = GridSampler2DBackwardArgs;
using backend::cpu::CpuContext;

// Samples that are worked on together: what is known of them stays in level-one cache.
constexpr int64_t kTileSamples = 256;
// Tasks of the scatter pass that keep a large machine busy, also with one image of few channels.
constexpr int64_t kWantedTasks = 64;
// Every band looks at every sample, if only to find that it lies elsewhere. Bands for the sake of parallelism
// are therefore few, and none has fewer samples than this.
constexpr int64_t kMaxParallelBands = 8;
constexpr int64_t kMinSamplesOfBand = 4096;
// The sums of a band stay in cache.
constexpr int64_t kBandBytes = int64_t{4} << 20;
// Points and packed input of the images of one round: small enough to be still in cache when they are used.
constexpr int64_t kRoundBytes = int64_t{64} << 20;

// Pixels of an image, numbered row by row.
struct PixelRange {
  int64_t begin;
  int64_t end;
};

enum Corner : size_t { kNorthWest, kNorthEast, kSouthWest, kSouthEast };

// Calls visit(corner, pixel) for the corners of a point that lie in a range of pixels, which are numbered
// from the start of the range here. The other corners take no part.
template <typename Visit>
void VisitCorners(const GridPoint& point, int64_t width, const PixelRange& range, const Visit& visit) {
  const int64_t size = range.end - range.begin;
  const auto inRange = [size](int64_t pixel) { return pixel >= 0 && pixel < size; };
  const bool left = point.x0 >= 0;
  const bool right = point.x0 + int64_t{1} < width;
  const int64_t north = point.y0 * width + point.x0 - range.begin;
  const int64_t south = north + width;
  if (left && inRange(north)) {
    visit(kNorthWest, north);
  }
  if (right && inRange(north + 1)) {
    visit(kNorthEast, north + 1);
  }
  if (left && inRange(south)) {
    visit(kSouthWest, south);
  }
  if (right && inRange(south + 1)) {
    visit(kSouthEast, south + 1);
  }
}

// ---- How the work is cut

int64_t RoundUp(int64_t value, int64_t multiple) {
  return CeilDivide(value, multiple) * multiple;
}

// From shapes and attributes alone, so that the result does not depend on the number of threads.
struct Cut {
  explicit Cut(const Args& args)
      : nearest(args.interpolation == GridInterpolation::kNearest),
        gathers(args.gridGrad.Defined() && !nearest),
        images(args.input.dims[0]),
        channels(args.input.dims[1]),
        width(args.input.dims[3]) {
    empty = images == 0 || channels == 0 || args.grid.dims[1] == 0 || args.grid.dims[2] == 0;
    const bool scatters = args.inputGrad.Defined();
    if (empty || !(scatters || gathers)) {
      return;
    }
    pixels = args.input.dims[2] * width;
    samples = args.grid.dims[1] * args.grid.dims[2];
    tiles = CeilDivide(samples, kTileSamples);
    lanes = channels > 2 ? 4 : channels;
    groups = CeilDivide(channels, lanes);

    const auto sampleBytes = static_cast<int64_t>(sizeof(GridPoint) + (gathers ? sizeof(GridSlopes) : 0));
    const int64_t packedPixels = gathers ? groups * pixels * lanes : 0;
    const int64_t imageBytes = samples * sampleBytes + packedPixels * static_cast<int64_t>(sizeof(float));
    roundImages = std::clamp<int64_t>(kRoundBytes / imageBytes, 1, images);

    const int64_t bandLimit = kBandBytes / (lanes * static_cast<int64_t>(sizeof(double)));
    const int64_t wantedBands = std::min({CeilDivide(kWantedTasks, roundImages * groups), kMaxParallelBands,
                                          CeilDivide(samples, kMinSamplesOfBand)});
    // Whole cache lines, so that no two tasks write to one.
    bandPixels = RoundUp(std::min(bandLimit, CeilDivide(pixels, wantedBands)), 8);
    bands = CeilDivide(pixels, bandPixels);
    slots = scatters ? std::min(kWantedTasks, roundImages * groups * bands) : 0;

    pointsAt = workspace.Reserve(roundImages * samples, sizeof(GridPoint));
    touchedAt = workspace.Reserve(roundImages * tiles, sizeof(PixelRange));
    slopesAt = workspace.Reserve(gathers ? roundImages * samples : 0, sizeof(GridSlopes));
    packedAt = workspace.Reserve(roundImages * packedPixels, sizeof(float));
    sumsAt = workspace.Reserve(slots * bandPixels * lanes, sizeof(double));
  }

  bool nearest;
  bool gathers;        // whether gridGrad is wanted and not simply 0
  bool empty = false;  // no image, channel or sample: gradients are 0
  int64_t images;
  int64_t channels;
  int64_t width;

  // All of these are 0 if there is nothing to do but write zeros.
  int64_t pixels = 0;       // of an image
  int64_t samples = 0;      // of an image
  int64_t tiles = 0;        // of an image's samples
  int64_t lanes = 0;        // channels that are worked on together: 1, 2 or 4
  int64_t groups = 0;       // of channels; the last one may lack some
  int64_t roundImages = 0;  // images that are worked on together
  int64_t bandPixels = 0;
  int64_t bands = 0;
  int64_t slots = 0;  // bands whose sums exist at one time

  // Where things lie in the workspace.
  size_t pointsAt = 0;
  size_t touchedAt = 0;
  size_t slopesAt = 0;
  size_t packedAt = 0;
  size_t sumsAt = 0;
  ScratchLayout workspace;
};

// ---- The passes

// A tile of each of a group's channels, zeros for the channels that the last group lacks.
template <int64_t kLanes>
class LaneTile {
 public:
  // Elements [begin, begin + count) of planes [plane, plane + planes), each of `size` elements.
  void Read(const TileReader& reader, int64_t plane, int64_t planes, int64_t size, int64_t begin,
            int64_t count) {
    for (int64_t lane = 0; lane < kLanes; ++lane) {
      TileBuffer& buffer = buffers_[static_cast<size_t>(lane)];
      const float*& tile = tiles_[static_cast<size_t>(lane)];
      if (lane < planes) {
        tile = reader.Read((plane + lane) * size + begin, count, buffer);
      } else {
        std::fill_n(buffer.data(), count, 0.0F);
        tile = buffer.data();
      }
    }
  }

  template <typename T>
  void CopyTo(T* lanes, int64_t element) const {
    for (size_t lane = 0; lane < kLanes; ++lane) {
      lanes[lane] = static_cast<T>(tiles_[lane][element]);
    }
  }

 private:
  std::array<TileBuffer, kLanes> buffers_;
  std::array<const float*, kLanes> tiles_{};
};

template <int64_t kLanes>
using Gradient = std::array<double, kLanes>;

// A corner of weight 0 takes part: an infinite gradient there gives NaN.
template <int64_t kLanes>
void Add(double* sums, int64_t pixel, double weight, const Gradient<kLanes>& gradient) {
  double* sum = sums + pixel * kLanes;
  for (size_t lane = 0; lane < kLanes; ++lane) {
    sum[lane] += weight * gradient[lane];
  }
}

template <int64_t kLanes>
double Dot(const float* packed, int64_t pixel, const Gradient<kLanes>& gradient) {
  const float* values = packed + pixel * kLanes;
  double dot = 0;
  for (size_t lane = 0; lane < kLanes; ++lane) {
    dot += static_cast<double>(values[lane]) * gradient[lane];
  }
  return dot;
}

template <int64_t kLanes>
class Passes {
 public:
  Passes(const Args& args, const Cut& cut, std::byte* workspace, const CpuContext& cpu)
      : args_(args),
        cut_(cut),
        cpu_(cpu),
        points_(reinterpret_cast<GridPoint*>(workspace + cut.pointsAt)),
        touched_(reinterpret_cast<PixelRange*>(workspace + cut.touchedAt)),
        slopes_(reinterpret_cast<GridSlopes*>(workspace + cut.slopesAt)),
        packed_(reinterpret_cast<float*>(workspace + cut.packedAt)),
        sums_(reinterpret_cast<double*>(workspace + cut.sumsAt)),
        gradOutput_(args.gradOutput) {}

  void Run() {
    for (first_ = 0; first_ < cut_.images; first_ += cut_.roundImages) {
      const int64_t images = std::min(cut_.roundImages, cut_.images - first_);
      LocateSamples(images);
      if (args_.inputGrad.Defined()) {
        Scatter(images);
      }
      if (cut_.gathers) {
        Pack(images);
        Gather(images);
      }
    }
  }

 private:
  [[nodiscard]] int64_t TileCount(int64_t tile) const {
    return std::min(kTileSamples, cut_.samples - tile * kTileSamples);
  }
  // Of the round's samples.
  [[nodiscard]] int64_t SampleOf(int64_t image, int64_t tile) const {
    return image * cut_.samples + tile * kTileSamples;
  }
  [[nodiscard]] int64_t Plane(int64_t image, int64_t group) const {
    return (first_ + image) * cut_.channels + group * kLanes;
  }
  [[nodiscard]] int64_t ChannelsOf(int64_t group) const {
    return std::min(kLanes, cut_.channels - group * kLanes);
  }
  [[nodiscard]] float* Packed(int64_t image, int64_t group) const {
    return packed_ + (image * cut_.groups + group) * cut_.pixels * kLanes;
  }
  void ReadGradients(int64_t image, int64_t group, int64_t tile, LaneTile<kLanes>& gradients) const {
    gradients.Read(gradOutput_, Plane(image, group), ChannelsOf(group), cut_.samples, tile * kTileSamples,
                   TileCount(tile));
  }

  void LocateSamples(int64_t images) const {
    const TileReader grid(args_.grid);
    cpu_.ParallelFor(images * cut_.tiles, [&](int64_t task) {
      const int64_t begin = SampleOf(task / cut_.tiles, task % cut_.tiles);
      const int64_t count = TileCount(task % cut_.tiles);
      TileBuffer buffer;
      const float* values = grid.Read((first_ * cut_.samples + begin) * 2, count * 2, buffer);
      GridPoint* points = points_ + begin;
      LocateGridPoints(args_, values, count, points, cut_.gathers ? slopes_ + begin : nullptr);

      PixelRange touched{cut_.pixels, 0};
      for (int64_t i = 0; i < count; ++i) {
        if (points[i].x0 != kGridNowhere.x0) {
          const int64_t pixel = points[i].y0 * cut_.width + points[i].x0;
          touched.begin = std::min(touched.begin, pixel);
          touched.end = std::max(touched.end, pixel + cut_.width + 2);  // one past the south-east corner
        }
      }
      touched_[task] = touched;
    });
  }

  void Scatter(int64_t images) const {
    const int64_t tasks = images * cut_.groups * cut_.bands;
    const TileWriter inputGrad(args_.inputGrad);
    cpu_.ParallelFor(std::min(cut_.slots, tasks), [&](int64_t slot) {
      double* sums = sums_ + slot * cut_.bandPixels * kLanes;
      for (int64_t task = slot; task < tasks; task += cut_.slots) {
        const int64_t begin = task % cut_.bands * cut_.bandPixels;
        const PixelRange band{begin, std::min(cut_.pixels, begin + cut_.bandPixels)};
        const int64_t group = task / cut_.bands % cut_.groups;
        const int64_t image = task / cut_.bands / cut_.groups;
        SumBand(image, group, band, sums);
        WriteBand(inputGrad, image, group, band, sums);
      }
    });
  }

  void SumBand(int64_t image, int64_t group, const PixelRange& band, double* sums) const {
    std::fill_n(sums, (band.end - band.begin) * kLanes, 0.0);
    LaneTile<kLanes> gradients;
    for (int64_t tile = 0; tile < cut_.tiles; ++tile) {
      const PixelRange& touched = touched_[image * cut_.tiles + tile];
      if (touched.end <= band.begin || touched.begin >= band.end) {
        continue;
      }
      ReadGradients(image, group, tile, gradients);
      const GridPoint* points = points_ + SampleOf(image, tile);
      if (cut_.nearest) {
        AddNearest(points, TileCount(tile), gradients, band, sums);
      } else {
        AddBilinear(points, TileCount(tile), gradients, band, sums);
      }
    }
  }

  void AddNearest(const GridPoint* points, int64_t count, const LaneTile<kLanes>& gradients,
                  const PixelRange& band, double* sums) const {
    Gradient<kLanes> gradient;
    for (int64_t i = 0; i < count; ++i) {
      const int64_t pixel = points[i].y0 * cut_.width + points[i].x0;
      if (pixel >= band.begin && pixel < band.end) {
        gradients.CopyTo(gradient.data(), i);
        Add<kLanes>(sums, pixel - band.begin, 1, gradient);
      }
    }
  }

  void AddBilinear(const GridPoint* points, int64_t count, const LaneTile<kLanes>& gradients,
                   const PixelRange& band, double* sums) const {
    Gradient<kLanes> gradient;
    for (int64_t i = 0; i < count; ++i) {
      const double tx = points[i].tx;
      const double ty = points[i].ty;
      const std::array<double, 4> weights{(1 - tx) * (1 - ty), tx * (1 - ty), (1 - tx) * ty, tx * ty};
      gradients.CopyTo(gradient.data(), i);
      VisitCorners(points[i], cut_.width, band, [&](Corner corner, int64_t pixel) {
        Add<kLanes>(sums, pixel, weights[corner], gradient);
      });
    }
  }

  void WriteBand(const TileWriter& inputGrad, int64_t image, int64_t group, const PixelRange& band,
                 const double* sums) const {
    DoubleTileBuffer tile;
    for (int64_t lane = 0; lane < ChannelsOf(group); ++lane) {
      const int64_t plane = (Plane(image, group) + lane) * cut_.pixels;
      for (int64_t pixel = band.begin; pixel < band.end; pixel += kTileElements) {
        const int64_t count = std::min(kTileElements, band.end - pixel);
        const double* source = sums + (pixel - band.begin) * kLanes + lane;
        for (int64_t i = 0; i < count; ++i) {
          tile[static_cast<size_t>(i)] = source[i * kLanes];
        }
        inputGrad.Write(plane + pixel, count, tile.data());
      }
    }
  }

  void Pack(int64_t images) const {
    const TileReader input(args_.input);
    const int64_t tiles = CeilDivide(cut_.pixels, kTileElements);
    cpu_.ParallelFor(images * cut_.groups * tiles, [&](int64_t task) {
      const int64_t begin = task % tiles * kTileElements;
      const int64_t count = std::min(kTileElements, cut_.pixels - begin);
      const int64_t group = task / tiles % cut_.groups;
      const int64_t image = task / tiles / cut_.groups;
      LaneTile<kLanes> values;
      values.Read(input, Plane(image, group), ChannelsOf(group), cut_.pixels, begin, count);
      float* packed = Packed(image, group) + begin * kLanes;
      for (int64_t i = 0; i < count; ++i) {
        values.CopyTo(packed + i * kLanes, i);
      }
    });
  }

  // By corner: the sum over channels of pixel * gradient.
  using Dots = std::array<double, 4>;

  void Gather(int64_t images) const {
    const TileWriter gridGrad(args_.gridGrad);
    cpu_.ParallelFor(images * cut_.tiles, [&](int64_t task) {
      const int64_t image = task / cut_.tiles;
      const int64_t tile = task % cut_.tiles;
      const int64_t begin = SampleOf(image, tile);
      const int64_t count = TileCount(tile);
      std::array<Dots, kTileSamples> dots{};
      LaneTile<kLanes> gradients;
      for (int64_t group = 0; group < cut_.groups; ++group) {
        ReadGradients(image, group, tile, gradients);
        AddDots(points_ + begin, count, gradients, Packed(image, group), dots.data());
      }
      DoubleTileBuffer values;
      double* value = values.data();
      for (int64_t i = 0; i < count; ++i) {
        const auto& [nw, ne, sw, se] = dots[static_cast<size_t>(i)];
        const double tx = points_[begin + i].tx;
        const double ty = points_[begin + i].ty;
        const GridSlopes& slope = slopes_[begin + i];
        *value++ = slope.x * ((1 - ty) * (ne - nw) + ty * (se - sw));
        *value++ = slope.y * ((1 - tx) * (sw - nw) + tx * (se - ne));
      }
      gridGrad.Write((first_ * cut_.samples + begin) * 2, count * 2, values.data());
    });
  }

  void AddDots(const GridPoint* points, int64_t count, const LaneTile<kLanes>& gradients, const float* packed,
               Dots* dots) const {
    Gradient<kLanes> gradient;
    for (int64_t i = 0; i < count; ++i) {
      gradients.CopyTo(gradient.data(), i);
      VisitCorners(points[i], cut_.width, {0, cut_.pixels}, [&](Corner corner, int64_t pixel) {
        dots[i][corner] += Dot<kLanes>(packed, pixel, gradient);
      });
    }
  }

  const Args& args_;
  const Cut& cut_;
  const CpuContext& cpu_;
  GridPoint* points_;
  PixelRange* touched_;  // by each tile of samples, at most
  GridSlopes* slopes_;
  float* packed_;
  double* sums_;
  TileReader gradOutput_;
  int64_t first_ = 0;  // image of the round
};

// Elements of a task that only writes zeros.
constexpr int64_t kZerosOfTask = 16 * kTileElements;

void WriteZeros(const CpuContext& cpu, const TensorView& view) {
  const TileWriter writer(view);
  const int64_t elements = view.NumElements();
  cpu.ParallelFor(CeilDivide(elements, kZerosOfTask), [&](int64_t task) {
    const TileBuffer zeros{};
    const int64_t end = std::min(elements, (task + 1) * kZerosOfTask);
    for (int64_t begin = task * kZerosOfTask; begin < end; begin += kTileElements) {
      writer.Write(begin, std::min(kTileElements, end - begin), zeros.data());
    }
  });
}

size_t Bytes(const TensorView& view) {
  return view.Defined() ? static_cast<size_t>(view.NumElements()) * SizeOf(view.dtype) : 0;
}

}  // namespace

Plan PlanGridSampler2DBackwardCpu(const Args& args) {
  return {.workspaceBytes = Cut(args).workspace.Bytes(),
          .bytes = Bytes(args.gradOutput) + Bytes(args.input) + Bytes(args.grid) + Bytes(args.inputGrad) +
                   Bytes(args.gridGrad)};
}

Status RunGridSampler2DBackwardCpu(const Args& args, std::byte* workspace,
                                   backend::ExecutionContext& context) {
  const auto& cpu = static_cast<const CpuContext&>(context);
  const Cut cut(args);
  if (args.inputGrad.Defined() && cut.empty) {
    WriteZeros(cpu, args.inputGrad);
  }
  if (args.gridGrad.Defined() && (cut.empty || cut.nearest)) {
    WriteZeros(cpu, args.gridGrad);
  }
  if (cut.workspace.Bytes() == 0) {
    return Status::Ok();
  }
  switch (cut.lanes) {
    case 1:
      Passes<1>(args, cut, workspace, cpu).Run();
      break;
    case 2:
      Passes<2>(args, cut, workspace, cpu).Run();
      break;
    default:
      Passes<4>(args, cut, workspace, cpu).Run();
      break;
  }
  return Status::Ok();
}

}  // namespace openaclnn
