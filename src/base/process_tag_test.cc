// SPDX-License-Identifier: Apache-2.0
#include "base/process_tag.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

namespace openaclnn {
namespace {

TEST(ProcessTag, TellsWhetherTheProcessRuns) {
  const ProcessTag own = OwnProcessTag();
  EXPECT_EQ(ProcessIdOf(own), getpid());
  EXPECT_EQ(OwnProcessTag(), own);
  EXPECT_TRUE(IsAlive(own));
  EXPECT_FALSE(IsAlive(0));
  EXPECT_FALSE(IsAlive(own ^ 1U)) << "another process with the same id";
}

TEST(ProcessTag, AProcessThatHasEndedIsNotAlive) {
  std::array<int, 2> fromChild{};
  ASSERT_EQ(pipe(fromChild.data()), 0);
  const pid_t child = fork();
  if (child == 0) {
    const ProcessTag tag = OwnProcessTag();
    const bool isTold = write(fromChild[1], &tag, sizeof tag) == sizeof tag;
    while (isTold) {
      pause();
    }
    _exit(1);
  }
  ProcessTag tag = 0;
  ASSERT_EQ(read(fromChild[0], &tag, sizeof tag), static_cast<ssize_t>(sizeof tag));
  EXPECT_EQ(ProcessIdOf(tag), child);
  EXPECT_TRUE(IsAlive(tag));
  kill(child, SIGKILL);
  siginfo_t facts{};
  ASSERT_EQ(waitid(P_PID, static_cast<id_t>(child), &facts, WEXITED | WNOWAIT), 0);
  EXPECT_FALSE(IsAlive(tag)) << "nobody has waited for it yet";
  waitpid(child, nullptr, 0);
  EXPECT_FALSE(IsAlive(tag));
  close(fromChild[0]);
  close(fromChild[1]);
}

}  // namespace
}  // namespace openaclnn
