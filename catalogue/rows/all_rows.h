// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "catalogue/model/operator.h"

namespace openaclnn::catalogue {

struct RowsOfFile {
  const char* family;
  std::vector<Operator> (*rows)();
};

/// Of all files in the families' folders; CMake finds them.
[[nodiscard]] std::vector<RowsOfFile> AllRows();

}  // namespace openaclnn::catalogue
