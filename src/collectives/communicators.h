// SPDX-License-Identifier: Apache-2.0
//
// The communicators of this process: how they are made, found by their handles, and destroyed.
#pragma once

#include <cstdint>
#include <memory>

#include "acl/acl_rt.h"
#include "collectives/bootstrap/configuration.h"
#include "collectives/communicator.h"
#include "collectives/result.h"
#include "hccl/hccl_types.h"

namespace openaclnn::collectives {

// HCCL_E_PTR for null, HCCL_E_PARA for what is no communicator (any more).
[[nodiscard]] Result FindCommunicator(HcclComm handle, std::shared_ptr<Communicator>* communicator);

// Where an operation goes.
struct Target {
  std::shared_ptr<Communicator> communicator;
  std::shared_ptr<runtime::Stream> stream;
};
// Finds what the handles of a call stand for. HCCL_E_REMOTE if the communicator has failed before.
[[nodiscard]] Result FindTarget(HcclComm comm, aclrtStream stream, Target* target);

// For the current device.
[[nodiscard]] Result CreateRootInfo(HcclRootInfo* blob);
[[nodiscard]] Result CreateFromRootInfo(uint32_t rankCount, const HcclRootInfo& blob, uint32_t rank,
                                        const Configuration& configuration, HcclComm* handle);
[[nodiscard]] Result CreateFromRankTable(const char* path, uint32_t rank, const Configuration& configuration,
                                         HcclComm* handle);
[[nodiscard]] Result CreateForDevices(uint32_t count, const int32_t* devices, HcclComm* handles);

// A part of a communicator, of these ranks.
struct PartRequest {
  std::vector<uint32_t> ranks;
  uint64_t number = 0;
  uint32_t rank = 0;  // the caller's among them
};
[[nodiscard]] Result CreatePart(Communicator& whole, const PartRequest& request, Configuration configuration,
                                HcclComm* handle);

[[nodiscard]] Result DestroyCommunicator(HcclComm handle);

}  // namespace openaclnn::collectives
