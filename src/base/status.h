// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

namespace openaclnn {

// Status numbers of both APIs (shared ranges: 1xxxxx caller, 2xxxxx resources, 5xxxxx internal). Kept here so
// that the layers below the C API need not include its headers; tests compare each with the public constant.
namespace code {
inline constexpr int32_t kOk = 0;
inline constexpr int32_t kInvalidParam = 100000;
inline constexpr int32_t kUninitialized = 100001;
inline constexpr int32_t kRepeatInitialize = 100002;
inline constexpr int32_t kInvalidFile = 100003;
inline constexpr int32_t kParseFile = 100006;
inline constexpr int32_t kRepeatFinalize = 100037;
inline constexpr int32_t kProfilerRuns = 100042;
inline constexpr int32_t kProfilerDoesNotRun = 100043;
inline constexpr int32_t kHostAllocation = 200000;
inline constexpr int32_t kInternal = 500000;
inline constexpr int32_t kRtParamInvalid = 107000;
inline constexpr int32_t kRtInvalidDevice = 107001;
inline constexpr int32_t kRtContextNull = 107002;
inline constexpr int32_t kRtStreamContext = 107003;
inline constexpr int32_t kRtStreamModel = 107005;
inline constexpr int32_t kRtTimestampInvalid = 107006;
inline constexpr int32_t kRtTimestampReversal = 107007;
inline constexpr int32_t kRtAddressUnaligned = 107008;
inline constexpr int32_t kRtFileWrite = 107010;
inline constexpr int32_t kRtStreamSubscribe = 107011;
inline constexpr int32_t kRtThreadSubscribe = 107012;
inline constexpr int32_t kRtStreamNoCallbackThread = 107015;
inline constexpr int32_t kRtInvalidHandle = 107017;
inline constexpr int32_t kRtWaitTimeout = 107019;
inline constexpr int32_t kRtSysParamOptNotSet = 107021;
inline constexpr int32_t kRtStreamAbort = 107023;
inline constexpr int32_t kRtCaptureDependency = 107024;
inline constexpr int32_t kRtStreamUnjoined = 107025;
inline constexpr int32_t kRtModelCaptured = 107026;
inline constexpr int32_t kRtStreamCaptured = 107027;
inline constexpr int32_t kRtEventCaptured = 107028;
inline constexpr int32_t kRtStreamNotCaptured = 107029;
inline constexpr int32_t kRtCaptureMode = 107030;
inline constexpr int32_t kRtCaptureImplicit = 107031;
inline constexpr int32_t kRtCaptureConflict = 107032;
inline constexpr int32_t kRtTaskGroupState = 107033;
inline constexpr int32_t kRtTaskGroupInterrupted = 107034;
inline constexpr int32_t kRtCaptureUnmatched = 107036;
inline constexpr int32_t kRtModelRunning = 107037;
inline constexpr int32_t kRtCaptureWrongThread = 107038;
inline constexpr int32_t kRtArrayTooSmall = 107039;
inline constexpr int32_t kRtModelUpdate = 107040;
inline constexpr int32_t kRtCaptureBlocksAsync = 107041;
inline constexpr int32_t kRtBodyCaptured = 107045;
inline constexpr int32_t kRtFeatureNotSupported = 207000;
inline constexpr int32_t kRtMemoryAllocation = 207001;
inline constexpr int32_t kRtResourceAllocation = 207005;
inline constexpr int32_t kRtNoPermission = 207006;
inline constexpr int32_t kRtNoStreamResource = 207008;
inline constexpr int32_t kRtNoEventResource = 207007;
inline constexpr int32_t kRtNoNotifyResource = 207009;
inline constexpr int32_t kRtTaskTypeNotSupported = 507009;
inline constexpr int32_t kRtReportTimeout = 507012;
inline constexpr int32_t kRtSystemDma = 507013;
inline constexpr int32_t kRtIpcError = 507022;
inline constexpr int32_t kRtModelAborted = 507023;
inline constexpr int32_t kRtLabelContext = 507031;
inline constexpr int32_t kRtVectorCoreException = 507035;
inline constexpr int32_t kRtStreamSyncTimeout = 507046;
inline constexpr int32_t kRtEventSyncTimeout = 507047;
inline constexpr int32_t kRtCaptureInvalidated = 507903;
inline constexpr int32_t kRtHostMemoryRegistered = 507910;
inline constexpr int32_t kRtHostMemoryNotRegistered = 507911;
inline constexpr int32_t kParamNullptr = 161001;
inline constexpr int32_t kParamInvalid = 161002;
inline constexpr int32_t kRuntimeError = 361001;
inline constexpr int32_t kInner = 561000;
inline constexpr int32_t kInnerTiling = 561002;
inline constexpr int32_t kInnerFindKernel = 561003;
inline constexpr int32_t kInnerCreateExecutor = 561101;
inline constexpr int32_t kInnerNullptr = 561103;
}  // namespace code

// A status code with the message that explains it. Ok carries no text and allocates nothing. Copies share the
// text: once a status is made, handing it on cannot fail.
class [[nodiscard]] Status {
 public:
  Status() = default;
  Status(int32_t errorCode, std::string message)
      : code_(errorCode),
        message_(message.empty() ? nullptr : std::make_shared<const std::string>(std::move(message))) {}

  static Status Ok() { return {}; }

  [[nodiscard]] bool IsOk() const { return code_ == code::kOk; }
  [[nodiscard]] int32_t Code() const { return code_; }
  [[nodiscard]] const std::string& Message() const {
    static const auto* const none = new std::string;  // calls arrive during process exit, too
    return message_ == nullptr ? *none : *message_;
  }

 private:
  int32_t code_ = code::kOk;
  std::shared_ptr<const std::string> message_;
};

static_assert(std::is_nothrow_copy_constructible_v<Status> && std::is_nothrow_copy_assignable_v<Status> &&
              std::is_nothrow_move_constructible_v<Status> && std::is_nothrow_move_assignable_v<Status>);

}  // namespace openaclnn
