// SPDX-License-Identifier: Apache-2.0
//
// Copies beside memcpy(3) on the same two buffers, allocations beside malloc(3).
#include <cstdlib>
#include <cstring>
#include <memory>

#include "bench/runtime/client.h"
#include "bench/runtime/measure.h"

namespace openaclnn::bench {
namespace {

struct FreeHost {
  void operator()(void* memory) const { BENCH_CHECK(aclrtFreeHost(memory)); }
};
using PinnedMemory = std::unique_ptr<void, FreeHost>;

// Every page touched.
PinnedMemory AllocatePinned(size_t bytes) {
  void* memory = nullptr;
  BENCH_CHECK(aclrtMallocHost(&memory, bytes));
  std::memset(memory, 1, bytes);
  return PinnedMemory(memory);
}

// Device memory is the host's here: memcpy can be given it.
void CompareCopies(benchmark::State& state, void* to, const void* from, size_t bytes, aclrtMemcpyKind kind) {
  Compare(
      state, [=] { BENCH_CHECK(aclrtMemcpy(to, bytes, from, bytes, kind)); },
      [=] {
        std::memcpy(to, from, bytes);
        benchmark::ClobberMemory();
      });
}

void CopyHostToDevice(benchmark::State& state) {
  const auto bytes = static_cast<size_t>(state.range(0));
  const PinnedMemory host = AllocatePinned(bytes);
  const DeviceMemory device(bytes);
  CompareCopies(state, device.Get(), host.get(), bytes, ACL_MEMCPY_HOST_TO_DEVICE);
}

void CopyDeviceToHost(benchmark::State& state) {
  const auto bytes = static_cast<size_t>(state.range(0));
  const PinnedMemory host = AllocatePinned(bytes);
  const DeviceMemory device(bytes);
  CompareCopies(state, host.get(), device.Get(), bytes, ACL_MEMCPY_DEVICE_TO_HOST);
}

void CopyDeviceToDevice(benchmark::State& state) {
  const auto bytes = static_cast<size_t>(state.range(0));
  const DeviceMemory from(bytes);
  const DeviceMemory to(bytes);
  CompareCopies(state, to.Get(), from.Get(), bytes, ACL_MEMCPY_DEVICE_TO_DEVICE);
}

void CopyAsyncAndSynchronize(benchmark::State& state) {
  const auto bytes = static_cast<size_t>(state.range(0));
  const PinnedMemory host = AllocatePinned(bytes);
  const DeviceMemory device(bytes);
  const Stream stream;
  void* const to = device.Get();
  const void* const from = host.get();
  Compare(
      state,
      [&] {
        BENCH_CHECK(aclrtMemcpyAsync(to, bytes, from, bytes, ACL_MEMCPY_HOST_TO_DEVICE, stream.Get()));
        BENCH_CHECK(aclrtSynchronizeStream(stream.Get()));
      },
      [=] {
        std::memcpy(to, from, bytes);
        benchmark::ClobberMemory();
      });
}

void CopySizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgName("bytes")->RangeMultiplier(8)->Range(4 << 10, 256 << 20)->UseManualTime();
}
BENCHMARK(CopyHostToDevice)->Apply(CopySizes);
BENCHMARK(CopyDeviceToHost)->Apply(CopySizes);
BENCHMARK(CopyDeviceToDevice)->Apply(CopySizes);
BENCHMARK(CopyAsyncAndSynchronize)->Apply(CopySizes);

// The memory is not used: what an allocation costs, not what its pages do.
void MallocAndFree(benchmark::State& state) {
  const auto bytes = static_cast<size_t>(state.range(0));
  Compare(
      state,
      [=] {
        void* memory = nullptr;
        BENCH_CHECK(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
        benchmark::DoNotOptimize(memory);
        BENCH_CHECK(aclrtFree(memory));
      },
      [=] {
        void* memory = std::malloc(bytes);
        benchmark::DoNotOptimize(memory);
        std::free(memory);
      });
}
BENCHMARK(MallocAndFree)->ArgName("bytes")->RangeMultiplier(8)->Range(64, 128 << 20)->UseManualTime();

}  // namespace
}  // namespace openaclnn::bench
