// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/int4_products.h"

#include <algorithm>
#include <array>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include <hwy/cache_control.h>

#include "simd/formats-inl.h"
#include "simd/fused-inl.h"

#include "kernels/gemm/row_products-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(MultiplyInt4Piece,
                     bool(const Int4Piece* piece, const float* vector, bool add, float* sums));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

#if HWY_TARGET == HWY_AVX3
namespace int4_products {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, 16>;
using Floats = hn::Vec<Tag>;
constexpr int64_t kStep = 16;
constexpr int64_t kCacheLine = 64;
static_assert(kVectorLanes == kStep && kGemmDepth % kStep == 0);

// Eight bytes in every other lane, shifted so that the lowest bits of lane 2 i are number i of them, and those of lane
// 2 i + 1 number 8 + i: vectors have their numbers in this order, and so are the sums.
HWY_INLINE __m512i NumbersOf(const std::byte* bytes, __m512i shifts) {
  int64_t both;
  __builtin_memcpy(&both, bytes, sizeof(both));
  return _mm512_srlv_epi32(_mm512_set1_epi64(both), shifts);
}
HWY_INLINE __m512i Shifts() {
  return _mm512_setr_epi32(0, 0, 4, 4, 8, 8, 12, 12, 16, 16, 20, 20, 24, 24, 28, 28);
}
// The number that the lowest four bits stand for.
HWY_INLINE Floats Table() {
  return Floats{_mm512_setr_ps(0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1)};
}
HWY_INLINE Floats LookUp(Floats table, __m512i numbers) {
  return Floats{_mm512_permutexvar_ps(numbers, table.raw)};
}
// To the order of NumbersOf, and back.
HWY_INLINE Floats Spread(Floats numbers) {
  const __m512i from = _mm512_setr_epi32(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
  return Floats{_mm512_permutexvar_ps(from, numbers.raw)};
}
HWY_INLINE Floats Ordered(Floats numbers) {
  const __m512i from = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
  return Floats{_mm512_permutexvar_ps(from, numbers.raw)};
}

// Calls body(group, begin, end) for the depths that have the same scales.
template <class Body>
HWY_INLINE void ForEachGroup(const Int4Piece& piece, const Body& body) {
  int64_t group = 0;
  for (int64_t begin = 0, end = 0; begin < piece.depths; begin = end, ++group) {
    end = std::min(piece.depths, begin + (group == 0 ? piece.firstGroup : piece.group));
    body(group, begin, end);
  }
}

template <class Format>
HWY_INLINE const typename Format::Element* Elements(const std::byte* from) {
  return reinterpret_cast<const typename Format::Element*>(from);
}

// kRows lanes from `row` on, whose depths lie side by side. `spread`: the vector in the order of NumbersOf; of scales and
// offsets there are kStep for each group.
template <bool kHasOffsets, int64_t kRows>
HWY_INLINE void AddRows(const Int4Piece& piece, int64_t row, const float* spread, const float* scales,
                        const float* offsets, Floats* lanes) {
  const Tag tag;
  const __m512i shifts = Shifts();
  const std::byte* bytes[kRows];
  for (int64_t r = 0; r < kRows; ++r) {
    lanes[r] = hn::Zero(tag);
    bytes[r] = piece.bytes + (row + r) * piece.stride;
    for (int64_t at = 0; at < piece.depths / 2; at += kCacheLine) {
      hwy::Prefetch(piece.behind + (row + r) * piece.stride + at);
    }
  }
  ForEachGroup(piece, [&](int64_t group, int64_t begin, int64_t end) HWY_ATTR {
    Floats tables[kRows];
    for (int64_t r = 0; r < kRows; ++r) {
      const int64_t at = group * kStep + r;
      Floats table = Table();
      if constexpr (kHasOffsets) {
        table = hn::Add(table, hn::Set(tag, offsets[at]));
      }
      tables[r] = hn::Mul(table, hn::Set(tag, scales[at]));
    }
    for (int64_t k = begin; k < end; k += kStep) {
      const auto other = hn::Load(tag, spread + k);
      for (int64_t r = 0; r < kRows; ++r) {
        const auto weights = LookUp(tables[r], NumbersOf(bytes[r] + k / 2, shifts));
        lanes[r] = MulAdd(tag, weights, other, lanes[r]);
      }
    }
  });
}

// Scales of `count` lanes, at most kStep, of each group.
template <class Format>
HWY_INLINE void ReadOfRows(const Int4Piece& piece, const std::byte* from, int64_t row, int64_t count,
                           float* to) {
  const Tag tag;
  ForEachGroup(piece, [&](int64_t group, int64_t /*begin*/, int64_t /*end*/) HWY_ATTR {
    const auto* const first = Elements<Format>(from) + group * piece.groupStride + row;
    if (count == kStep) {
      hn::Store(Format::Load(tag, first), tag, to + group * kStep);
      return;
    }
    for (int64_t r = 0; r < count; ++r) {
      const hn::CappedTag<float, 1> one;
      hn::StoreU(Format::Load(one, first + r), one, to + group * kStep + r);
    }
  });
}

template <class Format, bool kHasOffsets>
void MultiplyRows(const Int4Piece& piece, const float* vector, bool add, float* sums) {
  const Tag tag;
  HWY_ALIGN std::array<float, kGemmDepth> spread;
  for (int64_t k = 0; k < piece.depths; k += kStep) {
    hn::Store(Spread(hn::LoadU(tag, vector + k)), tag, spread.data() + k);
  }
  HWY_ALIGN std::array<float, kGemmDepth> scales;  // kStep lanes for each kStep depths at most
  HWY_ALIGN std::array<float, kGemmDepth> offsets;
  for (int64_t row = 0; row < piece.lanes; row += kStep) {
    const int64_t count = std::min(kStep, piece.lanes - row);
    ReadOfRows<Format>(piece, piece.scale, row, count, scales.data());
    if constexpr (kHasOffsets) {
      ReadOfRows<Format>(piece, piece.offset, row, count, offsets.data());
    }
    Floats lanes[kStep];
    constexpr int64_t kTogether = 4;
    int64_t r = 0;
    for (; r + kTogether <= count; r += kTogether) {
      AddRows<kHasOffsets, kTogether>(piece, row + r, spread.data(), scales.data() + r, offsets.data() + r,
                                      lanes + r);
    }
    for (; r < count; ++r) {
      AddRows<kHasOffsets, 1>(piece, row + r, spread.data(), scales.data() + r, offsets.data() + r,
                              lanes + r);
    }
    for (r = 0; r < count; ++r) {
      lanes[r] = Ordered(lanes[r]);
    }
    HWY_ALIGN std::array<float, kStep> folded;
    std::fill(lanes + count, lanes + kStep, hn::Zero(tag));
    hn::Store(row_products::FoldTogether(lanes), tag, folded.data());
    for (r = 0; r < count; ++r) {
      const float sum = folded[static_cast<size_t>(r)];
      sums[row + r] = add ? sums[row + r] + sum : sum;
    }
  }
}

// kVectors times kStep lanes from `lane` on, which lie side by side at each depth.
template <bool kHasOffsets, int64_t kVectors>
HWY_INLINE void AddColumns(const Int4Piece& piece, int64_t lane, const float* vector, const float* scales,
                           const float* offsets, float* partial) {
  const Tag tag;
  const __m512i shifts = Shifts();
  const Floats table = Table();
  for (int64_t residue = 0; residue < kVectorLanes; ++residue) {
    Floats all[kVectors];
    std::fill_n(all, kVectors, hn::Zero(tag));
    int64_t end = piece.firstGroup;
    int64_t group = lane;
    for (int64_t k = residue; k < piece.depths; k += kVectorLanes) {
      for (; k >= end; end += piece.group) {
        group += kInt4Lanes;
      }
      const std::byte* const bytes = piece.bytes + k * piece.stride + lane / 2;
      // Each row lies far from the one before. All its lines are asked for at a time: the processor fetches them in pairs.
      if (lane == 0) {
        for (int64_t at = 0; at < piece.lanes / 2; at += kCacheLine) {
          __builtin_prefetch(piece.behind + k * piece.stride + at, 0, 2);
        }
      }
      const auto other = hn::Set(tag, vector[k]);
      for (int64_t v = 0; v < kVectors; ++v) {
        Floats numbers = LookUp(table, NumbersOf(bytes + v * kStep / 2, shifts));
        if constexpr (kHasOffsets) {
          numbers = hn::Add(numbers, hn::Load(tag, offsets + group + v * kStep));
        }
        const auto weights = hn::Mul(numbers, hn::Load(tag, scales + group + v * kStep));
        all[v] = MulAdd(tag, weights, other, all[v]);
      }
    }
    for (int64_t v = 0; v < kVectors; ++v) {
      hn::Store(all[v], tag, partial + residue * kInt4Lanes + lane + v * kStep);
    }
  }
}

// Of each group kInt4Lanes, in the order of NumbersOf.
template <class Format>
HWY_INLINE void ReadOfColumns(const Int4Piece& piece, const std::byte* from, float* to) {
  const Tag tag;
  const int64_t groups = kGemmDepth / std::min(piece.group, kGemmDepth);  // about, of the piece behind
  ForEachGroup(piece, [&](int64_t group, int64_t /*begin*/, int64_t /*end*/) HWY_ATTR {
    const auto* const first = Elements<Format>(from) + group * piece.groupStride;
    const auto* const behind = first + groups * piece.groupStride;
    for (int64_t lane = 0; lane < piece.lanes; lane += kStep) {
      hwy::Prefetch(behind + lane);
      hn::Store(Spread(Format::Load(tag, first + lane)), tag, to + group * kInt4Lanes + lane);
    }
  });
}

constexpr int64_t kMostColumnGroups = 17;  // of 16 depths, and a part of one

template <class Format, bool kHasOffsets>
void MultiplyColumns(const Int4Piece& piece, const float* vector, bool add, float* sums) {
  const Tag tag;
  HWY_ALIGN std::array<float, kMostColumnGroups * kInt4Lanes> scales;
  HWY_ALIGN std::array<float, kHasOffsets ? kMostColumnGroups * kInt4Lanes : kStep> offsets;
  HWY_ALIGN std::array<float, kVectorLanes * kInt4Lanes> partial;
  ReadOfColumns<Format>(piece, piece.scale, scales.data());
  if constexpr (kHasOffsets) {
    ReadOfColumns<Format>(piece, piece.offset, offsets.data());
  }
  constexpr int64_t kTogether = 8;
  int64_t lane = 0;
  for (; lane + kTogether * kStep <= piece.lanes; lane += kTogether * kStep) {
    AddColumns<kHasOffsets, kTogether>(piece, lane, vector, scales.data(), offsets.data(), partial.data());
  }
  for (; lane < piece.lanes; lane += kStep) {
    AddColumns<kHasOffsets, 1>(piece, lane, vector, scales.data(), offsets.data(), partial.data());
  }
  HWY_ALIGN std::array<float, kInt4Lanes> folded;
  row_products::FoldColumns(partial.data(), kInt4Lanes, piece.lanes, false, folded.data());
  for (lane = 0; lane < piece.lanes; lane += kStep) {
    const auto sum = Ordered(hn::Load(tag, folded.data() + lane));
    hn::StoreU(add ? hn::Add(hn::LoadU(tag, sums + lane), sum) : sum, tag, sums + lane);
  }
}

}  // namespace int4_products

bool MultiplyInt4Piece(const Int4Piece* piece, const float* vector, bool add, float* sums) {
  if (piece == nullptr) {
    return true;
  }
  VisitFormat(piece->dtype, [&](auto format) {
    using Format = decltype(format);
    using namespace int4_products;
    if (piece->alongDepth) {
      (piece->offset != nullptr ? MultiplyRows<Format, true> : MultiplyRows<Format, false>)(*piece, vector,
                                                                                            add, sums);
    } else {
      (piece->offset != nullptr ? MultiplyColumns<Format, true>
                                : MultiplyColumns<Format, false>)(*piece, vector, add, sums);
    }
  });
  return true;
}
#else
bool MultiplyInt4Piece(const Int4Piece* /*piece*/, const float* /*vector*/, bool /*add*/, float* /*sums*/) {
  return false;
}
#endif

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

bool HasInt4Products() {
  static const bool has = HWY_DYNAMIC_DISPATCH(MultiplyInt4Piece)(nullptr, nullptr, false, nullptr);
  return has;
}

void MultiplyInt4(const Int4Piece& piece, const float* vector, bool add, float* sums) {
  HWY_DYNAMIC_DISPATCH(MultiplyInt4Piece)(&piece, vector, add, sums);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
