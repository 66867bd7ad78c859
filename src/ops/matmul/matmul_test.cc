// SPDX-License-Identifier: Apache-2.0
//
// Matrix products against an oracle that sums in float64, over types, shapes and layouts; the same bits in
// every layout; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_addbmm.h"
#include "aclnnop/aclnn_addmm.h"
#include "aclnnop/aclnn_addmv.h"
#include "aclnnop/aclnn_baddbmm.h"
#include "aclnnop/aclnn_batch_matmul.h"
#include "aclnnop/aclnn_dot.h"
#include "aclnnop/aclnn_matmul.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_mv.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

using Plain = aclnnStatus (*)(const aclTensor*, const aclTensor*, aclTensor*, int8_t, uint64_t*,
                              aclOpExecutor**);
using Sum = aclnnStatus (*)(const aclTensor*, const aclTensor*, const aclTensor*, const aclScalar*,
                            const aclScalar*, aclTensor*, int8_t, uint64_t*, aclOpExecutor**);
using InplaceSum = aclnnStatus (*)(aclTensor*, const aclTensor*, const aclTensor*, const aclScalar*,
                                   const aclScalar*, int8_t, uint64_t*, aclOpExecutor**);

aclnnStatus DotPhaseOne(const aclTensor* self, const aclTensor* tensor, aclTensor* out, int8_t,
                        uint64_t* size, aclOpExecutor** executor) {
  return aclnnDotGetWorkspaceSize(self, tensor, out, size, executor);
}
aclnnStatus AddmvPhaseOne(const aclTensor* self, const aclTensor* mat, const aclTensor* vec,
                          const aclScalar* beta, const aclScalar* alpha, aclTensor* out, int8_t mode,
                          uint64_t* size, aclOpExecutor** executor) {
  return aclnnAddmvGetWorkspaceSize(self, mat, vec, alpha, beta, out, mode, size, executor);
}

// An operator with shapes that it takes.
struct Operation {
  const char* name;
  Plain plain;
  Sum sum;
  InplaceSum inPlace;
  PhaseTwo phaseTwo;
  bool sumsBatches;
  // first, second, and what is added
  std::vector<std::array<Shape, 3>> shapes;
};

const std::vector<std::array<Shape, 3>> kMatrices{
    {{{1, 1}, {1, 1}, {1, 1}}},         {{{3, 5}, {5, 7}, {7}}},       {{{17, 300}, {300, 33}, {17, 1}}},
    {{{65, 64}, {64, 129}, {65, 129}}}, {{{5, 0}, {0, 4}, {}}},        {{{0, 4}, {4, 3}, {1, 3}}},
    {{{4, 3000}, {3000, 3}, {4, 3}}},   {{{1, 700}, {700, 19}, {19}}}, {{{23, 700}, {700, 1}, {23, 1}}},
    {{{50, 257}, {257, 50}, {50, 1}}},
};
const std::vector<std::array<Shape, 3>> kBatches{
    {{{2, 3, 5}, {2, 5, 7}, {7}}},        {{{7, 17, 40}, {7, 40, 33}, {33}}},
    {{{3, 1, 600}, {3, 600, 5}, {1, 5}}}, {{{40, 2, 3}, {40, 3, 2}, {2, 2}}},
    {{{0, 2, 3}, {0, 3, 2}, {2, 2}}},     {{{0, 1, 3}, {0, 3, 2}, {1, 2}}},
};
const std::vector<std::array<Shape, 3>> kMatrixAndVector{
    {{{1, 1}, {1}, {}}}, {{{70, 300}, {300}, {70}}}, {{{3, 3000}, {3000}, {1}}}, {{{3, 0}, {0}, {3}}}};

