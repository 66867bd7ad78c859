// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/fuzz/byte_reader.h"
#include "tests/fuzz/call.h"

namespace openaclnn::fuzz {

/// A call that keeps every rule of its operator and mostly has its memory in the pool; or, sometimes, one
/// with absurd extents that fit each other (then `valid` is false).
[[nodiscard]] Call GenerateCall(ByteReader& reader);

/// Breaks something, or only moves something.
void Perturb(ByteReader& reader, Call& call);

}  // namespace openaclnn::fuzz
