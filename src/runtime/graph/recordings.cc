// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/recordings.h"

#include <mutex>
#include <string>
#include <thread>

#include "runtime/core/check.h"
#include "runtime/graph/capture.h"
#include "runtime/graph/thread_mode.h"

namespace openaclnn::runtime::internal {
namespace {

// Voids each of the captures that `forbids` it. Ok if none does.
template <typename Forbids>
Status CheckAll(const Status& failure, const Forbids& forbids) {
  bool isForbidden = false;
  const std::lock_guard lock(Capture::All().mutex);
  for (const std::shared_ptr<Capture>& capture : Capture::All().captures) {
    if (!capture->IsVoidLocked() && forbids(*capture)) {
      capture->Void(failure);
      isForbidden = true;
    }
  }
  return isForbidden ? failure : Status::Ok();
}

}  // namespace

Status CheckSynchronous(const char* function) {
  const Status failure(
      code::kRtCaptureMode,
      std::string(function) +
          " is forbidden while a stream is being captured in this mode. Call it before or after the capture, "
          "or set the thread's mode to ACL_MODEL_RI_CAPTURE_MODE_RELAXED with "
          "aclmdlRICaptureThreadExchangeMode");
  return CheckAll(failure, [thread = std::this_thread::get_id()](const Capture& capture) {
    return capture.Forbids(thread, ThreadCaptureMode());
  });
}

Status CheckWait(const char* function, const Stream& stream) {
  if (!stream.IsRecorded()) {
    return CheckSynchronous(function);
  }
  Status failure(code::kRtCaptureBlocksAsync,
                 std::string(function) +
                     " would have to wait, since it uses ordinary host memory, and its stream only "
                     "collects tasks for a graph: expected memory of aclrtMalloc or aclrtMallocHost");
  const std::shared_ptr<Capture> capture = Capture::Of(stream);
  return capture == nullptr ? failure : capture->Refuse(failure);
}

Status CheckStreamSeen(const Stream& stream) {
  const std::shared_ptr<Capture> capture = Capture::Of(stream);
  return capture == nullptr || capture->IsBuild()
             ? Status::Ok()
             : capture->Refuse(
                   {code::kRtStreamCaptured,
                    "stream: it is being captured: nothing of it runs that could be waited for or "
                    "asked about"});
}

Status CheckDeviceSeen(int deviceId) {
  const Status failure(code::kRtStreamCaptured,
                       "a stream of device " + std::to_string(deviceId) +
                           " is being captured: expected no wait for the device meanwhile");
  return CheckAll(failure, [deviceId](const Capture& capture) { return capture.Occupies(deviceId); });
}

Status CheckEventSeen(const backend::Event& event) {
  const Status failure(code::kRtEventCaptured,
                       "event: a capture has recorded it: it is not reached before the graph is executed");
  return CheckAll(failure, [&event](const Capture& capture) { return capture.RecordOf(event).has_value(); });
}

Status CheckDefaultStream(int deviceId) {
  const Status failure(code::kRtCaptureImplicit,
                       "stream: expected one from aclrtCreateStream while a stream of device " +
                           std::to_string(deviceId) + " is being captured, got a default stream");
  return CheckAll(failure, [deviceId](const Capture& capture) { return capture.Occupies(deviceId); });
}

}  // namespace openaclnn::runtime::internal