std::vector<Operation> Operations() {
  std::vector<std::array<Shape, 3>> broadcast = kBatches;
  broadcast.push_back({{{1, 6, 9}, {5, 9, 4}, {}}});
  broadcast.push_back({{{5, 6, 9}, {1, 9, 4}, {}}});
  std::vector<std::array<Shape, 3>> all = kMatrices;
  all.insert(all.end(), broadcast.begin(), broadcast.end());
  all.insert(all.end(), kMatrixAndVector.begin(), kMatrixAndVector.end());
  for (const auto& [first, second] :
       std::vector<std::array<Shape, 2>>{{{{600}, {600}}},
                                         {{{0}, {0}}},
                                         {{{30}, {30, 5}}},
                                         {{{30}, {4, 30, 5}}},
                                         {{{2, 3, 4, 30}, {30}}},
                                         {{{2, 3, 4, 30}, {30, 6}}},
                                         {{{3, 1, 4, 8}, {5, 8, 6}}},
                                         {{{2, 3, 8}, {4, 1, 1, 8, 6}}},
                                         {{{2, 1, 2, 1, 2, 1, 3, 8}, {8, 6}}}}) {
    all.push_back({first, second, {}});
  }
  return {
      {"Mm", aclnnMmGetWorkspaceSize, nullptr, nullptr, aclnnMm, false, kMatrices},
      {"Matmul", aclnnMatmulGetWorkspaceSize, nullptr, nullptr, aclnnMatmul, false, all},
      {"MatmulWeightNz", aclnnMatmulWeightNzGetWorkspaceSize, nullptr, nullptr, aclnnMatmulWeightNz, false,
       all},
      {"BatchMatMulWeightNz", aclnnBatchMatMulWeightNzGetWorkspaceSize, nullptr, nullptr,
       aclnnBatchMatMulWeightNz, false, broadcast},
      {"AddmmWeightNz", nullptr, aclnnAddmmWeightNzGetWorkspaceSize, nullptr, aclnnAddmmWeightNz, false,
       kMatrices},
      {"BatchMatMul", aclnnBatchMatMulGetWorkspaceSize, nullptr, nullptr, aclnnBatchMatMul, false, broadcast},
      {"Mv", aclnnMvGetWorkspaceSize, nullptr, nullptr, aclnnMv, false, kMatrixAndVector},
      {"Dot",
       DotPhaseOne,
       nullptr,
       nullptr,
       aclnnDot,
       false,
       {{{{1}, {1}, {}}}, {{{20000}, {20000}, {}}}, {{{0}, {0}, {}}}}},
      {"Addmm", nullptr, aclnnAddmmGetWorkspaceSize, nullptr, aclnnAddmm, false, kMatrices},
      {"InplaceAddmm", nullptr, nullptr, aclnnInplaceAddmmGetWorkspaceSize, aclnnInplaceAddmm, false,
       kMatrices},
      {"Addmv", nullptr, AddmvPhaseOne, nullptr, aclnnAddmv, false, kMatrixAndVector},
      {"Addbmm", nullptr, aclnnAddbmmGetWorkspaceSize, nullptr, aclnnAddbmm, true, kBatches},
      {"InplaceAddbmm", nullptr, nullptr, aclnnInplaceAddbmmGetWorkspaceSize, aclnnInplaceAddbmm, true,
       kBatches},
      {"Baddbmm", nullptr, aclnnBaddbmmGetWorkspaceSize, nullptr, aclnnBaddbmm, false, kBatches},
      {"InplaceBaddbmm", nullptr, nullptr, aclnnInplaceBaddbmmGetWorkspaceSize, aclnnInplaceBaddbmm, false,
       kBatches},
  };
}

Shape BatchOf(const Shape& shape) {
  return shape.size() > 2 ? Shape(shape.begin(), shape.end() - 2) : Shape();
}

