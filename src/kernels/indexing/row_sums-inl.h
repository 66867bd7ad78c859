// SPDX-License-Identifier: Apache-2.0
//
// Sums of rows, element by element. Include after simd/per_target.h.
#pragma once

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "simd/formats-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::row_sums {

// So many rows are added at a time, while their sum is in a register.
inline constexpr int64_t kBlockRows = 4;

template <class Format>
using Block = std::array<const typename Format::Element*, kBlockRows>;

// The sum of element i of the first kRows rows of a block, in float64: sums that cancel would lose in float32
// what their terms have.
template <class Format, int64_t kRows, class D>
HWY_INLINE hn::Vec<D> SumInDouble(D doubles, const Block<Format>& rows, int64_t i) {
  auto sum = LoadDouble<Format>(doubles, rows[0] + i);
  for (size_t row = 1; row < kRows; ++row) {
    sum = hn::Add(sum, LoadDouble<Format>(doubles, rows[row] + i));
  }
  return sum;
}

// The same for one of many blocks. Half types have so few digits that four terms lose nothing to speak of in
// float32, and only their sum is widened.
template <class Format, int64_t kRows, class D>
HWY_INLINE hn::Vec<D> SumOfBlock(D doubles, const Block<Format>& rows, int64_t i) {
  if constexpr (std::is_same_v<Format, Float32>) {
    return SumInDouble<Format, kRows>(doubles, rows, i);
  } else {
    // A quarter of each, so that no sum overflows on its way: exact, as half types end far above float32's
    // smallest number.
    const hn::Rebind<float, D> floats;
    const auto quarter = hn::Set(floats, 0.25F);
    auto sum = hn::Mul(Format::Load(floats, rows[0] + i), quarter);
    for (size_t row = 1; row < kRows; ++row) {
      sum = hn::MulAdd(Format::Load(floats, rows[row] + i), quarter, sum);
    }
    return hn::Mul(hn::PromoteTo(doubles, sum), hn::Set(doubles, 4.0));
  }
}

// Calls body(std::integral_constant) with the number of rows of a block.
template <class Body>
HWY_INLINE void WithRows(int64_t rows, const Body& body) {
  switch (rows) {
    case 1:
      return body(std::integral_constant<int64_t, 1>());
    case 2:
      return body(std::integral_constant<int64_t, 2>());
    case 3:
      return body(std::integral_constant<int64_t, 3>());
    default:
      return body(std::integral_constant<int64_t, kBlockRows>());
  }
}

// sums[i] = the sum of a block, or sums[i] += it.
template <class Format>
void StartWith(const Block<Format>& rows, int64_t rowsOfBlock, int64_t count, double* HWY_RESTRICT sums) {
  WithRows(rowsOfBlock, [&](auto number) HWY_ATTR {
    ForEachVector(hn::ScalableTag<double>(), count, [=](auto doubles, int64_t i) HWY_ATTR {
      hn::StoreU(SumOfBlock<Format, decltype(number)::value>(doubles, rows, i), doubles, sums + i);
    });
  });
}

template <class Format>
void Add(const Block<Format>& rows, int64_t rowsOfBlock, int64_t count, double* HWY_RESTRICT sums) {
  WithRows(rowsOfBlock, [&](auto number) HWY_ATTR {
    ForEachVector(hn::ScalableTag<double>(), count, [=](auto doubles, int64_t i) HWY_ATTR {
      const auto sum = SumOfBlock<Format, decltype(number)::value>(doubles, rows, i);
      hn::StoreU(hn::Add(hn::LoadU(doubles, sums + i), sum), doubles, sums + i);
    });
  });
}

inline void Add(const double* HWY_RESTRICT values, int64_t count, double* HWY_RESTRICT sums) {
  ForEachVector(hn::ScalableTag<double>(), count, [=](auto doubles, int64_t i) HWY_ATTR {
    hn::StoreU(hn::Add(hn::LoadU(doubles, sums + i), hn::LoadU(doubles, values + i)), doubles, sums + i);
  });
}

// Writes vector after vector, sumAt(doubles, i) each, divided by `divisor` and rounded.
template <class To, class SumAt>
HWY_INLINE void Write(int64_t count, double divisor, typename To::Element* HWY_RESTRICT to,
                      const SumAt& sumAt) {
  if (divisor == 1) {
    ForEachVector(hn::ScalableTag<double>(), count, [&](auto doubles, int64_t i) HWY_ATTR {
      const hn::Rebind<float, decltype(doubles)> floats;
      To::Store(floats, ToFloat<To>(doubles, sumAt(doubles, i)), to + i);
    });
  } else {
    ForEachVector(hn::ScalableTag<double>(), count, [&](auto doubles, int64_t i) HWY_ATTR {
      const hn::Rebind<float, decltype(doubles)> floats;
      const auto quotient = hn::Div(sumAt(doubles, i), hn::Set(doubles, divisor));
      To::Store(floats, ToFloat<To>(doubles, quotient), to + i);
    });
  }
}

template <class To>
void WriteSums(const double* HWY_RESTRICT sums, int64_t count, double divisor,
               typename To::Element* HWY_RESTRICT to) {
  Write<To>(count, divisor, to,
            [=](auto doubles, int64_t i) HWY_ATTR { return hn::LoadU(doubles, sums + i); });
}

// Sums that no other block adds to.
template <class From, class To>
void WriteBlock(const Block<From>& rows, int64_t rowsOfBlock, int64_t count, double divisor,
                typename To::Element* HWY_RESTRICT to) {
  if constexpr (std::is_same_v<From, To>) {
    if (rowsOfBlock == 2 && divisor == 1) {
      // Right in float32, too: one rounding for FLOAT, and for half types the one to float32 changes nothing,
      // as that has two bits more than twice as many (Figueroa, "When is double rounding innocuous?", 1995).
      ForEachVector(hn::ScalableTag<float>(), count, [=](auto floats, int64_t i) HWY_ATTR {
        To::Store(floats, hn::Add(From::Load(floats, rows[0] + i), From::Load(floats, rows[1] + i)), to + i);
      });
      return;
    }
  }
  WithRows(rowsOfBlock, [&](auto number) HWY_ATTR {
    Write<To>(count, divisor, to, [=](auto doubles, int64_t i) HWY_ATTR {
      return SumInDouble<From, decltype(number)::value>(doubles, rows, i);
    });
  });
}

// The same bits, NaNs included.
template <class Format>
void Copy(const typename Format::Element* from, int64_t count, typename Format::Element* HWY_RESTRICT to) {
  using Bits = hwy::MakeUnsigned<typename Format::Element>;
  ForEachVector(hn::ScalableTag<Bits>(), count, [=](auto bits, int64_t i) HWY_ATTR {
    hn::StoreU(hn::LoadU(bits, reinterpret_cast<const Bits*>(from) + i), bits,
               reinterpret_cast<Bits*>(to) + i);
  });
}

}  // namespace openaclnn::HWY_NAMESPACE::row_sums
HWY_AFTER_NAMESPACE();
