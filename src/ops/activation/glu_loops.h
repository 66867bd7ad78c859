// SPDX-License-Identifier: Apache-2.0
//
// The expressions of gated linear units.
#pragma once

#include "base/dtype.h"
#include "kernels/elementwise/elementwise.h"

namespace openaclnn {

// What becomes of the gated half, of its gate, and of a gradient for either. The gate's function is the
// logistic one (Glu), that times its argument (SwiGlu), also of bounded numbers (Clipped, with the scalars alpha,
// limit and bias; CappedGate: bounded afterwards), GELU, or what is not below a threshold.
enum class GluPart {
  kGlu,
  kGluGated,
  kGluGate,
  kSwiGlu,
  kSwiGluGated,
  kSwiGluGate,
  kGeGlu,
  kGeGluTanh,
  kGelu,
  kGeluTanh,
  kGeGluGated,
  kGeGluGate,
  kGeGluGateTanh,
  kFatrelu,
  kClipped,
  kClippedGated,
  kClippedGate,
  kCappedGate,
};

[[nodiscard]] ElementwiseLoop GluLoop(GluPart part, DType dtype);

}  // namespace openaclnn
