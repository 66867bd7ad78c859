// SPDX-License-Identifier: Apache-2.0
//
// The two-phase protocol, with aclnnMseLossBackward as the operator: lifetimes, phase-two checks, repeatable
// executors, asynchrony and asynchronous errors.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "tests/support/array.h"
#include "tests/support/device.h"

namespace openaclnn::testing {
namespace {

constexpr aclnnStatus kNullptr = 161001;
constexpr aclnnStatus kInvalid = 161002;
constexpr aclnnStatus kRuntimeError = 361001;
constexpr aclnnStatus kInner = 561000;
constexpr aclnnStatus kInnerNullptr = 561103;

std::string TakeMessage() {
  const char* text = aclGetRecentErrMsg();
  return text == nullptr ? "" : text;
}

// out = 2 * (self - target) * gradOutput on a few elements.
class Executor : public ::testing::Test {
 protected:
  aclOpExecutor* PhaseOne() {
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    EXPECT_EQ(aclnnMseLossBackwardGetWorkspaceSize(gradOutput.Get(), self.Get(), target.Get(), 0, out.Get(),
                                                   &size, &executor),
              0);
    EXPECT_EQ(size, 0U);
    return executor;
  }

  void ExpectOut(const std::vector<double>& expected) {
    ASSERT_EQ(aclrtSynchronizeStream(stream), 0) << TakeMessage();
    EXPECT_EQ(out.Read().values, expected);
  }

  aclrtStream stream = Runtime::Stream();
  DeviceTensor gradOutput{MakeArray({3}, {1, 1, 2}), ACL_FLOAT};
  DeviceTensor self{MakeArray({3}, {1, 2, 3}), ACL_FLOAT};
  DeviceTensor target{MakeArray({3}, {0, 4, 1}), ACL_FLOAT};
  DeviceTensor out = DeviceTensor::Output({3}, ACL_FLOAT);
};

TEST_F(Executor, RunsOnce) {
  aclOpExecutor* executor = PhaseOne();
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, executor, stream), 0);
  ExpectOut({2, -4, 8});
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, executor, stream), kInner);
  EXPECT_NE(TakeMessage().find("executor"), std::string::npos);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), kInner);
}

// Whatever is made after it: a handle is never used twice.
TEST_F(Executor, ThatWasUsedIsNotMistakenForAnother) {
  aclOpExecutor* used = PhaseOne();
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, used, stream), 0);
  aclOpExecutor* next = PhaseOne();
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, used, stream), kInner);
  EXPECT_EQ(aclDestroyAclOpExecutor(used), kInner);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, next, stream), 0);
  ExpectOut({2, -4, 8});
}

TEST_F(Executor, NullExecutor) {
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, nullptr, stream), kNullptr);
  EXPECT_NE(TakeMessage().find("aclnnMseLossBackward"), std::string::npos);
}

TEST_F(Executor, NeverRunCanBeDestroyed) {
  EXPECT_EQ(aclDestroyAclOpExecutor(PhaseOne()), 0);
  EXPECT_EQ(aclDestroyAclOpExecutor(nullptr), kInnerNullptr);
}

TEST_F(Executor, NullWorkspaceOfSomeSizeIsRefusedAndConsumes) {
  aclOpExecutor* executor = PhaseOne();
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 64, executor, stream), kNullptr);
  EXPECT_NE(TakeMessage().find("workspace"), std::string::npos);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), kInner);
}