// Element `index` of a shape seen in one that it broadcasts to: its place in row-major order.
int64_t PlaceIn(const Shape& shape, const Shape& whole, int64_t index) {
  int64_t place = 0;
  int64_t stride = 1;
  for (size_t d = 0; d < whole.size(); ++d) {
    const int64_t dim = whole[whole.size() - 1 - d];
    if (d < shape.size()) {
      const int64_t own = shape[shape.size() - 1 - d];
      place += own == 1 ? 0 : index % dim * stride;
      stride *= own;
    }
    index /= dim;
  }
  return place;
}

struct Expectation {
  Array values;
  Array magnitudes;  // the sum of the terms' magnitudes
};

Expectation Product(const Array& first, const Array& second, const Array* added, double beta, double alpha,
                    bool sumsBatches) {
  const int64_t rows = first.shape.size() > 1 ? first.shape[first.shape.size() - 2] : 1;
  const int64_t columns = second.shape.size() > 1 ? second.shape.back() : 1;
  const int64_t depth = first.shape.back();
  const Shape batch = BroadcastShape(BatchOf(first.shape), BatchOf(second.shape));
  const int64_t batches = NumElements(batch);
  Shape shape = sumsBatches ? Shape() : batch;
  if (first.shape.size() > 1) {
    shape.push_back(rows);
  }
  if (second.shape.size() > 1) {
    shape.push_back(columns);
  }
  Expectation result{Full(shape, 0), Full(shape, 0)};
  for (int64_t b = 0; b < batches; ++b) {
    const int64_t a0 = PlaceIn(BatchOf(first.shape), batch, b) * rows * depth;
    const int64_t b0 = PlaceIn(BatchOf(second.shape), batch, b) * depth * columns;
    for (int64_t i = 0; i < rows; ++i) {
      for (int64_t j = 0; j < columns; ++j) {
        const auto at = static_cast<size_t>(((sumsBatches ? 0 : b) * rows + i) * columns + j);
        for (int64_t k = 0; k < depth; ++k) {
          const double term = alpha * first.values[static_cast<size_t>(a0 + i * depth + k)] *
                              second.values[static_cast<size_t>(b0 + k * columns + j)];
          result.values.values[at] += term;
          result.magnitudes.values[at] += std::abs(term);
        }
      }
    }
  }
  for (size_t i = 0; added != nullptr && beta != 0 && i < result.values.values.size(); ++i) {
    const double term =
        beta * added->values[static_cast<size_t>(PlaceIn(added->shape, shape, static_cast<int64_t>(i)))];
    result.values.values[i] += term;
    result.magnitudes.values[i] += std::abs(term);
  }
  return result;
}

// How the operands and the result lie in memory.
enum class Layouts { kContiguous, kTransposed, kStepped };

Layout LayoutOf(Layouts layouts, size_t rank) {
  if (layouts == Layouts::kTransposed && rank > 1) {
    std::vector<size_t> order(rank);
    for (size_t d = 0; d < rank; ++d) {
      order[d] = d;
    }
    std::swap(order[rank - 1], order[rank - 2]);
    return Layout::Permuted(order).WithOffset(3);
  }
  return layouts == Layouts::kStepped ? Layout::Stepped(std::vector<int64_t>(rank, 2)).WithOffset(1)
                                      : Layout();
}

struct Numbers {
  double beta = 0.5;
  double alpha = -2;
};

class Matmul : public ::testing::TestWithParam<Operation> {
 protected:
  struct Inputs {
    Array first;
    Array second;
    Array added;
  };

  Inputs Draw(const std::array<Shape, 3>& shapes, aclDataType dtype) {
    Inputs inputs{random_.Normal(shapes[0], dtype, 0, 1), random_.Normal(shapes[1], dtype, 0, 1), {}};
    // In place, what is added has the shape of the result.
    const Shape result =
        Product(inputs.first, inputs.second, nullptr, 0, 1, GetParam().sumsBatches).values.shape;
    inputs.added = random_.Normal(GetParam().inPlace != nullptr ? result : shapes[2], dtype, 0, 1);
    return inputs;
  }

