// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../operator.h"

namespace openaclnn::cli {

[[nodiscard]] const Operator& EmbeddingDenseBackward();
[[nodiscard]] const Operator& GridSampler2DBackward();
[[nodiscard]] const Operator& GroupNormBackward();
[[nodiscard]] const Operator& MseLossBackward();
[[nodiscard]] const Operator& PreluBackward();

}  // namespace openaclnn::cli
