// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/sampling/images.h"

#include <string>
#include <utility>

namespace openaclnn::catalogue::sampling {

Argument Images(std::string name, std::string meaning, DTypes dtypes, Role role) {
  return {.name = std::move(name),
          .role = role,
          .meaning = std::move(meaning),
          .shapeText = "[N, C, H, W]",
          .dtypes = std::move(dtypes)};
}

Argument Result(Argument argument, const std::string& as, ShapeRule shape) {
  argument.role = Role::kOutput;
  argument.shape = std::move(shape);
  argument.dtype = SameAs(as);
  return argument;
}

}  // namespace openaclnn::catalogue::sampling
