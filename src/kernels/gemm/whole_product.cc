// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/whole_product.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

#include "simd/transpose.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include <hwy/cache_control.h>

namespace openaclnn {
namespace whole_product {

/// Depths that are packed at a time, as pairs: two numbers of 16 bits in 32, so that one instruction multiplies and
/// adds both.
inline constexpr int64_t kDepths = 256;
inline constexpr int64_t kPairs = kDepths / 2;
inline constexpr int64_t kRows = 60;
inline constexpr int64_t kColumns = kWholeTileColumns;

/// sums [rows][kColumns] += a [rows][kPairs] by b [pairs][kColumns].
using Multiply = void(const int16_t* a, const int16_t* b, int64_t rows, int64_t pairs, int32_t* sums);

/// Rows of numbers that lie side by side, `stride` apart.
template <typename T>
struct Rows {
  const T* numbers;
  int64_t stride;
  int64_t count;
};

/// sums [rows of a][kColumns] += the products of each row of a with each one of b, of so many numbers.
using MultiplyInPlace = void(const Rows<int16_t>& a, const Rows<int8_t>& b, int64_t depths, int32_t* sums);

/// Number i of these.
inline int32_t PairAt(const int16_t* pairs, int64_t i) {
  int32_t pair;
  std::memcpy(&pair, pairs + 2 * i, sizeof(pair));
  return pair;
}

}  // namespace whole_product
OPENACLNN_PER_TARGET(MultiplyPairs, whole_product::Multiply);
OPENACLNN_PER_TARGET(MultiplyNumbers, whole_product::MultiplyInPlace);
/// Rows of `count` INT4 that fill bytes, the lower one of a byte first. Of the first `foreseen` rows, memory is asked for what lies
/// `ahead` bytes behind them.
OPENACLNN_PER_TARGET(UnpackRows, void(const std::byte* from, int64_t stride, int64_t rows, int64_t count,
                                      int64_t foreseen, int64_t ahead, int8_t* to));
OPENACLNN_PER_TARGET(WidenNumbers, void(const int8_t* from, int64_t count, int16_t* to));
/// to[2 * i] = left[i], to[2 * i + 1] = right[i].
OPENACLNN_PER_TARGET(WidenPairs, void(const int8_t* left, const int8_t* right, int64_t count, int16_t* to));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace whole_product {

using openaclnn::whole_product::kColumns;
using openaclnn::whole_product::kPairs;
using openaclnn::whole_product::PairAt;
using openaclnn::whole_product::Rows;

#if HWY_TARGET == HWY_SCALAR
template <int64_t kCount>
void MultiplyRows(const int16_t* a, const int16_t* b, int64_t pairs, int32_t* sums) {
  for (int64_t r = 0; r < kCount; ++r) {
    for (int64_t p = 0; p < pairs; ++p) {
      const int16_t* const factors = a + 2 * (r * kPairs + p);
      for (int64_t c = 0; c < kColumns; ++c) {
        const int16_t* const pair = b + 2 * (p * kColumns + c);
        const int32_t product = factors[0] * pair[0] + factors[1] * pair[1];
        auto& sum = reinterpret_cast<uint32_t&>(sums[r * kColumns + c]);
        sum += static_cast<uint32_t>(product);
      }
    }
  }
}
#else
template <int64_t kCount>
void MultiplyRows(const int16_t* a, const int16_t* b, int64_t pairs, int32_t* sums) {
  const hn::CappedTag<int32_t, 32> d32;
  const hn::Repartition<int16_t, decltype(d32)> d16;
  using V = hn::Vec<decltype(d32)>;
  constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(decltype(d32)()));
  for (int64_t column = 0; column < kColumns; column += 2 * kLanes) {
    // Of each row two vectors, and what some instruction sets add apart.
    V first[kCount][2];
    V second[kCount][2];
    for (int64_t r = 0; r < kCount; ++r) {
      first[r][0] = first[r][1] = second[r][0] = second[r][1] = hn::Zero(d32);
    }
    for (int64_t p = 0; p < pairs; ++p) {
      const auto left = hn::LoadU(d16, b + 2 * (p * kColumns + column));
      const auto right = hn::LoadU(d16, b + 2 * (p * kColumns + column + kLanes));
      for (int64_t r = 0; r < kCount; ++r) {
        const auto factor = hn::BitCast(d16, hn::Set(d32, PairAt(a, r * kPairs + p)));
        first[r][0] = hn::ReorderWidenMulAccumulate(d32, factor, left, first[r][0], second[r][0]);
        first[r][1] = hn::ReorderWidenMulAccumulate(d32, factor, right, first[r][1], second[r][1]);
      }
    }
    for (int64_t r = 0; r < kCount; ++r) {
      for (int64_t v = 0; v < 2; ++v) {
        int32_t* const to = sums + r * kColumns + column + v * kLanes;
        hn::StoreU(hn::Add(hn::LoadU(d32, to), hn::RearrangeToOddPlusEven(first[r][v], second[r][v])), d32,
                   to);
      }
    }
  }
}
#endif

#if HWY_TARGET == HWY_AVX3
// sums += a's pairs by b's. Highway has no name for the instruction of AVX512_VNNI, and g++'s intrinsic moves its
// sums from register to register.
void Accumulate(__m512i a, __m512i b, __m512i& sums) {
  asm("vpdpwssd %2, %1, %0" : "+v"(sums) : "v"(a), "v"(b));
}

template <int64_t kCount>
void AccumulateRows(const int16_t* a, const int16_t* b, int64_t pairs, int32_t* sums) {
  for (int64_t column = 0; column < kColumns; column += 32) {
    __m512i left[kCount];
    __m512i right[kCount];
    for (int64_t r = 0; r < kCount; ++r) {
      left[r] = right[r] = _mm512_setzero_si512();
    }
    for (int64_t p = 0; p < pairs; ++p) {
      const __m512i first = _mm512_loadu_si512(b + 2 * (p * kColumns + column));
      const __m512i second = _mm512_loadu_si512(b + 2 * (p * kColumns + column + 16));
      for (int64_t r = 0; r < kCount; ++r) {
        const __m512i factor = _mm512_set1_epi32(PairAt(a, r * kPairs + p));
        Accumulate(factor, first, left[r]);
        Accumulate(factor, second, right[r]);
      }
    }
    for (int64_t r = 0; r < kCount; ++r) {
      int32_t* const to = sums + r * kColumns + column;
      _mm512_storeu_si512(to, _mm512_add_epi32(_mm512_loadu_si512(to), left[r]));
      _mm512_storeu_si512(to + 16, _mm512_add_epi32(_mm512_loadu_si512(to + 16), right[r]));
    }
  }
}
#endif

// kA rows of a by kB rows of b.
template <int64_t kA, int64_t kB>
void MultiplySome(const Rows<int16_t>& a, const Rows<int8_t>& b, int64_t depths, int32_t* sums) {
  int64_t k = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<int32_t> d32;
  const hn::Repartition<int16_t, decltype(d32)> d16;
  const hn::Rebind<int8_t, decltype(d16)> d8;
  using V = hn::Vec<decltype(d32)>;
  constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(decltype(d16)()));
  V first[kA][kB];
  V second[kA][kB];
  for (int64_t r = 0; r < kA; ++r) {
    std::fill_n(first[r], kB, hn::Zero(d32));
    std::fill_n(second[r], kB, hn::Zero(d32));
  }
  for (; k + kStep <= depths; k += kStep) {
    hn::Vec<decltype(d16)> numbers[kB];
    for (int64_t c = 0; c < kB; ++c) {
      numbers[c] = hn::PromoteTo(d16, hn::LoadU(d8, b.numbers + c * b.stride + k));
    }
    for (int64_t r = 0; r < kA; ++r) {
      const auto factors = hn::LoadU(d16, a.numbers + r * a.stride + k);
      for (int64_t c = 0; c < kB; ++c) {
        first[r][c] = hn::ReorderWidenMulAccumulate(d32, factors, numbers[c], first[r][c], second[r][c]);
      }
    }
  }
  for (int64_t r = 0; r < kA; ++r) {
    for (int64_t c = 0; c < kB; ++c) {
      const V all = hn::RearrangeToOddPlusEven(first[r][c], second[r][c]);
      auto& sum = reinterpret_cast<uint32_t&>(sums[r * kColumns + c]);
      sum += static_cast<uint32_t>(hn::GetLane(hn::SumOfLanes(d32, all)));
    }
  }
#endif
  for (int64_t r = 0; r < kA; ++r) {
    for (int64_t c = 0; c < kB; ++c) {
      auto& sum = reinterpret_cast<uint32_t&>(sums[r * kColumns + c]);
      for (int64_t i = k; i < depths; ++i) {
        sum += static_cast<uint32_t>(a.numbers[r * a.stride + i] * b.numbers[c * b.stride + i]);
      }
    }
  }
}

