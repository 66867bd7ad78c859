// SPDX-License-Identifier: Apache-2.0
//
// Norms with whole results.
#pragma once

#include <string>
#include <vector>

#include "catalogue/rows/normalization/row_norm.h"

namespace openaclnn::catalogue::normalization {

// Of gamma's shape.
[[nodiscard]] Argument Along(std::string name, std::string meaning, DTypes dtypes, const std::string& x,
                             bool optional);
[[nodiscard]] Argument Scale(std::string name, const std::string& x, bool optional);
[[nodiscard]] Argument ZeroPoint(std::string name, const std::string& x, bool optional);
[[nodiscard]] Argument Gamma(const std::string& x);
[[nodiscard]] Argument Beta(std::string name, const std::string& x, bool optional);
[[nodiscard]] Argument Whole(std::string name, const std::string& x);
[[nodiscard]] Argument RowScale(std::string name);
// Written where all of these inputs are given.
[[nodiscard]] Argument Asked(Argument output, std::vector<std::string> by);
[[nodiscard]] Argument Summand(std::string name);

// Calls with these tensors beside x1 or x, of which some always have gamma's shape.
struct Calls {
  std::vector<std::string> inputs;
  std::vector<std::string> rows;      // shape of gamma
  std::vector<std::string> optional;  // likewise
};

[[nodiscard]] Operator QuantizedRow(Operator row, const Calls& calls);

}  // namespace openaclnn::catalogue::normalization
