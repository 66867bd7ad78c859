// SPDX-License-Identifier: Apache-2.0
//
// Tokens that a map sends to experts: each copy is listed with its token, expert and row, and results are loops over that
// list in float64.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "aclnnop/aclnn_moe_token_permute_with_routing_map.h"
#include "aclnnop/aclnn_moe_token_permute_with_routing_map_grad.h"
#include "aclnnop/aclnn_moe_token_unpermute_with_routing_map.h"
#include "aclnnop/aclnn_moe_token_unpermute_with_routing_map_grad.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

constexpr std::array<aclDataType, 3> kTypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

struct Sizes {
  int64_t n;
  int64_t experts;
  int64_t k;  // of each token; 0: any number
  int64_t hidden;
  int64_t capacity;  // of each expert; 0: as many rows as copies
};
const std::vector<Sizes> kSizes{{7, 4, 2, 5, 0}, {40, 9, 3, 1030, 0}, {33, 5, 0, 17, 0},
                                {1, 1, 1, 8, 0}, {0, 3, 2, 4, 0},     {6, 2, 0, 0, 0},
                                {7, 4, 2, 5, 3}, {40, 9, 3, 1030, 8}, {33, 5, 0, 17, 33}};

// A copy of a token in a row.
struct Copy {
  int64_t token;
  int64_t expert;
  int64_t row;
};

struct Case {
  Sizes sizes;
  Array map;
  std::vector<Copy> copies;  // in order of rows

  [[nodiscard]] bool Drops() const { return sizes.capacity > 0; }
  [[nodiscard]] int64_t Rows() const { return static_cast<int64_t>(copies.size()); }
  // In order of tokens, and of a token of rows.
  [[nodiscard]] std::vector<Copy> ByToken() const {
    std::vector<Copy> sorted = copies;
    std::ranges::stable_sort(sorted, {}, &Copy::token);
    return sorted;
  }
  // What the permutation says of where copies are.
  [[nodiscard]] Array Places() const {
    return Listed(Drops() ? copies : ByToken(), Drops() ? &Copy::token : &Copy::row);
  }
  [[nodiscard]] static Array Listed(const std::vector<Copy>& copies, int64_t Copy::*member) {
    Array numbers = Full({static_cast<int64_t>(copies.size())}, 0);
    std::ranges::transform(copies, numbers.values.begin(),
                           [&](const Copy& copy) { return static_cast<double>(copy.*member); });
    return numbers;
  }
};

Case Draw(Random& random, const Sizes& sizes) {
  const auto [n, experts, k, hidden, capacity] = sizes;
  Case drawn{sizes, Full({n, experts}, 0), {}};
  const auto one = [&](int64_t token, int64_t expert) -> double& {
    return drawn.map.values[static_cast<size_t>(token * experts + expert)];
  };
  for (int64_t token = 0; token < n; ++token) {
    for (int64_t chosen = 0; k > 0 && chosen < k;) {
      double& at = one(token, random.Integer(0, experts));
      chosen += at == 0 ? 1 : 0;
      at = 1;
    }
    for (int64_t expert = 0; k == 0 && expert < experts; ++expert) {
      one(token, expert) = static_cast<double>(random.Integer(0, 2));
    }
  }
  for (int64_t expert = 0; expert < experts; ++expert) {
    std::vector<int64_t> tokens(static_cast<size_t>(n));
    std::iota(tokens.begin(), tokens.end(), 0);
    std::ranges::stable_sort(tokens, std::greater<>(), [&](int64_t token) { return one(token, expert); });
    const int64_t count =
        capacity > 0 ? capacity
                     : std::ranges::count_if(tokens, [&](int64_t token) { return one(token, expert) > 0; });
    for (int64_t i = 0; i < count; ++i) {
      drawn.copies.push_back({tokens[static_cast<size_t>(i)], expert, drawn.Rows()});
    }
  }
  return drawn;
}

// Calls test(case, dtype) for all of them.
template <typename Test>
void ForEachCase(uint64_t seed, const Test& test) {
  Random random(seed);
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : kTypes) {
      const auto trace = TraceSeed(random);
      test(random, Draw(random, sizes), dtype);
    }
  }
}