  // The result, as it was written.
  DeviceTensor Compute(const Inputs& inputs, const Shape& result, aclDataType dtype, aclDataType outDtype,
                       Layouts layouts, const Numbers& numbers = {}) {
    const Operation& operation = GetParam();
    const auto layoutOf = [&](const Shape& shape) { return LayoutOf(layouts, shape.size()); };
    const DeviceTensor first(inputs.first, dtype, layoutOf(inputs.first.shape));
    const DeviceTensor second(inputs.second, dtype, layoutOf(inputs.second.shape));
    const DeviceTensor added(inputs.added, dtype, layoutOf(inputs.added.shape));
    DeviceTensor out = operation.inPlace != nullptr
                           ? DeviceTensor(inputs.added, outDtype, layoutOf(result))
                           : DeviceTensor::Output(result, outDtype, layoutOf(result));
    const Scalar beta(numbers.beta, ACL_DOUBLE);
    const Scalar alpha(numbers.alpha, ACL_FLOAT);
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          if (operation.plain != nullptr) {
            return operation.plain(first.Get(), second.Get(), out.Get(), 0, size, executor);
          }
          if (operation.inPlace != nullptr) {
            return operation.inPlace(out.Get(), first.Get(), second.Get(), beta.Get(), alpha.Get(), 1, size,
                                     executor);
          }
          return operation.sum(added.Get(), first.Get(), second.Get(), beta.Get(), alpha.Get(), out.Get(), 3,
                               size, executor);
        },
        operation.phaseTwo);
    EXPECT_EQ(status, ACL_SUCCESS) << LastMessage();
    EXPECT_TRUE(out.CanariesIntact());
    return out;
  }

  Expectation Expected(const Inputs& inputs, const Numbers& numbers = {}) const {
    const bool adds = GetParam().plain == nullptr;
    return Product(inputs.first, inputs.second, adds ? &inputs.added : nullptr, numbers.beta,
                   adds ? numbers.alpha : 1, GetParam().sumsBatches);
  }

  void ExpectProducts(aclDataType dtype, aclDataType outDtype, Layouts layouts) {
    for (const auto& shapes : GetParam().shapes) {
      const auto trace = TraceSeed(random_);
      const Inputs inputs = Draw(shapes, dtype);
      const Expectation expected = Expected(inputs);
      const DeviceTensor out = Compute(inputs, expected.values.shape, dtype, outDtype, layouts);
      // In float32 a sum of many terms is off by a few last places of the sum of their magnitudes.
      EXPECT_TRUE(Near(out.Read(), expected.values, Tolerance::For(outDtype, expected.magnitudes)))
          << ::testing::PrintToString(shapes[0]) << " @ " << ::testing::PrintToString(shapes[1]);
    }
  }

  Random random_{20};
};

TEST_P(Matmul, EveryTypeAndShape) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    ExpectProducts(dtype, dtype, Layouts::kContiguous);
  }
}

TEST_P(Matmul, HalfOperandsWithAFloatResult) {
  if (GetParam().inPlace == nullptr) {
    ExpectProducts(ACL_FLOAT16, ACL_FLOAT, Layouts::kContiguous);
    ExpectProducts(ACL_BF16, ACL_FLOAT, Layouts::kTransposed);
  }
}

TEST_P(Matmul, SameBitsInEveryLayout) {
  for (const auto& shapes : GetParam().shapes) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      const Inputs inputs = Draw(shapes, dtype);
      const Shape result = Expected(inputs).values.shape;
      const Array plain = Compute(inputs, result, dtype, dtype, Layouts::kContiguous).Read();
      for (const Layouts layouts : {Layouts::kTransposed, Layouts::kStepped}) {
        EXPECT_TRUE(
            Near(Compute(inputs, result, dtype, dtype, layouts).Read(), plain, Tolerance::Exact(dtype)))
            << ::testing::PrintToString(shapes[0]) << " @ " << ::testing::PrintToString(shapes[1]);
      }
    }
  }
}

