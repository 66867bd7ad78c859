// SPDX-License-Identifier: Apache-2.0
#include "bench/turns/turns.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>
#include <utility>

namespace bench {
namespace {

using std::chrono::steady_clock;

// Behind each turn, so that the threads of the one before stop spinning and leave the cores to the next: libgomp's spin
// for some five milliseconds.
constexpr auto kPause = std::chrono::milliseconds(20);

double Seconds(Contender& contender, int calls) {
  const steady_clock::time_point start = steady_clock::now();
  for (int i = 0; i < calls; ++i) {
    contender.Run();
  }
  return std::chrono::duration<double>(steady_clock::now() - start).count() / calls;
}

}  // namespace

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
