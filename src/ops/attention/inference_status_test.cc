// SPDX-License-Identifier: Apache-2.0
//
// The statuses of attention for inference.
#include <gtest/gtest.h>

#include <optional>

#include "ops/attention/inference_calls_testing.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one_checks.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

using Op = InferenceOperator;

// A usual call, any of whose parts may be another one: [2, 4, 5, 8] queries of [2, 2, 6, 8] keys.
struct Given {
  std::optional<Descriptor> query{std::in_place, Shape{2, 4, 5, 8}};
  std::optional<Descriptor> key{std::in_place, Shape{2, 2, 6, 8}};
  std::optional<Descriptor> value{std::in_place, Shape{2, 2, 6, 3}};
  std::optional<Descriptor> bias{};
  std::optional<Descriptor> mask{};
  std::optional<Descriptor> table{};
  std::optional<Descriptor> queryPadding{};
  std::optional<Descriptor> keyPadding{};
  std::optional<Descriptor> keyPrefix{};
  std::optional<Descriptor> valuePrefix{};
  std::optional<Descriptor> queryRope{};
  std::optional<Descriptor> keyRope{};
  std::optional<Descriptor> sinks{};
  std::optional<Descriptor> scales{};
  std::optional<Descriptor> offsets{};
  std::optional<Descriptor> keyScales{};
  std::optional<Descriptor> keyOffsets{};
  std::optional<Descriptor> valueScales{};
  std::optional<Descriptor> valueOffsets{};
  std::optional<Descriptor> absent{};
  std::optional<Descriptor> out{std::in_place, Shape{2, 4, 5, 3}};
  std::optional<Descriptor> lse{std::in_place, Shape{2, 4, 5, 1}};
  std::vector<int64_t> queryLengths{};
  std::vector<int64_t> keyLengths{};
  std::vector<int64_t> prefixLength{};
  size_t copies = 1;  // of key and value, in their lists
  int64_t heads = 4;
  int64_t keyHeads = 2;
  int64_t blockSize = 0;
  int64_t innerPrecise = 0;
  int64_t pseType = 0;
  InferenceProblem problem{};
};

class InferenceStatus : public PhaseOneChecks {
 protected:
  void Expect(aclnnStatus status, const char* said, const Given& given, Op op = Op::kFused, int version = 5) {
    const TensorList keys(std::vector<const aclTensor*>(given.copies, GetOrNull(given.key)));
    const TensorList values(std::vector<const aclTensor*>(given.copies, GetOrNull(given.value)));
    const IntArray queryLengths(given.queryLengths);
    const IntArray keyLengths(given.keyLengths);
    const IntArray prefixLength(given.prefixLength);
    const InferenceArguments a{.query = GetOrNull(given.query),
                               .key = GetOrNull(given.key),
                               .value = GetOrNull(given.value),
                               .keys = given.key ? keys.Get() : nullptr,
                               .values = given.value ? values.Get() : nullptr,
                               .bias = GetOrNull(given.bias),
                               .mask = GetOrNull(given.mask),
                               .queryLengths = queryLengths.Get(),
                               .keyLengths = keyLengths.Get(),
                               .table = GetOrNull(given.table),
                               .queryPadding = GetOrNull(given.queryPadding),
                               .keyPadding = GetOrNull(given.keyPadding),
                               .keyPrefix = GetOrNull(given.keyPrefix),
                               .valuePrefix = GetOrNull(given.valuePrefix),
                               .prefixLength = prefixLength.Get(),
                               .queryRope = GetOrNull(given.queryRope),
                               .keyRope = GetOrNull(given.keyRope),
                               .sinks = GetOrNull(given.sinks),
                               .scales = GetOrNull(given.scales),
                               .offsets = GetOrNull(given.offsets),
                               .keyScales = GetOrNull(given.keyScales),
                               .keyOffsets = GetOrNull(given.keyOffsets),
                               .valueScales = GetOrNull(given.valueScales),
                               .valueOffsets = GetOrNull(given.valueOffsets),
                               .absent = GetOrNull(given.absent),
                               .heads = given.heads,
                               .keyHeads = given.keyHeads,
                               .blockSize = given.blockSize,
                               .innerPrecise = given.innerPrecise,
                               .pseType = given.pseType,
                               .out = GetOrNull(given.out),
                               .lse = GetOrNull(given.lse)};
    ExpectStatus(status, said, NameOf(op, version).c_str(), [&](uint64_t* size, aclOpExecutor** executor) {
      return PlanInference(op, version, given.problem, a, size, executor);
    });
  }

