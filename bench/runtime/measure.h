// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <string>

namespace openaclnn::bench {

/// Seconds that `work` takes.
template <typename Work>
double Seconds(const Work& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// What one iteration consists of; the table divides by it.
inline void SetOperationsPerIteration(benchmark::State& state, double operations) {
  state.counters["operations"] = operations;
}

/// Measures `library` (the iteration's time) and `reference` in turn, so that both see the same weather on
/// the machine, in batches that are long beside the clock's own cost.
template <typename Library, typename Reference>
void Compare(benchmark::State& state, const Library& library, const Reference& reference) {
  constexpr double kLongEnough = 50e-6;
  constexpr int kMostPerBatch = 4096;
  library();
  reference();
  int batch = 1;
  const auto repeat = [&batch](const auto& work) {
    return Seconds([&] {
      for (int i = 0; i < batch; ++i) {
        work();
      }
    });
  };
  while (batch < kMostPerBatch && repeat(library) < kLongEnough) {
    batch *= 2;
  }
  double librarySeconds = 0;
  double referenceSeconds = 0;
  for ([[maybe_unused]] auto _ : state) {
    const double seconds = repeat(library);
    referenceSeconds += repeat(reference);
    librarySeconds += seconds;
    state.SetIterationTime(seconds);
  }
  const double runs = static_cast<double>(state.iterations()) * batch;
  SetOperationsPerIteration(state, batch);
  state.counters["reference_ns"] = referenceSeconds / runs * 1e9;
  state.counters["ratio"] = librarySeconds / referenceSeconds;
}

}  // namespace openaclnn::bench
