// SPDX-License-Identifier: Apache-2.0
//
// One step of a recurrent cell for a row of hidden units, and its gradient.
#pragma once

#include <cstdint>

namespace openaclnn::recurrent {

/// Numbers in and out, in this order; all are FLOAT, and outputs may lie where inputs do.
enum class Step {
  /// sums of the gates i, f, g, o; previous cell -> i, f, g, o; cell, tanh(cell), hidden
  kLstm,
  /// i, f, g, o; tanh(cell), previous cell; gradients of hidden (twice: their sum counts) and of cell
  /// -> gradients of the gates' sums i, f, g, o, and of the previous cell
  kLstmBackward,
  /// the input's parts of r, z, n; the hidden state's parts of them; previous hidden -> r, z, n, hidden
  kGru,
  /// r, z, n; the hidden state's part of n, previous hidden; gradients of hidden (twice: their sum counts)
  /// -> gradients of the input's parts of r, z, n; of the hidden state's part of n; of the previous hidden
  kGruBackward,
  /// one number -> tanh
  kTanh,
};

using RowStep = void (*)(const float* const* in, float* const* out, int64_t count);
[[nodiscard]] RowStep StepOf(Step step);

}  // namespace openaclnn::recurrent
