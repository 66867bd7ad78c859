// SPDX-License-Identifier: Apache-2.0
#include "bench/turns/turns.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

namespace bench {
namespace {

// Behind each turn, so that the threads of the one before stop spinning and leave the cores to the next: libgomp's spin
// for some five milliseconds.
constexpr auto kPause = std::chrono::milliseconds(20);

double Now(Turns::Clock clock) {
  timespec now{};
  clock_gettime(clock == Turns::Clock::kProcessor ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

double Turns::Seconds(Contender& contender, int calls) const {
  const double start = Now(clock_);
  for (int i = 0; i < calls; ++i) {
    contender.Run();
  }
  return (Now(clock_) - start) / calls;
}

void Turns::Enter(const char* name, std::unique_ptr<Contender> contender) {
  if (contender == nullptr) {
    return;
  }
  constexpr double kTurn = 3e-3;
  contender->Run();
  const double once = Seconds(*contender, 1);
  const auto calls = static_cast<int>(std::clamp(kTurn / std::max(once, 1e-7), 1.0, 3000.0));
  entries_.push_back({name, std::move(contender), calls});
}

void Turns::Run(int rounds) {
  for (int round = 0; round < rounds; ++round) {
    for (Entry& entry : entries_) {
      std::this_thread::sleep_for(kPause);
      entry.seconds.push_back(Seconds(*entry.contender, entry.calls));
    }
  }
}

nlohmann::json Turns::Summary() const {
  nlohmann::json summary;
  for (const Entry& entry : entries_) {
    std::vector<double> seconds = entry.seconds;
    std::sort(seconds.begin(), seconds.end());
    const auto quantile = [&](double share) {
      return seconds[static_cast<size_t>(std::lround(share * static_cast<double>(seconds.size() - 1)))];
    };
    summary[entry.name] = {
        {"median", quantile(0.5)}, {"low", quantile(0.25)}, {"high", quantile(0.75)}, {"least", quantile(0)}};
  }
  return summary;
}

}  // namespace bench
