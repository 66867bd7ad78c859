// SPDX-License-Identifier: Apache-2.0
//
// Tensors with the label of FRACTAL_NZ (ops/common/fractal.h), and what lies in memory as a plain tensor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/checked_math.h"
#include "tensor/objects.h"

namespace openaclnn {

// Storage dims of matrices: their two dims become four.
inline constexpr size_t kFractalRank = 4;

// Whether a label is FRACTAL_NZ, or that with a width in its name.
[[nodiscard]] inline bool IsFractalLabel(int32_t format) {
  return format == ACL_FORMAT_FRACTAL_NZ ||
         (format >= ACL_FORMAT_FRACTAL_NZ_C0_16 && format <= ACL_FORMAT_FRACTAL_NZ_C0_8);
}

// Whether the elements are arranged so, too. Clients label what is not: with storage dims of a plain matrix.
[[nodiscard]] inline bool IsFractal(const aclTensor& tensor) {
  return IsFractalLabel(tensor.format) && tensor.storageDims.size() >= kFractalRank;
}

// The tensor with a label without effect.
[[nodiscard]] inline aclTensor AsPlain(aclTensor tensor) {
  tensor.format = ACL_FORMAT_ND;
  return tensor;
}

// A plain, contiguous tensor of these dims in the place of another one.
[[nodiscard]] inline aclTensor PlainTensor(const aclTensor& place, std::span<const int64_t> dims) {
  aclTensor tensor = AsPlain(place);
  tensor.viewDims.assign(dims.begin(), dims.end());
  tensor.storageDims = tensor.viewDims;
  tensor.strides.assign(dims.size(), 1);
  for (size_t d = dims.size(); d-- > 1;) {
    tensor.strides[d - 1] = CheckedMultiply(tensor.strides[d], dims[d]).value_or(0);
  }
  return tensor;
}

}  // namespace openaclnn
