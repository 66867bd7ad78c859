// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/panels.h"

#include "kernels/gemm/gemm_result.h"
#include "simd/transpose.h"

namespace openaclnn {

void PackRows(const HeadMatrix& matrix, int64_t firstRow, int64_t rows, int64_t elements,
              const PanelShape& shape, float* panels) {
  const GemmMatrix lanes{matrix.data, matrix.dtype, matrix.rowStride, matrix.elementStride};
  for (int64_t row = 0; row < rows; row += shape.width) {
    for (int64_t done = 0; done < elements; done += kGemmDepth) {
      PackMatrix(
          lanes,
          {firstRow + row, std::min(shape.width, rows - row), done, std::min(kGemmDepth, elements - done)},
          shape.width, panels + done * shape.width);
    }
    panels += shape.Stride();
  }
}

void PackElements(const HeadMatrix& matrix, int64_t firstRow, int64_t rows, int64_t elements,
                  const PanelShape& shape, float* panels) {
  const GemmMatrix lanes{matrix.data, matrix.dtype, matrix.elementStride, matrix.rowStride};
  for (int64_t element = 0; element < elements; element += shape.width) {
    PackMatrix(lanes, {element, std::min(shape.width, elements - element), firstRow, rows}, shape.width,
               panels);
    panels += shape.Stride();
  }
}

void MultiplyPanels(const float* rowPanels, const PanelShape& shape, int64_t rows, int64_t depth,
                    const float* columnPanel, bool add, float* c) {
  const GemmKernel<float>& kernel = BestGemmKernel<float>();
  for (int64_t row = 0; row < rows; row += shape.width) {
    kernel.run(std::min(shape.width, rows - row), kernel.columns, depth, rowPanels, columnPanel, add,
               c + row * kernel.columns, kernel.columns);
    rowPanels += shape.Stride();
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