TEST(MoeTokenPermuteWithRoutingMap, CopiesAndProbabilities) {
  ForEachCase(81, [](Random& random, const Case& drawn, aclDataType dtype) {
    const auto [n, experts, k, hidden, capacity] = drawn.sizes;
    const int64_t rows = drawn.Rows();
    const Array tokens = random.Normal({n, hidden}, dtype, 0, 1);
    const Array probs = random.Uniform({n, experts}, ACL_FLOAT, 0, 1);
    Array permuted = Full({rows, hidden}, 0);
    Array permutedProbs = Full({rows}, 0);
    for (const Copy& copy : drawn.copies) {
      std::copy_n(tokens.values.begin() + copy.token * hidden, hidden,
                  permuted.values.begin() + copy.row * hidden);
      permutedProbs.values[static_cast<size_t>(copy.row)] =
          probs.values[static_cast<size_t>(copy.token * experts + copy.expert)];
    }
    const DeviceTensor tokensIn(tokens, dtype, Layout::Transposed(2));
    const DeviceTensor map(drawn.map, dtype == ACL_FLOAT ? ACL_INT8 : ACL_BOOL, Layout::Transposed(2));
    const DeviceTensor probsIn(probs, ACL_FLOAT, Layout::Transposed(2));
    const DeviceTensor out = DeviceTensor::Output({rows, hidden}, dtype, Layout::Transposed(2));
    const DeviceTensor probsOut = DeviceTensor::Output({rows}, ACL_FLOAT, Layout::Stepped({2}));
    const DeviceTensor places = DeviceTensor::Output({rows}, ACL_INT32, Layout::Stepped({3}));
    // An expert's rows are rounded down.
    const int64_t given = rows + (drawn.Drops() ? experts - 1 : 0);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnMoeTokenPermuteWithRoutingMapGetWorkspaceSize(
                        tokensIn.Get(), map.Get(), probsIn.Get(), given, drawn.Drops(), out.Get(),
                        probsOut.Get(), places.Get(), size, executor);
                  },
                  aclnnMoeTokenPermuteWithRoutingMap),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_TRUE(Near(out.Read(), permuted, Tolerance::Exact(dtype)));
    EXPECT_TRUE(Near(probsOut.Read(), permutedProbs, Tolerance::Exact(ACL_FLOAT)));
    EXPECT_TRUE(Near(places.Read(), drawn.Places(), Tolerance::Exact(ACL_INT32)));
    EXPECT_TRUE(out.CanariesIntact() && probsOut.CanariesIntact() && places.CanariesIntact());
  });
}

// The rows of tokens added up, each times a weight.
struct Sum {
  Array out;
  Array magnitudes;
};
Sum AddUp(const Case& drawn, const Array& rows, const std::vector<double>& weights) {
  const int64_t hidden = drawn.sizes.hidden;
  Sum sum{Full({drawn.sizes.n, hidden}, 0), Full({drawn.sizes.n, hidden}, 0)};
  for (const Copy& copy : drawn.ByToken()) {
    for (int64_t h = 0; h < hidden; ++h) {
      const double term =
          weights[static_cast<size_t>(copy.row)] * rows.values[static_cast<size_t>(copy.row * hidden + h)];
      const auto at = static_cast<size_t>(copy.token * hidden + h);
      sum.out.values[at] += term;
      sum.magnitudes.values[at] += std::fabs(term);
    }
  }
  return sum;
}

