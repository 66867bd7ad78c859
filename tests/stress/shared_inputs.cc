// SPDX-License-Identifier: Apache-2.0
//
// Every operator of the catalogue, planned and run by several host threads at once, each on a stream of its own,
// with the same inputs. Under the thread sanitizer this finds what the kernels of one operator share and should
// not; without it, results that depend on who else runs.
#include <memory>
#include <vector>

#include "catalogue/catalogue.h"
#include "tests/stress/scenario.h"

namespace stress {
namespace {

constexpr size_t kThreads = 4;
constexpr int kRuns = 2;

/// A problem and what each thread computes of it.
struct Shared {
  explicit Shared(const Problem& problem) : inputs(problem) {
    for (size_t thread = 0; thread < kThreads; ++thread) {
      results.emplace_back(problem, &inputs);
    }
  }

  Instance inputs;
  std::vector<Instance> results;
};

void RunOne(const openaclnn::catalogue::Operator& op, Random& random) {
  std::vector<Problem> problems = MakeProblemsOf(op, random);
  const DeviceUse device(0);
  std::vector<std::unique_ptr<Shared>> shared;
  shared.reserve(problems.size());
  for (const Problem& problem : problems) {
    shared.push_back(std::make_unique<Shared>(problem));
  }
  RunThreads(kThreads, op.name.c_str(), [&shared](size_t thread) {
    const DeviceUse threadDevice(0);
    const Stream stream = MakeStream();
    for (const auto& problem : shared) {
      Instance& result = problem->results[thread];
      for (int run = 0; run < kRuns; ++run) {
        result.SpoilOutputs(stream.Get());
        result.Launch(stream.Get());
      }
    }
    STRESS_OK(aclrtSynchronizeStream(stream.Get()));
  });
  for (size_t i = 0; i < problems.size(); ++i) {
    for (const size_t operand : shared[i]->results[0].Writes()) {
      problems[i].expected[operand] = shared[i]->results[0].Read(operand);
    }
    for (const Instance& result : shared[i]->results) {
      result.CheckOutputs();
    }
  }
}

}  // namespace

void RunOperators(const Round& round) {
  const Session session;
  for (const openaclnn::catalogue::Operator& op : openaclnn::catalogue::Operators()) {
    Random random = RandomOf(op, round.seed);
    RunOne(op, random);
  }
}

}  // namespace stress
