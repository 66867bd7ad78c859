// SPDX-License-Identifier: Apache-2.0
//
// Losses and dropout.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "aclnnop/aclnn_dropout_do_mask.h"
#include "aclnnop/aclnn_dropout_gen_mask.h"
#include "aclnnop/aclnn_kl_div.h"
#include "aclnnop/aclnn_kl_div_backward.h"
#include "aclnnop/aclnn_logsoftmax.h"
#include "aclnnop/aclnn_mul.h"
#include "aclnnop/aclnn_reduce_sum.h"
#include "aclnnop/aclnn_softmax.h"
#include "aclnnop/aclnn_sub.h"
#include "api/acl_op_compiler/operators.h"
#include "runtime/single_operator/clients.h"

namespace openaclnn::single_operator {
namespace {

// Of rows: the loss of each, and the gradient of the logits.
void SoftmaxCrossEntropy(Call& call) {
  const std::vector<int64_t> dims = call.InputDims(0);
  aclTensor* const products = call.Temporary(dims, call.InputDtype(0));
  call.Do<OPENACLNN_PHASES(LogSoftmax)>(call.Input(0), int64_t{-1}, products);
  call.Do<OPENACLNN_PHASES(InplaceMul)>(products, call.Input(1));
  call.Do<OPENACLNN_PHASES(ReduceSum)>(products, call.Array({-1}), false, call.OutputDtype(0),
                                       call.OutputAs(0, {dims.empty() ? 1 : dims.front()}));
  call.Do<OPENACLNN_PHASES(InplaceMuls)>(call.Output(0), call.Scalar(-1.0));
  call.Do<OPENACLNN_PHASES(Softmax)>(call.Input(0), int64_t{-1}, call.Output(1));
  call.Do<OPENACLNN_PHASES(InplaceSub)>(call.Output(1), call.Input(1), call.Scalar(1.0));
}

// What the attribute asks for, as aclnn numbers it.
std::optional<int64_t> Reduction(Call& call) {
  constexpr std::array<std::string_view, 4> kReductions{"none", "mean", "sum", "batchmean"};
  const std::string reduction = call.Text("reduction", "mean");
  const auto* const found = std::ranges::find(kReductions, std::string_view(reduction));
  if (found == kReductions.end()) {
    call.Fail("reduction: expected none, mean, sum or batchmean, got " + reduction);
    return std::nullopt;
  }
  return found - kReductions.begin();
}

void KlDivergence(Call& call) {
  constexpr int64_t kSum = 2;
  constexpr int64_t kBatchMean = 3;
  const std::optional<int64_t> reduction = Reduction(call);
  if (!reduction) {
    return;
  }
  const bool batchMean = *reduction == kBatchMean;
  call.Do<OPENACLNN_PHASES(KlDiv)>(call.Input(0), call.Input(1), batchMean ? kSum : *reduction, false,
                                   call.Output(0));
  if (batchMean) {
    const std::vector<int64_t> dims = call.InputDims(0);
    call.Do<OPENACLNN_PHASES(InplaceMuls)>(
        call.Output(0), call.Scalar(1.0 / static_cast<double>(dims.empty() ? 1 : dims.front())));
  }
}

// Inputs: grad, input, target. MindSpore's log_target is a byte that nobody has set: its targets are always
// probabilities.
void KlDivergenceGradient(Call& call) {
  if (const std::optional<int64_t> reduction = Reduction(call)) {
    const bool logarithms = call.Flag("log_target", false) && !IsLoaded(Client::kMindSpore);
    call.Do<OPENACLNN_PHASES(KlDivBackward)>(call.Input(0), call.Input(1), call.Input(2), *reduction,
                                             logarithms, call.Output(0));
  }
}

// A bit for each element, set with this probability. Clients give the same seeds to each call and expect
// other numbers: each call goes on where the one before ended.
void DrawDropMask(Call& call) {
  static std::atomic<int64_t> drawn = 0;
  const std::vector<int64_t> dims = call.HostIntegers(0);
  const int64_t count = ElementsOf(dims);
  call.Do<OPENACLNN_PHASES(DropoutGenMask)>(call.Array(dims), 1 - call.DeviceReal(1),
                                            (call.Integer("seed", 0) << 32) ^ call.Integer("seed2", 0),
                                            drawn.fetch_add((count + 3) / 4), call.Output(0));
}

// Inputs: x, mask, the probability that an element was kept.
void ApplyDropMask(Call& call) {
  call.Do<OPENACLNN_PHASES(DropoutDoMask)>(call.Input(0), call.Input(1), 1 - call.DeviceReal(2),
                                           call.Output(0));
}

constexpr std::array kOperators{
    Operator{"DropOutDoMask", ApplyDropMask},
    Operator{"DropOutGenMask", DrawDropMask},
    Operator{"KLDiv", KlDivergence},
    Operator{"KlDivLossGrad", KlDivergenceGradient},
    Operator{"SoftmaxCrossEntropyWithLogits", SoftmaxCrossEntropy},
};

}  // namespace

std::span<const Operator> NetworkOperators() {
  return kOperators;
}

}  // namespace openaclnn::single_operator
