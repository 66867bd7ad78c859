// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/stream/notifies.h"

using openaclnn::Boundary;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtCreateNotify(aclrtNotify* notify, uint64_t flag) {
  return Boundary("aclrtCreateNotify", [&] { return runtime::CreateNotify(flag, notify); });
}

aclError aclrtDestroyNotify(aclrtNotify notify) {
  return Boundary("aclrtDestroyNotify", [&] { return runtime::DestroyNotify(notify); });
}

aclError aclrtRecordNotify(aclrtNotify notify, aclrtStream stream) {
  return Boundary("aclrtRecordNotify", [&] { return runtime::RecordNotify(notify, stream); });
}

aclError aclrtWaitAndResetNotify(aclrtNotify notify, aclrtStream stream, uint32_t timeout) {
  return Boundary("aclrtWaitAndResetNotify",
                  [&] { return runtime::WaitAndResetNotify(notify, stream, timeout); });
}

aclError aclrtGetNotifyId(aclrtNotify notify, uint32_t* notifyId) {
  return Boundary("aclrtGetNotifyId", [&] { return runtime::NotifyId(notify, notifyId); });
}

aclError aclrtNotifyBatchReset(aclrtNotify* notifies, size_t num) {
  return Boundary("aclrtNotifyBatchReset", [&] { return runtime::ResetNotifies(notifies, num); });
}

aclError aclrtNotifyGetExportKey(aclrtNotify notify, char* key, size_t len, uint64_t flags) {
  return Boundary("aclrtNotifyGetExportKey", [&] { return runtime::ExportNotify(notify, key, len, flags); });
}

aclError aclrtNotifyImportByKey(aclrtNotify* notify, const char* key, uint64_t flags) {
  return Boundary("aclrtNotifyImportByKey", [&] { return runtime::ImportNotify(notify, key, flags); });
}

aclError aclrtNotifySetImportPid(aclrtNotify notify, int32_t* pid, size_t num) {
  return Boundary("aclrtNotifySetImportPid", [&] { return runtime::AdmitToNotify(notify, pid, num); });
}

aclError aclrtCntNotifyCreate(aclrtCntNotify* cntNotify, uint64_t flag) {
  return Boundary("aclrtCntNotifyCreate", [&] { return runtime::CreateCountingNotify(flag, cntNotify); });
}

aclError aclrtCntNotifyDestroy(aclrtCntNotify cntNotify) {
  return Boundary("aclrtCntNotifyDestroy", [&] { return runtime::DestroyCountingNotify(cntNotify); });
}

aclError aclrtCntNotifyRecord(aclrtCntNotify cntNotify, aclrtStream stream, aclrtCntNotifyRecordInfo* info) {
  return Boundary("aclrtCntNotifyRecord",
                  [&] { return runtime::RecordCountingNotify(cntNotify, stream, info); });
}

aclError aclrtCntNotifyWaitWithTimeout(aclrtCntNotify cntNotify, aclrtStream stream,
                                       aclrtCntNotifyWaitInfo* info) {
  return Boundary("aclrtCntNotifyWaitWithTimeout",
                  [&] { return runtime::WaitCountingNotify(cntNotify, stream, info); });
}

aclError aclrtCntNotifyReset(aclrtCntNotify cntNotify, aclrtStream stream) {
  return Boundary("aclrtCntNotifyReset", [&] { return runtime::ResetCountingNotify(cntNotify, stream); });
}

aclError aclrtCntNotifyGetId(aclrtCntNotify cntNotify, uint32_t* notifyId) {
  return Boundary("aclrtCntNotifyGetId", [&] { return runtime::CountingNotifyId(cntNotify, notifyId); });
}

}  // extern "C"
