// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "acl/acl.h"
#include "tests/determinism/calls.h"
#include "tests/determinism/tensor.h"

namespace openaclnn::testing {

/// The runtime, device 0 and a stream, while it lives. Throws std::runtime_error if they do not come up.
class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  aclrtStream Stream() const { return stream_; }

 private:
  aclrtStream stream_ = nullptr;
};

/// Runs a call with tensor i (inputs, then outputs) in placements[i modulo their number]; returns the bits of
/// each output, row-major. Outputs and workspace hold `fill` bytes before. Throws std::runtime_error, with
/// the library's message, where a step fails.
std::vector<std::vector<std::byte>> Run(const Call& call, const std::vector<Placement>& placements,
                                        std::byte fill, const Session& session);

}  // namespace openaclnn::testing
