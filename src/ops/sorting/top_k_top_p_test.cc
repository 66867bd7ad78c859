// SPDX-License-Identifier: Apache-2.0
//
// aclnnApplyTopKTopP and aclnnTopKTopPSample, V2, against their definitions in float64; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_apply_top_k_top_p.h"
#include "aclnnop/aclnn_top_k_top_p_sample.h"
#include "aclnnop/aclnn_top_k_top_p_sample_v2.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kRemoved = -std::numeric_limits<double>::infinity();
// A sum of probabilities that is so near to its bound is on either side of it: each of the terms, which are
// rounded to float32, has a relative error of some 2^-23.
constexpr double kSlack = 1e-6;

// Columns of a row, the largest number first, and the first of equal ones first.
std::vector<size_t> Descending(const std::vector<double>& row) {
  std::vector<size_t> order(row.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::ranges::stable_sort(order, [&](size_t a, size_t b) { return row[a] > row[b]; });
  return order;
}

std::vector<double> RowOf(const Array& array, size_t row) {
  const auto columns = static_cast<size_t>(array.shape[1]);
  const auto begin = array.values.begin() + static_cast<ptrdiff_t>(row * columns);
  return {begin, begin + static_cast<ptrdiff_t>(columns)};
}

// Probabilities of the first `count` columns of an order.
std::vector<double> Softmax(const std::vector<double>& row, const std::vector<size_t>& order, size_t count) {
  std::vector<double> result(count);
  for (size_t i = 0; i < count; ++i) {
    result[i] = std::exp(row[order[i]] - row[order[0]]);
  }
  const double sum = std::accumulate(result.begin(), result.end(), 0.0);
  for (double& value : result) {
    value /= sum;
  }
  return result;
}

class TopKTopP : public ::testing::TestWithParam<aclDataType> {
 protected:
  Array Ranks(int64_t rows, const std::vector<double>& usual) {
    Array ks = Full({rows}, 0);
    for (size_t i = 0; i < ks.values.size(); ++i) {
      ks.values[i] = usual[i % usual.size()];
    }
    return ks;
  }
  Random random_{41};
};

TEST_P(TopKTopP, Apply) {
  const aclDataType dtype = GetParam();
  for (const Shape& shape : std::vector<Shape>{{7, 40}, {3, 3001}, {2, 1}, {0, 5}, {3, 0}}) {
    const auto trace = TraceSeed(random_);
    const Array logits = random_.Normal(shape, dtype, 0, 2);
    const Array ps = random_.Uniform({shape[0]}, dtype, 0, 1);
    const Array ks = Ranks(shape[0], {5, 0, 1, 1e6, -3, 30});
    for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(2).WithOffset(3)}) {
      const DeviceTensor input(logits, dtype, layout);
      const DeviceTensor p(ps, dtype);
      const DeviceTensor k(ks, ACL_INT32);
      const auto out = DeviceTensor::Output(shape, dtype, layout);
      for (const auto& [hasP, hasK] : {std::pair(true, true), {true, false}, {false, true}}) {
        ASSERT_EQ(RunTwoPhase(
                      [&, byP = hasP, byK = hasK](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnApplyTopKTopPGetWorkspaceSize(input.Get(), byP ? p.Get() : nullptr,
                                                                  byK ? k.Get() : nullptr, out.Get(), size,
                                                                  executor);
                      },
                      aclnnApplyTopKTopP),
                  ACL_SUCCESS)
            << LastMessage();
        const Array result = out.Read();
        EXPECT_TRUE(out.CanariesIntact());
        for (size_t row = 0; row < static_cast<size_t>(shape[0]) && shape[1] > 0; ++row) {
          const std::vector<double> scores = RowOf(logits, row);
          // Ascending, stable: of equal ones the first come first.
          std::vector<size_t> order(scores.size());
          std::iota(order.begin(), order.end(), size_t{0});
          std::ranges::stable_sort(order, [&](size_t a, size_t b) { return scores[a] < scores[b]; });
          size_t first = 0;
          const double rank = hasK ? ks.values[row] : 0;
          if (rank > 0 && rank < static_cast<double>(scores.size())) {
            const double least = scores[order[scores.size() - static_cast<size_t>(rank)]];
            while (scores[order[first]] < least) {
              ++first;
            }
          }
          const std::vector<double> given = RowOf(result, row);
          size_t kept = 0;
          for (const double value : given) {
            kept += value != kRemoved ? 1 : 0;
          }
          const size_t begin = scores.size() - kept;
          ASSERT_GE(kept, 1U);
          ASSERT_GE(begin, first);
          for (size_t i = 0; i < scores.size(); ++i) {
            EXPECT_EQ(given[order[i]], i < begin ? kRemoved : scores[order[i]]);
          }
          if (!hasP) {
            EXPECT_EQ(begin, first);
            continue;
          }
          std::vector<size_t> left(order.rbegin(), order.rend() - static_cast<ptrdiff_t>(first));
          const std::vector<double> probabilities = Softmax(scores, left, left.size());
          const auto sumUpTo = [&](size_t end) {  // of the smallest, [first, end) of the order
            double sum = 0;
            for (size_t i = first; i < end; ++i) {
              sum += probabilities[scores.size() - 1 - i];
            }
            return sum;
          };
          const double bound = 1 - ps.values[row];
          if (begin > first) {
            EXPECT_LE(sumUpTo(begin), bound + kSlack);
          }
          if (kept > 1) {
            EXPECT_GT(sumUpTo(begin + 1), bound - kSlack);
          }
        }
      }
    }
  }
}

