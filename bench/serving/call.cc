// SPDX-License-Identifier: Apache-2.0
#include "bench/serving/call.h"

#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>

#include "bench/turns/library.h"

namespace bench {
namespace {

void Check(int status, const char* what) {
  if (status != 0) {
    const char* const message = aclGetRecentErrMsg();
    throw std::runtime_error(std::string(what) + " failed with " + std::to_string(status) + ": " +
                             (message == nullptr ? "" : message));
  }
}

// Bits of a word that stay random, and those that are set: of floating-point numbers the exponent of 1/2.
struct Bits {
  uint64_t random;
  uint64_t set;
};
Bits BitsOf(aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT:
      return {0x807FFFFF807FFFFF, 0x3F0000003F000000};
    case ACL_FLOAT16:
      return {0x83FF83FF83FF83FF, 0x3800380038003800};
    case ACL_BF16:
      return {0x807F807F807F807F, 0x3F003F003F003F00};
    default:
      return {~uint64_t{0}, 0};
  }
}

int64_t Product(const Operand::Shape& shape) {
  int64_t product = 1;
  for (const int64_t extent : shape) {
    product *= extent;
  }
  return product;
}

int64_t BytesOf(const Operand::Shape& shape, aclDataType dtype) {
  const int64_t elements = Product(shape);
  return dtype == ACL_INT4 ? elements / 2 : elements * static_cast<int64_t>(aclDataTypeSize(dtype));
}

Operand::Shape Contiguous(const Operand::Shape& shape) {
  Operand::Shape strides(shape.size());
  int64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0; stride *= shape[dim]) {
    strides[dim] = stride;
  }
  return strides;
}

std::shared_ptr<aclTensor> Describe(const Operand::Shape& shape, const Operand::Shape& strides,
                                    aclDataType dtype, void* memory) {
  const int64_t elements = Product(shape);
  aclTensor* const tensor = aclCreateTensor(shape.data(), shape.size(), dtype, strides.data(), 0,
                                            ACL_FORMAT_ND, &elements, 1, memory);
  Check(tensor == nullptr ? 1 : 0, "aclCreateTensor");
  return {tensor, aclDestroyTensor};
}

class Call final : public Contender {
 public:
  Call(PhaseOne first, PhaseTwo* second) : first_(std::move(first)), second_(second) {}

  void Run() override {
    uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    Check(first_(&bytes, &executor), "phase one");
    if (bytes > room_) {
      workspace_ = AllocateDeviceMemory(bytes);
      room_ = bytes;
    }
    Check(second_(bytes == 0 ? nullptr : workspace_.get(), bytes, executor, nullptr), "phase two");
    Check(aclrtSynchronizeStream(nullptr), "aclrtSynchronizeStream");
  }

 private:
  PhaseOne first_;
  PhaseTwo* second_;
  std::shared_ptr<void> workspace_;
  uint64_t room_ = 0;
};

}  // namespace

Operand::Operand(const Shape& shape, aclDataType dtype)
    : shape_(shape),
      dtype_(dtype),
      bytes_(BytesOf(shape, dtype)),
      memory_(AllocateDeviceMemory(static_cast<size_t>(bytes_ + 7))),
      tensor_(Describe(shape, Contiguous(shape), dtype, memory_.get())) {
  std::mt19937_64 random(1);
  const Bits bits = BitsOf(dtype);
  for (int64_t at = 0; at < bytes_; at += 8) {
    const uint64_t word = (random() & bits.random) | bits.set;
    std::memcpy(static_cast<char*>(memory_.get()) + at, &word, sizeof(word));
  }
}

Operand::Operand(const Operand& of, Shape shape, const Shape& strides)
    : shape_(std::move(shape)),
      dtype_(of.dtype_),
      bytes_(of.bytes_),
      memory_(of.memory_),
      tensor_(Describe(shape_, strides, dtype_, memory_.get())) {}

Operand Operand::Transposed() const {
  Shape shape = shape_;
  Shape strides = Contiguous(shape_);
  const size_t last = shape.size() - 1;
  std::swap(shape[last], shape[last - 1]);
  std::swap(strides[last], strides[last - 1]);
  return {*this, shape, strides};
}

std::shared_ptr<aclTensorList> ListOf(const std::vector<Operand>& operands) {
  std::vector<const aclTensor*> tensors;
  tensors.reserve(operands.size());
  for (const Operand& operand : operands) {
    tensors.push_back(operand.Tensor());
  }
  aclTensorList* const list = aclCreateTensorList(tensors.data(), tensors.size());
  Check(list == nullptr ? 1 : 0, "aclCreateTensorList");
  return {list, [operands](const aclTensorList* /*list*/) {}};
}

std::unique_ptr<Contender> MakeCall(PhaseOne first, PhaseTwo* second) {
  return std::make_unique<Call>(std::move(first), second);
}

}  // namespace bench
