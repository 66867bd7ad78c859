// SPDX-License-Identifier: Apache-2.0
#include "contenders.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "progress.h"

namespace openaclnn::cli {
namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

std::vector<double> TakeTurn(double seconds, int64_t repetitions, const std::function<void()>& body) {
  std::vector<double> times;
  const Clock::time_point start = Clock::now();
  double elapsed = 0;
  do {
    const Clock::time_point before = Clock::now();
    body();
    const Clock::time_point after = Clock::now();
    times.push_back(std::chrono::duration<double>(after - before).count());
    elapsed = std::chrono::duration<double>(after - start).count();
  } while (repetitions > 0 ? static_cast<int64_t>(times.size()) < repetitions : elapsed < seconds);
  return times;
}

void Measure(double seconds, int64_t repetitions, std::vector<Contender>& contenders) {
  constexpr std::chrono::milliseconds kPause(2);
  constexpr int64_t kFewest = 9;
  constexpr double kLongest = 0.3;  // seconds that all have a turn in
  const int64_t turns = repetitions > 0 ? std::min(repetitions, kFewest)
                                        : std::max(kFewest, static_cast<int64_t>(seconds / kLongest));
  double weights = 0;
  for (const Contender& contender : contenders) {
    weights += contender.weight;
  }
  Progress progress("timing");
  for (int64_t turn = 0; turn < turns; ++turn) {
    const int64_t share = repetitions * (turn + 1) / turns - repetitions * turn / turns;
    for (Contender& contender : contenders) {
      std::this_thread::sleep_for(kPause);
      const double time = seconds * contender.weight / weights / static_cast<double>(turns);
      const std::vector<double> times = contender.takeTurn(time, share);
      contender.seconds.insert(contender.seconds.end(), times.begin(), times.end());
    }
    progress.Update(static_cast<double>(turn + 1) / static_cast<double>(turns));
  }
  for (Contender& contender : contenders) {
    std::sort(contender.seconds.begin(), contender.seconds.end());
  }
}

double Quantile(const std::vector<double>& ascending, double share) {
  return ascending[static_cast<size_t>(share * static_cast<double>(ascending.size() - 1) + 0.5)];
}

}  // namespace openaclnn::cli
