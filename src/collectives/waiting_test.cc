// SPDX-License-Identifier: Apache-2.0
//
// Who goes on with a communicator: threads that wait, and its own where none does; and that nobody is busy
// when there is nothing to do.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "collectives/testing.h"

namespace openaclnn::collectives::testing {
namespace {

constexpr double kSoon = 10;  // seconds, on a busy machine

double ProcessorSeconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Bytes Numbers(int32_t value) {
  Bytes bytes(2 * sizeof value);
  std::memcpy(bytes.data(), &value, sizeof value);
  std::memcpy(bytes.data() + sizeof value, &value, sizeof value);
  return bytes;
}

HcclResult Add(const DeviceBytes& from, const DeviceBytes& to, HcclComm comm, aclrtStream stream) {
  return HcclAllReduce(from.Data(), to.Data(), 2, HCCL_DATA_TYPE_INT32, HCCL_REDUCE_SUM, comm, stream);
}

// Waits for the stream without a word to it.
bool EndsUnwaited(aclrtStream stream) {
  const Stopwatch watch;
  aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
  while (status != ACL_STREAM_STATUS_COMPLETE && watch.Seconds() < kSoon) {
    std::this_thread::sleep_for(std::chrono::microseconds(100));
    EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
  }
  return status == ACL_STREAM_STATUS_COMPLETE;
}

// Two ranks of one thread, which calls for both before it waits for either.
class OneThread : public ::testing::Test {
 protected:
  void SetUp() override {
    for (size_t rank = 0; rank < kRanks; ++rank) {
      ASSERT_EQ(aclrtSetDevice(static_cast<int32_t>(rank)), ACL_SUCCESS);
      ASSERT_EQ(aclrtCreateStream(&streams_[rank]), ACL_SUCCESS);
      inputs_.push_back(std::make_unique<DeviceBytes>(Numbers(static_cast<int32_t>(rank) + 1)));
      outputs_.push_back(std::make_unique<DeviceBytes>(Numbers(0)));
    }
  }
  void TearDown() override {
    for (size_t rank = 0; rank < kRanks; ++rank) {
      aclrtSetDevice(static_cast<int32_t>(rank));
      aclrtDestroyStream(streams_[rank]);
    }
  }
  void Call() {
    for (size_t rank = 0; rank < kRanks; ++rank) {
      ASSERT_EQ(aclrtSetDevice(static_cast<int32_t>(rank)), ACL_SUCCESS);
      ASSERT_EQ(Add(*inputs_[rank], *outputs_[rank], ranks_.comms[rank], streams_[rank]), HCCL_SUCCESS)
          << RecentMessage();
    }
  }
  void Wait() {
    for (size_t rank = 0; rank < kRanks; ++rank) {
      ASSERT_EQ(aclrtSetDevice(static_cast<int32_t>(rank)), ACL_SUCCESS);
      ASSERT_EQ(aclrtSynchronizeStream(streams_[rank]), ACL_SUCCESS) << RecentMessage();
      ASSERT_EQ(outputs_[rank]->Read(), Numbers(3));
    }
  }

  static constexpr size_t kRanks = 2;
  const Ranks ranks_{kRanks};
  aclrtStream streams_[kRanks] = {};
  std::vector<std::unique_ptr<DeviceBytes>> inputs_;
  std::vector<std::unique_ptr<DeviceBytes>> outputs_;
};

TEST_F(OneThread, DrivesSeveralRanks) {
  for (int turn = 0; turn < 500; ++turn) {
    Call();
    Wait();
  }
}

TEST_F(OneThread, QueuesManyOperationsBeforeItWaits) {
  for (int turn = 0; turn < 20; ++turn) {
    for (int call = 0; call < 50; ++call) {
      Call();
    }
    Wait();
  }
}

// The engines' own threads stand by while others wait: they notice that nobody does any more.
TEST_F(OneThread, NeedNotWaitAtAll) {
  for (int turn = 0; turn < 20; ++turn) {
    for (int call = 0; call < 10; ++call) {
      Call();
      Wait();
    }
    Call();
    for (aclrtStream stream : streams_) {
      EXPECT_TRUE(EndsUnwaited(stream)) << turn;
    }
  }
}

TEST_F(OneThread, WaitsForAnEventOfAnotherStream) {
  aclrtEvent event = nullptr;
  aclrtStream other = nullptr;
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&other), ACL_SUCCESS);
  for (int turn = 0; turn < 100; ++turn) {
    Call();
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordEvent(event, streams_[0]), ACL_SUCCESS);
    ASSERT_EQ(aclrtStreamWaitEvent(other, event), ACL_SUCCESS);
    if (turn % 2 == 0) {
      ASSERT_EQ(aclrtSynchronizeStreamWithTimeout(other, 10'000), ACL_SUCCESS);
    } else {
      ASSERT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
    }
    EXPECT_EQ(outputs_[0]->Read(), Numbers(3));
    Wait();
  }
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(other), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

TEST_F(OneThread, OfAnIdleCommunicatorTakesNoTime) {
  for (int turn = 0; turn < 100; ++turn) {
    Call();
    Wait();
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));  // until nobody is waited for any more
  const double before = ProcessorSeconds();
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  EXPECT_LT(ProcessorSeconds() - before, 0.005);
}

// One that waits alone, for a rank that comes late, sleeps.
TEST_F(OneThread, ThatWaitsForALateRankSleeps) {
  Call();
  Wait();
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(Add(*inputs_[0], *outputs_[0], ranks_.comms[0], streams_[0]), HCCL_SUCCESS);
  const double before = ProcessorSeconds();
  double spent = 0;
  std::thread late([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    spent = ProcessorSeconds() - before;
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    EXPECT_EQ(Add(*inputs_[1], *outputs_[1], ranks_.comms[1], streams_[1]), HCCL_SUCCESS);
  });
  Wait();
  late.join();
  EXPECT_LT(spent, 0.02);
}

// More than a ring holds: the sender goes on when there is room, though both sides sleep in between.
TEST_F(OneThread, SendsFarAhead) {
  constexpr uint64_t kBytes = 10'000;
  constexpr int kMessages = 60;
  std::vector<std::unique_ptr<DeviceBytes>> sent;
  std::vector<std::unique_ptr<DeviceBytes>> received;
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  Call();
  Wait();
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  for (uint32_t message = 0; message < kMessages; ++message) {
    sent.push_back(std::make_unique<DeviceBytes>(Pattern(kBytes, message)));
    ASSERT_EQ(HcclSend(sent.back()->Data(), kBytes, HCCL_DATA_TYPE_INT8, 1, ranks_.comms[0], streams_[0]),
              HCCL_SUCCESS);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  for (uint32_t message = 0; message < kMessages; ++message) {
    received.push_back(std::make_unique<DeviceBytes>(kBytes, 0));
    ASSERT_EQ(HcclRecv(received.back()->Data(), kBytes, HCCL_DATA_TYPE_INT8, 0, ranks_.comms[1], streams_[1]),
              HCCL_SUCCESS);
  }
  ASSERT_EQ(aclrtSynchronizeStream(streams_[1]), ACL_SUCCESS) << RecentMessage();
  for (uint32_t message = 0; message < kMessages; ++message) {
    EXPECT_EQ(received[message]->Read(), Pattern(kBytes, message)) << message;
  }
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeStream(streams_[0]), ACL_SUCCESS) << RecentMessage();
}

}  // namespace
}  // namespace openaclnn::collectives::testing
