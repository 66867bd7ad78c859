// SPDX-License-Identifier: Apache-2.0
//
// Threads that make every mistake a client can make and check the answer, beside threads whose work must not
// notice.
#include <algorithm>
#include <atomic>
#include <mutex>
#include <shared_mutex>

#include "tests/stress/scenario.h"

namespace stress {
namespace {

constexpr int kIncidentsPerThread = 30;
constexpr aclnnStatus kInnerError = 561000;    // a dead executor
constexpr aclnnStatus kParamInvalid = 161002;  // memory that is not alive
constexpr aclnnStatus kRuntimeError = 361001;  // the runtime refused the work

/// What a mistake with a stale address does depends on nobody being given that address meanwhile: those
/// mistakes are made alone, everything else shares. Who wants to be alone keeps newcomers out until then.
class Addresses {
 public:
  void lock() {  // NOLINT(readability-identifier-naming): the names of the standard's locks
    entrance_.lock();
    mutex_.lock();
  }
  void unlock() {  // NOLINT(readability-identifier-naming)
    mutex_.unlock();
    entrance_.unlock();
  }
  void lock_shared() {  // NOLINT(readability-identifier-naming)
    const std::lock_guard<std::mutex> lock(entrance_);
    mutex_.lock_shared();
  }
  void unlock_shared() { mutex_.unlock_shared(); }  // NOLINT(readability-identifier-naming)

 private:
  std::mutex entrance_;
  std::shared_mutex mutex_;
};
using Alone = std::unique_lock<Addresses>;
using Beside = std::shared_lock<Addresses>;

/// What the threads of a round share.
struct Scene {
  const Round& round;
  Addresses addresses;
  std::atomic<size_t> careless;  // threads that still make mistakes
};

/// A stream that is held up by a gate until Open or its end.
class HeldStream {
 public:
  HeldStream() : stream_(MakeStream()) { STRESS_OK(aclrtLaunchHostFunc(stream_.Get(), Gate::Wait, &gate_)); }
  HeldStream(const HeldStream&) = delete;
  HeldStream& operator=(const HeldStream&) = delete;
  ~HeldStream() { gate_.Open(); }

  aclrtStream Get() const { return stream_.Get(); }
  void Open() { gate_.Open(); }

 private:
  Gate gate_;
  Stream stream_;  // destroyed first: waits for the gate
};

/// A mistake of the thread with this number and its consequences.
class Careless {
 public:
  Careless(Scene& scene, size_t number)
      : scene_(scene), round_(scene.round), random_(scene.round.seed, 100 + number) {}

  void Run() {
    for (int i = 0; i < kIncidentsPerThread; ++i) {
      const Incident& incident = random_.Pick(Incidents());
      if (incident.alone) {
        const Alone lock(scene_.addresses);
        (this->*incident.run)();
      } else {
        const Beside lock(scene_.addresses);
        (this->*incident.run)();
      }
    }
  }

 private:
  struct Incident {
    void (Careless::*run)();
    bool alone;
  };
  // An incident more is a function more and a line more.
  static const std::vector<Incident>& Incidents();

  const Problem& AnyProblem() { return random_.Pick(round_.problems); }

  // ---- Work that fails on the device

  // Continue mode: reported once, everything else runs.
  void FailAndContinue() {
    Instance before(AnyProblem());
    Instance failing(round_.failing);
    Instance after(AnyProblem());
    const Stream stream = MakeStream();
    const Event event = MakeEvent();
    if (random_.OneIn(2)) {
      STRESS_OK(aclrtSetStreamFailureMode(stream.Get(), ACL_CONTINUE_ON_FAILURE));
    }
    before.Launch(stream.Get());
    failing.Launch(stream.Get());
    STRESS_OK(aclrtRecordEvent(event.Get(), stream.Get()));
    after.Launch(stream.Get());
    if (random_.OneIn(2)) {
      STRESS_STATUS(aclrtSynchronizeEvent(event.Get()), kWorkFailed);
    }
    STRESS_STATUS(aclrtSynchronizeStream(stream.Get()), kWorkFailed);
    STRESS_OK(aclrtSynchronizeStream(stream.Get()));
    before.CheckOutputs();
    after.CheckOutputs();
    STRESS_STATUS(aclrtGetLastError(ACL_RT_THREAD_LEVEL), kWorkFailed);
    STRESS_OK(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL));
  }

