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
#include "base/function_ref.h"
#include "base/scalar_value.h"
#include "executor/phases.h"
#include "kernels/elementwise/elementwise.h"
#include "ops/common/checks.h"
#include "ops/common/dtypes.h"

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

// The usual lists of tensors.
inline constexpr auto kSelf = UnaryArguments("self", "out");
inline constexpr auto kSelfRef = UnaryArguments("selfRef", "selfRef");
inline constexpr auto kSelfAndOther = BinaryArguments("self", "other", "out");
inline constexpr auto kSelfRefAndOther = BinaryArguments("selfRef", "other", "selfRef");

// What the types of the operands make of the type of the computation, and of the result.
struct ElementwiseRules {
  bool floating = false;       // integers and BOOL are computed in FLOAT
  bool truth = false;          // the result is BOOL, which any output stores as 0 and 1
  bool oneType = false;        // inputs of different types are refused, and an output of another
  bool logical = false;        // operands of any types are taken as truth values
  bool condition = false;      // the first input is BOOL or UINT8; the others promote
  bool roundsNumbers = false;  // scalars are rounded to the promoted type, not only to that of the loop
};
inline constexpr ElementwiseRules kOneType{.oneType = true};
inline constexpr ElementwiseRules kFloatingResult{.floating = true};

// An operator of the family: the expression that it computes, and in which types.
struct ElementwiseOperator {
  Operator<ElementwiseArgs> op;
  // The expression's loop where all operands are of one type; null for a type that it does not have. Types
  // without one are computed in a wider one: the half types in FLOAT, integers of 8 and 16 bits and BOOL in
  // INT32.
  ElementwiseLoop (*findLoop)(DType dtype);
  std::span<const DType> dtypes;  // of tensors and of the promoted type
  ElementwiseRules rules{};
};

// The rows of tables make it (elementwise_table-inl.h).
constexpr ElementwiseOperator ElementwiseRow(const char* name,
                                             std::span<const TensorArgument<ElementwiseArgs>> arguments,
                                             ElementwiseLoop (*findLoop)(DType dtype),
                                             std::span<const DType> dtypes,
                                             const ElementwiseRules& rules = {}) {
  return {{name, arguments, kElementwiseKernels}, findLoop, dtypes, rules};
}

struct NamedScalar {
  const char* name;
  const aclScalar* scalar;
};

// How a scalar takes part in the choice of the type.
enum class ScalarRole {
  kOperand,    // like a tensor: PromoteWithScalar
  kFactor,     // alpha: of a class that the operands' type holds; BOOL with BOOL alone
  kParameter,  // a threshold: any number, converted to the operands' type
  kGiven,      // a number of the prototype that is no aclScalar
};
struct ScalarOperand {
  NamedScalar argument;
  ScalarRole role;
  ScalarValue given{};
};
inline ScalarOperand OperandScalar(const char* name, const aclScalar* scalar) {
  return {{name, scalar}, ScalarRole::kOperand};
}
inline ScalarOperand FactorScalar(const char* name, const aclScalar* scalar) {
  return {{name, scalar}, ScalarRole::kFactor};
}
inline ScalarOperand ParameterScalar(const char* name, const aclScalar* scalar) {
  return {{name, scalar}, ScalarRole::kParameter};
}
inline ScalarOperand GivenNumber(const ScalarValue& value) {
  return {{nullptr, nullptr}, ScalarRole::kGiven, value};
}

// What only one operator checks: called after the pointers.
using MoreChecks = FunctionRef<void(ArgumentChecks&)>;
inline constexpr auto kNoMoreChecks = [](ArgumentChecks& /*check*/) {};

// Phase one of an operator whose operands promote to one type, in which it computes, and whose result is
// stored as `out`. Checks everything.
[[nodiscard]] aclnnStatus PhaseOneOf(const char* function, const ElementwiseOperator& row,
                                     std::initializer_list<const aclTensor*> inputs,
                                     std::initializer_list<ScalarOperand> scalars, const aclTensor* out,
                                     uint64_t* workspaceSize, aclOpExecutor** executor,
                                     MoreChecks more = kNoMoreChecks) noexcept;

}  // namespace openaclnn
