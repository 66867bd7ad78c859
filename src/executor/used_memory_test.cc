// SPDX-License-Identifier: Apache-2.0
//
// What a launch must have for itself: its workspace, and each of its outputs.
#include "executor/used_memory.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "aclnnop/aclnn_grid_sampler2d_backward.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "tests/support/array.h"
#include "tests/support/device.h"

namespace openaclnn::testing {
namespace {

constexpr aclnnStatus kInvalid = 161002;
constexpr aclError kWorkFailed = 507035;

void ExpectMessage(const std::vector<std::string>& parts) {
  const char* text = aclGetRecentErrMsg();
  const std::string message = text == nullptr ? "" : text;
  for (const std::string& part : parts) {
    EXPECT_NE(message.find(part), std::string::npos) << "no \"" << part << "\" in: " << message;
  }
}

TEST(UsedMemory, WorkspaceIsBusyFromTakeToRelease) {
  std::array<std::byte, 256> memory{};
  const auto isFree = [&memory](size_t offset, size_t bytes) {
    return BusyWorkspace().Take(memory.data() + offset, bytes);
  };
  BusyWorkspace first;
  ASSERT_TRUE(first.Take(memory.data(), 128));
  EXPECT_FALSE(isFree(0, 1));
  EXPECT_FALSE(isFree(127, 2));
  EXPECT_TRUE(isFree(128, 128));
  EXPECT_TRUE(isFree(0, 0));
  EXPECT_FALSE(isFree(0, 128)) << "those that were refused or ended changed nothing";
  first.Release();
  EXPECT_TRUE(isFree(0, 256));
  ASSERT_TRUE(first.Take(memory.data() + 64, 64)) << "again";
  EXPECT_FALSE(isFree(0, 256));
  EXPECT_TRUE(isFree(0, 64));
}

// An operator that needs workspace.
class EmbeddingCall {
 public:
  EmbeddingCall() {
    EXPECT_EQ(aclnnEmbeddingDenseBackwardGetWorkspaceSize(grad_.Get(), indices_.Get(), 5, 100, false,
                                                          out_.Get(), &bytes_, &executor_),
              0);
    EXPECT_GT(bytes_, 0U);
  }
  aclnnStatus Launch(void* workspace) const {
    return aclnnEmbeddingDenseBackward(workspace, bytes_, executor_, Runtime::Stream());
  }
  uint64_t WorkspaceBytes() const { return bytes_; }
  const DeviceTensor& Grad() const { return grad_; }
  const DeviceTensor& Out() const { return out_; }

 private:
  // More bytes than the workspace, which begins in them.
  DeviceTensor grad_{Full({64, 64}, 1), ACL_FLOAT};
  DeviceTensor indices_{Full({64}, 1), ACL_INT64};
  DeviceTensor out_ = DeviceTensor::Output({5, 64}, ACL_FLOAT);
  uint64_t bytes_ = 0;
  aclOpExecutor* executor_ = nullptr;
};

TEST(UsedMemory, WorkspaceOfWorkThatRunsIsRefusedAtTheSynchronize) {
  const EmbeddingCall call;
  void* workspace = nullptr;
  ASSERT_EQ(aclrtMalloc(&workspace, call.WorkspaceBytes(), ACL_MEM_MALLOC_HUGE_FIRST), 0);
  {
    BusyWorkspace other;
    ASSERT_TRUE(other.Take(static_cast<const std::byte*>(workspace), call.WorkspaceBytes()));
    EXPECT_EQ(call.Launch(workspace), 0);
    EXPECT_EQ(aclrtSynchronizeStream(Runtime::Stream()), kWorkFailed);
    ExpectMessage({"aclnnEmbeddingDenseBackward", "workspace", "another stream"});
  }
  const EmbeddingCall again;
  EXPECT_EQ(again.Launch(workspace), 0);
  EXPECT_EQ(aclrtSynchronizeStream(Runtime::Stream()), 0);
  EXPECT_EQ(aclrtFree(workspace), 0);
}

// The pools of clients hand out such memory. The memory checker refuses it (tests/checker).
TEST(UsedMemory, WorkspaceInATensorIsNotTouched) {
  const EmbeddingCall apart;
  void* workspace = nullptr;
  ASSERT_EQ(aclrtMalloc(&workspace, apart.WorkspaceBytes(), ACL_MEM_MALLOC_HUGE_FIRST), 0);
  ASSERT_EQ(apart.Launch(workspace), 0);
  ASSERT_EQ(aclrtSynchronizeStream(Runtime::Stream()), 0);
  EXPECT_EQ(aclrtFree(workspace), 0);
  const EmbeddingCall overInput;
  ASSERT_GT(overInput.WorkspaceBytes(), 0);
  ASSERT_LE(overInput.WorkspaceBytes(),
            static_cast<size_t>(overInput.Grad().ViewShape()[0]) * 64 * sizeof(float));
  EXPECT_EQ(overInput.Launch(overInput.Grad().Data()), 0) << LastMessage();
  EXPECT_EQ(aclrtSynchronizeStream(Runtime::Stream()), 0) << LastMessage();
  EXPECT_EQ(overInput.Out().Read().values, apart.Out().Read().values);
  EXPECT_EQ(overInput.Grad().Read().values, std::vector<double>(64 * 64, 1));
  EXPECT_TRUE(overInput.Out().CanariesIntact());
}

class PreluCall {
 public:
  aclnnStatus Run(const DeviceTensor& gradInput, const DeviceTensor& gradWeight) const {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnPreluBackwardGetWorkspaceSize(gradOutput_.Get(), self_.Get(), weight_.Get(),
                                                    gradInput.Get(), gradWeight.Get(), size, executor);
        },
        aclnnPreluBackward);
  }

