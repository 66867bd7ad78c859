// SPDX-License-Identifier: Apache-2.0
//
// Times of several who do the same work, fairly measured.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace openaclnn::cli {

// Somebody who does the work, and has done it once to warm up.
struct Contender {
  using Turn = std::function<std::vector<double>(double seconds, int64_t repetitions)>;

  double weight;  // of its share in the time
  Turn takeTurn;
  std::vector<double> seconds;  // of each call; ascending, when all is measured
};

// Runs `body` for so long, or so often if that is not 0, at least once; the seconds of each.
[[nodiscard]] std::vector<double> TakeTurn(double seconds, int64_t repetitions,
                                           const std::function<void()>& body);

// Gives each its share of the seconds, or so many repetitions if that is not 0.
// In turn, so that what else the machine does disturbs all alike; with pauses, until nobody's threads spin.
void Measure(double seconds, int64_t repetitions, std::vector<Contender>& contenders);

[[nodiscard]] double Quantile(const std::vector<double>& ascending, double share);

}  // namespace openaclnn::cli
