// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

constexpr uint32_t kNotInThisTest = 3600;  // seconds

class NotifyTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    ASSERT_EQ(aclrtCreateStream(&first_), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&second_), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateNotify(&notify_, ACL_NOTIFY_DEFAULT), ACL_SUCCESS);
    ASSERT_EQ(aclrtCntNotifyCreate(&counting_, 0), ACL_SUCCESS);
  }
  void TearDown() override {
    aclrtDestroyNotify(notify_);
    aclrtCntNotifyDestroy(counting_);
    aclrtDestroyStreamForce(first_);
    aclrtDestroyStreamForce(second_);
    DeviceTest::TearDown();
  }
  static bool IsWaiting(aclrtStream stream) {
    return aclrtSynchronizeStreamWithTimeout(stream, 2) == ACL_ERROR_RT_STREAM_SYNC_TIMEOUT;
  }
  void Count(aclrtCntNotifyRecordMode mode, uint32_t value) const {
    aclrtCntNotifyRecordInfo info{mode, value};
    EXPECT_EQ(aclrtCntNotifyRecord(counting_, first_, &info), ACL_SUCCESS);
  }
  void Await(aclrtStream stream, aclrtCntNotifyWaitMode mode, uint32_t value, uint8_t isClear = 0) const {
    aclrtCntNotifyWaitInfo info{mode, value, 0, isClear, {}};
    EXPECT_EQ(aclrtCntNotifyWaitWithTimeout(counting_, stream, &info), ACL_SUCCESS);
  }

  aclrtStream first_ = nullptr;
  aclrtStream second_ = nullptr;
  aclrtNotify notify_ = nullptr;
  aclrtCntNotify counting_ = nullptr;
};

TEST_F(NotifyTest, AWaitMayComeBeforeItsRecord) {
  std::atomic<int> runs{0};
  EXPECT_EQ(aclrtWaitAndResetNotify(notify_, second_, 0), ACL_SUCCESS);
  EXPECT_EQ(Launch(second_, 0, &runs), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting(second_));
  EXPECT_EQ(runs, 0);
  Gate gate;
  gate.Block(first_);
  EXPECT_EQ(aclrtRecordNotify(notify_, first_), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting(second_)) << "the record is a task as any other";
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS);
  EXPECT_EQ(runs, 1);
}

TEST_F(NotifyTest, ARecordMayComeBeforeItsWait) {
  EXPECT_EQ(aclrtRecordNotify(notify_, first_), ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordNotify(notify_, first_), ACL_SUCCESS) << "changes nothing: it is a flag";
  EXPECT_EQ(aclrtSynchronizeStream(first_), ACL_SUCCESS);
  EXPECT_EQ(aclrtWaitAndResetNotify(notify_, second_, kNotInThisTest), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS);
  EXPECT_EQ(aclrtWaitAndResetNotify(notify_, second_, kNotInThisTest), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting(second_)) << "the first wait has cleared it";
  EXPECT_EQ(aclrtRecordNotify(notify_, nullptr), ACL_SUCCESS) << "the default stream";
  EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS);
}

TEST_F(NotifyTest, OneRecordReleasesTheLongestWait) {
  std::vector<aclrtStream> streams(5);
  for (aclrtStream& stream : streams) {
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtWaitAndResetNotify(notify_, stream, 0), ACL_SUCCESS);
    EXPECT_TRUE(IsWaiting(stream));
  }
  for (size_t released = 0; released < streams.size(); ++released) {
    EXPECT_EQ(aclrtRecordNotify(notify_, first_), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(streams[released]), ACL_SUCCESS);
    for (size_t later = released + 1; later < streams.size(); ++later) {
      aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
      EXPECT_EQ(aclrtStreamQuery(streams[later], &status), ACL_SUCCESS);
      EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
    }
  }
  for (aclrtStream stream : streams) {
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
}