 private:
  DeviceTensor gradOutput_{Full({4, 2}, 1), ACL_FLOAT};
  DeviceTensor self_{Full({4, 2}, -1), ACL_FLOAT};
  DeviceTensor weight_{Full({2}, 3), ACL_FLOAT};
};

// As llama.cpp's statistics of group norm are, which it does not read. The memory checker refuses it (tests/checker).
TEST(UsedMemory, OutputsInOnePlaceAreMadeApart) {
  const DeviceTensor gradInput = DeviceTensor::Output({4, 2}, ACL_FLOAT);
  const DeviceTensor gradWeight = DeviceTensor::Output({2}, ACL_FLOAT);
  const PreluCall call;
  void* own = gradWeight.Data();
  ASSERT_EQ(aclSetRawTensorAddr(gradWeight.Get(), static_cast<float*>(gradInput.Data()) + 6), 0);
  EXPECT_EQ(call.Run(gradInput, gradWeight), 0) << LastMessage();
  // What they do not share is as it should be; what they share is one output's whole numbers.
  EXPECT_EQ(gradInput.Read().values, (std::vector<double>{3, 3, 3, 3, 3, 3, -4, -4}));
  EXPECT_TRUE(gradInput.CanariesIntact());
  ASSERT_EQ(aclSetRawTensorAddr(gradWeight.Get(), own), 0);
}

TEST(UsedMemory, OutputsThatInterleaveAreApart) {
  // The columns of one matrix.
  const DeviceTensor gradInput = DeviceTensor::Output({4, 2}, ACL_FLOAT, Layout::Stepped({1, 2}));
  const DeviceTensor gradWeight = DeviceTensor::Output({2}, ACL_FLOAT, Layout::Stepped({2}));
  void* own = gradWeight.Data();
  ASSERT_EQ(aclSetRawTensorAddr(gradWeight.Get(), static_cast<float*>(gradInput.Data()) + 1), 0);
  const PreluCall call;
  EXPECT_EQ(call.Run(gradInput, gradWeight), 0) << LastMessage();
  EXPECT_EQ(gradInput.Read().values, std::vector<double>(8, 3));
  std::array<float, 3> weights{};
  ASSERT_EQ(aclrtMemcpy(weights.data(), sizeof(weights), static_cast<float*>(gradInput.Data()) + 1,
                        sizeof(weights), ACL_MEMCPY_DEVICE_TO_HOST),
            0);
  EXPECT_EQ(weights[0], -4);
  EXPECT_EQ(weights[2], -4);
  ASSERT_EQ(aclSetRawTensorAddr(gradWeight.Get(), own), 0);
}

