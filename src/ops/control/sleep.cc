// SPDX-License-Identifier: Apache-2.0
//
// aclnnSleep: a stream that does nothing for a while.
#include "aclnnop/aclnn_sleep.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <thread>

#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"

namespace openaclnn {
namespace {

struct Args {
  std::chrono::nanoseconds time{};
};

using State = Prepared;

constexpr std::chrono::nanoseconds kMostTime = std::chrono::seconds(1);
// What a processor moves in a nanosecond, about: the time decides whether the caller waits for it.
constexpr size_t kBytesOfNanosecond = 16;

State Prepare(const Args& args) {
  State state;
  state.cost = static_cast<size_t>(args.time.count()) * kBytesOfNanosecond;
  return state;
}

void Run(const Args& args, const State& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& /*cpu*/) {
  std::this_thread::sleep_for(args.time);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:sleep", Prepare));
constexpr Operator<Args> kSleep{"aclnnSleep", {}, kKernels};

Status Bind(PhaseOneCall& call, const aclIntArray* cycles) {
  ArgumentChecks check;
  check.NotNull("cycles", cycles);
  if (check.Failed()) {
    return check.Result();
  }
  const std::span<const int64_t> numbers = cycles->values;
  if (numbers.size() != 1 || numbers.front() < 1) {
    const std::string actual =
        numbers.size() == 1 ? std::to_string(numbers.front()) : std::to_string(numbers.size()) + " elements";
    return {code::kInnerTiling, "cycles: expected one number, 1 or more, got " + actual};
  }
  return call.Bind(kSleep, Args{std::min(std::chrono::nanoseconds(numbers.front()), kMostTime)}, {});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnSleep, (const aclIntArray* cycles), Bind(call, cycles))
