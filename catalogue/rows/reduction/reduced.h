// SPDX-License-Identifier: Apache-2.0
//
// What the rows of reductions share.
#pragma once

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::reduction {

/// Whether an empty list of dims is none of them, instead of all.
[[nodiscard]] Argument Noop(const char* name);

[[nodiscard]] Argument KeepDims(const char* name);

/// An output that has the type of self, or what a rule says, and no other.
[[nodiscard]] Argument Exactly(Argument output);

// Null: all of them.
[[nodiscard]] Argument DimsOrNull(const char* name);

[[nodiscard]] Argument KeepDim(const char* name);

}  // namespace openaclnn::catalogue::reduction
