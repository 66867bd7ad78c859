// SPDX-License-Identifier: Apache-2.0
//
// Layer norms with scale and shift of each sample: their gradients against the chain rule in float64 and
// against differences of the forward formula, quantized ones against that formula; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "aclnnop/aclnn_ada_layer_norm_backward.h"
#include "aclnnop/aclnn_ada_layer_norm_quant.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/finite_difference.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"
#include "tests/support/whole_numbers.h"

namespace openaclnn::testing {
namespace {

constexpr double kEpsilon = 1e-3;

struct Statistics {
  Array mean;
  Array rstd;
};

Statistics StatisticsOf(const Array& x, size_t length) {
  Shape shape = x.shape;
  shape.back() = 1;
  Statistics result{Full(shape, 0), Full(shape, 0)};
  for (size_t row = 0; row < result.mean.values.size(); ++row) {
    long double mean = 0;
    long double variance = 0;
    for (size_t i = 0; i < length; ++i) {
      mean += x.values[row * length + i] / static_cast<long double>(length);
    }
    for (size_t i = 0; i < length; ++i) {
      const long double distance = x.values[row * length + i] - mean;
      variance += distance * distance / static_cast<long double>(length);
    }
    result.mean.values[row] = static_cast<double>(mean);
    result.rstd.values[row] = 1 / std::sqrt(static_cast<double>(variance) + kEpsilon);
  }
  return result;
}

// What a call is made of; weight and bias may be empty.
struct Operands {
  Array x;
  Array scale;
  Array shift;
  Array weight;
  Array bias;

  [[nodiscard]] size_t H() const { return static_cast<size_t>(x.shape.back()); }
  [[nodiscard]] size_t S() const { return static_cast<size_t>(x.shape[x.shape.size() - 2]); }
  // The place in scale and shift of an element of x.
  [[nodiscard]] size_t OfSample(size_t at) const { return at / (S() * H()) * H() + at % H(); }
  [[nodiscard]] double Weight(size_t at) const { return weight.values.empty() ? 1 : weight.values[at % H()]; }
  [[nodiscard]] double Bias(size_t at) const { return bias.values.empty() ? 0 : bias.values[at % H()]; }
};

Array Forward(const Operands& of) {
  const Statistics statistics = StatisticsOf(of.x, of.H());
  Array out = of.x;
  for (size_t at = 0; at < out.values.size(); ++at) {
    const double xh =
        (of.x.values[at] - statistics.mean.values[at / of.H()]) * statistics.rstd.values[at / of.H()];
    out.values[at] = (xh * of.Weight(at) + of.Bias(at)) * (1 + of.scale.values[of.OfSample(at)]) +
                     of.shift.values[of.OfSample(at)];
  }
  return out;
}

// Each with the sum of the magnitudes of its terms behind it.
struct Gradients {
  std::array<Array, 2> input;
  std::array<Array, 2> scale;
  std::array<Array, 2> shift;
  std::array<Array, 2> weight;
  std::array<Array, 2> bias;
};

void AddTo(std::array<Array, 2>& sum, size_t at, double term, double magnitude) {
  sum[0].values[at] += term;
  sum[1].values[at] += std::fabs(magnitude);
}

Gradients Backward(const Operands& of, const Statistics& statistics, const Array& gradOut) {
  const auto pair = [](const Shape& shape) { return std::array<Array, 2>{Full(shape, 0), Full(shape, 0)}; };
  const size_t h = of.H();
  const Shape row{of.x.shape.back()};
  Gradients result{pair(of.x.shape), pair(of.scale.shape), pair(of.scale.shape), pair(row), pair(row)};
  for (size_t r = 0; h > 0 && r < of.x.values.size() / h; ++r) {
    const double mean = statistics.mean.values[r];
    const double rstd = statistics.rstd.values[r];
    long double sumG = 0;
    long double sumGxh = 0;
    double sizeG = 0;
    double sizeGxh = 0;
    const auto xhOf = [&](size_t at) { return (of.x.values[at] - mean) * rstd; };
    const auto sizeOf = [&](size_t at) { return (std::fabs(of.x.values[at]) + std::fabs(mean)) * rstd; };
    const auto gOf = [&](size_t at) {
      return gradOut.values[at] * of.Weight(at) * (1 + of.scale.values[of.OfSample(at)]);
    };
    for (size_t at = r * h; at < (r + 1) * h; ++at) {
      sumG += gOf(at);
      sumGxh += gOf(at) * xhOf(at);
      sizeG += std::fabs(gOf(at));
      sizeGxh += std::fabs(gOf(at)) * sizeOf(at);
      const double g = gradOut.values[at];
      const double outer = 1 + of.scale.values[of.OfSample(at)];
      AddTo(result.scale, of.OfSample(at), g * (xhOf(at) * of.Weight(at) + of.Bias(at)),
            std::fabs(g) * (sizeOf(at) * std::fabs(of.Weight(at)) + std::fabs(of.Bias(at))));
      AddTo(result.shift, of.OfSample(at), g, g);
      AddTo(result.weight, at % h, g * outer * xhOf(at), g * outer * sizeOf(at));
      AddTo(result.bias, at % h, g * outer, g * outer);
    }
    const auto count = static_cast<double>(h);
    for (size_t at = r * h; at < (r + 1) * h; ++at) {
      const double less = static_cast<double>(sumG + xhOf(at) * sumGxh) / count;
      AddTo(result.input, at, rstd * (gOf(at) - less),
            rstd * (std::fabs(gOf(at)) + (sizeG + sizeOf(at) * sizeGxh) / count));
    }
  }
  return result;
}

const std::vector<Shape> kShapes{{3, 5, 40}, {2, 1, 33, 700}, {2, 3, 2, 5001}, {7, 5},    {70, 4, 1},
                                 {90, 130},  {2, 0, 6},       {0, 3, 6},       {2, 3, 0}, {200, 2, 8}};

Shape OfSamples(const Shape& x, bool kept) {
  Shape shape(x.begin(), x.end() - 2);
  if (kept) {
    shape.push_back(1);
  }
  shape.push_back(x.back());
  return shape;
}

class AdaLayerNorms : public ::testing::TestWithParam<aclDataType> {
 protected:
  Operands Draw(const Shape& shape, bool kept, bool optional, aclDataType weightType) {
    const aclDataType dtype = GetParam();
    const Shape samples = OfSamples(shape, kept);
    Operands of{random_.Normal(shape, dtype, 0.5, 2),
                random_.Normal(samples, dtype, 0, 0.5),
                random_.Normal(samples, dtype, 0, 1),
                {},
                {}};
    if (optional) {
      of.weight = random_.Normal({shape.back()}, weightType, 1, 0.5);
      of.bias = random_.Normal({shape.back()}, weightType, 0, 1);
    }
    return of;
  }

