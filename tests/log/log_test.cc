// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"

namespace {

namespace fs = std::filesystem;

using Environment = std::map<std::string, std::string>;

const std::string kHead =
    R"(\(\d+,log_test\):\d{4}-\d{2}-\d{2}-\d{2}:\d{2}:\d{2}\.\d{3}\.\d{3} \[([a-z_]+\.cc:\d+|:)\]\d+ )";

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) {
    lines.push_back(line);
  }
  return lines;
}

class Log : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "log_test_XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] fs::path Root() const { return folder_ / "root"; }

  // Runs the body in a process of its own, with these variables and no other of the log's. Events are off
  // where they are not asked for. Returns what it printed.
  std::string Run(Environment environment, const std::function<void()>& body) const {
    environment.emplace("ASCEND_GLOBAL_EVENT_ENABLE", "0");
    environment.emplace("ASCEND_PROCESS_LOG_PATH", Root());
    const fs::path output = folder_ / "output";
    const pid_t child = fork();
    if (child == 0) {
      for (const char* const variable :
           {"ASCEND_GLOBAL_LOG_LEVEL", "ASCEND_MODULE_LOG_LEVEL", "ASCEND_LOG_PRINT_TO_STDOUT",
            "ASCEND_SLOG_PRINT_TO_STDOUT", "ASCEND_WORK_PATH", "ASCEND_HOST_LOG_FILE_NUM"}) {
        unsetenv(variable);  // NOLINT(concurrency-mt-unsafe): the child has one thread
      }
      for (const auto& [variable, value] : environment) {
        setenv(variable.c_str(), value.c_str(), 1);  // NOLINT(concurrency-mt-unsafe): likewise
      }
      if (std::freopen(output.c_str(), "w", stdout) == nullptr) {
        _exit(EXIT_FAILURE);
      }
      body();
      // NOLINTNEXTLINE(concurrency-mt-unsafe): likewise
      std::exit(testing::Test::HasFailure() ? EXIT_FAILURE : EXIT_SUCCESS);
    }
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    std::string printed = ReadFile(output);
    EXPECT_EQ(status, 0) << printed;
    return printed;
  }

  // The files of one kind, all with good names.
  [[nodiscard]] std::vector<fs::path> Files(const char* kind) const {
    std::vector<fs::path> files;
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(Root() / kind / "plog", error)) {
      EXPECT_TRUE(std::regex_match(entry.path().filename().string(), std::regex(R"(plog-\d+_\d{17}\.log)")))
          << entry.path();
      files.push_back(entry.path());
    }
    return files;
  }

  // The lines of the only file of one kind.
  [[nodiscard]] std::vector<std::string> Lines(const char* kind) const {
    const std::vector<fs::path> files = Files(kind);
    EXPECT_EQ(files.size(), 1U) << kind;
    return files.size() == 1 ? LinesOf(ReadFile(files[0])) : std::vector<std::string>();
  }

 private:
  fs::path folder_;
};

void ExpectLine(const std::string& line, const std::string& level, const std::string& module,
                const std::string& text) {
  EXPECT_TRUE(std::regex_match(line, std::regex("\\[" + level + "\\] " + module + kHead + text))) << line;
}

TEST_F(Log, FailingCallsAreErrorLinesInAFile) {
  EXPECT_EQ(Run({},
                [] {
                  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
                  EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
                  EXPECT_EQ(aclrtSetDevice(99), ACL_ERROR_RT_INVALID_DEVICEID);
                }),
            "");
  const std::vector<std::string> lines = Lines("debug");
  ASSERT_EQ(lines.size(), 2U);
  ExpectLine(lines[0], "ERROR", "ASCENDCL", "aclrtFree failed with 100000: devPtr: .*");
  ExpectLine(lines[1], "ERROR", "ASCENDCL", "aclrtSetDevice failed with 107001: .*99.*");
  EXPECT_NE(lines[0].find("[memory.cc:"), std::string::npos) << "the place of the entry point";
  EXPECT_FALSE(fs::exists(Root() / "run"));
}

TEST_F(Log, AFunctionThatIsNotSupportedSpeaksOnce) {
  Run({}, [] {
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(aclrtGetGroupCount(nullptr), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
      EXPECT_NE(aclGetRecentErrMsg(), nullptr) << "the message is there each time";
    }
    EXPECT_EQ(aclrtCreateGroupInfo(), nullptr);
  });
  const std::vector<std::string> lines = Lines("debug");
  ASSERT_EQ(lines.size(), 2U);
  ExpectLine(lines[0], "ERROR", "ASCENDCL", "aclrtGetGroupCount failed with 207000: .*");
  ExpectLine(lines[1], "ERROR", "ASCENDCL", "aclrtCreateGroupInfo failed with 207000: .*");
}

