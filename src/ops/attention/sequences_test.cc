// SPDX-License-Identifier: Apache-2.0
//
// Attention of sequences whose rows follow each other, and its gradients, against the oracle of each sequence.
#include <gtest/gtest.h>

#include <optional>

#include "ops/attention/calls_testing.h"
#include "ops/attention/testing.h"
#include "tests/support/compare.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one_checks.h"

namespace openaclnn::testing {
namespace {

using Problem = AttentionProblem;

// Sequences of a problem, which says everything but their lengths; `other` rows belong to none.
struct Ragged {
  Problem usual{.heads = 4, .keyHeads = 2, .size = 16, .valueSize = 8, .layout = "TND"};
  std::vector<int64_t> queries;
  std::vector<int64_t> keys;
  int64_t other = 2;
  int version = 1;
  bool rowsFirst = false;
  int64_t ropeSize = 0;  // of version 3: the last elements of heads of query and key

  [[nodiscard]] Problem Of(size_t s) const {
    Problem one = usual;
    one.queries = queries[s];
    one.keys = keys[s];
    if (!usual.prefix.empty()) {
      one.prefix = {usual.prefix[s]};
    }
    return one;
  }
};

int64_t Sum(const std::vector<int64_t>& lengths, size_t count) {
  int64_t sum = 0;
  for (size_t s = 0; s < count; ++s) {
    sum += lengths[s];
  }
  return sum;
}
std::vector<int64_t> Ends(const std::vector<int64_t>& lengths) {
  std::vector<int64_t> ends;
  for (size_t s = 1; s <= lengths.size(); ++s) {
    ends.push_back(Sum(lengths, s));
  }
  return ends;
}

// Rows [1, heads, rows, size] of sequences, in one tensor [T, heads, size]; rows of none hold a number.
Array Joined(const std::vector<Array>& sequences, int64_t other, double number) {
  int64_t rows = other;
  for (const Array& one : sequences) {
    rows += one.shape[2];
  }
  const int64_t heads = sequences.front().shape[1];
  const int64_t size = sequences.front().shape[3];
  Array joined = Full({rows, heads, size}, number);
  int64_t first = 0;
  for (const Array& one : sequences) {
    for (size_t at = 0; at < one.values.size(); ++at) {
      const Shape index = IndexOf(one.shape, static_cast<int64_t>(at));
      joined.values[FlatIndex(joined.shape, {first + index[2], index[1], index[3]})] = one.values[at];
    }
    first += one.shape[2];
  }
  return joined;
}

// Numbers of rows as they are stored: heads outside, or as [T, heads, 8].
Array Stored(const Array& rows, bool rowsFirst) {
  if (rowsFirst) {
    return rows;
  }
  Array stored = rows;
  for (size_t at = 0; at < rows.values.size(); ++at) {
    const Shape index = IndexOf(rows.shape, static_cast<int64_t>(at));
    stored.values[FlatIndex({rows.shape[1], rows.shape[0], 8}, {index[1], index[0], index[2]})] =
        rows.values[at];
  }
  return stored;
}

// Elements [first, end) of heads.
Array Elements(const Array& heads, int64_t first, int64_t end) {
  if (first == end) {
    return {};
  }
  Array part = Full({heads.shape[0], heads.shape[1], end - first}, 0);
  for (size_t at = 0; at < part.values.size(); ++at) {
    const Shape index = IndexOf(part.shape, static_cast<int64_t>(at));
    part.values[at] = At(heads, {index[0], index[1], first + index[2]});
  }
  return part;
}
// The opposite: two parts, of which the second one may be none.
Array WithRope(Array own, const std::optional<DeviceTensor>& rope) {
  if (!rope) {
    return own;
  }
  const Array other = rope->Read();
  const int64_t size = own.shape[2];
  Array joined = Full({own.shape[0], own.shape[1], size + other.shape[2]}, 0);
  for (size_t at = 0; at < joined.values.size(); ++at) {
    Shape index = IndexOf(joined.shape, static_cast<int64_t>(at));
    const bool behind = index[2] >= size;
    index[2] -= behind ? size : 0;
    joined.values[at] = At(behind ? other : own, index);
  }
  return joined;
}

struct Everything {
  std::vector<AttentionData> data;
  std::vector<AttentionResults> results;
  Array bias;
  Array mask;
  Array dropMask;
};

class AttentionOfSequences : public PhaseOneChecks {
 protected:
  Everything Draw(const Ragged& ragged, aclDataType dtype) {
    Everything all;
    const auto count = static_cast<int64_t>(ragged.queries.size());
    const int64_t queries = *std::ranges::max_element(ragged.queries);
    const int64_t keys = *std::ranges::max_element(ragged.keys);
    const bool biased = !ragged.usual.biasShape.empty();
    if (biased) {
      all.bias = random_.Normal({count, ragged.usual.heads, queries, keys}, dtype, 0, 1);
    }
    if (!ragged.usual.maskShape.empty()) {
      all.mask = random_.Integers({queries, keys}, ACL_BOOL, 0, 2);
    }
    int64_t bits = 0;
    for (size_t s = 0; s < ragged.queries.size(); ++s) {
      bits += ragged.usual.heads * ragged.queries[s] * ragged.keys[s];
    }
    if (ragged.usual.keepProb < 1) {
      all.dropMask = random_.Integers({(bits + 7) / 8}, ACL_UINT8, 0, 256);
    }
    int64_t firstBit = 0;
    for (size_t s = 0; s < ragged.queries.size(); ++s) {
      Problem one = ragged.Of(s);
      one.biasShape = one.maskShape = {};
      one.keepProb = 1;
      AttentionData data = DrawAttention(one, dtype, random_);
      one = ragged.Of(s);
      if (biased) {
        one.biasShape = {1, one.heads, one.queries, one.keys};
        data.bias = Full(one.biasShape, 0);
        for (size_t at = 0; at < data.bias.values.size(); ++at) {
          Shape index = IndexOf(one.biasShape, static_cast<int64_t>(at));
          index[0] = static_cast<int64_t>(s);
          data.bias.values[at] = At(all.bias, index);
        }
      }
      if (!all.mask.shape.empty()) {
        data.mask = Full({one.queries, one.keys}, 0);
        for (size_t at = 0; at < data.mask.values.size(); ++at) {
          data.mask.values[at] = At(all.mask, IndexOf(data.mask.shape, static_cast<int64_t>(at)));
        }
      }
      if (one.keepProb < 1) {
        const int64_t own = one.heads * one.queries * one.keys;
        data.dropMask = Full({(own + 7) / 8}, 0);
        for (int64_t bit = 0; bit < own; ++bit) {
          const int64_t from = firstBit + bit;
          const auto byte = static_cast<int64_t>(all.dropMask.values[static_cast<size_t>(from / 8)]);
          if ((byte >> (from % 8) & 1) != 0) {
            data.dropMask.values[static_cast<size_t>(bit / 8)] += static_cast<double>(1 << (bit % 8));
          }
        }
        firstBit += own;
      }
      problems_.resize(ragged.queries.size());
      problems_[s] = one;
      all.results.push_back(ExpectForward(one, data));
      all.data.push_back(std::move(data));
    }
    return all;
  }

