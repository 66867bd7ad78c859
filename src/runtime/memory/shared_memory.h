// SPDX-License-Identifier: Apache-2.0
//
// What this process lets others import, and how they find it: a table of records in a memory file, which
// importers read through /proc. A record is found by a number (the shareable handle) that says process,
// descriptor of the table, slot and the low bits of a random nonce. Nothing of it outlives the process.
//
// The list of admitted processes is kept by the importing side of this library. It guards against mistakes,
// not against malice: a process may look at any memory of its own user.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "backend/backend.h"
#include "base/status.h"

namespace openaclnn::runtime {

enum class ShareKind : uint32_t { kPhysicalMemory = 1, kBlock = 2 };

// A part of what the backend shares.
struct SharedRegion {
  backend::SharedMemory memory;
  uint64_t begin = 0;  // from the start of `memory`
  uint64_t bytes = 0;
  int32_t attribute = 0;  // an aclrtMemAttr
};

struct ShareName {
  uint64_t number = 0;
  uint64_t nonce = 0;  // not used again by anybody
};

// Something shared, until it is withdrawn or destroyed.
class Share {
 public:
  // With `checked`, only processes that Admit was given may import. kRtResourceAllocation if the table is
  // full.
  [[nodiscard]] static Status Publish(ShareKind kind, const SharedRegion& region, bool checked,
                                      std::shared_ptr<Share>* share);
  Share(size_t slot, ShareName name) : slot_(slot), name_(name) {}
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;
  ~Share() { Withdraw(); }

  [[nodiscard]] const ShareName& Name() const { return name_; }
  // Adds to the processes that may import; kRtResourceAllocation if they are too many.
  [[nodiscard]] Status Admit(const int32_t* processes, size_t count);
  void Withdraw() noexcept;

 private:
  const size_t slot_;
  const ShareName name_;
};

// What another process shares under this number: its memory, imported for `device`, and which part of it is
// meant. `nonce` may be null. kRtParamInvalid if it is this process itself, kRtInvalidHandle if nothing is
// shared (any more), kRtNoPermission if this process was not admitted.
[[nodiscard]] Status ImportShare(ShareKind kind, uint64_t number, const uint64_t* nonce,
                                 backend::Device& device, SharedRegion* region,
                                 std::shared_ptr<backend::PhysicalMemory>* memory);

// Checks the arguments of the functions that name processes.
[[nodiscard]] Status ExpectProcesses(const char* listArgument, const int32_t* processes,
                                     const char* countArgument, size_t count);

}  // namespace openaclnn::runtime
