// SPDX-License-Identifier: Apache-2.0
#include "tensor/objects.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/half.h"

namespace openaclnn {
namespace {

constinit ObjectSlabs<aclTensor> tensors("aclTensor");
constinit ObjectSlabs<aclScalar> scalars("aclScalar");
constinit ObjectSlabs<aclIntArray> intArrays("aclIntArray");
constinit ObjectSlabs<aclFloatArray> floatArrays("aclFloatArray");
constinit ObjectSlabs<aclBoolArray> boolArrays("aclBoolArray");
constinit ObjectSlabs<aclTensorList> tensorLists("aclTensorList");
constinit ObjectSlabs<aclScalarList> scalarLists("aclScalarList");

template <typename T>
T Read(const aclScalar& scalar) {
  T value;
  std::memcpy(&value, scalar.value.data(), sizeof value);
  return value;
}

template <typename T>
uint64_t ReadWhole(const aclScalar& scalar) {
  return static_cast<uint64_t>(Read<T>(scalar));
}

}  // namespace

template <>
ObjectSlabs<aclTensor>& SlabsOf() {
  return tensors;
}
template <>
ObjectSlabs<aclScalar>& SlabsOf() {
  return scalars;
}
template <>
ObjectSlabs<aclIntArray>& SlabsOf() {
  return intArrays;
}
template <>
ObjectSlabs<aclFloatArray>& SlabsOf() {
  return floatArrays;
}
template <>
ObjectSlabs<aclBoolArray>& SlabsOf() {
  return boolArrays;
}
template <>
ObjectSlabs<aclTensorList>& SlabsOf() {
  return tensorLists;
}
template <>
ObjectSlabs<aclScalarList>& SlabsOf() {
  return scalarLists;
}

std::string ShapeText(std::span<const int64_t> dims) {
  std::string text = "[";
  for (size_t d = 0; d < dims.size(); ++d) {
    text += (d == 0 ? "" : ", ") + std::to_string(dims[d]);
  }
  return text + "]";
}

bool IsPlainFormat(int32_t format) {
  switch (format) {
    case ACL_FORMAT_UNDEFINED:
    case ACL_FORMAT_NCHW:
    case ACL_FORMAT_NHWC:
    case ACL_FORMAT_ND:
    case ACL_FORMAT_HWCN:
    case ACL_FORMAT_NDHWC:
    case ACL_FORMAT_NCDHW:
    case ACL_FORMAT_NC:
    case ACL_FORMAT_NCL:
      return true;
    default:
      return false;
  }
}

void KnowView(aclTensor& tensor) {
  KnownView& known = tensor.known;
  known.plain = false;
  const size_t rank = tensor.viewDims.size();
  if (rank > static_cast<size_t>(kMaxRank) || !IsPlainFormat(tensor.format)) {
    return;
  }
  const int64_t* const dims = tensor.viewDims.data();
  const int64_t* const strides = tensor.strides.data();
  TensorView& view = known.view;
  view.dtype = tensor.dtype;
  for (int before = view.rank; before > static_cast<int>(rank); --before) {  // of another tensor in its slot
    view.dims[static_cast<size_t>(before) - 1] = view.strides[static_cast<size_t>(before) - 1] = 0;
  }
  view.rank = static_cast<int>(rank);
  // All of it is computed whatever comes, and looked at once: nothing is wrong with nearly all views.
  int64_t signs = tensor.offset;
  bool overflow = false;
  bool distinct = true;
  int64_t elements = 1;
  int64_t inner = 1;  // elements from one step of the next dim to the next, if they lie in a row
  int64_t reach = 0;  // from the first element to the farthest
  for (size_t d = rank; d-- > 0;) {
    const int64_t dim = dims[d];
    const int64_t stride = dim == 1 ? inner : strides[d];
    signs |= dim | strides[d];
    view.dims[d] = dim;
    view.strides[d] = stride;
    // Each dim steps over all of the dims behind it: so do those of nearly all views.
    distinct &= dim == 1 || stride > reach;
    overflow |= __builtin_mul_overflow(elements, dim, &elements);
    overflow |= __builtin_mul_overflow(dim, stride, &inner);
    int64_t step = 0;
    overflow |= __builtin_sub_overflow(inner, stride, &step);
    overflow |= __builtin_add_overflow(reach, step, &reach);
  }
  int64_t storage = 1;
  for (const int64_t dim : tensor.storageDims) {
    signs |= dim;
    if (__builtin_mul_overflow(storage, dim, &storage)) [[unlikely]] {
      storage = std::numeric_limits<int64_t>::max();  // times a later dim of 0 it is 0 all the same
    }
  }
  overflow |= __builtin_add_overflow(tensor.offset, reach, &known.last);
  known.plain = !overflow && signs >= 0 && elements > 0 && known.last < kMostViewElements;
  known.distinct = distinct;
  known.elements = elements;
  known.storage = storage;
  if (known.plain) {
    const auto size = static_cast<int64_t>(SizeOf(view.dtype));
    known.place = {tensor.offset * size, static_cast<size_t>((known.last - tensor.offset + 1) * size),
                   static_cast<size_t>(size)};
  }
}

ViewPlace SetUnknownView(const aclTensor& tensor, TensorView& view) {
  const size_t size = SizeOf(tensor.dtype);
  view.dtype = tensor.dtype;
  view.rank = static_cast<int>(tensor.viewDims.size());
  bool empty = false;
  int64_t inner = 1;
  uint64_t last = 0;  // element, from the first one; of no use if there is none
  for (size_t d = tensor.viewDims.size(); d-- > 0;) {
    const int64_t dim = tensor.viewDims[d];
    const int64_t stride = dim == 1 ? inner : tensor.strides[d];
    view.dims[d] = dim;
    view.strides[d] = stride;
    empty = empty || dim == 0;
    last += static_cast<uint64_t>(dim - 1) * static_cast<uint64_t>(stride);
    if (__builtin_mul_overflow(dim, stride, &inner)) [[unlikely]] {
      inner = 0;
    }
  }
  if (empty) {
    view.strides.fill(0);  // it is never stepped in at all
    return {.elementBytes = size};
  }
  return {tensor.offset * static_cast<int64_t>(size), (last + 1) * size, size};
}

// No default: a new type has to be read here.
ScalarValue ValueOf(const aclScalar& scalar) {
  ScalarValue value;
  value.dtype = scalar.dtype;
  switch (scalar.dtype) {
    case DType::kBool:
      value.whole = Read<uint8_t>(scalar) != 0 ? 1 : 0;
      break;
    case DType::kInt8:
      value.whole = ReadWhole<int8_t>(scalar);
      break;
    case DType::kInt16:
      value.whole = ReadWhole<int16_t>(scalar);
      break;
    case DType::kInt32:
      value.whole = ReadWhole<int32_t>(scalar);
      break;
    case DType::kInt64:
      value.whole = ReadWhole<int64_t>(scalar);
      break;
    case DType::kUint8:
      value.whole = ReadWhole<uint8_t>(scalar);
      break;
    case DType::kUint16:
      value.whole = ReadWhole<uint16_t>(scalar);
      break;
    case DType::kUint32:
      value.whole = ReadWhole<uint32_t>(scalar);
      break;
    case DType::kUint64:
      value.whole = ReadWhole<uint64_t>(scalar);
      break;
    case DType::kFloat:
      value.number = {Read<float>(scalar)};
      break;
    case DType::kDouble:
      value.number = {Read<double>(scalar)};
      break;
    case DType::kFloat16:
      value.number = {FromFloat16(Read<uint16_t>(scalar))};
      break;
    case DType::kBfloat16:
      value.number = {FromBfloat16(Read<uint16_t>(scalar))};
      break;
    case DType::kComplex64: {
      const auto number = Read<ComplexNumber<float>>(scalar);
      value.number = {number.real, number.imaginary};
      break;
    }
    case DType::kComplex128:
      value.number = Read<ComplexNumber<double>>(scalar);
      break;
    default:  // nothing that a scalar holds
      break;
  }
  return value;
}

}  // namespace openaclnn
