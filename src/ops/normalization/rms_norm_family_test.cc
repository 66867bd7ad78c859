// SPDX-License-Identifier: Apache-2.0
//
// The forms of root mean square normalization against their formulas in float64: scaled by 1 + gamma, of sums
// in place and in FLOAT, too, and the gradients, also as whole numbers; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_add_rms_norm_cast.h"
#include "aclnnop/aclnn_gemma_rms_norm.h"
#include "aclnnop/aclnn_inplace_add_rms_norm.h"
#include "aclnnop/aclnn_rms_norm_grad.h"
#include "aclnnop/aclnn_rms_norm_grad_quant.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/whole_numbers.h"

namespace openaclnn::testing {
namespace {

constexpr double kEpsilon = 1e-5;
constexpr double kNormUlps = 4;
constexpr double kGradientUlps = 8;

struct Normalized {
  Array out;
  Array rstd;
};

Normalized Reference(const Array& input, const Array& scale) {
  const size_t length = scale.values.size();
  const size_t rows = input.values.size() / length;
  Normalized result{input, Full({static_cast<int64_t>(rows)}, 0)};
  for (size_t row = 0; row < rows; ++row) {
    const double* x = input.values.data() + row * length;
    long double squares = 0;
    for (size_t i = 0; i < length; ++i) {
      squares += static_cast<long double>(x[i]) * x[i];
    }
    const double rstd = 1 / std::sqrt(static_cast<double>(squares / length) + kEpsilon);
    result.rstd.values[row] = rstd;
    for (size_t i = 0; i < length; ++i) {
      result.out.values[row * length + i] = x[i] * rstd * scale.values[i];
    }
  }
  return result;
}

Array PlusOne(Array array) {
  for (double& value : array.values) {
    value += 1;
  }
  return array;
}

struct Shapes {
  Shape rows;
  Shape normalized;
};
const std::vector<Shapes> kShapes{{{4, 3}, {40}}, {{2}, {3, 700}}, {{3}, {16393}},
                                  {{}, {5}},      {{70}, {1}},     {{0, 2}, {9}}};

class RmsNorms : public ::testing::TestWithParam<aclDataType> {
 protected:
  Random random_{17};
};

TEST_P(RmsNorms, Forward) {
  const aclDataType dtype = GetParam();
  for (const auto& [rows, normalized] : kShapes) {
    for (const aclDataType gammaType : {dtype, ACL_FLOAT}) {
      const auto trace = TraceSeed(random_);
      Shape shape = rows;
      shape.insert(shape.end(), normalized.begin(), normalized.end());
      const size_t rank = shape.size();
      const Array first = random_.Normal(shape, dtype, 0.5, 2);
      const Array second = random_.Normal(shape, dtype, -1, 1);
      const Array gamma = random_.Normal(normalized, gammaType, 0, 1);
      Array sum = first;
      for (size_t i = 0; i < sum.values.size(); ++i) {
        sum.values[i] = RoundTo(dtype, first.values[i] + second.values[i]);
      }
      const Shape count{NumElements(rows)};
      const DeviceTensor by(gamma, gammaType);
      for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(rank).WithOffset(3)}) {
        const DeviceTensor x1(first, dtype, layout);
        const DeviceTensor x2(second, dtype, layout);
        const auto y = DeviceTensor::Output(shape, dtype, layout);
        const auto wide = DeviceTensor::Output(shape, ACL_FLOAT, layout);
        const auto x = DeviceTensor::Output(shape, dtype);
        const auto rstd = DeviceTensor::Output(count, ACL_FLOAT);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnGemmaRmsNormGetWorkspaceSize(x1.Get(), by.Get(), kEpsilon, y.Get(),
                                                                 rstd.Get(), size, executor);
                      },
                      aclnnGemmaRmsNorm),
                  ACL_SUCCESS)
            << LastMessage();
        // What is scaled by the sum of 1 and a rounded number has that sum's error as well.
        const Normalized gemma = Reference(first, PlusOne(gamma));
        EXPECT_TRUE(Near(y.Read(), gemma.out,
                         Tolerance::For(dtype, Abs(Reference(first, PlusOne(Abs(gamma))).out), kNormUlps)));
        EXPECT_TRUE(Near(rstd.Read(), gemma.rstd, Tolerance::For(ACL_FLOAT)));
        const Normalized summed = Reference(sum, gamma);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnAddRmsNormCastGetWorkspaceSize(x1.Get(), x2.Get(), by.Get(), kEpsilon,
                                                                   wide.Get(), y.Get(), rstd.Get(), x.Get(),
                                                                   size, executor);
                      },
                      aclnnAddRmsNormCast),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(wide.Read(), summed.out, Tolerance::For(ACL_FLOAT, Abs(summed.out), kNormUlps)));
        EXPECT_TRUE(Near(y.Read(), summed.out, Tolerance::For(dtype, Abs(summed.out), kNormUlps)));
        EXPECT_TRUE(Near(x.Read(), sum, Tolerance::Exact(dtype)));
        EXPECT_TRUE(Near(rstd.Read(), summed.rstd, Tolerance::For(ACL_FLOAT)));
        EXPECT_TRUE(wide.CanariesIntact() && y.CanariesIntact() && x.CanariesIntact());
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnInplaceAddRmsNormGetWorkspaceSize(x1.Get(), x2.Get(), by.Get(), kEpsilon,
                                                                      rstd.Get(), size, executor);
                      },
                      aclnnInplaceAddRmsNorm),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(x1.Read(), y.Read(), Tolerance::Exact(dtype)));
        EXPECT_TRUE(Near(x2.Read(), sum, Tolerance::Exact(dtype)));
        EXPECT_TRUE(x1.CanariesIntact() && x2.CanariesIntact());
      }
    }
  }
}

