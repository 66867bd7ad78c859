// SPDX-License-Identifier: Apache-2.0
//
// Arithmetic on rows, of which the types are known at run time. For files that are compiled once for each
// instruction set; include after highway.h.
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/dtype.h"
#include "simd/formats-inl.h"

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_EMBEDDING_ROWS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_EMBEDDING_ROWS_INL
#undef OPENACLNN_EMBEDDING_ROWS_INL
#else
#define OPENACLNN_EMBEDDING_ROWS_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// So many rows are added at a time, one after the other, while their sum is in a register.
inline constexpr size_t kRowsAtATime = 4;

struct RowGroup {
  std::array<const void*, kRowsAtATime> rows;
  size_t count;
};

// Float64 keeps small terms beside large ones, and does not overflow. The first group of a sum starts it.
template <class Format, size_t kRows, bool kFirst>
HWY_INLINE void AddSome(const RowGroup& group, int64_t count, double* sums) {
  std::array<const typename Format::Element*, kRows> rows;
  for (size_t r = 0; r < kRows; ++r) {
    rows[r] = static_cast<const typename Format::Element*>(group.rows[r]);
  }
  ForEachVector(hn::ScalableTag<double>(), count, [=](auto doubles, int64_t i) HWY_ATTR {
    auto sum = LoadDouble<Format>(doubles, rows[0] + i);
    if constexpr (!kFirst) {
      sum = hn::Add(hn::LoadU(doubles, sums + i), sum);
    }
    for (size_t r = 1; r < kRows; ++r) {
      sum = hn::Add(sum, LoadDouble<Format>(doubles, rows[r] + i));
    }
    hn::StoreU(sum, doubles, sums + i);
  });
}

template <bool kFirst>
void AddGroup(DType dtype, const RowGroup& group, int64_t count, double* sums) {
  VisitFormat(dtype, [&](auto format) HWY_ATTR {
    using Format = decltype(format);
    switch (group.count) {
      case 1:
        return AddSome<Format, 1, kFirst>(group, count, sums);
      case 2:
        return AddSome<Format, 2, kFirst>(group, count, sums);
      case 3:
        return AddSome<Format, 3, kFirst>(group, count, sums);
      default:
        return AddSome<Format, kRowsAtATime, kFirst>(group, count, sums);
    }
  });
}

// The sum of two numbers is the same whether it is rounded to float32 on its way or not, as that has two bits
// more than twice as many as a half type (Figueroa, "When is double rounding innocuous?", 1995).
inline void AddPair(DType dtype, const void* first, const void* second, int64_t count, std::byte* to) {
  VisitFormat(dtype, [&](auto format) HWY_ATTR {
    using Format = decltype(format);
    using Element = typename Format::Element;
    const auto* a = static_cast<const Element*>(first);
    const auto* b = static_cast<const Element*>(second);
    auto* out = reinterpret_cast<Element*>(to);
    ForEachVector(hn::ScalableTag<float>(), count, [=](auto floats, int64_t i) HWY_ATTR {
      Format::Store(floats, hn::Add(Format::Load(floats, a + i), Format::Load(floats, b + i)), out + i);
    });
  });
}

inline void AddTo(double* sums, const double* values, int64_t count) {
  ForEachVector(hn::ScalableTag<double>(), count, [=](auto doubles, int64_t i) HWY_ATTR {
    hn::StoreU(hn::Add(hn::LoadU(doubles, sums + i), hn::LoadU(doubles, values + i)), doubles, sums + i);
  });
}

inline void DivideBy(double divisor, int64_t count, double* sums) {
  ForEachVector(hn::ScalableTag<double>(), count, [=](auto doubles, int64_t i) HWY_ATTR {
    hn::StoreU(hn::Div(hn::LoadU(doubles, sums + i), hn::Set(doubles, divisor)), doubles, sums + i);
  });
}

inline void Round(const double* sums, int64_t count, DType dtype, std::byte* to) {
  VisitFormat(dtype, [&](auto format) HWY_ATTR {
    using Format = decltype(format);
    auto* out = reinterpret_cast<typename Format::Element*>(to);
    ForEachVector(hn::ScalableTag<double>(), count, [=](auto doubles, int64_t i) HWY_ATTR {
      const hn::Rebind<float, decltype(doubles)> floats;
      Format::Store(floats, ToFloat<Format>(doubles, hn::LoadU(doubles, sums + i)), out + i);
    });
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_EMBEDDING_ROWS_INL
