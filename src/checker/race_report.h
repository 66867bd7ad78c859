// SPDX-License-Identifier: Apache-2.0
//
// A race as it is told: both calls, the memory that they share, and what would order them.
#pragma once

#include <vector>

#include "checker/access_history.h"
#include "checker/report.h"

namespace openaclnn::checker {

// Two uses that nothing orders. `streams`: theirs, as far as it is known where they were made.
// `isOrderedBefore`: the later operation knows of earlier work of the other's stream.
[[nodiscard]] Finding DescribeRace(const Use& use, const Use& other, const std::vector<Related>& streams,
                                   bool isOrderedBefore);

}  // namespace openaclnn::checker
