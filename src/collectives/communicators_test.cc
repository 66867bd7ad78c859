// SPDX-License-Identifier: Apache-2.0
//
// How communicators are made, asked and destroyed; and what ranks are told who do not agree.
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "collectives/testing.h"

namespace openaclnn::collectives::testing {
namespace {

// A variable of the environment while it lasts.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) {
      before_ = before;
    }
    setenv(name, value, 1);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { before_.empty() ? unsetenv(name_) : setenv(name_, before_.c_str(), 1); }

 private:
  const char* name_;
  std::string before_;
};

HcclRootInfo NewRootInfo() {
  BringUp();
  HcclRootInfo info;
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(HcclGetRootInfo(&info), HCCL_SUCCESS) << RecentMessage();
  return info;
}

// One element of AllReduce tells that the ranks are connected.
void ExpectConnected(HcclComm comm, uint32_t ranks) {
  const DeviceBytes data(1, 1);
  ASSERT_EQ(HcclAllReduce(data.Data(), data.Data(), 1, HCCL_DATA_TYPE_INT8, HCCL_REDUCE_SUM, comm, nullptr),
            HCCL_SUCCESS)
      << RecentMessage();
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << RecentMessage();
  EXPECT_EQ(data.Read()[0], ranks);
}

// Connects to the port in a root info as a stranger; -1 if nobody listens.
int Connect(const HcclRootInfo& info) {
  uint16_t port = 0;
  std::memcpy(&port, info.internal + 14, sizeof port);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int stranger = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(stranger, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    close(stranger);
    return -1;
  }
  return stranger;
}

TEST(Communicators, AreMadeFromRootInfo) {
  for (const uint32_t count : {1U, 2U, 5U}) {
    const HcclRootInfo info = NewRootInfo();
    OnEachRank(count, [&](uint32_t rank) {
      HcclComm comm = nullptr;
      ASSERT_EQ(HcclCommInitRootInfo(count, &info, rank, &comm), HCCL_SUCCESS) << RecentMessage();
      uint32_t size = 0;
      uint32_t self = 0;
      char name[128] = "";
      HcclResult error = HCCL_E_OOM;
      EXPECT_EQ(HcclGetRankSize(comm, &size), HCCL_SUCCESS);
      EXPECT_EQ(HcclGetRankId(comm, &self), HCCL_SUCCESS);
      EXPECT_EQ(HcclGetCommName(comm, name), HCCL_SUCCESS);
      EXPECT_EQ(HcclGetCommAsyncError(comm, &error), HCCL_SUCCESS);
      EXPECT_EQ(size, count);
      EXPECT_EQ(self, rank);
      EXPECT_EQ(std::string(name).substr(0, 13), "127.0.0.1%lo_");
      EXPECT_EQ(error, HCCL_SUCCESS);
      ExpectConnected(comm, count);
      EXPECT_EQ(HcclCommDestroy(comm), HCCL_SUCCESS);
      EXPECT_EQ(HcclCommDestroy(comm), HCCL_E_PARA);
      EXPECT_EQ(HcclGetRankSize(comm, &size), HCCL_E_PARA);
    });
  }
}

// UCX connects each end with the help of the other: who is ready first waits for the others.
TEST(Communicators, AreMadeOneAfterTheOther) {
  for (int turn = 0; turn < 20; ++turn) {
    const HcclRootInfo info = NewRootInfo();
    OnEachRank(5, [&](uint32_t rank) {
      HcclComm comm = nullptr;
      ASSERT_EQ(HcclCommInitRootInfo(5, &info, rank, &comm), HCCL_SUCCESS) << RecentMessage();
      ExpectConnected(comm, 5);
      EXPECT_EQ(HcclCommDestroy(comm), HCCL_SUCCESS);
    });
  }
}

