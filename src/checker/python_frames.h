// SPDX-License-Identifier: Apache-2.0
//
// The functions of a Python program that are running, in a process that is a Python. Their names are known
// without the interpreter's lock, which callers of this library have usually released.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace openaclnn::checker {

struct PythonPlace {
  uint32_t function;  // a number that DescribePlace knows
  int line;

  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the comparison with 0 that it stands for as one
  [[nodiscard]] auto operator<=>(const PythonPlace&) const = default;
};

struct PythonFrame {
  std::string function;
  std::string file;
};

// Asks the interpreter to report the calls of its main thread from now on, by the means that profilers use.
// Nothing happens if this process has no interpreter, or if the program profiles itself.
void FollowPython() noexcept;

// Where this thread is, the innermost function first. Empty unless it is followed.
[[nodiscard]] std::vector<PythonPlace> PythonPlaces();

[[nodiscard]] PythonFrame DescribePlace(const PythonPlace& place);

}  // namespace openaclnn::checker
