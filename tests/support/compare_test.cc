// SPDX-License-Identifier: Apache-2.0
#include "tests/support/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "tests/support/half.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Array One(double value) {
  return MakeArray({1}, {value});
}

bool IsNear(double actual, double expected, const Tolerance& tolerance) {
  return static_cast<bool>(Near(One(actual), One(expected), tolerance));
}

TEST(CompareTest, AcceptsTheRoundedReference) {
  Random random(2);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Array expected = random.Normal({7, 11}, ACL_DOUBLE, 0, 100);
    Array actual = expected;
    for (double& value : actual.values) {
      value = RoundTo(dtype, value);
    }
    EXPECT_TRUE(Near(actual, expected, Tolerance::Exact(dtype)));
    EXPECT_EQ(CorrectlyRoundedFraction(actual, expected, dtype), 1.0);
  }
}

TEST(CompareTest, CatchesOnePlantedErrorAndNamesIt) {
  const Array expected = Full({2, 3, 4}, 1.0);
  Array actual = expected;
  actual.values[17] = 1.0 + std::ldexp(1.0, -9);  // two half ulps
  const ::testing::AssertionResult result = Near(actual, expected, Tolerance::For(ACL_FLOAT16));
  EXPECT_FALSE(result);
  const std::string message = result.message();
  EXPECT_NE(message.find("1 of 24 elements"), std::string::npos) << message;
  EXPECT_NE(message.find("element 17 [1,1,1]"), std::string::npos) << message;
  EXPECT_NE(message.find("2 ulps"), std::string::npos) << message;
  EXPECT_NEAR(CorrectlyRoundedFraction(actual, expected, ACL_FLOAT16), 23.0 / 24, 1e-12);
}

TEST(CompareTest, ShowsTheWorstOfMany) {
  const Array expected = Full({100}, 1.0);
  Array actual = Full({100}, 1.5);
  actual.values[77] = 9.0;
  const std::string message = Near(actual, expected, Tolerance::For(ACL_FLOAT)).message();
  EXPECT_NE(message.find("100 of 100 elements"), std::string::npos) << message;
  EXPECT_NE(message.find("worst:\n  element 77 [77]: actual 9"), std::string::npos) << message;
}

TEST(CompareTest, HalvesMayBeOneUlpOff) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    const double ulp = UlpSize(dtype, 1.0);
    EXPECT_TRUE(IsNear(1 + ulp, 1, Tolerance::For(dtype)));
    EXPECT_TRUE(IsNear(1 - ulp / 2, 1, Tolerance::For(dtype)));
    EXPECT_FALSE(IsNear(1 + 2 * ulp, 1, Tolerance::For(dtype)));
    EXPECT_FALSE(IsNear(1 + ulp, 1, Tolerance::Exact(dtype)));
  }
}

TEST(CompareTest, FloatsAreMeasuredByTheMagnitudeOfTheirTerms) {
  const double ulp = UlpSize(ACL_FLOAT, 1.0);
  EXPECT_TRUE(IsNear(1 + 5 * ulp, 1, Tolerance::For(ACL_FLOAT)));
  EXPECT_FALSE(IsNear(1 + 6 * ulp, 1, Tolerance::For(ACL_FLOAT)));
  const double atThousand = UlpSize(ACL_FLOAT, 1000.0);
  EXPECT_TRUE(IsNear(1 + 4 * atThousand, 1, Tolerance::For(ACL_FLOAT, One(1000))));
  EXPECT_FALSE(IsNear(1 + 5 * atThousand, 1, Tolerance::For(ACL_FLOAT, One(1000))));
  // A cancellation that left nothing: only the magnitude gives it room.
  EXPECT_FALSE(IsNear(1e-6, 0, Tolerance::For(ACL_FLOAT)));
  EXPECT_TRUE(IsNear(1e-6, 0, Tolerance::For(ACL_FLOAT, One(10))));
  // A magnitude that is no number gives none.
  EXPECT_FALSE(IsNear(2, 1, Tolerance::For(ACL_FLOAT, One(kInfinity))));
  EXPECT_FALSE(IsNear(2, 1, Tolerance::For(ACL_FLOAT, One(kNan))));
}

