// SPDX-License-Identifier: Apache-2.0
//
// What the operators check that were specified in full, and no others: that views stay inside the storage
// that their descriptions name. Programs describe storages that are smaller than the memory behind them; what
// counts elsewhere is the allocation, which phase two looks up.
#pragma once

#include <initializer_list>
#include <string>

#include "base/checked_math.h"
#include "ops/common/checks.h"
#include "tensor/objects.h"

namespace openaclnn {

// Storage elements from the first to one past the last that a valid view touches; 0 if it has no elements.
inline int64_t ExtentOf(const aclTensor& tensor) {
  uint64_t last = 0;  // modulo 2^64: of a view without elements the dims can be any
  bool empty = false;
  for (size_t d = 0; d < tensor.viewDims.size(); ++d) {
    const int64_t dim = tensor.viewDims[d];
    empty = empty || dim == 0;
    last += static_cast<uint64_t>(dim - 1) * static_cast<uint64_t>(tensor.strides[d]);
  }
  return empty ? 0 : static_cast<int64_t>(last + 1);
}

// Whether a valid view has no element outside the storage.
inline bool LiesInStorage(const aclTensor& tensor) {
  const int64_t extent = ExtentOf(tensor);
  const std::optional<int64_t> storage = CheckedProduct(tensor.storageDims);
  return extent == 0 || !storage || tensor.offset + extent <= *storage;
}

// Apart from what every call goes through.
[[gnu::cold, gnu::noinline]] inline ArgumentChecks& RefuseView(ArgumentChecks& check,
                                                               const NamedTensor& argument) {
  const aclTensor& tensor = *argument.tensor;
  const std::string expected = "a view inside its storage " + ShapeText(tensor.storageDims);
  return check.Require(
      argument.name, expected.c_str(), [] { return false; },
      [&] {
        return "view " + ShapeText(tensor.viewDims) + " with strides " + ShapeText(tensor.strides) +
               " at offset " + std::to_string(tensor.offset);
      });
}

// ValidView, and no element outside the storage.
inline ArgumentChecks& CheckStoredView(ArgumentChecks& check, const NamedTensor& argument) {
  check.ValidView(argument);
  return check.Failed() || LiesInStorage(*argument.tensor) ? check : RefuseView(check, argument);
}
inline ArgumentChecks& CheckStoredViews(ArgumentChecks& check, std::initializer_list<NamedTensor> arguments) {
  for (const NamedTensor& argument : arguments) {
    CheckStoredView(check, argument);
  }
  return check;
}

// ValidOutputView likewise.
inline ArgumentChecks& CheckStoredOutputView(ArgumentChecks& check, const NamedTensor& argument) {
  return CheckStoredView(check, argument).ValidOutputView(argument);
}

}  // namespace openaclnn
