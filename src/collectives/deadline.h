// SPDX-License-Identifier: Apache-2.0
//
// Points in time until which ranks wait for each other.
#pragma once

#include <chrono>
#include <optional>

namespace openaclnn::collectives {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

// How long an operation waits for the other ranks. Empty: without a limit.
using ExecTimeout = std::optional<std::chrono::milliseconds>;

// The time until the deadline for poll and epoll_wait: rounded up, not negative.
[[nodiscard]] int MillisecondsUntil(Deadline deadline);

}  // namespace openaclnn::collectives
