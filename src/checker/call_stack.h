// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace openaclnn::checker {

// Who called, from the client's innermost function outwards: frames of this library are left out.
class CallStack {
 public:
  CallStack() = default;
  [[nodiscard]] static CallStack Here();
  // In a signal's handler: of what the signal interrupted.
  [[nodiscard]] static CallStack OfSignal();

  [[nodiscard]] bool operator==(const CallStack&) const = default;
  [[nodiscard]] auto operator<=>(const CallStack&) const = default;

  struct Frame {
    std::string function;  // empty if no symbol is known
    std::string module;    // the program or library, as it was loaded
    size_t offset = 0;     // in the module: what addr2line wants
  };
  [[nodiscard]] std::vector<Frame> Frames() const;
  // The function of this library that the client called; empty if that is not known.
  [[nodiscard]] std::string Callee() const;

 private:
  void* callee_ = nullptr;
  std::vector<void*> addresses_;
};

// "Run(int)+0x1c (client+0x11d9)"
[[nodiscard]] std::string TextOf(const CallStack::Frame& frame);

}  // namespace openaclnn::checker
