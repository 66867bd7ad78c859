// SPDX-License-Identifier: Apache-2.0
//
// Batches of small and thin matrices against an oracle that sums in float64: every extent from 1 to 17, so that lanes
// lie along columns, rows and the batch, with whole vectors and parts of them; the same bits in every layout.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_baddbmm.h"
#include "aclnnop/aclnn_batch_matmul.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

struct Extents {
  int64_t batches;
  int64_t rows;
  int64_t columns;
  int64_t depth;

  [[nodiscard]] Shape First() const { return {batches, rows, depth}; }
  [[nodiscard]] Shape Second() const { return {batches, depth, columns}; }
  [[nodiscard]] Shape Out() const { return {batches, rows, columns}; }
  [[nodiscard]] std::string Text() const {
    return ::testing::PrintToString(First()) + " @ " + ::testing::PrintToString(Second());
  }
};

struct Factors {
  double alpha = 1;
  double beta = 0;  // 0: nothing is added
};

struct Inputs {
  Array first;
  Array second;
  Array added;
};

struct Expectation {
  Array values;
  Array magnitudes;  // the sum of the terms' magnitudes
};

Expectation Expected(const Extents& e, const Inputs& inputs, const Factors& factors) {
  Expectation result{Full(e.Out(), 0), Full(e.Out(), 0)};
  for (int64_t at = 0; at < e.batches * e.rows * e.columns; ++at) {
    const int64_t column = at % e.columns;
    const int64_t row = at / e.columns;  // of all matrices
    const int64_t batch = row / e.rows;
    const auto place = static_cast<size_t>(at);
    const auto add = [&](double term) {
      result.values.values[place] += term;
      result.magnitudes.values[place] += std::abs(term);
    };
    for (int64_t k = 0; k < e.depth; ++k) {
      add(factors.alpha * inputs.first.values[static_cast<size_t>(row * e.depth + k)] *
          inputs.second.values[static_cast<size_t>((batch * e.depth + k) * e.columns + column)]);
    }
    if (factors.beta != 0) {
      add(factors.beta * inputs.added.values[place]);
    }
  }
  return result;
}

// How the matrices lie in memory.
struct Layouts {
  Layout first;
  Layout second;
  Layout added;
  Layout out;
};

class SmallProducts : public ::testing::Test {
 protected:
  Inputs Draw(const Extents& e, aclDataType dtype) {
    return {random_.Normal(e.First(), dtype, 0, 1), random_.Normal(e.Second(), dtype, 0, 1),
            random_.Normal(e.Out(), dtype, 0, 1)};
  }

  static Array Compute(const Extents& e, const Inputs& inputs, aclDataType dtype, aclDataType outDtype,
                       const Factors& factors = {}, const Layouts& layouts = {}) {
    const DeviceTensor first(inputs.first, dtype, layouts.first);
    const DeviceTensor second(inputs.second, dtype, layouts.second);
    const DeviceTensor added(inputs.added, dtype, layouts.added);
    const DeviceTensor out = DeviceTensor::Output(e.Out(), outDtype, layouts.out);
    const Scalar beta(factors.beta, ACL_DOUBLE);
    const Scalar alpha(factors.alpha, ACL_DOUBLE);
    const bool plain = factors.alpha == 1 && factors.beta == 0;
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return plain ? aclnnBatchMatMulGetWorkspaceSize(first.Get(), second.Get(), out.Get(), 0, size,
                                                          executor)
                       : aclnnBaddbmmGetWorkspaceSize(added.Get(), first.Get(), second.Get(), beta.Get(),
                                                      alpha.Get(), out.Get(), 0, size, executor);
        },
        plain ? aclnnBatchMatMul : aclnnBaddbmm);
    EXPECT_EQ(status, ACL_SUCCESS) << LastMessage();
    EXPECT_TRUE(out.CanariesIntact());
    return out.Read();
  }

  // In float32 a sum of many terms is off by a few last places of the sum of their magnitudes.
  static void ExpectNear(const Extents& e, const Inputs& inputs, const Array& out, aclDataType dtype,
                         const Factors& factors) {
    const Expectation expected = Expected(e, inputs, factors);
    ASSERT_TRUE(Near(out, expected.values, Tolerance::For(dtype, expected.magnitudes)))
        << e.Text() << " of type " << dtype;
  }

  Random random_{37};
};

constexpr std::array<aclDataType, 4> kTypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
// Where vectors of 4, 8 and 16 lanes begin and end, and where lanes change their dim.
constexpr std::array<int64_t, 8> kEdges{1, 2, 3, 7, 8, 9, 16, 17};

