// SPDX-License-Identifier: Apache-2.0
//
// Sums of rows of experts and their gradients against loops in float64; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_moe_finalize_routing.h"
#include "aclnnop/aclnn_moe_finalize_routing_v2.h"
#include "aclnnop/aclnn_moe_finalize_routing_v2_grad.h"
#include "aclnnop/aclnn_moe_finalize_routing_v4.h"
#include "aclnnop/aclnn_moe_init_routing_v2_grad.h"
#include "aclnnop/aclnn_moe_token_permute_grad.h"
#include "aclnnop/aclnn_moe_token_unpermute.h"
#include "aclnnop/aclnn_moe_token_unpermute_grad.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

constexpr std::array<aclDataType, 3> kTypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

struct Sizes {
  int64_t n;
  int64_t k;
  int64_t hidden;
  int64_t experts;
};
const std::vector<Sizes> kSizes{{7, 3, 5, 4}, {40, 6, 1030, 9}, {3, 70, 33, 2}, {1, 1, 8, 1}, {0, 2, 4, 3}};

// Rows of copies: a permutation with some left out, of one row less for each two tokens.
std::vector<int64_t> Permutation(Random& random, int64_t copies, bool drops) {
  std::vector<int64_t> rows(static_cast<size_t>(copies));
  for (int64_t i = 0; i < copies; ++i) {
    const int64_t j = random.Integer(0, i + 1);
    rows[static_cast<size_t>(i)] = rows[static_cast<size_t>(j)];
    rows[static_cast<size_t>(j)] = i;
  }
  for (size_t i = 0; drops && i < rows.size(); i += 5) {
    rows[i] = -1;
  }
  return rows;
}

struct Summands {
  const Array* rows;
  const Array* first = nullptr;
  const Array* second = nullptr;
  const Array* bias = nullptr;
  const Array* weights = nullptr;
  const Array* experts = nullptr;
};

// The row of copy (i, j), by its place in row order.
struct Sum {
  Array out;
  Array magnitudes;
};
Sum Combine(const Summands& given, const std::vector<int64_t>& rowOf, const Sizes& sizes) {
  const auto [n, k, hidden, count] = sizes;
  Sum sum{Full({n, hidden}, 0), Full({n, hidden}, 0)};
  const int64_t rows = hidden == 0 ? 0 : NumElements(given.rows->shape) / hidden;
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t h = 0; h < hidden; ++h) {
      double value = 0;
      double magnitude = 0;
      const auto add = [&](double term) {
        value += term;
        magnitude += std::fabs(term);
      };
      const auto at = static_cast<size_t>(i * hidden + h);
      for (const Array* summand : {given.first, given.second}) {
        add(summand == nullptr ? 0 : summand->values[at]);
      }
      for (int64_t j = 0; j < k; ++j) {
        const auto copy = static_cast<size_t>(i * k + j);
        const int64_t row = rowOf[copy];
        double element = 0;
        if (row >= 0 && row < rows) {
          element = given.rows->values[static_cast<size_t>(row * hidden + h)];
        }
        if (given.bias != nullptr) {
          element +=
              given.bias
                  ->values[static_cast<size_t>(given.experts->values[copy]) * static_cast<size_t>(hidden) +
                           static_cast<size_t>(h)];
        }
        add(element * (given.weights == nullptr ? 1 : given.weights->values[copy]));
      }
      sum.out.values[at] = value;
      sum.magnitudes.values[at] = magnitude;
    }
  }
  return sum;
}

Array IndexArray(const std::vector<int64_t>& rowOf, const Sizes& sizes, bool columnOrder) {
  Array index = Full({sizes.n * sizes.k}, 0);
  for (int64_t copy = 0; copy < sizes.n * sizes.k; ++copy) {
    const int64_t at = columnOrder ? copy % sizes.k * sizes.n + copy / sizes.k : copy;
    index.values[static_cast<size_t>(at)] = static_cast<double>(rowOf[static_cast<size_t>(copy)]);
  }
  return index;
}

