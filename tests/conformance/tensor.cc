// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/tensor.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "tests/conformance/number.h"
#include "tests/support/half.h"

namespace openaclnn::conformance {

Tensor::Tensor(aclDataType dtype, Shape shape)
    : dtype_(dtype), shape_(std::move(shape)), count_(testing::NumElements(shape_)) {
  bytes_ = std::make_unique_for_overwrite<uint8_t[]>(SizeInBytes());
}

size_t Tensor::SizeInBytes() const {
  return static_cast<size_t>(count_) * testing::ElementSize(dtype_);
}

void Tensor::Read(int64_t first, int64_t count, double* values) const {
  Decode(dtype_, bytes_.get() + static_cast<size_t>(first) * testing::ElementSize(dtype_),
         static_cast<size_t>(count), values);
}

double Tensor::At(int64_t element) const {
  double value = 0;
  Read(element, 1, &value);
  return value;
}

void Tensor::Write(int64_t first, int64_t count, const double* values) {
  Encode(dtype_, values, static_cast<size_t>(count),
         bytes_.get() + static_cast<size_t>(first) * testing::ElementSize(dtype_));
}

std::vector<double> Tensor::ReadAll() const {
  std::vector<double> values(static_cast<size_t>(count_));
  Read(0, count_, values.data());
  return values;
}

std::vector<int64_t> Tensor::ReadIntegers() const {
  std::vector<int64_t> integers(static_cast<size_t>(count_));
  if (dtype_ == ACL_INT64 && count_ > 0) {
    std::memcpy(integers.data(), bytes_.get(), SizeInBytes());
    return integers;
  }
  for (int64_t element = 0; element < count_; ++element) {
    const double value = At(element);
    if (!(std::fabs(value) < 0x1p63)) {
      throw std::runtime_error("an index is not a number that int64 holds");
    }
    integers[static_cast<size_t>(element)] = static_cast<int64_t>(value);
  }
  return integers;
}

BroadcastReader::BroadcastReader(const Tensor& tensor, const Shape& shape)
    : tensor_(tensor), shape_(shape), strides_(shape.size(), 0) {
  const Shape& dims = tensor.Dims();
  const Shape own = testing::ContiguousStrides(dims);
  const size_t missing = shape.size() - dims.size();
  for (size_t dim = 0; dim < dims.size(); ++dim) {
    strides_[missing + dim] = dims[dim] == 1 ? 0 : own[dim];
  }
}

void BroadcastReader::Read(int64_t first, int64_t count, double* values) const {
  if (tensor_.Count() == testing::NumElements(shape_)) {  // nothing is expanded but dims of size 1
    return tensor_.Read(first, count, values);
  }
  if (tensor_.Count() == 1) {
    std::fill_n(values, count, tensor_.At(0));
    return;
  }
  Shape index = testing::IndexOf(shape_, first);
  int64_t place = 0;
  for (size_t dim = 0; dim < shape_.size(); ++dim) {
    place += index[dim] * strides_[dim];
  }
  for (int64_t i = 0; i < count; ++i) {
    values[i] = tensor_.At(place);
    for (size_t dim = shape_.size(); dim > 0; --dim) {  // on to the next index, the last dim fastest
      const size_t at = dim - 1;
      place += strides_[at];
      if (++index[at] < shape_[at]) {
        break;
      }
      place -= strides_[at] * shape_[at];
      index[at] = 0;
    }
  }
}

}  // namespace openaclnn::conformance
