// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/current_context.h"

#include <optional>
#include <string>
#include <utility>

#include "runtime/callbacks/device_callbacks.h"
#include "runtime/callbacks/stream_state_callbacks.h"
#include "runtime/core/check.h"
#include "runtime/core/initialized.h"
#include "runtime/core/lifecycle.h"
#include "runtime/core/object_tree.h"

namespace openaclnn::runtime {
namespace {

// The handle rather than the object: a context that is gone is found out, and nothing is left to destroy at
// thread exit.
thread_local void* currentHandle = nullptr;

}  // namespace

Status CurrentContext(std::shared_ptr<Context>* context) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  if (currentHandle == nullptr) {
    const std::optional<int> device = ConfiguredDevice();
    if (!device) {
      return {code::kRtContextNull, "the thread has no current context; call aclrtSetDevice first"};
    }
    NewStreams made;
    OPENACLNN_RETURN_IF_ERROR(ObjectTree::Instance().UseDevice(*device, context, &made));
    currentHandle = (*context)->Handle();
    AnnounceCreation(made);
    return Status::Ok();
  }
  std::shared_ptr<Context> found = ObjectTree::Instance().FindContext(currentHandle);
  if (found == nullptr) {
    return {code::kRtContextNull,
            "the thread's current context was destroyed or its device was reset; call aclrtSetDevice again"};
  }
  *context = std::move(found);
  return Status::Ok();
}

Status CurrentDevice(int* deviceId) {
  if (currentHandle != nullptr && IsInitialized()) {
    if (const std::optional<int> device = ObjectTree::Instance().DeviceOfContext(currentHandle)) {
      *deviceId = *device;
      return Status::Ok();
    }
  }
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  *deviceId = context->DeviceId();
  return Status::Ok();
}

Status CurrentDefaultStream(std::shared_ptr<Stream>* stream) {
  if (currentHandle != nullptr && IsInitialized() &&
      ObjectTree::Instance().FindDefaultStream(currentHandle, stream)) {
    return Status::Ok();
  }
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  *stream = context->DefaultStream();
  return Status::Ok();
}

bool IsCurrentContext(const void* handle) {
  return handle != nullptr && currentHandle == handle;
}

Status SetDevice(int deviceId) {
  if (!IsInitialized()) {
    OPENACLNN_RETURN_IF_ERROR(InitializeForDevice());
  }
  ObjectTree& tree = ObjectTree::Instance();
  OPENACLNN_RETURN_IF_ERROR(tree.ExpectDevice(deviceId));
  AnnounceDevice(deviceId, ACL_RT_DEVICE_STATE_SET_PRE);
  std::shared_ptr<Context> primary;
  NewStreams made;
  OPENACLNN_RETURN_IF_ERROR(tree.SetDevice(deviceId, &primary, &made));
  currentHandle = primary->Handle();
  AnnounceCreation(made);
  AnnounceDevice(deviceId, ACL_RT_DEVICE_STATE_SET_POST);
  return Status::Ok();
}

Status ResetDevice(int deviceId, bool force) {
  ObjectTree& tree = ObjectTree::Instance();
  OPENACLNN_RETURN_IF_ERROR(tree.ExpectDevice(deviceId));
  const bool isSet = tree.IsSet(deviceId);
  if (isSet) {
    AnnounceDevice(deviceId, ACL_RT_DEVICE_STATE_RESET_PRE);
  }
  OPENACLNN_RETURN_IF_ERROR(tree.ResetDevice(deviceId, force));
  if (isSet) {
    AnnounceDevice(deviceId, ACL_RT_DEVICE_STATE_RESET_POST);
  }
  return Status::Ok();
}

Status CreateContext(int deviceId, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("context", handle));
  OPENACLNN_RETURN_IF_ERROR(ObjectTree::Instance().ExpectDevice(deviceId));
  if (ConfiguredDevice() && !ObjectTree::Instance().IsSet(deviceId)) {
    return Mismatch(code::kRtParamInvalid, "deviceId",
                    "a device that aclrtSetDevice has set, as the configuration names a default device",
                    std::to_string(deviceId));
  }
  std::shared_ptr<Context> context;
  NewStreams made;
  Status status = ObjectTree::Instance().CreateContext(deviceId, &context, &made);
  if (status.IsOk()) {
    currentHandle = context->Handle();
    *handle = context->Handle();
  }
  AnnounceCreation(made);  // the device's default stream may be there even where the context is not
  return status;
}

Status SetCurrentContext(void* handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  if (handle == nullptr) {
    return Mismatch(code::kRtParamInvalid, "context", "a live context", "null");
  }
  if (ObjectTree::Instance().FindContext(handle) == nullptr) {
    return ObjectTree::Instance().WasContext(handle)
               ? Mismatch(code::kRtContextNull, "context", "a live context",
                          AddressText(handle) + ", which was destroyed or whose device was reset")
               : Mismatch(code::kRtInvalidHandle, "context", "a live context",
                          AddressText(handle) + ", which never was one");
  }
  currentHandle = handle;
  return Status::Ok();
}

}  // namespace openaclnn::runtime