TEST_F(Executor, MoreWorkspaceThanNeededIsFine) {
  void* workspace = nullptr;
  ASSERT_EQ(aclrtMalloc(&workspace, 1024, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  EXPECT_EQ(aclnnMseLossBackward(workspace, 1024, PhaseOne(), stream), 0);
  ExpectOut({2, -4, 8});
  EXPECT_EQ(aclrtFree(workspace), 0);
}

// An operator that needs workspace, given less than that, none, or memory that is not the device's.
TEST_F(Executor, WorkspaceMustBeEnoughDeviceMemory) {
  const DeviceTensor grad(Full({4, 3}, 1), ACL_FLOAT);
  const DeviceTensor indices(Full({4}, 1), ACL_INT64);
  const DeviceTensor weights = DeviceTensor::Output({5, 3}, ACL_FLOAT);
  const auto phaseOne = [&](uint64_t* size) {
    aclOpExecutor* executor = nullptr;
    EXPECT_EQ(aclnnEmbeddingDenseBackwardGetWorkspaceSize(grad.Get(), indices.Get(), 5, 100, false,
                                                          weights.Get(), size, &executor),
              0);
    return executor;
  };
  uint64_t size = 0;
  aclOpExecutor* executor = phaseOne(&size);
  ASSERT_GT(size, 1U);
  void* workspace = nullptr;
  ASSERT_EQ(aclrtMalloc(&workspace, size, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  EXPECT_EQ(aclnnEmbeddingDenseBackward(workspace, size - 1, executor, stream), kInvalid);
  EXPECT_NE(TakeMessage().find("workspaceSize"), std::string::npos);
  EXPECT_EQ(aclnnEmbeddingDenseBackward(nullptr, 0, phaseOne(&size), stream), kInvalid);
  std::vector<char> host(size);
  EXPECT_EQ(aclnnEmbeddingDenseBackward(host.data(), size, phaseOne(&size), stream), kInvalid);
  EXPECT_NE(TakeMessage().find("device memory"), std::string::npos);
  EXPECT_EQ(aclnnEmbeddingDenseBackward(workspace, size, phaseOne(&size), stream), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
  EXPECT_EQ(aclrtFree(workspace), 0);
}

TEST_F(Executor, OfAnotherOperatorIsRefused) {
  EXPECT_EQ(aclnnPreluBackward(nullptr, 0, PhaseOne(), stream), kInvalid);
  EXPECT_NE(TakeMessage().find("aclnnPreluBackward"), std::string::npos);
}

TEST_F(Executor, TensorMustLieInOneLiveAllocation) {
  // In host memory.
  std::vector<float> host(3);
  ASSERT_EQ(aclSetRawTensorAddr(self.Get(), host.data()), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, PhaseOne(), stream), kInvalid);
  std::string message = TakeMessage();
  EXPECT_NE(message.find("self"), std::string::npos) << message;
  EXPECT_NE(message.find("device memory"), std::string::npos) << message;
  // Reaching past the end.
  void* small = nullptr;
  ASSERT_EQ(aclrtMallocAlign32(&small, 32, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  ASSERT_EQ(aclSetRawTensorAddr(self.Get(), static_cast<char*>(small) + 24), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, PhaseOne(), stream), kInvalid);
  message = TakeMessage();
  EXPECT_NE(message.find("self"), std::string::npos) << message;
  // Not aligned to an element.
  ASSERT_EQ(aclSetRawTensorAddr(self.Get(), static_cast<char*>(small) + 2), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, PhaseOne(), stream), kInvalid);
  // Null.
  ASSERT_EQ(aclSetRawTensorAddr(self.Get(), nullptr), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, PhaseOne(), stream), kNullptr);
  // Freed.
  ASSERT_EQ(aclrtFree(small), 0);
  ASSERT_EQ(aclSetRawTensorAddr(self.Get(), small), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, PhaseOne(), stream), kInvalid);
}

// Host memory that the devices were told of.
struct alignas(4096) Page {
  float values[1024] = {};
};

TEST_F(Executor, MappedHostMemoryIsForKernels) {
  Page page;
  page.values[0] = 1;
  page.values[1] = 2;
  page.values[2] = 3;
  void* address = nullptr;
  ASSERT_EQ(aclrtHostRegister(&page, sizeof page, ACL_HOST_REGISTER_MAPPED, &address), 0);
  ASSERT_EQ(aclSetRawTensorAddr(self.Get(), address), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, PhaseOne(), stream), 0);
  ExpectOut({2, -4, 8});
  // Reaching past the end of what is registered.
  ASSERT_EQ(aclrtHostUnregister(&page), 0);
  ASSERT_EQ(aclrtHostRegister(&page, 8, ACL_HOST_REGISTER_MAPPED, &address), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, PhaseOne(), stream), kInvalid);
  // Known to copies alone.
  ASSERT_EQ(aclrtHostUnregister(&page), 0);
  ASSERT_EQ(aclrtHostRegisterV2(&page, sizeof page, ACL_HOST_REG_PINNED), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, PhaseOne(), stream), kInvalid);
  EXPECT_EQ(aclrtHostUnregister(&page), 0);
}

