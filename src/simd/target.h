// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace openaclnn {

// The instructions that kernels were compiled for and run with on this processor, as Highway calls them.
[[nodiscard]] const char* SimdTargetName();

}  // namespace openaclnn
