// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_rrelu_with_noise.h"
#include "tests/support/device.h"
#include "tests/support/number_tensor.h"
#include "tests/support/phase_one_checks.h"
#include "tests/support/random.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

constexpr double kLower = 0.125;
constexpr double kUpper = 0.375;

struct Called {
  Called(const Shape& shape, aclDataType dtype, Lie lie, Random& random) : self{shape, {}} {
    for (int64_t i = 0; i < NumElements(shape); ++i) {
      self.values.push_back(RoundTo(dtype, i == 3 ? 0 : random.StandardNormal()));
    }
    input.emplace(self, dtype, lie);
    noise.emplace(shape, dtype, lie);
    out.emplace(shape, dtype, lie);
  }
  aclnnStatus Call(bool training, int64_t seed, int64_t offset, bool inPlace) const {
    const Scalar lower(kLower, ACL_FLOAT);
    const Scalar upper(kUpper, ACL_DOUBLE);
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return inPlace ? aclnnInplaceRReluWithNoiseGetWorkspaceSize(input->Get(), noise->Get(), lower.Get(),
                                                                      upper.Get(), training, seed, offset,
                                                                      size, executor)
                         : aclnnRReluWithNoiseGetWorkspaceSize(input->Get(), noise->Get(), lower.Get(),
                                                               upper.Get(), training, seed, offset,
                                                               out->Get(), size, executor);
        },
        inPlace ? aclnnInplaceRReluWithNoise : aclnnRReluWithNoise);
  }
  Numbers self;
  std::optional<NumberTensor> input;
  std::optional<NumberTensor> noise;
  std::optional<NumberTensor> out;
};

// The slope is rounded for noise, and the product for the result: two roundings apart.
double Tolerance(aclDataType dtype) {
  return dtype == ACL_FLOAT ? 0x1p-22 : dtype == ACL_FLOAT16 ? 0x1p-10 : 0x1p-7;
}

void ExpectTraining(const Called& run, aclDataType dtype, bool inPlace) {
  ASSERT_EQ(run.Call(true, 5, 8, inPlace), ACL_SUCCESS) << LastMessage();
  const NumberTensor& result = inPlace ? *run.input : *run.out;
  const Numbers noise = run.noise->Read();
  const Numbers out = result.Read();
  EXPECT_TRUE(result.IsIntactBetween());
  EXPECT_TRUE(run.noise->IsIntactBetween());
  for (size_t i = 0; i < run.self.values.size(); ++i) {
    const auto x = static_cast<double>(run.self.values[i].real());
    const auto slope = static_cast<double>(noise.values[i].real());
    if (x > 0) {
      EXPECT_EQ(slope, 1);
    } else {
      EXPECT_GE(slope, kLower);
      EXPECT_LE(slope, kUpper);
    }
    EXPECT_NEAR(static_cast<double>(out.values[i].real()), x * slope,
                Tolerance(dtype) * std::max(1.0, std::abs(x)));
  }
}

TEST(RRelu, EveryTypeAndLayout) {
  Random random(91);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const Lie lie : {Lie::kPlain, Lie::kTransposed, Lie::kStepped}) {
      for (const Shape& shape : {Shape{3, 5}, {40, 31, 20}, {0, 4}}) {
        for (const bool inPlace : {false, true}) {
          ExpectTraining(Called(shape, dtype, lie, random), dtype, inPlace);
          const Called run(shape, dtype, lie, random);
          ASSERT_EQ(run.Call(false, 5, 8, inPlace), ACL_SUCCESS) << LastMessage();
          EXPECT_TRUE(run.noise->IsUntouched());
          const Numbers out = (inPlace ? run.input : run.out)->Read();
          for (size_t i = 0; i < run.self.values.size(); ++i) {
            const Number x = run.self.values[i];
            EXPECT_EQ(out.values[i], RoundTo(dtype, x.real() <= 0 ? x * 0.25L : x));
          }
        }
      }
    }
  }
}

TEST(RRelu, SlopesFollowFromSeedAndOffset) {
  Random random(92);
  const Called run({100, 100}, ACL_FLOAT, Lie::kPlain, random);
  const auto slopes = [&](int64_t seed, int64_t offset) {
    EXPECT_EQ(run.Call(true, seed, offset, false), ACL_SUCCESS);
    return run.noise->Read().values;
  };
  const std::vector<Number> first = slopes(1, 0);
  EXPECT_EQ(slopes(1, 0), first);
  EXPECT_NE(slopes(2, 0), first);
  EXPECT_NE(slopes(1, 4), first);
  long double sum = 0;
  int64_t count = 0;
  for (const Number& slope : first) {
    sum += slope.real() < 1 ? slope.real() : 0;
    count += slope.real() < 1 ? 1 : 0;
  }
  // Five deviations of the mean of about 5000 numbers from an interval of 1/4.
  EXPECT_NEAR(static_cast<double>(sum / static_cast<long double>(count)), 0.25,
              5 * 0.25 / std::sqrt(12.0 * 5000));
}

class RReluChecks : public PhaseOneChecks {
 protected:
  std::optional<Descriptor> self{std::in_place, Shape{2, 3}};
  std::optional<Descriptor> noise{std::in_place, Shape{2, 3}};
  std::optional<Descriptor> out{std::in_place, Shape{2, 3}};
  Scalar lower{kLower, ACL_FLOAT};
  Scalar upper{kUpper, ACL_FLOAT};

  void Expect(aclnnStatus status, const char* said, const aclScalar* least, const aclScalar* most) {
    ExpectStatus(status, said, "aclnnRReluWithNoise", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnRReluWithNoiseGetWorkspaceSize(GetOrNull(self), GetOrNull(noise), least, most, true, 0, 0,
                                                 GetOrNull(out), size, executor);
    });
  }
};

TEST_F(RReluChecks, Refusals) {
  const auto expect = [&](aclnnStatus status, const char* said) {
    Expect(status, said, lower.Get(), upper.Get());
  };
  expect(ACL_SUCCESS, "");
  Expect(kNullptr, "lower", nullptr, upper.Get());
  Expect(kNullptr, "upper", lower.Get(), nullptr);
  Expect(kInvalid, "upper", upper.Get(), lower.Get());
  self.reset();
  expect(kNullptr, "self");
  self.emplace(Shape{2, 3}, ACL_DOUBLE);
  expect(kInvalid, "self");
  self.emplace(Shape{2, 3});
  noise.reset();
  expect(kNullptr, "noise");
  noise.emplace(Shape{5});
  expect(kInvalid, "noise");
  noise.emplace(Shape{7});
  expect(ACL_SUCCESS, "");
  noise.emplace(Shape{6}, ACL_FLOAT16);
  expect(kInvalid, "noise");
  noise.emplace(Shape{6});
  out.reset();
  expect(kNullptr, "out");
  out.emplace(Shape{6});
  expect(kInvalid, "out");
}

}  // namespace
}  // namespace openaclnn::testing
