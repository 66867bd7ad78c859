// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>

#include "acl/acl.h"
#include "base/errors.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/object_tree.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId) {
  return Boundary("aclrtCreateContext", [&] { return runtime::CreateContext(deviceId, context); });
}

aclError aclrtDestroyContext(aclrtContext context) {
  return Boundary("aclrtDestroyContext", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("context", context));
    return runtime::ObjectTree::Instance().DestroyContext(context);
  });
}

aclError aclrtSetCurrentContext(aclrtContext context) {
  return Boundary("aclrtSetCurrentContext", [&] { return runtime::SetCurrentContext(context); });
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
  return Boundary("aclrtGetCurrentContext", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("context", context));
    std::shared_ptr<runtime::Context> current;
    OPENACLNN_RETURN_IF_ERROR(runtime::CurrentContext(&current));
    *context = current->Handle();
    return Status::Ok();
  });
}

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream) {
  return Boundary("aclrtCtxGetCurrentDefaultStream", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("stream", stream));
    std::shared_ptr<runtime::Context> current;
    OPENACLNN_RETURN_IF_ERROR(runtime::CurrentContext(&current));
    *stream = current->DefaultStream()->Handle();
    return Status::Ok();
  });
}

}  // extern "C"