TEST(MoeTokenPermuteWithRoutingMapGrad, TokensAndProbabilities) {
  ForEachCase(82, [](Random& random, const Case& drawn, aclDataType dtype) {
    const auto [n, experts, k, hidden, capacity] = drawn.sizes;
    const int64_t rows = drawn.Rows();
    const Array grad = random.Normal({rows, hidden}, dtype, 0, 1);
    const Array gradProbs = random.Normal({rows}, ACL_BF16, 0, 1);
    const Sum expected = AddUp(drawn, grad, std::vector<double>(static_cast<size_t>(rows), 1));
    Array expectedProbs = Full({n, experts}, 0);
    for (const Copy& copy : drawn.copies) {
      expectedProbs.values[static_cast<size_t>(copy.token * experts + copy.expert)] =
          gradProbs.values[static_cast<size_t>(copy.row)];
    }
    const DeviceTensor gradIn(grad, dtype, Layout::Transposed(2));
    const DeviceTensor probsIn(gradProbs, ACL_BF16, Layout::Stepped({2}));
    const DeviceTensor places(drawn.Places(), ACL_INT32, Layout::Stepped({2}));
    const DeviceTensor map(drawn.map, ACL_BOOL, Layout::Transposed(2));
    for (const bool weighted : {true, false}) {
      // Without a map all tokens have as many copies.
      const bool mapped = weighted || k == 0;
      const DeviceTensor out = DeviceTensor::Output({n, hidden}, dtype, Layout::Transposed(2));
      const DeviceTensor probsOut = DeviceTensor::Output({n, experts}, ACL_BF16, Layout::Transposed(2));
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnMoeTokenPermuteWithRoutingMapGradGetWorkspaceSize(
                          gradIn.Get(), weighted ? probsIn.Get() : nullptr, places.Get(),
                          mapped ? map.Get() : nullptr, experts, n, drawn.Drops(), out.Get(),
                          weighted ? probsOut.Get() : nullptr, size, executor);
                    },
                    aclnnMoeTokenPermuteWithRoutingMapGrad),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(out.Read(), expected.out, Tolerance::For(dtype, expected.magnitudes)));
      EXPECT_TRUE(out.CanariesIntact());
      if (weighted) {
        EXPECT_TRUE(Near(probsOut.Read(), expectedProbs, Tolerance::Exact(ACL_BF16)));
        EXPECT_TRUE(probsOut.CanariesIntact());
      }
    }
  });
}

TEST(MoeTokenUnpermuteWithRoutingMap, SumsAndWhatGradientsNeed) {
  ForEachCase(83, [](Random& random, const Case& drawn, aclDataType dtype) {
    const auto [n, experts, k, hidden, capacity] = drawn.sizes;
    const int64_t rows = drawn.Rows();
    const Array x = random.Normal({rows, hidden}, dtype, 0, 1);
    const Array probs = random.Uniform({n, experts}, dtype, 0, 1);
    const DeviceTensor rowsIn(x, dtype, Layout::Transposed(2));
    const DeviceTensor probsIn(probs, dtype, Layout::Transposed(2));
    const DeviceTensor places(drawn.Places(), ACL_INT32);
    const DeviceTensor map(drawn.map, ACL_INT8, Layout::Transposed(2));
    for (const bool weighted : {true, false}) {
      std::vector<double> weights(static_cast<size_t>(rows), 1);
      for (const Copy& copy : drawn.copies) {
        if (weighted) {
          weights[static_cast<size_t>(copy.row)] =
              probs.values[static_cast<size_t>(copy.token * experts + copy.expert)];
        }
      }
      const Sum expected = AddUp(drawn, x, weights);
      const bool mapped = (weighted && !drawn.Drops()) || k == 0;
      const DeviceTensor out = DeviceTensor::Output({n, hidden}, dtype, Layout::Transposed(2));
      const DeviceTensor order = DeviceTensor::Output({rows}, ACL_INT32, Layout::Stepped({2}));
      const DeviceTensor tokens = DeviceTensor::Output({rows}, ACL_INT32);
      const DeviceTensor rowProbs = DeviceTensor::Output({rows}, dtype, Layout::Stepped({2}));
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnMoeTokenUnpermuteWithRoutingMapGetWorkspaceSize(
                          rowsIn.Get(), places.Get(), mapped ? map.Get() : nullptr,
                          weighted ? probsIn.Get() : nullptr, drawn.Drops(), nullptr, out.Get(), order.Get(),
                          tokens.Get(), weighted ? rowProbs.Get() : nullptr, size, executor);
                    },
                    aclnnMoeTokenUnpermuteWithRoutingMap),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(out.Read(), expected.out, Tolerance::For(dtype, expected.magnitudes)));
      const std::vector<Copy> byToken = drawn.ByToken();
      EXPECT_TRUE(Near(order.Read(), Case::Listed(byToken, &Copy::row), Tolerance::Exact(ACL_INT32)));
      EXPECT_TRUE(Near(tokens.Read(), Case::Listed(byToken, &Copy::token), Tolerance::Exact(ACL_INT32)));
      EXPECT_TRUE(out.CanariesIntact() && order.CanariesIntact() && tokens.CanariesIntact());
      if (weighted) {
        EXPECT_TRUE(Near(rowProbs.Read(), {{rows}, weights}, Tolerance::Exact(dtype)));
      }
    }
  });
}

