// SPDX-License-Identifier: Apache-2.0
//
// What goes wrong while operations run: every other rank gets an error with a name, in time.
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "collectives/testing.h"

namespace openaclnn::collectives::testing {
namespace {

constexpr uint64_t kCount = 300'000;  // too long to go along with the call
constexpr double kSoon = 10;          // seconds, on a busy machine

HcclResult AsyncError(HcclComm comm) {
  HcclResult error = HCCL_SUCCESS;
  EXPECT_EQ(HcclGetCommAsyncError(comm, &error), HCCL_SUCCESS);
  return error;
}

HcclResult Reduce(const DeviceBytes& data, HcclComm comm, aclrtStream stream, uint64_t count = kCount,
                  HcclDataType type = HCCL_DATA_TYPE_INT8, HcclReduceOp op = HCCL_REDUCE_SUM) {
  return HcclAllReduce(data.Data(), data.Data(), count, type, op, comm, stream);
}

// Ranks 0 to 2: the first does one thing, the others another.
void ExpectMismatch(const std::function<HcclResult(const DeviceBytes&, HcclComm, aclrtStream)>& odd,
                    const std::string& text) {
  const Ranks ranks(3);
  const Stopwatch watch;
  ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
    const DeviceBytes data(4 * kCount, 1);
    // A rank that comes last may be told in the call.
    const HcclResult called = rank == 0 ? odd(data, comm, stream) : Reduce(data, comm, stream);
    ASSERT_TRUE(called == HCCL_SUCCESS || called == HCCL_E_REMOTE) << called;
    const std::string message = called == HCCL_SUCCESS ? FailureOf(stream) : RecentMessage();
    EXPECT_NE(message.find(text), std::string::npos) << message;
    EXPECT_NE(message.find("rank 0"), std::string::npos) << message;
    EXPECT_EQ(AsyncError(comm), HCCL_E_INTERNAL);
    EXPECT_EQ(Reduce(data, comm, stream), HCCL_E_REMOTE);
    EXPECT_NE(RecentMessage().find(text), std::string::npos) << "a later call says why, too";
  });
  EXPECT_LT(watch.Seconds(), kSoon);
}

TEST(Mismatch, OfTheOperationIsNamed) {
  ExpectMismatch(
      [](const DeviceBytes& data, HcclComm comm, aclrtStream stream) {
        return HcclBroadcast(data.Data(), kCount, HCCL_DATA_TYPE_INT8, 1, comm, stream);
      },
      "HcclBroadcast(300000 INT8, root 1)");
}

TEST(Mismatch, OfTheCountIsNamed) {
  ExpectMismatch([](const DeviceBytes& data, HcclComm comm,
                    aclrtStream stream) { return Reduce(data, comm, stream, 7); },
                 "HcclAllReduce(7 INT8, SUM)");
}

TEST(Mismatch, OfTheTypeIsNamed) {
  ExpectMismatch([](const DeviceBytes& data, HcclComm comm,
                    aclrtStream stream) { return Reduce(data, comm, stream, kCount, HCCL_DATA_TYPE_FP32); },
                 "HcclAllReduce(300000 FP32, SUM)");
}

TEST(Mismatch, OfTheReductionIsNamed) {
  ExpectMismatch(
      [](const DeviceBytes& data, HcclComm comm, aclrtStream stream) {
        return Reduce(data, comm, stream, kCount, HCCL_DATA_TYPE_INT8, HCCL_REDUCE_MIN);
      },
      "HcclAllReduce(300000 INT8, MIN)");
}

TEST(Mismatch, OfAMessageWithACollectiveOperationIsNamed) {
  ExpectMismatch(
      [](const DeviceBytes& data, HcclComm comm, aclrtStream stream) {
        return HcclSend(data.Data(), kCount, HCCL_DATA_TYPE_INT8, 1, comm, stream);
      },
      "calls HcclSend(300000 INT8)");
}

