// SPDX-License-Identifier: Apache-2.0
#include "kernels/elementwise/converted.h"

#include <cstring>

#include "kernels/elementwise/conversion.h"
#include "kernels/tiles/pack.h"

namespace openaclnn {
namespace {

void Convert(ElementwiseLoop conversion, const std::byte* from, std::byte* to, int64_t count) {
  ElementwiseTile tile{};
  tile.out = to;
  tile.inputs[0] = {from, 0, 1};
  tile.rows = 1;
  tile.columns = count;
  conversion(tile);
}

// Calls piece(plane, bytes) for the planes of a chunk, with strides in bytes, and where they lie in rows
// without gaps.
template <typename Piece>
void ForEachPlane(const MergedDims& dims, int64_t size, int64_t begin, int64_t count, const Piece& piece) {
  int64_t packed = 0;
  dims.ForEachPlane(begin, count, [&](const MergedDims::Plane& plane) {
    piece(plane.offset * size,
          StridedPlane{plane.rows, plane.columns, plane.rowStride * size, plane.columnStride * size}, packed);
    packed += plane.rows * plane.columns * size;
  });
}

}  // namespace

ConvertedReader::ConvertedReader(const TensorView& view, DType as)
    : data_(view.data),
      size_(static_cast<int64_t>(SizeOf(view.dtype))),
      dims_(view),
      conversion_(view.dtype == as ? nullptr : FindConversion(view.dtype, as)) {}

const std::byte* ConvertedReader::Read(int64_t begin, int64_t count, ConvertedBuffer& buffer) const {
  if (dims_.Contiguous()) {
    const std::byte* const elements = data_ + begin * size_;
    if (conversion_ == nullptr) {
      return elements;
    }
    Convert(conversion_, elements, buffer.bytes.data(), count);
    return buffer.bytes.data();
  }
  ConvertedBuffer packed;
  ConvertedBuffer& elements = conversion_ == nullptr ? buffer : packed;
  ForEachPlane(dims_, size_, begin, count, [&](int64_t offset, const StridedPlane& plane, int64_t at) {
    PackPlane(size_, plane, data_ + offset, elements.bytes.data() + at);
  });
  if (conversion_ != nullptr) {
    Convert(conversion_, packed.bytes.data(), buffer.bytes.data(), count);
  }
  return buffer.bytes.data();
}

ConvertedWriter::ConvertedWriter(const TensorView& view, DType from)
    : data_(view.data),
      size_(static_cast<int64_t>(SizeOf(view.dtype))),
      dims_(view),
      conversion_(view.dtype == from ? nullptr : FindConversion(from, view.dtype)) {}

void ConvertedWriter::Write(int64_t begin, int64_t count, const std::byte* numbers) const {
  ConvertedBuffer converted;
  const bool contiguous = dims_.Contiguous();
  if (conversion_ != nullptr) {
    std::byte* const to = contiguous ? data_ + begin * size_ : converted.bytes.data();
    Convert(conversion_, numbers, to, count);
    numbers = to;
  } else if (contiguous) {
    std::memcpy(data_ + begin * size_, numbers, static_cast<size_t>(count * size_));
  }
  if (!contiguous) {
    ForEachPlane(dims_, size_, begin, count, [&](int64_t offset, const StridedPlane& plane, int64_t at) {
      UnpackPlane(size_, plane, numbers + at, data_ + offset);
    });
  }
}

}  // namespace openaclnn