TEST_F(Log, NothingIsCreatedWithoutALine) {
  Run({}, [] {
    EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ACL_APP_LOG(ACL_WARNING, "below the level");
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  });
  EXPECT_FALSE(fs::exists(Root()));
}

TEST_F(Log, LevelNoneIsSilent) {
  Run({{"ASCEND_GLOBAL_LOG_LEVEL", "4"}}, [] {
    EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
    EXPECT_NE(aclGetRecentErrMsg(), nullptr);
    ACL_APP_LOG(ACL_ERROR, "unheard");
  });
  EXPECT_FALSE(fs::exists(Root()));
}

TEST_F(Log, EventsGoToAFolderOfTheirOwn) {
  Run({{"ASCEND_GLOBAL_EVENT_ENABLE", "1"}, {"OPENACLNN_SOC", "Ascend910A"}}, [] {
    EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  });
  const std::vector<std::string> lines = Lines("run");
  ASSERT_EQ(lines.size(), 1U);
  ExpectLine(lines[0], "EVENT", "ASCENDCL", "aclInit: devices: 1, chip: Ascend910A");
  EXPECT_FALSE(fs::exists(Root() / "debug"));
}

TEST_F(Log, PrintsToStdoutInsteadOfFiles) {
  for (const char* const variable : {"ASCEND_LOG_PRINT_TO_STDOUT", "ASCEND_SLOG_PRINT_TO_STDOUT"}) {
    const std::vector<std::string> lines =
        LinesOf(Run({{variable, "1"}, {"ASCEND_GLOBAL_EVENT_ENABLE", "1"}}, [] {
          EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
          EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
        }));
    ASSERT_EQ(lines.size(), 2U);
    ExpectLine(lines[0], "ERROR", "ASCENDCL", "aclrtFree failed .*");
    ExpectLine(lines[1], "EVENT", "ASCENDCL", "aclInit: .*");
  }
  EXPECT_FALSE(fs::exists(Root()));
}

TEST_F(Log, TheProgramsOwnLines) {
  const std::vector<std::string> lines =
      LinesOf(Run({{"ASCEND_LOG_PRINT_TO_STDOUT", "1"}, {"ASCEND_MODULE_LOG_LEVEL", "APP=0:ASCENDCL=4"}}, [] {
        ACL_APP_LOG(ACL_DEBUG, "no arguments");
        ACL_APP_LOG(ACL_INFO, "%s and %d", "text", 5);
        ACL_APP_LOG(ACL_WARNING, "{} %% {0}");
        aclAppLog(ACL_ERROR, "Function", "/some/where/file.cc", 7, "%s", "by hand");
        EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
      }));
  ASSERT_EQ(lines.size(), 4U);
  ExpectLine(lines[0], "DEBUG", "APP", "operator\\(\\): no arguments");
  ExpectLine(lines[1], "INFO", "APP", "operator\\(\\): text and 5");
  ExpectLine(lines[2], "WARNING", "APP", "operator\\(\\): \\{\\} % \\{0\\}");
  ExpectLine(lines[3], "ERROR", "APP", "Function: by hand");
  EXPECT_NE(lines[3].find("[file.cc:7]"), std::string::npos);
  EXPECT_NE(lines[0].find("[log_test.cc:"), std::string::npos);
}

TEST_F(Log, LongMessagesAreCutAndSaySo) {
  const std::vector<std::string> lines = LinesOf(Run({{"ASCEND_LOG_PRINT_TO_STDOUT", "1"}}, [] {
    for (const size_t length : {size_t{1024}, size_t{1025}, size_t{1} << 20}) {
      aclAppLog(ACL_ERROR, "f", "x.cc", 1, "%s", std::string(length, 'x').c_str());
    }
  }));
  ASSERT_EQ(lines.size(), 3U);
  const std::string whole(1021, 'x');
  EXPECT_TRUE(lines[0].ends_with(" f: " + whole + "xxx"));
  EXPECT_TRUE(lines[1].ends_with(" f: " + whole + "..."));
  EXPECT_TRUE(lines[2].ends_with(" f: " + whole + "..."));
}

TEST_F(Log, BadArgumentsAreHarmless) {
  const std::vector<std::string> lines = LinesOf(Run({{"ASCEND_LOG_PRINT_TO_STDOUT", "1"}}, [] {
    aclAppLog(ACL_ERROR, nullptr, nullptr, 0, "no place");
    const char* const none = nullptr;
    aclAppLog(ACL_ERROR, "f", "x.cc", 1, none);
    for (const int level : {-1, 4, INT_MAX, INT_MIN}) {
      aclLogLevel unknown = ACL_ERROR;
      std::memcpy(&unknown, &level, sizeof level);
      aclAppLog(unknown, "f", "x.cc", 1, "unknown level");
    }
    const wchar_t unencodable[] = {static_cast<wchar_t>(0x7fffffff), 0};
    aclAppLog(ACL_ERROR, "f", "x.cc", 1, "wide %ls", static_cast<const wchar_t*>(unencodable));
  }));
  ASSERT_EQ(lines.size(), 2U);
  ExpectLine(lines[0], "ERROR", "APP", "no place");
  ExpectLine(lines[1], "ERROR", "APP", "f: wide %ls");
}

