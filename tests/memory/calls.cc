// SPDX-License-Identifier: Apache-2.0
#include "tests/memory/calls.h"

#include <memory>

#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "aclnnop/aclnn_grid_sampler2d_backward.h"
#include "aclnnop/aclnn_group_norm_backward.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "aclnnop/aclnn_prelu_backward.h"

namespace openaclnn::testing {
namespace {

constexpr bool kIn = false;
constexpr bool kOut = true;

}  // namespace

std::vector<OperatorCall> EveryOperator() {
  std::vector<OperatorCall> calls;
  calls.push_back({"MseLossBackward",
                   {{"gradOutput", kIn, {48, 48}},
                    {"self", kIn, {48, 48}},
                    {"target", kIn, {48, 48}},
                    {"out", kOut, {48, 48}}},
                   [](const std::vector<aclTensor*>& t, uint64_t* size, aclOpExecutor** executor) {
                     return aclnnMseLossBackwardGetWorkspaceSize(t[0], t[1], t[2], 0, t[3], size, executor);
                   },
                   aclnnMseLossBackward});
  calls.push_back({"PreluBackward",
                   {{"gradOutput", kIn, {64, 48}},
                    {"self", kIn, {64, 48}},
                    {"weight", kIn, {48}},
                    {"gradInput", kOut, {64, 48}},
                    {"gradWeight", kOut, {48}}},
                   [](const std::vector<aclTensor*>& t, uint64_t* size, aclOpExecutor** executor) {
                     return aclnnPreluBackwardGetWorkspaceSize(t[0], t[1], t[2], t[3], t[4], size, executor);
                   },
                   aclnnPreluBackward});
  calls.push_back({"GroupNormBackward",
                   {{"gradOut", kIn, {3, 8, 40}},
                    {"input", kIn, {3, 8, 40}},
                    {"mean", kIn, {3, 4}},
                    {"rstd", kIn, {3, 4}},
                    {"gamma", kIn, {8}},
                    {"gradInput", kOut, {3, 8, 40}},
                    {"gradGammaOut", kOut, {8}},
                    {"gradBetaOut", kOut, {8}}},
                   [](const std::vector<aclTensor*>& t, uint64_t* size, aclOpExecutor** executor) {
                     const BoolArray mask{true, true, true};
                     return aclnnGroupNormBackwardGetWorkspaceSize(t[0], t[1], t[2], t[3], t[4], 3, 8, 40, 4,
                                                                   mask.Get(), t[5], t[6], t[7], size,
                                                                   executor);
                   },
                   aclnnGroupNormBackward});
  calls.push_back({"GridSampler2DBackward",
                   {{"gradOutput", kIn, {2, 3, 9, 7}},
                    {"input", kIn, {2, 3, 9, 7}},
                    {"grid", kIn, {2, 9, 7, 2}},
                    {"inputGrad", kOut, {2, 3, 9, 7}},
                    {"gridGrad", kOut, {2, 9, 7, 2}}},
                   [](const std::vector<aclTensor*>& t, uint64_t* size, aclOpExecutor** executor) {
                     const BoolArray mask{true, true};
                     return aclnnGridSampler2DBackwardGetWorkspaceSize(
                         t[0], t[1], t[2], 0, 1, false, mask.Get(), t[3], t[4], size, executor);
                   },
                   aclnnGridSampler2DBackward});
  calls.push_back({"EmbeddingDenseBackward",
                   {{"grad", kIn, {60, 16}}, {"indices", kIn, {60}}, {"out", kOut, {40, 16}}},
                   [](const std::vector<aclTensor*>& t, uint64_t* size, aclOpExecutor** executor) {
                     return aclnnEmbeddingDenseBackwardGetWorkspaceSize(t[0], t[1], 40, 3, true, t[2], size,
                                                                        executor);
                   },
                   aclnnEmbeddingDenseBackward});
  return calls;
}

aclnnStatus RunCall(const OperatorCall& call, const std::vector<Place>& places) {
  std::vector<std::unique_ptr<aclTensor, aclnnStatus (*)(const aclTensor*)>> owned;
  std::vector<aclTensor*> tensors;
  for (size_t i = 0; i < places.size(); ++i) {
    const Operand& operand = call.operands[i];
    const Shape strides = places[i].strides.empty() ? ContiguousStrides(operand.shape) : places[i].strides;
    int64_t storage = places[i].offset + 1;
    for (size_t d = 0; d < strides.size(); ++d) {
      storage += (operand.shape[d] - 1) * strides[d];
    }
    owned.emplace_back(
        aclCreateTensor(operand.shape.data(), operand.shape.size(), operand.dtype, strides.data(),
                        places[i].offset, ACL_FORMAT_ND, &storage, 1, places[i].base),
        aclDestroyTensor);
    tensors.push_back(owned.back().get());
  }
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) { return call.phaseOne(tensors, size, executor); },
      call.phaseTwo);
}

}  // namespace openaclnn::testing
