// SPDX-License-Identifier: Apache-2.0
//
// Lists of lengths of sequences, and of where sequences end.
#pragma once

#include <cstdint>

#include "base/function_ref.h"
#include "ops/common/checks.h"

namespace openaclnn {

struct NamedLengths {
  const char* name;
  const aclIntArray* list = nullptr;
};

/// Sequences from a list of where each ends among all rows: its numbers do not decrease, and are at most
/// `rows`; zeros behind others are sequences of no rows. Calls add(first, length).
void ReadEnds(ArgumentChecks& check, const NamedLengths& ends, int64_t rows,
              FunctionRef<void(int64_t first, int64_t length)> add);

}  // namespace openaclnn
