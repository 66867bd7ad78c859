// SPDX-License-Identifier: Apache-2.0
//
// The tensors of a call in prototype order, whose names an operator has already.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <utility>

#include "executor/phases.h"
#include "ops/common/checks.h"

namespace openaclnn {

template <size_t kCount>
using Tensors = std::array<const aclTensor*, kCount>;

// Those of an operator's first arguments, under their names.
template <typename Args, size_t kCount>
std::array<NamedTensor, kCount> Named(const Operator<Args>& op, const Tensors<kCount>& tensors) {
  return [&]<size_t... kAt>(std::index_sequence<kAt...> /*places*/) {
    return std::array<NamedTensor, kCount>{NamedTensor{op.arguments[kAt].name, tensors[kAt]}...};
  }
  (std::make_index_sequence<kCount>());
}

inline TensorsOfCall TensorsOf(std::span<const aclTensor* const> tensors) {
  TensorsOfCall all;
  for (const aclTensor* tensor : tensors) {
    all.push_back(tensor);
  }
  return all;
}

}  // namespace openaclnn
