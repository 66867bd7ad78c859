// SPDX-License-Identifier: Apache-2.0
//
// The statuses of attention.
#include <gtest/gtest.h>

#include <optional>

#include "ops/attention/calls_testing.h"
#include "tests/support/phase_one_checks.h"

namespace openaclnn::testing {
namespace {

using Problem = AttentionProblem;

class AttentionStatus : public PhaseOneChecks {
 protected:
  using Shapes = AttentionDescriptors;

  void Expect(aclnnStatus status, const char* said, Shapes& shapes, Problem problem = {.heads = 4},
              int version = 2) {
    const char* const name = version == 1   ? "aclnnFlashAttentionScore"
                             : version == 2 ? "aclnnFlashAttentionScoreV2"
                                            : "aclnnFlashAttentionScoreV4";
    ExpectStatus(status, said, name, [&](uint64_t* size, aclOpExecutor** executor) {
      return PlanAttention(version, problem, shapes.Tensors(), size, executor);
    });
  }
};

TEST_F(AttentionStatus, NullPointers) {
  for (const auto& [name, tensor] : std::vector<std::pair<const char*, std::optional<Descriptor> Shapes::*>>{
           {"query", &Shapes::query},
           {"key", &Shapes::key},
           {"value", &Shapes::value},
           {"softmaxMaxOut", &Shapes::largest},
           {"softmaxSumOut", &Shapes::sum},
           {"attentionOutOut", &Shapes::out}}) {
    for (const int version : {1, 2, 4}) {
      Shapes shapes;
      (shapes.*tensor).reset();
      Expect(kNullptr, name, shapes, {.heads = 4, .sparseMode = 99}, version);
    }
  }
}

TEST_F(AttentionStatus, TypesAndShapes) {
  Shapes usual;
  Expect(0, "", usual);
  struct Case {
    const char* name;
    std::optional<Descriptor> Shapes::*tensor;
    Shape shape;
    aclDataType dtype = ACL_FLOAT;
  };
  for (const Case& wrong : std::vector<Case>{
           {"query", &Shapes::query, {2, 4, 5, 8}, ACL_INT32},
           {"query", &Shapes::query, {2, 4, 5, 8}, ACL_DOUBLE},
           {"key", &Shapes::key, {2, 2, 6, 8}, ACL_FLOAT16},
           {"attentionOutOut", &Shapes::out, {2, 4, 5, 3}, ACL_FLOAT16},
           {"softmaxMaxOut", &Shapes::largest, {2, 4, 5, 8}, ACL_FLOAT16},
           {"softmaxSumOut", &Shapes::sum, {2, 4, 5, 1}},
           {"query", &Shapes::query, {2, 20, 8}},
           {"query", &Shapes::query, {2, 3, 5, 8}},
           {"key", &Shapes::key, {2, 3, 6, 8}},
           {"key", &Shapes::key, {2, 0, 6, 8}},
           {"key", &Shapes::key, {2, 2, 6, 7}},
           {"key", &Shapes::key, {1, 2, 6, 8}},
           {"value", &Shapes::value, {2, 2, 7, 3}},
           {"value", &Shapes::value, {2, 4, 6, 3}},
           {"value", &Shapes::value, {2, 2, 6, 0}},
           {"attentionOutOut", &Shapes::out, {2, 4, 5, 8}},
           {"realShift", &Shapes::bias, {2, 1, 5, 6}},
           {"realShift", &Shapes::bias, {5, 6}},
           {"realShift", &Shapes::bias, {2, 4, 5, 6}, ACL_INT32},
           {"attenMask", &Shapes::mask, {5, 6}, ACL_FLOAT},
           {"attenMask", &Shapes::mask, {5, 1}, ACL_BOOL},
           {"attenMask", &Shapes::mask, {4, 5, 6}, ACL_BOOL},
           {"dropMask", &Shapes::dropMask, {29}, ACL_UINT8},
           {"dropMask", &Shapes::dropMask, {64}, ACL_BOOL},
       }) {
    for (const int version : {1, 4}) {
      Shapes shapes;
      (shapes.*wrong.tensor).emplace(wrong.shape, wrong.dtype);
      Expect(kInvalid, wrong.name, shapes, {.heads = 4}, version);
    }
  }
}

TEST_F(AttentionStatus, Attributes) {
  const auto with = [](const auto& change) {
    Problem problem{.heads = 4};
    change(problem);
    return problem;
  };
  Shapes shapes;
  Expect(kInvalid, "inputLayout", shapes, with([](Problem& p) { p.layout = "TND"; }));
  Expect(kInvalid, "headNum", shapes, with([](Problem& p) { p.heads = 0; }));
  Expect(kInvalid, "keepProb", shapes, with([](Problem& p) { p.keepProb = 0; }));
  Expect(kInvalid, "keepProb", shapes, with([](Problem& p) { p.keepProb = NAN; }));
  Expect(kInvalid, "dropMask", shapes, with([](Problem& p) { p.keepProb = 0.5; }));
  Expect(ACL_SUCCESS, "", shapes, with([](Problem& p) { p.keepProb = 0.5; }), 4);
  Expect(kInvalid, "sparseMode", shapes, with([](Problem& p) { p.sparseMode = 7; }));
  Expect(kInvalid, "sparseMode", shapes, with([](Problem& p) { p.sparseMode = -1; }));
  Expect(kInvalid, "pseType", shapes, with([](Problem& p) { p.pseType = 2; }));
  for (int64_t mode = 1; mode <= 6; ++mode) {
    Expect(kInvalid, "attenMask", shapes, with([&](Problem& p) { p.sparseMode = mode; }));
  }
  Shapes masked;
  masked.mask.emplace(Shape{2048, 2048}, ACL_BOOL);
  Expect(0, "", masked, with([](Problem& p) { p.sparseMode = 2; }));
  Expect(kInvalid, "attenMask", masked, with([](Problem& p) { p.sparseMode = 1; }));
  Expect(kInvalid, "attenMask", masked, with([](Problem& p) { p.sparseMode = 6; }));
  masked.mask.emplace(Shape{3072, 2048}, ACL_BOOL);
  Expect(kInvalid, "prefix", masked, with([](Problem& p) { p.sparseMode = 6; }));
  Expect(kInvalid, "prefix", masked, with([](Problem& p) { p.sparseMode = 6, p.prefix = {3}; }));
  Expect(kInvalid, "prefix", masked, with([](Problem& p) { p.sparseMode = 6, p.prefix = {3, -1}; }));
  Expect(0, "", masked, with([](Problem& p) { p.sparseMode = 6, p.prefix = {3, 100}; }));
}

TEST_F(AttentionStatus, WhatVersionFourHasAndIsNotSupported) {
  const Shapes shapes;
  const Descriptor other({2, 4, 5, 8});
  const IntArray lengths({5, 10});
  char layout[] = "BNSD";
  char softmaxLayout[] = "TND";
  const auto plan = [&](size_t absent, const aclIntArray* queryLengths, const aclIntArray* keyLengths,
                        int64_t outDtype, char* given) {
    const aclTensor* tensors[6] = {};
    if (absent < 6) {
      tensors[absent] = other.Get();
    }
    return Call("aclnnFlashAttentionScoreV4", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnFlashAttentionScoreV4GetWorkspaceSize(
          shapes.query->Get(), shapes.key->Get(), shapes.value->Get(), nullptr, nullptr, nullptr, nullptr,
          tensors[0], tensors[1], tensors[2], tensors[3], tensors[4], tensors[5], nullptr, queryLengths,
          keyLengths, nullptr, nullptr, 1, 1, 0, 0, 4, layout, 0, 0, outDtype, 1, given, 0, 0,
          shapes.largest->Get(), shapes.sum->Get(), nullptr, shapes.out->Get(), size, executor);
    });
  };
  const char* const names[] = {"queryRope", "keyRope", "dScaleQ", "dScaleK", "dScaleV", "sink"};
  for (size_t absent = 0; absent < 6; ++absent) {
    EXPECT_EQ(plan(absent, nullptr, nullptr, 0, nullptr), kInvalid);
    ExpectMessage({names[absent]});
  }
  EXPECT_EQ(plan(6, lengths.Get(), nullptr, 0, nullptr), kInvalid);
  ExpectMessage({"actualSeqQLen"});
  EXPECT_EQ(plan(6, nullptr, lengths.Get(), 0, nullptr), kInvalid);
  EXPECT_EQ(plan(6, nullptr, nullptr, 1, nullptr), kInvalid);
  ExpectMessage({"outDtype"});
  EXPECT_EQ(plan(6, nullptr, nullptr, 0, softmaxLayout), kInvalid);
  ExpectMessage({"softmaxOutLayout"});
  EXPECT_EQ(plan(6, nullptr, nullptr, 0, nullptr), 0);
}

}  // namespace
}  // namespace openaclnn::testing
