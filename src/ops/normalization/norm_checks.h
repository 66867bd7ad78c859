// SPDX-License-Identifier: Apache-2.0
//
// What the checks of norms share.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>

#include "base/checked_math.h"
#include "ops/common/checks.h"

namespace openaclnn::norms {

// Of scale, shift, statistics and their gradients: the type of the data, or FLOAT. Those that are null are
// left out.
inline void CheckParameterDtypes(ArgumentChecks& check, std::initializer_list<NamedTensor> parameters,
                                 const NamedTensor& data) {
  for (const NamedTensor& parameter : parameters) {
    check.LiveOrNull(parameter);
    if (parameter.tensor != nullptr && !check.Failed()) {
      if (data.tensor->dtype == DType::kFloat) {
        check.SameDtype(parameter, data);
      } else {
        check.DtypeIn(parameter, std::array{data.tensor->dtype, DType::kFloat});
      }
    }
  }
}

inline void CheckViews(ArgumentChecks& check, std::initializer_list<NamedTensor> inputs,
                       std::initializer_list<NamedTensor> outputs) {
  for (const NamedTensor& input : inputs) {
    if (input.tensor != nullptr) {
      check.ValidView(input);
    }
  }
  for (const NamedTensor& output : outputs) {
    if (output.tensor != nullptr) {
      check.ValidOutputView(output);
    }
  }
}

// Whether the last dims of a tensor are these, at least one.
inline bool EndsWith(const aclTensor& tensor, std::span<const int64_t> dims) {
  const std::span<const int64_t> view = tensor.viewDims;
  return !dims.empty() && dims.size() <= view.size() && std::ranges::equal(view.last(dims.size()), dims);
}

// The product of the dims before the last `count` ones.
inline std::optional<int64_t> RowsOf(const aclTensor& tensor, size_t count) {
  return CheckedProduct(std::span<const int64_t>(tensor.viewDims).first(tensor.viewDims.size() - count));
}

}  // namespace openaclnn::norms
