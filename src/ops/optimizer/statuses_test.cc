// SPDX-License-Identifier: Apache-2.0
//
// What the optimizers refuse.
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "aclnnop/aclnn_apply_adam.h"
#include "aclnnop/aclnn_apply_adam_w.h"
#include "aclnnop/aclnn_apply_adam_w_v2.h"
#include "aclnnop/aclnn_apply_fused_ema_adam.h"
#include "aclnnop/aclnn_fused_adam.h"
#include "aclnnop/aclnn_fused_adamw.h"
#include "aclnnop/aclnn_fused_sgd.h"
#include "tests/support/phase_one_checks.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

class OptimizerChecks : public PhaseOneChecks {
 public:
  std::optional<Descriptor> var{std::in_place, Shape{2, 3}};
  std::optional<Descriptor> m{std::in_place, Shape{2, 3}};
  std::optional<Descriptor> v{std::in_place, Shape{2, 3}};
  std::optional<Descriptor> third{std::in_place, Shape{2, 3}};
  std::optional<Descriptor> grad{std::in_place, Shape{2, 3}};
  std::optional<Descriptor> number{std::in_place, Shape{1}};
  std::optional<Descriptor> step{std::in_place, Shape{1}, ACL_INT64};
  bool amsgrad = true;
  int64_t mode = 0;

  using Expectation = void (OptimizerChecks::*)(aclnnStatus status, const char* said);

  void Adam(aclnnStatus status, const char* said) {
    ExpectStatus(status, said, "aclnnApplyAdam", [&](uint64_t* size, aclOpExecutor** executor) {
      const aclTensor* const one = GetOrNull(number);
      return aclnnApplyAdamGetWorkspaceSize(GetOrNull(var), GetOrNull(m), GetOrNull(v), one, one, one, one,
                                            one, one, GetOrNull(grad), false, false, size, executor);
    });
  }
  void AdamW(aclnnStatus status, const char* said) {
    ExpectStatus(status, said, "aclnnApplyAdamW", [&](uint64_t* size, aclOpExecutor** executor) {
      const aclTensor* const one = GetOrNull(number);
      return aclnnApplyAdamWGetWorkspaceSize(GetOrNull(var), GetOrNull(m), GetOrNull(v), one, one, one, one,
                                             one, one, one, GetOrNull(grad), GetOrNull(third), amsgrad, false,
                                             size, executor);
    });
  }
  void AdamWV2(aclnnStatus status, const char* said) {
    ExpectStatus(status, said, "aclnnApplyAdamWV2", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnApplyAdamWV2GetWorkspaceSize(GetOrNull(var), GetOrNull(m), GetOrNull(v), GetOrNull(third),
                                               GetOrNull(grad), GetOrNull(step), 0.1F, 0.9F, 0.9F, 0, 0.1F,
                                               amsgrad, false, size, executor);
    });
  }
  void Ema(aclnnStatus status, const char* said) {
    ExpectStatus(status, said, "aclnnApplyFusedEmaAdam", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnApplyFusedEmaAdamGetWorkspaceSize(GetOrNull(grad), GetOrNull(var), GetOrNull(m),
                                                    GetOrNull(v), GetOrNull(third), GetOrNull(step), 0.1, 0.9,
                                                    0.9, 0.9, 0.1, mode, true, 0, size, executor);
    });
  }
  template <auto kPhaseOne>
  void Fused(const char* name, aclnnStatus status, const char* said) {
    const TensorList vars({GetOrNull(var), GetOrNull(var)});
    const TensorList grads({GetOrNull(var), GetOrNull(grad)});
    const TensorList firsts({GetOrNull(var), GetOrNull(m)});
    const TensorList seconds({GetOrNull(var), GetOrNull(v)});
    const TensorList thirds({GetOrNull(var), GetOrNull(third)});
    const TensorList steps({GetOrNull(step), GetOrNull(step)});
    ExpectStatus(status, said, name, [&](uint64_t* size, aclOpExecutor** executor) {
      return kPhaseOne(vars.Get(), grads.Get(), firsts.Get(), seconds.Get(), thirds.Get(), steps.Get(),
                       GetOrNull(number), nullptr, 0.1, 0.9, 0.9, 0, 0.1, amsgrad, false, size, executor);
    });
  }
  void FusedAdam(aclnnStatus status, const char* said) {
    Fused<aclnnFusedAdamGetWorkspaceSize>("aclnnFusedAdam", status, said);
  }
  void FusedAdamw(aclnnStatus status, const char* said) {
    Fused<aclnnFusedAdamwGetWorkspaceSize>("aclnnFusedAdamw", status, said);
  }

  // What all refuse alike.
  void ExpectRefusals(Expectation expect, const char* ofVar, const char* ofM, const char* ofGrad) {
    (this->*expect)(ACL_SUCCESS, "");
    m.reset();
    (this->*expect)(kNullptr, ofM);
    m.emplace(Shape{3, 2});
    (this->*expect)(kInvalid, ofM);
    m.emplace(Shape{2, 3}, ACL_FLOAT16);
    (this->*expect)(kInvalid, ofM);
    m.emplace(Shape{2, 3});
    grad.reset();
    (this->*expect)(kNullptr, ofGrad);
    grad.emplace(Shape{2, 3}, ACL_DOUBLE);
    (this->*expect)(kInvalid, ofGrad);
    grad.emplace(Shape{2, 3});
    var.reset();
    (this->*expect)(kNullptr, ofVar);
    var.emplace(Shape{2, 3}, ACL_INT32);
    (this->*expect)(kInvalid, ofVar);
    var.emplace(Shape{2, 3});
  }
};