TEST(MoeFinalizeRouting, EveryModeAndSummand) {
  Random random(71);
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : kTypes) {
      for (const int64_t mode : {-1, 0, 1, 2, 3}) {  // -1: the first version
        const auto trace = TraceSeed(random);
        const auto [n, k, hidden, count] = sizes;
        const bool padded = mode == 1 || mode == 3;
        const bool all = mode < 0 || random.Integer(0, 2) == 0;
        const int64_t rows = n * k;
        const Array x = random.Normal(padded ? Shape{1, rows, hidden} : Shape{rows, hidden}, dtype, 0, 1);
        const Array first = random.Normal({n, hidden}, dtype, 0, 1);
        const Array bias = random.Normal({count, hidden}, dtype, 0, 1);
        const aclDataType weightType = mode == 2 ? ACL_FLOAT : dtype;
        const Array weights = random.Uniform({n, k}, weightType, 0, 1);
        const Array experts = random.Integers({n, k}, ACL_INT32, 0, count);
        const std::vector<int64_t> rowOf = Permutation(random, rows, padded);
        Summands given{.rows = &x, .weights = &weights};
        if (all) {
          given = {&x, &first, &first, &bias, &weights, &experts};
        }
        const Sum expected = Combine(given, rowOf, sizes);
        const DeviceTensor rowsIn(x, dtype, Layout::Transposed(x.shape.size()));
        const DeviceTensor firstIn(first, dtype, Layout::Transposed(2));
        const DeviceTensor biasIn(bias, dtype, Layout::Transposed(2));
        const DeviceTensor weightsIn(weights, weightType, Layout::Transposed(2));
        const DeviceTensor expertsIn(experts, ACL_INT32, Layout::Transposed(2));
        const DeviceTensor index(IndexArray(rowOf, sizes, mode < 2), ACL_INT32);
        const DeviceTensor out = DeviceTensor::Output({n, hidden}, dtype, Layout::Transposed(2));
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return mode < 0 ? aclnnMoeFinalizeRoutingGetWorkspaceSize(
                                              rowsIn.Get(), firstIn.Get(), firstIn.Get(), biasIn.Get(),
                                              weightsIn.Get(), index.Get(), expertsIn.Get(), out.Get(), size,
                                              executor)
                                        : aclnnMoeFinalizeRoutingV2GetWorkspaceSize(
                                              rowsIn.Get(), index.Get(), all ? firstIn.Get() : nullptr,
                                              all ? firstIn.Get() : nullptr, all ? biasIn.Get() : nullptr,
                                              weightsIn.Get(), all ? expertsIn.Get() : nullptr, mode,
                                              out.Get(), size, executor);
                      },
                      mode < 0 ? aclnnMoeFinalizeRouting : aclnnMoeFinalizeRoutingV2),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(out.Read(), expected.out, Tolerance::For(dtype, expected.magnitudes)));
        EXPECT_TRUE(out.CanariesIntact());
      }
    }
  }
}

