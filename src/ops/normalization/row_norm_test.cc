// SPDX-License-Identifier: Apache-2.0
//
// Norms of rows against their formulas in float64, over types, shapes, layouts and options; and their
// statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_add_rms_norm.h"
#include "aclnnop/aclnn_group_norm.h"
#include "aclnnop/aclnn_layer_norm.h"
#include "aclnnop/aclnn_layer_norm_backward.h"
#include "aclnnop/aclnn_rms_norm.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/finite_difference.h"
#include "tests/support/half.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kEpsilon = 1e-5;

// Beside the rounding of the output: a difference, two products, a sum and rounded statistics in float32,
// each half a last place of a term.
constexpr double kNormUlps = 4;
// And two averages of a row, of sums in float32 lanes.
constexpr double kGradientUlps = 8;

// An optional tensor.
std::optional<DeviceTensor> Maybe(const std::optional<Array>& values, aclDataType dtype) {
  return values ? std::optional<DeviceTensor>(std::in_place, *values, dtype) : std::nullopt;
}
aclTensor* OrNull(const std::optional<DeviceTensor>& tensor) {
  return tensor ? tensor->Get() : nullptr;
}

struct Normalized {
  Array out;
  Array magnitudes;  // of its terms
  Array mean;
  Array rstd;
};

// Rows of `channels` channels with `positions` elements each; after `groups` rows the channels begin anew.
Normalized Reference(const Array& input, int64_t rows, int64_t channels, int64_t positions, int64_t groups,
                     const std::optional<Array>& scale, const std::optional<Array>& shift, bool centred) {
  const int64_t length = channels * positions;
  Normalized result{input, input, Full({rows}, 0), Full({rows}, std::nan(""))};
  for (int64_t row = 0; row < rows; ++row) {
    const double* x = input.values.data() + row * length;
    long double sum = 0;
    for (int64_t i = 0; centred && i < length; ++i) {
      sum += x[i];
    }
    const auto mean = length == 0 ? 0 : static_cast<double>(sum / length);
    long double squares = 0;
    for (int64_t i = 0; i < length; ++i) {
      squares += (static_cast<long double>(x[i]) - mean) * (static_cast<long double>(x[i]) - mean);
    }
    const double rstd = 1 / std::sqrt(static_cast<double>(squares / length) + kEpsilon);
    result.mean.values[static_cast<size_t>(row)] = mean;
    result.rstd.values[static_cast<size_t>(row)] = length == 0 ? std::nan("") : rstd;
    for (int64_t i = 0; i < length; ++i) {
      const auto channel = static_cast<size_t>(row % groups * channels + i / positions);
      const double by = scale ? scale->values[channel] : 1;
      const double plus = shift ? shift->values[channel] : 0;
      const auto at = static_cast<size_t>(row * length + i);
      result.out.values[at] = (x[i] - mean) * rstd * by + plus;
      result.magnitudes.values[at] =
          (std::fabs(x[i]) + std::fabs(mean)) * rstd * std::fabs(by) + std::fabs(plus);
    }
  }
  return result;
}

// Sums take up to 32 terms in a float32 lane: means to a few last places of the largest number, rstd of its
// own.
void ExpectStatistics(const Array& actual, const Array& expected, double magnitude, aclDataType dtype) {
  EXPECT_TRUE(Near(Array{expected.shape, actual.values}, expected,
                   Tolerance::For(dtype, Full(expected.shape, magnitude))));
}

double Largest(const Array& array) {
  double largest = 0;
  for (const double value : array.values) {
    largest = std::fmax(largest, std::fabs(value));
  }
  return largest;
}

// The rstd of a row whose values lie within a few last places of each other is that of its rounding errors:
// rows have a deviation of at least a hundredth of what they hold.
Array DrawInput(Random& random, const Shape& shape, aclDataType dtype) {
  return random.Normal(shape, dtype, 3, 2);
}

