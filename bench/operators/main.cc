// SPDX-License-Identifier: Apache-2.0
//
// Measures this library, the peer and the memory bound on the same problems: in one process, taking turns.
// Prints a JSON line for each case; bench/operators/report.py makes the report of them.
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "bench/operators/cases.h"
#include "bench/operators/contenders.h"
#include "bench/turns/library.h"
#include "bench/turns/triad.h"
#include "bench/turns/turns.h"

namespace bench {
namespace {

struct Options {
  std::string workload = "suite";
  std::string filter;
  std::string cases;
  int threads = static_cast<int>(std::thread::hardware_concurrency());
  int rounds = 9;
  bool alone = false;
};

void Measure(const Case& item, const Options& options) {
  Problem problem{item.name, item.op, item.dtype, item.layout, item.make()};
  Turns turns;
  turns.Enter("ours", MakeOurs(problem));
  if (!options.alone) {
    turns.Enter("pytorch", MakeTorch(problem));
    turns.Enter("onednn", MakeOneDnn(problem));
  }
  turns.Enter("triad", MakeTriad(problem.MinimalBytes(), options.threads, false));
  turns.Enter("streaming triad", MakeTriad(problem.MinimalBytes(), options.threads, true));
  turns.Run(options.rounds);
  nlohmann::json line = {{"workload", options.workload},
                         {"op", item.op},
                         {"name", item.name},
                         {"dtype", NameOf(item.dtype)},
                         {"layout", NameOf(item.layout)},
                         {"threads", options.threads},
                         {"elements", problem.Elements()},
                         {"bytes", problem.MinimalBytes()},
                         {"workspace", WorkspaceBytes(problem)}};
  line.update(turns.Summary());
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
  const Library library(options.threads);
  SetTorchThreads(options.threads);
  SetOneDnnThreads(options.threads);
  const nlohmann::json about{
      {"pytorch", TorchVersion()}, {"onednn", OneDnnVersion()}, {"threads", options.threads}};
  std::printf("%s\n", about.dump().c_str());
  for (const Case& item : Cases(options)) {
    const std::string full = item.op + " " + item.name + " " + NameOf(item.dtype) + " " + NameOf(item.layout);
    if (full.find(options.filter) != std::string::npos) {
      Measure(item, options);
    }
  }
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
