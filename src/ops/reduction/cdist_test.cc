// SPDX-License-Identifier: Apache-2.0
//
// aclnnCdist and aclnnCdistBackward against sums in long double; the gradient's formula against differences of
// distances.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "aclnnop/aclnn_cdist.h"
#include "aclnnop/aclnn_cdist_backward.h"
#include "aclnnop/aclnn_pdist.h"
#include "aclnnop/aclnn_pdist_forward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const std::vector<aclDataType> kDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
const std::vector<double> kOrders{0, 0.5, 1, 1.5, 2, 3, kInfinity};

using Row = std::vector<long double>;

// Row `row` of matrices whose dims in front broadcast to those of `index`.
Row RowOf(const Array& x, Shape index, int64_t row) {
  index.resize(index.size() - 2);
  index.push_back(row);
  index.push_back(0);
  Row values;
  Shape place(index.end() - static_cast<std::ptrdiff_t>(x.shape.size()), index.end());
  for (size_t d = 0; d + 2 < place.size(); ++d) {
    place[d] = x.shape[d] == 1 ? 0 : place[d];
  }
  for (int64_t m = 0; m < x.shape.back(); ++m) {
    place.back() = m;
    values.push_back(At(x, place));
  }
  return values;
}

long double Distance(const Row& x, const Row& y, long double p) {
  long double sum = 0;
  for (size_t m = 0; m < x.size(); ++m) {
    const long double d = std::fabs(x[m] - y[m]);
    sum = std::isinf(p) ? std::max(sum, d) : sum + (p == 0 ? (d != 0 ? 1 : 0) : std::pow(d, p));
  }
  return p == 0 || std::isinf(p) ? sum : std::pow(sum, 1 / p);
}

// Of the distance by x[m], where the distance itself is given as it was stored.
long double Derivative(const Row& x, const Row& y, size_t m, long double p, long double distance,
                       aclDataType dtype) {
  const long double d = x[m] - y[m];
  if (distance == 0 || d == 0 || p == 0) {
    return 0;
  }
  const long double sign = d > 0 ? 1 : -1;
  if (std::isinf(p)) {
    return RoundTo(dtype, static_cast<double>(std::fabs(d))) == static_cast<double>(distance) ? sign : 0;
  }
  return sign * std::pow(std::fabs(d), p - 1) / std::pow(distance, p - 1);
}

TEST(CdistReference, IsTheSlope) {
  Random random(11);
  for (const long double p : {0.5L, 1.0L, 1.5L, 2.0L, 3.0L}) {
    Row x;
    Row y;
    for (int m = 0; m < 6; ++m) {
      x.push_back(random.Unit());
      y.push_back(random.Unit() + 1.5);
    }
    for (size_t m = 0; m < x.size(); ++m) {
      constexpr long double kStep = 1e-6L;
      Row more = x;
      Row less = x;
      more[m] += kStep;
      less[m] -= kStep;
      const long double slope = (Distance(more, y, p) - Distance(less, y, p)) / (2 * kStep);
      EXPECT_NEAR(static_cast<double>(Derivative(x, y, m, p, Distance(x, y, p), ACL_DOUBLE)),
                  static_cast<double>(slope), 1e-7);
    }
  }
}

aclnnStatus Cdist(const aclTensor* x1, const aclTensor* x2, double p, aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnCdistGetWorkspaceSize(x1, x2, static_cast<float>(p), 2, out, size, executor);
      },
      aclnnCdist);
}

