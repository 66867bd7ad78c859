// SPDX-License-Identifier: Apache-2.0
//
// openaclnn coverage: which operators a program needs, and which of them this library does not have.
#include <dlfcn.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <system_error>
#include <vector>

#include <nlohmann/json.hpp>

#include "acl/acl.h"
#include "command.h"
#include "error.h"

namespace openaclnn::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPrefix = "aclnn";
constexpr const char* kPhaseOne = "GetWorkspaceSize";

bool Exists(const std::string& name) {
  return dlsym(RTLD_DEFAULT, name.c_str()) != nullptr &&
         dlsym(RTLD_DEFAULT, (name + kPhaseOne).c_str()) != nullptr;
}

bool IsOfName(unsigned char letter) {
  return std::isalnum(letter) != 0 || letter == '_';
}

bool IsPrintable(unsigned char letter) {
  return std::isprint(letter) != 0;
}

void ExpectFile(const std::string& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) {
    throw InputError(path + ": No such file");
  }
  if (fs::is_directory(status)) {
    throw InputError(path + ": expected a Python program or a list of operators, got a folder");
  }
  if (!std::ifstream(path)) {
    throw InputError(path + ": cannot be read");
  }
}

// Names, with or without the prefix, between blanks; # begins a comment.
std::set<std::string> ReadList(const std::string& path) {
  ExpectFile(path);
  std::ifstream file(path);
  std::set<std::string> names;
  size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    std::istringstream words(line.substr(0, line.find('#')));
    for (std::string word; words >> word;) {
      if (!std::ranges::all_of(word, IsOfName)) {
        throw InputError(
            path + ":" + std::to_string(number) + ": expected names of operators such as aclnnMul, got " +
            (std::ranges::all_of(word, IsPrintable) ? "'" + word + "'" : "bytes that are no text"));
      }
      names.insert(word.starts_with(kPrefix) ? word : kPrefix + word);
    }
  }
  return names;
}

std::string ReadText(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

// A folder that goes with its object.
class TemporaryFolder {
 public:
  TemporaryFolder() : path_((fs::temp_directory_path() / "openaclnn-XXXXXX").string()) {
    if (mkdtemp(path_.data()) == nullptr) {
      throw InputError(path_ + " cannot be made");
    }
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  [[nodiscard]] fs::path operator/(const char* name) const { return fs::path(path_) / name; }

 private:
  std::string path_;
};

// The command `openaclnn python` with these words; what it says on standard error goes to a file. Its exit
// status.
int RunPython(std::vector<std::string> words, const fs::path& errors) {
  words.insert(words.begin(), {"openaclnn", "python"});
  std::vector<char*> pointers;
  for (std::string& word : words) {
    pointers.push_back(word.data());
  }
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t child = 0;
  const int failed = posix_spawn(&child, "/proc/self/exe", &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (failed != 0 || waitpid(child, &status, 0) != child) {
    throw InputError("the program cannot be started");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

struct Need {
  std::set<std::string> operators;
  int exitStatus = 0;
  std::string said;  // by a program that failed
};

// What a program asked for: the operators that ran, and the one at whose lack it ended.
Need RunProgram(const std::vector<std::string>& words) {
  const TemporaryFolder folder;
  const fs::path trace = folder / "trace.json";
  const fs::path errors = folder / "errors";
  std::vector<std::string> arguments{"--trace", trace.string()};
  arguments.insert(arguments.end(), words.begin(), words.end());
  Need need;
  need.exitStatus = RunPython(arguments, errors);
  const std::string said = ReadText(errors);
  const std::string events = ReadText(trace);
  static const std::regex ran(R"re("name": ?"(aclnn\w+?)GetWorkspaceSize")re");
  static const std::regex lacking(R"((aclnn\w+) or aclnn\w+GetWorkspaceSize not found)");
  for (auto match = std::sregex_iterator(events.begin(), events.end(), ran); match != std::sregex_iterator();
       ++match) {
    need.operators.insert((*match)[1]);
  }
  for (auto match = std::sregex_iterator(said.begin(), said.end(), lacking); match != std::sregex_iterator();
       ++match) {
    need.operators.insert((*match)[1]);
  }
  need.said = need.exitStatus == 0 ? "" : said;
  return need;
}

void PrintNames(const char* title, const std::vector<std::string>& names) {
  std::printf("%s (%zu)\n", title, names.size());
  for (const std::string& name : names) {
    std::printf("  %s\n", name.c_str());
  }
}

}  // namespace

void AddCoverageCommand(const Command& top, Outcome* outcome) {
  const Command command =
      AddCommand(top, "coverage", "Say which operators a program needs, and which are missing", outcome);
  command.TakeRest("PROGRAM.py|LIST [ARGUMENT...]");
  AddExamples(command, {"openaclnn coverage train.py --epochs 1", "openaclnn coverage operators.txt"});
  command.OnCall([command, outcome] {
    std::vector<std::string> words = command.Rest();
    if (words.empty()) {
      throw InputError("expected a Python program, or a file with names of operators");
    }
    const bool isProgram = words[0].ends_with(".py");
    if (isProgram) {
      ExpectFile(words[0]);
    } else if (std::erase(words, "--json") > 0) {  // what follows a program is the program's
      outcome->json = true;
    }
    if (!isProgram && words.size() > 1) {
      throw InputError("'" + words[1] + "': expected nothing after a list of operators");
    }
    const Need need =
        isProgram ? RunProgram(words) : Need{.operators = ReadList(words[0]), .exitStatus = 0, .said = ""};
    std::vector<std::string> there;
    std::vector<std::string> missing;
    for (const std::string& name : need.operators) {
      (Exists(name) ? there : missing).push_back(name);
    }
    if (outcome->json) {
      Print({{"there", there}, {"missing", missing}, {"exit_status", need.exitStatus}});
    } else {
      PrintNames("there", there);
      PrintNames("missing", missing);
      if (!need.said.empty()) {
        std::fprintf(stderr, "openaclnn: the program ended with status %d, so that it may need more:\n%s",
                     need.exitStatus, need.said.c_str());
      }
    }
    outcome->exitStatus = missing.empty() && need.exitStatus == 0 ? kDone : kNo;
  });
}

}  // namespace openaclnn::cli
