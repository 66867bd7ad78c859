// SPDX-License-Identifier: Apache-2.0
//
// Measures this library, the peer and the memory bound on the same problems: in one process, taking turns.
// Prints a JSON line for each case; bench/operators/report.py makes the report of them.
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "acl/acl.h"
#include "bench/operators/cases.h"
#include "bench/operators/contender.h"

namespace bench {
namespace {

using std::chrono::steady_clock;

struct Options {
  std::string workload = "suite";
  std::string filter;
  std::string cases;
  int threads = static_cast<int>(std::thread::hardware_concurrency());
  int rounds = 9;
  bool alone = false;
};

struct Racer {
  const char* name;
  std::unique_ptr<Contender> contender;
  int calls = 1;  // in a row, so that a turn is long enough for the clock
  std::vector<double> seconds;
};

double Seconds(Contender& contender, int calls) {
  const steady_clock::time_point start = steady_clock::now();
  for (int i = 0; i < calls; ++i) {
    contender.Run();
  }
  return std::chrono::duration<double>(steady_clock::now() - start).count() / calls;
}

void Prepare(Racer& racer) {
  constexpr double kTurn = 3e-3;
  racer.contender->Run();  // warms caches, the allocator and the threads
  const double once = Seconds(*racer.contender, 1);
  racer.calls = static_cast<int>(std::clamp(kTurn / std::max(once, 1e-7), 1.0, 3000.0));
}

double Quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

nlohmann::json Summary(const Racer& racer) {
  return {{"median", Quantile(racer.seconds, 0.5)},
          {"low", Quantile(racer.seconds, 0.25)},
          {"high", Quantile(racer.seconds, 0.75)}};
}

void Measure(const Case& item, const Options& options) {
  Problem problem{item.name, item.op, item.dtype, item.layout, item.make()};
  std::vector<Racer> racers;
  const auto enter = [&](const char* name, std::unique_ptr<Contender> contender) {
    if (contender != nullptr) {
      racers.push_back({name, std::move(contender), 1, {}});
      Prepare(racers.back());
    }
  };
  enter("ours", MakeOurs(problem));
  if (!options.alone) {
    enter("pytorch", MakeTorch(problem));
    enter("onednn", MakeOneDnn(problem));
  }
  enter("triad", MakeTriad(problem.MinimalBytes(), options.threads, false));
  enter("streaming triad", MakeTriad(problem.MinimalBytes(), options.threads, true));
  for (int round = 0; round < options.rounds; ++round) {
    for (Racer& racer : racers) {
      // The threads of the one before stop spinning, and leave the cores to this one.
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      racer.seconds.push_back(Seconds(*racer.contender, racer.calls));
    }
  }
  nlohmann::json line = {{"workload", options.workload},
                         {"op", item.op},
                         {"name", item.name},
                         {"dtype", NameOf(item.dtype)},
                         {"layout", NameOf(item.layout)},
                         {"threads", options.threads},
                         {"elements", problem.Elements()},
                         {"bytes", problem.MinimalBytes()},
                         {"workspace", WorkspaceBytes(problem)}};
  for (const Racer& racer : racers) {
    line[racer.name] = Summary(racer);
  }
  std::printf("%s\n", line.dump().c_str());
  std::fflush(stdout);
}

std::vector<Case> Cases(const Options& options) {
  if (options.workload == "published") {
    return PublishedCases(options.cases);
  }
  return options.workload == "sizes" ? SizeCases() : SuiteCases();
}

int Run(const Options& options) {
  // Memory that was freed stays with the process: neither contender meets fresh pages for its results.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
  // NOLINTNEXTLINE(concurrency-mt-unsafe): there is no other thread yet
  setenv("OPENACLNN_NUM_THREADS", std::to_string(options.threads).c_str(), 1);
  SetTorchThreads(options.threads);
  SetOneDnnThreads(options.threads);
  if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS) {
    std::fprintf(stderr, "the runtime does not start\n");
    return 1;
  }
  const nlohmann::json about{
      {"pytorch", TorchVersion()}, {"onednn", OneDnnVersion()}, {"threads", options.threads}};
  std::printf("%s\n", about.dump().c_str());
  for (const Case& item : Cases(options)) {
    const std::string full = item.op + " " + item.name + " " + NameOf(item.dtype) + " " + NameOf(item.layout);
    if (full.find(options.filter) != std::string::npos) {
      Measure(item, options);
    }
  }
  aclrtResetDevice(0);
  aclFinalize();
  return 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  bench::Options options;
  CLI::App app("Measures the operators, their peers and the memory bound, in turn; JSON lines.");
  app.add_option("--workload", options.workload, "Which cases")
      ->check(CLI::IsMember({"suite", "sizes", "published"}));
  app.add_option("--cases", options.cases, "Folder of the published cases (JSON lines)");
  app.add_option("--filter", options.filter, "Only cases with this text in operator, name, dtype or layout");
  app.add_option("--threads", options.threads, "For all contenders")->check(CLI::Range(1, 1024));
  app.add_option("--rounds", options.rounds, "Turns of each contender")->check(CLI::Range(1, 1000));
  app.add_flag("--alone", options.alone, "Without the peers");
  CLI11_PARSE(app, argc, argv);
  try {
    return bench::Run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
