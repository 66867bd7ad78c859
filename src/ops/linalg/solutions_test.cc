// SPDX-License-Identifier: Apache-2.0
//
// Solutions, inverses and determinants against elimination in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "aclnnop/aclnn_inverse.h"
#include "aclnnop/aclnn_logdet.h"
#include "aclnnop/aclnn_slogdet.h"
#include "aclnnop/aclnn_triangular_solve.h"
#include "ops/linalg/testing.h"
#include "tests/support/device.h"

namespace openaclnn::testing {
namespace {

// ---- aclnnTriangularSolve

struct TriangleCase {
  Shape self;
  Shape a;
  bool upper;
  bool transpose;
  bool unit;
};

// The batch of a broadcast tensor that belongs to a batch of the whole.
size_t BatchIn(const Shape& shape, const Shape& whole, size_t batch) {
  const Shape index = IndexOf({whole.begin(), whole.end() - 2}, static_cast<int64_t>(batch));
  Shape dims(shape.begin(), shape.end() - 2);
  Shape own;
  for (size_t d = 0; d < dims.size(); ++d) {
    own.push_back(dims[d] == 1 ? 0 : index[index.size() - dims.size() + d]);
  }
  return FlatIndex(dims, own);
}

void ExpectSolved(const TriangleCase& one, aclDataType dtype, Lie lie, Random& random) {
  const Numbers self = Draw(one.self, dtype, random);
  Numbers a = Draw(one.a, dtype, random);
  Strengthen(a, dtype);
  Shape batch = BroadcastShape({one.self.begin(), one.self.end() - 2}, {one.a.begin(), one.a.end() - 2});
  Shape solution = batch;
  solution.insert(solution.end(), one.self.end() - 2, one.self.end());
  Shape copy = batch;
  copy.insert(copy.end(), one.a.end() - 2, one.a.end());
  const NumberTensor b(self, dtype, lie);
  const NumberTensor matrices(a, dtype, lie);
  const NumberTensor x(solution, dtype, lie);
  const NumberTensor m(copy, dtype, lie);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnTriangularSolveGetWorkspaceSize(b.Get(), matrices.Get(), one.upper,
                                                              one.transpose, one.unit, x.Get(), m.Get(), size,
                                                              executor);
                },
                aclnnTriangularSolve),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_TRUE(x.IsIntactBetween());
  EXPECT_TRUE(m.IsIntactBetween());
  const Numbers actual = x.Read();
  const Numbers copied = m.Read();
  for (size_t i = 0; i < Batches(actual); ++i) {
    const Mat whole = MatrixOf(a, BatchIn(one.a, copy, i));
    Mat triangle = whole;
    for (size_t r = 0; r < triangle.rows; ++r) {
      for (size_t c = 0; c < triangle.columns; ++c) {
        if (r == c && one.unit) {
          triangle(r, c) = 1;
        } else if (one.upper ? c < r : c > r) {
          triangle(r, c) = 0;
        }
      }
    }
    triangle = one.transpose ? Transposed(triangle, false) : triangle;
    const Mat exact = Eliminate(triangle, MatrixOf(self, BatchIn(one.self, solution, i))).x;
    ExpectNear(MatrixOf(actual, i), exact, 8 * Epsilon(dtype) * std::max(1.0L, Largest(exact)), "x");
    ExpectNear(MatrixOf(copied, i), whole, 0, "the copy");
  }
}

TEST(TriangularSolve, EveryCaseTypeAndLayout) {
  Random random(21);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128}) {
    for (int bits = 0; bits < 8; ++bits) {
      const bool upper = (bits & 1) != 0;
      const bool transpose = (bits & 2) != 0;
      const bool unit = (bits & 4) != 0;
      SCOPED_TRACE(::testing::Message() << dtype << " " << upper << transpose << unit);
      const int64_t large = unit ? 4 : 60;  // ones on the diagonal let solutions grow
      ExpectSolved({{5, 3}, {5, 5}, upper, transpose, unit}, dtype, kLies[bits % 3], random);
      ExpectSolved({{4, 1, large, 2}, {3, large, large}, upper, transpose, unit}, dtype, kLies[bits % 2],
                   random);
      ExpectSolved({{1, 1}, {2, 1, 1}, upper, transpose, unit}, dtype, Lie::kPlain, random);
    }
  }
}

