// SPDX-License-Identifier: Apache-2.0
//
// Copies on a device whose addresses are read from memory when the stream gets to them. The checks of those
// addresses happen then, too: a failed one is a failure of the stream.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

// Bytes of a descriptor.
[[nodiscard]] Status GetDescriptorSize(int32_t kind, size_t* bytes);

// Writes a descriptor, at once. `config` is reserved and null.
[[nodiscard]] Status SetDescriptor(void* descriptor, int32_t kind, const void* source, void* destination,
                                   size_t bytes, const void* config);

// Runs the copy that the descriptor holds when the stream gets to it.
[[nodiscard]] Status EnqueueDescribedCopy(const void* descriptor, int32_t kind, void* stream);

struct OffsetCopyArguments {
  void* const* destination;  // where the base address is
  size_t destinationBytes;
  size_t destinationOffset;
  const void* const* source;
  size_t bytes;
  size_t sourceOffset;
  int32_t kind;
};

[[nodiscard]] Status EnqueueOffsetCopy(const OffsetCopyArguments& arguments, void* stream);

}  // namespace openaclnn::runtime