TEST_P(Matmul, WithoutBetaTheSummandDoesNotCount) {
  if (GetParam().plain != nullptr) {
    return;
  }
  const auto& shapes = GetParam().shapes[1];
  Inputs inputs = Draw(shapes, ACL_FLOAT);
  inputs.added.values.assign(inputs.added.values.size(), NAN);
  const Numbers numbers{.beta = 0, .alpha = 1};
  const Expectation expected = Expected(inputs, numbers);
  const DeviceTensor out =
      Compute(inputs, expected.values.shape, ACL_FLOAT, ACL_FLOAT, Layouts::kContiguous, numbers);
  EXPECT_TRUE(Near(out.Read(), expected.values, Tolerance::For(ACL_FLOAT, expected.magnitudes)));
}

TEST_P(Matmul, NotANumberReachesItsRowOrColumnAlone) {
  const auto& shapes = GetParam().shapes[1];
  Inputs inputs = Draw(shapes, ACL_FLOAT);
  inputs.first.values[2] = NAN;
  const Expectation expected = Expected(inputs);
  const DeviceTensor out = Compute(inputs, expected.values.shape, ACL_FLOAT, ACL_FLOAT, Layouts::kContiguous);
  EXPECT_TRUE(Near(out.Read(), expected.values, Tolerance::For(ACL_FLOAT, expected.magnitudes)));
}

INSTANTIATE_TEST_SUITE_P(Products, Matmul, ::testing::ValuesIn(Operations()),
                         [](const auto& instance) { return std::string(instance.param.name); });

// An output that is an operand too is made elsewhere first.
TEST(MatmulOverlap, OutputOnTopOfAnOperand) {
  Random random(3);
  const Array square = random.Normal({40, 40}, ACL_FLOAT, 0, 1);
  const DeviceTensor tensor(square, ACL_FLOAT);
  const aclnnStatus status = RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnMmGetWorkspaceSize(tensor.Get(), tensor.Get(), tensor.Get(), 0, size, executor);
      },
      aclnnMm);
  ASSERT_EQ(status, ACL_SUCCESS) << LastMessage();
  const Expectation expected = Product(square, square, nullptr, 0, 1, false);
  EXPECT_TRUE(Near(tensor.Read(), expected.values, Tolerance::For(ACL_FLOAT, expected.magnitudes)));
}

// A weight that is expanded over the batch, and one matrix times a whole batch.
TEST(MatmulBroadcast, ExpandedBatch) {
  Random random(4);
  Array first = random.Normal({3, 5, 8}, ACL_FLOAT, 0, 1);
  const Array matrix = random.Normal({8, 6}, ACL_FLOAT, 0, 1);
  Array second = Full({3, 8, 6}, 0);
  for (size_t i = 0; i < second.values.size(); ++i) {
    second.values[i] = matrix.values[i % 48];
  }
  const DeviceTensor a(first, ACL_FLOAT);
  const DeviceTensor b(second, ACL_FLOAT, Layout::Expanded({0}));
  const DeviceTensor out = DeviceTensor::Output({3, 5, 6}, ACL_FLOAT);
  const aclnnStatus status = RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnMatmulGetWorkspaceSize(a.Get(), b.Get(), out.Get(), 0, size, executor);
      },
      aclnnMatmul);
  ASSERT_EQ(status, ACL_SUCCESS) << LastMessage();
  const Expectation expected = Product(first, second, nullptr, 0, 1, false);
  EXPECT_TRUE(Near(out.Read(), expected.values, Tolerance::For(ACL_FLOAT, expected.magnitudes)));
}

