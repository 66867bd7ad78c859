// SPDX-License-Identifier: Apache-2.0
//
// The losses that tests/loss_test tries: formulas in float64 of a term and of its derivatives, and how each
// is called.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <ostream>
#include <vector>

#include "aclnnop/aclnn_binary_cross_entropy.h"
#include "aclnnop/aclnn_binary_cross_entropy_backward.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_backward.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h"
#include "aclnnop/aclnn_kl_div.h"
#include "aclnnop/aclnn_kl_div_backward.h"
#include "aclnnop/aclnn_kl_div_target_backward.h"
#include "aclnnop/aclnn_l1_loss.h"
#include "aclnnop/aclnn_l1_loss_backward.h"
#include "aclnnop/aclnn_smooth_l1_loss.h"
#include "aclnnop/aclnn_smooth_l1_loss_backward.h"
#include "aclnnop/aclnn_soft_margin_loss.h"
#include "aclnnop/aclnn_soft_margin_loss_backward.h"
#include "tests/support/device.h"

namespace openaclnn::testing {

enum Reduction : int64_t { kNone = 0, kMean = 1, kSum = 2, kBatchMean = 3 };
constexpr double kBeta = 0.75;

// A place of a call, in float64.
struct Place {
  double self;
  double target;
  double weight = 1;
  double posWeight = 1;
};
struct Tensors {
  aclTensor* grad = nullptr;
  aclTensor* self = nullptr;
  aclTensor* target = nullptr;
  aclTensor* weight = nullptr;
  aclTensor* posWeight = nullptr;
  aclTensor* out = nullptr;
};

struct Loss {
  const char* name;
  std::function<double(const Place&)> term;
  std::function<double(const Place&)> forSelf;
  std::function<double(const Place&)> forTarget;  // null: there is no such operator
  int weights = 0;
  bool oneShape = false;
  bool batchMean = false;
  double selfFrom = -4;
  double selfTo = 4;
  double targetFrom = 0.01;
  double targetTo = 0.99;
  std::function<aclnnStatus(const Tensors&, int64_t, uint64_t*, aclOpExecutor**)> forward;
  PhaseTwo runForward;
  std::function<aclnnStatus(const Tensors&, int64_t, uint64_t*, aclOpExecutor**)> backward;
  PhaseTwo runBackward;
  std::function<aclnnStatus(const Tensors&, int64_t, uint64_t*, aclOpExecutor**)> targetBackward;
  PhaseTwo runTargetBackward = nullptr;
};

// Tests have names of their own.
inline void PrintTo(const Loss& loss, std::ostream* out) {
  *out << loss.name;
}

inline double SignOf(double x) {
  return x > 0 ? 1 : x < 0 ? -1 : 0;
}
inline double SigmoidOf(double x) {
  return 1 / (1 + std::exp(-x));
}
inline double SoftplusOf(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x)));
}

inline Loss KlDiv(bool logarithms) {
  Loss loss;
  loss.name = logarithms ? "KlDivOfLogarithms" : "KlDiv";
  if (logarithms) {
    loss.term = [](const Place& p) { return std::exp(p.target) * (p.target - p.self); };
    loss.forSelf = [](const Place& p) { return -std::exp(p.target); };
    loss.forTarget = [](const Place& p) { return std::exp(p.target) * (p.target + 1 - p.self); };
    loss.targetFrom = -3;
    loss.targetTo = 0;
  } else {
    loss.term = [](const Place& p) { return p.target == 0 ? 0 : p.target * (std::log(p.target) - p.self); };
    loss.forSelf = [](const Place& p) { return -p.target; };
    loss.forTarget = [](const Place& p) { return p.target == 0 ? 0 : std::log(p.target) + 1 - p.self; };
  }
  loss.batchMean = true;
  loss.forward = [=](const Tensors& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
    return aclnnKlDivGetWorkspaceSize(t.self, t.target, reduction, logarithms, t.out, size, executor);
  };
  loss.runForward = aclnnKlDiv;
  loss.backward = [=](const Tensors& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
    return aclnnKlDivBackwardGetWorkspaceSize(t.grad, t.self, t.target, reduction, logarithms, t.out, size,
                                              executor);
  };
  loss.runBackward = aclnnKlDivBackward;
  loss.targetBackward = [=](const Tensors& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
    return aclnnKlDivTargetBackwardGetWorkspaceSize(t.grad, t.self, t.target, reduction, logarithms, t.out,
                                                    size, executor);
  };
  loss.runTargetBackward = aclnnKlDivTargetBackward;
  return loss;
}

inline Loss L1() {
  Loss loss;
  loss.name = "L1";
  loss.term = [](const Place& p) { return std::fabs(p.self - p.target); };
  loss.forSelf = [](const Place& p) { return SignOf(p.self - p.target); };
  loss.forward = [](const Tensors& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
    return aclnnL1LossGetWorkspaceSize(t.self, t.target, reduction, t.out, size, executor);
  };
  loss.runForward = aclnnL1Loss;
  loss.backward = [](const Tensors& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
    return aclnnL1LossBackwardGetWorkspaceSize(t.grad, t.self, t.target, reduction, t.out, size, executor);
  };
  loss.runBackward = aclnnL1LossBackward;
  return loss;
}

