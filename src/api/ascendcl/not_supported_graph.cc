// SPDX-License-Identifier: Apache-2.0
#include "acl/acl.h"
#include "runtime/core/not_supported.h"

using openaclnn::runtime::NotSupported;

namespace {

constexpr const char* kModelStreamNotesOnCapturedTasks =
    "no function returns the description of a captured task";

}  // namespace

extern "C" {

aclError aclrtCacheLastTaskOpInfo(const void* const /*infoPtr*/, const size_t /*infoSize*/) {
  return NotSupported("aclrtCacheLastTaskOpInfo", kModelStreamNotesOnCapturedTasks);
}

}  // extern "C"