struct Layouts {
  Layout input;
  Layout out;
};
std::vector<Layouts> SomeLayouts(size_t rank) {
  std::vector<Layouts> layouts{{}};
  if (rank >= 2) {
    layouts.push_back({Layout::Transposed(rank), Layout::Contiguous()});
    layouts.push_back({Layout::Offset(3), Layout::Transposed(rank)});
    layouts.push_back({Layout::Stepped(std::vector<int64_t>(rank, 2)), Layout::Offset(1)});
  }
  if (rank >= 3) {
    layouts.push_back({Layout::ChannelsLast(rank), Layout::ChannelsLast(rank)});
  }
  return layouts;
}

class Norms : public ::testing::TestWithParam<aclDataType> {
 protected:
  // Runs aclnnLayerNorm in every layout, with the parameters as `parameters`, and the statistics too.
  void ExpectLayerNorm(const Shape& leading, const Shape& normalized, bool scaled, bool shifted,
                       aclDataType parameters, bool statistics = true) {
    Shape shape = leading;
    shape.insert(shape.end(), normalized.begin(), normalized.end());
    const Array input = DrawInput(random, shape, GetParam());
    const auto draw = [&](bool wanted) {
      return wanted ? std::optional(random.Normal(normalized, parameters, 0, 1)) : std::nullopt;
    };
    const std::optional<Array> weight = draw(scaled);
    const std::optional<Array> bias = draw(shifted);
    const int64_t rows = NumElements(leading);
    const Normalized expected = Reference(input, rows, NumElements(normalized), 1, 1, weight, bias, true);
    Shape statisticsShape = leading;
    statisticsShape.resize(shape.size(), 1);
    const auto weightOnDevice = Maybe(weight, parameters);
    const auto biasOnDevice = Maybe(bias, parameters);
    const IntArray dims(normalized);
    std::optional<std::vector<double>> first;
    for (const Layouts& layout : SomeLayouts(shape.size())) {
      const DeviceTensor in(input, GetParam(), layout.input);
      const auto out = DeviceTensor::Output(shape, GetParam(), layout.out);
      const auto mean = DeviceTensor::Output(statisticsShape, ACL_FLOAT);
      const auto rstd = DeviceTensor::Output(statisticsShape, ACL_FLOAT);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnLayerNormGetWorkspaceSize(
                          in.Get(), dims.Get(), OrNull(weightOnDevice), OrNull(biasOnDevice), kEpsilon,
                          out.Get(), statistics ? mean.Get() : nullptr, statistics ? rstd.Get() : nullptr,
                          size, executor);
                    },
                    aclnnLayerNorm),
                ACL_SUCCESS)
          << LastMessage();
      const Array actual = out.Read();
      EXPECT_TRUE(Near(actual, expected.out, Tolerance::For(GetParam(), expected.magnitudes, kNormUlps)));
      EXPECT_TRUE(out.CanariesIntact());
      if (statistics) {
        ExpectStatistics(mean.Read(), expected.mean, Largest(input), ACL_FLOAT);
        ExpectStatistics(rstd.Read(), expected.rstd, Largest(expected.rstd), ACL_FLOAT);
      }
      first = first.value_or(actual.values);
      EXPECT_EQ(actual.values, *first) << "other bits in another layout";
    }
  }

  Random random{20251122};
  ::testing::ScopedTrace trace = TraceSeed(random);
};

INSTANTIATE_TEST_SUITE_P(Dtypes, Norms, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16),
                         [](const auto& dtype) {
                           return std::string(dtype.param == ACL_FLOAT     ? "Float"
                                              : dtype.param == ACL_FLOAT16 ? "Float16"
                                                                           : "Bfloat16");
                         });

// Around vectors, blocks, tiles and parts.
TEST_P(Norms, LayerNormOfRowsOfEveryLength) {
  for (const int64_t length : {1, 2, 15, 16, 17, 33, 100, 511, 513, 1023, 1025, 4099}) {
    SCOPED_TRACE(length);
    ExpectLayerNorm({5}, {length}, true, true, GetParam());
  }
  ExpectLayerNorm({2}, {16384 * 4 + 5}, true, true, GetParam());
}

