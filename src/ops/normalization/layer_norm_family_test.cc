// SPDX-License-Identifier: Apache-2.0
//
// Layer norms of sums and with scales of samples, and instance norm, against their formulas in float64; and
// the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_ada_layer_norm.h"
#include "aclnnop/aclnn_ada_layer_norm_v2.h"
#include "aclnnop/aclnn_add_layer_norm.h"
#include "aclnnop/aclnn_add_layer_norm_grad.h"
#include "aclnnop/aclnn_instance_norm.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kEpsilon = 1e-3;
constexpr double kUlps = 8;

Shape Joined(Shape first, const Shape& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

struct Rows {
  Array normalized;  // (x - mean) * rstd
  Array magnitudes;  // of its terms
  Array mean;
  Array variance;
  Array rstd;
};

// Of rows of `length` elements.
Rows Normalize(const Array& x, const Array& sizes, size_t length) {
  const auto count = static_cast<int64_t>(length == 0 ? 0 : x.values.size() / length);
  Rows rows{x, x, Full({count}, 0), Full({count}, 0), Full({count}, 0)};
  for (size_t row = 0; row < static_cast<size_t>(count); ++row) {
    long double sum = 0;
    long double squares = 0;
    for (size_t i = 0; i < length; ++i) {
      sum += x.values[row * length + i];
    }
    const auto mean = static_cast<double>(sum / length);
    for (size_t i = 0; i < length; ++i) {
      const double distance = x.values[row * length + i] - mean;
      squares += static_cast<long double>(distance) * distance;
    }
    rows.mean.values[row] = mean;
    rows.variance.values[row] = static_cast<double>(squares / length);
    const double rstd = 1 / std::sqrt(rows.variance.values[row] + kEpsilon);
    rows.rstd.values[row] = rstd;
    for (size_t i = row * length; i < (row + 1) * length; ++i) {
      rows.normalized.values[i] = (x.values[i] - mean) * rstd;
      rows.magnitudes.values[i] = (sizes.values[i] + std::fabs(mean)) * rstd;
    }
  }
  return rows;
}

class LayerNormFamily : public ::testing::TestWithParam<aclDataType> {
 protected:
  Random random_{47};
};

struct Shapes {
  Shape rows;
  Shape row;
};
const std::vector<Shapes> kShapes{{{4, 3}, {40}}, {{2}, {3, 700}}, {{3}, {16393}},
                                  {{}, {5}},      {{70}, {1}},     {{0, 2}, {9}}};

TEST_P(LayerNormFamily, AddLayerNorm) {
  const aclDataType dtype = GetParam();
  for (const Shapes& shapes : kShapes) {
    for (const int bias : {0, 1, 2}) {  // none, a row, of the whole shape
      const auto trace = TraceSeed(random_);
      const Shape shape = Joined(shapes.rows, shapes.row);
      const Array x1 = random_.Normal(shape, dtype, 0.5, 2);
      const Array x2 = random_.Normal(shape, dtype, -1, 1);
      const Array third = random_.Normal(bias == 2 ? shape : shapes.row, dtype, 0, 1);
      const Array gamma = random_.Normal(shapes.row, ACL_FLOAT, 0, 1);
      const Array beta = random_.Normal(shapes.row, dtype, 0, 1);
      const size_t length = gamma.values.size();
      Array x = x1;
      Array sizes = x1;
      for (size_t i = 0; i < x.values.size(); ++i) {
        const double more = bias == 0 ? 0 : third.values[i % third.values.size()];
        x.values[i] += x2.values[i] + more;
        sizes.values[i] = std::fabs(x1.values[i]) + std::fabs(x2.values[i]) + std::fabs(more);
      }
      const Rows rows = Normalize(x, sizes, length);
      Array y = rows.normalized;
      Array magnitudes = rows.magnitudes;
      for (size_t i = 0; i < y.values.size(); ++i) {
        y.values[i] = y.values[i] * gamma.values[i % length] + beta.values[i % length];
        magnitudes.values[i] =
            magnitudes.values[i] * std::fabs(gamma.values[i % length]) + std::fabs(beta.values[i % length]);
      }
      const Shape count{static_cast<int64_t>(rows.mean.values.size())};
      const DeviceTensor by(gamma, ACL_FLOAT);
      const DeviceTensor plus(beta, dtype);
      for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(shape.size()).WithOffset(3)}) {
        const DeviceTensor first(x1, dtype, layout);
        const DeviceTensor second(x2, dtype, layout);
        const DeviceTensor given(third, dtype);
        const auto means = DeviceTensor::Output(count, ACL_FLOAT);
        const auto factors = DeviceTensor::Output(count, ACL_FLOAT);
        const auto run = [&](aclTensor* out, aclTensor* sum) {
          return RunTwoPhase(
              [&](uint64_t* size, aclOpExecutor** executor) {
                return aclnnAddLayerNormGetWorkspaceSize(
                    first.Get(), second.Get(), by.Get(), plus.Get(), bias == 0 ? nullptr : given.Get(),
                    kEpsilon, sum != nullptr, out, means.Get(), factors.Get(), sum, size, executor);
              },
              aclnnAddLayerNorm);
        };
        const auto out = DeviceTensor::Output(shape, dtype, layout);
        const auto sum = DeviceTensor::Output(shape, dtype, layout);
        ASSERT_EQ(run(out.Get(), sum.Get()), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(out.Read(), y, Tolerance::For(dtype, magnitudes, kUlps)));
        EXPECT_TRUE(Near(sum.Read(), x, Tolerance::For(dtype, sizes)));
        EXPECT_TRUE(Near(means.Read(), rows.mean, Tolerance::For(ACL_FLOAT, Full(count, 8))));
        EXPECT_TRUE(Near(factors.Read(), rows.rstd, Tolerance::For(ACL_FLOAT, Abs(rows.rstd), kUlps)));
        EXPECT_TRUE(out.CanariesIntact() && sum.CanariesIntact());
        const auto alone = DeviceTensor::Output(shape, dtype, layout);
        ASSERT_EQ(run(alone.Get(), nullptr), ACL_SUCCESS) << LastMessage();
        EXPECT_EQ(alone.Bytes(), out.Bytes());
        // Over the inputs.
        ASSERT_EQ(run(second.Get(), first.Get()), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(second.Read(), out.Read(), Tolerance::Exact(dtype)));
        EXPECT_TRUE(Near(first.Read(), sum.Read(), Tolerance::Exact(dtype)));
      }
    }
  }
}

