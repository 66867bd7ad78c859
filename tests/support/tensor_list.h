// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "tests/support/device.h"

namespace openaclnn::testing {

/// Another descriptor of the same view of the same memory.
[[nodiscard]] inline aclTensor* Twin(const aclTensor* tensor) {
  const auto copy = [tensor](auto get) {
    int64_t* values = nullptr;
    uint64_t count = 0;
    EXPECT_EQ(get(tensor, &values, &count), ACL_SUCCESS);
    const std::unique_ptr<int64_t[]> owned(values);
    return std::vector<int64_t>(values, values + count);
  };
  const std::vector<int64_t> dims = copy(aclGetViewShape);
  const std::vector<int64_t> strides = copy(aclGetViewStrides);
  const std::vector<int64_t> storage = copy(aclGetStorageShape);
  int64_t offset = 0;
  aclDataType dtype = ACL_DT_UNDEFINED;
  aclFormat format = ACL_FORMAT_ND;
  void* address = nullptr;
  EXPECT_EQ(aclGetViewOffset(tensor, &offset), ACL_SUCCESS);
  EXPECT_EQ(aclGetDataType(tensor, &dtype), ACL_SUCCESS);
  EXPECT_EQ(aclGetFormat(tensor, &format), ACL_SUCCESS);
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), ACL_SUCCESS);
  return aclCreateTensor(dims.data(), dims.size(), dtype, strides.data(), offset, format, storage.data(),
                         storage.size(), address);
}

/// A list of tensors, of descriptors of its own.
class TensorList {
 public:
  /// Null elements stay null.
  explicit TensorList(const std::vector<const aclTensor*>& tensors) {
    std::vector<const aclTensor*> twins;
    for (const aclTensor* tensor : tensors) {
      twins.push_back(tensor == nullptr ? nullptr : Twin(tensor));
    }
    list_.reset(aclCreateTensorList(twins.data(), twins.size()));
  }
  static TensorList Of(const std::vector<DeviceTensor>& tensors) { return TensorList(Descriptors(tensors)); }

  [[nodiscard]] aclTensorList* Get() const { return list_.get(); }

 private:
  static std::vector<const aclTensor*> Descriptors(const std::vector<DeviceTensor>& tensors) {
    std::vector<const aclTensor*> all;
    for (const DeviceTensor& tensor : tensors) {
      all.push_back(tensor.Get());
    }
    return all;
  }

  struct Destroy {
    void operator()(aclTensorList* list) const { (void)aclDestroyTensorList(list); }
  };
  std::unique_ptr<aclTensorList, Destroy> list_;
};

}  // namespace openaclnn::testing
