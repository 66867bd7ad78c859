// SPDX-License-Identifier: Apache-2.0
//
// Many small operators from several threads to several streams.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <vector>

#include "bench/runtime/client.h"
#include "bench/runtime/measure.h"

namespace openaclnn::bench {
namespace {

constexpr int kLaunches = 64;  // of a thread, before it waits

std::vector<Stream>& Streams() {
  static std::vector<Stream> streams;
  return streams;
}

int64_t Now() {
  return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// From the first thread's start to the last one's end. The library of the benchmarks takes the mean of the
// threads' own times, in which a thread that comes late because all cores are taken counts as a fast one.
class WallTime {
 public:
  void Reset() {
    start_ = std::numeric_limits<int64_t>::max();
    end_ = 0;
  }
  void Start() {
    const int64_t now = Now();
    int64_t start = start_;
    while (now < start && !start_.compare_exchange_weak(start, now)) {
    }
  }
  void End() {
    const int64_t now = Now();
    int64_t end = end_;
    while (now > end && !end_.compare_exchange_weak(end, now)) {
    }
  }
  double Seconds() const { return static_cast<double>(end_ - start_) * 1e-9; }

 private:
  std::atomic<int64_t> start_;
  std::atomic<int64_t> end_;
};

WallTime& Wall() {
  static WallTime wall;
  return wall;
}

void MakeStreams(const benchmark::State& state) {
  Wall().Reset();
  BENCH_CHECK(aclrtSetDevice(0));
  for (int64_t i = 0; i < state.range(1); ++i) {
    Streams().emplace_back();
  }
}

void DestroyStreams(const benchmark::State& /*state*/) {
  Streams().clear();
  BENCH_CHECK(aclrtResetDevice(0));
}

// The streams are dealt out to the threads; where there are fewer, threads share them. Each thread has an
// operator with memory of its own for each of its streams, launches in turn, and waits for its streams.
void SmallOperators(benchmark::State& state) {
  BENCH_CHECK(aclrtSetDevice(0));
  {
    const auto count = Streams().size();
    const auto thread = static_cast<size_t>(state.thread_index());
    const auto step = static_cast<size_t>(state.threads());
    std::vector<aclrtStream> streams;
    for (size_t i = thread % count; i < count; i += step) {
      streams.push_back(Streams()[i].Get());
    }
    std::vector<SmallOperator> operators;
    for (size_t i = 0; i < streams.size(); ++i) {
      operators.emplace_back(state.range(0));
    }
    bool started = false;
    for ([[maybe_unused]] auto _ : state) {
      if (!started) {
        Wall().Start();
        started = true;
      }
      for (size_t i = 0; i < kLaunches; ++i) {
        operators[i % streams.size()].Launch(streams[i % streams.size()]);
      }
      for (size_t i = 0; i < std::min<size_t>(kLaunches, streams.size()); ++i) {
        BENCH_CHECK(aclrtSynchronizeStream(streams[i]));
      }
      Wall().End();
    }
    // Here all threads have left their loops.
    if (thread == 0) {
      const auto calls = static_cast<double>(state.iterations()) * state.threads() * kLaunches;
      state.counters["calls_per_second"] = calls / Wall().Seconds();
    }
  }
  BENCH_CHECK(aclrtResetDevice(0));
}
BENCHMARK(SmallOperators)
    ->ArgNames({"elements", "streams"})
    ->ArgsProduct({{4, 1 << 10, 1 << 16}, {1, 2, 8, 64}})
    ->ThreadRange(1, 2)
    ->Threads(3)
    ->Threads(4)
    ->Setup(MakeStreams)
    ->Teardown(DestroyStreams)
    ->UseRealTime();

}  // namespace
}  // namespace openaclnn::bench
