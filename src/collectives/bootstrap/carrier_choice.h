// SPDX-License-Identifier: Apache-2.0
//
// Which carrier ranks use between each other: what OPENACLNN_HCCL_CARRIER says, and what they agree on over
// their connections, when a communicator is made.
#pragma once

#include <cstdint>
#include <span>

#include "collectives/carriers/fabric.h"
#include "collectives/deadline.h"
#include "collectives/result.h"

namespace openaclnn::collectives {

// Opens the carriers of some ranks, `firstRank` and those behind it, whose thread this is, and makes them ready: a
// mesh has a fabric afterwards where two ranks use it.
[[nodiscard]] Result AgreeOnCarriers(uint32_t firstRank, std::span<Mesh> meshes, Deadline deadline);

}  // namespace openaclnn::collectives
