// SPDX-License-Identifier: Apache-2.0
// The parts of the runner: numbers, generated data, tolerance, files and options.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>
#include <vector>

#include "tests/conformance/case.h"
#include "tests/conformance/generate.h"
#include "tests/conformance/number.h"
#include "tests/conformance/operator.h"
#include "tests/conformance/options.h"
#include "tests/support/half.h"

namespace openaclnn::conformance {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Tensor Values(aclDataType dtype, const std::vector<double>& values) {
  Tensor tensor(dtype, {static_cast<int64_t>(values.size())});
  tensor.Write(0, tensor.Count(), values.data());
  return tensor;
}

bool SameBytes(const Tensor& a, const Tensor& b) {
  return a.SizeInBytes() == b.SizeInBytes() && std::memcmp(a.Bytes(), b.Bytes(), a.SizeInBytes()) == 0;
}

Comparison Compare(aclDataType dtype, const std::vector<double>& actual, const std::vector<double>& expected,
                   double magnitude = 1, bool anyNonFinite = false) {
  static std::vector<Tensor> tensors;  // a comparison refers to its output
  tensors.reserve(64);
  tensors.push_back(Values(dtype, actual));
  Comparison comparison("out", tensors.back(), Tolerance{Tolerance::kSum, anyNonFinite});
  const std::vector<double> magnitudes(expected.size(), magnitude);
  comparison.AddBlock(0, static_cast<int64_t>(expected.size()), expected.data(), magnitudes.data());
  return comparison;
}

TEST(ConformanceParts, ConvertsEveryHalfAsTheTestSupportDoes) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
      const auto half = static_cast<uint16_t>(bits);
      const double value = FromBits(dtype, bits);
      const double expected =
          dtype == ACL_BF16 ? testing::DecodeBfloat16(half) : testing::DecodeFloat16(half);
      ASSERT_TRUE(value == expected || (std::isnan(value) && std::isnan(expected))) << bits;
      if (!std::isnan(value)) {
        uint16_t back = 0;
        Encode(dtype, &value, 1, reinterpret_cast<uint8_t*>(&back));
        ASSERT_EQ(back, half);
      }
    }
  }
}

TEST(ConformanceParts, RoundsAsTheTestSupportDoes) {
  const Case testCase(R"({"op":"x","id":1,"tensors":{"a":{"dtype":"fp32","shape":[20000],
      "values":{"uniform":["-inf","inf"]}}}})",
                      "");
  const TensorMap inputs = Generate(testCase, {});
  for (const double value : Find(inputs, "a").ReadAll()) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      // Beside a tie too, where the direction depends on bits far below.
      for (const double x : {value, value * 1e-30, value * (1 + 0x1p-40), value / 3}) {
        ASSERT_EQ(FormatOf(dtype).Round(x), testing::RoundTo(dtype, x)) << x;
        if (std::isfinite(x)) {
          ASSERT_EQ(FormatOf(dtype).Ulp(x), testing::UlpSize(dtype, x)) << x;
        }
      }
    }
  }
}

TEST(ConformanceParts, ToleranceIsOneUlpAndASixteenthOfTheMagnitudes) {
  EXPECT_TRUE(Compare(ACL_FLOAT, {1 + 0x1p-23}, {1}).Passed());
  EXPECT_FALSE(Compare(ACL_FLOAT, {1 + 0x1p-22}, {1}).Passed());
  EXPECT_TRUE(Compare(ACL_FLOAT, {1 + 0x1p-22}, {1}, 16).Passed());
  EXPECT_FALSE(Compare(ACL_FLOAT, {1 + 0x1p-21}, {1}, 16).Passed());
  EXPECT_TRUE(Compare(ACL_FLOAT16, {1 + 0x1p-10}, {1}).Passed());  // one close call
  EXPECT_FALSE(Compare(ACL_FLOAT16, {1 + 0x1p-9}, {1}).Passed());
  EXPECT_EQ(Compare(ACL_FLOAT16, {1 + 0x1p-9}, {1}).NumWrong(), 1);
}

TEST(ConformanceParts, NanAndInfinitiesMustMatch) {
  EXPECT_TRUE(Compare(ACL_FLOAT, {kNan, kInfinity, -kInfinity}, {kNan, kInfinity, -kInfinity}).Passed());
  EXPECT_FALSE(Compare(ACL_FLOAT, {kInfinity}, {kNan}).Passed());
  EXPECT_FALSE(Compare(ACL_FLOAT, {kNan}, {kInfinity}).Passed());
  EXPECT_FALSE(Compare(ACL_FLOAT, {-kInfinity}, {kInfinity}).Passed());
  EXPECT_FALSE(Compare(ACL_FLOAT, {kNan}, {1}).Passed());
  EXPECT_FALSE(Compare(ACL_FLOAT, {kInfinity}, {1}).Passed());
  EXPECT_TRUE(Compare(ACL_FLOAT, {kNan, -kInfinity}, {kInfinity, kNan}, 1, true).Passed());
  EXPECT_FALSE(Compare(ACL_FLOAT, {1}, {kInfinity}, 1, true).Passed());
  EXPECT_FALSE(Compare(ACL_FLOAT, {kNan}, {1}, 1, true).Passed());
}

TEST(ConformanceParts, OverflowOfTheRoundingCountsAsTheNextNumber) {
  EXPECT_TRUE(Compare(ACL_FLOAT16, {kInfinity}, {65520}).Passed());
  EXPECT_TRUE(Compare(ACL_FLOAT16, {65504}, {65520}).Passed());  // its neighbour
  EXPECT_FALSE(Compare(ACL_FLOAT16, {65472}, {65520}).Passed());
  EXPECT_FALSE(Compare(ACL_FLOAT16, {-kInfinity}, {65520}).Passed());
  EXPECT_TRUE(Compare(ACL_FLOAT16, {kInfinity}, {1e30}).Passed());
}

