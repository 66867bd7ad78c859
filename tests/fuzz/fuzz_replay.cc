// SPDX-License-Identifier: Apache-2.0
//
// Runs files, or all files of folders, through the fuzz target, once each and in order of their names, and
// with --random so many inputs of each operator, made from a fixed sequence of random numbers, the same ones
// each time. With --print it says what each of them is, and runs it then; with --results it fails if an
// operator gave no result in any of them.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "catalogue/catalogue.h"
#include "tests/fuzz/byte_reader.h"
#include "tests/fuzz/failure.h"
#include "tests/fuzz/runner.h"

namespace {

using openaclnn::fuzz::kOperatorAt;
using openaclnn::fuzz::Noise;
using openaclnn::fuzz::Operator;
using openaclnn::fuzz::OperatorOf;
using openaclnn::fuzz::Require;
using openaclnn::fuzz::Runner;
using Path = std::filesystem::path;

constexpr const char* kUsage =
    "usage: fuzz_replay [--print] [--results] [--random COUNT] [FILE_OR_FOLDER...]";

struct Options {
  bool print = false;
  bool results = false;
  unsigned long random = 0;  // inputs of each operator
  std::vector<Path> files;
};

Options Parse(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument == "--print") {
      options.print = true;
    } else if (argument == "--results") {
      options.results = true;
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

// The numbers that stand for each operator.
std::map<const Operator*, std::vector<uint16_t>> NumbersOfOperators() {
  std::map<const Operator*, std::vector<uint16_t>> numbers;
  for (uint32_t number = 0; number <= std::numeric_limits<uint16_t>::max(); ++number) {
    numbers[&OperatorOf(static_cast<uint16_t>(number))].push_back(static_cast<uint16_t>(number));
  }
  return numbers;
}

std::vector<uint8_t> Random(Noise& noise, const std::vector<uint16_t>& numbers) {
  std::vector<uint8_t> bytes(16 + noise.Below(240));
  for (uint8_t& byte : bytes) {
    byte = static_cast<uint8_t>(noise.Next());
  }
  const uint16_t number = numbers[noise.Below(numbers.size())];
  bytes[kOperatorAt] = static_cast<uint8_t>(number >> 8);
  bytes[kOperatorAt + 1] = static_cast<uint8_t>(number);
  return bytes;
}

std::vector<uint8_t> Read(const Path& path) {
  std::ifstream file(path, std::ios::binary);
  Require(file.good(), path.c_str());
  return {std::istreambuf_iterator<char>(file), {}};
}

void RunRandom(const Options& options, Runner& runner) {
  if (options.random == 0) {
    return;
  }
  const auto numbers = NumbersOfOperators();
  Noise noise(1);
  for (unsigned long i = 0; i < options.random; ++i) {
    for (const Operator& op : openaclnn::catalogue::Operators()) {
      const auto found = numbers.find(&op);
      Require(found != numbers.end(), ("no number stands for " + op.name).c_str());
      const std::vector<uint8_t> bytes = Random(noise, found->second);
      if (options.print) {
        std::printf("random input %lu of %s: ", i, op.name.c_str());
      }
      runner.Run(bytes.data(), bytes.size());
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  const Options options = Parse(count, arguments);
  int status = 0;
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
    RunRandom(options, runner);
    std::printf("%s", runner.StatisticsText().c_str());
    if (options.results) {
      for (const std::string& name : runner.WithoutResult()) {
        std::printf("%s gave no result\n", name.c_str());
        status = 1;
      }
    }
  }
  Require(aclrtResetDevice(0) == ACL_SUCCESS, "aclrtResetDevice");
  Require(aclFinalize() == ACL_SUCCESS, "aclFinalize");
  return status;
}