template <int64_t kA>
void MultiplyAll(const Rows<int16_t>& a, const Rows<int8_t>& b, int64_t depths, int32_t* sums) {
  constexpr int64_t kB = 4;
  int64_t c = 0;
  for (; c + kB <= b.count; c += kB) {
    MultiplySome<kA, kB>(a, {b.numbers + c * b.stride, b.stride, kB}, depths, sums + c);
  }
  for (; c < b.count; ++c) {
    MultiplySome<kA, 1>(a, {b.numbers + c * b.stride, b.stride, 1}, depths, sums + c);
  }
}

template <int64_t kRowsAtATime, typename Many, typename One>
void MultiplyEach(const int16_t* a, int64_t rows, int32_t* sums, const Many& many, const One& one) {
  int64_t row = 0;
  for (; row + kRowsAtATime <= rows; row += kRowsAtATime) {
    many(a + 2 * row * kPairs, sums + row * kColumns);
  }
  for (; row < rows; ++row) {
    one(a + 2 * row * kPairs, sums + row * kColumns);
  }
}

}  // namespace whole_product

void MultiplyPairs(const int16_t* a, const int16_t* b, int64_t rows, int64_t pairs, int32_t* sums) {
  const auto multiply = [&](auto rowsAtATime, const auto& many, const auto& one) {
    whole_product::MultiplyEach<decltype(rowsAtATime)::value>(
        a, rows, sums, [&](const int16_t* of, int32_t* to) { many(of, b, pairs, to); },
        [&](const int16_t* of, int32_t* to) { one(of, b, pairs, to); });
  };
#if HWY_TARGET == HWY_AVX3
  static const bool accumulates = __builtin_cpu_supports("avx512vnni") != 0;
  if (accumulates) {
    multiply(std::integral_constant<int64_t, 12>(), whole_product::AccumulateRows<12>,
             whole_product::AccumulateRows<1>);
    return;
  }
#endif
  multiply(std::integral_constant<int64_t, 6>(), whole_product::MultiplyRows<6>,
           whole_product::MultiplyRows<1>);
}

