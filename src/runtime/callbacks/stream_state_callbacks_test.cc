// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

struct Call {
  aclrtStream stream;
  aclrtStreamState state;
  std::thread::id thread;
  aclError idStatus;  // of a call for the stream, inside
};

// What a callback saw.
class Log {
 public:
  static void Callback(aclrtStream stream, aclrtStreamState state, void* args) {
    auto* const log = static_cast<Log*>(args);
    int32_t id = -1;
    const aclError status = aclrtStreamGetId(stream, &id);
    const std::lock_guard lock(log->mutex_);
    log->calls_.push_back({stream, state, std::this_thread::get_id(), status});
  }
  std::vector<Call> Take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(calls_, {});
  }

 private:
  std::mutex mutex_;
  std::vector<Call> calls_;
};

class StreamStateTest : public InitializedTest {
 protected:
  void SetUp() override {
    InitializedTest::SetUp();
    ReleaseDevices();
    ASSERT_EQ(aclrtRegStreamStateCallback("test", &Log::Callback, &log_), ACL_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtRegStreamStateCallback("test", nullptr, nullptr), ACL_SUCCESS);
    InitializedTest::TearDown();
  }
  // Expects one call of each stream, in any order, with the state, on this thread.
  void ExpectCalls(aclrtStreamState state, std::vector<aclrtStream> streams) {
    std::vector<aclrtStream> seen;
    for (const Call& call : log_.Take()) {
      EXPECT_EQ(call.state, state);
      EXPECT_EQ(call.thread, std::this_thread::get_id());
      EXPECT_EQ(call.idStatus, ACL_SUCCESS) << "the stream is usable in the callback";
      seen.push_back(call.stream);
    }
    std::sort(seen.begin(), seen.end());
    std::sort(streams.begin(), streams.end());
    EXPECT_EQ(seen, streams);
  }
  // The single call since the last look.
  aclrtStream OneCall(aclrtStreamState state) {
    const std::vector<Call> calls = log_.Take();
    EXPECT_EQ(calls.size(), 1U);
    if (calls.size() != 1) {
      return nullptr;
    }
    EXPECT_EQ(calls[0].state, state);
    EXPECT_EQ(calls[0].idStatus, ACL_SUCCESS);
    return calls[0].stream;
  }
  Log log_;
};

TEST_F(StreamStateTest, TellsOfEveryStreamOfADevice) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream defaultStream = OneCall(ACL_RT_STREAM_STATE_CREATE_POST);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ExpectCalls(ACL_RT_STREAM_STATE_CREATE_POST, {});
  aclrtStream first = nullptr;
  aclrtStream second = nullptr;
  ASSERT_EQ(aclrtCreateStream(&first), ACL_SUCCESS);
  ExpectCalls(ACL_RT_STREAM_STATE_CREATE_POST, {first});
  ASSERT_EQ(aclrtCreateStreamWithConfig(&second, 1, ACL_STREAM_FAST_SYNC), ACL_SUCCESS);
  ExpectCalls(ACL_RT_STREAM_STATE_CREATE_POST, {second});
  EXPECT_EQ(aclrtDestroyStream(first), ACL_SUCCESS);
  ExpectCalls(ACL_RT_STREAM_STATE_DESTROY_PRE, {first});
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  ExpectCalls(ACL_RT_STREAM_STATE_DESTROY_PRE, {});
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  ExpectCalls(ACL_RT_STREAM_STATE_DESTROY_PRE, {defaultStream, second});
  EXPECT_EQ(aclrtDestroyStream(second), ACL_SUCCESS) << "released already";
  ExpectCalls(ACL_RT_STREAM_STATE_DESTROY_PRE, {});
}

TEST_F(StreamStateTest, TellsOfTheStreamsOfAContext) {
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtCreateContext(&context, 1), ACL_SUCCESS);
  std::vector<Call> calls = log_.Take();
  ASSERT_EQ(calls.size(), 2U) << "the device's default stream, and the context's";
  EXPECT_EQ(calls[0].idStatus, ACL_SUCCESS);
  EXPECT_EQ(calls[1].idStatus, ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  log_.Take();
  EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  ExpectCalls(ACL_RT_STREAM_STATE_DESTROY_PRE, {calls[1].stream, stream});
  ExpectFailure(aclrtDestroyContext(context), ACL_ERROR_RT_INVALID_HANDLE, {"context"});
  ExpectCalls(ACL_RT_STREAM_STATE_DESTROY_PRE, {});
}

