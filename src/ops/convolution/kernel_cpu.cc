// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/convolution/convolution.h"
#include "ops/convolution/correlation.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;

// Of a transposed convolution the input is the narrow tensor.
CorrelationViews ViewsOf(const TensorView& input, const TensorView& weight, const TensorView& output,
                         bool transposed) {
  return {.wide = transposed ? output : input, .narrow = transposed ? input : output, .weight = weight};
}

struct ForwardState : Prepared {
  CorrelationPlan plan;
};

CorrelationViews ViewsOf(const ConvolutionArgs& args) {
  CorrelationViews views = ViewsOf(args.input, args.weight, args.output, args.attributes.transposed);
  views.bias = args.bias;
  return views;
}

ForwardState PrepareForward(const ConvolutionArgs& args) {
  ForwardState state;
  state.plan =
      CorrelationPlan(args.attributes.transposed ? CorrelationResult::kWide : CorrelationResult::kNarrow,
                      ViewsOf(args), args.attributes);
  state.workspaceBytes = state.plan.WorkspaceBytes();
  state.cost = state.plan.Cost();
  return state;
}

void RunForward(const ConvolutionArgs& args, const ForwardState& state, std::byte* workspace,
                const CpuContext& cpu) {
  state.plan.Run(ViewsOf(args), workspace, cpu);
}

struct BackwardState : Prepared {
  CorrelationPlan input;
  CorrelationPlan weight;
  GemmPartition bias;
};

CorrelationViews InputViews(const ConvolutionBackwardArgs& args) {
  return ViewsOf(args.gradInput, args.weight, args.gradOutput, args.attributes.transposed);
}
CorrelationViews WeightViews(const ConvolutionBackwardArgs& args) {
  return ViewsOf(args.input, args.gradWeight, args.gradOutput, args.attributes.transposed);
}

// All positions of the gradient, as the depth of a product with ones.
Windows PositionsOf(const TensorView& gradOutput) {
  Windows windows{.samples = gradOutput.dims[0],
                  .channels = gradOutput.dims[1],
                  .extents = {},
                  .positions = ExtentsOf(gradOutput),
                  .step = {1, 1, 1},
                  .taps = {1, 1, 1},
                  .first = {0, 0, 0},
                  .tapStep = {1, 1, 1}};
  windows.extents = windows.positions;
  return windows;
}

BackwardState PrepareBackward(const ConvolutionBackwardArgs& args) {
  BackwardState state;
  if (args.gradInput.Defined()) {
    state.input =
        CorrelationPlan(args.attributes.transposed ? CorrelationResult::kNarrow : CorrelationResult::kWide,
                        InputViews(args), args.attributes);
  }
  if (args.gradWeight.Defined()) {
    state.weight = CorrelationPlan(CorrelationResult::kWeight, WeightViews(args), args.attributes);
  }
  if (args.gradBias.Defined()) {
    const Windows windows = PositionsOf(args.gradOutput);
    state.bias = GemmPartition({1, windows.channels, 1, windows.Positions()}, sizeof(double));
  }
  state.workspaceBytes =
      std::max({state.input.WorkspaceBytes(), state.weight.WorkspaceBytes(), state.bias.workspaceBytes});
  state.cost = state.input.Cost() + state.weight.Cost() + state.bias.Cost();
  return state;
}

template <typename T>
void SumBias(const ConvolutionBackwardArgs& args, const GemmPartition& partition, std::byte* workspace,
             const CpuContext& cpu) {
  const TensorView& from = args.gradOutput;
  const Windows windows = PositionsOf(from);
  const WindowSource source = SourceOf(from, 0, windows.channels);
  const auto pack = [&](int64_t, const GemmPiece& piece, int64_t width, T* panel) {
    PackTaps(source, windows, piece, GemmSide::kRows, width, panel);
  };
  const auto ones = [](int64_t, const GemmPiece& piece, int64_t width, T* panel) {
    std::fill_n(panel, width * piece.depths, T{1});
  };
  const auto result = [&](int64_t) {
    return GemmResult{args.gradBias.data, args.gradBias.dtype, args.gradBias.strides[0], EvenColumns(1, 1)};
  };
  RunGemm<T>(partition, {pack, ones, result, 1, 0}, workspace, cpu);
}

void RunBackward(const ConvolutionBackwardArgs& args, const BackwardState& state, std::byte* workspace,
                 const CpuContext& cpu) {
  if (args.gradInput.Defined()) {
    state.input.Run(InputViews(args), workspace, cpu);
  }
  if (args.gradWeight.Defined()) {
    state.weight.Run(WeightViews(args), workspace, cpu);
  }
  if (args.gradBias.Defined()) {
    if (args.gradOutput.dtype == DType::kDouble) {
      SumBias<double>(args, state.bias, workspace, cpu);
    } else {
      SumBias<float>(args, state.bias, workspace, cpu);
    }
  }
}

constexpr auto kForward = CpuKernel<RunForward>("cpu:windows", PrepareForward);
constexpr auto kBackward = CpuKernel<RunBackward>("cpu:windows", PrepareBackward);

}  // namespace

constinit const KernelEntry<ConvolutionArgs> kConvolutionCpu = Entry(kForward);
constinit const KernelEntry<ConvolutionBackwardArgs> kConvolutionBackwardCpu = Entry(kBackward);

}  // namespace openaclnn
