// SPDX-License-Identifier: Apache-2.0
//
// Operators by name, as aclnn operators. Their names, operands and attributes are those of the older path, on
// which clients hand over an operator's type with a list of tensors and a set of attributes.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "api/acl_op_compiler/call.h"

namespace openaclnn::single_operator {

/// An operator: what it runs.
struct Operator {
  std::string_view type;
  void (*run)(Call& call);
};

[[nodiscard]] std::span<const Operator> ElementwiseOperators();
[[nodiscard]] std::span<const Operator> TensorOperators();
[[nodiscard]] std::span<const Operator> PartOperators();
[[nodiscard]] std::span<const Operator> MatrixOperators();
[[nodiscard]] std::span<const Operator> PaddingOperators();
[[nodiscard]] std::span<const Operator> ConvolutionOperators();
[[nodiscard]] std::span<const Operator> PoolingOperators();
[[nodiscard]] std::span<const Operator> ImageOperators();
[[nodiscard]] std::span<const Operator> NetworkOperators();
[[nodiscard]] std::span<const Operator> NeighborhoodOperators();
[[nodiscard]] std::span<const Operator> NormalizationOperators();
[[nodiscard]] std::span<const Operator> OptimizerOperators();
/// All of them.
[[nodiscard]] std::array<std::span<const Operator>, 12> OperatorTables();

/// Null where there is none of this type.
[[nodiscard]] const Operator* FindOperator(std::string_view type);

}  // namespace openaclnn::single_operator
