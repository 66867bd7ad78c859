// SPDX-License-Identifier: Apache-2.0
#include "ops/activation/prelu_backward/partition.h"

#include <algorithm>

#include "kernels/tiles/tiles.h"
#include "simd/lane_sums.h"

namespace openaclnn::prelu {
namespace {

constexpr int64_t kBlockPositions = 8 * kSumBlock;
// Elements of a task: enough that handing it to a thread costs nothing against it.
constexpr int64_t kTaskElements = 16 * kTileElements;

// Whether self is a list of channels for each sample, as after a linear layer. The samples then stand for the
// positions of a single one, which makes longer sums and fewer of them.
bool IsFlat(const PreluBackwardArgs& args) {
  return args.weight.NumElements() > 1 && args.self.NumElements() == args.self.dims[0] * args.self.dims[1];
}

ChannelShape ShapeOf(const PreluBackwardArgs& args) {
  const int64_t elements = args.self.NumElements();
  if (args.weight.NumElements() == 1) {
    return {1, 1, elements};
  }
  const int64_t samples = args.self.dims[0];
  const int64_t channels = args.self.dims[1];
  return IsFlat(args) ? ChannelShape{1, channels, samples}
                      : ChannelShape{samples, channels, elements / (samples * channels)};
}

Partition PartitionOf(const PreluBackwardArgs& args) {
  const ChannelShape shape = ShapeOf(args);
  const int64_t channels = std::min(shape.channels, kMostChannels);
  if (IsFlat(args)) {
    return {shape, 1, channels * kBlockPositions > 16 * kTaskElements ? kSumBlock : kBlockPositions};
  }
  const bool whole = shape.positions <= kBlockPositions;
  return {shape, whole ? std::max(int64_t{1}, kTaskElements / (shape.positions * channels)) : 1,
          kBlockPositions};
}

ChannelWalk WalkOf(const PreluBackwardArgs& args, const ChannelShape& shape) {
  if (shape.channels < kSumLanes) {
    return ChannelWalk::kAlong;  // vectors of channels would be short
  }
  const bool across = shape.positions < kSumLanes || ChannelsInnermost(ViewOf(args.gradInput, args));
  return across ? ChannelWalk::kAcross : ChannelWalk::kAlong;
}

}  // namespace

TensorView ViewOf(const TensorView& tensor, const PreluBackwardArgs& args) {
  TensorView view = BroadcastTo(tensor, args.self.Dims());
  if (IsFlat(args)) {
    view.rank = 3;
    view.dims = {1, view.dims[1], view.dims[0]};
    view.strides = {0, view.strides[1], view.strides[0]};
  }
  return view;
}

State Prepare(const PreluBackwardArgs& args) {
  State state{};
  if (args.self.Empty()) {
    return state;
  }
  state.partition = PartitionOf(args);
  const Partition& partition = state.partition;
  const ChannelShape& shape = partition.shape;
  const ChannelWalk walk = WalkOf(args, shape);
  const int64_t blockElements = partition.blockSamples * std::min(shape.positions, partition.blockPositions);
  const int64_t taskChannels = walk == ChannelWalk::kAcross
                                   ? kMostChannels
                                   : std::clamp(kTaskElements / blockElements, int64_t{1}, kMostChannels);
  const ChannelRegion whole{0, shape.samples, 0, shape.channels, 0, shape.positions};
  const auto layout = [&](const TensorView& tensor) { return LayoutOf(ViewOf(tensor, args), shape, walk); };
  state.schedule = {{whole, partition.blockSamples, taskChannels, partition.blockPositions, walk},
                    layout(args.gradOutput),
                    layout(args.self),
                    layout(args.gradInput)};
  if (partition.Blocks() > 1) {
    state.workspaceBytes = static_cast<size_t>(partition.Blocks() * shape.channels) * sizeof(double);
  }
  state.cost = 3 * static_cast<size_t>(args.self.NumElements()) * SizeOf(args.self.dtype);
  return state;
}

}  // namespace openaclnn::prelu