TEST_P(RmsNorms, Gradients) {
  const aclDataType dtype = GetParam();
  for (const auto& [rows, normalized] : kShapes) {
    const auto trace = TraceSeed(random_);
    Shape shape = rows;
    shape.insert(shape.end(), normalized.begin(), normalized.end());
    const Array g = random_.Normal(shape, dtype, 0, 1);
    const Array x = random_.Normal(shape, dtype, 0.5, 1);
    const Array gamma = random_.Normal(normalized, dtype, 0, 1);
    const Shape count{NumElements(rows)};
    const Array rstd = random_.Uniform(count, ACL_FLOAT, 0.5, 2);
    Array dx = Full(shape, 0);
    Array dxTerms = dx;
    Array dgamma = Full(normalized, 0);
    Array dgammaTerms = dgamma;
    const size_t length = gamma.values.size();
    for (size_t row = 0; row < rstd.values.size(); ++row) {
      const double r = rstd.values[row];
      double product = 0;
      double products = 0;
      for (size_t i = 0; i < length; ++i) {
        const size_t at = row * length + i;
        const double term = g.values[at] * x.values[at] * r;
        product += term * gamma.values[i] / static_cast<double>(length);
        products += std::fabs(term * gamma.values[i]) / static_cast<double>(length);
        dgamma.values[i] += term;
        dgammaTerms.values[i] += std::fabs(term);
      }
      for (size_t i = 0; i < length; ++i) {
        const size_t at = row * length + i;
        const double xh = x.values[at] * r;
        dx.values[at] = r * (g.values[at] * gamma.values[i] - xh * product);
        dxTerms.values[at] = r * (std::fabs(g.values[at] * gamma.values[i]) + std::fabs(xh) * products);
      }
    }
    const Array scales = random_.Uniform(normalized, ACL_FLOAT, 0.02, 0.2);
    const Array offsets = random_.Integers(normalized, ACL_INT32, -20, 20);
    const DeviceTensor each(scales, ACL_FLOAT);
    const DeviceTensor eachOffset(offsets, ACL_INT32);
    const DeviceTensor one(Full({1}, 0.125), dtype);
    for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(shape.size()).WithOffset(3)}) {
      const DeviceTensor gradient(g, dtype, layout);
      const DeviceTensor input(x, dtype, layout);
      const DeviceTensor factors(rstd, ACL_FLOAT);
      const DeviceTensor scale(gamma, dtype);
      const auto gradX = DeviceTensor::Output(shape, dtype, layout);
      const auto gradGamma = DeviceTensor::Output(normalized, ACL_FLOAT);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnRmsNormGradGetWorkspaceSize(gradient.Get(), input.Get(), factors.Get(),
                                                              scale.Get(), gradX.Get(), gradGamma.Get(), size,
                                                              executor);
                    },
                    aclnnRmsNormGrad),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(gradX.Read(), dx, Tolerance::For(dtype, dxTerms, kGradientUlps)));
      EXPECT_TRUE(Near(gradGamma.Read(), dgamma, Tolerance::For(ACL_FLOAT, dgammaTerms, kGradientUlps)));
      EXPECT_TRUE(gradX.CanariesIntact() && gradGamma.CanariesIntact());
      const auto whole = DeviceTensor::Output(shape, ACL_INT8, layout);
      const auto sums = DeviceTensor::Output(normalized, ACL_FLOAT);
      for (const bool divides : {true, false}) {
        const auto run = [&](const aclTensor* factor, const aclTensor* offset) {
          return RunTwoPhase(
              [&](uint64_t* size, aclOpExecutor** executor) {
                return aclnnRmsNormGradQuantGetWorkspaceSize(gradient.Get(), input.Get(), factors.Get(),
                                                             scale.Get(), factor, offset, "static", divides,
                                                             whole.Get(), sums.Get(), size, executor);
              },
              aclnnRmsNormGradQuant);
        };
        Array quotients = dx;
        Array byOne = dx;
        for (size_t i = 0; i < dx.values.size(); ++i) {
          const double by = scales.values[i % length];
          quotients.values[i] =
              (divides ? dx.values[i] / by : dx.values[i] * by) + offsets.values[i % length];
          byOne.values[i] = divides ? dx.values[i] / 0.125 : dx.values[i] * 0.125;
        }
        ASSERT_EQ(run(each.Get(), eachOffset.Get()), ACL_SUCCESS) << LastMessage();
        ExpectRounded(whole.Read(), quotients);
        EXPECT_EQ(sums.Bytes(), gradGamma.Bytes());
        ASSERT_EQ(run(one.Get(), nullptr), ACL_SUCCESS) << LastMessage();
        ExpectRounded(whole.Read(), byOne);
      }
      EXPECT_TRUE(whole.CanariesIntact() && sums.CanariesIntact());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, RmsNorms, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

