// SPDX-License-Identifier: Apache-2.0
//
// Matrix products in all their forms: one driver, which sees batches of matrices.
#pragma once

#include <cstdint>

#include "executor/kernel.h"

namespace openaclnn {

struct MatmulArgs {
  // As torch.matmul takes them: a vector as first operand is a row, as second one a column.
  TensorView first;
  TensorView second;
  TensorView added;  // broadcasts to out; left out: nothing is added
  TensorView out;
  // Where it is not 0, second is [..., c1, r1, 16, blockWidth], the storage of matrices in FRACTAL_NZ
  // (ops/common/fractal.h): [depth, columns], or these transposed.
  int64_t blockWidth = 0;
  bool transposedBlocks = false;
  int64_t depth = 0;
  int64_t columns = 0;
  double alpha = 1;
  double beta = 0;
  // Those of integers, whose products and sums are exact modulo 2^64.
  uint64_t wholeAlpha = 1;
  uint64_t wholeBeta = 0;
  bool sumsBatches = false;  // the products of all batches are added up
};

// out = beta * added + alpha * first @ second
extern const KernelEntry<MatmulArgs> kMatmulCpu;

}  // namespace openaclnn
