// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/operators/problem.h"

namespace bench {

struct Case {
  std::string op;
  std::string name;
  DType dtype = DType::kFloat32;
  Layout layout = Layout::kContiguous;
  std::function<Arguments()> make;  // allocates and fills the tensors
};

// Sizes, shapes, layouts, dtypes and values of all operators.
[[nodiscard]] std::vector<Case> AllCases();

}  // namespace bench
