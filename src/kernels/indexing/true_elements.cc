// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/true_elements.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/checked_math.h"
#include "base/merged_dims.h"
#include "kernels/tiles/pack.h"
#include "kernels/tiles/tiles.h"

namespace openaclnn {
namespace {

constexpr int64_t kBlock = 16 * kTileElements;
constexpr size_t kMostElementBytes = 16;

struct Loops {
  int64_t (*count)(const std::byte* elements, int64_t count);
  int64_t (*select)(const std::byte* elements, int64_t count, uint16_t* places);
};

// Elements of kWords words; the bits of kMask are those that say whether a word is zero.
template <typename Word, Word kMask, size_t kWords>
struct Selection {
  static bool IsTrue(const std::byte* elements, int64_t i) {
    std::array<Word, kWords> words;
    std::memcpy(words.data(), elements + i * static_cast<int64_t>(sizeof words), sizeof words);
    Word any = 0;
    for (const Word word : words) {
      any = static_cast<Word>(any | (word & kMask));
    }
    return any != 0;
  }
  static int64_t Count(const std::byte* elements, int64_t count) {
    int32_t found = 0;  // of a tile at most
    for (int64_t i = 0; i < count; ++i) {
      found += IsTrue(elements, i) ? 1 : 0;
    }
    return found;
  }
  static int64_t Select(const std::byte* elements, int64_t count, uint16_t* places) {
    int64_t found = 0;
    for (int64_t i = 0; i < count; ++i) {
      places[found] = static_cast<uint16_t>(i);
      found += IsTrue(elements, i) ? 1 : 0;
    }
    return found;
  }
};

template <typename Word, Word kMask, size_t kWords = 1>
constexpr Loops LoopsOf() {
  using Of = Selection<Word, kMask, kWords>;
  return {Of::Count, Of::Select};
}

Loops FindLoops(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
    case DType::kBfloat16:
      return LoopsOf<uint16_t, 0x7FFF>();
    case DType::kFloat:
      return LoopsOf<uint32_t, 0x7FFFFFFF>();
    case DType::kDouble:
      return LoopsOf<uint64_t, 0x7FFFFFFFFFFFFFFF>();
    case DType::kComplex64:
      return LoopsOf<uint32_t, 0x7FFFFFFF, 2>();
    case DType::kComplex128:
      return LoopsOf<uint64_t, 0x7FFFFFFFFFFFFFFF, 2>();
    default:
      break;
  }
  switch (SizeOf(dtype)) {
    case 1:
      return LoopsOf<uint8_t, 0xFF>();
    case 2:
      return LoopsOf<uint16_t, 0xFFFF>();
    case 4:
      return LoopsOf<uint32_t, 0xFFFFFFFF>();
    default:
      return LoopsOf<uint64_t, ~uint64_t{0}>();
  }
}

// Tiles of the view, packed where they do not lie side by side: visit(begin, size, elements).
template <typename Visit>
void ForEachTile(const TensorView& view, int64_t begin, int64_t end, const Visit& visit) {
  const MergedDims dims(view);
  const auto size = static_cast<int64_t>(SizeOf(view.dtype));
  alignas(64) std::array<std::byte, kTileElements * kMostElementBytes> buffer;
  for (; begin < end; begin += kTileElements) {
    const int64_t count = std::min(kTileElements, end - begin);
    if (dims.Contiguous()) {
      visit(begin, count, view.data + begin * size);
      continue;
    }
    std::byte* packed = buffer.data();
    dims.ForEachPlane(begin, count, [&](const MergedDims::Plane& plane) {
      PackPlane(size, {plane.rows, plane.columns, plane.rowStride * size, plane.columnStride * size},
                view.data + plane.offset * size, packed);
      packed += plane.rows * plane.columns * size;
    });
    visit(begin, count, buffer.data());
  }
}

}  // namespace

TrueElements::TrueElements(const TensorView& view, ScratchLayout& scratch)
    : elements_(view.NumElements()), counts_(scratch.Book<int64_t>(CeilDivide(elements_, kBlock))) {}

int64_t TrueElements::Count(const TensorView& view, std::byte* workspace,
                            const backend::cpu::CpuContext& cpu) const {
  const Loops loops = FindLoops(view.dtype);
  const int64_t blocks = CeilDivide(elements_, kBlock);
  int64_t* const counts = counts_.In(workspace);
  cpu.ParallelFor(blocks, [&](int64_t block) {
    int64_t found = 0;
    ForEachTile(view, block * kBlock, std::min(elements_, (block + 1) * kBlock),
                [&](int64_t /*begin*/, int64_t size, const std::byte* elements) {
                  found += loops.count(elements, size);
                });
    counts[block] = found;
  });
  int64_t all = 0;
  for (int64_t block = 0; block < blocks; ++block) {
    all += std::exchange(counts[block], all);
  }
  return all;
}

void TrueElements::Visit(const TensorView& view, std::byte* workspace, const backend::cpu::CpuContext& cpu,
                         FunctionRef<void(const Run&)> visit) const {
  const Loops loops = FindLoops(view.dtype);
  const int64_t* const before = counts_.In(workspace);
  cpu.ParallelFor(CeilDivide(elements_, kBlock), [&](int64_t block) {
    int64_t ordinal = before[block];
    ForEachTile(view, block * kBlock, std::min(elements_, (block + 1) * kBlock),
                [&](int64_t begin, int64_t size, const std::byte* elements) {
                  if (loops.count(elements, size) == 0) {
                    return;
                  }
                  std::array<uint16_t, kTileElements> places;
                  const int64_t found = loops.select(elements, size, places.data());
                  visit({begin, size, ordinal, {places.data(), static_cast<size_t>(found)}});
                  ordinal += found;
                });
  });
}

Coordinates::Coordinates(std::span<const int64_t> dims, int64_t element) : dims_(dims) {
  Advance(element);
}

void Coordinates::Advance(int64_t elements) {
  for (size_t d = dims_.size(); d-- > 0;) {
    index_[d] += elements;
    if (d == 0 || index_[d] < dims_[d]) {
      return;
    }
    elements = index_[d] / dims_[d];
    index_[d] -= elements * dims_[d];
  }
}

}  // namespace openaclnn
