// SPDX-License-Identifier: Apache-2.0
//
// Results past the caches. For files that are compiled once for each instruction set; include after
// highway.h.
#include <hwy/cache_control.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_GROUP_NORM_STREAM_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_GROUP_NORM_STREAM_INL
#undef OPENACLNN_GROUP_NORM_STREAM_INL
#else
#define OPENACLNN_GROUP_NORM_STREAM_INL
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Writes `count` elements, which calls of fill(buffer, count) give from first to last: to a buffer that stays
// in a level-one cache, and from there as whole cache lines that no other cache keeps.
template <class Element, class Fill>
void StreamFilled(Element* destination, int64_t count, const Fill& fill) {
  constexpr size_t kLineBytes = 64;
  constexpr auto kLine = static_cast<int64_t>(kLineBytes / sizeof(Element));
  constexpr int64_t kBuffer = 64 * kLine;
  const hn::CappedTag<Element, kLine> vectors;
  alignas(kLineBytes) std::array<Element, kBuffer> buffer;
  const auto place =
      static_cast<int64_t>(reinterpret_cast<uintptr_t>(destination) % kLineBytes / sizeof(Element));
  const int64_t head = std::min(count, (kLine - place) % kLine);
  if (head > 0) {
    fill(buffer.data(), head);
    std::copy_n(buffer.begin(), head, destination);
  }
  for (int64_t done = head; done < count;) {
    const int64_t length = std::min(count - done, kBuffer);
    fill(buffer.data(), length);
    const int64_t lines = length / kLine * kLine;
    for (int64_t i = 0; i < lines; i += static_cast<int64_t>(hn::Lanes(vectors))) {
      hn::Stream(hn::Load(vectors, buffer.data() + i), vectors, destination + done + i);
    }
    std::copy_n(buffer.begin() + lines, length - lines, destination + done + lines);
    done += length;
  }
  hwy::FlushStream();
}

// Writes rows of `columns` elements that begin `stride` elements apart, which calls of
// write(row, column, count, buffer) give.
template <class Element, class Write>
void StreamRows(Element* destination, int64_t stride, int64_t rows, int64_t columns, const Write& write) {
  if (stride != columns) {
    for (int64_t row = 0; row < rows; ++row) {
      int64_t column = 0;
      StreamFilled(destination + row * stride, columns, [&](Element* buffer, int64_t count) HWY_ATTR {
        write(row, column, count, buffer);
        column += count;
      });
    }
    return;
  }
  int64_t row = 0;
  int64_t column = 0;
  StreamFilled(destination, rows * columns, [&](Element* buffer, int64_t count) HWY_ATTR {
    while (count > 0) {
      const int64_t length = std::min(count, columns - column);
      write(row, column, length, buffer);
      buffer += length;
      count -= length;
      column += length;
      if (column == columns) {
        ++row;
        column = 0;
      }
    }
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_GROUP_NORM_STREAM_INL
