// SPDX-License-Identifier: Apache-2.0
//
// One call of each operator on views of memory that a test lays out as it likes.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "tests/support/array.h"
#include "tests/support/device.h"

namespace openaclnn::testing {

// Where a tensor lies: a base address and a view of it, in elements.
struct Place {
  void* base = nullptr;
  Shape strides;  // empty: contiguous
  int64_t offset = 0;
};

// A descriptor of FLOAT elements (or another dtype) that a test places.
struct Operand {
  std::string name;
  bool output;
  Shape shape;
  aclDataType dtype = ACL_FLOAT;
};

// An operator with fixed shapes and attributes; `call` takes descriptors in the order of `operands`.
struct OperatorCall {
  std::string name;
  std::vector<Operand> operands;
  std::function<aclnnStatus(const std::vector<aclTensor*>&, uint64_t*, aclOpExecutor**)> phaseOne;
  PhaseTwo phaseTwo;
};

[[nodiscard]] std::vector<OperatorCall> EveryOperator();

// Both phases and a synchronize, with every operand at its place.
[[nodiscard]] aclnnStatus RunCall(const OperatorCall& call, const std::vector<Place>& places);

}  // namespace openaclnn::testing
