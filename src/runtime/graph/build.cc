// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/build.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "acl/acl_rt.h"
#include "base/no_destructor.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/graph/capture.h"
#include "runtime/graph/graph_handles.h"
#include "runtime/graph/recorder.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

// Takes no tasks any more.
class EndedTasks final : public Recording {
 public:
  [[nodiscard]] Status KeepWork(size_t /*lane*/, std::unique_ptr<backend::RepeatableWork> /*work*/) override {
    return Ended();
  }
  [[nodiscard]] Status KeepTask(size_t /*lane*/, TaskBody /*body*/) override { return Ended(); }
  [[nodiscard]] Status KeepValue(size_t /*lane*/, const backend::Cell& /*cell*/, uint64_t /*value*/,
                                 std::optional<backend::ValueTest> /*test*/) override {
    return Ended();
  }
  Status Refuse(Status /*why*/) override { return Ended(); }
  void StreamIsGone(size_t /*lane*/) noexcept override { StopRecording(nullptr); }

 private:
  [[nodiscard]] static Status Ended() {
    return Mismatch(code::kRtParamInvalid, "stream", "one that collects tasks, or that is bound to no graph",
                    "one that is bound to a graph and whose tasks have ended. Unbind it with "
                    "aclmdlRIUnbindStream");
  }
};

struct BoundStream {
  std::weak_ptr<Stream> stream;
  const Stream* address;
  bool isHead;
  bool isEnded;
};

// A graph that is built by hand, from its beginning to its end.
struct Build {
  const Graph* graph;
  std::shared_ptr<Capture> capture;
  std::vector<BoundStream>
      streams;  // up to the end of building by lane, without the first, which is nobody's
};

// Guarded by the lock of all captures.
std::vector<Build>& Builds() {
  static NoDestructor<std::vector<Build>> builds;
  return *builds;
}

Build* BuildOf(const Graph& graph) {
  const auto found = std::ranges::find(Builds(), &graph, &Build::graph);
  return found == Builds().end() ? nullptr : &*found;
}

// `mustBeOpen`: whether it has to be before aclmdlRIBuildEnd.
Status ExpectBuild(const Graph& graph, bool mustBeOpen, Build** build) {
  *build = BuildOf(graph);
  if (*build == nullptr) {
    return Mismatch(code::kRtParamInvalid, "modelRI", "a graph from aclmdlRIBuildBegin",
                    "one from aclmdlRICaptureEnd");
  }
  if (mustBeOpen && graph.IsFinished()) {
    return Mismatch(code::kRtParamInvalid, "modelRI", "a graph that is being built",
                    "one whose building aclmdlRIBuildEnd has ended");
  }
  return Status::Ok();
}

// A live stream that is bound to the graph.
Status ExpectBound(Build& build, const Stream& stream, std::vector<BoundStream>::iterator* found) {
  const auto isIt = [&](const BoundStream& one) { return one.address == &stream && !one.stream.expired(); };
  *found = std::ranges::find_if(build.streams, isIt);
  return *found != build.streams.end()
             ? Status::Ok()
             : Mismatch(code::kRtStreamModel, "stream", "one that is bound to the graph", "one that is not");
}

Status FindGraphAndStream(const void* graphHandle, void* streamHandle, std::shared_ptr<Graph>* graph,
                          std::shared_ptr<Stream>* stream) {
  OPENACLNN_RETURN_IF_ERROR(FindGraph(graphHandle, graph));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("stream", streamHandle));
  return StreamToUse(streamHandle, stream);
}

Status ExpectForGraph(const Stream& stream, const Graph& graph) {
  if ((stream.Facts().flags & ACL_STREAM_PERSISTENT) == 0) {
    return Mismatch(code::kRtParamInvalid, "stream",
                    "one from aclrtCreateStreamWithConfig with ACL_STREAM_PERSISTENT", "one without it");
  }
  if (stream.DeviceId() != graph.DeviceId()) {
    return Mismatch(code::kRtParamInvalid, "stream",
                    "one of the graph's device " + std::to_string(graph.DeviceId()),
                    "one of device " + std::to_string(stream.DeviceId()));
  }
  return stream.Epoch() == graph.Epoch()
             ? Status::Ok()
             : Mismatch(code::kRtInvalidHandle, "modelRI", "one made since the device was last reset",
                        "an older one");
}

void EndTasksOf(BoundStream& bound) {
  if (const std::shared_ptr<Stream> stream = bound.stream.lock(); stream != nullptr && !bound.isEnded) {
    static_cast<Recorder&>(*stream->Recorder()).SetTarget({std::make_shared<EndedTasks>(), 0});
  }
  bound.isEnded = true;
}

}  // namespace

Status BeginBuild(void** handle, uint32_t flag) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("modelRI", static_cast<const void*>(handle)));
  if (flag != 0) {
    return Mismatch(code::kRtParamInvalid, "flag", "0", std::to_string(flag));
  }
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  const auto graph = std::make_shared<Graph>(*context, true);
  void* const added = AddGraph(graph);
  try {
    const std::shared_ptr<Capture> capture = Capture::BeginBuild(graph);
    const std::lock_guard lock(Capture::All().mutex);
    Builds().push_back({graph.get(), capture, {}});
  } catch (...) {
    RemoveGraph(added);
    throw;
  }
  *handle = added;
  return Status::Ok();
}

