// SPDX-License-Identifier: Apache-2.0
//
// A call of an operator by its name: what the caller gave, as the objects of aclnn.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "aclnn/acl_meta.h"
#include "base/status.h"
#include "runtime/single_operator/attributes.h"
#include "runtime/single_operator/tensor_description.h"

/// Both phases of an operator of aclnn, for Call::Do.
#define OPENACLNN_PHASES(name) aclnn##name##GetWorkspaceSize, aclnn##name

namespace openaclnn::single_operator {

/// What aclopCompileAndExecute was given. An operand without an element type, or null, was left out.
struct Request {
  std::span<const aclTensorDesc* const> inputDescriptions;
  std::span<const aclDataBuffer* const> inputs;
  std::span<const aclTensorDesc* const> outputDescriptions;
  std::span<aclDataBuffer* const> outputs;
  /// Those of the outputs, where the client reads there what dims they got; else none.
  std::span<aclTensorDesc* const> resultDescriptions;
  const aclopAttr* attributes;
  aclrtStream stream;
};

[[nodiscard]] int64_t ElementsOf(const std::vector<int64_t>& dims);

/// A part of a contiguous tensor, or all of it in another order: extents, distances in elements, and the
/// first element; and the extents of the tensor.
struct Layout {
  std::vector<int64_t> dims;
  std::vector<int64_t> strides;
  int64_t offset = 0;
  std::vector<int64_t> storage;
};

/// Of a contiguous tensor: all of it.
[[nodiscard]] Layout LayoutOf(const std::vector<int64_t>& dims);
/// From these indices on, by steps, so many.
[[nodiscard]] Layout Window(Layout layout, const std::vector<int64_t>& first,
                            const std::vector<int64_t>& dims, const std::vector<int64_t>& steps = {});

/// Runs aclnn operators on what a request describes, one after the other, until one fails. The objects that
/// it hands out live as long as the call; memory of its own as long as the stream uses it.
class Call {
 public:
  explicit Call(const Request& request) : request_(request) {}
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call();

  /// An operand as a contiguous tensor; null where it was left out.
  [[nodiscard]] aclTensor* Input(size_t index);
  [[nodiscard]] aclTensor* Output(size_t index);
  /// Operands as a list.
  [[nodiscard]] aclTensorList* Inputs(size_t first, size_t count);
  [[nodiscard]] aclTensorList* Outputs();
  [[nodiscard]] aclTensorList* List(std::vector<aclTensor*> tensors);
  [[nodiscard]] size_t InputCount() const;
  [[nodiscard]] bool HasInput(size_t index) const;
  [[nodiscard]] std::vector<int64_t> InputDims(size_t index) const;
  [[nodiscard]] aclDataType InputDtype(size_t index) const;
  [[nodiscard]] std::vector<int64_t> OutputDims(size_t index) const;
  [[nodiscard]] aclDataType OutputDtype(size_t index) const;
  /// The numbers of an input that lies on the host, as those of axes and shapes do. The call fails where it
  /// does not, or holds no integers.
  [[nodiscard]] std::vector<int64_t> HostIntegers(size_t index);
  [[nodiscard]] bool IsOnHost(size_t index) const;
  /// A FLOAT on the host.
  [[nodiscard]] double HostReal(size_t index);
  /// A FLOAT in device memory, which is waited for.
  [[nodiscard]] double DeviceReal(size_t index);
  [[nodiscard]] int64_t HostInteger(size_t index);
  /// Integers in device memory, which are waited for.
  [[nodiscard]] std::vector<int64_t> DeviceIntegers(size_t index);

  /// Attributes; the default where the caller gave none, or one of another type.
  [[nodiscard]] bool Flag(const char* name, bool otherwise) const;
  [[nodiscard]] int64_t Integer(const char* name, int64_t otherwise) const;
  [[nodiscard]] double Real(const char* name, double otherwise) const;
  [[nodiscard]] std::string Text(const char* name, const char* otherwise) const;
  [[nodiscard]] std::vector<int64_t> Integers(const char* name) const;

  [[nodiscard]] aclScalar* Scalar(double value);
  [[nodiscard]] aclScalar* Scalar(int64_t value);
  /// Which of the gradients of input, weight and bias are wanted.
  [[nodiscard]] aclBoolArray* Mask(const std::array<bool, 3>& wanted);
  [[nodiscard]] aclIntArray* Array(const std::vector<int64_t>& values);
  /// A tensor in memory of its own.
  [[nodiscard]] aclTensor* Temporary(const std::vector<int64_t>& dims, aclDataType dtype);
  /// An operand under another shape of as many elements.
  [[nodiscard]] aclTensor* InputAs(size_t index, const std::vector<int64_t>& dims);
  [[nodiscard]] aclTensor* OutputAs(size_t index, const std::vector<int64_t>& dims);
  /// The same memory, looked at in another way.
  [[nodiscard]] aclTensor* View(aclTensor* tensor, const Layout& layout);
  /// Copies an input that the operator has changed in place to an output, where that was given and has memory
  /// of its own.
  void Return(size_t input, size_t output);
  /// Integers as a tensor of one dim.
  [[nodiscard]] aclTensor* Numbers(const std::vector<int64_t>& values);
  /// So many numbers of an INT64 tensor, which are waited for; none where something failed.
  [[nodiscard]] std::vector<int64_t> Read(aclTensor* tensor, int64_t count);
  /// The dims of an output that depend on what the inputs hold. The call fails where the client cannot learn
  /// them, or gave less memory.
  [[nodiscard]] bool SetOutputDims(size_t output, const std::vector<int64_t>& dims);

  /// Both phases of an operator; nothing where something failed before.
  template <auto plan, auto run, typename... Arguments>
  void Do(Arguments... arguments) {
    if (status_.IsOk()) {
      uint64_t bytes = 0;
      aclOpExecutor* executor = nullptr;
      const aclnnStatus planned = plan(arguments..., &bytes, &executor);
      Launch(planned, bytes, executor, run);
    }
  }

  /// The dim that an axis names, counted from the end where it is negative. The call fails where there is
  /// none.
  [[nodiscard]] std::optional<size_t> Axis(const char* name, int64_t given, size_t rank);
  /// The call cannot be made as it was asked for.
  void Fail(std::string text);
  /// What became of it; memory of its own goes when the stream has come so far.
  [[nodiscard]] Status Finish();

 private:
  using PhaseTwo = aclnnStatus (*)(void*, uint64_t, aclOpExecutor*, aclrtStream);

  void Launch(aclnnStatus planned, uint64_t bytes, aclOpExecutor* executor, PhaseTwo run);
  [[nodiscard]] std::span<const std::byte> HostBytes(size_t index);
  /// Waits for the stream.
  [[nodiscard]] aclError ReadDevice(const void* source, std::span<std::byte> read) const;
  [[nodiscard]] void* Allocate(uint64_t bytes);
  [[nodiscard]] aclTensor* Make(const std::vector<int64_t>& dims, int32_t dtype, int32_t format, void* data);
  [[nodiscard]] aclTensor* Keep(aclTensor* tensor);
  [[nodiscard]] aclScalar* Keep(aclScalar* scalar);
  [[nodiscard]] aclTensor* Operand(const aclTensorDesc* description, const aclDataBuffer* buffer);

  const Request& request_;
  Status status_;
  std::vector<aclTensor*> tensors_;
  std::vector<aclScalar*> scalars_;
  std::vector<aclIntArray*> arrays_;
  std::vector<aclBoolArray*> masks_;
  std::vector<aclTensorList*> lists_;
  std::vector<void*> memory_;
};

}  // namespace openaclnn::single_operator
