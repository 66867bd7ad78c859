// SPDX-License-Identifier: Apache-2.0
#pragma once

// Host arrays for tests and references. Deliberately unrelated to the library's own tensor views: a mistake
// in those must not reach the oracle.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

namespace openaclnn::testing {

using Shape = std::vector<int64_t>;

/// A row-major array. Doubles hold every value of every dtype under test, but for integers beyond 2^53.
struct Array {
  Shape shape;
  std::vector<double> values;
};

/// Throws std::invalid_argument: a test called its helper wrongly.
inline void Require(bool condition, const char* what) {
  if (!condition) {
    throw std::invalid_argument(what);
  }
}

/// 1 for a 0-dim shape, 0 if any dim is 0.
inline int64_t NumElements(const Shape& shape) {
  int64_t count = 1;
  for (const int64_t dim : shape) {
    Require(dim >= 0, "a shape has a negative dim");
    count *= dim;
  }
  return count;
}

inline Shape ContiguousStrides(const Shape& shape) {
  Shape strides(shape.size(), 1);
  for (size_t dim = shape.size(); dim > 1; --dim) {
    strides[dim - 2] = strides[dim - 1] * shape[dim - 1];
  }
  return strides;
}

inline Array MakeArray(Shape shape, std::vector<double> values) {
  Require(NumElements(shape) == static_cast<int64_t>(values.size()), "the values do not fill the shape");
  return Array{std::move(shape), std::move(values)};
}

inline Array Full(Shape shape, double value) {
  const auto count = static_cast<size_t>(NumElements(shape));
  return Array{std::move(shape), std::vector<double>(count, value)};
}

inline Array FromIntegers(Shape shape, const std::vector<int64_t>& integers) {
  std::vector<double> values;
  values.reserve(integers.size());
  for (const int64_t integer : integers) {
    values.push_back(static_cast<double>(integer));
  }
  return MakeArray(std::move(shape), std::move(values));
}

inline Array Abs(Array array) {
  for (double& value : array.values) {
    value = std::fabs(value);
  }
  return array;
}

/// The index of the element that is `flat`-th in row-major order.
inline Shape IndexOf(const Shape& shape, int64_t flat) {
  Shape index(shape.size(), 0);
  for (size_t dim = shape.size(); dim > 0; --dim) {
    index[dim - 1] = flat % shape[dim - 1];
    flat /= shape[dim - 1];
  }
  return index;
}

/// The place in row-major order of the element at `index`: what IndexOf inverts.
inline size_t FlatIndex(const Shape& shape, const Shape& index) {
  Require(index.size() == shape.size(), "the index has another number of dims than the shape");
  int64_t flat = 0;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    flat = flat * shape[dim] + index[dim];
  }
  return static_cast<size_t>(flat);
}

inline double At(const Array& array, const Shape& index) {
  return array.values.at(FlatIndex(array.shape, index));
}

/// Aligned at the right; missing dims count as 1; dims are equal or one of them is 1 (0 against 1 gives 0).
inline Shape BroadcastShape(const Shape& a, const Shape& b) {
  Shape result(std::max(a.size(), b.size()), 1);
  for (size_t fromRight = 1; fromRight <= result.size(); ++fromRight) {
    const int64_t dimA = fromRight <= a.size() ? a[a.size() - fromRight] : 1;
    const int64_t dimB = fromRight <= b.size() ? b[b.size() - fromRight] : 1;
    Require(dimA == dimB || dimA == 1 || dimB == 1, "the shapes do not broadcast");
    result[result.size() - fromRight] = dimA == 1 ? dimB : dimA;
  }
  return result;
}

/// The element of `array` that broadcasting puts at `index`, an index into a shape of at least its rank.
inline double BroadcastAt(const Array& array, const Shape& index) {
  Require(array.shape.size() <= index.size(), "the array has more dims than the index");
  const size_t missing = index.size() - array.shape.size();
  const Shape strides = ContiguousStrides(array.shape);
  int64_t flat = 0;
  for (size_t dim = 0; dim < array.shape.size(); ++dim) {
    flat += array.shape[dim] == 1 ? 0 : index[missing + dim] * strides[dim];
  }
  return array.values.at(static_cast<size_t>(flat));
}

/// What DeviceTensor::Read puts where an output still holds its canary: a NaN with a payload of its own, so
/// that Near can refuse it even where NaN is expected.
inline double UnwrittenValue() {
  return std::bit_cast<double>(uint64_t{0x7FFA'5A5A'5A5A'5A5A});
}

inline bool IsUnwritten(double value) {
  return std::bit_cast<uint64_t>(value) == std::bit_cast<uint64_t>(UnwrittenValue());
}

}  // namespace openaclnn::testing