class RmsNormChecks : public PhaseOneTest {};

TEST_F(RmsNormChecks, Statuses) {
  const Descriptor x({4, 6}, ACL_FLOAT16);
  const Descriptor other({4, 5}, ACL_FLOAT16);
  const Descriptor floats({4, 6});
  const Descriptor gamma({6}, ACL_FLOAT16);
  const Descriptor statistics({4, 1});
  const auto cast = [&](const aclTensor* x2, const aclTensor* scale, aclTensor* y1, aclTensor* y2) {
    return Call("aclnnAddRmsNormCast", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAddRmsNormCastGetWorkspaceSize(x.Get(), x2, scale, kEpsilon, y1, y2, statistics.Get(),
                                                 x.Get(), size, executor);
    });
  };
  EXPECT_EQ(cast(x.Get(), gamma.Get(), floats.Get(), x.Get()), ACL_SUCCESS);
  EXPECT_EQ(cast(nullptr, gamma.Get(), floats.Get(), x.Get()), kNullptr);
  ExpectMessage({"x2"});
  EXPECT_EQ(cast(x.Get(), gamma.Get(), nullptr, x.Get()), kNullptr);
  ExpectMessage({"y1Out"});
  EXPECT_EQ(cast(x.Get(), gamma.Get(), x.Get(), x.Get()), kInvalid);
  ExpectMessage({"y1Out", "FLOAT16"});
  EXPECT_EQ(cast(other.Get(), gamma.Get(), floats.Get(), x.Get()), kInvalid);
  ExpectMessage({"x2", "[4, 5]"});
  EXPECT_EQ(cast(x.Get(), gamma.Get(), floats.Get(), floats.Get()), kInvalid);
  ExpectMessage({"y2Out"});
  const auto gradient = [&](const aclTensor* dy, const aclTensor* scale, aclTensor* dgamma,
                            const aclTensor* rstd) {
    return Call("aclnnRmsNormGrad", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnRmsNormGradGetWorkspaceSize(dy, x.Get(), rstd, scale, x.Get(), dgamma, size, executor);
    });
  };
  const Descriptor sums({6});
  EXPECT_EQ(gradient(x.Get(), gamma.Get(), sums.Get(), statistics.Get()), ACL_SUCCESS);
  EXPECT_EQ(gradient(nullptr, gamma.Get(), sums.Get(), statistics.Get()), kNullptr);
  EXPECT_EQ(gradient(floats.Get(), gamma.Get(), sums.Get(), statistics.Get()), kInvalid);
  ExpectMessage({"dy"});
  EXPECT_EQ(gradient(x.Get(), sums.Get(), gamma.Get(), statistics.Get()), kInvalid);
  ExpectMessage({"dgammaOut"});
  EXPECT_EQ(gradient(x.Get(), Descriptor({4}).Get(), sums.Get(), statistics.Get()), kInvalid);
  ExpectMessage({"gamma"});
  EXPECT_EQ(gradient(x.Get(), gamma.Get(), sums.Get(), Descriptor({6}).Get()), kInvalid);
  ExpectMessage({"rstd"});
}

