// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/session.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "tests/support/half.h"

namespace openaclnn::conformance {
namespace {

void Check(int status, const char* call) {
  if (status == ACL_SUCCESS) {
    return;
  }
  const char* message = aclGetRecentErrMsg();
  throw std::runtime_error(std::string(call) + " returned " + std::to_string(status) + ": " +
                           (message == nullptr ? "no message" : message));
}

bool AllUntouched(const uint8_t* bytes, size_t count) {
  return std::all_of(bytes, bytes + count, [](uint8_t byte) { return byte == DeviceMemory::kUntouchedByte; });
}

}  // namespace

DeviceMemory::DeviceMemory(size_t size) : size_(size) {
  const size_t total = size_ + 2 * kGuardBytes;
  void* memory = nullptr;
  Check(aclrtMalloc(&memory, total, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  memory_.reset(static_cast<uint8_t*>(memory));
  Check(aclrtMemset(memory, total, kUntouchedByte, total), "aclrtMemset");
}

void DeviceMemory::CheckGuards(const char* what) const {
  for (const uint8_t* guard : {memory_.get(), memory_.get() + kGuardBytes + size_}) {
    std::array<uint8_t, kGuardBytes> bytes{};
    Check(aclrtMemcpy(bytes.data(), bytes.size(), guard, bytes.size(), ACL_MEMCPY_DEVICE_TO_HOST),
          "aclrtMemcpy of a guard");
    if (!AllUntouched(bytes.data(), bytes.size())) {
      throw std::runtime_error("bytes beside " + std::string(what) + " were written");
    }
  }
}

DeviceTensor::DeviceTensor(aclDataType dtype, Shape shape)
    : dtype_(dtype),
      shape_(std::move(shape)),
      memory_(static_cast<size_t>(testing::NumElements(shape_)) * testing::ElementSize(dtype)) {
  const Shape strides = testing::ContiguousStrides(shape_);
  descriptor_.reset(aclCreateTensor(shape_.data(), shape_.size(), dtype_, strides.data(), 0, ACL_FORMAT_ND,
                                    shape_.data(), shape_.size(), memory_.Data()));
  if (descriptor_ == nullptr) {
    throw std::runtime_error("aclCreateTensor returned NULL");
  }
}

DeviceTensor::DeviceTensor(const Tensor& tensor) : DeviceTensor(tensor.Dtype(), tensor.Dims()) {
  if (memory_.Size() != 0) {
    Check(aclrtMemcpy(memory_.Data(), memory_.Size(), tensor.Bytes(), memory_.Size(),
                      ACL_MEMCPY_HOST_TO_DEVICE),
          "aclrtMemcpy to the device");
  }
}

Tensor DeviceTensor::Download() const {
  memory_.CheckGuards("an output");
  Tensor tensor(dtype_, shape_);
  if (memory_.Size() != 0) {
    Check(aclrtMemcpy(tensor.Bytes(), memory_.Size(), memory_.Data(), memory_.Size(),
                      ACL_MEMCPY_DEVICE_TO_HOST),
          "aclrtMemcpy from the device");
  }
  return tensor;
}

void DeviceTensor::CheckUntouched() const {
  const Tensor tensor = Download();
  if (!AllUntouched(tensor.Bytes(), tensor.SizeInBytes())) {
    throw std::runtime_error("a masked-off output was written");
  }
}

BoolArray::BoolArray(const std::vector<bool>& flags) {
  const auto plain = std::make_unique<bool[]>(flags.size());  // vector<bool> has no bools
  std::copy(flags.begin(), flags.end(), plain.get());
  array_.reset(aclCreateBoolArray(plain.get(), flags.size()));
  if (array_ == nullptr) {
    throw std::runtime_error("aclCreateBoolArray returned NULL");
  }
}

void RunTwoPhases(const Session& session, const PhaseOne& phaseOne, PhaseTwo phaseTwo) {
  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  Check(phaseOne(&workspaceSize, &executor), "phase one");
  std::optional<DeviceMemory> workspace;
  if (workspaceSize != 0) {
    try {
      workspace.emplace(workspaceSize);
    } catch (...) {
      (void)aclDestroyAclOpExecutor(executor);
      throw;
    }
  }
  Check(phaseTwo(workspace ? workspace->Data() : nullptr, workspaceSize, executor, session.Stream()),
        "phase two");
  Check(aclrtSynchronizeStream(session.Stream()), "aclrtSynchronizeStream");
  if (workspace) {
    workspace->CheckGuards("the workspace");
  }
}

}  // namespace openaclnn::conformance
