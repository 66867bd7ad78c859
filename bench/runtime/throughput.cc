// SPDX-License-Identifier: Apache-2.0
//
// Many small operators from several threads to several streams.
#include <algorithm>
#include <memory>
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

void MakeStreams(const benchmark::State& state) {
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
    for ([[maybe_unused]] auto _ : state) {
      for (size_t i = 0; i < kLaunches; ++i) {
        operators[i % streams.size()].Launch(streams[i % streams.size()]);
      }
      for (size_t i = 0; i < std::min<size_t>(kLaunches, streams.size()); ++i) {
        BENCH_CHECK(aclrtSynchronizeStream(streams[i]));
      }
    }
    state.SetItemsProcessed(state.iterations() * kLaunches);
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