  // Stop mode: the context takes no more work, and says so for ever; others do not notice.
  void FailAndStop() {
    aclrtContext former = nullptr;
    STRESS_OK(aclrtGetCurrentContext(&former));
    const Context context = MakeContext(0);
    Instance failing(round_.failing);
    Instance after(AnyProblem());
    const Stream stream = MakeStream();
    const Stream other = MakeStream();
    STRESS_OK(aclrtSetStreamFailureMode(stream.Get(), ACL_STOP_ON_FAILURE));
    failing.Launch(stream.Get());
    STRESS_STATUS(aclrtSynchronizeStream(stream.Get()), kWorkFailed);
    STRESS_STATUS(aclrtSynchronizeStream(other.Get()), kWorkFailed);
    STRESS_STATUS(aclrtSynchronizeStream(stream.Get()), kWorkFailed);
    for (const aclrtStream refused : {stream.Get(), other.Get(), static_cast<aclrtStream>(nullptr)}) {
      const BoundCall arguments = after.MakeArguments();
      aclOpExecutor* const executor = after.Plan(arguments);
      STRESS_STATUS(after.Enqueue(executor, refused), kRuntimeError);
    }
    DeviceMemory memory = AllocateDevice(100);
    STRESS_OK(aclrtMemset(memory.Get(), 100, 1, 100));
    STRESS_OK(aclrtSetCurrentContext(former));
    const Stream outside = MakeStream();
    after.Launch(outside.Get());
    STRESS_OK(aclrtSynchronizeStream(outside.Get()));
    after.CheckOutputs();
  }

  // Memory that a client frees too early is reported, not touched.
  void FreeInputOfQueuedWork() {
    Instance broken(AnyProblem());
    Instance after(AnyProblem());
    HeldStream stream;
    broken.Launch(stream.Get());
    after.Launch(stream.Get());
    broken.DropInput(random_.Below(broken.Reads().size()));
    stream.Open();
    STRESS_STATUS(aclrtSynchronizeStream(stream.Get()), kWorkFailed);
    STRESS_OK(aclrtSynchronizeStream(stream.Get()));
    after.CheckOutputs();
  }

  // A queued copy or fill keeps what it uses.
  void FreeBlocksOfQueuedCopies() {
    constexpr size_t kBytes = 50000;
    DeviceMemory from = AllocateDevice(kBytes);
    DeviceMemory to = AllocateDevice(kBytes);
    PinnedMemory pinned = AllocatePinned(kBytes);
    HeldStream stream;
    STRESS_OK(aclrtMemsetAsync(from.Get(), kBytes, 7, kBytes, stream.Get()));
    STRESS_OK(
        aclrtMemcpyAsync(to.Get(), kBytes, from.Get(), kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream.Get()));
    STRESS_OK(
        aclrtMemcpyAsync(pinned.Get(), kBytes, to.Get(), kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream.Get()));
    from.Reset();
    if (random_.OneIn(2)) {
      to.Reset();
      pinned.Reset();
    }
    stream.Open();
    STRESS_OK(aclrtSynchronizeStream(stream.Get()));
    if (pinned.Get() != nullptr) {
      const auto* const bytes = static_cast<const uint8_t*>(pinned.Get());
      Require(std::all_of(bytes, bytes + kBytes, [](uint8_t byte) { return byte == 7; }),
              "a copy from memory that was freed after it was enqueued came to nothing");
    }
  }

