// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

struct ReduceArguments {
  void* destination;
  const void* source;
  uint64_t bytes;
  int32_t kind;   // an aclrtReduceKind, or whatever the caller passed
  int32_t dtype;  // an aclDataType, or whatever the caller passed
  const void* reserve;
};

// destination = destination op source, by element, in the order of a stream.
[[nodiscard]] Status EnqueueReduce(const ReduceArguments& arguments, void* stream);

}  // namespace openaclnn::runtime
