// SPDX-License-Identifier: Apache-2.0
#include <benchmark/benchmark.h>

#include "bench/runtime/client.h"

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  if (benchmark::ReportUnrecognizedArguments(count, arguments)) {
    return 2;
  }
  BENCH_CHECK(aclInit(nullptr));
  BENCH_CHECK(aclrtSetDevice(0));
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  BENCH_CHECK(aclrtResetDevice(0));
  BENCH_CHECK(aclFinalize());
}
