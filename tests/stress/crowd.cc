// SPDX-License-Identifier: Apache-2.0
//
// Far more streams than threads could serve one by one, nearly all of them waiting, on every device at once:
// whatever holds a thread while it waits stands still here.
#include <algorithm>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "tests/stress/scenario.h"

namespace stress {
namespace {

/// A stream with an event at its end. It starts when its parents have ended.
struct Node {
  Stream stream;
  Event event;
  std::vector<const Node*> parents;
  int* work = nullptr;  // device memory
  int runs = 0;         // not atomic: the order of the streams has to order its uses

  static void Run(void* self) {
    auto* const node = static_cast<Node*>(self);
    Begin("host function of a node");
    for (const Node* parent : node->parents) {
      Require(parent->runs == 1, "a stream went on before what it waits for was done");
    }
    ++node->runs;
  }
};

/// Host functions that all have to be in it at the same time before any leaves it.
class Meeting {
 public:
  explicit Meeting(size_t guests) : missing_(guests) {}
  static void Join(void* self) {
    auto* const meeting = static_cast<Meeting*>(self);
    Begin("host function at a meeting");
    std::unique_lock<std::mutex> lock(meeting->mutex_);
    --meeting->missing_;
    meeting->complete_.notify_all();
    meeting->complete_.wait(lock, [meeting] { return meeting->missing_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable complete_;
  size_t missing_;
};

void RequireWaiting(const Node& node) {
  aclrtEventRecordedStatus eventStatus = ACL_EVENT_RECORDED_STATUS_COMPLETE;
  STRESS_OK(aclrtQueryEventStatus(node.event.Get(), &eventStatus));
  Require(eventStatus == ACL_EVENT_RECORDED_STATUS_NOT_READY, "an event is complete before its work is done");
  aclrtStreamStatus streamStatus = ACL_STREAM_STATUS_COMPLETE;
  STRESS_OK(aclrtStreamQuery(node.stream.Get(), &streamStatus));
  Require(streamStatus == ACL_STREAM_STATUS_NOT_READY, "a stream is idle before its work is done");
}

/// The streams of a device, all behind one gate: chains, trees and fans by chance.
class Crowd {
 public:
  Crowd(Random random, size_t count) : random_(random), nodes_(count), memory_(AllocateDevice(count * 64)) {
    for (size_t i = 0; i < count; ++i) {
      nodes_[i].stream = MakeStream();
      nodes_[i].event = MakeEvent();
      nodes_[i].work = static_cast<int*>(memory_.Get()) + i * 16;
    }
  }
  Crowd(const Crowd&) = delete;
  Crowd& operator=(const Crowd&) = delete;

  void Issue() {
    STRESS_OK(aclrtLaunchHostFunc(nodes_[0].stream.Get(), Gate::Wait, &gate_));
    STRESS_OK(aclrtLaunchHostFunc(nodes_[0].stream.Get(), Node::Run, &nodes_[0]));
    STRESS_OK(aclrtRecordEvent(nodes_[0].event.Get(), nodes_[0].stream.Get()));
    for (size_t i = 1; i < nodes_.size(); ++i) {
      Node& node = nodes_[i];
      const aclrtStream stream = node.stream.Get();
      for (int64_t parents = random_.Between(1, 3); parents > 0; --parents) {
        node.parents.push_back(&nodes_[Parent(i)]);
        STRESS_OK(aclrtStreamWaitEvent(stream, node.parents.back()->event.Get()));
      }
      STRESS_OK(aclrtMemsetAsync(node.work, 64, static_cast<int>(i), 64, stream));
      STRESS_OK(aclrtLaunchHostFunc(stream, Node::Run, &node));
      STRESS_OK(aclrtRecordEvent(node.event.Get(), stream));
    }
  }

  void WatchItWait() {
    for (int i = 0; i < 20; ++i) {
      RequireWaiting(random_.Pick(nodes_));
    }
    STRESS_STATUS(aclrtSynchronizeStreamWithTimeout(random_.Pick(nodes_).stream.Get(), 1),
                  ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
    STRESS_STATUS(aclrtSynchronizeEventWithTimeout(random_.Pick(nodes_).event.Get(), 1),
                  ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
    STRESS_STATUS(aclrtSynchronizeDeviceWithTimeout(1), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  }

  void OpenGate() { gate_.Open(); }

  /// Blocks on streams and events in an order of its own.
  void WaitHereAndThere(Random random) const {
    for (int i = 0; i < 30; ++i) {
      const Node& node = random.Pick(nodes_);
      if (random.OneIn(2)) {
        STRESS_OK(aclrtSynchronizeStream(node.stream.Get()));
      } else {
        STRESS_OK(aclrtSynchronizeEvent(node.event.Get()));
      }
      Require(node.runs == 1, "a wait ended before the work did");
    }
  }

  /// Some streams are waited for, the others destroyed as they are.
  void End() {
    for (Node& node : nodes_) {
      if (random_.OneIn(3)) {
        node.event.Reset();
      }
      if (random_.OneIn(2)) {
        STRESS_OK(aclrtSynchronizeStream(node.stream.Get()));
      }
      node.stream.Reset();
      Require(node.runs == 1, "a stream was destroyed before its work was done");
    }
    for (size_t i = 1; i < nodes_.size(); ++i) {
      int value = 0;
      STRESS_OK(aclrtMemcpy(&value, sizeof(value), nodes_[i].work, sizeof(value), ACL_MEMCPY_DEVICE_TO_HOST));
      Require(value == static_cast<int>((i & 0xff) * 0x01010101), "a stream lost a task");
    }
  }

 private:
  size_t Parent(size_t node) {
    switch (random_.Below(4)) {
      case 0:
        return 0;  // a fan: one event with many waits
      case 1:
        return node - 1;  // a chain
      default:
        return random_.Below(node);
    }
  }

  Random random_;
  Gate gate_;
  std::vector<Node> nodes_;
  DeviceMemory memory_;
};

/// More host functions block at a time than the machine has cores, and none goes on without all.
void Meet(int32_t device) {
  constexpr size_t kGuests = 24;
  const DeviceUse use(device);
  Meeting meeting(kGuests);
  std::vector<Stream> streams(kGuests);
  for (Stream& stream : streams) {
    stream = MakeStream();
    STRESS_OK(aclrtLaunchHostFunc(stream.Get(), Meeting::Join, &meeting));
  }
  for (const Stream& stream : streams) {
    STRESS_OK(aclrtSynchronizeStream(stream.Get()));
  }
}

/// A device has as many streams as it says; one that goes makes room for another.
void UseAllStreams(int32_t device) {
  constexpr size_t kMoreThanEnough = 4096;
  const DeviceUse use(device);
  std::vector<Stream> streams;
  aclrtStream stream = nullptr;
  aclError status = ACL_SUCCESS;
  while (streams.size() < kMoreThanEnough && (status = aclrtCreateStream(&stream)) == ACL_SUCCESS) {
    Begin("aclrtCreateStream, to the last one");
    streams.emplace_back(stream);
  }
  Finish(status, "aclrtCreateStream, one too many", {ACL_ERROR_RT_NO_STREAM_RESOURCE});
  streams.pop_back();
  streams.push_back(MakeStream());
}

}  // namespace

void RunCrowd(const Round& round) {
  const Session session;
  Random random(round.seed);
  const auto count = static_cast<size_t>(random.Between(100, random.OneIn(4) ? 1500 : 500));
  RunThreads(kDevices, "device", [&](size_t number) {
    const auto device = static_cast<int32_t>(number);
    const DeviceUse use(device);
    Random own(round.seed, 100 + number);
    Crowd crowd(own, count);
    crowd.Issue();
    crowd.WatchItWait();
    RunThreads(5, "waiter", [&](size_t waiter) {
      const DeviceUse waiterUse(device);
      if (waiter == 0) {
        crowd.OpenGate();
      }
      crowd.WaitHereAndThere(Random(round.seed, 1000 * (number + 1) + waiter));
    });
    crowd.End();
  });
  Meet(static_cast<int32_t>(random.Below(kDevices)));
  if (random.OneIn(6)) {
    UseAllStreams(static_cast<int32_t>(random.Below(kDevices)));
  }
}

}  // namespace stress