// A half type beside FLOAT, as either addend.
TEST(AddLayerNormOfTwoTypes, IsFloat) {
  Random random(48);
  for (const aclDataType half : {ACL_FLOAT16, ACL_BF16}) {
    const Array a = random.Normal({3, 50}, half, 0, 1);
    const Array b = random.Normal({3, 50}, ACL_FLOAT, 0, 1);
    Array sum = a;
    Array sizes = a;
    for (size_t i = 0; i < sum.values.size(); ++i) {
      sum.values[i] += b.values[i];
      sizes.values[i] = std::fabs(a.values[i]) + std::fabs(b.values[i]);
    }
    const Rows rows = Normalize(sum, sizes, 50);
    for (const bool swapped : {false, true}) {
      const DeviceTensor first(swapped ? b : a, swapped ? ACL_FLOAT : half);
      const DeviceTensor second(swapped ? a : b, swapped ? half : ACL_FLOAT);
      const DeviceTensor ones(Full({50}, 1), ACL_FLOAT);
      const DeviceTensor zeros(Full({50}, 0), ACL_FLOAT);
      const auto out = DeviceTensor::Output({3, 50}, ACL_FLOAT);
      const auto x = DeviceTensor::Output({3, 50}, ACL_FLOAT);
      const auto mean = DeviceTensor::Output({3, 1}, ACL_FLOAT);
      const auto rstd = DeviceTensor::Output({3, 1}, ACL_FLOAT);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnAddLayerNormGetWorkspaceSize(
                          first.Get(), second.Get(), ones.Get(), zeros.Get(), nullptr, kEpsilon, true,
                          out.Get(), mean.Get(), rstd.Get(), x.Get(), size, executor);
                    },
                    aclnnAddLayerNorm),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(out.Read(), rows.normalized, Tolerance::For(ACL_FLOAT, rows.magnitudes, kUlps)));
      EXPECT_TRUE(Near(x.Read(), sum, Tolerance::For(ACL_FLOAT, sizes)));
    }
  }
}

