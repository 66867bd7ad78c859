// SPDX-License-Identifier: Apache-2.0
//
// The two functions of an operator, callable without knowing their prototypes: templates read the arguments
// of phase one from its C signature, so that no call of any operator is written out by hand.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace openaclnn::catalogue {

/// What the prototype says of an argument.
enum class CType {
  kTensor,          // const aclTensor*
  kWritableTensor,  // aclTensor*
  kTensorList,      // aclTensorList*, const or not
  kScalar,
  kScalarList,
  kIntArray,
  kFloatArray,
  kBoolArray,
  kInteger,  // int8_t to uint64_t
  kBool,
  kReal,  // double, float
  kDType,
};

/// An argument as it is handed over: which member counts, the prototype says.
struct CValue {
  const void* object = nullptr;
  int64_t integer = 0;
  double real = 0;
};

using PhaseOne = aclnnStatus (*)(std::span<const CValue> arguments, uint64_t* workspaceSize,
                                 aclOpExecutor** executor);
using PhaseTwo = aclnnStatus (*)(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

struct Phases {
  const char* function = "";        // "aclnnMseLossBackward"
  std::vector<CType> parameters{};  // of phase one, but for workspaceSize and executor
  PhaseOne phaseOne = nullptr;
  PhaseTwo phaseTwo = nullptr;
};

namespace internal {

template <typename T>
inline constexpr bool kUnknownParameter = false;

template <typename Parameter>
constexpr CType CTypeOf() {
  using Object = std::remove_const_t<std::remove_pointer_t<Parameter>>;
  if constexpr (std::is_same_v<Parameter, aclTensor*>) {
    return CType::kWritableTensor;
  } else if constexpr (std::is_same_v<Object, aclTensor>) {
    return CType::kTensor;
  } else if constexpr (std::is_same_v<Object, aclTensorList>) {
    return CType::kTensorList;
  } else if constexpr (std::is_same_v<Object, aclScalar>) {
    return CType::kScalar;
  } else if constexpr (std::is_same_v<Object, aclScalarList>) {
    return CType::kScalarList;
  } else if constexpr (std::is_same_v<Object, aclIntArray>) {
    return CType::kIntArray;
  } else if constexpr (std::is_same_v<Object, aclFloatArray>) {
    return CType::kFloatArray;
  } else if constexpr (std::is_same_v<Object, aclBoolArray>) {
    return CType::kBoolArray;
  } else if constexpr (std::is_same_v<Parameter, bool>) {
    return CType::kBool;
  } else if constexpr (std::is_same_v<Parameter, aclDataType>) {
    return CType::kDType;
  } else if constexpr (std::is_integral_v<Parameter>) {
    return CType::kInteger;
  } else if constexpr (std::is_floating_point_v<Parameter>) {
    return CType::kReal;
  } else {
    static_assert(kUnknownParameter<Parameter>, "a parameter of a type that no operator has had so far");
  }
}

template <typename Parameter>
Parameter Convert(const CValue& value) {
  if constexpr (std::is_pointer_v<Parameter>) {
    return static_cast<Parameter>(const_cast<void*>(value.object));
  } else if constexpr (std::is_floating_point_v<Parameter>) {
    return static_cast<Parameter>(value.real);
  } else {
    return static_cast<Parameter>(value.integer);
  }
}

template <auto function>
struct Signature;

template <typename... Parameters, aclnnStatus (*function)(Parameters...)>
struct Signature<function> {
  using All = std::tuple<Parameters...>;
  static constexpr size_t kArguments = sizeof...(Parameters) - 2;  // behind them: workspaceSize, executor
  static_assert(std::is_same_v<std::tuple_element_t<kArguments, All>, uint64_t*>);
  static_assert(std::is_same_v<std::tuple_element_t<kArguments + 1, All>, aclOpExecutor**>);

  template <size_t... indices>
  static std::vector<CType> Types(std::index_sequence<indices...> /*arguments*/) {
    return {CTypeOf<std::tuple_element_t<indices, All>>()...};
  }

  template <size_t... indices>
  static aclnnStatus CallWith(std::span<const CValue> arguments, uint64_t* workspaceSize,
                              aclOpExecutor** executor, std::index_sequence<indices...> /*arguments*/) {
    return function(Convert<std::tuple_element_t<indices, All>>(arguments[indices])..., workspaceSize,
                    executor);
  }

  static aclnnStatus Call(std::span<const CValue> arguments, uint64_t* workspaceSize,
                          aclOpExecutor** executor) {
    return CallWith(arguments, workspaceSize, executor, std::make_index_sequence<kArguments>());
  }
};

}  // namespace internal

/// TwoPhases<&aclnnAddGetWorkspaceSize, &aclnnAdd>("aclnnAdd")
template <auto getWorkspaceSize, PhaseTwo phaseTwo>
Phases TwoPhases(const char* function) {
  using Signature = internal::Signature<getWorkspaceSize>;
  return {function, Signature::Types(std::make_index_sequence<Signature::kArguments>()), &Signature::Call,
          phaseTwo};
}

}  // namespace openaclnn::catalogue