// Real systems are solved eight rows at a time, by sums of 64, and some vectors of right-hand sides.
TEST(TriangularSolve, EdgesOfBlocks) {
  Random random(28);
  const auto trace = TraceSeed(random);
  int bits = 0;
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE}) {
    for (const int64_t rows : {1, 7, 8, 9, 13, 64, 73, 130}) {
      for (const int64_t width : {1, 16, 17, 49, 97}) {
        const bool upper = (bits & 1) != 0;
        const bool transpose = (bits & 2) != 0;
        SCOPED_TRACE(::testing::Message()
                     << dtype << " " << rows << " " << width << " " << upper << transpose);
        ExpectSolved({{rows, width}, {rows, rows}, upper, transpose, false}, dtype, kLies[bits % 3], random);
        ++bits;
      }
    }
  }
}

// The matrix is read where it lies, and may be what a result is written to.
TEST(TriangularSolve, InPlaceOfEitherInput) {
  Random random(29);
  const auto trace = TraceSeed(random);
  Numbers a = Draw({20, 20}, ACL_FLOAT, random);
  Strengthen(a, ACL_FLOAT);
  const Numbers b = Draw({20, 20}, ACL_FLOAT, random);
  const NumberTensor expected(Shape{20, 20}, ACL_FLOAT);
  const auto solve = [](const NumberTensor& self, const NumberTensor& matrix, const NumberTensor& x,
                        const NumberTensor& m) {
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnTriangularSolveGetWorkspaceSize(self.Get(), matrix.Get(), true, false, false,
                                                                x.Get(), m.Get(), size, executor);
                  },
                  aclnnTriangularSolve),
              ACL_SUCCESS)
        << LastMessage();
  };
  {
    const NumberTensor self(b, ACL_FLOAT);
    const NumberTensor matrix(a, ACL_FLOAT);
    const NumberTensor m(Shape{20, 20}, ACL_FLOAT);
    solve(self, matrix, expected, m);
  }
  {
    const NumberTensor self(b, ACL_FLOAT);
    const NumberTensor matrix(a, ACL_FLOAT);
    solve(self, matrix, self, matrix);
    EXPECT_EQ(self.Read().values, expected.Read().values);
    EXPECT_EQ(matrix.Read().values, a.values);
  }
  {
    const NumberTensor self(b, ACL_FLOAT);
    const NumberTensor matrix(a, ACL_FLOAT);
    solve(self, matrix, matrix, self);
    EXPECT_EQ(matrix.Read().values, expected.Read().values);
    EXPECT_EQ(self.Read().values, a.values);
  }
}

TEST(TriangularSolve, Empty) {
  Random random(22);
  for (const TriangleCase& one :
       {TriangleCase{{3, 0}, {3, 3}, false, false, false}, TriangleCase{{0, 2}, {0, 0}, true, false, false},
        TriangleCase{{0, 3, 2}, {3, 3}, false, true, false}}) {
    ExpectSolved(one, ACL_FLOAT, Lie::kPlain, random);
  }
}

TEST(TriangularSolve, ZeroOnTheDiagonalIsNoError) {
  const NumberTensor b(Numbers{{2, 1}, {1, 0}}, ACL_FLOAT);
  const NumberTensor a(Numbers{{2, 2}, {2, 7, 1, 0}}, ACL_FLOAT);
  const NumberTensor x(Shape{2, 1}, ACL_FLOAT);
  const NumberTensor m(Shape{2, 2}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnTriangularSolveGetWorkspaceSize(b.Get(), a.Get(), false, false, false, x.Get(),
                                                              m.Get(), size, executor);
                },
                aclnnTriangularSolve),
            ACL_SUCCESS);
  EXPECT_EQ(x.Read().values[0], Number(0.5));
  EXPECT_TRUE(std::isinf(x.Read().values[1].real()));
}

// ---- aclnnInverse, aclnnLogdet, aclnnSlogdet

aclnnStatus RunOne(OneResult phaseOne, PhaseTwo phaseTwo, const NumberTensor& self, const NumberTensor& out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return phaseOne(self.Get(), out.Get(), size, executor);
      },
      phaseTwo);
}

