// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace openaclnn {

// Random words, each of which follows from the sequence and its own number alone. The key of Philox is the
// seed; its counter is the block of words below and the offset above: sequences of different offsets have no
// number in common.
struct RandomSequence {
  uint64_t seed;
  uint64_t offset;
};

}  // namespace openaclnn
