// SPDX-License-Identifier: Apache-2.0
//
// A rank's side of the rendezvous: comes to the server, learns who the others are, and connects to each.
#pragma once

#include <cstdint>
#include <vector>

#include "collectives/bootstrap/rendezvous_messages.h"
#include "collectives/carriers/fabric.h"
#include "collectives/carriers/socket.h"
#include "collectives/identifier.h"
#include "collectives/result.h"

namespace openaclnn::collectives {

struct Rendezvous {
  Address server;
  IfRefused ifRefused = IfRefused::kFail;
  Identifier identifier{};
  uint32_t rankCount = 0;
  uint32_t rank = 0;
  uint64_t configuration = 0;
};

// Waits until all ranks are connected, or until one has failed: then all fail. `groupIdentifier` becomes what
// the members alone know.
[[nodiscard]] Result Meet(const Rendezvous& rendezvous, Mesh* mesh, Identifier* groupIdentifier);

// Between all ranks of one process.
[[nodiscard]] Result ConnectHere(uint32_t rankCount, Deadline deadline, std::vector<Mesh>* meshes);

// Opens the port where a rank waits for others, at the host's address, and says so in `member`.
[[nodiscard]] Result ListenForMembers(Descriptor* listener, Member* member);

// Connects to the ranks below, and waits for those above; all know the group's identifier. Then agrees with
// all on their carriers.
struct RankGroup {
  Identifier identifier{};
  uint32_t rank = 0;
  std::vector<Member> members;
};
[[nodiscard]] Result ConnectMembers(const RankGroup& group, const Descriptor& listener, Deadline deadline,
                                    Mesh* mesh);

}  // namespace openaclnn::collectives
