// SPDX-License-Identifier: Apache-2.0
//
// The libFuzzer target. fuzz_replay runs the same inputs without libFuzzer.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/fuzz/failure.h"
#include "tests/fuzz/runner.h"

namespace {

using openaclnn::fuzz::Runner;

Runner& Only() {
  // Lives until the process ends: libFuzzer has no last call.
  static auto* const runner = new Runner;
  return *runner;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  using openaclnn::fuzz::Require;
  Require(aclInit(nullptr) == ACL_SUCCESS, "aclInit");
  Require(aclrtSetDevice(0) == ACL_SUCCESS, "aclrtSetDevice");
  (void)Only();
  (void)std::atexit([] { std::fputs(Only().StatisticsText().c_str(), stderr); });
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Only().Run(data, size);
  return 0;
}
