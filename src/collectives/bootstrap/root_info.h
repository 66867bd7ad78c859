// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "collectives/carriers/socket.h"
#include "collectives/identifier.h"
#include "collectives/result.h"
#include "hccl/hccl_types.h"

namespace openaclnn::collectives {

// What HcclRootInfo holds: where ranks meet, and what they prove with that they are meant.
struct RootInfo {
  Identifier identifier{};
  Address address;
  std::string name;  // of the communicator, unless it is given another; shorter than 128 characters
};

void Write(const RootInfo& info, HcclRootInfo* blob);
// HCCL_E_PARA if it was not made by Write.
[[nodiscard]] Result Read(const HcclRootInfo& blob, RootInfo* info);

// Opens the port and serves the ranks that come to it; for a device.
[[nodiscard]] Result MakeRootInfo(int deviceId, RootInfo* info);

}  // namespace openaclnn::collectives
