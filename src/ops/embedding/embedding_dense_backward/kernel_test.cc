// SPDX-License-Identifier: Apache-2.0
//
// The numbers, against the float64 reference, over dtypes, attributes, layouts and distributions of indices;
// and indices outside the table, which only a run can find.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "tests/reference/embedding_dense_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr int64_t kNoPadding = -1;
constexpr aclnnStatus kVectorCoreException = 507035;

constexpr std::array<aclDataType, 3> kFloatDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
constexpr std::array<aclDataType, 9> kIndexDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT32, ACL_INT64,
                                                  ACL_INT16, ACL_INT8,    ACL_UINT8,  ACL_BOOL};

using Indices = std::vector<int64_t>;

struct Problem {
  Array grad;
  Indices indices;
  int64_t numWeights = 1;
  int64_t paddingIdx = kNoPadding;
  bool scaleGradByFreq = false;
};

// How a problem is handed over; the defaults are the plain way.
struct Handover {
  Layout grad;
  Layout indices;
  Layout out;
  aclDataType indexDtype = ACL_INT64;
  Shape indexShape;  // empty: one dim
  aclDataType outDtype = ACL_DT_UNDEFINED;
};

aclnnStatus RunOn(const Problem& problem, const DeviceTensor& grad, const DeviceTensor& indices,
                  const DeviceTensor& out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnEmbeddingDenseBackwardGetWorkspaceSize(
            grad.Get(), indices.Get(), static_cast<uint64_t>(problem.numWeights),
            static_cast<uint64_t>(problem.paddingIdx), problem.scaleGradByFreq, out.Get(), size, executor);
      },
      aclnnEmbeddingDenseBackward);
}

DeviceTensor IndexTensor(const Problem& problem, const Handover& handover) {
  const Shape shape =
      handover.indexShape.empty() ? Shape{static_cast<int64_t>(problem.indices.size())} : handover.indexShape;
  return {FromIntegers(shape, problem.indices), handover.indexDtype, handover.indices};
}

// Sums are made in float64: 29 bits more than float32 has, of which long sums and cancellation between terms
// lose a few. More than four rows of a half type are first added by fours in float32: a few of its last
// places at the terms. What is left of the error is the one rounding to the type of the output.
void ExpectNearReference(const Array& actual, const Problem& problem, aclDataType gradDtype,
                         aclDataType outDtype) {
  const auto reference = [&](const Array& grad) {
    return reference::EmbeddingDenseBackward(grad, problem.indices, static_cast<uint64_t>(problem.numWeights),
                                             static_cast<uint64_t>(problem.paddingIdx),
                                             problem.scaleGradByFreq);
  };
  const Array expected = reference(problem.grad);
  const double arithmeticUlps = gradDtype == ACL_FLOAT ? std::ldexp(1.0, -20) : Tolerance::kArithmeticUlps;
  EXPECT_TRUE(Near(actual, expected, Tolerance::For(outDtype, reference(Abs(problem.grad)), arithmeticUlps)));
  if (outDtype != ACL_FLOAT && actual.values.size() >= 100) {
    EXPECT_GE(CorrectlyRoundedFraction(actual, expected, outDtype), 0.99);
  }
}

// Runs both phases; checks status, values and the bytes around the output.
void ExpectGradient(const Problem& problem, aclDataType dtype, const Handover& handover = {}) {
  const aclDataType outDtype = handover.outDtype == ACL_DT_UNDEFINED ? dtype : handover.outDtype;
  const DeviceTensor grad(problem.grad, dtype, handover.grad);
  const DeviceTensor indices = IndexTensor(problem, handover);
  const DeviceTensor out =
      DeviceTensor::Output({problem.numWeights, problem.grad.shape.back()}, outDtype, handover.out);
  ASSERT_EQ(RunOn(problem, grad, indices, out), ACL_SUCCESS) << LastMessage();
  ExpectNearReference(out.Read(), problem, dtype, outDtype);
  EXPECT_TRUE(out.CanariesIntact());
}

bool AllUnwritten(const Array& array) {
  return std::all_of(array.values.begin(), array.values.end(), IsUnwritten);
}

void ExpectMessage(const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    EXPECT_NE(LastMessage().find(part), std::string::npos) << "no \"" << part << "\" in: " << LastMessage();
  }
}

// Index values with these counts of occurrences for row 0, 1, ..., in random order.
Indices WithCounts(const std::vector<int64_t>& counts, Random& random) {
  Indices indices;
  for (size_t row = 0; row < counts.size(); ++row) {
    indices.insert(indices.end(), static_cast<size_t>(counts[row]), static_cast<int64_t>(row));
  }
  for (size_t i = indices.size(); i > 1; --i) {
    std::swap(indices[i - 1], indices[static_cast<size_t>(random.Integer(0, static_cast<int64_t>(i)))]);
  }
  return indices;
}

