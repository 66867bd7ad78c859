// SPDX-License-Identifier: Apache-2.0
#include "runtime/settings/core_limits.h"

#include <memory>
#include <string>
#include <vector>

#include "acl/acl_rt.h"
#include "base/no_destructor.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/initialized.h"
#include "runtime/core/object_tree.h"
#include "runtime/device/device_facts.h"
#include "runtime/stream/stream_settings.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

// The handle rather than the object: a stream that is gone is found out, and nothing is left to destroy at
// thread exit.
thread_local void* streamInUse = nullptr;

CoreLimits& LimitsOf(int deviceId) {
  // Threads may call during process exit.
  static NoDestructor<std::vector<CoreLimits>> limits(
      static_cast<size_t>(ObjectTree::Instance().DeviceCount()));
  return (*limits)[static_cast<size_t>(deviceId)];
}

Status ExpectType(int32_t type) {
  return type == ACL_RT_DEV_RES_CUBE_CORE || type == ACL_RT_DEV_RES_VECTOR_CORE
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "type",
                        "ACL_RT_DEV_RES_CUBE_CORE (0) or ACL_RT_DEV_RES_VECTOR_CORE (1)",
                        std::to_string(type));
}

// A number above the device's cores is taken: the program plans for another machine.
Status ExpectNumber(uint32_t value) {
  return value >= 1 ? Status::Ok() : Mismatch(code::kRtParamInvalid, "value", "1 or more cores", "0");
}

Status ExpectDevice(int32_t deviceId) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  return ObjectTree::Instance().ExpectDevice(deviceId);
}

void Clear(CoreLimits& limits) {
  for (std::atomic<uint32_t>& limit : limits) {
    limit = 0;
  }
}

Status LimitOfDevice(int deviceId, int32_t type, uint32_t* value) {
  const uint32_t limit = LimitsOf(deviceId)[static_cast<size_t>(type)];
  if (limit != 0) {
    *value = limit;
    return Status::Ok();
  }
  int64_t cores = 0;
  OPENACLNN_RETURN_IF_ERROR(GetDeviceAttribute(
      static_cast<uint32_t>(deviceId),
      type == ACL_RT_DEV_RES_CUBE_CORE ? ACL_DEV_ATTR_CUBE_CORE_NUM : ACL_DEV_ATTR_VECTOR_CORE_NUM, &cores));
  *value = static_cast<uint32_t>(cores);
  return Status::Ok();
}

Status LimitOfStream(Stream& stream, int32_t type, uint32_t* value) {
  const uint32_t limit = stream.Settings().coreLimits[static_cast<size_t>(type)];
  if (limit != 0) {
    *value = limit;
    return Status::Ok();
  }
  return LimitOfDevice(stream.DeviceId(), type, value);
}

}  // namespace

Status GetDeviceCoreLimit(int32_t deviceId, int32_t type, uint32_t* value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("value", value));
  OPENACLNN_RETURN_IF_ERROR(ExpectDevice(deviceId));
  OPENACLNN_RETURN_IF_ERROR(ExpectType(type));
  return LimitOfDevice(deviceId, type, value);
}

Status SetDeviceCoreLimit(int32_t deviceId, int32_t type, uint32_t value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectDevice(deviceId));
  OPENACLNN_RETURN_IF_ERROR(ExpectType(type));
  OPENACLNN_RETURN_IF_ERROR(ExpectNumber(value));
  LimitsOf(deviceId)[static_cast<size_t>(type)] = value;
  return Status::Ok();
}

Status ResetDeviceCoreLimits(int32_t deviceId) {
  OPENACLNN_RETURN_IF_ERROR(ExpectDevice(deviceId));
  Clear(LimitsOf(deviceId));
  return Status::Ok();
}

Status GetStreamCoreLimit(void* handle, int32_t type, uint32_t* value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("value", value));
  OPENACLNN_RETURN_IF_ERROR(ExpectType(type));
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(handle, &stream));
  return LimitOfStream(*stream, type, value);
}

Status SetStreamCoreLimit(void* handle, int32_t type, uint32_t value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectType(type));
  OPENACLNN_RETURN_IF_ERROR(ExpectNumber(value));
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(handle, &stream));
  stream->Settings().coreLimits[static_cast<size_t>(type)] = value;
  return Status::Ok();
}

Status ResetStreamCoreLimits(void* handle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(handle, &stream));
  Clear(stream->Settings().coreLimits);
  return Status::Ok();
}

Status UseCoreLimitsOf(void* handle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(handle, &stream));
  streamInUse = stream->Handle();
  return Status::Ok();
}

Status UnuseCoreLimitsOf(void* handle) {
  if (handle != nullptr && handle == streamInUse) {
    streamInUse = nullptr;  // also where the stream is gone since
    return Status::Ok();
  }
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(handle, &stream));
  if (stream->Handle() == streamInUse) {
    streamInUse = nullptr;
  }
  return Status::Ok();
}

Status GetThreadCoreLimit(int32_t type, uint32_t* value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("value", value));
  OPENACLNN_RETURN_IF_ERROR(ExpectType(type));
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  std::shared_ptr<Stream> stream;
  const bool inUse = streamInUse != nullptr && ObjectTree::Instance().FindStream(streamInUse, &stream).IsOk();
  return inUse ? LimitOfStream(*stream, type, value) : LimitOfDevice(context->DeviceId(), type, value);
}

}  // namespace openaclnn::runtime
