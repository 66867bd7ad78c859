// SPDX-License-Identifier: Apache-2.0
#include "kernels/quantization/quantized_rows.h"

#include <algorithm>

namespace openaclnn {
namespace {

// Numbers of channels, or one for all, as the elements of all groups have them.
TensorView Spread(const TensorView& numbers, const QuantizedRowsForm& form) {
  TensorView view = numbers;
  const int64_t channels = form.groups * form.channels;
  if (numbers.NumElements() == 1) {
    view.rank = 1;
    view.dims[0] = channels * form.positions;
    view.strides[0] = 0;
  } else if (form.positions != 1) {  // those of a channel alone, of which there is one dim
    view.rank = 2;
    view.dims[1] = form.positions;
    view.strides[1] = 0;
  }
  return view;
}

}  // namespace

QuantizedRows::QuantizedRows(const TensorView& numbers, const TensorView& factor, const TensorView& zeroPoint,
                             const TensorView& rowScale, const QuantizedRowsForm& form)
    : length_(form.channels * form.positions),
      groups_(form.groups),
      divides_(form.divides),
      numbers_(numbers) {
  if (factor.Defined()) {
    factors_.emplace(Spread(factor, form));
  }
  if (zeroPoint.Defined()) {
    zeroPoints_.emplace(Spread(zeroPoint, form));
  }
  if (rowScale.Defined()) {
    dynamic_.emplace(numbers, rowScale, TensorView{}, false);
  }
}

void QuantizedRows::Scale(int64_t at, int64_t count, const float* numbers, float* to) const {
  if (factors_) {
    TileBuffer buffer;
    const float* const factors = factors_->Read(at, count, buffer);
    for (int64_t i = 0; i < count; ++i) {
      to[i] = divides_ ? numbers[i] / factors[i] : numbers[i] * factors[i];
    }
    numbers = to;
  }
  if (zeroPoints_) {
    TileBuffer buffer;
    const float* const added = zeroPoints_->Read(at, count, buffer);
    for (int64_t i = 0; i < count; ++i) {
      to[i] = numbers[i] + added[i];
    }
  } else if (numbers != to) {
    std::copy_n(numbers, count, to);
  }
}

void QuantizedRows::Write(int64_t row, const RowTile& tile) const {
  if (dynamic_) {
    const int64_t first = row % groups_ * length_;
    dynamic_->Quantize(row, length_, [&](int64_t begin, int64_t count, TileBuffer& buffer) {
      Scale(first + begin, count, tile(begin, count, buffer), buffer.data());
      return static_cast<const float*>(buffer.data());
    });
    return;
  }
  TileBuffer buffer;
  for (int64_t begin = 0; begin < length_; begin += kTileElements) {
    const int64_t count = std::min(kTileElements, length_ - begin);
    WriteTile(row * length_ + begin, count, tile(begin, count, buffer));
  }
}

void QuantizedRows::WriteTile(int64_t at, int64_t count, const float* numbers) const {
  TileBuffer scaled;
  const int64_t period = groups_ * length_;
  for (int64_t done = 0; done < count;) {  // until factors begin anew
    const int64_t first = (at + done) % period;
    const int64_t some = std::min(count - done, period - first);
    Scale(first, some, numbers + done, scaled.data() + done);
    done += some;
  }
  RoundToRange(scaled.data(), count, RoundMode::kNearest, kInt8Range, scaled.data());
  numbers_.Write(at, count, scaled.data());
}

}  // namespace openaclnn
