// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

#include "aclnn/acl_meta.h"
#include "tests/support/array.h"

namespace openaclnn::testing {

/// What a client sees of a tensor's shape.
[[nodiscard]] inline Shape ShapeOf(const aclTensor* tensor) {
  int64_t* dims = nullptr;
  uint64_t count = 0;
  EXPECT_EQ(aclGetViewShape(tensor, &dims, &count), ACL_SUCCESS);
  const std::unique_ptr<int64_t[]> owned(dims);
  return {dims, dims + count};
}

}  // namespace openaclnn::testing
