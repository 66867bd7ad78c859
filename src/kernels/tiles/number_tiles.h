// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/merged_dims.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {

// Numbers of a tensor, in row-major order, as what is computed in: float for FLOAT and the half types, double.
template <typename T>
class NumberReader {
 public:
  explicit NumberReader(const TensorView& view) : tiles_(view), dims_(view), data_(view.data) {
    direct_ = dims_.Contiguous() && view.dtype == (sizeof(T) == 4 ? DType::kFloat : DType::kDouble);
  }
  // Where they lie; null if they have to be copied.
  [[nodiscard]] const T* Find(int64_t begin) const {
    return direct_ ? reinterpret_cast<const T*>(data_) + begin : nullptr;
  }
  void Copy(int64_t begin, int64_t count, T* to) const {
    if constexpr (std::is_same_v<T, float>) {
      TileBuffer buffer;
      for (int64_t done = 0; done < count; done += kTileElements) {
        const int64_t piece = std::min(kTileElements, count - done);
        std::copy_n(tiles_.Read(begin + done, piece, buffer), piece, to + done);
      }
    } else {
      dims_.ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
        for (int64_t i = 0; i < run; ++i) {
          *to++ = reinterpret_cast<const T*>(data_)[offset + i * stride];
        }
      });
    }
  }

 private:
  TileReader tiles_;
  MergedDims dims_;
  const std::byte* data_;
  bool direct_;
};

template <typename T>
class NumberWriter {
 public:
  using Buffer = std::array<T, kTileElements>;

  explicit NumberWriter(const TensorView& view) : tiles_(view), dims_(view), data_(view.data) {
    direct_ = dims_.Contiguous() && view.dtype == (sizeof(T) == 4 ? DType::kFloat : DType::kDouble);
  }
  // Where numbers can be written themselves; null if they cannot.
  [[nodiscard]] T* Find(int64_t begin) const {
    return direct_ ? reinterpret_cast<T*>(data_) + begin : nullptr;
  }
  // At most kTileElements numbers.
  void Write(int64_t begin, int64_t count, const T* numbers) const {
    if constexpr (std::is_same_v<T, float>) {
      tiles_.Write(begin, count, numbers);
    } else {
      dims_.ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
        for (int64_t i = 0; i < run; ++i) {
          reinterpret_cast<T*>(data_)[offset + i * stride] = *numbers++;
        }
      });
    }
  }

 private:
  TileWriter tiles_;
  MergedDims dims_;
  std::byte* data_;
  bool direct_;
};

}  // namespace openaclnn
