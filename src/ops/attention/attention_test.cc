// SPDX-License-Identifier: Apache-2.0
//
// Attention against an oracle that keeps every score, over types, layouts, masks, biases and dropout; the
// same bits in every layout; rows that see no key.
#include <gtest/gtest.h>

#include <optional>

#include "ops/attention/calls_testing.h"
#include "ops/attention/testing.h"
#include "tests/support/compare.h"
#include "tests/support/phase_one.h"

namespace openaclnn::testing {
namespace {

using Problem = AttentionProblem;

struct Computed {
  Array out;
  Array largest;
  Array sum;
};

class Attention : public ::testing::Test {
 protected:
  Computed Compute(const Problem& problem, const AttentionData& data, aclDataType dtype, int version = 1,
                   bool stepped = false, aclDataType maskDtype = ACL_BOOL) {
    const auto input = [&](const Array& array) {
      const Array laid = ToLayout(array, problem.layout);
      return DeviceTensor(laid, dtype, LayoutFor(stepped, laid.shape.size()));
    };
    const DeviceTensor query = input(data.query);
    const DeviceTensor key = input(data.key);
    const DeviceTensor value = input(data.value);
    const auto bias = InputIfAny(data.bias, dtype, LayoutFor(stepped, data.bias.shape.size()));
    const auto dropMask = InputIfAny(data.dropMask, ACL_UINT8, LayoutFor(stepped, 1));
    const auto mask = InputIfAny(data.mask, maskDtype, LayoutFor(stepped, data.mask.shape.size()));
    const Descriptor modeMask({problem.sparseMode == 6 ? 3072 : 2048, 2048}, ACL_BOOL);
    const bool byNumber = problem.sparseMode >= 2 && problem.sparseMode != 5;
    const Shape outShape = ToLayout(Full(problem.OutShape(), 0), problem.layout).shape;
    const DeviceTensor out = DeviceTensor::Output(outShape, dtype, LayoutFor(stepped, outShape.size()));
    const DeviceTensor largest = DeviceTensor::Output(problem.RowShape(), ACL_FLOAT, LayoutFor(stepped, 4));
    const DeviceTensor sum = DeviceTensor::Output(problem.RowShape(), ACL_FLOAT, LayoutFor(stepped, 4));
    const AttentionTensors tensors{query.Get(),
                                   key.Get(),
                                   value.Get(),
                                   GetIfAny(bias),
                                   problem.drawsMask ? nullptr : GetIfAny(dropMask),
                                   byNumber ? modeMask.Get() : GetIfAny(mask),
                                   largest.Get(),
                                   sum.Get(),
                                   out.Get()};
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return PlanAttention(version, problem, tensors, size, executor);
        },
        PhaseTwoOf(version));
    EXPECT_EQ(status, ACL_SUCCESS) << LastMessage();
    EXPECT_TRUE(out.CanariesIntact() && largest.CanariesIntact() && sum.CanariesIntact());
    return {out.Read(), largest.Read(), sum.Read()};
  }

  void ExpectRight(const Problem& problem, aclDataType dtype, int version = 1,
                   aclDataType maskDtype = ACL_BOOL) {
    const auto trace = TraceSeed(random_);
    const AttentionData data = DrawAttention(problem, dtype, random_);
    const AttentionResults expected = ExpectForward(problem, data);
    const Computed computed = Compute(problem, data, dtype, version, false, maskDtype);
    // Scores and sums are off by a few last places of the magnitudes of their terms.
    EXPECT_TRUE(Near(computed.out, ToLayout(expected.out, problem.layout),
                     Tolerance::For(dtype, ToLayout(expected.outMagnitudes, problem.layout))))
        << problem.layout << " mode " << problem.sparseMode;
    const Array ones = Full(problem.RowShape(), 16);  // what scores here are made of at most
    EXPECT_TRUE(Near(computed.largest, expected.largest, Tolerance::For(ACL_FLOAT, ones)));
    Array sums = expected.sum;
    for (double& sum : sums.values) {
      sum *= 16;
    }
    EXPECT_TRUE(Near(computed.sum, expected.sum, Tolerance::For(ACL_FLOAT, sums)));
  }

  Random random_{31};
};

TEST_F(Attention, EveryTypeLayoutAndShape) {
  ForEachAttentionProblem([&](const Problem& problem, aclDataType dtype) { ExpectRight(problem, dtype); });
}

