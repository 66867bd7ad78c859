// SPDX-License-Identifier: Apache-2.0
//
// Products of small matrices that stay packed from one product to the next: row panels and column panels as
// the library's kernel takes them (kernels/gemm/gemm_kernel.h). Results are column panels themselves: that is
// why a tile of scores [keys][queries] needs no packing before it is multiplied by the values.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "base/checked_math.h"
#include "base/tensor_view.h"
#include "kernels/gemm/gemm.h"
#include "kernels/gemm/gemm_kernel.h"
#include "kernels/gemm/tile_pack.h"
#include "ops/attention/attention.h"

namespace openaclnn {

/// Floats from a panel to the next one.
constexpr int64_t PanelFloats(int64_t width, int64_t depth) {
  constexpr int64_t kUnit = kGemmPanelAlignment / static_cast<int64_t>(sizeof(float));
  return (width * depth + kUnit - 1) / kUnit * kUnit;
}

/// Panels of `width` lanes over some depth, one behind the other.
struct PanelShape {
  int64_t width = 0;
  int64_t depth = 0;   // at most; each panel has room for it
  bool tiles = false;  // of TileNumbers (kernels/gemm/tile_kernel.h), in the place of floats

  [[nodiscard]] int64_t Stride() const {
    constexpr int64_t kOfFloat = 2;
    static_assert(kOfFloat * sizeof(TileNumber) == sizeof(float));
    return tiles ? PanelStride<TileNumber>(width, depth) / kOfFloat : PanelFloats(width, depth);
  }
  [[nodiscard]] int64_t Count(int64_t lanes) const { return CeilDivide(lanes, width); }
  [[nodiscard]] int64_t Floats(int64_t lanes) const { return Count(lanes) * Stride(); }
};

/// What a thread does around its products of panels.
class PanelScope {
 public:
  explicit PanelScope(const PanelShape& shape) {
    if (shape.tiles) {
      tiles_.emplace(BestGemmKernel<TileNumber>());
    }
  }

 private:
  std::optional<GemmKernelScope<TileNumber>> tiles_;
};

/// The rows of one head.
struct HeadMatrix {
  HeadMatrix(std::byte* firstRow, DType type, int64_t rows, int64_t elements)
      : data(firstRow), dtype(type), rowStride(rows), elementStride(elements) {}
  HeadMatrix(const TensorView& view, const HeadStrides& strides, int64_t batch, int64_t head)
      : data(view.data + strides.OffsetOf(batch, head) * static_cast<int64_t>(SizeOf(view.dtype))),
        dtype(view.dtype),
        rowStride(strides.row),
        elementStride(strides.element) {}

  std::byte* data;
  DType dtype;
  int64_t rowStride;
  int64_t elementStride;
};

/// Reads numbers that are `stride` elements apart as floats.
void ReadNumbers(const std::byte* from, DType dtype, int64_t stride, int64_t count, float* to);

/// Packs some rows, each a lane, the elements being the depth, from depth `at` of the panel on: of tiles a
/// multiple of kTileDepth.
void PackRows(const HeadMatrix& matrix, int64_t firstRow, int64_t rows, int64_t elements,
              const PanelShape& shape, float* panels, GemmSide side, int64_t at = 0);
/// Packs some rows, at most kGemmDepth, as the depth, the elements being lanes.
void PackElements(const HeadMatrix& matrix, int64_t firstRow, int64_t rows, int64_t elements,
                  const PanelShape& shape, float* panels);

/// c[row][columns of the panel] = or += the product of row panels, of which `rows` rows count, with a column
/// panel.
void MultiplyPanels(const float* rowPanels, const PanelShape& shape, int64_t rows, int64_t depth,
                    const float* columnPanel, bool add, float* c);

/// The rows and columns that a kernel multiplies, of tiles or of floats.
struct PanelWidths {
  int64_t rows;
  int64_t columns;
};
[[nodiscard]] PanelWidths PanelWidthsOf(bool tiles);

/// Adds the product of row panels with [depth][columns of the panel] floats. Tiles take each as two numbers of
/// BFLOAT16: rounded to one, probabilities would lose more than the result does. `panels`: room for two column
/// panels of tiles.
void AddProduct(const float* rowPanels, const PanelShape& shape, int64_t rows, int64_t depth,
                const float* values, float* panels, float* c);

/// Writes rows of a head, times `factor`, from a column panel [elements][width] in which they are lanes.
/// `scratch`: rows * elements.
void WriteRows(const HeadMatrix& matrix, int64_t firstRow, int64_t rows, int64_t elements, int64_t width,
               double factor, const float* panel, float* scratch);
/// The same from rows that lie one after the other; overwrites them.
void WriteRows(const HeadMatrix& matrix, int64_t firstRow, int64_t rows, int64_t elements, double factor,
               float* values);

}  // namespace openaclnn
