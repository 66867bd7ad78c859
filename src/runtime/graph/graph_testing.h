// SPDX-License-Identifier: Apache-2.0
//
// What the tests of graphs share.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_mul.h"
#include "runtime/core/add_rows_testing.h"
#include "runtime/core/testing.h"

namespace openaclnn::runtime {

using Floats = std::vector<float>;

inline constexpr int64_t kElements = 8;
inline constexpr size_t kBytes = kElements * sizeof(float);

// Device memory of eight floats, unless another size is given.
class Block {
 public:
  explicit Block(size_t bytes = kBytes) : bytes_(bytes) {
    EXPECT_EQ(aclrtMalloc(&data_, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemset(data_, bytes, 0, bytes), ACL_SUCCESS);
  }
  explicit Block(const Floats& values) : Block() { Write(values); }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;
  ~Block() { Free(); }

  [[nodiscard]] void* Get() const { return data_; }
  [[nodiscard]] size_t Bytes() const { return bytes_; }
  void Write(const Floats& values) const {
    const size_t bytes = values.size() * sizeof(float);
    EXPECT_EQ(aclrtMemcpy(data_, bytes_, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  }
  [[nodiscard]] Floats Read() const {
    Floats values(bytes_ / sizeof(float));
    EXPECT_EQ(aclrtMemcpy(values.data(), bytes_, data_, bytes_, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    return values;
  }
  void Free() {
    if (data_ != nullptr) {
      EXPECT_EQ(aclrtFree(data_), ACL_SUCCESS);
      data_ = nullptr;
    }
  }

 private:
  size_t bytes_;
  void* data_ = nullptr;
};

inline Floats All(float value) {
  return Floats(kElements, value);
}

inline aclTensor* MakeTensor(void* data) {
  const int64_t stride = 1;
  return aclCreateTensor(&kElements, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, &kElements, 1, data);
}

// out = self + alpha * other. The handles are gone when it returns.
inline aclnnStatus Add(void* self, void* other, void* out, aclrtStream stream, float alpha = 1) {
  const std::array<aclTensor*, 3> tensors{MakeTensor(self), MakeTensor(other), MakeTensor(out)};
  aclScalar* const scalar = aclCreateScalar(&alpha, ACL_FLOAT);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnAddGetWorkspaceSize(tensors[0], tensors[1], scalar, tensors[2], &size, &executor), 0);
  EXPECT_EQ(size, 0U);
  const aclnnStatus status = aclnnAdd(nullptr, 0, executor, stream);
  EXPECT_NE(aclDestroyAclOpExecutor(executor), 0);  // consumed
  TakeMessages();
  for (aclTensor* const tensor : tensors) {
    EXPECT_EQ(aclDestroyTensor(tensor), 0);
  }
  EXPECT_EQ(aclDestroyScalar(scalar), 0);
  return status;
}

// out = self * other
inline aclnnStatus Mul(void* self, void* other, void* out, aclrtStream stream) {
  const std::array<aclTensor*, 3> tensors{MakeTensor(self), MakeTensor(other), MakeTensor(out)};
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnMulGetWorkspaceSize(tensors[0], tensors[1], tensors[2], &size, &executor), 0);
  const aclnnStatus status = aclnnMul(nullptr, 0, executor, stream);
  for (aclTensor* const tensor : tensors) {
    aclDestroyTensor(tensor);
  }
  return status;
}

// Tasks that give another number in another order.
struct Halvings {
  static constexpr int kSteps = 150;  // more than go to a stream, or run, at once

  Block value{All(1)};
  Block one{All(1)};

  void Issue(aclrtStream stream) const {
    for (int i = 0; i < kSteps; ++i) {
      EXPECT_EQ(Add(value.Get(), value.Get(), value.Get(), stream, -0.5F), 0);  // half of it
      EXPECT_EQ(Add(value.Get(), one.Get(), value.Get(), stream), 0);
    }
  }
  // After Issue's tasks have run once.
  void ExpectInOrder() const {
    float expected = 1;
    for (int i = 0; i < kSteps; ++i) {
      expected = expected * 0.5F + 1;
    }
    EXPECT_EQ(value.Read(), All(expected));
  }
};

// A sequence of all kinds of work, on buffers of its own.
struct Sequence {
  Block input{Floats{1, 2, 3, 4, 5, 6, 7, 8}};
  Block copied;
  Block filled;
  Block sum;
  Block product;
  Block table{4 * sizeof(float)};
  Block indices{4 * sizeof(int64_t)};
  Block workspace{kAddRowsWorkspace};

  Sequence() {
    const std::array<int64_t, 4> rows{0, 1, 1, 0};
    EXPECT_EQ(aclrtMemcpy(indices.Get(), sizeof rows, rows.data(), sizeof rows, ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_SUCCESS);
  }
  void Issue(aclrtStream stream) const {
    EXPECT_EQ(
        aclrtMemcpyAsync(copied.Get(), kBytes, input.Get(), kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream),
        ACL_SUCCESS);
    EXPECT_EQ(aclrtMemsetAsync(filled.Get(), kBytes, 0x3f, kBytes, stream), ACL_SUCCESS);
    EXPECT_EQ(Add(copied.Get(), filled.Get(), sum.Get(), stream, 0.3F), 0);
    EXPECT_EQ(Mul(sum.Get(), input.Get(), product.Get(), stream), 0);
    EXPECT_EQ(Mul(product.Get(), product.Get(), product.Get(), stream), 0);  // in place
    EXPECT_EQ(AddRows(product.Get(), indices.Get(), table.Get(), workspace.Get(), stream), 0);
    EXPECT_EQ(AddRows(sum.Get(), indices.Get(), sum.Get(), workspace.Get(), stream), 0);  // staged
  }
  [[nodiscard]] std::vector<Floats> Results() const {
    return {copied.Read(), filled.Read(), sum.Read(), product.Read(), table.Read()};
  }
};

// Two streams of device 0 and a graph, which is destroyed at the end.
class GraphTest : public TwoStreamsTest {
 protected:
  void TearDown() override {
    if (graph_ != nullptr) {
      EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
      EXPECT_EQ(aclmdlRIDestroy(graph_), ACL_SUCCESS);
    }
    TwoStreamsTest::TearDown();
  }

  void Begin(aclmdlRICaptureMode mode = ACL_MODEL_RI_CAPTURE_MODE_GLOBAL) {
    ASSERT_EQ(aclmdlRICaptureBegin(stream_, mode), ACL_SUCCESS);
  }
  void End() { ASSERT_EQ(aclmdlRICaptureEnd(stream_, &graph_), ACL_SUCCESS) << TakeMessages(); }
  // Captures what `issue` gives to the stream.
  template <typename Issue>
  void Capture(const Issue& issue) {
    Begin();
    issue();
    End();
  }
  void Execute() {
    ASSERT_EQ(aclmdlRIExecuteAsync(graph_, stream_), ACL_SUCCESS) << TakeMessages();
    ASSERT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS) << TakeMessages();
  }
  // Of a stream.
  static aclmdlRICaptureStatus StatusOf(aclrtStream stream, aclmdlRI* graph = nullptr) {
    auto status = AnyEnum<aclmdlRICaptureStatus>(99);
    EXPECT_EQ(aclmdlRICaptureGetInfo(stream, &status, graph), ACL_SUCCESS);
    return status;
  }
  // The capture is void, and says so at each task and at its end; then the stream runs work again.
  void ExpectVoid(const char* reason) {
    EXPECT_EQ(StatusOf(stream_), ACL_MODEL_RI_CAPTURE_STATUS_INVALIDATED);
    ExpectFailure(aclrtLaunchHostFunc(
                      stream_, [](void*) {}, nullptr),
                  ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, {"aclmdlRICaptureEnd", reason});
    aclmdlRI none = this;
    ExpectFailure(aclmdlRICaptureEnd(stream_, &none), ACL_ERROR_RT_STREAM_CAPTURE_INVALIDATED, {reason});
    EXPECT_EQ(none, this);
    EXPECT_EQ(StatusOf(stream_), ACL_MODEL_RI_CAPTURE_STATUS_NONE);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    const Block zeros;
    const Block out(All(1));
    EXPECT_EQ(Add(zeros.Get(), zeros.Get(), out.Get(), stream_), 0);
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(out.Read(), All(0));
  }

  aclmdlRI graph_ = nullptr;
};

}  // namespace openaclnn::runtime
