// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <type_traits>

#include "kernels/gemm/gemm.h"
#include "kernels/gemm/panel_rows.h"
#include "kernels/gemm/tile_kernel.h"
#include "simd/convert.h"
#include "simd/transpose.h"

namespace openaclnn {
namespace {

// Panels of a half type, before they are widened.
constexpr int64_t kMostLanes = 64;
using HalfPanel = std::array<uint16_t, kMostLanes * kGemmDepth>;

// A piece of a matrix in its own type, or in integers of its size.
template <typename T>
void PackElements(const T* data, const GemmMatrix& matrix, const GemmPiece& piece, int64_t width, T* panel) {
  const T* from = data + piece.lane * matrix.laneStride + piece.depth * matrix.depthStride;
  if (piece.lanes == width && matrix.laneStride == 1) {
    CopyPanelRows(from, matrix.depthStride, piece.depths, width, panel);
    return;
  }
  if (matrix.depthStride == 1) {
    PlanesToWideRows(sizeof(T), from, matrix.laneStride, piece.lanes, piece.depths, panel, width);
    return;
  }
  if (matrix.laneStride == 1) {
    for (int64_t k = 0; k < piece.depths; ++k) {
      T* row = panel + k * width;
      std::copy(from + k * matrix.depthStride, from + k * matrix.depthStride + piece.lanes, row);
      std::fill(row + piece.lanes, row + width, T{0});
    }
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
  if constexpr (std::is_same_v<T, TileNumber>) {
    PackElements(reinterpret_cast<const uint16_t*>(matrix.data), matrix, piece, width,
                 reinterpret_cast<uint16_t*>(panel));
  } else {
    PackElements(reinterpret_cast<const T*>(matrix.data), matrix, piece, width, panel);
  }
}

template void PackMatrix(const GemmMatrix&, const GemmPiece&, int64_t, float*);
template void PackMatrix(const GemmMatrix&, const GemmPiece&, int64_t, double*);
template void PackMatrix(const GemmMatrix&, const GemmPiece&, int64_t, TileNumber*);

}  // namespace openaclnn
