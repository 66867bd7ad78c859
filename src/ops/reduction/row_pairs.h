// SPDX-License-Identifier: Apache-2.0
//
// What distances of pairs of rows and their gradients have in common: matrices of several dims that broadcast, rows
// of them in FLOAT, checks.
#pragma once

#include <cstdint>

#include "base/tensor_view.h"
#include "executor/phases.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"

namespace openaclnn {

struct PairArgs {
  TensorView x1;
  TensorView x2;
  TensorView grad;      // of the gradient
  TensorView distance;  // likewise
  TensorView out;
  double order = 2;
};

struct PairState : Prepared {
  int64_t columns = 0;  // of both matrices
  int64_t padded = 0;   // with zeros, to a multiple of kPanelRows
  int64_t slots = 1;
  ScratchArray<float> first;   // rows of x1, padded
  ScratchArray<float> second;  // of x2 panels; for the gradient rows, padded
  ScratchArray<double> sums;   // of a slot
  ScratchArray<float> pairs;   // of a slot: gradients and distances of a row
};

int64_t Last(const TensorView& view, int fromEnd);
int64_t RowsOf(const TensorView& matrices);

/// What all have in common.
PairState PrepareRows(const PairArgs& args, ScratchLayout& scratch);
PairState Finished(PairState state, const ScratchLayout& scratch, const TensorView& distances);

/// The rows of matrices, with zeros to `padded` columns.
void PadRows(const TensorView& matrices, const PairState& state, float* rows,
             const backend::cpu::CpuContext& cpu);

/// The number of a matrix of x1 or x2 that matrix `number` of the result is made from: dims of 1 are repeated.
int64_t MatrixOf(const TensorView& out, const TensorView& x, int64_t number);

void CheckOrder(ArgumentChecks& check, const char* name, double p);
/// The matrices of both, broadcast together: the dims in front of the last two.
Dims CheckMatrices(ArgumentChecks& check, const NamedTensor& x1, const NamedTensor& x2, float p);
/// [matrices, rows of x1, columns].
Dims WithRows(const Dims& batch, const NamedTensor& x1, int64_t columns);
int64_t RowsOf(const NamedTensor& x);

}  // namespace openaclnn
