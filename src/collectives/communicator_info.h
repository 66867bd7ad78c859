// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "collectives/deadline.h"
#include "collectives/identifier.h"

namespace openaclnn::collectives {

// What stays the same of a communicator as long as it lives, seen from one of its ranks.
struct CommunicatorInfo {
  std::string name;
  int deviceId = 0;
  uint32_t rank = 0;
  uint32_t rankCount = 1;
  ExecTimeout timeout;
  Identifier group{};
  bool isPart = false;  // of another
};

}  // namespace openaclnn::collectives