TEST_P(Norms, LayerNormWithAndWithoutParameters) {
  for (const aclDataType parameters : {GetParam(), ACL_FLOAT}) {
    for (const int options : {0, 1, 2, 3}) {
      ExpectLayerNorm({3, 2}, {4, 30}, (options & 1) != 0, (options & 2) != 0, parameters, options != 1);
      ExpectLayerNorm({3}, {2, 600}, (options & 1) != 0, (options & 2) != 0, parameters, options != 1);
    }
  }
}

TEST_P(Norms, LayerNormOfManyRowsAndOfWholeTensors) {
  ExpectLayerNorm({301, 7}, {24}, true, true, GetParam());
  ExpectLayerNorm({}, {6, 5}, true, true, GetParam());
  ExpectLayerNorm({0}, {6, 5}, true, true, GetParam());
  ExpectLayerNorm({2, 3}, {0}, true, true, GetParam());
}

// In place, and with a mean much larger than the deviation.
TEST_P(Norms, LayerNormInPlaceAndFarFromZero) {
  const Array input = random.Normal({9, 700}, GetParam(), 500, 4);
  const Normalized expected = Reference(input, 9, 700, 1, 1, std::nullopt, std::nullopt, true);
  const DeviceTensor tensor(input, GetParam());
  const IntArray dims({700});
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnLayerNormGetWorkspaceSize(tensor.Get(), dims.Get(), nullptr, nullptr, kEpsilon,
                                                        tensor.Get(), nullptr, nullptr, size, executor);
                },
                aclnnLayerNorm),
            ACL_SUCCESS);
  EXPECT_TRUE(Near(tensor.Read(), expected.out, Tolerance::For(GetParam(), expected.magnitudes, kNormUlps)));
}

