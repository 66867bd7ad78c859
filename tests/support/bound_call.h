// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "aclnn/acl_meta.h"
#include "catalogue/model/call.h"

namespace openaclnn::testing {

/// A call on tensors without memory: phase one reads none.
[[nodiscard]] inline catalogue::BoundCall BindWithoutMemory(const catalogue::Call& call) {
  std::vector<aclTensor*> tensors;
  for (const catalogue::Operand& operand : call.operands) {
    const auto& [shape, dtype] = operand.tensor;
    tensors.push_back(operand.absent ? nullptr
                                     : aclCreateTensor(shape.data(), shape.size(), dtype, nullptr, 0,
                                                       ACL_FORMAT_ND, shape.data(), shape.size(), nullptr));
  }
  return {call, std::move(tensors)};
}

}  // namespace openaclnn::testing
