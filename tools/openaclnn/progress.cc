// SPDX-License-Identifier: Apache-2.0
#include "progress.h"

#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string_view>
#include <utility>

namespace openaclnn::cli {
namespace {

constexpr std::chrono::milliseconds kBetween{200};
constexpr const char* kEraseLine = "\r\x1b[K";

// A line that is shown goes before the process does.
void OnInterrupt(int signal) {
  constexpr std::string_view kErase = kEraseLine;
  (void)!write(STDERR_FILENO, kErase.data(), kErase.size());
  (void)std::signal(signal, SIG_DFL);
  (void)std::raise(signal);
}

// Unless interrupts are ignored.
bool EraseOnInterrupt() {
  if (std::signal(SIGINT, OnInterrupt) == SIG_IGN) {
    (void)std::signal(SIGINT, SIG_IGN);
  }
  return true;
}

}  // namespace

Progress::Progress(std::string what) : what_(std::move(what)) {}

Progress::~Progress() {
  if (visible_) {
    std::fputs(kEraseLine, stderr);
  }
}

bool Progress::IsShown() {
  static const bool terminal = isatty(STDERR_FILENO) == 1;
  return terminal;
}

void Progress::Update(double fraction) {
  const Clock::time_point now = Clock::now();
  if (!IsShown() || now - shown_ < kBetween) {
    return;
  }
  shown_ = now;
  static const bool watched = EraseOnInterrupt();
  (void)watched;
  visible_ = true;
  if (fraction < 0) {
    const std::chrono::duration<double> seconds = now - start_;
    std::fprintf(stderr, "%s%s: %.0f s", kEraseLine, what_.c_str(), seconds.count());
  } else {
    std::fprintf(stderr, "%s%s: %.0f %%", kEraseLine, what_.c_str(), 100 * fraction);
  }
}

}  // namespace openaclnn::cli