TEST(MoeTokenUnpermuteWithRoutingMapGrad, RowsAndProbabilities) {
  ForEachCase(84, [](Random& random, const Case& drawn, aclDataType dtype) {
    const auto [n, experts, k, hidden, capacity] = drawn.sizes;
    const int64_t rows = drawn.Rows();
    const Array grad = random.Normal({n, hidden}, dtype, 0, 1);
    const Array x = random.Normal({rows, hidden}, dtype, 0, 1);
    const Array probs = random.Uniform({n, experts}, ACL_FLOAT, 0, 1);
    const std::vector<Copy> byToken = drawn.ByToken();
    const DeviceTensor gradIn(grad, dtype, Layout::Transposed(2));
    const DeviceTensor rowsIn(x, dtype, Layout::Transposed(2));
    const DeviceTensor probsIn(probs, ACL_FLOAT, Layout::Transposed(2));
    const DeviceTensor order(Case::Listed(byToken, &Copy::row), ACL_INT32);
    // Without capacities they are not used.
    const DeviceTensor tokens(drawn.Drops() ? Case::Listed(byToken, &Copy::token) : Full({rows}, -7),
                              ACL_INT32, Layout::Stepped({2}));
    const DeviceTensor map(drawn.map, ACL_BOOL);
    for (const bool weighted : {true, false}) {
      Array gradRows = Full({rows, hidden}, 0);
      Array gradProbs = Full({n, experts}, 0);
      Array magnitudes = Full({n, experts}, 0);
      for (const Copy& copy : drawn.copies) {
        const auto prob = static_cast<size_t>(copy.token * experts + copy.expert);
        for (int64_t h = 0; h < hidden; ++h) {
          const double of = grad.values[static_cast<size_t>(copy.token * hidden + h)];
          const auto at = static_cast<size_t>(copy.row * hidden + h);
          gradRows.values[at] = of * (weighted ? probs.values[prob] : 1);
          gradProbs.values[prob] += of * x.values[at];
          magnitudes.values[prob] += std::fabs(of * x.values[at]);
        }
      }
      const DeviceTensor rowsOut = DeviceTensor::Output({rows, hidden}, dtype, Layout::Transposed(2));
      const DeviceTensor probsOut = DeviceTensor::Output({n, experts}, ACL_FLOAT, Layout::Transposed(2));
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnMoeTokenUnpermuteWithRoutingMapGradGetWorkspaceSize(
                          gradIn.Get(), order.Get(), tokens.Get(),
                          (weighted && !drawn.Drops()) || k == 0 ? map.Get() : nullptr,
                          weighted ? rowsIn.Get() : nullptr, weighted ? probsIn.Get() : nullptr,
                          drawn.Drops(), nullptr, rowsOut.Get(), weighted ? probsOut.Get() : nullptr, size,
                          executor);
                    },
                    aclnnMoeTokenUnpermuteWithRoutingMapGrad),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(rowsOut.Read(), gradRows, Tolerance::For(dtype)));
      EXPECT_TRUE(rowsOut.CanariesIntact());
      if (weighted) {
        EXPECT_TRUE(Near(probsOut.Read(), gradProbs, Tolerance::For(ACL_FLOAT, magnitudes)));
        EXPECT_TRUE(probsOut.CanariesIntact());
      }
    }
  });
}

