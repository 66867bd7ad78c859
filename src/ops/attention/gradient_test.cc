// SPDX-License-Identifier: Apache-2.0
//
// The gradients of attention against an oracle that keeps every score, which is itself held against finite
// differences; over types, layouts, masks, biases and dropout; the same bits in every layout.
#include <gtest/gtest.h>

#include <optional>

#include "ops/attention/calls_testing.h"
#include "ops/attention/testing.h"
#include "tests/support/compare.h"
#include "tests/support/phase_one.h"

namespace openaclnn::testing {
namespace {

using Problem = AttentionProblem;

// The sum of outGradient * out, of which the operator computes the derivatives.
double Loss(const Problem& problem, const AttentionData& data) {
  const AttentionResults results = ExpectForward(problem, data);
  double loss = 0;
  for (size_t at = 0; at < results.out.values.size(); ++at) {
    loss += data.outGradient.values[at] * results.out.values[at];
  }
  return loss;
}

TEST(AttentionOracle, AgreesWithFiniteDifferences) {
  Random random(7);
  for (const int64_t pseType : {0, 1}) {
    const Problem problem{.batches = 2,
                          .heads = 2,
                          .keyHeads = 1,
                          .queries = 3,
                          .keys = 4,
                          .size = 3,
                          .valueSize = 2,
                          .scale = 0.7,
                          .keepProb = 0.6,
                          .sparseMode = 3,
                          .pseType = pseType,
                          .biasShape = {1, 2, 3, 4}};
    AttentionData data = DrawAttention(problem, ACL_FLOAT, random);
    AttentionResults results = ExpectForward(problem, data);
    ExpectGradients(problem, data, &results);
    for (const auto& [input, gradient] :
         std::vector<std::pair<Array*, const Array*>>{{&data.query, &results.queryGradient},
                                                      {&data.key, &results.keyGradient},
                                                      {&data.value, &results.valueGradient},
                                                      {&data.bias, &results.biasGradient}}) {
      for (size_t at = 0; at < input->values.size(); ++at) {
        constexpr double kStep = 1e-5;
        const double before = input->values[at];
        input->values[at] = before + kStep;
        const double above = Loss(problem, data);
        input->values[at] = before - kStep;
        const double below = Loss(problem, data);
        input->values[at] = before;
        // The error of a central difference is of the order of the step's square.
        EXPECT_NEAR(gradient->values[at], (above - below) / (2 * kStep), 1e-8);
      }
    }
  }
}

struct Gradients {
  Array query;
  Array key;
  Array value;
  Array bias;
};

class AttentionGradients : public ::testing::Test {
 protected:
  // `results` are the forward operator's.
  Gradients Compute(const Problem& problem, const AttentionData& data, const AttentionResults& results,
                    aclDataType dtype, int version = 1, bool stepped = false) {
    const auto shapeOf = [&](const Array& array) { return ToLayout(array, problem.layout); };
    const auto input = [&](const Array& array) {
      const Array laid = shapeOf(array);
      return DeviceTensor(laid, dtype, LayoutFor(stepped, laid.shape.size()));
    };
    const auto output = [&](const Array& array) {
      const Array laid = shapeOf(array);
      return DeviceTensor::Output(laid.shape, dtype, LayoutFor(stepped, laid.shape.size()));
    };
    const DeviceTensor query = input(data.query);
    const DeviceTensor key = input(data.key);
    const DeviceTensor value = input(data.value);
    const DeviceTensor outGradient = input(data.outGradient);
    const DeviceTensor out = input(results.out);
    const DeviceTensor largest(results.largest, ACL_FLOAT, LayoutFor(stepped, 4));
    const DeviceTensor sum(results.sum, ACL_FLOAT, LayoutFor(stepped, 4));
    const auto bias = InputIfAny(data.bias, dtype, LayoutFor(stepped, 4));
    const auto dropMask = InputIfAny(data.dropMask, ACL_UINT8, LayoutFor(stepped, 1));
    const auto mask = InputIfAny(data.mask, ACL_BOOL, LayoutFor(stepped, data.mask.shape.size()));
    const DeviceTensor modeMask =
        DeviceTensor::Output({problem.sparseMode == 6 ? 3072 : 2048, 2048}, ACL_BOOL);
    const bool byNumber = problem.sparseMode >= 2 && problem.sparseMode != 5;
    const DeviceTensor queryGradient = output(data.query);
    const DeviceTensor keyGradient = output(data.key);
    const DeviceTensor valueGradient = output(data.value);
    std::optional<DeviceTensor> biasGradient;
    if (bias) {
      biasGradient = DeviceTensor::Output(data.bias.shape, dtype, LayoutFor(stepped, 4));
    }
    const AttentionTensors tensors{.query = query.Get(),
                                   .key = key.Get(),
                                   .value = value.Get(),
                                   .bias = GetIfAny(bias),
                                   .dropMask = problem.drawsMask ? nullptr : GetIfAny(dropMask),
                                   .mask = byNumber ? modeMask.Get() : GetIfAny(mask),
                                   .largest = largest.Get(),
                                   .sum = sum.Get(),
                                   .out = out.Get(),
                                   .outGradient = outGradient.Get(),
                                   .queryGradient = queryGradient.Get(),
                                   .keyGradient = keyGradient.Get(),
                                   .valueGradient = valueGradient.Get(),
                                   .biasGradient = GetIfAny(biasGradient)};
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return PlanGradient(version, problem, tensors, size, executor);
        },
        PhaseTwoOfGradient(version));
    EXPECT_EQ(status, ACL_SUCCESS) << LastMessage();
    EXPECT_TRUE(queryGradient.CanariesIntact() && keyGradient.CanariesIntact() &&
                valueGradient.CanariesIntact());
    return {queryGradient.Read(), keyGradient.Read(), valueGradient.Read(),
            biasGradient ? biasGradient->Read() : Array()};
  }

