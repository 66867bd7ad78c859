// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tests/conformance/case.h"
#include "tests/conformance/comparison.h"
#include "tests/conformance/session.h"
#include "tests/conformance/tensor.h"

namespace openaclnn::conformance {

/// What the runner knows of an operator. A new one is a file in operators/, its declaration below and a line
/// in Operators().
struct Operator {
  const char* name;
  /// Adds the inputs that follow from others where the case does not list them.
  void (*complete)(const Case& testCase, TensorMap& inputs);
  /// Runs both phases; the outputs that were asked for.
  TensorMap (*execute)(const Session& session, const Case& testCase, const TensorMap& inputs);
  /// Holds outputs against the formula in float64, in memory that does not grow with the case. Knows nothing
  /// of the library.
  std::vector<Comparison> (*check)(const Case& testCase, const TensorMap& inputs, const TensorMap& outputs);
};

const std::vector<Operator>& Operators();

/// Throws std::runtime_error for a name that is none.
const Operator& FindOperator(const std::string& name);

/// The tensor of that name; std::runtime_error if the case lists none.
const Tensor& Find(const TensorMap& tensors, const char* name);

Operator EmbeddingDenseBackward();
Operator GridSampler2DBackward();
Operator GroupNormBackward();
Operator MseLossBackward();
Operator PreluBackward();

}  // namespace openaclnn::conformance
