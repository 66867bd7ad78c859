// SPDX-License-Identifier: Apache-2.0
//
// aclnnDeformableConv2d: of a block of positions the samples are taken, and multiplied with the weights.
#include <algorithm>

#include "kernels/tiles/copy_numbers.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/convolution/deformable.h"

namespace openaclnn::deformable {
namespace {

using backend::cpu::CpuContext;

struct State : Prepared {
  Extents extents;
  Scratch scratch;
  size_t gemmAt = 0;
};

State Prepare(const Args& args) {
  State state;
  state.extents = Extents(args);
  const Extents& extents = state.extents;
  if (extents.samples == 0) {
    return state;
  }
  ScratchLayout layout;
  state.scratch.Book(extents, layout);
  size_t bytes = 0;
  extents.ForEachSize(
      [&](const Block& block) { bytes = std::max(bytes, extents.Product(block).workspaceBytes); });
  state.gemmAt = layout.Reserve(1, bytes);
  state.workspaceBytes = layout.Bytes();
  const Block first = extents.BlockAt(0, 0);
  const auto blocks = static_cast<size_t>(extents.samples * extents.BlocksOfSample());
  constexpr int64_t kBytesOfSample = 4 * sizeof(float);  // of its pixels
  state.cost = blocks * (extents.Product(first).Cost() +
                         static_cast<size_t>(first.Positions() * extents.Line() * kBytesOfSample));
  return state;
}

void Sample(const Extents& extents, const Block& block, const Sampler& sampler, float* lines,
            const CpuContext& cpu) {
  const PixelRows& rows = BestPixelRows();
  const int64_t each = RowsOfTask(extents.Line());
  cpu.ParallelFor(CeilDivide(block.Positions(), each), [&](int64_t task) {
    const int64_t end = std::min(block.Positions(), (task + 1) * each);
    for (int64_t position = task * each; position < end; ++position) {
      float* const line = lines + position * extents.Line();
      sampler.ForEachPlace(position, 0, extents.attributes.offsetGroups - 1,
                           [&](const Sampler::Place& place, int64_t group, int64_t tap) {
                             const auto weights = place.corners.Weights();
                             sampler.ForEachRun(group, tap, 0, extents.channels,
                                                [&](int64_t channel, int64_t count, int64_t at) {
                                                  const auto corners = sampler.RowsAt(place.corners, channel);
                                                  rows.combine(corners.data(), weights.data(), kCorners,
                                                               place.factor, count, line + at);
                                                });
                           });
    }
  });
}

// output = bias + weights * lines
void Multiply(const Args& args, const State& state, const Block& block, std::byte* workspace,
              const CpuContext& cpu) {
  const Extents& extents = state.extents;
  const int64_t outputs = extents.GroupOutputs();
  const float* const weights = state.scratch.weights.In(workspace);
  const float* const lines = state.scratch.lines.In(workspace);
  const TensorView out = BlockOf(args.output, block);
  const auto packWeights = [&](int64_t group, const GemmPiece& piece, int64_t width, float* panel) {
    PackMatrix(RowsOf(weights + group * outputs * extents.Depth(), extents.Depth()), piece, width, panel);
  };
  const auto packLines = [&](int64_t group, const GemmPiece& piece, int64_t width, float* panel) {
    PackMatrix(RowsOf(lines + group * extents.Depth(), extents.Line()), piece, width, panel);
  };
  const auto resultOf = [&](int64_t group) {
    GemmResult result{
        out.data + group * outputs * out.strides[0] * static_cast<int64_t>(SizeOf(out.dtype)),
        out.dtype,
        out.strides[0],
        {.rank = 2, .dims = {block.rows, block.columns}, .strides = {out.strides[1], out.strides[2]}}};
    if (args.bias.Defined()) {
      const TensorView& bias = args.bias;
      result.added = bias.data + group * outputs * bias.strides[0] * static_cast<int64_t>(SizeOf(bias.dtype));
      result.addedDtype = bias.dtype;
      result.addedRowStride = bias.strides[0];
    }
    return result;
  };
  RunGemm<float>(extents.Product(block), {packWeights, packLines, resultOf, 1, 1}, workspace + state.gemmAt,
                 cpu);
}

void Run(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  const Extents& extents = state.extents;
  const Scratch& scratch = state.scratch;
  if (extents.samples == 0) {
    return;
  }
  scratch.Load(args, extents, workspace, cpu);
  float* const offsets = scratch.offsets.In(workspace);
  float* const lines = scratch.lines.In(workspace);
  for (int64_t sample = 0; sample < extents.samples; ++sample) {
    scratch.LoadImage(args, sample, workspace, cpu);
    for (int64_t number = 0; number < extents.BlocksOfSample(); ++number) {
      const Block block = extents.BlockAt(sample, number);
      const TensorView given = BlockOf(args.offset, block);
      CopyNumbers(given, LikeIn(offsets, given), cpu);
      const Sampler sampler(extents, block, offsets, scratch.pixels.In(workspace),
                            scratch.zeros.In(workspace));
      Sample(extents, block, sampler, lines, cpu);
      if (args.samples.Defined()) {
        const TensorView view = SamplesOf(args.samples, extents, block);
        CopyNumbers(LikeIn(lines, view), view, cpu);
      }
      Multiply(args, state, block, workspace, cpu);
    }
  }
}

constexpr auto kKernel = CpuKernel<Run>("cpu:deformable", Prepare);

}  // namespace

constinit const KernelEntry<Args> kForwardCpu = Entry(kKernel);

}  // namespace openaclnn::deformable
