// SPDX-License-Identifier: Apache-2.0
//
// Runs files, or all files of folders, through the fuzz target, once each and in order of their names, or
// inputs made from a fixed sequence of random numbers, the same ones each time. With --print it says what
// each of them is, and runs it then.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/fuzz/byte_reader.h"
#include "tests/fuzz/failure.h"
#include "tests/fuzz/runner.h"

namespace {

using openaclnn::fuzz::Noise;
using openaclnn::fuzz::Require;
using openaclnn::fuzz::Runner;
using Path = std::filesystem::path;

constexpr const char* kUsage = "usage: fuzz_replay [--print] [--random COUNT] [FILE_OR_FOLDER...]";

struct Options {
  bool print = false;
  unsigned long random = 0;
  std::vector<Path> files;
};

Options Parse(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--print") {
      options.print = true;
    } else if (argument == "--random") {
      Require(i + 1 < count, kUsage);
      options.random = std::stoul(arguments[++i]);
    } else if (std::filesystem::is_directory(argument)) {
      std::copy(std::filesystem::directory_iterator(argument), {}, std::back_inserter(options.files));
    } else {
      options.files.emplace_back(argument);
    }
  }
  Require(options.random > 0 || !options.files.empty(), kUsage);
  std::sort(options.files.begin(), options.files.end());
  return options;
}

std::vector<uint8_t> Random(Noise& noise) {
  std::vector<uint8_t> bytes(16 + noise.Below(240));
  for (uint8_t& byte : bytes) {
    byte = static_cast<uint8_t>(noise.Next());
  }
  return bytes;
}

std::vector<uint8_t> Read(const Path& path) {
  std::ifstream file(path, std::ios::binary);
  Require(file.good(), path.c_str());
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int count, char** arguments) {
  const Options options = Parse(count, arguments);
  Require(aclInit(nullptr) == ACL_SUCCESS, "aclInit");
  Require(aclrtSetDevice(0) == ACL_SUCCESS, "aclrtSetDevice");
  {
    Runner runner(options.print);
    for (const Path& input : options.files) {
      const std::vector<uint8_t> bytes = Read(input);
      if (options.print) {
        std::printf("%s: ", input.c_str());
      }
      runner.Run(bytes.data(), bytes.size());
    }
    Noise noise(1);
    for (unsigned long i = 0; i < options.random; ++i) {
      const std::vector<uint8_t> bytes = Random(noise);
      if (options.print) {
        std::printf("random input %lu: ", i);
      }
      runner.Run(bytes.data(), bytes.size());
    }
    std::printf("%lu inputs; %s", options.files.size() + options.random, runner.StatisticsText().c_str());
  }
  Require(aclrtResetDevice(0) == ACL_SUCCESS, "aclrtResetDevice");
  Require(aclFinalize() == ACL_SUCCESS, "aclFinalize");
  return 0;
}
