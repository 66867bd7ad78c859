// SPDX-License-Identifier: Apache-2.0
//
// Matrices in FRACTAL_NZ, element by element from its definition.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/support/array.h"
#include "tests/support/half.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {

/// The storage dims of matrices [..., r, c].
inline Shape FractalShape(const Shape& matrices, int64_t width) {
  Shape shape(matrices.begin(), matrices.end() - 2);
  const int64_t rows = matrices[matrices.size() - 2];
  const int64_t columns = matrices.back();
  shape.insert(shape.end(), {(columns + width - 1) / width, (rows + 15) / 16, 16, width});
  return shape;
}

/// Where element (row, column) of matrix `batch` is in the storage.
inline size_t FractalPlace(const Shape& matrices, int64_t width, int64_t batch, int64_t row, int64_t column) {
  const Shape storage = FractalShape(matrices, width);
  const size_t rank = storage.size();
  const int64_t block = (batch * storage[rank - 4] + column / width) * storage[rank - 3] + row / 16;
  return static_cast<size_t>((block * 16 + row % 16) * width + column % width);
}

/// Matrices and what is around them: zeros, or a number that no result may depend on.
inline Array ToFractal(const Array& matrices, int64_t width, double padding = 0) {
  Array blocks = Full(FractalShape(matrices.shape, width), padding);
  const int64_t rows = matrices.shape[matrices.shape.size() - 2];
  const int64_t columns = matrices.shape.back();
  for (size_t i = 0; i < matrices.values.size(); ++i) {
    const auto flat = static_cast<int64_t>(i);
    const int64_t batch = flat / (rows * columns);
    blocks.values[FractalPlace(matrices.shape, width, batch, flat / columns % rows, flat % columns)] =
        matrices.values[i];
  }
  return blocks;
}

/// A tensor of any label, view and storage dims in device memory, with the elements of `storage`.
class LabelledTensor {
 public:
  LabelledTensor(const Array& storage, aclDataType dtype, aclFormat format, const Shape& view,
                 const Shape& strides, const Shape& storageDims)
      : dtype_(dtype), shape_(storage.shape), memory_(Encoded(storage, dtype), ACL_UINT8) {
    void* data = nullptr;
    Require(aclGetRawTensorAddr(memory_.Get(), &data) == ACL_SUCCESS, "no address of the memory");
    tensor_ = aclCreateTensor(view.data(), view.size(), dtype, strides.empty() ? nullptr : strides.data(), 0,
                              format, storageDims.data(), storageDims.size(), data);
    Require(tensor_ != nullptr, "no tensor");
  }
  LabelledTensor(const LabelledTensor&) = delete;
  LabelledTensor& operator=(const LabelledTensor&) = delete;
  ~LabelledTensor() { (void)aclDestroyTensor(tensor_); }

  aclTensor* Get() const { return tensor_; }

  Array Read() const {
    const std::vector<uint8_t> bytes = memory_.Read();
    Array values = Full(shape_, 0);
    for (size_t i = 0; i < values.values.size(); ++i) {
      values.values[i] = DecodeElement(dtype_, bytes.data() + i * ElementSize(dtype_));
    }
    return values;
  }

 private:
  static std::vector<uint8_t> Encoded(const Array& storage, aclDataType dtype) {
    // At least one byte: there is no memory of none.
    std::vector<uint8_t> bytes(std::max<size_t>(storage.values.size() * ElementSize(dtype), 1));
    for (size_t i = 0; i < storage.values.size(); ++i) {
      EncodeElement(dtype, storage.values[i], bytes.data() + i * ElementSize(dtype));
    }
    return bytes;
  }

  aclDataType dtype_;
  Shape shape_;
  RawTensor<uint8_t> memory_;
  aclTensor* tensor_ = nullptr;
};

}  // namespace openaclnn::testing
