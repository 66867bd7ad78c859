// SPDX-License-Identifier: Apache-2.0
//
// Attention to cached integers, which scales and offsets turn into numbers: every mode, wherever keys are.
#include <gtest/gtest.h>

#include "ops/attention/inference_run_testing.h"

namespace openaclnn::testing {
namespace {

// Modes of keys and of values.
constexpr std::pair<int64_t, int64_t> kModes[] = {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {0, 1}};

TEST_F(Inference, ScalesOfEveryModeAndLayout) {
  size_t next = 0;
  for (const char* layout : kInferenceLayouts) {
    for (const auto& [ofKeys, ofValues] : kModes) {
      for (const int64_t queries : {1, 6, 40}) {
        Problem p{.queries = queries, .keys = 290, .size = 13, .valueSize = 7, .layout = layout};
        p.integers = true;
        p.keyScaleMode = ofKeys;
        p.valueScaleMode = ofValues;
        p.offsets = next % 3 != 0;
        if (p.In() == "NSD") {
          p.batches = 1;
        } else {
          p.keyLengths = {290, 31};
        }
        ++next;
        ExpectRight(p, kInferenceTypes[next % 3], Op::kFused, static_cast<int>(2 + next % 4));
      }
    }
  }
}

TEST_F(Inference, ScalesInPages) {
  size_t next = 0;
  for (const char* layout : {"BSH", "TND"}) {
    for (const size_t rank : {3U, 4U, 5U}) {
      for (const int64_t mode : {0, 1, 2, 3, 4, 5}) {
        for (const int64_t queries : {1, 30}) {
          Problem p{.queries = queries, .keys = 290, .layout = layout};
          p.keyLengths = {290, 31};
          p.blockSize = next % 2 == 0 ? 16 : 100;
          p.pageRank = rank;
          p.integers = true;
          p.keyScaleMode = p.valueScaleMode = mode;
          p.offsets = next % 3 != 0;
          ++next;
          ExpectRight(p, kInferenceTypes[next % 3], Op::kFused, static_cast<int>(2 + next % 4));
        }
      }
    }
  }
}

// One tensor with those of keys and of values.
TEST_F(Inference, JoinedScales) {
  size_t next = 0;
  for (const bool paged : {false, true}) {
    for (const int64_t mode : {0, 1}) {
      for (const bool ofAll : {false, true}) {
        for (const int64_t queries : {1, 1, 1, 9}) {
          Problem p{.queries = queries, .keys = 300, .layout = "BSND", .keyLengths = {300, 5}};
          p.blockSize = paged ? 32 : 0;
          p.integers = true;
          p.splitScales = false;
          p.keyScaleMode = mode;
          p.scaleOfAll = ofAll && mode == 0;
          p.offsets = ++next % 4 != 0;
          for (int version = 1; version <= 5; ++version) {
            ExpectRight(p, kInferenceTypes[next % 3], Op::kFused, version);
          }
          if (queries == 1 && mode == 0) {
            ExpectRight(p, kInferenceTypes[next % 3], Op::kIncre, 3);
            ExpectRight(p, kInferenceTypes[next % 3], Op::kIncre, 4);
          }
        }
      }
    }
  }
}

TEST_F(Inference, ScalesWithListsPrefixesPaddingAndRopes) {
  for (const int64_t mode : {0, 1, 2, 3}) {
    for (const int64_t queries : {1, 5, 33}) {
      Problem p{.queries = queries, .keys = 270, .layout = "BNSD", .keyLengths = {200, 113}};
      p.integers = true;
      p.keyScaleMode = p.valueScaleMode = mode;
      Problem lists = p;
      lists.lists = true;
      ExpectRight(lists, ACL_FLOAT16);
      Problem padded = p;
      padded.keyPadding = 60;
      ExpectRight(padded, ACL_BF16);
      Problem ropes = p;
      ropes.ropeSize = 8;
      ExpectRight(ropes, ACL_BF16);
      if (mode == 0 || mode == 2) {
        p.prefix = 20;
        ExpectRight(p, ACL_FLOAT);
        p.scaleOfAll = mode == 0;
        ExpectRight(p, ACL_FLOAT, Op::kFused, 2);
      }
    }
  }
}

TEST_F(Inference, SameBitsOfIntegersWhereverTheyAre) {
  for (const int64_t mode : {0, 1, 3}) {
    for (const int64_t queries : {1, 3, 40}) {
      Problem p{.queries = queries, .keys = 600, .keyLengths = {600, 257}};
      p.integers = true;
      p.keyScaleMode = p.valueScaleMode = mode;
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
          ExpectSame(plain, Compute(paged, data, dtype, Op::kFused, 3, true), dtype, "stepped pages");
          if (mode > 0) {
            paged.keyScaleMode = paged.valueScaleMode = mode == 1 ? 4 : 5;
            ExpectSame(plain, Compute(paged, data, dtype), dtype, "scales in pages");
          }
        }
        Problem lists = p;
        lists.lists = true;
        ExpectSame(plain, Compute(lists, data, dtype, Op::kFused, 3), dtype, "lists");
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::testing