TEST_F(NotifyTest, StreamsOfTwoDevicesTakeTurns) {
  constexpr int kRounds = 50;
  aclrtNotify back = nullptr;
  aclrtStream other = nullptr;
  std::vector<int> order;
  struct Entry {
    std::vector<int>* order;
    int number;
  };
  std::vector<Entry> entries;
  for (int number = 0; number < 2 * kRounds; ++number) {
    entries.push_back({&order, number});
  }
  const auto add = [](void* argument) {
    const auto* const entry = static_cast<Entry*>(argument);
    entry->order->push_back(entry->number);
  };
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&other), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateNotify(&back, ACL_NOTIFY_DEVICE_USE_ONLY), ACL_SUCCESS);
  for (size_t round = 0; round < kRounds; ++round) {
    EXPECT_EQ(aclrtWaitAndResetNotify(notify_, other, 0), ACL_SUCCESS) << "a notify of device 0";
    EXPECT_EQ(aclrtLaunchHostFunc(other, add, &entries[2 * round + 1]), ACL_SUCCESS);
    EXPECT_EQ(aclrtRecordNotify(back, other), ACL_SUCCESS);
  }
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  for (size_t round = 0; round < kRounds; ++round) {
    EXPECT_EQ(aclrtLaunchHostFunc(first_, add, &entries[2 * round]), ACL_SUCCESS);
    EXPECT_EQ(aclrtRecordNotify(notify_, first_), ACL_SUCCESS);
    EXPECT_EQ(aclrtWaitAndResetNotify(back, first_, 0), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtSynchronizeStream(first_), ACL_SUCCESS);
  ASSERT_EQ(order.size(), entries.size());
  for (size_t index = 0; index < order.size(); ++index) {
    EXPECT_EQ(order[index], static_cast<int>(index));
  }
  EXPECT_EQ(aclrtDestroyNotify(back), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(other), ACL_SUCCESS);
}

TEST_F(NotifyTest, ThousandStreamsWaitForOneNotify) {
  std::vector<aclrtStream> streams(1000);
  std::atomic<int> runs{0};
  for (aclrtStream& stream : streams) {
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtWaitAndResetNotify(notify_, stream, kNotInThisTest), ACL_SUCCESS);
    ASSERT_EQ(Launch(stream, 0, &runs), ACL_SUCCESS);
    ASSERT_EQ(aclrtRecordNotify(notify_, stream), ACL_SUCCESS) << "each lets the next one go";
  }
  EXPECT_EQ(Launch(second_, 0), ACL_SUCCESS);
  EXPECT_EQ(SynchronizeByThePool(second_), ACL_SUCCESS) << "others go on meanwhile";
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(aclrtRecordNotify(notify_, first_), ACL_SUCCESS);
  for (aclrtStream stream : streams) {
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
  EXPECT_EQ(runs, 1000);
}

