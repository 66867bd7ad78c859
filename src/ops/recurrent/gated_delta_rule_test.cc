// SPDX-License-Identifier: Apache-2.0
//
// aclnnRecurrentGatedDeltaRule against its recurrence in float64; and the statuses.
#include "aclnnop/aclnn_recurrent_gated_delta_rule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

struct Given {
  Array query;
  Array key;
  Array value;
  std::optional<Array> beta;
  Array state;
  Array lengths;
  Array indices;
  std::optional<Array> g;
  std::optional<Array> gk;
  std::optional<Array> accepted;
  double scale = 1;
};

struct Expectation {
  Array out;
  Array outMagnitudes;  // sums of the magnitudes of what is added up
  Array state;
  Array stateMagnitudes;
};

Expectation Reference(const Given& given) {
  const Shape& shape = given.value.shape;
  const int64_t heads = shape[1];
  const int64_t rows = shape[2];
  const int64_t columns = given.key.shape[2];
  Expectation expected{Full(shape, 0), Full(shape, 0), given.state, Abs(given.state)};
  int64_t first = 0;
  for (size_t b = 0; b < given.lengths.values.size(); ++b) {
    const auto length = static_cast<int64_t>(given.lengths.values[b]);
    const int64_t start = given.accepted ? static_cast<int64_t>(given.accepted->values[b]) - 1 : 0;
    for (int64_t h = 0; length > 0 && h < heads; ++h) {
      const int64_t keyHead = h / (heads / given.key.shape[1]);
      const auto block = static_cast<int64_t>(At(given.indices, {first + start}));
      for (int64_t i = 0; i < rows; ++i) {
        std::vector<double> state;
        std::vector<double> magnitude;
        for (int64_t j = 0; j < columns; ++j) {
          state.push_back(At(expected.state, {block, h, i, j}));
          magnitude.push_back(std::fabs(state.back()));
        }
        for (int64_t t = first; t < first + length; ++t) {
          double product = At(given.value, {t, h, i});
          double sum = std::fabs(product);
          for (size_t j = 0; j < state.size(); ++j) {
            const auto column = static_cast<int64_t>(j);
            const double key = At(given.key, {t, keyHead, column});
            const double decay = std::exp((given.g ? At(*given.g, {t, h}) : 0) +
                                          (given.gk ? At(*given.gk, {t, h, column}) : 0));
            state[j] *= decay;
            magnitude[j] *= decay;
            product -= state[j] * key;
            sum += magnitude[j] * std::fabs(key);
          }
          const double beta = given.beta ? At(*given.beta, {t, h}) : 1;
          const auto stored = static_cast<int64_t>(At(given.indices, {t}));
          const size_t at = FlatIndex(shape, {t, h, i});
          for (size_t j = 0; j < state.size(); ++j) {
            const auto column = static_cast<int64_t>(j);
            const double key = At(given.key, {t, keyHead, column});
            const double query = given.scale * At(given.query, {t, keyHead, column});
            state[j] += beta * product * key;
            magnitude[j] += std::fabs(beta * key) * sum;
            expected.out.values[at] += state[j] * query;
            expected.outMagnitudes.values[at] += magnitude[j] * std::fabs(query);
            const size_t place = FlatIndex(given.state.shape, {stored, h, i, column});
            expected.state.values[place] = RoundTo(ACL_BF16, state[j]);
            expected.stateMagnitudes.values[place] = magnitude[j];
          }
        }
      }
    }
    first += length;
  }
  return expected;
}

struct Sizes {
  std::vector<int64_t> lengths;
  int64_t keyHeads;
  int64_t heads;
  int64_t columns;
  int64_t rows;
  int64_t tokensBehind = 0;
};

