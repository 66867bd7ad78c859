// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/not_supported.h"
#include "hccl/hccl.h"

namespace {

// In HCCL's terms; who asks the runtime (aclGetRecentErrMsg, aclrtGetLastError) gets its terms.
HcclResult NotSupported(const char* function, const char* reason) {
  openaclnn::runtime::NotSupported(function, reason);
  return HCCL_E_NOT_SUPPORT;
}

HcclResult NoSuspending(const char* function) {
  return NotSupported(function, "there is no hardware that could be mended meanwhile");
}

HcclResult NoRegisteredMemory(const char* function) {
  return NotSupported(function, "what ranks send goes over connections");
}

}  // namespace

extern "C" {

HcclResult HcclCommSuspend(HcclComm /*comm*/) {
  return NoSuspending("HcclCommSuspend");
}

HcclResult HcclCommResume(HcclComm /*comm*/) {
  return NoSuspending("HcclCommResume");
}

HcclResult HcclCommSetMemoryRange(HcclComm /*comm*/, void* /*baseVirPtr*/, size_t /*size*/,
                                  size_t /*alignment*/, uint64_t /*flags*/) {
  return NoRegisteredMemory("HcclCommSetMemoryRange");
}

HcclResult HcclCommUnsetMemoryRange(HcclComm /*comm*/, void* /*baseVirPtr*/) {
  return NoRegisteredMemory("HcclCommUnsetMemoryRange");
}

HcclResult HcclCommActivateCommMemory(HcclComm /*comm*/, void* /*virPtr*/, size_t /*size*/, size_t /*offset*/,
                                      aclrtDrvMemHandle /*handle*/, uint64_t /*flags*/) {
  return NoRegisteredMemory("HcclCommActivateCommMemory");
}

HcclResult HcclCommDeactivateCommMemory(HcclComm /*comm*/, void* /*virPtr*/) {
  return NoRegisteredMemory("HcclCommDeactivateCommMemory");
}

HcclResult HcclCommRegister(HcclComm /*comm*/, void* /*addr*/, uint64_t /*size*/, void** /*handle*/,
                            uint32_t /*flag*/) {
  return NoRegisteredMemory("HcclCommRegister");
}

HcclResult HcclCommDeregister(HcclComm /*comm*/, void* /*handle*/) {
  return NoRegisteredMemory("HcclCommDeregister");
}

HcclResult HcclCommExchangeMem(HcclComm /*comm*/, void* /*windowHandle*/, uint32_t* /*peerRanks*/,
                               uint32_t /*peerRankNum*/) {
  return NoRegisteredMemory("HcclCommExchangeMem");
}

}  // extern "C"
