// SPDX-License-Identifier: Apache-2.0
//
// Operators on a stream of one device with memory of another: tensors and workspace count alike.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>

#include "runtime/core/add_rows_testing.h"
#include "runtime/core/testing.h"

namespace openaclnn::runtime {
namespace {

constexpr size_t kBytes = kAddRowsWorkspace;  // of each block: more than any of them needs
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
    return AddRows(grad, indices, out, workspace, stream);
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
