// SPDX-License-Identifier: Apache-2.0
//
// Runs attention for inference on device tensors, and compares it with the oracle.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "ops/attention/calls_testing.h"
#include "ops/attention/inference_calls_testing.h"
#include "tests/support/compare.h"
#include "tests/support/int_array.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {

inline constexpr std::array<const char*, 14> kInferenceLayouts{
    "BSH",       "BSND",      "BNSD",     "TND",       "NTD",       "NSD",     "BSH_BNSD",
    "BSND_BNSD", "BNSD_BSND", "BSH_NBSD", "BSND_NBSD", "BNSD_NBSD", "NTD_TND", "TND_NTD"};
inline constexpr std::array<aclDataType, 3> kInferenceTypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

struct InferenceComputed {
  aclnnStatus status = 0;
  Array out;
  Array lse;
};

/// Where each of these sequences ends.
inline std::vector<int64_t> EndsOf(const std::vector<int64_t>& lengths) {
  std::vector<int64_t> ends;
  int64_t end = 0;
  for (const int64_t length : lengths) {
    ends.push_back(end += length);
  }
  return ends;
}

/// One sequence of [sequences, heads, rows, size], but its first `rows` rows.
inline Array SequenceOf(const Array& heads, int64_t b, int64_t rows) {
  Array one = Full({1, heads.shape[1], rows, heads.shape[3]}, 0);
  for (size_t at = 0; at < one.values.size(); ++at) {
    Shape index = IndexOf(one.shape, static_cast<int64_t>(at));
    index[0] = b;
    one.values[at] = At(heads, index);
  }
  return one;
}

class Inference : public ::testing::Test {
 protected:
  using Problem = InferenceProblem;
  using Op = InferenceOperator;
  using Computed = InferenceComputed;

  // Keys or values as a call has them.
  std::vector<DeviceTensor> Cached(const Problem& p, const Array& heads, aclDataType dtype, bool stepped) {
    std::vector<DeviceTensor> tensors;
    const auto add = [&](Array array) {
      if (dtype == ACL_INT8) {
        std::ranges::replace_if(
            array.values, [](double value) { return std::isnan(value); }, 99.0);
      }
      tensors.emplace_back(array, dtype, LayoutFor(stepped, array.shape.size()));
    };
    if (p.lists) {
      for (int64_t b = 0; b < p.batches; ++b) {
        add(ToArrangement(SequenceOf(heads, b, p.KeysOf(b)), p.In()));
      }
    } else if (p.blockSize > 0) {
      add(ToPages(p, heads, pages_));
    } else {
      add(Arranged(p, heads, p.In(), true, NAN));
    }
    return tensors;
  }

  // Scales or offsets as a call has them; those of integers in all shapes by turns.
  Array ScalesAsGiven(const Problem& p, Array drawn, int64_t mode) {
    if (drawn.shape.empty()) {
      return drawn;
    }
    const int64_t heads = drawn.shape[1];
    const int64_t size = drawn.shape[3];
    if (mode == 0 && p.scaleOfAll) {
      drawn.shape = {1};
    } else if (mode == 0) {
      const std::vector<Shape> shapes{{heads, size},    {heads, 1, size},    {heads * size},
                                      {1, heads, size}, {1, heads, 1, size}, {1, heads * size}};
      drawn.shape = shapes[turn_ % shapes.size()];
    } else if (mode == 1) {
      drawn.shape = turn_ % 2 == 0 ? Shape{p.batches, p.keys} : Shape{1, p.batches, p.keys};
    } else if (mode == 2) {
      drawn.shape = {heads};
    } else if (mode == 3) {
      drawn.shape = {p.batches, heads, p.keys};
    } else {
      Problem pages = p;
      pages.pageRank = 4;
      drawn = ToPages(pages, drawn, pages_);
      drawn.shape.pop_back();
      if (mode == 4) {
        drawn.shape.erase(drawn.shape.begin() + 1);
      }
    }
    return drawn;
  }
  // Those of keys and values in one tensor.
  Array JoinedScales(const Problem& p, const Array& keys, const Array& values) {
    if (keys.shape.empty()) {
      return keys;
    }
    const int64_t heads = keys.shape[1];
    const int64_t size = keys.shape[3];
    const std::vector<Shape> shapes{{2, heads, 1, size}, {2, heads, size}, {2, heads * size}};
    Array joined{p.keyScaleMode == 1 ? Shape{2, p.batches, p.keys}
                 : p.scaleOfAll      ? Shape{2}
                                     : shapes[turn_ % shapes.size()],
                 keys.values};
    joined.values.insert(joined.values.end(), values.values.begin(), values.values.end());
    return joined;
  }

