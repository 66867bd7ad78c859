// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace openaclnn::testing {

/// Phase one alone: `phaseOne(&workspaceSize, &executor)`. Its executor is destroyed; a call that fails has
/// written neither.
template <typename PhaseOne>
aclnnStatus Attempt(const PhaseOne& phaseOne) {
  constexpr uint64_t kUntouched = 77;
  uint64_t size = kUntouched;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus status = phaseOne(&size, &executor);
  if (status == ACL_SUCCESS) {
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
  } else {
    EXPECT_EQ(size, kUntouched);
    EXPECT_EQ(executor, nullptr);
  }
  return status;
}

}  // namespace openaclnn::testing
