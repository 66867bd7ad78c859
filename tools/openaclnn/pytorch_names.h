// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace openaclnn::cli {

// PyTorch's names that call an operator ("aclnnAddmm"), with commas between them: those that are called like it, or all if there
// are few; "" if there are none. From docs/aten_names.json.
[[nodiscard]] std::string PytorchNames(const std::string& function);

}  // namespace openaclnn::cli