TEST_F(RmsNormChecks, StatusesOfQuantizedGradients) {
  const Descriptor x({4, 6}, ACL_FLOAT16);
  const Descriptor whole({4, 6}, ACL_INT8);
  const Descriptor gamma({6}, ACL_FLOAT16);
  const Descriptor sums({6});
  const Descriptor five({5});
  const Descriptor integers({6}, ACL_INT32);
  const Descriptor rstd({4});
  struct Given {
    const aclTensor* dy;
    const aclTensor* scales;
    const aclTensor* offset;
    const char* mode;
    aclTensor* dx;
    aclTensor* dgamma;
  };
  const auto expect = [&](aclnnStatus status, const char* said, const Given& of) {
    EXPECT_EQ(Call("aclnnRmsNormGradQuant",
                   [&](uint64_t* size, aclOpExecutor** executor) {
                     return aclnnRmsNormGradQuantGetWorkspaceSize(of.dy, x.Get(), rstd.Get(), gamma.Get(),
                                                                  of.scales, of.offset, of.mode, true, of.dx,
                                                                  of.dgamma, size, executor);
                   }),
              status);
    if (status != ACL_SUCCESS) {
      ExpectMessage({said});
    }
  };
  const Given usual{x.Get(), gamma.Get(), integers.Get(), "static", whole.Get(), sums.Get()};
  const auto changed = [&](const auto& change) {
    Given given = usual;
    change(given);
    return given;
  };
  expect(ACL_SUCCESS, "", usual);
  expect(ACL_SUCCESS, "", changed([](Given& given) { given.offset = nullptr; }));
  expect(kNullptr, "dy", changed([](Given& given) { given.dy = nullptr; }));
  expect(kNullptr, "scalesX", changed([](Given& given) { given.scales = nullptr; }));
  expect(kNullptr, "quantMode", changed([](Given& given) { given.mode = nullptr; }));
  expect(kNullptr, "dxOut", changed([](Given& given) { given.dx = nullptr; }));
  expect(kNullptr, "dgammaOut", changed([](Given& given) { given.dgamma = nullptr; }));
  expect(kInvalid, "dy", changed([&](Given& given) { given.dy = whole.Get(); }));
  expect(kInvalid, "scalesX", changed([&](Given& given) { given.scales = five.Get(); }));
  expect(kInvalid, "scalesX", changed([&](Given& given) { given.scales = integers.Get(); }));
  expect(kInvalid, "offsetXOptional", changed([&](Given& given) { given.offset = five.Get(); }));
  expect(kInvalid, "quantMode", changed([](Given& given) { given.mode = "dynamic"; }));
  expect(kInvalid, "dxOut", changed([&](Given& given) { given.dx = x.Get(); }));
  expect(kInvalid, "dgammaOut", changed([&](Given& given) { given.dgamma = gamma.Get(); }));
}

}  // namespace
}  // namespace openaclnn::testing
