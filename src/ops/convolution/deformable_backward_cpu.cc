// SPDX-License-Identifier: Apache-2.0
//
// aclnnDeformableConv2dBackward. The gradients of a block's samples are one product; from these follow those of
// the offsets, position by position, and of the pixels, each summed up in float64 by the task that has its
// channel, in the order of positions.
#include <algorithm>

#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/functions/row_functions.h"
#include "kernels/tiles/copy_numbers.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/convolution/deformable.h"

namespace openaclnn::deformable {
namespace {

using backend::cpu::CpuContext;

constexpr int64_t kBand = 32;     // channels whose pixels a task sums up
constexpr int64_t kChunk = 8192;  // numbers of a task

struct State : Prepared {
  Extents extents;
  Scratch scratch;
  ScratchArray<float> grads;        // [Co, positions]: of the output
  ScratchArray<float> samples;      // as lines, whose gradients are in the scratch
  ScratchArray<float> product;      // of a block: the weights' gradient
  ScratchArray<double> weightSums;  // [groups, Co / groups, taps, C / groups]
  ScratchArray<double> biasSums;
  ScratchArray<double> pixelSums;  // [H, W, C]
  ScratchArray<float> offsetGrads;
  size_t gemmAt = 0;
};

GemmPartition LineGrads(const Extents& extents, const Block& block) {
  return {{extents.attributes.groups, block.Positions(), extents.Depth(), extents.GroupOutputs()},
          sizeof(float)};
}
GemmPartition WeightGrads(const Extents& extents, const Block& block) {
  return {{extents.attributes.groups, extents.GroupOutputs(), extents.Depth(), block.Positions()},
          sizeof(float)};
}

State Prepare(const Args& args) {
  State state;
  state.extents = Extents(args);
  const Extents& extents = state.extents;
  if (extents.samples == 0) {
    return state;
  }
  const int64_t positions = extents.rowsOfBlock * extents.columnsOfBlock;
  const int64_t weights = extents.outChannels * extents.Depth();
  ScratchLayout layout;
  state.scratch.Book(extents, layout);
  state.grads = layout.Book<float>(extents.outChannels * positions);
  state.samples = layout.Book<float>(extents.Line() * positions);
  state.product = layout.Book<float>(weights);
  state.weightSums = layout.Book<double>(weights);
  state.biasSums = layout.Book<double>(extents.outChannels);
  state.pixelSums = layout.Book<double>(extents.Pixels() * extents.channels);
  state.offsetGrads = layout.Book<float>(extents.Offsets() * positions);
  size_t bytes = 0;
  extents.ForEachSize([&](const Block& block) {
    bytes = std::max(
        {bytes, LineGrads(extents, block).workspaceBytes, WeightGrads(extents, block).workspaceBytes});
  });
  state.gemmAt = layout.Reserve(1, bytes);
  state.workspaceBytes = layout.Bytes();
  const Block first = extents.BlockAt(0, 0);
  const auto blocks = static_cast<size_t>(extents.samples * extents.BlocksOfSample());
  constexpr int64_t kBytesOfSample = 16 * sizeof(float);  // pixels, and sums
  state.cost = blocks * (LineGrads(extents, first).Cost() + WeightGrads(extents, first).Cost() +
                         static_cast<size_t>(first.Positions() * extents.Line() * kBytesOfSample));
  return state;
}

// One run.
class Backward {
 public:
  Backward(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu)
      : args_(args), extents_(state.extents), state_(state), workspace_(workspace), cpu_(cpu) {}

  void Run() {
    state_.scratch.Load(args_, extents_, workspace_, cpu_);
    std::fill_n(In(state_.weightSums), Weights(), 0.0);
    std::fill_n(In(state_.biasSums), extents_.outChannels, 0.0);
    for (int64_t sample = 0; sample < extents_.samples; ++sample) {
      state_.scratch.LoadImage(args_, sample, workspace_, cpu_);
      std::fill_n(In(state_.pixelSums), extents_.Pixels() * extents_.channels, 0.0);
      for (int64_t number = 0; number < extents_.BlocksOfSample(); ++number) {
        RunBlock(extents_.BlockAt(sample, number));
      }
      Write(In(state_.pixelSums), PixelsOf(args_.gradInput, sample));
    }
    Write(In(state_.weightSums), WeightsOf(args_.gradWeight, extents_));
    Write(In(state_.biasSums), args_.gradBias);
  }

