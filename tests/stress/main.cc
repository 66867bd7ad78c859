// SPDX-License-Identifier: Apache-2.0
//
// Runs the library for a time with everything at once, and looks for wrong results, hangs and leaks.
//
//   stress [--seconds N] [--seed S] [--scenario NAME] [--round R]
//
// N seconds (10) are shared by the scenarios, all of them or the one named. The operations of round R of a
// scenario follow from the seed (1); how they meet in time does not. With --round that round alone runs, over
// and over. Exits with 0 if all went well; a wrong result or a leak prints where and exits with 1; a hang of
// 60 seconds (under the thread sanitizer 600) prints what each thread does and aborts.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/stress/memory_watch.h"
#include "tests/stress/scenario.h"

namespace stress {
namespace {

using Clock = std::chrono::steady_clock;

#if defined(__SANITIZE_THREAD__)
constexpr int kPatience = 600;  // seconds: an operator of four threads takes minutes
#else
constexpr int kPatience = 60;
#endif

struct Options {
  uint64_t seconds = 10;
  uint64_t seed = 1;
  std::string scenario;  // empty: all
  std::optional<uint64_t> round;
};

std::optional<uint64_t> ParseNumber(const char* text) {
  char* end = nullptr;
  const unsigned long long value = std::strtoull(text, &end, 10);
  return *text != '\0' && *end == '\0' ? std::optional<uint64_t>(value) : std::nullopt;
}

bool Parse(int count, char** arguments, Options* options) {
  for (int i = 1; i < count; i += 2) {
    const std::string name = arguments[i];
    if (i + 1 == count) {
      return false;
    }
    if (name == "--scenario") {
      options->scenario = arguments[i + 1];
      continue;
    }
    const std::optional<uint64_t> value = ParseNumber(arguments[i + 1]);
    if (!value) {
      return false;
    }
    if (name == "--seconds") {
      options->seconds = *value;
    } else if (name == "--seed") {
      options->seed = *value;
    } else if (name == "--round") {
      options->round = *value;
    } else {
      return false;
    }
  }
  return true;
}

struct Workload {
  std::vector<Problem> problems;
  Problem failing;
};

Workload MakeWorkload(uint64_t seed) {
  BeginRound("problems", seed, 0);
  const Session session;
  return {MakeProblems(Random(seed, 1)), MakeFailingProblem(Random(seed, 2))};
}

void RunScenario(const Scenario& scenario, const Options& options, const Workload& workload,
                 Clock::duration time) {
  MemoryWatch watch;
  const Clock::time_point start = Clock::now();
  uint64_t rounds = 0;
  do {
    const uint64_t round = options.round.value_or(rounds);
    BeginRound(scenario.name, options.seed, round);
    scenario.run({Random(options.seed, round).Next(), workload.problems, workload.failing});
    watch.Sample();
    ++rounds;
  } while (Clock::now() - start < time);
  const std::string verdict = watch.Verdict();
  std::printf("%-10s %6llu rounds; %s\n", scenario.name, static_cast<unsigned long long>(rounds),
              watch.Summary().c_str());
  (void)std::fflush(stdout);
  if (!verdict.empty()) {
    Fail(verdict);
  }
}

// Read by the library at first use. A little memory: what it keeps of freed memory is a share of it. More
// threads than a small machine has cores.
void SetEnvironment() {
  const std::pair<const char*, std::string> variables[] = {
      {"OPENACLNN_CPU_DEVICES", std::to_string(kDevices)},
      {"OPENACLNN_CPU_MEMORY", "512M"},
      {"OPENACLNN_NUM_THREADS", std::to_string(2 * kDevices)},
  };
  for (const auto& [name, value] : variables) {
    setenv(name, value.c_str(), 1);  // NOLINT(concurrency-mt-unsafe): before any other thread
  }
}

int Main(int count, char** arguments) {
  Options options;
  size_t selected = 0;
  const bool valid = Parse(count, arguments, &options);
  const auto wanted = [&options](const Scenario& scenario) {
    return options.scenario.empty() || options.scenario == scenario.name;
  };
  for (const Scenario& scenario : kScenarios) {
    selected += wanted(scenario) ? 1 : 0;
  }
  if (!valid || selected == 0) {
    std::fprintf(
        stderr, "usage: %s [--seconds N] [--seed S] [--scenario NAME] [--round R]\nscenarios:", arguments[0]);
    for (const Scenario& scenario : kScenarios) {
      std::fprintf(stderr, " %s", scenario.name);
    }
    std::fprintf(stderr, "\n");
    return 2;
  }
  SetEnvironment();
  StartWatchdog(kPatience);
  std::printf("seed %llu\n", static_cast<unsigned long long>(options.seed));
  const Workload workload = MakeWorkload(options.seed);
  const auto time = std::chrono::duration_cast<Clock::duration>(std::chrono::seconds(options.seconds)) /
                    static_cast<int64_t>(selected);
  for (const Scenario& scenario : kScenarios) {
    if (wanted(scenario)) {
      RunScenario(scenario, options, workload, time);
    }
  }
  return 0;
}

}  // namespace
}  // namespace stress

int main(int count, char** arguments) {
  return stress::Main(count, arguments);
}