// The fourth version has the copies of a token without weights, and nothing else that is new.
TEST(MoeFinalizeRoutingV4, WithAndWithoutWeights) {
  Random random(74);
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : kTypes) {
      for (const int64_t mode : {0, 1, 2, 3}) {
        for (const bool weighted : {false, true}) {
          const auto trace = TraceSeed(random);
          const auto [n, k, hidden, count] = sizes;
          const bool padded = mode % 2 == 1;
          const int64_t rows = n * k;
          const Array x = random.Normal(padded ? Shape{1, rows, hidden} : Shape{rows, hidden}, dtype, 0, 1);
          const Array first = random.Normal({n, hidden}, dtype, 0, 1);
          const Array bias = random.Normal({count, hidden}, dtype, 0, 1);
          const Array weights = random.Uniform({n, k}, dtype, 0, 1);
          const Array experts = random.Integers({n, k}, ACL_INT32, 0, count);
          const std::vector<int64_t> rowOf = Permutation(random, rows, padded);
          const Sum expected =
              Combine({&x, &first, &first, &bias, weighted ? &weights : nullptr, &experts}, rowOf, sizes);
          const DeviceTensor rowsIn(x, dtype, Layout::Transposed(x.shape.size()));
          const DeviceTensor firstIn(first, dtype);
          const DeviceTensor biasIn(bias, dtype);
          const DeviceTensor weightsIn(weights, dtype, Layout::Transposed(2));
          const DeviceTensor expertsIn(experts, ACL_INT32);
          const DeviceTensor index(IndexArray(rowOf, sizes, mode < 2), ACL_INT32);
          const DeviceTensor out = DeviceTensor::Output({n, hidden}, dtype, Layout::Transposed(2));
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnMoeFinalizeRoutingV4GetWorkspaceSize(
                              rowsIn.Get(), index.Get(), firstIn.Get(), firstIn.Get(), biasIn.Get(),
                              weighted ? weightsIn.Get() : nullptr, expertsIn.Get(), nullptr, nullptr,
                              nullptr, nullptr, mode, nullptr, nullptr, nullptr, weighted ? 99 : k, out.Get(),
                              size, executor);
                        },
                        aclnnMoeFinalizeRoutingV4),
                    ACL_SUCCESS)
              << LastMessage();
          EXPECT_TRUE(Near(out.Read(), expected.out, Tolerance::For(dtype, expected.magnitudes)));
          EXPECT_TRUE(out.CanariesIntact());
        }
      }
    }
  }
}

TEST(MoeTokenUnpermute, WeightsCutRowsAndGradientsOfCopies) {
  Random random(72);
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : kTypes) {
      for (const int operation :
           {0, 1, 2, 3}) {  // with weights, without; gradients of permutation and routing
        const auto trace = TraceSeed(random);
        const auto [n, k, hidden, count] = sizes;
        const int64_t rows = std::max<int64_t>(n * k - 2, 0);  // the last ones were cut off
        const Array x = random.Normal({rows, hidden}, dtype, 0, 1);
        const Array weights = random.Uniform({n, k}, ACL_FLOAT, 0, 1);
        const std::vector<int64_t> rowOf = Permutation(random, n * k, false);
        const Sum expected =
            Combine({.rows = &x, .weights = operation == 0 ? &weights : nullptr}, rowOf, sizes);
        const DeviceTensor rowsIn(x, dtype, Layout::Transposed(2));
        const DeviceTensor weightsIn(weights, ACL_FLOAT);
        const DeviceTensor index(IndexArray(rowOf, sizes, false), ACL_INT32);
        const DeviceTensor out = DeviceTensor::Output({n, hidden}, dtype);
        constexpr std::array<PhaseTwo, 4> kRuns{aclnnMoeTokenUnpermute, aclnnMoeTokenUnpermute,
                                                aclnnMoeTokenPermuteGrad, aclnnMoeInitRoutingV2Grad};
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        switch (operation) {
                          case 2:
                            return aclnnMoeTokenPermuteGradGetWorkspaceSize(rowsIn.Get(), index.Get(), k,
                                                                            false, out.Get(), size, executor);
                          case 3:
                            return aclnnMoeInitRoutingV2GradGetWorkspaceSize(rowsIn.Get(), index.Get(), k, 0,
                                                                             rows, out.Get(), size, executor);
                          default:
                            return aclnnMoeTokenUnpermuteGetWorkspaceSize(
                                rowsIn.Get(), index.Get(), operation == 0 ? weightsIn.Get() : nullptr, false,
                                nullptr, out.Get(), size, executor);
                        }
                      },
                      kRuns[static_cast<size_t>(operation)]),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(out.Read(), expected.out, Tolerance::For(dtype, expected.magnitudes)));
      }
    }
  }
}