TEST_F(OptimizerChecks, TensorsOfOneParameter) {
  ExpectRefusals(&OptimizerChecks::Adam, "var", "m", "grad");
  ExpectRefusals(&OptimizerChecks::AdamW, "varRef", "mRef", "grad");
  ExpectRefusals(&OptimizerChecks::AdamWV2, "varRef", "mRef", "grad");
  ExpectRefusals(&OptimizerChecks::Ema, "varRef", "mRef", "grad");
}

TEST_F(OptimizerChecks, Lists) {
  ExpectRefusals(&OptimizerChecks::FusedAdam, "paramsRef[0]", "expAvgsRef[1]", "grads[1]");
  ExpectRefusals(&OptimizerChecks::FusedAdamw, "paramsRef[0]", "expAvgsRef[1]", "grads[1]");
}

TEST_F(OptimizerChecks, TheLargestSecondMomentIsForAmsgrad) {
  third.reset();
  AdamW(kNullptr, "maxGradNormOptional");
  AdamWV2(kNullptr, "maxGradNormOptionalRef");
  FusedAdam(kNullptr, "maxExpAvgSqsRef[1]");
  FusedAdamw(kNullptr, "maxExpAvgSqsRef[1]");
  amsgrad = false;
  AdamW(ACL_SUCCESS, "");
  AdamWV2(ACL_SUCCESS, "");
  FusedAdam(ACL_SUCCESS, "");
  FusedAdamw(ACL_SUCCESS, "");
}

TEST_F(OptimizerChecks, NumbersHaveOneElement) {
  number.emplace(Shape{2});
  Adam(kInvalid, "beta1Power");
  AdamW(kInvalid, "beta1Power");
  FusedAdam(kInvalid, "gradScaleOptional");
  number.emplace(Shape{1, 1});
  Adam(ACL_SUCCESS, "");
  number.emplace(Shape{1}, ACL_INT32);
  AdamW(kInvalid, "beta1Power");
  number.reset();
  Adam(kNullptr, "beta1Power");
  AdamW(kNullptr, "beta1Power");
  FusedAdamw(ACL_SUCCESS, "");
  step.emplace(Shape{2}, ACL_INT64);
  AdamWV2(kInvalid, "step");
  Ema(ACL_SUCCESS, "");  // the first of them
  FusedAdam(kInvalid, "stateSteps[0]");
  step.emplace(Shape{1}, ACL_BOOL);
  AdamWV2(kInvalid, "step");
  step.reset();
  AdamWV2(kNullptr, "step");
  Ema(kNullptr, "step");
}

TEST_F(OptimizerChecks, TheModeOfDecay) {
  for (const int64_t wrong : {-1, 2}) {
    mode = wrong;
    Ema(kInvalid, "mode");
  }
}

TEST_F(OptimizerChecks, GradientDescent) {
  const TensorList vars({var->Get(), var->Get()});
  const TensorList one({var->Get()});
  const TensorList none({});
  struct Numbers {
    float decay = 0;
    float momentum = 0.5F;
    float rate = 0.5F;
    float dampening = 0;
  };
  const auto expect = [&](aclnnStatus status, const char* said, const aclTensorList* params,
                          const aclTensorList* grads, const aclTensorList* buffers, const Numbers& numbers) {
    ExpectStatus(status, said, "aclnnFusedSgd", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnFusedSgdGetWorkspaceSize(params, grads, buffers, nullptr, numbers.decay, numbers.momentum,
                                           numbers.rate, numbers.dampening, false, false, false, size,
                                           executor);
    });
  };
  expect(ACL_SUCCESS, "", vars.Get(), vars.Get(), vars.Get(), {});
  expect(ACL_SUCCESS, "", vars.Get(), vars.Get(), nullptr, {});
  expect(ACL_SUCCESS, "", vars.Get(), vars.Get(), none.Get(), {});
  expect(ACL_SUCCESS, "", none.Get(), none.Get(), nullptr, {});
  expect(kNullptr, "paramsRef", nullptr, vars.Get(), vars.Get(), {});
  expect(kNullptr, "gradsRef", vars.Get(), nullptr, vars.Get(), {});
  expect(kInvalid, "gradsRef", vars.Get(), one.Get(), vars.Get(), {});
  expect(kInvalid, "momentumBufferListOptionalRef", vars.Get(), vars.Get(), one.Get(), {});
  expect(kInvalid, "weightDecay", vars.Get(), vars.Get(), nullptr, {.decay = -1});
  expect(kInvalid, "momentum", vars.Get(), vars.Get(), nullptr, {.momentum = -1});
  expect(kInvalid, "lr", vars.Get(), vars.Get(), nullptr, {.rate = -1});
  expect(kInvalid, "dampening", vars.Get(), vars.Get(), nullptr, {.dampening = -1});
}

}  // namespace
}  // namespace openaclnn::testing
