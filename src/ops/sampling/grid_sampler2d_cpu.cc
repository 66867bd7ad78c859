// SPDX-License-Identifier: Apache-2.0
//
// The CPU kernel of the grid sampler. The pixels of some channels are packed as rows of float32, channels
// side by side, so that a sample is a few rows, weighted; some images at a time, which stay in a cache. A single
// channel, and the nearest pixels of a few, are gathered where they lie. Where samples are few beside pixels, and
// for DOUBLE, they are taken from the tensor one by one. All ways give the same bits: along a row of the image
// first, then across the rows.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/sampling/grid_sampler2d.h"
#include "ops/sampling/sample_tiles.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/sampling/packed_rows-inl.h"
#include "ops/sampling/sample_pixels-inl.h"
#include "ops/sampling/taps-inl.h"

namespace openaclnn::grid_sampler {

// Of the images that are packed at a time, and the most for one.
inline constexpr int64_t kPackedBytes = int64_t{8} << 20;
inline constexpr int64_t kMostPackedBytes = int64_t{1} << 30;
// Pixels a sample for which packing them all pays off.
inline constexpr int64_t kDense = 4;
// Channels of FLOAT whose nearest pixels are gathered sooner than packed.
inline constexpr int64_t kFewChannels = 4;
// Samples, and numbers packed, of a task.
inline constexpr int64_t kPieceSamples = 2048;
inline constexpr int64_t kTaskNumbers = 32768;

struct ForwardState : Prepared {
  int64_t images = 0;
  int64_t samples = 0;  // of an image
  int64_t pieces = 0;   // of these
  int64_t chunkChannels = 0;
  int64_t chunks = 0;
  int64_t lanes = 0;  // of a packed row
  bool rows = false;  // whether there are packed rows, or a tensor that is just that
  bool packs = false;
  int64_t roundImages = 0;
};

inline ForwardState PrepareForward(const GridSampler2DArgs& args) {
  ForwardState state;
  if (args.out.Empty()) {
    return state;
  }
  const auto& dims = args.input.dims;
  const int64_t channels = dims[1];
  const int64_t pixels = dims[2] * dims[3];
  state.images = dims[0];
  state.samples = args.out.dims[2] * args.out.dims[3];
  state.pieces = CeilDivide(state.samples, kPieceSamples);
  const bool isFloat = args.input.dtype == DType::kFloat;
  const bool isNearest = args.interpolation == GridInterpolation::kNearest;
  const bool isGathered = isFloat && (channels == 1 || (isNearest && channels <= kFewChannels));
  state.chunks = isGathered ? channels : CeilDivide(channels, kMostLanes);
  state.chunkChannels = CeilDivide(channels, state.chunks);
  state.lanes = LanesOf(state.chunkChannels);
  state.roundImages = state.images;
  const bool isRows = isGathered || (isFloat && args.input.strides[1] == 1 &&
                                     state.chunkChannels == state.lanes && channels % state.lanes == 0);
  // With a row of zeros in front of each chunk.
  const auto imageBytes = static_cast<int64_t>(sizeof(float)) * (pixels + 1) * state.lanes * state.chunks;
  const bool pays = pixels <= kDense * state.samples && imageBytes <= kMostPackedBytes;
  state.rows = isRows || (args.input.dtype != DType::kDouble && pays);
  state.packs = state.rows && !isRows;
  if (state.packs) {
    state.roundImages = std::clamp(kPackedBytes / imageBytes, int64_t{1}, state.images);
    state.workspaceBytes = static_cast<size_t>(state.roundImages * imageBytes);
  }
  const size_t size = SizeOf(args.out.dtype);
  state.cost = static_cast<size_t>(args.out.NumElements()) * size * 2 +
               static_cast<size_t>(args.grid.NumElements()) * size +
               (state.rows ? static_cast<size_t>(args.input.NumElements()) * size : 0);
  return state;
}

}  // namespace openaclnn::grid_sampler