TEST_P(Norms, GroupNorm) {
  struct Sizes {
    int64_t N, C, H, W, group;
  };
  for (const Sizes& sizes : {Sizes{2, 6, 5, 7, 3}, Sizes{3, 8, 1, 1, 2}, Sizes{2, 4, 9, 9, 4},
                             Sizes{1, 4, 63, 1, 1}, Sizes{2, 6, 40, 33, 2}, Sizes{1, 4, 190, 190, 1}}) {
    const auto [N, C, H, W, group] = sizes;
    const Shape shape{N, C, H, W};
    const Array input = DrawInput(random, shape, GetParam());
    for (const bool affine : {true, false}) {
      const auto gamma = affine ? std::optional(random.Normal({C}, GetParam(), 0, 1)) : std::nullopt;
      const auto beta = affine ? std::optional(random.Normal({C}, GetParam(), 0, 1)) : std::nullopt;
      const auto gammaOnDevice = Maybe(gamma, GetParam());
      const auto betaOnDevice = Maybe(beta, GetParam());
      const Normalized expected = Reference(input, N * group, C / group, H * W, group, gamma, beta, true);
      for (const Layouts& layout : SomeLayouts(4)) {
        const DeviceTensor in(input, GetParam(), layout.input);
        const auto out = DeviceTensor::Output(shape, GetParam(), layout.out);
        const auto mean = DeviceTensor::Output({N, group}, GetParam());
        const auto rstd = DeviceTensor::Output({N, group}, GetParam());
        ASSERT_EQ(RunTwoPhase(
                      [&, n = N, c = C, s = H * W, g = group](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnGroupNormGetWorkspaceSize(
                            in.Get(), OrNull(gammaOnDevice), OrNull(betaOnDevice), n, c, s, g, kEpsilon,
                            out.Get(), mean.Get(), rstd.Get(), size, executor);
                      },
                      aclnnGroupNorm),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(
            Near(out.Read(), expected.out, Tolerance::For(GetParam(), expected.magnitudes, kNormUlps)));
        EXPECT_TRUE(out.CanariesIntact());
        ExpectStatistics(mean.Read(), expected.mean, Largest(input), GetParam());
        ExpectStatistics(rstd.Read(), expected.rstd, Largest(expected.rstd), GetParam());
      }
    }
  }
}

TEST_P(Norms, RmsNormAndItsSum) {
  for (const Shape& rows : {Shape{4, 3}, Shape{2}}) {
    for (const Shape& normalized : {Shape{40}, Shape{3, 700}, Shape{16384 + 9}}) {
      Shape shape = rows;
      shape.insert(shape.end(), normalized.begin(), normalized.end());
      const Array first = DrawInput(random, shape, GetParam());
      const Array second = random.Normal(shape, GetParam(), -1, 1);
      const Array gamma = random.Normal(normalized, ACL_FLOAT, 0, 1);
      Array sum = first;
      for (size_t i = 0; i < sum.values.size(); ++i) {
        sum.values[i] = RoundTo(GetParam(), first.values[i] + second.values[i]);
      }
      const int64_t count = NumElements(rows);
      const DeviceTensor by(gamma, ACL_FLOAT);
      for (const Layouts& layout : SomeLayouts(shape.size())) {
        const DeviceTensor x1(first, GetParam(), layout.input);
        const DeviceTensor x2(second, GetParam(), layout.out);
        const auto y = DeviceTensor::Output(shape, GetParam(), layout.out);
        const auto x = DeviceTensor::Output(shape, GetParam(), layout.input);
        const auto rstd = DeviceTensor::Output({count}, ACL_FLOAT);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnRmsNormGetWorkspaceSize(x1.Get(), by.Get(), kEpsilon, y.Get(), rstd.Get(),
                                                            size, executor);
                      },
                      aclnnRmsNorm),
                  ACL_SUCCESS)
            << LastMessage();
        const Normalized plain =
            Reference(first, count, NumElements(normalized), 1, 1, gamma, std::nullopt, false);
        EXPECT_TRUE(Near(y.Read(), plain.out, Tolerance::For(GetParam(), plain.magnitudes, kNormUlps)));
        ExpectStatistics(rstd.Read(), plain.rstd, Largest(plain.rstd), ACL_FLOAT);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnAddRmsNormGetWorkspaceSize(x1.Get(), x2.Get(), by.Get(), kEpsilon,
                                                               y.Get(), rstd.Get(), x.Get(), size, executor);
                      },
                      aclnnAddRmsNorm),
                  ACL_SUCCESS)
            << LastMessage();
        const Normalized summed =
            Reference(sum, count, NumElements(normalized), 1, 1, gamma, std::nullopt, false);
        EXPECT_TRUE(Near(x.Read(), sum, Tolerance::Exact(GetParam())));
        EXPECT_TRUE(Near(y.Read(), summed.out, Tolerance::For(GetParam(), summed.magnitudes, kNormUlps)));
        ExpectStatistics(rstd.Read(), summed.rstd, Largest(summed.rstd), ACL_FLOAT);
        EXPECT_TRUE(x.CanariesIntact() && y.CanariesIntact());
      }
    }
  }
}

struct Gradients {
  Array input, weight, bias;
};

// With magnitudes in place of the terms if `absolute`.
Gradients BackwardReference(const Array& g, const Array& x, const Array& mean, const Array& rstd,
                            const Array& weight, bool absolute) {
  const auto rows = static_cast<int64_t>(mean.values.size());
  const auto length = static_cast<int64_t>(weight.values.size());
  Gradients result{x, Full(weight.shape, 0), Full(weight.shape, 0)};
  const auto term = [&](double value) { return absolute ? std::fabs(value) : value; };
  for (int64_t row = 0; row < rows; ++row) {
    const double r = rstd.values[static_cast<size_t>(row)];
    double gradient = 0;
    double product = 0;
    const auto of = [&](int64_t i) {
      const auto at = static_cast<size_t>(row * length + i);
      return std::pair(term(g.values[at]), term((x.values[at] - mean.values[static_cast<size_t>(row)]) * r));
    };
    for (int64_t i = 0; i < length; ++i) {
      const auto [go, xh] = of(i);
      gradient += go * term(weight.values[static_cast<size_t>(i)]) / static_cast<double>(length);
      product += go * term(weight.values[static_cast<size_t>(i)]) * xh / static_cast<double>(length);
    }
    for (int64_t i = 0; i < length; ++i) {
      const auto [go, xh] = of(i);
      const double weighted = go * term(weight.values[static_cast<size_t>(i)]);
      result.input.values[static_cast<size_t>(row * length + i)] =
          r * (absolute ? weighted + gradient + xh * product : weighted - gradient - xh * product);
      result.weight.values[static_cast<size_t>(i)] += go * xh;
      result.bias.values[static_cast<size_t>(i)] += go;
    }
  }
  return result;
}