TEST(ConformanceParts, ManyCloseCallsAreAFailureOfHalves) {
  const std::vector<double> expected(10000, 1);
  std::vector<double> actual = expected;
  std::fill_n(actual.begin(), 11, 1 + 0x1p-10);
  EXPECT_TRUE(Compare(ACL_FLOAT16, actual, expected).Passed());
  actual[11] = 1 + 0x1p-10;
  EXPECT_FALSE(Compare(ACL_FLOAT16, actual, expected).Passed());
  EXPECT_EQ(Compare(ACL_FLOAT16, actual, expected).NumWrong(), 0);
  EXPECT_TRUE(Compare(ACL_FLOAT16, actual, expected, 1000).Passed());  // terms that cancel
}

TEST(ConformanceParts, PublishedStandardAllowsOneElementInAHundred) {
  std::vector<double> expected(100, 1);
  std::vector<double> actual = expected;
  actual[0] = 1.005;
  EXPECT_TRUE(Compare(ACL_FLOAT, actual, expected).PassedPublished());
  actual[1] = 1.005;
  EXPECT_FALSE(Compare(ACL_FLOAT, actual, expected).PassedPublished());
  actual[1] = 1;
  actual[0] = 1.1;  // beyond the limit of a single error
  EXPECT_FALSE(Compare(ACL_FLOAT, actual, expected).PassedPublished());
  actual[0] = kNan;
  EXPECT_FALSE(Compare(ACL_FLOAT, actual, expected).PassedPublished());
}

TEST(ConformanceParts, DataDependOnSeedCaseAndTensorAlone) {
  const auto line = [](int id) {
    const std::string tensor =
        R"({"dtype":"fp32","shape":[10000],"values":{"normal":{"mean":[-1,1],"std":[1,2]}}})";
    return R"({"op":"x","id":)" + std::to_string(id) + R"(,"tensors":{"a":)" + tensor + R"(,"b":)" + tensor +
           "}}";
  };
  const TensorMap inputs = Generate(Case(line(1), ""), {});
  EXPECT_TRUE(SameBytes(Find(inputs, "a"), Find(Generate(Case(line(1), ""), {}), "a")));
  EXPECT_FALSE(SameBytes(Find(inputs, "a"), Find(inputs, "b")));
  EXPECT_FALSE(SameBytes(Find(inputs, "a"), Find(Generate(Case(line(2), ""), {}), "a")));
  EXPECT_FALSE(SameBytes(Find(inputs, "a"), Find(Generate(Case(line(1), ""), {2, FullRange::kMixed}), "a")));
}

TEST(ConformanceParts, FullRangeHoldsInfinitiesAndEveryExponentButNoNan) {
  const Case testCase(R"({"op":"x","id":1,"tensors":{"a":{"dtype":"fp32","shape":[4000000],
      "values":{"uniform":["-inf","inf"]}}}})",
                      "");
  const TensorMap inputs = Generate(testCase, {});
  const std::vector<double> values = Find(inputs, "a").ReadAll();
  const auto count = [&](const auto& predicate) {
    return std::count_if(values.begin(), values.end(), predicate);
  };
  EXPECT_EQ(count([](double x) { return std::isnan(x); }), 0);
  EXPECT_GT(count([](double x) { return std::isinf(x); }), 0);
  EXPECT_LT(count([](double x) { return std::isinf(x); }), 100);
  EXPECT_GT(count([](double x) { return x != 0 && std::fabs(x) < 0x1p-126; }), 0);  // subnormals
  EXPECT_GT(count([](double x) { return std::fabs(x) > 1e38; }), 1000000);
  EXPECT_GT(count([](double x) { return std::fabs(x) < 1; }), 500000);
}

TEST(ConformanceParts, WrongFilesAreRefusedByLine) {
  const std::string path = ::testing::TempDir() + "conformance_wrong.jsonl";
  std::ofstream(path) << "\n{\"op\":\"x\",\"id\":1,\"tensors\":{\"a\":{\"dtype\":\"fp8\"}}}\n";
  try {
    (void)ReadCases(path);
    FAIL() << "was read";
  } catch (const std::runtime_error& error) {
    EXPECT_EQ(std::string(error.what()).find(path + ":2: "), 0U) << error.what();
  }
  EXPECT_THROW((void)ReadCases("/nonexistent"), std::runtime_error);
  EXPECT_THROW((void)FindOperator("x"), std::runtime_error);
}

TEST(ConformanceParts, OptionsAreReadAndRefused) {
  const char* const good[] = {"conformance", "--id", "4", "--seed", "7", "--max-elements", "10", "a", "b"};
  const Options options = ParseOptions(9, good);
  EXPECT_EQ(options.ids, std::vector<int64_t>{4});
  EXPECT_EQ(options.maxElements, 10);
  EXPECT_EQ(options.paths, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(RerunArguments(options, "a", "op", 4), "--operator op --id 4 --verbose --seed 7 a");
  for (const char* wrong : {"--nonsense", "--id"}) {
    const char* const arguments[] = {"conformance", "a", wrong};
    EXPECT_THROW((void)ParseOptions(3, arguments), std::invalid_argument) << wrong;
  }
  const char* const noFile[] = {"conformance", "--list"};
  EXPECT_THROW((void)ParseOptions(2, noFile), std::invalid_argument);
}

}  // namespace
}  // namespace openaclnn::conformance
