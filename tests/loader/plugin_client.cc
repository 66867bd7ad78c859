// SPDX-License-Identifier: Apache-2.0
//
// Calls an operator as a framework's plugin does: everything looked up in the operator library, the runtime
// by name; phase one on the main thread; phase two and the end of the argument objects on another one; one
// workspace for all launches of a stream. Usage: plugin_client libopapi.so
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "tests/loader/operator_call.h"

namespace loader {
namespace {

// Runs closures in order on a thread of its own.
class TaskQueue {
 public:
  explicit TaskQueue(std::function<void()> prologue)
      : thread_([this, prologue = std::move(prologue)] {
          prologue();
          Work();
        }) {}
  TaskQueue(const TaskQueue&) = delete;
  TaskQueue& operator=(const TaskQueue&) = delete;
  // Runs what is queued.
  ~TaskQueue() {
    Put(nullptr);
    thread_.join();
  }

  void Put(std::function<void()> task) {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    changed_.notify_one();
  }

 private:
  void Work() {
    while (true) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return !tasks_.empty(); });
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      if (task == nullptr) {
        return;
      }
      task();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  std::thread thread_;
};

void Run(const char* operatorLibrary) {
  constexpr int kCalls = 50;
  const Library operators(operatorLibrary);
  const Operator op(operators);
  const Library ascendcl("libascendcl.so");
  const Runtime runtime(ascendcl);
  REQUIRE(operators.Find<void>("aclDestroyAclOpExecutor") != nullptr);
  REQUIRE(operators.Find<void>("CanUsePTACache") == nullptr);  // no cache is promised

  aclrtStream stream = nullptr;
  REQUIRE(runtime.init(nullptr) == ACL_SUCCESS);
  REQUIRE(runtime.setDevice(0) == ACL_SUCCESS);
  REQUIRE(runtime.createStream(&stream) == ACL_SUCCESS);

  std::vector<std::unique_ptr<OperatorCall>> calls;
  void* workspace = nullptr;
  uint64_t workspaceSize = 0;
  {
    TaskQueue queue([&] { REQUIRE(runtime.setDevice(0) == ACL_SUCCESS); });
    for (int i = 0; i < kCalls; ++i) {
      calls.push_back(std::make_unique<OperatorCall>(runtime, op, static_cast<float>(i)));
      OperatorCall* const call = calls.back().get();
      const uint64_t size = call->Plan();
      if (workspace == nullptr) {
        REQUIRE(size > 0);
        workspaceSize = size;
        REQUIRE(runtime.allocate(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS);
      }
      REQUIRE(size == workspaceSize);
      queue.Put([=] { call->Launch(workspace, workspaceSize, stream); });
    }
  }
  REQUIRE(runtime.synchronizeStream(stream) == ACL_SUCCESS);
  for (const std::unique_ptr<OperatorCall>& call : calls) {
    call->Check();
  }
  calls.clear();
  REQUIRE(runtime.free(workspace) == ACL_SUCCESS);
  REQUIRE(runtime.destroyStream(stream) == ACL_SUCCESS);
  REQUIRE(runtime.resetDevice(0) == ACL_SUCCESS);
  REQUIRE(runtime.resetDevice(0) == ACL_SUCCESS);  // the other thread's
  REQUIRE(runtime.finalize() == ACL_SUCCESS);
}

}  // namespace
}  // namespace loader

int main(int argc, char** argv) {
  REQUIRE(argc == 2);
  loader::Run(argv[1]);
}
