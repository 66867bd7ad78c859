// SPDX-License-Identifier: Apache-2.0
#pragma once

// Drives the library as a client does, through its public C API alone.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "tests/support/array.h"

namespace openaclnn::testing {

/// aclInit, device 0 and one stream for the whole test binary. Linking device.cc registers it as a global
/// test environment: aclFinalize must not run from a static destructor.
class Runtime : public ::testing::Environment {
 public:
  /// The stream of the binary; null before the tests start and if the runtime did not come up.
  static aclrtStream Stream();

  void SetUp() override;
  void TearDown() override;
};

/// How a tensor's view lies in its storage. Start from a named constructor; WithOffset may follow any of
/// them.
struct Layout {
  /// Dims of the view from outermost to innermost in memory; empty: as they are.
  std::vector<size_t> order;
  /// Per dim of the view, every how many places an element sits; empty: 1 everywhere.
  std::vector<int64_t> steps;
  /// Dims of the view with stride zero: their elements share one place (for inputs).
  std::vector<size_t> expanded;
  /// Elements of storage before the view's first one.
  int64_t offset = 0;

  static Layout Contiguous() { return {}; }
  /// First dim innermost.
  static Layout Transposed(size_t rank);
  static Layout Permuted(std::vector<size_t> order);
  /// [N, C, ...] with C innermost.
  static Layout ChannelsLast(size_t rank);
  static Layout Stepped(std::vector<int64_t> steps);
  static Layout Offset(int64_t elements);
  static Layout Expanded(std::vector<size_t> dims);

  Layout WithOffset(int64_t elements) const;
};

/// A tensor in device memory and its descriptor. All bytes of its storage, and a guard on each side of it,
/// hold canaries before the view's values are written; an output's view holds them too, so that what an
/// operator leaves unwritten shows. Throws std::runtime_error if the library refuses memory or a copy.
class DeviceTensor {
 public:
  /// An input. Along expanded dims `values` must be constant.
  DeviceTensor(const Array& values, aclDataType dtype, const Layout& layout = Layout::Contiguous(),
               aclFormat format = ACL_FORMAT_ND);

  /// An output, all canaries.
  static DeviceTensor Output(const Shape& shape, aclDataType dtype,
                             const Layout& layout = Layout::Contiguous(), aclFormat format = ACL_FORMAT_ND);

  aclTensor* Get() const { return tensor_.get(); }
  aclDataType Dtype() const { return dtype_; }
  const Shape& ViewShape() const { return shape_; }
  const Shape& ViewStrides() const { return strides_; }
  /// The base address given to the descriptor (element 0 of the storage).
  void* Data() const;

  /// The view; UnwrittenValue() where an output still holds its canary.
  Array Read() const;
  /// Storage and guards as bytes: equal for two runs that gave the same bits.
  std::vector<uint8_t> Bytes() const;
  /// Whether all bytes outside the view, guards included, still hold the canary.
  bool CanariesIntact() const;
  /// Puts canaries everywhere again, to run into the same output once more.
  void FillWithCanaries();

 private:
  struct DestroyTensor {
    void operator()(aclTensor* tensor) const { (void)aclDestroyTensor(tensor); }
  };
  struct FreeMemory {
    void operator()(uint8_t* memory) const { (void)aclrtFree(memory); }
  };

  struct AllCanaries {};  // keeps braced Arrays from meaning a shape
  DeviceTensor(AllCanaries tag, Shape shape, aclDataType dtype, const Layout& layout, aclFormat format);

  /// The place of each element of the view, in bytes from the start of the allocation.
  std::vector<size_t> Places() const;
  std::vector<uint8_t> CanaryImage() const;
  void Upload(const std::vector<uint8_t>& image);

  Shape shape_;
  Shape strides_;
  aclDataType dtype_;
  int64_t offset_;
  size_t storageElements_ = 0;
  std::unique_ptr<uint8_t, FreeMemory> memory_;
  std::unique_ptr<aclTensor, DestroyTensor> tensor_;
};

class BoolArray {
 public:
  BoolArray(std::initializer_list<bool> values) : array_(aclCreateBoolArray(values.begin(), values.size())) {}
  const aclBoolArray* Get() const { return array_.get(); }

 private:
  struct Destroy {
    void operator()(aclBoolArray* array) const { (void)aclDestroyBoolArray(array); }
  };
  std::unique_ptr<aclBoolArray, Destroy> array_;
};

using PhaseOne = std::function<aclnnStatus(uint64_t* workspaceSize, aclOpExecutor** executor)>;
using PhaseTwo = aclnnStatus (*)(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                 aclrtStream stream);

/// Phase one, a workspace of exactly the size asked for between guards, phase two, synchronise. Returns the
/// first status that is not 0. Adds a test failure if a workspace guard was hit, or phase one succeeded
/// without an executor.
///
///   const aclnnStatus status = RunTwoPhase(
///       [&](uint64_t* size, aclOpExecutor** executor) {
///         return aclnnXxxGetWorkspaceSize(input.Get(), output.Get(), size, executor);
///       },
///       aclnnXxx);
aclnnStatus RunTwoPhase(const PhaseOne& phaseOne, PhaseTwo phaseTwo, aclrtStream stream = Runtime::Stream());

/// What aclGetRecentErrMsg said after this thread's latest RunTwoPhase that failed; empty after one that
/// succeeded.
const std::string& LastMessage();

}  // namespace openaclnn::testing
