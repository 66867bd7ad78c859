// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "acl/acl_rt.h"
#include "base/status.h"

namespace openaclnn::runtime {

// The arguments of the aclrtMemcpyBatch family, as they came.
struct BatchArguments {
  void* const* destinations;
  const size_t* destinationBytes;
  void* const* sources;
  const size_t* bytes;
  size_t count;
  const aclrtMemcpyBatchAttr* attributes;
  const size_t* attributeStarts;
  size_t attributeCount;
};

// Copies all, in any order, or, after a failed check, nothing. On failure `failed`, unless null, gets the
// number of the copy whose addresses are not where its attribute says; SIZE_MAX for any other failure.

// At once, in no order with streams.
[[nodiscard]] Status CopyBatch(const BatchArguments& batch, size_t* failed);

// In the order of a stream. Copies from or to ordinary host memory have happened when the call returns.
[[nodiscard]] Status EnqueueCopyBatch(const BatchArguments& batch, void* stream, size_t* failed);

}  // namespace openaclnn::runtime
