// SPDX-License-Identifier: Apache-2.0
#include "runtime/callbacks/callbacks.h"

#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/no_destructor.h"
#include "checker/races.h"
#include "runtime/core/check.h"
#include "runtime/core/initialized.h"
#include "runtime/core/object_tree.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

constexpr size_t kMostThreads = 1024;

class Callback;
using Callbacks = std::list<std::shared_ptr<Callback>>;

// A thread that is bound to at least one stream. Guarded by the registry's mutex, as all of this.
struct BoundThread {
  uint64_t id;
  int deviceId;
  size_t streams = 0;
  Callbacks ready;
  std::condition_variable changed;
};

struct Registry;

// A stream that was bound to a thread at least once.
struct Port {
  Port(Registry& theRegistry, std::shared_ptr<backend::Signal> theSignal)
      : registry(theRegistry), signal(std::move(theSignal)) {}

  Registry& registry;
  const std::shared_ptr<backend::Signal> signal;  // of the callback that the stream waits for
  std::shared_ptr<BoundThread> thread;
  bool isClosed = false;  // the stream is on its way out
};

// Who is bound for one service. No other lock is taken under its mutex, except those that nothing is taken
// under.
struct Registry {
  explicit Registry(const char* theSubscribe) : subscribe(theSubscribe) {}

  const char* const subscribe;  // the function that binds, for messages
  std::mutex mutex;
  std::unordered_map<uint64_t, std::shared_ptr<BoundThread>> threads;
  std::unordered_map<const void*, std::shared_ptr<Port>> ports;  // by the stream's handle
  std::atomic<bool> isUsed{false};                               // whether there ever was a port
};

Registry& RegistryOf(Service service) {
  static NoDestructor<Registry> callbacks("aclrtSubscribeReport");
  static NoDestructor<Registry> hostFunctions("aclrtSubscribeHostFunc");
  return service == Service::kCallbacks ? *callbacks : *hostFunctions;
}

uint64_t ThisThread() {
  return pthread_self();
}

Status NoThread(const Registry& registry) {
  return {code::kRtStreamNoCallbackThread,
          std::string("no thread is bound to the stream, or not any longer; call ") + registry.subscribe +
              " first"};
}

Status NotBound(const Registry& registry) {
  return {code::kRtThreadSubscribe,
          std::string("the calling thread is bound to no stream; call ") + registry.subscribe + " first"};
}

// A function on its way through a stream to the thread that runs it. Holds the stream open until it has run
// or was dropped.
class Callback final : public std::enable_shared_from_this<Callback> {
 public:
  Callback(aclrtCallback function, void* userData, bool isBlocking, std::shared_ptr<Port> port,
           std::shared_ptr<backend::Hold> hold)
      : function_(function),
        userData_(userData),
        isBlocking_(isBlocking),
        port_(std::move(port)),
        hold_(std::move(hold)) {}

  [[nodiscard]] const Port* GetPort() const { return port_.get(); }
  [[nodiscard]] bool IsBlocking() const { return isBlocking_; }

  // The stream has arrived. Empty: it is with the thread. Else there is none, and the task is over.
  [[nodiscard]] std::optional<Status> HandOver() noexcept {
    const std::lock_guard lock(port_->registry.mutex);
    if (port_->isClosed) {
      return Status::Ok();
    }
    BoundThread* const thread = port_->thread.get();
    if (thread == nullptr) {
      return std::move(noThread_);
    }
    slot_.front() = shared_from_this();
    position_ = slot_.begin();
    thread->ready.splice(thread->ready.end(), slot_);
    isReady_ = true;
    thread->changed.notify_all();
    return std::nullopt;
  }

  // Nobody will wait for it any more.
  void TakeBack() noexcept {
    Callbacks taken;  // destroyed without the lock
    const std::lock_guard lock(port_->registry.mutex);
    if (isReady_) {
      isReady_ = false;
      taken.splice(taken.end(), port_->thread->ready, position_);
    }
  }

  // It has left the thread's list; requires the registry's mutex.
  void Leave() noexcept { isReady_ = false; }