constexpr int64_t kQueries = 37;
constexpr int64_t kKeys = 270;
Problem Usual() {
  return {.batches = 2,
          .heads = 4,
          .keyHeads = 2,
          .queries = kQueries,
          .keys = kKeys,
          .size = 16,
          .valueSize = 16};
}

TEST_F(Attention, Masks) {
  for (const Shape& shape : std::vector<Shape>{
           {2, 4, kQueries, kKeys}, {2, 1, kQueries, kKeys}, {1, 1, kQueries, kKeys}, {kQueries, kKeys}}) {
    for (const int64_t mode : {0, 1}) {
      Problem problem = Usual();
      problem.maskShape = shape;
      problem.sparseMode = mode;
      ExpectRight(problem, ACL_FLOAT, 1, ACL_BOOL);
      ExpectRight(problem, ACL_BF16, 4, ACL_UINT8);
    }
  }
}

TEST_F(Attention, SparseModes) {
  for (const auto& [queries, keys] :
       std::vector<std::pair<int64_t, int64_t>>{{37, 270}, {290, 40}, {270, 270}}) {
    Problem problem = Usual();
    problem.heads = problem.keyHeads = 1;
    problem.queries = queries;
    problem.keys = keys;
    problem.prefix = {7, 33};
    for (const int64_t mode : {2, 3, 4, 6}) {
      problem.sparseMode = mode;
      problem.before = 50;
      problem.after = mode == 4 ? -10 : INT64_MAX;  // looked at in mode 4 alone
      ExpectRight(problem, ACL_FLOAT, 1);
      ExpectRight(problem, ACL_FLOAT16, 2);
      ExpectRight(problem, ACL_BF16, 4);
    }
    problem.sparseMode = 4;
    problem.before = INT64_MAX;
    problem.after = 5;
    ExpectRight(problem, ACL_FLOAT);
    problem.sparseMode = 5;
    problem.maskShape = {queries, keys};
    ExpectRight(problem, ACL_FLOAT);
  }
}

TEST_F(Attention, Biases) {
  for (const Shape& shape :
       std::vector<Shape>{{2, 4, kQueries, kKeys}, {2, 4, 1, kKeys}, {1, 4, kQueries, kKeys}}) {
    Problem problem = Usual();
    problem.biasShape = shape;
    for (const int version : {1, 2, 4}) {
      ExpectRight(problem, ACL_FLOAT, version);
    }
    problem.pseType = 0;
    problem.sparseMode = 3;
    ExpectRight(problem, ACL_FLOAT16, 2);
    ExpectRight(problem, ACL_BF16, 4);
  }
}

TEST_F(Attention, Dropout) {
  Problem problem = Usual();
  problem.keepProb = 0.75;
  for (const int version : {1, 2, 4}) {
    ExpectRight(problem, ACL_FLOAT, version);
  }
  problem.sparseMode = 2;
  problem.biasShape = {1, 4, kQueries, kKeys};
  ExpectRight(problem, ACL_BF16);
}

TEST_F(Attention, DropoutByASeed) {
  Problem problem = Usual();
  problem.keepProb = 0.75;
  problem.drawsMask = true;
  problem.seed = -17;
  problem.offset = int64_t{5} << 33;
  ExpectRight(problem, ACL_FLOAT, 4);
  ExpectRight(problem, ACL_BF16, 4);
  problem.queries = 1;
  ExpectRight(problem, ACL_FLOAT, 4);
}

TEST_F(Attention, OfASingleQuery) {
  Problem problem = Usual();
  problem.queries = 1;
  problem.maskShape = {2, 1, 1, kKeys};
  problem.biasShape = {2, 4, 1, kKeys};
  problem.keepProb = 0.75;
  ExpectRight(problem, ACL_FLOAT);
  ExpectRight(problem, ACL_BF16, 4);
  problem.maskShape = {};
  problem.prefix = {7, 269};
  problem.before = 200;
  problem.after = -3;
  for (const int64_t mode : {2, 3, 4, 6}) {
    problem.sparseMode = mode;
    ExpectRight(problem, ACL_FLOAT, 1);
    ExpectRight(problem, ACL_FLOAT16, 2);
  }
}

class AttentionBits : public Attention, public ::testing::WithParamInterface<int64_t> {};
INSTANTIATE_TEST_SUITE_P(Queries, AttentionBits, ::testing::Values(1, kQueries));

