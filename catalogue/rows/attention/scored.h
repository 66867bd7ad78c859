// SPDX-License-Identifier: Apache-2.0
//
// What operators of attention for training have in common.
#pragma once

#include <cstdint>
#include <string>

#include "catalogue/rows/attention/heads.h"

namespace openaclnn::catalogue::attention {

namespace scored {

/// Layouts as their numbers in catalogue calls stand for them; another number is a name that no layout has.
[[nodiscard]] std::string LayoutText(int64_t layout);

struct Kind {
  int version;
  bool ragged = false;  // sequences whose rows follow each other

  /// V4 has it only of layouts, not of sequences.
  [[nodiscard]] bool HasBiasType() const { return version == 2 || version == 3 || (version == 4 && !ragged); }
  [[nodiscard]] bool HasRopes() const { return version == 3; }
};
[[nodiscard]] Operator ForwardRow(Phases phases, const Kind& kind);
[[nodiscard]] Operator BackwardRow(Phases phases, const Kind& kind);

}  // namespace scored
}  // namespace openaclnn::catalogue::attention