TEST_F(NotifyTest, BatchResetForgetsRecords) {
  aclrtNotify other = nullptr;
  ASSERT_EQ(aclrtCreateNotify(&other, ACL_NOTIFY_DEFAULT), ACL_SUCCESS);
  std::array<aclrtNotify, 2> both{notify_, other};
  for (aclrtNotify notify : both) {
    EXPECT_EQ(aclrtRecordNotify(notify, first_), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtSynchronizeStream(first_), ACL_SUCCESS);
  EXPECT_EQ(aclrtNotifyBatchReset(both.data(), both.size()), ACL_SUCCESS);
  for (aclrtNotify notify : both) {
    EXPECT_EQ(aclrtWaitAndResetNotify(notify, second_, 0), ACL_SUCCESS);
    EXPECT_TRUE(IsWaiting(second_));
    EXPECT_EQ(aclrtRecordNotify(notify, first_), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtRecordNotify(notify_, first_), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyNotify(other), ACL_SUCCESS);
  ExpectFailure(aclrtNotifyBatchReset(both.data(), both.size()), ACL_ERROR_RT_INVALID_HANDLE,
                {"notify", "destroyed"});
  EXPECT_EQ(aclrtWaitAndResetNotify(notify_, second_, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS) << "none was cleared";
  ExpectFailure(aclrtNotifyBatchReset(nullptr, 1), ACL_ERROR_INVALID_PARAM, {"notifies"});
  ExpectFailure(aclrtNotifyBatchReset(both.data(), 0), ACL_ERROR_INVALID_PARAM, {"num", "0"});
}

TEST_F(NotifyTest, DestroyNeverWaits) {
  aclrtNotify notify = nullptr;
  ASSERT_EQ(aclrtCreateNotify(&notify, ACL_NOTIFY_DEFAULT), ACL_SUCCESS);
  EXPECT_EQ(aclrtWaitAndResetNotify(notify, second_, 0), ACL_SUCCESS);
  Gate gate;
  gate.Block(first_);
  EXPECT_EQ(aclrtRecordNotify(notify, first_), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyNotify(notify), ACL_SUCCESS);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS) << "tasks that were issued before are valid";
  uint32_t id = 7;
  ExpectFailure(aclrtDestroyNotify(notify), ACL_ERROR_RT_INVALID_HANDLE, {"notify", "destroyed"});
  ExpectFailure(aclrtRecordNotify(notify, first_), ACL_ERROR_RT_INVALID_HANDLE, {"notify", "destroyed"});
  ExpectFailure(aclrtWaitAndResetNotify(notify, first_, 0), ACL_ERROR_RT_INVALID_HANDLE, {"notify"});
  ExpectFailure(aclrtGetNotifyId(notify, &id), ACL_ERROR_RT_INVALID_HANDLE, {"notify"});
  EXPECT_EQ(id, 7U);
}

TEST_F(NotifyTest, ADeviceHasSoMany) {
  constexpr size_t kLimit = 8192;
  std::vector<aclrtNotify> notifies(kLimit - 1);  // the fixture has one
  std::set<uint32_t> ids;
  uint32_t id = 0;
  EXPECT_EQ(aclrtGetNotifyId(notify_, &id), ACL_SUCCESS);
  ids.insert(id);
  for (aclrtNotify& notify : notifies) {
    ASSERT_EQ(aclrtCreateNotify(&notify, ACL_NOTIFY_DEFAULT), ACL_SUCCESS);
    ASSERT_EQ(aclrtGetNotifyId(notify, &id), ACL_SUCCESS);
    ids.insert(id);
  }
  EXPECT_EQ(ids.size(), kLimit);
  EXPECT_EQ(*ids.rbegin(), kLimit - 1);
  aclrtNotify more = nullptr;
  ExpectFailure(aclrtCreateNotify(&more, ACL_NOTIFY_DEFAULT), ACL_ERROR_RT_NO_NOTIFY_RESOURCE, {"8192"});
  EXPECT_EQ(more, nullptr);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtCreateNotify(&more, ACL_NOTIFY_DEFAULT), ACL_SUCCESS) << "each device has its own";
  EXPECT_EQ(aclrtDestroyNotify(more), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtGetNotifyId(notifies[100], &id), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyNotify(notifies[100]), ACL_SUCCESS);
  EXPECT_EQ(aclrtCreateNotify(&notifies[100], ACL_NOTIFY_DEFAULT), ACL_SUCCESS);
  uint32_t again = 0;
  EXPECT_EQ(aclrtGetNotifyId(notifies[100], &again), ACL_SUCCESS);
  EXPECT_EQ(again, id) << "its number is free again";
  for (aclrtNotify notify : notifies) {
    EXPECT_EQ(aclrtDestroyNotify(notify), ACL_SUCCESS);
  }
}

TEST_F(NotifyTest, ArgumentsAreChecked) {
  aclrtNotify made = nullptr;
  ExpectFailure(aclrtCreateNotify(nullptr, 0), ACL_ERROR_INVALID_PARAM, {"notify", "null"});
  ExpectFailure(aclrtCreateNotify(&made, 2), ACL_ERROR_RT_PARAM_INVALID, {"flag", "2"});
  ExpectFailure(aclrtCntNotifyCreate(nullptr, 0), ACL_ERROR_INVALID_PARAM, {"cntNotify", "null"});
  ExpectFailure(aclrtCntNotifyCreate(&made, 1), ACL_ERROR_RT_PARAM_INVALID, {"flag", "1"});
  EXPECT_EQ(made, nullptr);
  ExpectFailure(aclrtDestroyNotify(nullptr), ACL_ERROR_INVALID_PARAM, {"notify"});
  ExpectFailure(aclrtDestroyNotify(counting_), ACL_ERROR_RT_INVALID_HANDLE, {"never was one"});
  ExpectFailure(aclrtCntNotifyDestroy(notify_), ACL_ERROR_RT_INVALID_HANDLE, {"counting notify"});
  ExpectFailure(aclrtCntNotifyDestroy(nullptr), ACL_ERROR_INVALID_PARAM, {"cntNotify"});
  ExpectFailure(aclrtRecordNotify(nullptr, first_), ACL_ERROR_INVALID_PARAM, {"notify"});
  ExpectFailure(aclrtRecordNotify(notify_, notify_), ACL_ERROR_RT_INVALID_HANDLE, {"stream"});
  ExpectFailure(aclrtWaitAndResetNotify(nullptr, first_, 0), ACL_ERROR_INVALID_PARAM, {"notify"});
  ExpectFailure(aclrtGetNotifyId(notify_, nullptr), ACL_ERROR_INVALID_PARAM, {"notifyId"});
  ExpectFailure(aclrtCntNotifyGetId(counting_, nullptr), ACL_ERROR_INVALID_PARAM, {"notifyId"});
  ExpectFailure(aclrtCntNotifyRecord(counting_, first_, nullptr), ACL_ERROR_INVALID_PARAM, {"info"});
  ExpectFailure(aclrtCntNotifyWaitWithTimeout(counting_, first_, nullptr), ACL_ERROR_INVALID_PARAM, {"info"});
  ExpectFailure(aclrtCntNotifyReset(nullptr, first_), ACL_ERROR_INVALID_PARAM, {"cntNotify"});
  for (const int mode : {-1, 3, 5}) {
    aclrtCntNotifyRecordInfo record{AnyEnum<aclrtCntNotifyRecordMode>(mode), 0};
    ExpectFailure(aclrtCntNotifyRecord(counting_, first_, &record), ACL_ERROR_RT_PARAM_INVALID,
                  {"info->mode", std::to_string(mode).c_str()});
  }
  for (const int mode : {-1, 5}) {
    aclrtCntNotifyWaitInfo wait{AnyEnum<aclrtCntNotifyWaitMode>(mode), 0, 0, 0, {}};
    ExpectFailure(aclrtCntNotifyWaitWithTimeout(counting_, first_, &wait), ACL_ERROR_RT_PARAM_INVALID,
                  {"info->mode", std::to_string(mode).c_str()});
  }
  OnNewThread([&] {
    ExpectFailure(aclrtCreateNotify(&made, 0), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
    ExpectFailure(aclrtRecordNotify(notify_, first_), ACL_ERROR_RT_CONTEXT_NULL, {"context"});
  });
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ExpectFailure(aclrtRecordNotify(notify_, first_), ACL_ERROR_RT_STREAM_CONTEXT, {"stream"});
}

TEST_F(NotifyTest, ANotifyDoesNotTakePartAcrossAReset) {
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ExpectFailure(aclrtRecordNotify(notify_, nullptr), ACL_ERROR_RT_INVALID_HANDLE, {"notify", "reset"});
  ExpectFailure(aclrtWaitAndResetNotify(notify_, nullptr, 0), ACL_ERROR_RT_INVALID_HANDLE, {"notify"});
  ExpectFailure(aclrtCntNotifyReset(counting_, nullptr), ACL_ERROR_RT_INVALID_HANDLE, {"cntNotify", "reset"});
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ExpectFailure(aclrtRecordNotify(notify_, nullptr), ACL_ERROR_RT_INVALID_HANDLE, {"notify", "reset"});
  EXPECT_EQ(aclrtDestroyNotify(notify_), ACL_SUCCESS) << "it can be given back all the same";
}

TEST_F(NotifyTest, ACountIsCompared) {
  struct Case {
    aclrtCntNotifyWaitMode mode;
    uint32_t value;
    uint32_t waits;
    uint32_t passes;
  };
  constexpr uint32_t kMost = 0xFFFFFFFF;
  const std::array<Case, 7> cases{{{ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE, 5, 5, 4},
                                   {ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 5, 6, 5},
                                   {ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE, 5, 5, 6},
                                   {ACL_RT_CNT_NOTIFY_WAIT_BIGGER_MODE, 0x7FFFFFFF, 0, kMost},
                                   {ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE, 5, 4, 5},
                                   {ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE, 6, 4, 7},
                                   {ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE, 6, kMost - 2, kMost}}};
  for (const Case& each : cases) {
    Count(ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE, each.waits);
    EXPECT_EQ(aclrtSynchronizeStream(first_), ACL_SUCCESS);
    Await(second_, each.mode, each.value);
    EXPECT_TRUE(IsWaiting(second_)) << each.mode;
    Count(ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE, each.passes);
    EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS) << each.mode;
  }
}

TEST_F(NotifyTest, ACountIsChanged) {
  const auto expect = [this](uint32_t value) {
    Await(first_, ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, value);
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(first_, 10'000), ACL_SUCCESS) << value;
  };
  expect(0);
  Count(ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE, 0xFFFFFFFE);
  expect(0xFFFFFFFE);
  Count(ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE, 7);
  expect(5);
  Count(ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE, 0x12);
  expect(0x17);
  Count(ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE, 0x1C);
  expect(0x14);
  EXPECT_EQ(aclrtCntNotifyReset(counting_, first_), ACL_SUCCESS);
  expect(0);
}

TEST_F(NotifyTest, AWaitMayClearTheCount) {
  Await(second_, ACL_RT_CNT_NOTIFY_WAIT_BIGGER_OR_EQUAL_MODE, 3, 1);
  Count(ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE, 2);
  EXPECT_TRUE(IsWaiting(second_));
  Count(ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE, 2);
  EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS);
  Await(second_, ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 0);
  EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS);
}

