// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/sequence_ends.h"

#include <string>

namespace openaclnn {

void ReadEnds(ArgumentChecks& check, const NamedLengths& ends, int64_t rows,
              FunctionRef<void(int64_t first, int64_t length)> add) {
  if (check.Failed()) {
    return;
  }
  int64_t before = 0;
  bool unused = false;  // batches, of which only zeros follow
  for (const int64_t end : ends.list->values) {
    unused = unused || (end == 0 && before > 0);
    check.Require(
        ends.name, "where sequences end: numbers that do not decrease, up to the rows of the tensor",
        [&] { return unused ? end == 0 : end >= before && end <= rows; },
        [&] { return ShapeText(ends.list->values) + " of " + std::to_string(rows); });
    if (check.Failed()) {
      return;
    }
    add(before, unused ? 0 : end - before);
    before = unused ? before : end;
  }
}

}  // namespace openaclnn
