// SPDX-License-Identifier: Apache-2.0
//
// Attention to cached keys against an oracle that keeps every score, over layouts, lengths, pages, lists,
// masks and versions.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "ops/attention/inference_run_testing.h"

namespace openaclnn::testing {
namespace {

TEST_F(Inference, EveryLayoutAndType) {
  size_t next = 0;
  for (const char* layout : kInferenceLayouts) {
    for (Problem p : std::vector<Problem>{
             {.queries = 1, .keys = 300, .keyLengths = {300, 17}},
             {.queries = 9, .keys = 40, .queryLengths = {9, 4}, .keyLengths = {33, 40}},
             {.heads = 6, .keyHeads = 1, .queries = 70, .keys = 90, .size = 13, .valueSize = 7},
             {.heads = 3, .keyHeads = 3, .queries = 3, .keys = 270, .size = 40, .valueSize = 24}}) {
      p.layout = layout;
      if (p.In() == "NSD") {
        p.batches = 1;
        p.queryLengths.resize(std::min(p.queryLengths.size(), size_t{1}));
        p.keyLengths.resize(std::min(p.keyLengths.size(), size_t{1}));
      }
      p.wantsLse = next % 3 != 2;
      ++next;
      ExpectRight(p, kInferenceTypes[next % 3], Op::kFused, static_cast<int>(1 + next % 5));
    }
  }
}

TEST_F(Inference, Pages) {
  size_t next = 0;
  for (const char* layout : {"BSH", "TND", "BNSD_BSND", "NTD_TND"}) {
    for (const size_t rank : {3U, 4U, 5U}) {
      for (const auto& [queries, blockSize] :
           std::vector<std::pair<int64_t, int64_t>>{{1, 16}, {1, 300}, {6, 7}, {30, 16}, {30, 1}}) {
        Problem p{.queries = queries, .keys = 290, .layout = layout};
        p.keyLengths = {290, 31};
        p.queryLengths = {queries, std::max<int64_t>(queries - 3, 0)};
        p.blockSize = blockSize;
        p.pageRank = rank;
        p.sparseMode = queries == 1 ? 0 : 3;
        ++next;
        ExpectRight(p, kInferenceTypes[next % 3], Op::kFused, static_cast<int>(1 + next % 5));
      }
    }
  }
}

TEST_F(Inference, SparseModes) {
  size_t next = 0;
  for (const char* layout : {"BSND", "TND"}) {
    for (const auto& [queries, keys] :
         std::vector<std::pair<int64_t, int64_t>>{{1, 300}, {4, 300}, {90, 300}, {300, 70}}) {
      for (const int64_t mode : {0, 2, 3, 4}) {
        Problem p{.queries = queries, .keys = keys, .size = 8, .layout = layout};
        p.queryLengths = {queries, queries / 2};
        p.keyLengths = {keys - 3, keys};
        p.sparseMode = mode;
        p.before = 50;
        p.after = next % 2 == 0 ? 5 : -10;
        ExpectRight(p, kInferenceTypes[next++ % 3]);
      }
    }
  }
}

TEST_F(Inference, Masks) {
  for (const int64_t queries : {1, 4, 37}) {
    std::vector<Shape> shapes{{queries, 270},          {2, queries, 270},    {1, queries, 270},
                              {2, 1, queries, 270},    {1, 1, queries, 270}, {queries + 11, 288},
                              {2, 1, queries + 3, 271}};
    if (queries == 1) {
      shapes = {{2, 270}, {1, 270}, {2, 1, 288}, {2, 1, 1, 270}};
    }
    for (const Shape& shape : shapes) {
      for (const int64_t mode : {0, 1}) {
        Problem p{.queries = queries, .keys = 270, .size = 8, .layout = "BSH"};
        p.maskShape = shape;
        p.sparseMode = mode;
        p.before = 100;
        p.after = 60;
        p.keyLengths = {270, 123};
        ExpectRight(p, mode == 0 ? ACL_FLOAT : ACL_BF16, Op::kFused, 1);
      }
    }
  }
}

TEST_F(Inference, Biases) {
  for (const int64_t queries : {1, 4, 37}) {
    for (const Shape& shape :
         std::vector<Shape>{{2, 4, queries, 270}, {1, 4, queries, 270}, {2, 4, queries + 5, 288}}) {
      Problem p{.queries = queries, .keys = 270, .layout = "BSND"};
      p.biasShape = shape;
      ExpectRight(p, ACL_FLOAT, Op::kFused, 2);
      ExpectRight(p, ACL_FLOAT16, Op::kPrompt, 3);
      p.sparseMode = 3;
      ExpectRight(p, ACL_BF16);
    }
  }
}

// As llama.cpp calls it: a mask that is added, one for all heads; keys that are every second row of a tensor.
TEST_F(Inference, ACallOfLlamaCpp) {
  for (const int64_t queries : {1, 33}) {
    Problem p{.batches = 1,
              .heads = 8,
              .keyHeads = 2,
              .queries = queries,
              .keys = 512,
              .size = 64,
              .valueSize = 64};
    p.layout = "BSND";
    p.wantsLse = false;
    InferenceData data = Draw(p, ACL_FLOAT16);
    data.bias = Full({1, 8, queries, 512}, 0);
    for (size_t at = 0; at < data.bias.values.size(); ++at) {
      const Shape index = IndexOf(data.bias.shape, static_cast<int64_t>(at));
      data.bias.values[at] = index[3] <= 400 + index[2] ? 0 : -INFINITY;
    }
    const DeviceTensor query(ToArrangement(data.query, "BSND"), ACL_FLOAT16);
    const DeviceTensor key(ToArrangement(data.key, "BSND"), ACL_FLOAT16, Layout::Permuted({0, 2, 1, 3}));
    const DeviceTensor value(ToArrangement(data.value, "BSND"), ACL_FLOAT16, Layout::Stepped({1, 2, 1, 1}));
    const DeviceTensor bias(data.bias, ACL_FLOAT16, Layout::Expanded({1}));
    const DeviceTensor out = DeviceTensor::Output({1, queries, 8, 64}, ACL_FLOAT16);
    const TensorList keys({key.Get()});
    const TensorList values({value.Get()});
    p.before = p.after = 65535;
    const InferenceArguments a{.query = query.Get(),
                               .keys = keys.Get(),
                               .values = values.Get(),
                               .bias = bias.Get(),
                               .heads = 8,
                               .keyHeads = 2,
                               .innerPrecise = queries == 1 ? 0 : 2,
                               .out = out.Get()};
    ASSERT_EQ(RunTwoPhase([&](uint64_t* size,
                              aclOpExecutor** executor) { return PlanFused(2, p, a, size, executor); },
                          aclnnFusedInferAttentionScoreV2),
              0)
        << LastMessage();
    const InferenceResults expected = ExpectInference(p, data);
    EXPECT_TRUE(Near(out.Read(), ToArrangement(expected.out, "BSND"),
                     Tolerance::For(ACL_FLOAT16, ToArrangement(expected.magnitudes, "BSND"))));
  }
}

TEST_F(Inference, ListsPrefixesAndPadding) {
  for (const char* layout : {"BSH", "BSND", "BNSD"}) {
    for (const int64_t queries : {1, 6, 20}) {
      Problem usual{.batches = 3, .queries = queries, .keys = 300, .layout = layout};
      usual.sparseMode = queries == 1 ? 0 : 3;
      Problem lists = usual;
      lists.lists = true;
      lists.keyLengths = {300, 1, 77};
      ExpectRight(lists, ACL_BF16, Op::kFused, 1);
      Problem prefixed = usual;
      prefixed.prefix = 19;
      prefixed.keyLengths = {0, 300, 40};
      ExpectRight(prefixed, ACL_FLOAT16, Op::kFused, 2);
      Problem padded = usual;
      padded.queryLengths = {queries, queries, queries - queries / 2};
      padded.queryPadding = 0;
      padded.keyLengths = {280, 2, 77};
      padded.keyPadding = 20;
      padded.biasShape = {3, 4, queries, 300};
      ExpectRight(padded, ACL_FLOAT, Op::kFused, 3);
      padded.sparseMode = 1;
      padded.maskShape = {3, 1, queries, 300};
      ExpectRight(padded, ACL_FLOAT, Op::kFused, 4);
    }
  }
}

TEST_F(Inference, RotaryParts) {
  for (const char* layout : {"BSND", "TND", "BNSD"}) {
    for (const int64_t queries : {1, 12}) {
      for (const int64_t blockSize : {0, 16}) {
        Problem p{.heads = 16,
                  .keyHeads = 1,
                  .queries = queries,
                  .keys = 60,
                  .size = 32,
                  .valueSize = 32,
                  .ropeSize = 12};
        p.layout = layout;
        p.keyLengths = {60, 23};
        p.blockSize = blockSize;
        p.pageRank = 3 + static_cast<size_t>(queries % 2) * 2;
        p.sparseMode = 3;
        ExpectRight(p, ACL_BF16, Op::kFused, 3);
        p.heads = 2;
        ExpectRight(p, ACL_FLOAT, Op::kFused, 5);
      }
    }
  }
}

// Rows that fill the tiles of some processors, alone and of heads and sequences enough to go through a cache together.
TEST_F(Inference, FewRowsThatFillTiles) {
  for (const auto& [size, valueSize, ropeSize] :
       std::vector<std::array<int64_t, 3>>{{32, 96, 0}, {128, 64, 0}, {64, 32, 32}}) {
    for (const int64_t batches : {2, 16}) {
      for (const int64_t keyHeads : {1, 4}) {
        for (const int64_t blockSize : {0, 7, 16}) {
          Problem p{.batches = batches,
                    .heads = 8,
                    .keyHeads = keyHeads,
                    .queries = keyHeads == 1 ? 1 : 3,
                    .keys = 290,
                    .size = size,
                    .valueSize = valueSize,
                    .ropeSize = ropeSize};
          p.layout = ropeSize > 0 ? "BNSD" : "BSND";
          for (int64_t b = 0; b < batches; ++b) {
            p.keyLengths.push_back(b % 3 == 0 ? 290 : 31 * b % 290);
          }
          p.blockSize = blockSize;
          p.sparseMode = p.queries == 1 ? 0 : 3;
          ExpectRight(p, ACL_BF16, Op::kFused, 3);
        }
      }
    }
  }
}

TEST_F(Inference, Sinks) {
  for (const int64_t queries : {1, 30}) {
    Problem p{.queries = queries, .keys = 40, .layout = "TND"};
    p.keyLengths = {40, 0};
    p.sinks = true;
    p.sparseMode = 3;
    ExpectRight(p, ACL_FLOAT, Op::kFused, 4);
    ExpectRight(p, ACL_BF16, Op::kFused, 5);
  }
}

// Few heads: keys are cut into parts, which are combined.
TEST_F(Inference, LongSequences) {
  for (const int64_t queries : {1, 2, 11}) {
    for (const bool sinks : {false, true}) {
      Problem p{.batches = 1,
                .heads = 2,
                .keyHeads = 1,
                .queries = queries,
                .keys = 5000,
                .size = 8,
                .valueSize = 8};
      p.layout = "BSH";
      p.sinks = sinks;
      p.sparseMode = queries == 1 ? 0 : 3;
      ExpectRight(p, ACL_FLOAT);
      p.blockSize = 128;
      ExpectRight(p, ACL_BF16);
      p.sparseMode = 4;
      p.before = 700;
      p.after = 0;
      ExpectRight(p, ACL_FLOAT16);
    }
  }
}

TEST_F(Inference, EveryOperatorAndVersion) {
  for (const char* layout : {"BSH", "BSND", "BNSD"}) {
    Problem prompt{.queries = 12, .keys = 30, .layout = layout, .queryLengths = {12, 5}};
    prompt.maskShape = {12, 30};
    prompt.after = 20;
    for (int version = 1; version <= 3; ++version) {
      ExpectRight(prompt, ACL_FLOAT16, Op::kPrompt, version);
      prompt.keyLengths = {30, 11};
      prompt.sparseMode = version == 2 ? 3 : 0;
    }
    Problem incre{.queries = 1, .keys = 290, .layout = layout, .keyLengths = {290, 3}};
    for (int version = 1; version <= 4; ++version) {
      ExpectRight(incre, ACL_BF16, Op::kIncre, version);
      incre.blockSize = version == 2 ? 64 : 0;
      incre.keyPadding = version == 3 ? 0 : -1;
      incre.maskShape = {2, 1, 1, 290};
    }
  }
  ExpectRight({.queries = 7, .keys = 30, .layout = "TND"}, ACL_FLOAT, Op::kPrompt, 3);
}

}  // namespace
}  // namespace openaclnn::testing
