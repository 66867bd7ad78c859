// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "acl/acl_prof.h"
#include "base/enumerators.h"
#include "base/errors.h"
#include "base/object_slabs.h"
#include "runtime/core/check.h"
#include "runtime/profiling/marks.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace code = openaclnn::code;
namespace runtime = openaclnn::runtime;

namespace {

struct Stamp {
  std::string message;
};

}  // namespace

struct aclprofStepInfo {
  std::array<bool, 2> marked{};  // by tag
};

namespace {

constinit openaclnn::ObjectSlabs<Stamp> stamps("stamp");
constinit openaclnn::ObjectSlabs<aclprofStepInfo> steps("aclprofStepInfo");

Status ExpectStamp(const void* stamp) {
  return stamps.IsLive(stamp) ? Status::Ok() : stamps.Refusal(code::kInvalidParam, "stamp", stamp);
}

Status ExpectText(const char* text, const char* lengthName, size_t length) {
  OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("msg", text));
  return length > 0 ? Status::Ok() : runtime::Mismatch(code::kInvalidParam, lengthName, "1 or more", "0");
}

runtime::Marked WhatIs(const void* stamp) {
  return {static_cast<const Stamp*>(stamp)->message, {}, std::nullopt};
}

}  // namespace

extern "C" {

void* aclprofCreateStamp(void) {
  Stamp* made = nullptr;
  Boundary("aclprofCreateStamp", [&]() -> Status {
    made = stamps.Make([](Stamp& /*stamp*/) {});
    return Status::Ok();
  });
  return made;
}

void aclprofDestroyStamp(void* stamp) {
  Boundary("aclprofDestroyStamp", [&]() -> Status {
    return stamps.Destroy(static_cast<const Stamp*>(stamp)) ? Status::Ok() : ExpectStamp(stamp);
  });
}

aclError aclprofSetStampTraceMessage(void* stamp, const char* msg, uint32_t msgLen) {
  return Boundary("aclprofSetStampTraceMessage", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(ExpectStamp(stamp));
    OPENACLNN_RETURN_IF_ERROR(ExpectText(msg, "msgLen", msgLen));
    static_cast<Stamp*>(stamp)->message.assign(msg, msgLen);
    return Status::Ok();
  });
}

aclError aclprofMark(void* stamp) {
  return Boundary("aclprofMark", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(ExpectStamp(stamp));
    runtime::MarkNow(WhatIs(stamp));
    return Status::Ok();
  });
}

aclError aclprofMarkEx(const char* msg, size_t msgLen, aclrtStream stream) {
  return Boundary("aclprofMarkEx", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(ExpectText(msg, "msgLen", msgLen));
    runtime::Marked what{std::string(msg, msgLen), {}, std::nullopt};
    OPENACLNN_RETURN_IF_ERROR(runtime::StreamOfMark(stream, &what.stream));
    runtime::MarkNow(what);
    return Status::Ok();
  });
}

aclError aclprofPush(void* stamp) {
  return Boundary("aclprofPush", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(ExpectStamp(stamp));
    runtime::PushRange(WhatIs(stamp));
    return Status::Ok();
  });
}

aclError aclprofPop(void) {
  return Boundary("aclprofPop", [] { return runtime::PopRange(); });
}

aclError aclprofRangeStart(void* stamp, uint32_t* rangeId) {
  return Boundary("aclprofRangeStart", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(ExpectStamp(stamp));
    OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("rangeId", rangeId));
    *rangeId = runtime::StartRange(WhatIs(stamp));
    return Status::Ok();
  });
}

aclError aclprofRangeStop(uint32_t rangeId) {
  return Boundary("aclprofRangeStop", [&]() -> Status {
    return runtime::StopRange(rangeId) ? Status::Ok()
                                       : runtime::Mismatch(code::kInvalidParam, "rangeId",
                                                           "a range that is open", std::to_string(rangeId));
  });
}

uint64_t aclprofStr2Id(const char* message) {
  try {
    return message == nullptr ? UINT64_MAX : runtime::NumberOfText(message);
  } catch (...) {  // no memory
    return UINT64_MAX;
  }
}

aclprofStepInfo* aclprofCreateStepInfo(void) {
  aclprofStepInfo* made = nullptr;
  Boundary("aclprofCreateStepInfo", [&]() -> Status {
    made = steps.Make([](aclprofStepInfo& /*step*/) {});
    return Status::Ok();
  });
  return made;
}

void aclprofDestroyStepInfo(aclprofStepInfo* stepInfo) {
  Boundary("aclprofDestroyStepInfo", [&]() -> Status {
    return steps.Destroy(stepInfo) ? Status::Ok() : steps.Refusal(code::kInvalidParam, "stepInfo", stepInfo);
  });
}

aclError aclprofGetStepTimestamp(aclprofStepInfo* stepInfo, aclprofStepTag tag, aclrtStream stream) {
  return Boundary("aclprofGetStepTimestamp", [&]() -> Status {
    if (!steps.IsLive(stepInfo)) {
      return steps.Refusal(code::kInvalidParam, "stepInfo", stepInfo);
    }
    const int32_t number = openaclnn::NumberOf(tag);
    if (number != ACL_STEP_START && number != ACL_STEP_END) {
      return runtime::Mismatch(code::kInvalidParam, "tag", "ACL_STEP_START or ACL_STEP_END",
                               std::to_string(number));
    }
    const bool isStart = number == ACL_STEP_START;
    bool& marked = stepInfo->marked[isStart ? 0 : 1];
    if (marked) {
      return runtime::Mismatch(code::kInvalidParam, "tag", "one that was not marked for this step",
                               isStart ? "ACL_STEP_START again" : "ACL_STEP_END again");
    }
    runtime::Marked what{isStart ? "step start" : "step end", {}, std::nullopt};
    OPENACLNN_RETURN_IF_ERROR(runtime::StreamOfMark(stream, &what.stream));
    marked = true;
    runtime::MarkStep(what);
    return Status::Ok();
  });
}

}  // extern "C"
