// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

class StreamTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
  }
  void TearDown() override {
    if (stream_ != nullptr) {
      aclrtDestroyStream(stream_);
    }
    DeviceTest::TearDown();
  }
  aclrtStream stream_ = nullptr;
};

TEST_F(StreamTest, RunsTasksInOrder) {
  struct Log {
    std::vector<int> entries;
  };
  struct Entry {
    Log* log;
    int number;
  };
  Log log;
  std::vector<Entry> entries;
  entries.reserve(100);
  for (int number = 0; number < 100; ++number) {
    entries.push_back({&log, number});
  }
  for (Entry& entry : entries) {
    ASSERT_EQ(aclrtLaunchHostFunc(
                  stream_,
                  [](void* argument) {
                    const auto* const taken = static_cast<Entry*>(argument);
                    taken->log->entries.push_back(taken->number);
                  },
                  &entry),
              ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  ASSERT_EQ(log.entries.size(), 100U);
  for (int number = 0; number < 100; ++number) {
    EXPECT_EQ(log.entries[static_cast<size_t>(number)], number);
  }
}

TEST_F(StreamTest, StreamsDoNotWaitForEachOther) {
  Gate gate;
  gate.Block(nullptr);
  std::atomic<int> runs{0};
  EXPECT_EQ(Launch(stream_, 0, &runs), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS) << "the default stream is a stream like any other";
  EXPECT_EQ(runs, 1);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST_F(StreamTest, QueryNeverBlocks) {
  aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
  EXPECT_EQ(aclrtStreamQuery(stream_, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtStreamQuery(stream_, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamQuery(stream_, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
  EXPECT_EQ(aclrtStreamQuery(nullptr, &status), ACL_SUCCESS);
  ExpectFailure(aclrtStreamQuery(stream_, nullptr), ACL_ERROR_INVALID_PARAM, {"status", "null"});
}

TEST_F(StreamTest, SynchronizeEndsInTime) {
  Gate gate;
  gate.Block(stream_);
  ExpectFailure(aclrtSynchronizeStreamWithTimeout(stream_, 10), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, {"10 ms"});
  std::atomic<int> runs{0};
  EXPECT_EQ(Launch(stream_, 0, &runs), ACL_SUCCESS) << "the stream stays usable";
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, -1), ACL_SUCCESS);
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, 1000), ACL_SUCCESS);
  for (const int32_t timeout : {0, -2}) {
    ExpectFailure(aclrtSynchronizeStreamWithTimeout(stream_, timeout), ACL_ERROR_RT_PARAM_INVALID,
                  {"timeout"});
  }
}

TEST_F(StreamTest, IdsAreSmallAndUnique) {
  std::set<int32_t> ids;
  std::vector<aclrtStream> streams(20);
  int32_t id = -1;
  EXPECT_EQ(aclrtStreamGetId(nullptr, &id), ACL_SUCCESS);
  EXPECT_EQ(id, 0);
  ids.insert(id);
  EXPECT_EQ(aclrtStreamGetId(stream_, &id), ACL_SUCCESS);
  ids.insert(id);
  for (aclrtStream& stream : streams) {
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamGetId(stream, &id), ACL_SUCCESS);
    EXPECT_GE(id, 0);
    EXPECT_LT(id, 100);
    EXPECT_TRUE(ids.insert(id).second);
  }
  for (aclrtStream stream : streams) {
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
  ExpectFailure(aclrtStreamGetId(stream_, nullptr), ACL_ERROR_INVALID_PARAM, {"streamId", "null"});
}

TEST_F(StreamTest, TheNumberOfStreamsIsLimited) {
  std::vector<aclrtStream> streams;
  aclrtStream stream = nullptr;
  while (aclrtCreateStream(&stream) == ACL_SUCCESS) {
    streams.push_back(stream);
    stream = nullptr;
    ASSERT_LE(streams.size(), 2000U);
  }
  EXPECT_EQ(streams.size() + 2, 1984U) << "the default stream and this test's own count";
  EXPECT_EQ(stream, nullptr);
  ExpectFailure(aclrtCreateStream(&stream), ACL_ERROR_RT_NO_STREAM_RESOURCE, {"1984"});
  aclrtContext context = nullptr;
  EXPECT_EQ(aclrtCreateContext(&context, 0), ACL_ERROR_RT_NO_STREAM_RESOURCE);
  EXPECT_EQ(context, nullptr);
  EXPECT_EQ(aclrtCreateContext(&context, 1), ACL_SUCCESS) << "each device has its own";
  EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  for (aclrtStream each : streams) {
    EXPECT_EQ(aclrtDestroyStream(each), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

TEST_F(StreamTest, TakesPriorityAndFlags) {
  aclrtStream stream = nullptr;
  for (const uint32_t flag : {0U, 1U, 2U, 3U, 8U, 0xffffff00U}) {
    ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 7, flag), ACL_SUCCESS);
    std::atomic<int> runs{0};
    EXPECT_EQ(Launch(stream, 0, &runs), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(runs, 1);
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
  stream = nullptr;
  ExpectFailure(aclrtCreateStreamWithConfig(&stream, 8, 0), ACL_ERROR_RT_PARAM_INVALID, {"priority", "8"});
  EXPECT_EQ(stream, nullptr);
  ExpectFailure(aclrtCreateStreamWithConfig(nullptr, 0, 0), ACL_ERROR_INVALID_PARAM, {"stream", "null"});
  ExpectFailure(aclrtCreateStream(nullptr), ACL_ERROR_INVALID_PARAM, {"stream", "null"});
}

TEST_F(StreamTest, SynchronizeDoesNotWaitForStreamsOfTheDevice) {
  for (const uint32_t flag : {ACL_STREAM_PERSISTENT, ACL_STREAM_CPU_SCHEDULE, ACL_STREAM_DEVICE_USE_ONLY}) {
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, 0, flag), ACL_SUCCESS);
    Gate gate;
    gate.Block(stream);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    gate.Open();
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
}

TEST_F(StreamTest, DestroyWaitsForItsTasks) {
  std::atomic<int> runs{0};
  for (int task = 0; task < 50; ++task) {
    EXPECT_EQ(Launch(stream_, 0, &runs), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(runs, 50);
  ExpectFailure(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_INVALID_HANDLE, {"stream", "destroyed"});
  ExpectFailure(aclrtDestroyStream(std::exchange(stream_, nullptr)), ACL_ERROR_RT_INVALID_HANDLE,
                {"destroyed"});
}

TEST_F(StreamTest, DestroyForceDropsWhatHasNotStarted) {
  aclrtStream other = nullptr;
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateStream(&other), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  Gate gate;
  gate.Block(other);
  EXPECT_EQ(aclrtRecordEvent(event, other), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(stream_, event), ACL_SUCCESS);
  std::atomic<int> runs{0};
  for (int task = 0; task < 50; ++task) {
    EXPECT_EQ(Launch(stream_, 0, &runs), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtDestroyStreamForce(std::exchange(stream_, nullptr)), ACL_SUCCESS);
  gate.Open();
  EXPECT_EQ(aclrtDestroyStream(other), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(runs, 0);
  ExpectFailure(aclrtDestroyStreamForce(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"stream", "null"});
}

TEST_F(StreamTest, DestroyForceWaitsForWhatRuns) {
  std::promise<void> begun;
  std::promise<void> mayEnd;
  std::atomic<bool> ended{false};
  auto body = [&] {
    begun.set_value();
    mayEnd.get_future().wait();
    ended = true;
  };
  EXPECT_EQ(aclrtLaunchHostFunc(
                stream_, [](void* argument) { (*static_cast<decltype(body)*>(argument))(); }, &body),
            ACL_SUCCESS);
  begun.get_future().wait();
  aclrtStream const stream = std::exchange(stream_, nullptr);
  std::thread destroying([&] {
    EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
    EXPECT_TRUE(ended);
  });
  UntilDead(stream);
  mayEnd.set_value();
  destroying.join();
}

TEST_F(StreamTest, DestroyNeedsNoContext) {
  OnNewThread([this] { EXPECT_EQ(aclrtDestroyStream(std::exchange(stream_, nullptr)), ACL_SUCCESS); });
  ExpectFailure(aclrtDestroyStream(nullptr), ACL_ERROR_RT_PARAM_INVALID, {"stream", "null"});
}

TEST_F(StreamTest, AStreamOfAnotherDeviceTakesNoWork) {
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(Launch(stream_, 0), ACL_ERROR_RT_STREAM_CONTEXT);
  const auto nothing = [](void*) {};
  ExpectFailure(aclrtLaunchHostFunc(stream_, nothing, nullptr), ACL_ERROR_RT_STREAM_CONTEXT,
                {"stream", "device 0"});
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS) << "waiting for it is allowed";
  aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
  EXPECT_EQ(aclrtStreamQuery(stream_, &status), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(std::exchange(stream_, nullptr)), ACL_SUCCESS);
}

TEST_F(StreamTest, AStreamOfAnotherContextTakesNoWork) {
  aclrtContext own = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&own), ACL_SUCCESS);
  aclrtContext other = nullptr;
  ASSERT_EQ(aclrtCreateContext(&other, 0), ACL_SUCCESS);
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  void* memory = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  std::vector<char> host(64);
  const auto refused = [](aclError status) {
    ExpectFailure(status, ACL_ERROR_RT_STREAM_CONTEXT, {"stream", "another context of device 0"});
  };
  refused(aclrtRecordEvent(event, stream_));
  refused(aclrtStreamWaitEvent(stream_, event));
  refused(aclrtMemcpyAsync(memory, 64, host.data(), 64, ACL_MEMCPY_HOST_TO_DEVICE, stream_));
  refused(aclrtMemsetAsync(memory, 64, 0, 64, stream_));
  refused(aclrtLaunchHostFunc(
      stream_, [](void*) {}, nullptr));
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS) << "waiting for it is allowed";
  EXPECT_EQ(aclrtSetCurrentContext(own), ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordEvent(event, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(other), ACL_SUCCESS);
}

// Clients ask before work that must not be captured.
TEST_F(StreamTest, IsNotCaptured) {
  TakeMessages();
  for (aclrtStream stream : {stream_, aclrtStream{nullptr}}) {
    int local = 0;
    aclmdlRI graph = &local;
    aclmdlRICaptureStatus status = ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE;
    EXPECT_EQ(aclmdlRICaptureGetInfo(stream, &status, &graph), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_MODEL_RI_CAPTURE_STATUS_NONE);
    EXPECT_EQ(graph, nullptr);
  }
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
  aclmdlRICaptureStatus status = ACL_MODEL_RI_CAPTURE_STATUS_ACTIVE;
  EXPECT_EQ(aclmdlRICaptureGetInfo(stream_, &status, nullptr), ACL_SUCCESS);
  ExpectFailure(aclmdlRICaptureGetInfo(stream_, nullptr, nullptr), ACL_ERROR_INVALID_PARAM,
                {"status", "null"});
  ExpectFailure(aclmdlRICaptureGetInfo(&status, &status, nullptr), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
}

TEST_F(StreamTest, WrongHandlesAreFoundOut) {
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  int local = 0;
  for (void* handle : {static_cast<void*>(&local), event}) {
    ExpectFailure(aclrtSynchronizeStream(handle), ACL_ERROR_RT_INVALID_HANDLE, {"stream", "never was one"});
    ExpectFailure(aclrtDestroyStream(handle), ACL_ERROR_RT_INVALID_HANDLE, {"stream", "never was one"});
    EXPECT_EQ(Launch(handle, 0), ACL_ERROR_RT_INVALID_HANDLE);
  }
  ExpectFailure(aclrtLaunchHostFunc(stream_, nullptr, nullptr), ACL_ERROR_INVALID_PARAM, {"fn", "null"});
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::runtime
