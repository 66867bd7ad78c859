// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

#include "kernels/gemm.h"
#include "simd/convert.h"
#include "simd/transpose.h"

namespace openaclnn {
namespace {

// Panels of a half type, before they are widened.
constexpr int64_t kMostLanes = 64;
using HalfPanel = std::array<uint16_t, kMostLanes * kGemmDepth>;

// Rows of kWidth elements that lie side by side: of a width that the compiler knows.
template <int64_t kWidth, typename T>
void CopyRows(const T* from, int64_t stride, int64_t rows, T* to) {
  for (int64_t row = 0; row < rows; ++row) {
    std::memcpy(to + row * kWidth, from + row * stride, sizeof(T) * kWidth);
  }
}

template <typename T>
void CopyRows(const T* from, int64_t stride, int64_t rows, int64_t width, T* to) {
  switch (width) {
    case 6:
      return CopyRows<6>(from, stride, rows, to);
    case 8:
      return CopyRows<8>(from, stride, rows, to);
    case 12:
      return CopyRows<12>(from, stride, rows, to);
    case 16:
      return CopyRows<16>(from, stride, rows, to);
    case 32:
      return CopyRows<32>(from, stride, rows, to);
    default:
      for (int64_t row = 0; row < rows; ++row) {
        std::copy_n(from + row * stride, width, to + row * width);
      }
  }
}

// A piece of a matrix in its own type, or in integers of its size.
template <typename T>
void PackElements(const T* data, const GemmMatrix& matrix, const GemmPiece& piece, int64_t width, T* panel) {
  const T* from = data + piece.lane * matrix.laneStride + piece.depth * matrix.depthStride;
  if (piece.lanes == width && matrix.laneStride == 1) {
    CopyRows(from, matrix.depthStride, piece.depths, width, panel);
    return;
  }
  if (piece.lanes == width && matrix.depthStride == 1) {
    PlanesToRows(sizeof(T), from, matrix.laneStride, width, piece.depths, panel);
    return;
  }
  for (int64_t k = 0; k < piece.depths; ++k) {
    T* row = panel + k * width;
    const T* lanes = from + k * matrix.depthStride;
    for (int64_t lane = 0; lane < piece.lanes; ++lane) {
      row[lane] = lanes[lane * matrix.laneStride];
    }
    std::fill(row + piece.lanes, row + width, T{0});
  }
}

}  // namespace

template <typename T>
void PackMatrix(const GemmMatrix& matrix, const GemmPiece& piece, int64_t width, T* panel) {
  if constexpr (std::is_same_v<T, float>) {
    if (matrix.dtype != DType::kFloat) {
      HalfPanel halves;
      PackElements(reinterpret_cast<const uint16_t*>(matrix.data), matrix, piece, width, halves.data());
      ConvertToFloat(matrix.dtype, halves.data(), panel, width * piece.depths);
      return;
    }
  }
  if constexpr (std::is_same_v<T, double>) {
    if (matrix.dtype != DType::kDouble) {
      std::array<float, kMostLanes * kGemmDepth> floats;
      PackMatrix(matrix, piece, width, floats.data());
      std::copy_n(floats.data(), width * piece.depths, panel);
      return;
    }
  }
  PackElements(reinterpret_cast<const T*>(matrix.data), matrix, piece, width, panel);
}

template void PackMatrix(const GemmMatrix&, const GemmPiece&, int64_t, float*);
template void PackMatrix(const GemmMatrix&, const GemmPiece&, int64_t, double*);

}  // namespace openaclnn