 private:
  template <class T>
  [[nodiscard]] T* In(const ScratchArray<T>& array) const {
    return array.In(workspace_);
  }
  [[nodiscard]] int64_t Weights() const { return extents_.outChannels * extents_.Depth(); }

  void Write(double* sums, const TensorView& to) const {
    const int64_t count = to.NumElements();
    cpu_.ParallelFor(CeilDivide(count, kChunk), [&](int64_t task) {
      const int64_t begin = task * kChunk;
      const int64_t some = std::min(kChunk, count - begin);
      std::transform(sums + begin, sums + begin + some, sums + begin, WithQuietNan<double>);
      WriteConverted(to, begin, some, sums + begin);
    });
  }

  void RunBlock(const Block& block) const {
    const auto load = [&](const TensorView& from, float* to) { CopyNumbers(from, LikeIn(to, from), cpu_); };
    load(BlockOf(args_.output, block), In(state_.grads));
    load(BlockOf(args_.offset, block), In(state_.scratch.offsets));
    load(SamplesOf(args_.samples, extents_, block), In(state_.samples));
    AddBiasAndWeights(block);
    MultiplyLines(block);
    const Sampler sampler(extents_, block, In(state_.scratch.offsets), In(state_.scratch.pixels),
                          In(state_.scratch.zeros));
    MakeOffsets(block, sampler);
    AddPixels(block, sampler);
  }

  void AddBiasAndWeights(const Block& block) const {
    const int64_t positions = block.Positions();
    const int64_t outputs = extents_.GroupOutputs();
    const float* const grads = In(state_.grads);
    const float* const samples = In(state_.samples);
    float* const product = In(state_.product);
    cpu_.ParallelFor(extents_.outChannels, [&](int64_t channel) {
      In(state_.biasSums)[channel] += SumOf(grads + channel * positions, positions);
    });
    const auto packGrads = [&](int64_t group, const GemmPiece& piece, int64_t width, float* panel) {
      PackMatrix(RowsOf(grads + group * outputs * positions, positions), piece, width, panel);
    };
    const auto packSamples = [&](int64_t group, const GemmPiece& piece, int64_t width, float* panel) {
      PackMatrix(ColumnsOf(samples + group * extents_.Depth(), extents_.Line()), piece, width, panel);
    };
    const auto resultOf = [&](int64_t group) {
      return ResultIn(product + group * outputs * extents_.Depth(), extents_.Depth(), extents_.Depth());
    };
    RunGemm<float>(WeightGrads(extents_, block), {packGrads, packSamples, resultOf, 1, 1},
                   workspace_ + state_.gemmAt, cpu_);
    double* const sums = In(state_.weightSums);
    cpu_.ParallelFor(CeilDivide(Weights(), kChunk), [&](int64_t task) {
      const int64_t end = std::min(Weights(), (task + 1) * kChunk);
      for (int64_t i = task * kChunk; i < end; ++i) {
        sums[i] += static_cast<double>(product[i]);
      }
    });
  }

  // The gradients of the samples.
  void MultiplyLines(const Block& block) const {
    const int64_t outputs = extents_.GroupOutputs();
    const float* const grads = In(state_.grads);
    const float* const weights = In(state_.scratch.weights);
    float* const lines = In(state_.scratch.lines);
    const auto packGrads = [&](int64_t group, const GemmPiece& piece, int64_t width, float* panel) {
      PackMatrix(ColumnsOf(grads + group * outputs * block.Positions(), block.Positions()), piece, width,
                 panel);
    };
    const auto packWeights = [&](int64_t group, const GemmPiece& piece, int64_t width, float* panel) {
      PackMatrix(ColumnsOf(weights + group * outputs * extents_.Depth(), extents_.Depth()), piece, width,
                 panel);
    };
    const auto resultOf = [&](int64_t group) {
      return ResultIn(lines + group * extents_.Depth(), extents_.Line(), extents_.Depth());
    };
    RunGemm<float>(LineGrads(extents_, block), {packGrads, packWeights, resultOf, 1, 1},
                   workspace_ + state_.gemmAt, cpu_);
  }

