// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <optional>
#include <string>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "tests/support/array.h"

namespace openaclnn::testing {

inline constexpr aclnnStatus kNullptr = 161001;
inline constexpr aclnnStatus kInvalid = 161002;

/// What failed since it was last asked for, newest first.
[[nodiscard]] inline std::string RecentMessage() {
  const char* text = aclGetRecentErrMsg();
  return text == nullptr ? "" : text;
}

/// A tensor without data: phase one reads none.
class Descriptor {
 public:
  explicit Descriptor(const Shape& shape, aclDataType dtype = ACL_FLOAT, aclFormat format = ACL_FORMAT_ND)
      : Descriptor(shape, nullptr, 0, shape, dtype, format) {}
  /// With strides (null: contiguous), offset and storage of its own.
  Descriptor(const Shape& shape, const int64_t* strides, int64_t offset, const Shape& storage,
             aclDataType dtype = ACL_FLOAT, aclFormat format = ACL_FORMAT_ND)
      : tensor_(aclCreateTensor(shape.data(), shape.size(), dtype, strides, offset, format, storage.data(),
                                storage.size(), nullptr)) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { aclDestroyTensor(tensor_); }

  [[nodiscard]] aclTensor* Get() const { return tensor_; }

 private:
  aclTensor* tensor_;
};

[[nodiscard]] inline aclTensor* GetOrNull(const std::optional<Descriptor>& descriptor) {
  return descriptor ? descriptor->Get() : nullptr;
}

/// Calls phase one of an operator and looks at what every call must keep: on success an executor (destroyed
/// here), on failure outputs that were not written and a message that names the operator.
class PhaseOneTest : public ::testing::Test {
 protected:
  /// `phaseOne(&workspaceSize, &executor)`.
  template <typename PhaseOne>
  aclnnStatus Call(const char* operatorName, const PhaseOne& phaseOne) {
    uint64_t size = kUntouched;
    auto* const untouched = reinterpret_cast<aclOpExecutor*>(this);  // any address that is no executor's
    aclOpExecutor* executor = untouched;
    (void)aclGetRecentErrMsg();
    const aclnnStatus status = phaseOne(&size, &executor);
    message_ = RecentMessage();
    if (status == ACL_SUCCESS) {
      EXPECT_EQ(message_, "");
      EXPECT_NE(size, kUntouched);
      EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
    } else {
      EXPECT_EQ(size, kUntouched) << "workspaceSize was written by a call that failed";
      EXPECT_EQ(executor, untouched) << "executor was written by a call that failed";
      ExpectMessage({operatorName});
    }
    return status;
  }

  /// The message of the last Call holds all of these.
  void ExpectMessage(std::initializer_list<const char*> parts) const {
    for (const char* part : parts) {
      EXPECT_NE(message_.find(part), std::string::npos) << "no \"" << part << "\" in: " << message_;
    }
  }

 private:
  static constexpr uint64_t kUntouched = 0x5A5A5A5A5A5A5A5A;
  std::string message_;
};

}  // namespace openaclnn::testing
