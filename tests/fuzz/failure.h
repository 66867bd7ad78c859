// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace openaclnn::fuzz {

/// What the call in hand looks like, for the report of a violation.
inline std::string& Context() {
  static auto* const text = new std::string;
  return *text;
}

[[noreturn]] inline void Fail(const std::string& what) {
  std::fprintf(stderr, "VIOLATION: %s\n%s", what.c_str(), Context().c_str());
  std::fflush(stderr);
  std::abort();
}

inline void Require(bool holds, const char* what) {
  if (!holds) {
    Fail(what);
  }
}

}  // namespace openaclnn::fuzz
