// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/status.h"

namespace openaclnn::runtime {

// Which of the three functions made an event; they differ in what the event may be used for.
enum class EventOrigin { kPlain, kWithFlag, kExWithFlag };

// `flags` as the API's ACL_EVENT_*; meaningless for plain events.
[[nodiscard]] Status CreateEvent(EventOrigin origin, uint32_t flags, void** handle);

// Never waits. Work that is queued on the event goes on.
[[nodiscard]] Status DestroyEvent(void* handle);

[[nodiscard]] Status RecordEvent(void* event, void* stream);
[[nodiscard]] Status StreamWaitEvent(void* stream, void* event);
[[nodiscard]] Status QueryEvent(void* event, bool* complete);
[[nodiscard]] Status SynchronizeEvent(void* event, int32_t milliseconds);
[[nodiscard]] Status EventElapsedTime(void* start, void* end, float* milliseconds);

}  // namespace openaclnn::runtime
