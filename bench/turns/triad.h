// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

#include "bench/turns/contender.h"

namespace bench {

// Moves `bytes` in all, two thirds read and one written, by `threads` threads: a triad, with ordinary and
// with streaming stores. The bound is the faster of the two.
[[nodiscard]] std::unique_ptr<Contender> MakeTriad(int64_t bytes, int threads, bool streaming);

}  // namespace bench
