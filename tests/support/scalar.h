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
  Scalar(double value, aclDataType dtype) {
    std::array<uint8_t, 8> bytes{};
    EncodeElement(dtype, value, bytes.data());
    scalar_.reset(aclCreateScalar(bytes.data(), dtype));
  }

  const aclScalar* Get() const { return scalar_.get(); }

 private:
  struct Destroy {
    void operator()(aclScalar* scalar) const { (void)aclDestroyScalar(scalar); }
  };
  std::unique_ptr<aclScalar, Destroy> scalar_;
};

}  // namespace openaclnn::testing