  // On the thread. The stream goes on, even if the function throws.
  void Run() {
    struct Announcement {
      Callback& callback;
      ~Announcement() { callback.EndWith(Status::Ok()); }
    };
    const Announcement atTheEnd{*this};
    function_(userData_);
  }

  // The thread is gone before it began.
  void Fail() noexcept { EndWith(std::move(noThread_)); }
  void Drop() noexcept { EndWith(Status::Ok()); }

  // How it ended; called by its condition.
  [[nodiscard]] std::optional<Status> TakeResult() noexcept { return std::move(result_); }

 private:
  void EndWith(Status result) noexcept {
    if (isBlocking_) {
      port_->signal->Change([this, &result] { result_ = std::move(result); });
    }
  }

  const aclrtCallback function_;
  void* const userData_;
  const bool isBlocking_;
  const std::shared_ptr<Port> port_;
  const std::shared_ptr<backend::Hold> hold_;
  Status noThread_ = NoThread(port_->registry);  // made here, where memory may be asked for
  std::optional<Status> result_;                 // guarded by the port's signal

  // Guarded by the registry's mutex.
  Callbacks slot_{1};  // an empty entry, until it moves to the thread's list
  Callbacks::iterator position_;
  bool isReady_ = false;
};

// The stream goes on when the function has run.
class BlockingCallback final : public backend::Condition {
 public:
  explicit BlockingCallback(std::shared_ptr<Callback> callback) : callback_(std::move(callback)) {}
  BlockingCallback(const BlockingCallback&) = delete;
  BlockingCallback& operator=(const BlockingCallback&) = delete;
  ~BlockingCallback() override { callback_->TakeBack(); }

  [[nodiscard]] std::optional<Status> Look() noexcept override {
    if (!std::exchange(isHandedOver_, true)) {
      return callback_->HandOver();
    }
    return callback_->TakeResult();
  }
  void Describe(trace::Details& details) const override { details.name = "wait for callback"; }

 private:
  const std::shared_ptr<Callback> callback_;
  bool isHandedOver_ = false;
};

// The stream goes on at once.
class PassingCallback final : public backend::Work {
 public:
  explicit PassingCallback(std::shared_ptr<Callback> callback) : callback_(std::move(callback)) {}

  [[nodiscard]] const char* Name() const override { return "Callback"; }
  [[nodiscard]] size_t Bytes() const override { return 0; }
  [[nodiscard]] Status Run(backend::ExecutionContext& /*context*/) override {
    return callback_->HandOver().value_or(Status::Ok());
  }

 private:
  const std::shared_ptr<Callback> callback_;
};

// What is left of callbacks that were handed to a thread and did not run: their failure.
class LostCallbacks final : public backend::Work {
 public:
  explicit LostCallbacks(Status failure) : failure_(std::move(failure)) {}

  [[nodiscard]] const char* Name() const override { return "Callback"; }
  [[nodiscard]] size_t Bytes() const override { return 0; }
  [[nodiscard]] Status Run(backend::ExecutionContext& /*context*/) override { return failure_; }

 private:
  const Status failure_;
};

// Ends a port's binding; what its thread has not begun. Requires the registry's mutex.
Callbacks Unbind(Port& port) noexcept {
  Callbacks left;
  Registry& registry = port.registry;
  const std::shared_ptr<BoundThread> thread = std::exchange(port.thread, nullptr);
  for (auto callback = thread->ready.begin(); callback != thread->ready.end();) {
    const auto current = callback++;
    if ((*current)->GetPort() == &port) {
      (*current)->Leave();
      left.splice(left.end(), thread->ready, current);
    }
  }
  if (--thread->streams == 0) {
    registry.threads.erase(thread->id);
    thread->changed.notify_all();
  }
  return left;
}

