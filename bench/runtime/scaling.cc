// SPDX-License-Identifier: Apache-2.0
//
// What a call costs as a function of what else is alive.
#include <vector>

#include "bench/runtime/client.h"
#include "bench/runtime/measure.h"

namespace openaclnn::bench {
namespace {

constexpr int64_t kTiny = 4;  // elements

// Small blocks, as a framework's many parameters and buffers are.
std::vector<DeviceMemory> Allocate(int64_t count) {
  constexpr size_t kBytes = 256;
  std::vector<DeviceMemory> blocks;
  blocks.reserve(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i) {
    blocks.emplace_back(kBytes);
  }
  return blocks;
}

// Every one in turn, in no order that a prefetcher could follow: 7919 is prime, and no factor of the counts.
size_t Next(size_t current, size_t count) {
  return (current + 7919) % count;
}

void LiveAllocationsLaunch(benchmark::State& state) {
  const std::vector<DeviceMemory> before = Allocate(state.range(0) / 2);
  SmallOperator op(kTiny);
  const std::vector<DeviceMemory> after = Allocate(state.range(0) / 2);
  const Stream stream;
  for ([[maybe_unused]] auto _ : state) {
    op.Launch(stream.Get());
    BENCH_CHECK(aclrtSynchronizeStream(stream.Get()));
  }
}

// Each launch uses other memory: what it looks up is in no cache where there is much of it.
void LiveAllocationsLaunchAll(benchmark::State& state) {
  constexpr int64_t kBlocksPerOperator = 4;
  std::vector<SmallOperator> operators;
  for (int64_t i = 0; i < state.range(0) / kBlocksPerOperator; ++i) {
    operators.emplace_back(kTiny);
  }
  const Stream stream;
  size_t next = 0;
  for ([[maybe_unused]] auto _ : state) {
    operators[next].Launch(stream.Get());
    BENCH_CHECK(aclrtSynchronizeStream(stream.Get()));
    next = Next(next, operators.size());
  }
}

void LiveAllocationsMallocAndFree(benchmark::State& state) {
  const std::vector<DeviceMemory> live = Allocate(state.range(0));
  for ([[maybe_unused]] auto _ : state) {
    void* memory = nullptr;
    BENCH_CHECK(aclrtMalloc(&memory, 256, ACL_MEM_MALLOC_HUGE_FIRST));
    BENCH_CHECK(aclrtFree(memory));
  }
}

void LiveAllocationsLookUp(benchmark::State& state) {
  const std::vector<DeviceMemory> live = Allocate(state.range(0));
  size_t next = 0;
  for ([[maybe_unused]] auto _ : state) {
    aclrtPtrAttributes attributes{};
    BENCH_CHECK(aclrtPointerGetAttributes(live[next].Get(), &attributes));
    benchmark::DoNotOptimize(attributes);
    next = Next(next, live.size());
  }
}

void Counts(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgName("alive")->RangeMultiplier(10)->Range(100, 100000)->UseRealTime();
}
BENCHMARK(LiveAllocationsLaunch)->Apply(Counts);
BENCHMARK(LiveAllocationsLaunchAll)->Apply(Counts);
BENCHMARK(LiveAllocationsMallocAndFree)->Apply(Counts);
BENCHMARK(LiveAllocationsLookUp)->Apply(Counts);

// A device has fewer than 2000 streams: the others are those of other devices.
class LiveStreams {
 public:
  explicit LiveStreams(int64_t count) {
    constexpr int64_t kOfADevice = 1900;
    for (int32_t device = 0; count > 0; ++device) {
      BENCH_CHECK(aclrtSetDevice(device));
      devices_ = device + 1;
      for (int64_t i = 0; i < kOfADevice && count > 0; ++i, --count) {
        streams_.emplace_back();
      }
      if (device == 0) {
        onFirst_ = streams_.size();
      }
    }
    BENCH_CHECK(aclrtSetDevice(0));
  }
  LiveStreams(const LiveStreams&) = delete;
  LiveStreams& operator=(const LiveStreams&) = delete;
  ~LiveStreams() {
    streams_.clear();
    for (int32_t device = devices_; device-- > 0;) {
      BENCH_CHECK(aclrtResetDevice(device));
    }
    BENCH_CHECK(aclrtResetDevice(0));  // was set twice
  }
  size_t OnFirstDevice() const { return onFirst_; }
  aclrtStream Get(size_t index) const { return streams_[index].Get(); }

 private:
  std::vector<Stream> streams_;
  int32_t devices_ = 0;
  size_t onFirst_ = 0;
};

void LiveStreamsLaunch(benchmark::State& state) {
  const LiveStreams streams(state.range(0));
  SmallOperator op(kTiny);
  size_t next = 0;
  for ([[maybe_unused]] auto _ : state) {
    op.Launch(streams.Get(next));
    BENCH_CHECK(aclrtSynchronizeStream(streams.Get(next)));
    next = Next(next, streams.OnFirstDevice());
  }
}

void LiveStreamsCreateAndDestroy(benchmark::State& state) {
  const LiveStreams streams(state.range(0));
  for ([[maybe_unused]] auto _ : state) {
    const Stream stream;
  }
}

void StreamCounts(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgName("alive")->RangeMultiplier(10)->Range(1, 10000)->UseRealTime();
}
BENCHMARK(LiveStreamsLaunch)->Apply(StreamCounts);
BENCHMARK(LiveStreamsCreateAndDestroy)->Apply(StreamCounts);

}  // namespace
}  // namespace openaclnn::bench