TEST(MoeFinalizeRoutingV2Grad, RowsAndWeights) {
  Random random(73);
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : kTypes) {
      for (const int operation : {0, 1, 2, 3}) {  // unpermute; finalize: weights, bias, padded; neither
        const auto trace = TraceSeed(random);
        const auto [n, k, hidden, count] = sizes;
        const bool biased = operation == 2;
        const bool weighted = operation < 3;
        const Array grad = random.Normal({n, hidden}, dtype, 0, 1);
        const Array x = random.Normal(biased ? Shape{1, n * k, hidden} : Shape{n * k, hidden}, dtype, 0, 1);
        const Array bias = random.Normal({count, hidden}, dtype, 0, 1);
        const Array weights = random.Uniform({n, k}, dtype, 0, 1);
        const Array experts = random.Integers({n, k}, ACL_INT32, 0, count);
        const std::vector<int64_t> rowOf = Permutation(random, n * k, true);
        Array gradRows = Full(x.shape, 0);
        Array gradWeights = Full({n, k}, 0);
        Array magnitudes = Full({n, k}, 0);
        for (int64_t copy = 0; copy < n * k; ++copy) {
          const int64_t row = rowOf[static_cast<size_t>(copy)];
          const double weight = weighted ? weights.values[static_cast<size_t>(copy)] : 1;
          for (int64_t h = 0; h < hidden; ++h) {
            const double of = grad.values[static_cast<size_t>(copy / k * hidden + h)];
            double element = row < 0 ? 0 : x.values[static_cast<size_t>(row * hidden + h)];
            if (biased) {
              const auto expert = static_cast<int64_t>(experts.values[static_cast<size_t>(copy)]);
              element += bias.values[static_cast<size_t>(expert * hidden + h)];
            }
            gradWeights.values[static_cast<size_t>(copy)] += element * of;
            magnitudes.values[static_cast<size_t>(copy)] += std::fabs(element * of);
            if (row >= 0) {
              gradRows.values[static_cast<size_t>(row * hidden + h)] = weight * of;
            }
          }
        }
        const DeviceTensor gradIn(grad, dtype, Layout::Transposed(2));
        const DeviceTensor rowsIn(x, dtype, Layout::Transposed(x.shape.size()));
        const DeviceTensor biasIn(bias, dtype);
        const DeviceTensor weightsIn(weights, dtype, Layout::Transposed(2));
        const DeviceTensor expertsIn(experts, ACL_INT32);
        const DeviceTensor index(IndexArray(rowOf, sizes, false), ACL_INT32);
        const DeviceTensor rowsOut = DeviceTensor::Output(x.shape, dtype, Layout::Transposed(x.shape.size()));
        const DeviceTensor weightsOut = DeviceTensor::Output({n, k}, dtype, Layout::Transposed(2));
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return operation == 0
                                   ? aclnnMoeTokenUnpermuteGradGetWorkspaceSize(
                                         rowsIn.Get(), gradIn.Get(), index.Get(), weightsIn.Get(), false,
                                         nullptr, rowsOut.Get(), weightsOut.Get(), size, executor)
                                   : aclnnMoeFinalizeRoutingV2GradGetWorkspaceSize(
                                         gradIn.Get(), index.Get(), weighted ? rowsIn.Get() : nullptr,
                                         weighted ? weightsIn.Get() : nullptr,
                                         biased ? expertsIn.Get() : nullptr, biased ? biasIn.Get() : nullptr,
                                         biased ? 1 : 0, 0, 0, 0, rowsOut.Get(), weightsOut.Get(), size,
                                         executor);
                      },
                      operation == 0 ? aclnnMoeTokenUnpermuteGrad : aclnnMoeFinalizeRoutingV2Grad),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(rowsOut.Read(), gradRows, Tolerance::For(dtype)));
        if (weighted) {
          EXPECT_TRUE(Near(weightsOut.Read(), gradWeights, Tolerance::For(dtype, magnitudes)));
        }
      }
    }
  }
}

