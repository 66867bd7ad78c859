// SPDX-License-Identifier: Apache-2.0
//
// What reductions share: their arguments, their kernel, their checks. An operator adds an expression, a row
// and its entry points (sums.cc shows them).
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>

#include "aclnn/acl_meta.h"
#include "executor/phases.h"
#include "kernels/reduction/reduction.h"
#include "ops/common/checks.h"
#include "ops/common/dtypes.h"

namespace openaclnn {

struct ReductionArgs {
  TensorView self;
  TensorView out;
  TensorView second;
  DimSet reduced = 0;
  DType cast = DType::kUndefined;  // what elements are converted to before they are reduced
  double parameter = 0;
  ReductionLoops loops{};
};

constexpr std::array<TensorArgument<ReductionArgs>, 2> ReductionArguments(const char* self, const char* out) {
  return {{{self, Role::kInput, &ReductionArgs::self}, {out, Role::kOutput, &ReductionArgs::out}}};
}
constexpr std::array<TensorArgument<ReductionArgs>, 3> ReductionArguments(const char* self, const char* out,
                                                                          const char* second) {
  return {{{self, Role::kInput, &ReductionArgs::self},
           {out, Role::kOutput, &ReductionArgs::out},
           {second, Role::kOutput, &ReductionArgs::second}}};
}

inline constexpr auto kSelfToOut = ReductionArguments("self", "out");

extern const KernelEntry<ReductionArgs> kReductionCpu;
inline constexpr std::array<const KernelEntry<ReductionArgs>*, 1> kReductionKernels{&kReductionCpu};
// Of a matrix the main diagonal alone is reduced.
extern const KernelEntry<ReductionArgs> kDiagonalCpu;

// An operator of the family: its name, and the types that it admits.
struct ReductionOperator {
  Operator<ReductionArgs> op;
  std::span<const DType> inputs;
  std::array<std::span<const DType>, kMostResults> outputs;
  // Which results there are of no elements: none where the result would be one of them.
  bool ofNothing = true;
};

// The entry points make it (entries.h).
constexpr ReductionOperator ReductionRow(const char* name, std::span<const DType> inputs,
                                         std::span<const DType> outputs, bool ofNothing = true) {
  return {{name, kSelfToOut, kReductionKernels}, inputs, {outputs}, ofNothing};
}
// Of two results.
constexpr ReductionOperator ReductionRow(const char* name,
                                         std::span<const TensorArgument<ReductionArgs>> arguments,
                                         std::span<const DType> inputs, std::span<const DType> outputs,
                                         std::span<const DType> others, bool ofNothing = true) {
  return {{name, arguments, kReductionKernels}, inputs, {outputs, others}, ofNothing};
}

// Sums, of which there are several.
enum class SumKind { kSum, kMean, kOfNumbers };

// The dims to reduce, as an argument gives them.
struct DimsArgument {
  const char* name;
  std::span<const int64_t> dims;  // none: all, or
  bool noneIfEmpty = false;       // none at all
  bool null = false;
  const aclIntArray* list = nullptr;  // that the dims are those of, where it is live
  // Another argument that must not be null, in front of the dims.
  const char* otherName = nullptr;
  const aclScalar* other = nullptr;

  static DimsArgument All() { return {.name = "dims", .dims = {}}; }
  static DimsArgument One(const char* name, const int64_t& dim) {
    return {.name = name, .dims = std::span(&dim, 1)};
  }
  static DimsArgument List(const char* name, const aclIntArray* dims) {
    DimsArgument list = Optional(name, dims);
    list.null = dims == nullptr;
    return list;
  }
  // A list of which an argument says what it means where it is empty: every dim, or none.
  static DimsArgument List(const char* name, const aclIntArray* dims, bool noneIfEmpty) {
    DimsArgument list = List(name, dims);
    list.noneIfEmpty = noneIfEmpty;
    return list;
  }
  // None where the list is left out.
  static DimsArgument Optional(const char* name, const aclIntArray* dims) {
    return {.name = name, .dims = IsLive(dims) ? dims->values : std::span<const int64_t>(), .list = dims};
  }
  [[nodiscard]] DimsArgument With(const char* argumentName, const aclScalar* argument) const {
    DimsArgument both = *this;
    both.otherName = argumentName;
    both.other = argument;
    return both;
  }
};

// A call of an operator: checked step by step, then bound.
//
//   ReductionCall checked(row, self, {out}, DimsArgument::List("dims", dims), keepDims);
//   checked.Checks().Require(...);               // what is the operator's own
//   return checked.Bind(call, cast, loops, parameter);
class ReductionCall {
 public:
  // Checks pointers and types.
  ReductionCall(const ReductionOperator& row, const aclTensor* self,
                std::initializer_list<const aclTensor*> outs, const DimsArgument& dims, bool keepDims);

  [[nodiscard]] ArgumentChecks& Checks() { return checks_; }
  // Checks that an argument of this name is the type of out.
  void CheckDtype(const char* name, const aclDataType& dtype);
  // Checks that the first results are of self's type.
  void CheckSameDtype(size_t results = 1);
  // Checks that a result that is a real number goes into a complex one only where self is complex: clients give
  // the result of those its type.
  void CheckRealUnlessSelfIsComplex();

  // Checks that there is an element for each result: where the result of none would be no number.
  void CheckElements();

  // Checks views and shapes.
  void CheckShapes();
  [[nodiscard]] bool Failed() const { return checks_.Failed(); }
  [[nodiscard]] Status Result() const { return checks_.Result(); }

  // Of what has passed all checks.
  [[nodiscard]] Status Bind(PhaseOneCall& call, DType cast, const ReductionLoops& loops,
                            double parameter = 0) const;
  // Elements that are reduced to one.
  [[nodiscard]] int64_t Count() const;

 private:
  const ReductionOperator& row_;
  NamedTensor self_;
  InplaceVector<NamedTensor, kMostResults> outs_;
  DimsArgument dims_;
  bool keepDims_;
  DimSet reduced_ = 0;
  ArgumentChecks checks_;
};

// The type in which reductions compute what is of this one.
[[nodiscard]] DType ComputeTypeOf(DType dtype);

inline constexpr std::array<DType, 6> kMeanDtypes{DType::kFloat,  DType::kFloat16,   DType::kBfloat16,
                                                  DType::kDouble, DType::kComplex64, DType::kComplex128};

}  // namespace openaclnn
