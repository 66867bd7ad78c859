// SPDX-License-Identifier: Apache-2.0
//
// The choice of experts against sorts of softmax and sigmoid in float64; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_moe_compute_expert_tokens.h"
#include "aclnnop/aclnn_moe_gating_top_k.h"
#include "aclnnop/aclnn_moe_gating_top_k_softmax.h"
#include "aclnnop/aclnn_moe_gating_top_k_softmax_v2.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

constexpr std::array<aclDataType, 3> kTypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
using Row = std::vector<double>;

Row SoftmaxOf(Row row) {
  const double largest = *std::max_element(row.begin(), row.end());
  double sum = 0;
  for (double& number : row) {
    number = std::exp(number - largest);
    sum += number;
  }
  for (double& number : row) {
    number /= sum;
  }
  return row;
}

// Places of numbers in descending order; the first of equal ones first.
std::vector<size_t> Descending(const Row& row) {
  std::vector<size_t> order(row.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return row[a] > row[b]; });
  return order;
}

// Random numbers of a type whose order no rounding changes: all of a row are different.
Array Distinct(Random& random, const Shape& shape, aclDataType dtype) {
  Array x = Full(shape, 0);
  const auto length = static_cast<size_t>(shape.back());
  for (size_t begin = 0; begin < x.values.size(); begin += length) {
    std::vector<size_t> order(length);
    std::iota(order.begin(), order.end(), size_t{0});
    for (size_t i = length; i > 1; --i) {
      std::swap(order[i - 1], order[static_cast<size_t>(random.Integer(0, static_cast<int64_t>(i)))]);
    }
    for (size_t i = 0; i < length; ++i) {
      x.values[begin + order[i]] =
          RoundTo(dtype, (static_cast<double>(i) - static_cast<double>(length) / 2) / 16);
    }
  }
  return x;
}

Row RowAt(const Array& x, size_t row) {
  const auto length = static_cast<ptrdiff_t>(x.shape.back());
  const auto begin = x.values.begin() + static_cast<ptrdiff_t>(row) * length;
  return {begin, begin + length};
}

struct Softmaxes {
  Array y;
  Array experts;
  Array rows;
  Array scores;
};

Softmaxes Reference(const Array& x, int64_t k, const Array& finished, bool after) {
  Shape chosen = x.shape;
  chosen.back() = k;
  Softmaxes all{{chosen, {}}, {chosen, {}}, {chosen, {}}, {x.shape, {}}};
  const size_t tokens = finished.values.size();
  for (size_t token = 0; token < tokens; ++token) {
    const Row logits = RowAt(x, token);
    const Row scores = SoftmaxOf(logits);
    all.scores.values.insert(all.scores.values.end(), scores.begin(), scores.end());
    const std::vector<size_t> order = Descending(logits);
    Row best;
    for (size_t j = 0; j < static_cast<size_t>(k); ++j) {
      best.push_back((after ? logits : scores)[order[j]]);
      all.experts.values.push_back(finished.values[token] != 0 ? static_cast<double>(logits.size())
                                                               : static_cast<double>(order[j]));
      all.rows.values.push_back(static_cast<double>(j * tokens + token));
    }
    best = after ? SoftmaxOf(best) : best;
    all.y.values.insert(all.y.values.end(), best.begin(), best.end());
  }
  return all;
}

