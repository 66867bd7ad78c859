// SPDX-License-Identifier: Apache-2.0
//
// From a call to its result: launches, host functions and events, one at a time.
#include <vector>

#include "bench/runtime/client.h"
#include "bench/runtime/measure.h"

namespace openaclnn::bench {
namespace {

constexpr int64_t kTiny = 4;   // elements
constexpr int kQueued = 256;   // tasks behind a gate
constexpr double kHops = 256;  // of a chain of events

void DoNothing(void* /*argument*/) {}

void TwoPhasesAndSynchronize(benchmark::State& state) {
  SmallOperator op(kTiny);
  const Stream stream;
  for ([[maybe_unused]] auto _ : state) {
    op.Launch(stream.Get());
    BENCH_CHECK(aclrtSynchronizeStream(stream.Get()));
  }
}
BENCHMARK(TwoPhasesAndSynchronize)->UseRealTime();

void PhaseTwoAndSynchronize(benchmark::State& state) {
  SmallOperator op(kTiny);
  const Stream stream;
  aclOpExecutor* const executor = op.PlanRepeatable();
  for ([[maybe_unused]] auto _ : state) {
    op.Run(executor, stream.Get());
    BENCH_CHECK(aclrtSynchronizeStream(stream.Get()));
  }
  BENCH_CHECK(aclDestroyAclOpExecutor(executor));
}
BENCHMARK(PhaseTwoAndSynchronize)->UseRealTime();

void PhaseTwo(benchmark::State& state) {
  SmallOperator op(kTiny);
  const Stream stream;
  aclOpExecutor* const executor = op.PlanRepeatable();
  for ([[maybe_unused]] auto _ : state) {
    op.Run(executor, stream.Get());
  }
  BENCH_CHECK(aclDestroyAclOpExecutor(executor));
}
BENCHMARK(PhaseTwo)->UseRealTime();

void Synchronize(benchmark::State& state) {
  const Stream stream;
  for ([[maybe_unused]] auto _ : state) {
    BENCH_CHECK(aclrtSynchronizeStream(stream.Get()));
  }
}
BENCHMARK(Synchronize)->UseRealTime();

void ManyTwoPhasesAndSynchronize(benchmark::State& state) {
  SmallOperator op(kTiny);
  const Stream stream;
  for ([[maybe_unused]] auto _ : state) {
    for (int i = 0; i < kQueued; ++i) {
      op.Launch(stream.Get());
    }
    BENCH_CHECK(aclrtSynchronizeStream(stream.Get()));
  }
  SetOperationsPerIteration(state, kQueued);
}
BENCHMARK(ManyTwoPhasesAndSynchronize)->UseRealTime();

// The same work, captured once.
void ReplayAndSynchronize(benchmark::State& state) {
  SmallOperator op(kTiny);
  const Stream stream;
  aclmdlRI graph = nullptr;
  BENCH_CHECK(aclmdlRICaptureBegin(stream.Get(), ACL_MODEL_RI_CAPTURE_MODE_GLOBAL));
  for (int i = 0; i < kQueued; ++i) {
    op.Launch(stream.Get());
  }
  BENCH_CHECK(aclmdlRICaptureEnd(stream.Get(), &graph));
  for ([[maybe_unused]] auto _ : state) {
    BENCH_CHECK(aclmdlRIExecuteAsync(graph, stream.Get()));
    BENCH_CHECK(aclrtSynchronizeStream(stream.Get()));
  }
  SetOperationsPerIteration(state, kQueued);
  BENCH_CHECK(aclmdlRIDestroy(graph));
}
BENCHMARK(ReplayAndSynchronize)->UseRealTime();

// What the calling thread pays where the work has to queue: nothing runs meanwhile.
template <typename Call>
void Enqueue(benchmark::State& state, const Stream& stream, const Call& call) {
  for ([[maybe_unused]] auto _ : state) {
    Gate gate;
    BENCH_CHECK(aclrtLaunchHostFunc(stream.Get(), Gate::Wait, &gate));
    state.SetIterationTime(Seconds([&] {
      for (int i = 0; i < kQueued; ++i) {
        call();
      }
    }));
    gate.Open();
    BENCH_CHECK(aclrtSynchronizeStream(stream.Get()));
  }
  SetOperationsPerIteration(state, kQueued);
}

void TwoPhasesOnBusyStream(benchmark::State& state) {
  SmallOperator op(kTiny);
  const Stream stream;
  Enqueue(state, stream, [&] { op.Launch(stream.Get()); });
}
BENCHMARK(TwoPhasesOnBusyStream)->UseManualTime();

void PhaseTwoOnBusyStream(benchmark::State& state) {
  SmallOperator op(kTiny);
  const Stream stream;
  aclOpExecutor* const executor = op.PlanRepeatable();
  Enqueue(state, stream, [&] { op.Run(executor, stream.Get()); });
  BENCH_CHECK(aclDestroyAclOpExecutor(executor));
}
BENCHMARK(PhaseTwoOnBusyStream)->UseManualTime();

// What the library's thread needs to get through them: from the opening of the gate to the end.
void DrainBusyStream(benchmark::State& state) {
  SmallOperator op(kTiny);
  const Stream stream;
  for ([[maybe_unused]] auto _ : state) {
    Gate gate;
    BENCH_CHECK(aclrtLaunchHostFunc(stream.Get(), Gate::Wait, &gate));
    for (int i = 0; i < kQueued; ++i) {
      op.Launch(stream.Get());
    }
    state.SetIterationTime(Seconds([&] {
      gate.Open();
      BENCH_CHECK(aclrtSynchronizeStream(stream.Get()));
    }));
  }
  SetOperationsPerIteration(state, kQueued);
}
BENCHMARK(DrainBusyStream)->UseManualTime();

void HostFunctionAndSynchronize(benchmark::State& state) {
  const Stream stream;
  for ([[maybe_unused]] auto _ : state) {
    BENCH_CHECK(aclrtLaunchHostFunc(stream.Get(), DoNothing, nullptr));
    BENCH_CHECK(aclrtSynchronizeStream(stream.Get()));
  }
}
BENCHMARK(HostFunctionAndSynchronize)->UseRealTime();

// The host function takes the stream to another thread; the operator has to follow it there.
void HostFunctionTwoPhasesAndSynchronize(benchmark::State& state) {
  SmallOperator op(kTiny);
  const Stream stream;
  for ([[maybe_unused]] auto _ : state) {
    BENCH_CHECK(aclrtLaunchHostFunc(stream.Get(), DoNothing, nullptr));
    op.Launch(stream.Get());
    BENCH_CHECK(aclrtSynchronizeStream(stream.Get()));
  }
}
BENCHMARK(HostFunctionTwoPhasesAndSynchronize)->UseRealTime();

// Both streams are idle: the event is complete before anybody waits.
void EventBetweenIdleStreams(benchmark::State& state) {
  const Stream first;
  const Stream second;
  aclrtEvent event = nullptr;
  BENCH_CHECK(aclrtCreateEvent(&event));
  for ([[maybe_unused]] auto _ : state) {
    BENCH_CHECK(aclrtRecordEvent(event, first.Get()));
    BENCH_CHECK(aclrtStreamWaitEvent(second.Get(), event));
  }
  BENCH_CHECK(aclrtDestroyEvent(event));
}
BENCHMARK(EventBetweenIdleStreams)->UseRealTime();

// Two streams that wait for each other in turn, from the opening of the gate to the end of the chain.
void EventChain(benchmark::State& state) {
  const bool withWork = state.range(0) != 0;
  const Stream streams[2];
  std::vector<aclrtEvent> events(static_cast<size_t>(kHops));
  for (aclrtEvent& event : events) {
    BENCH_CHECK(aclrtCreateEvent(&event));
  }
  for ([[maybe_unused]] auto _ : state) {
    Gate gate;
    BENCH_CHECK(aclrtLaunchHostFunc(streams[0].Get(), Gate::Wait, &gate));
    for (size_t hop = 0; hop < events.size(); ++hop) {
      BENCH_CHECK(aclrtRecordEvent(events[hop], streams[hop % 2].Get()));
      const aclrtStream next = streams[(hop + 1) % 2].Get();
      BENCH_CHECK(aclrtStreamWaitEvent(next, events[hop]));
      if (withWork) {
        BENCH_CHECK(aclrtLaunchHostFunc(next, DoNothing, nullptr));
      }
    }
    state.SetIterationTime(Seconds([&] {
      gate.Open();
      BENCH_CHECK(aclrtSynchronizeStream(streams[events.size() % 2].Get()));
    }));
  }
  SetOperationsPerIteration(state, kHops);
  for (const aclrtEvent event : events) {
    BENCH_CHECK(aclrtDestroyEvent(event));
  }
}
BENCHMARK(EventChain)->ArgName("host_function")->Arg(0)->Arg(1)->UseManualTime();

}  // namespace
}  // namespace openaclnn::bench