  // Calls visit(line, place, group, tap) for the samples of some positions.
  template <class Visit>
  void ForEachPlace(const Sampler& sampler, int64_t begin, int64_t end, int64_t firstGroup, int64_t lastGroup,
                    const Visit& visit) const {
    for (int64_t position = begin; position < end; ++position) {
      const float* const line = In(state_.scratch.lines) + position * extents_.Line();
      sampler.ForEachPlace(
          position, firstGroup, lastGroup,
          [&](const Sampler::Place& place, int64_t group, int64_t tap) { visit(line, place, group, tap); });
    }
  }

  void MakeOffsets(const Block& block, const Sampler& sampler) const {
    const PixelRows& rows = BestPixelRows();
    float* const results = In(state_.offsetGrads);
    const int64_t each = RowsOfTask(extents_.Line());
    cpu_.ParallelFor(CeilDivide(block.Positions(), each), [&](int64_t task) {
      const int64_t end = std::min(block.Positions(), (task + 1) * each);
      ForEachPlace(
          sampler, task * each, end, 0, extents_.attributes.offsetGroups - 1,
          [&](const float* line, const Sampler::Place& place, int64_t group, int64_t tap) {
            // What each corner's pixels change.
            std::array<float, kCorners> slopes{};
            sampler.ForEachRun(group, tap, 0, extents_.channels,
                               [&](int64_t channel, int64_t count, int64_t at) {
                                 const auto corners = sampler.RowsAt(place.corners, channel);
                                 std::array<float, kCorners> products{};
                                 rows.multiply(line + at, corners.data(), count, products.data());
                                 for (size_t k = 0; k < kCorners; ++k) {
                                   slopes[k] += products[k];
                                 }
                               });
            const auto factor = static_cast<double>(place.factor);
            float* const own = results + place.offset;
            own[0] = WithQuietNan(static_cast<float>(factor * place.corners.SlopeX(slopes)));
            own[sampler.Plane()] = WithQuietNan(static_cast<float>(factor * place.corners.SlopeY(slopes)));
            own[2 * sampler.Plane()] = WithQuietNan(static_cast<float>(place.corners.Sample(slopes)));
          });
    });
    const TensorView view = BlockOf(args_.gradOffset, block);
    CopyNumbers(LikeIn(results, view), view, cpu_);
  }

  void AddPixels(const Block& block, const Sampler& sampler) const {
    const PixelRows& rows = BestPixelRows();
    double* const sums = In(state_.pixelSums);
    const int64_t each = extents_.channels / extents_.attributes.offsetGroups;
    cpu_.ParallelFor(CeilDivide(extents_.channels, kBand), [&](int64_t task) {
      const int64_t begin = task * kBand;
      const int64_t end = std::min(extents_.channels, begin + kBand);
      std::array<double, kBand> outside{};
      ForEachPlace(
          sampler, 0, block.Positions(), begin / each, (end - 1) / each,
          [&](const float* line, const Sampler::Place& place, int64_t group, int64_t tap) {
            std::array<float, kCorners> weights = place.corners.Weights();
            std::transform(weights.begin(), weights.end(), weights.begin(),
                           [&](float weight) { return weight * place.factor; });
            sampler.ForEachRun(group, tap, begin, end, [&](int64_t channel, int64_t count, int64_t at) {
              std::array<double*, kCorners> to;
              for (size_t corner = 0; corner < kCorners; ++corner) {
                const int64_t pixel = place.corners.pixels[corner];
                to[corner] = pixel < 0 ? outside.data() : sums + pixel * extents_.channels + channel;
              }
              rows.spread(line + at, weights.data(), count, to.data());
            });
          });
    });
  }

  const Args& args_;
  const Extents& extents_;
  const State& state_;
  std::byte* workspace_;
  const CpuContext& cpu_;
};

void Run(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  if (state.extents.samples > 0) {
    Backward(args, state, workspace, cpu).Run();
    return;
  }
  for (const TensorView* view : {&args.gradInput, &args.gradWeight, &args.gradOffset, &args.gradBias}) {
    FillZero(*view);  // sums of nothing
  }
}

constexpr auto kKernel = CpuKernel<Run>("cpu:deformable_backward", Prepare);

}  // namespace

constinit const KernelEntry<Args> kBackwardCpu = Entry(kKernel);

}  // namespace openaclnn::deformable