class EmbeddingDenseBackward : public ::testing::TestWithParam<aclDataType> {
 protected:
  Problem Draw(int64_t rows, int64_t rowLength, int64_t numWeights) {
    return {random.Uniform({rows, rowLength}, GetParam(), -5, 5),
            random.Indices(static_cast<size_t>(rows), 0, numWeights), numWeights};
  }

  Problem DrawFor(const Indices& indices, int64_t rowLength, int64_t numWeights) {
    const auto rows = static_cast<int64_t>(indices.size());
    return {random.Uniform({rows, rowLength}, GetParam(), -5, 5), indices, numWeights};
  }

  Random random{20240504};
  ::testing::ScopedTrace trace = TraceSeed(random);
};

INSTANTIATE_TEST_SUITE_P(Dtypes, EmbeddingDenseBackward, ::testing::ValuesIn(kFloatDtypes),
                         [](const auto& dtype) {
                           return std::string(dtype.param == ACL_FLOAT     ? "Float"
                                              : dtype.param == ACL_FLOAT16 ? "Float16"
                                                                           : "Bfloat16");
                         });

TEST_P(EmbeddingDenseBackward, RepeatedAndAbsentRows) {
  ExpectGradient(DrawFor({3, 0, 3, 7, 3, 0}, 5, 9), GetParam());
}

TEST_P(EmbeddingDenseBackward, EveryIndexDtype) {
  for (const aclDataType indexDtype : kIndexDtypes) {
    SCOPED_TRACE(indexDtype);
    const int64_t numWeights = indexDtype == ACL_BOOL ? 2 : 100;
    Handover handover;
    handover.indexDtype = indexDtype;
    ExpectGradient(Draw(300, 4, numWeights), GetParam(), handover);
    // Beyond a tile, and not contiguous.
    handover.indexShape = {3, 500};
    handover.indices = Layout::Transposed(2).WithOffset(3);
    ExpectGradient(Draw(1500, 2, numWeights), GetParam(), handover);
  }
}

TEST_P(EmbeddingDenseBackward, ScaleByFrequency) {
  Problem problem = Draw(500, 6, 40);
  problem.scaleGradByFreq = true;
  ExpectGradient(problem, GetParam());
  problem.paddingIdx = 7;
  ExpectGradient(problem, GetParam());
}

TEST_P(EmbeddingDenseBackward, PaddingInsideTheTable) {
  for (const int64_t padding : {0, 4, 9}) {
    Problem problem = Draw(60, 3, 10);
    problem.paddingIdx = padding;
    ExpectGradient(problem, GetParam());
  }
}

TEST_P(EmbeddingDenseBackward, PaddingOutsideTheTableIsNone) {
  for (const int64_t padding :
       {int64_t{-1}, int64_t{10}, int64_t{392092}, int64_t{-2080804}, INT64_MIN, INT64_MAX}) {
    Problem problem = Draw(60, 3, 10);
    problem.paddingIdx = padding;
    ExpectGradient(problem, GetParam());
  }
}

TEST_P(EmbeddingDenseBackward, IndicesEqualToPaddingMayLieOutsideTheTable) {
  for (const int64_t padding : {int64_t{-1}, int64_t{10}, int64_t{-77}, INT64_MIN}) {
    Problem problem = Draw(60, 3, 10);
    problem.paddingIdx = padding;
    problem.indices[0] = padding;
    problem.indices[17] = padding;
    problem.indices[59] = padding;
    problem.scaleGradByFreq = true;
    ExpectGradient(problem, GetParam());
  }
}

TEST_P(EmbeddingDenseBackward, PaddedRowsAreDroppedWhateverTheyHold) {
  Problem problem = Draw(50, 4, 6);
  problem.paddingIdx = 2;
  for (size_t t = 0; t < 50; ++t) {
    if (problem.indices[t] == 2) {
      problem.grad.values[4 * t] = kNan;
      problem.grad.values[4 * t + 1] = kInfinity;
      problem.grad.values[4 * t + 2] = -kInfinity;
    }
  }
  ExpectGradient(problem, GetParam());
  problem.scaleGradByFreq = true;
  ExpectGradient(problem, GetParam());
}

TEST_P(EmbeddingDenseBackward, OnlyPadding) {
  Problem problem = DrawFor(Indices(400, 3), 5, 6);
  problem.paddingIdx = 3;
  problem.scaleGradByFreq = true;
  ExpectGradient(problem, GetParam());
}

TEST_P(EmbeddingDenseBackward, NanAndInfinityStayInTheirRowAndColumn) {
  Problem problem = Draw(200, 5, 8);
  const std::array<double, 5> special{kNan, kInfinity, -kInfinity, kInfinity, 0.0};
  for (size_t t = 0; t < 5; ++t) {
    problem.indices[t] = t < 3 ? 1 : 4;
    problem.grad.values[5 * t + t % 3] = special[t];
  }
  problem.indices[5] = 4;  // meets an infinity of the other sign
  problem.grad.values[5 * 5 + 0] = -kInfinity;
  ExpectGradient(problem, GetParam());
  problem.scaleGradByFreq = true;
  ExpectGradient(problem, GetParam());
}