TEST_P(Norms, LayerNormBackward) {
  struct Case {
    Shape leading, normalized;
  };
  for (const Case& sizes :
       {Case{{5}, {1}}, Case{{33}, {17}}, Case{{4, 9}, {3, 20}}, Case{{70}, {513}}, Case{{19}, {1024}},
        Case{{3}, {2500}}, Case{{1100}, {12}}, Case{{}, {9}}, Case{{0}, {9}}}) {
    Shape shape = sizes.leading;
    shape.insert(shape.end(), sizes.normalized.begin(), sizes.normalized.end());
    const int64_t rows = NumElements(sizes.leading);
    const Array gradOut = random.Normal(shape, GetParam(), 0.5, 1);
    const Array input = DrawInput(random, shape, GetParam());
    const Array mean = random.Normal({rows}, ACL_FLOAT, 3, 0.1);
    const Array rstd = random.Uniform({rows}, ACL_FLOAT, 0.3, 0.6);
    const Array weight = random.Normal(sizes.normalized, GetParam(), 0, 1);
    const Gradients expected = BackwardReference(gradOut, input, mean, rstd, weight, false);
    const Gradients magnitudes = BackwardReference(gradOut, input, mean, rstd, weight, true);
    const DeviceTensor meanOnDevice(mean, ACL_FLOAT);
    const DeviceTensor rstdOnDevice(rstd, ACL_FLOAT);
    const DeviceTensor weightOnDevice(weight, GetParam());
    const IntArray dims(sizes.normalized);
    for (const Layouts& layout : SomeLayouts(shape.size())) {
      for (const bool all : {true, false}) {
        const DeviceTensor g(gradOut, GetParam(), layout.out);
        const DeviceTensor x(input, GetParam(), layout.input);
        const auto gradInput = DeviceTensor::Output(shape, GetParam(), layout.out);
        const auto gradWeight = DeviceTensor::Output(sizes.normalized, ACL_FLOAT);
        const auto gradBias = DeviceTensor::Output(sizes.normalized, GetParam());
        const BoolArray mask{true, all, all};
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnLayerNormBackwardGetWorkspaceSize(
                            g.Get(), x.Get(), dims.Get(), meanOnDevice.Get(), rstdOnDevice.Get(),
                            weightOnDevice.Get(), nullptr, mask.Get(), gradInput.Get(),
                            all ? gradWeight.Get() : nullptr, all ? gradBias.Get() : nullptr, size, executor);
                      },
                      aclnnLayerNormBackward),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(gradInput.Read(), expected.input,
                         Tolerance::For(GetParam(), magnitudes.input, kGradientUlps)));
        EXPECT_TRUE(gradInput.CanariesIntact());
        if (all) {
          EXPECT_TRUE(Near(gradWeight.Read(), expected.weight, Tolerance::For(ACL_FLOAT, magnitudes.weight)));
          EXPECT_TRUE(Near(gradBias.Read(), expected.bias, Tolerance::For(GetParam(), magnitudes.bias)));
        }
      }
    }
  }
}