TEST(Mismatch, OfTwoSidesOfAMessageIsNamed) {
  const Ranks ranks(2);
  ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
    const DeviceBytes data(kCount, 1);
    const HcclResult called = rank == 0
                                  ? HcclSend(data.Data(), kCount, HCCL_DATA_TYPE_INT8, 1, comm, stream)
                                  : HcclRecv(data.Data(), kCount - 1, HCCL_DATA_TYPE_INT8, 0, comm, stream);
    ASSERT_EQ(called, HCCL_SUCCESS) << RecentMessage();
    const std::string message = FailureOf(stream);
    EXPECT_NE(message.find("HcclRecv(299999 INT8)"), std::string::npos) << message;
  });
}

TEST(Mismatch, OfPartsIsNamed) {
  const Ranks ranks(2);
  ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
    const DeviceBytes send(1000, 1);
    const DeviceBytes receive(1000, 1);
    const uint64_t sent[2] = {100, 100};
    const uint64_t received[2] = {rank == 0 ? 100U : 99U, 100};
    const uint64_t displacements[2] = {0, 100};
    ASSERT_EQ(HcclAlltoAllV(send.Data(), sent, displacements, HCCL_DATA_TYPE_INT8, receive.Data(), received,
                            displacements, HCCL_DATA_TYPE_INT8, comm, stream),
              HCCL_SUCCESS)
        << RecentMessage();
    const std::string message = FailureOf(stream);
    EXPECT_NE(message.find("one sends 100 bytes where the other expects 99"), std::string::npos) << message;
  });
}

HcclComm WithTimeout(uint32_t rank, const HcclRootInfo& info, uint32_t ranks, int32_t seconds) {
  HcclCommConfig config;
  HcclCommConfigInit(&config);
  config.hcclExecTimeOut = seconds;
  HcclComm comm = nullptr;
  EXPECT_EQ(HcclCommInitRootInfoConfig(ranks, &info, rank, &config, &comm), HCCL_SUCCESS) << RecentMessage();
  return comm;
}

TEST(Failures, ALateRankIsNamedToAllWhenTheTimeIsOver) {
  BringUp();
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  HcclRootInfo info;
  ASSERT_EQ(HcclGetRootInfo(&info), HCCL_SUCCESS);
  std::promise<void> over;
  const std::shared_future<void> isOver = over.get_future().share();
  std::atomic<int> waiting{2};
  OnEachRank(3, [&](uint32_t rank) {
    HcclComm comm = WithTimeout(rank, info, 3, 1);
    const DeviceBytes data(kCount, 1);
    if (rank == 2) {
      isOver.wait();
      EXPECT_EQ(AsyncError(comm), HCCL_E_TIMEOUT);
      EXPECT_EQ(Reduce(data, comm, nullptr), HCCL_E_REMOTE);
    } else {
      const Stopwatch watch;
      ASSERT_EQ(Reduce(data, comm, nullptr), HCCL_SUCCESS);
      RecentMessage();
      EXPECT_EQ(aclrtSynchronizeStream(nullptr), 107020);
      const std::string message = RecentMessage();
      EXPECT_NE(message.find("rank 2 did not call it within 1.0 s"), std::string::npos) << message;
      EXPECT_GE(watch.Seconds(), 0.9);
      EXPECT_LT(watch.Seconds(), kSoon);
      EXPECT_EQ(AsyncError(comm), HCCL_E_TIMEOUT);
      if (--waiting == 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        over.set_value();
      }
    }
    EXPECT_EQ(HcclCommDestroy(comm), HCCL_SUCCESS);
  });
}