TEST_P(EmbeddingDenseBackward, RowLengthsAroundTiles) {
  for (const int64_t rowLength : {1, 2, 3, 7, 8, 15, 17, 63, 255, 1023, 1024, 1025, 2049}) {
    SCOPED_TRACE(rowLength);
    ExpectGradient(Draw(20, rowLength, 7), GetParam());
  }
}

TEST_P(EmbeddingDenseBackward, TablesAroundTilesAndTasks) {
  for (const int64_t numWeights : {1, 2, 3, 341, 342, 1365, 1366, 5461, 5462, 11000}) {
    SCOPED_TRACE(numWeights);
    ExpectGradient(Draw(50, 3, numWeights), GetParam());
  }
}

TEST_P(EmbeddingDenseBackward, OccurrencesAroundAChunk) {
  for (const int64_t count : {1, 2, 255, 256, 257, 511, 512, 513, 1000}) {
    SCOPED_TRACE(count);
    Problem problem = DrawFor(WithCounts({0, count}, random), 3, 2);
    ExpectGradient(problem, GetParam());
    problem.scaleGradByFreq = true;
    ExpectGradient(problem, GetParam());
  }
}

TEST_P(EmbeddingDenseBackward, HotRowsBesideColdOnes) {
  const std::vector<std::vector<int64_t>> counts{{300, 1, 0, 256, 257, 513, 2, 1024, 1},
                                                 {256, 256, 257, 256},
                                                 {257, 257, 257, 257, 257},
                                                 {1, 511, 511, 1, 700, 0, 0, 300},
                                                 {100, 257, 100, 300, 55, 258, 254, 512}};
  for (const std::vector<int64_t>& perRow : counts) {
    Problem problem = DrawFor(WithCounts(perRow, random), 4, static_cast<int64_t>(perRow.size()));
    ExpectGradient(problem, GetParam());
    problem.scaleGradByFreq = true;
    problem.paddingIdx = 2;
    ExpectGradient(problem, GetParam());
  }
}

TEST_P(EmbeddingDenseBackward, LongHotRows) {
  ExpectGradient(DrawFor(WithCounts({700, 3, 300}, random), 1030, 3), GetParam());
}

TEST_P(EmbeddingDenseBackward, SortedReversedAndEqualIndices) {
  Indices indices = random.Indices(9000, 0, 50);
  std::sort(indices.begin(), indices.end());
  ExpectGradient(DrawFor(indices, 2, 50), GetParam());
  std::reverse(indices.begin(), indices.end());
  ExpectGradient(DrawFor(indices, 2, 50), GetParam());
  ExpectGradient(DrawFor(Indices(9000, 49), 2, 50), GetParam());
}

TEST_P(EmbeddingDenseBackward, RowsAroundBlocksOfTheSort) {
  for (const int64_t rows : {8191, 8192, 8193, 20000}) {
    SCOPED_TRACE(rows);
    ExpectGradient(Draw(rows, 1, 300), GetParam());
  }
}

TEST_P(EmbeddingDenseBackward, SeveralDigits) {
  for (const int64_t numWeights : {2047, 2048, 2049, 70000}) {
    SCOPED_TRACE(numWeights);
    Problem problem = Draw(9000, 1, numWeights);
    problem.indices[0] = numWeights - 1;
    problem.paddingIdx = problem.indices[1];
    ExpectGradient(problem, GetParam());
  }
}

// Sums of thousands of terms that go beyond FLOAT16: the quotient does not.
TEST_P(EmbeddingDenseBackward, SumsBeyondTheRangeOfHalf) {
  Problem problem{Full({5000, 3}, 100), Indices(5000, 1), 3};
  ExpectGradient(problem, GetParam());
  problem.scaleGradByFreq = true;
  ExpectGradient(problem, GetParam());
}

TEST_P(EmbeddingDenseBackward, SumsBeyondTheRangeComeBack) {
  const double largest = GetParam() == ACL_FLOAT16 ? 65504.0 : RoundTo(GetParam(), 3.3e38);
  Problem problem{Full({4, 2}, largest), {0, 0, 0, 0}, 1};
  problem.grad.values[4] = -largest;
  problem.grad.values[6] = -largest;
  problem.grad.values[7] = -largest;
  ExpectGradient(problem, GetParam());
  problem.grad = Full({4, 2}, largest);
  problem.scaleGradByFreq = true;
  ExpectGradient(problem, GetParam());
}

TEST_P(EmbeddingDenseBackward, SmallTermsBesideLargeOnes) {
  // Each small term of FLOAT would vanish in a float32 sum with the large ones, which cancel.
  const double small = RoundTo(GetParam(), 0.001);
  const double large = RoundTo(GetParam(), 60000);
  Problem problem{Full({2002, 2}, small), Indices(2002, 0), 1};
  problem.grad.values[0] = large;
  problem.grad.values[1] = large;
  problem.grad.values[2 * 2001] = -large;
  ExpectGradient(problem, GetParam());
}

