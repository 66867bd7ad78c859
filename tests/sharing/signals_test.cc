// SPDX-License-Identifier: Apache-2.0
//
// Notifies and events, two processes.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>

#include "acl/acl.h"
#include "sharing/peer.h"

namespace openaclnn::sharing {
namespace {

constexpr uint64_t kAnyProcess = ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION;
constexpr int32_t kLong = 60'000;  // ms; far more than a loaded machine needs
constexpr int32_t kShort = 50;     // ms

std::string Text(uint64_t number) {
  return std::to_string(number);
}

std::set<std::string> SharedFiles() {
  std::set<std::string> names;
  std::error_code failure;  // other tests take away what is theirs meanwhile
  for (const auto& entry : std::filesystem::directory_iterator("/dev/shm", failure)) {
    if (entry.path().filename().string().find("openaclnn") != std::string::npos) {
      names.insert(entry.path());
    }
  }
  return names;
}

class SignalsTest : public testing::Test {
 protected:
  void SetUp() override {
    files_ = SharedFiles();
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateNotify(&notify_, ACL_NOTIFY_DEFAULT), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateEventExWithFlag(&event_, ACL_EVENT_IPC), ACL_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtDestroyStreamForce(stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyNotify(notify_), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyEvent(event_), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    EXPECT_EQ(SharedFiles(), files_) << "nothing is left behind";
  }
  [[nodiscard]] std::string Key(uint64_t flags = kAnyProcess) const {
    std::array<char, 65> key{};
    EXPECT_EQ(aclrtNotifyGetExportKey(notify_, key.data(), key.size(), flags), ACL_SUCCESS);
    return key.data();
  }
  [[nodiscard]] std::string EventKey() const {
    aclrtIpcEventHandle handle{};
    EXPECT_EQ(aclrtIpcGetEventHandle(event_, &handle), ACL_SUCCESS);
    return static_cast<const char*>(handle.reserved);
  }
  [[nodiscard]] static aclrtIpcEventHandle HandleOf(const std::string& key) {
    aclrtIpcEventHandle handle{};
    key.copy(static_cast<char*>(handle.reserved), sizeof handle.reserved - 1);
    return handle;
  }
  [[nodiscard]] aclError Synchronize(int32_t milliseconds = kLong) const {
    return aclrtSynchronizeStreamWithTimeout(stream_, milliseconds);
  }
  [[nodiscard]] bool IsWaiting() const { return Synchronize(kShort) == ACL_ERROR_RT_STREAM_SYNC_TIMEOUT; }
  [[nodiscard]] static aclrtEventRecordedStatus StatusOf(aclrtEvent event) {
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    EXPECT_EQ(aclrtQueryEventStatus(event, &status), ACL_SUCCESS);
    return status;
  }

  aclrtStream stream_ = nullptr;
  aclrtNotify notify_ = nullptr;
  aclrtEvent event_ = nullptr;
  std::set<std::string> files_;
};

TEST_F(SignalsTest, TheImporterRecordsAndTheMakerWaits) {
  const std::string key = Key();
  Peer peer;
  peer.Ask("import-notify " + key);
  for (int round = 0; round < 3; ++round) {
    ASSERT_EQ(aclrtWaitAndResetNotify(notify_, stream_, 0), ACL_SUCCESS);
    EXPECT_TRUE(IsWaiting());
    peer.Ask("record");
    ASSERT_EQ(Synchronize(), ACL_SUCCESS) << "one record ends one wait";
  }
  peer.Ask("destroy-notify");
}

TEST_F(SignalsTest, ARecordMayComeBeforeItsWaitAndBeforeTheImport) {
  ASSERT_EQ(aclrtRecordNotify(notify_, stream_), ACL_SUCCESS);
  ASSERT_EQ(Synchronize(), ACL_SUCCESS);
  Peer peer;
  peer.Ask("import-notify " + Key());
  peer.Ask("wait 0");
  EXPECT_EQ(peer.Tell("sync " + Text(kLong)), ACL_SUCCESS) << "recorded before the export";
  peer.Ask("wait 0");
  EXPECT_EQ(peer.Tell("sync " + Text(kShort)), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT) << "used up";
  ASSERT_EQ(aclrtRecordNotify(notify_, stream_), ACL_SUCCESS);
  EXPECT_EQ(peer.Tell("sync " + Text(kLong)), ACL_SUCCESS);
  // And the other way round.
  peer.Ask("record");
  EXPECT_EQ(peer.Tell("sync " + Text(kLong)), ACL_SUCCESS);
  ASSERT_EQ(aclrtWaitAndResetNotify(notify_, stream_, 0), ACL_SUCCESS);
  EXPECT_EQ(Synchronize(), ACL_SUCCESS);
  peer.Ask("destroy-notify");
}

TEST_F(SignalsTest, AWaitThatBeganBeforeTheExportHearsOfRecords) {
  ASSERT_EQ(aclrtWaitAndResetNotify(notify_, stream_, 0), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting());
  Peer peer;
  peer.Ask("import-notify " + Key());
  peer.Ask("record");
  EXPECT_EQ(Synchronize(), ACL_SUCCESS);
  peer.Ask("destroy-notify");
}

TEST_F(SignalsTest, ARecordIsATaskOfItsStream) {
  Peer peer;
  peer.Ask("import-notify " + Key());
  peer.Ask("hold");
  peer.Ask("record");
  ASSERT_EQ(aclrtWaitAndResetNotify(notify_, stream_, 0), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting());
  peer.Ask("release");
  EXPECT_EQ(Synchronize(), ACL_SUCCESS);
  peer.Ask("destroy-notify");
}

TEST_F(SignalsTest, OnlyAdmittedProcessesImport) {
  const std::string key = Key(ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT);
  EXPECT_EQ(Key(ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT), key) << "a repeat gives the same key";
  Peer peer;
  EXPECT_EQ(peer.Tell("import-notify " + key), ACL_ERROR_RT_NO_PERMISSION);
  int32_t process = peer.Process();
  ASSERT_EQ(aclrtNotifySetImportPid(notify_, &process, 1), ACL_SUCCESS);
  peer.Ask("import-notify " + key);
  EXPECT_EQ(peer.Tell("export-notify 0"), ACL_ERROR_RT_PARAM_INVALID) << "an imported one";
  peer.Ask("destroy-notify");
  aclrtNotify own = nullptr;
  EXPECT_EQ(aclrtNotifyImportByKey(&own, key.c_str(), 0), ACL_ERROR_RT_PARAM_INVALID) << "its own process";
  EXPECT_EQ(own, nullptr);
}

TEST_F(SignalsTest, AWaitEndsWithTheProcessThatMadeTheNotify) {
  Peer maker;
  maker.Ask("notify");
  aclrtNotify imported = nullptr;
  ASSERT_EQ(aclrtNotifyImportByKey(&imported, maker.Ask("export-notify 2").c_str(),
                                   ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS),
            ACL_SUCCESS);
  maker.Ask("record");
  EXPECT_EQ(maker.Tell("sync " + Text(kLong)), ACL_SUCCESS);
  ASSERT_EQ(aclrtWaitAndResetNotify(imported, stream_, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtWaitAndResetNotify(imported, stream_, 0), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting()) << "the second wait";
  maker.Kill();
  EXPECT_EQ(Synchronize(), ACL_ERROR_RT_IPC_ERROR);
  EXPECT_EQ(aclrtRecordNotify(imported, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtWaitAndResetNotify(imported, stream_, 0), ACL_SUCCESS);
  EXPECT_EQ(Synchronize(), ACL_SUCCESS) << "what is recorded does not depend on the maker";
  EXPECT_EQ(aclrtDestroyNotify(imported), ACL_SUCCESS);
}

TEST_F(SignalsTest, AWaitEndsWhereTheMakerDestroysTheNotify) {
  Peer maker;
  maker.Ask("notify");
  const std::string key = maker.Ask("export-notify 2");
  aclrtNotify imported = nullptr;
  ASSERT_EQ(aclrtNotifyImportByKey(&imported, key.c_str(), 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtWaitAndResetNotify(imported, stream_, 0), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting());
  maker.Ask("destroy-notify");
  EXPECT_EQ(Synchronize(), ACL_ERROR_RT_IPC_ERROR);
  aclrtNotify late = nullptr;
  EXPECT_EQ(aclrtNotifyImportByKey(&late, key.c_str(), 0), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtDestroyNotify(imported), ACL_SUCCESS);
}

TEST_F(SignalsTest, AWaitEndsWhenTheLastImporterIsKilled) {
  const std::string key = Key();
  {
    Peer peer;
    peer.Ask("import-notify " + key);
    Peer other;
    other.Ask("import-notify " + key);
    ASSERT_EQ(aclrtWaitAndResetNotify(notify_, stream_, 0), ACL_SUCCESS);
    other.Kill();
    EXPECT_TRUE(IsWaiting()) << "one is left";
    peer.Kill();
    EXPECT_EQ(Synchronize(), ACL_ERROR_RT_IPC_ERROR);
  }
  // A later importer takes the place.
  Peer peer;
  peer.Ask("import-notify " + key);
  ASSERT_EQ(aclrtWaitAndResetNotify(notify_, stream_, 0), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting());
  peer.Ask("record");
  EXPECT_EQ(Synchronize(), ACL_SUCCESS);
  // An importer that destroys its handle is no loss: others may come.
  peer.Ask("destroy-notify");
  ASSERT_EQ(aclrtWaitAndResetNotify(notify_, stream_, 1), ACL_SUCCESS);
  EXPECT_EQ(Synchronize(), ACL_ERROR_RT_WAIT_TIMEOUT);
}

TEST_F(SignalsTest, ANotifyThatIsDestroyedDoesNotDisturbTheNext) {
  Peer peer;
  peer.Ask("import-notify " + Key());
  for (int count = 0; count < 20; ++count) {
    ASSERT_EQ(aclrtDestroyNotify(notify_), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateNotify(&notify_, ACL_NOTIFY_DEFAULT), ACL_SUCCESS);
    EXPECT_FALSE(Key().empty());
  }
  ASSERT_EQ(aclrtWaitAndResetNotify(notify_, stream_, 0), ACL_SUCCESS);
  peer.Ask("record");
  EXPECT_EQ(peer.Tell("sync " + Text(kLong)), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting()) << "the peer's is another one";
  ASSERT_EQ(aclrtRecordNotify(notify_, nullptr), ACL_SUCCESS);
  EXPECT_EQ(Synchronize(), ACL_SUCCESS);
  peer.Ask("destroy-notify");
}

TEST_F(SignalsTest, NotifyArgumentsAreChecked) {
  std::array<char, 80> key{};
  EXPECT_EQ(aclrtNotifyGetExportKey(nullptr, key.data(), 65, 0), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtNotifyGetExportKey(notify_, nullptr, 65, 0), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtNotifyGetExportKey(notify_, key.data(), 64, 0), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtNotifyGetExportKey(notify_, key.data(), 65, 1), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(key[0], '\0');
  int32_t process = getpid();
  EXPECT_EQ(aclrtNotifySetImportPid(notify_, &process, 1), ACL_ERROR_RT_INVALID_HANDLE) << "not exported";
  EXPECT_EQ(aclrtNotifyGetExportKey(notify_, key.data(), key.size(), 0), ACL_SUCCESS) << "longer is fine";
  EXPECT_EQ(aclrtNotifySetImportPid(notify_, nullptr, 1), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtNotifySetImportPid(notify_, &process, 0), ACL_ERROR_INVALID_PARAM);
  aclrtNotify imported = nullptr;
  EXPECT_EQ(aclrtNotifyImportByKey(nullptr, key.data(), 0), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtNotifyImportByKey(&imported, nullptr, 0), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtNotifyImportByKey(&imported, "a key", 0), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtNotifyImportByKey(&imported, key.data(), 1), ACL_ERROR_RT_PARAM_INVALID);
  Peer peer;
  EXPECT_EQ(peer.Tell("import-event " + Key()), ACL_ERROR_RT_INVALID_HANDLE) << "another kind's key";
}

TEST_F(SignalsTest, AnEventIsRecordedHereAndWaitedForThere) {
  Peer peer;
  peer.Ask("import-event " + EventKey());
  EXPECT_EQ(peer.Ask("query-event"), Text(ACL_EVENT_RECORDED_STATUS_COMPLETE)) << "not recorded yet";
  peer.Ask("wait-event");
  EXPECT_EQ(peer.Tell("sync " + Text(kLong)), ACL_SUCCESS);

  ASSERT_EQ(aclrtWaitAndResetNotify(notify_, stream_, 0), ACL_SUCCESS);  // until the record below
  ASSERT_EQ(aclrtRecordEvent(event_, stream_), ACL_SUCCESS);
  EXPECT_EQ(peer.Ask("query-event"), Text(ACL_EVENT_RECORDED_STATUS_NOT_READY));
  peer.Ask("wait-event");
  EXPECT_EQ(peer.Tell("sync " + Text(kShort)), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_EQ(peer.Tell("sync-event " + Text(kShort)), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
  ASSERT_EQ(aclrtRecordNotify(notify_, nullptr), ACL_SUCCESS);
  EXPECT_EQ(peer.Tell("sync " + Text(kLong)), ACL_SUCCESS);
  EXPECT_EQ(peer.Tell("sync-event " + Text(kLong)), ACL_SUCCESS);
  EXPECT_EQ(peer.Ask("query-event"), Text(ACL_EVENT_RECORDED_STATUS_COMPLETE));
  EXPECT_EQ(Synchronize(), ACL_SUCCESS);
  peer.Ask("destroy-event");
}

TEST_F(SignalsTest, TheProcessThatOpenedAnEventMayRecordIt) {
  Peer peer;
  peer.Ask("import-event " + EventKey());
  peer.Ask("hold");
  peer.Ask("record-event");
  EXPECT_EQ(StatusOf(event_), ACL_EVENT_RECORDED_STATUS_NOT_READY);
  ASSERT_EQ(aclrtStreamWaitEvent(stream_, event_), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting());
  peer.Ask("release");
  EXPECT_EQ(Synchronize(), ACL_SUCCESS);
  EXPECT_EQ(StatusOf(event_), ACL_EVENT_RECORDED_STATUS_COMPLETE);
  peer.Ask("destroy-event");
}

TEST_F(SignalsTest, AWaitIsForTheRecordOfItsTime) {
  Peer peer;
  peer.Ask("import-event " + EventKey());
  ASSERT_EQ(aclrtRecordEvent(event_, stream_), ACL_SUCCESS);
  ASSERT_EQ(Synchronize(), ACL_SUCCESS);
  peer.Ask("hold");
  peer.Ask("wait-event");
  ASSERT_EQ(aclrtWaitAndResetNotify(notify_, stream_, 0), ACL_SUCCESS);
  for (int count = 0; count < 40; ++count) {  // more than there are places for
    ASSERT_EQ(aclrtRecordEvent(event_, stream_), ACL_SUCCESS);
  }
  peer.Ask("release");
  EXPECT_EQ(peer.Tell("sync " + Text(kLong)), ACL_SUCCESS) << "the later records are not reached";
  EXPECT_EQ(peer.Ask("query-event"), Text(ACL_EVENT_RECORDED_STATUS_NOT_READY));
  ASSERT_EQ(aclrtRecordNotify(notify_, nullptr), ACL_SUCCESS);
  EXPECT_EQ(peer.Tell("sync-event " + Text(kLong)), ACL_SUCCESS);
  peer.Ask("destroy-event");
}

TEST_F(SignalsTest, AWaitEndsWithTheProcessThatRecordsTheEvent) {
  Peer peer;
  peer.Ask("event");
  aclrtEvent opened = nullptr;
  ASSERT_EQ(aclrtIpcOpenEventHandle(HandleOf(peer.Ask("export-event")), &opened), ACL_SUCCESS);
  peer.Ask("record-event");
  EXPECT_EQ(aclrtSynchronizeEvent(opened), ACL_SUCCESS);
  peer.Ask("hold");
  peer.Ask("record-event");
  ASSERT_EQ(aclrtStreamWaitEvent(stream_, opened), ACL_SUCCESS);
  EXPECT_TRUE(IsWaiting());
  peer.Kill();
  EXPECT_EQ(Synchronize(), ACL_ERROR_RT_IPC_ERROR);
  EXPECT_EQ(aclrtSynchronizeEvent(opened), ACL_ERROR_RT_IPC_ERROR);
  EXPECT_EQ(aclrtRecordEvent(opened, stream_), ACL_SUCCESS) << "goes on without the peer";
  EXPECT_EQ(aclrtSynchronizeEvent(opened), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(opened), ACL_SUCCESS);
}

TEST_F(SignalsTest, AReachedRecordOutlivesItsProcess) {
  Peer peer;
  peer.Ask("event");
  aclrtEvent opened = nullptr;
  ASSERT_EQ(aclrtIpcOpenEventHandle(HandleOf(peer.Ask("export-event")), &opened), ACL_SUCCESS);
  peer.Ask("record-event");
  peer.Ask("sync " + Text(kLong));
  peer.Kill();
  ASSERT_EQ(aclrtStreamWaitEvent(stream_, opened), ACL_SUCCESS);
  EXPECT_EQ(Synchronize(), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(opened), ACL_SUCCESS);
}

TEST_F(SignalsTest, ADroppedRecordHoldsNobodyUp) {
  Peer peer;
  peer.Ask("import-event " + EventKey());
  ASSERT_EQ(aclrtWaitAndResetNotify(notify_, stream_, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtRecordEvent(event_, stream_), ACL_SUCCESS);
  peer.Ask("wait-event");
  EXPECT_EQ(peer.Tell("sync " + Text(kShort)), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  ASSERT_EQ(aclrtStreamAbort(stream_), ACL_SUCCESS);
  EXPECT_EQ(peer.Tell("sync " + Text(kLong)), ACL_SUCCESS);
  peer.Ask("destroy-event");
}

TEST_F(SignalsTest, EventArgumentsAreChecked) {
  aclrtIpcEventHandle handle{};
  aclrtEvent other = nullptr;
  ASSERT_EQ(aclrtCreateEventExWithFlag(&other, ACL_EVENT_SYNC), ACL_SUCCESS);
  EXPECT_EQ(aclrtIpcGetEventHandle(other, &handle), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtDestroyEvent(other), ACL_SUCCESS);
  EXPECT_EQ(aclrtCreateEventExWithFlag(&other, ACL_EVENT_IPC | ACL_EVENT_SYNC), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtIpcGetEventHandle(event_, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtIpcOpenEventHandle(handle, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtIpcOpenEventHandle(handle, &other), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtIpcOpenEventHandle(HandleOf(EventKey()), &other), ACL_ERROR_RT_PARAM_INVALID)
      << "its own process";
  aclrtEventWaitStatus waits = ACL_EVENT_WAIT_STATUS_COMPLETE;
  EXPECT_EQ(aclrtQueryEventWaitStatus(event_, &waits), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtResetEvent(event_, stream_), ACL_ERROR_RT_PARAM_INVALID);
  uint64_t time = 0;
  ASSERT_EQ(aclrtRecordEvent(event_, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtEventGetTimestamp(event_, &time), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
  EXPECT_EQ(aclrtSynchronizeEvent(event_), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::sharing
