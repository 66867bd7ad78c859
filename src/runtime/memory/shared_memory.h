// SPDX-License-Identifier: Apache-2.0
//
// Memory among what processes share.
#pragma once

#include <cstdint>
#include <memory>

#include "backend/backend.h"
#include "base/status.h"
#include "runtime/sharing/shares.h"

namespace openaclnn::runtime {

// A part of what the backend shares.
struct SharedRegion {
  backend::SharedMemory memory;
  uint64_t begin = 0;  // from the start of `memory`
  uint64_t bytes = 0;
  int32_t attribute = 0;  // an aclrtMemAttr
};

// What another process shares under this number: its memory, imported for `device`, and which part of it is
// meant. Fails as FoundShare::Find.
[[nodiscard]] Status ImportRegion(ShareKind kind, uint64_t number, const uint64_t* nonce,
                                  backend::Device& device, SharedRegion* region,
                                  std::shared_ptr<backend::PhysicalMemory>* memory);

}  // namespace openaclnn::runtime
