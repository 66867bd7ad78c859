// SPDX-License-Identifier: Apache-2.0
//
// What a program marks for the profiler: moments, and ranges of one thread or from one thread to another one.
// Ranges are known whether a collection runs or not; they are collected if one runs when they end. Thread safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/status.h"

namespace openaclnn::runtime {

// What is marked.
struct Marked {
  std::string message;
  std::string domain;
  std::optional<int> stream;
};

// The number of a stream; none for null. As aclrtStreamGetId.
[[nodiscard]] Status StreamOfMark(void* handle, std::optional<int>* stream);

void MarkNow(const Marked& what);
// One end of a step.
void MarkStep(const Marked& what);

// Ranges of the calling thread, which nest. kInvalidParam where none is open.
void PushRange(Marked what);
[[nodiscard]] Status PopRange();

// Ranges that any thread ends, by their numbers, which begin with 1.
[[nodiscard]] uint32_t StartRange(Marked what);
// False: no range that is open.
[[nodiscard]] bool StopRange(uint64_t number);

// A number for a text, the same for the same text.
[[nodiscard]] uint64_t NumberOfText(const std::string& text);

}  // namespace openaclnn::runtime
