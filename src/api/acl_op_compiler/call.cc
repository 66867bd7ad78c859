// SPDX-License-Identifier: Apache-2.0
#include "api/acl_op_compiler/call.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <numeric>
#include <utility>
#include <variant>

#include "acl/acl.h"
#include "aclnnop/aclnn_cast.h"
#include "aclnnop/aclnn_copy.h"
#include "base/dtype.h"
#include "base/errors.h"
#include "runtime/single_operator/stream_memory.h"

namespace openaclnn::single_operator {
namespace {

bool IsGiven(const aclTensorDesc* description) {
  return description != nullptr && description->dtype != ACL_DT_UNDEFINED;
}

template <typename Description>
const aclTensorDesc* At(std::span<Description const> descriptions, size_t index) {
  const aclTensorDesc* const description = index < descriptions.size() ? descriptions[index] : nullptr;
  return IsGiven(description) ? description : nullptr;
}

std::vector<int64_t> DimsOf(const aclTensorDesc* description) {
  return description == nullptr ? std::vector<int64_t>() : description->dims;
}

aclDataType DtypeOf(const aclTensorDesc* description) {
  return description == nullptr ? ACL_DT_UNDEFINED : static_cast<aclDataType>(description->dtype);
}

template <typename Value>
const Value* Find(const aclopAttr* attributes, const char* name) {
  if (attributes == nullptr) {
    return nullptr;
  }
  const auto found = attributes->values.find(name);
  return found == attributes->values.end() ? nullptr : std::get_if<Value>(&found->second);
}

template <typename Value, typename Otherwise>
Value Get(const aclopAttr* attributes, const char* name, const Otherwise& otherwise) {
  const auto* const value = Find<Value>(attributes, name);
  return value == nullptr ? Value(otherwise) : *value;
}

template <typename Number>
std::vector<int64_t> ReadIntegers(std::span<const std::byte> bytes) {
  std::vector<Number> numbers(bytes.size() / sizeof(Number));
  if (!numbers.empty()) {
    std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(Number));
  }
  return {numbers.begin(), numbers.end()};
}

}  // namespace

int64_t ElementsOf(const std::vector<int64_t>& dims) {
  return std::accumulate(dims.begin(), dims.end(), int64_t{1}, std::multiplies());
}

Layout LayoutOf(const std::vector<int64_t>& dims) {
  Layout layout{dims, std::vector<int64_t>(dims.size()), 0, dims};
  int64_t stride = 1;
  for (size_t axis = dims.size(); axis-- > 0;) {
    layout.strides[axis] = stride;
    stride *= dims[axis];
  }
  return layout;
}

Layout Window(Layout layout, const std::vector<int64_t>& first, const std::vector<int64_t>& dims,
              const std::vector<int64_t>& steps) {
  for (size_t axis = 0; axis < std::min(first.size(), layout.strides.size()); ++axis) {
    layout.offset += first[axis] * layout.strides[axis];
    layout.strides[axis] *= axis < steps.size() ? steps[axis] : 1;
  }
  layout.dims = dims;
  return layout;
}

Call::~Call() {
  for (const aclTensor* const tensor : tensors_) {
    aclDestroyTensor(tensor);
  }
  for (const aclTensorList* const list : lists_) {
    aclDestroyTensorList(list);
  }
  for (const aclScalar* const scalar : scalars_) {
    aclDestroyScalar(scalar);
  }
  for (const aclIntArray* const array : arrays_) {
    aclDestroyIntArray(array);
  }
  for (const aclBoolArray* const mask : masks_) {
    aclDestroyBoolArray(mask);
  }
}

Status Call::Finish() {
  if (!memory_.empty()) {
    const Status freed = FreeInOrder(std::exchange(memory_, {}), request_.stream);
    if (status_.IsOk()) {
      status_ = freed;
    }
  }
  return status_;
}

std::optional<size_t> Call::Axis(const char* name, int64_t given, size_t rank) {
  const auto dims = static_cast<int64_t>(rank);
  if (given < -dims || given >= dims) {
    Fail(std::string(name) + ": expected " + std::to_string(-dims) + " to " + std::to_string(dims - 1) +
         ", got " + std::to_string(given));
    return std::nullopt;
  }
  return static_cast<size_t>(given < 0 ? given + dims : given);
}

void Call::Fail(std::string text) {
  if (status_.IsOk()) {
    status_ = {code::kInvalidParam, std::move(text)};
  }
}