TEST(MoeGatingTopKSoftmax, EveryTypeAndVersion) {
  Random random(51);
  for (const Shape& shape : {Shape{7, 8}, Shape{3, 5, 60}, Shape{2, 250}, Shape{0, 4}, Shape{1, 1}}) {
    for (const aclDataType dtype : kTypes) {
      for (const int version : {1, 2, 3}) {  // 3: softmax of the chosen ones
        const auto trace = TraceSeed(random);
        const int64_t k = std::min<int64_t>(shape.back(), 6);
        const Array x = Distinct(random, shape, dtype);
        const Shape tokens(shape.begin(), shape.end() - 1);
        const Array finished = random.Integers(tokens, ACL_BOOL, 0, 2);
        const Softmaxes expected = Reference(x, k, finished, version == 3);
        const DeviceTensor in(x, dtype, Layout::Transposed(shape.size()).WithOffset(1));
        const DeviceTensor done(finished, ACL_BOOL);
        const DeviceTensor y =
            DeviceTensor::Output(expected.y.shape, dtype, Layout::Transposed(shape.size()));
        const DeviceTensor experts = DeviceTensor::Output(expected.y.shape, ACL_INT32);
        const DeviceTensor rows =
            DeviceTensor::Output(expected.y.shape, ACL_INT32, Layout::Transposed(shape.size()));
        const DeviceTensor scores = DeviceTensor::Output(shape, ACL_FLOAT);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return version == 1 ? aclnnMoeGatingTopKSoftmaxGetWorkspaceSize(
                                                  in.Get(), done.Get(), k, y.Get(), experts.Get(), rows.Get(),
                                                  size, executor)
                                            : aclnnMoeGatingTopKSoftmaxV2GetWorkspaceSize(
                                                  in.Get(), done.Get(), k, version - 2, true, y.Get(),
                                                  experts.Get(), scores.Get(), size, executor);
                      },
                      version == 1 ? aclnnMoeGatingTopKSoftmax : aclnnMoeGatingTopKSoftmaxV2),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(y.Read(), expected.y, Tolerance::For(dtype)));
        EXPECT_TRUE(Near(experts.Read(), expected.experts, Tolerance::Exact(ACL_INT32)));
        EXPECT_TRUE(y.CanariesIntact() && experts.CanariesIntact());
        if (version == 1) {
          EXPECT_TRUE(Near(rows.Read(), expected.rows, Tolerance::Exact(ACL_INT32)));
        }
        if (version == 2) {
          EXPECT_TRUE(Near(scores.Read(), expected.scores, Tolerance::For(ACL_FLOAT)));
        }
      }
    }
  }
}

// Of equal elements the first ones; NaN before all.
TEST(MoeGatingTopKSoftmax, TiesAndNan) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const DeviceTensor in(MakeArray({3, 4}, {1, 1, 1, 1, 0, 2, 0, 2, 1, 2, kNan, 3}), ACL_FLOAT);
  const DeviceTensor y = DeviceTensor::Output({3, 3}, ACL_FLOAT);
  const DeviceTensor experts = DeviceTensor::Output({3, 3}, ACL_INT32);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnMoeGatingTopKSoftmaxV2GetWorkspaceSize(in.Get(), nullptr, 3, 1, true, y.Get(),
                                                                     experts.Get(), nullptr, size, executor);
                },
                aclnnMoeGatingTopKSoftmaxV2),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(experts.Read().values, (std::vector<double>{0, 1, 2, 1, 3, 0, 2, 3, 1}));
  EXPECT_TRUE(std::isnan(y.Read().values[6]));
}

struct Groups {
  int64_t k;
  int64_t kept;
  int64_t groups;
  int64_t mode;
  int64_t norm;
};