// The reference's gradients are those of its norm: finite differences of sum(g * norm(x)).
// The one element of a row is its mean, whatever it is: the result does not depend on it.
TEST_P(Norms, LayerNormBackwardOfRowsOfOneElement) {
  constexpr int64_t kRows = 37;
  const Array input = random.Normal({kRows, 1}, GetParam(), 3, 2);
  const DeviceTensor g(random.Normal({kRows, 1}, GetParam(), 0, 5), GetParam());
  const DeviceTensor x(input, GetParam());
  const DeviceTensor mean(MakeArray({kRows}, input.values), ACL_FLOAT);
  const DeviceTensor rstd(Full({kRows}, 316.22775), ACL_FLOAT);  // of a variance of 0
  const DeviceTensor weight(random.Normal({1}, GetParam(), 0, 1), GetParam());
  const DeviceTensor gradient = DeviceTensor::Output({kRows, 1}, GetParam());
  const IntArray dims({1});
  const BoolArray mask{true, false, false};
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnLayerNormBackwardGetWorkspaceSize(
                      g.Get(), x.Get(), dims.Get(), mean.Get(), rstd.Get(), weight.Get(), nullptr, mask.Get(),
                      gradient.Get(), nullptr, nullptr, size, executor);
                },
                aclnnLayerNormBackward),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(gradient.Read().values, std::vector<double>(kRows, 0.0));
}

TEST(NormReferences, BackwardIsTheDerivative) {
  Random random{7};
  const Array x = random.Normal({2, 5}, ACL_DOUBLE, 1, 2);
  const Array g = random.Normal({2, 5}, ACL_DOUBLE, 0, 1);
  const Array weight = random.Normal({5}, ACL_DOUBLE, 0, 1);
  const auto loss = [&](const Array& input, const Array& scale) {
    const Normalized norm = Reference(input, 2, 5, 1, 1, scale, std::nullopt, true);
    double sum = 0;
    for (size_t i = 0; i < 10; ++i) {
      sum += g.values[i] * norm.out.values[i];
    }
    return sum;
  };
  const Normalized norm = Reference(x, 2, 5, 1, 1, weight, std::nullopt, true);
  const Gradients gradients = BackwardReference(g, x, norm.mean, norm.rstd, weight, false);
  const auto byInput = [&](const Array& moved) { return loss(moved, weight); };
  const auto byWeight = [&](const Array& moved) { return loss(x, moved); };
  EXPECT_LT(LargestDifference(gradients.input, CentralDifference(x, byInput, 1e-3)), 1e-7);
  EXPECT_LT(LargestDifference(gradients.weight, CentralDifference(weight, byWeight, 1e-3)), 1e-7);
}

class NormChecks : public PhaseOneTest {
 protected:
  Descriptor data{{4, 6}};
  Descriptor row{{6}};
  Descriptor statistics{{4, 1}};
  Descriptor wrong{{5}};
  Descriptor half{{4, 6}, ACL_FLOAT16};
  Descriptor doubles{{4, 6}, ACL_DOUBLE};
  IntArray dims{Shape{6}};

  aclnnStatus LayerNorm(const aclTensor* input, const aclIntArray* normalized, const aclTensor* weight,
                        aclTensor* out, aclTensor* mean) {
    return Call("aclnnLayerNorm", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnLayerNormGetWorkspaceSize(input, normalized, weight, nullptr, kEpsilon, out, mean, nullptr,
                                            size, executor);
    });
  }
  aclnnStatus GroupNorm(const aclTensor* self, const aclTensor* gamma, int64_t group, double eps,
                        aclTensor* out, aclTensor* mean) {
    return Call("aclnnGroupNorm", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnGroupNormGetWorkspaceSize(self, gamma, nullptr, 4, 6, 1, group, eps, out, mean,
                                            statistics.Get(), size, executor);
    });
  }
  aclnnStatus AddRmsNorm(const aclTensor* x1, const aclTensor* x2, const aclTensor* gamma, aclTensor* rstd) {
    return Call("aclnnAddRmsNorm", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAddRmsNormGetWorkspaceSize(x1, x2, gamma, kEpsilon, data.Get(), rstd, data.Get(), size,
                                             executor);
    });
  }
  aclnnStatus Backward(const aclTensor* mean, const aclTensor* weight, const aclBoolArray* mask,
                       aclTensor* gradInput, aclTensor* gradWeight) {
    return Call("aclnnLayerNormBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnLayerNormBackwardGetWorkspaceSize(data.Get(), data.Get(), dims.Get(), mean,
                                                    statistics.Get(), weight, nullptr, mask, gradInput,
                                                    gradWeight, nullptr, size, executor);
    });
  }
};

