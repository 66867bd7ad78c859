// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/operator.h"

#include <stdexcept>

namespace openaclnn::conformance {

const std::vector<Operator>& Operators() {
  static const std::vector<Operator> operators{
      EmbeddingDenseBackward(), GridSampler2DBackward(), GroupNormBackward(),
      MseLossBackward(),        PreluBackward(),
  };
  return operators;
}

const Operator& FindOperator(const std::string& name) {
  std::string known;
  for (const Operator& candidate : Operators()) {
    if (candidate.name == name) {
      return candidate;
    }
    known += std::string(" ") + candidate.name;
  }
  throw std::runtime_error("unknown operator \"" + name + "\"; known:" + known);
}

const Tensor& Find(const TensorMap& tensors, const char* name) {
  const auto found = tensors.find(name);
  if (found == tensors.end()) {
    throw std::runtime_error("the tensor \"" + std::string(name) + "\" is missing");
  }
  return found->second;
}

}  // namespace openaclnn::conformance