inline Loss SmoothL1(double beta) {
  Loss loss;
  loss.name = beta == 0 ? "SmoothL1OfBeta0" : "SmoothL1";
  loss.term = [=](const Place& p) {
    const double distance = std::fabs(p.self - p.target);
    return distance < beta ? distance * distance / (2 * beta) : distance - beta / 2;
  };
  loss.forSelf = [=](const Place& p) {
    const double difference = p.self - p.target;
    return std::fabs(difference) < beta ? difference / beta : SignOf(difference);
  };
  loss.forward = [=](const Tensors& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
    return aclnnSmoothL1LossGetWorkspaceSize(t.self, t.target, reduction, static_cast<float>(beta), t.out,
                                             size, executor);
  };
  loss.runForward = aclnnSmoothL1Loss;
  loss.backward = [=](const Tensors& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
    return aclnnSmoothL1LossBackwardGetWorkspaceSize(t.grad, t.self, t.target, reduction,
                                                     static_cast<float>(beta), t.out, size, executor);
  };
  loss.runBackward = aclnnSmoothL1LossBackward;
  return loss;
}

inline Loss BinaryCrossEntropy() {
  Loss loss;
  loss.name = "BinaryCrossEntropy";
  loss.weights = 1;
  loss.oneShape = true;
  loss.selfFrom = 0.01;
  loss.selfTo = 0.99;
  loss.term = [](const Place& p) {
    return -p.weight * (p.target * std::max(std::log(p.self), -100.0) +
                        (1 - p.target) * std::max(std::log1p(-p.self), -100.0));
  };
  loss.forSelf = [](const Place& p) {
    return p.weight * (p.self - p.target) / std::max((1 - p.self) * p.self, 1e-12);
  };
  loss.forward = [](const Tensors& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
    return aclnnBinaryCrossEntropyGetWorkspaceSize(t.self, t.target, t.weight, reduction, t.out, size,
                                                   executor);
  };
  loss.runForward = aclnnBinaryCrossEntropy;
  loss.backward = [](const Tensors& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
    return aclnnBinaryCrossEntropyBackwardGetWorkspaceSize(t.grad, t.self, t.target, t.weight, reduction,
                                                           t.out, size, executor);
  };
  loss.runBackward = aclnnBinaryCrossEntropyBackward;
  return loss;
}

inline Loss WithLogits() {
  Loss loss;
  loss.name = "WithLogits";
  loss.weights = 2;
  loss.oneShape = true;
  loss.term = [](const Place& p) {
    return p.weight * ((1 - p.target) * p.self + (1 + (p.posWeight - 1) * p.target) * SoftplusOf(-p.self));
  };
  loss.forSelf = [](const Place& p) {
    return p.weight * ((p.posWeight * p.target + 1 - p.target) * SigmoidOf(p.self) - p.posWeight * p.target);
  };
  loss.forTarget = [](const Place& p) {
    return p.weight * (p.posWeight * SoftplusOf(-p.self) - SoftplusOf(p.self));
  };
  loss.forward = [](const Tensors& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
    return aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(t.self, t.target, t.weight, t.posWeight,
                                                             reduction, t.out, size, executor);
  };
  loss.runForward = aclnnBinaryCrossEntropyWithLogits;
  loss.backward = [](const Tensors& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
    return aclnnBinaryCrossEntropyWithLogitsBackwardGetWorkspaceSize(
        t.grad, t.self, t.target, t.weight, t.posWeight, reduction, t.out, size, executor);
  };
  loss.runBackward = aclnnBinaryCrossEntropyWithLogitsBackward;
  loss.targetBackward = [](const Tensors& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
    return aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize(
        t.grad, t.self, t.target, t.weight, t.posWeight, reduction, t.out, size, executor);
  };
  loss.runTargetBackward = aclnnBinaryCrossEntropyWithLogitsTargetBackward;
  return loss;
}

inline Loss SoftMargin() {
  Loss loss;
  loss.name = "SoftMargin";
  loss.targetFrom = -1;
  loss.targetTo = 1;
  loss.term = [](const Place& p) { return SoftplusOf(-p.target * p.self); };
  loss.forSelf = [](const Place& p) { return -p.target * SigmoidOf(-p.target * p.self); };
  loss.forward = [](const Tensors& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
    return aclnnSoftMarginLossGetWorkspaceSize(t.self, t.target, reduction, t.out, size, executor);
  };
  loss.runForward = aclnnSoftMarginLoss;
  loss.backward = [](const Tensors& t, int64_t reduction, uint64_t* size, aclOpExecutor** executor) {
    return aclnnSoftMarginLossBackwardGetWorkspaceSize(t.grad, t.self, t.target, reduction, t.out, size,
                                                       executor);
  };
  loss.runBackward = aclnnSoftMarginLossBackward;
  return loss;
}

inline std::vector<Loss> Losses() {
  return {L1(),         SmoothL1(kBeta), SmoothL1(0), BinaryCrossEntropy(),
          WithLogits(), KlDiv(false),    KlDiv(true), SoftMargin()};
}

}  // namespace openaclnn::testing
