// SPDX-License-Identifier: Apache-2.0
//
// aclnnGroupNormSilu and V2 against their formula in float64; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_group_norm_silu.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kEpsilon = 1e-5;
// Beside the rounding of the output: those of the norm, and of a quotient whose divisor is rounded twice.
constexpr double kSiluUlps = 8;

struct Expectation {
  Array out;
  Array magnitudes;
  Array mean;
  Array rstd;
};

Expectation Reference(const Array& self, const std::optional<Array>& gamma, const std::optional<Array>& beta,
                      int64_t group, bool silu) {
  const int64_t samples = self.shape[0];
  const int64_t channels = self.shape[1];
  const int64_t positions = samples * channels == 0 ? 0 : NumElements(self.shape) / (samples * channels);
  const int64_t length = channels / group * positions;
  Expectation result{self, self, Full({samples, group}, 0), Full({samples, group}, 0)};
  for (int64_t row = 0; row < samples * group; ++row) {
    long double sum = 0;
    long double squares = 0;
    for (int64_t i = 0; i < length; ++i) {
      sum += self.values[static_cast<size_t>(row * length + i)];
    }
    const auto mean = static_cast<double>(sum / length);
    for (int64_t i = 0; i < length; ++i) {
      const long double distance = self.values[static_cast<size_t>(row * length + i)] - mean;
      squares += distance * distance;
    }
    const double rstd = 1 / std::sqrt(static_cast<double>(squares / length) + kEpsilon);
    result.mean.values[static_cast<size_t>(row)] = mean;
    result.rstd.values[static_cast<size_t>(row)] = rstd;
    for (int64_t i = 0; i < length; ++i) {
      const auto at = static_cast<size_t>(row * length + i);
      const auto channel = static_cast<size_t>(row % group * (channels / group) + i / positions);
      const double by = gamma ? gamma->values[channel] : 1;
      const double plus = beta ? beta->values[channel] : 0;
      const double z = (self.values[at] - mean) * rstd * by + plus;
      result.out.values[at] = silu ? z / (1 + std::exp(-z)) : z;
      result.magnitudes.values[at] =
          (std::fabs(self.values[at]) + std::fabs(mean)) * rstd * std::fabs(by) + std::fabs(plus);
    }
  }
  return result;
}

class GroupNormSilu : public ::testing::TestWithParam<aclDataType> {};

TEST_P(GroupNormSilu, EveryShapeLayoutAndOption) {
  const aclDataType dtype = GetParam();
  Random random(21);
  struct Sizes {
    Shape shape;
    int64_t group;
  };
  for (const Sizes& sizes : std::vector<Sizes>{
           {{2, 6, 5, 7}, 3}, {{3, 8}, 2}, {{2, 4, 90}, 4}, {{1, 4, 190, 191}, 1}, {{2, 32, 3, 3, 3}, 8}}) {
    const int64_t channels = sizes.shape[1];
    for (const bool affine : {true, false}) {
      const auto trace = TraceSeed(random);
      const Array self = random.Normal(sizes.shape, dtype, 0.5, 2);
      const auto gamma = affine ? std::optional(random.Normal({channels}, dtype, 0, 1)) : std::nullopt;
      const auto beta = affine ? std::optional(random.Normal({channels}, ACL_FLOAT, 0, 1)) : std::nullopt;
      std::optional<DeviceTensor> scale;
      std::optional<DeviceTensor> shift;
      if (affine) {
        scale.emplace(*gamma, dtype);
        shift.emplace(*beta, ACL_FLOAT);
      }
      for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(sizes.shape.size())}) {
        const DeviceTensor input(self, dtype, layout);
        const auto out = DeviceTensor::Output(sizes.shape, dtype, layout);
        const auto mean = DeviceTensor::Output({sizes.shape[0], sizes.group}, dtype);
        const auto rstd = DeviceTensor::Output({sizes.shape[0], sizes.group}, ACL_FLOAT);
        for (const int form : {0, 1, 2}) {  // V1, V2 with SiLU, V2 without
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          aclTensor* by = scale ? scale->Get() : nullptr;
                          aclTensor* plus = shift ? shift->Get() : nullptr;
                          return form == 0 ? aclnnGroupNormSiluGetWorkspaceSize(
                                                 input.Get(), by, plus, sizes.group, kEpsilon, out.Get(),
                                                 mean.Get(), rstd.Get(), size, executor)
                                           : aclnnGroupNormSiluV2GetWorkspaceSize(
                                                 input.Get(), by, plus, sizes.group, kEpsilon, form == 1,
                                                 out.Get(), mean.Get(), rstd.Get(), size, executor);
                        },
                        form == 0 ? aclnnGroupNormSilu : aclnnGroupNormSiluV2),
                    ACL_SUCCESS)
              << LastMessage();
          const Expectation expected = Reference(self, gamma, beta, sizes.group, form != 2);
          EXPECT_TRUE(Near(out.Read(), expected.out, Tolerance::For(dtype, expected.magnitudes, kSiluUlps)));
          EXPECT_TRUE(Near(mean.Read(), expected.mean, Tolerance::For(dtype, Full(expected.mean.shape, 9))));
          EXPECT_TRUE(Near(rstd.Read(), expected.rstd, Tolerance::For(ACL_FLOAT)));
          EXPECT_TRUE(out.CanariesIntact());
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, GroupNormSilu, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

class GroupNormSiluChecks : public PhaseOneTest {};

TEST_F(GroupNormSiluChecks, Statuses) {
  const auto silu = [&](const Shape& shape, int64_t group, double eps, const Shape& scale,
                        const Shape& statistics) {
    const Descriptor self(shape);
    const Descriptor gamma(scale);
    const Descriptor out(shape);
    const Descriptor mean(statistics);
    return Call("aclnnGroupNormSilu", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnGroupNormSiluGetWorkspaceSize(self.Get(), gamma.Get(), nullptr, group, eps, out.Get(),
                                                mean.Get(), mean.Get(), size, executor);
    });
  };
  EXPECT_EQ(silu({2, 6, 5}, 3, kEpsilon, {6}, {2, 3}), ACL_SUCCESS);
  EXPECT_EQ(silu({2, 6, 5}, 4, kEpsilon, {6}, {2, 4}), kInvalid);
  ExpectMessage({"group", "divisor"});
  EXPECT_EQ(silu({2, 6, 5}, 0, kEpsilon, {6}, {2, 3}), kInvalid);
  ExpectMessage({"group"});
  EXPECT_EQ(silu({6}, 3, kEpsilon, {6}, {3}), kInvalid);
  ExpectMessage({"self", "2 to 8 dims"});
  EXPECT_EQ(silu({2, 6, 5}, 3, -1, {6}, {2, 3}), kInvalid);
  ExpectMessage({"eps"});
  EXPECT_EQ(silu({2, 6, 5}, 3, kEpsilon, {5}, {2, 3}), kInvalid);
  ExpectMessage({"gammaOptional"});
  EXPECT_EQ(silu({2, 6, 5}, 3, kEpsilon, {6}, {2, 2}), kInvalid);
  ExpectMessage({"meanOut"});
}

}  // namespace
}  // namespace openaclnn::testing
