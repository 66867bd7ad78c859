// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream/stream_attributes.h"

#include <memory>
#include <string>

#include "base/soc.h"
#include "runtime/core/check.h"
#include "runtime/core/initialized.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

Status ExpectAttribute(int32_t attribute) {
  return attribute >= ACL_STREAM_ATTR_FAILURE_MODE && attribute <= ACL_STREAM_ATTR_PRIORITY
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "stmAttrType", "an aclrtStreamAttr (1 to 5)",
                        std::to_string(attribute));
}

Status ExpectSwitch(const char* argument, uint32_t value) {
  return value <= 1 ? Status::Ok()
                    : Mismatch(code::kRtParamInvalid, argument, "0 (off) or 1 (on)", std::to_string(value));
}

// The checks that setting and asking share, in their order.
Status FindToAsk(void* handle, int32_t attribute, const void* value, std::shared_ptr<Stream>* stream) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("value", value));
  OPENACLNN_RETURN_IF_ERROR(ExpectAttribute(attribute));
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(handle, stream));
  OPENACLNN_RETURN_IF_ERROR(ExpectAttributesOf(handle));
  return attribute == ACL_STREAM_ATTR_PRIORITY ? ExpectPriorities() : Status::Ok();
}

}  // namespace

Status ExpectPriorities() {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  return EmulatedFacts().streamPriorities
             ? Status::Ok()
             : Status(code::kRtFeatureNotSupported,
                      std::string("streams of ") + EmulatedSoc()->socName + " have no priorities");
}

Status SetStreamAttribute(void* handle, int32_t attribute, const aclrtStreamAttrValue* value) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindToAsk(handle, attribute, value, &stream));
  StreamSettings& settings = stream->Settings();
  switch (attribute) {
    case ACL_STREAM_ATTR_FAILURE_MODE:
      return SetFailureMode(handle, value->failureMode);
    case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK:
      OPENACLNN_RETURN_IF_ERROR(ExpectSwitch("value", value->overflowSwitch));
      settings.overflowSwitch = value->overflowSwitch;
      break;
    case ACL_STREAM_ATTR_USER_CUSTOM_TAG:
      settings.customTag = value->userCustomTag;
      break;
    case ACL_STREAM_ATTR_CACHE_OP_INFO:
      OPENACLNN_RETURN_IF_ERROR(ExpectSwitch("value", value->cacheOpInfoSwitch));
      settings.cacheOpInfo = value->cacheOpInfoSwitch;
      break;
    default:
      OPENACLNN_RETURN_IF_ERROR(ExpectPriority(value->streamPriority));
      settings.priority = value->streamPriority;
      break;
  }
  return Status::Ok();
}

Status GetStreamAttribute(void* handle, int32_t attribute, aclrtStreamAttrValue* value) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindToAsk(handle, attribute, value, &stream));
  const StreamSettings& settings = stream->Settings();
  aclrtStreamAttrValue found = {.reserve = {}};  // its largest member: all bytes have a value
  switch (attribute) {
    case ACL_STREAM_ATTR_FAILURE_MODE: {
      const std::shared_ptr<Context> context = stream->Owner();
      const bool stops = context != nullptr && context->FailureModeOf(*stream) == backend::FailureMode::kStop;
      found.failureMode = stops ? ACL_STOP_ON_FAILURE : ACL_CONTINUE_ON_FAILURE;
      break;
    }
    case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK:
      found.overflowSwitch = settings.overflowSwitch;
      break;
    case ACL_STREAM_ATTR_USER_CUSTOM_TAG:
      found.userCustomTag = settings.customTag;
      break;
    case ACL_STREAM_ATTR_CACHE_OP_INFO:
      found.cacheOpInfoSwitch = settings.cacheOpInfo;
      break;
    default:
      found.streamPriority = settings.priority;
      break;
  }
  *value = found;
  return Status::Ok();
}

Status SetStreamOverflowSwitch(void* handle, uint32_t value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectSwitch("flag", value));
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(handle, &stream));
  stream->Settings().overflowSwitch = value;
  return Status::Ok();
}

Status GetStreamOverflowSwitch(void* handle, uint32_t* value) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("flag", value));
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(handle, &stream));
  *value = stream->Settings().overflowSwitch;
  return Status::Ok();
}

}  // namespace openaclnn::runtime