TEST_P(EmbeddingDenseBackward, SubnormalsAreKept) {
  const double least = UlpSize(GetParam(), 0);
  Problem problem{Full({9, 3}, 3 * least), {0, 1, 1, 2, 2, 2, 2, 3, 3}, 4};
  ExpectGradient(problem, GetParam());
  problem.scaleGradByFreq = true;
  ExpectGradient(problem, GetParam());
}

TEST_P(EmbeddingDenseBackward, AnyFiniteValue) {
  Problem problem{random.AnyValue({3000, 3}, GetParam(), false), random.Indices(3000, 0, 1000), 1000};
  ExpectGradient(problem, GetParam());
  problem.scaleGradByFreq = true;
  ExpectGradient(problem, GetParam());
}

// One rounding, not one to float32 and another to the type of the output.
TEST_P(EmbeddingDenseBackward, HalvesAreRoundedOnce) {
  const Problem problem{MakeArray({2, 4}, {1 + std::ldexp(1.0, -11), 1 + std::ldexp(1.0, -8),
                                           1 + 3 * std::ldexp(1.0, -11), 1 + 3 * std::ldexp(1.0, -8),  //
                                           std::ldexp(1.0, -40), std::ldexp(1.0, -40), -std::ldexp(1.0, -40),
                                           -std::ldexp(1.0, -40)}),
                        {0, 0},
                        1};
  const DeviceTensor grad(problem.grad, ACL_FLOAT);
  const DeviceTensor indices = IndexTensor(problem, {});
  const DeviceTensor out = DeviceTensor::Output({1, 4}, GetParam());
  ASSERT_EQ(RunOn(problem, grad, indices, out), ACL_SUCCESS) << LastMessage();
  const Array expected =
      reference::EmbeddingDenseBackward(problem.grad, problem.indices, 1, static_cast<uint64_t>(-1), false);
  EXPECT_EQ(CorrectlyRoundedFraction(out.Read(), expected, GetParam()), 1.0);
}

TEST_P(EmbeddingDenseBackward, EveryOutDtype) {
  for (const aclDataType outDtype : kFloatDtypes) {
    Handover handover;
    handover.outDtype = outDtype;
    ExpectGradient(Draw(700, 9, 30), GetParam(), handover);
    handover.out = Layout::Transposed(2);
    ExpectGradient(Draw(700, 9, 2000), GetParam(), handover);
  }
}

TEST_P(EmbeddingDenseBackward, EveryRank) {
  for (size_t rank = 1; rank <= 8; ++rank) {
    Shape shape(rank, 2);
    shape.back() = 3;
    Problem problem = Draw(int64_t{1} << (rank - 1), 3, 5);
    problem.grad.shape = shape;
    ExpectGradient(problem, GetParam());
  }
}

TEST_P(EmbeddingDenseBackward, IndexWithoutDims) {
  const Problem problem = DrawFor({2}, 4, 5);
  const DeviceTensor grad(MakeArray({4}, problem.grad.values), GetParam());
  const DeviceTensor indices(FromIntegers({}, problem.indices), ACL_INT32);
  const DeviceTensor out = DeviceTensor::Output({5, 4}, GetParam());
  ASSERT_EQ(RunOn(problem, grad, indices, out), ACL_SUCCESS) << LastMessage();
  ExpectNearReference(out.Read(), problem, GetParam(), GetParam());
}

TEST_P(EmbeddingDenseBackward, IndicesOfAnotherShape) {
  Problem problem = Draw(24, 3, 7);
  problem.grad.shape = {4, 1, 6, 3};
  Handover handover;
  for (const Shape& shape : {Shape{24}, Shape{2, 12}, Shape{3, 1, 2, 4}, Shape{1, 2, 1, 3, 1, 2, 2, 1}}) {
    handover.indexShape = shape;
    ExpectGradient(problem, GetParam(), handover);
  }
}

TEST_P(EmbeddingDenseBackward, TransposedGrad) {
  Handover handover;
  handover.grad = Layout::Transposed(2);
  ExpectGradient(Draw(65, 33, 20), GetParam(), handover);
  ExpectGradient(DrawFor(WithCounts({300, 20}, random), 33, 2), GetParam(), handover);
}

TEST_P(EmbeddingDenseBackward, ChannelsLastGrad) {
  Problem problem = Draw(2 * 5 * 7, 9, 20);
  problem.grad.shape = {2, 5, 7, 9};
  Handover handover;
  handover.grad = Layout::ChannelsLast(4);
  ExpectGradient(problem, GetParam(), handover);
}

