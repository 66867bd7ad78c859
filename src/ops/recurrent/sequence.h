// SPDX-License-Identifier: Apache-2.0
//
// What LSTM and GRU share over a sequence, forward and backward: arguments, extents, products.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "backend/cpu/parallel.h"
#include "base/function_ref.h"
#include "executor/bound_call.h"
#include "executor/operator.h"
#include "kernels/gemm/matrix_product.h"
#include "kernels/tiles/copy_numbers.h"
#include "kernels/tiles/scratch.h"

namespace openaclnn::recurrent {

enum class Cell { kLstm, kGru };

/// Extents, and how the layers are made up. The gates of a cell lie one behind the other.
struct Network {
  Cell cell = Cell::kLstm;
  int64_t steps = 0;  // T
  int64_t batch = 0;  // B
  int64_t input = 0;
  int64_t hidden = 0;  // H
  int64_t layers = 0;
  int64_t directions = 1;
  bool hasBias = false;
  bool batchFirst = false;
  bool packed = false;  // input and output have rows for the sequences that have a step, step after step

  [[nodiscard]] int64_t Gates() const { return cell == Cell::kLstm ? 4 : 3; }
  [[nodiscard]] int64_t Rows() const { return steps * batch; }
  [[nodiscard]] int64_t Width() const { return directions * hidden; }  // of a layer's output
  [[nodiscard]] int64_t InputOf(int64_t layer) const { return layer == 0 ? input : Width(); }
  [[nodiscard]] int64_t Chains() const { return layers * directions; }
  [[nodiscard]] size_t ParamsOfChain() const { return hasBias ? 4 : 2; }
};

/// Of the forward operators and of the gradients: what one does not have is not defined.
struct Args {
  TensorView input;
  TensorViews params;  // of each layer and direction: input's weight, hidden state's, and their biases
  TensorViews initial;
  TensorView initialHidden;
  TensorView initialCell;
  // Of a single layer, in place of params: those of the first direction, then those of the reverse one.
  TensorView inputWeight;
  TensorView hiddenWeight;
  TensorView inputBias;
  TensorView hiddenBias;
  TensorView inputWeightReverse;
  TensorView hiddenWeightReverse;
  TensorView inputBiasReverse;
  TensorView hiddenBiasReverse;
  TensorView batchSizes;
  const char* sizesName = "batchSizes";
  TensorView output;  // or its gradient; as hidden and cell
  TensorView hidden;
  TensorView cell;
  // What each step left: i, g, f, o; r, z, n, hn.
  TensorViews first;
  TensorViews second;
  TensorViews third;
  TensorViews fourth;
  TensorViews hiddens;
  TensorViews cells;
  TensorViews cellTanhs;
  TensorView gradInput;
  TensorView gradHidden;
  TensorView gradCell;
  TensorViews gradParams;
  Network network;
};

/// Of a layer and direction: input's weight, hidden state's, and their biases where there are any.
[[nodiscard]] std::array<TensorView, 4> ParamsOf(const Args& args, int64_t chain);
/// As [steps, batch, features], whatever the call has.
[[nodiscard]] TensorView TimeMajor(const TensorView& view, const Network& network);
/// Of [layers * directions, batch, hidden], one of the first.
[[nodiscard]] TensorView Slice(const TensorView& view, int64_t at);
/// Of a bias: the sums of the columns of a matrix, in float64.
void SumRows(const TensorView& rows, const TensorView& to, const backend::cpu::CpuContext& cpu);
/// The initial hidden state of a layer and direction, or cell: FLOATs, zeros where none is given.
void LoadInitial(const Args& args, bool cell, int64_t chain, float* to, const backend::cpu::CpuContext& cpu);

/// How many sequences, the first of the batch, have each step: what batchSizes holds, which is checked, or all. Of
/// packed sequences the input has to have as many rows.
[[nodiscard]] Status ReadSizes(const Args& args, int64_t* sizes);

/// The step before step t in a direction; negative before the first one.
[[nodiscard]] inline int64_t StepBefore(const Network& network, int64_t direction, int64_t step) {
  const int64_t before = direction == 0 ? step - 1 : step + 1;
  return before < network.steps ? before : -1;
}

/// Calls body(row) for the rows of a batch, as many at a time as are worth a task.
void ForEachRow(int64_t rows, int64_t hidden, const backend::cpu::CpuContext& cpu,
                FunctionRef<void(int64_t)> body);

extern const KernelEntry<Args> kForwardCpu;
extern const KernelEntry<Args> kBackwardCpu;

}  // namespace openaclnn::recurrent
