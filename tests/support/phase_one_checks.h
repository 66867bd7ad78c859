// SPDX-License-Identifier: Apache-2.0
//
// Checks of phase one that several operators have in common.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tests/support/phase_one.h"

namespace openaclnn::testing {

/// A view that reaches outside of its storage, or is nonsense.
struct WrongView {
  Shape dims;
  Shape strides;
  int64_t offset;
  Shape storage;

  void PutIn(std::optional<Descriptor>& tensor) const {
    tensor.emplace(dims, strides.data(), offset, storage);
  }
};
inline const std::vector<WrongView> kWrongViews{{{2, 3}, {3, 1}, 0, {5}},
                                                {{2, 3}, {3, 1}, 1, {2, 3}},
                                                {{2, 3}, {3, -1}, 2, {2, 3}},
                                                {{2, 3}, {3, 1}, -1, {2, 3}},
                                                {{2, 3}, {INT64_MAX, 1}, 0, {2, 3}},
                                                {{-2, 3}, {3, 1}, 0, {2, 3}},
                                                {{INT64_MIN, 3}, {3, 1}, 0, {2, 3}},
                                                {{INT64_MAX, 3}, {0, 0}, 0, {2, 3}}};

class PhaseOneChecks : public PhaseOneTest {
 protected:
  /// Calls phase one and expects a status and, of a failure, a message that holds `said`.
  template <typename PhaseOne>
  void ExpectStatus(aclnnStatus status, const char* said, const char* operatorName,
                    const PhaseOne& phaseOne) {
    EXPECT_EQ(Call(operatorName, phaseOne), status) << said;
    if (status != ACL_SUCCESS) {
      ExpectMessage({said});
    }
  }

  /// Expects that an operator takes tensors of FLOAT, FLOAT16 and BFLOAT16 alone. setDtype(dtype) sets that
  /// of all tensors, phaseOne() calls phase one, and the message of a failure holds `said`.
  template <typename SetDtype, typename PhaseOne>
  void ExpectFloatsAlone(const SetDtype& setDtype, const PhaseOne& phaseOne, const char* said) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      setDtype(dtype);
      EXPECT_EQ(phaseOne(), ACL_SUCCESS) << dtype;
    }
    for (const aclDataType dtype :
         {ACL_INT8, ACL_INT16, ACL_INT32, ACL_INT64, ACL_UINT8, ACL_UINT16, ACL_UINT32, ACL_UINT64,
          ACL_DOUBLE, ACL_BOOL, ACL_STRING, ACL_COMPLEX64, ACL_COMPLEX128, ACL_DT_UNDEFINED}) {
      setDtype(dtype);
      EXPECT_EQ(phaseOne(), kInvalid) << dtype;
      ExpectMessage({said});
    }
  }
};

}  // namespace openaclnn::testing
