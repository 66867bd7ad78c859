// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "collectives/deadline.h"
#include "collectives/result.h"
#include "hccl/hccl_types.h"

namespace openaclnn::collectives {

// What an HcclCommConfig says that has an effect; the environment's values where it says nothing.
struct Configuration {
  std::string name;  // empty: one is made up
  uint32_t deterministic = 0;
  ExecTimeout timeout;
};

[[nodiscard]] Configuration DefaultConfiguration();
// Reads as much as the caller's version of the structure has.
[[nodiscard]] Result ReadConfiguration(const HcclCommConfig* config, Configuration* configuration);
// Of what has to be the same on all ranks.
[[nodiscard]] uint64_t DigestOf(const Configuration& configuration);

}  // namespace openaclnn::collectives
