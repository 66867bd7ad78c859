// SPDX-License-Identifier: Apache-2.0
#include "device.h"

#include <chrono>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "element_type.h"
#include "error.h"
#include "progress.h"

namespace openaclnn::cli {

void Check(int32_t status, const char* function) {
  if (status == ACL_SUCCESS) {
    return;
  }
  const char* recent = aclGetRecentErrMsg();
  std::string message = recent == nullptr ? "" : recent;
  while (message.ends_with('\n')) {
    message.pop_back();
  }
  throw LibraryError(status, function, message);
}

int64_t DeviceAttribute(uint32_t device, aclrtDevAttr attribute) {
  int64_t value = 0;
  Check(aclrtGetDeviceInfo(device, attribute, &value), "aclrtGetDeviceInfo");
  return value;
}

Session::Session() {
  Check(aclInit(nullptr), "aclInit");
  Check(aclrtSetDevice(0), "aclrtSetDevice");
  Check(aclrtCreateStream(&stream_), "aclrtCreateStream");
}

Session::~Session() {
  aclrtDestroyStream(stream_);
  aclrtResetDevice(0);
  aclFinalize();
}

void Session::Synchronize() const {
  Check(aclrtSynchronizeStream(stream_), "aclrtSynchronizeStream");
}

void Session::SynchronizeVisibly() const {
  if (Progress::IsShown()) {
    Progress progress("computing");
    aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
    while (aclrtStreamQuery(stream_, &status) == ACL_SUCCESS && status == ACL_STREAM_STATUS_NOT_READY) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      progress.Update(-1);
    }
  }
  Synchronize();
}

DeviceMemory Allocate(size_t bytes) {
  void* memory = nullptr;
  if (bytes > 0) {  // the API refuses to allocate nothing
    Check(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  }
  return DeviceMemory(memory);
}

DeviceCall::DeviceCall(catalogue::Call call, const Inputs& inputs) : call_(std::move(call)) {
  std::vector<aclTensor*> tensors;
  const catalogue::Argument* argument = nullptr;
  size_t entry = 0;
  for (const catalogue::Operand& operand : call_.operands) {
    entry = operand.argument == argument ? entry + 1 : 0;
    argument = operand.argument;
    if (operand.absent) {
      placed_.emplace_back();
      tensors.push_back(nullptr);
      continue;
    }
    if (!operand.IsRead()) {
      Array layout;
      layout.dtype = operand.tensor.dtype;
      layout.shape = operand.tensor.shape;
      tensors.push_back(Place(layout));
      continue;
    }
    const Array& array = inputs.at(argument->name)[entry];
    tensors.push_back(Place(array));
    if (const size_t bytes = array.data.size(); bytes > 0) {
      Check(aclrtMemcpy(placed_.back().memory.get(), bytes, array.data.data(), bytes,
                        ACL_MEMCPY_HOST_TO_DEVICE),
            "aclrtMemcpy");
    }
  }
  bound_.emplace(call_, std::move(tensors));
}

aclTensor* DeviceCall::Place(const Array& layout) {
  const int64_t count = layout.Count();
  Array shell;
  shell.dtype = layout.dtype;
  shell.shape = layout.shape;
  shell.fortranOrder = layout.fortranOrder;
  placed_.push_back({std::move(shell), Allocate(static_cast<size_t>(count) * TypeOf(layout.dtype).size)});
  return Describe(placed_.back());
}

aclTensor* DeviceCall::Describe(const Placed& placed) {
  const Array& layout = placed.layout;
  const int64_t count = layout.Count();
  const Shape strides = layout.Strides();
  aclTensor* tensor = aclCreateTensor(layout.shape.data(), layout.shape.size(), layout.dtype, strides.data(),
                                      0, ACL_FORMAT_ND, &count, 1, placed.memory.get());
  if (tensor == nullptr) {
    throw std::bad_alloc();
  }
  return tensor;
}

void DeviceCall::RestoreShapes() {
  bool changed = false;
  for (size_t i = 0; i < placed_.size(); ++i) {
    const catalogue::Operand& operand = call_.operands[i];
    changed = changed || (operand.IsWritten() && bound_->ShapeOf(i) != placed_[i].layout.shape);
  }
  if (!changed) {
    return;
  }
  std::vector<aclTensor*> tensors;
  for (size_t i = 0; i < placed_.size(); ++i) {
    tensors.push_back(call_.operands[i].absent ? nullptr : Describe(placed_[i]));
  }
  bound_.emplace(call_, std::move(tensors));
}

void DeviceCall::Plan() {
  RestoreShapes();
  const std::string function = std::string(call_.op->Function()) + "GetWorkspaceSize";
  aclOpExecutor* executor = nullptr;
  Check(bound_->PhaseOne(&workspaceSize_, &executor), function.c_str());
  executor_.reset(executor);
  if (workspaceSize_ > workspaceRoom_) {
    workspace_.reset();
    workspace_ = Allocate(workspaceSize_);
    workspaceRoom_ = workspaceSize_;
  }
}

void DeviceCall::Enqueue(const Session& session) {
  Check(bound_->PhaseTwo(workspaceSize_ == 0 ? nullptr : workspace_.get(), workspaceSize_,
                         executor_.release(), session.Stream()),
        call_.op->Function());
}

Array DeviceCall::Read(const std::string& output) const {
  const size_t index = call_.IndexOf(output);
  Array array = placed_[index].layout;
  array.shape = bound_->ShapeOf(index);
  array.data.resize(static_cast<size_t>(array.Count()) * TypeOf(array.dtype).size);
  if (!array.data.empty()) {
    Check(aclrtMemcpy(array.data.data(), array.data.size(), placed_[index].memory.get(), array.data.size(),
                      ACL_MEMCPY_DEVICE_TO_HOST),
          "aclrtMemcpy");
  }
  return array;
}

}  // namespace openaclnn::cli