TEST(MoeTokenPermuteWithRoutingMap, DataThatDoesNotFit) {
  const DeviceTensor tokens(Full({3, 2}, 1), ACL_FLOAT);
  const DeviceTensor map(FromIntegers({3, 2}, {1, 0, 1, 1, 0, 0}), ACL_BOOL);
  const DeviceTensor out = DeviceTensor::Output({4, 2}, ACL_FLOAT);
  const DeviceTensor places = DeviceTensor::Output({4}, ACL_INT32);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnMoeTokenPermuteWithRoutingMapGetWorkspaceSize(tokens.Get(), map.Get(), nullptr,
                                                                            4, false, out.Get(), nullptr,
                                                                            places.Get(), size, executor);
                },
                aclnnMoeTokenPermuteWithRoutingMap),
            507035);
  EXPECT_NE(LastMessage().find("routingMap: expected 4 ones, one for each row, got 3"), std::string::npos)
      << LastMessage();
  EXPECT_TRUE(std::ranges::all_of(out.Read().values, [](double value) { return std::isnan(value); }))
      << "something was written";
  const DeviceTensor wrong(FromIntegers({3}, {0, 3, 1}), ACL_INT32);
  const DeviceTensor index = DeviceTensor::Output({3}, ACL_INT32);
  const DeviceTensor ids = DeviceTensor::Output({3}, ACL_INT32);
  const DeviceTensor sums = DeviceTensor::Output({3, 2}, ACL_FLOAT);
  for (const bool padded : {false, true}) {
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnMoeTokenUnpermuteWithRoutingMapGetWorkspaceSize(
                        tokens.Get(), wrong.Get(), nullptr, nullptr, padded, nullptr, sums.Get(), index.Get(),
                        ids.Get(), nullptr, size, executor);
                  },
                  aclnnMoeTokenUnpermuteWithRoutingMap),
              507035);
    EXPECT_NE(LastMessage().find("sortedIndices: expected values in [0, 3), got 3 at position 1"),
              std::string::npos)
        << LastMessage();
  }
}

class RoutingMapStatus : public StatusTest {};

TEST_F(RoutingMapStatus, Permute) {
  const Descriptor tokens({5, 8});
  const Descriptor map({5, 3}, ACL_BOOL);
  const Descriptor probs({5, 3});
  const Descriptor rows({10, 8});
  const Descriptor padded({9, 8});
  const Descriptor narrow({10, 7});
  const Descriptor rowProbs({10});
  const Descriptor paddedProbs({9});
  const Descriptor places({10}, ACL_INT32);
  const Descriptor paddedPlaces({9}, ACL_INT32);
  struct Row {
    aclnnStatus status;
    const char* said;
    const aclTensor* tokens;
    const aclTensor* map;
    const aclTensor* probs;
    int64_t count;
    bool drops;
    const aclTensor* out;
    const aclTensor* outProbs;
    const aclTensor* places;
  };
  aclTensor* const t = tokens.Get();
  aclTensor* const m = map.Get();
  aclTensor* const o = rows.Get();
  aclTensor* const p = places.Get();
  const std::vector<Row> cases{
      {ACL_SUCCESS, "", t, m, probs.Get(), 10, false, o, rowProbs.Get(), p},
      {ACL_SUCCESS, "", t, m, nullptr, 10, false, o, nullptr, p},
      {ACL_SUCCESS, "", t, m, probs.Get(), 11, true, padded.Get(), paddedProbs.Get(), paddedPlaces.Get()},
      {kNullptr, "tokens:", nullptr, m, nullptr, 10, false, o, nullptr, p},
      {kNullptr, "routingMap:", t, nullptr, nullptr, 10, false, o, nullptr, p},
      {kNullptr, "permuteTokensOut:", t, m, nullptr, 10, false, nullptr, nullptr, p},
      {kNullptr, "permuteProbsOutOptional:", t, m, probs.Get(), 10, false, o, nullptr, p},
      {kNullptr, "sortedIndicesOut:", t, m, nullptr, 10, false, o, nullptr, nullptr},
      {kInvalid, "tokens: expected dtype", places.Get(), m, nullptr, 10, false, o, nullptr, p},
      {kInvalid, "routingMap: expected dtype", t, probs.Get(), nullptr, 10, false, o, nullptr, p},
      {kInvalid, "probsOptional: expected dim 0", t, m, rows.Get(), 10, false, o, rowProbs.Get(), p},
      {kInvalid, "numOutTokens: expected", t, m, nullptr, -1, false, o, nullptr, p},
      {kInvalid, "numOutTokens: expected at least one row", t, m, nullptr, 2, true, o, nullptr, p},
      {kInvalid, "numOutTokens: expected at least one row", t, m, nullptr, 18, true, o, nullptr, p},
      {kInvalid, "permuteTokensOut: expected dim 0", t, m, nullptr, 9, false, o, nullptr, p},
      {kInvalid, "permuteTokensOut: expected dim 1", t, m, nullptr, 10, false, narrow.Get(), nullptr, p},
      {kInvalid, "sortedIndicesOut: expected", t, m, nullptr, 10, false, o, nullptr, paddedPlaces.Get()},
      {kInvalid, "permuteProbsOutOptional: expected", t, m, probs.Get(), 10, false, o, paddedProbs.Get(), p},
  };
  for (const Row& row : cases) {
    ExpectCall("aclnnMoeTokenPermuteWithRoutingMap", row.status, row.said,
               [&](uint64_t* size, aclOpExecutor** executor) {
                 return aclnnMoeTokenPermuteWithRoutingMapGetWorkspaceSize(
                     row.tokens, row.map, row.probs, row.count, row.drops, row.out, row.outProbs, row.places,
                     size, executor);
               });
  }
}

