// SPDX-License-Identifier: Apache-2.0
//
// What the checks found, for persons on standard error and for programs in a file of JSON lines
// (OPENACLNN_CHECK_REPORT).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/call_stack.h"

namespace openaclnn::checker {

// Another place that a finding has to do with: "allocated at", "freed at".
struct Related {
  std::string what;
  CallStack stack;
};

struct Finding {
  std::string kind;  // one word or two: "leak", "host access"
  std::string text;  // a sentence without its full stop
  CallStack stack;   // empty: there is no call that it happened in
  std::vector<Related> related;
};

// Opens the file, if there is to be one; without it findings go to standard error alone.
void OpenReport();

// Writes a finding, unless the same one of the same place was written before. Never throws.
void Tell(const Finding& finding) noexcept;

}  // namespace openaclnn::checker
