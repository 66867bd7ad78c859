// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "aclnn/acl_meta.h"
#include "tests/support/half.h"

namespace openaclnn::testing {

/// A scalar argument of a real type, or a truth value.
class Scalar {
 public:
  Scalar(double value, aclDataType dtype) : dtype_(dtype) {
    EncodeElement(dtype, value, bytes_.data());
    scalar_.reset(aclCreateScalar(bytes_.data(), dtype));
  }

  const aclScalar* Get() const { return scalar_.get(); }
  /// A copy that the caller, or the list that it goes to, destroys.
  [[nodiscard]] const aclScalar* Copy() const {
    std::array<uint8_t, 8> bytes = bytes_;
    return aclCreateScalar(bytes.data(), dtype_);
  }

 private:
  struct Destroy {
    void operator()(aclScalar* scalar) const { (void)aclDestroyScalar(scalar); }
  };
  aclDataType dtype_;
  std::array<uint8_t, 8> bytes_{};
  std::unique_ptr<aclScalar, Destroy> scalar_;
};

}  // namespace openaclnn::testing
