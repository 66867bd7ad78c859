// SPDX-License-Identifier: Apache-2.0
//
// Tasks on 64-bit cells of device memory.
#pragma once

#include <cstdint>
#include <memory>

#include "backend/backend.h"
#include "backend/waits.h"

namespace openaclnn::backend::cpu {

// For the timer's polled signal.
[[nodiscard]] std::unique_ptr<Condition> MakeValueCondition(Cell cell, ValueTest test, uint64_t value);

[[nodiscard]] std::unique_ptr<Work> MakeValueWrite(Cell cell, uint64_t value);

}  // namespace openaclnn::backend::cpu
