// SPDX-License-Identifier: Apache-2.0
//
// Paged caches of keys or values: blocks of a fixed number of tokens, whose elements are one token after the
// other ("Norm": [blocks, blockSize, heads, D]), or cut into pieces of 32 bytes ("PA_NZ": [blocks,
// heads * D / c0, blockSize, c0]).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/merged_dims.h"
#include "base/tensor_view.h"
#include "ops/common/checks.h"
#include "ops/common/fractal.h"

namespace openaclnn {

// The pieces of a cache in PA_NZ have so many bytes.
inline constexpr int64_t kCachePieceBytes = 32;

// What caches hold.
inline constexpr std::array<DType, 9> kCacheDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16,
                                                   DType::kInt8,  DType::kUint8,   DType::kInt16,
                                                   DType::kInt32, DType::kUint16,  DType::kUint32};

// Where the tokens of a cache lie, and how they are cut.
struct PagedCache {
  TensorView view;
  bool pieces = false;  // PA_NZ

  [[nodiscard]] int64_t Blocks() const { return view.dims[0]; }
  [[nodiscard]] int64_t BlockSize() const { return view.dims[pieces ? 2 : 1]; }

  // A token's elements: [heads, D], or [pieces, c0].
  [[nodiscard]] TensorView TokenAt(int64_t block, int64_t row) const {
    TensorView token = view;
    const size_t rowDim = pieces ? 2 : 1;
    token.rank = 0;
    for (size_t d = 1; d < view.Dims().size(); ++d) {
      if (d != rowDim) {
        token.dims[static_cast<size_t>(token.rank)] = view.dims[d];
        token.strides[static_cast<size_t>(token.rank)] = view.strides[d];
        ++token.rank;
      }
    }
    token.data +=
        (block * view.strides[0] + row * view.strides[rowDim]) * static_cast<int64_t>(SizeOf(view.dtype));
    return token;
  }
};

// Token `index` of [tokens, ...].
inline TensorView TokenOf(const TensorView& tokens, int64_t index) {
  TensorView token = tokens;
  token.rank = tokens.rank - 1;
  std::copy(tokens.dims.begin() + 1, tokens.dims.end(), token.dims.begin());
  std::copy(tokens.strides.begin() + 1, tokens.strides.end(), token.strides.begin());
  token.data += index * tokens.strides[0] * static_cast<int64_t>(SizeOf(tokens.dtype));
  return token;
}

// A cache in pieces may have the label of FRACTAL_NZ, which lies so in memory.
inline aclTensor SeenCache(const aclTensor& cache, bool pieces) {
  return pieces && IsFractalLabel(cache.format) ? AsPlain(cache) : cache;
}

// Copies a token's elements, in row-major order of both.
inline void CopyToken(const TensorView& to, const TensorView& from) {
  const size_t size = SizeOf(from.dtype);
  if (to.Contiguous() && from.Contiguous()) {
    std::memcpy(to.data, from.data, static_cast<size_t>(from.NumElements()) * size);
    return;
  }
  const auto step = static_cast<int64_t>(size);
  const MergedDims target(to);
  int64_t done = 0;
  MergedDims(from).ForEachRun(0, from.NumElements(), [&](int64_t offset, int64_t stride, int64_t count) {
    const std::byte* source = from.data + offset * step;
    target.ForEachRun(done, count, [&](int64_t place, int64_t placeStride, int64_t part) {
      std::byte* destination = to.data + place * step;
      if (stride == 1 && placeStride == 1) {
        std::memcpy(destination, source, static_cast<size_t>(part) * size);
      } else {
        for (int64_t k = 0; k < part; ++k) {
          std::memcpy(destination + k * placeStride * step, source + k * stride * step, size);
        }
      }
      source += part * stride * step;
    });
    done += count;
  });
}

// Whether a mode is "PA_NZ"; the check says if it is another one than that or "Norm". Null is "Norm".
inline bool FindCacheMode(ArgumentChecks& check, const char* mode) {
  const std::string_view name = mode == nullptr ? "Norm" : mode;
  check.Require(
      "cacheMode", R"("Norm" or "PA_NZ")", [&] { return name == "Norm" || name == "PA_NZ"; },
      [&] { return '"' + std::string(name) + '"'; });
  return name == "PA_NZ";
}

// A cache's dims, for tokens [tokens, heads, D], or [tokens, elements].
inline void CheckCache(ArgumentChecks& check, const NamedTensor& cache, const NamedTensor& tokens,
                       bool pieces) {
  check.Rank(cache, 4);
  check.Require(
      cache.name,
      pieces ? "[blocks, elements / c0, blockSize, c0] for the elements of a token, in pieces of 32 bytes"
             : "[blocks, blockSize, heads, D] for tokens [tokens, heads, D]",
      [&] {
        const auto& own = cache.tensor->viewDims;
        const auto& dims = tokens.tensor->viewDims;
        if (!pieces) {
          return own[2] == dims[1] && own[3] == dims[2];
        }
        const int64_t elements = dims.size() == 3 ? dims[1] * dims[2] : dims[1];
        return own[3] * static_cast<int64_t>(SizeOf(cache.tensor->dtype)) == kCachePieceBytes &&
               own[1] * own[3] == elements;
      },
      [&] { return ShapeText(cache.tensor->viewDims) + " for " + ShapeText(tokens.tensor->viewDims); });
}

}  // namespace openaclnn
