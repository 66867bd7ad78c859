// SPDX-License-Identifier: Apache-2.0
//
// The CPU kernel: one pass writes gradInput and sums the products for gradWeight, block by block; then the
// sums of the blocks are added up.
#include <algorithm>
#include <array>

#include "backend/cpu/parallel.h"
#include "kernels/layout/channels.h"
#include "kernels/reduction/block_sums.h"
#include "kernels/tiles/tiles.h"
#include "ops/activation/prelu_backward/kernel.h"
#include "ops/activation/prelu_backward/partition.h"
#include "ops/common/cpu_kernel.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/layout/channels-inl.h"
#include "simd/fused-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(RunPreluBackward, void(const PreluBackwardArgs& args, const prelu::State& state,
                                            double* blockSums, const backend::cpu::CpuContext& cpu));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace prelu {

using namespace openaclnn::prelu;  // NOLINT(google-build-using-namespace): the room's own, outside of targets

struct Backward {
  // Inputs: gradOutput, self; outputs: gradInput; coefficients: weight; sums: gradWeight.
  static constexpr ChannelOperands kOperands{.inputs = 2, .outputs = 1, .coefficients = 1, .sums = 1};

  // Where self is positive, the weight has no part in gradInput, nor has the element in gradWeight: each of
  // them may be infinite or NaN.
  template <class D, class V>
  HWY_INLINE static void Apply(D floats, const V* inputs, const V* weight, V& gradInput, V* gradWeight) {
    const auto positive = hn::Gt(inputs[1], hn::Zero(floats));
    gradInput = hn::Mul(inputs[0], hn::IfThenElse(positive, hn::Set(floats, 1.0F), weight[0]));
    gradWeight[0] = MulAdd(floats, hn::IfThenZeroElse(positive, inputs[0]),
                           hn::IfThenZeroElse(positive, inputs[1]), gradWeight[0]);
  }
};

template <class Format>
void Run(const PreluBackwardArgs& args, const State& state, double* blockSums,
         const backend::cpu::CpuContext& cpu) {
  const Partition& partition = state.partition;
  const Schedule& schedule = state.schedule;
  const ChannelTensor gradOutput(ViewOf(args.gradOutput, args), schedule.gradOutput);
  const ChannelTensor self(ViewOf(args.self, args), schedule.self);
  const ChannelTensor gradInput(ViewOf(args.gradInput, args), schedule.gradInput);
  const ChannelPass<Format, Backward> pass({&gradOutput, &self}, &gradInput);
  const TileReader weight(args.weight);
  const TileWriter gradWeight(args.gradWeight);
  const int64_t blocks = partition.Blocks();
  cpu.ParallelFor(schedule.tasks.Count(), [&](int64_t task) {
    const ChannelRegion region = schedule.tasks.At(task);
    TileBuffer weights;
    std::array<double, kMostChannels> own;
    double* const sums = blocks == 1 ? own.data() : blockSums + partition.SumsOf(region);
    std::fill_n(sums, region.channels, 0.0);
    pass.Run(region, {weight.Read(region.channel, region.channels, weights)}, {sums});
    if (blocks == 1) {
      gradWeight.Write(region.channel, region.channels, sums);
    }
  });
  if (blocks > 1) {
    WriteBlockSums(cpu, args.gradWeight, {blockSums, blocks, partition.shape.channels});
  }
}

}  // namespace prelu

void RunPreluBackward(const PreluBackwardArgs& args, const prelu::State& state, double* blockSums,
                      const backend::cpu::CpuContext& cpu) {
  VisitFormat(args.self.dtype,
              [&](auto format) { prelu::Run<decltype(format)>(args, state, blockSums, cpu); });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

void Run(const PreluBackwardArgs& args, const prelu::State& state, std::byte* workspace,
         const backend::cpu::CpuContext& cpu) {
  if (args.self.Empty()) {
    FillZero(args.gradWeight);
  } else {
    HWY_DYNAMIC_DISPATCH(RunPreluBackward)(args, state, reinterpret_cast<double*>(workspace), cpu);
  }
}

constexpr auto kKernel = CpuKernel<Run>("cpu:tiles", prelu::Prepare);

}  // namespace

constinit const KernelEntry<PreluBackwardArgs> kPreluBackwardCpu = Entry(kKernel);

}  // namespace openaclnn
#endif  // HWY_ONCE
