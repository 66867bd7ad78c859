// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "backend/backend.h"
#include "base/status.h"

namespace openaclnn::runtime {

// Copies of rows of bytes; the kind is an aclrtMemcpyKind, or whatever the caller passed.

// At once, in no order with streams.
[[nodiscard]] Status CopyRows(const backend::RowCopy& rows, int32_t kind);

// In the order of a stream. A copy from or to ordinary host memory has happened when the call returns.
[[nodiscard]] Status EnqueueCopyRows(const backend::RowCopy& rows, int32_t kind, void* stream);

}  // namespace openaclnn::runtime