TEST_F(StreamStateTest, TellsOfForcedEnds) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream defaultStream = OneCall(ACL_RT_STREAM_STATE_CREATE_POST);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  log_.Take();
  EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_SUCCESS);
  ExpectCalls(ACL_RT_STREAM_STATE_DESTROY_PRE, {stream});
  EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
  ExpectCalls(ACL_RT_STREAM_STATE_DESTROY_PRE, {defaultStream});
}

TEST_F(StreamStateTest, SaysNothingOfWhatFails) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  log_.Take();
  aclrtStream stream = nullptr;
  EXPECT_NE(aclrtCreateStreamWithConfig(&stream, 8, 0), ACL_SUCCESS);
  int local = 0;
  EXPECT_NE(aclrtDestroyStream(&local), ACL_SUCCESS);
  EXPECT_NE(aclrtDestroyStream(nullptr), ACL_SUCCESS);
  ExpectCalls(ACL_RT_STREAM_STATE_CREATE_POST, {});
}

TEST_F(StreamStateTest, EveryRegistrationIsCalledInTheirOrder) {
  struct Named {
    std::vector<int>* order;
    int number;
  };
  std::vector<int> order;
  Named first{&order, 1};
  Named second{&order, 2};
  const auto note = [](aclrtStream, aclrtStreamState, void* args) {
    const auto* const named = static_cast<Named*>(args);
    named->order->push_back(named->number);
  };
  ASSERT_EQ(aclrtRegStreamStateCallback("first", note, &first), ACL_SUCCESS);
  ASSERT_EQ(aclrtRegStreamStateCallback("second", note, &second), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
  EXPECT_EQ(aclrtRegStreamStateCallback("first", nullptr, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(order, (std::vector<int>{1, 2, 2}));
  EXPECT_EQ(aclrtRegStreamStateCallback("second", nullptr, nullptr), ACL_SUCCESS);
  EXPECT_EQ(log_.Take().size(), 2U);
}

TEST_F(StreamStateTest, NamesAreUniqueAndNotEmpty) {
  ExpectFailure(aclrtRegStreamStateCallback("test", &Log::Callback, &log_), ACL_ERROR_RT_PARAM_INVALID,
                {"regName", "not registered", "test"});
  ExpectFailure(aclrtRegStreamStateCallback("other", nullptr, nullptr), ACL_ERROR_RT_PARAM_INVALID,
                {"regName", "registered name", "other"});
  ExpectFailure(aclrtRegStreamStateCallback("", &Log::Callback, &log_), ACL_ERROR_RT_PARAM_INVALID,
                {"regName", "empty"});
  ExpectFailure(aclrtRegStreamStateCallback(nullptr, &Log::Callback, &log_), ACL_ERROR_INVALID_PARAM,
                {"regName", "null"});
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(log_.Take().size(), 1U);
}

// With a lock of the library held, each of these would hang.
TEST_F(StreamStateTest, ACallbackMayCallTheLibrary) {
  const auto busy = [](aclrtStream stream, aclrtStreamState /*state*/, void* args) {
    EXPECT_EQ(aclrtRegStreamStateCallback(
                  "inner", [](aclrtStream, aclrtStreamState, void*) {}, nullptr),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtRegStreamStateCallback("inner", nullptr, nullptr), ACL_SUCCESS);
    OnNewThread([stream] {
      EXPECT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
      aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
      EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
      EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
    });
    ++*static_cast<int*>(args);
  };
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);  // not to be told of its streams
  int calls = 0;
  ASSERT_EQ(aclrtRegStreamStateCallback("busy", busy, &calls), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(calls, 6);
  EXPECT_EQ(aclrtRegStreamStateCallback("busy", nullptr, nullptr), ACL_SUCCESS);
}

// While the callbacks of a reset run, the device can be set again: what is made then is no part of the reset.
TEST_F(StreamStateTest, ADeviceCanBeSetWhileItsResetIsTold) {
  const auto setAgain = [](aclrtStream, aclrtStreamState state, void* args) {
    if (state == ACL_RT_STREAM_STATE_DESTROY_PRE) {
      OnNewThread([args] {
        ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        ASSERT_EQ(aclrtCreateStream(static_cast<aclrtStream*>(args)), ACL_SUCCESS);
      });
    }
  };
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream made = nullptr;
  ASSERT_EQ(aclrtRegStreamStateCallback("again", setAgain, &made), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtRegStreamStateCallback("again", nullptr, nullptr), ACL_SUCCESS);
  int32_t id = -1;
  EXPECT_EQ(aclrtStreamGetId(made, &id), ACL_ERROR_RT_CONTEXT_NULL) << "this thread's context was released";
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamGetId(made, &id), ACL_SUCCESS);
  EXPECT_EQ(id, 1);
  uint32_t available = 0;
  EXPECT_EQ(aclrtGetStreamAvailableNum(&available), ACL_SUCCESS);
  EXPECT_EQ(available, 1982U);
  EXPECT_EQ(Launch(made, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(made), ACL_SUCCESS);
}

TEST_F(StreamStateTest, ADyingContextTakesNoStreams) {
  struct Attempt {
    aclError status = ACL_SUCCESS;
    aclrtStream stream = nullptr;
  };
  const auto create = [](aclrtStream, aclrtStreamState state, void* args) {
    if (state == ACL_RT_STREAM_STATE_DESTROY_PRE) {
      auto* const attempt = static_cast<Attempt*>(args);
      attempt->status = aclrtCreateStream(&attempt->stream);
    }
  };
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  Attempt attempt;
  ASSERT_EQ(aclrtRegStreamStateCallback("create", create, &attempt), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtRegStreamStateCallback("create", nullptr, nullptr), ACL_SUCCESS);
  EXPECT_EQ(attempt.status, ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(attempt.stream, nullptr);
}

TEST_F(StreamStateTest, AStreamIsDestroyedOnce) {
  const auto destroy = [](aclrtStream stream, aclrtStreamState state, void* args) {
    if (state == ACL_RT_STREAM_STATE_DESTROY_PRE) {
      *static_cast<aclError*>(args) = aclrtDestroyStream(stream);
    }
  };
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  aclError status = ACL_SUCCESS;
  ASSERT_EQ(aclrtRegStreamStateCallback("destroy", destroy, &status), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  ExpectFailure(status, ACL_ERROR_RT_INVALID_HANDLE, {"stream", "another call is destroying"});
  EXPECT_EQ(aclrtRegStreamStateCallback("destroy", nullptr, nullptr), ACL_SUCCESS);
}

// The stream is gone when its destroyer comes back from the callbacks: the reset has waited for its work.
TEST_F(StreamStateTest, AResetMayOvertakeADestroy) {
  const auto reset = [](aclrtStream, aclrtStreamState state, void* args) {
    auto* const armed = static_cast<bool*>(args);
    if (state == ACL_RT_STREAM_STATE_DESTROY_PRE && std::exchange(*armed, false)) {
      OnNewThread([] { EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS); });
    }
  };
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  bool armed = true;
  ASSERT_EQ(aclrtRegStreamStateCallback("reset", reset, &armed), ACL_SUCCESS);
  log_.Take();
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(log_.Take().size(), 2U) << "the stream once, and the default stream";
  EXPECT_EQ(aclrtRegStreamStateCallback("reset", nullptr, nullptr), ACL_SUCCESS);
  ExpectFailure(aclrtDestroyStream(stream), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
}

TEST(StreamState, NeedsAnInitializedProcess) {
  TakeMessages();
  ExpectFailure(aclrtRegStreamStateCallback("early", &Log::Callback, nullptr), ACL_ERROR_UNINITIALIZE,
                {"aclInit"});
}

}  // namespace
}  // namespace openaclnn::runtime
