// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/panels.h"

#include <algorithm>

#include "kernels/gemm/gemm_result.h"
#include "ops/attention/score_tile.h"
#include "simd/transpose.h"

namespace openaclnn {
namespace {

// Lanes of a piece of a matrix, panel by panel.
void PackLanes(const GemmMatrix& matrix, GemmPiece piece, const PanelShape& shape, GemmSide side, int64_t at,
               float* panels) {
  const int64_t end = piece.lane + piece.lanes;
  const int64_t firstDepth = piece.depth;
  const int64_t depths = piece.depths;
  for (; piece.lane < end; piece.lane += shape.width, panels += shape.Stride()) {
    piece.lanes = std::min(shape.width, end - piece.lane);
    for (int64_t done = 0; done < depths; done += kGemmDepth) {
      piece.depth = firstDepth + done;
      piece.depths = std::min(kGemmDepth, depths - done);
      const int64_t place = (at + done) * shape.width;
      if (shape.tiles) {
        PackTiles(matrix, piece, side, shape.width, reinterpret_cast<TileNumber*>(panels) + place);
      } else {
        PackMatrix(matrix, piece, shape.width, panels + place);
      }
    }
  }
}

}  // namespace

void ReadNumbers(const std::byte* from, DType dtype, int64_t stride, int64_t count, float* to) {
  for (int64_t done = 0; done < count; done += kGemmDepth) {
    PackMatrix({from, dtype, 0, stride}, {0, 1, done, std::min(kGemmDepth, count - done)}, 1, to + done);
  }
}

void PackRows(const HeadMatrix& matrix, int64_t firstRow, int64_t rows, int64_t elements,
              const PanelShape& shape, float* panels, GemmSide side, int64_t at) {
  PackLanes({matrix.data, matrix.dtype, matrix.rowStride, matrix.elementStride},
            {firstRow, rows, 0, elements}, shape, side, at, panels);
}

void PackElements(const HeadMatrix& matrix, int64_t firstRow, int64_t rows, int64_t elements,
                  const PanelShape& shape, float* panels) {
  PackLanes({matrix.data, matrix.dtype, matrix.elementStride, matrix.rowStride},
            {0, elements, firstRow, rows}, shape, GemmSide::kRows, 0, panels);
}

void MultiplyPanels(const float* rowPanels, const PanelShape& shape, int64_t rows, int64_t depth,
                    const float* columnPanel, bool add, float* c) {
  const auto multiply = [&]<typename T>(const GemmKernel<T>& kernel, const T* rowPanel, const T* columns) {
    constexpr auto kFloat = static_cast<int64_t>(sizeof(float));
    const int64_t stride = shape.Stride() * kFloat / static_cast<int64_t>(sizeof(T));
    for (int64_t row = 0; row < rows; row += shape.width, rowPanel += stride) {
      kernel.run(std::min(shape.width, rows - row), kernel.columns, depth, rowPanel, columns, add,
                 c + row * kernel.columns, kernel.columns);
    }
  };
  if (shape.tiles) {
    multiply(BestGemmKernel<TileNumber>(), reinterpret_cast<const TileNumber*>(rowPanels),
             reinterpret_cast<const TileNumber*>(columnPanel));
  } else {
    multiply(BestGemmKernel<float>(), rowPanels, columnPanel);
  }
}

PanelWidths PanelWidthsOf(bool tiles) {
  const auto of = [](const auto& kernel) { return PanelWidths{kernel.rows, kernel.columns}; };
  return tiles ? of(BestGemmKernel<TileNumber>()) : of(BestGemmKernel<float>());
}

void AddProduct(const float* rowPanels, const PanelShape& shape, int64_t rows, int64_t depth,
                const float* values, float* panels, float* c) {
  if (!shape.tiles) {
    MultiplyPanels(rowPanels, shape, rows, depth, values, true, c);
    return;
  }
  const int64_t width = BestGemmKernel<TileNumber>().columns;
  auto* const large = reinterpret_cast<uint32_t*>(panels);
  uint32_t* const small = large + PanelStride<TileNumber>(width, depth) / 2;
  BestScoreLoops().splitPairs(values, depth, width, large, small);
  const int64_t pairs = CeilDivide(depth, int64_t{2});
  const int64_t all = CeilDivide(depth, kTileDepth) * kTileDepth / 2;
  for (uint32_t* const panel : {large, small}) {
    std::fill(panel + pairs * width, panel + all * width, 0U);
  }
  const TileParts parts{reinterpret_cast<const TileNumber*>(large),
                        reinterpret_cast<const TileNumber*>(small)};
  const auto* rowPanel = reinterpret_cast<const TileNumber*>(rowPanels);
  for (int64_t row = 0; row < rows; row += shape.width, rowPanel += 2 * shape.Stride()) {
    AddTilesOfParts(std::min(shape.width, rows - row), width, depth, rowPanel, parts, c + row * width, width);
  }
}

void WriteRows(const HeadMatrix& matrix, int64_t firstRow, int64_t rows, int64_t elements, int64_t width,
               double factor, const float* panel, float* scratch) {
  PlanesToRows(sizeof(float), panel, width, elements, rows, scratch);
  WriteRows(matrix, firstRow, rows, elements, factor, scratch);
}

void WriteRows(const HeadMatrix& matrix, int64_t firstRow, int64_t rows, int64_t elements, double factor,
               float* values) {
  // Rows that follow each other are one.
  const bool joined = matrix.elementStride == 1 && matrix.rowStride == elements;
  const int64_t lines = joined ? 1 : rows;
  const int64_t length = joined ? rows * elements : elements;
  const int64_t offset = firstRow * matrix.rowStride * static_cast<int64_t>(SizeOf(matrix.dtype));
  const GemmResult result{matrix.data + offset, matrix.dtype, matrix.rowStride,
                          EvenColumns(length, matrix.elementStride)};
  for (int64_t line = 0; line < lines; ++line) {
    for (int64_t done = 0; done < length; done += kGemmMostColumns) {
      FinishRow(result, factor, 0, line, done, std::min(kGemmMostColumns, length - done),
                values + line * length + done);
    }
  }
}

}  // namespace openaclnn
