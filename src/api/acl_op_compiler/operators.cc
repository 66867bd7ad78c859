// SPDX-License-Identifier: Apache-2.0
#include "api/acl_op_compiler/operators.h"

#include <algorithm>

namespace openaclnn::single_operator {

std::array<std::span<const Operator>, 12> OperatorTables() {
  return {ElementwiseOperators(), TensorOperators(),       PartOperators(),          MatrixOperators(),
          PaddingOperators(),     ConvolutionOperators(),  PoolingOperators(),       ImageOperators(),
          NetworkOperators(),     NeighborhoodOperators(), NormalizationOperators(), OptimizerOperators()};
}

const Operator* FindOperator(std::string_view type) {
  for (const auto& operators : OperatorTables()) {
    const auto found = std::ranges::find(operators, type, &Operator::type);
    if (found != operators.end()) {
      return &*found;
    }
  }
  return nullptr;
}

}  // namespace openaclnn::single_operator
