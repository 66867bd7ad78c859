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
  double alpha = 1;
  double beta = 0;
  bool sumsBatches = false;  // the products of all batches are added up
};

// out = beta * added + alpha * first @ second
extern const KernelEntry<MatmulArgs> kMatmulCpu;

}  // namespace openaclnn
