// SPDX-License-Identifier: Apache-2.0
#pragma once

// Tensors in device memory whose bits lie in a chosen layout. tests/support/device.h does this for any value
// of any dtype, an element at a time; here are millions of elements and nothing but bits.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "tests/determinism/values.h"

namespace openaclnn::testing {

/// How the elements of a view lie in storage.
enum class Placement {
  kContiguous,
  kTransposed,    // first dim innermost
  kChannelsLast,  // dim 1 innermost
  kStepped,       // every second place along the last dim, every third along the first, from an offset on
  kOffset,        // contiguous, from an odd offset on: not aligned for vectors
  kExpanded,      // stride 0 along the dims that are constant
};

/// Throws std::runtime_error where the runtime refuses.
class Memory {
 public:
  explicit Memory(size_t bytes);
  /// Every byte is `fill` at first.
  Memory(size_t bytes, std::byte fill);

  void* Get() const { return memory_.get(); }
  std::vector<std::byte> Read() const;
  void Write(const std::vector<std::byte>& image) const;

 private:
  struct Free {
    void operator()(void* memory) const { (void)aclrtFree(memory); }
  };
  size_t bytes_;
  std::unique_ptr<void, Free> memory_;
};

class Tensor {
 public:
  /// All places of the storage hold `fill` bytes until something is written there.
  Tensor(const Shape& shape, aclDataType dtype, Placement placement, std::byte fill);
  /// Holds `values`; between them, `fill` bytes.
  Tensor(const Values& values, Placement placement, std::byte fill);

  /// A description of it, the caller's own.
  aclTensor* Describe() const;
  /// The elements of a result of that shape, row-major. A result may be smaller than the view: in a contiguous one it is
  /// packed, in any other it keeps the strides.
  std::vector<std::byte> Read(const Shape& shape) const;
  /// Whether every byte of the storage is `fill`.
  bool Holds(std::byte fill) const;

 private:
  struct Geometry {
    Shape shape;
    Shape strides;
    int64_t offset;
    int64_t elements;  // of storage
  };
  static Geometry Place(const Shape& shape, Placement placement, const std::vector<size_t>& constantDims);

  Geometry geometry_;
  aclDataType dtype_;
  Memory memory_;
};

}  // namespace openaclnn::testing
