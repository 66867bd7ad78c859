// SPDX-License-Identifier: Apache-2.0
//
// Tensors of INT4, of which memory has two in a byte, the first one in its lower half: as tensors of these bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ops/common/checks.h"
#include "tensor/objects.h"

namespace openaclnn {

/// The dim that INT4 lie side by side along: the last one of stride 1 that has more than one element; the last one of all where
/// there is none. A scalar has dim 0, which does not exist.
[[nodiscard]] size_t PackedDimOf(const aclTensor& tensor);

/// A tensor of INT4 that are side by side along `dim` as bytes, a half of that dim: fails unless rows begin and end with whole ones.
[[nodiscard]] aclTensor AsBytes(ArgumentChecks& check, const NamedTensor& argument, size_t dim);

}  // namespace openaclnn
