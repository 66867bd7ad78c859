// SPDX-License-Identifier: Apache-2.0
//
// Phase one of element-by-element operators, where the operands broadcast with other dims than they have.
#pragma once

#include <cstddef>
#include <initializer_list>

#include "base/function_ref.h"
#include "ops/common/elementwise.h"

namespace openaclnn {

// Dims of size 1 that a tensor gets on its way to the kernel: so many before its dim `at`.
struct InsertedDims {
  size_t at = 0;
  size_t count = 0;
};
using Insertions = FunctionRef<InsertedDims(size_t input)>;

// PhaseOneOf where inputs broadcast with other dims than they have: a vector that is a column. `insertions` is
// called with the numbers of inputs that have passed `more` and the checks of their views.
[[nodiscard]] aclnnStatus PhaseOneOfInserted(const char* function, const ElementwiseOperator& row,
                                             std::initializer_list<const aclTensor*> inputs,
                                             std::initializer_list<ScalarOperand> scalars,
                                             const aclTensor* out, uint64_t* workspaceSize,
                                             aclOpExecutor** executor, MoreChecks more,
                                             Insertions insertions) noexcept;

}  // namespace openaclnn