TEST_F(NormChecks, LayerNorm) {
  EXPECT_EQ(LayerNorm(data.Get(), dims.Get(), row.Get(), data.Get(), statistics.Get()), ACL_SUCCESS);
  EXPECT_EQ(LayerNorm(nullptr, dims.Get(), nullptr, data.Get(), nullptr), kNullptr);
  EXPECT_EQ(LayerNorm(data.Get(), nullptr, nullptr, data.Get(), nullptr), kNullptr);
  EXPECT_EQ(LayerNorm(data.Get(), dims.Get(), nullptr, nullptr, nullptr), kNullptr);
  EXPECT_EQ(LayerNorm(doubles.Get(), dims.Get(), nullptr, doubles.Get(), nullptr), kInvalid);
  ExpectMessage({"input", "FLOAT", "DOUBLE"});
  EXPECT_EQ(LayerNorm(data.Get(), dims.Get(), nullptr, half.Get(), nullptr), kInvalid);
  ExpectMessage({"out", "FLOAT16"});
  EXPECT_EQ(LayerNorm(data.Get(), dims.Get(), wrong.Get(), data.Get(), nullptr), kInvalid);
  ExpectMessage({"weight", "[6]", "[5]"});
  EXPECT_EQ(LayerNorm(data.Get(), dims.Get(), nullptr, wrong.Get(), nullptr), kInvalid);
  ExpectMessage({"out", "[5]"});
  EXPECT_EQ(LayerNorm(data.Get(), dims.Get(), nullptr, data.Get(), wrong.Get()), kInvalid);
  ExpectMessage({"meanOut", "[5]"});
  for (const Shape& other : {Shape{}, Shape{4}, Shape{4, 4, 6}, Shape(9, 1)}) {
    const IntArray array(other);
    EXPECT_EQ(LayerNorm(data.Get(), array.Get(), nullptr, data.Get(), nullptr), kInvalid);
    ExpectMessage({"normalizedShape", "[4, 6]"});
  }
}

TEST_F(NormChecks, LayerNormBackward) {
  const BoolArray mask{true, true, false};
  const BoolArray two{true, true};
  EXPECT_EQ(Backward(statistics.Get(), row.Get(), mask.Get(), data.Get(), row.Get()), ACL_SUCCESS);
  EXPECT_EQ(Backward(nullptr, row.Get(), mask.Get(), data.Get(), row.Get()), kNullptr);
  EXPECT_EQ(Backward(statistics.Get(), row.Get(), nullptr, data.Get(), row.Get()), kNullptr);
  EXPECT_EQ(Backward(statistics.Get(), row.Get(), mask.Get(), data.Get(), nullptr), kNullptr);
  ExpectMessage({"gradWeightOut"});
  EXPECT_EQ(Backward(statistics.Get(), row.Get(), two.Get(), data.Get(), row.Get()), kInvalid);
  ExpectMessage({"outputMask", "3", "2"});
  EXPECT_EQ(Backward(wrong.Get(), row.Get(), mask.Get(), data.Get(), row.Get()), kInvalid);
  ExpectMessage({"mean", "[5]"});
  EXPECT_EQ(Backward(statistics.Get(), wrong.Get(), mask.Get(), data.Get(), row.Get()), kInvalid);
  ExpectMessage({"weight", "[5]"});
  EXPECT_EQ(Backward(statistics.Get(), row.Get(), mask.Get(), half.Get(), row.Get()), kInvalid);
  ExpectMessage({"gradInputOut", "FLOAT16"});
  EXPECT_EQ(Backward(statistics.Get(), row.Get(), mask.Get(), data.Get(), wrong.Get()), kInvalid);
  ExpectMessage({"gradWeightOut", "[5]"});
}

