// SPDX-License-Identifier: Apache-2.0
//
// Runs files, or all files of folders, through the fuzz target, once each and in order of their names. With
// --print it says what each of them is, and runs it then.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/failure.h"
#include "tests/fuzz/runner.h"

namespace {

using openaclnn::fuzz::Require;
using openaclnn::fuzz::Runner;
using Path = std::filesystem::path;

std::vector<Path> Inputs(int count, char** arguments) {
  std::vector<Path> inputs;
  for (int i = 1; i < count; ++i) {
    const Path path = arguments[i];
    if (std::filesystem::is_directory(path)) {
      std::copy(std::filesystem::directory_iterator(path), {}, std::back_inserter(inputs));
    } else if (path != "--print") {
      inputs.push_back(path);
    }
  }
  std::sort(inputs.begin(), inputs.end());
  return inputs;
}

std::vector<uint8_t> Read(const Path& path) {
  std::ifstream file(path, std::ios::binary);
  Require(file.good(), path.c_str());
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int count, char** arguments) {
  const bool print =
      std::any_of(arguments, arguments + count, [](const std::string& text) { return text == "--print"; });
  const std::vector<Path> inputs = Inputs(count, arguments);
  Require(!inputs.empty(), "usage: fuzz_replay [--print] FILE_OR_FOLDER...");
  Require(aclInit(nullptr) == ACL_SUCCESS, "aclInit");
  Require(aclrtSetDevice(0) == ACL_SUCCESS, "aclrtSetDevice");
  {
    Runner runner(print);
    for (const Path& input : inputs) {
      const std::vector<uint8_t> bytes = Read(input);
      if (print) {
        std::printf("%s: ", input.c_str());
      }
      runner.Run(bytes.data(), bytes.size());
    }
    std::printf("%zu inputs; %s", inputs.size(), runner.StatisticsText().c_str());
  }
  Require(aclrtResetDevice(0) == ACL_SUCCESS, "aclrtResetDevice");
  Require(aclFinalize() == ACL_SUCCESS, "aclFinalize");
  return 0;
}