TEST_P(LayerNormFamily, AddLayerNormGrad) {
  const aclDataType dtype = GetParam();
  for (const Shapes& shapes : kShapes) {
    for (const bool passes : {true, false}) {
      const auto trace = TraceSeed(random_);
      const Shape shape = Joined(shapes.rows, shapes.row);
      const Array dy = random_.Normal(shape, dtype, 0, 1);
      const Array x1 = random_.Normal(shape, dtype, 0.5, 1);
      const Array x2 = random_.Normal(shape, dtype, 0, 1);
      const Array dsum = random_.Normal(shape, dtype, 0, 1);
      const Array gamma = random_.Normal(shapes.row, dtype, 0, 1);
      const Shape count{NumElements(shapes.rows)};
      const Array mean = random_.Normal(count, ACL_FLOAT, 0.5, 0.1);
      const Array rstd = random_.Uniform(count, ACL_FLOAT, 0.5, 2);
      const size_t length = gamma.values.size();
      Array dx = dy;
      Array ofX = dy;
      Array dgamma = Full(shapes.row, 0);
      Array dbeta = dgamma;
      Array ofGamma = dgamma;
      Array ofBeta = dgamma;
      for (size_t row = 0; row < rstd.values.size(); ++row) {
        const double r = rstd.values[row];
        const double m = mean.values[row];
        std::vector<double> xh(length);
        double g = 0;
        double gx = 0;
        double sizeG = 0;
        double sizeGx = 0;
        for (size_t i = 0; i < length; ++i) {
          const size_t at = row * length + i;
          xh[i] = (x1.values[at] + x2.values[at] - m) * r;
          const double size = (std::fabs(x1.values[at]) + std::fabs(x2.values[at]) + std::fabs(m)) * r;
          const double product = dy.values[at] * gamma.values[i];
          g += product / static_cast<double>(length);
          gx += product * xh[i] / static_cast<double>(length);
          sizeG += std::fabs(product) / static_cast<double>(length);
          sizeGx += std::fabs(product) * size / static_cast<double>(length);
          dgamma.values[i] += dy.values[at] * xh[i];
          dbeta.values[i] += dy.values[at];
          ofGamma.values[i] += std::fabs(dy.values[at]) * size;
          ofBeta.values[i] += std::fabs(dy.values[at]);
        }
        for (size_t i = 0; i < length; ++i) {
          const size_t at = row * length + i;
          const double more = passes ? dsum.values[at] : 0;
          const double size = (std::fabs(x1.values[at]) + std::fabs(x2.values[at]) + std::fabs(m)) * r;
          dx.values[at] = r * (dy.values[at] * gamma.values[i] - g - xh[i] * gx) + more;
          ofX.values[at] =
              r * (std::fabs(dy.values[at] * gamma.values[i]) + sizeG + size * sizeGx) + std::fabs(more);
        }
      }
      const DeviceTensor by(gamma, dtype);
      const DeviceTensor means(mean, ACL_FLOAT);
      const DeviceTensor factors(rstd, ACL_FLOAT);
      for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(shape.size()).WithOffset(3)}) {
        const DeviceTensor gradient(dy, dtype, layout);
        const DeviceTensor first(x1, dtype, layout);
        const DeviceTensor second(x2, dtype, layout);
        const DeviceTensor passed(dsum, dtype, layout);
        const auto out = DeviceTensor::Output(shape, dtype, layout);
        const auto outGamma = DeviceTensor::Output(shapes.row, ACL_FLOAT);
        const auto outBeta = DeviceTensor::Output(shapes.row, ACL_FLOAT);
        const auto run = [&](aclTensor* to) {
          return RunTwoPhase(
              [&](uint64_t* size, aclOpExecutor** executor) {
                return aclnnAddLayerNormGradGetWorkspaceSize(
                    gradient.Get(), first.Get(), second.Get(), factors.Get(), means.Get(), by.Get(),
                    passes ? passed.Get() : nullptr, to, outGamma.Get(), outBeta.Get(), size, executor);
              },
              aclnnAddLayerNormGrad);
        };
        ASSERT_EQ(run(out.Get()), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(out.Read(), dx, Tolerance::For(dtype, ofX, kUlps)));
        EXPECT_TRUE(Near(outGamma.Read(), dgamma, Tolerance::For(ACL_FLOAT, ofGamma, kUlps)));
        EXPECT_TRUE(Near(outBeta.Read(), dbeta, Tolerance::For(ACL_FLOAT, ofBeta, kUlps)));
        EXPECT_TRUE(out.CanariesIntact() && outGamma.CanariesIntact());
        if (passes) {
          ASSERT_EQ(run(passed.Get()), ACL_SUCCESS) << LastMessage();
          EXPECT_TRUE(Near(passed.Read(), out.Read(), Tolerance::Exact(dtype)));
        }
      }
    }
  }
}

