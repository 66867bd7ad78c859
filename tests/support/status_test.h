// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/phase_one.h"

namespace openaclnn::testing {

/// Calls of phase one whose status is known, and what the message of one that fails holds.
class StatusTest : public PhaseOneTest {
 protected:
  template <typename PhaseOne>
  void ExpectCall(const char* operatorName, aclnnStatus status, const char* said, const PhaseOne& phaseOne) {
    EXPECT_EQ(Call(operatorName, phaseOne), status) << said;
    if (status != ACL_SUCCESS) {
      ExpectMessage({said});
    }
  }
};

}  // namespace openaclnn::testing
