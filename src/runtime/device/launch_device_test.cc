// SPDX-License-Identifier: Apache-2.0
//
// Operators on a stream of one device with memory of another: tensors and workspace count alike.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

constexpr size_t kBytes = 1 << 20;  // of each block: more than any of them needs
constexpr aclnnStatus kInvalid = 161002;
constexpr aclnnStatus kRuntimeError = 361001;

class LaunchDeviceTest : public DeviceTest {
 protected:
  void SetUp() override {
    DeviceTest::SetUp();
    for (const int32_t device : {0, 1}) {
      ASSERT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
      for (Memory* const memory : {&grad_[device], &indices_[device], &out_[device], &workspace_[device]}) {
        ASSERT_EQ(aclrtMalloc(memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
        ASSERT_EQ(aclrtMemset(*memory, kBytes, 0, kBytes), ACL_SUCCESS);
      }
    }
    // From here on device 1 is the current one, with its default stream.
  }
  void TearDown() override {
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    for (const int32_t device : {0, 1}) {
      EXPECT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
      EXPECT_EQ(aclrtDeviceDisablePeerAccess(1 - device), ACL_SUCCESS);
      for (Memory const memory : {grad_[device], indices_[device], out_[device], workspace_[device]}) {
        EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
      }
    }
    DeviceTest::TearDown();
  }

  using Memory = void*;
  // Four rows of zeros, all of the first of two weights.
  static aclnnStatus Launch(Memory grad, Memory indices, Memory out, Memory workspace,
                            aclrtStream stream = nullptr) {
    const std::array<int64_t, 2> rows{4, 2};
    const std::array<int64_t, 2> weights{2, 2};
    const std::array<int64_t, 2> strides{2, 1};
    const int64_t count = 4;
    const int64_t one = 1;
    aclTensor* const g =
        aclCreateTensor(rows.data(), 2, ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND, rows.data(), 2, grad);
    aclTensor* const i = aclCreateTensor(&count, 1, ACL_INT64, &one, 0, ACL_FORMAT_ND, &count, 1, indices);
    aclTensor* const o = aclCreateTensor(weights.data(), 2, ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND,
                                         weights.data(), 2, out);
    uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    EXPECT_EQ(aclnnEmbeddingDenseBackwardGetWorkspaceSize(g, i, 2, 100, false, o, &bytes, &executor), 0);
    EXPECT_GT(bytes, 0U);
    EXPECT_LE(bytes, kBytes);
    const aclnnStatus status = aclnnEmbeddingDenseBackward(workspace, bytes, executor, stream);
    for (aclTensor* const tensor : {g, i, o}) {
      aclDestroyTensor(tensor);
    }
    return status;
  }

  std::array<Memory, 2> grad_{};
  std::array<Memory, 2> indices_{};
  std::array<Memory, 2> out_{};
  std::array<Memory, 2> workspace_{};
};

TEST_F(LaunchDeviceTest, MemoryOfAnotherDeviceIsRefused) {
  EXPECT_EQ(Launch(grad_[1], indices_[1], out_[1], workspace_[1]), ACL_SUCCESS);
  const auto refused = [](aclnnStatus status, const char* argument) {
    ExpectFailure(status, kInvalid,
                  {"aclnnEmbeddingDenseBackward", argument, "the stream's device 1", "memory of device 0",
                   "aclrtDeviceEnablePeerAccess"});
  };
  refused(Launch(grad_[0], indices_[1], out_[1], workspace_[1]), "grad: ");
  refused(Launch(grad_[1], indices_[0], out_[1], workspace_[1]), "indices: ");
  refused(Launch(grad_[1], indices_[1], out_[0], workspace_[1]), "out: ");
  refused(Launch(grad_[1], indices_[1], out_[1], workspace_[0]), "workspace: ");
}

TEST_F(LaunchDeviceTest, PeerAccessInEitherDirectionIsEnough) {
  ASSERT_EQ(aclrtDeviceEnablePeerAccess(0, 0), ACL_SUCCESS);
  EXPECT_EQ(Launch(grad_[0], indices_[0], out_[0], workspace_[0]), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtDeviceDisablePeerAccess(0), ACL_SUCCESS);
  ExpectFailure(Launch(grad_[0], indices_[0], out_[0], workspace_[0]), kInvalid, {"device 0"});
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtDeviceEnablePeerAccess(1, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(Launch(grad_[0], indices_[0], out_[0], workspace_[0]), ACL_SUCCESS);
}

// What is wrong with the stream is said before what is wrong with where the memory lies.
TEST_F(LaunchDeviceTest, ADeadStreamIsAFailureOfTheRuntime) {
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  ExpectFailure(Launch(grad_[0], indices_[0], out_[0], workspace_[0], stream), kRuntimeError, {"stream"});
}

}  // namespace
}  // namespace openaclnn::runtime