TEST(MoeGatingTopK, GroupsModesAndBiases) {
  Random random(52);
  for (const auto& [shape, by] : {std::pair<Shape, Groups>{{9, 64}, {6, 3, 8, 1, 1}},
                                  {{9, 64}, {6, 2, 8, 0, 0}},
                                  {{5, 33}, {7, 1, 1, 1, 1}},
                                  {{2, 3, 240}, {40, 2, 4, 1, 1}},
                                  {{4, 16}, {16, 4, 4, 0, 1}},
                                  {{0, 16}, {2, 1, 2, 0, 1}}}) {
    for (const aclDataType dtype : kTypes) {
      for (const bool biased : {false, true}) {
        const auto trace = TraceSeed(random);
        const Array x = Distinct(random, shape, dtype);
        const Array bias = random.Integers({shape.back()}, dtype, -1, 2);
        Shape chosen = shape;
        chosen.back() = by.k;
        Array expectedY{chosen, {}};
        Array expectedExperts{chosen, {}};
        Array expectedScores{shape, {}};
        const auto tokens = static_cast<size_t>(NumElements(shape) / shape.back());
        const auto groupSize = static_cast<size_t>(shape.back() / by.groups);
        for (size_t token = 0; token < tokens; ++token) {
          Row scores = RowAt(x, token);
          if (by.norm == 0) {
            scores = SoftmaxOf(scores);
          } else {
            std::ranges::transform(scores, scores.begin(), [](double v) { return 1 / (1 + std::exp(-v)); });
          }
          Row choices = scores;
          for (size_t e = 0; biased && e < choices.size(); ++e) {
            choices[e] += bias.values[e];
          }
          Row groupScores;
          for (size_t g = 0; g < static_cast<size_t>(by.groups); ++g) {
            Row members(choices.begin() + static_cast<ptrdiff_t>(g * groupSize),
                        choices.begin() + static_cast<ptrdiff_t>((g + 1) * groupSize));
            std::ranges::sort(members, std::greater<>());
            groupScores.push_back(by.mode == 1 && by.groups > 1 ? members[0] + members[1] : members[0]);
          }
          const std::vector<size_t> order = Descending(groupScores);
          for (size_t n = static_cast<size_t>(by.kept); n < order.size(); ++n) {
            std::fill_n(choices.begin() + static_cast<ptrdiff_t>(order[n] * groupSize), groupSize,
                        -std::numeric_limits<double>::infinity());
          }
          const std::vector<size_t> best = Descending(choices);
          double sum = 0;
          for (size_t j = 0; j < static_cast<size_t>(by.k); ++j) {
            sum += scores[best[j]];
          }
          for (size_t j = 0; j < static_cast<size_t>(by.k); ++j) {
            expectedExperts.values.push_back(static_cast<double>(best[j]));
            expectedY.values.push_back(scores[best[j]] / (by.norm == 1 ? sum + 1e-20 : 1) * 2.5);
          }
          expectedScores.values.insert(expectedScores.values.end(), scores.begin(), scores.end());
        }
        const DeviceTensor in(x, dtype, Layout::Transposed(shape.size()));
        const DeviceTensor shift(bias, dtype);
        const DeviceTensor y = DeviceTensor::Output(chosen, dtype);
        const DeviceTensor experts = DeviceTensor::Output(chosen, ACL_INT32);
        const DeviceTensor out = DeviceTensor::Output(shape, ACL_FLOAT);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnMoeGatingTopKGetWorkspaceSize(
                            in.Get(), biased ? shift.Get() : nullptr, by.k, by.kept, by.groups, by.mode, 0,
                            by.norm, true, 2.5, 1e-20, y.Get(), experts.Get(), out.Get(), size, executor);
                      },
                      aclnnMoeGatingTopK),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(experts.Read(), expectedExperts, Tolerance::Exact(ACL_INT32)));
        EXPECT_TRUE(Near(y.Read(), expectedY, Tolerance::For(dtype)));
        EXPECT_TRUE(Near(out.Read(), expectedScores, Tolerance::For(ACL_FLOAT)));
      }
    }
  }
}

TEST(MoeComputeExpertTokens, EndsOfExperts) {
  for (const aclDataType dtype : {ACL_INT32, ACL_INT64}) {
    const DeviceTensor in(FromIntegers({7}, {0, 0, 2, 2, 2, 5, 9}), dtype, Layout::Stepped({2}));
    const DeviceTensor out = DeviceTensor::Output({7}, dtype);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnMoeComputeExpertTokensGetWorkspaceSize(in.Get(), 7, out.Get(), size,
                                                                       executor);
                  },
                  aclnnMoeComputeExpertTokens),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(out.Read().values, (std::vector<double>{2, 2, 5, 5, 5, 6, 6}));
  }
}

class GatingStatus : public StatusTest {};