TEST_P(EmbeddingDenseBackward, PermutedGradAndIndices) {
  Problem problem = Draw(2 * 3 * 2 * 2 * 3 * 2, 5, 30);
  problem.grad.shape = {2, 3, 1, 2, 2, 3, 2, 5};
  Handover handover;
  handover.grad = Layout::Permuted({7, 3, 5, 0, 1, 6, 2, 4});
  handover.indexShape = {2, 3, 2, 2, 3, 2};
  handover.indices = Layout::Permuted({3, 0, 5, 1, 4, 2});
  ExpectGradient(problem, GetParam(), handover);
}

TEST_P(EmbeddingDenseBackward, SteppedViewsLeaveTheGapsAlone) {
  Handover handover;
  handover.grad = Layout::Stepped({2, 3});
  handover.indices = Layout::Stepped({4});
  handover.out = Layout::Stepped({3, 2});
  ExpectGradient(Draw(110, 13, 12), GetParam(), handover);
  ExpectGradient(Draw(110, 13, 700), GetParam(), handover);
}

TEST_P(EmbeddingDenseBackward, StorageOffsets) {
  Handover handover;
  handover.grad = Layout::Offset(3);
  handover.indices = Layout::Offset(1);
  handover.out = Layout::Offset(17);
  ExpectGradient(Draw(110, 11, 12), GetParam(), handover);
}

TEST_P(EmbeddingDenseBackward, ExpandedGrad) {
  // What the gradient of a sum is: one value for all.
  Problem problem = Draw(600, 7, 5);
  problem.grad = Full({600, 7}, RoundTo(GetParam(), 0.3));
  Handover handover;
  handover.grad = Layout::Expanded({0, 1});
  ExpectGradient(problem, GetParam(), handover);
}

TEST_P(EmbeddingDenseBackward, ExpandedIndices) {
  Handover handover;
  handover.indexShape = {20, 30};
  handover.indices = Layout::Expanded({0});
  Indices indices = random.Indices(30, 0, 9);
  indices.resize(600);
  for (size_t i = 30; i < 600; ++i) {
    indices[i] = indices[i - 30];
  }
  ExpectGradient(DrawFor(indices, 4, 9), GetParam(), handover);
}

TEST_P(EmbeddingDenseBackward, TransposedOut) {
  Handover handover;
  handover.out = Layout::Transposed(2);
  ExpectGradient(Draw(300, 33, 65), GetParam(), handover);
  handover.out = Layout::Transposed(2).WithOffset(5);
  ExpectGradient(Draw(20, 1500, 11), GetParam(), handover);
}

TEST_P(EmbeddingDenseBackward, NoRowsGiveZeros) {
  ExpectGradient({Full({0, 3}, 0), {}, 5}, GetParam());
  ExpectGradient({Full({4, 0, 700}, 0), {}, 90}, GetParam());
  Handover handover;
  handover.out = Layout::Stepped({2, 2});
  ExpectGradient({Full({0, 3}, 0), {}, 5}, GetParam(), handover);
}

TEST_P(EmbeddingDenseBackward, NothingToWrite) {
  ExpectGradient({Full({4, 0}, 0), {0, 1, 2, 1}, 5}, GetParam());
  ExpectGradient({Full({0, 3}, 0), {}, 0}, GetParam());
  ExpectGradient({Full({0, 0}, 0), {}, 0}, GetParam());
  // All left out.
  ExpectGradient({Full({2, 3}, 1), {-1, -1}, 0}, GetParam());
}

TEST_P(EmbeddingDenseBackward, SameBitsAgain) {
  const Problem problem = DrawFor(WithCounts({3000, 10, 700, 1, 290}, random), 40, 5);
  const DeviceTensor grad(problem.grad, GetParam());
  const DeviceTensor indices = IndexTensor(problem, {});
  DeviceTensor out = DeviceTensor::Output({5, 40}, GetParam());
  ASSERT_EQ(RunOn(problem, grad, indices, out), ACL_SUCCESS) << LastMessage();
  const std::vector<uint8_t> first = out.Bytes();
  for (int again = 0; again < 5; ++again) {
    out.FillWithCanaries();
    ASSERT_EQ(RunOn(problem, grad, indices, out), ACL_SUCCESS) << LastMessage();
    EXPECT_EQ(out.Bytes(), first);
  }
}