TEST_F(SmallProducts, EveryExtent) {
  constexpr int64_t kMost = 17;
  size_t turn = 0;
  for (int64_t rows = 1; rows <= kMost; ++rows) {
    for (int64_t columns = 1; columns <= kMost; ++columns) {
      for (int64_t depth = 1; depth <= kMost; ++depth) {
        const Extents e{std::array<int64_t, 3>{1, 3, 19}[turn % 3], rows, columns, depth};
        const aclDataType dtype = kTypes[turn++ % kTypes.size()];
        const Factors factors = turn % 2 == 0 ? Factors{} : Factors{.alpha = -2, .beta = 0.5};
        const Inputs inputs = Draw(e, dtype);
        ExpectNear(e, inputs, Compute(e, inputs, dtype, dtype, factors), dtype, factors);
      }
    }
  }
}

TEST_F(SmallProducts, ThinOnes) {
  for (const Extents& e :
       {Extents{1, 300, 3, 70}, Extents{1, 70, 130, 2}, Extents{1, 2, 200, 300}, Extents{2, 500, 10, 600},
        Extents{3, 4, 5, 1000}, Extents{1, 65, 64, 33}, Extents{1, 700, 7, 1}, Extents{130, 1, 3, 3},
        Extents{130, 15, 7, 16}, Extents{40, 1, 20, 20}}) {
    for (const aclDataType dtype : kTypes) {
      for (const Factors& factors :
           {Factors{}, Factors{.alpha = 3, .beta = 0}, Factors{.alpha = 1, .beta = -1}}) {
        const Inputs inputs = Draw(e, dtype);
        ExpectNear(e, inputs, Compute(e, inputs, dtype, dtype, factors), dtype, factors);
      }
    }
  }
}

TEST_F(SmallProducts, HalvesToAFloat) {
  for (const Extents& e : {Extents{20, 3, 3, 3}, Extents{2, 20, 5, 8}, Extents{2, 5, 20, 8}}) {
    for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
      const Inputs inputs = Draw(e, dtype);
      ExpectNear(e, inputs, Compute(e, inputs, dtype, ACL_FLOAT), ACL_FLOAT, {});
    }
  }
}

TEST_F(SmallProducts, SameBitsInEveryLayout) {
  const Layout turned = Layout::Permuted({0, 2, 1}).WithOffset(3);
  const Layout batchInside = Layout::Permuted({1, 2, 0});
  const Layout batchBetween = Layout::Permuted({1, 0, 2}).WithOffset(1);
  const Layout stepped = Layout::Stepped({1, 2, 3});
  const std::vector<Layouts> all{{turned, {}, {}, {}},
                                 {{}, turned, stepped, {}},
                                 {{}, {}, turned, turned},
                                 {batchInside, batchInside, batchInside, batchInside},
                                 {batchBetween, turned, {}, batchBetween},
                                 {stepped, stepped, batchBetween, stepped},
                                 {turned, batchInside, batchBetween, batchInside}};
  size_t turn = 0;
  for (const int64_t rows : kEdges) {
    for (const int64_t columns : kEdges) {
      for (const int64_t depth : kEdges) {
        const Extents e{turn % 2 == 0 ? 18 : 2, rows, columns, depth};
        const aclDataType dtype = kTypes[turn % kTypes.size()];
        const Factors factors = turn++ % 3 == 0 ? Factors{} : Factors{.alpha = -2, .beta = 0.5};
        const Inputs inputs = Draw(e, dtype);
        const Array plain = Compute(e, inputs, dtype, dtype, factors);
        for (const Layouts& layouts : {all[turn % all.size()], all[(turn / 2 + 3) % all.size()]}) {
          ASSERT_TRUE(
              Near(Compute(e, inputs, dtype, dtype, factors, layouts), plain, Tolerance::Exact(dtype)))
              << e.Text() << " of type " << dtype;
        }
      }
    }
  }
}