TEST(Inverse, EveryTypeAndLayout) {
  Random random(23);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    for (const Shape& shape :
         {Shape{1, 1}, Shape{2, 3, 4, 4}, Shape{130, 130}, Shape{0, 2, 2}, Shape{2, 0, 0}}) {
      for (const Lie lie : kLies) {
        Numbers self = Draw(shape, dtype, random);
        Strengthen(self, dtype);
        const NumberTensor input(self, dtype, lie);
        const NumberTensor out(shape, dtype, lie);
        ASSERT_EQ(RunOne(aclnnInverseGetWorkspaceSize, aclnnInverse, input, out), ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(out.IsIntactBetween());
        const Numbers actual = out.Read();
        for (size_t i = 0; i < Batches(self); ++i) {
          const Mat a = MatrixOf(self, i);
          const Mat exact = Eliminate(a, Identity(a.rows)).x;
          ExpectNear(MatrixOf(actual, i), exact, 8 * Epsilon(dtype) * Largest(exact), "the inverse");
        }
      }
    }
  }
}

TEST(Inverse, SingularMatrixFailsByName) {
  const NumberTensor self(Numbers{{2, 2, 2}, {1, 0, 0, 1, 1, 2, 2, 4}}, ACL_FLOAT);
  const NumberTensor out(Shape{2, 2, 2}, ACL_FLOAT);
  EXPECT_EQ(RunOne(aclnnInverseGetWorkspaceSize, aclnnInverse, self, out), kWorkFailed);
  for (const char* part : {"aclnnInverse", "self", "singular", "matrix 1 of the batch"}) {
    EXPECT_NE(LastMessage().find(part), std::string::npos) << part << " in " << LastMessage();
  }
  EXPECT_TRUE(out.IsUntouched());
}

TEST(Determinants, EveryTypeAndLayout) {
  Random random(24);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128}) {
    for (const Shape& shape :
         {Shape{1, 1}, Shape{5, 3, 4, 4}, Shape{50, 50}, Shape{0, 2, 2}, Shape{2, 0, 0}}) {
      for (const Lie lie : kLies) {
        const Numbers self = Draw(shape, dtype, random);
        const Shape batch(shape.begin(), shape.end() - 2);
        const NumberTensor input(self, dtype, lie);
        const NumberTensor logdet(batch, dtype, lie);
        const NumberTensor sign(batch, dtype, lie);
        const NumberTensor size(batch, dtype);
        ASSERT_EQ(RunOne(aclnnLogdetGetWorkspaceSize, aclnnLogdet, input, logdet), ACL_SUCCESS)
            << LastMessage();
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* bytes, aclOpExecutor** executor) {
                        return aclnnSlogdetGetWorkspaceSize(input.Get(), sign.Get(), size.Get(), bytes,
                                                            executor);
                      },
                      aclnnSlogdet),
                  ACL_SUCCESS)
            << LastMessage();
        for (size_t i = 0; i < Batches(self); ++i) {
          const Mat a = MatrixOf(self, i);
          const Number exact = Eliminate(a, Mat(a.rows, 0)).determinant;
          const long double logarithm = std::log(std::abs(exact));
          const long double allowed = 64 * Epsilon(dtype) * std::max(1.0L, std::fabs(logarithm));
          EXPECT_LE(std::abs(size.Read().values[i] - Number(logarithm)), allowed);
          EXPECT_LE(std::abs(sign.Read().values[i] - exact / std::abs(exact)), 64 * Epsilon(dtype));
          const Number actual = logdet.Read().values[i];
          if (!IsComplex(dtype) && exact.real() < 0) {
            EXPECT_TRUE(std::isnan(actual.real()));
          } else {
            EXPECT_LE(std::abs(actual - Number(logarithm, std::arg(exact))), allowed);
          }
        }
      }
    }
  }
}

TEST(Determinants, OfZero) {
  const NumberTensor self(Numbers{{2, 2}, {1, 2, 2, 4}}, ACL_FLOAT);
  const NumberTensor logdet(Shape{}, ACL_FLOAT);
  const NumberTensor sign(Shape{}, ACL_FLOAT);
  ASSERT_EQ(RunOne(aclnnLogdetGetWorkspaceSize, aclnnLogdet, self, logdet), ACL_SUCCESS) << LastMessage();
  const auto infinity = std::numeric_limits<long double>::infinity();
  EXPECT_EQ(logdet.Read().values[0], Number(-infinity));
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* bytes, aclOpExecutor** executor) {
                  return aclnnSlogdetGetWorkspaceSize(self.Get(), sign.Get(), logdet.Get(), bytes, executor);
                },
                aclnnSlogdet),
            ACL_SUCCESS);
  EXPECT_EQ(sign.Read().values[0], Number(0));
  EXPECT_EQ(logdet.Read().values[0], Number(-infinity));
}

}  // namespace
}  // namespace openaclnn::testing