struct Samples {
  Shape batch;
  int64_t rows;
  int64_t length;
};

TEST_P(LayerNormFamily, AdaLayerNorm) {
  const aclDataType dtype = GetParam();
  const std::vector<Samples> all{{{3}, 4, 40},    {{2, 2}, 5, 7}, {{}, 3, 2000},
                                 {{2}, 3, 16393}, {{2}, 0, 5},    {{1, 2}, 1, 1}};
  for (const Samples& samples : all) {
    for (const bool whole : {true, false}) {
      const auto trace = TraceSeed(random_);
      const Shape shape = Joined(samples.batch, {samples.rows, samples.length});
      const Shape flat = Joined(samples.batch, {samples.length});
      const Shape kept = Joined(samples.batch, {1, samples.length});
      const aclDataType other = whole ? ACL_FLOAT : dtype;
      const Array x = random_.Normal(shape, dtype, 1, 2);
      const Array scale = random_.Normal(whole ? flat : kept, dtype, 0, 1);
      const Array shift = random_.Normal(whole ? kept : flat, dtype, 0, 1);
      const Array weight = random_.Normal({samples.length}, other, 0, 1);
      const Array bias = random_.Normal({samples.length}, other, 0, 1);
      const auto length = static_cast<size_t>(samples.length);
      const Rows rows = Normalize(x, Abs(x), length);
      Array expected = x;
      Array magnitudes = x;
      for (size_t i = 0; i < x.values.size(); ++i) {
        const size_t at = i / length / static_cast<size_t>(samples.rows) * length + i % length;
        const double w = whole ? weight.values[i % length] : 1;
        const double b = whole ? bias.values[i % length] : 0;
        expected.values[i] = (rows.normalized.values[i] * w + b) * (1 + scale.values[at]) + shift.values[at];
        magnitudes.values[i] =
            (rows.magnitudes.values[i] * std::fabs(w) + std::fabs(b)) * (1 + std::fabs(scale.values[at])) +
            std::fabs(shift.values[at]);
      }
      const DeviceTensor scales(scale, dtype);
      const DeviceTensor shifts(shift, dtype, Layout::Transposed(shift.shape.size()));
      const DeviceTensor weights(weight, other);
      const DeviceTensor biases(bias, other);
      aclTensor* const w = whole ? weights.Get() : nullptr;
      aclTensor* const b = whole ? biases.Get() : nullptr;
      ExpectInEachLayout(expected, Tolerance::For(dtype, magnitudes, kUlps),
                         [&](const Layout& layout, const DeviceTensor& out) {
                           const DeviceTensor input(x, dtype, layout);
                           return RunTwoPhase(
                               [&](uint64_t* size, aclOpExecutor** executor) {
                                 return aclnnAdaLayerNormGetWorkspaceSize(input.Get(), scales.Get(),
                                                                          shifts.Get(), w, b, kEpsilon,
                                                                          out.Get(), size, executor);
                               },
                               aclnnAdaLayerNorm);
                         });
      const DeviceTensor input(x, dtype);
      const auto out = DeviceTensor::Output(shape, dtype);
      const Shape one = Joined(samples.batch, {samples.rows, 1});
      const auto mean = DeviceTensor::Output(one, dtype);
      const auto rstd = DeviceTensor::Output(one, ACL_FLOAT);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnAdaLayerNormV2GetWorkspaceSize(input.Get(), scales.Get(), shifts.Get(), w,
                                                                 b, kEpsilon, out.Get(), mean.Get(),
                                                                 rstd.Get(), size, executor);
                    },
                    aclnnAdaLayerNormV2),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(dtype, magnitudes, kUlps)));
      EXPECT_TRUE(Near(mean.Read(), {one, rows.mean.values}, Tolerance::For(dtype, Full(one, 8))));
      EXPECT_TRUE(Near(rstd.Read(), {one, rows.rstd.values}, Tolerance::For(ACL_FLOAT, std::nullopt, kUlps)));
    }
  }
}

