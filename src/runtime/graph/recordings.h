// SPDX-License-Identifier: Apache-2.0
//
// What calls that have nothing else to do with graphs ask: whether a capture forbids them. Where no stream is
// recorded, that is a look at one word. A forbidden call voids the captures that forbid it.
#pragma once

#include <atomic>

#include "backend/backend.h"
#include "base/status.h"
#include "runtime/core/context.h"
#include "runtime/graph/recording_count.h"

namespace openaclnn::runtime {

namespace internal {
[[nodiscard]] Status CheckSynchronous(const char* function);
[[nodiscard]] Status CheckWait(const char* function, const Stream& stream);
[[nodiscard]] Status CheckStreamSeen(const Stream& stream);
[[nodiscard]] Status CheckDeviceSeen(int deviceId);
[[nodiscard]] Status CheckEventSeen(const backend::Event& event);
[[nodiscard]] Status CheckDefaultStream(int deviceId);
}  // namespace internal

// Whether any stream is recorded. False: nothing else here has to be asked.
[[nodiscard]] inline bool AnyRecording() {
  return internal::recordings.load(std::memory_order_relaxed) != 0;
}

// For what works on memory at once, in no order with streams.
[[nodiscard]] inline Status ExpectSynchronousAllowed(const char* function) {
  return AnyRecording() ? internal::CheckSynchronous(function) : Status::Ok();
}
// For a task that its call waits for, since it uses ordinary host memory.
[[nodiscard]] inline Status ExpectMayWait(const char* function, const Stream& stream) {
  return AnyRecording() ? internal::CheckWait(function, stream) : Status::Ok();
}
// For a query of a stream, a device or an event, or a wait for it.
[[nodiscard]] inline Status ExpectNotCaptured(const Stream& stream) {
  return AnyRecording() ? internal::CheckStreamSeen(stream) : Status::Ok();
}
[[nodiscard]] inline Status ExpectDeviceNotCaptured(int deviceId) {
  return AnyRecording() ? internal::CheckDeviceSeen(deviceId) : Status::Ok();
}
[[nodiscard]] inline Status ExpectNotCaptured(const backend::Event& event) {
  return AnyRecording() ? internal::CheckEventSeen(event) : Status::Ok();
}
// For a task of a device's default stream.
[[nodiscard]] inline Status ExpectDefaultStreamAllowed(int deviceId) {
  return AnyRecording() ? internal::CheckDefaultStream(deviceId) : Status::Ok();
}

}  // namespace openaclnn::runtime
