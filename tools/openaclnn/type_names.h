// SPDX-License-Identifier: Apache-2.0
//
// Element types as options name them.
#pragma once

#include <string>

#include "catalogue/catalogue.h"

namespace openaclnn::cli {

// A type by its name, for the option that is named in the message.
[[nodiscard]] aclDataType ParseType(const std::string& option, const std::string& name);
// One of these types.
[[nodiscard]] aclDataType ParseType(const std::string& option, const std::string& name,
                                    const catalogue::DTypes& dtypes);
// "fp32 fp16", with the separator between them.
[[nodiscard]] std::string TypeNames(const catalogue::DTypes& dtypes, const std::string& separator);

}  // namespace openaclnn::cli
