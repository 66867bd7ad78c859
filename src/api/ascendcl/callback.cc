// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "acl/acl.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "runtime/callbacks/callbacks.h"

using openaclnn::Boundary;
using openaclnn::runtime::Service;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream) {
  return Boundary("aclrtSubscribeReport",
                  [&] { return runtime::Subscribe(Service::kCallbacks, threadId, stream); });
}

aclError aclrtProcessReport(int32_t timeout) {
  return Boundary("aclrtProcessReport", [&] { return runtime::Process(Service::kCallbacks, timeout); });
}

aclError aclrtLaunchCallback(aclrtCallback fn, void* userData, aclrtCallbackBlockType blockType,
                             aclrtStream stream) {
  return Boundary("aclrtLaunchCallback", [&] {
    return runtime::LaunchCallback(fn, userData, openaclnn::NumberOf(blockType), stream);
  });
}

aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream) {
  return Boundary("aclrtUnSubscribeReport",
                  [&] { return runtime::Unsubscribe(Service::kCallbacks, threadId, stream); });
}

aclError aclrtSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream) {
  return Boundary("aclrtSubscribeHostFunc",
                  [&] { return runtime::Subscribe(Service::kHostFunctions, hostFuncThreadId, exeStream); });
}

aclError aclrtProcessHostFunc(int32_t timeout) {
  return Boundary("aclrtProcessHostFunc", [&] { return runtime::Process(Service::kHostFunctions, timeout); });
}

aclError aclrtUnSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream) {
  return Boundary("aclrtUnSubscribeHostFunc",
                  [&] { return runtime::Unsubscribe(Service::kHostFunctions, hostFuncThreadId, exeStream); });
}

}  // extern "C"
