// SPDX-License-Identifier: Apache-2.0
//
// A call of any operator: its tensors in a row, and its objects handed over as the prototype wants them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "catalogue/model/operator.h"

namespace openaclnn::catalogue {

/// A tensor of a call: an argument, or an entry of a tensor list.
struct Operand {
  const Argument* argument = nullptr;
  TensorSpec tensor{};
  bool absent = false;   // null is passed
  bool leftOut = false;  // an output that the mask leaves out: nothing is written

  [[nodiscard]] bool IsRead() const { return !absent && argument->IsRead(); }
  [[nodiscard]] bool IsWritten() const { return !absent && !leftOut && argument->IsWritten(); }
  [[nodiscard]] int64_t Elements() const { return Product(tensor.shape); }
  [[nodiscard]] size_t Bytes() const { return static_cast<size_t>(Elements()) * SizeOf(tensor.dtype); }
};

struct Call {
  const Operator* op = nullptr;
  Arguments arguments{};            // with all attributes
  std::vector<Operand> operands{};  // in the order of the prototype

  /// The first operand of that argument.
  [[nodiscard]] size_t IndexOf(std::string_view argument) const;
};

/// Fills in attributes that have a default or follow from the inputs, and the shapes and types of outputs.
/// Throws std::invalid_argument where an attribute is missing.
[[nodiscard]] Call MakeCall(const Operator& op, Arguments arguments);

/// Bytes of all inputs and outputs: what no implementation can help moving.
[[nodiscard]] size_t MinimalBytes(const Call& call);

/// The C objects of a call, alive as long as this.
class BoundCall {
 public:
  /// Takes the tensors over, one for each operand, null for those that are absent. Throws std::bad_alloc.
  BoundCall(const Call& call, std::vector<aclTensor*> tensors);
  BoundCall(const BoundCall&) = delete;
  BoundCall& operator=(const BoundCall&) = delete;
  BoundCall(BoundCall&&) = default;
  BoundCall& operator=(BoundCall&&) = default;
  ~BoundCall() = default;

  aclnnStatus PhaseOne(uint64_t* workspaceSize, aclOpExecutor** executor) const;
  aclnnStatus PhaseTwo(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                       aclrtStream stream) const;

  /// What phase one is handed, one for each argument.
  [[nodiscard]] std::span<const CValue> Values() const { return values_; }
  [[nodiscard]] aclTensor* Tensor(size_t operand) const { return tensors_[operand]; }
  /// An output's shape when the work is done: of some it is the data that decide how much of it is written.
  [[nodiscard]] Shape ShapeOf(size_t operand) const;

 private:
  struct Destroy {
    CType type = CType::kTensor;
    void operator()(const void* object) const;
  };
  using Object = std::unique_ptr<const void, Destroy>;

  CValue Hand(CType type, const void* object);
  CValue HandTensor(const Argument& argument, std::vector<aclTensor*> tensors);
  CValue HandAttribute(const Argument& argument, const Value& value);
  CValue HandMask(const Call& call);

  const Operator* op_;
  std::vector<aclTensor*> tensors_;
  std::vector<CValue> values_;
  std::vector<Object> objects_;
};

}  // namespace openaclnn::catalogue
