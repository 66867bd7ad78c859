// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/quantized_sums.h"

#include <algorithm>
#include <cmath>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/formats-inl.h"
#include "simd/fused-inl.h"

#include "kernels/gemm/row_products-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(AddQuantized, void(const QuantizedSums::Numbers& numbers, int64_t lanes, bool alongDepth,
                                        const float* vector, float* partial));
OPENACLNN_PER_TARGET(FoldQuantized,
                     void(int64_t lanes, bool alongDepth, bool add, const float* partial, float* sums));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace quantized_sums {
namespace hn = hwy::HWY_NAMESPACE;

using Numbers = QuantizedSums::Numbers;

template <class D>
HWY_INLINE hn::Vec<D> Restore(D tag, const int8_t* from, hn::Vec<D> factors, hn::Vec<D> shifts) {
  const hn::Rebind<int32_t, D> d32;
  const hn::Rebind<int8_t, D> d8;
  const auto numbers = hn::ConvertTo(tag, hn::PromoteTo(d32, hn::LoadU(d8, from)));
  return hn::Mul(hn::Add(numbers, shifts), factors);
}

// Numbers of a depth lie side by side: a vector has some lanes.
template <bool kSingle>
void AddDepths(const Numbers& all, int64_t lanes, const float* vector, float* partial) {
  const hn::ScalableTag<float> tag;
  for (int64_t residue = 0; residue < kVectorLanes; ++residue) {
    const int64_t first = all.begin + (residue - all.begin % kVectorLanes + kVectorLanes) % kVectorLanes;
    float* const sums = partial + residue * kPieceLanes;
    ForEachVector(tag, lanes, [&](auto part, int64_t i) HWY_ATTR {
      const auto factors =
          kSingle ? hn::Set(part, all.scale[0]) : hn::LoadU(part, all.scale + (kSingle ? 0 : i));
      const auto shifts =
          kSingle ? hn::Set(part, all.offset[0]) : hn::LoadU(part, all.offset + (kSingle ? 0 : i));
      auto sum = hn::LoadU(part, sums + i);
      for (int64_t k = first; k < all.end; k += kVectorLanes) {
        const auto weights = Restore(part, all.numbers + (k - all.begin) * lanes + i, factors, shifts);
        sum = MulAdd(part, weights, hn::Set(part, vector[k]), sum);
      }
      hn::StoreU(sum, part, sums + i);
    });
  }
}

// Numbers of some lanes lie side by side each: a vector has some depths.
template <int64_t kRows>
void AddRows(const Numbers& all, int64_t row, const float* vector, float* partial) {
  using Types = row_products::Types<float>;
  const typename Types::Tag tag;
  const int64_t depths = all.end - all.begin;
  const int8_t* const numbers = all.numbers + row * depths;
  float* const sums = partial + row * kVectorLanes;
  // One by one, up to where a vector begins and from where the last one ends.
  const auto addSome = [&](int64_t begin, int64_t end) {
    for (int64_t r = 0; r < kRows; ++r) {
      const int64_t at = all.single ? 0 : row + r;
      for (int64_t k = begin; k < end; ++k) {
        const float number = static_cast<float>(numbers[r * depths + k - all.begin]);
        const float weight = (number + all.offset[at]) * all.scale[at];
        float& sum = sums[r * kVectorLanes + k % kVectorLanes];
        sum = std::fma(weight, vector[k], sum);
      }
    }
  };
  const int64_t begin = std::min(all.end, (all.begin + kVectorLanes - 1) / kVectorLanes * kVectorLanes);
  const int64_t end = std::max(begin, all.end / kVectorLanes * kVectorLanes);
  addSome(all.begin, begin);
  typename Types::Vector lanes[kRows][Types::kVectors];
  typename Types::Vector factors[kRows];
  typename Types::Vector shifts[kRows];
  for (int64_t r = 0; r < kRows; ++r) {
    factors[r] = hn::Set(tag, all.scale[all.single ? 0 : row + r]);
    shifts[r] = hn::Set(tag, all.offset[all.single ? 0 : row + r]);
    for (size_t v = 0; v < Types::kVectors; ++v) {
      lanes[r][v] = hn::LoadU(tag, sums + r * kVectorLanes + static_cast<int64_t>(v) * Types::kStep);
    }
  }
  for (int64_t k = begin; k < end; k += kVectorLanes) {
    for (size_t v = 0; v < Types::kVectors; ++v) {
      const int64_t at = k + static_cast<int64_t>(v) * Types::kStep;
      const auto other = hn::LoadU(tag, vector + at);
      for (int64_t r = 0; r < kRows; ++r) {
        const auto weights = Restore(tag, numbers + r * depths + at - all.begin, factors[r], shifts[r]);
        lanes[r][v] = MulAdd(tag, weights, other, lanes[r][v]);
      }
    }
  }
  for (int64_t r = 0; r < kRows; ++r) {
    for (size_t v = 0; v < Types::kVectors; ++v) {
      hn::StoreU(lanes[r][v], tag, sums + r * kVectorLanes + static_cast<int64_t>(v) * Types::kStep);
    }
  }
  addSome(end, all.end);
}

}  // namespace quantized_sums

void AddQuantized(const QuantizedSums::Numbers& numbers, int64_t lanes, bool alongDepth, const float* vector,
                  float* partial) {
  if (!alongDepth) {
    (numbers.single ? quantized_sums::AddDepths<true> : quantized_sums::AddDepths<false>)(numbers, lanes,
                                                                                          vector, partial);
    return;
  }
  constexpr int64_t kTogether = 4;
  int64_t row = 0;
  for (; row + kTogether <= lanes; row += kTogether) {
    quantized_sums::AddRows<kTogether>(numbers, row, vector, partial);
  }
  for (; row < lanes; ++row) {
    quantized_sums::AddRows<1>(numbers, row, vector, partial);
  }
}

void FoldQuantized(int64_t lanes, bool alongDepth, bool add, const float* partial, float* sums) {
  if (!alongDepth) {
    row_products::FoldColumns(partial, kPieceLanes, lanes, add, sums);
    return;
  }
  using Types = row_products::Types<float>;
  const typename Types::Tag tag;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    typename Types::Vector all[Types::kVectors];
    for (size_t v = 0; v < Types::kVectors; ++v) {
      all[v] = hn::LoadU(tag, partial + lane * kVectorLanes + static_cast<int64_t>(v) * Types::kStep);
    }
    const float sum = row_products::Fold<float>(all);
    sums[lane] = add ? sums[lane] + sum : sum;
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

// What lies between lanes is never read.
QuantizedSums::QuantizedSums(int64_t lanes, bool alongDepth) : lanes_(lanes), alongDepth_(alongDepth) {
  partial_.fill(0);
}

void QuantizedSums::Add(const Numbers& numbers, const float* vector) {
  HWY_DYNAMIC_DISPATCH(AddQuantized)(numbers, lanes_, alongDepth_, vector, partial_.data());
}

void QuantizedSums::Finish(bool add, float* sums) {
  HWY_DYNAMIC_DISPATCH(FoldQuantized)(lanes_, alongDepth_, add, partial_.data(), sums);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