  Computed Compute(const Problem& p, const InferenceData& data, aclDataType dtype, Op op = Op::kFused,
                   int version = 5, bool stepped = false) {
    const auto input = [&](const Array& array, aclDataType type) {
      return InputIfAny(array, type, LayoutFor(stepped, array.shape.size()));
    };
    const auto arranged = [&](const Array& heads) {
      return heads.shape.empty() ? heads : Arranged(p, heads, p.In(), false, 3);
    };
    const DeviceTensor query = *input(arranged(data.query), dtype);
    const auto queryRope = input(arranged(data.queryRope), dtype);
    ++turn_;
    const aclDataType cached = p.integers ? ACL_INT8 : dtype;
    const std::vector<DeviceTensor> keys = Cached(p, data.key, cached, stepped);
    const std::vector<DeviceTensor> values = Cached(p, data.value, cached, stepped);
    const auto given = [&](const Array& drawn, int64_t mode) {
      return p.splitScales ? input(ScalesAsGiven(p, drawn, mode), ScalesTokens(mode) ? ACL_FLOAT : dtype)
                           : std::nullopt;
    };
    const auto keyScales = given(data.keyScales.scales, p.keyScaleMode);
    const auto keyOffsets = given(data.keyScales.offsets, p.keyScaleMode);
    const auto valueScales = given(data.valueScales.scales, p.valueScaleMode);
    const auto valueOffsets = given(data.valueScales.offsets, p.valueScaleMode);
    const auto joined = [&](const Array& ofKeys, const Array& ofValues) {
      return p.splitScales ? std::nullopt : input(JoinedScales(p, ofKeys, ofValues), dtype);
    };
    const auto scales = joined(data.keyScales.scales, data.valueScales.scales);
    const auto offsets = joined(data.keyScales.offsets, data.valueScales.offsets);
    const auto rope = p.ropeSize == 0 ? std::vector<DeviceTensor>() : Cached(p, data.keyRope, dtype, stepped);
    const auto prefixed = [&](const Array& heads) {
      return input(heads.shape.empty() ? heads : ToArrangement(heads, p.In()), cached);
    };
    const auto keyPrefix = prefixed(data.keyPrefix);
    const auto valuePrefix = prefixed(data.valuePrefix);
    const auto bias = input(data.bias, dtype);
    const auto mask = input(data.mask, ACL_BOOL);
    const auto sinks = input(data.sinks, dtype);
    const Descriptor modeMask({2048, 2048}, ACL_BOOL);
    const auto table = p.blockSize == 0 ? std::nullopt : input(pages_.table, ACL_INT32);
    const auto padding = [&](int64_t rows) {
      return rows < 0 ? std::nullopt
                      : std::optional<DeviceTensor>(std::in_place, FromIntegers({1}, {rows}), ACL_INT64);
    };
    const auto queryPadding = padding(p.queryPadding);
    const auto keyPadding = padding(p.keyPadding);
    const IntArray queryLengths(p.Ragged() ? EndsOf(LengthsOf(p, false)) : p.queryLengths);
    const IntArray keyLengths(p.Ragged() && p.blockSize == 0 ? EndsOf(LengthsOf(p, true))
                              : p.blockSize > 0              ? LengthsOf(p, true)
                                                             : p.keyLengths);
    const TensorList keyList = TensorList::Of(keys);
    const TensorList valueList = TensorList::Of(values);
    const Array zeros = Full({p.batches, p.heads, p.queries, p.valueSize}, 0);
    const Shape outShape = Arranged(p, zeros, p.Out(), false).shape;
    const Shape lseShape = p.Ragged() ? Shape{outShape[p.Out() == "TND" ? 0 : 1], p.heads, 1}
                                      : Shape{p.batches, p.heads, p.queries, 1};
    const DeviceTensor out = DeviceTensor::Output(outShape, dtype, LayoutFor(stepped, outShape.size()));
    const DeviceTensor lse = DeviceTensor::Output(lseShape, ACL_FLOAT, LayoutFor(stepped, lseShape.size()));
    InferenceArguments a{.query = query.Get(),
                         .key = keys.front().Get(),
                         .value = values.front().Get(),
                         .keys = keyList.Get(),
                         .values = valueList.Get(),
                         .bias = GetIfAny(bias),
                         .mask = p.sparseMode >= 2 ? modeMask.Get() : GetIfAny(mask),
                         .queryLengths = queryLengths.Get(),
                         .keyLengths = keyLengths.Get(),
                         .table = GetIfAny(table),
                         .queryPadding = GetIfAny(queryPadding),
                         .keyPadding = GetIfAny(keyPadding),
                         .keyPrefix = GetIfAny(keyPrefix),
                         .valuePrefix = GetIfAny(valuePrefix),
                         .queryRope = GetIfAny(queryRope),
                         .keyRope = rope.empty() ? nullptr : rope.front().Get(),
                         .sinks = GetIfAny(sinks),
                         .scales = GetIfAny(scales),
                         .offsets = GetIfAny(offsets),
                         .keyScales = GetIfAny(keyScales),
                         .keyOffsets = GetIfAny(keyOffsets),
                         .valueScales = GetIfAny(valueScales),
                         .valueOffsets = GetIfAny(valueOffsets),
                         .heads = p.heads,
                         .keyHeads = p.keyHeads == p.heads ? 0 : p.keyHeads,
                         .blockSize = p.blockSize,
                         .out = out.Get(),
                         .lse = p.wantsLse ? lse.Get() : nullptr};
    Computed computed;
    computed.status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return PlanInference(op, version, p, a, size, executor);
        },
        PhaseTwoOf(op, version));
    EXPECT_TRUE(out.CanariesIntact() && lse.CanariesIntact());
    computed.out = out.Read();
    computed.lse = lse.Read();
    return computed;
  }

  void ExpectRight(const Problem& p, aclDataType dtype, Op op = Op::kFused, int version = 5) {
    const auto trace = TraceSeed(random_);
    const InferenceData data = Draw(p, dtype);
    ExpectRight(p, data, dtype, op, version);
  }
  void ExpectRight(const Problem& p, const InferenceData& data, aclDataType dtype, Op op = Op::kFused,
                   int version = 5) {
    const std::string what = NameOf(op, version) + " " + p.layout + " mode " + std::to_string(p.sparseMode);
    const InferenceResults expected = ExpectInference(p, data);
    const Computed computed = Compute(p, data, dtype, op, version);
    ASSERT_EQ(computed.status, ACL_SUCCESS) << what << LastMessage();
    // Scores and sums are off by a few last places of the magnitudes of their terms.
    EXPECT_TRUE(Near(computed.out, Arranged(p, expected.out, p.Out(), false),
                     Tolerance::For(dtype, Arranged(p, expected.magnitudes, p.Out(), false))))
        << what;
    if (p.wantsLse && op == Op::kFused) {
      const std::string layout = p.Ragged() ? "TND" : "BNSD";
      EXPECT_TRUE(Near(computed.lse, Arranged(p, expected.lse, layout, false, INFINITY),
                       Tolerance::For(ACL_FLOAT, Arranged(p, expected.lseMagnitudes, layout, false, 1))))
          << what;
    }
  }
  InferenceData Draw(const Problem& p, aclDataType dtype) {
    if (p.blockSize > 0) {
      pages_ = DrawPages(p, random_);
    }
    return DrawInference(p, dtype, random_);
  }
  void ExpectSame(const Computed& one, const Computed& other, aclDataType dtype, const std::string& what) {
    ASSERT_EQ(one.status, 0) << what;
    ASSERT_EQ(other.status, 0) << what << LastMessage();
    EXPECT_TRUE(Near(one.out, other.out, Tolerance::Exact(dtype))) << what;
    EXPECT_TRUE(Near(one.lse, other.lse, Tolerance::Exact(ACL_FLOAT))) << what;
  }

  Random random_{41};
  size_t turn_ = 0;
  Pages pages_{};
};

}  // namespace openaclnn::testing