TEST_P(AttentionBits, SameInEveryLayoutAndVersion) {
  Problem problem = Usual();
  problem.queries = GetParam();
  problem.keepProb = 0.5;
  problem.biasShape = {2, 4, 1, kKeys};
  problem.maskShape = {2, 1, problem.queries, kKeys};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16}) {
    const AttentionData data = DrawAttention(problem, dtype, random_);
    const Computed plain = Compute(problem, data, dtype);
    int version = 1;
    for (const char* layout : kAttentionLayouts) {
      Problem other = problem;
      other.layout = layout;
      const Computed computed = Compute(other, data, dtype, version, true);
      EXPECT_TRUE(Near(computed.out, ToLayout(plain.out, layout), Tolerance::Exact(dtype))) << layout;
      EXPECT_TRUE(Near(computed.largest, plain.largest, Tolerance::Exact(ACL_FLOAT))) << layout;
      EXPECT_TRUE(Near(computed.sum, plain.sum, Tolerance::Exact(ACL_FLOAT))) << layout;
      version = version == 1 ? 2 : 4;
    }
  }
}

TEST_F(Attention, MaskThatIsExpanded) {
  const Problem problem = Usual();
  AttentionData data = DrawAttention(problem, ACL_FLOAT, random_);
  const Array keys = random_.Integers({2, 1, 1, kKeys}, ACL_BOOL, 0, 2);
  data.mask = Full({2, 4, kQueries, kKeys}, 0);
  for (size_t at = 0; at < data.mask.values.size(); ++at) {
    data.mask.values[at] = Broadcast(keys, IndexOf(data.mask.shape, static_cast<int64_t>(at)));
  }
  const DeviceTensor query(data.query, ACL_FLOAT);
  const DeviceTensor key(data.key, ACL_FLOAT);
  const DeviceTensor value(data.value, ACL_FLOAT);
  const DeviceTensor mask(data.mask, ACL_BOOL, Layout::Expanded({1, 2}));
  const DeviceTensor out = DeviceTensor::Output(problem.OutShape(), ACL_FLOAT);
  const DeviceTensor largest = DeviceTensor::Output(problem.RowShape(), ACL_FLOAT);
  const DeviceTensor sum = DeviceTensor::Output(problem.RowShape(), ACL_FLOAT);
  const AttentionTensors tensors{query.Get(), key.Get(),     value.Get(), nullptr,  nullptr,
                                 mask.Get(),  largest.Get(), sum.Get(),   out.Get()};
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return PlanAttention(4, problem, tensors, size, executor);
                },
                PhaseTwoOf(4)),
            0);
  const AttentionResults expected = ExpectForward(problem, data);
  EXPECT_TRUE(Near(out.Read(), expected.out, Tolerance::For(ACL_FLOAT, expected.outMagnitudes)));
}

// Here, some batches see nothing of the first keys, some nothing at all.
TEST_F(Attention, RowsThatSeeNothingAreZero) {
  Problem problem = Usual();
  problem.maskShape = {2, 1, kQueries, kKeys};
  AttentionData data = DrawAttention(problem, ACL_FLOAT, random_);
  for (size_t at = 0; at < data.mask.values.size(); ++at) {
    const Shape index = IndexOf(problem.maskShape, static_cast<int64_t>(at));
    data.mask.values[at] = index[0] == 0 || index[3] < 260 ? 1 : data.mask.values[at];
  }
  const Computed computed = Compute(problem, data, ACL_FLOAT);
  const AttentionResults expected = ExpectForward(problem, data);
  EXPECT_TRUE(Near(computed.out, expected.out, Tolerance::For(ACL_FLOAT, expected.outMagnitudes)));
  EXPECT_EQ(computed.out.values[0], 0);
  EXPECT_EQ(computed.largest.values[0], -FLT_MAX);
  EXPECT_EQ(computed.sum.values[0], 1);
  // By -infinity that is added, as PyTorch masks with numbers.
  Problem biased = Usual();
  biased.biasShape = {2, 4, kQueries, kKeys};
  AttentionData other = data;
  other.mask = {};
  other.bias = Full(biased.biasShape, -INFINITY);
  EXPECT_TRUE(
      Near(Compute(biased, other, ACL_FLOAT).out, Full(biased.OutShape(), 0), Tolerance::Exact(ACL_FLOAT)));
}

