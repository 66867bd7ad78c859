// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

using DeviceApiTest = InitializedTest;

int32_t CurrentDevice() {
  int32_t device = -1;
  EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
  return device;
}

TEST_F(DeviceApiTest, SetDeviceChoosesForTheCallingThread) {
  EXPECT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(CurrentDevice(), 1);
  OnNewThread([] {
    int32_t device = -1;
    ExpectFailure(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL, {"aclrtGetDevice", "aclrtSetDevice"});
    EXPECT_EQ(device, -1) << "outputs stay untouched on failure";
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(CurrentDevice(), 0);
  });
  EXPECT_EQ(CurrentDevice(), 1);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(CurrentDevice(), 0);
}

TEST_F(DeviceApiTest, ADeviceTooManyNamesTheVariable) {
  ExpectFailure(aclrtSetDevice(2), ACL_ERROR_RT_INVALID_DEVICEID,
                {"got 2; OPENACLNN_CPU_DEVICES sets how many there are"});
  TakeMessages();
  EXPECT_EQ(aclrtSetDevice(-1), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(TakeMessages().find("OPENACLNN_CPU_DEVICES"), std::string::npos);
}

TEST_F(DeviceApiTest, IdsAreChecked) {
  for (const int32_t device : {-1, 2, INT32_MAX, INT32_MIN}) {
    ExpectFailure(aclrtSetDevice(device), ACL_ERROR_RT_INVALID_DEVICEID,
                  {"aclrtSetDevice", "deviceId", "0 to 1", std::to_string(device).c_str()});
    ExpectFailure(aclrtResetDevice(device), ACL_ERROR_RT_INVALID_DEVICEID, {"aclrtResetDevice", "deviceId"});
    ExpectFailure(aclrtResetDeviceForce(device), ACL_ERROR_RT_INVALID_DEVICEID, {"aclrtResetDeviceForce"});
    aclrtContext context = nullptr;
    ExpectFailure(aclrtCreateContext(&context, device), ACL_ERROR_RT_INVALID_DEVICEID,
                  {"aclrtCreateContext"});
    EXPECT_EQ(context, nullptr);
  }
  ExpectFailure(aclrtGetDevice(nullptr), ACL_ERROR_INVALID_PARAM, {"deviceId", "null"});
  ExpectFailure(aclrtGetRunMode(nullptr), ACL_ERROR_INVALID_PARAM, {"runMode", "null"});
}

// S: aclrtSetDevice, R: aclrtResetDevice, F: aclrtResetDeviceForce. The last call of each sequence succeeds
// or not.
struct Sequence {
  const char* calls;
  bool lastSucceeds;
};

class ResetSequences : public InitializedTest, public testing::WithParamInterface<Sequence> {};

TEST_P(ResetSequences, EndAsDocumented) {
  const std::string calls = GetParam().calls;
  for (size_t index = 0; index < calls.size(); ++index) {
    const aclError status = calls[index] == 'S'   ? aclrtSetDevice(0)
                            : calls[index] == 'R' ? aclrtResetDevice(0)
                                                  : aclrtResetDeviceForce(0);
    const bool last = index + 1 == calls.size();
    EXPECT_EQ(status, !last || GetParam().lastSucceeds ? ACL_SUCCESS : ACL_ERROR_RT_PARAM_INVALID)
        << calls << " at call " << index;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ResetSequences,
                         testing::Values(Sequence{"R", false}, Sequence{"F", false}, Sequence{"SR", true},
                                         Sequence{"SRR", false}, Sequence{"SRSF", true},
                                         Sequence{"SSRF", true}, Sequence{"SSRRF", false},
                                         Sequence{"SSRFF", false}, Sequence{"SSFR", false},
                                         Sequence{"SFS", true}, Sequence{"SSSF", true}));

TEST_F(DeviceApiTest, AResetAboveZeroReleasesNothing) {
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(CurrentDevice(), 0);
  EXPECT_EQ(Launch(stream, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(DeviceApiTest, TheLastResetWaitsAndReleases) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  std::atomic<bool> done{false};
  ASSERT_EQ(aclrtLaunchHostFunc(
                stream,
                [](void* flag) {
                  std::this_thread::sleep_for(std::chrono::milliseconds(50));
                  static_cast<std::atomic<bool>*>(flag)->store(true);
                },
                &done),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_TRUE(done);
  int32_t device = 0;
  ExpectFailure(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL, {"reset"});
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_RT_CONTEXT_NULL);
  // A new life of the device does not revive the old handles.
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ExpectFailure(aclrtSynchronizeStream(stream), ACL_ERROR_RT_INVALID_HANDLE, {"stream", "reset"});
  EXPECT_EQ(Launch(stream, 0), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  ExpectFailure(aclrtDestroyStream(stream), ACL_ERROR_RT_INVALID_HANDLE, {"stream", "destroyed"});
}

TEST_F(DeviceApiTest, AResetConcernsAllThreads) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  OnNewThread([] { EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS) << "the device need not be current"; });
  int32_t device = 0;
  EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
  OnNewThread([] { EXPECT_EQ(aclrtResetDeviceForce(0), ACL_ERROR_RT_PARAM_INVALID); });
}

TEST_F(DeviceApiTest, SynchronizeDeviceWaitsForAllStreamsOfTheDevice) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtContext primary = nullptr;
  aclrtContext other = nullptr;
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&primary), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateContext(&other, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  std::atomic<int> runs{0};
  EXPECT_EQ(Launch(stream, 0, &runs), ACL_SUCCESS);
  EXPECT_EQ(Launch(nullptr, 0, &runs), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetCurrentContext(primary), ACL_SUCCESS);
  EXPECT_EQ(Launch(nullptr, 0, &runs), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(runs, 3);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(other), ACL_SUCCESS);
}

TEST_F(DeviceApiTest, SynchronizeDeviceEndsInTime) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  Gate gate;
  gate.Block(nullptr);
  ExpectFailure(aclrtSynchronizeDeviceWithTimeout(10), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, {"10 ms"});
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(-1), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(1000), ACL_SUCCESS);
  for (const int32_t timeout : {0, -2, INT32_MIN}) {
    ExpectFailure(aclrtSynchronizeDeviceWithTimeout(timeout), ACL_ERROR_RT_PARAM_INVALID, {"timeout"});
  }
}

TEST_F(DeviceApiTest, ManyThreadsShareADevice) {
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  threads.reserve(4);
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&wrong, thread] {
      for (int round = 0; round < 100; ++round) {
        aclrtStream stream = nullptr;
        // Another thread may reset the device at any moment: then calls fail, cleanly.
        wrong += aclrtSetDevice(thread % 2) != ACL_SUCCESS ? 1 : 0;
        if (aclrtCreateStream(&stream) == ACL_SUCCESS) {
          Launch(stream, 0);
          aclrtSynchronizeStream(stream);
          wrong += aclrtDestroyStream(stream) != ACL_SUCCESS ? 1 : 0;
        }
        wrong += aclrtResetDevice(thread % 2) != ACL_SUCCESS ? 1 : 0;
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_PARAM_INVALID);
}

}  // namespace
}  // namespace openaclnn::runtime