struct Options {
  bool second;
  bool hasQ;
  bool hasMinP;
  bool softmax = true;
  int64_t ksMax = 1024;
};

TEST_P(TopKTopP, Sample) {
  const aclDataType dtype = GetParam();
  for (const Shape& shape : std::vector<Shape>{{8, 40}, {3, 3001}, {2, 1}, {0, 5}}) {
    for (const Options& options :
         {Options{false, false, false}, Options{false, true, false}, Options{true, true, true},
          Options{true, false, true, false}, Options{true, true, false, true, 4}}) {
      const auto trace = TraceSeed(random_);
      const int64_t rows = shape[0];
      Array logits = random_.Normal(shape, dtype, 0, 2);
      if (!options.softmax) {
        logits = random_.Uniform(shape, dtype, 0, 1.0 / static_cast<double>(shape[1]));
      }
      Array ps = random_.Uniform({rows}, dtype, 0, 1);
      for (size_t row = 0; row < ps.values.size(); row += 3) {
        ps.values[row] = row % 2 == 0 ? 1 : 0;
      }
      const Array ks = Ranks(rows, {5, 0, 1, 0, 1e6, -3, 30});
      const Array qs = random_.Uniform(shape, ACL_FLOAT, 0, 4);
      const Array minPs = random_.Uniform({rows}, dtype, 0, 0.5);
      const Layout layout = Layout::Transposed(2).WithOffset(3);
      const DeviceTensor input(logits, dtype, layout);
      const DeviceTensor p(ps, dtype);
      const DeviceTensor k(ks, ACL_INT32);
      const DeviceTensor q(qs, ACL_FLOAT, layout);
      const DeviceTensor minP(minPs, dtype);
      const auto token = DeviceTensor::Output({rows}, ACL_INT64);
      const auto select = DeviceTensor::Output(shape, ACL_FLOAT, layout);
      const auto places = DeviceTensor::Output(shape, ACL_INT64, layout);
      const auto sorted = DeviceTensor::Output(shape, ACL_FLOAT);
      constexpr double kEps = 1e-8;
      const aclTensor* weights = options.hasQ ? q.Get() : nullptr;
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return options.second ? aclnnTopKTopPSampleV2GetWorkspaceSize(
                                                  input.Get(), k.Get(), p.Get(), weights,
                                                  options.hasMinP ? minP.Get() : nullptr, kEps, true, 32,
                                                  options.ksMax, options.softmax, true, token.Get(),
                                                  select.Get(), places.Get(), sorted.Get(), size, executor)
                                            : aclnnTopKTopPSampleGetWorkspaceSize(
                                                  input.Get(), k.Get(), p.Get(), weights, kEps, true, 32,
                                                  token.Get(), select.Get(), size, executor);
                    },
                    options.second ? aclnnTopKTopPSampleV2 : aclnnTopKTopPSample),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(token.CanariesIntact() && select.CanariesIntact() && places.CanariesIntact());
      const Array chosen = token.Read();
      const Array selected = select.Read();
      for (size_t row = 0; row < static_cast<size_t>(rows); ++row) {
        const std::vector<double> scores = RowOf(logits, row);
        const std::vector<size_t> order = Descending(scores);
        const double rank = ks.values[row];
        const bool ranks =
            rank >= 1 && rank <= std::min(static_cast<double>(scores.size()),
                                          static_cast<double>(options.second ? options.ksMax : 1024));
        const size_t candidates = ranks ? static_cast<size_t>(rank) : scores.size();
        std::vector<double> probabilities = Softmax(scores, order, candidates);
        if (!options.softmax) {
          for (size_t i = 0; i < candidates; ++i) {
            probabilities[i] = scores[order[i]];
          }
        }
        const double removed = options.softmax ? kRemoved : 0;
        const std::vector<double> given = RowOf(selected, row);
        size_t kept = 0;
        while (kept < candidates && given[order[kept]] != removed) {
          ++kept;
        }
        ASSERT_GE(kept, 1U);
        for (size_t i = 0; i < scores.size(); ++i) {
          EXPECT_EQ(given[order[i]], i < kept ? scores[order[i]] : removed);
        }
        const double bound = ps.values[row];
        const double least = options.hasMinP ? minPs.values[row] * probabilities[0] : 0;
        double before = 0;
        for (size_t i = 0; i < kept; ++i) {
          EXPECT_TRUE(i == 0 || bound >= 1 || before <= bound + kSlack);
          EXPECT_TRUE(i == 0 || probabilities[i] >= least * (1 - kSlack));
          before += probabilities[i];
        }
        EXPECT_TRUE(kept == candidates || (bound < 1 && before > bound - kSlack) ||
                    probabilities[kept] < least * (1 + kSlack));
        // Of the rows that no filter applies to, q is in the order of the scores.
        const bool filtered = ranks || bound < 1 || options.second;
        const auto ratio = [&](size_t i) {
          const size_t at = filtered ? i : order[i];
          return probabilities[i] / (options.hasQ ? RowOf(qs, row)[at] + kEps : 1);
        };
        double most = 0;
        for (size_t i = 0; i < kept; ++i) {
          most = std::max(most, ratio(i));
        }
        const auto found = std::ranges::find(order, static_cast<size_t>(chosen.values[row]));
        const auto position = static_cast<size_t>(found - order.begin());
        ASSERT_LT(position, kept);
        EXPECT_GE(ratio(position), most * (1 - kSlack));
        if (options.second) {
          const std::vector<double> ofSorted = RowOf(sorted.Read(), row);
          const std::vector<double> columns = RowOf(places.Read(), row);
          for (size_t i = 0; i < scores.size(); ++i) {
            EXPECT_NEAR(ofSorted[i], i < kept ? probabilities[i] : 0, kSlack);
            EXPECT_EQ(columns[i], i < candidates ? static_cast<double>(order[i]) : 0);
          }
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, TopKTopP, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

class TopKTopPChecks : public PhaseOneTest {};

TEST_F(TopKTopPChecks, Apply) {
  const Descriptor logits({4, 6}, ACL_FLOAT16);
  const Descriptor p({4}, ACL_FLOAT16);
  const Descriptor k({4}, ACL_INT32);
  const auto apply = [&](const aclTensor* byP, const aclTensor* byK, aclTensor* out) {
    return Call("aclnnApplyTopKTopP", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnApplyTopKTopPGetWorkspaceSize(logits.Get(), byP, byK, out, size, executor);
    });
  };
  EXPECT_EQ(apply(p.Get(), k.Get(), logits.Get()), ACL_SUCCESS);
  EXPECT_EQ(apply(p.Get(), nullptr, logits.Get()), ACL_SUCCESS);
  EXPECT_EQ(apply(nullptr, nullptr, logits.Get()), kNullptr);
  ExpectMessage({"kOptional"});
  EXPECT_EQ(apply(Descriptor({4}).Get(), k.Get(), logits.Get()), kInvalid);
  ExpectMessage({"pOptional", "FLOAT16"});
  EXPECT_EQ(apply(p.Get(), Descriptor({4}, ACL_INT64).Get(), logits.Get()), kInvalid);
  ExpectMessage({"kOptional", "INT32"});
  EXPECT_EQ(apply(p.Get(), Descriptor({6}, ACL_INT32).Get(), logits.Get()), kInvalid);
  ExpectMessage({"kOptional", "[6]"});
  EXPECT_EQ(apply(p.Get(), k.Get(), p.Get()), kInvalid);
  ExpectMessage({"out"});
}

TEST_F(TopKTopPChecks, Sample) {
  const Descriptor logits({4, 6}, ACL_FLOAT16);
  const Descriptor floats({4, 6});
  const Descriptor places({4, 6}, ACL_INT64);
  const Descriptor p({4}, ACL_FLOAT16);
  const Descriptor k({4}, ACL_INT32);
  const Descriptor token({4}, ACL_INT64);
  const auto sample = [&](const aclTensor* scores, const aclTensor* q, bool needLogits, aclTensor* select,
                          int64_t ksMax, bool needResult, aclTensor* columns) {
    return Call("aclnnTopKTopPSampleV2", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnTopKTopPSampleV2GetWorkspaceSize(scores, k.Get(), p.Get(), q, nullptr, 1e-8, needLogits, 32,
                                                   ksMax, true, needResult, token.Get(), select, columns,
                                                   floats.Get(), size, executor);
    });
  };
  EXPECT_EQ(sample(logits.Get(), nullptr, false, nullptr, 1024, false, nullptr), ACL_SUCCESS);
  EXPECT_EQ(sample(logits.Get(), floats.Get(), true, floats.Get(), 1024, true, places.Get()), ACL_SUCCESS);
  EXPECT_EQ(sample(nullptr, nullptr, false, nullptr, 1024, false, nullptr), kNullptr);
  ExpectMessage({"logits"});
  EXPECT_EQ(sample(logits.Get(), nullptr, true, nullptr, 1024, false, nullptr), kNullptr);
  ExpectMessage({"logitsTopKPSelect"});
  EXPECT_EQ(sample(logits.Get(), nullptr, false, nullptr, 1024, true, nullptr), kNullptr);
  ExpectMessage({"logitsIdx"});
  EXPECT_EQ(sample(logits.Get(), logits.Get(), false, nullptr, 1024, false, nullptr), kInvalid);
  ExpectMessage({"qOptional", "FLOAT"});
  EXPECT_EQ(sample(logits.Get(), nullptr, false, nullptr, 0, false, nullptr), kInvalid);
  ExpectMessage({"ksMax", "0"});
  EXPECT_EQ(sample(Descriptor({4, 0}, ACL_FLOAT16).Get(), nullptr, false, nullptr, 1024, false, nullptr),
            kInvalid);
  ExpectMessage({"logits", "column"});
  EXPECT_EQ(sample(logits.Get(), nullptr, true, logits.Get(), 1024, false, nullptr), kInvalid);
  ExpectMessage({"logitsTopKPSelect"});
}

}  // namespace
}  // namespace openaclnn::testing
