// SPDX-License-Identifier: Apache-2.0
//
// Decompositions against others in long double, and what they have to be: products that give the matrix back,
// columns that are orthonormal.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "aclnnop/aclnn_linalg_cholesky.h"
#include "aclnnop/aclnn_linalg_qr.h"
#include "aclnnop/aclnn_qr.h"
#include "aclnnop/aclnn_svd.h"
#include "ops/linalg/testing.h"
#include "tests/support/device.h"

namespace openaclnn::testing {
namespace {

// ---- aclnnLinalgCholesky

aclnnStatus RunCholesky(const NumberTensor& self, bool upper, const NumberTensor& out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnLinalgCholeskyGetWorkspaceSize(self.Get(), upper, out.Get(), size, executor);
      },
      aclnnLinalgCholesky);
}

// Row after row.
Mat CholeskyFactor(const Mat& a) {
  Mat factor(a.rows, a.columns);
  for (size_t i = 0; i < a.rows; ++i) {
    for (size_t j = 0; j <= i; ++j) {
      Number rest = a(i, j);
      for (size_t k = 0; k < j; ++k) {
        rest -= factor(i, k) * factor(j, k);
      }
      factor(i, j) = i == j ? std::sqrt(rest) : rest / factor(j, j);
    }
  }
  return factor;
}

TEST(LinalgCholesky, EveryTypeAndLayout) {
  Random random(25);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_DOUBLE}) {
    for (const Shape& shape :
         {Shape{1, 1}, Shape{2, 3, 5, 5}, Shape{140, 140}, Shape{0, 2, 2}, Shape{2, 0, 0}}) {
      for (const bool upper : {false, true}) {
        for (const Lie lie : kLies) {
          Numbers self = Draw(shape, dtype, random);
          Strengthen(self, dtype);
          Strengthen(self, dtype);
          const Numbers symmetric = Symmetric(self);
          Numbers given = symmetric;  // the other triangle is not read
          const auto extent = static_cast<size_t>(shape.back());
          for (size_t i = 0; i < given.values.size(); ++i) {
            const size_t row = i / extent % extent;
            const size_t column = i % extent;
            given.values[i] = (upper ? row > column : row < column) ? Number(99) : given.values[i];
          }
          const NumberTensor input(given, dtype, lie);
          const NumberTensor out(shape, dtype, lie);
          ASSERT_EQ(RunCholesky(input, upper, out), ACL_SUCCESS) << LastMessage();
          EXPECT_TRUE(out.IsIntactBetween());
          const Numbers actual = out.Read();
          for (size_t i = 0; i < Batches(self); ++i) {
            Mat exact = CholeskyFactor(MatrixOf(symmetric, i));
            exact = upper ? Transposed(exact, false) : exact;
            ExpectNear(MatrixOf(actual, i), exact, 4 * Epsilon(dtype) * Largest(exact), "the factor");
          }
        }
      }
    }
  }
}

TEST(LinalgCholesky, MatrixThatIsNotPositiveDefiniteFailsByName) {
  for (const Number& corner : {Number(1), Number(std::nan("")), Number(4)}) {
    const NumberTensor self(Numbers{{2, 2}, {1, 2, 2, corner}}, ACL_FLOAT);
    const NumberTensor out(Shape{2, 2}, ACL_FLOAT);
    EXPECT_EQ(RunCholesky(self, false, out), kWorkFailed) << corner;
    for (const char* part : {"aclnnLinalgCholesky", "self", "positive definite"}) {
      EXPECT_NE(LastMessage().find(part), std::string::npos) << part << " in " << LastMessage();
    }
    EXPECT_TRUE(out.IsUntouched());
  }
}

// ---- aclnnQr, aclnnLinalgQr

// Absolute values of the triangle: columns made orthogonal to those before them, twice.
Mat OrthogonalTriangle(Mat a) {
  Mat triangle(std::min(a.rows, a.columns), a.columns);
  for (size_t j = 0; j < a.columns; ++j) {
    for (int pass = 0; pass < 2; ++pass) {
      for (size_t k = 0; k < std::min(j, triangle.rows); ++k) {
        Number product = 0;
        for (size_t i = 0; i < a.rows; ++i) {
          product += std::conj(a(i, k)) * a(i, j);
        }
        triangle(k, j) += product;
        for (size_t i = 0; i < a.rows; ++i) {
          a(i, j) -= product * a(i, k);
        }
      }
    }
    if (j < triangle.rows) {
      long double norm = 0;
      for (size_t i = 0; i < a.rows; ++i) {
        norm += std::norm(a(i, j));
      }
      norm = std::sqrt(norm);
      triangle(j, j) = norm;
      for (size_t i = 0; i < a.rows; ++i) {
        a(i, j) /= norm;
      }
    }
  }
  return triangle;
}

