// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/tile_rows.h"

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#if HWY_ARCH_X86_64 && defined(__linux__)
#include <immintrin.h>
#define OPENACLNN_TILES 1
#else
#define OPENACLNN_TILES 0
#endif

namespace openaclnn {

#if OPENACLNN_TILES

namespace {

constexpr int64_t kEdge = 16;  // rows of a tile, and FLOATs of one
constexpr int64_t kRowBytes = 64;
constexpr int64_t kNumberBytes = sizeof(TileNumber);
constexpr int64_t kMostSize = 1024;  // elements of rows that are copied at a time

// Rows of a head lie far apart, where no processor sees a pattern.
void ReadAhead(const CachedRows& rows, int64_t first, int64_t count) {
  const int64_t end = std::min(first + kRowsAhead + count, rows.count + kRowsAhead);
  for (int64_t row = first + kRowsAhead; row < end; ++row) {
    for (int64_t byte = 0; byte < rows.size * kNumberBytes; byte += kRowBytes) {
      __builtin_prefetch(rows.rows[row] + byte);
    }
  }
}

// Some rows of a tile, in memory at a fixed distance.
struct TileOfRows {
  const std::byte* data;
  int64_t stride;  // in bytes
};

// Whether rows [first, first + kEdge) are.
bool AreEven(const CachedRows& rows, int64_t first) {
  if (first + kEdge > rows.count) {
    return false;
  }
  const int64_t stride = rows.rows[first + 1] - rows.rows[first];
  bool even = true;
  for (int64_t row = first + 1; row + 1 < first + kEdge; ++row) {
    even &= rows.rows[row + 1] - rows.rows[row] == stride;
  }
  return even;
}

[[gnu::target("amx-tile,amx-bf16")]] void MultiplyTile(const TileOfRows& rows, int64_t size,
                                                       const TileNumber* queries, bool add, float* products) {
  if (add) {
    _tile_loadd(0, products, kRowBytes);
  } else {
    _tile_zero(0);
  }
  for (int64_t k = 0; k < size; k += kTileDepth) {
    _tile_loadd(4, rows.data + k * kNumberBytes, rows.stride);
    _tile_loadd(6, queries + k * kTileQueries, kRowBytes);
    _tile_dpbf16ps(0, 4, 6);
  }
  _tile_stored(0, products, kRowBytes);
}

// Rows `first`, `first` + 1... of the values as pairs of keys, elements [at, at + kTileDepth) of them: two tiles. The
// first has of every eight elements the first four, the second the others.
[[gnu::target("avx512f,avx512bw")]] void PairRows(const CachedRows& values, int64_t first, int64_t at,
                                                  std::byte* tiles) {
  const auto load = [&](int64_t row) __attribute__((target("avx512f,avx512bw"))) {
    return row < values.count ? _mm512_loadu_si512(values.rows[row] + at * kNumberBytes)
                              : _mm512_setzero_si512();
  };
  for (int64_t pair = 0; pair < kEdge; ++pair) {
    const __m512i even = load(first + 2 * pair);
    const __m512i odd = load(first + 2 * pair + 1);
    std::byte* const to = tiles + pair * kRowBytes;
    _mm512_store_si512(to, _mm512_unpacklo_epi16(even, odd));
    _mm512_store_si512(to + kEdge * kRowBytes, _mm512_unpackhi_epi16(even, odd));
  }
}

// Adds what two tiles of sums have for kTileDepth elements from `sums` on: large and small parts, elements as in PairRows.
[[gnu::target("avx512f")]] void AddParts(const float* tiles, int64_t number, int64_t size, float* sums) {
  const __m512i first = _mm512_setr_epi32(0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23);
  const __m512i second = _mm512_setr_epi32(8, 9, 10, 11, 24, 25, 26, 27, 12, 13, 14, 15, 28, 29, 30, 31);
  for (int64_t query = 0; query < number; ++query) {
    const auto sum = [&](int64_t tile) __attribute__((target("avx512f"))) {
      const float* const large = tiles + (tile * kEdge + query) * kEdge;
      return _mm512_add_ps(_mm512_load_ps(large), _mm512_load_ps(large + kFewRows * kEdge));
    };
    const __m512 left = sum(0);
    const __m512 right = sum(1);
    float* const to = sums + query * size;
    _mm512_storeu_ps(to, _mm512_add_ps(_mm512_loadu_ps(to), _mm512_permutex2var_ps(left, first, right)));
    _mm512_storeu_ps(to + kEdge,
                     _mm512_add_ps(_mm512_loadu_ps(to + kEdge), _mm512_permutex2var_ps(left, second, right)));
  }
}

// kParts times kTileDepth elements from `at` on, at most two times: as many tiles as there are.
template <int kParts>
[[gnu::target("amx-tile,amx-bf16,avx512f,avx512bw")]] void AddElements(const CachedRows& values, int64_t at,
                                                                       const TileWeights& weights,
                                                                       int64_t number, float* sums) {
  constexpr int64_t kTileBytes = kEdge * kRowBytes;
  alignas(64) std::array<std::byte, 2 * kParts * kTileBytes> pairs;
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
  for (int64_t key = 0; key < values.count; key += kTileKeys) {
    if (at == 0) {
      ReadAhead(values, key, kTileKeys);
    }
    for (int64_t part = 0; part < kParts; ++part) {
      PairRows(values, key, at + part * kTileDepth, pairs.data() + 2 * part * kTileBytes);
    }
    _tile_loadd(4, weights.numbers + key, weights.stride * kNumberBytes);
    _tile_loadd(5, pairs.data(), kRowBytes);
    _tile_dpbf16ps(0, 4, 5);
    _tile_loadd(6, pairs.data() + kTileBytes, kRowBytes);
    _tile_dpbf16ps(1, 4, 6);
    if constexpr (kParts == 2) {
      _tile_loadd(5, pairs.data() + 2 * kTileBytes, kRowBytes);
      _tile_dpbf16ps(2, 4, 5);
      _tile_loadd(6, pairs.data() + 3 * kTileBytes, kRowBytes);
      _tile_dpbf16ps(3, 4, 6);
    }
  }
  auto* const tiles = reinterpret_cast<float*>(pairs.data());
  _tile_stored(0, tiles, kRowBytes);
  _tile_stored(1, tiles + kEdge * kEdge, kRowBytes);
  AddParts(tiles, number, values.size, sums + at);
  if constexpr (kParts == 2) {
    _tile_stored(2, tiles, kRowBytes);
    _tile_stored(3, tiles + kEdge * kEdge, kRowBytes);
    AddParts(tiles, number, values.size, sums + at + kTileDepth);
  }
}

}  // namespace

void MultiplyTileRows(const CachedRows& keys, const TileNumber* queries, bool add, float* products) {
  alignas(64) std::array<std::byte, kEdge * kMostSize * kNumberBytes> copies;
  for (int64_t row = 0; row < keys.count; row += kEdge) {
    ReadAhead(keys, row, kEdge);
    float* const to = products + row * kTileQueries;
    if (AreEven(keys, row)) {
      MultiplyTile({keys.rows[row], keys.rows[row + 1] - keys.rows[row]}, keys.size, queries, add, to);
      continue;
    }
    for (int64_t at = 0; at < keys.size; at += kMostSize) {
      const int64_t size = std::min(kMostSize, keys.size - at);
      for (int64_t r = 0; r < kEdge; ++r) {
        const std::byte* const from = keys.rows[std::min(row + r, keys.count - 1)] + at * kNumberBytes;
        std::memcpy(copies.data() + r * size * kNumberBytes, from, static_cast<size_t>(size * kNumberBytes));
      }
      MultiplyTile({copies.data(), size * kNumberBytes}, size, queries + at * kTileQueries, add || at > 0,
                   to);
    }
  }
}

void AddTileRows(const CachedRows& values, const TileWeights& weights, int64_t number, float* sums) {
  int64_t at = 0;
  for (; at + 2 * kTileDepth <= values.size; at += 2 * kTileDepth) {
    AddElements<2>(values, at, weights, number, sums);
  }
  if (at < values.size) {
    AddElements<1>(values, at, weights, number, sums);
  }
}

#else

void MultiplyTileRows(const CachedRows& /*keys*/, const TileNumber* /*queries*/, bool /*add*/,
                      float* /*products*/) {}
void AddTileRows(const CachedRows& /*values*/, const TileWeights& /*weights*/, int64_t /*number*/,
                 float* /*sums*/) {}

#endif

}  // namespace openaclnn