void Call::Launch(aclnnStatus planned, uint64_t bytes, aclOpExecutor* executor, PhaseTwo run) {
  if (planned != code::kOk) {
    Fail("the operator refused the arguments with status " + std::to_string(planned));
    return;
  }
  void* const workspace = Allocate(bytes);
  if (!status_.IsOk()) {
    aclDestroyAclOpExecutor(executor);
    return;
  }
  const aclnnStatus launched = run(workspace, bytes, executor, request_.stream);
  if (launched != code::kOk) {
    Fail("the operator did not start: status " + std::to_string(launched));
  }
}

void* Call::Allocate(uint64_t bytes) {
  void* memory = nullptr;
  if (bytes > 0) {
    const aclError status = aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST);
    if (status == ACL_SUCCESS) {
      memory_.push_back(memory);
    } else if (status_.IsOk()) {
      status_ = {status, "no memory for what the operator needs besides its operands"};
    }
  }
  return memory;
}

aclTensor* Call::Make(const std::vector<int64_t>& dims, int32_t dtype, int32_t format, void* data) {
  if (std::ranges::any_of(dims, [](int64_t extent) { return extent < 0; })) {
    Fail("shape: expected one without unknown extents");
    return nullptr;
  }
  return Keep(aclCreateTensor(dims.data(), dims.size(), static_cast<aclDataType>(dtype), nullptr, 0,
                              static_cast<aclFormat>(format), dims.data(), dims.size(), data));
}

aclTensor* Call::Keep(aclTensor* tensor) {
  if (tensor == nullptr) {
    Fail("a tensor of the operator could not be described");
  } else {
    tensors_.push_back(tensor);
  }
  return tensor;
}

aclTensor* Call::Operand(const aclTensorDesc* description, const aclDataBuffer* buffer) {
  if (description == nullptr) {
    return nullptr;
  }
  // What is stored as any dims has the meaning of its dims as it was described.
  const int32_t stored = description->storageFormat.value_or(description->format);
  return Make(description->dims, description->dtype, stored == ACL_FORMAT_ND ? description->format : stored,
              buffer == nullptr ? nullptr : aclGetDataBufferAddr(buffer));
}

aclTensor* Call::Input(size_t index) {
  return Operand(At(request_.inputDescriptions, index),
                 index < request_.inputs.size() ? request_.inputs[index] : nullptr);
}

aclTensor* Call::Output(size_t index) {
  return Operand(At(request_.outputDescriptions, index),
                 index < request_.outputs.size() ? request_.outputs[index] : nullptr);
}

aclTensor* Call::InputAs(size_t index, const std::vector<int64_t>& dims) {
  return Make(dims, InputDtype(index), ACL_FORMAT_ND, aclGetDataBufferAddr(request_.inputs[index]));
}

aclTensor* Call::OutputAs(size_t index, const std::vector<int64_t>& dims) {
  return Make(dims, OutputDtype(index), ACL_FORMAT_ND, aclGetDataBufferAddr(request_.outputs[index]));
}

void Call::Return(size_t input, size_t output) {
  if (At(request_.outputDescriptions, output) != nullptr && output < request_.outputs.size() &&
      aclGetDataBufferAddr(request_.outputs[output]) != aclGetDataBufferAddr(request_.inputs[input])) {
    Do<OPENACLNN_PHASES(InplaceCopy)>(Output(output), Input(input));
  }
}

aclTensor* Call::Numbers(const std::vector<int64_t>& values) {
  const size_t bytes = values.size() * sizeof(int64_t);
  aclTensor* const tensor = Temporary({static_cast<int64_t>(values.size())}, ACL_INT64);
  void* data = nullptr;
  if (status_.IsOk() && bytes > 0 &&
      (aclGetRawTensorAddr(tensor, &data) != code::kOk ||
       aclrtMemcpy(data, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE) != ACL_SUCCESS)) {
    Fail("numbers that the operator needs besides its operands could not be written");
  }
  return tensor;
}

std::vector<int64_t> Call::Read(aclTensor* tensor, int64_t count) {
  void* data = nullptr;
  if (!status_.IsOk() || aclGetRawTensorAddr(tensor, &data) != code::kOk) {
    return {};
  }
  std::vector<int64_t> values(static_cast<size_t>(count));
  const aclError status = ReadDevice(data, std::as_writable_bytes(std::span(values)));
  if (status != ACL_SUCCESS) {
    Fail("a result that the operator goes on with cannot be read: status " + std::to_string(status));
    return {};
  }
  return values;
}

