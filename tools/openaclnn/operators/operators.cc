// SPDX-License-Identifier: Apache-2.0
#include "operators.h"

#include <array>

namespace openaclnn::cli {

std::span<const Operator* const> Operators() {
  static const std::array operators{
      &EmbeddingDenseBackward(), &GridSampler2DBackward(), &GroupNormBackward(),
      &MseLossBackward(),        &PreluBackward(),
  };
  return operators;
}

}  // namespace openaclnn::cli