void Expect(const Array& x1, const Array& x2, double p, aclDataType dtype, const Layout& layout = {},
            bool transposedOut = false) {
  SCOPED_TRACE(::testing::Message() << "dtype " << dtype << ", p " << p << ", x1 "
                                    << ::testing::PrintToString(x1.shape) << ", x2 "
                                    << ::testing::PrintToString(x2.shape));
  Shape shape = BroadcastShape(Shape(x1.shape.begin(), x1.shape.end() - 2),
                               Shape(x2.shape.begin(), x2.shape.end() - 2));
  shape.push_back(x1.shape[x1.shape.size() - 2]);
  shape.push_back(x2.shape[x2.shape.size() - 2]);
  const Layout to = transposedOut ? Layout::Transposed(shape.size()) : Layout();
  const DeviceTensor a(x1, dtype, layout);
  const DeviceTensor b(x2, dtype);
  const DeviceTensor out = DeviceTensor::Output(shape, dtype, to);
  ASSERT_EQ(Cdist(a.Get(), b.Get(), p, out.Get()), ACL_SUCCESS) << LastMessage();
  Array expected = Full(shape, 0);
  for (int64_t i = 0; i < NumElements(shape); ++i) {
    const Shape index = IndexOf(shape, i);
    expected.values[static_cast<size_t>(i)] = static_cast<double>(
        Distance(RowOf(x1, index, index[index.size() - 2]), RowOf(x2, index, index.back()), p));
  }
  // One rounding: what is computed in float64 is nearer to the exact number than a tenth of a FLOAT's last place. Of
  // order 2, differences, their squares and sums of 16 of them are FLOAT.
  const double arithmetic = p == 2 ? Tolerance::kArithmeticUlps : 0.1;
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(dtype, std::nullopt, arithmetic)));
  EXPECT_TRUE(out.CanariesIntact());

  Random random(13);
  const Array grad = random.Normal(shape, dtype, 0, 1);
  Array distances = expected;
  for (double& distance : distances.values) {
    distance = RoundTo(dtype, distance);
  }
  Shape gradShape = shape;
  gradShape.back() = x1.shape.back();
  const DeviceTensor gradient(grad, dtype);
  const DeviceTensor given(distances, dtype, to);
  const DeviceTensor result = DeviceTensor::Output(gradShape, dtype, to);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnCdistBackwardGetWorkspaceSize(gradient.Get(), a.Get(), b.Get(), given.Get(),
                                                            static_cast<float>(p), result.Get(), size,
                                                            executor);
                },
                aclnnCdistBackward),
            ACL_SUCCESS)
      << LastMessage();
  Array sums = Full(gradShape, 0);
  Array magnitudes = Full(gradShape, 0);
  for (int64_t i = 0; i < NumElements(shape); ++i) {
    const Shape index = IndexOf(shape, i);
    const Row x = RowOf(x1, index, index[index.size() - 2]);
    const Row y = RowOf(x2, index, index.back());
    Shape place = index;
    for (size_t m = 0; m < x.size(); ++m) {
      place.back() = static_cast<int64_t>(m);
      const auto term =
          static_cast<double>(grad.values[static_cast<size_t>(i)] *
                              Derivative(x, y, m, p, distances.values[static_cast<size_t>(i)], dtype));
      sums.values[FlatIndex(gradShape, place)] += term;
      magnitudes.values[FlatIndex(gradShape, place)] += std::fabs(term);
    }
  }
  EXPECT_TRUE(Near(result.Read(), sums, Tolerance::For(dtype, magnitudes, arithmetic)));
  EXPECT_TRUE(result.CanariesIntact());
}

TEST(Cdist, EveryTypeOrderShapeAndLayout) {
  Random random(3);
  for (const aclDataType dtype : kDtypes) {
    const auto draw = [&](const Shape& shape) { return random.Normal(shape, dtype, 0, 2); };
    for (const double p : kOrders) {
      Expect(draw({5, 3}), draw({4, 3}), p, dtype);
      Expect(draw({3, 16}), draw({2, 16}), p, dtype, Layout::Transposed(2), true);
      Expect(draw({2, 3, 37}), draw({2, 5, 37}), p, dtype, Layout::Stepped({1, 2, 3}));
      Expect(draw({1, 3, 5}), draw({2, 4, 2, 5}), p, dtype);
      Expect(draw({4, 1, 2, 9}), draw({3, 2, 9}), p, dtype, {}, true);
      Expect(random.Integers({6, 4}, dtype, 0, 3), random.Integers({7, 4}, dtype, 0, 3), p, dtype);
    }
    Expect(draw({2, 1000}), draw({3, 1000}), 2, dtype);
    Expect(draw({3, 2}), draw({700, 2}), 1, dtype);
  }
}