// A few rows or columns of some depth are vectors that share a matrix: whole groups of them and what is left, blocks of
// depth that are whole and that are not, parts of a depth; each of the matrices as rows, as columns and with steps.
TEST_F(SmallProducts, FewRowsOrColumnsOfSomeDepth) {
  const Layout turned = Layout::Permuted({0, 2, 1}).WithOffset(3);
  const Layout stepped = Layout::Stepped({1, 2, 3});
  const std::vector<Layouts> all{
      {turned, {}, {}, turned}, {{}, turned, turned, {}}, {stepped, stepped, stepped, stepped}};
  size_t turn = 0;
  for (const int64_t few : {2, 3, 5, 8, 11, 15, 16, 17}) {
    for (const int64_t many : {few, int64_t{33}, int64_t{70}}) {
      for (const int64_t depth : {255, 256, 300, 2100}) {
        const bool rows = turn % 2 == 0;
        const Extents e{turn % 5 == 0 ? 3 : 1, rows ? few : many, rows ? many : few, depth};
        const aclDataType dtype = kTypes[turn / 2 % kTypes.size()];
        const Factors factors = turn++ % 3 == 0 ? Factors{} : Factors{.alpha = -2, .beta = 0.5};
        const Inputs inputs = Draw(e, dtype);
        const Array plain = Compute(e, inputs, dtype, dtype, factors);
        ExpectNear(e, inputs, plain, dtype, factors);
        for (const Layouts& layouts : all) {
          EXPECT_EQ(Compute(e, inputs, dtype, dtype, factors, layouts).values, plain.values)
              << e.Text() << " of type " << dtype;
        }
      }
    }
  }
}

// A few rows that a batch shares a matrix with are the rows of one matrix, whose sums are those of each alone.
TEST_F(SmallProducts, OfFewRowsHaveTheBitsOfSingleOnes) {
  constexpr int64_t kRows = 12;
  constexpr int64_t kColumns = 80;
  for (const aclDataType dtype : kTypes) {
    const Extents all{1, kRows, kColumns, 600};
    const Inputs inputs = Draw(all, dtype);
    const Array together = Compute(all, inputs, dtype, dtype);
    for (int64_t row = 0; row < kRows; ++row) {
      const Extents one{1, 1, kColumns, 600};
      const auto from = inputs.first.values.begin() + row * one.depth;
      const Array alone = Compute(
          one, {{one.First(), {from, from + one.depth}}, inputs.second, Full(one.Out(), 0)}, dtype, dtype);
      const auto expected = together.values.begin() + row * kColumns;
      EXPECT_TRUE(std::equal(alone.values.begin(), alone.values.end(), expected)) << dtype << ", row " << row;
    }
  }
}

// Views of one element can have any extents: what is planned for them stays small.
TEST_F(SmallProducts, OfFewRowsAndAHugeDepthTakeLittleMemory) {
  for (const int64_t depth : {int64_t{1} << 30, int64_t{1} << 45}) {
    const DeviceTensor one(Full({1}, 1), ACL_FLOAT);
    const auto view = [&](const Shape& dims, const Shape& strides) {
      return aclCreateTensor(dims.data(), dims.size(), ACL_FLOAT, strides.data(), 0, ACL_FORMAT_ND,
                             dims.data(), dims.size(), one.Data());
    };
    aclTensor* const first = view({1, 3, depth}, {0, 0, 0});
    aclTensor* const second = view({1, depth, 5}, {0, 0, 0});
    const DeviceTensor out = DeviceTensor::Output({1, 3, 5}, ACL_FLOAT);
    uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_EQ(aclnnBatchMatMulGetWorkspaceSize(first, second, out.Get(), 0, &bytes, &executor), ACL_SUCCESS)
        << LastMessage();
    EXPECT_LT(bytes, uint64_t{1} << 30) << depth;
    (void)aclDestroyAclOpExecutor(executor);
    (void)aclDestroyTensor(first);
    (void)aclDestroyTensor(second);
  }
}

// Of matrices that no cache holds, numbers are asked for in advance, with or without a next piece.
TEST_F(SmallProducts, OfFewRowsAndALargeMatrixHaveTheSameBitsInEveryLayout) {
  constexpr int64_t kDepth = 2100;
  constexpr int64_t kColumns = 2070;  // more than 16 MiB of FLOATs
  const Array matrix = random_.Uniform({1, kDepth, kColumns}, ACL_FLOAT, -1, 1);
  for (const int64_t rows : {1, 3, 8}) {
    const Extents e{1, rows, kColumns, kDepth};
    const Inputs inputs{random_.Normal(e.First(), ACL_FLOAT, 0, 1), matrix, Full(e.Out(), 0)};
    const Array plain = Compute(e, inputs, ACL_FLOAT, ACL_FLOAT);
    ExpectNear(e, inputs, plain, ACL_FLOAT, {});
    const Layouts turned{{}, Layout::Permuted({0, 2, 1}), {}, {}};
    EXPECT_EQ(Compute(e, inputs, ACL_FLOAT, ACL_FLOAT, {}, turned).values, plain.values) << rows << " rows";
  }
}

