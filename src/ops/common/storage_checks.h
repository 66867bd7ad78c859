// SPDX-License-Identifier: Apache-2.0
//
// What the operators check that were specified in full, and no others: that views stay inside the storage
// that their descriptions name. Programs describe storages that are smaller than the memory behind them; what
// counts elsewhere is the allocation, which phase two looks up.
#pragma once

#include <initializer_list>

#include "ops/common/checks.h"

namespace openaclnn {

inline ArgumentChecks& CheckStoredViews(ArgumentChecks& check, std::initializer_list<NamedTensor> arguments) {
  for (const NamedTensor& argument : arguments) {
    check.StoredView(argument);
  }
  return check;
}

// StoredView, and ValidOutputView.
inline ArgumentChecks& CheckStoredOutputView(ArgumentChecks& check, const NamedTensor& argument) {
  return check.StoredView(argument).DistinctElements(argument);
}

}  // namespace openaclnn
