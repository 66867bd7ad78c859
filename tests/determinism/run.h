// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "acl/acl.h"
#include "tests/determinism/calls.h"
#include "tests/determinism/tensor.h"
#include "tests/support/session.h"

namespace openaclnn::testing {

/// The bits of an output, row-major.
struct Result {
  catalogue::Operand output;
  std::vector<std::byte> bits;
};

/// Runs a call with its tensor i, of those that are there, in placements[i modulo their number]; returns what
/// it has written. Outputs and workspace hold `fill` bytes before. Throws std::runtime_error, with the
/// library's message, where a step fails, and where an output is written that the mask or an attribute leaves
/// out.
std::vector<Result> Run(const Call& call, const std::vector<Placement>& placements, std::byte fill,
                        const Session& session);

}  // namespace openaclnn::testing
