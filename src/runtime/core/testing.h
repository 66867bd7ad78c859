// SPDX-License-Identifier: Apache-2.0
//
// What the runtime's tests share.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <future>
#include <initializer_list>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "acl/acl.h"
#include "backend/backend.h"
#include "runtime/core/objects.h"

namespace openaclnn::runtime {

// Two small devices. Set before anything reads the environment.
inline const bool kEnvironmentIsSet = [] {
  setenv("OPENACLNN_CPU_DEVICES", "2", 1);    // NOLINT(concurrency-mt-unsafe)
  setenv("OPENACLNN_CPU_MEMORY", "256M", 1);  // NOLINT(concurrency-mt-unsafe)
  unsetenv("ASCEND_RT_VISIBLE_DEVICES");      // NOLINT(concurrency-mt-unsafe)
  unsetenv("OPENACLNN_SOC");                  // NOLINT(concurrency-mt-unsafe)
  unsetenv("OPENACLNN_BACKEND");              // NOLINT(concurrency-mt-unsafe)
  return true;
}();

inline std::string TakeMessages() {
  const char* const messages = aclGetRecentErrMsg();
  return messages == nullptr ? "" : messages;
}

// Expects the status, and all fragments in the message that came with it.
inline void ExpectFailure(aclError status, aclError expected, std::initializer_list<const char*> fragments) {
  EXPECT_EQ(status, expected);
  const std::string messages = TakeMessages();
  EXPECT_FALSE(messages.empty());
  for (const char* const fragment : fragments) {
    EXPECT_NE(messages.find(fragment), std::string::npos)
        << "\"" << fragment << "\" is missing in " << messages;
  }
}

// A value that C clients can pass, in the enumeration or not.
template <typename Enum>
Enum AnyEnum(int value) {
  static_assert(sizeof(Enum) == sizeof value);
  return std::bit_cast<Enum>(value);
}

// Runs on a thread of its own, which starts without a context and without messages.
template <typename Body>
void OnNewThread(Body&& body) {
  std::thread(std::forward<Body>(body)).join();
}

// Until another thread, in aclrtDestroyStream, has taken the handle out of use. Needs a context.
inline void UntilDead(aclrtStream stream) {
  aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
  while (aclrtStreamQuery(stream, &status) == ACL_SUCCESS) {
    std::this_thread::yield();
  }
  TakeMessages();
}

// Waits for the stream and runs none of its tasks, as aclrtSynchronizeStream without a limit may.
inline aclError SynchronizeByThePool(aclrtStream stream) {
  constexpr int32_t kNotInAnyTest = 240'000;  // ms
  return aclrtSynchronizeStreamWithTimeout(stream, kNotInAnyTest);
}

// A host function that holds a stream up until the gate opens.
class Gate {
 public:
  Gate() : opened_(promise_.get_future()) {}
  void Open() { promise_.set_value(); }
  // Returns once the stream has arrived at the gate.
  void Block(aclrtStream stream) {
    EXPECT_EQ(aclrtLaunchHostFunc(
                  stream,
                  [](void* gate) {
                    static_cast<Gate*>(gate)->arrived_.set_value();
                    static_cast<Gate*>(gate)->opened_.wait();
                  },
                  this),
              ACL_SUCCESS);
    arrived_.get_future().wait();
  }

 private:
  std::promise<void> promise_;
  std::promise<void> arrived_;
  std::future<void> opened_;
};

// Puts a task on a stream, as operators do, that ends with the given status and counts that it ran.
inline aclError Launch(aclrtStream stream, int32_t result, std::atomic<int>* runs = nullptr) {
  class Task final : public backend::Work {
   public:
    Task(int32_t result, std::atomic<int>* runs) : result_(result), runs_(runs) {}
    [[nodiscard]] const char* Name() const override { return "TestTask"; }
    [[nodiscard]] size_t Bytes() const override { return size_t{1} << 20; }
    [[nodiscard]] Status Run(backend::ExecutionContext& /*context*/) override {
      if (runs_ != nullptr) {
        ++*runs_;
      }
      return result_ == 0 ? Status::Ok() : Status(result_, "the task was told to fail");
    }

   private:
    int32_t result_;
    std::atomic<int>* runs_;
  };
  std::shared_ptr<backend::Stream> queue;
  Status status = FindStream(stream, &queue);
  if (status.IsOk()) {
    status = queue->Launch(std::make_unique<Task>(result, runs));
  }
  return status.Code();
}

// Releases both devices, also where contexts were made on one without setting it.
inline void ReleaseDevices() {
  for (const int32_t device : {0, 1}) {
    EXPECT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDeviceForce(device), ACL_SUCCESS);
  }
}

// An initialized process; the test's thread has no context.
class InitializedTest : public testing::Test {
 protected:
  void SetUp() override {
    TakeMessages();
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  }
  void TearDown() override {
    aclrtResetDeviceForce(0);
    aclrtResetDeviceForce(1);
    aclFinalize();
    TakeMessages();
    aclrtGetLastError(ACL_RT_THREAD_LEVEL);
  }
};

// Besides, device 0 is current.
class DeviceTest : public InitializedTest {
 protected:
  void SetUp() override {
    InitializedTest::SetUp();
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  }
};

// And it has two streams, either of which a test may destroy, and then sets to null.
class TwoStreamsTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&other_), ACL_SUCCESS);
  }
  void TearDown() override {
    for (aclrtStream const stream : {stream_, other_}) {
      if (stream != nullptr) {
        aclrtDestroyStream(stream);
      }
    }
    DeviceTest::TearDown();
  }
  aclrtStream stream_ = nullptr;
  aclrtStream other_ = nullptr;
};

}  // namespace openaclnn::runtime