  template <typename Member>
  static Array JoinData(const Everything& all, Member member, int64_t other) {
    std::vector<Array> arrays;
    for (const AttentionData& data : all.data) {
      arrays.push_back(data.*member);
    }
    return Joined(arrays, other, 1);
  }
  template <typename Member>
  static Array JoinResults(const Everything& all, Member member, int64_t other, double number) {
    std::vector<Array> arrays;
    for (const AttentionResults& results : all.results) {
      arrays.push_back(results.*member);
    }
    return Joined(arrays, other, number);
  }

  void ExpectRight(const Ragged& ragged, aclDataType dtype) {
    const auto trace = TraceSeed(random_);
    Everything all = Draw(ragged, dtype);
    const Problem& p = ragged.usual;
    const Array queries = JoinData(all, &AttentionData::query, ragged.other);
    const Array keys = JoinData(all, &AttentionData::key, 1);
    const int64_t own = p.size - ragged.ropeSize;
    const DeviceTensor query(Elements(queries, 0, own), dtype);
    const DeviceTensor key(Elements(keys, 0, own), dtype);
    const Layout stepped = LayoutFor(true, 3);
    const auto queryRope = InputIfAny(Elements(queries, own, p.size), dtype);
    const auto keyRope = InputIfAny(Elements(keys, own, p.size), dtype, stepped);
    const DeviceTensor value(JoinData(all, &AttentionData::value, 1), dtype);
    const auto bias = InputIfAny(all.bias, dtype);
    const auto mask = InputIfAny(all.mask, ACL_BOOL);
    const auto dropMask = InputIfAny(all.dropMask, ACL_UINT8);
    const Descriptor modeMask({p.sparseMode == 6 ? 3072 : 2048, 2048}, ACL_BOOL);
    const aclTensor* const hidden = p.sparseMode >= 2 ? modeMask.Get() : GetIfAny(mask);
    const IntArray queryEnds(Ends(ragged.queries));
    const IntArray keyEnds(Ends(ragged.keys));
    const IntArray prefix(p.prefix);
    const int64_t rows = query.ViewShape()[0];
    const DeviceTensor out = DeviceTensor::Output({rows, p.heads, p.valueSize}, dtype);
    const DeviceTensor largest = DeviceTensor::Output({rows, p.heads, 8}, ACL_FLOAT);
    const DeviceTensor sum = DeviceTensor::Output({rows, p.heads, 8}, ACL_FLOAT);
    char layout[] = "TND";
    char asInput[] = "same_as_input";
    char* const stored = ragged.rowsFirst ? asInput : nullptr;
    const auto forward = [&](uint64_t* size, aclOpExecutor** executor) {
      switch (ragged.version) {
        case 1:
          return aclnnFlashAttentionVarLenScoreGetWorkspaceSize(
              query.Get(), key.Get(), value.Get(), GetIfAny(bias), GetIfAny(dropMask), nullptr, hidden,
              prefix.Get(), queryEnds.Get(), keyEnds.Get(), p.scale, p.keepProb, p.before, p.after, p.heads,
              layout, 0, p.sparseMode, largest.Get(), sum.Get(), nullptr, out.Get(), size, executor);
        case 2:
          return aclnnFlashAttentionVarLenScoreV2GetWorkspaceSize(
              query.Get(), key.Get(), value.Get(), GetIfAny(bias), GetIfAny(dropMask), nullptr, hidden,
              prefix.Get(), queryEnds.Get(), keyEnds.Get(), nullptr, nullptr, p.scale, p.keepProb, p.before,
              p.after, p.heads, layout, 0, p.sparseMode, p.pseType, largest.Get(), sum.Get(), nullptr,
              out.Get(), size, executor);
        case 3:
          return aclnnFlashAttentionVarLenScoreV3GetWorkspaceSize(
              query.Get(), GetIfAny(queryRope), key.Get(), GetIfAny(keyRope), value.Get(), GetIfAny(bias),
              GetIfAny(dropMask), nullptr, hidden, prefix.Get(), queryEnds.Get(), keyEnds.Get(), nullptr,
              nullptr, p.scale, p.keepProb, p.before, p.after, p.heads, layout, 0, p.sparseMode, p.pseType,
              largest.Get(), sum.Get(), nullptr, out.Get(), size, executor);
        default:
          return aclnnFlashAttentionVarLenScoreV4GetWorkspaceSize(
              query.Get(), key.Get(), value.Get(), GetIfAny(bias), GetIfAny(dropMask), nullptr, hidden,
              prefix.Get(), queryEnds.Get(), keyEnds.Get(), p.scale, p.keepProb, p.before, p.after, p.heads,
              layout, 0, p.sparseMode, stored, largest.Get(), sum.Get(), nullptr, out.Get(), size, executor);
      }
    };
    const PhaseTwo run = ragged.version == 1   ? aclnnFlashAttentionVarLenScore
                         : ragged.version == 2 ? aclnnFlashAttentionVarLenScoreV2
                         : ragged.version == 3 ? aclnnFlashAttentionVarLenScoreV3
                                               : aclnnFlashAttentionVarLenScoreV4;
    ASSERT_EQ(RunTwoPhase(forward, run), 0) << LastMessage();
    // Scores of a few units are off by as many last places, and probabilities by as much.
    EXPECT_TRUE(
        Near(out.Read(), JoinResults(all, &AttentionResults::out, ragged.other, 0),
             Tolerance::For(dtype, JoinResults(all, &AttentionResults::outMagnitudes, ragged.other, 0), 8)));
    const Array most =
        Stored(JoinResults(all, &AttentionResults::largest, ragged.other, -static_cast<double>(FLT_MAX)),
               ragged.rowsFirst);
    EXPECT_TRUE(Near(largest.Read(), most, Tolerance::For(ACL_FLOAT, Full(most.shape, 16))));

    // The gradients get what the forward operator has left.
    const Array computed = out.Read();
    for (size_t s = 0; s < all.data.size(); ++s) {
      Array& left = all.results[s].out;
      for (size_t at = 0; at < left.values.size(); ++at) {
        const Shape index = IndexOf(left.shape, static_cast<int64_t>(at));
        left.values[at] = At(computed, {Sum(ragged.queries, s) + index[2], index[1], index[3]});
      }
      ExpectGradients(problems_[s], all.data[s], &all.results[s]);
    }
    const DeviceTensor outGradient(JoinData(all, &AttentionData::outGradient, ragged.other), dtype);
    const DeviceTensor dq = DeviceTensor::Output(query.ViewShape(), dtype);
    const DeviceTensor dk = DeviceTensor::Output(key.ViewShape(), dtype);
    const DeviceTensor dv = DeviceTensor::Output(value.ViewShape(), dtype);
    const auto gradientOf = [&](const std::optional<DeviceTensor>& rope, const Layout& layoutOf) {
      return rope ? std::optional(DeviceTensor::Output(rope->ViewShape(), dtype, layoutOf)) : std::nullopt;
    };
    const std::optional<DeviceTensor> dqRope = gradientOf(queryRope, stepped);
    const std::optional<DeviceTensor> dkRope = gradientOf(keyRope, {});
    std::optional<DeviceTensor> dpse;
    if (bias) {
      dpse.emplace(DeviceTensor::Output(all.bias.shape, dtype));
    }
    const auto backward = [&](uint64_t* size, aclOpExecutor** executor) {
      switch (ragged.version) {
        case 1:
          return aclnnFlashAttentionUnpaddingScoreGradGetWorkspaceSize(
              query.Get(), key.Get(), value.Get(), outGradient.Get(), GetIfAny(bias), GetIfAny(dropMask),
              nullptr, hidden, largest.Get(), sum.Get(), nullptr, out.Get(), prefix.Get(), queryEnds.Get(),
              keyEnds.Get(), p.scale, p.keepProb, p.before, p.after, p.heads, layout, 0, p.sparseMode,
              dq.Get(), dk.Get(), dv.Get(), GetIfAny(dpse), size, executor);
        case 2:
          return aclnnFlashAttentionUnpaddingScoreGradV2GetWorkspaceSize(
              query.Get(), key.Get(), value.Get(), outGradient.Get(), GetIfAny(bias), GetIfAny(dropMask),
              nullptr, hidden, largest.Get(), sum.Get(), nullptr, out.Get(), prefix.Get(), queryEnds.Get(),
              keyEnds.Get(), nullptr, nullptr, p.scale, p.keepProb, p.before, p.after, p.heads, layout, 0,
              p.sparseMode, p.pseType, dq.Get(), dk.Get(), dv.Get(), GetIfAny(dpse), size, executor);
        case 3:
          return aclnnFlashAttentionUnpaddingScoreGradV3GetWorkspaceSize(
              query.Get(), GetIfAny(queryRope), key.Get(), GetIfAny(keyRope), value.Get(), outGradient.Get(),
              GetIfAny(bias), GetIfAny(dropMask), nullptr, hidden, largest.Get(), sum.Get(), nullptr,
              out.Get(), prefix.Get(), queryEnds.Get(), keyEnds.Get(), nullptr, nullptr, p.scale, p.keepProb,
              p.before, p.after, p.heads, layout, 0, p.sparseMode, p.pseType, dq.Get(), GetIfAny(dqRope),
              dk.Get(), GetIfAny(dkRope), dv.Get(), GetIfAny(dpse), size, executor);
        default:
          return aclnnFlashAttentionUnpaddingScoreGradV4GetWorkspaceSize(
              query.Get(), key.Get(), value.Get(), outGradient.Get(), GetIfAny(bias), GetIfAny(dropMask),
              nullptr, hidden, largest.Get(), sum.Get(), nullptr, out.Get(), prefix.Get(), queryEnds.Get(),
              keyEnds.Get(), p.scale, p.keepProb, p.before, p.after, p.heads, layout, 0, p.sparseMode,
              dq.Get(), dk.Get(), dv.Get(), GetIfAny(dpse), stored, size, executor);
      }
    };
    const PhaseTwo runBackward = ragged.version == 1   ? aclnnFlashAttentionUnpaddingScoreGrad
                                 : ragged.version == 2 ? aclnnFlashAttentionUnpaddingScoreGradV2
                                 : ragged.version == 3 ? aclnnFlashAttentionUnpaddingScoreGradV3
                                                       : aclnnFlashAttentionUnpaddingScoreGradV4;
    ASSERT_EQ(RunTwoPhase(backward, runBackward), 0) << LastMessage();
    const auto expectGradient = [&](const Array& gradient, Array AttentionResults::*expected,
                                    Array AttentionResults::*magnitudes, int64_t other) {
      EXPECT_TRUE(Near(gradient, JoinResults(all, expected, other, 0),
                       Tolerance::For(dtype, JoinResults(all, magnitudes, other, 0), 8)));
    };
    expectGradient(WithRope(dq.Read(), dqRope), &AttentionResults::queryGradient,
                   &AttentionResults::queryMagnitudes, ragged.other);
    expectGradient(WithRope(dk.Read(), dkRope), &AttentionResults::keyGradient,
                   &AttentionResults::keyMagnitudes, 1);
    expectGradient(dv.Read(), &AttentionResults::valueGradient, &AttentionResults::valueMagnitudes, 1);
    if (dpse) {
      Array expected = Full(all.bias.shape, 0);
      Array magnitudes = expected;
      for (size_t s = 0; s < all.results.size(); ++s) {
        const Array& gradients = all.results[s].biasGradient;
        for (size_t at = 0; at < gradients.values.size(); ++at) {
          Shape index = IndexOf(gradients.shape, static_cast<int64_t>(at));
          index[0] = static_cast<int64_t>(s);
          expected.values[FlatIndex(expected.shape, index)] = gradients.values[at];
          magnitudes.values[FlatIndex(expected.shape, index)] = all.results[s].biasMagnitudes.values[at];
        }
      }
      EXPECT_TRUE(Near(dpse->Read(), expected, Tolerance::For(dtype, magnitudes, 8)));
    }
  }

