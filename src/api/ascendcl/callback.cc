// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "acl/acl.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "runtime/callbacks/callbacks.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

namespace {

Status NoSuchSoc() {
  return {openaclnn::code::kRtFeatureNotSupported,
          "threads for host functions are not supported by this product; aclrtLaunchHostFunc needs none"};
}

}  // namespace

extern "C" {

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream) {
  return Boundary("aclrtSubscribeReport", [&] { return runtime::SubscribeReport(threadId, stream); });
}

aclError aclrtProcessReport(int32_t timeout) {
  return Boundary("aclrtProcessReport", [&] { return runtime::ProcessReport(timeout); });
}

aclError aclrtLaunchCallback(aclrtCallback fn, void* userData, aclrtCallbackBlockType blockType,
                             aclrtStream stream) {
  return Boundary("aclrtLaunchCallback", [&] {
    return runtime::LaunchCallback(fn, userData, openaclnn::NumberOf(blockType), stream);
  });
}

aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream) {
  return Boundary("aclrtUnSubscribeReport", [&] { return runtime::UnsubscribeReport(threadId, stream); });
}

aclError aclrtSubscribeHostFunc(uint64_t /*hostFuncThreadId*/, aclrtStream /*exeStream*/) {
  return Boundary("aclrtSubscribeHostFunc", NoSuchSoc);
}

aclError aclrtProcessHostFunc(int32_t /*timeout*/) {
  return Boundary("aclrtProcessHostFunc", NoSuchSoc);
}

aclError aclrtUnSubscribeHostFunc(uint64_t /*hostFuncThreadId*/, aclrtStream /*exeStream*/) {
  return Boundary("aclrtUnSubscribeHostFunc", NoSuchSoc);
}

}  // extern "C"