Mat Absolute(Mat a) {
  for (Number& value : a.values) {
    value = std::abs(value);
  }
  return a;
}

Shape WithMatrix(const Shape& shape, int64_t rows, int64_t columns) {
  Shape result(shape.begin(), shape.end() - 2);
  result.insert(result.end(), {rows, columns});
  return result;
}

void ExpectOrthonormal(const Mat& columns, long double tolerance) {
  ExpectNear(Transposed(columns, true) * columns, Identity(columns.columns), tolerance,
             "orthonormal columns");
}

TEST(Qr, EveryModeTypeAndLayout) {
  Random random(26);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128}) {
    for (const Shape& shape : {Shape{1, 1}, Shape{2, 3, 5, 4}, Shape{2, 4, 7}, Shape{70, 50}, Shape{0, 3, 2},
                               Shape{3, 0}, Shape{0, 3}}) {
      for (const int64_t mode : {0, 1, 2}) {
        const Lie lie = kLies[mode];
        SCOPED_TRACE(::testing::Message() << dtype << " " << ::testing::PrintToString(shape) << " " << mode);
        const Numbers self = Draw(shape, dtype, random);
        const int64_t rows = shape.end()[-2];
        const int64_t columns = shape.back();
        const int64_t width = mode == 1 ? rows : std::min(rows, columns);
        const NumberTensor input(self, dtype, lie);
        const NumberTensor q(mode == 2 ? Shape{0} : WithMatrix(shape, rows, width), dtype, lie);
        const NumberTensor r(WithMatrix(shape, width, columns), dtype, lie);
        const bool classic = mode != 2 && random.Integer(0, 2) == 0;
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return classic ? aclnnQrGetWorkspaceSize(input.Get(), mode == 0, q.Get(), r.Get(),
                                                                 size, executor)
                                       : aclnnLinalgQrGetWorkspaceSize(input.Get(), mode, q.Get(), r.Get(),
                                                                       size, executor);
                      },
                      classic ? aclnnQr : aclnnLinalgQr),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(q.IsIntactBetween());
        EXPECT_TRUE(r.IsIntactBetween());
        for (size_t i = 0; i < Batches(self); ++i) {
          const Mat a = MatrixOf(self, i);
          const Mat triangle = MatrixOf(r.Read(), i);
          const long double allowed = 16 * Epsilon(dtype) * std::max(1.0L, Largest(triangle));
          for (size_t row = 0; row < triangle.rows; ++row) {
            for (size_t column = 0; column < std::min(row, triangle.columns); ++column) {
              EXPECT_EQ(triangle(row, column), Number(0));
            }
          }
          Mat top(std::min(a.rows, a.columns), a.columns);
          std::copy_n(triangle.values.begin(), top.values.size(), top.values.begin());
          ExpectNear(Absolute(top), Absolute(OrthogonalTriangle(a)), allowed, "R");
          if (mode != 2) {
            const Mat columnsOfQ = MatrixOf(q.Read(), i);
            ExpectNear(columnsOfQ * triangle, a, allowed, "Q R");
            ExpectOrthonormal(columnsOfQ, 16 * Epsilon(dtype));
          }
        }
      }
    }
  }
}

TEST(Qr, SignsAreThoseOfLapack) {
  const NumberTensor self(Numbers{{2, 2}, {1, 2, 3, 4}}, ACL_FLOAT);
  const NumberTensor q(Shape{2, 2}, ACL_FLOAT);
  const NumberTensor r(Shape{2, 2}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnQrGetWorkspaceSize(self.Get(), true, q.Get(), r.Get(), size, executor);
                },
                aclnnQr),
            ACL_SUCCESS);
  EXPECT_NEAR(static_cast<double>(r.Read().values[0].real()), -3.1622777, 1e-6);
  EXPECT_NEAR(static_cast<double>(r.Read().values[3].real()), -0.6324555, 1e-6);
}

// ---- aclnnSvd