TEST(MatmulTypes, OperandsOfTwoTypesPromote) {
  Random random(5);
  const Array first = random.Normal({20, 30}, ACL_FLOAT16, 0, 1);
  for (const aclDataType other : {ACL_FLOAT, ACL_BF16, ACL_DOUBLE}) {
    const Array second = random.Normal({30, 9}, other, 0, 1);
    const aclDataType promoted = other == ACL_DOUBLE ? ACL_DOUBLE : ACL_FLOAT;
    const DeviceTensor a(first, ACL_FLOAT16);
    const DeviceTensor b(second, other);
    const DeviceTensor out = DeviceTensor::Output({20, 9}, promoted);
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnMmGetWorkspaceSize(a.Get(), b.Get(), out.Get(), 0, size, executor);
        },
        aclnnMm);
    ASSERT_EQ(status, ACL_SUCCESS) << LastMessage();
    const Expectation expected = Product(first, second, nullptr, 0, 1, false);
    EXPECT_TRUE(Near(out.Read(), expected.values, Tolerance::For(promoted, expected.magnitudes)));
  }
}

// Exact modulo 2^n, whatever the layout; a summand, too.
template <typename T>
void ExpectIntegerProducts(aclDataType dtype) {
  constexpr int64_t kRows = 7;
  constexpr int64_t kDepth = 300;
  constexpr int64_t kColumns = 301;
  std::vector<T> first;
  std::vector<T> second;
  uint64_t state = 1;
  const auto draw = [&](std::vector<T>* to, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      to->push_back(static_cast<T>(state >> 20U));
    }
  };
  draw(&first, kRows * kDepth);
  draw(&second, kDepth * kColumns);
  const RawTensor<T> a(first, dtype, {kRows, kDepth});
  const RawTensor<T> b(second, dtype, {kDepth, kColumns});
  const RawTensor<T> added(std::vector<T>(kColumns, 5), dtype);
  const RawTensor<T> product(std::vector<T>(kRows * kColumns), dtype, {kRows, kColumns});
  const RawTensor<T> sum(std::vector<T>(kRows * kColumns), dtype, {kRows, kColumns});
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnMmGetWorkspaceSize(a.Get(), b.Get(), product.Get(), 0, size, executor);
                },
                aclnnMm),
            ACL_SUCCESS)
      << LastMessage();
  const Scalar beta(3, ACL_INT64);
  const Scalar alpha(-2, ACL_INT64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnAddmmGetWorkspaceSize(added.Get(), a.Get(), b.Get(), beta.Get(), alpha.Get(),
                                                    sum.Get(), 0, size, executor);
                },
                aclnnAddmm),
            ACL_SUCCESS)
      << LastMessage();
  const std::vector<T> products = product.Read();
  const std::vector<T> sums = sum.Read();
  for (int64_t r = 0; r < kRows; ++r) {
    for (int64_t c = 0; c < kColumns; ++c) {
      uint64_t exact = 0;
      for (int64_t k = 0; k < kDepth; ++k) {
        exact += static_cast<uint64_t>(first[static_cast<size_t>(r * kDepth + k)]) *
                 static_cast<uint64_t>(second[static_cast<size_t>(k * kColumns + c)]);
      }
      const auto place = static_cast<size_t>(r * kColumns + c);
      ASSERT_EQ(products[place], static_cast<T>(exact)) << r << " " << c;
      ASSERT_EQ(sums[place], static_cast<T>(15 - 2 * exact)) << r << " " << c;
    }
  }
}

TEST(MatmulIntegers, AreExactModuloTheirType) {
  ExpectIntegerProducts<int64_t>(ACL_INT64);
  ExpectIntegerProducts<int32_t>(ACL_INT32);
  ExpectIntegerProducts<int16_t>(ACL_INT16);
  ExpectIntegerProducts<int8_t>(ACL_INT8);
  ExpectIntegerProducts<uint8_t>(ACL_UINT8);
}

