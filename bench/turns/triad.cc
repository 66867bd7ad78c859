// SPDX-License-Identifier: Apache-2.0
#include "bench/turns/triad.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "bench/turns/library.h"

namespace bench {
namespace {

constexpr int64_t kFloatBytes = 4;
constexpr int64_t kArrays = 3;

void Plain(float* a, const float* b, const float* c, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    a[i] = b[i] + 3.0F * c[i];
  }
}

#if defined(__SSE2__)
void Streaming(float* a, const float* b, const float* c, int64_t count) {
  const __m128 factor = _mm_set1_ps(3.0F);
  for (int64_t i = 0; i < count; i += 4) {
    _mm_stream_ps(a + i, _mm_add_ps(_mm_loadu_ps(b + i), _mm_mul_ps(factor, _mm_loadu_ps(c + i))));
  }
  _mm_sfence();
}
#else
constexpr auto Streaming = Plain;
#endif

class Triad final : public Contender {
 public:
  Triad(int64_t bytes, int threads, bool streaming)
      : arena_(threads), threads_(threads), streaming_(streaming), count_(PerArray(bytes)) {}

  void Run() override {
    constexpr int64_t kWorthAThread = 1 << 16;
    const int64_t parts = count_ < kWorthAThread ? 1 : threads_;
    if (parts == 1) {
      Part(0, 1);
      return;
    }
    arena_.execute([&] {
      tbb::parallel_for(
          int64_t{0}, parts, [&](int64_t part) { Part(part, parts); }, tbb::static_partitioner());
    });
  }

 private:
  using Array = std::shared_ptr<void>;

  // Written once: what never was is one page of zeros for all addresses, and comes from the caches.
  [[nodiscard]] static Array Written(int64_t count) {
    Array array = AllocateDeviceMemory(static_cast<size_t>(count * kFloatBytes));
    std::fill_n(At(array, 0), count, 1.0F);
    return array;
  }

  static float* At(const Array& array, int64_t element) { return static_cast<float*>(array.get()) + element; }

  static int64_t PerArray(int64_t bytes) {
    return std::max<int64_t>(16, bytes / kArrays / kFloatBytes / 16 * 16);
  }

  void Part(int64_t part, int64_t parts) {
    const int64_t begin = count_ * part / parts / 16 * 16;
    const int64_t end = part + 1 == parts ? count_ : count_ * (part + 1) / parts / 16 * 16;
    const auto run = streaming_ ? &Streaming : &Plain;
    run(At(a_, begin), At(b_, begin), At(c_, begin), end - begin);
  }

  tbb::task_arena arena_;
  int threads_;
  bool streaming_;
  int64_t count_;
  // In the same kind of memory as the tensors: huge pages make a difference.
  Array a_ = Written(count_);
  Array b_ = Written(count_);
  Array c_ = Written(count_);
};

}  // namespace

std::unique_ptr<Contender> MakeTriad(int64_t bytes, int threads, bool streaming) {
  return std::make_unique<Triad>(bytes, threads, streaming);
}

}  // namespace bench