TEST_F(NormChecks, GroupNorm) {
  const Descriptor eight{{4, 2}};
  EXPECT_EQ(GroupNorm(data.Get(), row.Get(), 1, kEpsilon, data.Get(), statistics.Get()), ACL_SUCCESS);
  EXPECT_EQ(GroupNorm(nullptr, row.Get(), 1, kEpsilon, data.Get(), statistics.Get()), kNullptr);
  EXPECT_EQ(GroupNorm(data.Get(), row.Get(), 1, kEpsilon, data.Get(), nullptr), kNullptr);
  EXPECT_EQ(GroupNorm(doubles.Get(), nullptr, 1, kEpsilon, doubles.Get(), statistics.Get()), kInvalid);
  EXPECT_EQ(GroupNorm(data.Get(), row.Get(), 0, kEpsilon, data.Get(), statistics.Get()), kInvalid);
  ExpectMessage({"group", "0"});
  EXPECT_EQ(GroupNorm(data.Get(), row.Get(), 4, kEpsilon, data.Get(), statistics.Get()), kInvalid);
  ExpectMessage({"C", "multiple of group"});
  EXPECT_EQ(GroupNorm(data.Get(), row.Get(), 1, -1, data.Get(), statistics.Get()), kInvalid);
  ExpectMessage({"eps", "-1"});
  EXPECT_EQ(GroupNorm(data.Get(), wrong.Get(), 1, kEpsilon, data.Get(), statistics.Get()), kInvalid);
  ExpectMessage({"gamma", "[6]", "[5]"});
  EXPECT_EQ(GroupNorm(row.Get(), row.Get(), 1, kEpsilon, row.Get(), statistics.Get()), kInvalid);
  ExpectMessage({"self", "2 to 8 dims"});
  EXPECT_EQ(GroupNorm(eight.Get(), row.Get(), 1, kEpsilon, eight.Get(), statistics.Get()), kInvalid);
  ExpectMessage({"self", "N * C * HxW = 24"});
  EXPECT_EQ(GroupNorm(data.Get(), row.Get(), 2, kEpsilon, data.Get(), eight.Get()), kInvalid);
  ExpectMessage({"rstdOut", "N * group = 8"});
}

TEST_F(NormChecks, RmsNorms) {
  const Descriptor other{{4, 6}};
  EXPECT_EQ(AddRmsNorm(data.Get(), other.Get(), row.Get(), statistics.Get()), ACL_SUCCESS);
  EXPECT_EQ(AddRmsNorm(data.Get(), nullptr, row.Get(), statistics.Get()), kNullptr);
  EXPECT_EQ(AddRmsNorm(data.Get(), other.Get(), nullptr, statistics.Get()), kNullptr);
  EXPECT_EQ(AddRmsNorm(data.Get(), half.Get(), row.Get(), statistics.Get()), kInvalid);
  ExpectMessage({"x2", "FLOAT16"});
  EXPECT_EQ(AddRmsNorm(data.Get(), row.Get(), row.Get(), statistics.Get()), kInvalid);
  ExpectMessage({"x2", "[4, 6]", "[6]"});
  EXPECT_EQ(AddRmsNorm(data.Get(), other.Get(), wrong.Get(), statistics.Get()), kInvalid);
  ExpectMessage({"gamma", "[5]"});
  EXPECT_EQ(AddRmsNorm(data.Get(), other.Get(), row.Get(), wrong.Get()), kInvalid);
  ExpectMessage({"rstdOut", "[5]"});
  EXPECT_EQ(AddRmsNorm(data.Get(), other.Get(), row.Get(), half.Get()), kInvalid);
  ExpectMessage({"rstdOut", "FLOAT16"});
}

}  // namespace
}  // namespace openaclnn::testing