// Many shapes, dtypes, layouts and attributes at once, all small.
TEST_P(EmbeddingDenseBackward, RandomProblems) {
  const auto shuffled = [&](size_t rank) {
    std::vector<size_t> order(rank);
    std::iota(order.begin(), order.end(), size_t{0});
    for (size_t i = rank; i > 1; --i) {
      std::swap(order[i - 1], order[static_cast<size_t>(random.Integer(0, static_cast<int64_t>(i)))]);
    }
    return order;
  };
  const auto anyLayout = [&](size_t rank) {
    Layout layout;
    if (random.Unit() < 0.5) {
      layout.order = shuffled(rank);
    }
    if (random.Unit() < 0.3) {
      layout.steps.resize(rank);
      std::generate(layout.steps.begin(), layout.steps.end(), [&] { return random.Integer(1, 4); });
    }
    return layout.WithOffset(random.Integer(0, 5));
  };
  for (int draw = 0; draw < 60; ++draw) {
    SCOPED_TRACE(draw);
    Handover handover;
    handover.indexDtype = kIndexDtypes[static_cast<size_t>(random.Integer(0, 9))];
    handover.outDtype = kFloatDtypes[static_cast<size_t>(random.Integer(0, 3))];
    const auto indexRank = static_cast<size_t>(random.Integer(1, 5));
    int64_t rows = 1;
    for (size_t d = 0; d < indexRank; ++d) {
      handover.indexShape.push_back(random.Integer(1, indexRank == 1 ? 2000 : 9));
      rows *= handover.indexShape.back();
    }
    // Row numbers up to 127, which every type but BOOL has; few of them make hot rows.
    const int64_t numWeights = random.Unit() < 0.5 ? random.Integer(2, 4) : random.Integer(2, 128);
    const int64_t rowLength = random.Integer(1, 9);
    Problem problem = DrawFor(
        random.Indices(static_cast<size_t>(rows), 0, handover.indexDtype == ACL_BOOL ? 2 : numWeights),
        rowLength, numWeights);
    problem.grad.shape = handover.indexShape;
    problem.grad.shape.push_back(rowLength);
    problem.paddingIdx = random.Integer(-3, numWeights + 3);
    problem.scaleGradByFreq = random.Unit() < 0.5;
    handover.grad = anyLayout(indexRank + 1);
    handover.indices = anyLayout(indexRank);
    handover.out = anyLayout(2);
    ExpectGradient(problem, GetParam(), handover);
  }
}

// What depends on the indices alone, with FLOAT gradients.

// Runs with these indices; expects success and that they count as `meant`.
void ExpectIndicesMean(const Array& values, aclDataType dtype, const Indices& meant) {
  Random random(5);
  const auto rows = static_cast<int64_t>(meant.size());
  const Problem problem{random.Uniform({rows, 2}, ACL_FLOAT, -5, 5), meant, 5};
  const DeviceTensor grad(problem.grad, ACL_FLOAT);
  const DeviceTensor indices(values, dtype);
  const DeviceTensor out = DeviceTensor::Output({5, 2}, ACL_FLOAT);
  ASSERT_EQ(RunOn(problem, grad, indices, out), ACL_SUCCESS) << LastMessage();
  ExpectNearReference(out.Read(), problem, ACL_FLOAT, ACL_FLOAT);
}

TEST(EmbeddingDenseBackwardIndices, FloatingOnesAreTruncatedTowardZero) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE}) {
    ExpectIndicesMean(MakeArray({8}, {0.0, -0.0, 0.99, -0.99, 1.5, 2.75, 4.99, 3.0}), dtype,
                      {0, 0, 0, 0, 1, 2, 4, 3});
  }
}

TEST(EmbeddingDenseBackwardIndices, AnyByteButZeroIsTrue) {
  const Problem problem{MakeArray({4, 1}, {1, 10, 100, 1000}), {0, 1, 1, 1}, 2};
  const DeviceTensor grad(problem.grad, ACL_FLOAT);
  const DeviceTensor bytes(MakeArray({4}, {0, 1, 2, 255}), ACL_UINT8);
  const DeviceTensor out = DeviceTensor::Output({2, 1}, ACL_FLOAT);
  const Shape shape{4};
  const std::unique_ptr<aclTensor, decltype(&aclDestroyTensor)> indices(
      aclCreateTensor(shape.data(), 1, ACL_BOOL, nullptr, 0, ACL_FORMAT_ND, shape.data(), 1, bytes.Data()),
      aclDestroyTensor);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnEmbeddingDenseBackwardGetWorkspaceSize(grad.Get(), indices.get(), 2, UINT64_MAX,
                                                                     false, out.Get(), size, executor);
                },
                aclnnEmbeddingDenseBackward),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read().values, (std::vector<double>{1, 1110}));
}

