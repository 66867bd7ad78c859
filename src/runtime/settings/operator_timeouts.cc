// SPDX-License-Identifier: Apache-2.0
#include "runtime/settings/operator_timeouts.h"

#include <algorithm>
#include <atomic>

namespace openaclnn::runtime {
namespace {

// 2^32 ns: with it the most steps that the API knows make the default that it documents, 1091 s.
constexpr uint64_t kStep = (uint64_t{1} << 32) / 1000;
constexpr uint64_t kMostSteps = 254;

std::atomic<uint64_t> steps{kMostSteps};

}  // namespace

Status SetOperatorTimeout(uint64_t microseconds, uint64_t* effective) {
  const uint64_t wanted = microseconds / kStep + (microseconds % kStep != 0 ? 1 : 0);
  const uint64_t taken = wanted == 0 ? kMostSteps : std::min(wanted, kMostSteps);
  steps = taken;
  if (effective != nullptr) {
    *effective = taken * kStep;
  }
  return Status::Ok();
}

Status OperatorTimeout(uint64_t* microseconds) {
  *microseconds = steps * kStep;
  return Status::Ok();
}

Status OperatorTimeoutStep(uint64_t* microseconds) {
  *microseconds = kStep;
  return Status::Ok();
}

}  // namespace openaclnn::runtime
