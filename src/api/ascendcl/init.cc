// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "acl/acl.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "base/soc.h"
#include "runtime/core/check.h"
#include "runtime/core/lifecycle.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclInit(const char* configPath) {
  return Boundary("aclInit", [&] { return runtime::Initialize(configPath); });
}

aclError aclFinalize() {
  return Boundary("aclFinalize", [] { return runtime::Finalize(); });
}

aclError aclFinalizeReference(uint64_t* refCount) {
  return Boundary("aclFinalizeReference", [&] { return runtime::FinalizeOne(refCount); });
}

aclError aclInitCallbackRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc, void* userData) {
  return Boundary("aclInitCallbackRegister",
                  [&] { return runtime::RegisterInitCallback(openaclnn::NumberOf(type), cbFunc, userData); });
}

aclError aclInitCallbackUnRegister(aclRegisterCallbackType type, aclInitCallbackFunc cbFunc) {
  return Boundary("aclInitCallbackUnRegister",
                  [&] { return runtime::UnregisterInitCallback(openaclnn::NumberOf(type), cbFunc); });
}

aclError aclFinalizeCallbackRegister(aclRegisterCallbackType type, aclFinalizeCallbackFunc cbFunc,
                                     void* userData) {
  return Boundary("aclFinalizeCallbackRegister", [&] {
    return runtime::RegisterFinalizeCallback(openaclnn::NumberOf(type), cbFunc, userData);
  });
}

aclError aclFinalizeCallbackUnRegister(aclRegisterCallbackType type, aclFinalizeCallbackFunc cbFunc) {
  return Boundary("aclFinalizeCallbackUnRegister",
                  [&] { return runtime::UnregisterFinalizeCallback(openaclnn::NumberOf(type), cbFunc); });
}

aclError aclrtGetVersion(int32_t* majorVersion, int32_t* minorVersion, int32_t* patchVersion) {
  return Boundary("aclrtGetVersion", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("majorVersion", majorVersion));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("minorVersion", minorVersion));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("patchVersion", patchVersion));
    *majorVersion = ACL_MAJOR_VERSION;
    *minorVersion = ACL_MINOR_VERSION;
    *patchVersion = ACL_PATCH_VERSION;
    return Status::Ok();
  });
}

// Clients print the name unchecked, so it is never null: where OPENACLNN_SOC names no SoC, aclInit says
// so.
const char* aclrtGetSocName() {
  try {
    const openaclnn::Soc* const soc = openaclnn::EmulatedSoc();
    return soc == nullptr ? "unknown" : soc->socName;
  } catch (...) {  // the first call reads the environment, and may lack the memory for it
    return "unknown";
  }
}

}  // extern "C"
