// SPDX-License-Identifier: Apache-2.0
//
// Single products of matrices of a workspace, or of tensors, in float32.
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/tensor_view.h"
#include "kernels/gemm/gemm.h"

namespace openaclnn {

/// FLOATs of a workspace as an operand: lanes are the rows, or the columns.
[[nodiscard]] inline GemmMatrix RowsOf(const float* numbers, int64_t stride) {
  return {reinterpret_cast<const std::byte*>(numbers), DType::kFloat, stride, 1};
}
[[nodiscard]] inline GemmMatrix ColumnsOf(const float* numbers, int64_t stride) {
  return {reinterpret_cast<const std::byte*>(numbers), DType::kFloat, 1, stride};
}
/// The weight [rows, columns] of a tensor.
[[nodiscard]] inline GemmMatrix RowsOf(const TensorView& weight) {
  return {weight.data, weight.dtype, weight.strides[0], weight.strides[1]};
}
[[nodiscard]] inline GemmMatrix ColumnsOf(const TensorView& weight) {
  return {weight.data, weight.dtype, weight.strides[1], weight.strides[0]};
}
/// FLOATs of a workspace as a result, and what is added to it: nothing, or rows of FLOATs.
[[nodiscard]] GemmResult ResultIn(float* numbers, int64_t stride, int64_t columns,
                                  const float* added = nullptr, int64_t addedStride = 0);
[[nodiscard]] GemmResult ResultIn(const TensorView& matrix);

/// `repeats`: the product before had the same partition, workspace and second operand.
void Multiply(const GemmPartition& partition, const GemmMatrix& first, const GemmMatrix& second,
              const GemmResult& result, std::byte* workspace, const backend::cpu::CpuContext& cpu,
              bool repeats = false);

}  // namespace openaclnn
