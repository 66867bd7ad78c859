// SPDX-License-Identifier: Apache-2.0
//
// Any number of elements of a view, in its row-major order, from and to an array of numbers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "base/dtype.h"
#include "base/tensor_view.h"
#include "kernels/elementwise/converted.h"

namespace openaclnn {

template <class Number>
constexpr DType DTypeOfNumbers() {
  if constexpr (std::is_same_v<Number, float>) {
    return DType::kFloat;
  } else if constexpr (std::is_same_v<Number, double>) {
    return DType::kDouble;
  } else {
    static_assert(std::is_same_v<Number, int64_t>);
    return DType::kInt64;
  }
}

// Elements [begin, begin + count) of a view of any type that converts to that of the numbers.
template <class Number>
void ReadConverted(const TensorView& view, int64_t begin, int64_t count, Number* to) {
  const ConvertedReader reader(view, DTypeOfNumbers<Number>());
  ConvertedBuffer buffer;
  for (int64_t done = 0; done < count; done += kConvertedChunk) {
    const int64_t some = std::min(kConvertedChunk, count - done);
    const std::byte* const numbers = reader.Read(begin + done, some, buffer);
    std::copy_n(reinterpret_cast<const Number*>(numbers), some, to + done);
  }
}

template <class Number>
void WriteConverted(const TensorView& view, int64_t begin, int64_t count, const Number* from) {
  const ConvertedWriter writer(view, DTypeOfNumbers<Number>());
  for (int64_t done = 0; done < count; done += kConvertedChunk) {
    writer.Write(begin + done, std::min(kConvertedChunk, count - done),
                 reinterpret_cast<const std::byte*>(from + done));
  }
}

}  // namespace openaclnn
