// SPDX-License-Identifier: Apache-2.0
//
// Ranks that are processes of their own call one operation after the other, and in most rounds one of them is
// killed at some time. The others have to be told, by its number, and to end.
//
//   collectives_stress [SECONDS [SEED]]
//
// Exits with 1 after the first round in which a result is wrong, a rank is not told what happened, or one
// does not end within a minute; a round that failed is the first of another run with its seed. Looks in the
// end for file descriptors, children and shared memory that are left.
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "hccl/hccl.h"
#include "tests/stress/harness.h"

extern char** environ;

namespace stress {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr auto kPatience = std::chrono::seconds(60);
constexpr int kTold = 3;  // exit status of a rank that was told that another is lost
constexpr uint64_t kCounts[] = {0, 1, 1000, 40'001, 700'001};

// What follows from the seed of a round, in every process.
struct Round {
  explicit Round(uint64_t seed)
      : random(seed),
        ranks(static_cast<uint32_t>(random.Between(2, 5))),
        operations(static_cast<int>(random.Between(1, 60))),
        kills(!random.OneIn(4)),
        victim(static_cast<uint32_t>(random.Below(ranks))),
        delay(random.Between(0, 600)) {}

  Random random;  // goes on with the operations
  uint32_t ranks;
  int operations;
  bool kills;
  uint32_t victim;
  milliseconds delay;
};

std::string RecentMessage() {
  const char* message = aclGetRecentErrMsg();
  return message == nullptr ? std::string() : message;
}

// A rank: a process of its own.
class Rank {
 public:
  Rank(uint32_t rank, Round round) : rank_(rank), round_(std::move(round)) {}

  // The exit status.
  int Run(const HcclRootInfo& info) {
    if (!Succeeds(aclInit(nullptr) == ACL_SUCCESS && aclrtSetDevice(0) == ACL_SUCCESS) ||
        !Succeeds(HcclCommInitRootInfo(round_.ranks, &info, rank_, &comm_) == HCCL_SUCCESS)) {
      return Verdict();
    }
    Require(aclrtMalloc(&send_, kBytes, ACL_MEM_MALLOC_NORMAL_ONLY) == ACL_SUCCESS, "aclrtMalloc");
    Require(aclrtMalloc(&receive_, kBytes, ACL_MEM_MALLOC_NORMAL_ONLY) == ACL_SUCCESS, "aclrtMalloc");
    for (int operation = 0; operation < round_.operations; ++operation) {
      const uint64_t count = kCounts[round_.random.Below(std::size(kCounts))];
      if (!Operate(static_cast<int>(round_.random.Below(5)), count, operation)) {
        return Verdict();
      }
    }
    // Who ends first takes nobody along: all are done when all have come here.
    if (!Succeeds(HcclBarrier(comm_, nullptr) == HCCL_SUCCESS) ||
        !Succeeds(aclrtSynchronizeStream(nullptr) == ACL_SUCCESS)) {
      return Verdict();
    }
    Require(HcclCommDestroy(comm_) == HCCL_SUCCESS, "HcclCommDestroy");
    return 0;
  }

 private:
  static constexpr size_t kBytes = 5 * 700'001 * sizeof(int32_t);

  // What rank `rank` sends as element i of an operation.
  static int32_t Element(uint32_t rank, uint64_t i, int operation) {
    return static_cast<int32_t>(i * 3 + rank * 1'000'003 + static_cast<uint64_t>(operation) * 17);
  }