// Whole tiles of rows and columns, and what is left beside them.
TEST(Cdist, EuclideanOfManyRows) {
  Random random(5);
  for (const aclDataType dtype : kDtypes) {
    const auto draw = [&](const Shape& shape) { return random.Normal(shape, dtype, 0, 2); };
    Expect(draw({19, 70}), draw({41, 70}), 2, dtype);
    Expect(draw({8, 32}), draw({64, 32}), 2, dtype, Layout::Transposed(2), true);
    Expect(draw({2, 9, 100}), draw({1, 17, 100}), 2, dtype);
  }
}

// Squares of small and large differences overflow in FLOAT, or have no digits left; equal rows are at 0.
TEST(Cdist, EuclideanOfAnySize) {
  Random random(7);
  for (const int exponent : {-140, -125, -80, -50, -40, 40, 59, 64, 100, 120}) {
    Array x1 = random.Normal({10, 37}, ACL_FLOAT, 0, 1);
    Array x2 = random.Normal({20, 37}, ACL_FLOAT, 0, 1);
    for (Array* x : {&x1, &x2}) {
      for (double& number : x->values) {
        number = RoundTo(ACL_FLOAT, std::ldexp(number, exponent));
      }
    }
    std::copy_n(x1.values.begin(), 3 * 37, x2.values.begin() + 2 * 37);
    Expect(x1, x2, 2, ACL_FLOAT);
    // One row in which some differences are far smaller than others.
    std::fill_n(x1.values.begin() + 37, 37, 1.0);
    Expect(x1, x2, 2, ACL_FLOAT);
  }
}

// What PyTorch's product of matrices loses: rows that are near each other and far from 0.
TEST(Cdist, EuclideanKeepsSmallDistances) {
  Random random(9);
  Array x1 = random.Integers({9, 64}, ACL_FLOAT, 1 << 20, (1 << 20) + 3);
  Array x2 = random.Integers({30, 64}, ACL_FLOAT, 1 << 20, (1 << 20) + 3);
  Expect(x1, x2, 2, ACL_FLOAT);
}

TEST(Cdist, OfNothing) {
  for (const double p : kOrders) {
    Expect(Full({3, 0}, 1), Full({4, 0}, 1), p, ACL_FLOAT);
    Expect(Full({0, 3}, 1), Full({4, 3}, 1), p, ACL_FLOAT);
    Expect(Full({3, 3}, 1), Full({0, 3}, 1), p, ACL_FLOAT);
  }
}

TEST(Cdist, EqualRowsHaveNoGradient) {
  for (const double p : kOrders) {
    Expect(Full({2, 5}, 1.5), Full({2, 5}, 1.5), p, ACL_FLOAT);
  }
}

TEST(Cdist, NanStaysNan) {
  const DeviceTensor x1(MakeArray({2, 3}, {1, std::nan(""), 2, 0, 1, 2}), ACL_FLOAT);
  for (const double p : {0.5, 1.0, 2.0, kInfinity}) {
    const DeviceTensor out = DeviceTensor::Output({2, 2}, ACL_FLOAT);
    ASSERT_EQ(Cdist(x1.Get(), x1.Get(), p, out.Get()), ACL_SUCCESS);
    const std::vector<double> distances = out.Read().values;
    EXPECT_TRUE(std::isnan(distances[0]) && std::isnan(distances[1]) && std::isnan(distances[2])) << p;
    EXPECT_EQ(distances[3], 0);
  }
}

