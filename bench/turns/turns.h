// SPDX-License-Identifier: Apache-2.0
//
// Contenders measured in turn, in one process: what disturbs the machine disturbs all of them.
#pragma once

#include <memory>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/turns/contender.h"

namespace bench {

class Turns {
 public:
  // Wall time, or the processor time of all threads, for a machine that others use.
  enum class Clock { kWall, kProcessor };

  explicit Turns(Clock clock = Clock::kWall) : clock_(clock) {}

  // Null contenders, those that have no implementation, are left out. Runs the contender to warm caches, the
  // allocator and its threads. `name` has to outlive this.
  void Enter(const char* name, std::unique_ptr<Contender> contender);

  // Rounds in each of which every contender runs for some milliseconds, behind a pause.
  void Run(int rounds);

  // By contender: {"median", "low", "high" (the quartiles), "least"}, in seconds a call.
  [[nodiscard]] nlohmann::json Summary() const;

 private:
  struct Entry {
    const char* name;
    std::unique_ptr<Contender> contender;
    int calls = 1;  // in a row, so that a turn is long enough for the clock
    std::vector<double> seconds{};
  };

  [[nodiscard]] double Seconds(Contender& contender, int calls) const;

  Clock clock_;
  std::vector<Entry> entries_;
};

}  // namespace bench