// Pools of clients put many tensors into one block: what lies in the block of the tensor before is not looked
// up again, what reaches beyond it is.
TEST(UsedMemory, TensorsOfOneBlockAreToldApart) {
  const PreluCall call;
  const DeviceTensor gradInput = DeviceTensor::Output({4, 2}, ACL_FLOAT);
  const DeviceTensor gradWeight = DeviceTensor::Output({2}, ACL_FLOAT);
  void* own = gradWeight.Data();
  void* inputOwn = gradInput.Data();
  constexpr size_t kBytes = 1024;
  void* block = nullptr;
  ASSERT_EQ(aclrtMalloc(&block, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  ASSERT_EQ(aclSetRawTensorAddr(gradInput.Get(), block), 0);
  ASSERT_EQ(aclSetRawTensorAddr(gradWeight.Get(), static_cast<float*>(block) + 8), 0);
  EXPECT_EQ(call.Run(gradInput, gradWeight), 0) << LastMessage();
  // Blocks are a little larger than what is asked for.
  size_t end = kBytes / sizeof(float);
  const auto* const first = static_cast<float*>(block);
  while (backend::AllocationRegistry::Instance().Find(block, 1)->Contains(first + end, sizeof(float))) {
    ++end;
  }
  ASSERT_EQ(aclSetRawTensorAddr(gradWeight.Get(), static_cast<float*>(block) + end - 1), 0);
  EXPECT_EQ(call.Run(gradInput, gradWeight), kInvalid);
  const auto says = [](const char* part) { return LastMessage().find(part) != std::string::npos; };
  EXPECT_TRUE(says("gradWeight: expected 8 bytes inside one allocation")) << LastMessage();
  EXPECT_TRUE(says("with 4 bytes to the end")) << LastMessage();
  ASSERT_EQ(aclrtFree(block), 0);
  EXPECT_EQ(call.Run(gradInput, gradWeight), kInvalid);
  EXPECT_TRUE(says("gradInput: expected device memory")) << LastMessage();
  ASSERT_EQ(aclSetRawTensorAddr(gradWeight.Get(), own), 0);
  ASSERT_EQ(aclSetRawTensorAddr(gradInput.Get(), inputOwn), 0);
}

// An output that the mask leaves out keeps its place in the client's counting.
TEST(UsedMemory, AddressOfAnOutputThatIsLeftOutCanBeSet) {
  const DeviceTensor gradOutput(Full({1, 1, 2, 2}, 1), ACL_FLOAT);
  const DeviceTensor input(Full({1, 1, 2, 2}, 1), ACL_FLOAT);
  const DeviceTensor grid(Full({1, 2, 2, 2}, 0), ACL_FLOAT);
  const DeviceTensor inputGrad = DeviceTensor::Output({1, 1, 2, 2}, ACL_FLOAT);
  const DeviceTensor gridGrad = DeviceTensor::Output({1, 2, 2, 2}, ACL_FLOAT);
  const BoolArray mask{true, false};
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnGridSampler2DBackwardGetWorkspaceSize(gradOutput.Get(), input.Get(), grid.Get(), 0, 0, true,
                                                       mask.Get(), inputGrad.Get(), gridGrad.Get(), &bytes,
                                                       &executor),
            0);
  std::array<float, 8> elsewhere{};
  void* own = gridGrad.Data();
  EXPECT_EQ(aclSetOutputTensorAddr(executor, 1, gridGrad.Get(), elsewhere.data()), 0);
  void* now = nullptr;
  EXPECT_EQ(aclGetRawTensorAddr(gridGrad.Get(), &now), 0);
  EXPECT_EQ(now, elsewhere.data());
  void* workspace = nullptr;
  if (bytes > 0) {
    ASSERT_EQ(aclrtMalloc(&workspace, bytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  }
  EXPECT_EQ(aclnnGridSampler2DBackward(workspace, bytes, executor, Runtime::Stream()), 0);
  EXPECT_EQ(aclrtSynchronizeStream(Runtime::Stream()), 0);
  EXPECT_EQ(inputGrad.Read().values, std::vector<double>(4, 1));
  EXPECT_EQ(elsewhere, (std::array<float, 8>{}));
  if (workspace != nullptr) {
    EXPECT_EQ(aclrtFree(workspace), 0);
  }
  ASSERT_EQ(aclSetRawTensorAddr(gridGrad.Get(), own), 0);
}

}  // namespace
}  // namespace openaclnn::testing
