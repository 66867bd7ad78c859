// SPDX-License-Identifier: Apache-2.0
//
// Norms of rows: the elements of a tensor in row-major order, cut into rows of equal length, each of which is
// normalized by statistics of its own. A row is what the last dims hold (layer norm, RMS norm), or some
// neighbouring channels of a sample (group norm).
#pragma once

#include <cstdint>

#include "base/tensor_view.h"
#include "executor/kernel.h"

namespace openaclnn {

// How elements are cut into rows, and rows into channels, of which each has a scale and a shift.
struct RowShape {
  int64_t rows = 0;
  int64_t channels = 0;   // of a row
  int64_t positions = 1;  // elements of a channel
  int64_t groups = 1;     // neighbouring rows with channels of their own, after which these begin anew
  int64_t groupRows = 1;  // rows of a group

  [[nodiscard]] int64_t Length() const { return channels * positions; }
};

struct RowNormArgs {
  TensorView input;
  TensorView added;  // left out, or the input of the norm is inputFactor * input + added + bias
  TensorView bias;   // left out, or broadcasts to the shape of input
  TensorView scale;  // [groups * channels]; left out: ones
  TensorView shift;  // left out: zeros
  // Left out, or [groups * channels], and scale and shift are [channels]:
  // (1 + outerScale) * scale and (1 + outerScale) * shift + outerShift take their places.
  TensorView outerScale;
  TensorView outerShift;
  TensorView out;
  TensorView mean;  // [rows]; this, rstd and sum may be left out
  TensorView rstd;
  TensorView sum;       // of input, added and bias
  TensorView variance;  // [rows]; may be left out
  TensorView rounded;   // out again, in another type; may be left out
  RowShape shape;
  double epsilon = 0;
  bool centred = true;        // false: the mean counts as 0
  bool scaleByOne = false;    // what is multiplied by is 1 + scale
  bool channelsLast = false;  // input and out are [N, ..., C], to be seen as [N, C, ...]
  float inputFactor = 1;
  bool roundsSum = true;  // the sum of input and added is rounded to their type before anything else
  bool swish = false;     // out becomes out * sigmoid(swishScale * out)
  float swishScale = 1;
  // The result as whole numbers, once or twice; out may be left out then.
  TensorView quantized;
  TensorView quantized2;
  TensorView factor;  // [groups * channels], or one number; left out: 1
  TensorView factor2;
  TensorView zeroPoint;  // likewise; left out: 0
  TensorView zeroPoint2;
  TensorView rowScale;  // [rows]; left out, or the products of rows with factor have scales of their own
  TensorView rowScale2;
  bool divides = false;  // by factor, without scales of rows
};

// With mean and variance (1 / n) of a row: rstd = 1 / sqrt(variance + epsilon) and
// out = (input - mean) * rstd * scale + shift.
extern const KernelEntry<RowNormArgs> kRowNormCpu;

struct RowNormBackwardArgs {
  TensorView gradOut;
  TensorView input;
  TensorView added;   // left out, or the input of the norm is inputFactor * input + added
  TensorView passed;  // left out, or added to gradInput once that is written
  TensorView mean;    // [rows]
  TensorView rstd;    // [rows]
  TensorView scale;   // [length]; left out: ones
  TensorView shift;   // only the gradient of outerScale depends on it
  // Left out, or [groups * length]: scale and shift are multiplied by 1 + outerScale.
  TensorView outerScale;
  TensorView outerShift;  // nothing depends on it
  // The outputs that are asked for; the others are left out.
  TensorView gradInput;
  TensorView gradFactored;  // inputFactor * gradInput, where that is asked for, too
  TensorView quantized;     // gradInput as whole numbers, in place of it
  TensorView gradScale;
  TensorView gradShift;
  TensorView gradOuterScale;
  TensorView gradOuterShift;
  TensorView factor;  // of quantized: [length], or one number
  TensorView zeroPoint;
  RowShape shape;       // of single positions; of several groups with outerScale only
  bool centred = true;  // false: the mean counts as 0, and so does the average of g
  float inputFactor = 1;
  bool divides = false;  // by factor
};

// With g = gradOut * scale, xh = (input - mean) * rstd and averages over a row:
//   gradInput = rstd * (g - average of g - xh * average of g * xh);
//   gradScale = sum of gradOut * xh and gradShift = sum of gradOut, both over rows.
// With outerScale, g and all terms of these sums are multiplied by 1 + outerScale of their group, and
//   gradOuterScale = sum of gradOut * (xh * scale + shift) and gradOuterShift = sum of gradOut, both over the
//   rows of a group.
extern const KernelEntry<RowNormBackwardArgs> kRowNormBackwardCpu;

}  // namespace openaclnn