// By a number, or by a scalar.
aclnnStatus RunPdist(const DeviceTensor& self, double p, bool byScalar, const DeviceTensor& out) {
  auto order = static_cast<float>(p);
  aclScalar* const scalar = aclCreateScalar(&order, ACL_FLOAT);
  const aclnnStatus status = RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return byScalar ? aclnnPdistForwardGetWorkspaceSize(self.Get(), scalar, out.Get(), size, executor)
                        : aclnnPdistGetWorkspaceSize(self.Get(), order, out.Get(), size, executor);
      },
      byScalar ? aclnnPdistForward : aclnnPdist);
  EXPECT_EQ(aclDestroyScalar(scalar), ACL_SUCCESS);
  return status;
}

TEST(Pdist, EveryTypeShapeAndOrder) {
  Random random(23);
  for (const aclDataType dtype : kDtypes) {
    for (const Shape& shape : std::vector<Shape>{{2, 3}, {7, 40}, {70, 5}, {1, 4}, {0, 3}, {3, 0}}) {
      for (const double p : kOrders) {
        const auto trace = TraceSeed(random);
        const Array x = random.Integers(shape, dtype, -3, 4);
        std::vector<double> distances;
        for (int64_t i = 0; i < shape[0]; ++i) {
          for (int64_t j = i + 1; j < shape[0]; ++j) {
            const Row first = RowOf(x, {0, 0}, i);
            const Row second = RowOf(x, {0, 0}, j);
            distances.push_back(static_cast<double>(Distance(first, second, p)));
          }
        }
        const Array expected = MakeArray({static_cast<int64_t>(distances.size())}, distances);
        for (const bool byScalar : {false, true}) {
          const DeviceTensor self(x, dtype, byScalar ? Layout::Transposed(2) : Layout::Contiguous());
          const auto out = DeviceTensor::Output(expected.shape, dtype, Layout::Stepped({2}));
          ASSERT_EQ(RunPdist(self, p, byScalar, out), ACL_SUCCESS) << LastMessage();
          EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(dtype)));
          EXPECT_TRUE(out.CanariesIntact());
        }
      }
    }
  }
}

class CdistStatus : public PhaseOneTest {};

TEST_F(CdistStatus, Forward) {
  const auto plan = [&](const aclTensor* x1, const aclTensor* x2, float p, aclTensor* out) {
    return Call("aclnnCdist", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnCdistGetWorkspaceSize(x1, x2, p, 0, out, size, executor);
    });
  };
  const Descriptor x1(Shape{2, 5, 3});
  const Descriptor x2(Shape{4, 3});
  const Descriptor out(Shape{2, 5, 4});
  const Descriptor wide(Shape{4, 2});
  const Descriptor row(Shape{3});
  const Descriptor other(Shape{7, 4, 3});
  const Descriptor halves(Shape{4, 3}, ACL_FLOAT16);
  const Descriptor doubles(Shape{2, 5, 3}, ACL_DOUBLE);
  EXPECT_EQ(plan(x1.Get(), x2.Get(), 2, out.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, x2.Get(), 2, out.Get()), kNullptr);
  EXPECT_EQ(plan(x1.Get(), nullptr, 2, out.Get()), kNullptr);
  EXPECT_EQ(plan(x1.Get(), x2.Get(), 2, nullptr), kNullptr);
  EXPECT_EQ(plan(x1.Get(), wide.Get(), 2, out.Get()), kInvalid);
  ExpectMessage({"x2", "columns of x1"});
  EXPECT_EQ(plan(x1.Get(), row.Get(), 2, out.Get()), kInvalid);
  ExpectMessage({"x2", "2 dims"});
  EXPECT_EQ(plan(x1.Get(), other.Get(), 2, out.Get()), kInvalid);
  ExpectMessage({"x2", "broadcast"});
  EXPECT_EQ(plan(x1.Get(), halves.Get(), 2, out.Get()), kInvalid);
  ExpectMessage({"x2", "FLOAT16"});
  EXPECT_EQ(plan(doubles.Get(), x2.Get(), 2, out.Get()), kInvalid);
  ExpectMessage({"x1", "DOUBLE"});
  EXPECT_EQ(plan(x1.Get(), x2.Get(), -1, out.Get()), kInvalid);
  ExpectMessage({"p", "-1"});
  EXPECT_EQ(plan(x1.Get(), x2.Get(), std::nanf(""), out.Get()), kInvalid);
  EXPECT_EQ(plan(x1.Get(), x2.Get(), 2, x1.Get()), kInvalid);
  ExpectMessage({"out", "[2, 5, 4]", "[2, 5, 3]"});
}

