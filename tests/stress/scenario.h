// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "tests/stress/operators.h"

namespace stress {

/// What one round works with. A round's operations follow from its seed alone, however long the run is.
struct Round {
  uint64_t seed;
  const std::vector<Problem>& problems;  // solved
  const Problem& failing;                // of MakeFailingProblem
};

/// A round starts with the library finalized and leaves it so, with nothing allocated and no work queued.
struct Scenario {
  const char* name;
  void (*run)(const Round& round);
};

/// Threads, streams, events, memory and operators in random graphs of dependencies.
void RunGraph(const Round& round);
/// Thousands of streams and events, nearly all of them waiting.
void RunCrowd(const Round& round);
/// Failing work and misused handles beside streams that must not notice.
void RunFailures(const Round& round);
/// The library, devices and contexts come and go.
void RunLifecycle(const Round& round);
/// Plans that are kept, shared, handed to other threads, and argued over.
void RunExecutors(const Round& round);
/// Every operator of the catalogue on several threads and streams, which share its inputs.
void RunOperators(const Round& round);

/// A scenario more is a line more.
inline constexpr Scenario kScenarios[] = {
    {"graph", RunGraph},         {"crowd", RunCrowd},         {"failures", RunFailures},
    {"lifecycle", RunLifecycle}, {"executors", RunExecutors}, {"operators", RunOperators},
};

}  // namespace stress