// For a stream that is no longer known by its handle: ends its binding and drops the callbacks that its
// thread has not begun, so that waiting for the stream does not depend on that thread.
void DropCallbacksOf(Service service, const void* streamHandle) noexcept {
  Callbacks left;
  {
    Registry& registry = RegistryOf(service);
    const std::lock_guard lock(registry.mutex);
    const auto found = registry.ports.find(streamHandle);
    if (found == registry.ports.end()) {
      return;
    }
    const std::shared_ptr<Port> port = found->second;
    registry.ports.erase(found);
    port->isClosed = true;
    if (port->thread != nullptr) {
      left = Unbind(*port);
    }
  }
  for (const std::shared_ptr<Callback>& callback : left) {
    callback->Drop();
  }
}

void DropCallbacks(const void* streamHandle) noexcept {
  DropCallbacksOf(Service::kCallbacks, streamHandle);
  DropCallbacksOf(Service::kHostFunctions, streamHandle);
}

// The port of a stream that a thread is bound to; null if there is none.
std::shared_ptr<Port> BoundPort(Registry& registry, const void* streamHandle) {
  const std::lock_guard lock(registry.mutex);
  const auto found = registry.ports.find(streamHandle);
  return found == registry.ports.end() || found->second->thread == nullptr ? nullptr : found->second;
}

// Enqueues a function for the thread of a port.
Status Hand(const std::shared_ptr<Port>& port, backend::Stream& queue, aclrtCallback function, void* userData,
            bool isBlocking) {
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    const checker::HostFunction placed = checker::NoteHostFunction(&queue, {function, userData});
    function = placed.function;
    userData = placed.argument;
  }
  const std::shared_ptr<backend::Hold> hold = queue.MakeHold();
  auto callback = std::make_shared<Callback>(function, userData, isBlocking, port, hold);
  if (isBlocking) {
    return queue.WaitFor(port->signal, std::make_unique<BlockingCallback>(std::move(callback)),
                         {.limit = {}, .keepAlive = nullptr, .hold = hold});
  }
  return queue.LaunchHolding(std::make_unique<PassingCallback>(std::move(callback)), hold);
}

}  // namespace

Status Subscribe(Service service, uint64_t threadId, void* streamHandle) {
  Registry& registry = RegistryOf(service);
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(streamHandle, &stream));
  auto fresh = std::make_shared<Port>(registry, stream->Device().CreateSignal());
  // Before the stream is looked for again: as long as there is no port, nobody has to hear of a stream's end.
  ObjectTree::Instance().OnStreamEnd(&DropCallbacks);
  const std::lock_guard lock(registry.mutex);
  // Again: whoever destroys the stream takes its handle out first and its port, under this lock, after that.
  OPENACLNN_RETURN_IF_ERROR(ObjectTree::Instance().FindStream(stream->Handle(), &stream));
  const std::shared_ptr<Port>& port =
      registry.ports.try_emplace(stream->Handle(), std::move(fresh)).first->second;
  if (port->thread != nullptr) {
    return Mismatch(code::kRtStreamSubscribe, "stream", "one that is bound to no thread",
                    "one that is bound to thread " + std::to_string(port->thread->id));
  }
  const auto bound = registry.threads.find(threadId);
  if (bound == registry.threads.end()) {
    if (registry.threads.size() >= kMostThreads) {
      return {code::kRtResourceAllocation,
              "threadId: at most " + std::to_string(kMostThreads) + " threads can be bound to streams"};
    }
    auto thread = std::make_shared<BoundThread>();
    thread->id = threadId;
    thread->deviceId = stream->DeviceId();
    registry.threads.emplace(threadId, thread);
    port->thread = std::move(thread);
  } else if (bound->second->deviceId != stream->DeviceId()) {
    return Mismatch(code::kRtThreadSubscribe, "threadId",
                    "a thread that serves the streams of device " + std::to_string(stream->DeviceId()),
                    "one that serves those of device " + std::to_string(bound->second->deviceId));
  } else {
    port->thread = bound->second;
  }
  ++port->thread->streams;
  registry.isUsed = true;
  return Status::Ok();
}

