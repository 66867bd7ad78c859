// SPDX-License-Identifier: Apache-2.0
//
// The library is initialized and finalized, devices are set and reset, contexts come and go, while other
// threads work. On the last device one thread releases everything under the feet of the others.
#include <algorithm>
#include <atomic>
#include <thread>

#include "tests/stress/scenario.h"

namespace stress {
namespace {

constexpr int32_t kUnruly = kDevices - 1;  // the device that is reset by force

/// One of several components of a process that each initialize for themselves.
class Component {
 public:
  Component() { STRESS_STATUS(aclInit(nullptr), ACL_SUCCESS, ACL_ERROR_REPEAT_INITIALIZE); }
  Component(const Component&) = delete;
  Component& operator=(const Component&) = delete;
  ~Component() { STRESS_OK(aclFinalizeReference(nullptr)); }
};

void LaunchAndCheck(const Problem& problem) {
  Instance instance(problem);
  const Stream stream = MakeStream();
  instance.Launch(stream.Get());
  STRESS_OK(aclrtSynchronizeStream(stream.Get()));
  instance.CheckOutputs();
}

/// Counted initialization, alone.
void InitializeAgainAndAgain(const Round& round, Random& random) {
  const int64_t calls = random.Between(1, 4);
  STRESS_OK(aclInit(nullptr));
  for (int64_t i = 1; i < calls; ++i) {
    STRESS_STATUS(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  }
  {
    const DeviceUse use(0);
    LaunchAndCheck(random.Pick(round.problems));
  }
  if (random.OneIn(2)) {
    STRESS_OK(aclFinalize());
  } else {
    for (int64_t i = calls; i-- > 0;) {
      uint64_t left = 99;
      STRESS_OK(aclFinalizeReference(&left));
      Require(left == static_cast<uint64_t>(i), "the library counts its users wrongly");
    }
  }
  STRESS_STATUS(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
  STRESS_STATUS(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
}

/// What is left over when the library is finalized can still be given back.
void FinalizeWhileStreamsWork(const Round& round, Random& random) {
  STRESS_OK(aclInit(nullptr));
  STRESS_OK(aclrtSetDevice(1));
  {
    Instance instance(random.Pick(round.problems));
    const Stream stream = MakeStream();
    const Event event = MakeEvent();
    Gate gate;
    STRESS_OK(aclrtLaunchHostFunc(stream.Get(), Gate::Wait, &gate));
    instance.Launch(stream.Get());
    STRESS_OK(aclrtRecordEvent(event.Get(), stream.Get()));
    STRESS_OK(aclFinalize());
    gate.Open();
  }
  STRESS_OK(aclInit(nullptr));
  STRESS_OK(aclrtResetDevice(1));
  STRESS_OK(aclFinalize());
}

/// Comes, works on devices, goes.
void ComeAndGo(const Round& round, Random random) {
  for (int i = 0; i < 12; ++i) {
    const Component component;
    const auto device = static_cast<int32_t>(random.Below(kUnruly));
    const DeviceUse use(device);
    LaunchAndCheck(random.Pick(round.problems));
    if (random.OneIn(2)) {
      const DeviceUse other(kUnruly - 1 - device);
      LaunchAndCheck(random.Pick(round.problems));
    }
  }
}

/// A thread that sets no device has none, whatever the others do; giving back needs none.
void StayWithoutDevice(Random random) {
  const Component component;
  for (int i = 0; i < 20; ++i) {
    void* memory = nullptr;
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    int32_t device = -1;
    STRESS_STATUS(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_CONTEXT_NULL);
    STRESS_STATUS(aclrtCreateStream(&stream), ACL_ERROR_RT_CONTEXT_NULL);
    STRESS_STATUS(aclrtCreateEvent(&event), ACL_ERROR_RT_CONTEXT_NULL);
    STRESS_STATUS(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
    STRESS_STATUS(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_CONTEXT_NULL);
    Require(memory == nullptr && stream == nullptr && event == nullptr && device == -1,
            "a call that failed wrote a result");
    RunThreads(1, "maker", [&](size_t) {
      const DeviceUse use(static_cast<int32_t>(random.Below(kUnruly)));
      memory = AllocateDevice(1000).Release();
      stream = MakeStream().Release();
      event = MakeEvent().Release();
      STRESS_OK(aclrtMemsetAsync(memory, 1000, 1, 1000, stream));
      STRESS_OK(aclrtRecordEvent(event, stream));
    });
    STRESS_OK(aclrtDestroyStream(stream));
    STRESS_OK(aclrtDestroyEvent(event));
    STRESS_OK(aclrtFree(memory));
  }
}

/// Contexts are destroyed while their streams work, which is waited for; threads share them before.
void MakeAndDestroyContexts(const Round& round, Random random) {
  const Component component;
  for (int i = 0; i < 8; ++i) {
    const auto device = static_cast<int32_t>(random.Below(kUnruly));
    const size_t seed = random.Next();
    const DeviceUse use(device);  // a reset would release explicit contexts too
    Context context = MakeContext(device);
    Instance instance(random.Pick(round.problems));
    Stream stream = MakeStream();
    Gate gate;
    STRESS_OK(aclrtLaunchHostFunc(stream.Get(), Gate::Wait, &gate));
    instance.Launch(stream.Get());
    RunThreads(2, "guest", [&](size_t number) {
      STRESS_OK(aclrtSetCurrentContext(context.Get()));
      LaunchAndCheck(Random(seed, number).Pick(round.problems));
      if (number == 0) {
        gate.Open();
      }
    });
    context.Reset();
    STRESS_OK(aclrtDestroyStream(stream.Release()));
    const DeviceUse again(device);
    instance.CheckOutputs();
  }
}

/// Works on the device that is reset by force: any call may find its context or stream gone, none may do
/// worse, and what was allocated can be freed.
void WorkOnUnrulyDevice(Random random) {
  const Component component;
  for (int i = 0; i < 15; ++i) {
    STRESS_OK(aclrtSetDevice(kUnruly));
    void* memory = nullptr;
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    const size_t bytes = random.OneIn(2) ? 100 : 100000;
    STRESS_STATUS(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS,
                  ACL_ERROR_RT_CONTEXT_NULL);
    STRESS_STATUS(aclrtCreateStream(&stream), ACL_SUCCESS, ACL_ERROR_RT_CONTEXT_NULL);
    STRESS_STATUS(aclrtCreateEvent(&event), ACL_SUCCESS, ACL_ERROR_RT_CONTEXT_NULL);
    if (memory != nullptr && stream != nullptr && event != nullptr) {
      STRESS_STATUS(aclrtMemsetAsync(memory, bytes, 1, bytes, stream), ACL_SUCCESS, ACL_ERROR_RT_CONTEXT_NULL,
                    ACL_ERROR_RT_INVALID_HANDLE);
      STRESS_STATUS(aclrtRecordEvent(event, stream), ACL_SUCCESS, ACL_ERROR_RT_CONTEXT_NULL,
                    ACL_ERROR_RT_INVALID_HANDLE);
      STRESS_STATUS(aclrtStreamWaitEvent(nullptr, event), ACL_SUCCESS, ACL_ERROR_RT_CONTEXT_NULL,
                    ACL_ERROR_RT_INVALID_HANDLE);
      STRESS_STATUS(aclrtSynchronizeStream(stream), ACL_SUCCESS, ACL_ERROR_RT_CONTEXT_NULL,
                    ACL_ERROR_RT_INVALID_HANDLE);
      STRESS_STATUS(aclrtSynchronizeDevice(), ACL_SUCCESS, ACL_ERROR_RT_CONTEXT_NULL);
    }
    if (event != nullptr) {
      STRESS_OK(aclrtDestroyEvent(event));
    }
    if (stream != nullptr) {
      STRESS_OK(aclrtDestroyStream(stream));
    }
    if (memory != nullptr) {
      STRESS_OK(aclrtFree(memory));
    }
    if (random.OneIn(3)) {
      STRESS_STATUS(aclrtResetDevice(kUnruly), ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID);
    }
  }
}

void ResetByForce(const std::atomic<size_t>& workers) {
  const Component component;
  while (workers > 0) {
    STRESS_STATUS(aclrtResetDeviceForce(kUnruly), ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID);
    std::this_thread::yield();
  }
}

/// A task that was issued while the device went finds nobody to wait for it: its memory is back a little
/// later.
void WaitUntilMemoryIsBack() {
  Begin("wait for the memory of the device that was reset by force");
  size_t free = 0;
  size_t total = 1;
  while (free != total) {
    Finish(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), "aclrtGetMemInfo", {ACL_SUCCESS});
    std::this_thread::yield();
  }
}

}  // namespace

void RunLifecycle(const Round& round) {
  Random random(round.seed);
  InitializeAgainAndAgain(round, random);
  FinalizeWhileStreamsWork(round, random);

  constexpr size_t kUnrulyWorkers = 2;
  std::atomic<size_t> left{kUnrulyWorkers};
  RunThreads(5 + kUnrulyWorkers, "thread", [&](size_t number) {
    Random own(round.seed, 100 + number);
    switch (number) {
      case 0:
      case 1:
        return ComeAndGo(round, own);
      case 2:
        return StayWithoutDevice(own);
      case 3:
        return MakeAndDestroyContexts(round, own);
      case 4:
        return ResetByForce(left);
      default:
        WorkOnUnrulyDevice(own);
        --left;
    }
  });

  const Session session;
  STRESS_STATUS(aclrtResetDeviceForce(kUnruly), ACL_SUCCESS, ACL_ERROR_RT_PARAM_INVALID);
  const DeviceUse use(kUnruly);
  WaitUntilMemoryIsBack();
}

}  // namespace stress
