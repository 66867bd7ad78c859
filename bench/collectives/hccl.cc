// SPDX-License-Identifier: Apache-2.0
#include "hccl/hccl.h"

#include <mpi.h>

#include <stdexcept>
#include <string>

#include "acl/acl.h"
#include "bench/collectives/contender.h"

namespace openaclnn::bench {
namespace {

void Require(bool holds, const char* what) {
  if (!holds) {
    const char* const message = aclGetRecentErrMsg();
    throw std::runtime_error(std::string(what) + ": " + (message == nullptr ? "failed" : message));
  }
}

class Hccl final : public Contender {
 public:
  Hccl(int rank, int ranks) : ranks_(static_cast<size_t>(ranks)) {
    Require(aclInit(nullptr) == ACL_SUCCESS && aclrtSetDevice(0) == ACL_SUCCESS, "aclInit");
    Require(aclrtCreateStream(&stream_) == ACL_SUCCESS, "aclrtCreateStream");
    HcclRootInfo info;
    Require(rank != 0 || HcclGetRootInfo(&info) == HCCL_SUCCESS, "HcclGetRootInfo");
    MPI_Bcast(&info, sizeof info, MPI_BYTE, 0, MPI_COMM_WORLD);
    Require(HcclCommInitRootInfo(static_cast<uint32_t>(ranks), &info, static_cast<uint32_t>(rank), &comm_) ==
                HCCL_SUCCESS,
            "HcclCommInitRootInfo");
  }
  ~Hccl() override {
    Free();
    (void)HcclCommDestroy(comm_);
    (void)aclrtDestroyStream(stream_);
    (void)aclFinalize();
  }

  [[nodiscard]] const char* Name() const override { return "hccl"; }

  void Prepare(Operation operation, size_t bytes) override {
    Free();
    operation_ = operation;
    count_ = bytes / sizeof(float);
    Require(aclrtMalloc(&input_, bytes, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS, "aclrtMalloc");
    Require(aclrtMalloc(&output_, bytes, ACL_MEM_MALLOC_HUGE_FIRST) == ACL_SUCCESS, "aclrtMalloc");
    (void)aclrtMemset(input_, bytes, 0, bytes);
    (void)aclrtMemset(output_, bytes, 0, bytes);
  }

  [[nodiscard]] bool Run() override {
    constexpr HcclDataType kFloat = HCCL_DATA_TYPE_FP32;
    const uint64_t part = count_ / ranks_;
    HcclResult result = HCCL_SUCCESS;
    switch (operation_) {
      case Operation::kAllReduce:
        result = HcclAllReduce(input_, output_, count_, kFloat, HCCL_REDUCE_SUM, comm_, stream_);
        break;
      case Operation::kAllGather:
        result = HcclAllGather(input_, output_, part, kFloat, comm_, stream_);
        break;
      case Operation::kReduceScatter:
        result = HcclReduceScatter(input_, output_, part, kFloat, HCCL_REDUCE_SUM, comm_, stream_);
        break;
      case Operation::kAlltoAll:
        result = HcclAlltoAll(input_, part, kFloat, output_, part, kFloat, comm_, stream_);
        break;
    }
    Require(result == HCCL_SUCCESS && aclrtSynchronizeStream(stream_) == ACL_SUCCESS, "a collective");
    return true;
  }

 private:
  void Free() {
    (void)aclrtFree(input_);
    (void)aclrtFree(output_);
  }

  const size_t ranks_;
  aclrtStream stream_ = nullptr;
  HcclComm comm_ = nullptr;
  Operation operation_{};
  size_t count_ = 0;
  void* input_ = nullptr;
  void* output_ = nullptr;
};

}  // namespace

std::unique_ptr<Contender> MakeHccl(int rank, int ranks) {
  return std::make_unique<Hccl>(rank, ranks);
}

}  // namespace openaclnn::bench
