// SPDX-License-Identifier: Apache-2.0
//
// A process, in one number: its id and the time of its start, so that a later process with the same id is
// another one.
#pragma once

#include <cstdint>

namespace openaclnn {

using ProcessTag = uint64_t;  // 0 is no process

[[nodiscard]] ProcessTag OwnProcessTag() noexcept;

// The rest is the process's id. The start counts in ticks of the system's clock: enough for a thousand years.
inline constexpr int kStartBitsOfTag = 42;

[[nodiscard]] constexpr int32_t ProcessIdOf(ProcessTag tag) {
  return static_cast<int32_t>(tag >> kStartBitsOfTag);
}

// Whether the process runs. One that has ended and that nobody has waited for does not.
[[nodiscard]] bool IsAlive(ProcessTag tag) noexcept;

}  // namespace openaclnn