  template <typename Change>
  void ExpectInvalid(const char* said, const Change& change, int version = 5) {
    Given given;
    change(given);
    Expect(kInvalid, said, given, Op::kFused, version);
  }
};

TEST_F(InferenceStatus, NullPointers) {
  for (const auto& [op, versions] :
       std::vector<std::pair<Op, int>>{{Op::kFused, 5}, {Op::kPrompt, 3}, {Op::kIncre, 4}}) {
    for (int version = 1; version <= versions; ++version) {
      for (const auto& [name, tensor] :
           std::vector<std::pair<const char*, std::optional<Descriptor> Given::*>>{
               {"query", &Given::query},
               {"key", &Given::key},
               {"value", &Given::value},
               {"attentionOut", &Given::out}}) {
        Given given;
        (given.*tensor).reset();
        given.problem.layout = "nonsense";
        Expect(kNullptr, name, given, op, version);
      }
    }
  }
  Given given;
  given.lse.reset();
  Expect(kNullptr, "softmaxLse", given);
  given.problem.wantsLse = false;
  Expect(0, "", given);
}

TEST_F(InferenceStatus, WhatIsNotSupported) {
  Given given;
  given.absent.emplace(Shape{1});
  const char* const fused[] = {"deqScale2", "quantOffset2", "keyRopeAntiquantScale", "dequantScaleQuery",
                               "deqScale1"};
  for (int version = 1; version <= 5; ++version) {
    Expect(kInvalid, fused[version - 1], given, Op::kFused, version);
  }
  Expect(kInvalid, "deqScale2", given, Op::kPrompt, 2);
  Expect(kInvalid, "quantOffset2", given, Op::kPrompt, 3);
  given.query.emplace(Shape{2, 4, 1, 8});
  Expect(kInvalid, "dequantScale1", given, Op::kIncre, 2);
  Expect(kInvalid, "quantOffset2", given, Op::kIncre, 3);
  Expect(kInvalid, "quantOffset2", given, Op::kIncre, 4);
}

TEST_F(InferenceStatus, TypesAndShapes) {
  Expect(0, "", {});
  struct Case {
    const char* name;
    std::optional<Descriptor> Given::*tensor;
    Shape shape;
    aclDataType dtype = ACL_FLOAT;
  };
  for (const Case& wrong : std::vector<Case>{
           {"query", &Given::query, {2, 4, 5, 8}, ACL_INT8},
           {"key[0]", &Given::key, {2, 2, 6, 8}, ACL_INT32},
           {"value[0]", &Given::key, {2, 2, 6, 8}, ACL_INT8},
           {"value[0]", &Given::value, {2, 2, 6, 3}, ACL_FLOAT16},
           {"attentionOut", &Given::out, {2, 4, 5, 3}, ACL_INT8},
           {"softmaxLse", &Given::lse, {2, 4, 5, 1}, ACL_FLOAT16},
           {"softmaxLse", &Given::lse, {2, 4, 5}},
           {"query", &Given::query, {2, 20, 8}},
           {"query", &Given::query, {2, 3, 5, 8}},
           {"query", &Given::query, {2, 4, 5, 0}},
           {"key[0]", &Given::key, {2, 4, 6, 8}},
           {"key[0]", &Given::key, {2, 2, 6, 7}},
           {"key[0]", &Given::key, {1, 2, 6, 8}},
           {"value[0]", &Given::value, {2, 2, 7, 3}},
           {"value[0]", &Given::value, {2, 2, 6, 0}},
           {"attentionOut", &Given::out, {2, 4, 5, 8}},
           {"pseShift", &Given::bias, {5, 6}},
           {"pseShift", &Given::bias, {2, 4, 4, 6}},
           {"pseShift", &Given::bias, {2, 4, 5, 6}, ACL_INT32},
           {"attenMask", &Given::mask, {5, 6}, ACL_FLOAT},
           {"attenMask", &Given::mask, {5, 5}, ACL_BOOL},
           {"attenMask", &Given::mask, {3, 5, 6}, ACL_BOOL},
           {"attenMask", &Given::mask, {2, 4, 5, 6}, ACL_BOOL},
           {"queryPaddingSize", &Given::queryPadding, {1}, ACL_INT32},
           {"kvPaddingSize", &Given::keyPadding, {2}, ACL_INT64},
           {"valueSharedPrefix", &Given::keyPrefix, {1, 2, 4, 8}},
           {"queryRope", &Given::keyRope, {2, 2, 6, 4}},
           {"learnableSink", &Given::sinks, {2}},
       }) {
    Given given;
    (given.*wrong.tensor).emplace(wrong.shape, wrong.dtype);
    Expect(kInvalid, wrong.name, given);
  }
}

