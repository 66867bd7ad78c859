// SPDX-License-Identifier: Apache-2.0
#include "ops/common/int4_bytes.h"

#include <string>

#include "base/checked_math.h"

namespace openaclnn {
namespace {

constexpr int64_t kInByte = 2;

bool HasWholeBytes(const aclTensor& tensor, size_t dim) {
  if (dim >= tensor.viewDims.size() || tensor.viewDims[dim] % kInByte != 0 || tensor.offset % kInByte != 0) {
    return false;
  }
  if (NumElements(tensor) == 0) {
    return true;
  }
  bool whole = tensor.strides[dim] == 1;
  for (size_t d = 0; d < tensor.viewDims.size(); ++d) {
    whole = whole && (d == dim || tensor.viewDims[d] == 1 || tensor.strides[d] % kInByte == 0);
  }
  return whole;
}

}  // namespace

size_t PackedDimOf(const aclTensor& tensor) {
  const size_t rank = tensor.viewDims.size();
  for (size_t d = rank; d-- > 0;) {
    if (tensor.strides[d] == 1 && tensor.viewDims[d] > 1) {
      return d;
    }
  }
  return rank == 0 ? 0 : rank - 1;
}

aclTensor AsBytes(ArgumentChecks& check, const NamedTensor& argument, size_t dim) {
  const aclTensor& tensor = *argument.tensor;
  check.ValidView(argument);
  check.Require(
      argument.name, "INT4 side by side, in rows whose size, stride and offset are even",
      [&] { return HasWholeBytes(tensor, dim); },
      [&] {
        return ShapeText(tensor.viewDims) + " with strides " + ShapeText(tensor.strides) + " at offset " +
               std::to_string(tensor.offset);
      });
  aclTensor bytes = tensor;
  if (check.Failed()) {
    return bytes;
  }
  bytes.dtype = DType::kUint8;
  bytes.viewDims[dim] /= kInByte;
  for (size_t d = 0; d < bytes.strides.size(); ++d) {
    bytes.strides[d] = d == dim ? 1 : bytes.strides[d] / kInByte;
  }
  bytes.offset /= kInByte;
  bytes.storageDims = {CheckedProduct(tensor.storageDims).value_or(0) / kInByte};
  return bytes;
}

}  // namespace openaclnn
