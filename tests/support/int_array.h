// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "aclnn/acl_meta.h"
#include "tests/support/array.h"

namespace openaclnn::testing {

class IntArray {
 public:
  explicit IntArray(const Shape& values) : array_(aclCreateIntArray(values.data(), values.size())) {}
  IntArray(const IntArray&) = delete;
  IntArray& operator=(const IntArray&) = delete;
  ~IntArray() { (void)aclDestroyIntArray(array_); }
  [[nodiscard]] const aclIntArray* Get() const { return array_; }

 private:
  aclIntArray* array_;
};

}  // namespace openaclnn::testing
