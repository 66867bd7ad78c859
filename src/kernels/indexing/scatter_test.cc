// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/scatter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "kernels/indexing/index_sort.h"
#include "kernels/testing.h"
#include "tests/support/random.h"

namespace openaclnn {
namespace {

struct Problem {
  int64_t rows;
  int64_t rowLength;
  std::vector<int64_t> indices;
  aclDataType sourceType = ACL_FLOAT;
  aclDataType outType = ACL_FLOAT;
  ScatterResult result = ScatterResult::kSum;
  bool transposed = false;  // source and output both
};

// The memory of a matrix, by rows or by columns.
class Matrix {
 public:
  Matrix(int64_t rows, int64_t columns, aclDataType dtype, bool transposed)
      : dims_{rows, columns},
        strides_{transposed ? 1 : columns, transposed ? rows : 1},
        dtype_(dtype),
        size_(testing::ElementSize(dtype)),
        bytes_(static_cast<size_t>(rows * columns) * size_, 0xA5) {}

  [[nodiscard]] TensorView Get() { return View(bytes_.data(), static_cast<DType>(dtype_), dims_, strides_); }
  [[nodiscard]] double At(int64_t row, int64_t column) {
    return testing::DecodeElement(dtype_, Element(row, column));
  }
  void Set(int64_t row, int64_t column, double value) {
    testing::EncodeElement(dtype_, value, Element(row, column));
  }
  [[nodiscard]] const std::vector<uint8_t>& Bytes() const { return bytes_; }

 private:
  uint8_t* Element(int64_t row, int64_t column) {
    return &bytes_[static_cast<size_t>(row * strides_[0] + column * strides_[1]) * size_];
  }

  std::vector<int64_t> dims_;
  std::vector<int64_t> strides_;
  aclDataType dtype_;
  size_t size_;
  std::vector<uint8_t> bytes_;
};

void Scatter(Problem& problem, Matrix& source, Matrix& out, int threads) {
  const auto positions = static_cast<int64_t>(problem.indices.size());
  ScratchLayout scratch;
  const IndexSort sort(positions, problem.rows, scratch);
  const ScatterPlan plan = PlanScatter(source.Get(), positions, out.Get(), scratch);
  std::vector<uint64_t> memory(scratch.Bytes() / sizeof(uint64_t));
  auto* const workspace = reinterpret_cast<std::byte*>(memory.data());
  backend::cpu::Arena arena(threads);
  const backend::cpu::CpuContext cpu(&arena);
  SortedIndices sorted;
  ASSERT_TRUE(sort.Run("indices", View(problem.indices.data(), DType::kInt64, {positions}, {1}), std::nullopt,
                       workspace, cpu, sorted)
                  .IsOk());
  ScatterRows(plan, source.Get(), sorted, problem.result, out.Get(), workspace, cpu);
}

// Scatters random rows; expects at most half a place of the output for its one rounding, and 4 of float32 at
// the largest number that the sum meets. The same bits on one thread and on several.
void ExpectScattered(Problem problem) {
  testing::Random random(41);
  const auto trace = TraceSeed(random);
  const auto positions = static_cast<int64_t>(problem.indices.size());
  Matrix source(positions, problem.rowLength, problem.sourceType, problem.transposed);
  for (int64_t row = 0; row < positions; ++row) {
    for (int64_t column = 0; column < problem.rowLength; ++column) {
      source.Set(row, column, random.StandardNormal());
    }
  }
  Matrix out(problem.rows, problem.rowLength, problem.outType, problem.transposed);
  Scatter(problem, source, out, 1);
  Matrix again(problem.rows, problem.rowLength, problem.outType, problem.transposed);
  Scatter(problem, source, again, 4);
  EXPECT_TRUE(out.Bytes() == again.Bytes());

  const auto elements = static_cast<size_t>(problem.rows * problem.rowLength);
  std::vector<double> sums(elements, 0);
  std::vector<double> largest(elements, 0);
  std::vector<double> counts(elements, 0);
  for (int64_t position = 0; position < positions; ++position) {
    const int64_t row = problem.indices[static_cast<size_t>(position)];
    for (int64_t column = 0; column < problem.rowLength; ++column) {
      const auto element = static_cast<size_t>(row * problem.rowLength + column);
      const double term = source.At(position, column);
      sums[element] += term;
      largest[element] = std::max(largest[element], std::fabs(term));
      counts[element] += 1;
    }
  }
  for (int64_t row = 0; row < problem.rows; ++row) {
    for (int64_t column = 0; column < problem.rowLength; ++column) {
      const auto element = static_cast<size_t>(row * problem.rowLength + column);
      const double divisor = problem.result == ScatterResult::kMean ? std::max(counts[element], 1.0) : 1;
      const double expected = sums[element] / divisor;
      const double magnitude = std::max(largest[element] / divisor, std::fabs(expected));
      const double allowed =
          0.5 * testing::UlpSize(problem.outType, expected) + 4 * testing::UlpSize(ACL_FLOAT, magnitude);
      ASSERT_LE(std::fabs(out.At(row, column) - expected), allowed) << "row " << row << " column " << column;
    }
  }
}

std::vector<int64_t> Draw(size_t count, int64_t rows) {
  testing::Random random(42);
  return random.Indices(count, 0, rows);
}

TEST(Scatter, EveryPairOfTypes) {
  for (const aclDataType sourceType : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const aclDataType outType : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const ScatterResult result : {ScatterResult::kSum, ScatterResult::kMean}) {
        SCOPED_TRACE(std::to_string(sourceType) + " to " + std::to_string(outType));
        ExpectScattered({90, 37, Draw(200, 90), sourceType, outType, result});
        ExpectScattered({90, 37, Draw(200, 90), sourceType, outType, result, true});
        ExpectScattered({3, 5, Draw(3000, 3), sourceType, outType, result});
      }
    }
  }
}

