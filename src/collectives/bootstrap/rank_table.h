// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "collectives/carriers/socket.h"
#include "collectives/identifier.h"
#include "collectives/result.h"

namespace openaclnn::collectives {

// The ranks that a rank table file lists.
struct RankTable {
  struct Rank {
    int32_t deviceId = 0;
    uint16_t port = 0;  // 0: the file gives none
    std::string deviceIp;
    std::string serverId;
    std::string hostIp;
  };
  std::vector<Rank> ranks;
  size_t serverCount = 0;
  Identifier content{};  // the same for the same file
};

[[nodiscard]] Result ReadRankTable(const std::string& path, RankTable* table);
// Where the ranks meet: at the host of rank 0.
[[nodiscard]] Result MeetingPoint(const RankTable& table, Address* address);

}  // namespace openaclnn::collectives
