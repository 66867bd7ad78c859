// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

namespace bench {

// Device memory, in huge pages where the kernel gives them; on the CPU backend every contender can read it.
// Ends the program where there is none.
[[nodiscard]] std::shared_ptr<void> AllocateDeviceMemory(size_t bytes);

}  // namespace bench