// A table with few of its rows named. Looks at the output's bytes directly: it has millions of elements.
void ExpectFewRowsOfManyWritten(int64_t numWeights, int64_t rowLength) {
  Random random(11);
  const auto trace = TraceSeed(random);
  Problem problem{random.Uniform({40, rowLength}, ACL_FLOAT, -5, 5), random.Indices(40, 0, numWeights),
                  numWeights};
  problem.indices[3] = problem.indices[30];
  problem.indices[4] = numWeights - 1;
  problem.indices[5] = 0;
  const DeviceTensor grad(problem.grad, ACL_FLOAT);
  const DeviceTensor indices = IndexTensor(problem, {});

  std::vector<float> table(static_cast<size_t>(numWeights * rowLength), -1.0F);
  const size_t bytes = table.size() * sizeof(float);
  void* memory = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  const std::unique_ptr<void, decltype(&aclrtFree)> owner(memory, aclrtFree);
  ASSERT_EQ(aclrtMemcpy(memory, bytes, table.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  const Shape shape{numWeights, rowLength};
  const std::unique_ptr<aclTensor, decltype(&aclDestroyTensor)> out(
      aclCreateTensor(shape.data(), 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape.data(), 2, memory),
      aclDestroyTensor);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  const aclnnStatus status = aclnnEmbeddingDenseBackwardGetWorkspaceSize(
                      grad.Get(), indices.Get(), static_cast<uint64_t>(numWeights), UINT64_MAX, false,
                      out.get(), size, executor);
                  EXPECT_LT(*size, 64U << 10) << "scratch must not grow with the table";
                  return status;
                },
                aclnnEmbeddingDenseBackward),
            ACL_SUCCESS)
      << LastMessage();
  ASSERT_EQ(aclrtMemcpy(table.data(), bytes, memory, bytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);

  std::vector<double> expected(table.size(), 0.0);
  for (size_t i = 0; i < problem.grad.values.size(); ++i) {
    const auto length = static_cast<size_t>(rowLength);
    expected[static_cast<size_t>(problem.indices[i / length]) * length + i % length] +=
        problem.grad.values[i];
  }
  const bool equal = std::equal(table.begin(), table.end(), expected.begin(),
                                [](float actual, double sum) { return actual == static_cast<float>(sum); });
  EXPECT_TRUE(equal);
}

TEST_P(EmbeddingDenseBackward, ScaledRowsOfManyElements) {
  Problem problem = Draw(12, 200003, 3);
  problem.scaleGradByFreq = true;
  for (const aclDataType dtype : {ACL_INT32, ACL_INT64}) {
    Handover handover;
    handover.indexDtype = dtype;
    ExpectGradient(problem, GetParam(), handover);
  }
}

// Row numbers of more than 32 bits. The index behind the table is found before anything is written, so that
// the table's pages are never touched.
TEST(EmbeddingDenseBackwardIndices, TableBeyondThirtyTwoBits) {
  const int64_t rows = (int64_t{1} << 32) + 5;
  void* table = nullptr;
  if (aclrtMalloc(&table, static_cast<size_t>(rows) * 2, ACL_MEM_MALLOC_NORMAL_ONLY) != 0) {
    GTEST_SKIP() << "this machine has no 8 GiB for a device";
  }
  const Shape shape{rows, 1};
  aclTensor* out =
      aclCreateTensor(shape.data(), 2, ACL_FLOAT16, nullptr, 0, ACL_FORMAT_ND, shape.data(), 2, table);
  const DeviceTensor grad(Full({3, 1}, 1), ACL_FLOAT16);
  const DeviceTensor indices(FromIntegers({3}, {rows - 1, 4, rows}), ACL_INT64);
  const aclnnStatus status = RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnEmbeddingDenseBackwardGetWorkspaceSize(
            grad.Get(), indices.Get(), static_cast<uint64_t>(rows), UINT64_MAX, false, out, size, executor);
      },
      aclnnEmbeddingDenseBackward);
  EXPECT_EQ(status, 507035);
  EXPECT_NE(LastMessage().find("[0, 4294967301), got 4294967301 at position 2"), std::string::npos)
      << LastMessage();
  EXPECT_EQ(aclDestroyTensor(out), 0);
  EXPECT_EQ(aclrtFree(table), 0);
}

TEST(EmbeddingDenseBackwardIndices, FewRowsOfALargeTable) {
  ExpectFewRowsOfManyWritten(1000000, 4);
}

TEST(EmbeddingDenseBackwardIndices, TableWithRowNumbersOfThreeDigits) {
  ExpectFewRowsOfManyWritten((int64_t{1} << 22) + 3, 1);
}

// Indices outside the table.

class EmbeddingDenseBackwardOutside : public ::testing::Test {
 protected:
  // Runs `count` zeros with these values put in; expects the failure and an output left alone.
  void ExpectRefused(const std::vector<std::pair<size_t, double>>& values, aclDataType dtype,
                     const std::vector<std::string>& message, size_t count = 12,
                     const Layout& layout = Layout::Contiguous(), const Shape& shape = {}) const {
    const auto rows = static_cast<int64_t>(count);
    Array indices = Full(shape.empty() ? Shape{rows} : shape, 0);
    for (const auto& [position, value] : values) {
      indices.values.at(position) = value;
    }
    const Problem problem{Full({rows, 2}, 1), {}, numWeights, paddingIdx};
    const DeviceTensor grad(problem.grad, ACL_FLOAT);
    const DeviceTensor indexTensor(indices, dtype, layout);
    const DeviceTensor out = DeviceTensor::Output({numWeights, 2}, ACL_FLOAT);
    EXPECT_EQ(RunOn(problem, grad, indexTensor, out), kVectorCoreException) << dtype;
    ExpectMessage({"aclnnEmbeddingDenseBackward", "indices: expected values in [0, "});
    ExpectMessage(message);
    EXPECT_TRUE(AllUnwritten(out.Read()));
    EXPECT_TRUE(out.CanariesIntact());
  }

