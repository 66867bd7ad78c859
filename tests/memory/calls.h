// SPDX-License-Identifier: Apache-2.0
//
// Calls of every operator on views of memory that a test lays out as it likes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "catalogue/model/call.h"
#include "tests/support/array.h"
#include "tests/support/bound_call.h"
#include "tests/support/device.h"

namespace openaclnn::testing {

/// Where a tensor lies: a base address and a view of it, in elements.
struct Place {
  void* base = nullptr;
  Shape strides;  // empty: contiguous
  int64_t offset = 0;
  // Elements of the storage that the description names; none: as many as the view needs.
  std::optional<int64_t> storage{};
};

/// A small call of an operator, and the elements of its operands, row-major; those of outputs are zeros.
struct SmallCall {
  std::string name;
  catalogue::Call call;
  std::vector<std::vector<std::byte>> elements;
};

/// That of a seed, of up to about so many elements.
[[nodiscard]] SmallCall MakeSmallCall(const catalogue::Operator& op, uint64_t seed, int64_t elements);

/// Some of each operator, in different shapes, of up to a few thousand elements and none that is empty.
[[nodiscard]] std::vector<SmallCall> SmallCalls();

/// Device memory of `bytes` bytes that begins with `elements`; the rest is 0.
class Block {
 public:
  Block(const std::vector<std::byte>& elements, size_t bytes);

  [[nodiscard]] void* Get() const { return memory_.get(); }
  [[nodiscard]] std::vector<std::byte> Read(size_t offset, size_t bytes) const;
  void Write(const std::vector<std::byte>& elements) const;

 private:
  struct Free {
    void operator()(void* memory) const { (void)aclrtFree(memory); }
  };
  std::unique_ptr<void, Free> memory_;
};

/// Both phases and a synchronize, with every operand at its place. `results`: bytes of each operand, of which
/// an output may have got fewer than it has room for.
[[nodiscard]] aclnnStatus RunCall(const catalogue::Call& call, const std::vector<Place>& places,
                                  std::vector<size_t>* results = nullptr);

}  // namespace openaclnn::testing
