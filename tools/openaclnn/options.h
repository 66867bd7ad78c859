// SPDX-License-Identifier: Apache-2.0
//
// The options that run and bench share, made from the description of an operator.
#pragma once

#include <map>
#include <string>

#include "attributes.h"
#include "command.h"

namespace openaclnn::cli {

// What was given, as text, by the name of the argument.
struct CallOptions {
  std::map<std::string, std::string> inputs;
  std::map<std::string, std::string> attributes;
  std::map<std::string, bool> flags;
  std::map<std::string, std::string> outputTypes;
};

// Whether the option --dtype says the type of an input: indices and counts keep that of their file.
[[nodiscard]] bool FollowsDtype(const catalogue::Argument& input);

// Options for the inputs, under the heading `group`, with values called `valueName`; an input is required if
// `required` says so.
void AddInputOptions(const Command& command, const catalogue::Operator& description,
                     const std::string& valueName, const std::string& group,
                     bool (*required)(const catalogue::Argument&), CallOptions* options);
void AddAttributeOptions(const Command& command, const catalogue::Operator& description,
                         CallOptions* options);
// --out-dtype and the like, for outputs that may have a type of their own, under the heading `group`.
void AddOutputTypeOptions(const Command& command, const catalogue::Operator& description,
                          const std::string& group, CallOptions* options);

// The attributes that were given. Throws InputError for values that an attribute does not have.
[[nodiscard]] std::map<std::string, catalogue::Value, std::less<>> ParseAttributes(
    const catalogue::Operator& description, const CallOptions& options);
// Sets the types of outputs that were given. The attributes must be complete.
void SetOutputTypes(const catalogue::Operator& description, const CallOptions& options,
                    catalogue::Arguments* arguments);

}  // namespace openaclnn::cli
