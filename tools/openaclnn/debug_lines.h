// SPDX-License-Identifier: Apache-2.0
//
// Functions, files and lines of addresses, from the debug information of programs and libraries.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace openaclnn::cli {

struct SourcePlace {
  std::string function;  // as the linker names it; empty if no symbol is known
  std::string file;      // empty without debug information
  int line = 0;
};

// Reads with libdw (elfutils), which is loaded when the first place is asked for. Where it is not installed, or
// was not when this program was built, no place is found.
class DebugLines {
 public:
  DebugLines();
  ~DebugLines();
  DebugLines(const DebugLines&) = delete;
  DebugLines& operator=(const DebugLines&) = delete;

  [[nodiscard]] SourcePlace Find(const std::string& module, uint64_t offset);
  // Why no place is found at all; empty if places are.
  [[nodiscard]] std::string WhyNot() const;

 private:
  struct Reader;
  std::unique_ptr<Reader> reader_;
};

}  // namespace openaclnn::cli
