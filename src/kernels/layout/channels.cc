// SPDX-License-Identifier: Apache-2.0
#include "kernels/layout/channels.h"

#include <algorithm>
#include <utility>

namespace openaclnn {
namespace {

// [samples, positions..., channels]
TensorView WithChannelsLast(TensorView view, const ChannelShape& shape) {
  if (shape.positions == 1 || !HasChannelDim(view, shape)) {
    return view;
  }
  const auto rank = static_cast<ptrdiff_t>(view.rank);
  std::rotate(view.dims.begin() + 1, view.dims.begin() + 2, view.dims.begin() + rank);
  std::rotate(view.strides.begin() + 1, view.strides.begin() + 2, view.strides.begin() + rank);
  return view;
}

// The part of a view with channels last that holds some channels of one sample. With one position the view
// may have any dims: then all of it.
TensorView Select(TensorView view, const ChannelShape& shape, int64_t sample, int64_t channel,
                  int64_t channels) {
  if (shape.positions > 1) {
    const auto last = static_cast<size_t>(view.rank - 1);
    const int64_t offset = sample * view.strides[0] + channel * view.strides[last];
    view.data += offset * static_cast<int64_t>(SizeOf(view.dtype));
    view.dims[0] = 1;
    view.dims[last] = channels;
  }
  return view;
}

// The first element of the selection, in it.
int64_t FirstElement(const ChannelShape& shape, int64_t sample, int64_t channel) {
  return shape.positions == 1 ? sample * shape.channels + channel : 0;
}

}  // namespace

bool HasChannelDim(const TensorView& view, const ChannelShape& shape) {
  return shape.positions == 1 ||
         (view.rank >= 3 && view.dims[0] == shape.samples && view.dims[1] == shape.channels);
}

bool ChannelsInnermost(const TensorView& view) {
  for (size_t d = 2; d < static_cast<size_t>(view.rank); ++d) {
    if (view.dims[d] > 1 && view.strides[d] <= view.strides[1]) {
      return false;
    }
  }
  return view.rank >= 2;
}

MergedDims::Run RunOfPositions(const TensorView& view) {
  TensorView positions = view;
  positions.rank -= 2;
  std::copy(view.dims.begin() + 2, view.dims.end(), positions.dims.begin());
  std::copy(view.strides.begin() + 2, view.strides.end(), positions.strides.begin());
  return MergedDims(positions).RunFrom(0);
}

ChannelRegion ChannelTasks::At(int64_t task) const {
  const int64_t bands = Bands();
  const int64_t parts = Parts();
  const bool across = walk == ChannelWalk::kAcross;
  const int64_t band = across ? task % bands : task / parts % bands;
  const int64_t part = across ? task / bands % parts : task % parts;
  const auto cut = [](int64_t first, int64_t count, int64_t step, int64_t index) {
    return std::pair(first + index * step, std::min(step, count - index * step));
  };
  const auto [sample, taskSamples] = cut(whole.sample, whole.samples, samples, task / (bands * parts));
  const auto [channel, taskChannels] = cut(whole.channel, whole.channels, channels, band);
  const auto [position, taskPositions] = cut(whole.position, whole.positions, positions, part);
  return {sample, taskSamples, channel, taskChannels, position, taskPositions};
}

ChannelLayout LayoutOf(const TensorView& view, const ChannelShape& shape, ChannelWalk walk) {
  ChannelLayout layout{shape, walk, false, shape.channels * shape.positions, shape.positions, 1};
  if (view.Contiguous()) {
    layout.direct = walk == ChannelWalk::kAlong || shape.positions == 1 || shape.channels == 1;
  } else if (view.rank >= 2 && view.dims[0] == shape.samples && view.dims[1] == shape.channels) {
    const MergedDims::Run run = RunOfPositions(view);
    layout.sampleStride = view.strides[0];
    layout.channelStride = view.strides[1];
    layout.positionStride = run.stride;
    const bool adjacent =
        walk == ChannelWalk::kAlong ? run.stride == 1 : shape.channels == 1 || view.strides[1] == 1;
    layout.direct =
        run.count == shape.positions && (adjacent || (walk == ChannelWalk::kAlong && shape.positions == 1));
  }
  return layout;
}

std::byte* ChannelTensor::At(int64_t sample, int64_t channel, int64_t position) const {
  const int64_t element =
      sample * layout_.sampleStride + channel * layout_.channelStride + position * layout_.positionStride;
  return view_.data + element * static_cast<int64_t>(SizeOf(view_.dtype));
}

bool ChannelTensor::Streams() const {
  return layout_.direct && StoresFor(view_) == Stores::kStreaming;
}

ChannelTensor::Range ChannelTensor::RangeOf(const ChannelRegion& region) const {
  const ChannelShape& shape = layout_.shape;
  if (layout_.walk == ChannelWalk::kAlong) {
    return {view_, (region.sample * shape.channels + region.channel) * shape.positions + region.position,
            region.channels * region.positions};
  }
  return {Select(WithChannelsLast(view_, shape), shape, region.sample, region.channel, region.channels),
          FirstElement(shape, region.sample, region.channel) + region.position * region.channels,
          region.channels * region.positions};
}

const void* ChannelTensor::Pack(const ChannelRegion& region, TileBuffer& buffer) const {
  const Range range = RangeOf(region);
  return TileReader(range.view).ReadRaw(range.begin, range.count, buffer);
}

void ChannelTensor::Unpack(const ChannelRegion& region, const void* rows) const {
  const Range range = RangeOf(region);
  TileWriter(range.view).WriteRaw(range.begin, range.count, rows);
}

}  // namespace openaclnn