TEST_F(RoutingMapStatus, WhatWeightsNeed) {
  const Descriptor rows({10, 8});
  const Descriptor places({10}, ACL_INT32);
  const Descriptor out({5, 8});
  const Descriptor odd({4, 8});
  const Descriptor probs({5, 3});
  const Descriptor rowProbs({10});
  const auto unpermute = [&](const Descriptor& to, const aclTensor* weights, bool padded) {
    return [&to, &rows, &places, &rowProbs, weights, padded](uint64_t* size, aclOpExecutor** executor) {
      return aclnnMoeTokenUnpermuteWithRoutingMapGetWorkspaceSize(
          rows.Get(), places.Get(), nullptr, weights, padded, nullptr, to.Get(), places.Get(), places.Get(),
          rowProbs.Get(), size, executor);
    };
  };
  constexpr const char* kName = "aclnnMoeTokenUnpermuteWithRoutingMap";
  ExpectCall(kName, kNullptr, "routingMapOptional:", unpermute(out, probs.Get(), false));
  ExpectCall(kName, kInvalid, "permutedTokens: expected as many rows for each token, got 10 for 4",
             unpermute(odd, nullptr, false));
  ExpectCall(kName, kInvalid, "permutedTokens: expected as many rows for each expert, got 10 for 3",
             unpermute(out, probs.Get(), true));
  ExpectCall("aclnnMoeTokenPermuteWithRoutingMapGrad", kNullptr,
             "routingMapOptional:", [&](uint64_t* size, aclOpExecutor** executor) {
               return aclnnMoeTokenPermuteWithRoutingMapGradGetWorkspaceSize(
                   rows.Get(), rowProbs.Get(), places.Get(), nullptr, 3, 5, false, out.Get(), probs.Get(),
                   size, executor);
             });
  ExpectCall("aclnnMoeTokenUnpermuteWithRoutingMapGrad", kNullptr,
             "permutedTokensOptional:", [&](uint64_t* size, aclOpExecutor** executor) {
               return aclnnMoeTokenUnpermuteWithRoutingMapGradGetWorkspaceSize(
                   out.Get(), places.Get(), places.Get(), nullptr, nullptr, probs.Get(), true, nullptr,
                   rows.Get(), probs.Get(), size, executor);
             });
}

}  // namespace
}  // namespace openaclnn::testing