  Random random_{53};
};

TEST_P(AdaLayerNorms, Gradients) {
  const aclDataType dtype = GetParam();
  for (const Shape& shape : kShapes) {
    for (const bool optional : {true, false}) {
      const auto trace = TraceSeed(random_);
      const aclDataType parameterType = optional ? ACL_FLOAT : dtype;
      const bool kept = optional;
      const Operands of = Draw(shape, kept, optional, parameterType);
      Statistics statistics = StatisticsOf(of.x, of.H());
      for (Array* array : {&statistics.mean, &statistics.rstd}) {
        for (double& value : array->values) {
          value = static_cast<double>(static_cast<float>(value));
        }
      }
      const Array gradOut = random_.Normal(shape, dtype, 0, 1);
      const Gradients expected = Backward(of, statistics, gradOut);
      const IntArray normalized(Shape{shape.back()});
      const DeviceTensor mean(statistics.mean, ACL_FLOAT);
      const DeviceTensor rstd(statistics.rstd, ACL_FLOAT);
      const DeviceTensor weight(optional ? of.weight : Full({shape.back()}, 0), parameterType);
      const DeviceTensor bias(optional ? of.bias : Full({shape.back()}, 0), parameterType);
      const auto samples = [&](const Layout& layout) {
        return DeviceTensor::Output(of.scale.shape, dtype, layout);
      };
      const Layout turned = Layout::Transposed(of.scale.shape.size());
      const auto gradScale = samples(turned);
      const auto gradShift = samples(Layout::Contiguous());
      const auto gradWeight = DeviceTensor::Output({shape.back()}, parameterType);
      const auto gradBias = DeviceTensor::Output({shape.back()}, parameterType, Layout::Stepped({2}));
      ExpectInEachLayout(expected.input[0], Tolerance::For(dtype, expected.input[1], 8),
                         [&](const Layout& layout, const DeviceTensor& gradInput) {
                           const DeviceTensor g(gradOut, dtype, layout);
                           const DeviceTensor x(of.x, dtype, layout);
                           const DeviceTensor scale(of.scale, dtype, turned);
                           const DeviceTensor shift(of.shift, dtype);
                           return RunTwoPhase(
                               [&](uint64_t* size, aclOpExecutor** executor) {
                                 return aclnnAdaLayerNormBackwardGetWorkspaceSize(
                                     g.Get(), x.Get(), normalized.Get(), rstd.Get(), mean.Get(), scale.Get(),
                                     shift.Get(), optional ? weight.Get() : nullptr,
                                     optional ? bias.Get() : nullptr, gradInput.Get(), gradScale.Get(),
                                     gradShift.Get(), gradWeight.Get(), gradBias.Get(), size, executor);
                               },
                               aclnnAdaLayerNormBackward);
                         });
      EXPECT_TRUE(Near(gradScale.Read(), expected.scale[0], Tolerance::For(dtype, expected.scale[1])));
      EXPECT_TRUE(Near(gradShift.Read(), expected.shift[0], Tolerance::For(dtype, expected.shift[1])));
      EXPECT_TRUE(
          Near(gradWeight.Read(), expected.weight[0], Tolerance::For(parameterType, expected.weight[1])));
      EXPECT_TRUE(Near(gradBias.Read(), expected.bias[0], Tolerance::For(parameterType, expected.bias[1])));
      // Some of the outputs alone, over an input: the same bits.
      const DeviceTensor over(of.x, dtype);
      const DeviceTensor g(gradOut, dtype);
      const DeviceTensor scale(of.scale, dtype);
      const DeviceTensor shift(of.shift, dtype);
      const auto alone = samples(turned);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnAdaLayerNormBackwardGetWorkspaceSize(
                          g.Get(), over.Get(), normalized.Get(), rstd.Get(), mean.Get(), scale.Get(),
                          shift.Get(), optional ? weight.Get() : nullptr, optional ? bias.Get() : nullptr,
                          over.Get(), alone.Get(), nullptr, nullptr, nullptr, size, executor);
                    },
                    aclnnAdaLayerNormBackward),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_EQ(alone.Bytes(), gradScale.Bytes());
      EXPECT_TRUE(Near(over.Read(), expected.input[0], Tolerance::For(dtype, expected.input[1], 8)));
    }
  }
}

