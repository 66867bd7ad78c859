// SPDX-License-Identifier: Apache-2.0
//
// Copies between tensors and FLOATs of a workspace, in any layout.
#pragma once

#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/tensor_view.h"

namespace openaclnn {

/// FLOATs in memory as [rows, columns].
[[nodiscard]] TensorView MatrixView(float* numbers, int64_t rows, int64_t columns, int64_t rowStride);
/// Copies between tensors of as many elements, in row-major order, and converts. FLOAT, FLOAT16 and BFLOAT16.
void CopyNumbers(const TensorView& from, const TensorView& to, const backend::cpu::CpuContext& cpu);

}  // namespace openaclnn