TEST_F(Executor, DestroyedStreamIsRefused) {
  aclrtStream gone = nullptr;
  ASSERT_EQ(aclrtCreateStream(&gone), 0);
  ASSERT_EQ(aclrtDestroyStream(gone), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, PhaseOne(), gone), kRuntimeError);
  EXPECT_NE(TakeMessage().find("stream"), std::string::npos);
}

TEST_F(Executor, NullStreamIsTheDefaultStream) {
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, PhaseOne(), nullptr), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), 0);
  EXPECT_EQ(out.Read().values, (std::vector<double>{2, -4, 8}));
}

// As torch_npu's task queue does: phase two on another thread, descriptors destroyed as soon as it has
// returned.
TEST_F(Executor, PhaseTwoOnAnotherThreadAndDescriptorsGoneAfterIt) {
  const Shape dims{3};
  const auto describe = [&](const DeviceTensor& tensor) {
    return aclCreateTensor(dims.data(), 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims.data(), 1,
                           tensor.Data());
  };
  std::vector<aclTensor*> tensors{describe(gradOutput), describe(self), describe(target), describe(out)};
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnMseLossBackwardGetWorkspaceSize(tensors[0], tensors[1], tensors[2], 0, tensors[3], &size,
                                                 &executor),
            0);
  aclnnStatus status = -1;
  std::thread([&] {
    EXPECT_EQ(aclrtSetDevice(0), 0);
    status = aclnnMseLossBackward(nullptr, 0, executor, stream);
    for (aclTensor* tensor : tensors) {
      EXPECT_EQ(aclDestroyTensor(tensor), 0);
    }
    EXPECT_EQ(aclrtResetDevice(0), 0);
  }).join();
  EXPECT_EQ(status, 0);
  ExpectOut({2, -4, 8});
}

TEST_F(Executor, RepeatableRunsAgainAndAgain) {
  aclOpExecutor* executor = PhaseOne();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  for (int run = 0; run < 3; ++run) {
    out.FillWithCanaries();
    EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, executor, stream), 0);
    ExpectOut({2, -4, 8});
  }
  // A run that fails does not consume it either.
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 8, executor, stream), kNullptr);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, executor, stream), 0);
  ExpectOut({2, -4, 8});
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, executor, stream), kInner);
}

TEST_F(Executor, RepeatableNeedsALiveExecutor) {
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(nullptr), kInnerNullptr);
  aclOpExecutor* executor = PhaseOne();
  ASSERT_EQ(aclDestroyAclOpExecutor(executor), 0);
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor), kInner);
}

TEST_F(Executor, AddressesChangeBetweenRuns) {
  const DeviceTensor otherSelf(MakeArray({3}, {10, 20, 30}), ACL_FLOAT);
  const DeviceTensor otherOut = DeviceTensor::Output({3}, ACL_FLOAT);
  aclOpExecutor* executor = PhaseOne();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  ASSERT_EQ(aclSetInputTensorAddr(executor, 1, self.Get(), otherSelf.Data()), 0);
  ASSERT_EQ(aclSetOutputTensorAddr(executor, 0, out.Get(), otherOut.Data()), 0);
  void* address = nullptr;
  ASSERT_EQ(aclGetRawTensorAddr(self.Get(), &address), 0);
  EXPECT_EQ(address, otherSelf.Data());
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, executor, stream), 0);
  ASSERT_EQ(aclrtSynchronizeStream(stream), 0);
  EXPECT_EQ(otherOut.Read().values, (std::vector<double>{20, 32, 116}));
  // Counted over inputs and outputs together, and by the reserved names.
  ASSERT_EQ(aclSetTensorAddr(executor, 3, out.Get(), out.Data()), 0);
  ASSERT_EQ(AclSetInputTensorAddr(executor, 2, target.Get(), otherSelf.Data()), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, executor, stream), 0);
  ExpectOut({0, 0, 0});
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

