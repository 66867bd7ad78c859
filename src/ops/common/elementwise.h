// SPDX-License-Identifier: Apache-2.0
//
// What element-by-element operators share: their arguments, their kernel, their checks. An operator adds an
// expression, its lists of names, and its entry points (arithmetic.cc shows them).
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>

#include "aclnn/acl_meta.h"
#include "base/scalar_value.h"
#include "executor/phases.h"
#include "kernels/elementwise.h"
#include "ops/common/checks.h"

namespace openaclnn {

struct ElementwiseArgs {
  TensorView first;
  TensorView second;
  TensorView third;
  TensorView out;
  std::array<ScalarValue, kMostScalars> scalars{};
  ElementwiseTypes types{};        // of the expression
  ElementwiseLoop loop = nullptr;  // the expression on the CPU
};

// An in-place operator names its tensor twice.
constexpr std::array<TensorArgument<ElementwiseArgs>, 2> UnaryArguments(const char* self, const char* out) {
  return {{{self, Role::kInput, &ElementwiseArgs::first}, {out, Role::kOutput, &ElementwiseArgs::out, true}}};
}
constexpr std::array<TensorArgument<ElementwiseArgs>, 3> BinaryArguments(const char* self, const char* other,
                                                                         const char* out) {
  return {{{self, Role::kInput, &ElementwiseArgs::first},
           {other, Role::kInput, &ElementwiseArgs::second},
           {out, Role::kOutput, &ElementwiseArgs::out, true}}};
}

constexpr std::array<TensorArgument<ElementwiseArgs>, 4> TernaryArguments(const char* first,
                                                                          const char* second,
                                                                          const char* third,
                                                                          const char* out) {
  return {{{first, Role::kInput, &ElementwiseArgs::first},
           {second, Role::kInput, &ElementwiseArgs::second},
           {third, Role::kInput, &ElementwiseArgs::third},
           {out, Role::kOutput, &ElementwiseArgs::out, true}}};
}

extern const KernelEntry<ElementwiseArgs> kElementwiseCpu;
inline constexpr std::array<const KernelEntry<ElementwiseArgs>*, 1> kElementwiseKernels{&kElementwiseCpu};

// An operator of the family: the expression that it computes, and in which types.
struct ElementwiseOperator {
  Operator<ElementwiseArgs> op;
  // The expression's loop where all operands are of one type; null for a type that it does not have.
  ElementwiseLoop (*findLoop)(DType dtype);
  std::span<const DType> dtypes;  // of tensors and of the promoted type
};

struct NamedScalar {
  const char* name;
  const aclScalar* scalar;
};

// How a scalar takes part in the choice of the type.
enum class ScalarRole {
  kOperand,  // like a tensor: PromoteWithScalar
  kFactor,   // alpha: of a class that the operands' type holds; BOOL with BOOL alone
};
struct ScalarOperand {
  NamedScalar argument;
  ScalarRole role;
};

// Phase one of an operator whose operands promote to one type, in which it computes, and whose result is
// stored as `out`. Checks everything.
[[nodiscard]] aclnnStatus PhaseOneOf(const char* function, const ElementwiseOperator& row,
                                     std::initializer_list<const aclTensor*> inputs,
                                     std::initializer_list<ScalarOperand> scalars, const aclTensor* out,
                                     uint64_t* workspaceSize, aclOpExecutor** executor) noexcept;

}  // namespace openaclnn
