// SPDX-License-Identifier: Apache-2.0
#include "tests/support/device.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "tests/support/half.h"

namespace openaclnn::testing {
namespace {

// The documented alignment of a tensor's base is 32 bytes and aclrtMalloc gives 64: this guard keeps both.
constexpr size_t kGuardBytes = 64;
constexpr uint8_t kGuardByte = 0x5A;

aclrtStream sharedStream = nullptr;

/// Written down when this file is linked, before main; gtest owns and runs it.
[[maybe_unused]] const ::testing::Environment* const kEnvironment =
    ::testing::AddGlobalTestEnvironment(new Runtime);

void Check(aclError status, const char* call) {
  if (status != ACL_SUCCESS) {
    throw std::runtime_error(std::string(call) + " returned " + std::to_string(status));
  }
}

/// Little-endian bytes of a NaN with a payload that no arithmetic makes; for integers an unlikely value.
std::vector<uint8_t> CanaryElement(aclDataType dtype) {
  switch (dtype) {
    case ACL_DOUBLE:
      return {0x5A, 0x5A, 0x5A, 0x5A, 0x5A, 0x5A, 0xFA, 0x7F};
    case ACL_FLOAT:
      return {0x5A, 0x5A, 0xDA, 0x7F};
    case ACL_FLOAT16:
      return {0x5A, 0x7E};
    case ACL_BF16:
      return {0xDA, 0x7F};
    default:
      return std::vector<uint8_t>(ElementSize(dtype), 0x5A);
  }
}

std::string TakeMessage() {
  const char* message = aclGetRecentErrMsg();
  return message == nullptr ? std::string() : std::string(message);
}

thread_local std::string lastMessage;

/// Keeps the message that belongs to a failed status.
aclnnStatus Failed(aclnnStatus status) {
  lastMessage = TakeMessage();
  return status;
}

/// Device memory for a workspace, canaries on both sides.
class Workspace {
 public:
  explicit Workspace(uint64_t size) : size_(size) {
    if (size_ == 0) {
      return;
    }
    void* memory = nullptr;
    Check(aclrtMalloc(&memory, Total(), ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc of the workspace");
    memory_ = static_cast<uint8_t*>(memory);
    // Canaries inside as well: a kernel that takes fresh workspace for zeros shall fail.
    const std::vector<uint8_t> image(Total(), kGuardByte);
    const aclError status = aclrtMemcpy(memory_, Total(), image.data(), Total(), ACL_MEMCPY_HOST_TO_DEVICE);
    if (status != ACL_SUCCESS) {
      (void)aclrtFree(memory_);
      Check(status, "aclrtMemcpy to the workspace");
    }
  }
  ~Workspace() {
    if (memory_ != nullptr) {
      (void)aclrtFree(memory_);
    }
  }
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  void* Get() const { return memory_ == nullptr ? nullptr : memory_ + kGuardBytes; }

  bool GuardsIntact() const {
    return memory_ == nullptr || (GuardIntact(memory_) && GuardIntact(memory_ + kGuardBytes + size_));
  }

 private:
  static bool GuardIntact(const uint8_t* guard) {
    std::vector<uint8_t> bytes(kGuardBytes);
    Check(aclrtMemcpy(bytes.data(), kGuardBytes, guard, kGuardBytes, ACL_MEMCPY_DEVICE_TO_HOST),
          "aclrtMemcpy of a workspace guard");
    return std::all_of(bytes.begin(), bytes.end(), [](uint8_t byte) { return byte == kGuardByte; });
  }

  size_t Total() const { return static_cast<size_t>(size_) + 2 * kGuardBytes; }

  uint64_t size_;
  uint8_t* memory_ = nullptr;
};

}  // namespace

aclrtStream Runtime::Stream() {
  return sharedStream;
}

void Runtime::SetUp() {
  const aclError status = aclInit(nullptr);
  // A test binary is free to have initialised the runtime itself.
  ASSERT_TRUE(status == ACL_SUCCESS || status == ACL_ERROR_REPEAT_INITIALIZE)
      << "aclInit returned " << status;
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&sharedStream), ACL_SUCCESS);
}

void Runtime::TearDown() {
  if (sharedStream != nullptr) {
    EXPECT_EQ(aclrtDestroyStream(sharedStream), ACL_SUCCESS);
    sharedStream = nullptr;
  }
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

Layout Layout::Transposed(size_t rank) {
  Layout layout;
  layout.order.resize(rank);
  std::iota(layout.order.rbegin(), layout.order.rend(), size_t{0});
  return layout;
}

Layout Layout::Permuted(std::vector<size_t> order) {
  Layout layout;
  layout.order = std::move(order);
  return layout;
}

Layout Layout::ChannelsLast(size_t rank) {
  Require(rank >= 2, "there is no channel dim");
  Layout layout;
  layout.order.push_back(0);
  for (size_t dim = 2; dim < rank; ++dim) {
    layout.order.push_back(dim);
  }
  layout.order.push_back(1);
  return layout;
}

Layout Layout::Stepped(std::vector<int64_t> steps) {
  Layout layout;
  layout.steps = std::move(steps);
  return layout;
}

Layout Layout::Offset(int64_t elements) {
  return Layout().WithOffset(elements);
}

Layout Layout::Expanded(std::vector<size_t> dims) {
  Layout layout;
  layout.expanded = std::move(dims);
  return layout;
}

Layout Layout::WithOffset(int64_t elements) const {
  Layout layout = *this;
  layout.offset = elements;
  return layout;
}

DeviceTensor::DeviceTensor(AllCanaries /*tag*/, Shape shape, aclDataType dtype, const Layout& layout,
                           aclFormat format)
    : shape_(std::move(shape)), strides_(shape_.size(), 0), dtype_(dtype), offset_(layout.offset) {
  const size_t rank = shape_.size();
  std::vector<size_t> everyDim(rank);
  std::iota(everyDim.begin(), everyDim.end(), size_t{0});
  const std::vector<size_t> order = layout.order.empty() ? everyDim : layout.order;
  const Shape steps = layout.steps.empty() ? Shape(rank, 1) : layout.steps;
  Require(std::is_permutation(order.begin(), order.end(), everyDim.begin(), everyDim.end()),
          "the order does not name every dim once");
  Require(steps.size() == rank, "there is not one step per dim");
  Require(layout.offset >= 0, "the offset is negative");

  uint64_t extent = 1;  // without elements it may wrap around: strides mean nothing then
  for (auto dim = order.rbegin(); dim != order.rend(); ++dim) {
    const bool isExpanded =
        std::find(layout.expanded.begin(), layout.expanded.end(), *dim) != layout.expanded.end();
    if (isExpanded) {
      continue;  // its stride stays 0
    }
    const auto step = static_cast<uint64_t>(steps[*dim]);
    strides_.at(*dim) = static_cast<int64_t>(extent * step);
    extent *= static_cast<uint64_t>(shape_[*dim]) * step;
  }
  storageElements_ = static_cast<size_t>(layout.offset) + extent;

  void* memory = nullptr;
  const size_t bytes = storageElements_ * ElementSize(dtype_) + 2 * kGuardBytes;
  Check(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  memory_.reset(static_cast<uint8_t*>(memory));
  FillWithCanaries();

  // The plainest storage a client describes: one dim that counts its elements.
  const auto storageDim = static_cast<int64_t>(storageElements_);
  tensor_.reset(
      aclCreateTensor(shape_.data(), rank, dtype_, strides_.data(), offset_, format, &storageDim, 1, Data()));
  if (tensor_ == nullptr) {
    throw std::runtime_error("aclCreateTensor returned null");
  }
}

DeviceTensor::DeviceTensor(const Array& values, aclDataType dtype, const Layout& layout, aclFormat format)
    : DeviceTensor(AllCanaries{}, values.shape, dtype, layout, format) {
  std::vector<uint8_t> image = CanaryImage();
  const std::vector<size_t> places = Places();
  for (size_t element = 0; element < places.size(); ++element) {
    EncodeElement(dtype_, values.values.at(element), &image[places[element]]);
  }
  for (size_t element = 0; element < places.size(); ++element) {
    std::vector<uint8_t> encoded(ElementSize(dtype_));
    EncodeElement(dtype_, values.values[element], encoded.data());
    Require(std::equal(encoded.begin(), encoded.end(), &image[places[element]]),
            "values differ along an expanded dim");
  }
  Upload(image);
}

DeviceTensor DeviceTensor::Output(const Shape& shape, aclDataType dtype, const Layout& layout,
                                  aclFormat format) {
  Require(layout.expanded.empty(), "an output cannot be expanded");
  return {AllCanaries{}, shape, dtype, layout, format};
}

void* DeviceTensor::Data() const {
  return memory_.get() + kGuardBytes;
}

std::vector<size_t> DeviceTensor::Places() const {
  std::vector<size_t> places(static_cast<size_t>(NumElements(shape_)));
  for (size_t element = 0; element < places.size(); ++element) {
    const Shape index = IndexOf(shape_, static_cast<int64_t>(element));
    int64_t place = offset_;
    for (size_t dim = 0; dim < index.size(); ++dim) {
      place += index[dim] * strides_[dim];
    }
    places[element] = kGuardBytes + static_cast<size_t>(place) * ElementSize(dtype_);
  }
  return places;
}

std::vector<uint8_t> DeviceTensor::CanaryImage() const {
  const std::vector<uint8_t> canary = CanaryElement(dtype_);
  std::vector<uint8_t> image(storageElements_ * canary.size() + 2 * kGuardBytes, kGuardByte);
  for (size_t element = 0; element < storageElements_; ++element) {
    std::memcpy(&image[kGuardBytes + element * canary.size()], canary.data(), canary.size());
  }
  return image;
}

void DeviceTensor::FillWithCanaries() {
  Upload(CanaryImage());
}

void DeviceTensor::Upload(const std::vector<uint8_t>& image) {
  Check(aclrtMemcpy(memory_.get(), image.size(), image.data(), image.size(), ACL_MEMCPY_HOST_TO_DEVICE),
        "aclrtMemcpy to the device");
}

std::vector<uint8_t> DeviceTensor::Bytes() const {
  std::vector<uint8_t> bytes(storageElements_ * ElementSize(dtype_) + 2 * kGuardBytes);
  Check(aclrtMemcpy(bytes.data(), bytes.size(), memory_.get(), bytes.size(), ACL_MEMCPY_DEVICE_TO_HOST),
        "aclrtMemcpy from the device");
  return bytes;
}

Array DeviceTensor::Read() const {
  const std::vector<uint8_t> bytes = Bytes();
  const std::vector<uint8_t> canary = CanaryElement(dtype_);
  const std::vector<size_t> places = Places();
  Array array = Full(shape_, 0.0);
  for (size_t element = 0; element < places.size(); ++element) {
    const uint8_t* place = &bytes[places[element]];
    const bool unwritten = IsFloating(dtype_) && std::equal(canary.begin(), canary.end(), place);
    array.values[element] = unwritten ? UnwrittenValue() : DecodeElement(dtype_, place);
  }
  return array;
}

bool DeviceTensor::CanariesIntact() const {
  std::vector<uint8_t> bytes = Bytes();
  const std::vector<uint8_t> image = CanaryImage();
  for (const size_t place : Places()) {  // the view itself may hold anything
    std::memcpy(&bytes[place], &image[place], ElementSize(dtype_));
  }
  return bytes == image;
}

aclnnStatus RunTwoPhase(const PhaseOne& phaseOne, PhaseTwo phaseTwo, aclrtStream stream) {
  lastMessage.clear();
  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  aclnnStatus status = phaseOne(&workspaceSize, &executor);
  if (status != ACL_SUCCESS) {
    return Failed(status);
  }
  if (executor == nullptr) {
    ADD_FAILURE() << "phase one succeeded without an executor";
  }
  const Workspace workspace(workspaceSize);
  status = phaseTwo(workspace.Get(), workspaceSize, executor, stream);
  if (status != ACL_SUCCESS) {
    return Failed(status);
  }
  status = aclrtSynchronizeStream(stream);
  if (status != ACL_SUCCESS) {
    Failed(status);  // before further calls replace the message
  }
  EXPECT_TRUE(workspace.GuardsIntact())
      << "the operator wrote beside its workspace of " << workspaceSize << " bytes";
  return status;
}

const std::string& LastMessage() {
  return lastMessage;
}

}  // namespace openaclnn::testing
