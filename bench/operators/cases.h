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

// What networks do: their shapes, layouts, dtypes and values.
[[nodiscard]] std::vector<Case> SuiteCases();
// One shape of each operator, contiguous, from a few elements to a hundred million.
[[nodiscard]] std::vector<Case> SizeCases();
// The shapes and attributes of the published cases in a folder of JSON lines, with values of our own; those
// of more than a gigabyte, or without elements, are left out.
[[nodiscard]] std::vector<Case> PublishedCases(const std::string& folder);

}  // namespace bench
