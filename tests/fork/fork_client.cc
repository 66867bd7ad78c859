// SPDX-License-Identifier: Apache-2.0
//
// A client that forks. The first argument says when, and what the child does. Ends with 0 if the child did as
// it should; a child that hangs is ended by its alarm.
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_mse_loss_backward.h"

namespace {

constexpr size_t kBytes = size_t{8} << 20;
constexpr unsigned kSeconds = 20;

std::atomic<int> failures{0};

void Expect(bool condition, const char* what) {
  if (!condition) {
    std::fprintf(stderr, "%d: %s\n", static_cast<int>(getpid()), what);
    ++failures;
  }
}
#define EXPECT(condition) Expect(condition, #condition)

// What the parent has. Its teardown runs in the child, too, and in both after the library's end of business.
struct Session {
  aclrtContext context = nullptr;
  aclrtStream stream = nullptr;
  aclrtEvent event = nullptr;
  void* memory = nullptr;

  ~Session() {
    if (stream != nullptr) {
      (void)aclrtSynchronizeStream(stream);
      (void)aclrtDestroyEvent(event);
      (void)aclrtDestroyStream(stream);
      (void)aclrtFree(memory);
      (void)aclrtResetDevice(0);
      (void)aclFinalize();
    }
  }
};

Session session;  // NOLINT(cert-err58-cpp): the point of this program

void Open(const char* config) {
  EXPECT(aclInit(config) == ACL_SUCCESS);
  EXPECT(aclrtSetDevice(0) == ACL_SUCCESS);
  EXPECT(aclrtGetCurrentContext(&session.context) == ACL_SUCCESS);
  EXPECT(aclrtCreateStream(&session.stream) == ACL_SUCCESS);
  EXPECT(aclrtCreateEvent(&session.event) == ACL_SUCCESS);
  EXPECT(aclrtMalloc(&session.memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS);
}

// Runs the body in a child, and returns what the child ended with.
template <typename Body>
int InChild(const Body& body) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(kSeconds);
    body();
    std::exit(failures == 0 ? 0 : 1);  // NOLINT(concurrency-mt-unsafe): static destructors run
  }
  int status = 0;
  EXPECT(child > 0 && waitpid(child, &status, 0) == child);
  if (WIFSIGNALED(status)) {
    std::fprintf(stderr, "the child was ended by signal %d\n", WTERMSIG(status));
    return 1;
  }
  return WEXITSTATUS(status);
}

