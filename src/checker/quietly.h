// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

namespace openaclnn::checker {

// Calls use(state), under its lock. Nothing happens if that lacks memory.
template <typename State, typename Use>
void Quietly(const Use& use) noexcept {
  try {
    State& state = State::Instance();
    const std::lock_guard lock(state.mutex);
    use(state);
  } catch (...) {  // NOLINT(bugprone-empty-catch): less is told
  }
}

}  // namespace openaclnn::checker
