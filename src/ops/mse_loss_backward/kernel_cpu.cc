// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "ops/common/tiles.h"
#include "ops/mse_loss_backward/kernel.h"

// Compiled once for each instruction set; the compiler makes the vectors, Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/mse_loss_backward/kernel_cpu.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// In float64, and rounded once, later: the difference of two huge values may leave float32 and come back.
void Differences(const float* HWY_RESTRICT gradOutput, const float* HWY_RESTRICT self,
                 const float* HWY_RESTRICT target, double divisor, int64_t count, double* HWY_RESTRICT out) {
  int exponent = 0;
  if (std::frexp(divisor, &exponent) == 0.5) {  // a power of two: the same result without the division
    const double factor = 1.0 / divisor;
    for (int64_t i = 0; i < count; ++i) {
      const double difference = static_cast<double>(self[i]) - static_cast<double>(target[i]);
      out[i] = difference * static_cast<double>(gradOutput[i]) * factor;
    }
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    const double difference = static_cast<double>(self[i]) - static_cast<double>(target[i]);
    out[i] = difference * static_cast<double>(gradOutput[i]) / divisor;
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(Differences);

// Elements of a task: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = 16 * kTileElements;

}  // namespace

Plan PlanMseLossBackwardCpu(const MseLossBackwardArgs& args) {
  const auto elements = static_cast<size_t>(args.out.NumElements());
  return {.workspaceBytes = 0, .bytes = elements * (3 * SizeOf(args.self.dtype) + SizeOf(args.out.dtype))};
}

Status RunMseLossBackwardCpu(const MseLossBackwardArgs& args, std::byte* /*workspace*/,
                             backend::ExecutionContext& context) {
  const auto& cpu = static_cast<const backend::cpu::CpuContext&>(context);
  const TileReader gradOutput(BroadcastTo(args.gradOutput, args.out.Dims()));
  const TileReader self(BroadcastTo(args.self, args.out.Dims()));
  const TileReader target(BroadcastTo(args.target, args.out.Dims()));
  const TileWriter out(args.out);
  const int64_t elements = args.out.NumElements();
  const auto differences = HWY_DYNAMIC_DISPATCH(Differences);
  cpu.ParallelFor(CeilDivide(elements, kTaskElements), [&](int64_t task) {
    TileBuffer gradOutputBuffer;
    TileBuffer selfBuffer;
    TileBuffer targetBuffer;
    DoubleTileBuffer outBuffer;
    const int64_t end = std::min(elements, (task + 1) * kTaskElements);
    for (int64_t begin = task * kTaskElements; begin < end; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, end - begin);
      differences(gradOutput.Read(begin, count, gradOutputBuffer), self.Read(begin, count, selfBuffer),
                  target.Read(begin, count, targetBuffer), args.divisor, count, outBuffer.data());
      out.Write(begin, count, outBuffer.data());
    }
  });
  return Status::Ok();
}

}  // namespace openaclnn
#endif  // HWY_ONCE