TEST_P(LayerNormFamily, InstanceNorm) {
  const aclDataType dtype = GetParam();
  for (const bool last : {false, true}) {
    for (const Shape& shape : std::vector<Shape>{
             {2, 3, 5, 7}, {1, 5, 33, 40}, {3, 2, 1, 1}, {1, 1, 70, 250}, {0, 3, 2, 2}, {2, 0, 3, 3}}) {
      const auto trace = TraceSeed(random_);
      const Shape channels{shape[1]};
      const Array x = random_.Normal(shape, dtype, 1, 2);
      const Array gamma = random_.Normal(channels, dtype, 0, 1);
      const Array beta = random_.Normal(channels, ACL_FLOAT, 0, 1);
      const auto length = static_cast<size_t>(shape[2] * shape[3]);
      const Rows rows = Normalize(x, Abs(x), length);
      Array y = x;
      Array magnitudes = x;
      for (size_t i = 0; i < x.values.size(); ++i) {
        const size_t c = i / length % static_cast<size_t>(shape[1]);
        y.values[i] = rows.normalized.values[i] * gamma.values[c] + beta.values[c];
        magnitudes.values[i] =
            rows.magnitudes.values[i] * std::fabs(gamma.values[c]) + std::fabs(beta.values[c]);
      }
      // In memory as it is; seen as [N, H, W, C] it is the other layout.
      const auto moved = [&](const Array& array) {
        if (!last) {
          return array;
        }
        Array to = Full({shape[0], shape[2], shape[3], shape[1]}, 0);
        for (size_t i = 0; i < array.values.size(); ++i) {
          const Shape at = IndexOf(shape, static_cast<int64_t>(i));
          to.values[static_cast<size_t>(((at[0] * shape[2] + at[2]) * shape[3] + at[3]) * shape[1] + at[1])] =
              array.values[i];
        }
        return to;
      };
      const DeviceTensor by(gamma, dtype);
      const DeviceTensor plus(beta, ACL_FLOAT);
      const Shape count{shape[0], shape[1], 1, 1};
      const auto means = DeviceTensor::Output(count, dtype);
      const auto variances = DeviceTensor::Output(count, ACL_FLOAT);
      ExpectInEachLayout(moved(y), Tolerance::For(dtype, moved(magnitudes), kUlps),
                         [&](const Layout& layout, const DeviceTensor& out) {
                           const DeviceTensor input(moved(x), dtype, layout);
                           return RunTwoPhase(
                               [&](uint64_t* size, aclOpExecutor** executor) {
                                 return aclnnInstanceNormGetWorkspaceSize(
                                     input.Get(), by.Get(), plus.Get(), last ? "NHWC" : "NCHW", kEpsilon,
                                     out.Get(), means.Get(), variances.Get(), size, executor);
                               },
                               aclnnInstanceNorm);
                         });
      EXPECT_TRUE(Near(means.Read(), {count, rows.mean.values}, Tolerance::For(dtype, Full(count, 8))));
      EXPECT_TRUE(
          Near(variances.Read(), {count, rows.variance.values}, Tolerance::For(ACL_FLOAT, Full(count, 16))));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, LayerNormFamily, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

class LayerNormFamilyStatus : public PhaseOneTest {
 protected:
  Descriptor x{{2, 3, 4, 5}};
  Descriptor row{{5}};
  Descriptor wrong{{4}};
  Descriptor half{{2, 3, 4, 5}, ACL_FLOAT16};
  Descriptor halfRow{{5}, ACL_FLOAT16};
  Descriptor integers{{2, 3, 4, 5}, ACL_INT32};
  Descriptor count{{2, 3, 4, 1}};
  Descriptor none{{}};
};

TEST_F(LayerNormFamilyStatus, AddLayerNorm) {
  const auto plan = [&](const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma,
                        const aclTensor* beta, const aclTensor* bias, const aclTensor* y,
                        const aclTensor* mean, bool additional, const aclTensor* sum) {
    return Call("aclnnAddLayerNorm", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAddLayerNormGetWorkspaceSize(x1, x2, gamma, beta, bias, kEpsilon, additional, y, mean,
                                               count.Get(), sum, size, executor);
    });
  };
  const aclTensor* const all = x.Get();
  EXPECT_EQ(plan(all, all, row.Get(), row.Get(), nullptr, all, count.Get(), true, all), ACL_SUCCESS);
  EXPECT_EQ(plan(all, all, row.Get(), row.Get(), nullptr, all, count.Get(), false, nullptr), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, all, row.Get(), row.Get(), nullptr, all, count.Get(), true, all), kNullptr);
  ExpectMessage({"x1"});
  EXPECT_EQ(plan(all, nullptr, row.Get(), row.Get(), nullptr, all, count.Get(), true, all), kNullptr);
  ExpectMessage({"x2"});
  EXPECT_EQ(plan(all, all, nullptr, row.Get(), nullptr, all, count.Get(), true, all), kNullptr);
  ExpectMessage({"gamma"});
  EXPECT_EQ(plan(all, all, row.Get(), nullptr, nullptr, all, count.Get(), true, all), kNullptr);
  ExpectMessage({"beta"});
  EXPECT_EQ(plan(all, all, row.Get(), row.Get(), nullptr, nullptr, count.Get(), true, all), kNullptr);
  ExpectMessage({"yOut"});
  EXPECT_EQ(plan(all, all, row.Get(), row.Get(), nullptr, all, nullptr, true, all), kNullptr);
  ExpectMessage({"meanOut"});
  EXPECT_EQ(plan(all, all, row.Get(), row.Get(), nullptr, all, count.Get(), true, nullptr), kNullptr);
  ExpectMessage({"xOut"});
  EXPECT_EQ(plan(integers.Get(), all, row.Get(), row.Get(), nullptr, all, count.Get(), true, all), kInvalid);
  ExpectMessage({"x1", "INT32"});
  EXPECT_EQ(plan(half.Get(), all, halfRow.Get(), row.Get(), nullptr, all, count.Get(), true, all), kInvalid);
  ExpectMessage({"gamma", "FLOAT16"});
  EXPECT_EQ(plan(half.Get(), all, row.Get(), row.Get(), nullptr, half.Get(), count.Get(), true, all),
            kInvalid);
  ExpectMessage({"yOut", "FLOAT16"});
  EXPECT_EQ(plan(all, all, none.Get(), none.Get(), nullptr, all, count.Get(), true, all), kInvalid);
  ExpectMessage({"gamma"});
  EXPECT_EQ(plan(all, all, row.Get(), wrong.Get(), nullptr, all, count.Get(), true, all), kInvalid);
  ExpectMessage({"beta", "[4]"});
  EXPECT_EQ(plan(all, all, row.Get(), row.Get(), wrong.Get(), all, count.Get(), true, all), kInvalid);
  ExpectMessage({"biasOptional", "[4]"});
  EXPECT_EQ(plan(all, all, row.Get(), row.Get(), nullptr, all, row.Get(), true, all), kInvalid);
  ExpectMessage({"meanOut"});
  EXPECT_EQ(plan(all, all, row.Get(), row.Get(), nullptr, all, count.Get(), true, row.Get()), kInvalid);
  ExpectMessage({"xOut"});
}

TEST_F(LayerNormFamilyStatus, AddLayerNormGrad) {
  const auto plan = [&](const aclTensor* dy, const aclTensor* x2, const aclTensor* rstd,
                        const aclTensor* gamma, const aclTensor* dsum, const aclTensor* dx,
                        const aclTensor* dgamma) {
    return Call("aclnnAddLayerNormGrad", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAddLayerNormGradGetWorkspaceSize(dy, x.Get(), x2, rstd, count.Get(), gamma, dsum, dx,
                                                   dgamma, row.Get(), size, executor);
    });
  };
  const aclTensor* const all = x.Get();
  EXPECT_EQ(plan(all, all, count.Get(), row.Get(), nullptr, all, row.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, all, count.Get(), row.Get(), nullptr, all, row.Get()), kNullptr);
  ExpectMessage({"dy"});
  EXPECT_EQ(plan(all, all, nullptr, row.Get(), nullptr, all, row.Get()), kNullptr);
  ExpectMessage({"rstd"});
  EXPECT_EQ(plan(all, all, count.Get(), nullptr, nullptr, all, row.Get()), kNullptr);
  ExpectMessage({"gamma"});
  EXPECT_EQ(plan(all, all, count.Get(), row.Get(), nullptr, nullptr, row.Get()), kNullptr);
  ExpectMessage({"dxOut"});
  EXPECT_EQ(plan(all, all, count.Get(), row.Get(), nullptr, all, nullptr), kNullptr);
  ExpectMessage({"dgammaOut"});
  EXPECT_EQ(plan(all, half.Get(), count.Get(), row.Get(), nullptr, all, row.Get()), kInvalid);
  ExpectMessage({"x2", "FLOAT16"});
  EXPECT_EQ(plan(all, all, count.Get(), row.Get(), row.Get(), all, row.Get()), kInvalid);
  ExpectMessage({"dsumOptional"});
  EXPECT_EQ(plan(all, all, count.Get(), wrong.Get(), nullptr, all, row.Get()), kInvalid);
  ExpectMessage({"gamma"});
  EXPECT_EQ(plan(all, all, count.Get(), row.Get(), nullptr, all, wrong.Get()), kInvalid);
  ExpectMessage({"dgammaOut"});
  EXPECT_EQ(plan(all, all, wrong.Get(), row.Get(), nullptr, all, row.Get()), kInvalid);
  ExpectMessage({"rstd"});
}

