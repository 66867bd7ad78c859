// SPDX-License-Identifier: Apache-2.0
//
// What the checks found: for persons on standard error, or for programs in a file of JSON lines
// (OPENACLNN_CHECK_REPORT), which `openaclnn check` reads.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "checker/call_stack.h"

namespace openaclnn::checker {

// Another place that a finding has to do with: "allocated at", "freed at".
struct Related {
  std::string what;
  CallStack stack;
};

// What was left, so that a reader can add up what came through one function.
struct Left {
  std::string object;  // "aclTensor"
  size_t count = 0;
  size_t bytes = 0;  // of memory; 0 for other objects
};

struct Finding {
  std::string kind;  // one word or two: "leak", "host access"
  std::string text;  // a sentence without its full stop
  CallStack stack;   // empty: there is no call that it happened in
  std::vector<Related> related;
  std::optional<Left> left = std::nullopt;
};

// Opens the file, if there is to be one, and writes a line that this process is checked. Without a file, or
// if it cannot be written, findings go to standard error.
void OpenReport();

// Writes a finding, unless the same one of the same place was written before. Never throws.
void Tell(const Finding& finding) noexcept;

}  // namespace openaclnn::checker
