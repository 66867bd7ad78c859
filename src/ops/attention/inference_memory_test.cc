// SPDX-License-Identifier: Apache-2.0
//
// Attention to cached keys: the same bits wherever keys are; queries that see nothing; empty tensors; what
// only data can tell.
#include <gtest/gtest.h>

#include <algorithm>

#include "ops/attention/inference_run_testing.h"

namespace openaclnn::testing {
namespace {

// Wherever keys are, and however tensors are arranged.
TEST_F(Inference, SameBits) {
  for (const int64_t queries : {1, 3, 40}) {
    Problem p{.queries = queries, .keys = 600, .keyLengths = {600, 257}};
    p.sparseMode = queries == 1 ? 0 : 3;
    for (const aclDataType dtype : kInferenceTypes) {
      const InferenceData data = Draw(p, dtype);
      const Computed plain = Compute(p, data, dtype);
      ExpectSame(plain, Compute(p, data, dtype, Op::kFused, 2, true), dtype, "stepped");
      for (const size_t rank : {3U, 4U, 5U}) {
        Problem paged = p;
        paged.blockSize = 48;
        paged.pageRank = rank;
        pages_ = DrawPages(paged, random_);
        ExpectSame(plain, Compute(paged, data, dtype), dtype, "pages");
        ExpectSame(plain, Compute(paged, data, dtype, Op::kFused, 1, true), dtype, "stepped pages");
      }
      Problem lists = p;
      lists.lists = true;
      ExpectSame(plain, Compute(lists, data, dtype, Op::kFused, 3), dtype, "lists");
      Problem other = p;
      other.layout = "BSH_BNSD";
      ExpectSame(plain, Compute(other, data, dtype, Op::kFused, 4), dtype, "BSH_BNSD");
    }
  }
}

TEST_F(Inference, RowsThatSeeNothingAreZero) {
  for (const int64_t queries : {1, 30}) {
    Problem p{.queries = queries, .keys = 40};
    p.maskShape = {2, 1, queries, 40};
    InferenceData data = Draw(p, ACL_FLOAT);
    std::fill_n(data.mask.values.begin(), queries * 40, 1.0);
    ExpectRight(p, data, ACL_FLOAT);
    EXPECT_EQ(Compute(p, data, ACL_FLOAT).out.values[0], 0);
    p.maskShape = {};
    p.biasShape = {2, 4, queries, 40};
    data.mask = {};
    data.bias = Full(p.biasShape, -INFINITY);
    ExpectRight(p, data, ACL_FLOAT);
    Problem none{.queries = queries, .keys = 40, .keyLengths = {0, 0}};
    ExpectRight(none, ACL_BF16);
  }
}

TEST_F(Inference, EmptyTensors) {
  for (const char* layout : kInferenceLayouts) {
    Problem p{.batches = 1, .queries = 3, .keys = 0, .layout = layout};
    InferenceData data =
        DrawInference({.batches = 1, .queries = 3, .keys = 1, .layout = layout}, ACL_FLOAT, random_);
    data.key = Full({1, 2, 0, 16}, 0);
    data.value = data.key;
    if (!p.Ragged()) {
      ExpectRight(p, data, ACL_FLOAT);
    }
    p.queries = 0;
    p.keys = 3;
    data = DrawInference({.batches = 1, .queries = 1, .keys = 3, .layout = layout}, ACL_FLOAT, random_);
    data.query = Full({1, 4, 0, 16}, 0);
    EXPECT_EQ(Compute(p, data, ACL_FLOAT).status, 0) << layout << LastMessage();
  }
}

TEST_F(Inference, BlocksOutsideOfTheCache) {
  for (const int64_t queries : {1, 20}) {
    Problem p{.queries = queries, .keys = 60, .keyLengths = {60, 20}};
    p.blockSize = 16;
    const InferenceData data = Draw(p, ACL_FLOAT);
    const int64_t columns = pages_.table.shape[1];
    const int64_t blocks = 2 * columns;
    for (const int64_t wrong : {int64_t{-1}, blocks}) {
      const Pages good = pages_;
      const Array cache = ToPages(p, data.key, good);
      const Array values = ToPages(p, data.value, good);
      Array table = good.table;
      table.values[static_cast<size_t>(columns + 1)] = static_cast<double>(wrong);
      const DeviceTensor query(data.query, ACL_FLOAT);
      const DeviceTensor key(cache, ACL_FLOAT);
      const DeviceTensor value(values, ACL_FLOAT);
      const DeviceTensor given(table, ACL_INT32);
      const DeviceTensor out = DeviceTensor::Output({2, 4, queries, 16}, ACL_FLOAT);
      const TensorList keyList({key.Get()});
      const TensorList valueList({value.Get()});
      const IntArray lengths({60, 20});
      p.wantsLse = false;
      const InferenceArguments a{.query = query.Get(),
                                 .keys = keyList.Get(),
                                 .values = valueList.Get(),
                                 .keyLengths = lengths.Get(),
                                 .table = given.Get(),
                                 .heads = 4,
                                 .keyHeads = 2,
                                 .blockSize = 16,
                                 .out = out.Get()};
      EXPECT_EQ(RunTwoPhase([&](uint64_t* size,
                                aclOpExecutor** executor) { return PlanFused(3, p, a, size, executor); },
                            aclnnFusedInferAttentionScoreV3),
                507035);
      const std::string expected = "blockTable: expected blocks in [0, " + std::to_string(blocks) +
                                   "), got " + std::to_string(wrong) + " at position " +
                                   std::to_string(columns + 1);
      EXPECT_NE(LastMessage().find(expected), std::string::npos) << LastMessage();
      EXPECT_TRUE(IsUnwritten(out.Read().values[0]));
    }
  }
}

TEST_F(Inference, PaddingWithoutRoom) {
  Problem p{.queries = 5, .keys = 40, .queryLengths = {5, 2}, .keyLengths = {30, 12}};
  const InferenceData data = Draw(p, ACL_FLOAT);
  p.keyPadding = 11;
  Computed computed = Compute(p, data, ACL_FLOAT);
  EXPECT_EQ(computed.status, 507035);
  EXPECT_NE(LastMessage().find("kvPaddingSize: expected at most 10"), std::string::npos) << LastMessage();
  EXPECT_TRUE(IsUnwritten(computed.out.values[0]));
  p.keyPadding = 10;
  p.queryPadding = 1;
  computed = Compute(p, data, ACL_FLOAT);
  EXPECT_EQ(computed.status, 507035);
  EXPECT_NE(LastMessage().find("queryPaddingSize: expected at most 0"), std::string::npos) << LastMessage();
}

}  // namespace
}  // namespace openaclnn::testing