TEST_F(LayerNormFamilyStatus, AdaLayerNorm) {
  const Descriptor flat({2, 3, 5});
  const Descriptor kept({2, 3, 1, 5});
  const auto plan = [&](const aclTensor* input, const aclTensor* scale, const aclTensor* shift,
                        const aclTensor* weight, aclTensor* out, aclTensor* mean) {
    return Call("aclnnAdaLayerNormV2", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAdaLayerNormV2GetWorkspaceSize(input, scale, shift, weight, nullptr, kEpsilon, out, mean,
                                                 nullptr, size, executor);
    });
  };
  EXPECT_EQ(plan(x.Get(), flat.Get(), kept.Get(), nullptr, x.Get(), nullptr), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, flat.Get(), kept.Get(), nullptr, x.Get(), nullptr), kNullptr);
  ExpectMessage({"x"});
  EXPECT_EQ(plan(x.Get(), nullptr, kept.Get(), nullptr, x.Get(), nullptr), kNullptr);
  ExpectMessage({"scale"});
  EXPECT_EQ(plan(x.Get(), flat.Get(), nullptr, nullptr, x.Get(), nullptr), kNullptr);
  ExpectMessage({"shift"});
  EXPECT_EQ(plan(x.Get(), flat.Get(), kept.Get(), nullptr, nullptr, nullptr), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(plan(integers.Get(), flat.Get(), kept.Get(), nullptr, x.Get(), nullptr), kInvalid);
  ExpectMessage({"x", "INT32"});
  EXPECT_EQ(plan(x.Get(), row.Get(), kept.Get(), nullptr, x.Get(), nullptr), kInvalid);
  ExpectMessage({"scale", "[5]"});
  EXPECT_EQ(plan(x.Get(), flat.Get(), x.Get(), nullptr, x.Get(), nullptr), kInvalid);
  ExpectMessage({"shift"});
  EXPECT_EQ(plan(x.Get(), flat.Get(), kept.Get(), wrong.Get(), x.Get(), nullptr), kInvalid);
  ExpectMessage({"weightOptional", "[4]"});
  EXPECT_EQ(plan(x.Get(), flat.Get(), kept.Get(), nullptr, x.Get(), row.Get()), kInvalid);
  ExpectMessage({"meanOutOptional"});
  EXPECT_EQ(plan(row.Get(), row.Get(), row.Get(), nullptr, row.Get(), nullptr), kInvalid);
  ExpectMessage({"x", "2 to 8 dims"});
}

