// SPDX-License-Identifier: Apache-2.0
//
// The statuses of attention's gradients, where they are not those of attention.
#include <gtest/gtest.h>

#include <optional>

#include "ops/attention/calls_testing.h"
#include "tests/support/phase_one_checks.h"

namespace openaclnn::testing {
namespace {

using Problem = AttentionProblem;

class AttentionGradientStatus : public PhaseOneChecks {
 protected:
  using Shapes = AttentionDescriptors;

  void Expect(aclnnStatus status, const char* said, const Shapes& shapes, int version,
              const Problem& problem = {.heads = 4}) {
    ExpectStatus(status, said, "aclnnFlashAttentionScoreGrad", [&](uint64_t* size, aclOpExecutor** executor) {
      return PlanGradient(version, problem, shapes.Tensors(), size, executor);
    });
  }
};

TEST_F(AttentionGradientStatus, NullPointers) {
  for (const auto& [name, tensor] : std::vector<std::pair<const char*, std::optional<Descriptor> Shapes::*>>{
           {"query", &Shapes::query},
           {"key", &Shapes::key},
           {"value", &Shapes::value},
           {"dy", &Shapes::outGradient},
           {"softmaxMax", &Shapes::largest},
           {"softmaxSum", &Shapes::sum},
           {"attentionIn", &Shapes::out},
           {"dq", &Shapes::queryGradient},
           {"dk", &Shapes::keyGradient},
           {"dv", &Shapes::valueGradient}}) {
    for (const int version : {1, 2, 4}) {
      Shapes shapes;
      (shapes.*tensor).reset();
      Expect(kNullptr, name, shapes, version, {.heads = 4, .sparseMode = 99});
    }
  }
}

TEST_F(AttentionGradientStatus, TypesAndShapes) {
  struct Case {
    const char* name;
    std::optional<Descriptor> Shapes::*tensor;
    Shape shape;
    aclDataType dtype = ACL_FLOAT;
  };
  for (const int version : {1, 2, 4}) {
    Expect(0, "", {}, version);
    for (const Case& wrong : std::vector<Case>{
             {"query", &Shapes::query, {2, 4, 5, 8}, ACL_DOUBLE},
             {"dy", &Shapes::outGradient, {2, 4, 5, 3}, ACL_FLOAT16},
             {"dy", &Shapes::outGradient, {2, 4, 5, 8}},
             {"attentionIn", &Shapes::out, {2, 4, 5, 3}, ACL_FLOAT16},
             {"attentionIn", &Shapes::out, {2, 4, 3}},
             {"softmaxMax", &Shapes::largest, {2, 4, 5, 8}, ACL_FLOAT16},
             {"softmaxSum", &Shapes::sum, {2, 4, 5}},
             {"dq", &Shapes::queryGradient, {2, 4, 5, 8}, ACL_FLOAT16},
             {"dq", &Shapes::queryGradient, {2, 4, 5, 3}},
             {"dk", &Shapes::keyGradient, {2, 4, 6, 8}},
             {"dv", &Shapes::valueGradient, {2, 2, 6, 8}},
             {"dpse", &Shapes::biasGradient, {2, 4, 5, 6}},
             {"pse", &Shapes::bias, {2, 4, 6, 5}},
         }) {
      Shapes shapes;
      (shapes.*wrong.tensor).emplace(wrong.shape, wrong.dtype);
      Expect(kInvalid, wrong.name, shapes, version);
    }
    Shapes biased;
    biased.bias.emplace(Shape{1, 4, 5, 6});
    Expect(0, "", biased, version);
    biased.biasGradient.emplace(Shape{2, 4, 5, 6});
    Expect(kInvalid, "dpse", biased, version);
    biased.biasGradient.emplace(Shape{1, 4, 5, 6});
    Expect(0, "", biased, version);
    Shapes none;
    none.biasGradient.emplace(Shape{0});
    Expect(0, "", none, version);
    none.biasGradient.emplace(Shape{0}, nullptr, -1, Shape{1});
    Expect(kInvalid, "dpse", none, version);
    none.biasGradient.emplace(Shape{0}, ACL_STRING);
    Expect(kInvalid, "dpse", none, version);
    // Version 4 has that layout, of tensors of 3 dims.
    Expect(kInvalid, version == 4 ? "query" : "inputLayout", {}, version, {.heads = 4, .layout = "TND"});
  }
}

TEST_F(AttentionGradientStatus, WhatVersionFourHasAndIsNotSupported) {
  const Shapes shapes;
  const Descriptor other({2, 4, 5, 8});
  const Descriptor none({0});
  char layout[] = "BNSD";
  const char* const names[] = {"sink",     "queryRope", "keyRope", "dScaleQ", "dScaleK", "dScaleV",
                               "dScaleDy", "dScaleO",   "dqRope",  "dkRope",  "dsink"};
  for (size_t absent = 0; absent <= std::size(names); ++absent) {
    const aclTensor* tensors[std::size(names)] = {};
    tensors[8] = tensors[9] = tensors[10] = none.Get();
    if (absent < std::size(names)) {
      tensors[absent] = other.Get();
    }
    const aclnnStatus status =
        Call("aclnnFlashAttentionScoreGradV4", [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnFlashAttentionScoreGradV4GetWorkspaceSize(
              shapes.query->Get(), shapes.key->Get(), shapes.value->Get(), shapes.outGradient->Get(), nullptr,
              nullptr, nullptr, nullptr, shapes.largest->Get(), shapes.sum->Get(), nullptr, shapes.out->Get(),
              tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], tensors[6], tensors[7],
              nullptr, nullptr, nullptr, nullptr, nullptr, 1, 1, 0, 0, 4, layout, nullptr, 0, 0, 1, 0, 0, 0,
              shapes.queryGradient->Get(), shapes.keyGradient->Get(), shapes.valueGradient->Get(), tensors[8],
              tensors[9], nullptr, tensors[10], size, executor);
        });
    EXPECT_EQ(status, absent < std::size(names) ? kInvalid : 0);
    if (absent < std::size(names)) {
      ExpectMessage({names[absent]});
    }
  }
}

}  // namespace
}  // namespace openaclnn::testing
