// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace openaclnn::testing {

/// A contiguous tensor in device memory, a vector unless dims are given, of elements that no double holds:
/// integers of 64 bits, complex numbers, NaNs of a certain kind.
template <typename T>
class RawTensor {
 public:
  RawTensor(const std::vector<T>& values, aclDataType dtype, std::vector<int64_t> dims = {})
      : count_(values.size()) {
    void* memory = nullptr;
    if (aclrtMalloc(&memory, Bytes(), ACL_MEM_MALLOC_HUGE_FIRST) != ACL_SUCCESS) {
      throw std::runtime_error("no device memory");
    }
    memory_.reset(memory);
    if (aclrtMemcpy(memory, Bytes(), values.data(), Bytes(), ACL_MEMCPY_HOST_TO_DEVICE) != ACL_SUCCESS) {
      throw std::runtime_error("no copy to the device");
    }
    const auto size = static_cast<int64_t>(count_);
    if (dims.empty()) {
      dims = {size};
    }
    tensor_.reset(
        aclCreateTensor(dims.data(), dims.size(), dtype, nullptr, 0, ACL_FORMAT_ND, &size, 1, memory));
  }

  aclTensor* Get() const { return tensor_.get(); }

  void* Data() const { return memory_.get(); }

  std::vector<T> Read() const {
    std::vector<T> values(count_);
    if (aclrtMemcpy(values.data(), Bytes(), memory_.get(), Bytes(), ACL_MEMCPY_DEVICE_TO_HOST) !=
        ACL_SUCCESS) {
      throw std::runtime_error("no copy from the device");
    }
    return values;
  }

 private:
  struct DestroyTensor {
    void operator()(aclTensor* tensor) const { (void)aclDestroyTensor(tensor); }
  };
  struct FreeMemory {
    void operator()(void* memory) const { (void)aclrtFree(memory); }
  };

  size_t Bytes() const { return count_ * sizeof(T); }

  size_t count_;
  std::unique_ptr<void, FreeMemory> memory_;
  std::unique_ptr<aclTensor, DestroyTensor> tensor_;
};

}  // namespace openaclnn::testing
