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
      dtype_(args.query.dtype),
      rowBytes_(size_ * static_cast<int64_t>(SizeOf(dtype_))) {}

const TensorView& KeyReader::ViewOf(int64_t sequence) const {
  const TensorView& first = FirstOf(args_, tensors_);
  const bool each = &first != &(args_.*tensors_.one) && (args_.*tensors_.list).size() > 1;
  return each ? (args_.*tensors_.list)[static_cast<size_t>(sequence)] : first;
}

int64_t KeyReader::CopyBytes(const InferenceArgs& args, const KeyTensors& tensors, int64_t rows) {
  return Together(args, tensors) ? 0
                                 : rows * args.*tensors.size * static_cast<int64_t>(SizeOf(args.query.dtype));
}

void KeyReader::FindIn(const TensorView& view, int64_t batch, int64_t head, int64_t first, int64_t count,
                       std::byte** rows, std::byte* copies) const {
  const KeyStrides strides = KeyStridesOf(args_, view, size_);
  const auto bytes = static_cast<int64_t>(SizeOf(dtype_));
  std::byte* from = view.data + (batch * strides.batch + head * strides.head + first * strides.row) * bytes;
  const bool together = strides.Together(size_);
  for (int64_t row = 0; row < count; ++row, from += strides.row * bytes) {
    if (together) {
      rows[row] = from;
      continue;
    }
    std::byte* const to = copies + row * rowBytes_;
    for (int64_t i = 0; i < size_; ++i) {
      const int64_t at = i / strides.piece * strides.pieceStride + i % strides.piece * strides.element;
      std::memcpy(to + i * bytes, from + at * bytes, static_cast<size_t>(bytes));
    }
    rows[row] = to;
  }
}

int64_t BlockOf(const InferenceArgs& args, int64_t sequence, int64_t key) {
  const TensorView& table = args.table;
  const int64_t at = sequence * table.strides[0] + key / args.blockSize * table.strides[1];
  return reinterpret_cast<const int32_t*>(table.data)[at];
}

void KeyReader::Find(const Place& place, std::byte** rows, std::byte* copies) const {
  int64_t done = 0;
  const int64_t prefix = tensors_.prefix == nullptr ? 0 : args_.prefixKeys;
  if (place.first < prefix) {
    done = std::min(place.count, prefix - place.first);
    FindIn(args_.*tensors_.prefix, 0, place.head, place.first, done, rows, copies);
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
    FindIn(view, batch, place.head, row, count, rows + done, copies + done * rowBytes_);
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
