// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "ops/common/rounding.h"
#include "ops/common/tiles.h"
#include "ops/mse_loss_backward/kernel.h"

namespace openaclnn {
namespace {

// Elements of a task: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = 16 * kTileElements;

// In float64, and rounded once: the difference of two huge values may leave float32 and come back.
template <typename Round>
void ComputeTile(const float* gradOutput, const float* self, const float* target, double divisor,
                 int64_t count, Round round, float* out) {
  for (int64_t i = 0; i < count; ++i) {
    const double difference = static_cast<double>(self[i]) - static_cast<double>(target[i]);
    out[i] = round(difference * static_cast<double>(gradOutput[i]) / divisor);
  }
}

template <typename Round>
void ComputeAll(const MseLossBackwardArgs& args, const backend::cpu::CpuContext& cpu, Round round) {
  const TileReader gradOutput(BroadcastTo(args.gradOutput, args.out.Dims()));
  const TileReader self(BroadcastTo(args.self, args.out.Dims()));
  const TileReader target(BroadcastTo(args.target, args.out.Dims()));
  const TileWriter out(args.out);
  const int64_t elements = args.out.NumElements();
  cpu.ParallelFor(CeilDivide(elements, kTaskElements), [&](int64_t task) {
    TileBuffer gradOutputBuffer;
    TileBuffer selfBuffer;
    TileBuffer targetBuffer;
    TileBuffer outBuffer;
    const int64_t end = std::min(elements, (task + 1) * kTaskElements);
    for (int64_t begin = task * kTaskElements; begin < end; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, end - begin);
      float* tile = out.Prepare(begin, outBuffer);
      ComputeTile(gradOutput.Read(begin, count, gradOutputBuffer), self.Read(begin, count, selfBuffer),
                  target.Read(begin, count, targetBuffer), args.divisor, count, round, tile);
      out.Write(begin, count, tile);
    }
  });
}

}  // namespace

Plan PlanMseLossBackwardCpu(const MseLossBackwardArgs& args) {
  const auto elements = static_cast<size_t>(args.out.NumElements());
  return {.workspaceBytes = 0, .bytes = elements * (3 * SizeOf(args.self.dtype) + SizeOf(args.out.dtype))};
}

Status RunMseLossBackwardCpu(const MseLossBackwardArgs& args, std::byte* /*workspace*/,
                             backend::ExecutionContext& context) {
  const auto& cpu = static_cast<const backend::cpu::CpuContext&>(context);
  if (args.out.dtype == DType::kFloat) {
    ComputeAll(args, cpu, RoundToNearest());
  } else {
    ComputeAll(args, cpu, RoundForHalf());
  }
  return Status::Ok();
}

}  // namespace openaclnn
