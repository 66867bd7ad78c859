// SPDX-License-Identifier: Apache-2.0
//
// What is told of a call or a task, where somebody watches.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace openaclnn::trace {

// A track of the timeline: a thread of the host, or a stream of a device, which counts as a process.
struct Place {
  int32_t process = 0;
  int32_t track = 0;
};

struct Tensor {
  const char* name;
  int64_t element;  // of a list; negative: the tensor is an argument of its own
  const char* dtype;
  const char* layout;
  bool isOutput;
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;

  [[nodiscard]] std::string Text() const {
    return element < 0 ? name : std::string(name) + "[" + std::to_string(element) + "]";
  }
};

// Texts are constants, or live until the call or task is over.
struct Details {
  const char* name = nullptr;
  const char* category = nullptr;
  const char* phase = nullptr;      // of its verbose line; null: it has none
  const char* kernel = nullptr;     // of an operator
  const char* direction = nullptr;  // of a copy
  std::vector<Tensor> tensors;
  std::optional<uint64_t> workspace;
  std::optional<uint64_t> bytes;
  // When and where the event was recorded that a stream waited for.
  struct Cause {
    Place place;
    int64_t time;
  };
  std::optional<Cause> cause;
};

}  // namespace openaclnn::trace
