// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/tile_kernel.h"

#include <hwy/highway.h>

#include <array>
#include <cstddef>
#include <cstdint>

#if HWY_ARCH_X86_64 && defined(__linux__)
#include <cpuid.h>
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>
#define OPENACLNN_TILES 1
#else
#define OPENACLNN_TILES 0
#endif

namespace openaclnn {
namespace {

// Rows, and numbers of a row of sums, that a tile has.
constexpr int64_t kEdge = 16;
// A kernel's block: two tiles by two.
constexpr int64_t kBlock = 2 * kEdge;

#if OPENACLNN_TILES

// What the processor is told of its tiles: bytes of a row and rows of each.
struct alignas(64) Configuration {
  uint8_t palette = 1;
  uint8_t startRow = 0;
  std::array<uint8_t, 14> reserved{};
  std::array<uint16_t, 16> bytesOfRow{};
  std::array<uint8_t, 16> rows{};
};
static_assert(sizeof(Configuration) == sizeof(GemmState));

// All eight tiles have 16 rows of 64 bytes: four of sums, two of each operand.
constexpr Configuration MakeConfiguration() {
  Configuration configuration;
  for (size_t tile = 0; tile < 8; ++tile) {
    configuration.bytesOfRow[tile] = 64;
    configuration.rows[tile] = kEdge;
  }
  return configuration;
}
constexpr Configuration kConfiguration = MakeConfiguration();

// The thread's own tiles may be those of a library that counts on them.
[[gnu::target("amx-tile")]] void Begin(GemmState* kept) {
  _tile_storeconfig(kept->bytes.data());
  _tile_loadconfig(&kConfiguration);
}

[[gnu::target("amx-tile")]] void End(const GemmState& kept) {
  if (kept.bytes[0] == std::byte{0}) {
    _tile_release();
  } else {
    _tile_loadconfig(kept.bytes.data());
  }
}

// A column panel, or with kParts two of them, whose products are added up, the second one's behind the first one's at every
// kTileDepth depths: rows are read once for both.
template <bool kParts>
[[gnu::target("amx-tile,amx-bf16,avx512f")]] void Multiply(int64_t m, int64_t n, int64_t depth,
                                                           const TileNumber* rowPanel,
                                                           const TileNumber* columnPanel,
                                                           const TileNumber* secondPanel, bool add, float* c,
                                                           int64_t rowStride) {
  constexpr int64_t kOfTile = kEdge * kTileDepth;
  constexpr int64_t kRowBytes = kTileDepth * sizeof(TileNumber);
  constexpr int64_t kPairBytes = kBlock * 2 * sizeof(TileNumber);
  _tile_zero(0);
  _tile_zero(1);
  _tile_zero(2);
  _tile_zero(3);
  for (int64_t k = 0; k < depth; k += kTileDepth) {
    _tile_loadd(4, rowPanel, kRowBytes);
    if (m > kEdge) {
      _tile_loadd(5, rowPanel + kOfTile, kRowBytes);
    }
    const TileNumber* columns = columnPanel;
    for (int part = 0; part < (kParts ? 2 : 1); ++part) {
      _tile_loadd(6, columns, kPairBytes);
      _tile_dpbf16ps(0, 4, 6);
      if (n > kEdge) {
        _tile_loadd(7, columns + 2 * kEdge, kPairBytes);
        _tile_dpbf16ps(1, 4, 7);
      }
      if (m > kEdge) {
        _tile_dpbf16ps(2, 5, 6);
        if (n > kEdge) {
          _tile_dpbf16ps(3, 5, 7);
        }
      }
      columns = secondPanel;
    }
    rowPanel += 2 * kOfTile;
    columnPanel += 2 * kOfTile;
    if constexpr (kParts) {
      secondPanel += 2 * kOfTile;
    }
  }
  if (!add && m == kBlock && n == kBlock) {
    const int64_t strideBytes = rowStride * static_cast<int64_t>(sizeof(float));
    _tile_stored(0, c, strideBytes);
    _tile_stored(1, c + kEdge, strideBytes);
    _tile_stored(2, c + kEdge * rowStride, strideBytes);
    _tile_stored(3, c + kEdge * rowStride + kEdge, strideBytes);
    return;
  }
  alignas(64) std::array<float, static_cast<size_t>(kBlock * kBlock)> sums;
  constexpr int64_t kSumBytes = kBlock * sizeof(float);
  _tile_stored(0, sums.data(), kSumBytes);
  _tile_stored(1, sums.data() + kEdge, kSumBytes);
  _tile_stored(2, sums.data() + kEdge * kBlock, kSumBytes);
  _tile_stored(3, sums.data() + kEdge * kBlock + kEdge, kSumBytes);
  const auto columns = static_cast<uint32_t>((uint64_t{1} << n) - 1);
  for (int64_t edge = 0; edge < n; edge += kEdge) {
    const auto used = static_cast<__mmask16>(columns >> edge);
    for (int64_t i = 0; i < m; ++i) {
      __m512 sum = _mm512_load_ps(sums.data() + i * kBlock + edge);
      float* const to = c + i * rowStride + edge;
      if (add) {
        sum = _mm512_add_ps(sum, _mm512_maskz_loadu_ps(used, to));
      }
      _mm512_mask_storeu_ps(to, used, sum);
    }
  }
}

void Run(int64_t m, int64_t n, int64_t depth, const TileNumber* rowPanel, const TileNumber* columnPanel,
         bool add, float* c, int64_t rowStride) {
  Multiply<false>(m, n, depth, rowPanel, columnPanel, nullptr, add, c, rowStride);
}
void RunParts(int64_t m, int64_t n, int64_t depth, const TileNumber* rowPanel, const TileParts& columns,
              float* c, int64_t rowStride) {
  Multiply<true>(m, n, depth, rowPanel, columns.large, columns.small, true, c, rowStride);
}

// The instructions' state is large: Linux wants to be asked for it, once for the process.
bool IsGranted() {
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  constexpr unsigned kTiles = (1U << 22) | (1U << 24);  // AMX-BF16, AMX-TILE
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || (d & kTiles) != kTiles) {
    return false;
  }
  constexpr long kRequestPermission = 0x1023;  // ARCH_REQ_XCOMP_PERM
  constexpr long kTileData = 18;
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

#else

void Begin(GemmState* /*kept*/) {}
void End(const GemmState& /*kept*/) {}
void Run(int64_t /*m*/, int64_t /*n*/, int64_t /*depth*/, const TileNumber* /*rowPanel*/,
         const TileNumber* /*columnPanel*/, bool /*add*/, float* /*c*/, int64_t /*rowStride*/) {}
void RunParts(int64_t /*m*/, int64_t /*n*/, int64_t /*depth*/, const TileNumber* /*rowPanel*/,
              const TileParts& /*columns*/, float* /*c*/, int64_t /*rowStride*/) {}
bool IsGranted() {
  return false;
}

#endif

}  // namespace

bool HasTileKernel() {
  static const bool granted = IsGranted();
#if OPENACLNN_TILES
  return granted && (hwy::SupportedTargets() & HWY_AVX3) != 0;
#else
  return granted;
#endif
}

void AddTilesOfParts(int64_t m, int64_t n, int64_t depth, const TileNumber* rowPanel,
                     const TileParts& columns, float* c, int64_t rowStride) {
  RunParts(m, n, depth, rowPanel, columns, c, rowStride);
}

template <>
const GemmKernel<TileNumber>& BestGemmKernel() {
  static constexpr GemmKernel<TileNumber> kKernel{kBlock, kBlock, Run, Begin, End};
  return kKernel;
}

}  // namespace openaclnn
