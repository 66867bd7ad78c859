// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/key_reader.h"

#include <algorithm>
#include <cstring>

namespace openaclnn {
namespace {

const TensorView& FirstOf(const InferenceArgs& args, const KeyTensors& tensors) {
  const TensorView& one = args.*tensors.one;
  return one.Defined() || tensors.list == nullptr ? one : (args.*tensors.list).front();
}

bool Together(const InferenceArgs& args, const KeyTensors& tensors) {
  const int64_t size = args.*tensors.size;
  const auto together = [&](const TensorView& view) {
    return !view.Defined() || KeyStridesOf(args, view, size).Together(size);
  };
  return together(args.*tensors.one) &&
         (tensors.list == nullptr || std::ranges::all_of(args.*tensors.list, together)) &&
         (tensors.prefix == nullptr || together(args.*tensors.prefix));
}

}  // namespace

KeyStrides KeyStridesOf(const InferenceArgs& args, const TensorView& view, int64_t size) {
  const auto& strides = view.strides;
  if (args.Paged() && view.rank == 5) {  // [blocks, heads, size / piece, blockSize, piece]
    return {strides[0], strides[1], strides[3], strides[4], view.dims[4], strides[2]};
  }
  constexpr HeadAxes kPages{0, 2, 1, 2};
  constexpr HeadAxes kPagesOfHeads{0, 1, 2, 3};
  const HeadAxes& axes = !args.Paged() ? args.layout.in : view.rank == 3 ? kPages : kPagesOfHeads;
  const HeadStrides found = StridesOf(view, axes, size);
  return {found.batch, found.head, found.row, found.element, size, 0};
}

KeyReader::KeyReader(const InferenceArgs& args, const KeyTensors& tensors)
    : args_(args),
      tensors_(tensors),
      size_(args.*tensors.size),
      scaled_(tensors.Scaled(args)),
      copies_(CopyBytes(args, tensors, 1) > 0),
      dtype_(scaled_ ? DType::kFloat : args.query.dtype),
      loops_(BestFewRowLoops()),
      rowBytes_(size_ * static_cast<int64_t>(SizeOf(dtype_))) {}

const TensorView& KeyReader::ViewOf(int64_t sequence) const {
  const TensorView& first = FirstOf(args_, tensors_);
  const bool each = &first != &(args_.*tensors_.one) && (args_.*tensors_.list).size() > 1;
  return each ? (args_.*tensors_.list)[static_cast<size_t>(sequence)] : first;
}

int64_t KeyReader::CopyBytes(const InferenceArgs& args, const KeyTensors& tensors, int64_t rows) {
  const int64_t size = args.*tensors.size;
  if (tensors.Scaled(args)) {
    return (rows * size + 2 * std::max(rows, size)) * static_cast<int64_t>(sizeof(float));
  }
  return Together(args, tensors) ? 0 : rows * size * static_cast<int64_t>(SizeOf(args.query.dtype));
}

void KeyReader::FindIn(const TensorView& view, const Start& start, int64_t count, std::byte** rows,
                       std::byte* copies, const Scales& scales) const {
  const KeyStrides strides = KeyStridesOf(args_, view, size_);
  const auto bytes = static_cast<int64_t>(SizeOf(view.dtype));
  std::byte* from =
      view.data + (start.batch * strides.batch + start.head * strides.head + start.row * strides.row) * bytes;
  const bool together = strides.Together(size_);
  const bool ofElements = scaled_ && (args_.*tensors_.scales).OfElements();
  if (together && !scaled_) {
    for (int64_t row = 0; row < count; ++row) {
      rows[row] = from + row * strides.row * bytes;
    }
    return;
  }
  for (int64_t row = 0; row < count; ++row, from += strides.row * bytes) {
    std::byte* found = from;
    if (!together) {
      found = copies + (row + 1) * rowBytes_ - size_ * bytes;  // of integers the end of their row
      for (int64_t i = 0; i < size_; ++i) {
        const int64_t at = i / strides.piece * strides.pieceStride + i % strides.piece * strides.element;
        std::memcpy(found + i * bytes, from + at * bytes, static_cast<size_t>(bytes));
      }
    }
    if (scaled_) {
      const int64_t own = ofElements ? 0 : row;
      auto* const to = reinterpret_cast<float*>(copies + row * rowBytes_);
      loops_.readIntegers(reinterpret_cast<const int8_t*>(found), size_,
                          {scales.scales + own, scales.offsets + own, ofElements}, to);
      found = reinterpret_cast<std::byte*>(to);
    }
    rows[row] = found;
  }
}

void KeyReader::ReadScales(const Start& start, int64_t count, const Scales& to) const {
  const CacheScales& place = args_.*tensors_.scales;
  const auto read = [&](const TensorView& view, float* numbers) {
    const HeadStrides strides = StridesOf(view, place.axes, size_);
    const int64_t part = place.part < 0 ? 0 : place.part * view.strides[0];
    const int64_t at = part + strides.OffsetOf(start.batch, start.head) + start.row * strides.row;
    ReadNumbers(view.data + at * static_cast<int64_t>(SizeOf(view.dtype)), view.dtype,
                place.OfElements() ? strides.element : strides.row, count, numbers);
  };
  const bool split = place.part < 0;
  read(split ? args_.*tensors_.ownScales : args_.scales, to.scales);
  const TensorView& offsets = split ? args_.*tensors_.ownOffsets : args_.offsets;
  if (offsets.Defined()) {
    read(offsets, to.offsets);
  } else {
    std::fill_n(to.offsets, count, 0.0F);
  }
}

int64_t BlockOf(const InferenceArgs& args, int64_t sequence, int64_t key) {
  const TensorView& table = args.table;
  const int64_t at = sequence * table.strides[0] + key / args.blockSize * table.strides[1];
  return reinterpret_cast<const int32_t*>(table.data)[at];
}

void KeyReader::Find(const Place& place, std::byte** rows, std::byte* copies) const {
  // Scales lie behind the copies: each row's, or the elements' of all.
  const bool ofElements = scaled_ && (args_.*tensors_.scales).OfElements();
  const bool ofPages = scaled_ && (args_.*tensors_.scales).ofPages;
  Scales scales{};
  if (scaled_) {
    scales.scales = reinterpret_cast<float*>(copies + place.count * rowBytes_);
    scales.offsets = scales.scales + (ofElements ? size_ : place.count);
  }
  const auto scalesAt = [&](int64_t done) {
    return ofElements || !scaled_ ? scales : Scales{scales.scales + done, scales.offsets + done};
  };
  if (scaled_ && !ofPages) {
    const int64_t own = place.first + place.begin;  // of scales that rows have: there is no prefix then
    ReadScales({place.sequence, place.head, own}, ofElements ? size_ : place.count, scales);
  }
  int64_t done = 0;
  const int64_t prefix = tensors_.prefix == nullptr ? 0 : args_.prefixKeys;
  if (place.first < prefix) {
    done = std::min(place.count, prefix - place.first);
    FindIn(args_.*tensors_.prefix, {0, place.head, place.first}, done, rows, copies, scales);
  }
  const TensorView& view = ViewOf(place.sequence);
  while (done < place.count) {
    const int64_t key = place.first + done - prefix;
    int64_t count = place.count - done;
    int64_t batch = args_.layout.ragged || &view != &FirstOf(args_, tensors_) ? 0 : place.sequence;
    int64_t row = key + place.begin;
    if (args_.Paged()) {
      row = key % args_.blockSize;
      count = std::min(count, args_.blockSize - row);
      batch = BlockOf(args_, place.sequence, key);
    } else {
      row += args_.sequences[static_cast<size_t>(place.sequence)].firstKey;
    }
    const Start start{batch, place.head, row};
    if (ofPages) {
      ReadScales(start, count, scalesAt(done));
    }
    FindIn(view, start, count, rows + done, copies + done * rowBytes_, scalesAt(done));
    done += count;
  }
}

HeadMatrix KeyReader::MatrixOf(std::byte* const* rows, int64_t count, std::byte* copies) const {
  const auto bytes = static_cast<int64_t>(SizeOf(dtype_));
  const int64_t step = count > 1 ? rows[1] - rows[0] : rowBytes_;
  bool even = step % bytes == 0;
  for (int64_t row = 1; even && row < count; ++row) {
    even = rows[row] - rows[row - 1] == step;
  }
  if (even) {
    return {rows[0], dtype_, step / bytes, 1};
  }
  for (int64_t row = 0; row < count; ++row) {
    std::memcpy(copies + row * rowBytes_, rows[row], static_cast<size_t>(rowBytes_));
  }
  return {copies, dtype_, size_, 1};
}

}  // namespace openaclnn