  Random random_{51};
  std::vector<Problem> problems_;
};

TEST_F(AttentionOfSequences, EveryTypeAndVersion) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int version : {1, 2, 4}) {
      Ragged ragged{.queries = {5, 0, 140, 1}, .keys = {9, 3, 33, 300}};
      ragged.version = version;
      ragged.rowsFirst = version == 4 && dtype != ACL_FLOAT;
      ExpectRight(ragged, dtype);
    }
  }
}

TEST_F(AttentionOfSequences, RotaryParts) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int64_t ropeSize : {0, 1, 8}) {
      Ragged ragged{.queries = {5, 0, 140, 1}, .keys = {9, 3, 33, 300}};
      ragged.version = 3;
      ragged.ropeSize = ropeSize;
      ragged.usual.sparseMode = 3;
      ExpectRight(ragged, dtype);
      ragged.usual.sparseMode = 0;
      ragged.usual.pseType = ropeSize % 2;
      ragged.usual.biasShape = {1};
      ragged.usual.keepProb = 0.75;
      ExpectRight(ragged, dtype);
    }
  }
}

TEST_F(AttentionOfSequences, StatusesOfRotaryParts) {
  const auto plan = [&](aclnnStatus status, const char* said, const std::optional<Descriptor>& queryRope,
                        const std::optional<Descriptor>& keyRope, bool givesGradient = true) {
    const Descriptor query({5, 4, 8});
    const Descriptor key({6, 2, 8});
    const Descriptor rows({5, 4, 8});
    const IntArray first({5});
    const IntArray second({6});
    char layout[] = "TND";
    ExpectStatus(
        status, said, "aclnnFlashAttentionVarLenScoreV3", [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnFlashAttentionVarLenScoreV3GetWorkspaceSize(
              query.Get(), GetOrNull(queryRope), key.Get(), GetOrNull(keyRope), key.Get(), nullptr, nullptr,
              nullptr, nullptr, nullptr, first.Get(), second.Get(), nullptr, nullptr, 1, 1, 0, 0, 4, layout,
              0, 0, 1, rows.Get(), rows.Get(), nullptr, query.Get(), size, executor);
        });
    ExpectStatus(givesGradient ? status : kNullptr, givesGradient ? said : "dqRope",
                 "aclnnFlashAttentionUnpaddingScoreGradV3", [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnFlashAttentionUnpaddingScoreGradV3GetWorkspaceSize(
                       query.Get(), GetOrNull(queryRope), key.Get(), GetOrNull(keyRope), key.Get(),
                       query.Get(), nullptr, nullptr, nullptr, nullptr, rows.Get(), rows.Get(), nullptr,
                       query.Get(), nullptr, first.Get(), second.Get(), nullptr, nullptr, 1, 1, 0, 0, 4,
                       layout, 0, 0, 1, query.Get(), givesGradient ? GetOrNull(queryRope) : nullptr,
                       key.Get(), GetOrNull(keyRope), key.Get(), nullptr, size, executor);
                 });
  };
  using Given = std::optional<Descriptor>;
  const Given none;
  const Given queryRope(std::in_place, Shape{5, 4, 3});
  const Given keyRope(std::in_place, Shape{6, 2, 3});
  plan(0, "", none, none);
  plan(0, "", queryRope, keyRope);
  plan(0, "", queryRope, keyRope, false);
  plan(kInvalid, "keyRope", queryRope, none);
  plan(kInvalid, "queryRope", none, keyRope);
  plan(kInvalid, "keyRope", queryRope, Given(std::in_place, Shape{6, 4, 3}));
  plan(kInvalid, "keyRope", queryRope, Given(std::in_place, Shape{6, 2, 4}));
  plan(kInvalid, "keyRope", queryRope, Given(std::in_place, Shape{6, 2, 3}, ACL_FLOAT16));
  plan(kInvalid, "queryRope", Given(std::in_place, Shape{5, 4, 0}), Given(std::in_place, Shape{6, 2, 0}));
  plan(kInvalid, "queryRope", Given(std::in_place, Shape{5, 2, 3}), keyRope);
}