TEST(Communicators, TakeAConfiguration) {
  const HcclRootInfo info = NewRootInfo();
  OnEachRank(2, [&](uint32_t rank) {
    HcclCommConfig config;
    HcclCommConfigInit(&config);
    std::strcpy(config.hcclCommName, "the name");
    HcclComm comm = nullptr;
    ASSERT_EQ(HcclCommInitRootInfoConfig(2, &info, rank, &config, &comm), HCCL_SUCCESS) << RecentMessage();
    char name[128] = "";
    EXPECT_EQ(HcclGetCommName(comm, name), HCCL_SUCCESS);
    EXPECT_STREQ(name, "the name");
    HcclComm second = nullptr;
    EXPECT_EQ(HcclCommInitRootInfoConfig(2, &info, rank, &config, &second), HCCL_E_PARA);
    EXPECT_NE(RecentMessage().find("\"the name\""), std::string::npos);
    EXPECT_EQ(HcclCommDestroy(comm), HCCL_SUCCESS);
  });
}

TEST(Communicators, ReadAsMuchOfAConfigurationAsThereIs) {
  const HcclRootInfo info = NewRootInfo();
  const auto make = [&](size_t size, uint32_t version, uint32_t magic) {
    HcclCommConfig config;
    HcclCommConfigInit(&config);
    std::memset(config.hcclCommName, 'x', sizeof config.hcclCommName);
    std::memcpy(config.reserved, &size, sizeof size);
    std::memcpy(config.reserved + 8, &magic, sizeof magic);
    std::memcpy(config.reserved + 12, &version, sizeof version);
    HcclComm comm = nullptr;
    const HcclResult result = HcclCommInitRootInfoConfig(1, &info, 0, &config, &comm);
    if (result == HCCL_SUCCESS) {
      HcclCommDestroy(comm);
    }
    return result;
  };
  EXPECT_EQ(make(2240, 10, 0xF0F0F0F0), HCCL_E_PARA) << "a name without an end";
  EXPECT_EQ(make(2240, 10, 0xF0F0F0F1), HCCL_E_PARA);
  EXPECT_EQ(make(24, 10, 0xF0F0F0F0), HCCL_E_PARA);
  EXPECT_EQ(make(32, 1, 0xF0F0F0F0), HCCL_SUCCESS) << "the name is beyond the structure";
}

TEST(Communicators, AreMadeOfPartsOfOthers) {
  const Ranks ranks(4);
  OnEachRank(4, [&](uint32_t rank) {
    HcclComm whole = ranks.comms[rank];
    HcclCommConfig config;
    HcclCommConfigInit(&config);
    HcclComm part = &part;
    if (rank == 1) {
      EXPECT_EQ(HcclCreateSubCommConfig(&whole, 3, nullptr, 0xFFFFFFFF, 0, &config, &part), HCCL_SUCCESS);
      EXPECT_EQ(part, nullptr);
      return;
    }
    uint32_t members[] = {3, 0, 2};
    const uint32_t self = rank == 3 ? 0 : rank == 0 ? 1 : 2;
    ASSERT_EQ(HcclCreateSubCommConfig(&whole, 3, members, 77, self, &config, &part), HCCL_SUCCESS)
        << RecentMessage();
    uint32_t found = 9;
    char name[128] = "";
    EXPECT_EQ(HcclGetRankId(part, &found), HCCL_SUCCESS);
    EXPECT_EQ(found, self);
    EXPECT_EQ(HcclGetCommName(part, name), HCCL_SUCCESS);
    EXPECT_TRUE(std::string(name).ends_with("_sub_77")) << name;
    ExpectConnected(part, 3);
    HcclComm none = nullptr;
    EXPECT_EQ(HcclCreateSubCommConfig(&part, 3, members, 78, self, &config, &none), HCCL_E_PARA);
    EXPECT_EQ(HcclCreateSubCommConfig(&whole, 3, members, 79, (self + 1) % 3, &config, &none), HCCL_E_PARA);
    EXPECT_EQ(HcclCommDestroy(part), HCCL_SUCCESS);
    EXPECT_EQ(HcclCreateSubCommConfig(&whole, 3, members, 77, self, &config, &none), HCCL_E_PARA)
        << "the number was used before";
  });
}