// The documented flow: tensors without data in phase one, addresses before the first run.
TEST_F(Executor, AddressesMayComeAfterPhaseOne) {
  std::vector<const DeviceTensor*> all{&gradOutput, &self, &target, &out};
  std::vector<void*> addresses;
  addresses.reserve(all.size());
  for (const DeviceTensor* tensor : all) {
    addresses.push_back(tensor->Data());
  }
  for (const DeviceTensor* tensor : all) {
    ASSERT_EQ(aclSetRawTensorAddr(tensor->Get(), nullptr), 0);
  }
  aclOpExecutor* executor = PhaseOne();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, executor, stream), kNullptr);
  for (size_t i = 0; i < all.size(); ++i) {
    ASSERT_EQ(aclSetTensorAddr(executor, i, all[i]->Get(), addresses[i]), 0);
  }
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, executor, stream), 0);
  ExpectOut({2, -4, 8});
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

TEST_F(Executor, SettingAddressesChecksItsArguments) {
  aclOpExecutor* executor = PhaseOne();
  void* data = self.Data();
  EXPECT_EQ(aclSetInputTensorAddr(executor, 0, nullptr, data), kInnerNullptr);
  EXPECT_EQ(aclSetInputTensorAddr(nullptr, 0, self.Get(), data), kInnerNullptr);
  const DeviceTensor stranger(Full({3}, 1), ACL_FLOAT);
  EXPECT_EQ(aclSetInputTensorAddr(executor, 1, stranger.Get(), data), kInvalid);
  EXPECT_NE(TakeMessage().find("phase one of aclnnMseLossBackward"), std::string::npos);
  EXPECT_EQ(aclSetOutputTensorAddr(executor, 0, stranger.Get(), data), kInvalid);
  EXPECT_EQ(aclSetTensorAddr(executor, 0, stranger.Get(), data), kInvalid);
  ASSERT_EQ(aclDestroyAclOpExecutor(executor), 0);
  EXPECT_EQ(aclSetInputTensorAddr(executor, 1, self.Get(), data), kInner);
}

// Clients count the arguments in several ways; whatever they count, no old address stays.
TEST_F(Executor, TheTensorSaysWhichArgumentItIs) {
  const DeviceTensor otherSelf(MakeArray({3}, {10, 20, 30}), ACL_FLOAT);
  const DeviceTensor otherOut = DeviceTensor::Output({3}, ACL_FLOAT);
  aclOpExecutor* executor = PhaseOne();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  EXPECT_EQ(aclSetInputTensorAddr(executor, 0, self.Get(), otherSelf.Data()), 0) << "self is input 1";
  EXPECT_EQ(aclSetOutputTensorAddr(executor, 7, out.Get(), otherOut.Data()), 0) << "out is output 0";
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, executor, stream), 0);
  ASSERT_EQ(aclrtSynchronizeStream(stream), 0);
  EXPECT_EQ(otherOut.Read().values, (std::vector<double>{20, 32, 116}));
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

// A tensor has one address, for whatever arguments it was given.
TEST_F(Executor, OneTensorAsTwoArgumentsMovesAsBoth) {
  const DeviceTensor other(MakeArray({3}, {10, 20, 30}), ACL_FLOAT);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnMseLossBackwardGetWorkspaceSize(self.Get(), self.Get(), target.Get(), 0, out.Get(), &size,
                                                 &executor),
            0);
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  ASSERT_EQ(aclSetInputTensorAddr(executor, 0, self.Get(), other.Data()), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, executor, stream), 0);
  ExpectOut({200, 640, 1740});  // 2 * other * (other - target)
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