// Lengths of columns that rotations made orthogonal, in descending order.
std::vector<long double> SingularValues(Mat a) {
  if (a.rows < a.columns) {
    a = Transposed(a, true);
  }
  for (int sweep = 0; sweep < 30; ++sweep) {
    for (size_t p = 0; p + 1 < a.columns; ++p) {
      for (size_t q = p + 1; q < a.columns; ++q) {
        long double first = 0;
        long double second = 0;
        Number product = 0;
        for (size_t i = 0; i < a.rows; ++i) {
          first += std::norm(a(i, p));
          second += std::norm(a(i, q));
          product += std::conj(a(i, p)) * a(i, q);
        }
        const long double size = std::abs(product);
        if (size == 0) {
          continue;
        }
        const long double angle = std::atan2(2 * size, first - second) / 2;
        const Number turn = product / size;
        for (size_t i = 0; i < a.rows; ++i) {
          const Number x = a(i, p);
          const Number y = a(i, q) / turn;
          a(i, p) = std::cos(angle) * x + std::sin(angle) * y;
          a(i, q) = std::cos(angle) * y - std::sin(angle) * x;
        }
      }
    }
  }
  std::vector<long double> values;
  for (size_t j = 0; j < a.columns; ++j) {
    long double norm = 0;
    for (size_t i = 0; i < a.rows; ++i) {
      norm += std::norm(a(i, j));
    }
    values.push_back(std::sqrt(norm));
  }
  std::sort(values.rbegin(), values.rend());
  return values;
}

TEST(Svd, EveryTypeAndLayout) {
  Random random(27);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_COMPLEX64, ACL_COMPLEX128}) {
    for (const Shape& shape : {Shape{1, 1}, Shape{2, 3, 5, 4}, Shape{2, 4, 7}, Shape{45, 30}, Shape{25, 40},
                               Shape{0, 3, 2}, Shape{3, 0}, Shape{0, 3}}) {
      for (const bool full : {false, true}) {
        const Lie lie = full ? Lie::kTransposed : kLies[shape.size() % 3];
        SCOPED_TRACE(::testing::Message() << dtype << " " << ::testing::PrintToString(shape) << " " << full);
        const Numbers input = Draw(shape, dtype, random);
        const int64_t rows = shape.end()[-2];
        const int64_t columns = shape.back();
        const int64_t least = std::min(rows, columns);
        Shape values(shape.begin(), shape.end() - 2);
        values.push_back(least);
        const NumberTensor self(input, dtype, lie);
        const NumberTensor sigma(values, PartOf(dtype), lie);
        const NumberTensor u(WithMatrix(shape, rows, full ? rows : least), dtype, lie);
        const NumberTensor v(WithMatrix(shape, columns, full ? columns : least), dtype, lie);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnSvdGetWorkspaceSize(self.Get(), full, true, sigma.Get(), u.Get(), v.Get(),
                                                        size, executor);
                      },
                      aclnnSvd),
                  ACL_SUCCESS)
            << LastMessage();
        for (const NumberTensor* tensor : {&sigma, &u, &v}) {
          EXPECT_TRUE(tensor->IsIntactBetween());
        }
        const NumberTensor alone(values, PartOf(dtype));
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnSvdGetWorkspaceSize(self.Get(), full, false, alone.Get(), nullptr,
                                                        nullptr, size, executor);
                      },
                      aclnnSvd),
                  ACL_SUCCESS)
            << LastMessage();
        for (size_t i = 0; i < Batches(input); ++i) {
          const Mat a = MatrixOf(input, i);
          const Mat left = MatrixOf(u.Read(), i);
          const Mat right = MatrixOf(v.Read(), i);
          const std::vector<long double> exact = least == 0 ? std::vector<long double>() : SingularValues(a);
          Mat scaled = left;
          Mat product(a.rows, a.columns);
          for (size_t k = 0; k < exact.size(); ++k) {
            const size_t at = i * exact.size() + k;
            const Number value = sigma.Read().values[at];
            // In DOUBLE the error of the decomposition itself grows with the matrix.
            EXPECT_LE(std::abs(value - Number(exact[k])),
                      static_cast<long double>(16 + rows + columns) * Epsilon(dtype) * exact[0])
                << k;
            EXPECT_LE(std::abs(alone.Read().values[at] - value), 4 * Epsilon(dtype) * exact[0]) << k;
            for (size_t r = 0; r < a.rows; ++r) {
              for (size_t c = 0; c < a.columns; ++c) {
                product(r, c) += left(r, k) * value * std::conj(right(c, k));
              }
            }
          }
          ExpectNear(product, a, 32 * Epsilon(dtype) * std::max(1.0L, exact.empty() ? 0 : exact[0]),
                     "u s v^H");
          const auto size = static_cast<long double>(32 + rows + columns);
          ExpectOrthonormal(left, size * Epsilon(dtype));
          ExpectOrthonormal(right, size * Epsilon(dtype));
        }
      }
    }
  }
}