TEST_F(NotifyTest, OneRecordOfACountReleasesAllThatItSatisfies) {
  std::vector<aclrtStream> streams(1000);
  for (aclrtStream& stream : streams) {
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    Await(stream, ACL_RT_CNT_NOTIFY_WAIT_EQUAL_MODE, 9);
  }
  Count(ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE, 9);
  for (aclrtStream stream : streams) {
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  }
}

TEST_F(NotifyTest, CountingNotifiesHaveNumbers) {
  aclrtCntNotify other = nullptr;
  ASSERT_EQ(aclrtCntNotifyCreate(&other, 0), ACL_SUCCESS);
  uint32_t first = 0;
  uint32_t second = 0;
  EXPECT_EQ(aclrtCntNotifyGetId(counting_, &first), ACL_SUCCESS);
  EXPECT_EQ(aclrtCntNotifyGetId(other, &second), ACL_SUCCESS);
  EXPECT_NE(first, second);
  EXPECT_EQ(aclrtCntNotifyDestroy(other), ACL_SUCCESS);
  ExpectFailure(aclrtCntNotifyDestroy(other), ACL_ERROR_RT_INVALID_HANDLE, {"cntNotify", "destroyed"});
}

TEST_F(NotifyTest, AForcedDestroyEndsAWait) {
  aclrtStream waiting = nullptr;
  std::atomic<int> runs{0};
  ASSERT_EQ(aclrtCreateStream(&waiting), ACL_SUCCESS);
  EXPECT_EQ(aclrtWaitAndResetNotify(notify_, waiting, 0), ACL_SUCCESS);
  EXPECT_EQ(Launch(waiting, 0, &runs), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting(waiting));
  EXPECT_EQ(aclrtDestroyStreamForce(waiting), ACL_SUCCESS);
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(aclrtWaitAndResetNotify(notify_, second_, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordNotify(notify_, first_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(second_), ACL_SUCCESS) << "the record is for those who still wait";
}

// Destroying and resetting wait for what is waited for, if it can still come.
TEST_F(NotifyTest, DestroyAndResetLetAWaitComeToItsEnd) {
  for (const bool reset : {false, true}) {
    aclrtStream waiting = nullptr;
    aclrtStream recorder = nullptr;
    std::atomic<int> runs{0};
    Gate gate;
    ASSERT_EQ(aclrtCreateStream(&waiting), ACL_SUCCESS);
    EXPECT_EQ(aclrtWaitAndResetNotify(notify_, waiting, 0), ACL_SUCCESS);
    EXPECT_EQ(Launch(waiting, 0, &runs), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&recorder), ACL_SUCCESS);
    gate.Block(recorder);
    EXPECT_EQ(aclrtRecordNotify(notify_, recorder), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    std::thread ending([&] {
      EXPECT_EQ(reset ? aclrtResetDeviceForce(0) : aclrtDestroyStream(waiting), ACL_SUCCESS);
      EXPECT_EQ(runs, 1);
    });
    gate.Open();
    ending.join();
    EXPECT_EQ(aclrtDestroyStream(recorder), ACL_SUCCESS);
  }
}

}  // namespace
}  // namespace openaclnn::runtime