TEST(AdaLayerNormBackward, DifferencesOfTheForwardFormula) {
  Random random(59);
  const Shape shape{2, 3, 7};
  const Shape samples{2, 7};
  const Operands of{random.Normal(shape, ACL_FLOAT, 0.5, 2), random.Normal(samples, ACL_FLOAT, 0, 0.5),
                    random.Normal(samples, ACL_FLOAT, 0, 1), random.Normal({7}, ACL_FLOAT, 1, 0.5),
                    random.Normal({7}, ACL_FLOAT, 0, 1)};
  const Array gradOut = random.Normal(shape, ACL_FLOAT, 0, 1);
  const Gradients gradients = Backward(of, StatisticsOf(of.x, of.H()), gradOut);
  const auto expectSlopes = [&](Array Operands::*part, const Array& gradient) {
    const auto loss = [&](const Array& moved) {
      Operands changed = of;
      changed.*part = moved;
      const Array out = Forward(changed);
      long double sum = 0;
      for (size_t i = 0; i < out.values.size(); ++i) {
        sum += static_cast<long double>(out.values[i]) * gradOut.values[i];
      }
      return sum;
    };
    EXPECT_LE(LargestDifference(CentralDifference(of.*part, loss, 1e-3), gradient), 1e-8);
  };
  expectSlopes(&Operands::x, gradients.input[0]);
  expectSlopes(&Operands::scale, gradients.scale[0]);
  expectSlopes(&Operands::shift, gradients.shift[0]);
  expectSlopes(&Operands::weight, gradients.weight[0]);
  expectSlopes(&Operands::bias, gradients.bias[0]);
}

