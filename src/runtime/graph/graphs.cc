// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/graphs.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/object_tree.h"
#include "runtime/graph/build.h"
#include "runtime/graph/capture.h"
#include "runtime/graph/conditions.h"
#include "runtime/graph/graph_handles.h"
#include "runtime/graph/inspection.h"
#include "runtime/graph/recordings.h"
#include "runtime/graph/task_groups.h"
#include "runtime/graph/thread_mode.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

constexpr size_t kLongestName = 511;

// Whether the device was reset since: its streams are gone.
Status ExpectOfThisEpoch(const Graph& graph) {
  return graph.Epoch() == ObjectTree::Instance().EpochOf(graph.DeviceId())
             ? Status::Ok()
             : Mismatch(code::kRtInvalidHandle, "modelRI", "one made since the device was last reset",
                        "an older one");
}

bool IsBeingCaptured(const Graph& graph) {
  const std::lock_guard lock(Capture::All().mutex);
  return std::ranges::any_of(Capture::All().captures, [&](const std::shared_ptr<Capture>& capture) {
    return !capture->IsBuild() && capture->GetGraph().get() == &graph;
  });
}

}  // namespace

Status BeginCapture(void* streamHandle, int32_t mode) {
  OPENACLNN_RETURN_IF_ERROR(ExpectCaptureMode(mode));
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  if (stream->Facts().isDefault) {
    return Mismatch(code::kRtCaptureImplicit, "stream", "one from aclrtCreateStream", "a default stream");
  }
  const std::shared_ptr<Context> context = stream->Owner();
  if (context == nullptr) {
    return Mismatch(code::kRtStreamContext, "stream", "one of a live context", "one whose context is gone");
  }
  const auto graph = std::make_shared<Graph>(*context);
  AddGraph(graph);
  Status status = Capture::Begin(stream, static_cast<aclmdlRICaptureMode>(mode), graph);
  if (!status.IsOk()) {
    RemoveGraph(graph->Handle());
  }
  return status;
}

Status EndCapture(void* streamHandle, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("modelRI", static_cast<const void*>(handle)));
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(streamHandle, &stream));
  std::shared_ptr<Graph> graph;
  Status status = Capture::End(*stream, &graph);
  if (status.IsOk()) {
    *handle = graph->Handle();
  } else if (graph != nullptr) {
    RemoveTaskGroups(*graph);
    if (!graph->IsBody()) {
      RemoveParts(*graph,
                  {code::kRtCaptureInvalidated, "the capture of the graph that it is a part of failed"});
      RemoveGraph(graph->Handle());
    }
  }
  return status;
}

Status CaptureInfo(void* streamHandle, aclmdlRICaptureStatus* status, void** graph) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("status", status));
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(streamHandle, &stream));
  std::shared_ptr<Capture> capture = Capture::Of(*stream);
  if (capture != nullptr && capture->IsBuild()) {
    capture = nullptr;
  }
  *status = capture == nullptr  ? ACL_MODEL_RI_CAPTURE_STATUS_NONE
            : capture->IsVoid() ? ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED
                                : ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE;
  if (graph != nullptr) {
    *graph = capture == nullptr ? nullptr : capture->GetGraph()->Handle();
  }
  return Status::Ok();
}

Status ExecuteGraph(const void* handle, int32_t milliseconds) {
  backend::Timeout timeout;
  OPENACLNN_RETURN_IF_ERROR(ParseTimeout(milliseconds, &timeout));
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindFinishedGraph(handle, &graph));
  OPENACLNN_RETURN_IF_ERROR(ExpectOfThisEpoch(*graph));
  OPENACLNN_RETURN_IF_ERROR(ExpectDeviceNotCaptured(graph->DeviceId()));
  OPENACLNN_RETURN_IF_ERROR(ExpectExecutable(*graph));
  return graph->ExecuteAndWait(timeout);
}

Status EnqueueGraph(const void* handle, void* streamHandle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindFinishedGraph(handle, &graph));
  if (graph->DeviceId() != stream->DeviceId()) {
    return Mismatch(code::kRtParamInvalid, "stream",
                    "one of the graph's device " + std::to_string(graph->DeviceId()),
                    "one of device " + std::to_string(stream->DeviceId()));
  }
  if (graph->Epoch() != stream->Epoch()) {
    return Mismatch(code::kRtInvalidHandle, "modelRI", "one made since the device was last reset",
                    "an older one");
  }
  if (stream->IsRecorded()) [[unlikely]] {
    Status refusal = NotForGraphs("the execution of a graph");
    const std::shared_ptr<Capture> capture = Capture::Of(*stream);
    return capture == nullptr ? refusal : capture->Refuse(std::move(refusal));
  }
  OPENACLNN_RETURN_IF_ERROR(ExpectExecutable(*graph));
  return graph->Execute(stream->Queue());
}

Status DestroyGraph(const void* handle) {
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindGraph(handle, &graph));
  OPENACLNN_RETURN_IF_ERROR(ExpectNoOpenBody(*graph));
  if (IsBeingCaptured(*graph)) {
    return StillInTheMaking(*graph);
  }
  if (graph->IsRunning()) {
    return {code::kRtModelRunning,
            "modelRI: expected a graph that is not being executed, got one that is: synchronize its stream "
            "first"};
  }
  if (!RemoveGraph(handle)) {
    return Mismatch(code::kRtInvalidHandle, "modelRI", "a live graph",
                    AddressText(handle) + ", which another call has just destroyed");
  }
  RemoveTaskGroups(*graph);
  RemoveInspection(*graph);
  RemoveParts(*graph, {code::kRtCaptureInvalidated, "the graph that it is a part of was destroyed"});
  ForgetBuild(*graph);
  graph->CallAtEnd();
  return Status::Ok();
}

Status RegisterGraphEnd(const void* handle, void (*function)(void*), void* argument) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("func", reinterpret_cast<const void*>(function)));
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindGraph(handle, &graph));
  return graph->AddEndFunction(function, argument)
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "func", "a function that is not registered",
                        "one that is registered already");
}

Status UnregisterGraphEnd(const void* handle, void (*function)(void*)) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("func", reinterpret_cast<const void*>(function)));
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindGraph(handle, &graph));
  return graph->RemoveEndFunction(function)
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "func", "a function that is registered", "one that is not");
}

Status SetGraphName(const void* handle, const char* name) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("name", name));
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindGraph(handle, &graph));
  graph->SetName(std::string(name, ::strnlen(name, kLongestName)));
  return Status::Ok();
}

Status GetGraphName(const void* handle, uint32_t bytes, char* name) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("name", name));
  if (bytes == 0) {
    return Mismatch(code::kRtParamInvalid, "maxLen", "a positive number of bytes", "0");
  }
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindGraph(handle, &graph));
  const std::string text = graph->Name();
  const size_t copied = text.copy(name, bytes - 1);
  name[copied] = '\0';
  return Status::Ok();
}

}  // namespace openaclnn::runtime
