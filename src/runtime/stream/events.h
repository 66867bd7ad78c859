// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

// Which of the three functions made an event; they differ in what the event may be used for.
enum class EventOrigin { kPlain, kWithFlag, kExWithFlag };

// `flags` as the API's ACL_EVENT_*; meaningless for plain events.
[[nodiscard]] Status CreateEvent(EventOrigin origin, uint32_t flags, void** handle);

// For other processes: an event with ACL_EVENT_IPC, and what such a process makes of it.
[[nodiscard]] Status ExportEvent(void* event, aclrtIpcEventHandle* exported);
[[nodiscard]] Status OpenEvent(const aclrtIpcEventHandle& exported, void** handle);

// Never waits. Work that is queued on the event goes on.
[[nodiscard]] Status DestroyEvent(void* handle);

// `flag` as the API's ACL_EVENT_RECORD_*.
[[nodiscard]] Status RecordEvent(void* event, void* stream, uint32_t flag);
// Forgets the record that the event has now, once the stream arrives there.
[[nodiscard]] Status ResetEvent(void* event, void* stream);

// How long later StreamWaitEvent tasks may wait; 0: for ever.
[[nodiscard]] Status SetEventWaitLimit(uint32_t seconds);
[[nodiscard]] Status StreamWaitEvent(void* stream, void* event);
// With a limit of its own, and `flag` as the API's ACL_EVENT_WAIT_*.
[[nodiscard]] Status StreamWaitEventWithin(void* stream, void* event, int64_t seconds, uint32_t flag);

[[nodiscard]] Status QueryEvent(void* event, bool* complete);
// As QueryEvent, for the function of old: not for kExWithFlag.
[[nodiscard]] Status QueryRecordedEvent(void* event, bool* complete);
// Whether no stream has a wait for the event before it. Not for kExWithFlag.
[[nodiscard]] Status QueryEventWaits(void* event, bool* complete);
[[nodiscard]] Status SynchronizeEvent(void* event, int32_t milliseconds);

[[nodiscard]] Status EventElapsedTime(void* start, void* end, float* milliseconds);
// When the record was reached, in microseconds since the system's start.
[[nodiscard]] Status EventTimestamp(void* event, uint64_t* microseconds);
[[nodiscard]] Status EventId(void* event, uint32_t* id);
// How many events the current device still has for those that count.
[[nodiscard]] Status EventsLeft(uint32_t* count);

}  // namespace openaclnn::runtime
