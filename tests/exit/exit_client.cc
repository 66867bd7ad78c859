// SPDX-License-Identifier: Apache-2.0
//
// Ends a process at an awkward moment, in the way that its argument names, with exit status 7: other statuses
// are crashes, sanitizers' findings, or an expectation here that was not met (1). In each way work is still
// queued, and in most a stream will never come to its end.
#include <pthread.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "acl/acl.h"

#if defined(__SANITIZE_THREAD__)
// The allocator of oneTBB, which is not instrumented, takes a mutex at exit that it made on another thread:
// how it orders the two is not seen.
extern "C" const char* __tsan_default_suppressions();  // NOLINT(bugprone-reserved-identifier)
extern "C" const char* __tsan_default_suppressions() {
  return "race:libtbbmalloc\n";
}
#endif

namespace {

constexpr int kExpectedStatus = 7;
constexpr size_t kBytes = size_t{64} << 20;

void Require(bool condition, const char* what) {
  if (!condition) {
    std::fprintf(stderr, "expected: %s\n", what);
    std::_Exit(EXIT_FAILURE);
  }
}

void NeverReturn(void* /*argument*/) {
  while (true) {
    pause();
  }
}

[[noreturn]] void End() {
  std::exit(kExpectedStatus);  // NOLINT(concurrency-mt-unsafe): the point of this program
}

void EndOnHostThread(void* /*argument*/) {
  End();
}

// What a client has when it ends: a stream that works, one that never gets on, one that waits for it, and one
// with a callback whose thread never comes to it.
struct Client {
  aclrtStream busy = nullptr;
  aclrtStream stuck = nullptr;
  aclrtStream waiting = nullptr;
  aclrtStream calling = nullptr;
  aclrtEvent event = nullptr;
  void* memory = nullptr;

