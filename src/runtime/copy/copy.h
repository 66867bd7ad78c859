// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

struct CopyArguments {
  void* destination;
  size_t destinationBytes;
  const void* source;
  size_t bytes;
  int32_t kind;  // an aclrtMemcpyKind, or whatever the caller passed
};

struct FillArguments {
  void* destination;
  size_t destinationBytes;
  int32_t value;
  size_t bytes;
};

struct WordFillArguments {
  void* destination;
  size_t destinationBytes;
  uint32_t value;
  size_t words;
};

// At once, in no order with streams. A kind that the addresses contradict is told, and the copy done.
[[nodiscard]] Status Copy(const CopyArguments& arguments);
[[nodiscard]] Status Fill(const FillArguments& arguments);
[[nodiscard]] Status FillWords(const WordFillArguments& arguments);

// In the order of a stream. A copy from or to ordinary host memory has happened when the call returns.
[[nodiscard]] Status EnqueueCopy(const CopyArguments& arguments, void* stream);
[[nodiscard]] Status EnqueueFill(const FillArguments& arguments, void* stream);
// Host memory is filled at once, in no order with the stream.
[[nodiscard]] Status EnqueueFillWords(const WordFillArguments& arguments, void* stream);

}  // namespace openaclnn::runtime