void MultiplyNumbers(const openaclnn::whole_product::Rows<int16_t>& a,
                     const openaclnn::whole_product::Rows<int8_t>& b, int64_t depths, int32_t* sums) {
  openaclnn::whole_product::Rows<int16_t> left = a;
  const auto multiply = [&](auto count, const auto& all) {
    constexpr int64_t kCount = decltype(count)::value;
    for (; left.count >= kCount; left.count -= kCount) {
      all(left, b, depths, sums);
      left.numbers += kCount * left.stride;
      sums += kCount * whole_product::kColumns;
    }
  };
  multiply(std::integral_constant<int64_t, 4>(), whole_product::MultiplyAll<4>);
  multiply(std::integral_constant<int64_t, 2>(), whole_product::MultiplyAll<2>);
  multiply(std::integral_constant<int64_t, 1>(), whole_product::MultiplyAll<1>);
}

void UnpackRows(const std::byte* from, int64_t stride, int64_t rows, int64_t count, int64_t foreseen,
                int64_t ahead, int8_t* to) {
  const hn::ScalableTag<int8_t> d8;
  const hn::RebindToUnsigned<decltype(d8)> bytes;
  const auto low = hn::Set(bytes, uint8_t{15});
  const auto sign = hn::Set(bytes, uint8_t{8});
  const auto step = static_cast<int64_t>(hn::Lanes(d8));
  for (int64_t row = 0; row < rows; ++row, to += count) {
    const auto* const line = reinterpret_cast<const uint8_t*>(from + row * stride);
    if (row < foreseen) {
      hwy::Prefetch(line + ahead);
    }
    int64_t i = 0;
    for (; i + step <= count / 2; i += step) {
      const auto both = hn::LoadU(bytes, line + i);
      const auto first = hn::Sub(hn::Xor(hn::And(both, low), sign), sign);
      const auto second = hn::Sub(hn::Xor(hn::And(hn::ShiftRight<4>(both), low), sign), sign);
      hn::StoreInterleaved2(hn::BitCast(d8, first), hn::BitCast(d8, second), d8, to + 2 * i);
    }
    for (; i < count / 2; ++i) {
      const auto byte = static_cast<int8_t>(line[i]);
      to[2 * i] = static_cast<int8_t>(((byte & 15) ^ 8) - 8);
      to[2 * i + 1] = static_cast<int8_t>(byte >> 4);
    }
  }
}