TEST_P(AdaLayerNorms, Quantized) {
  const aclDataType dtype = GetParam();
  if (dtype == ACL_FLOAT) {
    return;  // which it does not take
  }
  for (const Shape& shape : kShapes) {
    for (const bool optional : {true, false}) {
      const auto trace = TraceSeed(random_);
      const Operands of = Draw(shape, optional, optional, ACL_FLOAT);
      const Array smooth = random_.Uniform({shape.back()}, dtype, 0.5, 2);
      Array expected = Forward(of);
      for (size_t i = 0; optional && i < expected.values.size(); ++i) {
        expected.values[i] *= smooth.values[i % of.H()];
      }
      const DeviceTensor weight(optional ? of.weight : Full({shape.back()}, 0), ACL_FLOAT);
      const DeviceTensor bias(optional ? of.bias : Full({shape.back()}, 0), ACL_FLOAT);
      const DeviceTensor factors(smooth, dtype);
      const DeviceTensor scale(of.scale, dtype);
      const DeviceTensor shift(of.shift, dtype, Layout::Transposed(of.shift.shape.size()));
      Shape rows = shape;
      rows.pop_back();
      for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(shape.size()).WithOffset(3)}) {
        const DeviceTensor x(of.x, dtype, layout);
        const auto out = DeviceTensor::Output(shape, ACL_INT8, layout);
        const auto scales = DeviceTensor::Output(rows, ACL_FLOAT);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnAdaLayerNormQuantGetWorkspaceSize(
                            x.Get(), scale.Get(), shift.Get(), optional ? weight.Get() : nullptr,
                            optional ? bias.Get() : nullptr, optional ? factors.Get() : nullptr, kEpsilon,
                            "dynamic", out.Get(), scales.Get(), nullptr, size, executor);
                      },
                      aclnnAdaLayerNormQuant),
                  ACL_SUCCESS)
            << LastMessage();
        Array largest = ExpectRows(out.Read(), expected, of.H());
        if (of.H() == 0) {  // rows of nothing have the scale 0
          largest = Full({NumElements(rows)}, 0);
        }
        largest.shape = rows;
        EXPECT_TRUE(Near(scales.Read(), largest, Tolerance::For(ACL_FLOAT, Full(rows, 1), 8)));
        EXPECT_TRUE(out.CanariesIntact());
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, AdaLayerNorms, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

class AdaLayerNormChecks : public StatusTest {};