// From another thread, while an operation hangs: both ranks get out of it.
TEST(Failures, DestroyingEndsAnOperationThatHangs) {
  std::vector<HcclComm> comms(2);
  std::vector<int32_t> devices{0, 1};
  BringUp();
  ASSERT_EQ(HcclCommInitAll(2, devices.data(), comms.data()), HCCL_SUCCESS);
  OnEachRank(1, [&](uint32_t) {
    const DeviceBytes data(kCount, 1);
    ASSERT_EQ(Reduce(data, comms[0], nullptr), HCCL_SUCCESS);
    const Stopwatch watch;
    std::thread other([&] { EXPECT_EQ(HcclCommDestroy(comms[0]), HCCL_SUCCESS) << RecentMessage(); });
    const std::string message = FailureOf(nullptr);
    other.join();
    EXPECT_NE(message.find("the communicator was destroyed on rank 0"), std::string::npos) << message;
    EXPECT_LT(watch.Seconds(), kSoon);
  });
  EXPECT_EQ(AsyncError(comms[1]), HCCL_E_REMOTE);
  EXPECT_EQ(HcclCommDestroy(comms[1]), HCCL_SUCCESS);
}

// An operation that is queued behind other work is not stuck.
TEST(Failures, DestroyingWaitsForNobody) {
  const Ranks ranks(1);
  OnEachRank(1, [&](uint32_t) {
    aclrtNotify notify = nullptr;
    aclrtStream second = nullptr;
    const DeviceBytes data(kCount, 1);
    ASSERT_EQ(aclrtCreateNotify(&notify, 0), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&second), ACL_SUCCESS);
    ASSERT_EQ(aclrtWaitAndResetNotify(notify, nullptr, 0), ACL_SUCCESS);
    ASSERT_EQ(Reduce(data, ranks.comms[0], nullptr), HCCL_SUCCESS);
    EXPECT_EQ(HcclCommDestroy(ranks.comms[0]), HCCL_E_AGAIN);
    ASSERT_EQ(aclrtRecordNotify(notify, second), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << RecentMessage();
    aclrtDestroyNotify(notify);
    aclrtDestroyStream(second);
  });
}

TEST(Failures, AnOperationOfACommunicatorThatARankLeftFails) {
  std::vector<HcclComm> comms(2);
  std::vector<int32_t> devices{0, 1};
  BringUp();
  ASSERT_EQ(HcclCommInitAll(2, devices.data(), comms.data()), HCCL_SUCCESS);
  EXPECT_EQ(HcclCommDestroy(comms[0]), HCCL_SUCCESS);
  EXPECT_EQ(AsyncError(comms[1]), HCCL_SUCCESS) << "nobody has missed it so far";
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  {
    const DeviceBytes data(kCount, 1);
    ASSERT_EQ(Reduce(data, comms[1], nullptr), HCCL_SUCCESS);
    const std::string message = FailureOf(nullptr);
    EXPECT_NE(message.find("rank 0 has destroyed the communicator"), std::string::npos) << message;
  }
  EXPECT_EQ(HcclCommDestroy(comms[1]), HCCL_SUCCESS);
}

// An aborted stream takes its operations away from the other ranks.
TEST(Failures, AnAbortedStreamEndsTheOperationEverywhere) {
  const Ranks ranks(2);
  ranks.Run([&](uint32_t rank, HcclComm comm, aclrtStream stream) {
    const DeviceBytes data(kCount, 1);
    if (rank == 0) {
      aclrtNotify notify = nullptr;
      ASSERT_EQ(aclrtCreateNotify(&notify, 0), ACL_SUCCESS);
      ASSERT_EQ(aclrtWaitAndResetNotify(notify, stream, 0), ACL_SUCCESS);
      ASSERT_EQ(Reduce(data, comm, stream), HCCL_SUCCESS);
      EXPECT_EQ(aclrtStreamAbort(stream), ACL_SUCCESS);
      aclrtDestroyNotify(notify);
    } else {
      const HcclResult called = Reduce(data, comm, stream);
      const std::string message = called == HCCL_SUCCESS ? FailureOf(stream) : RecentMessage();
      EXPECT_NE(message.find("was dropped by its stream on rank 0"), std::string::npos) << message;
    }
  });
}