TEST(MatmulIntegers, VectorsAndBatches) {
  const RawTensor<int64_t> vector({1, -2, 3}, ACL_INT64);
  const RawTensor<int32_t> narrow({4, 5, 6}, ACL_INT32);
  const RawTensor<int64_t> dot({0}, ACL_INT64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnDotGetWorkspaceSize(vector.Get(), narrow.Get(), dot.Get(), size, executor);
                },
                aclnnDot),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(dot.Read(), (std::vector<int64_t>{12}));
  const RawTensor<int64_t> batch1({1, 2, 3, 4}, ACL_INT64, {2, 1, 2});
  const RawTensor<int64_t> batch2({5, 6, 7, 8}, ACL_INT64, {2, 2, 1});
  const RawTensor<int64_t> added({100}, ACL_INT64, {1, 1});
  const RawTensor<int64_t> sum({0}, ACL_INT64, {1, 1});
  const RawTensor<int64_t> products({0, 0}, ACL_INT64, {2, 1, 1});
  const Scalar one(1, ACL_INT64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnAddbmmGetWorkspaceSize(added.Get(), batch1.Get(), batch2.Get(), one.Get(),
                                                     one.Get(), sum.Get(), 0, size, executor);
                },
                aclnnAddbmm),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(sum.Read(), (std::vector<int64_t>{100 + 17 + 53}));
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnBatchMatMulGetWorkspaceSize(batch1.Get(), batch2.Get(), products.Get(), 0, size,
                                                          executor);
                },
                aclnnBatchMatMul),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(products.Read(), (std::vector<int64_t>{17, 53}));
}

// PyTorch drops it, too.
TEST(MatmulIntegers, WhatFollowsThePointOfFactorsIsDropped) {
  const RawTensor<int64_t> one({3}, ACL_INT64, {1, 1});
  const RawTensor<int64_t> added({10}, ACL_INT64, {1, 1});
  const RawTensor<int64_t> out({0}, ACL_INT64, {1, 1});
  const Scalar alpha(-2.75, ACL_DOUBLE);
  const Scalar beta(1.5, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnAddmmGetWorkspaceSize(added.Get(), one.Get(), one.Get(), beta.Get(),
                                                    alpha.Get(), out.Get(), 0, size, executor);
                },
                aclnnAddmm),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read(), (std::vector<int64_t>{10 - 2 * 9}));
}

class MatmulChecks : public PhaseOneTest {
 protected:
  aclnnStatus Mm(const aclTensor* self, const aclTensor* mat2, aclTensor* out, int8_t mode = 0) {
    return Call("aclnnMm", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnMmGetWorkspaceSize(self, mat2, out, mode, size, executor);
    });
  }
  aclnnStatus Addmm(const aclTensor* self, const aclScalar* beta, const aclScalar* alpha) {
    return Call("aclnnAddmm", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAddmmGetWorkspaceSize(self, a_.Get(), b_.Get(), beta, alpha, out_.Get(), 0, size, executor);
    });
  }

  const Descriptor a_{{2, 3}};
  const Descriptor b_{{3, 4}};
  const Descriptor out_{{2, 4}};
  const Scalar one_{1, ACL_FLOAT};
};

