// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "tests/fuzz/byte_reader.h"
#include "tests/fuzz/call.h"
#include "tests/fuzz/memory.h"

namespace openaclnn::fuzz {

/// Lays the tensors of a call out in the pool, one behind the other.
class Placer {
 public:
  /// Strides, offset and storage for the tensor's dims, and a place that no other tensor has; without an
  /// address if the pool is full.
  void Place(ByteReader& reader, Tensor& tensor);

 private:
  bool FindPlace(ByteReader& reader, Tensor& tensor);

  std::array<int64_t, kBlockBytes.size()> used_{};
};

}  // namespace openaclnn::fuzz