TEST_F(Log, APlaceThatCannotBeWrittenChangesNothing) {
  for (const char* const root : {"/dev/null/below", "/proc/none", ""}) {
    Run({{"ASCEND_PROCESS_LOG_PATH", root}, {"HOME", ""}, {"ASCEND_GLOBAL_EVENT_ENABLE", "1"}}, [] {
      EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
      EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
      EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
      ACL_APP_LOG(ACL_ERROR, "lost");
    });
  }
}

TEST_F(Log, ErrnoIsKept) {
  for (const std::string& root : {std::string("/dev/null/below"), Root().string()}) {
    Run({{"ASCEND_PROCESS_LOG_PATH", root}}, [] {
      errno = ENOTTY;
      ACL_APP_LOG(ACL_ERROR, "a line");
      EXPECT_EQ(errno, ENOTTY);
    });
  }
}

TEST_F(Log, FilesAreLimitedInSizeAndNumber) {
  constexpr uintmax_t kLimit = uintmax_t{20} << 20;
  Run({{"ASCEND_HOST_LOG_FILE_NUM", "1"}}, [] {
    const std::string text(1000, 'x');
    for (int i = 0; i <= 20 << 10; ++i) {
      ACL_APP_LOG(ACL_ERROR, "%s", text.c_str());
    }
    ACL_APP_LOG(ACL_ERROR, "the last");
  });
  const std::vector<fs::path> files = Files("debug");
  ASSERT_EQ(files.size(), 1U) << "the first file was full and is gone";
  EXPECT_LT(fs::file_size(files[0]), kLimit / 2);
  EXPECT_TRUE(ReadFile(files[0]).ends_with("the last\n"));

  Run({{"ASCEND_HOST_LOG_FILE_NUM", "1"}}, [] { ACL_APP_LOG(ACL_ERROR, "another process"); });
  EXPECT_EQ(Files("debug").size(), 2U) << "each process deletes its own files only";
}

TEST_F(Log, LinesOfManyThreadsStayWhole) {
  Run({}, [] {
    std::vector<std::thread> threads;
    threads.reserve(4);
    for (int thread = 0; thread < 4; ++thread) {
      threads.emplace_back([] {
        for (int i = 0; i < 100; ++i) {
          ACL_APP_LOG(ACL_ERROR, "line %d", i);
        }
      });
    }
    for (std::thread& thread : threads) {
      thread.join();
    }
  });
  const std::vector<std::string> lines = Lines("debug");
  EXPECT_EQ(lines.size(), 400U);
  const std::regex whole("\\[ERROR\\] APP" + kHead + "operator\\(\\): line \\d+");
  for (const std::string& line : lines) {
    EXPECT_TRUE(std::regex_match(line, whole)) << line;
  }
}

TEST_F(Log, AChildOfAForkHasAFileOfItsOwn) {
  constexpr int kForks = 20;
  Run({}, [] {
    std::atomic<bool> stop{false};
    std::thread busy([&] {
      while (!stop) {
        ACL_APP_LOG(ACL_ERROR, "from the parent");
      }
    });
    for (int i = 0; i < kForks; ++i) {
      const pid_t child = fork();
      if (child == 0) {
        ACL_APP_LOG(ACL_ERROR, "from a child");
        _exit(EXIT_SUCCESS);
      }
      int status = -1;
      EXPECT_EQ(waitpid(child, &status, 0), child);
      EXPECT_EQ(status, 0);
    }
    stop = true;
    busy.join();
  });
  int children = 0;
  for (const fs::path& file : Files("debug")) {
    const std::string text = ReadFile(file);
    if (text.find("from a child") != std::string::npos) {
      ++children;
      EXPECT_EQ(LinesOf(text).size(), 1U) << file;
    }
  }
  EXPECT_EQ(children, kForks);
}

TEST_F(Log, WorksAfterMain) {
  Run({}, [] {
    ACL_APP_LOG(ACL_ERROR, "first");
    const auto late = [] {
      EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
      ACL_APP_LOG(ACL_ERROR, "late");
    };
    EXPECT_EQ(std::atexit(late), 0);
  });
  const std::vector<std::string> lines = Lines("debug");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_TRUE(lines[2].ends_with("late"));
}

}  // namespace
