// SPDX-License-Identifier: Apache-2.0
#include "kernels/layout/plane_copy.h"

#include <algorithm>

#include "base/checked_math.h"
#include "kernels/layout/channels.h"
#include "kernels/tiles/pack.h"

namespace openaclnn {
namespace {

// Planes that are made together: a line of the tensor has some of each.
constexpr int64_t kTogether = 64;
// Fewer channels lie so close that planes are read nearly as fast.
constexpr int64_t kFewChannels = 4;

}  // namespace

PlaneCopy::PlaneCopy(const TensorView& view, ScratchLayout* workspace) {
  if (view.rank < 3 || view.Empty() || view.Contiguous() || view.strides[1] != 1 ||
      view.dims[1] < kFewChannels || !ChannelsInnermost(view)) {
    return;
  }
  copies_ = RunOfPositions(view).count * view.dims[0] * view.dims[1] == view.NumElements();
  if (copies_) {
    at_ = workspace->Book<std::byte>(view.NumElements() * static_cast<int64_t>(SizeOf(view.dtype)));
  }
}

TensorView PlaneCopy::Make(const TensorView& view, std::byte* workspace,
                           const backend::cpu::CpuContext& cpu) const {
  if (!copies_) {
    return view;
  }
  TensorView copy = view;
  copy.data = at_.In(workspace);
  ContiguousStrides(view.Dims(), {copy.strides.data(), static_cast<size_t>(view.rank)});
  const MergedDims::Run positions = RunOfPositions(view);
  const auto size = static_cast<int64_t>(SizeOf(view.dtype));
  const int64_t channels = view.dims[1];
  const int64_t tasks = CeilDivide(channels, kTogether);
  cpu.ParallelFor(view.dims[0] * tasks, [&](int64_t task) {
    const int64_t sample = task / tasks;
    const int64_t first = task % tasks * kTogether;
    const int64_t from = sample * view.strides[0] + first * view.strides[1];
    const int64_t to = (sample * channels + first) * positions.count;
    PackPlane(size,
              {std::min(kTogether, channels - first), positions.count, view.strides[1] * size,
               positions.stride * size},
              view.data + from * size, copy.data + to * size);
  });
  return copy;
}

}  // namespace openaclnn