// One matrix times a whole batch, and a batch times one.
TEST_F(SmallProducts, ExpandedBatches) {
  for (const auto& [rows, columns] : std::vector<std::array<int64_t, 2>>{{3, 3}, {20, 4}, {4, 20}}) {
    const Extents e{21, rows, columns, 5};
    const Inputs drawn = Draw(e, ACL_FLOAT);
    for (const bool first : {false, true}) {
      Inputs inputs = drawn;
      Array& repeated = first ? inputs.first : inputs.second;
      const auto matrix = static_cast<size_t>(5 * (first ? rows : columns));
      for (size_t i = matrix; i < repeated.values.size(); ++i) {
        repeated.values[i] = repeated.values[i % matrix];
      }
      Layouts layouts;
      (first ? layouts.first : layouts.second) = Layout::Expanded({0});
      ExpectNear(e, inputs, Compute(e, inputs, ACL_FLOAT, ACL_FLOAT, {}, layouts), ACL_FLOAT, {});
    }
  }
}

TEST_F(SmallProducts, WhatIsNotFiniteReachesItsRowOrColumnAlone) {
  for (const Extents& e : {Extents{20, 3, 3, 3}, Extents{2, 20, 5, 8}, Extents{2, 5, 20, 8}}) {
    for (const aclDataType dtype : kTypes) {
      Inputs inputs = Draw(e, dtype);
      inputs.first.values[static_cast<size_t>(e.depth)] = NAN;  // the second row
      inputs.second.values[1] = INFINITY;                       // the second column
      ExpectNear(e, inputs, Compute(e, inputs, dtype, dtype), dtype, {});
      // Without beta the summand does not count.
      inputs.added.values.assign(inputs.added.values.size(), NAN);
      const Factors factors{.alpha = 2, .beta = 0};
      ExpectNear(e, inputs, Compute(e, inputs, dtype, dtype, factors), dtype, factors);
    }
  }
}

// Matrices that follow each other in the result and share a vector could be one tall matrix; with gaps between
// them they cannot, and the bits stay.
TEST_F(SmallProducts, OfASharedVectorHaveTheSameBitsWhereverTheResultLies) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE}) {
    for (const int64_t depth : {7, 32, 33, 300}) {
      const DeviceTensor first(random_.Normal({33, 6, depth}, dtype, 0, 1), dtype);
      const DeviceTensor second(random_.Normal({1, depth, 1}, dtype, 0, 1), dtype);
      std::vector<Array> results;
      for (const Layout& layout : {Layout(), Layout::Permuted({1, 0, 2}), Layout::Permuted({2, 1, 0})}) {
        const DeviceTensor out = DeviceTensor::Output({33, 6, 1}, dtype, layout);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnBatchMatMulGetWorkspaceSize(first.Get(), second.Get(), out.Get(), 0, size,
                                                                executor);
                      },
                      aclnnBatchMatMul),
                  ACL_SUCCESS)
            << LastMessage();
        results.push_back(out.Read());
      }
      EXPECT_EQ(results[1].values, results[0].values) << dtype << ", depth " << depth;
      EXPECT_EQ(results[2].values, results[0].values) << dtype << ", depth " << depth;
    }
  }
}

// A matrix that a batch shares makes it one tall matrix where the batch's rows follow each other. They need not, and
// the matrix may as well be there once for each: the bits stay.
TEST_F(SmallProducts, OfASharedMatrixHaveTheSameBitsWhereverItAndTheBatchLie) {
  const Layout gaps = Layout::Permuted({1, 0, 2});
  for (const aclDataType dtype : kTypes) {
    const aclDataType outDtype = dtype == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT;
    for (const Extents& e :
         {Extents{5, 1, 40, 33}, Extents{33, 1, 64, 300}, Extents{2, 1, 9, 1500}, Extents{40, 3, 70, 64},
          Extents{8, 5, 48, 700}, Extents{3, 8, 64, 2000}, Extents{20, 1, 3, 90}, Extents{4, 12, 32, 96},
          Extents{30, 4, 20, 256}, Extents{6, 40, 3, 260}}) {
      Inputs inputs = Draw(e, dtype);
      const auto matrix = static_cast<size_t>(e.depth * e.columns);
      for (size_t i = matrix; i < inputs.second.values.size(); ++i) {
        inputs.second.values[i] = inputs.second.values[i % matrix];
      }
      const Array plain = Compute(e, inputs, dtype, outDtype);
      for (const Layouts& layouts :
           {Layouts{{}, Layout::Expanded({0}), {}, {}}, Layouts{gaps, Layout::Expanded({0}), {}, {}},
            Layouts{{}, Layout::Expanded({0}), {}, gaps}}) {
        EXPECT_EQ(Compute(e, inputs, dtype, outDtype, {}, layouts).values, plain.values)
            << e.Text() << " of type " << dtype;
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::testing