TEST(MoeFinalizeRoutingV2, AnExpertWithoutBias) {
  const DeviceTensor rows(Full({4, 3}, 1), ACL_FLOAT);
  const DeviceTensor index(FromIntegers({4}, {0, 1, 2, 3}), ACL_INT32);
  const DeviceTensor bias(Full({2, 3}, 1), ACL_FLOAT);
  const DeviceTensor experts(FromIntegers({4, 1}, {0, 1, -1, 1}), ACL_INT32);
  const DeviceTensor out = DeviceTensor::Output({4, 3}, ACL_FLOAT);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnMoeFinalizeRoutingV2GetWorkspaceSize(rows.Get(), index.Get(), nullptr, nullptr,
                                                                   bias.Get(), nullptr, experts.Get(), 2,
                                                                   out.Get(), size, executor);
                },
                aclnnMoeFinalizeRoutingV2),
            507035);
  EXPECT_NE(LastMessage().find("expertIdx: expected values in [0, 2), got -1 at position 2"),
            std::string::npos)
      << LastMessage();
}

class CombiningStatus : public StatusTest {};

TEST_F(CombiningStatus, FinalizeRoutingV4) {
  const Descriptor rows({6, 8});
  const Descriptor index({6}, ACL_INT32);
  const Descriptor out({3, 8});
  const std::vector<int64_t> some{1};
  aclIntArray* const list = aclCreateIntArray(some.data(), some.size());
  for (size_t given = 0; given < 9; ++given) {  // which of the reserved ones; 7: none; 8: k is 0
    std::array<const aclTensor*, 4> tensors{};
    std::array<const aclIntArray*, 3> lists{};
    if (given < 4) {
      tensors[given] = rows.Get();
    } else if (given < 7) {
      lists[given - 4] = list;
    }
    const std::string said =
        given < 7 ? "reserved" + std::to_string(given + 1) + "Optional" : "k: expected 1 or more";
    ExpectCall("aclnnMoeFinalizeRoutingV4", given == 7 ? ACL_SUCCESS : kInvalid, said.c_str(),
               [&](uint64_t* size, aclOpExecutor** executor) {
                 return aclnnMoeFinalizeRoutingV4GetWorkspaceSize(
                     rows.Get(), index.Get(), nullptr, nullptr, nullptr, nullptr, nullptr, tensors[0],
                     tensors[1], tensors[2], tensors[3], 2, lists[0], lists[1], lists[2], given == 8 ? 0 : 2,
                     out.Get(), size, executor);
               });
  }
  EXPECT_EQ(aclDestroyIntArray(list), ACL_SUCCESS);
  ExpectCall("aclnnMoeFinalizeRoutingV4", kInvalid, "k for each token",
             [&](uint64_t* size, aclOpExecutor** executor) {
               return aclnnMoeFinalizeRoutingV4GetWorkspaceSize(
                   rows.Get(), index.Get(), nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                   nullptr, nullptr, 2, nullptr, nullptr, nullptr, 3, out.Get(), size, executor);
             });
  ExpectCall("aclnnMoeFinalizeRoutingV4", kNullptr, "expandedX",
             [&](uint64_t* size, aclOpExecutor** executor) {
               return aclnnMoeFinalizeRoutingV4GetWorkspaceSize(
                   nullptr, index.Get(), nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                   nullptr, nullptr, 2, nullptr, nullptr, nullptr, 2, out.Get(), size, executor);
             });
}

