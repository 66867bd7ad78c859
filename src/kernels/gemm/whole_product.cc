// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/whole_product.h"

#include <algorithm>
#include <array>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

namespace openaclnn {
namespace whole_product {

/// Depths that are packed at a time, as pairs: two numbers of 16 bits in 32, so that one instruction multiplies and
/// adds both.
inline constexpr int64_t kDepths = 256;
inline constexpr int64_t kPairs = kDepths / 2;
inline constexpr int64_t kRows = 64;
inline constexpr int64_t kColumns = kWholeTileColumns;

/// sums [rows][kColumns] += a [rows][kPairs] by b [pairs][kColumns].
using Multiply = void(const int32_t* a, const int32_t* b, int64_t rows, int64_t pairs, int32_t* sums);

}  // namespace whole_product
OPENACLNN_PER_TARGET(MultiplyPairs, whole_product::Multiply);
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
namespace whole_product {

using openaclnn::whole_product::kColumns;
using openaclnn::whole_product::kPairs;

#if HWY_TARGET == HWY_SCALAR
template <int64_t kCount>
void MultiplyRows(const int32_t* a, const int32_t* b, int64_t pairs, int32_t* sums) {
  const auto low = [](int32_t pair) { return static_cast<int32_t>(static_cast<int16_t>(pair)); };
  for (int64_t r = 0; r < kCount; ++r) {
    for (int64_t p = 0; p < pairs; ++p) {
      const int32_t factors = a[r * kPairs + p];
      for (int64_t c = 0; c < kColumns; ++c) {
        const int32_t pair = b[p * kColumns + c];
        const int32_t product = low(factors) * low(pair) + (factors >> 16) * (pair >> 16);
        auto& sum = reinterpret_cast<uint32_t&>(sums[r * kColumns + c]);
        sum += static_cast<uint32_t>(product);
      }
    }
  }
}
#else
template <int64_t kCount>
void MultiplyRows(const int32_t* a, const int32_t* b, int64_t pairs, int32_t* sums) {
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
      const auto left = hn::BitCast(d16, hn::LoadU(d32, b + p * kColumns + column));
      const auto right = hn::BitCast(d16, hn::LoadU(d32, b + p * kColumns + column + kLanes));
      for (int64_t r = 0; r < kCount; ++r) {
        const auto factor = hn::BitCast(d16, hn::Set(d32, a[r * kPairs + p]));
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

}  // namespace whole_product

void MultiplyPairs(const int32_t* a, const int32_t* b, int64_t rows, int64_t pairs, int32_t* sums) {
  using openaclnn::whole_product::kColumns;
  using openaclnn::whole_product::kPairs;
  constexpr int64_t kRowsAtATime = 6;
  int64_t row = 0;
  for (; row + kRowsAtATime <= rows; row += kRowsAtATime) {
    whole_product::MultiplyRows<kRowsAtATime>(a + row * kPairs, b, pairs, sums + row * kColumns);
  }
  for (; row < rows; ++row) {
    whole_product::MultiplyRows<1>(a + row * kPairs, b, pairs, sums + row * kColumns);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace whole_product {
namespace {

using Bytes = std::array<int8_t, kDepths>;

int32_t PairOf(int8_t first, int8_t second) {
  const uint32_t low = static_cast<uint16_t>(static_cast<int16_t>(first));
  const uint32_t high = static_cast<uint16_t>(static_cast<int16_t>(second));
  return static_cast<int32_t>(low | (high << 16));
}

// Rows of A: [rows][kPairs]. `depths` is even, or a zero follows.
void PackRows(const WholeMatrix& a, int64_t row, int64_t rows, int64_t depth, int64_t depths, int32_t* to) {
  for (int64_t r = 0; r < rows; ++r) {
    Bytes numbers{};
    ReadWhole(a, row + r, depth, depths, true, numbers.data());
    for (int64_t p = 0; 2 * p < depths; ++p) {
      const auto at = static_cast<size_t>(2 * p);
      to[r * kPairs + p] = PairOf(numbers[at], numbers[at + 1]);
    }
  }
}

// Columns of B: [pairs][kColumns].
void PackColumns(const WholeMatrix& b, int64_t column, int64_t columns, int64_t depth, int64_t depths,
                 int32_t* to) {
  const bool alongDepth = b.packed == WholeMatrix::Packed::kDepths ||
                          (b.packed == WholeMatrix::Packed::kNone && b.laneStride != 1);
  if (alongDepth) {
    for (int64_t c = 0; c < columns; ++c) {
      Bytes numbers{};
      ReadWhole(b, column + c, depth, depths, true, numbers.data());
      for (int64_t p = 0; 2 * p < depths; ++p) {
        const auto at = static_cast<size_t>(2 * p);
        to[p * kColumns + c] = PairOf(numbers[at], numbers[at + 1]);
      }
    }
    return;
  }
  for (int64_t p = 0; 2 * p < depths; ++p) {
    std::array<int8_t, kColumns> first{};
    std::array<int8_t, kColumns> second{};
    ReadWhole(b, column, depth + 2 * p, columns, false, first.data());
    if (2 * p + 1 < depths) {
      ReadWhole(b, column, depth + 2 * p + 1, columns, false, second.data());
    }
    for (size_t c = 0; c < kColumns; ++c) {
      to[p * kColumns + static_cast<int64_t>(c)] = PairOf(first[c], second[c]);
    }
  }
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
  for (int64_t i = 0; i < count; ++i) {
    const int64_t l = lane + (alongDepth ? 0 : i);
    const int64_t d = depth + (alongDepth ? i : 0);
    const int64_t nibble = (byDepth ? d : l) % 8;
    const int64_t word = byDepth ? l * matrix.laneStride + d / 8 * matrix.depthStride
                                 : l / 8 * matrix.laneStride + d * matrix.depthStride;
    to[i] = static_cast<int8_t>(static_cast<int32_t>(words[word] << (28 - 4 * nibble)) >> 28);
  }
}

void MultiplyWholeTile(const WholeMatrix& a, int64_t row, int64_t rows, const WholeMatrix& b, int64_t column,
                       int64_t columns, int64_t depth, int32_t* sums) {
  using namespace whole_product;
  std::fill_n(sums, rows * kColumns, 0);
  std::array<int32_t, kRows * kPairs> rowPairs;
  std::array<int32_t, kPairs * kColumns> columnPairs;
  for (int64_t begin = 0; begin < depth; begin += kDepths) {
    const int64_t depths = std::min(kDepths, depth - begin);
    columnPairs.fill(0);
    PackColumns(b, column, columns, begin, depths, columnPairs.data());
    for (int64_t r = 0; r < rows; r += kRows) {
      const int64_t some = std::min(kRows, rows - r);
      PackRows(a, row + r, some, begin, depths, rowPairs.data());
      HWY_DYNAMIC_DISPATCH(MultiplyPairs)
      (rowPairs.data(), columnPairs.data(), some, (depths + 1) / 2, sums + r * kColumns);
    }
  }
}

}  // namespace openaclnn
#endif  // HWY_ONCE
