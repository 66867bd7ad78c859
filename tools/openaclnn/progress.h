// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <string>

namespace openaclnn::cli {

// A line on the terminal that says what takes long and how far it is, gone when it is done. Work that is over
// soon shows nothing; standard error that is not a terminal never sees any.
class Progress {
 public:
  explicit Progress(std::string what);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress();

  [[nodiscard]] static bool IsShown();

  // `fraction` of the work is done; a negative one: not known, the seconds are shown instead.
  void Update(double fraction);

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  Clock::time_point start_ = Clock::now();
  Clock::time_point shown_ = start_;
  bool visible_ = false;
};

}  // namespace openaclnn::cli