Status Unsubscribe(Service service, uint64_t threadId, void* streamHandle) {
  Registry& registry = RegistryOf(service);
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToObserve(streamHandle, &stream));
  auto failure = std::make_unique<LostCallbacks>(NoThread(registry));
  Callbacks left;
  {
    const std::lock_guard lock(registry.mutex);
    const auto thread = registry.threads.find(threadId);
    if (thread == registry.threads.end()) {
      return Mismatch(code::kRtThreadSubscribe, "threadId", "a thread that is bound to the stream",
                      std::to_string(threadId) + ", which is bound to none");
    }
    const auto port = registry.ports.find(stream->Handle());
    if (port == registry.ports.end() || port->second->thread != thread->second) {
      return Mismatch(code::kRtStreamSubscribe, "stream",
                      "one that is bound to thread " + std::to_string(threadId), "one that is not");
    }
    left = Unbind(*port->second);
  }
  bool passed = false;
  for (const std::shared_ptr<Callback>& callback : left) {
    callback->Fail();
    passed = passed || !callback->IsBlocking();
  }
  left.clear();
  if (passed) {
    // A stream that takes no work has a failure to report already.
    static_cast<void>(stream->Queue()->Launch(std::move(failure)));
  }
  return Status::Ok();
}

Status Process(Service service, int32_t milliseconds) {
  backend::Timeout timeout;
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ParseTimeout(milliseconds, &timeout));
  Registry& registry = RegistryOf(service);
  std::unique_lock lock(registry.mutex);
  const auto found = registry.threads.find(ThisThread());
  if (found == registry.threads.end()) {
    return NotBound(registry);
  }
  const std::shared_ptr<BoundThread> thread = found->second;
  const auto changed = [&thread] { return !thread->ready.empty() || thread->streams == 0; };
  if (!timeout) {
    thread->changed.wait(lock, changed);
  } else if (!thread->changed.wait_for(lock, *timeout, changed)) {
    return {code::kRtReportTimeout, "no callback came within " + std::to_string(milliseconds) + " ms"};
  }
  if (thread->ready.empty()) {
    return NotBound(registry);
  }
  // Those that are ready now: more may come as fast as they are run.
  for (size_t count = thread->ready.size(); count > 0 && !thread->ready.empty(); --count) {
    std::shared_ptr<Callback> callback = std::move(thread->ready.front());
    thread->ready.pop_front();
    callback->Leave();
    lock.unlock();
    callback->Run();
    callback.reset();
    lock.lock();
  }
  return Status::Ok();
}

Status LaunchCallback(aclrtCallback function, void* userData, int32_t blockType, void* streamHandle) {
  if (function == nullptr) {
    return Mismatch(code::kInvalidParam, "fn", "a function", "null");
  }
  if (blockType != ACL_CALLBACK_NO_BLOCK && blockType != ACL_CALLBACK_BLOCK) {
    return Mismatch(code::kRtParamInvalid, "blockType", "ACL_CALLBACK_NO_BLOCK (0) or ACL_CALLBACK_BLOCK (1)",
                    std::to_string(blockType));
  }
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  Registry& registry = RegistryOf(Service::kCallbacks);
  const std::shared_ptr<Port> port = BoundPort(registry, stream->Handle());
  return port == nullptr ? NoThread(registry)
                         : Hand(port, *stream->Sink(), function, userData, blockType == ACL_CALLBACK_BLOCK);
}

Status LaunchHostFunction(aclrtHostFunc function, void* argument, void* streamHandle) {
  if (function == nullptr) {
    return Mismatch(code::kInvalidParam, "fn", "a function", "null");
  }
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  Registry& registry = RegistryOf(Service::kHostFunctions);
  const bool isRecorded = stream->Sink() != stream->Queue().get();  // a graph calls it on a thread of its own
  if (registry.isUsed && !isRecorded) {
    if (const std::shared_ptr<Port> port = BoundPort(registry, stream->Handle())) {
      return Hand(port, *stream->Sink(), function, argument, true);
    }
  }
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    const auto placed = checker::NoteHostFunction(stream->Sink(), {function, argument});
    return stream->Sink()->CallHost(placed.function, placed.argument);
  }
  return stream->Sink()->CallHost(function, argument);
}

}  // namespace openaclnn::runtime