TEST_F(Executor, SettingAddressesByAListChecksItsArguments) {
  aclOpExecutor* executor = PhaseOne();
  const Shape dims{3};
  const aclTensor* element =
      aclCreateTensor(dims.data(), 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims.data(), 1, nullptr);
  aclTensorList* list = aclCreateTensorList(&element, 1);
  EXPECT_EQ(aclSetDynamicInputTensorAddr(executor, 0, 0, nullptr, nullptr), kInnerNullptr);
  EXPECT_EQ(aclSetDynamicInputTensorAddr(executor, 0, 1, list, nullptr), kInvalid);
  EXPECT_NE(TakeMessage().find("relativeIndex"), std::string::npos);
  EXPECT_EQ(aclSetDynamicOutputTensorAddr(nullptr, 0, 0, list, nullptr), kInnerNullptr);
  EXPECT_EQ(aclSetDynamicTensorAddr(executor, 0, 0, list, nullptr), kInvalid);
  EXPECT_NE(TakeMessage().find("phase one of aclnnMseLossBackward"), std::string::npos);
  EXPECT_EQ(aclDestroyTensorList(list), 0);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

TEST_F(Executor, WithoutACurrentContext) {
  aclOpExecutor* executor = PhaseOne();
  aclnnStatus status = 0;
  std::thread([&] { status = aclnnMseLossBackward(nullptr, 0, executor, nullptr); }).join();
  EXPECT_EQ(status, kRuntimeError);
}

// The view of `count` elements at `offset` of one storage, in which operands overlap.
aclTensor* ViewOf(const DeviceTensor& storage, int64_t offset, int64_t count) {
  const Shape& all = storage.ViewShape();
  return aclCreateTensor(&count, 1, ACL_FLOAT, nullptr, offset, ACL_FORMAT_ND, all.data(), all.size(),
                         storage.Data());
}

// out lies across self, one element further: element i of out would overwrite element i + 1 of self before it
// is read.
TEST_F(Executor, AnOutputAcrossAnInputIsStaged) {
  constexpr int64_t kCount = 5000;
  std::vector<double> values(kCount + 1);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<double>(i);
  }
  const DeviceTensor storage(MakeArray({kCount + 1}, values), ACL_FLOAT);
  const DeviceTensor ones(Full({kCount}, 1), ACL_FLOAT);
  aclTensor* shiftedSelf = ViewOf(storage, 0, kCount);
  aclTensor* shiftedOut = ViewOf(storage, 1, kCount);
  const aclnnStatus status = RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        const aclnnStatus planned = aclnnMseLossBackwardGetWorkspaceSize(ones.Get(), shiftedSelf, ones.Get(),
                                                                         0, shiftedOut, size, executor);
        EXPECT_GE(*size, kCount * sizeof(float));
        return planned;
      },
      aclnnMseLossBackward);
  ASSERT_EQ(status, 0) << LastMessage();
  const Array result = storage.Read();
  EXPECT_EQ(result.values[0], 0);
  for (size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(result.values[i + 1], 2 * (static_cast<double>(i) - 1)) << i;
  }
  EXPECT_EQ(aclDestroyTensor(shiftedSelf), 0);
  EXPECT_EQ(aclDestroyTensor(shiftedOut), 0);
}

// Columns of one matrix: each lies within the memory that the other spans, and they share no element.
TEST_F(Executor, AnOutputBetweenAnInputIsNotStaged) {
  constexpr int64_t kRows = 5000;
  const Shape all{kRows, 5};
  std::vector<double> values(static_cast<size_t>(kRows * 5));
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<double>(i);
  }
  const DeviceTensor storage(MakeArray(all, values), ACL_FLOAT);
  const DeviceTensor ones(Full({kRows, 2}, 1), ACL_FLOAT);
  const Shape dims{kRows, 2};
  const Shape strides{5, 1};
  const auto columns = [&](int64_t first) {
    return aclCreateTensor(dims.data(), 2, ACL_FLOAT, strides.data(), first, ACL_FORMAT_ND, all.data(), 2,
                           storage.Data());
  };
  aclTensor* selfColumns = columns(0);
  aclTensor* outColumns = columns(2);
  const aclnnStatus status = RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        const aclnnStatus planned = aclnnMseLossBackwardGetWorkspaceSize(ones.Get(), selfColumns, ones.Get(),
                                                                         0, outColumns, size, executor);
        EXPECT_EQ(*size, 0);
        return planned;
      },
      aclnnMseLossBackward);
  ASSERT_EQ(status, 0) << LastMessage();
  const Array result = storage.Read();
  for (size_t i = 0; i < values.size(); ++i) {
    const bool written = i % 5 == 2 || i % 5 == 3;
    ASSERT_EQ(result.values[i], written ? 2 * (values[i - 2] - 1) : values[i]) << i;
  }
  EXPECT_EQ(aclDestroyTensor(selfColumns), 0);
  EXPECT_EQ(aclDestroyTensor(outColumns), 0);
}