void WidenNumbers(const int8_t* from, int64_t count, int16_t* to) {
  const hn::ScalableTag<int16_t> d16;
  const hn::Rebind<int8_t, decltype(d16)> d8;
  const auto step = static_cast<int64_t>(hn::Lanes(d16));
  int64_t i = 0;
  for (; i + step <= count; i += step) {
    hn::StoreU(hn::PromoteTo(d16, hn::LoadU(d8, from + i)), d16, to + i);
  }
  std::copy(from + i, from + count, to + i);
}

void WidenPairs(const int8_t* left, const int8_t* right, int64_t count, int16_t* to) {
  int64_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::ScalableTag<int16_t> d16;
  const hn::Rebind<int8_t, decltype(d16)> d8;
  const auto step = static_cast<int64_t>(hn::Lanes(d16));
  for (; i + step <= count; i += step) {
    hn::StoreInterleaved2(hn::PromoteTo(d16, hn::LoadU(d8, left + i)),
                          hn::PromoteTo(d16, hn::LoadU(d8, right + i)), d16, to + 2 * i);
  }
#endif
  for (; i < count; ++i) {
    to[2 * i] = left[i];
    to[2 * i + 1] = right[i];
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace whole_product {
namespace {

using Bytes = std::array<int8_t, kDepths>;

// Numbers as ReadWhole reads them: where they lie side by side, in their place.
const int8_t* Numbers(const WholeMatrix& matrix, int64_t lane, int64_t depth, int64_t count, bool alongDepth,
                      Bytes& buffer) {
  if (matrix.packed == WholeMatrix::Packed::kNone &&
      (alongDepth ? matrix.depthStride : matrix.laneStride) == 1) {
    return reinterpret_cast<const int8_t*>(matrix.data) + lane * matrix.laneStride +
           depth * matrix.depthStride;
  }
  ReadWhole(matrix, lane, depth, count, alongDepth, buffer.data());
  return buffer.data();
}

// Rows of A, `stride` numbers apart. A pair is two numbers side by side; after an odd number of them a zero follows.
void PackRows(const WholeMatrix& a, int64_t row, int64_t rows, int64_t depth, int64_t depths, int64_t stride,
              int16_t* to) {
  Bytes buffer;
  for (int64_t r = 0; r < rows; ++r) {
    int16_t* const pairs = to + r * stride;
    HWY_DYNAMIC_DISPATCH(WidenNumbers)(Numbers(a, row + r, depth, depths, true, buffer), depths, pairs);
    if (depths % 2 != 0) {
      pairs[depths] = 0;
    }
  }
}

// Few rows, of columns whose numbers lie side by side: these are read in their place.
constexpr int64_t kFewRows = 32;

bool ReadsInPlace(int64_t rows, const WholeMatrix& b) {
  return rows <= kFewRows && b.packed == WholeMatrix::Packed::kNone && b.depthStride == 1;
}

void AddFewRows(const WholeMatrix& a, int64_t row, int64_t rows, const WholeMatrix& b, int64_t column,
                int64_t columns, int64_t depth, int32_t* sums) {
  constexpr int64_t kMostDepths = 1024;
  std::array<int16_t, kFewRows * kMostDepths> numbers;
  for (int64_t begin = 0; begin < depth; begin += kMostDepths) {
    const int64_t depths = std::min(kMostDepths, depth - begin);
    for (int64_t k = 0; k < depths; k += kDepths) {
      PackRows(a, row, rows, begin + k, std::min(kDepths, depths - k), kMostDepths,
               &numbers[static_cast<size_t>(k)]);
    }
    const auto* const first = reinterpret_cast<const int8_t*>(b.data) + column * b.laneStride + begin;
    HWY_DYNAMIC_DISPATCH(MultiplyNumbers)
    ({numbers.data(), kMostDepths, rows}, {first, b.laneStride, columns}, depths, sums);
  }
}

// Columns of B: [pairs][kColumns].
void PackColumns(const WholeMatrix& b, int64_t column, int64_t columns, int64_t depth, int64_t depths,
                 int16_t* to) {
  const bool alongDepth = b.packed == WholeMatrix::Packed::kDepths ||
                          (b.packed == WholeMatrix::Packed::kNone && b.laneStride != 1);
  if (alongDepth) {
    std::array<int16_t, kColumns * kDepths> rows;
    PackRows(b, column, columns, depth, depths, kDepths, rows.data());
    PlanesToWideRows(2 * sizeof(int16_t), rows.data(), kPairs, columns, (depths + 1) / 2, to, kColumns);
    return;
  }
  // Each row lies far from the one before, which processors do not foresee.
  constexpr int64_t kRowsAhead = 32;
  constexpr std::array<int8_t, kColumns> kZeros{};
  Bytes first;
  Bytes second;
  for (int64_t p = 0; 2 * p < depths; ++p) {
    const int8_t* const left = Numbers(b, column, depth + 2 * p, columns, false, first);
    const int8_t* const right =
        2 * p + 1 < depths ? Numbers(b, column, depth + 2 * p + 1, columns, false, second) : kZeros.data();
    if (b.packed == WholeMatrix::Packed::kNone) {
      __builtin_prefetch(left + kRowsAhead * b.depthStride, 0, 2);
      __builtin_prefetch(right + kRowsAhead * b.depthStride, 0, 2);
    }
    HWY_DYNAMIC_DISPATCH(WidenPairs)(left, right, columns, to + 2 * p * kColumns);
  }
}

// Which word has a number.
int64_t WordOf(const WholeMatrix& matrix, int64_t lane, int64_t depth) {
  return matrix.packed == WholeMatrix::Packed::kDepths
             ? lane * matrix.laneStride + depth / 8 * matrix.depthStride
             : lane / 8 * matrix.laneStride + depth * matrix.depthStride;
}

// Whether INT4 from there on fill words that lie side by side.
bool FillWords(const WholeMatrix& matrix, int64_t lane, int64_t depth, bool alongDepth) {
  const bool byDepth = matrix.packed == WholeMatrix::Packed::kDepths;
  return matrix.packed != WholeMatrix::Packed::kNone && byDepth == alongDepth &&
         (byDepth ? depth : lane) % 8 == 0 && (byDepth ? matrix.depthStride : matrix.laneStride) == 1;
}

const std::byte* BytesOf(const WholeMatrix& matrix, int64_t lane, int64_t depth) {
  return matrix.data + 4 * WordOf(matrix, lane, depth);
}

}  // namespace
}  // namespace whole_product

void ReadWhole(const WholeMatrix& matrix, int64_t lane, int64_t depth, int64_t count, bool alongDepth,
               int8_t* to) {
  using Packed = WholeMatrix::Packed;
  if (matrix.packed == Packed::kNone) {
    const auto* const from =
        reinterpret_cast<const int8_t*>(matrix.data) + lane * matrix.laneStride + depth * matrix.depthStride;
    const int64_t step = alongDepth ? matrix.depthStride : matrix.laneStride;
    if (step == 1) {
      std::copy_n(from, count, to);
      return;
    }
    for (int64_t i = 0; i < count; ++i) {
      to[i] = from[i * step];
    }
    return;
  }
  const auto* const words = reinterpret_cast<const uint32_t*>(matrix.data);
  const bool byDepth = matrix.packed == Packed::kDepths;
  int64_t done = 0;
  if (whole_product::FillWords(matrix, lane, depth, alongDepth)) {
    done = count / 8 * 8;
    HWY_DYNAMIC_DISPATCH(UnpackRows)(whole_product::BytesOf(matrix, lane, depth), 0, 1, done, 0, 0, to);
  }
  for (int64_t i = done; i < count; ++i) {
    const int64_t l = lane + (alongDepth ? 0 : i);
    const int64_t d = depth + (alongDepth ? i : 0);
    const int64_t nibble = (byDepth ? d : l) % 8;
    to[i] = static_cast<int8_t>(
        static_cast<int32_t>(words[whole_product::WordOf(matrix, l, d)] << (28 - 4 * nibble)) >> 28);
  }
}

void ReadWholeBlock(const WholeMatrix& matrix, const GemmPiece& block, int64_t allDepths, bool alongDepth,
                    int8_t* to) {
  const auto [lane, lanes, depth, depths] = block;
  const int64_t rows = alongDepth ? lanes : depths;
  const int64_t count = alongDepth ? depths : lanes;
  if (count % 8 == 0 && whole_product::FillWords(matrix, lane, depth, alongDepth)) {
    // Rows are far apart, which processors do not foresee: some rows, or some of each row, are asked for ahead.
    constexpr int64_t kRowsAhead = 32;
    const int64_t stride = 4 * (alongDepth ? matrix.laneStride : matrix.depthStride);
    const int64_t left = allDepths - depth - (alongDepth ? 2 * depths : kRowsAhead);
    HWY_DYNAMIC_DISPATCH(UnpackRows)
    (whole_product::BytesOf(matrix, lane, depth), stride, rows, count,
     alongDepth ? (left >= 0 ? rows : 0) : left, alongDepth ? depths : kRowsAhead * stride, to);
    return;
  }
  for (int64_t row = 0; row < rows; ++row) {
    ReadWhole(matrix, lane + (alongDepth ? row : 0), depth + (alongDepth ? 0 : row), count, alongDepth,
              to + row * count);
  }
}

void MultiplyWholeTile(const WholeMatrix& a, int64_t row, int64_t rows, const WholeMatrix& b, int64_t column,
                       int64_t columns, int64_t depth, int32_t* sums) {
  std::fill_n(sums, rows * kWholeTileColumns, 0);
  AddWholeTile(a, row, rows, b, column, columns, depth, sums);
}

void AddWholeTile(const WholeMatrix& a, int64_t row, int64_t rows, const WholeMatrix& b, int64_t column,
                  int64_t columns, int64_t depth, int32_t* sums) {
  using namespace whole_product;
  if (ReadsInPlace(rows, b)) {
    AddFewRows(a, row, rows, b, column, columns, depth, sums);
    return;
  }
  std::array<int16_t, kRows * kDepths> rowPairs;
  std::array<int16_t, kDepths * kColumns> columnPairs;
  for (int64_t begin = 0; begin < depth; begin += kDepths) {
    const int64_t depths = std::min(kDepths, depth - begin);
    if (columns < kColumns) {
      columnPairs.fill(0);
    }
    PackColumns(b, column, columns, begin, depths, columnPairs.data());
    for (int64_t r = 0; r < rows; r += kRows) {
      const int64_t some = std::min(kRows, rows - r);
      PackRows(a, row + r, some, begin, depths, kDepths, rowPairs.data());
      HWY_DYNAMIC_DISPATCH(MultiplyPairs)
      (rowPairs.data(), columnPairs.data(), some, (depths + 1) / 2, sums + r * kColumns);
    }
  }
}

}  // namespace openaclnn
#endif  // HWY_ONCE
