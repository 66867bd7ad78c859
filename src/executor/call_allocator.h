// SPDX-License-Identifier: Apache-2.0
//
// Memory of bound calls. Calls come one after the other, and most are larger than what the C library keeps at
// hand for a thread: each thread keeps that of its last one for the next.
#pragma once

#include <cstddef>

namespace openaclnn {

// As operator new: std::bad_alloc where there is none.
[[nodiscard]] void* TakeCallMemory(size_t bytes);
// `bytes` as they were asked for. Any thread may give back what another has taken, also while it ends.
void GiveBackCallMemory(void* memory, size_t bytes) noexcept;

}  // namespace openaclnn
