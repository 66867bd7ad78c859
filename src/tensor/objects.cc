// SPDX-License-Identifier: Apache-2.0
#include "tensor/objects.h"

#include <algorithm>
#include <cstring>

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

ViewPlace SetView(const aclTensor& tensor, TensorView& view) {
  const size_t rank = tensor.viewDims.size();
  view.dtype = tensor.dtype;
  view.rank = static_cast<int>(rank);
  // A dim of size 1 is never stepped along, so its stride may be any number, even one whose multiples
  // overflow. Kernels see the one that a row-major tensor would have there. A tensor without elements is
  // never stepped in at all.
  bool empty = false;
  int64_t inner = 1;
  uint64_t last = 0;  // element, from the first one; of no use if there is none
  const int64_t* const dims = tensor.viewDims.data();
  const int64_t* const strides = tensor.strides.data();
  for (size_t d = rank; d-- > 0;) {
    const int64_t dim = dims[d];
    const int64_t stride = dim == 1 ? inner : strides[d];
    view.dims[d] = dim;
    view.strides[d] = stride;
    empty = empty || dim == 0;
    last += static_cast<uint64_t>(dim - 1) * static_cast<uint64_t>(stride);
    if (__builtin_mul_overflow(dim, stride, &inner)) [[unlikely]] {
      inner = 0;
    }
  }
  ViewPlace place;
  if (empty) {
    view.strides.fill(0);
  } else {
    const size_t size = SizeOf(tensor.dtype);
    place = {tensor.offset * static_cast<int64_t>(size), (last + 1) * size};
  }
  if (tensor.data != nullptr) {
    view.data = static_cast<std::byte*>(tensor.data) + place.offset;
  }
  return place;
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