bool Call::SetOutputDims(size_t output, const std::vector<int64_t>& dims) {
  if (!status_.IsOk()) {
    return false;
  }
  const std::string name = "output " + std::to_string(output);
  aclTensorDesc* const description =
      output < request_.resultDescriptions.size() ? request_.resultDescriptions[output] : nullptr;
  if (!IsGiven(description) || output >= request_.outputs.size()) {
    Fail(name +
         ": its shape depends on what the inputs hold; aclopCompileAndExecuteV2 returns it, "
         "aclopCompileAndExecute does not");
    return false;
  }
  const size_t needed = static_cast<size_t>(ElementsOf(dims)) * aclDataTypeSize(OutputDtype(output));
  const size_t given = aclGetDataBufferSizeV2(request_.outputs[output]);
  if (given < needed) {
    Fail(name + ": expected " + std::to_string(needed) + " bytes, got " + std::to_string(given));
    return false;
  }
  description->dims = dims;
  return true;
}

aclTensor* Call::View(aclTensor* tensor, const Layout& layout) {
  void* data = nullptr;
  aclDataType dtype = ACL_DT_UNDEFINED;
  if (!status_.IsOk()) {
    return nullptr;
  }
  if (aclGetRawTensorAddr(tensor, &data) != code::kOk || aclGetDataType(tensor, &dtype) != code::kOk) {
    Fail("a part of a tensor could not be described");
    return nullptr;
  }
  return Keep(aclCreateTensor(layout.dims.data(), layout.dims.size(), dtype, layout.strides.data(),
                              layout.offset, ACL_FORMAT_ND, layout.storage.data(), layout.storage.size(),
                              data));
}

aclTensorList* Call::Inputs(size_t first, size_t count) {
  std::vector<aclTensor*> tensors;
  for (size_t index = first; index < first + count; ++index) {
    tensors.push_back(Input(index));
  }
  return List(std::move(tensors));
}

aclTensorList* Call::Outputs() {
  std::vector<aclTensor*> tensors;
  for (size_t index = 0; index < request_.outputs.size(); ++index) {
    tensors.push_back(Output(index));
  }
  return List(std::move(tensors));
}

// The list takes its tensors over.
aclTensorList* Call::List(std::vector<aclTensor*> tensors) {
  aclTensorList* const list = aclCreateTensorList(tensors.data(), tensors.size());
  if (list == nullptr) {
    Fail("a list of tensors could not be made");
    return nullptr;
  }
  lists_.push_back(list);
  std::erase_if(tensors_,
                [&](const aclTensor* tensor) { return std::ranges::find(tensors, tensor) != tensors.end(); });
  return list;
}

size_t Call::InputCount() const {
  return request_.inputDescriptions.size();
}
bool Call::HasInput(size_t index) const {
  return At(request_.inputDescriptions, index) != nullptr;
}
std::vector<int64_t> Call::InputDims(size_t index) const {
  return DimsOf(At(request_.inputDescriptions, index));
}
aclDataType Call::InputDtype(size_t index) const {
  return DtypeOf(At(request_.inputDescriptions, index));
}
std::vector<int64_t> Call::OutputDims(size_t index) const {
  return DimsOf(At(request_.outputDescriptions, index));
}
aclDataType Call::OutputDtype(size_t index) const {
  return DtypeOf(At(request_.outputDescriptions, index));
}

bool Call::IsOnHost(size_t index) const {
  const aclTensorDesc* const description = At(request_.inputDescriptions, index);
  return description != nullptr &&
         (description->constant.has_value() || description->placement != ACL_MEMTYPE_DEVICE);
}

std::span<const std::byte> Call::HostBytes(size_t index) {
  if (!IsOnHost(index)) {
    Fail("input " + std::to_string(index) + ": expected numbers on the host, got " +
         (HasInput(index) ? "device memory" : "none"));
    return {};
  }
  const aclTensorDesc* const description = request_.inputDescriptions[index];
  if (description->constant) {
    return *description->constant;
  }
  const aclDataBuffer* const buffer = index < request_.inputs.size() ? request_.inputs[index] : nullptr;
  return {static_cast<const std::byte*>(aclGetDataBufferAddr(buffer)), aclGetDataBufferSizeV2(buffer)};
}

std::vector<int64_t> Call::HostIntegers(size_t index) {
  const std::span<const std::byte> bytes = HostBytes(index);
  switch (InputDtype(index)) {
    case ACL_INT32:
      return ReadIntegers<int32_t>(bytes);
    case ACL_INT64:
      return ReadIntegers<int64_t>(bytes);
    default:
      Fail("input " + std::to_string(index) + ": expected INT32 or INT64, got " +
           NameOf(static_cast<DType>(InputDtype(index))));
      return {};
  }
}