// What cannot be used means the default, and is told once.
TEST(Communicators, TellOfVariablesThatMeanNothing) {
  BringUp();
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  const Variable ports("HCCL_HOST_SOCKET_PORT_RANGE", "60010-60002");
  const Variable base("HCCL_IF_BASE_PORT", "70000");
  const auto toldBy = [] {
    ::testing::internal::CaptureStderr();
    HcclRootInfo info{};
    EXPECT_EQ(HcclGetRootInfo(&info), HCCL_SUCCESS) << RecentMessage();
    return ::testing::internal::GetCapturedStderr();
  };
  const std::string told = toldBy();
  EXPECT_NE(told.find("HCCL_HOST_SOCKET_PORT_RANGE: expected ports and ranges of ports"), std::string::npos)
      << told;
  EXPECT_NE(told.find("got \"60010-60002\""), std::string::npos) << told;
  EXPECT_NE(told.find("HCCL_IF_BASE_PORT: expected a port from 1024 to 65520; 60000 is taken, got \"70000\""),
            std::string::npos)
      << told;
  EXPECT_EQ(toldBy(), "");

  const Variable timeout("HCCL_EXEC_TIMEOUT", "abc");
  ::testing::internal::CaptureStderr();
  HcclComm communicator = nullptr;
  int32_t device = 0;
  EXPECT_EQ(HcclCommInitAll(1, &device, &communicator), HCCL_SUCCESS) << RecentMessage();
  EXPECT_NE(::testing::internal::GetCapturedStderr().find(
                "HCCL_EXEC_TIMEOUT: expected seconds from 0 to 2147483647; 1836 are taken, got \"abc\""),
            std::string::npos);
  EXPECT_EQ(HcclCommDestroy(communicator), HCCL_SUCCESS);
}

TEST(Communicators, AreMadeFromARankTable) {
  BringUp();
  const std::string path = ::testing::TempDir() + "rank_table_" + std::to_string(getpid()) + ".json";
  const int port = 20000 + getpid() % 12000;  // below those that systems give to connections
  const auto write = [&](const std::string& status) {
    std::ofstream(path) << R"({"status": ")" << status
                        << R"(", "version": "1.0", "server_count": "1", "server_list": [{"server_id": "node",
      "device": [{"device_id": "0", "device_ip": "127.0.0.1", "device_port": ")"
                        << port << R"(", "rank_id": "0"}, {"device_id": "1", "rank_id": "1"}]}]})";
  };
  write("completed");
  OnEachRank(2, [&](uint32_t rank) {
    HcclComm comm = nullptr;
    ASSERT_EQ(HcclCommInitClusterInfo(path.c_str(), rank, &comm), HCCL_SUCCESS) << RecentMessage();
    char name[128] = "";
    EXPECT_EQ(HcclGetCommName(comm, name), HCCL_SUCCESS);
    EXPECT_STREQ(name, "hccl_world_group");
    ExpectConnected(comm, 2);
    EXPECT_EQ(HcclCommDestroy(comm), HCCL_SUCCESS);
  });
  HcclComm comm = nullptr;
  EXPECT_EQ(HcclCommInitClusterInfo(path.c_str(), 2, &comm), HCCL_E_PARA);
  write("initializing");
  EXPECT_EQ(HcclCommInitClusterInfo(path.c_str(), 0, &comm), HCCL_E_PARA);
  std::ofstream(path) << R"({"status": "completed", "version": "1.0", "server_count": "1", "server_list": [
      {"server_id": "node", "device": [{"device_id": "1", "rank_id": "0"}, {"device_id": "1", "rank_id": "1"}]}]})";
  EXPECT_EQ(HcclCommInitClusterInfo(path.c_str(), 0, &comm), HCCL_E_PARA);
  EXPECT_NE(
      RecentMessage().find("device_id: expected each device of a server once, got device 1 of server node a "
                           "second time, for rank 1"),
      std::string::npos);
  std::ofstream(path) << R"({"group_list": []})";
  EXPECT_EQ(HcclCommInitClusterInfo(path.c_str(), 0, &comm), HCCL_E_NOT_SUPPORT);
  std::ofstream(path) << "{";
  EXPECT_EQ(HcclCommInitClusterInfo(path.c_str(), 0, &comm), HCCL_E_PARA);
  unlink(path.c_str());
  EXPECT_EQ(HcclCommInitClusterInfo(path.c_str(), 0, &comm), HCCL_E_OPEN_FILE_FAILURE);
}