Given Draw(const Sizes& sizes, Random& random, bool gates, bool columnGates, bool accepts) {
  const auto sequences = static_cast<int64_t>(sizes.lengths.size());
  const int64_t tokens = std::accumulate(sizes.lengths.begin(), sizes.lengths.end(), sizes.tokensBehind);
  // Each token has a block for itself, so that no rounding of a stored state comes back.
  std::vector<int64_t> blocks(static_cast<size_t>(tokens + 3));
  std::iota(blocks.begin(), blocks.end(), 0);
  for (size_t i = blocks.size(); i > 1; --i) {
    std::swap(blocks[i - 1], blocks[static_cast<size_t>(random.Integer(0, static_cast<int64_t>(i)))]);
  }
  blocks.resize(static_cast<size_t>(tokens));
  const double reach = 1 / std::sqrt(static_cast<double>(std::max<int64_t>(sizes.columns, 1)));
  const Shape keys{tokens, sizes.keyHeads, sizes.columns};
  Given given{random.Normal(keys, ACL_BF16, 0, 1),
              random.Normal(keys, ACL_BF16, 0, reach),
              random.Normal({tokens, sizes.heads, sizes.rows}, ACL_BF16, 0, 1),
              random.Uniform({tokens, sizes.heads}, ACL_BF16, 0, 1),
              random.Normal({tokens + 3, sizes.heads, sizes.rows, sizes.columns}, ACL_BF16, 0, 1),
              FromIntegers({sequences}, sizes.lengths),
              FromIntegers({tokens}, blocks),
              std::nullopt,
              std::nullopt,
              std::nullopt,
              RoundTo(ACL_FLOAT, reach)};
  if (gates) {
    given.g = random.Uniform({tokens, sizes.heads}, ACL_FLOAT, -2, 0);
  } else {
    given.beta.reset();
  }
  if (columnGates) {
    given.gk = random.Uniform({tokens, sizes.heads, sizes.columns}, ACL_FLOAT, -2, 0);
  }
  if (accepts) {
    given.accepted = Full({sequences}, 1);
    for (size_t b = 0; b < sizes.lengths.size(); ++b) {
      given.accepted->values[b] =
          static_cast<double>(random.Integer(1, std::max<int64_t>(sizes.lengths[b], 1) + 1));
    }
  }
  return given;
}

std::optional<DeviceTensor> OnDevice(const std::optional<Array>& array, aclDataType dtype,
                                     const Layout& layout = {}) {
  return array ? std::optional<DeviceTensor>(std::in_place, *array, dtype, layout) : std::nullopt;
}

const aclTensor* GetOrNull(const std::optional<DeviceTensor>& tensor) {
  return tensor ? tensor->Get() : nullptr;
}

aclnnStatus Compute(const Given& given, const Layout& layout, aclDataType indexType,
                    const DeviceTensor& state, const DeviceTensor& out) {
  const bool plain = layout.order.empty() && layout.steps.empty();
  const DeviceTensor query(given.query, ACL_BF16, layout);
  const DeviceTensor key(given.key, ACL_BF16, layout);
  const DeviceTensor value(given.value, ACL_BF16, layout);
  const auto beta = OnDevice(given.beta, ACL_BF16, plain ? Layout() : Layout::Transposed(2));
  const DeviceTensor lengths(given.lengths, indexType);
  const DeviceTensor indices(given.indices, indexType);
  const auto g = OnDevice(given.g, ACL_FLOAT, plain ? Layout() : Layout::Transposed(2));
  const auto gk = OnDevice(given.gk, ACL_FLOAT, layout);
  const auto accepted = OnDevice(given.accepted, indexType);
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnRecurrentGatedDeltaRuleGetWorkspaceSize(
            query.Get(), key.Get(), value.Get(), GetOrNull(beta), state.Get(), lengths.Get(), indices.Get(),
            GetOrNull(g), GetOrNull(gk), GetOrNull(accepted), static_cast<float>(given.scale), out.Get(),
            size, executor);
      },
      aclnnRecurrentGatedDeltaRule);
}

TEST(RecurrentGatedDeltaRule, OfEveryShapeGateAndLayout) {
  Random random(91);
  for (const Sizes& sizes : std::vector<Sizes>{{{2, 1}, 1, 2, 4, 5},
                                               {{1, 0, 8, 3}, 2, 6, 16, 33},
                                               {{4}, 3, 3, 37, 64, 2},
                                               {{1, 1}, 1, 1, 1030, 3},
                                               {{5, 2}, 1, 4, 128, 70},
                                               {{2}, 1, 1, 1, 1},
                                               {{3}, 1, 2, 0, 4},
                                               {{3}, 1, 2, 4, 0},
                                               {{3}, 0, 0, 4, 4},
                                               {{}, 1, 2, 4, 5, 3},
                                               {{0, 0}, 1, 2, 4, 5}}) {
    for (int options = 0; options < 8; ++options) {
      const auto trace = TraceSeed(random);
      const Given given = Draw(sizes, random, (options & 1) != 0, (options & 2) != 0, (options & 4) != 0);
      const Expectation expected = Reference(given);
      std::optional<std::vector<double>> first;
      ExpectInEachLayout(
          expected.out, Tolerance::For(ACL_BF16, expected.outMagnitudes),
          [&](const Layout& layout, const DeviceTensor& out) {
            const bool plain = layout.order.empty();
            const DeviceTensor state(given.state, ACL_BF16, plain ? Layout() : Layout::Transposed(4));
            const aclnnStatus status = Compute(given, layout, plain ? ACL_INT32 : ACL_INT64, state, out);
            const Array actual = state.Read();
            EXPECT_TRUE(Near(actual, expected.state, Tolerance::For(ACL_BF16, expected.stateMagnitudes)));
            EXPECT_TRUE(state.CanariesIntact());
            first = first.value_or(actual.values);
            EXPECT_EQ(actual.values, *first) << "other bits in another layout";
            return status;
          });
    }
  }
}