TEST_F(Attention, LargeScoresDoNotOverflow) {
  Problem problem = Usual();
  AttentionData data = DrawAttention(problem, ACL_FLOAT, random_);
  for (double& number : data.query.values) {
    number = RoundTo(ACL_FLOAT, number * 3000);
  }
  const AttentionResults expected = ExpectForward(problem, data);
  EXPECT_TRUE(Near(Compute(problem, data, ACL_FLOAT).out, expected.out,
                   Tolerance::For(ACL_FLOAT, expected.outMagnitudes)));
}

TEST_F(Attention, NotANumberReachesItsRowAlone) {
  for (const double special : {static_cast<double>(NAN), static_cast<double>(INFINITY)}) {
    const Problem problem = Usual();
    AttentionData data = DrawAttention(problem, ACL_FLOAT, random_);
    const Array before = Compute(problem, data, ACL_FLOAT).out;
    data.query.values[5 * 16 + 3] = special;
    const Array after = Compute(problem, data, ACL_FLOAT).out;
    for (size_t at = 0; at < after.values.size(); ++at) {
      if (at / 16 == 5) {
        EXPECT_TRUE(std::isnan(after.values[at])) << at;
      } else {
        EXPECT_EQ(after.values[at], before.values[at]) << at;
      }
    }
  }
}

// What is hidden may hold anything, as long as its value is finite.
TEST_F(Attention, HiddenKeysDoNotCount) {
  Problem problem = Usual();
  problem.sparseMode = 2;
  AttentionData data = DrawAttention(problem, ACL_FLOAT, random_);
  const Array before = Compute(problem, data, ACL_FLOAT).out;
  for (size_t at = 0; at < data.key.values.size(); ++at) {
    if (static_cast<int64_t>(at) / problem.size % problem.keys >= problem.queries) {
      data.key.values[at] = NAN;
    }
  }
  EXPECT_TRUE(Near(Compute(problem, data, ACL_FLOAT).out, before, Tolerance::Exact(ACL_FLOAT)));
}

TEST_F(Attention, EmptyTensors) {
  for (const char* layout : kAttentionLayouts) {
    Problem problem = Usual();
    problem.layout = layout;
    problem.keys = 0;
    const Computed computed = Compute(problem, DrawAttention(problem, ACL_FLOAT, random_), ACL_FLOAT);
    EXPECT_TRUE(
        Near(computed.out, ToLayout(Full(problem.OutShape(), 0), layout), Tolerance::Exact(ACL_FLOAT)));
    EXPECT_TRUE(Near(computed.largest, Full(problem.RowShape(), -FLT_MAX), Tolerance::Exact(ACL_FLOAT)));
    EXPECT_TRUE(Near(computed.sum, Full(problem.RowShape(), 1), Tolerance::Exact(ACL_FLOAT)));
    problem = Usual();
    problem.layout = layout;
    problem.queries = 0;
    EXPECT_TRUE(Compute(problem, DrawAttention(problem, ACL_FLOAT, random_), ACL_FLOAT).out.values.empty());
    problem = Usual();
    problem.layout = layout;
    problem.batches = 0;
    EXPECT_TRUE(Compute(problem, DrawAttention(problem, ACL_FLOAT, random_), ACL_FLOAT).out.values.empty());
  }
}

TEST_F(Attention, OutputOnTopOfTheQuery) {
  const Problem problem = Usual();
  const AttentionData data = DrawAttention(problem, ACL_FLOAT, random_);
  const DeviceTensor query(data.query, ACL_FLOAT);
  const DeviceTensor key(data.key, ACL_FLOAT);
  const DeviceTensor value(data.value, ACL_FLOAT);
  const DeviceTensor largest = DeviceTensor::Output(problem.RowShape(), ACL_FLOAT);
  const DeviceTensor sum = DeviceTensor::Output(problem.RowShape(), ACL_FLOAT);
  const AttentionTensors tensors{query.Get(), key.Get(),     value.Get(), nullptr,    nullptr,
                                 nullptr,     largest.Get(), sum.Get(),   query.Get()};
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return PlanAttention(1, problem, tensors, size, executor);
                },
                PhaseTwoOf(1)),
            0);
  EXPECT_TRUE(Near(query.Read(), Compute(problem, data, ACL_FLOAT).out, Tolerance::Exact(ACL_FLOAT)));
}

}  // namespace
}  // namespace openaclnn::testing
