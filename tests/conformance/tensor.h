// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl_base.h"
#include "tests/support/array.h"

namespace openaclnn::conformance {

using testing::Shape;

/// A row-major tensor on the host, in its own dtype: as doubles the largest cases would not fit in memory.
class Tensor {
 public:
  /// The elements are undefined.
  Tensor(aclDataType dtype, Shape shape);

  aclDataType Dtype() const { return dtype_; }
  const Shape& Dims() const { return shape_; }
  int64_t Count() const { return count_; }
  size_t SizeInBytes() const;
  uint8_t* Bytes() { return bytes_.get(); }
  const uint8_t* Bytes() const { return bytes_.get(); }

  /// Elements [first, first + count), as doubles.
  void Read(int64_t first, int64_t count, double* values) const;
  double At(int64_t element) const;
  void Write(int64_t first, int64_t count, const double* values);

  /// All elements; meant for small tensors.
  std::vector<double> ReadAll() const;
  /// All elements of an index tensor: floating ones truncated, int64 exact. Throws std::runtime_error for
  /// NaN and infinities.
  std::vector<int64_t> ReadIntegers() const;

 private:
  aclDataType dtype_;
  Shape shape_;
  int64_t count_;
  std::unique_ptr<uint8_t[]> bytes_;
};

using TensorMap = std::map<std::string, Tensor>;

/// Reads a tensor as if it had been expanded to a larger shape. The tensor must outlive it.
class BroadcastReader {
 public:
  BroadcastReader(const Tensor& tensor, const Shape& shape);

  /// Elements [first, first + count) of the expanded tensor.
  void Read(int64_t first, int64_t count, double* values) const;

 private:
  const Tensor& tensor_;
  Shape shape_;
  Shape strides_;  // of the tensor along the dims of shape_; 0 where it is expanded
};

}  // namespace openaclnn::conformance
