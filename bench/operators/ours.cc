// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "aclnnop/aclnn_grid_sampler2d_backward.h"
#include "aclnnop/aclnn_group_norm_backward.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "bench/operators/contenders.h"

namespace bench {
namespace {

void Check(int status, const char* what) {
  if (status != 0) {
    const char* const message = aclGetRecentErrMsg();
    std::fprintf(stderr, "%s failed with %d: %s\n", what, status, message == nullptr ? "" : message);
    std::exit(1);
  }
}

aclDataType TypeOf(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
      return ACL_FLOAT16;
    case DType::kBfloat16:
      return ACL_BF16;
    case DType::kInt32:
      return ACL_INT32;
    case DType::kInt64:
      return ACL_INT64;
    case DType::kInt16:
      return ACL_INT16;
    case DType::kInt8:
      return ACL_INT8;
    case DType::kUint8:
      return ACL_UINT8;
    case DType::kBool:
      return ACL_BOOL;
    case DType::kDouble:
      return ACL_DOUBLE;
    case DType::kFloat32:
      break;
  }
  return ACL_FLOAT;
}

// The operator's two phases with its arguments bound.
class Call {
 public:
  explicit Call(const Problem& problem) {
    std::visit([this](const auto& arguments) { Bind(arguments); }, problem.arguments);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  ~Call() {
    for (aclTensor* tensor : tensors_) {
      aclDestroyTensor(tensor);
    }
    if (mask_ != nullptr) {
      aclDestroyBoolArray(mask_);
    }
  }

  void PhaseOne(uint64_t* workspace, aclOpExecutor** executor) const {
    Check(phaseOne_(workspace, executor), "phase one");
  }
  void PhaseTwo(void* workspace, uint64_t bytes, aclOpExecutor* executor) const {
    Check(phaseTwo_(workspace, bytes, executor, nullptr), "phase two");
  }

 private:
  using PhaseTwoFunction = aclnnStatus (*)(void*, uint64_t, aclOpExecutor*, aclrtStream);

  aclTensor* Make(const Tensor& tensor) {
    const aclFormat format = tensor.dims.size() == 4 ? ACL_FORMAT_NCHW : ACL_FORMAT_ND;
    const std::vector<int64_t> storage{tensor.storageElements};
    tensors_.push_back(aclCreateTensor(tensor.dims.data(), tensor.dims.size(), TypeOf(tensor.dtype),
                                       tensor.strides.data(), 0, format, storage.data(), 1, tensor.Data()));
    Check(tensors_.back() == nullptr ? 1 : 0, "aclCreateTensor");
    return tensors_.back();
  }
  aclBoolArray* Mask(uint64_t size) {
    const bool all[] = {true, true, true};
    mask_ = aclCreateBoolArray(all, size);
    return mask_;
  }

  void Bind(const MseLoss& a) {
    phaseOne_ = [g = Make(a.gradOutput), s = Make(a.self), t = Make(a.target), o = Make(a.out),
                 r = a.reduction](uint64_t* bytes, aclOpExecutor** executor) {
      return aclnnMseLossBackwardGetWorkspaceSize(g, s, t, r, o, bytes, executor);
    };
    phaseTwo_ = aclnnMseLossBackward;
  }
  void Bind(const Prelu& a) {
    phaseOne_ = [g = Make(a.gradOutput), s = Make(a.self), w = Make(a.weight), i = Make(a.gradInput),
                 gw = Make(a.gradWeight)](uint64_t* bytes, aclOpExecutor** executor) {
      return aclnnPreluBackwardGetWorkspaceSize(g, s, w, i, gw, bytes, executor);
    };
    phaseTwo_ = aclnnPreluBackward;
  }
  void Bind(const GroupNorm& a) {
    phaseOne_ = [g = Make(a.gradOut), x = Make(a.input), m = Make(a.mean), r = Make(a.rstd),
                 w = Make(a.gamma), gi = Make(a.gradInput), gg = Make(a.gradGamma), gb = Make(a.gradBeta),
                 mask = Mask(3), n = a.n, c = a.c, hxw = a.hxw,
                 group = a.group](uint64_t* bytes, aclOpExecutor** executor) {
      return aclnnGroupNormBackwardGetWorkspaceSize(g, x, m, r, w, n, c, hxw, group, mask, gi, gg, gb, bytes,
                                                    executor);
    };
    phaseTwo_ = aclnnGroupNormBackward;
  }
  void Bind(const GridSampler& a) {
    phaseOne_ = [g = Make(a.gradOutput), x = Make(a.input), grid = Make(a.grid), gi = Make(a.inputGrad),
                 gg = Make(a.gridGrad), mask = Mask(2), i = a.interpolation, p = a.padding,
                 align = a.alignCorners](uint64_t* bytes, aclOpExecutor** executor) {
      return aclnnGridSampler2DBackwardGetWorkspaceSize(g, x, grid, i, p, align, mask, gi, gg, bytes,
                                                        executor);
    };
    phaseTwo_ = aclnnGridSampler2DBackward;
  }
  void Bind(const Embedding& a) {
    phaseOne_ = [g = Make(a.grad), i = Make(a.indices), o = Make(a.out), rows = static_cast<uint64_t>(a.rows),
                 padding = static_cast<uint64_t>(a.paddingIndex),
                 scale = a.scaleByFrequency](uint64_t* bytes, aclOpExecutor** executor) {
      return aclnnEmbeddingDenseBackwardGetWorkspaceSize(g, i, rows, padding, scale, o, bytes, executor);
    };
    phaseTwo_ = aclnnEmbeddingDenseBackward;
  }

  std::vector<aclTensor*> tensors_;
  aclBoolArray* mask_ = nullptr;
  std::function<aclnnStatus(uint64_t*, aclOpExecutor**)> phaseOne_;
  PhaseTwoFunction phaseTwo_ = nullptr;
};

class Ours final : public Contender {
 public:
  explicit Ours(const Problem& problem) : call_(problem), workspaceBytes_(bench::WorkspaceBytes(problem)) {
    if (workspaceBytes_ > 0) {
      Check(aclrtMalloc(&workspace_, workspaceBytes_, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
    }
  }
  Ours(const Ours&) = delete;
  Ours& operator=(const Ours&) = delete;
  ~Ours() override {
    if (workspace_ != nullptr) {
      aclrtFree(workspace_);
    }
  }

  void Run() override {
    uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    call_.PhaseOne(&bytes, &executor);
    call_.PhaseTwo(workspace_, workspaceBytes_, executor);
    Check(aclrtSynchronizeStream(nullptr), "aclrtSynchronizeStream");
  }

 private:
  Call call_;
  uint64_t workspaceBytes_;
  void* workspace_ = nullptr;
};

}  // namespace

std::unique_ptr<Contender> MakeOurs(const Problem& problem) {
  return std::make_unique<Ours>(problem);
}

uint64_t WorkspaceBytes(const Problem& problem) {
  const Call call(problem);
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  call.PhaseOne(&bytes, &executor);
  aclDestroyAclOpExecutor(executor);
  return bytes;
}

}  // namespace bench
