// SPDX-License-Identifier: Apache-2.0
//
// Elements of a view of any type and layout as numbers of one type, a chunk of the row-major order at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/dtype.h"
#include "base/merged_dims.h"
#include "base/tensor_view.h"
#include "kernels/elementwise/elementwise_tile.h"

namespace openaclnn {

inline constexpr int64_t kConvertedChunk = 512;
// Holds a chunk of any type.
struct alignas(64) ConvertedBuffer {
  std::array<std::byte, static_cast<size_t>(kConvertedChunk) * 16> bytes;
};

class ConvertedReader {
 public:
  // The view's type converts to `as`.
  ConvertedReader(const TensorView& view, DType as);

  // Elements [begin, begin + count), count <= kConvertedChunk: in `buffer`, or where they lie.
  const std::byte* Read(int64_t begin, int64_t count, ConvertedBuffer& buffer) const;

 private:
  const std::byte* data_;
  int64_t size_;  // of an element
  MergedDims dims_;
  ElementwiseLoop conversion_;  // null: none
};

class ConvertedWriter {
 public:
  // Numbers of type `from` convert to the view's.
  ConvertedWriter(const TensorView& view, DType from);

  // Elements [begin, begin + count), count <= kConvertedChunk.
  void Write(int64_t begin, int64_t count, const std::byte* numbers) const;

 private:
  std::byte* data_;
  int64_t size_;
  MergedDims dims_;
  ElementwiseLoop conversion_;
};

}  // namespace openaclnn
