// SPDX-License-Identifier: Apache-2.0
#include "device.h"

#include <chrono>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

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

DeviceCall::DeviceCall(const Operator& description, Arguments arguments,
                       const std::map<std::string, Array>& inputs,
                       const std::map<std::string, aclDataType>& outputTypes)
    : description_(description), arguments_(std::move(arguments)) {
  for (const auto& [name, array] : inputs) {
    const Placed& placed = Place(name, array);
    if (placed.bytes > 0) {
      Check(aclrtMemcpy(placed.memory.get(), placed.bytes, array.data.data(), placed.bytes,
                        ACL_MEMCPY_HOST_TO_DEVICE),
            "aclrtMemcpy");
    }
  }
  std::unique_ptr<bool[]> mask(new bool[description.outputs.size()]);
  for (size_t i = 0; i < description.outputs.size(); ++i) {
    const OutputDescription& output = description.outputs[i];
    mask[i] = arguments_.outputs.contains(output.name);
    if (mask[i] || !description.outputsMayBeNull) {
      const auto type = outputTypes.find(output.name);
      Array layout;
      layout.dtype = type == outputTypes.end() ? output.dtype(arguments_) : type->second;
      layout.shape = output.shape(arguments_);
      Place(output.name, layout);
    }
  }
  outputMask_.reset(aclCreateBoolArray(mask.get(), description.outputs.size()));
  if (outputMask_ == nullptr) {
    throw std::bad_alloc();
  }
}

DeviceCall::Placed& DeviceCall::Place(const std::string& name, const Array& layout) {
  Placed& placed = tensors_[name];
  placed.info = {layout.dtype, layout.shape};
  const int64_t count = layout.Count();
  placed.bytes = static_cast<size_t>(count) * TypeOf(layout.dtype).size;
  placed.memory = Allocate(placed.bytes);
  const Shape strides = layout.Strides();
  placed.tensor.reset(aclCreateTensor(layout.shape.data(), layout.shape.size(), layout.dtype, strides.data(),
                                      0, ACL_FORMAT_ND, &count, 1, placed.memory.get()));
  if (placed.tensor == nullptr) {
    throw std::bad_alloc();
  }
  return placed;
}

aclTensor* DeviceCall::Tensor(std::string_view name) const {
  const auto entry = tensors_.find(name);
  return entry == tensors_.end() ? nullptr : entry->second.tensor.get();
}

int64_t DeviceCall::Integer(std::string_view attribute) const {
  return arguments_.Attribute(attribute);
}

void DeviceCall::Plan() {
  const std::string function = std::string(description_.function) + "GetWorkspaceSize";
  aclOpExecutor* executor = nullptr;
  Check(description_.phaseOne(*this, &workspaceSize_, &executor), function.c_str());
  executor_.reset(executor);
  if (workspaceSize_ > workspaceRoom_) {
    workspace_.reset();
    workspace_ = Allocate(workspaceSize_);
    workspaceRoom_ = workspaceSize_;
  }
}

void DeviceCall::Enqueue(const Session& session) {
  Check(description_.phaseTwo(workspaceSize_ == 0 ? nullptr : workspace_.get(), workspaceSize_,
                              executor_.release(), session.Stream()),
        description_.function);
}

size_t DeviceCall::BytesMoved() const {
  size_t bytes = 0;
  for (const auto& [name, placed] : tensors_) {
    bytes += arguments_.Input(name) != nullptr || arguments_.outputs.contains(name) ? placed.bytes : 0;
  }
  return bytes;
}

Array DeviceCall::Read(const std::string& output) const {
  const Placed& placed = tensors_.find(output)->second;
  Array array;
  array.dtype = placed.info.dtype;
  array.shape = placed.info.shape;
  array.data.resize(placed.bytes);
  if (placed.bytes > 0) {
    Check(aclrtMemcpy(array.data.data(), placed.bytes, placed.memory.get(), placed.bytes,
                      ACL_MEMCPY_DEVICE_TO_HOST),
          "aclrtMemcpy");
  }
  return array;
}

}  // namespace openaclnn::cli
