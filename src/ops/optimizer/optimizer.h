// SPDX-License-Identifier: Apache-2.0
//
// What optimizers share: arguments, checks, kernel. Each of them has a form, which says how its numbers become
// coefficients, and a row of arguments.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/optimizer/updates.h"

namespace openaclnn::optimizer {

enum class Form { kApplyAdam, kApplyAdamW, kAdamW, kAdam, kEma, kSgd };

/// The attributes of all prototypes.
struct Options {
  Form form = Form::kAdamW;
  double rate = 0;
  double beta1 = 0;  // of SGD the momentum
  double beta2 = 0;
  double decay = 0;
  double epsilon = 0;
  double average = 0;
  double dampening = 0;
  bool amsgrad = false;
  bool maximize = false;
  bool nesterov = false;
  bool corrected = true;  // moments, by the number of steps
  bool decoupled = true;  // the decay from the gradient
  bool isFirstStep = false;
  bool countsBefore = false;  // the number of steps is that of those before this one
};

// Tensors, or lists of them.
struct Args {
  // What is read, and the same where it is written.
  TensorView var;
  TensorView grad;
  TensorView first;
  TensorView second;
  TensorView third;  // the largest second moment, or the average of parameters
  TensorView newVar;
  TensorView newFirst;
  TensorView newSecond;
  TensorView newThird;
  TensorViews vars;
  TensorViews grads;
  TensorViews firsts;
  TensorViews seconds;
  TensorViews thirds;
  TensorViews newVars;
  TensorViews newGrads;
  TensorViews newFirsts;
  TensorViews newSeconds;
  TensorViews newThirds;
  // Numbers in device memory, which take the place of those in the options.
  TensorView step;
  TensorViews steps;
  TensorView gradScale;
  TensorView foundInf;
  TensorView power1;
  TensorView power2;
  TensorView rate;
  TensorView decay;
  TensorView beta1;
  TensorView beta2;
  TensorView epsilon;
  Options options;
};

extern const KernelEntry<Args> kUpdateCpu;

/// A tensor, or a list of them, of the parameters' types and shapes.
struct Given {
  const char* name;
  const aclTensor* tensor = nullptr;
  const aclTensorList* list = nullptr;
  bool isList = false;
  bool written = false;
  bool needed = true;
  bool ownType = false;  // any floating-point one
};
[[nodiscard]] inline Given One(const char* name, const aclTensor* tensor, bool written, bool needed = true) {
  return {name, tensor, nullptr, false, written, needed};
}
/// One whose type need not be the parameter's.
[[nodiscard]] inline Given OfOwnType(Given given) {
  given.ownType = true;
  return given;
}
[[nodiscard]] inline Given Many(const char* name, const aclTensorList* list, bool written,
                                bool needed = true) {
  return {name, nullptr, list, true, written, needed};
}
/// Whether there is anything.
/// A list of null elements is none.
[[nodiscard]] inline bool IsGiven(const Given& given) {
  if (!given.isList) {
    return given.tensor != nullptr;
  }
  return given.list != nullptr &&
         std::ranges::any_of(given.list->values, [](const aclTensor* one) { return one != nullptr; });
}

/// Pointers, in the order of the prototype; then types, views and shapes, the first one's for all.
void CheckPointers(ArgumentChecks& check, std::span<const Given> all);
void CheckTensors(ArgumentChecks& check, std::span<const Given> all);
/// A number in device memory, of any real type that is in the list.
void CheckNumber(ArgumentChecks& check, const NamedTensor& number, std::span<const DType> dtypes);

/// By squaring where the exponent is whole, as steps are: the same bits with any C library.
[[nodiscard]] double Power(double base, double exponent);

}  // namespace openaclnn::optimizer
