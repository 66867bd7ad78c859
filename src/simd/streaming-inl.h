// SPDX-License-Identifier: Apache-2.0
//
// Stores that pass the caches by, for outputs that are larger than these. For files that are compiled once
// for each instruction set; include after highway.h. They are done once hwy::FlushStream() has returned.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include <hwy/cache_control.h>

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_SIMD_STREAMING_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_SIMD_STREAMING_INL
#undef OPENACLNN_SIMD_STREAMING_INL
#else
#define OPENACLNN_SIMD_STREAMING_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

inline constexpr size_t kLineBytes = 64;

// The bytes from `address` to the next cache line.
inline size_t BytesToLine(const void* address) {
  return (kLineBytes - reinterpret_cast<uintptr_t>(address) % kLineBytes) % kLineBytes;
}

// Calls ends(offset, bytes) for what lies before and behind the whole cache lines of a range, and
// line(offset, tag) for each vector in these.
template <class Ends, class Line>
HWY_INLINE void ForEachLine(const std::byte* to, size_t bytes, const Ends& ends, const Line& line) {
  const hwy::HWY_NAMESPACE::CappedTag<uint8_t, kLineBytes> tag;
  const size_t lanes = hwy::HWY_NAMESPACE::Lanes(tag);
  const size_t first = std::min(bytes, BytesToLine(to));
  const size_t end = first + (bytes - first) / kLineBytes * kLineBytes;
  ends(size_t{0}, first);
  for (size_t at = first; at < end; at += lanes) {
    line(at, tag);
  }
  ends(end, bytes - end);
}

// Lines that are not whole are left to the caches: their other part may follow.
HWY_INLINE void StreamCopy(std::byte* to, const std::byte* from, size_t bytes) {
  ForEachLine(
      to, bytes, [=](size_t at, size_t size) { std::memcpy(to + at, from + at, size); },
      [=](size_t at, auto tag) HWY_ATTR {
        namespace hn = hwy::HWY_NAMESPACE;
        hn::Stream(hn::LoadU(tag, reinterpret_cast<const uint8_t*>(from + at)), tag,
                   reinterpret_cast<uint8_t*>(to + at));
      });
}

HWY_INLINE void StreamZeros(std::byte* to, size_t bytes) {
  ForEachLine(
      to, bytes, [=](size_t at, size_t size) { std::memset(to + at, 0, size); },
      [=](size_t at, auto tag) HWY_ATTR {
        namespace hn = hwy::HWY_NAMESPACE;
        hn::Stream(hn::Zero(tag), tag, reinterpret_cast<uint8_t*>(to + at));
      });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_SIMD_STREAMING_INL
