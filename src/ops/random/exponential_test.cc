// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_sim_thread_exponential.h"
#include "aclnnop/aclnn_stateless_exponential_tensor.h"
#include "tests/support/device.h"
#include "tests/support/number_tensor.h"
#include "tests/support/phase_one_checks.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

std::vector<Number> Filled(const Shape& shape, aclDataType dtype, Lie lie, double lambda, int64_t seed,
                           int64_t offset) {
  const NumberTensor self(shape, dtype, lie);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnSimThreadExponentialGetWorkspaceSize(self.Get(), NumElements(shape), lambda,
                                                                   seed, offset, size, executor);
                },
                aclnnSimThreadExponential),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_TRUE(self.IsIntactBetween());
  return self.Read().values;
}

TEST(Exponential, Distribution) {
  constexpr double kLambda = 2;
  const std::vector<Number> numbers = Filled({100, 1000}, ACL_FLOAT, Lie::kPlain, kLambda, 3, 0);
  const auto count = static_cast<double>(numbers.size());
  double sum = 0;
  double above = 0;  // the median
  for (const Number& number : numbers) {
    const auto value = static_cast<double>(number.real());
    EXPECT_GT(value, 0);
    EXPECT_TRUE(std::isfinite(value));
    sum += value;
    above += value > std::log(2) / kLambda ? 1 : 0;
  }
  // Five deviations of the mean, and of the share above the median.
  EXPECT_NEAR(sum / count, 1 / kLambda, 5 / kLambda / std::sqrt(count));
  EXPECT_NEAR(above / count, 0.5, 5 * 0.5 / std::sqrt(count));
}

TEST(Exponential, ElementsFollowFromSeedAndOffsetAlone) {
  const Shape shape{17, 90};
  const std::vector<Number> first = Filled(shape, ACL_DOUBLE, Lie::kPlain, 1, 7, 4);
  EXPECT_EQ(Filled(shape, ACL_DOUBLE, Lie::kTransposed, 1, 7, 4), first);
  EXPECT_NE(Filled(shape, ACL_DOUBLE, Lie::kPlain, 1, 8, 4), first);
  EXPECT_NE(Filled(shape, ACL_DOUBLE, Lie::kPlain, 1, 7, 8), first);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const Lie lie : {Lie::kPlain, Lie::kTransposed, Lie::kStepped}) {
      std::vector<Number> rounded;
      for (const Number& number : first) {
        rounded.push_back(RoundTo(dtype, number));
      }
      EXPECT_EQ(Filled(shape, dtype, lie, 1, 7, 4), rounded);
    }
  }
  EXPECT_TRUE(Filled({0, 3}, ACL_FLOAT, Lie::kPlain, 1, 7, 4).empty());
  EXPECT_EQ(Filled({}, ACL_FLOAT, Lie::kPlain, 1, 7, 4).size(), 1U);
}

TEST(Exponential, OfTensorsIsThePlainOne) {
  const Shape shape{17, 90};
  const RawTensor<int64_t> seed({7}, ACL_INT64);
  const RawTensor<int64_t> offset({1000}, ACL_INT64);
  for (const Lie lie : {Lie::kPlain, Lie::kTransposed}) {
    const NumberTensor self(shape, ACL_FLOAT, lie);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnStatelessExponentialTensorGetWorkspaceSize(self.Get(), 2, seed.Get(),
                                                                           offset.Get(), 24, size, executor);
                  },
                  aclnnStatelessExponentialTensor),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_TRUE(self.IsIntactBetween());
    EXPECT_EQ(self.Read().values, Filled(shape, ACL_FLOAT, lie, 2, 7, 1024));
  }
}

class ExponentialChecks : public PhaseOneChecks {
 protected:
  std::optional<Descriptor> self{std::in_place, Shape{2, 3}};
  void Expect(aclnnStatus status, const char* said, int64_t count, double lambda) {
    ExpectStatus(status, said, "aclnnSimThreadExponential", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnSimThreadExponentialGetWorkspaceSize(GetOrNull(self), count, lambda, 0, 0, size, executor);
    });
  }
};

TEST_F(ExponentialChecks, Refusals) {
  Expect(ACL_SUCCESS, "", 6, 1);
  Expect(kInvalid, "count", 5, 1);
  for (const double wrong : {0.0, -1.0, std::numeric_limits<double>::infinity(), std::nan("")}) {
    Expect(kInvalid, "lambda", 6, wrong);
  }
  self.emplace(Shape{2, 3}, ACL_INT32);
  Expect(kInvalid, "selfRef", 6, 1);
  self.reset();
  Expect(kNullptr, "selfRef", 6, 1);
}

TEST_F(ExponentialChecks, RefusalsOfTensors) {
  std::optional<Descriptor> seed(std::in_place, Shape{1}, ACL_INT64);
  std::optional<Descriptor> offset(std::in_place, Shape{}, ACL_INT64);
  const auto expect = [&](aclnnStatus status, const char* said, double lambda) {
    ExpectStatus(status, said, "aclnnStatelessExponentialTensor",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnStatelessExponentialTensorGetWorkspaceSize(
                       GetOrNull(self), lambda, GetOrNull(seed), GetOrNull(offset), 0, size, executor);
                 });
  };
  expect(ACL_SUCCESS, "", 1);
  expect(kInvalid, "lambda", 0);
  offset.emplace(Shape{2}, ACL_INT64);
  expect(kInvalid, "offsetTensor", 1);
  offset.reset();
  expect(kNullptr, "offsetTensor", 1);
  seed.emplace(Shape{1}, ACL_INT32);
  offset.emplace(Shape{1}, ACL_INT64);
  expect(kInvalid, "seedTensor", 1);
  seed.reset();
  expect(kNullptr, "seedTensor", 1);
  self.reset();
  expect(kNullptr, "selfRef", 1);
}

}  // namespace
}  // namespace openaclnn::testing
