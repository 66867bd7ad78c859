// SPDX-License-Identifier: Apache-2.0
//
// Notifies and counting notifies: what streams signal each other with, across devices, too.
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

// A notify is a flag. A record sets it; a wait clears it and passes, the one that waits longest first.
[[nodiscard]] Status CreateNotify(uint64_t flag, void** handle);
// Never waits. Tasks that are queued on the notify go on.
[[nodiscard]] Status DestroyNotify(void* handle);
[[nodiscard]] Status RecordNotify(void* notify, void* stream);
// `seconds` 0: no limit.
[[nodiscard]] Status WaitAndResetNotify(void* notify, void* stream, uint32_t seconds);
// A number that is unique among the notifies of the device.
[[nodiscard]] Status NotifyId(void* notify, uint32_t* id);
// Clears all of them at once, or none if one of the handles is not a live notify.
[[nodiscard]] Status ResetNotifies(void* const* notifies, size_t count);

// For other processes, which find a notify by its key of 65 bytes. One that is imported is another handle of
// the same notify. A wait fails with kRtIpcError where no process is left that could record it.
[[nodiscard]] Status ExportNotify(void* notify, char* key, size_t keyBytes, uint64_t flags);
[[nodiscard]] Status AdmitToNotify(void* notify, const int32_t* processes, size_t count);
[[nodiscard]] Status ImportNotify(void** handle, const char* key, uint64_t flags);

// A counting notify is a number of 32 bits. Modes are the numbers of the API's enumerations; callers can pass
// any.
[[nodiscard]] Status CreateCountingNotify(uint64_t flag, void** handle);
[[nodiscard]] Status DestroyCountingNotify(void* handle);
[[nodiscard]] Status RecordCountingNotify(void* notify, void* stream, const aclrtCntNotifyRecordInfo* info);
[[nodiscard]] Status WaitCountingNotify(void* notify, void* stream, const aclrtCntNotifyWaitInfo* info);
[[nodiscard]] Status ResetCountingNotify(void* notify, void* stream);
[[nodiscard]] Status CountingNotifyId(void* notify, uint32_t* id);

}  // namespace openaclnn::runtime