double Call::HostReal(size_t index) {
  const std::span<const std::byte> bytes = HostBytes(index);
  float value = 0;
  if (InputDtype(index) != ACL_FLOAT || bytes.size() < sizeof(value)) {
    Fail("input " + std::to_string(index) + ": expected a FLOAT on the host");
  } else {
    std::memcpy(&value, bytes.data(), sizeof(value));
  }
  return static_cast<double>(value);
}

aclError Call::ReadDevice(const void* source, std::span<std::byte> read) const {
  const aclError status = aclrtSynchronizeStream(request_.stream);
  if (status != ACL_SUCCESS || read.empty()) {
    return status;
  }
  return aclrtMemcpy(read.data(), read.size(), source, read.size(), ACL_MEMCPY_DEVICE_TO_HOST);
}

double Call::DeviceReal(size_t index) {
  if (InputDtype(index) != ACL_FLOAT || index >= request_.inputs.size()) {
    Fail("input " + std::to_string(index) + ": expected a FLOAT");
    return 0;
  }
  float value = 0;
  const aclError status =
      ReadDevice(aclGetDataBufferAddr(request_.inputs[index]), std::as_writable_bytes(std::span(&value, 1)));
  if (status != ACL_SUCCESS) {
    Fail("input " + std::to_string(index) + " cannot be read: status " + std::to_string(status));
  }
  return static_cast<double>(value);
}

std::vector<int64_t> Call::DeviceIntegers(size_t index) {
  const std::vector<int64_t> dims = InputDims(index);
  aclTensor* const integers = Temporary(dims, ACL_INT64);
  Do<OPENACLNN_PHASES(Cast)>(Input(index), ACL_INT64, integers);
  return Read(integers, ElementsOf(dims));
}

int64_t Call::HostInteger(size_t index) {
  const std::vector<int64_t> values = HostIntegers(index);
  if (values.empty()) {
    Fail("input " + std::to_string(index) + ": expected an integer, got none");
    return 0;
  }
  return values.front();
}

bool Call::Flag(const char* name, bool otherwise) const {
  return Get<bool>(request_.attributes, name, otherwise);
}
int64_t Call::Integer(const char* name, int64_t otherwise) const {
  return Get<int64_t>(request_.attributes, name, otherwise);
}
double Call::Real(const char* name, double otherwise) const {
  const auto* const value = Find<float>(request_.attributes, name);
  return value == nullptr ? otherwise : static_cast<double>(*value);
}
std::string Call::Text(const char* name, const char* otherwise) const {
  return Get<std::string>(request_.attributes, name, otherwise);
}
std::vector<int64_t> Call::Integers(const char* name) const {
  return Get<std::vector<int64_t>>(request_.attributes, name, std::vector<int64_t>());
}

aclScalar* Call::Scalar(double value) {
  return Keep(aclCreateScalar(&value, ACL_DOUBLE));
}
aclScalar* Call::Scalar(int64_t value) {
  return Keep(aclCreateScalar(&value, ACL_INT64));
}
aclScalar* Call::Keep(aclScalar* scalar) {
  if (scalar == nullptr) {
    Fail("a number of the operator could not be described");
  } else {
    scalars_.push_back(scalar);
  }
  return scalar;
}

aclBoolArray* Call::Mask(const std::array<bool, 3>& wanted) {
  aclBoolArray* const mask = aclCreateBoolArray(wanted.data(), wanted.size());
  if (mask == nullptr) {
    Fail("a list of truth values could not be made");
  } else {
    masks_.push_back(mask);
  }
  return mask;
}

aclIntArray* Call::Array(const std::vector<int64_t>& values) {
  aclIntArray* const array = aclCreateIntArray(values.data(), values.size());
  if (array == nullptr) {
    Fail("a list of numbers could not be made");
  } else {
    arrays_.push_back(array);
  }
  return array;
}

aclTensor* Call::Temporary(const std::vector<int64_t>& dims, aclDataType dtype) {
  uint64_t bytes = aclDataTypeSize(dtype);
  for (const int64_t extent : dims) {
    bytes *= static_cast<uint64_t>(extent);
  }
  return Make(dims, dtype, ACL_FORMAT_ND, Allocate(bytes));
}

}  // namespace openaclnn::single_operator
