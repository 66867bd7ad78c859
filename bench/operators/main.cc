// SPDX-License-Identifier: Apache-2.0
//
// Measures this library, the peer and the memory bound on the same problems: in one process, taking turns.
// Prints a JSON line for each case; scripts/bench_report.py makes the report of them.
#include <malloc.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <nlohmann/json.hpp>

#include "acl/acl.h"
#include "bench/operators/cases.h"
#include "bench/operators/contender.h"

namespace bench {
namespace {

using std::chrono::steady_clock;

struct Options {
  std::string filter;
  int threads = 2;
  int rounds = 9;
};

struct Racer {
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
  std::vector<Racer> racers(4);
  racers[0].contender = MakeOurs(problem);
  racers[1].contender = MakePeer(problem);
  racers[2].contender = MakeTriad(problem.MinimalBytes(), options.threads, false);
  racers[3].contender = MakeTriad(problem.MinimalBytes(), options.threads, true);
  for (Racer& racer : racers) {
    if (racer.contender != nullptr) {
      Prepare(racer);
    }
  }
  for (int round = 0; round < options.rounds; ++round) {
    for (Racer& racer : racers) {
      if (racer.contender != nullptr) {
        // The threads of the one before stop spinning, and leave the cores to this one.
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        racer.seconds.push_back(Seconds(*racer.contender, racer.calls));
      }
    }
  }
  nlohmann::json line = {{"op", item.op},
                         {"name", item.name},
                         {"dtype", NameOf(item.dtype)},
                         {"layout", NameOf(item.layout)},
                         {"threads", options.threads},
                         {"elements", problem.Elements()},
                         {"bytes", problem.MinimalBytes()},
                         {"workspace", WorkspaceBytes(problem)},
                         {"ours", Summary(racers[0])}};
  if (racers[1].contender != nullptr) {
    line["peer"] = Summary(racers[1]);
  }
  const size_t faster = Quantile(racers[2].seconds, 0.5) < Quantile(racers[3].seconds, 0.5) ? 2 : 3;
  line["bound"] = Summary(racers[faster]);
  std::printf("%s\n", line.dump().c_str());
  std::fflush(stdout);
}

int Run(const Options& options) {
  // Memory that was freed stays with the process: neither contender meets fresh pages for its results.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
  setenv("OPENACLNN_NUM_THREADS", std::to_string(options.threads).c_str(),
         1);  // NOLINT(concurrency-mt-unsafe)
  SetPeerThreads(options.threads);
  if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS) {
    std::fprintf(stderr, "the runtime does not start\n");
    return 1;
  }
  std::printf("%s\n",
              nlohmann::json{{"peer_version", PeerVersion()}, {"threads", options.threads}}.dump().c_str());
  for (const Case& item : AllCases()) {
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
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i];
    if (name == "--filter") {
      options.filter = argv[i + 1];
    } else if (name == "--threads") {
      options.threads = std::atoi(argv[i + 1]);
    } else if (name == "--rounds") {
      options.rounds = std::atoi(argv[i + 1]);
    } else {
      std::fprintf(stderr, "usage: %s [--filter TEXT] [--threads N] [--rounds N]\n", argv[0]);
      return 2;
    }
  }
  return bench::Run(options);
}