TEST(Communicators, RefuseBadArguments) {
  const HcclRootInfo info = NewRootInfo();
  HcclRootInfo other{};
  HcclComm comms[2] = {};
  int32_t devices[2] = {0, 0};
  EXPECT_EQ(HcclGetRootInfo(nullptr), HCCL_E_PTR);
  EXPECT_EQ(HcclCommInitRootInfo(1, nullptr, 0, comms), HCCL_E_PTR);
  EXPECT_EQ(HcclCommInitRootInfo(1, &info, 0, nullptr), HCCL_E_PTR);
  EXPECT_EQ(HcclCommInitRootInfo(1, &other, 0, comms), HCCL_E_PARA);
  EXPECT_EQ(HcclCommInitRootInfo(0, &info, 0, comms), HCCL_E_PARA);
  EXPECT_EQ(HcclCommInitRootInfo(2, &info, 2, comms), HCCL_E_PARA);
  EXPECT_EQ(HcclCommInitAll(2, devices, comms), HCCL_E_PARA);
  devices[1] = 8;
  EXPECT_EQ(HcclCommInitAll(2, devices, comms), HCCL_E_PARA);
  EXPECT_EQ(HcclCommInitAll(0, devices, comms), HCCL_E_PARA);
  EXPECT_EQ(HcclCommDestroy(nullptr), HCCL_E_PTR);
  EXPECT_EQ(comms[0], nullptr);
}

// What each of two ranks is told who say different things.
std::vector<std::string> Disagree(uint32_t firstSize, uint32_t firstRank, const char* firstName,
                                  uint32_t secondSize, uint32_t secondRank, const char* secondName) {
  const HcclRootInfo info = NewRootInfo();
  std::vector<std::string> messages(2);
  OnEachRank(2, [&](uint32_t index) {
    HcclCommConfig config;
    HcclCommConfigInit(&config);
    std::strcpy(config.hcclCommName, index == 0 ? firstName : secondName);
    HcclComm comm = nullptr;
    EXPECT_EQ(HcclCommInitRootInfoConfig(index == 0 ? firstSize : secondSize, &info,
                                         index == 0 ? firstRank : secondRank, &config, &comm),
              HCCL_E_PARA);
    messages[index] = RecentMessage();
  });
  return messages;
}

TEST(Communicators, TellAllRanksInWhatTheyDoNotAgree) {
  const Stopwatch watch;
  for (const std::string& message : Disagree(2, 0, "", 3, 1, "")) {
    EXPECT_NE(message.find("nRanks: rank"), std::string::npos) << message;
  }
  for (const std::string& message : Disagree(3, 1, "", 3, 1, "")) {
    EXPECT_NE(message.find("there are two of rank 1"), std::string::npos) << message;
  }
  for (const std::string& message : Disagree(2, 0, "a", 2, 1, "b")) {
    EXPECT_NE(message.find("config:"), std::string::npos) << message;
  }
  EXPECT_LT(watch.Seconds(), 20);
}

TEST(Communicators, NameTheRanksThatDoNotCome) {
  const Variable timeout("HCCL_CONNECT_TIMEOUT", "1");
  const HcclRootInfo info = NewRootInfo();
  const Stopwatch watch;
  HcclComm comm = nullptr;
  EXPECT_EQ(HcclCommInitRootInfo(3, &info, 1, &comm), HCCL_E_TIMEOUT);
  const std::string message = RecentMessage();
  EXPECT_NE(message.find("ranks 0, 2 of 3 did not come within 1 s"), std::string::npos) << message;
  EXPECT_GE(watch.Seconds(), 1);
  EXPECT_LT(watch.Seconds(), 15);
  // The root info is used up.
  EXPECT_EQ(HcclCommInitRootInfo(1, &info, 0, &comm), HCCL_E_TCP_CONNECT) << RecentMessage();
}

