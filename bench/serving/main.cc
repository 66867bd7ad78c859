// SPDX-License-Identifier: Apache-2.0
//
// Measures what serving a language model takes: products with quantized weights beside those of floating-point
// numbers, attention to a cache of pages, experts' products of few tokens, and the memory bound, in turn.
#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>

#include "bench/serving/cases.h"
#include "bench/turns/library.h"
#include "bench/turns/triad.h"
#include "bench/turns/turns.h"

namespace bench {
namespace {

struct Options {
  std::vector<std::string> names;
  int threads = static_cast<int>(std::thread::hardware_concurrency());
  int rounds = 9;
  bool processor = false;
};

void Measure(const Case& item, const Options& options) {
  Turns turns(options.processor ? Turns::Clock::kProcessor : Turns::Clock::kWall);
  turns.Enter("ours", item.ours());
  turns.Enter("peer", item.peer ? item.peer() : nullptr);
  turns.Enter("plain", MakeTriad(item.bytes, options.threads, false));
  turns.Enter("streaming", MakeTriad(item.bytes, options.threads, true));
  turns.Run(options.rounds);
  const nlohmann::json summary = turns.Summary();
  const auto least = [&](const char* name) { return summary[name]["least"].get<double>(); };
  const double ours = least("ours");
  const double bound = std::min(least("plain"), least("streaming"));
  std::printf("%-78s %9.3f ms", item.name.c_str(), ours * 1e3);
  if (item.peer) {
    std::printf(" %9.3f ms %5.2f times as fast", least("peer") * 1e3, least("peer") / ours);
  }
  std::printf(" %5.2f of the bound\n", bound / ours);
  std::fflush(stdout);
}

int Run(const Options& options) {
  const Library library(options.threads);
  std::vector<Case> cases;
  AddProducts(cases);
  AddAttention(cases);
  for (const Case& item : cases) {
    if (options.names.empty() ||
        std::any_of(options.names.begin(), options.names.end(),
                    [&](const std::string& part) { return item.name.find(part) != std::string::npos; })) {
      Measure(item, options);
    }
  }
  return 0;
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  bench::Options options;
  CLI::App app("Measures what serving a language model takes, and the memory bound, in turn.");
  app.add_option("names", options.names, "Only cases with one of these texts in their names");
  app.add_option("--threads", options.threads, "For all contenders")->check(CLI::Range(1, 1024));
  app.add_option("--rounds", options.rounds, "Turns of each contender")->check(CLI::Range(1, 1000));
  app.add_flag("--processor", options.processor,
               "Processor time of all threads, for a machine that others use");
  CLI11_PARSE(app, argc, argv);
  try {
    return bench::Run(options);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
