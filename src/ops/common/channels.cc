// SPDX-License-Identifier: Apache-2.0
#include "ops/common/channels.h"

#include <algorithm>

#include "base/convert.h"

namespace openaclnn {
namespace {

// Bytes of a row that is worth a fence of its own.
constexpr int64_t kStreamedRow = 1024;

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

// The part of a view with channels last that holds some channels of one sample.
TensorView SelectChannels(TensorView view, int64_t sample, int64_t channel, int64_t channels) {
  const auto last = static_cast<size_t>(view.rank - 1);
  const int64_t offset = sample * view.strides[0] + channel * view.strides[last];
  view.data += offset * static_cast<int64_t>(SizeOf(view.dtype));
  view.dims[0] = 1;
  view.dims[last] = channels;
  return view;
}

int64_t FirstElement(const ChannelShape& shape, int64_t sample, int64_t channel) {
  return sample * shape.positions * shape.channels + channel;
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

ChannelReader::ChannelReader(const TensorView& view, const ChannelShape& shape)
    : view_(WithChannelsLast(view, shape)), shape_(shape), contiguous_(view_.Contiguous()) {
  if (!contiguous_ && shape_.positions == 1) {
    tiles_.emplace(view_);
  }
}

void ChannelReader::Select(int64_t sample, int64_t channel, int64_t channels) {
  channels_ = channels;
  first_ = FirstElement(shape_, sample, channel);
  if (!contiguous_ && shape_.positions > 1) {
    tiles_.emplace(SelectChannels(view_, sample, channel, channels));
    first_ = 0;
  }
}

Rows<const void*> ChannelReader::Read(int64_t position, int64_t positions, TileBuffer& buffer) const {
  if (contiguous_) {
    const int64_t element = first_ + position * shape_.channels;
    return {view_.data + element * static_cast<int64_t>(SizeOf(view_.dtype)), shape_.channels};
  }
  return {tiles_->ReadRaw(first_ + position * channels_, positions * channels_, buffer), channels_};
}

ChannelWriter::ChannelWriter(const TensorView& view, const ChannelShape& shape)
    : view_(WithChannelsLast(view, shape)),
      shape_(shape),
      contiguous_(view_.Contiguous()),
      tensorStores_(StoresFor(view)) {
  if (!contiguous_ && shape_.positions == 1) {
    tiles_.emplace(view_);
  }
}

void ChannelWriter::Select(int64_t sample, int64_t channel, int64_t channels) {
  channels_ = channels;
  const bool longRows =
      channels == shape_.channels || channels * static_cast<int64_t>(SizeOf(view_.dtype)) >= kStreamedRow;
  stores_ = longRows ? tensorStores_ : Stores::kCached;
  first_ = FirstElement(shape_, sample, channel);
  if (!contiguous_ && shape_.positions > 1) {
    tiles_.emplace(SelectChannels(view_, sample, channel, channels));
    first_ = 0;
  }
}

Rows<float*> ChannelWriter::Prepare(int64_t position, TileBuffer& buffer) const {
  if (contiguous_ && view_.dtype == DType::kFloat && stores_ == Stores::kCached) {
    return {reinterpret_cast<float*>(view_.data) + first_ + position * shape_.channels, shape_.channels};
  }
  return {buffer.data(), channels_};
}

void ChannelWriter::Write(int64_t position, int64_t positions, const Rows<float*>& rows) const {
  if (!contiguous_) {
    tiles_->Write(first_ + position * channels_, positions * channels_, rows.data);
    return;
  }
  const auto size = static_cast<int64_t>(SizeOf(view_.dtype));
  std::byte* destination = view_.data + (first_ + position * shape_.channels) * size;
  if (static_cast<const void*>(rows.data) == destination) {
    return;
  }
  if (channels_ == shape_.channels) {
    ConvertTo(view_.dtype, rows.data, destination, positions * channels_, stores_);
    return;
  }
  for (int64_t row = 0; row < positions; ++row) {
    ConvertTo(view_.dtype, rows.data + row * rows.stride, destination, channels_, stores_);
    destination += shape_.channels * size;
  }
}

}  // namespace openaclnn