TEST_F(GatingStatus, Softmax) {
  const Descriptor x({5, 8});
  const Descriptor vector({8});
  const Descriptor halfY({5, 2}, ACL_FLOAT16);
  const Descriptor y({5, 2});
  const Descriptor wide({5, 3});
  const Descriptor experts({5, 2}, ACL_INT32);
  const Descriptor finished({5}, ACL_BOOL);
  const Descriptor scores({5, 8});
  struct Case {
    aclnnStatus status;
    const char* said;
    const aclTensor* x;
    const aclTensor* y;
    const aclTensor* experts;
    const aclTensor* scores;
    int64_t k = 2;
    int64_t renorm = 0;
    const aclTensor* finished = nullptr;
  };
  const std::vector<Case> cases{
      {ACL_SUCCESS, "", x.Get(), y.Get(), experts.Get(), scores.Get()},
      {ACL_SUCCESS, "", x.Get(), y.Get(), experts.Get(), nullptr, 2, 1, finished.Get()},
      {kNullptr, "x:", nullptr, y.Get(), experts.Get(), scores.Get()},
      {kNullptr, "yOut:", x.Get(), nullptr, experts.Get(), scores.Get()},
      {kNullptr, "expertIdxOut:", x.Get(), y.Get(), nullptr, scores.Get()},
      {kNullptr, "softmaxOutOptional:", x.Get(), y.Get(), experts.Get(), nullptr},
      {kInvalid, "x: expected 2 dims or more", vector.Get(), y.Get(), experts.Get(), scores.Get()},
      {kInvalid, "yOut: expected the dtype of x", x.Get(), halfY.Get(), experts.Get(), scores.Get()},
      {kInvalid, "yOut: expected shape [dims of x but the last, k]", x.Get(), wide.Get(), experts.Get(),
       scores.Get()},
      {kInvalid, "expertIdxOut: expected dtype INT32", x.Get(), y.Get(), y.Get(), scores.Get()},
      {kInvalid, "k: expected 1 to the last dim of x, got 9", x.Get(), y.Get(), experts.Get(), scores.Get(),
       9},
      {kInvalid, "k: expected 1", x.Get(), y.Get(), experts.Get(), scores.Get(), 0},
      {kInvalid, "renorm: expected 0 or 1", x.Get(), y.Get(), experts.Get(), scores.Get(), 2, 2},
      {kInvalid, "finishedOptional: expected dtype BOOL", x.Get(), y.Get(), experts.Get(), scores.Get(), 2, 0,
       x.Get()},
      {kInvalid, "softmaxOutOptional: expected", x.Get(), y.Get(), experts.Get(), y.Get()},
  };
  for (const Case& row : cases) {
    ExpectCall(
        "aclnnMoeGatingTopKSoftmaxV2", row.status, row.said, [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnMoeGatingTopKSoftmaxV2GetWorkspaceSize(row.x, row.finished, row.k, row.renorm, true,
                                                             row.y, row.experts, row.scores, size, executor);
        });
  }
}

TEST_F(GatingStatus, Groups) {
  const Descriptor x({5, 12});
  const Descriptor y({5, 2});
  const Descriptor experts({5, 2}, ACL_INT32);
  const Descriptor bias({12});
  struct Case {
    const char* said;  // null: a success
    int64_t kept = 1;
    int64_t groups = 3;
    int64_t mode = 0;
    int64_t renorm = 0;
    int64_t norm = 0;
    const aclTensor* bias = nullptr;
    bool flag = false;
  };
  const std::vector<Case> cases{{nullptr},
                                {nullptr, 3, 3, 1, 0, 1, bias.Get()},
                                {"kGroup: expected 1 to groupCount", 4},
                                {"groupCount: expected 1 or more groups of one size", 1, 5},
                                {"groupSelectMode: expected 0 or 1", 1, 3, 2},
                                {"groupSelectMode: expected 0, as groups", 4, 12, 1},
                                {"renorm: expected 0", 1, 3, 0, 1},
                                {"normType: expected 0 or 1", 1, 3, 0, 0, 2},
                                {"k: expected at most", 1, 12},
                                {"biasOptional: expected shape [last dim of x]", 1, 3, 0, 0, 0, y.Get()},
                                {"outOut:", 1, 3, 0, 0, 0, nullptr, true}};
  for (const Case& row : cases) {
    const aclnnStatus status = row.said == nullptr ? ACL_SUCCESS : row.flag ? kNullptr : kInvalid;
    EXPECT_EQ(Call("aclnnMoeGatingTopK",
                   [&](uint64_t* size, aclOpExecutor** executor) {
                     return aclnnMoeGatingTopKGetWorkspaceSize(
                         x.Get(), row.bias, 2, row.kept, row.groups, row.mode, row.renorm, row.norm, row.flag,
                         1, 0, y.Get(), experts.Get(), nullptr, size, executor);
                   }),
              status)
        << row.said;
    if (row.said != nullptr) {
      ExpectMessage({row.said});
    }
  }
}

}  // namespace
}  // namespace openaclnn::testing
