// SPDX-License-Identifier: Apache-2.0
//
// Which memory a call may touch: every range that a copy or a fill is given goes through here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "backend/allocation_registry.h"
#include "backend/repeatable_work.h"
#include "base/status.h"

namespace openaclnn::runtime {

// What a range has to be.
enum class Side {
  kAny,
  kHost,        // pinned, registered or ordinary
  kDevice,      // inside one live block of device memory
  kRegistered,  // device memory, or host memory that the runtime knows: pinned or registered
};

// What the kind of an asynchronous copy says of its two sides; empty for what is no aclrtMemcpyKind. The
// direction follows from the addresses, so a kind that says "host" says nothing; one that says "device" must
// find device memory, or a mistaken pointer would pass for host memory and be written to.
struct Sides {
  Side destination;
  Side source;
};
[[nodiscard]] std::optional<Sides> SidesOf(int32_t kind);

// Where a range lies.
struct Place {
  std::shared_ptr<backend::Allocation> block;  // the live block around it; null: the client's own memory
  bool mayBeQueued = false;  // work may touch it after its call has returned: device or pinned memory

  [[nodiscard]] bool IsDevice() const {
    return block != nullptr && block->Kind() == backend::MemoryKind::kDevice;
  }
};

// Where the two sides of a copy lie. Work that is queued holds it: the memory stays mapped until it is done.
struct Places {
  Place destination;
  Place source;
};

// Finds out where [address, address + bytes) lies, and checks that a call may touch it: it is inside one live
// block, or in memory that the runtime has nothing to do with; neither freed, nor running into a block.
// `address` is not null, `bytes` not 0.
[[nodiscard]] Status Locate(const char* argument, const void* address, size_t bytes, Side side, Place* place);

// Both sides of a copy that can run between two devices, which takes the peer access between them.
struct Range {
  const char* argument;
  const void* address;
  size_t bytes;
  Side side;
};
[[nodiscard]] Status LocateBoth(const Range& destination, const Range& source, Places* places);

// The memory of a task, as far as it lies in blocks.
[[nodiscard]] backend::TaskMemories MemoryOf(const Range& range, Place place);
[[nodiscard]] backend::TaskMemories MemoryOf(const Range& destination, const Range& source, Places places);

}  // namespace openaclnn::runtime
