// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "acl/acl_rt.h"
#include "backend/backend.h"
#include "base/function_ref.h"
#include "base/status.h"
#include "runtime/core/context.h"
#include "runtime/graph/graph.h"
#include "runtime/graph/label.h"
#include "runtime/graph/recorder.h"

namespace openaclnn::runtime {

// The capture of a stream, and of those that join it, into a graph. It is void once something happened that
// a capture forbids; its streams are recorded until its end all the same. That of a graph which is built by
// hand has the streams that are bound to the graph: lane 0 is nobody's.
class Capture final : public Recording, public std::enable_shared_from_this<Capture> {
 public:
  // Those that have begun and not ended, under one lock, which is the lock of all captures. No lock is taken
  // under it but those of recorders and of handles.
  struct Open {
    std::mutex mutex;
    std::vector<std::shared_ptr<Capture>> captures;
  };
  static Open& All();

  // Begins on a stream that is not recorded.
  [[nodiscard]] static Status Begin(const std::shared_ptr<Stream>& origin, aclmdlRICaptureMode mode,
                                    const std::shared_ptr<Graph>& graph);
  // Ends the capture that began on this stream: its streams are recorded no longer. The graph, also where a
  // failure says that it is not to be used; null if no capture began there.
  [[nodiscard]] static Status End(const Stream& origin, std::shared_ptr<Graph>* graph);
  // Voids the captures of a root's bodies. Requires the lock of all captures.
  static void VoidBodies(const Graph& root, const Status& why);
  // For a graph that is built by hand. Forbids nothing that its streams have nothing to do with.
  [[nodiscard]] static std::shared_ptr<Capture> BeginBuild(const std::shared_ptr<Graph>& graph);
  // Whether the graph is complete now. Its streams are left to who bound them. `isHead`: by lane.
  [[nodiscard]] Status FinishBuild(const std::vector<bool>& isHead);
  void Forget();
  // The capture that a stream is in; null if there is none.
  [[nodiscard]] static std::shared_ptr<Capture> Of(const Stream& stream, size_t* lane = nullptr);

  Capture(aclmdlRICaptureMode mode, std::shared_ptr<Graph> graph, bool isBuild)
      : mode_(mode), isBuild_(isBuild), thread_(std::this_thread::get_id()), graph_(std::move(graph)) {}

  [[nodiscard]] Status KeepWork(size_t lane, std::unique_ptr<backend::RepeatableWork> work) override;
  [[nodiscard]] Status KeepTask(size_t lane, TaskBody body) override;
  [[nodiscard]] Status KeepValue(size_t lane, const backend::Cell& cell, uint64_t value,
                                 std::optional<backend::ValueTest> test) override;
  Status Refuse(Status why) override;
  void StreamIsGone(size_t lane) noexcept override;

  // Of a graph that is built by hand. `make` is given the memory as the graph keeps it.
  [[nodiscard]] Status KeepWithMemory(size_t lane, backend::TaskMemories memory,
                                      FunctionRef<TaskBody(std::vector<MemoryUse>)> make);
  [[nodiscard]] Status KeepLabel(size_t lane, Label& label);
  // Leaves of a lane's tasks only what others refer to.
  [[nodiscard]] Status DropTasks(size_t lane);
  // The lane of a stream, also of one whose tasks have ended.
  [[nodiscard]] std::optional<size_t> LaneOf(const std::shared_ptr<Stream>& stream) const;

  // A task group, of one lane, with operators alone.
  [[nodiscard]] Status BeginGroup(size_t lane);
  [[nodiscard]] Status EndGroup(size_t lane, std::vector<size_t>* tasks);

  [[nodiscard]] const std::shared_ptr<Graph>& GetGraph() const { return graph_; }
  [[nodiscard]] bool IsVoid();
  [[nodiscard]] bool IsBuild() const { return isBuild_; }

  // All of these require the lock of all captures.
  void Void(const Status& why);
  [[nodiscard]] bool IsVoidLocked() const { return !why_.IsOk(); }
  [[nodiscard]] Status Invalidated() const;
  // Whether it keeps a thread, with its mode, from what works on memory at once.
  [[nodiscard]] bool Forbids(std::thread::id thread, aclmdlRICaptureMode threadMode) const;
  // Whether it keeps others from waiting for a device, and from using its default streams.
  [[nodiscard]] bool Occupies(int deviceId) const { return !isBuild_ && graph_->DeviceId() == deviceId; }
  [[nodiscard]] std::optional<size_t> RecordOf(const backend::Event& event) const;
  [[nodiscard]] Status AddRecord(size_t lane, const std::shared_ptr<backend::Event>& event);
  [[nodiscard]] Status AddTask(size_t lane, TaskBody body);
  // Has a stream that is not recorded join.
  size_t Join(const std::shared_ptr<Stream>& stream);
  // A client's event that the graph uses with those outside: once only, and not otherwise.
  [[nodiscard]] bool ClaimOuter(const std::shared_ptr<backend::Event>& event);

 private:
  struct Record {
    size_t task;
    std::shared_ptr<backend::Event> event;  // keeps the address
  };
  struct Group {
    size_t lane;
    std::vector<size_t> tasks;
  };

  [[nodiscard]] Status CheckEnd() const;
  [[nodiscard]] Status CheckJoined() const;
  [[nodiscard]] Status CheckGroup(size_t lane, bool isOperator);
  void StopAll();
  void ProtectGroups();
  [[nodiscard]] Status AddLocked(size_t lane, TaskBody body);

  const aclmdlRICaptureMode mode_;
  const bool isBuild_;
  const std::thread::id thread_;
  const std::shared_ptr<Graph> graph_;

  // Guarded by the lock of all captures.
  const Stream* origin_ = nullptr;
  std::vector<std::weak_ptr<Stream>> streams_;  // by lane
  std::unordered_map<const backend::Event*, Record> records_;
  std::vector<std::shared_ptr<backend::Event>> outer_;
  std::optional<Group> group_;
  std::vector<size_t> grouped_;  // the tasks of all groups
  Status why_;                   // it is void
};

// Whether bodies of a root can still be captured, and get conditions.
[[nodiscard]] Status ExpectNotExecuted(const Graph& root);
// Whether no body of a root is being captured. Requires the lock of all captures.
[[nodiscard]] Status ExpectBodiesCaptured(const Graph& root);

}  // namespace openaclnn::runtime
