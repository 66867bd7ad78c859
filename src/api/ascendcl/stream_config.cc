// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <memory>

#include "acl/acl.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "runtime/callbacks/stream_state_callbacks.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/object_tree.h"
#include "runtime/stream/stream_attributes.h"
#include "runtime/stream/stream_configs.h"
#include "runtime/stream/streams.h"

using openaclnn::Boundary;
using openaclnn::NumberOf;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

extern "C" {

aclError aclrtDeviceGetStreamPriorityRange(int32_t* leastPriority, int32_t* greatestPriority) {
  return Boundary("aclrtDeviceGetStreamPriorityRange", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("leastPriority", leastPriority));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("greatestPriority", greatestPriority));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectPriorities());
    *leastPriority = openaclnn::backend::kLeastPriority;
    *greatestPriority = runtime::kGreatestPriority;
    return Status::Ok();
  });
}

aclrtStreamConfigHandle* aclrtCreateStreamConfigHandle() {
  aclrtStreamConfigHandle* made = nullptr;
  Boundary("aclrtCreateStreamConfigHandle", [&] { return runtime::CreateStreamConfig(&made); });
  return made;
}

aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle* handle) {
  return Boundary("aclrtDestroyStreamConfigHandle", [&] { return runtime::DestroyStreamConfig(handle); });
}

aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle* handle, aclrtStreamConfigAttr attr,
                                 const void* attrValue, size_t valueSize) {
  return Boundary("aclrtSetStreamConfigOpt",
                  [&] { return runtime::SetStreamConfig(handle, NumberOf(attr), attrValue, valueSize); });
}

aclError aclrtCreateStreamV2(aclrtStream* stream, const aclrtStreamConfigHandle* handle) {
  return Boundary("aclrtCreateStreamV2", [&] { return runtime::CreateConfiguredStream(handle, stream); });
}

aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t* priority) {
  return Boundary("aclrtStreamGetPriority", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("priority", priority));
    std::shared_ptr<runtime::Stream> found;
    OPENACLNN_RETURN_IF_ERROR(runtime::StreamToObserve(stream, &found));
    *priority = found->Settings().priority;
    return Status::Ok();
  });
}

aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t* flags) {
  return Boundary("aclrtStreamGetFlags", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("flags", flags));
    std::shared_ptr<runtime::Stream> found;
    OPENACLNN_RETURN_IF_ERROR(runtime::StreamToObserve(stream, &found));
    *flags = found->Facts().flags;
    return Status::Ok();
  });
}

aclError aclrtGetStreamAvailableNum(uint32_t* streamCount) {
  return Boundary("aclrtGetStreamAvailableNum", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("streamCount", streamCount));
    std::shared_ptr<runtime::Context> context;
    OPENACLNN_RETURN_IF_ERROR(runtime::CurrentContext(&context));
    *streamCount = static_cast<uint32_t>(runtime::ObjectTree::Instance().FreeStreams(context->DeviceId()));
    return Status::Ok();
  });
}

aclError aclrtRegStreamStateCallback(const char* regName, aclrtStreamStateCallback callback, void* args) {
  return Boundary("aclrtRegStreamStateCallback",
                  [&] { return runtime::RegisterStreamStateCallback(regName, callback, args); });
}

}  // extern "C"
