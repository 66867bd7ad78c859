// SPDX-License-Identifier: Apache-2.0
#include "catalogue/catalogue.h"

#include <algorithm>
#include <utility>

#include "catalogue/rows/all_rows.h"

namespace openaclnn::catalogue {
namespace {

std::vector<Operator> MakeOperators() {
  std::vector<Operator> operators;
  for (const RowsOfFile& file : AllRows()) {
    for (Operator& row : file.rows()) {
      row.family = file.family;
      operators.push_back(std::move(row));
    }
  }
  std::sort(operators.begin(), operators.end(),
            [](const Operator& a, const Operator& b) { return a.name < b.name; });
  return operators;
}

}  // namespace

const std::vector<Operator>& Operators() {
  static const std::vector<Operator> operators = MakeOperators();
  return operators;
}

const Operator* FindOperator(std::string_view name) {
  const std::vector<Operator>& all = Operators();
  const auto found = std::find_if(
      all.begin(), all.end(), [&](const Operator& op) { return name == op.name || name == op.Function(); });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace openaclnn::catalogue
