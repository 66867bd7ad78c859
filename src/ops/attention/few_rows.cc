// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/few_rows.h"

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/formats-inl.h"
#include "simd/fused-inl.h"
#include "simd/math-inl.h"
#include "simd/numbers-inl.h"
#include "simd/vector_parts-inl.h"

#include "kernels/gemm/row_products-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindFewRowLoops, FewRowLoops());
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace few_rows {

// Rows that are taken together, so that a query's numbers are loaded once for all of them.
constexpr int64_t kTogether = 4;

template <class Format>
HWY_INLINE const typename Format::Element* RowAt(const CachedRows& rows, int64_t row) {
  return reinterpret_cast<const typename Format::Element*>(rows.rows[row]);
}

// Rows of a head may be far apart, where no processor sees a pattern. They go to the level-two cache, which waits for
// more of them at a time than the first.
HWY_INLINE void ReadAhead(const CachedRows& rows, int64_t row) {
  constexpr int64_t kCacheLine = 64;
  constexpr int64_t kLines = 4;
  const int64_t bytes = rows.size * static_cast<int64_t>(SizeOf(rows.dtype));
  for (int64_t r = row + kRowsAhead; r < row + kRowsAhead + kTogether; ++r) {
    const std::byte* const from = rows.rows[r];
    int64_t byte = 0;
    for (; byte + kLines * kCacheLine <= bytes; byte += kLines * kCacheLine) {
      for (int64_t line = 0; line < kLines; ++line) {
        __builtin_prefetch(from + byte + line * kCacheLine, 0, 2);
      }
    }
    for (; byte < bytes; byte += kCacheLine) {
      __builtin_prefetch(from + byte, 0, 2);
    }
  }
}

// kRows rows from `first` on, for all queries.
template <class Format, bool kWhole, int64_t kRows>
HWY_INLINE void MultiplySome(const CachedRows& keys, int64_t first, const float* queries, int64_t number,
                             int64_t queryStride, bool add, float* products, int64_t stride) {
  row_products::MultiplyRowsByEach<Format, kRows, kWhole>(
      [&](int64_t row) HWY_ATTR { return RowAt<Format>(keys, first + row); }, keys.size, queries, number,
      queryStride, add, products + first, stride);
}

// Queries whose weights stay in registers while sums pass by.
#if HWY_ARCH_ARM_A64 || HWY_MAX_BYTES == 64
constexpr int64_t kWeighed = 4;
#else
constexpr int64_t kWeighed = 2;
#endif

// kRows rows from `first` on, for kQueries queries, to whom weights and sums belong.
template <class Format, bool kWhole, int64_t kRows, int64_t kQueries>
HWY_INLINE void AddPiece(const CachedRows& values, int64_t first, const float* weights, int64_t stride,
                         float* sums) {
  const hn::ScalableTag<float> tag;
  using Vector = hn::Vec<decltype(tag)>;
  const int64_t size = values.size;
  const typename Format::Element* rows[kRows];
  Vector factors[kQueries][kRows];
  float* to[kQueries];
  for (int64_t row = 0; row < kRows; ++row) {
    rows[row] = RowAt<Format>(values, first + row);
  }
  for (int64_t query = 0; query < kQueries; ++query) {
    to[query] = sums + query * size;
    for (int64_t row = 0; row < kRows; ++row) {
      factors[query][row] = hn::Set(tag, weights[query * stride + first + row]);
    }
  }
  const auto add = [&](auto d, int64_t i, const auto& factorOf) HWY_ATTR {
    hn::Vec<std::remove_const_t<decltype(d)>> elements[kRows];
    for (int64_t row = 0; row < kRows; ++row) {
      elements[row] = Format::Load(d, rows[row] + i);
    }
    for (int64_t query = 0; query < kQueries; ++query) {
      auto sum = hn::LoadU(d, to[query] + i);
      for (int64_t row = 0; row < kRows; ++row) {
        sum = MulAdd(d, elements[row], factorOf(query, row), sum);
      }
      hn::StoreU(sum, d, to[query] + i);
    }
  };
  const auto step = static_cast<int64_t>(hn::Lanes(tag));
  int64_t i = 0;
  for (; i + step <= size; i += step) {
    add(tag, i, [&](int64_t query, int64_t row) HWY_ATTR { return factors[query][row]; });
  }
  if constexpr (!kWhole) {
    ForEachVectorPart(tag, i, size, [&](auto d, int64_t at) HWY_ATTR {
      add(d, at, [&](int64_t query, int64_t row) HWY_ATTR {
        return hn::Set(d, weights[query * stride + first + row]);
      });
    });
  }
}

template <class Format, bool kWhole, int64_t kRows>
HWY_INLINE void AddSome(const CachedRows& values, int64_t first, const float* weights, int64_t number,
                        int64_t stride, float* sums) {
  int64_t query = 0;
  for (; query + kWeighed <= number; query += kWeighed) {
    AddPiece<Format, kWhole, kRows, kWeighed>(values, first, weights + query * stride, stride,
                                              sums + query * values.size);
  }
  for (; query < number; ++query) {
    AddPiece<Format, kWhole, kRows, 1>(values, first, weights + query * stride, stride,
                                       sums + query * values.size);
  }
}

// Rows from `row` on: kTogether of them, or fewer at the end.
template <class Rows>
HWY_INLINE void ForSomeRows(const CachedRows& rows, int64_t row, const Rows& take) {
  if (row + kTogether <= rows.count) {
    ReadAhead(rows, row);
    take(std::integral_constant<int64_t, kTogether>(), row);
    return;
  }
  for (; row < rows.count; ++row) {
    take(std::integral_constant<int64_t, 1>(), row);
  }
}

// kWhole: sizes are multiples of kRowProductLanes.
template <class Format, bool kWhole>
void TakeFormat(const HeadRows* heads, int64_t count, const HeadQueries& of) {
  int64_t rows = 0;
  for (int64_t head = 0; head < count; ++head) {
    rows = std::max({rows, heads[head].keys.count, heads[head].values.count});
  }
  for (int64_t row = 0; row < rows; row += kTogether) {
    for (int64_t head = 0; head < count; ++head) {
      const HeadRows& some = heads[head];
      ForSomeRows(some.keys, row, [&](auto together, int64_t first) HWY_ATTR {
        MultiplySome<Format, kWhole, together()>(some.keys, first, some.queries, of.number, of.stride, of.add,
                                                 some.products, of.keys);
      });
      ForSomeRows(some.values, row, [&](auto together, int64_t first) HWY_ATTR {
        AddSome<Format, kWhole, together()>(some.values, first, some.weights, of.number, of.keys, some.sums);
      });
    }
  }
}

void TakeRows(const HeadRows* heads, int64_t count, const HeadQueries& of) {
  const CachedRows& keys = heads[0].keys;
  const CachedRows& values = heads[0].values;
  const bool whole = (keys.size | values.size) % row_products::kRowProductLanes == 0;
  VisitFormat(keys.count > 0 ? keys.dtype : values.dtype, [&](auto format) {
    using Format = decltype(format);
    (whole ? TakeFormat<Format, true> : TakeFormat<Format, false>)(heads, count, of);
  });
}

template <bool kOfElements>
HWY_INLINE void ReadScaled(const int8_t* from, int64_t size, const IntegerScales& by, float* to) {
  ForEachVectorPart(hn::ScalableTag<float>(), 0, size, [&](auto tag, int64_t i) HWY_ATTR {
    using Tag = std::remove_const_t<decltype(tag)>;
    const auto numberOf = [&](const float* numbers) HWY_ATTR {
      return kOfElements ? hn::LoadU(tag, numbers + i) : hn::Set(tag, *numbers);
    };
    const hn::Rebind<int8_t, Tag> bytes;
    const hn::Rebind<int32_t, Tag> words;
    const auto number = hn::ConvertTo(tag, hn::PromoteTo(words, hn::LoadU(bytes, from + i)));
    hn::StoreU(hn::Mul(hn::Add(number, numberOf(by.offsets)), numberOf(by.scales)), tag, to + i);
  });
}

void ReadIntegers(const int8_t* from, int64_t size, const IntegerScales& by, float* to) {
  by.ofElements ? ReadScaled<true>(from, size, by, to) : ReadScaled<false>(from, size, by, to);
}

using One = Lanes<hn::CappedTag<float, 1>>;

HWY_INLINE float ExpOf(float x) {
  return hn::GetLane(Exp(One(x)).vector);
}

float FinishRow(const RowParts& parts, const float* sink, float* row) {
  float largest = sink == nullptr ? std::numeric_limits<float>::lowest() : *sink;
  bool seen = false;
  for (int64_t part = 0; part < parts.count; ++part) {
    largest = parts.largest[part] > largest ? parts.largest[part] : largest;
    seen |= parts.sum[part] != 0;
  }
  if (!seen) {
    for (int64_t i = 0; i < parts.size; ++i) {
      row[i] = 0;
    }
    return std::numeric_limits<float>::infinity();
  }
  std::array<float, kMostParts> factors;
  float total = 0;
  for (int64_t part = 0; part < parts.count; ++part) {
    const float factor = ExpOf(parts.largest[part] - largest);
    factors[static_cast<size_t>(part)] = factor;
    total += parts.sum[part] * factor;
  }
  total += sink == nullptr ? 0 : ExpOf(*sink - largest);
  ForEachVectorPart(hn::ScalableTag<float>(), 0, parts.size, [&](auto tag, int64_t i) HWY_ATTR {
    auto sum = hn::Zero(tag);
    for (int64_t part = 0; part < parts.count; ++part) {
      sum = MulAdd(tag, hn::LoadU(tag, parts.values + part * parts.size + i),
                   hn::Set(tag, factors[static_cast<size_t>(part)]), sum);
    }
    hn::StoreU(hn::Div(sum, hn::Set(tag, total)), tag, row + i);
  });
  return largest + hn::GetLane(Log(One(total)).vector);
}

}  // namespace few_rows

FewRowLoops FindFewRowLoops() {
  return {few_rows::TakeRows, few_rows::ReadIntegers, few_rows::FinishRow};
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

const FewRowLoops& BestFewRowLoops() {
  static const FewRowLoops loops = HWY_DYNAMIC_DISPATCH(FindFewRowLoops)();
  return loops;
}

}  // namespace openaclnn
#endif  // HWY_ONCE