TEST_F(LayerNormFamilyStatus, InstanceNorm) {
  const Descriptor channels({3});
  const Descriptor each({2, 3, 1, 1});
  const auto plan = [&](const aclTensor* input, const aclTensor* gamma, const char* format, aclTensor* y,
                        aclTensor* mean) {
    return Call("aclnnInstanceNorm", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnInstanceNormGetWorkspaceSize(input, gamma, channels.Get(), format, kEpsilon, y, mean,
                                               each.Get(), size, executor);
    });
  };
  EXPECT_EQ(plan(x.Get(), channels.Get(), "NCHW", x.Get(), each.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, channels.Get(), "NCHW", x.Get(), each.Get()), kNullptr);
  ExpectMessage({"x"});
  EXPECT_EQ(plan(x.Get(), nullptr, "NCHW", x.Get(), each.Get()), kNullptr);
  ExpectMessage({"gamma"});
  EXPECT_EQ(plan(x.Get(), channels.Get(), nullptr, x.Get(), each.Get()), kNullptr);
  ExpectMessage({"dataFormat"});
  EXPECT_EQ(plan(x.Get(), channels.Get(), "NCHW", nullptr, each.Get()), kNullptr);
  ExpectMessage({"y"});
  EXPECT_EQ(plan(x.Get(), channels.Get(), "NCHW", x.Get(), nullptr), kNullptr);
  ExpectMessage({"mean"});
  EXPECT_EQ(plan(x.Get(), channels.Get(), "NDHW", x.Get(), each.Get()), kInvalid);
  ExpectMessage({"dataFormat", "NDHW"});
  EXPECT_EQ(plan(x.Get(), channels.Get(), "NHWC", x.Get(), each.Get()), kInvalid);
  ExpectMessage({"gamma", "[5]"});
  EXPECT_EQ(plan(row.Get(), channels.Get(), "NCHW", row.Get(), each.Get()), kInvalid);
  ExpectMessage({"x"});
  EXPECT_EQ(plan(x.Get(), channels.Get(), "NCHW", x.Get(), row.Get()), kInvalid);
  ExpectMessage({"mean"});
}

}  // namespace
}  // namespace openaclnn::testing
