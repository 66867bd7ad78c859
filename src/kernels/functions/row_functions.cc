// SPDX-License-Identifier: Apache-2.0
#include "kernels/functions/row_functions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/gelu-inl.h"
#include "simd/math-inl.h"
#include "simd/numbers-inl.h"
#include "simd/vector_parts-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindRowFunctions, RowFunctions());
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace row_functions {

template <class D>
HWY_INLINE Lanes<D> Read(D tag, const float* from) {
  return Lanes<D>(hn::LoadU(tag, from));
}

void ExpRow(const float* from, float shift, int64_t count, float* to) {
  ForEachVectorPart(hn::ScalableTag<float>(), 0, count, [&](auto tag, int64_t i) HWY_ATTR {
    using D = decltype(tag);
    hn::StoreU(Exp(Read(tag, from + i) - Lanes<D>(shift)).vector, tag, to + i);
  });
}

void SigmoidRow(const float* from, int64_t count, float* to) {
  ForEachVectorPart(hn::ScalableTag<float>(), 0, count, [&](auto tag, int64_t i) HWY_ATTR {
    hn::StoreU(Sigmoid(Read(tag, from + i)).vector, tag, to + i);
  });
}

void SwiGluRow(const float* gate, const float* factor, int64_t count, float* to) {
  ForEachVectorPart(hn::ScalableTag<float>(), 0, count, [&](auto tag, int64_t i) HWY_ATTR {
    const auto x = Read(tag, gate + i);
    hn::StoreU((x * Sigmoid(x) * Read(tag, factor + i)).vector, tag, to + i);
  });
}

template <bool kTanh>
void GeluRow(const float* from, int64_t count, float* to) {
  ForEachVectorPart(hn::ScalableTag<float>(), 0, count, [&](auto tag, int64_t i) HWY_ATTR {
    hn::StoreU(GeluOf<kTanh>(Read(tag, from + i)).vector, tag, to + i);
  });
}

void LogRow(const double* from, int64_t count, double* to) {
  ForEachVectorPart(hn::ScalableTag<double>(), 0, count, [&](auto tag, int64_t i) HWY_ATTR {
    hn::StoreU(Log(Lanes<decltype(tag)>(hn::LoadU(tag, from + i))).vector, tag, to + i);
  });
}

}  // namespace row_functions

RowFunctions FindRowFunctions() {
  return {row_functions::ExpRow,         row_functions::SigmoidRow,    row_functions::SwiGluRow,
          row_functions::GeluRow<false>, row_functions::GeluRow<true>, row_functions::LogRow};
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

constexpr int64_t kLanes = 16;

}  // namespace

double SumOf(const float* numbers, int64_t count) {
  std::array<double, kLanes> sums{};
  for (int64_t i = 0; i < count; ++i) {
    sums[static_cast<size_t>(i % kLanes)] += static_cast<double>(numbers[i]);
  }
  double sum = 0;
  for (const double lane : sums) {
    sum += lane;
  }
  return sum;
}

const RowFunctions& BestRowFunctions() {
  static const RowFunctions functions = HWY_DYNAMIC_DISPATCH(FindRowFunctions)();
  return functions;
}

float LargestOf(const float* numbers, int64_t count) {
  float largest = -std::numeric_limits<float>::infinity();
  for (int64_t i = 0; i < count; ++i) {
    largest = numbers[i] > largest ? numbers[i] : largest;
  }
  return largest;
}

void SoftmaxRow(float* numbers, int64_t count) {
  BestRowFunctions().exp(numbers, LargestOf(numbers, count), count, numbers);
  const auto sum = static_cast<float>(SumOf(numbers, count));
  for (int64_t i = 0; i < count; ++i) {
    numbers[i] /= sum;
  }
}

uint32_t OrderOf(float number) {
  if (std::isnan(number)) {
    return 0xFFFFFFFFU;
  }
  const auto bits = std::bit_cast<uint32_t>(number == 0 ? 0.0F : number);  // both zeros are equal
  return (bits >> 31) != 0 ? ~bits : bits | 0x80000000U;
}

void LargestFirst(const float* numbers, int64_t count, int64_t most, uint64_t* keys) {
  for (int64_t i = 0; i < count; ++i) {
    keys[i] = (uint64_t{~OrderOf(numbers[i])} << 32) | static_cast<uint64_t>(i);
  }
  std::partial_sort(keys, keys + most, keys + count);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