  int64_t numWeights = 10;
  int64_t paddingIdx = kNoPadding;
};

TEST_F(EmbeddingDenseBackwardOutside, JustBeyondTheTable) {
  for (const aclDataType dtype : kIndexDtypes) {
    if (dtype != ACL_BOOL) {
      ExpectRefused({{5, 10}}, dtype, {"[0, 10), got 10 at position 5"});
    }
  }
  numWeights = 1;
  ExpectRefused({{3, 1}}, ACL_BOOL, {"[0, 1), got 1 at position 3"});
}

TEST_F(EmbeddingDenseBackwardOutside, Negative) {
  for (const aclDataType dtype :
       {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_INT32, ACL_INT64, ACL_INT16, ACL_INT8}) {
    ExpectRefused({{0, -2}}, dtype, {"got -2 at position 0"});
  }
  ExpectRefused({{11, -std::ldexp(1.0, 63)}}, ACL_INT64, {"got -9223372036854775808 at position 11"});
}

TEST_F(EmbeddingDenseBackwardOutside, NotANumber) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE}) {
    // Whatever the padding: these equal no index.
    for (const int64_t padding : {int64_t{-1}, int64_t{-2}, int64_t{0}, INT64_MIN, INT64_MAX}) {
      paddingIdx = padding;
      ExpectRefused({{4, kNan}}, dtype, {"nan at position 4"});
      ExpectRefused({{4, kInfinity}}, dtype, {"got inf at position 4"});
      ExpectRefused({{4, -kInfinity}}, dtype, {"got -inf at position 4"});
    }
  }
}

TEST_F(EmbeddingDenseBackwardOutside, FloatsBeyondTheRangeOfIntegers) {
  paddingIdx = INT64_MIN;
  ExpectRefused({{4, 1e300}}, ACL_DOUBLE, {"got 1e+300 at position 4"});
  ExpectRefused({{4, -1e300}}, ACL_DOUBLE, {"got -1e+300 at position 4"});
  ExpectRefused({{4, std::ldexp(1.0, 63)}}, ACL_DOUBLE, {"at position 4"});
  ExpectRefused({{4, 10.5}}, ACL_DOUBLE, {"got 10.5 at position 4"});
}

TEST_F(EmbeddingDenseBackwardOutside, LargeIntegers) {
  // Not to be taken for the row that their low bits name.
  ExpectRefused({{2, std::ldexp(1.0, 32)}}, ACL_INT64, {"got 4294967296 at position 2"});
  ExpectRefused({{2, std::ldexp(1.0, 62)}}, ACL_INT64, {"got 4611686018427387904 at position 2"});
}

TEST_F(EmbeddingDenseBackwardOutside, TheFirstOneIsNamed) {
  ExpectRefused({{29999, 11}, {20001, 12}, {9000, 13}, {8999, 14}, {25000, 15}}, ACL_INT32,
                {"got 14 at position 8999"}, 30000);
  ExpectRefused({{8192, 11}, {8191, 12}, {8190, 13}}, ACL_INT16, {"got 13 at position 8190"}, 30000);
}

TEST_F(EmbeddingDenseBackwardOutside, PositionsCountTheViewInRowMajorOrder) {
  ExpectRefused({{7, 77}, {9, 99}}, ACL_INT64, {"got 77 at position 7"}, 12, Layout::Transposed(2), {3, 4});
}

TEST_F(EmbeddingDenseBackwardOutside, PaddingIsNoExcuseForOthers) {
  paddingIdx = 12;
  ExpectRefused({{1, 12}, {3, 11}, {5, 12}}, ACL_INT64, {"got 11 at position 3"});
}

TEST_F(EmbeddingDenseBackwardOutside, EveryIndexIfTheTableIsEmpty) {
  numWeights = 0;
  ExpectRefused({}, ACL_INT64, {"[0, 0), got 0 at position 0"});
}

TEST_F(EmbeddingDenseBackwardOutside, TheNextCallOfTheStreamIsNotConcerned) {
  ExpectRefused({{1, 10}}, ACL_INT64, {"position 1"});
  ExpectIndicesMean(FromIntegers({3}, {1, 4, 1}), ACL_INT64, {1, 4, 1});
}

TEST_F(EmbeddingDenseBackwardOutside, NotLookedForWhereRowsHaveNoElements) {
  const Problem problem{Full({2, 0}, 0), {70, -70}, 5};
  const DeviceTensor grad(problem.grad, ACL_FLOAT);
  const DeviceTensor indices = IndexTensor(problem, {});
  const DeviceTensor out = DeviceTensor::Output({5, 0}, ACL_FLOAT);
  EXPECT_EQ(RunOn(problem, grad, indices, out), ACL_SUCCESS) << LastMessage();
}

}  // namespace
}  // namespace openaclnn::testing