namespace openaclnn {
OPENACLNN_PER_TARGET(RunGridSampler2D,
                     void(const GridSampler2DArgs& args, const openaclnn::grid_sampler::ForwardState& state,
                          std::byte* workspace, const backend::cpu::CpuContext& cpu));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace grid_sampler {

using backend::cpu::CpuContext;
using openaclnn::grid_sampler::ForwardState;

template <class Format>
class Forward {
 public:
  using Element = typename Format::Element;
  using Compute = std::conditional_t<std::is_same_v<Format, Float64>, double, float>;

  Forward(const GridSampler2DArgs& args, const ForwardState& state, std::byte* workspace)
      : args_(args),
        state_(state),
        taps_(TapsOf(args.interpolation)),
        packed_(reinterpret_cast<float*>(workspace)),
        input_(reinterpret_cast<const Element*>(args.input.data)),
        out_(reinterpret_cast<Element*>(args.out.data)) {}

  void Run(const CpuContext& cpu) const {
    if (!state_.rows) {
      cpu.ParallelFor(state_.images * state_.pieces, [&](int64_t task) {
        const int64_t image = task / state_.pieces;
        ForEachTile(image, task % state_.pieces,
                    [&](const SampleTile<Compute>& tile) { SampleEach(image, tile); });
      });
      return;
    }
    if constexpr (!std::is_same_v<Format, Float64>) {
      for (int64_t first = 0; first < state_.images; first += state_.roundImages) {
        RunRound(cpu, first, std::min(state_.roundImages, state_.images - first));
      }
    }
  }

 private:
  static constexpr hn::CappedTag<Compute, 1> kOne{};

  [[nodiscard]] int64_t ChannelsOf(int64_t chunk) const {
    return std::min(state_.chunkChannels, args_.input.dims[1] - chunk * state_.chunkChannels);
  }

  // The grid values of a tile, padded with zeros.
  void ReadGrid(int64_t image, int64_t begin, int64_t count, PerSample<Compute>& x,
                PerSample<Compute>& y) const {
    const TensorView& grid = args_.grid;
    const auto* values = reinterpret_cast<const Element*>(grid.data) + image * grid.strides[0];
    const int64_t columns = grid.dims[2];
    for (int64_t done = 0; done < count;) {
      const int64_t column = (begin + done) % columns;
      const int64_t run = std::min(count - done, columns - column);
      const Element* pairs = values + (begin + done) / columns * grid.strides[1] + column * grid.strides[2];
      ReadPairs(pairs, grid.strides[2], grid.strides[3], run, x.data() + done, y.data() + done);
      done += run;
    }
    std::fill(x.begin() + count, x.end(), Compute{0});
    std::fill(y.begin() + count, y.end(), Compute{0});
  }

  // Pairs of numbers, `stride` elements apart.
  static void ReadPairs(const Element* pairs, int64_t stride, int64_t second, int64_t count, Compute* x,
                        Compute* y) {
    int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
    const hn::ScalableTag<Compute> d;
    const auto step = static_cast<int64_t>(hn::Lanes(d));
    for (; stride == 2 && second == 1 && i + step <= count; i += step) {
      const auto lower = Format::Load(d, pairs + 2 * i);
      const auto upper = Format::Load(d, pairs + 2 * i + step);
      hn::StoreU(hn::ConcatEven(d, upper, lower), d, x + i);
      hn::StoreU(hn::ConcatOdd(d, upper, lower), d, y + i);
    }
#endif
    for (; i < count; ++i) {
      x[i] = Value(pairs + i * stride);
      y[i] = Value(pairs + i * stride + second);
    }
  }

  static HWY_INLINE Compute Value(const Element* element) {
    return hn::GetLane(Format::Load(kOne, element));
  }

  // Calls visit(tile) for the tiles of a piece.
  template <class Visit>
  void ForEachTile(int64_t image, int64_t piece, const Visit& visit) const {
    const Axis<Compute> axisX(args_.input.dims[3], args_.alignCorners);
    const Axis<Compute> axisY(args_.input.dims[2], args_.alignCorners);
    const int64_t end = std::min(state_.samples, (piece + 1) * openaclnn::grid_sampler::kPieceSamples);
    SampleTile<Compute> tile;
    alignas(64) PerSample<Compute> x;
    alignas(64) PerSample<Compute> y;
    for (int64_t begin = piece * openaclnn::grid_sampler::kPieceSamples; begin < end; begin += kTileSamples) {
      tile.begin = begin;
      tile.count = std::min(kTileSamples, end - begin);
      ReadGrid(image, begin, tile.count, x, y);
      LocateTaps(args_.interpolation, args_.padding, axisX, x.data(), tile.x);
      LocateTaps(args_.interpolation, args_.padding, axisY, y.data(), tile.y);
      visit(tile);
    }
  }

  // From the tensor, one by one.
  void SampleEach(int64_t image, const SampleTile<Compute>& tile) const {
    const TensorView& input = args_.input;
    const TensorView& out = args_.out;
    const int64_t columns = out.dims[3];
    for (int64_t i = 0; i < tile.count; ++i) {
      const auto at = static_cast<size_t>(i);
      const int64_t row = (tile.begin + i) / columns;
      const int64_t column = (tile.begin + i) % columns;
      for (int64_t channel = 0; channel < input.dims[1]; ++channel) {
        const Element* plane = input_ + image * input.strides[0] + channel * input.strides[1];
        Compute sum = 0;
        for (size_t r = 0; r < taps_; ++r) {
          const int64_t y = tile.y.pixels[r][at];
          Compute line = 0;
          for (size_t c = 0; c < taps_; ++c) {
            const int64_t x = tile.x.pixels[c][at];
            const Compute value =
                y < 0 || x < 0 ? 0 : Value(plane + y * input.strides[2] + x * input.strides[3]);
            const Compute weight = taps_ == 1 ? 1 : tile.x.weights[c][at];
            line = c == 0 ? weight * value : std::fma(weight, value, line);
          }
          const Compute weight = taps_ == 1 ? 1 : tile.y.weights[r][at];
          sum = r == 0 ? weight * line : std::fma(weight, line, sum);
        }
        Format::Store(kOne, hn::Set(kOne, sum),
                      out_ + image * out.strides[0] + channel * out.strides[1] + row * out.strides[2] +
                          column * out.strides[3]);
      }
    }
  }

  // Some images: their pixels as rows, then their samples.
  void RunRound(const CpuContext& cpu, int64_t first, int64_t images) const {
    const auto& dims = args_.input.dims;
    if (state_.packs) {
      const int64_t band =
          std::max(int64_t{1}, openaclnn::grid_sampler::kTaskNumbers / (dims[3] * state_.lanes));
      const int64_t bands = CeilDivide(dims[2], band);
      cpu.ParallelFor(images * state_.chunks * bands, [&](int64_t task) {
        const int64_t row = task % bands * band;
        PackRows(first, task / bands / state_.chunks, task / bands % state_.chunks, row,
                 std::min(band, dims[2] - row));
      });
    }
    // Single channels are done together: samples are located once.
    const int64_t together = state_.lanes == 1 ? state_.chunks : 1;
    const int64_t groups = state_.chunks / together;
    cpu.ParallelFor(images * groups * state_.pieces, [&](int64_t task) {
      const int64_t piece = task % state_.pieces;
      const int64_t begin = task / state_.pieces % groups * together;
      const int64_t image = task / state_.pieces / groups;
      ForEachTile(first + image, piece, [&](const SampleTile<float>& tile) {
        alignas(64) PerSample<float, kMostLanes> rows;
        for (int64_t chunk = begin; chunk < begin + together; ++chunk) {
          SamplePixels(RowsOf(first, image, chunk), args_.input.dims[2], args_.input.dims[3], taps_, tile,
                       rows.data());
          WriteTile(first + image, chunk, tile, rows.data());
        }
      });
    });
  }

  // Behind a row of zeros.
  [[nodiscard]] float* PackedAt(int64_t image, int64_t chunk) const {
    const int64_t pixels = args_.input.dims[2] * args_.input.dims[3];
    return packed_ + ((image * state_.chunks + chunk) * (pixels + 1) + 1) * state_.lanes;
  }

  [[nodiscard]] PixelRows RowsOf(int64_t first, int64_t image, int64_t chunk) const {
    const TensorView& input = args_.input;
    if (state_.packs) {
      return {PackedAt(image, chunk), input.dims[3] * state_.lanes, state_.lanes, state_.lanes, true};
    }
    const Element* from =
        input_ + (first + image) * input.strides[0] + chunk * state_.chunkChannels * input.strides[1];
    return {reinterpret_cast<const float*>(from), input.strides[2], input.strides[3], state_.lanes, false};
  }

  void PackRows(int64_t first, int64_t image, int64_t chunk, int64_t row, int64_t rows) const {
    const TensorView& input = args_.input;
    const Element* from =
        input_ + (first + image) * input.strides[0] + chunk * state_.chunkChannels * input.strides[1];
    const int64_t columns = input.dims[3];
    if (row == 0) {
      std::fill_n(PackedAt(image, chunk) - state_.lanes, state_.lanes, 0.0F);
    }
    for (int64_t r = row; r < row + rows; ++r) {
      ReadRows<Format>(
          {from + r * input.strides[2], ChannelsOf(chunk), input.strides[1], columns, input.strides[3]},
          PackedAt(image, chunk) + r * columns * state_.lanes, state_.lanes);
    }
  }

  // Rows of samples go to the planes of the output.
  void WriteTile(int64_t image, int64_t chunk, const SampleTile<float>& tile, const float* rows) const {
    const TensorView& out = args_.out;
    int64_t columns = out.dims[3];
    int64_t columnStride = out.strides[3];
    if (columns == 1 || out.strides[2] == columns * columnStride) {  // one long row
      columnStride = columns == 1 ? out.strides[2] : columnStride;
      columns = state_.samples;
    }
    Element* to = out_ + image * out.strides[0] + chunk * state_.chunkChannels * out.strides[1];
    for (int64_t done = 0; done < tile.count;) {
      const int64_t row = (tile.begin + done) / columns;
      const int64_t column = (tile.begin + done) % columns;
      const int64_t run = std::min(tile.count - done, columns - column);
      if (state_.lanes == 1 && columnStride == 1) {
        Element* const place = to + row * out.strides[2] + column;
        ForEachVector(hn::ScalableTag<float>(), run, [&](auto tag, int64_t i) HWY_ATTR {
          Format::Store(tag, hn::LoadU(tag, rows + done + i), place + i);
        });
        done += run;
        continue;
      }
      WriteRows<Format>(rows + done * state_.lanes, state_.lanes,
                        {to + row * out.strides[2] + column * columnStride, ChannelsOf(chunk), out.strides[1],
                         run, columnStride});
      done += run;
    }
  }

  const GridSampler2DArgs& args_;
  const ForwardState& state_;
  const size_t taps_;
  float* packed_;
  const Element* input_;
  Element* out_;
};

}  // namespace grid_sampler

void RunGridSampler2D(const GridSampler2DArgs& args, const openaclnn::grid_sampler::ForwardState& state,
                      std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  (void)VisitFormat(FloatFormatsAndDouble(), args.input.dtype, [&](auto format) {
    grid_sampler::Forward<decltype(format)>(args, state, workspace).Run(cpu);
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

void Run(const GridSampler2DArgs& args, const grid_sampler::ForwardState& state, std::byte* workspace,
         const backend::cpu::CpuContext& cpu) {
  if (state.images > 0) {
    HWY_DYNAMIC_DISPATCH(RunGridSampler2D)(args, state, workspace, cpu);
  }
}

constexpr auto kKernel = CpuKernel<Run>("cpu:samples", grid_sampler::PrepareForward);

}  // namespace

constinit const KernelEntry<GridSampler2DArgs> kGridSampler2DCpu = Entry(kKernel);

}  // namespace openaclnn
#endif  // HWY_ONCE