TEST_F(CdistStatus, Backward) {
  const Descriptor x1(Shape{5, 3});
  const Descriptor x2(Shape{4, 3});
  const Descriptor pairs(Shape{5, 4});
  const auto plan = [&](const aclTensor* grad, const aclTensor* first, const aclTensor* second,
                        const aclTensor* cdist, aclTensor* out) {
    return Call("aclnnCdistBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnCdistBackwardGetWorkspaceSize(grad, first, second, cdist, 2, out, size, executor);
    });
  };
  EXPECT_EQ(plan(pairs.Get(), x1.Get(), x2.Get(), pairs.Get(), x1.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, x1.Get(), x2.Get(), pairs.Get(), x1.Get()), kNullptr);
  EXPECT_EQ(plan(pairs.Get(), nullptr, x2.Get(), pairs.Get(), x1.Get()), kNullptr);
  EXPECT_EQ(plan(pairs.Get(), x1.Get(), nullptr, pairs.Get(), x1.Get()), kNullptr);
  EXPECT_EQ(plan(pairs.Get(), x1.Get(), x2.Get(), nullptr, x1.Get()), kNullptr);
  EXPECT_EQ(plan(pairs.Get(), x1.Get(), x2.Get(), pairs.Get(), nullptr), kNullptr);
  EXPECT_EQ(plan(x1.Get(), x1.Get(), x2.Get(), pairs.Get(), x1.Get()), kInvalid);
  ExpectMessage({"grad", "[5, 4]", "[5, 3]"});
  EXPECT_EQ(plan(pairs.Get(), x1.Get(), x2.Get(), x1.Get(), x1.Get()), kInvalid);
  ExpectMessage({"cdist", "[5, 4]"});
  EXPECT_EQ(plan(pairs.Get(), x1.Get(), x2.Get(), pairs.Get(), x2.Get()), kInvalid);
  ExpectMessage({"out", "[5, 3]", "[4, 3]"});
}

TEST_F(CdistStatus, Pairs) {
  const Descriptor self(Shape{5, 3});
  const Descriptor out(Shape{10});
  const auto plan = [&](const aclTensor* x, float p, aclTensor* to) {
    return Call("aclnnPdist", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnPdistGetWorkspaceSize(x, p, to, size, executor);
    });
  };
  EXPECT_EQ(plan(self.Get(), 2, out.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, 2, out.Get()), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(plan(self.Get(), 2, nullptr), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(plan(self.Get(), -1, out.Get()), kInvalid);
  ExpectMessage({"p", "-1"});
  EXPECT_EQ(plan(Descriptor({5, 3}, ACL_DOUBLE).Get(), 2, out.Get()), kInvalid);
  ExpectMessage({"self", "DOUBLE"});
  EXPECT_EQ(plan(Descriptor({1, 5, 3}).Get(), 2, out.Get()), kInvalid);
  ExpectMessage({"self"});
  EXPECT_EQ(plan(self.Get(), 2, self.Get()), kInvalid);
  ExpectMessage({"out", "[10]", "[5, 3]"});
  const auto planScalar = [&](const aclScalar* p) {
    return Call("aclnnPdistForward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnPdistForwardGetWorkspaceSize(self.Get(), p, out.Get(), size, executor);
    });
  };
  EXPECT_EQ(planScalar(nullptr), kNullptr);
  ExpectMessage({"pScalar"});
  double order = -0.5;
  aclScalar* const scalar = aclCreateScalar(&order, ACL_DOUBLE);
  EXPECT_EQ(planScalar(scalar), kInvalid);
  ExpectMessage({"pScalar", "-0.5"});
  EXPECT_EQ(aclDestroyScalar(scalar), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::testing