  void DestroyHeldStreamByForce() {
    Instance dropped(AnyProblem());
    const Event event = MakeEvent();
    const Stream other = MakeStream();
    Gate gate;
    Stream stream = MakeStream();
    STRESS_OK(aclrtLaunchHostFunc(stream.Get(), Gate::Wait, &gate));
    dropped.Launch(stream.Get());
    STRESS_OK(aclrtRecordEvent(event.Get(), stream.Get()));
    STRESS_OK(aclrtStreamWaitEvent(other.Get(), event.Get()));
    gate.Open();
    STRESS_OK(aclrtDestroyStreamForce(stream.Release()));
    STRESS_OK(aclrtSynchronizeStream(other.Get()));  // the record is reached all the same
  }

  // ---- Handles and addresses that mean nothing any more, or never did

  void FreeTwice() {
    void* const memory = AllocateDevice(static_cast<size_t>(random_.Between(1, 100000))).Release();
    STRESS_OK(aclrtFree(memory));
    STRESS_STATUS(aclrtFree(memory), ACL_ERROR_RT_PARAM_INVALID);
    void* const pinned = AllocatePinned(100).Release();
    STRESS_STATUS(aclrtFree(pinned), ACL_ERROR_RT_PARAM_INVALID);
    STRESS_OK(aclrtFreeHost(pinned));
    STRESS_STATUS(aclrtFreeHost(pinned), ACL_ERROR_RT_PARAM_INVALID);
  }

  void UseFreedMemory() {
    void* const memory = AllocateDevice(4096).Release();
    STRESS_OK(aclrtFree(memory));
    int value = 0;
    STRESS_STATUS(aclrtMemcpy(&value, sizeof(value), memory, sizeof(value), ACL_MEMCPY_DEVICE_TO_HOST),
                  ACL_ERROR_RT_PARAM_INVALID);
    STRESS_STATUS(aclrtMemset(memory, 4096, 0, 4096), ACL_ERROR_RT_PARAM_INVALID);
    Instance instance(AnyProblem());
    const BoundCall arguments = instance.MakeArguments();
    aclOpExecutor* const executor = instance.Plan(arguments);
    instance.DropInput(0);
    STRESS_STATUS(instance.Enqueue(executor, nullptr), kParamInvalid);
    STRESS_STATUS(instance.Enqueue(executor, nullptr), kInnerError);  // consumed by the call that failed
  }

