// SPDX-License-Identifier: Apache-2.0
//
// What operators of attention for inference have in common.
#pragma once

#include <string>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::attention {

/// Layouts as their numbers in catalogue calls stand for them; another number is a name that no layout has.
[[nodiscard]] std::string InferenceLayoutText(int64_t layout);

/// Which arguments an operator has besides those of all, in the order of the catalogue's prototypes.
struct InferenceFeatures {
  bool queryLengths = false;
  bool keyLengths = false;  // their name is that of the queries' lengths without these
  bool table = false;
  bool ropes = false;
  bool sinks = false;
  bool window = false;  // preTokens and nextTokens
  bool sparseModes = false;
  bool lse = false;
  bool joinedScales = false;  // of cached integers: one tensor for keys and values
  bool scaleMode = false;     // antiquantMode, with them
  bool splitScales = false;   // and one of each, with their modes
};
[[nodiscard]] Operator InferenceRow(Phases phases, const InferenceFeatures& features);

}  // namespace openaclnn::catalogue::attention