TEST_F(MatmulChecks, Nulls) {
  EXPECT_EQ(Mm(nullptr, b_.Get(), out_.Get()), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(Mm(a_.Get(), nullptr, out_.Get()), kNullptr);
  ExpectMessage({"mat2"});
  EXPECT_EQ(Mm(a_.Get(), b_.Get(), nullptr), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(Addmm(nullptr, one_.Get(), one_.Get()), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(Addmm(out_.Get(), nullptr, one_.Get()), kNullptr);
  ExpectMessage({"beta"});
  EXPECT_EQ(Addmm(out_.Get(), one_.Get(), nullptr), kNullptr);
  ExpectMessage({"alpha"});
}

TEST_F(MatmulChecks, Types) {
  const Descriptor ints({2, 3}, ACL_INT32);
  const Descriptor halfA({2, 3}, ACL_FLOAT16);
  const Descriptor halfB({3, 4}, ACL_FLOAT16);
  const Descriptor halfOut({2, 4}, ACL_FLOAT16);
  const Descriptor doubleOut({2, 4}, ACL_DOUBLE);
  EXPECT_EQ(Mm(ints.Get(), b_.Get(), out_.Get()), kInvalid);
  ExpectMessage({"mat2", "FLOAT with INT32"});
  const Descriptor truths({2, 3}, ACL_BOOL);
  EXPECT_EQ(Mm(truths.Get(), b_.Get(), out_.Get()), kInvalid);
  ExpectMessage({"self", "BOOL"});
  const Descriptor intsB({3, 4}, ACL_INT32);
  const Descriptor longs({2, 4}, ACL_INT64);
  EXPECT_EQ(Mm(ints.Get(), intsB.Get(), longs.Get()), kInvalid);
  ExpectMessage({"out", "INT64 for INT32"});
  EXPECT_EQ(Mm(a_.Get(), b_.Get(), halfOut.Get()), kInvalid);
  ExpectMessage({"out", "FLOAT16 for FLOAT"});
  EXPECT_EQ(Mm(a_.Get(), b_.Get(), doubleOut.Get()), kInvalid);
  EXPECT_EQ(Mm(halfA.Get(), halfB.Get(), out_.Get()), ACL_SUCCESS);
  EXPECT_EQ(Mm(halfA.Get(), halfB.Get(), halfOut.Get()), ACL_SUCCESS);
  EXPECT_EQ(Mm(halfA.Get(), b_.Get(), out_.Get()), ACL_SUCCESS);
}

TEST_F(MatmulChecks, Shapes) {
  const Descriptor other({4, 4});
  const Descriptor vector({3});
  EXPECT_EQ(Mm(vector.Get(), b_.Get(), out_.Get()), kInvalid);
  ExpectMessage({"self", "2 dims"});
  EXPECT_EQ(Mm(a_.Get(), other.Get(), out_.Get()), kInvalid);
  ExpectMessage({"mat2", "[4, 4] behind [2, 3]"});
  EXPECT_EQ(Mm(a_.Get(), b_.Get(), other.Get()), kInvalid);
  ExpectMessage({"out", "[2, 4]", "[4, 4]"});
  EXPECT_EQ(Addmm(a_.Get(), one_.Get(), one_.Get()), kInvalid);
  ExpectMessage({"self", "[2, 3] against [2, 4]"});
}

TEST_F(MatmulChecks, CubeMathType) {
  for (int8_t mode = -1; mode <= 3; ++mode) {
    EXPECT_EQ(Mm(a_.Get(), b_.Get(), out_.Get(), mode), ACL_SUCCESS);
  }
  EXPECT_EQ(Mm(a_.Get(), b_.Get(), out_.Get(), 4), kInvalid);
  ExpectMessage({"cubeMathType", "4"});
  EXPECT_EQ(Mm(a_.Get(), b_.Get(), out_.Get(), -2), kInvalid);
}

TEST_F(MatmulChecks, BatchesMustFit) {
  const Descriptor first({2, 3, 4});
  const Descriptor second({3, 4, 5});
  const Descriptor out({2, 3, 5});
  EXPECT_EQ(Call("aclnnBatchMatMul",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnBatchMatMulGetWorkspaceSize(first.Get(), second.Get(), out.Get(), 0, size,
                                                           executor);
                 }),
            kInvalid);
  ExpectMessage({"mat2", "batch"});
  const Descriptor scalar(Shape{});
  EXPECT_EQ(Call("aclnnMatmul",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnMatmulGetWorkspaceSize(scalar.Get(), b_.Get(), out_.Get(), 0, size, executor);
                 }),
            kInvalid);
  ExpectMessage({"self", "1 dim"});
}

}  // namespace
}  // namespace openaclnn::testing
