// SPDX-License-Identifier: Apache-2.0
#include "tests/loader/operator_call.h"

namespace loader {

Runtime::Runtime(const Library& library)
    : init(LOADED(library, aclInit)),
      finalize(LOADED(library, aclFinalize)),
      setDevice(LOADED(library, aclrtSetDevice)),
      resetDevice(LOADED(library, aclrtResetDevice)),
      createStream(LOADED(library, aclrtCreateStream)),
      destroyStream(LOADED(library, aclrtDestroyStream)),
      synchronizeStream(LOADED(library, aclrtSynchronizeStream)),
      allocate(LOADED(library, aclrtMalloc)),
      free(LOADED(library, aclrtFree)),
      copy(LOADED(library, aclrtMemcpy)) {
  REQUIRE(init && finalize && setDevice && resetDevice && createStream && destroyStream && synchronizeStream);
  REQUIRE(allocate && free && copy);
}

Operator::Operator(const Library& library)
    : createTensor(LOADED(library, aclCreateTensor)),
      destroyTensor(LOADED(library, aclDestroyTensor)),
      phaseOne(LOADED(library, aclnnMseLossBackwardGetWorkspaceSize)),
      phaseTwo(LOADED(library, aclnnMseLossBackward)),
      initHugeMemory(LOADED(library, InitHugeMemThreadLocal)),
      uninitHugeMemory(LOADED(library, UnInitHugeMemThreadLocal)),
      releaseHugeMemory(LOADED(library, ReleaseHugeMem)) {
  REQUIRE(createTensor && destroyTensor && phaseOne && phaseTwo);
  REQUIRE(initHugeMemory && uninitHugeMemory && releaseHugeMemory);
}

OperatorCall::OperatorCall(const Runtime& runtime, const Operator& op, float seed)
    : runtime_(runtime),
      op_(op),
      seed_(seed),
      gradOutput_(Upload(Values(0.5F))),
      self_(Upload(Values(3))),
      target_(Upload(Values(1))) {}

OperatorCall::~OperatorCall() {
  for (void* const data : {gradOutput_, self_, target_}) {
    REQUIRE(runtime_.free(data) == ACL_SUCCESS);
  }
}

uint64_t OperatorCall::Plan() {
  REQUIRE(op_.initHugeMemory(nullptr, false) == 0);
  tensors_ = {Tensor(gradOutput_), Tensor(self_), Tensor(target_), Tensor(static_cast<float*>(self_) + 1)};
  uint64_t size = 0;
  constexpr int64_t kNoReduction = 0;
  REQUIRE(op_.phaseOne(tensors_[0], tensors_[1], tensors_[2], kNoReduction, tensors_[3], &size, &executor_) ==
          0);
  op_.uninitHugeMemory(nullptr, false);
  return size;
}

void OperatorCall::Launch(void* workspace, uint64_t size, aclrtStream stream) {
  REQUIRE(op_.phaseTwo(workspace, size, executor_, stream) == 0);
  for (const aclTensor* const tensor : tensors_) {
    REQUIRE(op_.destroyTensor(tensor) == 0);
  }
  tensors_.clear();
  op_.releaseHugeMemory(nullptr, false);
}

void OperatorCall::Check() const {
  std::vector<float> result(kCount);
  const size_t bytes = kCount * sizeof(float);
  REQUIRE(runtime_.copy(result.data(), bytes, static_cast<float*>(self_) + 1, bytes,
                        ACL_MEMCPY_DEVICE_TO_HOST) == ACL_SUCCESS);
  const std::vector<float> values = Values(1);
  for (size_t i = 0; i < kCount; ++i) {
    // 2 * (3 v - v) * 0.5 v; exact, the values are small whole numbers.
    REQUIRE(result[i] == 2 * values[i] * values[i]);
  }
}

std::vector<float> OperatorCall::Values(float factor) const {
  std::vector<float> values(kCount + 1);
  for (size_t i = 0; i <= kCount; ++i) {
    values[i] = factor * (static_cast<float>(i % 64) + seed_);
  }
  return values;
}

void* OperatorCall::Upload(const std::vector<float>& values) const {
  void* data = nullptr;
  const size_t bytes = values.size() * sizeof(float);
  REQUIRE(runtime_.allocate(&data, bytes, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS);
  REQUIRE(runtime_.copy(data, bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE) == ACL_SUCCESS);
  return data;
}

aclTensor* OperatorCall::Tensor(void* data) const {
  const int64_t dims[] = {kCount};
  aclTensor* const tensor = op_.createTensor(dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, data);
  REQUIRE(tensor != nullptr);
  return tensor;
}

}  // namespace loader