// The ranks of a group, each in a process of its own; the second one kills itself. Started again by exec, as
// nothing works in a forked child.
[[noreturn]] void RankOfProcess(uint32_t rank, const std::string& path) {
  BringUp();
  bool passed = aclrtSetDevice(0) == ACL_SUCCESS;
  HcclRootInfo info;
  FILE* file = nullptr;
  for (int attempt = 0; attempt < 500 && file == nullptr; ++attempt) {
    file = std::fopen(path.c_str(), "rb");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  passed = passed && file != nullptr && std::fread(&info, sizeof info, 1, file) == 1;
  HcclComm comm = nullptr;
  passed = passed && HcclCommInitRootInfo(3, &info, rank, &comm) == HCCL_SUCCESS;
  const DeviceBytes data(8'000'000, 1);
  std::string message;
  for (int turn = 0; passed && turn < 100 && message.empty(); ++turn) {
    const bool enqueued = Reduce(data, comm, nullptr, 8'000'000) == HCCL_SUCCESS;
    if (rank == 1 && turn == 3) {
      kill(getpid(), SIGKILL);
    }
    if (!enqueued || aclrtSynchronizeStream(nullptr) != ACL_SUCCESS) {
      message = RecentMessage();
    }
  }
  passed = passed && message.find("rank 1 was lost") != std::string::npos &&
           AsyncError(comm) == HCCL_E_REMOTE && HcclCommDestroy(comm) == HCCL_SUCCESS;
  if (!passed) {
    std::fprintf(stderr, "rank %u: %s\n", rank, message.empty() ? RecentMessage().c_str() : message.c_str());
  }
  std::_Exit(passed ? 0 : 1);
}

TEST(Failures, AKilledRankIsNamedToAll) {
  const char* rankText = std::getenv("HCCL_TEST_RANK");
  const char* path = std::getenv("HCCL_TEST_ROOT_INFO");
  if (rankText != nullptr && path != nullptr) {
    RankOfProcess(static_cast<uint32_t>(std::atoi(rankText)), path);
  }
  BringUp();
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  HcclRootInfo info;
  ASSERT_EQ(HcclGetRootInfo(&info), HCCL_SUCCESS) << RecentMessage();
  const std::string file = ::testing::TempDir() + "root_info_" + std::to_string(getpid());
  FILE* out = std::fopen((file + "_new").c_str(), "wb");
  ASSERT_EQ(std::fwrite(&info, sizeof info, 1, out), 1U);
  std::fclose(out);
  ASSERT_EQ(std::rename((file + "_new").c_str(), file.c_str()), 0);
  setenv("HCCL_TEST_ROOT_INFO", file.c_str(), 1);
  const Stopwatch watch;
  std::vector<pid_t> children;
  for (int rank = 0; rank < 3; ++rank) {
    setenv("HCCL_TEST_RANK", std::to_string(rank).c_str(), 1);
    pid_t child = 0;
    std::string program = "hccl_test";
    std::string filter = "--gtest_filter=Failures.AKilledRankIsNamedToAll";
    char* arguments[] = {program.data(), filter.data(), nullptr};
    ASSERT_EQ(posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, arguments, environ), 0);
    children.push_back(child);
  }
  unsetenv("HCCL_TEST_RANK");
  unsetenv("HCCL_TEST_ROOT_INFO");
  for (size_t rank = 0; rank < 3; ++rank) {
    int status = 0;
    ASSERT_EQ(waitpid(children[rank], &status, 0), children[rank]);
    if (rank == 1) {
      EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    } else {
      EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0) << "rank " << rank;
    }
  }
  EXPECT_LT(watch.Seconds(), 3 * kSoon);
  unlink(file.c_str());
}

}  // namespace
}  // namespace openaclnn::collectives::testing