void ExpectRefused(aclError status) {
  EXPECT(status == ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  const char* const message = aclGetRecentErrMsg();
  EXPECT(message != nullptr && std::strstr(message, "fork") != nullptr);
}

void CallEverything() {
  void* pointer = nullptr;
  size_t bytes = 0;
  int32_t number = 0;
  char byte = 0;
  ExpectRefused(aclInit(nullptr));
  ExpectRefused(aclrtSetDevice(0));
  ExpectRefused(aclrtSetCurrentContext(session.context));
  ExpectRefused(aclrtGetDevice(&number));
  ExpectRefused(aclrtCreateContext(&pointer, 0));
  ExpectRefused(aclrtCreateStream(&pointer));
  ExpectRefused(aclrtCreateEvent(&pointer));
  ExpectRefused(aclrtMalloc(&pointer, 1, ACL_MEM_MALLOC_HUGE_FIRST));
  ExpectRefused(aclrtMallocHost(&pointer, 1));
  ExpectRefused(aclrtGetMemInfo(ACL_HBM_MEM, &bytes, &bytes));
  ExpectRefused(aclrtMemcpy(&byte, 1, session.memory, 1, ACL_MEMCPY_DEVICE_TO_HOST));
  ExpectRefused(aclrtMemsetAsync(session.memory, kBytes, 1, kBytes, session.stream));
  ExpectRefused(aclrtLaunchHostFunc(
      session.stream, [](void* /*args*/) {}, nullptr));
  ExpectRefused(aclrtRecordEvent(session.event, session.stream));
  ExpectRefused(aclrtStreamWaitEvent(session.stream, session.event));
  ExpectRefused(aclrtSynchronizeEvent(session.event));
  ExpectRefused(aclrtSynchronizeStream(session.stream));
  ExpectRefused(aclrtSynchronizeDevice());
  ExpectRefused(aclrtStreamAbort(session.stream));
  ExpectRefused(aclrtDestroyEvent(session.event));
  ExpectRefused(aclrtDestroyStream(session.stream));
  ExpectRefused(aclrtFree(session.memory));
  ExpectRefused(aclrtResetDevice(0));
  ExpectRefused(aclrtBinaryUnLoad(nullptr));  // nowhere supported
  ExpectRefused(aclFinalize());
  EXPECT(pointer == nullptr);
  const int64_t dim = 4;
  const int64_t stride = 1;
  EXPECT(aclCreateTensor(&dim, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, &dim, 1, session.memory) == nullptr);
  uint64_t workspace = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT(aclnnMseLossBackwardGetWorkspaceSize(nullptr, nullptr, nullptr, 0, nullptr, &workspace, &executor) !=
         ACL_SUCCESS);
  const char* const message = aclGetRecentErrMsg();
  EXPECT(message != nullptr && std::strstr(message, "fork") != nullptr);
}

// Forks again and again while other threads use the library, so that some lock or other is held.
void ForkWhileOthersCall() {
  std::atomic<bool> done{false};
  std::vector<std::thread> callers;
  callers.reserve(4);
  for (int caller = 0; caller < 3; ++caller) {
    callers.emplace_back([&] {
      EXPECT(aclrtSetCurrentContext(session.context) == ACL_SUCCESS);
      while (!done) {
        aclrtStream stream = nullptr;
        void* memory = nullptr;
        EXPECT(aclrtCreateStream(&stream) == ACL_SUCCESS);
        EXPECT(aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS);
        EXPECT(aclrtMemsetAsync(memory, kBytes, 1, kBytes, stream) == ACL_SUCCESS);
        EXPECT(aclrtFree(nullptr) != ACL_SUCCESS);  // leaves a message
        EXPECT(aclrtDestroyStream(stream) == ACL_SUCCESS);
        EXPECT(aclrtFree(memory) == ACL_SUCCESS);
      }
    });
  }
  callers.emplace_back([&done] {
    while (!done) {
      EXPECT(aclrtBinaryUnLoad(nullptr) == ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
    }
  });
  for (int round = 0; round < 10; ++round) {
    EXPECT(aclrtMemsetAsync(session.memory, kBytes, round, kBytes, session.stream) == ACL_SUCCESS);
    EXPECT(InChild(CallEverything) == 0);
    EXPECT(InChild([] { std::_Exit(0); }) == 0);
  }
  done = true;
  for (std::thread& caller : callers) {
    caller.join();
  }
  EXPECT(aclrtSynchronizeStream(session.stream) == ACL_SUCCESS);  // the parent is none the worse
}

void UseFromTheStart() {
  Open(nullptr);
  std::vector<unsigned char> result(kBytes);
  EXPECT(aclrtMemsetAsync(session.memory, kBytes, 5, kBytes, session.stream) == ACL_SUCCESS);
  EXPECT(aclrtRecordEvent(session.event, session.stream) == ACL_SUCCESS);
  EXPECT(aclrtSynchronizeStream(session.stream) == ACL_SUCCESS);
  EXPECT(aclrtMemcpy(result.data(), kBytes, session.memory, kBytes, ACL_MEMCPY_DEVICE_TO_HOST) ==
         ACL_SUCCESS);
  EXPECT(result == std::vector<unsigned char>(kBytes, 5));
}

int Run(const std::string& name, const char* program) {
  if (name == "child_after_init") {
    Open(nullptr);
    ForkWhileOthersCall();
  } else if (name == "child_of_process_messages") {
    const std::string config = "/tmp/openaclnn_fork_" + std::to_string(getpid()) + ".json";
    std::ofstream(config) << R"({"err_msg_mode": "1"})";
    Open(config.c_str());
    std::remove(config.c_str());
    ForkWhileOthersCall();
  } else if (name == "child_after_finalize") {
    Open(nullptr);
    EXPECT(aclFinalize() == ACL_SUCCESS);
    EXPECT(InChild(CallEverything) == 0);
  } else if (name == "exec_in_child") {
    Open(nullptr);
    EXPECT(aclrtMemsetAsync(session.memory, kBytes, 1, kBytes, session.stream) == ACL_SUCCESS);
    EXPECT(InChild([program] { execl(program, program, "child_before_init", nullptr); }) == 0);
  } else if (name == "child_before_init") {
    EXPECT(InChild(UseFromTheStart) == 0);
    UseFromTheStart();
  } else {
    std::fprintf(stderr, "no case %s\n", name.c_str());
    return EXIT_FAILURE;
  }
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int count, char** arguments) {
  return count == 2 ? Run(arguments[1], arguments[0]) : EXIT_FAILURE;
}