  // What the forward operator gives, rounded as it rounds.
  static AttentionResults Forward(const Problem& problem, const AttentionData& data, aclDataType dtype) {
    AttentionResults results = ExpectForward(problem, data);
    const auto round = [](Array& array, aclDataType to) {
      for (double& number : array.values) {
        number = RoundTo(to, number);
      }
    };
    round(results.out, dtype);
    round(results.largest, ACL_FLOAT);
    round(results.sum, ACL_FLOAT);
    return results;
  }

  void ExpectRight(const Problem& problem, aclDataType dtype, int version = 1) {
    const auto trace = TraceSeed(random_);
    const AttentionData data = DrawAttention(problem, dtype, random_);
    AttentionResults results = Forward(problem, data, dtype);
    const Gradients computed = Compute(problem, data, results, dtype, version);
    ExpectGradients(problem, data, &results);
    // Sums are off by a few last places of the magnitudes of their terms, which have those of their scores.
    const auto near = [&](const Array& actual, const Array& expected, const Array& magnitudes) {
      return Near(actual, ToLayout(expected, problem.layout),
                  Tolerance::For(dtype, ToLayout(magnitudes, problem.layout)));
    };
    EXPECT_TRUE(near(computed.query, results.queryGradient, results.queryMagnitudes))
        << problem.layout << " mode " << problem.sparseMode;
    EXPECT_TRUE(near(computed.key, results.keyGradient, results.keyMagnitudes)) << problem.layout;
    EXPECT_TRUE(near(computed.value, results.valueGradient, results.valueMagnitudes)) << problem.layout;
    if (!problem.biasShape.empty()) {
      EXPECT_TRUE(Near(computed.bias, results.biasGradient, Tolerance::For(dtype, results.biasMagnitudes)));
    }
  }

  Random random_{32};
};

TEST_F(AttentionGradients, EveryTypeLayoutAndShape) {
  ForEachAttentionProblem([&](const Problem& problem, aclDataType dtype) { ExpectRight(problem, dtype); });
}

Problem Usual() {
  return {.batches = 2, .heads = 2, .keyHeads = 1, .queries = 37, .keys = 150, .size = 8, .valueSize = 8};
}

TEST_F(AttentionGradients, MasksAndSparseModes) {
  for (const Shape& shape :
       std::vector<Shape>{{2, 2, 37, 150}, {2, 1, 37, 150}, {1, 1, 37, 150}, {37, 150}}) {
    Problem problem = Usual();
    problem.maskShape = shape;
    ExpectRight(problem, ACL_FLOAT, 4);
  }
  for (const auto& [queries, keys] :
       std::vector<std::pair<int64_t, int64_t>>{{37, 150}, {150, 40}, {150, 150}}) {
    Problem problem = Usual();
    problem.heads = problem.keyHeads = 1;
    problem.queries = queries;
    problem.keys = keys;
    problem.prefix = {7, 33};
    problem.before = 50;
    problem.after = 10;
    for (const int64_t mode : {2, 3, 4, 6}) {
      problem.sparseMode = mode;
      ExpectRight(problem, ACL_FLOAT, 1);
      ExpectRight(problem, ACL_BF16, 2);
    }
  }
}

