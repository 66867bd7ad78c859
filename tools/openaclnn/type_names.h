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
// Those of an argument in which the catalogue makes no calls, as far as files can hold them.
[[nodiscard]] catalogue::DTypes OtherTypes(const catalogue::Argument& argument);
// These, too.
[[nodiscard]] catalogue::DTypes AdmittedTypes(const catalogue::Argument& argument);
// "fp32 fp16", with the separator between them.
[[nodiscard]] std::string TypeNames(const catalogue::DTypes& dtypes, const std::string& separator);

}  // namespace openaclnn::cli