TEST_F(InferenceStatus, Attributes) {
  ExpectInvalid("inputLayout", [](Given& g) { g.problem.layout = "SBH"; });
  ExpectInvalid("numHeads", [](Given& g) { g.heads = 0; });
  ExpectInvalid("numKeyValueHeads", [](Given& g) { g.keyHeads = 3; });
  ExpectInvalid("key[0]", [](Given& g) { g.keyHeads = 0; });
  ExpectInvalid("sparseMode", [](Given& g) { g.problem.sparseMode = 5; });
  ExpectInvalid("innerPrecise", [](Given& g) { g.innerPrecise = 4; });
  ExpectInvalid("pseType", [](Given& g) { g.pseType = 2; });
  for (int64_t mode = 1; mode <= 4; ++mode) {
    ExpectInvalid("attenMask", [&](Given& g) { g.problem.sparseMode = mode; });
  }
  for (const Shape& shape : std::vector<Shape>{{2048, 2048}, {1, 2048, 2048}, {1, 1, 2048, 2048}}) {
    Given given;
    given.problem.sparseMode = 3;
    given.mask.emplace(shape, ACL_BOOL);
    Expect(0, "", given);
  }
  ExpectInvalid("attenMask", [&](Given& g) {
    g.problem.sparseMode = 2, g.mask.emplace(Shape{5, 6}, ACL_BOOL);
  });
}

TEST_F(InferenceStatus, Lengths) {
  ExpectInvalid("actualSeqLengths", [](Given& g) { g.queryLengths = {5, 6}; });
  ExpectInvalid("actualSeqLengths", [](Given& g) { g.queryLengths = {-1}; });
  ExpectInvalid("actualSeqLengthsKv", [](Given& g) { g.keyLengths = {7}; });
  Given given;
  given.queryLengths = {5, 0, 9};
  given.keyLengths = {6};
  Expect(0, "", given);
  ExpectInvalid("key", [](Given& g) { g.copies = 3; });
  ExpectInvalid("key[0]", [](Given& g) { g.copies = 2; });
  // Sequences one after the other.
  const auto ragged = [](Given& g) {
    g.problem.layout = "TND";
    g.query.emplace(Shape{5, 4, 8});
    g.key.emplace(Shape{6, 2, 8});
    g.value.emplace(Shape{6, 2, 3});
    g.out.emplace(Shape{5, 4, 3});
    g.lse.emplace(Shape{5, 4, 1});
    g.queryLengths = {2, 5, 0};
    g.keyLengths = {6, 6, 6};
  };
  Given good;
  ragged(good);
  Expect(0, "", good);
  Expect(0, "", good, Op::kPrompt, 2);
  Expect(kInvalid, "actualSeqLengthsKv", good, Op::kPrompt, 1);
  Expect(kInvalid, "inputLayout", good, Op::kIncre, 1);
  const auto wrong = [&](const char* said, const auto& change) {
    ExpectInvalid(said, [&](Given& g) { ragged(g), change(g); });
  };
  wrong("actualSeqLengths", [](Given& g) { g.queryLengths = {}; });
  wrong("actualSeqLengths", [](Given& g) { g.queryLengths = {2, 6}; });
  wrong("actualSeqLengths", [](Given& g) { g.queryLengths = {3, 2}; });
  wrong("actualSeqLengths", [](Given& g) { g.queryLengths = {2, 0, 5}; });
  wrong("actualSeqLengthsKv", [](Given& g) { g.keyLengths = {}; });
  wrong("actualSeqLengthsKv", [](Given& g) { g.keyLengths = {3, 6}; });
  wrong("actualSeqLengthsKv", [](Given& g) { g.keyLengths = {3, 6, 7}; });
  wrong("queryPaddingSize", [](Given& g) { g.queryPadding.emplace(Shape{1}, ACL_INT64); });
  wrong("softmaxLse", [](Given& g) { g.lse.emplace(Shape{4, 5, 1}); });
}