TEST(Communicators, NameTheRanksThatDoNotComeToAPart) {
  const Variable timeout("HCCL_CONNECT_TIMEOUT", "1");
  const Ranks whole(4);
  uint32_t members[] = {0, 1, 2, 3};
  OnEachRank(3, [&](uint32_t rank) {
    if (rank == 1) {
      return;
    }
    HcclCommConfig config;
    HcclCommConfigInit(&config);
    HcclComm comm = whole.comms[rank];
    HcclComm part = nullptr;
    const Stopwatch watch;
    EXPECT_EQ(HcclCreateSubCommConfig(&comm, 4, members, 5, rank, &config, &part), HCCL_E_TIMEOUT);
    EXPECT_NE(RecentMessage().find("expected all 4 ranks within HCCL_CONNECT_TIMEOUT (1 s), got 2; missing: "
                                   "rank 1, rank 3"),
              std::string::npos);
    EXPECT_GE(watch.Seconds(), 1);
    EXPECT_LT(watch.Seconds(), 15);
  });
  // The whole is as it was.
  whole.Run([](uint32_t, HcclComm comm, aclrtStream) { ExpectConnected(comm, 4); });
}

// Strangers that say nothing, say something else, or go: the ranks meet all the same.
TEST(Communicators, AreNotDisturbedByStrangers) {
  const HcclRootInfo info = NewRootInfo();
  std::vector<int> strangers;
  for (int i = 0; i < 20; ++i) {
    strangers.push_back(Connect(info));
    ASSERT_GE(strangers.back(), 0);
    const std::string text(static_cast<size_t>(i) * 40, 'G');
    if (!text.empty()) {
      ASSERT_GT(send(strangers.back(), text.data(), text.size(), MSG_NOSIGNAL), 0);
    }
  }
  OnEachRank(3, [&](uint32_t rank) {
    HcclComm comm = nullptr;
    ASSERT_EQ(HcclCommInitRootInfo(3, &info, rank, &comm), HCCL_SUCCESS) << RecentMessage();
    ExpectConnected(comm, 3);
    EXPECT_EQ(HcclCommDestroy(comm), HCCL_SUCCESS);
  });
  for (const int stranger : strangers) {
    close(stranger);
  }
  EXPECT_EQ(Connect(info), -1) << "the port is closed when the ranks have met";
}

TEST(Communicators, AdmitTheHostsOfAWhiteListAlone) {
  const std::string path = ::testing::TempDir() + "white_list_" + std::to_string(getpid()) + ".json";
  const Variable enabled("HCCL_WHITELIST_DISABLE", "0");
  const Variable timeout("HCCL_CONNECT_TIMEOUT", "5");
  const Variable file("HCCL_WHITELIST_FILE", path.c_str());
  BringUp();
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  HcclRootInfo info;
  EXPECT_EQ(HcclGetRootInfo(&info), HCCL_E_OPEN_FILE_FAILURE);
  std::ofstream(path) << R"({"host_ip": ["127.0.0.1"]})";
  ASSERT_EQ(HcclGetRootInfo(&info), HCCL_SUCCESS) << RecentMessage();
  HcclComm comm = nullptr;
  ASSERT_EQ(HcclCommInitRootInfo(1, &info, 0, &comm), HCCL_SUCCESS) << RecentMessage();
  EXPECT_EQ(HcclCommDestroy(comm), HCCL_SUCCESS);
  std::ofstream(path) << R"({"host_ip": ["192.0.2.77"]})";
  ASSERT_EQ(HcclGetRootInfo(&info), HCCL_SUCCESS) << RecentMessage();
  EXPECT_EQ(HcclCommInitRootInfo(1, &info, 0, &comm), HCCL_E_TCP_CONNECT) << RecentMessage();
  unlink(path.c_str());
}

}  // namespace
}  // namespace openaclnn::collectives::testing
