// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/python_frames.h"

namespace openaclnn::checker {

// Who called, from the client's innermost function outwards: the functions of a Python program if it is one,
// then those of compiled code. Frames of this library are left out.
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
    std::string module;    // the program or library; empty for a function of Python
    size_t offset = 0;     // in the module: what addr2line wants
    std::string file;      // of a function of Python
    int line = 0;
  };
  [[nodiscard]] std::vector<Frame> Frames() const;
  // The function of this library that the client called; empty if that is not known.
  [[nodiscard]] std::string Callee() const;

 private:
  void* callee_ = nullptr;
  std::vector<PythonPlace> python_;
  std::vector<void*> addresses_;
};

// "Run(int) (client+0x11d9)", "train at train.py:12"
[[nodiscard]] std::string TextOf(const CallStack::Frame& frame);

}  // namespace openaclnn::checker