TEST_F(AttentionGradients, DropoutByASeed) {
  Problem problem = Usual();
  problem.keepProb = 0.5;
  problem.drawsMask = true;
  problem.seed = 3;
  problem.offset = 8;
  ExpectRight(problem, ACL_FLOAT, 4);
  ExpectRight(problem, ACL_FLOAT16, 4);
}

TEST_F(AttentionGradients, BiasesAndDropout) {
  for (const Shape& shape : std::vector<Shape>{{2, 2, 37, 150}, {2, 2, 1, 150}, {1, 2, 37, 150}}) {
    Problem problem = Usual();
    problem.biasShape = shape;
    ExpectRight(problem, ACL_FLOAT);
    problem.pseType = 0;
    problem.keepProb = 0.75;
    ExpectRight(problem, ACL_FLOAT, 2);
    problem.sparseMode = 2;
    problem.queries = 150;
    problem.biasShape[2] = shape[2] == 1 ? 1 : 150;
    ExpectRight(problem, ACL_FLOAT16, 4);
  }
}

TEST_F(AttentionGradients, SameBitsInEveryLayoutAndVersion) {
  Problem problem = Usual();
  problem.keepProb = 0.5;
  problem.biasShape = {2, 2, 1, 150};
  problem.maskShape = {2, 1, 37, 150};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16}) {
    const AttentionData data = DrawAttention(problem, dtype, random_);
    const AttentionResults results = Forward(problem, data, dtype);
    const Gradients plain = Compute(problem, data, results, dtype);
    int version = 1;
    for (const char* layout : kAttentionLayouts) {
      Problem other = problem;
      other.layout = layout;
      const Gradients computed = Compute(other, data, results, dtype, version, true);
      const Tolerance exact = Tolerance::Exact(dtype);
      EXPECT_TRUE(Near(computed.query, ToLayout(plain.query, layout), exact)) << layout;
      EXPECT_TRUE(Near(computed.key, ToLayout(plain.key, layout), exact)) << layout;
      EXPECT_TRUE(Near(computed.value, ToLayout(plain.value, layout), exact)) << layout;
      EXPECT_TRUE(Near(computed.bias, plain.bias, exact)) << layout;
      version = version == 1 ? 2 : 4;
    }
  }
}

TEST_F(AttentionGradients, RowsThatSeeNothingHaveNone) {
  Problem problem = Usual();
  problem.maskShape = {2, 1, 37, 150};
  AttentionData data = DrawAttention(problem, ACL_FLOAT, random_);
  for (size_t at = 0; at < data.mask.values.size(); ++at) {
    data.mask.values[at] =
        IndexOf(problem.maskShape, static_cast<int64_t>(at))[0] == 0 ? 1 : data.mask.values[at];
  }
  const Gradients computed = Compute(problem, data, Forward(problem, data, ACL_FLOAT), ACL_FLOAT);
  for (const Array* gradient : {&computed.query, &computed.key, &computed.value}) {
    for (size_t at = 0; at < gradient->values.size() / 2; ++at) {
      ASSERT_EQ(gradient->values[at], 0);
    }
  }
}

TEST_F(AttentionGradients, EmptyTensors) {
  for (const char* layout : kAttentionLayouts) {
    for (int64_t Problem::*extent : {&Problem::keys, &Problem::queries, &Problem::batches}) {
      Problem problem = Usual();
      problem.layout = layout;
      problem.biasShape = {1, 2, 1, 150};
      problem.*extent = 0;
      problem.biasShape[3] = problem.keys;
      const AttentionData data = DrawAttention(problem, ACL_FLOAT, random_);
      const Gradients computed = Compute(problem, data, Forward(problem, data, ACL_FLOAT), ACL_FLOAT);
      const Tolerance exact = Tolerance::Exact(ACL_FLOAT);
      EXPECT_TRUE(Near(computed.query, ToLayout(Full(problem.QueryShape(), 0), layout), exact));
      EXPECT_TRUE(Near(computed.key, ToLayout(Full(problem.KeyShape(), 0), layout), exact));
      EXPECT_TRUE(Near(computed.value, ToLayout(Full(problem.ValueShape(), 0), layout), exact));
      EXPECT_TRUE(Near(computed.bias, Full(problem.biasShape, 0), exact));
    }
  }
}

}  // namespace
}  // namespace openaclnn::testing
