// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/convolution/spatial.h"

#include <utility>
#include <vector>

namespace openaclnn::catalogue::convolution {

Argument PerDim(std::string name, std::string meaning, int64_t usual) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .derive =
              [usual](const Arguments& known) {
                const size_t rank = known.ShapeOf("input").size();
                return Value(std::vector<int64_t>(rank > 2 ? rank - 2 : 0, usual));
              },
          .derivation = std::to_string(usual) + " for each spatial dimension"};
}

int64_t ValueOfDim(const Arguments& known, const char* list, size_t d) {
  const std::vector<int64_t>& values = known.Integers(list);
  return d < values.size() ? values[d] : 1;
}

}  // namespace openaclnn::catalogue::convolution