TEST_F(InferenceStatus, Pages) {
  const auto paged = [](Given& g) {
    g.key.emplace(Shape{9, 16, 16});
    g.value.emplace(Shape{9, 16, 6});
    g.table.emplace(Shape{2, 3}, ACL_INT32);
    g.keyLengths = {48, 0};
    g.blockSize = 16;
  };
  Given good;
  paged(good);
  Expect(0, "", good);
  const auto wrong = [&](const char* said, const auto& change) {
    ExpectInvalid(said, [&](Given& g) { paged(g), change(g); });
  };
  wrong("blockTable", [](Given& g) { g.table.emplace(Shape{2, 3}, ACL_INT64); });
  wrong("blockTable", [](Given& g) { g.table.emplace(Shape{1, 3}, ACL_INT32); });
  wrong("blockTable", [](Given& g) { g.table.emplace(Shape{6}, ACL_INT32); });
  wrong("blockTable", [](Given& g) { g.copies = 2; });
  wrong("actualSeqLengthsKv", [](Given& g) { g.keyLengths = {}; });
  wrong("actualSeqLengthsKv", [](Given& g) { g.keyLengths = {49, 0}; });
  wrong("blockSize", [](Given& g) { g.blockSize = 0; });
  wrong("key[0]", [](Given& g) { g.blockSize = 8; });
  wrong("key[0]", [](Given& g) { g.key.emplace(Shape{9, 16, 17}); });
  wrong("key[0]", [](Given& g) { g.key.emplace(Shape{9, 16}); });
  wrong("key[0]", [](Given& g) { g.key.emplace(Shape{9, 16, 2, 8}); });
  wrong("value[0]", [](Given& g) { g.value.emplace(Shape{9, 2, 4, 8, 2}); });
  wrong("kvPaddingSize", [](Given& g) { g.keyPadding.emplace(Shape{1}, ACL_INT64); });
  wrong("keySharedPrefix", [](Given& g) {
    g.keyPrefix.emplace(Shape{1, 2, 4, 8});
    g.valuePrefix.emplace(Shape{1, 2, 4, 3});
  });
}

