// SPDX-License-Identifier: Apache-2.0
#include "acl/acl.h"
#include "runtime/core/not_supported.h"

using openaclnn::runtime::NotSupported;

namespace {

constexpr const char* kDumps = "nothing is dumped; OPENACLNN_TRACE shows what runs";

}  // namespace

extern "C" {

aclError aclmdlInitDump(void) {
  return NotSupported("aclmdlInitDump", kDumps);
}

aclError aclmdlSetDump(const char* /*dumpCfgPath*/) {
  return NotSupported("aclmdlSetDump", kDumps);
}

aclError aclmdlFinalizeDump(void) {
  return NotSupported("aclmdlFinalizeDump", kDumps);
}

}  // extern "C"
