// SPDX-License-Identifier: Apache-2.0
//
// Tensors of [samples, channels, positions...] whose channels lie side by side in memory, or that have so few
// positions that vectors go across the channels anyhow: seen as rows of channels, one row a position.
#pragma once

#include <cstdint>
#include <optional>

#include "base/tensor_view.h"
#include "kernels/tiles.h"

namespace openaclnn {

// The extents of the tensors of one call; positions counts the elements of all dims after the second.
struct ChannelShape {
  int64_t samples;
  int64_t channels;
  int64_t positions;
};

// Whether the view's own dims are [samples, channels, positions...]. With one position any dims will do.
[[nodiscard]] bool HasChannelDim(const TensorView& view, const ChannelShape& shape);

// Whether the step from channel to channel is the smallest one.
[[nodiscard]] bool ChannelsInnermost(const TensorView& view);

// Rows of elements at equal distances.
template <typename Pointer>
struct Rows {
  Pointer data;
  int64_t stride;  // in elements
};

// An input. The view has a channel dim.
class ChannelReader {
 public:
  ChannelReader(const TensorView& view, const ChannelShape& shape);

  // Whether rows are read where they lie.
  [[nodiscard]] bool Contiguous() const { return contiguous_; }

  // Some neighbouring channels of one sample.
  class Slice {
   public:
    Slice(const ChannelReader& tensor, int64_t sample, int64_t channel, int64_t channels);

    // The rows of some positions, at most kTileElements elements, in the tensor's own type: where they lie,
    // or packed in `buffer`.
    [[nodiscard]] Rows<const void*> Read(int64_t position, int64_t positions, TileBuffer& buffer) const;

   private:
    const ChannelReader& tensor_;
    int64_t channels_;
    int64_t first_;                    // its first element, in the tensor or in the tiles
    std::optional<TileReader> tiles_;  // where the tensor is not contiguous
  };

 private:
  TensorView view_;  // channels last
  ChannelShape shape_;
  bool contiguous_;
};

// An output.
class ChannelWriter {
 public:
  ChannelWriter(const TensorView& view, const ChannelShape& shape);

  // Whether rows are written where they lie.
  [[nodiscard]] bool Contiguous() const { return contiguous_; }

  class Slice {
   public:
    Slice(const ChannelWriter& tensor, int64_t sample, int64_t channel, int64_t channels);

    // Where to compute the rows of some positions: `buffer`, or the tensor's own memory. Then Write them.
    [[nodiscard]] Rows<float*> Prepare(int64_t position, TileBuffer& buffer) const;
    void Write(int64_t position, int64_t positions, const Rows<float*>& rows) const;
    // The same in the tensor's own type, for kernels that round in registers: `buffer`, or the tensor's own
    // memory whenever the rows lie there.
    [[nodiscard]] Rows<void*> PrepareRaw(int64_t position, TileBuffer& buffer) const;
    void WriteRaw(int64_t position, int64_t positions, const Rows<void*>& rows) const;
    [[nodiscard]] bool StreamsRaw() const { return tensor_.contiguous_ && stores_ == Stores::kStreaming; }
    // How rows are to be written to the tensor's own memory.
    [[nodiscard]] Stores HowToStore() const { return stores_; }

   private:
    const ChannelWriter& tensor_;
    int64_t channels_;
    int64_t first_;
    Stores stores_;
    std::optional<TileWriter> tiles_;
  };

 private:
  TensorView view_;
  ChannelShape shape_;
  bool contiguous_;
  Stores stores_;
};

}  // namespace openaclnn