TEST_F(AttentionOfSequences, SparseModes) {
  for (const int64_t mode : {2, 3, 4, 6}) {
    Ragged ragged{.queries = {20, 40, 3}, .keys = {30, 25, 280}};
    ragged.usual.sparseMode = mode;
    ragged.usual.before = 7;
    ragged.usual.after = 2;
    if (mode == 6) {
      ragged.usual.prefix = {4, 0, 100};
    }
    ExpectRight(ragged, ACL_FLOAT);
  }
}

TEST_F(AttentionOfSequences, MasksBiasesAndDropout) {
  for (const int version : {1, 2, 4}) {
    Ragged ragged{.queries = {20, 40, 3}, .keys = {30, 25, 70}};
    ragged.version = version;
    ragged.usual.pseType = version == 2 ? 0 : 1;
    ragged.usual.biasShape = {1};
    ExpectRight(ragged, ACL_FLOAT);
    ragged.usual.maskShape = {1};
    ragged.usual.keepProb = 0.75;
    ExpectRight(ragged, ACL_BF16);
  }
}

TEST_F(AttentionOfSequences, Statuses) {
  const auto plan = [&](aclnnStatus status, const char* said, const Shape& queryEnds, const Shape& keyEnds,
                        const Shape& numbers = {5, 4, 8}, const char* name = "TND", int64_t mode = 0) {
    const Descriptor query({5, 4, 8});
    const Descriptor key({6, 2, 8});
    const Descriptor out({5, 4, 8});
    const Descriptor rows(numbers);
    const Descriptor mask({2048, 2048}, ACL_BOOL);
    const IntArray first(queryEnds);
    const IntArray second(keyEnds);
    std::string layout = name;
    ExpectStatus(status, said, "aclnnFlashAttentionVarLenScore",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnFlashAttentionVarLenScoreGetWorkspaceSize(
                       query.Get(), key.Get(), key.Get(), nullptr, nullptr, nullptr, mask.Get(), nullptr,
                       first.Get(), second.Get(), 1, 1, 0, 0, 4, layout.data(), 0, mode, rows.Get(),
                       rows.Get(), nullptr, out.Get(), size, executor);
                 });
  };
  plan(0, "", {2, 5}, {6, 6});
  plan(0, "", {2, 5, 0}, {6, 6, 0}, {4, 5, 8});
  plan(kInvalid, "actualSeqQLen", {}, {6});
  plan(kInvalid, "actualSeqKvLen", {5}, {});
  plan(kInvalid, "actualSeqKvLen", {2, 5}, {6});
  plan(kInvalid, "actualSeqQLen", {2, 6}, {6, 6});
  plan(kInvalid, "actualSeqKvLen", {2, 5}, {6, 3});
  plan(kInvalid, "softmaxMaxOut", {2, 5}, {6, 6}, {5, 3, 8});
  plan(kInvalid, "inputLayout", {2, 5}, {6, 6}, {5, 4, 8}, "BNSD");
  plan(kInvalid, "sparseMode", {2, 5}, {6, 6}, {5, 4, 8}, "TND", 5);
  plan(kInvalid, "sparseMode", {2, 5}, {6, 6}, {5, 4, 8}, "TND", 7);
}

}  // namespace
}  // namespace openaclnn::testing