  void Start() {
    Require(aclInit(nullptr) == ACL_SUCCESS && aclrtSetDevice(0) == ACL_SUCCESS &&
                aclrtCreateStream(&busy) == ACL_SUCCESS && aclrtCreateStream(&stuck) == ACL_SUCCESS &&
                aclrtCreateStream(&waiting) == ACL_SUCCESS && aclrtCreateStream(&calling) == ACL_SUCCESS &&
                aclrtCreateEvent(&event) == ACL_SUCCESS &&
                aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS,
            "a client that starts");
  }
  void Work() const {
    for (int i = 0; i < 20; ++i) {
      Require(aclrtMemsetAsync(memory, kBytes, i, kBytes, busy) == ACL_SUCCESS, "an accepted fill");
    }
  }
  void GetStuck() const {
    Require(aclrtLaunchHostFunc(stuck, NeverReturn, nullptr) == ACL_SUCCESS &&
                aclrtRecordEvent(event, stuck) == ACL_SUCCESS &&
                aclrtStreamWaitEvent(waiting, event) == ACL_SUCCESS &&
                aclrtMemsetAsync(memory, kBytes, 1, kBytes, waiting) == ACL_SUCCESS,
            "accepted work behind a function that never returns");
    Require(aclrtSubscribeReport(pthread_self(), calling) == ACL_SUCCESS &&
                aclrtLaunchCallback(NeverReturn, nullptr, ACL_CALLBACK_NO_BLOCK, calling) == ACL_SUCCESS,
            "an accepted callback");
  }
  void StartAndGetBusy() {
    Start();
    Work();
    GetStuck();
  }
  // After GetStuck, once the library has ended its business.
  void ExpectNothingToCome() const {
    Require(aclrtSynchronizeEvent(event) == ACL_ERROR_INTERNAL_ERROR, "an event that is not reached");
    Require(aclrtSynchronizeStream(waiting) == ACL_ERROR_INTERNAL_ERROR, "a stream that is not done");
    Require(aclrtSynchronizeStream(calling) == ACL_ERROR_INTERNAL_ERROR, "a callback that did not run");
  }
  // The statuses do not matter here; that each call comes back does.
  void EndSomehow() const {
    (void)aclrtSynchronizeDevice();
    (void)aclrtSynchronizeStream(busy);
    (void)aclrtSynchronizeStream(waiting);
    (void)aclrtSynchronizeEvent(event);
    (void)aclrtMemsetAsync(memory, kBytes, 2, kBytes, busy);
    (void)aclrtSynchronizeStream(busy);
    (void)aclrtFree(nullptr);  // fails, and has a message to leave
    (void)aclGetRecentErrMsg();
    (void)aclrtDestroyStream(calling);
    (void)aclrtDestroyStream(waiting);
    (void)aclrtDestroyStreamForce(stuck);
    (void)aclrtDestroyStream(busy);
    (void)aclrtDestroyEvent(event);
    (void)aclrtFree(memory);
    (void)aclrtResetDevice(0);
    (void)aclFinalize();
    (void)aclFinalize();
  }
};

// Made before the library's first use, destroyed after its end of business.
struct StaticClient : Client {
  bool alive = false;
  bool isStuck = false;
  ~StaticClient() {
    if (alive) {
      if (isStuck) {
        ExpectNothingToCome();
      }
      EndSomehow();
    }
  }
};
StaticClient staticClient;  // NOLINT(cert-err58-cpp): the point of this program

// Destroyed when its thread ends, after what the library keeps for the thread.
struct ThreadClient : Client {
  bool alive = false;
  ~ThreadClient() {
    if (alive) {
      EndSomehow();
    }
  }
};
thread_local ThreadClient threadClient;

Client client;

// ---- The ways to end

void CallsFromStaticDestructors() {
  staticClient.Start();
  staticClient.Work();
  staticClient.alive = true;
  End();
}

// Streams that will never be done are waited for and destroyed.
void StuckInStaticDestructors() {
  staticClient.StartAndGetBusy();
  staticClient.alive = staticClient.isStuck = true;
  End();
}

// Registered after the library's own handler: everything still works.
void CallsFromExitHandler() {
  client.Start();
  client.Work();
  std::atexit([] {
    Require(aclrtSynchronizeStream(client.busy) == ACL_SUCCESS, "a stream that can be waited for");
    Require(aclrtDestroyStream(client.busy) == ACL_SUCCESS, "a stream that can be destroyed");
    Require(aclrtFree(client.memory) == ACL_SUCCESS, "memory that can be freed");
    Require(aclrtResetDevice(0) == ACL_SUCCESS && aclFinalize() == ACL_SUCCESS, "an orderly end");
  });
  End();
}

// The end of a thread, and of the process's first one.
void CallsFromThreadLocalDestructors() {
  threadClient.Start();
  threadClient.Work();
  threadClient.alive = true;
  std::thread([] {
    Require(aclrtSetDevice(0) == ACL_SUCCESS && aclrtCreateStream(&threadClient.busy) == ACL_SUCCESS &&
                aclrtMalloc(&threadClient.memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS,
            "a second client");
    threadClient.Work();
    threadClient.alive = true;
  }).join();
  End();
}

void WhileStreamsRunAndWait() {
  client.StartAndGetBusy();
  End();
}

void WhileThreadsWait() {
  client.StartAndGetBusy();
  for (int way = 0; way < 4; ++way) {
    std::thread([way] {
      Require(aclrtSetDevice(0) == ACL_SUCCESS, "a device for another thread");
      switch (way) {
        case 0:
          (void)aclrtSynchronizeStream(client.waiting);
          break;
        case 1:
          (void)aclrtSynchronizeEvent(client.event);
          break;
        case 2:
          (void)aclrtSynchronizeDevice();
          break;
        default:
          (void)aclrtDestroyStream(client.stuck);
      }
      NeverReturn(nullptr);
    }).detach();
  }
  (void)aclrtSynchronizeStreamWithTimeout(client.waiting, 50);  // so that the others have come to wait
  End();
}

void WhileThreadsCall() {
  static std::atomic<int> rounds{0};
  client.Start();
  for (int i = 0; i < 4; ++i) {
    std::thread([] {
      (void)aclrtSetDevice(0);
      while (true) {
        void* memory = nullptr;
        aclrtStream stream = nullptr;
        (void)aclrtMalloc(&memory, 100000, ACL_MEM_MALLOC_HUGE_FIRST);
        (void)aclrtCreateStream(&stream);
        (void)aclrtMemsetAsync(memory, 100000, 1, 100000, stream);
        (void)aclrtRecordEvent(client.event, stream);
        (void)aclrtStreamWaitEvent(client.busy, client.event);
        (void)aclrtSynchronizeStream(stream);
        (void)aclrtDestroyStream(stream);
        (void)aclrtFree(memory);
        ++rounds;
      }
    }).detach();
  }
  while (rounds < 100) {
    std::this_thread::yield();
  }
  client.Work();
  End();
}

void FromAnotherThread() {
  client.StartAndGetBusy();
  std::thread([] { End(); }).detach();
  (void)aclrtSynchronizeStream(client.waiting);
  NeverReturn(nullptr);
}

// Host functions must not call the library; exit is not of the library.
void FromHostFunction() {
  client.StartAndGetBusy();
  Require(aclrtLaunchHostFunc(nullptr, EndOnHostThread, nullptr) == ACL_SUCCESS, "an accepted host function");
  (void)aclrtSynchronizeStream(client.waiting);
  NeverReturn(nullptr);
}

void FromHostFunctionWithStaticDestructors() {
  staticClient.StartAndGetBusy();
  staticClient.alive = true;
  Require(aclrtLaunchHostFunc(nullptr, EndOnHostThread, nullptr) == ACL_SUCCESS, "an accepted host function");
  (void)aclrtSynchronizeStream(staticClient.waiting);
  NeverReturn(nullptr);
}

// No exit handler of the library runs: its threads go on.
void ByQuickExit() {
  client.StartAndGetBusy();
  std::at_quick_exit([] {
    Require(aclrtSynchronizeStream(client.busy) == ACL_SUCCESS, "a stream that can be waited for");
    Require(aclFinalize() == ACL_SUCCESS, "a library that can be finalized");
  });
  std::quick_exit(kExpectedStatus);
}

void ByUnderscoreExit() {
  client.StartAndGetBusy();
  _exit(kExpectedStatus);
}

struct Way {
  const char* name;
  void (*end)();
};

// tests/exit/CMakeLists.txt lists the names, too.
constexpr Way kWays[] = {
    {"calls_from_static_destructors", CallsFromStaticDestructors},
    {"stuck_in_static_destructors", StuckInStaticDestructors},
    {"calls_from_exit_handler", CallsFromExitHandler},
    {"calls_from_thread_local_destructors", CallsFromThreadLocalDestructors},
    {"while_streams_run_and_wait", WhileStreamsRunAndWait},
    {"while_threads_wait", WhileThreadsWait},
    {"while_threads_call", WhileThreadsCall},
    {"from_another_thread", FromAnotherThread},
    {"from_host_function", FromHostFunction},
    {"from_host_function_with_static_destructors", FromHostFunctionWithStaticDestructors},
    {"by_quick_exit", ByQuickExit},
    {"by_underscore_exit", ByUnderscoreExit},
};

}  // namespace

int main(int count, char** arguments) {
  for (const Way& way : kWays) {
    if (count == 2 && std::strcmp(arguments[1], way.name) == 0) {
      way.end();
    }
  }
  std::fprintf(stderr, "usage: %s <way to end>\n", arguments[0]);
  return EXIT_FAILURE;
}
