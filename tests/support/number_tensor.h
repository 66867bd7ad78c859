// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "tests/support/array.h"
#include "tests/support/half.h"

namespace openaclnn::testing {

using Number = std::complex<long double>;

/// The type of the parts of complex numbers; of other types the type itself.
[[nodiscard]] inline aclDataType PartOf(aclDataType dtype) {
  return dtype == ACL_COMPLEX64 ? ACL_FLOAT : dtype == ACL_COMPLEX128 ? ACL_DOUBLE : dtype;
}

[[nodiscard]] inline bool IsComplex(aclDataType dtype) {
  return PartOf(dtype) != dtype;
}

/// A row-major array of real or complex numbers.
struct Numbers {
  Shape shape;
  std::vector<Number> values;
};

/// Each part as the type holds it; of real types the real part.
[[nodiscard]] inline Number RoundTo(aclDataType dtype, Number value) {
  const auto part = [&](long double number) {
    return static_cast<long double>(RoundTo(PartOf(dtype), static_cast<double>(number)));
  };
  return {part(value.real()), IsComplex(dtype) ? part(value.imag()) : 0};
}

/// How a tensor lies in memory: row after row, the last dims exchanged, or with gaps.
enum class Lie { kPlain, kTransposed, kStepped };

/// A tensor of real or complex numbers in device memory. What lies between its elements is 0x5A.
class NumberTensor {
 public:
  NumberTensor(Numbers numbers, aclDataType dtype, Lie lie = Lie::kPlain)
      : dtype_(dtype), shape_(std::move(numbers.shape)), strides_(shape_.size(), 1) {
    std::vector<size_t> order;  // from the innermost dim on
    for (size_t d = shape_.size(); d-- > 0;) {
      order.push_back(d);
    }
    if (lie == Lie::kTransposed && order.size() > 1) {
      std::swap(order[0], order[1]);
    }
    int64_t places = 1;
    for (const size_t d : order) {
      places *= lie == Lie::kStepped ? 2 : 1;
      strides_[d] = places;
      places *= shape_[d];
    }
    bytes_.assign(static_cast<size_t>(places) * Size() + 1, kBetween);
    void* memory = nullptr;
    if (aclrtMalloc(&memory, bytes_.size(), ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
      throw std::runtime_error("no device memory");
    }
    memory_.reset(memory);
    for (size_t i = 0; i < numbers.values.size(); ++i) {
      uint8_t* const to = &bytes_[PlaceOf(i)];
      EncodeElement(PartOf(dtype_), static_cast<double>(numbers.values[i].real()), to);
      if (IsComplex(dtype_)) {
        EncodeElement(PartOf(dtype_), static_cast<double>(numbers.values[i].imag()), to + Size() / 2);
      }
    }
    if (aclrtMemcpy(memory, bytes_.size(), bytes_.data(), bytes_.size(), ACL_MEMCPY_HOST_TO_DEVICE) !=
        ACL_SUCCESS) {
      throw std::runtime_error("no copy to the device");
    }
    tensor_.reset(aclCreateTensor(shape_.data(), shape_.size(), dtype_, strides_.data(), 0, ACL_FORMAT_ND,
                                  &places, 1, memory));
  }
  /// An output, whose elements are 0x5A, too.
  NumberTensor(const Shape& shape, aclDataType dtype, Lie lie = Lie::kPlain)
      : NumberTensor(Numbers{shape, {}}, dtype, lie) {}

  [[nodiscard]] aclTensor* Get() const { return tensor_.get(); }

  [[nodiscard]] Numbers Read() const {
    const std::vector<uint8_t> bytes = Bytes();
    Numbers numbers{shape_, {}};
    for (size_t i = 0; i < static_cast<size_t>(NumElements(shape_)); ++i) {
      const uint8_t* const from = &bytes[PlaceOf(i)];
      const double real = DecodeElement(PartOf(dtype_), from);
      const double imaginary = IsComplex(dtype_) ? DecodeElement(PartOf(dtype_), from + Size() / 2) : 0;
      numbers.values.emplace_back(real, imaginary);
    }
    return numbers;
  }

  /// Whether nothing was written, or nothing but its elements.
  [[nodiscard]] bool IsUntouched() const { return Bytes() == bytes_; }
  [[nodiscard]] bool IsIntactBetween() const {
    std::vector<uint8_t> bytes = Bytes();
    for (size_t i = 0; i < static_cast<size_t>(NumElements(shape_)); ++i) {
      std::copy_n(&bytes_[PlaceOf(i)], Size(), &bytes[PlaceOf(i)]);
    }
    return bytes == bytes_;
  }

 private:
  static constexpr uint8_t kBetween = 0x5A;

  struct DestroyTensor {
    void operator()(aclTensor* tensor) const { (void)aclDestroyTensor(tensor); }
  };
  struct FreeMemory {
    void operator()(void* memory) const { (void)aclrtFree(memory); }
  };

  [[nodiscard]] size_t Size() const { return ElementSize(PartOf(dtype_)) * (IsComplex(dtype_) ? 2 : 1); }
  [[nodiscard]] size_t PlaceOf(size_t element) const {
    const Shape index = IndexOf(shape_, static_cast<int64_t>(element));
    int64_t place = 0;
    for (size_t d = 0; d < index.size(); ++d) {
      place += index[d] * strides_[d];
    }
    return static_cast<size_t>(place) * Size();
  }
  [[nodiscard]] std::vector<uint8_t> Bytes() const {
    std::vector<uint8_t> bytes(bytes_.size());
    if (aclrtMemcpy(bytes.data(), bytes.size(), memory_.get(), bytes.size(), ACL_MEMCPY_DEVICE_TO_HOST) !=
        ACL_SUCCESS) {
      throw std::runtime_error("no copy from the device");
    }
    return bytes;
  }

  aclDataType dtype_;
  Shape shape_;
  Shape strides_;
  std::vector<uint8_t> bytes_;
  std::unique_ptr<void, FreeMemory> memory_;
  std::unique_ptr<aclTensor, DestroyTensor> tensor_;
};

}  // namespace openaclnn::testing