TEST_F(CombiningStatus, FinalizeRoutingV2) {
  const Descriptor rows({10, 8});
  const Descriptor padded({2, 5, 8});
  const Descriptor index({10}, ACL_INT32);
  const Descriptor weights({5, 2});
  const Descriptor first({5, 8});
  const Descriptor narrow({5, 7});
  const Descriptor bias({3, 8});
  const Descriptor experts({5, 2}, ACL_INT32);
  struct Case {
    aclnnStatus status;
    const char* said;
    const aclTensor* rows;
    const aclTensor* index;
    const aclTensor* first;
    const aclTensor* second;
    const aclTensor* bias;
    const aclTensor* weights;
    const aclTensor* experts;
    int64_t mode;
    const aclTensor* out;
  };
  aclTensor* const r = rows.Get();
  aclTensor* const i = index.Get();
  aclTensor* const f = first.Get();
  aclTensor* const w = weights.Get();
  const std::vector<Case> cases{
      {ACL_SUCCESS, "", r, i, f, f, bias.Get(), w, experts.Get(), 2, f},
      {ACL_SUCCESS, "", padded.Get(), i, nullptr, nullptr, nullptr, nullptr, nullptr, 3, f},
      {kNullptr, "expandedX:", nullptr, i, f, f, nullptr, w, nullptr, 2, f},
      {kNullptr, "expandedRowIdx:", r, nullptr, f, f, nullptr, w, nullptr, 2, f},
      {kNullptr, "out:", r, i, f, f, nullptr, w, nullptr, 2, nullptr},
      {kNullptr, "expertIdxOptional:", r, i, f, f, bias.Get(), w, nullptr, 2, f},
      {kInvalid, "dropPadMode: expected 0 to 3", r, i, f, f, nullptr, w, nullptr, 4, f},
      {kInvalid, "x2Optional: expected null", r, i, nullptr, f, nullptr, w, nullptr, 2, f},
      {kInvalid, "expandedX: expected [experts, capacity, hidden]", r, i, f, f, nullptr, w, nullptr, 3, f},
      {kInvalid, "expandedX: expected [rows, hidden]", r, i, nullptr, nullptr, nullptr, w, nullptr, 2,
       narrow.Get()},
      {kInvalid, "expandedRowIdx: expected dtype INT32", r, f, f, f, nullptr, w, nullptr, 2, f},
      {kInvalid, "x1Optional: expected", r, i, narrow.Get(), nullptr, nullptr, w, nullptr, 2, f},
      {kInvalid, "scalesOptional: expected dim 0", r, i, f, f, nullptr, bias.Get(), nullptr, 2, f},
      {kInvalid, "expandedRowIdx: expected", r, i, f, f, nullptr, narrow.Get(), nullptr, 2, f},
      {kInvalid, "biasOptional: expected dim 1", r, i, f, f, narrow.Get(), w, experts.Get(), 2, f},
  };
  for (const Case& row : cases) {
    ExpectCall("aclnnMoeFinalizeRoutingV2", row.status, row.said,
               [&](uint64_t* size, aclOpExecutor** executor) {
                 return aclnnMoeFinalizeRoutingV2GetWorkspaceSize(row.rows, row.index, row.first, row.second,
                                                                  row.bias, row.weights, row.experts,
                                                                  row.mode, row.out, size, executor);
               });
  }
}

TEST_F(CombiningStatus, PaddedModes) {
  const Descriptor rows({10, 8});
  const Descriptor index({10}, ACL_INT32);
  const Descriptor out({5, 8});
  EXPECT_EQ(Call("aclnnMoeTokenUnpermute",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnMoeTokenUnpermuteGetWorkspaceSize(rows.Get(), index.Get(), nullptr, true,
                                                                 nullptr, out.Get(), size, executor);
                 }),
            kInvalid);
  ExpectMessage({"paddedMode: expected false"});
  EXPECT_EQ(Call("aclnnMoeTokenPermuteGrad",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnMoeTokenPermuteGradGetWorkspaceSize(rows.Get(), index.Get(), 3, false,
                                                                   out.Get(), size, executor);
                 }),
            kInvalid);
  ExpectMessage({"sortedIndices: expected"});
}

}  // namespace
}  // namespace openaclnn::testing
