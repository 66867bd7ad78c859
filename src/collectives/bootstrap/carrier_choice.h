// SPDX-License-Identifier: Apache-2.0
//
// Which carrier ranks use between each other: what OPENACLNN_HCCL_CARRIER says, and what they agree on over
// their connections, when a communicator is made.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "collectives/carriers/fabric.h"
#include "collectives/deadline.h"
#include "collectives/result.h"

namespace openaclnn::collectives {

enum class CarrierChoice : uint32_t {
  kAuto = 1,  // UCX between hosts where this one has a device for RDMA
  kOwn = 2,
  kUcx = 3,  // UCX for all
};
// HCCL_E_PARA if the variable has another value.
[[nodiscard]] Result ReadCarrierChoice(CarrierChoice* choice);

// The steps in which ranks agree. Each sends to all others what the next step waits for, so that one thread
// can take them for several ranks.
class CarrierAgreement {
 public:
  // Opens UCX where this rank wants it, and tells the others.
  [[nodiscard]] Result Offer(uint32_t rank, Mesh* mesh, Deadline deadline);
  // Takes the others' offers, and tells each whether it can be reached.
  [[nodiscard]] Result Answer(Deadline deadline);
  // Takes the others' answers. The mesh has a fabric afterwards where two ranks use it.
  [[nodiscard]] Result Conclude(Deadline deadline);
  // HCCL_E_REMOTE if one that is needed for it has gone.
  [[nodiscard]] Result ExpectOthers() const;
  // To be called until it returns true: the carriers are ready.
  [[nodiscard]] bool Settle() { return mesh_->fabric == nullptr || mesh_->fabric->Settle(); }

 private:
  Mesh* mesh_ = nullptr;
  CarrierChoice choice_ = CarrierChoice::kOwn;
  std::vector<uint32_t> asked_;  // those that answer
};

// The last step, for as long as it takes.
[[nodiscard]] Result SettleAll(std::span<CarrierAgreement> agreements, Deadline deadline);

// All steps, for a rank whose thread this is.
[[nodiscard]] Result AgreeOnCarriers(uint32_t rank, Mesh* mesh, Deadline deadline);

}  // namespace openaclnn::collectives
