// SPDX-License-Identifier: Apache-2.0
//
// Products of INT8 or INT4 that are scaled: one kernel for all versions.
#pragma once

#include <cstdint>

#include "backend/cpu/parallel.h"
#include "executor/kernel.h"
#include "kernels/gemm/whole_product.h"

namespace openaclnn {

struct QuantMatmulArgs {
  TensorView x1;     // [.., rows, depth], or these swapped
  TensorView x2;     // [.., depth, columns], or these swapped
  TensorView scale;  // one, or one for each column; of 64-bit words, which may hold an offset, too
  TensorView offset;
  TensorView rowScale;  // one for each row
  TensorView bias;      // [columns], or [batches, 1, columns]
  TensorView out;       // [.., rows, columns]
  bool swapped1 = false;
  bool swapped2 = false;
  WholeMatrix::Packed packed1{};
  WholeMatrix::Packed packed2{};
  int64_t blockWidth = 0;        // of x2 in FRACTAL_NZ, whose view has the storage dims; 0: it is plain
  bool blocksOfColumns = false;  // columns of the product are those of its blocks
  int64_t rows = 0;
  int64_t columns = 0;
  int64_t depth = 0;
};

extern const KernelEntry<QuantMatmulArgs> kQuantMatmulCpu;

/// One product, for kernels that have many of them. It needs no workspace.
void RunQuantMatmul(const QuantMatmulArgs& args, const backend::cpu::CpuContext& cpu);

}  // namespace openaclnn
