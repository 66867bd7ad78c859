// SPDX-License-Identifier: Apache-2.0
//
// Calls of serving programs, as contenders: tensors of random numbers in device memory, both phases and a synchronize.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "bench/turns/contender.h"

namespace bench {

// A tensor and its memory. Floating-point numbers have magnitudes from 1/2 to 1 and either sign; integers have any bits.
class Operand {
 public:
  using Shape = std::vector<int64_t>;

  explicit Operand(const Shape& shape, aclDataType dtype);

  // The same memory, with the last two dims swapped.
  [[nodiscard]] Operand Transposed() const;

  [[nodiscard]] aclTensor* Tensor() const { return tensor_.get(); }
  [[nodiscard]] void* Data() const { return memory_.get(); }
  [[nodiscard]] int64_t Bytes() const { return bytes_; }

 private:
  Operand(const Operand& of, Shape shape, const Shape& strides);

  Shape shape_;
  aclDataType dtype_;
  int64_t bytes_ = 0;
  std::shared_ptr<void> memory_;
  std::shared_ptr<aclTensor> tensor_;
};

// Lists own their tensors: this one takes views of the operands.
[[nodiscard]] std::shared_ptr<aclTensorList> ListOf(const std::vector<Operand>& operands);

using PhaseOne = std::function<aclnnStatus(uint64_t* workspaceSize, aclOpExecutor** executor)>;
using PhaseTwo = aclnnStatus(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                             aclrtStream stream);

// `first` holds the operands that it uses.
[[nodiscard]] std::unique_ptr<Contender> MakeCall(PhaseOne first, PhaseTwo* second);

}  // namespace bench
