// SPDX-License-Identifier: Apache-2.0
//
// The attributes of operators as text and as JSON.
#pragma once

#include <string>
#include <string_view>

#include "catalogue/catalogue.h"
#include "command.h"

namespace openaclnn::cli {

// "choice", "flag", "integer", "number", "scalar", "integers", "numbers", "flags", "scalars", "dtype".
[[nodiscard]] std::string KindOf(const catalogue::Argument& attribute);
// What an option's value is called: "none|mean|sum", "INTEGER"; "" for a flag, which has none.
[[nodiscard]] std::string ValueName(const catalogue::Argument& attribute);
// Whether it must be given.
[[nodiscard]] bool IsRequired(const catalogue::Argument& attribute);
// "" if there is no default, or it is a flag's.
[[nodiscard]] std::string DefaultText(const catalogue::Argument& attribute);

// Throws InputError for a value that the attribute does not have. Lists are written "1,2"; of scalars, whole
// numbers are INT64, true and false BOOL, others DOUBLE.
[[nodiscard]] catalogue::Value ParseValue(const catalogue::Argument& attribute, const std::string& text);
[[nodiscard]] Json ValueJson(const catalogue::Argument& attribute, const catalogue::Value& value);
// The value as ParseValue reads it: "mean", "0.5", "1,2".
[[nodiscard]] std::string ValueText(const catalogue::Argument& attribute, const catalogue::Value& value);

// Fills in the attributes that were not given. Throws InputError for one that has to be, or is out of its
// range.
void CompleteAttributes(const catalogue::Operator& description, catalogue::Arguments* arguments);

// By name or by the API's name ("aclnnMseLossBackward"); throws InputError if there is none.
[[nodiscard]] const catalogue::Operator& FindOperator(std::string_view name);

}  // namespace openaclnn::cli