// Two sequences of one block: the second goes on from what the first one left. All numbers are whole.
TEST(RecurrentGatedDeltaRule, SequencesInTheirOrder) {
  Random random(92);
  Given given = Draw({{2, 3, 1}, 1, 3, 5, 40}, random, false, false, false);
  for (Array* array : {&given.query, &given.key, &given.value, &given.state}) {
    for (double& number : array->values) {
      number = static_cast<double>(random.Integer(-1, 2));
    }
  }
  std::fill(given.key.values.begin(), given.key.values.end(), 0.0);
  for (int64_t t = 0; t < 6; ++t) {
    given.key.values[FlatIndex(given.key.shape, {t, 0, t % 5})] = 1;
  }
  given.scale = 2;
  std::fill(given.indices.values.begin(), given.indices.values.end(), 1.0);
  const Expectation expected = Reference(given);
  const DeviceTensor state(given.state, ACL_BF16);
  const DeviceTensor out = DeviceTensor::Output(given.value.shape, ACL_BF16);
  ASSERT_EQ(Compute(given, {}, ACL_INT32, state, out), ACL_SUCCESS) << LastMessage();
  EXPECT_TRUE(Near(state.Read(), expected.state, Tolerance::Exact(ACL_BF16)));
  EXPECT_TRUE(Near(out.Read(), expected.out, Tolerance::Exact(ACL_BF16)));
}