TEST(Scatter, LongAndShortSegments) {
  for (const size_t longSegment : {255, 256, 257, 511, 512, 513, 1500}) {
    SCOPED_TRACE(longSegment);
    std::vector<int64_t> indices = Draw(300, 20);
    indices.resize(300 + longSegment, 11);
    for (size_t i = 0; i < 257; ++i) {
      indices.push_back(12);
    }
    ExpectScattered({20, 3, indices});
    ExpectScattered({20, 3, indices, ACL_BF16, ACL_BF16, ScatterResult::kMean, true});
  }
}

TEST(Scatter, LongRows) {
  ExpectScattered({4, 2500, Draw(30, 4)});
  ExpectScattered({2, 1025, Draw(700, 2), ACL_FLOAT16, ACL_FLOAT16});
  ExpectScattered({2, 70000, Draw(5, 2)});
}

// Past the caches: short rows by tiles, long ones one by one.
TEST(Scatter, OutputsLargerThanTheCaches) {
  ExpectScattered({1100000, 4, Draw(500, 1100000)});
  ExpectScattered({9000, 500, Draw(400, 9000)});
  ExpectScattered({9000, 1000, Draw(400, 9000), ACL_BF16, ACL_BF16});
}

TEST(Scatter, SumsOfLargeTermsDoNotOverflowOnTheirWay) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const double large = dtype == ACL_FLOAT16 ? 60000 : 3e38;
    Problem problem{1, 1, {0, 0, 0, 0}, dtype, dtype};
    Matrix source(4, 1, dtype, false);
    for (int64_t row = 0; row < 4; ++row) {
      source.Set(row, 0, row < 2 ? large : -large);
    }
    Matrix out(1, 1, dtype, false);
    Scatter(problem, source, out, 1);
    EXPECT_EQ(out.At(0, 0), 0) << dtype;
  }
}

TEST(Scatter, SingleRowsKeepTheirBits) {
  Problem problem{3, 4, {2, 0}};
  Matrix source(2, 4, ACL_FLOAT, false);
  for (int64_t column = 0; column < 4; ++column) {
    source.Set(0, column, column == 0 ? -0.0 : std::nan(""));
    source.Set(1, column, column == 0 ? 0x1p-149 : HUGE_VAL);
  }
  for (const ScatterResult result : {ScatterResult::kSum, ScatterResult::kMean}) {
    problem.result = result;
    Matrix out(3, 4, ACL_FLOAT, false);
    Scatter(problem, source, out, 1);
    const std::vector<uint8_t>& bytes = out.Bytes();
    EXPECT_TRUE(std::equal(bytes.begin() + 32, bytes.end(), source.Bytes().begin()));
    EXPECT_TRUE(std::equal(bytes.begin(), bytes.begin() + 16, source.Bytes().begin() + 16));
  }
}

}  // namespace
}  // namespace openaclnn