  bool Operate(int kind, uint64_t count, int operation) {
    const uint32_t ranks = round_.ranks;
    const bool isParted = kind == 2 || kind == 4;  // one part for each rank
    std::vector<int32_t> data(isParted ? count * ranks : count);
    for (uint64_t i = 0; i < data.size(); ++i) {
      data[i] = Element(rank_, i, operation);
    }
    Copy(send_, data.data(), data.size(), ACL_MEMCPY_HOST_TO_DEVICE);
    const uint32_t root = static_cast<uint32_t>(operation) % ranks;
    constexpr HcclDataType kType = HCCL_DATA_TYPE_INT32;
    HcclResult called = HCCL_SUCCESS;
    switch (kind) {
      case 0:
        called = HcclAllReduce(send_, receive_, count, kType, HCCL_REDUCE_SUM, comm_, nullptr);
        break;
      case 1:
        called = HcclAllGather(send_, receive_, count, kType, comm_, nullptr);
        break;
      case 2:
        called = HcclReduceScatter(send_, receive_, count, kType, HCCL_REDUCE_SUM, comm_, nullptr);
        break;
      case 3:
        called = HcclBroadcast(send_, count, kType, root, comm_, nullptr);
        break;
      default:
        called = HcclAlltoAll(send_, count, kType, receive_, count, kType, comm_, nullptr);
    }
    if (!Succeeds(called == HCCL_SUCCESS) || !Succeeds(aclrtSynchronizeStream(nullptr) == ACL_SUCCESS)) {
      return false;
    }
    const bool isJoined = kind == 1 || kind == 4;
    std::vector<int32_t> result(isJoined ? count * ranks : count);
    Copy(result.data(), kind == 3 ? send_ : receive_, result.size(), ACL_MEMCPY_DEVICE_TO_HOST);
    for (uint64_t i = 0; i < result.size(); ++i) {
      const auto from = static_cast<uint32_t>(count == 0 ? 0 : i / count);
      const uint64_t at = rank_ * count;  // of this rank's part
      uint32_t expected = 0;
      for (uint32_t rank = 0; rank < ranks; ++rank) {
        if (kind == 0 || kind == 2) {
          expected += static_cast<uint32_t>(Element(rank, kind == 0 ? i : at + i, operation));
        }
      }
      if (kind == 3) {
        expected = static_cast<uint32_t>(Element(root, i, operation));
      } else if (isJoined) {
        expected = static_cast<uint32_t>(Element(from, (kind == 1 ? 0 : at) + i % count, operation));
      }
      Require(static_cast<uint32_t>(result[i]) == expected, "a wrong result");
    }
    return true;
  }

  static void Copy(void* to, const void* from, size_t elements, aclrtMemcpyKind kind) {
    const size_t bytes = elements * sizeof(int32_t);
    Require(bytes == 0 || aclrtMemcpy(to, bytes, from, bytes, kind) == ACL_SUCCESS, "aclrtMemcpy");
  }

  bool Succeeds(bool has) {
    if (!has) {
      message_ = RecentMessage();
    }
    return has;
  }

  // After a failure: whether it is what it has to be.
  [[nodiscard]] int Verdict() const {
    const std::string lost = "rank " + std::to_string(round_.victim);
    if (round_.kills && message_.find(lost) != std::string::npos) {
      if (comm_ != nullptr) {
        Require(HcclCommDestroy(comm_) == HCCL_SUCCESS, "HcclCommDestroy of a communicator that has failed");
      }
      return kTold;
    }
    std::fprintf(stderr, "rank %u: not told of %s: %s\n", rank_, lost.c_str(), message_.c_str());
    return 1;
  }

  uint32_t rank_;
  Round round_;
  HcclComm comm_ = nullptr;
  void* send_ = nullptr;
  void* receive_ = nullptr;
  std::string message_;
};

// The root info comes through the standard input.
int RunRank(uint32_t rank, uint64_t seed) {
  HcclRootInfo info;
  Require(read(STDIN_FILENO, &info, sizeof info) == static_cast<ssize_t>(sizeof info),
          "reading the root info");
  return Rank(rank, Round(seed)).Run(info);
}

pid_t Start(const std::string& program, uint32_t rank, uint64_t seed, const HcclRootInfo& info) {
  int ends[2];
  Require(pipe2(ends, O_CLOEXEC) == 0, "pipe2");
  Require(write(ends[1], &info, sizeof info) == static_cast<ssize_t>(sizeof info), "writing the root info");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  std::string name = program;
  std::string option = "--rank";
  std::string number = std::to_string(rank);
  std::string text = std::to_string(seed);
  char* arguments[] = {name.data(), option.data(), number.data(), text.data(), nullptr};
  pid_t child = 0;
  Require(posix_spawn(&child, "/proc/self/exe", &actions, nullptr, arguments, environ) == 0, "posix_spawn");
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  close(ends[1]);
  return child;
}

// Waits for a rank; its status, or a failure that names it.
int StatusOf(pid_t child, uint32_t rank, Clock::time_point deadline) {
  while (true) {
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == child) {
      return status;
    }
    if (Clock::now() > deadline) {
      Fail("rank " + std::to_string(rank) + " (process " + std::to_string(child) + ") does not end");
    }
    std::this_thread::sleep_for(milliseconds(2));
  }
}