TEST(CompareTest, NonFiniteValuesMatchTheirOwnKind) {
  const Tolerance tolerance = Tolerance::For(ACL_FLOAT);
  EXPECT_TRUE(IsNear(kNan, kNan, tolerance));
  EXPECT_TRUE(IsNear(kInfinity, kInfinity, tolerance));
  EXPECT_TRUE(IsNear(-kInfinity, -kInfinity, tolerance));
  EXPECT_FALSE(IsNear(kInfinity, -kInfinity, tolerance));
  EXPECT_FALSE(IsNear(kNan, 1, tolerance));
  EXPECT_FALSE(IsNear(1, kNan, tolerance));
  EXPECT_FALSE(IsNear(kInfinity, 1, tolerance));
  EXPECT_FALSE(IsNear(1, kInfinity, tolerance));
  EXPECT_FALSE(IsNear(kNan, kInfinity, tolerance));

  Tolerance loose = tolerance;
  loose.anyNonFinite = true;
  EXPECT_TRUE(IsNear(kNan, kInfinity, loose));
  EXPECT_TRUE(IsNear(-kInfinity, kNan, loose));
  EXPECT_FALSE(IsNear(1, kNan, loose));
  EXPECT_FALSE(IsNear(kNan, 1, loose));
}

TEST(CompareTest, OverflowOfTheRoundingIsADistance) {
  const Tolerance half = Tolerance::For(ACL_FLOAT16);
  EXPECT_TRUE(IsNear(kInfinity, 1e30, half));
  EXPECT_TRUE(IsNear(kInfinity, 65519, half));  // rounds to 65504, its neighbour is the overflow
  EXPECT_TRUE(IsNear(65504, 65521, half));
  EXPECT_FALSE(IsNear(65504, 1e30, half));
  EXPECT_FALSE(IsNear(kInfinity, 65000, half));
  EXPECT_FALSE(IsNear(-kInfinity, 65519, half));
  EXPECT_FALSE(IsNear(65504, kInfinity, half));  // a true infinity is no rounding
  EXPECT_FALSE(IsNear(kInfinity, 65519, Tolerance::Exact(ACL_FLOAT16)));
  EXPECT_TRUE(IsNear(kInfinity, 4e38, Tolerance::For(ACL_FLOAT)));
  EXPECT_FALSE(IsNear(3.0e38, 4e38, Tolerance::For(ACL_FLOAT)));
}

TEST(CompareTest, UnwrittenElementsMatchNothing) {
  Tolerance tolerance = Tolerance::For(ACL_FLOAT);
  tolerance.anyNonFinite = true;
  EXPECT_TRUE(std::isnan(UnwrittenValue()));
  const ::testing::AssertionResult result = Near(One(UnwrittenValue()), One(kNan), tolerance);
  EXPECT_FALSE(result);
  EXPECT_NE(std::string(result.message()).find("(1 never written)"), std::string::npos) << result.message();
  EXPECT_EQ(CorrectlyRoundedFraction(One(UnwrittenValue()), One(kNan), ACL_FLOAT), 0.0);
}

TEST(CompareTest, ShapesMustAgree) {
  const ::testing::AssertionResult result = Near(Full({2, 3}, 0), Full({3, 2}, 0), Tolerance::For(ACL_FLOAT));
  EXPECT_FALSE(result);
  EXPECT_NE(std::string(result.message()).find("[2,3], expected [3,2]"), std::string::npos)
      << result.message();
  EXPECT_TRUE(Near(Full({2, 0}, 0), Full({2, 0}, 0), Tolerance::For(ACL_FLOAT)));
  EXPECT_TRUE(Near(Full({}, 3), Full({}, 3), Tolerance::Exact(ACL_FLOAT)));
  EXPECT_THROW((void)Near(Full({2}, 0), Full({2}, 0), Tolerance::For(ACL_FLOAT, One(1))),
               std::invalid_argument);
}

}  // namespace
}  // namespace openaclnn::testing