TEST_F(Executor, AnOverlapThatPhaseOneCouldNotSeeIsRefused) {
  const DeviceTensor storage(Full({4}, 1), ACL_FLOAT);
  void* separate = out.Data();
  aclOpExecutor* executor = PhaseOne();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  ASSERT_EQ(aclSetInputTensorAddr(executor, 1, self.Get(), storage.Data()), 0);
  ASSERT_EQ(aclSetOutputTensorAddr(executor, 0, out.Get(), static_cast<float*>(storage.Data()) + 1), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, executor, stream), kInvalid);
  const std::string message = TakeMessage();
  EXPECT_NE(message.find("out"), std::string::npos) << message;
  EXPECT_NE(message.find("self"), std::string::npos) << message;
  // In place is fine at any time, and so is separate memory.
  ASSERT_EQ(aclSetOutputTensorAddr(executor, 0, out.Get(), storage.Data()), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, executor, stream), 0);
  ASSERT_EQ(aclSetOutputTensorAddr(executor, 0, out.Get(), separate), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, executor, stream), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

// Where there is no element, strides, offset and the other dims may be anything.
TEST_F(Executor, EmptyTensorsOfAbsurdDescription) {
  const Shape dims{0, INT64_MAX, INT64_MAX};
  const Shape strides{INT64_MAX, INT64_MAX, 3};
  aclTensor* absurd = aclCreateTensor(dims.data(), 3, ACL_FLOAT, strides.data(), INT64_MAX, ACL_FORMAT_ND,
                                      dims.data(), 3, self.Data());
  const aclnnStatus status = RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnMseLossBackwardGetWorkspaceSize(absurd, absurd, absurd, 1, absurd, size, executor);
      },
      aclnnMseLossBackward);
  EXPECT_EQ(status, 0) << LastMessage();
  EXPECT_EQ(aclDestroyTensor(absurd), 0);
}

// Behind a host function that blocks, an operator stays queued: phase two has returned, the work has not run.
class BlockedStream : public Executor {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclrtLaunchHostFunc(
                  stream,
                  [](void* argument) {
                    const auto* gate = static_cast<std::atomic<bool>*>(argument);
                    gate->wait(false);
                  },
                  &gate_),
              0);
  }
  void Open() {
    gate_ = true;
    gate_.notify_all();
  }

 private:
  std::atomic<bool> gate_{false};
};

TEST_F(BlockedStream, PhaseTwoReturnsBeforeTheWorkIsDone) {
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, PhaseOne(), stream), 0);
  aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
  EXPECT_EQ(aclrtStreamQuery(stream, &status), 0);
  EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
  EXPECT_TRUE(IsUnwritten(out.Read().values[0]));
  Open();
  ExpectOut({2, -4, 8});
}

TEST_F(BlockedStream, FreedMemoryIsReportedAndNotTouched) {
  void* memory = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, 12, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  ASSERT_EQ(aclSetRawTensorAddr(target.Get(), memory), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, PhaseOne(), stream), 0);
  ASSERT_EQ(aclrtFree(memory), 0);
  Open();
  EXPECT_NE(aclrtSynchronizeStream(stream), 0);
  const std::string message = TakeMessage();
  EXPECT_NE(message.find("aclnnMseLossBackward: target"), std::string::npos) << message;
  EXPECT_TRUE(IsUnwritten(out.Read().values[0]));
  // Reported once; the stream goes on.
  EXPECT_EQ(aclrtSynchronizeStream(stream), 0);
}

TEST_F(BlockedStream, MemoryThatIsNoLongerRegisteredIsReportedAndNotTouched) {
  Page page;
  void* address = nullptr;
  ASSERT_EQ(aclrtHostRegister(&page, sizeof page, ACL_HOST_REGISTER_MAPPED, &address), 0);
  ASSERT_EQ(aclSetRawTensorAddr(target.Get(), address), 0);
  EXPECT_EQ(aclnnMseLossBackward(nullptr, 0, PhaseOne(), stream), 0);
  ASSERT_EQ(aclrtHostUnregister(&page), 0);
  Open();
  EXPECT_NE(aclrtSynchronizeStream(stream), 0);
  EXPECT_NE(TakeMessage().find("aclnnMseLossBackward: target"), std::string::npos);
  EXPECT_TRUE(IsUnwritten(out.Read().values[0]));
}

}  // namespace
}  // namespace openaclnn::testing
