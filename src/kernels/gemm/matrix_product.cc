// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/matrix_product.h"

namespace openaclnn {

GemmResult ResultIn(float* numbers, int64_t stride, int64_t columns, const float* added,
                    int64_t addedStride) {
  GemmResult result{reinterpret_cast<std::byte*>(numbers), DType::kFloat, stride, EvenColumns(columns, 1)};
  if (added != nullptr) {
    result.added = reinterpret_cast<const std::byte*>(added);
    result.addedDtype = DType::kFloat;
    result.addedRowStride = addedStride;
    result.addedColumnStride = 1;
  }
  return result;
}

GemmResult ResultIn(const TensorView& matrix) {
  return {matrix.data, matrix.dtype, matrix.strides[0], EvenColumns(matrix.dims[1], matrix.strides[1])};
}

void Multiply(const GemmPartition& partition, const GemmMatrix& first, const GemmMatrix& second,
              const GemmResult& result, std::byte* workspace, const backend::cpu::CpuContext& cpu,
              bool repeats) {
  const auto packFirst = [&](int64_t /*batch*/, const GemmPiece& piece, int64_t width, float* panel) {
    PackMatrix(first, piece, width, panel);
  };
  const auto packSecond = [&](int64_t /*batch*/, const GemmPiece& piece, int64_t width, float* panel) {
    PackMatrix(second, piece, width, panel);
  };
  const auto resultOf = [&](int64_t /*batch*/) { return result; };
  const GemmCall<float> call{packFirst, packSecond, resultOf, 1, 1, repeats};
  RunGemm(partition, call, workspace, cpu);
}

}  // namespace openaclnn
