// SPDX-License-Identifier: Apache-2.0
//
// Programs set variables of the environment at any time, Python's os.environ among them, and setenv may move the
// environment while another thread reads it. So no thread of the library ever reads it: only calls do.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

class Readers {
 public:
  static Readers& Instance() {
    static auto* const readers = new Readers;
    return *readers;
  }

  void Add(const char* variable) {
    const std::lock_guard lock(mutex_);
    if (std::this_thread::get_id() != program_) {
      elsewhere_.emplace_back(variable);
    } else {
      ++here_;
    }
  }
  // From now on this thread alone may read.
  void Restart() {
    const std::lock_guard lock(mutex_);
    program_ = std::this_thread::get_id();
    elsewhere_.clear();
    here_ = 0;
  }
  [[nodiscard]] std::vector<std::string> Elsewhere() const {
    const std::lock_guard lock(mutex_);
    return elsewhere_;
  }
  [[nodiscard]] int Here() const {
    const std::lock_guard lock(mutex_);
    return here_;
  }

 private:
  mutable std::mutex mutex_;
  std::thread::id program_;
  std::vector<std::string> elsewhere_;
  int here_ = 0;
};

}  // namespace
}  // namespace openaclnn::runtime

// In the place of libc's, for all libraries of the process.
extern "C" char* getenv(const char* name) noexcept {
  using Function = char* (*)(const char*);
  static const auto next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "getenv"));
  openaclnn::runtime::Readers::Instance().Add(name);
  return next(name);
}

namespace openaclnn::runtime {
namespace {

class EnvironmentTest : public DeviceTest {
 protected:
  void SetUp() override {
    Readers::Instance().Restart();
    DeviceTest::SetUp();
  }
};

TEST_F(EnvironmentTest, IsReadByCallsAlone) {
  std::this_thread::sleep_for(std::chrono::milliseconds(50));  // threads that a device started have run
  aclrtStream first = nullptr;
  aclrtStream second = nullptr;
  ASSERT_EQ(aclrtCreateStream(&first), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&second), ACL_SUCCESS);
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  aclrtNotify notify = nullptr;
  ASSERT_EQ(aclrtCreateNotify(&notify, 0), ACL_SUCCESS);
  void* memory = nullptr;
  constexpr size_t kBytes = size_t{8} << 20;
  ASSERT_EQ(aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  // Threads of streams, of kernels and of the clock; a task that fails, which is logged.
  std::atomic<int> runs = 0;
  for (int turn = 0; turn < 20; ++turn) {
    ASSERT_EQ(aclrtMemsetAsync(memory, kBytes, turn, kBytes, first), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(event, first), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(second, event), ACL_SUCCESS);
    ASSERT_EQ(Launch(second, 0, &runs), ACL_SUCCESS);
  }
  ASSERT_EQ(aclrtWaitAndResetNotify(notify, second, 1), ACL_SUCCESS);
  EXPECT_NE(aclrtSynchronizeStream(second), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(first), ACL_SUCCESS);
  EXPECT_EQ(runs, 20);
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyNotify(notify), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(second), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(first), ACL_SUCCESS);
  EXPECT_EQ(Readers::Instance().Elsewhere(), std::vector<std::string>());
  EXPECT_GT(Readers::Instance().Here(), 0);
}

}  // namespace
}  // namespace openaclnn::runtime
