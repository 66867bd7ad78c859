// SPDX-License-Identifier: Apache-2.0
//
// What operators on lists share that do the same to each element of the lists: arguments, kernel, checks. An
// operator adds an expression (expressions.h), a row and its entry points (foreach.cc).
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include "aclnn/acl_meta.h"
#include "base/scalar_value.h"
#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/foreach/expressions.h"

namespace openaclnn {

struct ForeachArgs {
  TensorViews first;
  TensorViews second;
  TensorViews third;
  TensorViews out;
  TensorView device;                 // numbers in device memory, instead of those:
  std::vector<ScalarValue> numbers;  // one for all sets, or one for each
  ForeachExpression expression{};
};

// Where the number comes from that an expression computes with.
enum class ForeachNumber {
  kNone,
  kScalar,      // an aclScalar for all sets
  kScalars,     // an aclScalarList, a number for each set
  kTensor,      // a tensor of one element for all sets
  kTensorEach,  // a tensor of an element for each set
};

struct ForeachOperator {
  Operator<ForeachArgs> op;
  ForeachExpression expression;
  ForeachNumber number;
  std::span<const DType> dtypes;
};

extern const KernelEntry<ForeachArgs> kForeachCpu;

// The number as the client gave it; what the operator does not take is null.
struct GivenNumber {
  const char* name = nullptr;
  const aclScalar* scalar = nullptr;
  const aclScalarList* scalars = nullptr;
  const aclTensor* tensor = nullptr;
};

// Phase one: lists of one length, at each place tensors of one type and one shape. Checks everything.
[[nodiscard]] aclnnStatus PhaseOneOf(const char* function, const ForeachOperator& row,
                                     std::initializer_list<const aclTensorList*> inputs,
                                     const GivenNumber& number, const aclTensorList* out,
                                     uint64_t* workspaceSize, aclOpExecutor** executor) noexcept;

// Lists that go together: pointers, lengths, types, views and shapes. The first decides.
struct NamedList {
  const char* name;
  const aclTensorList* list;
  bool isOutput = false;
};
void CheckListsNotNull(ArgumentChecks& check, std::span<const NamedList> lists);
void CheckListLengths(ArgumentChecks& check, std::span<const NamedList> lists);
void CheckListDtypes(ArgumentChecks& check, std::span<const NamedList> lists, std::span<const DType> dtypes,
                     bool equal = true);
void CheckListViews(ArgumentChecks& check, std::span<const NamedList> lists);

}  // namespace openaclnn
