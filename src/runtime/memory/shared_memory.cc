// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/shared_memory.h"

#include <utility>

#include "runtime/core/check.h"

namespace openaclnn::runtime {

Status ImportRegion(ShareKind kind, uint64_t number, const uint64_t* nonce, backend::Device& device,
                    SharedRegion* region, std::shared_ptr<backend::PhysicalMemory>* memory) {
  FoundShare found;
  OPENACLNN_RETURN_IF_ERROR(FoundShare::Find(kind, number, nonce, &found));
  const auto facts = FactsOf<SharedRegion>(found.Content());
  std::shared_ptr<backend::PhysicalMemory> imported;
  OPENACLNN_RETURN_IF_ERROR(device.ImportPhysical(facts.memory, &imported));
  const size_t bytes = imported->Bytes();
  if (facts.bytes > bytes || facts.begin > bytes - facts.bytes || !found.IsStillShared()) {
    return NotShared();
  }
  *region = facts;
  *memory = std::move(imported);
  return Status::Ok();
}

}  // namespace openaclnn::runtime