  void FreeMiddle() {
    const DeviceMemory memory = AllocateDevice(1000);
    STRESS_STATUS(aclrtFree(static_cast<uint8_t*>(memory.Get()) + 64), ACL_ERROR_RT_PARAM_INVALID);
    STRESS_STATUS(aclrtFreeHost(memory.Get()), ACL_ERROR_RT_PARAM_INVALID);
    STRESS_STATUS(aclrtMemset(memory.Get(), size_t{1} << 20, 0, size_t{1} << 20), ACL_ERROR_RT_PARAM_INVALID);
    STRESS_STATUS(aclrtMemset(memory.Get(), 10, 0, 11), ACL_ERROR_INVALID_PARAM);
    STRESS_STATUS(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
  }

  void UseDestroyedStream() {
    const aclrtStream stream = MakeStream().Get();  // destroyed at once
    const Event event = MakeEvent();
    STRESS_STATUS(aclrtSynchronizeStream(stream), ACL_ERROR_RT_INVALID_HANDLE);
    STRESS_STATUS(aclrtRecordEvent(event.Get(), stream), ACL_ERROR_RT_INVALID_HANDLE);
    STRESS_STATUS(aclrtStreamWaitEvent(stream, event.Get()), ACL_ERROR_RT_INVALID_HANDLE);
    STRESS_STATUS(aclrtLaunchHostFunc(stream, Gate::Wait, nullptr), ACL_ERROR_RT_INVALID_HANDLE);
    STRESS_STATUS(aclrtDestroyStream(stream), ACL_ERROR_RT_INVALID_HANDLE);
    STRESS_STATUS(aclrtSynchronizeStream(event.Get()), ACL_ERROR_RT_INVALID_HANDLE);
  }

  void UseDestroyedEvent() {
    const aclrtEvent event = MakeEvent().Get();  // destroyed at once
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    STRESS_STATUS(aclrtRecordEvent(event, nullptr), ACL_ERROR_RT_INVALID_HANDLE);
    STRESS_STATUS(aclrtStreamWaitEvent(nullptr, event), ACL_ERROR_RT_INVALID_HANDLE);
    STRESS_STATUS(aclrtSynchronizeEvent(event), ACL_ERROR_RT_INVALID_HANDLE);
    STRESS_STATUS(aclrtQueryEventStatus(event, &status), ACL_ERROR_RT_INVALID_HANDLE);
    STRESS_STATUS(aclrtDestroyEvent(event), ACL_ERROR_RT_INVALID_HANDLE);
  }

  void UseDestroyedContext() {
    aclrtContext former = nullptr;
    STRESS_OK(aclrtGetCurrentContext(&former));
    aclrtContext context = nullptr;
    Stream left;
    {
      const Context made = MakeContext(1);
      context = made.Get();
      left = MakeStream();
    }
    void* memory = nullptr;
    STRESS_STATUS(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_CONTEXT_NULL);
    STRESS_STATUS(aclrtSetCurrentContext(context), ACL_ERROR_RT_CONTEXT_NULL);
    STRESS_STATUS(aclrtSynchronizeDevice(), ACL_ERROR_RT_CONTEXT_NULL);
    STRESS_OK(aclrtSetCurrentContext(former));
    STRESS_STATUS(aclrtSynchronizeStream(left.Get()), ACL_ERROR_RT_INVALID_HANDLE);
    STRESS_OK(aclrtDestroyStream(left.Release()));  // its owner may still do so, once
  }

  void MixDevices() {
    aclrtContext former = nullptr;
    STRESS_OK(aclrtGetCurrentContext(&former));
    const Stream here = MakeStream();
    const Event event = MakeEvent();
    const Context elsewhere = MakeContext(2);
    const Stream there = MakeStream();
    STRESS_STATUS(aclrtRecordEvent(event.Get(), there.Get()), ACL_ERROR_RT_PARAM_INVALID);
    STRESS_STATUS(aclrtRecordEvent(event.Get(), here.Get()), ACL_ERROR_RT_STREAM_CONTEXT);
    STRESS_OK(aclrtSynchronizeStream(here.Get()));
    STRESS_OK(aclrtSetCurrentContext(former));
  }

  Scene& scene_;
  const Round& round_;
  Random random_;
};

const std::vector<Careless::Incident>& Careless::Incidents() {
  static const std::vector<Incident> incidents{
      {&Careless::FailAndContinue, false},
      {&Careless::FailAndStop, false},
      {&Careless::FreeInputOfQueuedWork, false},
      {&Careless::FreeBlocksOfQueuedCopies, false},
      {&Careless::DestroyHeldStreamByForce, false},
      {&Careless::FreeTwice, true},
      {&Careless::UseFreedMemory, true},
      {&Careless::FreeMiddle, false},
      {&Careless::UseDestroyedStream, false},
      {&Careless::UseDestroyedEvent, false},
      {&Careless::UseDestroyedContext, false},
      {&Careless::MixDevices, false},
  };
  return incidents;
}

/// Correct work, in a stream of its own, until the others have made all their mistakes.
void WorkUnimpressed(Scene& scene, Random random) {
  const Stream stream = MakeStream();
  while (scene.careless > 0) {
    const Beside lock(scene.addresses);
    Instance instance(random.Pick(scene.round.problems));
    instance.Launch(stream.Get());
    STRESS_OK(aclrtSynchronizeStream(stream.Get()));
    instance.CheckOutputs();
  }
}

}  // namespace

void RunFailures(const Round& round) {
  constexpr size_t kCareless = 3;
  constexpr size_t kUnimpressed = 2;
  const Session session;
  Scene scene{round, {}, {kCareless}};
  RunThreads(kCareless + kUnimpressed, "thread", [&](size_t number) {
    const DeviceUse use(0);
    if (number < kCareless) {
      Careless(scene, number).Run();
      --scene.careless;
    } else {
      WorkUnimpressed(scene, Random(round.seed, 100 + number));
    }
  });
}

}  // namespace stress