// Returns how many ranks were told of one that is lost.
int RunRound(const std::string& program, uint64_t seed) {
  const Round round(seed);
  HcclRootInfo info;
  Require(HcclGetRootInfo(&info) == HCCL_SUCCESS, "HcclGetRootInfo");
  std::vector<pid_t> children;
  for (uint32_t rank = 0; rank < round.ranks; ++rank) {
    children.push_back(Start(program, rank, seed, info));
  }
  if (round.kills) {
    std::this_thread::sleep_for(round.delay);
    kill(children[round.victim], SIGKILL);
  }
  const Clock::time_point deadline = Clock::now() + kPatience;
  int told = 0;
  for (uint32_t rank = 0; rank < round.ranks; ++rank) {
    const int status = StatusOf(children[rank], rank, deadline);
    const bool isVictim = round.kills && rank == round.victim;
    const bool wasKilled = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
    const bool wasTold = WIFEXITED(status) && WEXITSTATUS(status) == kTold;
    const bool isDone = WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (!(isDone || (isVictim && wasKilled) || (round.kills && wasTold))) {
      Fail("rank " + std::to_string(rank) + " ended with wait status " + std::to_string(status));
    }
    told += wasTold ? 1 : 0;
  }
  return told;
}

size_t FilesIn(const char* folder, const std::string& part) {
  size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    count += entry.path().filename().string().find(part) != std::string::npos ? 1 : 0;
  }
  return count;
}

int RunRounds(const std::string& program, uint64_t seconds, uint64_t seed) {
  // A rank that is killed before it has come is waited for no longer.
  setenv("HCCL_CONNECT_TIMEOUT", "8", 1);
  setenv("HCCL_EXEC_TIMEOUT", "30", 1);
  setenv("HCCL_IF_IP", "127.0.0.1", 1);
  setenv("HCCL_HOST_SOCKET_PORT_RANGE", "auto", 1);
  setenv("OPENACLNN_NUM_THREADS", "1", 1);
  setenv("ASCEND_GLOBAL_LOG_LEVEL", "4", 1);
  Require(aclInit(nullptr) == ACL_SUCCESS && aclrtSetDevice(0) == ACL_SUCCESS, "aclInit");
  std::printf("seed %llu\n", static_cast<unsigned long long>(seed));
  const Clock::time_point end = Clock::now() + std::chrono::seconds(seconds);
  const size_t shared = FilesIn("/dev/shm", "openaclnn");
  size_t descriptors = 0;
  int rounds = 0;
  int told = 0;
  for (; rounds < 3 || Clock::now() < end; ++rounds) {
    const uint64_t seedOfRound = seed + static_cast<uint64_t>(rounds);
    BeginRound("collectives", seedOfRound, static_cast<uint64_t>(rounds));
    told += RunRound(program, seedOfRound);
    if (rounds == 2) {
      descriptors = FilesIn("/proc/self/fd", "");
    }
  }
  // Servers of rounds whose ranks were killed end when their time is over.
  const Clock::time_point patience = Clock::now() + kPatience;
  while (FilesIn("/proc/self/fd", "") > descriptors && Clock::now() < patience) {
    std::this_thread::sleep_for(milliseconds(100));
  }
  Require(FilesIn("/proc/self/fd", "") <= descriptors, "file descriptors are left");
  Require(FilesIn("/dev/shm", "openaclnn") <= shared, "shared memory is left");
  Require(waitpid(-1, nullptr, WNOHANG) < 0, "processes are left");
  std::printf("%d rounds, %d ranks were told of one that is lost\n", rounds, told);
  return 0;
}

}  // namespace
}  // namespace stress

int main(int count, char** arguments) {
  const auto number = [&](int i, uint64_t otherwise) {
    return i < count ? std::strtoull(arguments[i], nullptr, 10) : otherwise;
  };
  if (count == 4 && std::string(arguments[1]) == "--rank") {
    std::_Exit(stress::RunRank(static_cast<uint32_t>(number(2, 0)), number(3, 0)));
  }
  return stress::RunRounds(arguments[0], number(1, 10), number(2, 1));
}