TEST_F(AdaLayerNormChecks, Quantized) {
  const Descriptor x({2, 3, 6}, ACL_FLOAT16);
  const Descriptor wide({2, 3, 6});
  const Descriptor sample({2, 6}, ACL_FLOAT16);
  const Descriptor row({6}, ACL_FLOAT16);
  const Descriptor five({5}, ACL_FLOAT16);
  const Descriptor whole({2, 3, 6}, ACL_INT8);
  const Descriptor scales({2, 3});
  struct Given {
    const aclTensor* x;
    const aclTensor* scale;
    const aclTensor* shift;
    const aclTensor* weight;
    const aclTensor* smooth;
    const char* mode;
    aclTensor* out;
    aclTensor* quantScale;
    aclTensor* quantOffset;
  };
  const auto plan = [&](aclnnStatus status, const char* said, const auto& change) {
    Given given{x.Get(),   sample.Get(), sample.Get(), row.Get(), row.Get(),
                "dynamic", whole.Get(),  scales.Get(), nullptr};
    change(given);
    ExpectCall("aclnnAdaLayerNormQuant", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAdaLayerNormQuantGetWorkspaceSize(given.x, given.scale, given.shift, given.weight, nullptr,
                                                    given.smooth, kEpsilon, given.mode, given.out,
                                                    given.quantScale, given.quantOffset, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", [](Given&) {});
  plan(kNullptr, "x", [](Given& given) { given.x = nullptr; });
  plan(kNullptr, "scale", [](Given& given) { given.scale = nullptr; });
  plan(kNullptr, "shift", [](Given& given) { given.shift = nullptr; });
  plan(kNullptr, "quantMode", [](Given& given) { given.mode = nullptr; });
  plan(kNullptr, "out", [](Given& given) { given.out = nullptr; });
  plan(kNullptr, "quantScale", [](Given& given) { given.quantScale = nullptr; });
  plan(kInvalid, "x", [&](Given& given) { given.x = wide.Get(); });
  plan(kInvalid, "scale", [&](Given& given) { given.scale = row.Get(); });
  plan(kInvalid, "weightOptional", [&](Given& given) { given.weight = five.Get(); });
  plan(kInvalid, "smoothScalesOptional", [&](Given& given) { given.smooth = five.Get(); });
  plan(kInvalid, "quantMode", [](Given& given) { given.mode = "static"; });
  plan(kInvalid, "out", [&](Given& given) { given.out = x.Get(); });
  plan(kInvalid, "quantScale", [&](Given& given) { given.quantScale = whole.Get(); });
  plan(kInvalid, "quantOffsetOptional", [&](Given& given) { given.quantOffset = scales.Get(); });
}

TEST_F(AdaLayerNormChecks, Gradients) {
  const Descriptor x({2, 3, 6}, ACL_FLOAT16);
  const Descriptor wide({2, 3, 6});
  const Descriptor sample({2, 1, 6}, ACL_FLOAT16);
  const Descriptor row({6}, ACL_FLOAT16);
  const Descriptor five({5}, ACL_FLOAT16);
  const Descriptor statistics({2, 3, 1});
  const IntArray six(Shape{6});
  const IntArray two(Shape{3, 6});
  struct Given {
    const aclTensor* gradOut;
    const aclTensor* input;
    const aclIntArray* normalized;
    const aclTensor* rstd;
    const aclTensor* mean;
    const aclTensor* scale;
    const aclTensor* shift;
    const aclTensor* bias;
    aclTensor* gradInput;
    aclTensor* gradScale;
    aclTensor* gradWeight;
  };
  const auto plan = [&](aclnnStatus status, const char* said, const auto& change) {
    Given given{x.Get(),      x.Get(),   six.Get(), statistics.Get(), statistics.Get(), sample.Get(),
                sample.Get(), row.Get(), x.Get(),   sample.Get(),     row.Get()};
    change(given);
    ExpectCall("aclnnAdaLayerNormBackward", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAdaLayerNormBackwardGetWorkspaceSize(given.gradOut, given.input, given.normalized,
                                                       given.rstd, given.mean, given.scale, given.shift,
                                                       nullptr, given.bias, given.gradInput, given.gradScale,
                                                       nullptr, given.gradWeight, nullptr, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", [](Given&) {});
  plan(ACL_SUCCESS, "", [](Given& given) { given.gradInput = given.gradScale = given.gradWeight = nullptr; });
  plan(kNullptr, "gradOut", [](Given& given) { given.gradOut = nullptr; });
  plan(kNullptr, "input", [](Given& given) { given.input = nullptr; });
  plan(kNullptr, "normalizedShape", [](Given& given) { given.normalized = nullptr; });
  plan(kNullptr, "rstd", [](Given& given) { given.rstd = nullptr; });
  plan(kNullptr, "mean", [](Given& given) { given.mean = nullptr; });
  plan(kNullptr, "scale", [](Given& given) { given.scale = nullptr; });
  plan(kNullptr, "shift", [](Given& given) { given.shift = nullptr; });
  plan(kInvalid, "gradOut", [&](Given& given) { given.gradOut = wide.Get(); });
  plan(kInvalid, "input", [&](Given& given) { given.gradOut = given.input = row.Get(); });
  plan(kInvalid, "normalizedShape", [&](Given& given) { given.normalized = two.Get(); });
  plan(kInvalid, "rstd", [&](Given& given) { given.rstd = five.Get(); });
  plan(kInvalid, "mean", [&](Given& given) { given.mean = five.Get(); });
  plan(kInvalid, "scale", [&](Given& given) { given.scale = row.Get(); });
  plan(kInvalid, "biasOptional", [&](Given& given) { given.bias = five.Get(); });
  plan(kInvalid, "gradInputOut", [&](Given& given) { given.gradInput = sample.Get(); });
  plan(kInvalid, "gradScaleOut", [&](Given& given) { given.gradScale = x.Get(); });
  plan(kInvalid, "gradWeightOut", [&](Given& given) { given.gradWeight = five.Get(); });
}

}  // namespace
}  // namespace openaclnn::testing