TEST_F(InferenceStatus, ScalesOfIntegers) {
  const auto split = [](Given& g) {
    g.key.emplace(Shape{2, 2, 6, 8}, ACL_INT8);
    g.value.emplace(Shape{2, 2, 6, 3}, ACL_INT8);
    g.keyScales.emplace(Shape{2, 8});
    g.valueScales.emplace(Shape{2, 3});
  };
  const auto joined = [](Given& g) {
    g.key.emplace(Shape{2, 2, 6, 8}, ACL_INT8);
    g.value.emplace(Shape{2, 2, 6, 8}, ACL_INT8);
    g.out.emplace(Shape{2, 4, 5, 8});
    g.scales.emplace(Shape{2, 16});
  };
  Given good;
  split(good);
  Expect(0, "", good);
  good.scales.emplace(Shape{77});  // those of their own win
  Expect(0, "", good);
  Given both;
  joined(both);
  for (int version = 1; version <= 5; ++version) {
    Expect(0, "", both, Op::kFused, version);
  }
  Expect(kInvalid, "key", both, Op::kPrompt, 3);
  both.query.emplace(Shape{2, 4, 1, 8});
  both.out.emplace(Shape{2, 4, 1, 8});
  Expect(0, "", both, Op::kIncre, 3);
  Expect(kInvalid, "key[0]", both, Op::kIncre, 2);

  const auto wrong = [&](const char* said, const auto& change) {
    ExpectInvalid(said, [&](Given& g) { split(g), change(g); });
  };
  wrong("antiquantScale", [](Given& g) { g.keyScales.reset(), g.valueScales.reset(); });
  wrong("keyAntiquantScale", [](Given& g) { g.keyScales.reset(); });
  wrong("valueAntiquantScale", [](Given& g) { g.valueScales.reset(); });
  wrong("valueAntiquantOffset", [](Given& g) { g.keyOffsets.emplace(Shape{2, 8}); });
  wrong("keyAntiquantOffset", [](Given& g) {
    g.keyOffsets.emplace(Shape{16}), g.valueOffsets.emplace(Shape{2, 3});
  });
  wrong("keyAntiquantScale", [](Given& g) { g.keyScales.emplace(Shape{2, 8}, ACL_INT8); });
  wrong("keyAntiquantScale", [](Given& g) { g.keyScales.emplace(Shape{8}); });
  wrong("valueAntiquantScale", [](Given& g) { g.valueScales.emplace(Shape{2, 8}); });
  wrong("keyAntiquantMode", [](Given& g) { g.problem.keyScaleMode = 6; });
  wrong("valueAntiquantMode", [](Given& g) { g.problem.keyScaleMode = 1; });
  wrong("keyAntiquantMode", [](Given& g) { g.problem.keyScaleMode = g.problem.valueScaleMode = 4; });
  wrong("valueAntiquantScale", [](Given& g) { g.problem.valueScaleMode = 1; });
  wrong("keyAntiquantScale", [](Given& g) {
    g.problem.keyScaleMode = g.problem.valueScaleMode = 1, g.keyScales.emplace(Shape{2, 5});
  });
  wrong("valueAntiquantMode", [](Given& g) {
    g.problem.valueScaleMode = 1, g.valueScales.emplace(Shape{2, 6});
    g.keyPrefix.emplace(Shape{1, 2, 4, 8}, ACL_INT8), g.valuePrefix.emplace(Shape{1, 2, 4, 3}, ACL_INT8);
  });
  wrong("keySharedPrefix", [](Given& g) {
    g.keyPrefix.emplace(Shape{1, 2, 4, 8}), g.valuePrefix.emplace(Shape{1, 2, 4, 3}, ACL_INT8);
  });
  ExpectInvalid("antiquantMode", [&](Given& g) { joined(g), g.problem.keyScaleMode = 2; });
  ExpectInvalid("antiquantScale", [&](Given& g) { joined(g), g.scales.emplace(Shape{16}); });
  ExpectInvalid("antiquantScale", [](Given& g) { g.scales.emplace(Shape{2, 16}); });
  ExpectInvalid("keyAntiquantOffset", [](Given& g) { g.keyOffsets.emplace(Shape{2, 8}); });
}

TEST_F(InferenceStatus, OneQueryOfIncreFlashAttention) {
  Given given;
  Expect(kInvalid, "query", given, Op::kIncre, 1);
  given.query.emplace(Shape{2, 4, 1, 8});
  given.out.emplace(Shape{2, 4, 1, 3});
  Expect(0, "", given, Op::kIncre, 1);
  given.keyLengths = {7};
  Expect(kInvalid, "actualSeqLengths", given, Op::kIncre, 4);
}

TEST_F(InferenceStatus, BoundsOfTheWorkspace) {
  const Given given;
  const TensorList keys({given.key->Get()});
  const TensorList values({given.value->Get()});
  char layout[] = "BNSD";
  uint64_t sizes[2] = {};
  aclOpExecutor* executors[2] = {};
  const auto call = [&](auto function, size_t at) {
    return function(given.query->Get(), keys.Get(), values.Get(), nullptr, nullptr, nullptr, nullptr, nullptr,
                    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                    nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, 4, 1.0,
                    int64_t{9}, int64_t{9}, layout, 2, 0, 0, 0, 0, false, 0, 0, given.out->Get(), nullptr,
                    &sizes[at], &executors[at]);
  };
  EXPECT_EQ(call(aclnnFusedInferAttentionScoreV3GetWorkspaceSize, 0), 0);
  EXPECT_EQ(call(aclnnFusedInferAttentionScoreV3GetMaxWorkspaceSize, 1), 0);
  EXPECT_GE(sizes[1], sizes[0]);
  for (aclOpExecutor* executor : executors) {
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
  }
}

}  // namespace
}  // namespace openaclnn::testing