// Matrices whose values are many, equal, far apart or zero. Their vectors are checked as such.
Numbers HardMatrix(const std::string& kind, int64_t rows, int64_t columns, aclDataType dtype,
                   Random& random) {
  Numbers numbers = Draw({rows, columns}, dtype, random);
  for (size_t i = 0; i < numbers.values.size(); ++i) {
    const auto row = static_cast<int64_t>(i) / columns;
    const auto column = static_cast<int64_t>(i) % columns;
    Number& value = numbers.values[i];
    if (kind == "zeros") {
      value = 0;
    } else if (kind == "identity") {
      value = row == column ? 1 : 0;
    } else if (kind == "rank 2") {
      value = Number((row % 2 == 0 ? 1 : 3) * (column % 3 == 0 ? 2 : 1));
    } else if (kind == "graded") {
      value = RoundTo(dtype, value * std::pow(10.0L, static_cast<long double>(-column % 9)));
    } else if (kind == "large") {
      value = RoundTo(dtype, value * 1e30L);
    } else if (kind == "small") {
      value = RoundTo(dtype, value * 1e-30L);
    } else if (kind == "bidiagonal with zeros") {
      value = row == column ? Number(column % 4 == 1 ? 0 : 1) : row + 1 == column ? Number(2) : Number(0);
    } else if (kind == "zero columns") {
      value = column % 3 == 0 ? Number(0) : value;
    }
  }
  return numbers;
}

TEST(Svd, HardMatrices) {
  Random random(30);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE}) {
    for (const char* kind : {"random", "zeros", "identity", "rank 2", "graded", "large", "small",
                             "bidiagonal with zeros", "zero columns"}) {
      for (const Shape& shape : {Shape{9, 9}, Shape{100, 100}, Shape{70, 33}, Shape{32, 64}, Shape{1, 7}}) {
        if (dtype == ACL_FLOAT && shape[0] == 100) {
          continue;  // as in DOUBLE
        }
        SCOPED_TRACE(::testing::Message() << dtype << " " << kind << " " << ::testing::PrintToString(shape));
        const Numbers input = HardMatrix(kind, shape[0], shape[1], dtype, random);
        const int64_t least = std::min(shape[0], shape[1]);
        const NumberTensor self(input, dtype);
        const NumberTensor sigma(Shape{least}, dtype);
        const NumberTensor u(Shape{shape[0], least}, dtype);
        const NumberTensor v(Shape{shape[1], least}, dtype);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnSvdGetWorkspaceSize(self.Get(), false, true, sigma.Get(), u.Get(),
                                                        v.Get(), size, executor);
                      },
                      aclnnSvd),
                  ACL_SUCCESS)
            << LastMessage();
        const Numbers values = sigma.Read();
        const Mat a = MatrixOf(input, 0);
        Mat scaled = MatrixOf(u.Read(), 0);
        ExpectOrthonormal(scaled, static_cast<long double>(32 + shape[0]) * Epsilon(dtype));
        const Mat right = MatrixOf(v.Read(), 0);
        ExpectOrthonormal(right, static_cast<long double>(32 + shape[1]) * Epsilon(dtype));
        for (size_t k = 0; k < values.values.size(); ++k) {
          EXPECT_GE(values.values[k].real(), k + 1 < values.values.size() ? values.values[k + 1].real() : 0);
          for (size_t r = 0; r < scaled.rows; ++r) {
            scaled(r, k) *= values.values[k];
          }
        }
        ExpectNear(scaled * Transposed(right, false), a,
                   static_cast<long double>(32 + least) * Epsilon(dtype) * values.values[0].real(),
                   "u s v^T");
      }
    }
  }
}

TEST(Svd, NanFailsByName) {
  const NumberTensor self(Numbers{{2, 2}, {1, std::nan(""), 3, 4}}, ACL_FLOAT);
  const NumberTensor sigma(Shape{2}, ACL_FLOAT);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnSvdGetWorkspaceSize(self.Get(), false, false, sigma.Get(), nullptr, nullptr,
                                                  size, executor);
                },
                aclnnSvd),
            kWorkFailed);
  for (const char* part : {"aclnnSvd", "input", "finite numbers"}) {
    EXPECT_NE(LastMessage().find(part), std::string::npos) << part << " in " << LastMessage();
  }
  EXPECT_TRUE(sigma.IsUntouched());
}

}  // namespace
}  // namespace openaclnn::testing