// An infinite value reaches the elements whose keys are not 0, and no others.
TEST(RecurrentGatedDeltaRule, Infinities) {
  const Given given{Full({1, 1, 3}, 1),
                    MakeArray({1, 1, 3}, {1, 2, 3}),
                    MakeArray({1, 1, 2}, {INFINITY, 1}),
                    std::nullopt,
                    Full({1, 1, 2, 3}, 0),
                    FromIntegers({1}, {1}),
                    FromIntegers({1}, {0}),
                    std::nullopt,
                    std::nullopt,
                    std::nullopt,
                    1};
  const DeviceTensor state(given.state, ACL_BF16);
  const DeviceTensor out = DeviceTensor::Output(given.value.shape, ACL_BF16);
  ASSERT_EQ(Compute(given, {}, ACL_INT32, state, out), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(state.Read().values, (std::vector<double>{INFINITY, INFINITY, INFINITY, 1, 2, 3}));
  EXPECT_EQ(out.Read().values, (std::vector<double>{INFINITY, 6}));
}

struct Wrong {
  std::vector<int64_t> lengths;
  std::vector<int64_t> indices;
  std::vector<int64_t> accepted;
  const char* message;
};

TEST(RecurrentGatedDeltaRule, DataThatDoesNotFit) {
  Random random(93);
  for (const Wrong& wrong : std::vector<Wrong>{
           {{2, 2}, {0, 1, 2}, {1, 1}, "actualSeqLengths: expected lengths from 0 on, whose sum is at most"},
           {{-1, 2}, {0, 1, 2}, {1, 1}, "got -1 at position 0"},
           {{2, 1}, {0, 1, 6}, {1, 1}, "ssmStateIndices: expected values in [0, 6), got 6 at position 2"},
           {{2, 1}, {0, -1, 3}, {1, 1}, "ssmStateIndices: expected values in [0, 6), got -1 at position 1"},
           {{2, 1}, {0, 1, 3}, {3, 1}, "numAcceptedTokens: expected from 1 to the length of the sequence, 2"},
           {{2, 1}, {0, 1, 3}, {1, 0}, "got 0 at position 1"}}) {
    Given given = Draw({{2, 1}, 1, 1, 4, 4}, random, true, false, true);
    given.lengths = FromIntegers({2}, wrong.lengths);
    given.indices = FromIntegers({3}, wrong.indices);
    given.accepted = FromIntegers({2}, wrong.accepted);
    const DeviceTensor state(given.state, ACL_BF16);
    const DeviceTensor out = DeviceTensor::Output(given.value.shape, ACL_BF16);
    const std::vector<uint8_t> before = out.Bytes();
    EXPECT_EQ(Compute(given, {}, ACL_INT32, state, out), 507035) << wrong.message;
    EXPECT_NE(LastMessage().find(wrong.message), std::string::npos) << LastMessage();
    EXPECT_TRUE(Near(state.Read(), given.state, Tolerance::Exact(ACL_BF16)));
    EXPECT_EQ(out.Bytes(), before);
  }
}

class GatedDeltaRuleChecks : public StatusTest {
 protected:
  struct Shapes {
    Shape query{6, 2, 8};
    Shape key{6, 2, 8};
    Shape value{6, 4, 5};
    Shape beta{6, 4};
    Shape state{9, 4, 5, 8};
    Shape lengths{3};
    Shape indices{6};
    Shape g{6, 4};
    Shape gk{6, 4, 8};
    Shape accepted{3};
    Shape out{6, 4, 5};
    aclDataType dtype = ACL_BF16;
    aclDataType gates = ACL_FLOAT;
    aclDataType index = ACL_INT32;
    size_t missing = 99;
  };
  void Expect(aclnnStatus status, const char* said, const Shapes& shapes) {
    const Descriptor query(shapes.query, shapes.dtype);
    const Descriptor key(shapes.key, ACL_BF16);
    const Descriptor value(shapes.value, ACL_BF16);
    const Descriptor beta(shapes.beta, ACL_BF16);
    const Descriptor state(shapes.state, ACL_BF16);
    const Descriptor lengths(shapes.lengths, shapes.index);
    const Descriptor indices(shapes.indices, shapes.index);
    const Descriptor g(shapes.g, shapes.gates);
    const Descriptor gk(shapes.gk, ACL_FLOAT);
    const Descriptor accepted(shapes.accepted, shapes.index);
    const Descriptor out(shapes.out, ACL_BF16);
    std::vector<aclTensor*> all{query.Get(), key.Get(),      value.Get(),   beta.Get(),
                                state.Get(), lengths.Get(),  indices.Get(), g.Get(),
                                gk.Get(),    accepted.Get(), out.Get()};
    if (shapes.missing < all.size()) {
      all[shapes.missing] = nullptr;
    }
    ExpectCall("aclnnRecurrentGatedDeltaRule", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnRecurrentGatedDeltaRuleGetWorkspaceSize(all[0], all[1], all[2], all[3], all[4], all[5],
                                                          all[6], all[7], all[8], all[9], 1, all[10], size,
                                                          executor);
    });
  }
};

TEST_F(GatedDeltaRuleChecks, Statuses) {
  Expect(ACL_SUCCESS, "", {});
  const std::vector<const char*> names{"query",           "key", "value", "", "stateRef", "actualSeqLengths",
                                       "ssmStateIndices", "",    "",      "", "out"};
  for (size_t i = 0; i < names.size(); ++i) {
    const bool optional = names[i][0] == '\0';
    Expect(optional ? ACL_SUCCESS : kNullptr, names[i], {.missing = i});
  }
  Expect(kInvalid, "query", {.dtype = ACL_FLOAT16});
  Expect(kInvalid, "g:", {.gates = ACL_BF16});
  Expect(kInvalid, "actualSeqLengths", {.index = ACL_INT16});
  Expect(kInvalid, "query", {.query = {6, 16}});
  Expect(kInvalid, "key", {.key = {6, 2, 9}});
  Expect(kInvalid, "value", {.value = {5, 4, 5}});
  Expect(kInvalid, "value", {.value = {6, 3, 5}});
  Expect(kInvalid, "stateRef", {.state = {9, 4, 8, 5}});
  Expect(kInvalid, "stateRef", {.state = {9, 4, 40}});
  Expect(kInvalid, "beta", {.beta = {6, 2}});
  Expect(kInvalid, "ssmStateIndices", {.indices = {5}});
  Expect(kInvalid, "actualSeqLengths", {.lengths = {3, 1}});
  Expect(kInvalid, "g:", {.g = {6, 2}});
  Expect(kInvalid, "gk", {.gk = {6, 4, 5}});
  Expect(kInvalid, "numAcceptedTokens", {.accepted = {2}});
  Expect(kInvalid, "out", {.out = {6, 4, 8}});
}

}  // namespace
}  // namespace openaclnn::testing