Status BindStream(const void* graphHandle, void* streamHandle, uint32_t flag) {
  std::shared_ptr<Graph> graph;
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindGraphAndStream(graphHandle, streamHandle, &graph, &stream));
  if (flag != ACL_MODEL_STREAM_FLAG_HEAD && flag != ACL_MODEL_STREAM_FLAG_DEFAULT) {
    return Mismatch(code::kRtParamInvalid, "flag",
                    "ACL_MODEL_STREAM_FLAG_HEAD (0) or ACL_MODEL_STREAM_FLAG_DEFAULT (2147483647)",
                    std::to_string(flag));
  }
  OPENACLNN_RETURN_IF_ERROR(ExpectForGraph(*stream, *graph));
  const std::lock_guard lock(Capture::All().mutex);
  Build* build = nullptr;
  OPENACLNN_RETURN_IF_ERROR(ExpectBuild(*graph, true, &build));
  if (stream->IsRecorded()) {
    return Mismatch(code::kRtParamInvalid, "stream", "one that is bound to no graph",
                    "one that is bound to a graph already, or is being captured");
  }
  build->streams.reserve(build->streams.size() + 1);  // first, as it may lack memory
  static_cast<void>(build->capture->Join(stream));
  build->streams.push_back({stream, stream.get(), flag == ACL_MODEL_STREAM_FLAG_HEAD, false});
  return Status::Ok();
}

Status EndTasks(const void* graphHandle, void* streamHandle) {
  std::shared_ptr<Graph> graph;
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindGraphAndStream(graphHandle, streamHandle, &graph, &stream));
  const std::lock_guard lock(Capture::All().mutex);
  Build* build = nullptr;
  OPENACLNN_RETURN_IF_ERROR(ExpectBuild(*graph, true, &build));
  std::vector<BoundStream>::iterator bound;
  OPENACLNN_RETURN_IF_ERROR(ExpectBound(*build, *stream, &bound));
  if (bound->isEnded) {
    return Mismatch(code::kRtParamInvalid, "stream", "one that collects tasks",
                    "one whose tasks aclmdlRIEndTask has ended before");
  }
  EndTasksOf(*bound);
  return Status::Ok();
}

Status EndBuild(const void* graphHandle, const void* reserved) {
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindGraph(graphHandle, &graph));
  if (reserved != nullptr) {
    return Mismatch(code::kRtParamInvalid, "reserve", "null", AddressText(reserved));
  }
  const std::lock_guard lock(Capture::All().mutex);
  Build* build = nullptr;
  OPENACLNN_RETURN_IF_ERROR(ExpectBuild(*graph, true, &build));
  if (std::ranges::none_of(build->streams, &BoundStream::isEnded)) {
    return Mismatch(code::kRtParamInvalid, "modelRI",
                    "a graph with a stream that aclmdlRIEndTask was called for", "one without");
  }
  std::vector<bool> isHead{false};
  for (const BoundStream& bound : build->streams) {
    isHead.push_back(bound.isHead);
  }
  OPENACLNN_RETURN_IF_ERROR(build->capture->FinishBuild(isHead));
  for (BoundStream& bound : build->streams) {
    EndTasksOf(bound);
  }
  build->capture->Forget();
  return Status::Ok();
}

Status UnbindStream(const void* graphHandle, void* streamHandle) {
  std::shared_ptr<Graph> graph;
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(FindGraphAndStream(graphHandle, streamHandle, &graph, &stream));
  const std::lock_guard lock(Capture::All().mutex);
  Build* build = nullptr;
  OPENACLNN_RETURN_IF_ERROR(ExpectBuild(*graph, false, &build));
  std::vector<BoundStream>::iterator bound;
  OPENACLNN_RETURN_IF_ERROR(ExpectBound(*build, *stream, &bound));
  if (!graph->IsFinished()) {
    return Mismatch(code::kRtModelCaptured, "modelRI", "a graph whose building aclmdlRIBuildEnd has ended",
                    "one that is being built");
  }
  StopRecording(stream.get());
  build->streams.erase(bound);
  return Status::Ok();
}

Status AbortGraph(const void* handle) {
  std::shared_ptr<Graph> graph;
  OPENACLNN_RETURN_IF_ERROR(FindFinishedGraph(handle, &graph));
  if (!graph->IsBuilt()) {
    return Mismatch(code::kRtParamInvalid, "modelRI", "a graph from aclmdlRIBuildBegin",
                    "one from aclmdlRICaptureEnd");
  }
  graph->Abort();
  return Status::Ok();
}

void ForgetBuild(const Graph& graph) {
  const std::lock_guard lock(Capture::All().mutex);
  Build* const build = BuildOf(graph);
  if (build == nullptr) {
    return;
  }
  for (const BoundStream& bound : build->streams) {
    if (const std::shared_ptr<Stream> stream = bound.stream.lock()) {
      StopRecording(stream.get());
    }
  }
  build->capture->Forget();
  std::erase_if(Builds(), [&](const Build& one) { return one.graph == &graph; });
}

}  // namespace openaclnn::runtime
