// SPDX-License-Identifier: Apache-2.0
//
// What operators check whose result may be one number.
#pragma once

#include <string>

#include "base/checked_math.h"
#include "ops/common/checks.h"

namespace openaclnn {

// One element, in any number of dims.
inline ArgumentChecks& CheckOneElement(ArgumentChecks& check, const NamedTensor& argument) {
  return check.Require(
      argument.name, "one element, in any number of dims",
      [&] { return CheckedProduct(argument.tensor->viewDims) == 1; },
      [&] { return "shape " + ShapeText(argument.tensor->viewDims); });
}

// The shape of a result. Where no dims are left it is a number, which any output of one element takes:
// clients give it [] as well as [1] or [1, 1].
inline ArgumentChecks& CheckReducedShape(ArgumentChecks& check, const NamedTensor& argument,
                                         const Dims& expected, const char* meaning) {
  return expected.empty() ? CheckOneElement(check, argument) : check.Shape(argument, expected, meaning);
}

}  // namespace openaclnn
