// SPDX-License-Identifier: Apache-2.0
//
// The numbers, against the float64 reference, over dtypes, shapes, layouts and masks.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_group_norm_backward.h"
#include "tests/reference/group_norm_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kEps = 1e-5;

// Elements and the lanes of sums are float32, what combines them float64: no element is further off than 4
// last places of the sum of magnitudes that it is made of.
constexpr double kSumUlps = 4;

// Half types have digits to spare: float32's errors rarely cross a boundary between two roundings.
constexpr double kCorrectlyRoundedHalves = 0.99;

struct Dims {
  int64_t N;
  int64_t C;
  int64_t HxW;
  int64_t group;
};

struct Problem {
  Dims dims;
  aclDataType dtype;
  Array gradOut;
  Array input;
  Array mean;
  Array rstd;
  std::optional<Array> gamma;
  aclDataType parameterDtype = dtype;  // of mean, rstd, gamma and its gradients
};

struct Layouts {
  Layout gradOut = {};
  Layout input = {};
  Layout mean = {};
  Layout rstd = {};
  Layout gamma = {};
  Layout gradInput = {};
  Layout gradGammaOut = {};
  Layout gradBetaOut = {};
};

struct Outputs {
  DeviceTensor gradInput;
  DeviceTensor gradGammaOut;
  DeviceTensor gradBetaOut;
};

using Mask = std::array<bool, 3>;
constexpr Mask kAll{true, true, true};

// Runs both phases into outputs of the right shapes, which exist whatever the mask says. Masked-off ones are
// given to the operator or left out.
Outputs Compute(const Problem& problem, const Layouts& layouts = {}, Mask mask = kAll,
                bool leaveOutMasked = false) {
  const auto& [N, C, HxW, group] = problem.dims;
  const aclDataType parameterDtype = problem.parameterDtype;
  const DeviceTensor gradOut(problem.gradOut, problem.dtype, layouts.gradOut);
  const DeviceTensor input(problem.input, problem.dtype, layouts.input);
  const DeviceTensor mean(problem.mean, parameterDtype, layouts.mean);
  const DeviceTensor rstd(problem.rstd, parameterDtype, layouts.rstd);
  std::optional<DeviceTensor> gamma;
  if (problem.gamma) {
    gamma.emplace(*problem.gamma, parameterDtype, layouts.gamma);
  }
  const Shape channels = problem.gamma ? problem.gamma->shape : Shape{C};
  Outputs outputs{DeviceTensor::Output(problem.input.shape, problem.dtype, layouts.gradInput),
                  DeviceTensor::Output(channels, parameterDtype, layouts.gradGammaOut),
                  DeviceTensor::Output(channels, parameterDtype, layouts.gradBetaOut)};
  const BoolArray outputMask{mask[0], mask[1], mask[2]};
  const auto given = [&](size_t bit, const DeviceTensor& output) {
    return mask[bit] || !leaveOutMasked ? output.Get() : nullptr;
  };
  const aclnnStatus status = RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnGroupNormBackwardGetWorkspaceSize(
            gradOut.Get(), input.Get(), mean.Get(), rstd.Get(), gamma ? gamma->Get() : nullptr,
            problem.dims.N, problem.dims.C, problem.dims.HxW, problem.dims.group, outputMask.Get(),
            given(0, outputs.gradInput), given(1, outputs.gradGammaOut), given(2, outputs.gradBetaOut), size,
            executor);
      },
      aclnnGroupNormBackward);
  EXPECT_EQ(status, ACL_SUCCESS) << LastMessage();
  return outputs;
}

bool Untouched(const DeviceTensor& output) {
  const Array values = output.Read();
  return output.CanariesIntact() && std::all_of(values.values.begin(), values.values.end(), IsUnwritten);
}

// Where the terms of an element leave float32's range, so may the element: it is not looked at.
void ExpectNear(const DeviceTensor& output, Array expected, const Array& magnitudes, const char* name) {
  const Array actual = output.Read();
  for (size_t i = 0; i < expected.values.size(); ++i) {
    if (magnitudes.values[i] > std::numeric_limits<float>::max() && !IsUnwritten(actual.values[i])) {
      expected.values[i] = actual.values[i];
    }
  }
  Tolerance tolerance = Tolerance::For(output.Dtype(), magnitudes, kSumUlps);
  tolerance.anyNonFinite = true;  // where infinities meet in a group's sums, their order decides
  EXPECT_TRUE(Near(actual, expected, tolerance)) << name;
  EXPECT_TRUE(output.CanariesIntact()) << name;
}

// Checks the values of what is asked for, and the bytes of everything else.
void ExpectGradients(const Problem& problem, const Layouts& layouts = {}, Mask mask = kAll,
                     bool leaveOutMasked = false) {
  const auto& [N, C, HxW, group] = problem.dims;
  SCOPED_TRACE("N " + std::to_string(N) + ", C " + std::to_string(C) + ", HxW " + std::to_string(HxW) +
               ", group " + std::to_string(group));
  const auto expected = reference::GroupNormBackward(problem.gradOut, problem.input, problem.mean,
                                                     problem.rstd, problem.gamma, N, C, HxW, group);
  const auto magnitudes = reference::GroupNormBackwardMagnitudes(
      problem.gradOut, problem.input, problem.mean, problem.rstd, problem.gamma, N, C, HxW, group);
  const Outputs outputs = Compute(problem, layouts, mask, leaveOutMasked);
  const auto check = [&](size_t bit, const DeviceTensor& output, const Array& values, const Array& scale,
                         const char* name) {
    if (mask[bit]) {
      ExpectNear(output, values, scale, name);
    } else {
      EXPECT_TRUE(Untouched(output)) << name;
    }
  };
  check(0, outputs.gradInput, expected.gradInput, magnitudes.gradInput, "gradInput");
  check(1, outputs.gradGammaOut, expected.gradGammaOut, magnitudes.gradGammaOut, "gradGammaOut");
  check(2, outputs.gradBetaOut, expected.gradBetaOut, magnitudes.gradBetaOut, "gradBetaOut");
}

// Elements of half types are the reference, rounded once.
void ExpectCorrectRounding(const Problem& problem) {
  const auto& [N, C, HxW, group] = problem.dims;
  const auto expected = reference::GroupNormBackward(problem.gradOut, problem.input, problem.mean,
                                                     problem.rstd, problem.gamma, N, C, HxW, group);
  const Outputs outputs = Compute(problem);
  const auto expectRounded = [](const DeviceTensor& output, const Array& values) {
    if (output.Dtype() != ACL_FLOAT) {
      EXPECT_GE(CorrectlyRoundedFraction(output.Read(), values, output.Dtype()), kCorrectlyRoundedHalves);
    }
  };
  expectRounded(outputs.gradInput, expected.gradInput);
  expectRounded(outputs.gradGammaOut, expected.gradGammaOut);
  expectRounded(outputs.gradBetaOut, expected.gradBetaOut);
}

// With the statistics that the forward pass would hand over, rounded as it would round them.
void SetStatistics(Problem& problem) {
  const auto& [N, C, HxW, group] = problem.dims;
  auto [mean, rstd] = reference::ComputeGroupNormStatistics(problem.input, N, C, HxW, group, kEps);
  for (Array* statistic : {&mean, &rstd}) {
    for (double& value : statistic->values) {
      value = RoundTo(problem.parameterDtype, value);
    }
  }
  problem.mean = std::move(mean);
  problem.rstd = std::move(rstd);
}

Problem Draw(Random& random, const Dims& dims, aclDataType dtype, const Shape& shape = {},
             double inputMean = 0.5, double inputDeviation = 2) {
  const Shape dataShape = shape.empty() ? Shape{dims.N, dims.C, dims.HxW} : shape;
  Problem problem{.dims = dims,
                  .dtype = dtype,
                  .gradOut = random.Normal(dataShape, dtype, 0.1, 1),
                  .input = random.Normal(dataShape, dtype, inputMean, inputDeviation),
                  .mean = {},
                  .rstd = {},
                  .gamma = random.Normal({dims.C}, dtype, 1, 1)};
  SetStatistics(problem);
  return problem;
}

std::string DtypeName(aclDataType dtype) {
  return dtype == ACL_FLOAT ? "Float" : dtype == ACL_FLOAT16 ? "Float16" : "Bfloat16";
}

class GroupNormBackward : public ::testing::TestWithParam<aclDataType> {
 protected:
  Problem Draw(const Dims& dims, const Shape& shape = {}, double inputMean = 0.5, double inputDeviation = 2) {
    return testing::Draw(random, dims, GetParam(), shape, inputMean, inputDeviation);
  }

  Random random{20240501};
  ::testing::ScopedTrace trace = TraceSeed(random);
};

INSTANTIATE_TEST_SUITE_P(Dtypes, GroupNormBackward, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16),
                         [](const auto& dtype) { return DtypeName(dtype.param); });

TEST_P(GroupNormBackward, SeveralSamplesAndChannelsPerGroup) {
  ExpectGradients(Draw({2, 6, 20, 2}));
  ExpectGradients(Draw({3, 8, 49, 4}));
}

TEST_P(GroupNormBackward, RoundsOnce) {
  ExpectCorrectRounding(Draw({8, 12, 3000, 3}));
  ExpectCorrectRounding(Draw({3, 30000, 1, 10}));
}

TEST_P(GroupNormBackward, OneGroup) {
  ExpectGradients(Draw({2, 6, 20, 1}));
}

TEST_P(GroupNormBackward, OneChannelPerGroup) {
  ExpectGradients(Draw({2, 6, 20, 6}));
}

TEST_P(GroupNormBackward, OneSample) {
  ExpectGradients(Draw({1, 6, 20, 2}));
}

TEST_P(GroupNormBackward, OneElementPerChannel) {
  for (const int64_t group : {1, 2, 6}) {
    ExpectGradients(Draw({5, 6, 1, group}));
  }
}

TEST_P(GroupNormBackward, OneElementAltogether) {
  Problem problem = Draw({1, 1, 1, 1});
  ExpectGradients(problem);
  for (Array* array : {&problem.gradOut, &problem.input, &problem.mean, &problem.rstd, &*problem.gamma}) {
    array->shape = {};
  }
  ExpectGradients(problem);
}

TEST_P(GroupNormBackward, StatisticsAreTakenAsGiven) {
  Problem problem = Draw({3, 8, 30, 4});
  problem.mean = random.Normal({3, 4}, GetParam(), 0, 3);
  problem.rstd = random.Normal({3, 4}, GetParam(), 0, 3);  // negative ones too
  ExpectGradients(problem);
}

TEST_P(GroupNormBackward, WithoutGamma) {
  Problem problem = Draw({2, 6, 20, 3});
  problem.gamma.reset();
  ExpectGradients(problem);
}

TEST_P(GroupNormBackward, GammaWithZeros) {
  Problem problem = Draw({2, 6, 20, 3});
  problem.gamma = Array{{6}, {0, 1, 0, 0, -2, 0}};
  ExpectGradients(problem);
}

TEST_P(GroupNormBackward, EveryRank) {
  ExpectGradients(Draw({24, 1, 1, 1}, {24}));
  ExpectGradients(Draw({4, 6, 1, 2}, {4, 6}));
  ExpectGradients(Draw({4, 6, 5, 2}, {4, 6, 5}));
  ExpectGradients(Draw({4, 6, 10, 2}, {4, 6, 2, 5}));
  ExpectGradients(Draw({2, 4, 96, 2}, {2, 4, 2, 3, 2, 2, 4, 1}));
}

TEST_P(GroupNormBackward, ShapesThatOnlyHaveTheRightNumberOfElements) {
  Problem problem = Draw({2, 6, 20, 2});
  problem.gradOut.shape = {240};
  problem.input.shape = {4, 3, 20};
  problem.mean.shape = {4};
  problem.rstd.shape = {1, 2, 2, 1};
  problem.gamma->shape = {1, 6, 1};
  ExpectGradients(problem);
}

// A tile is 1024 elements: whole rows of up to that, pieces of longer ones.
TEST_P(GroupNormBackward, RowsAroundTiles) {
  for (const int64_t hxw : {2, 7, 8, 9, 15, 17, 341, 511, 512, 513, 1023, 1024, 1025, 2047, 2049}) {
    ExpectGradients(Draw({2, 6, hxw, 2}));
  }
}

// A task is 16384 elements: samples, slabs, or pieces of one.
TEST_P(GroupNormBackward, SamplesAroundTasks) {
  ExpectGradients(Draw({5, 2, 8191, 1}));
  ExpectGradients(Draw({5, 2, 8192, 1}));
  ExpectGradients(Draw({5, 2, 8193, 1}));
  ExpectGradients(Draw({5, 2, 8193, 2}));
  ExpectGradients(Draw({70, 3, 100, 1}));
}

TEST_P(GroupNormBackward, SlabsInPiecesOfRows) {
  ExpectGradients(Draw({2, 1, 16385, 1}));
  ExpectGradients(Draw({2, 4, 16385, 2}));
  ExpectGradients(Draw({1, 3, 40000, 1}));
}

TEST_P(GroupNormBackward, SlabsInPiecesOfSeveralRows) {
  ExpectGradients(Draw({2, 300, 70, 1}));
  ExpectGradients(Draw({1, 34, 1000, 2}));
}

TEST_P(GroupNormBackward, ManyChannelsOfOneElement) {
  ExpectGradients(Draw({2, 20000, 1, 1}));
  ExpectGradients(Draw({2, 20000, 1, 4}));
  ExpectGradients(Draw({2, 20000, 1, 20000}));
}

TEST_P(GroupNormBackward, ManySamplesOfFewElements) {
  ExpectGradients(Draw({20000, 3, 1, 1}));
  ExpectGradients(Draw({9000, 5, 1, 5}));
  ExpectGradients(Draw({20000, 1, 2, 1}));
}

TEST_P(GroupNormBackward, Transposed) {
  const Layout transposed = Layout::Transposed(3);
  ExpectGradients(Draw({5, 6, 33, 2}), {.gradOut = transposed, .gradInput = transposed});
  ExpectGradients(Draw({5, 6, 33, 2}), {.input = transposed});
}

TEST_P(GroupNormBackward, ChannelsLast) {
  const Layout last = Layout::ChannelsLast(4);
  const Shape shape{2, 6, 9, 11};
  ExpectGradients(Draw({2, 6, 99, 2}, shape), {.gradOut = last, .input = last, .gradInput = last});
  ExpectGradients(Draw({2, 6, 99, 2}, shape), {.gradOut = last});
}

TEST_P(GroupNormBackward, SteppedViewsLeaveTheGapsAlone) {
  const Layout stepped = Layout::Stepped({1, 2, 3});
  const Layout every = Layout::Stepped({3});
  const Layout statistics = Layout::Stepped({2, 2});
  ExpectGradients(Draw({3, 6, 13, 2}), {.gradOut = stepped,
                                        .input = stepped,
                                        .mean = statistics,
                                        .rstd = statistics,
                                        .gamma = every,
                                        .gradInput = stepped,
                                        .gradGammaOut = every,
                                        .gradBetaOut = every});
}

TEST_P(GroupNormBackward, StorageOffsets) {
  ExpectGradients(Draw({3, 6, 13, 2}), {.gradOut = Layout::Offset(1),
                                        .input = Layout::Offset(3),
                                        .mean = Layout::Offset(5),
                                        .rstd = Layout::Offset(7),
                                        .gamma = Layout::Offset(9),
                                        .gradInput = Layout::Offset(11),
                                        .gradGammaOut = Layout::Offset(13),
                                        .gradBetaOut = Layout::Offset(15)});
}

TEST_P(GroupNormBackward, ExpandedInputs) {
  Problem problem = Draw({3, 4, 50, 2});
  problem.gradOut = Full({3, 4, 50}, RoundTo(GetParam(), 0.3));
  problem.mean = Full({3, 2}, RoundTo(GetParam(), -0.7));
  problem.gamma = Full({4}, RoundTo(GetParam(), 1.7));
  ExpectGradients(problem, {.gradOut = Layout::Expanded({0, 1, 2}),
                            .mean = Layout::Expanded({0}),
                            .gamma = Layout::Expanded({0})});
}

TEST_P(GroupNormBackward, EightDimsWithAPermutation) {
  const Layout permuted = Layout::Permuted({7, 3, 5, 0, 1, 6, 2, 4});
  ExpectGradients(Draw({2, 4, 72, 2}, {2, 4, 3, 2, 1, 2, 3, 2}),
                  {.gradOut = permuted, .input = Layout::Transposed(8), .gradInput = permuted});
}

TEST_P(GroupNormBackward, EveryMask) {
  for (const Dims& dims : {Dims{2, 6, 20, 2}, Dims{2, 2, 17000, 2}}) {
    const Problem problem = Draw(dims);
    for (unsigned bits = 0; bits < 8; ++bits) {
      const Mask mask{(bits & 1U) != 0, (bits & 2U) != 0, (bits & 4U) != 0};
      ExpectGradients(problem, {}, mask, false);
      ExpectGradients(problem, {}, mask, true);
    }
  }
}

TEST_P(GroupNormBackward, EmptyTensorsHaveZeroGradients) {
  for (const Dims& dims : {Dims{0, 4, 3, 2}, Dims{2, 4, 0, 2}, Dims{2, 0, 3, 2}, Dims{0, 0, 0, 1}}) {
    Problem problem = Draw(dims);
    ExpectGradients(problem);
    ExpectGradients(problem, {.gradGammaOut = Layout::Stepped({2})});
    ExpectGradients(problem, {}, {true, false, true});
    problem.gamma.reset();
    ExpectGradients(problem);
  }
}

// One bad element spoils its slab and its channel, nothing else.
TEST_P(GroupNormBackward, NonFiniteElements) {
  // Whole slabs in a task, and slabs in pieces.
  for (const Dims& dims : {Dims{3, 6, 20, 3}, Dims{2, 2, 17000, 2}}) {
    for (const double bad : {kNan, kInfinity, -kInfinity}) {
      Problem problem = Draw(dims);
      problem.gradOut.values[25] = bad;
      ExpectGradients(problem);
      problem = Draw(dims);
      problem.input.values[25] = bad;
      ExpectGradients(problem);
      problem.gradOut.values[25] = 0;
      ExpectGradients(problem);
      ExpectGradients(problem, {}, {false, false, true});  // which x does not enter
    }
  }
}

TEST_P(GroupNormBackward, NonFiniteStatisticsAndGamma) {
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    Problem problem = Draw({3, 6, 20, 3});
    problem.mean.values[4] = bad;
    ExpectGradients(problem);
    ExpectGradients(problem, {}, {false, false, true});
    problem = Draw({3, 6, 20, 3});
    problem.rstd.values[2] = bad;
    ExpectGradients(problem);
    problem = Draw({3, 6, 20, 3});
    problem.gamma->values[3] = bad;
    ExpectGradients(problem);
    ExpectGradients(problem, {}, {false, true, true});
  }
}

TEST_P(GroupNormBackward, NothingButNan) {
  Problem problem = Draw({3, 6, 20, 3});
  problem.gradOut = Full(problem.gradOut.shape, kNan);
  ExpectGradients(problem);
}

// (x - mean) keeps its digits.
TEST_P(GroupNormBackward, MeanMuchLargerThanDeviation) {
  const double deviation = GetParam() == ACL_FLOAT ? 0.01 : GetParam() == ACL_FLOAT16 ? 4 : 30;
  ExpectGradients(Draw({3, 8, 200, 2}, {}, 4096, deviation));
  ExpectGradients(Draw({1, 1, 20000, 1}, {}, -4096, deviation));
}

TEST_P(GroupNormBackward, SumsThatCancel) {
  Problem problem = Draw({2, 4, 1024, 2});
  for (size_t i = 0; i + 1 < problem.gradOut.values.size(); i += 2) {
    problem.gradOut.values[i] = RoundTo(GetParam(), problem.gradOut.values[i] * 1000);
    problem.gradOut.values[i + 1] = -problem.gradOut.values[i];
  }
  ExpectGradients(problem);
}

// Sums and products on the way leave the range of FLOAT16, and x - mean that of every dtype; results do not,
// or become infinite. Sums of g itself are float32's.
TEST_P(GroupNormBackward, ValuesAtTheEndOfTheRange) {
  const double largest = GetParam() == ACL_FLOAT16 ? 65504.0 : RoundTo(GetParam(), 3.3e38);
  const double largestGradient = GetParam() == ACL_FLOAT16 ? largest : RoundTo(GetParam(), 1e36);
  Problem problem = Draw({2, 4, 64, 2});
  for (size_t i = 0; i < problem.gradOut.values.size(); ++i) {
    problem.gradOut.values[i] = i % 3 == 0 ? -largestGradient : largestGradient;
    problem.input.values[i] = i % 2 == 0 ? -largest : largest;
  }
  ExpectGradients(problem);  // rstd of moderate values: everything overflows
  SetStatistics(problem);
  ExpectGradients(problem);
}

TEST_P(GroupNormBackward, AnyFiniteValue) {
  Problem problem = Draw({4, 6, 100, 3});
  problem.gradOut = random.AnyValue(problem.gradOut.shape, GetParam(), false);
  for (double& value : problem.gradOut.values) {  // sums of which float32 holds
    value = GetParam() == ACL_FLOAT16 ? value : RoundTo(GetParam(), std::ldexp(value, -20));
  }
  problem.input = random.AnyValue(problem.input.shape, GetParam(), false);
  problem.gamma = random.AnyValue({6}, GetParam(), false);
  SetStatistics(problem);
  ExpectGradients(problem);
  problem.mean = random.AnyValue({4, 3}, GetParam(), false);
  problem.rstd = random.AnyValue({4, 3}, GetParam(), false);
  ExpectGradients(problem);
}

TEST_P(GroupNormBackward, TheSameBitsInAnyLayoutAndAgain) {
  for (const Dims& dims : {Dims{3, 6, 700, 2}, Dims{1, 2, 20000, 1}}) {
    const Problem problem = Draw(dims);
    const Outputs first = Compute(problem);
    const Outputs again = Compute(problem);
    EXPECT_EQ(first.gradInput.Bytes(), again.gradInput.Bytes());
    EXPECT_EQ(first.gradGammaOut.Bytes(), again.gradGammaOut.Bytes());
    EXPECT_EQ(first.gradBetaOut.Bytes(), again.gradBetaOut.Bytes());
    const Outputs strided = Compute(problem, {.gradOut = Layout::Transposed(3), .input = Layout::Offset(1)});
    EXPECT_EQ(first.gradInput.Bytes(), strided.gradInput.Bytes());
    EXPECT_EQ(first.gradGammaOut.Bytes(), strided.gradGammaOut.Bytes());
    EXPECT_EQ(first.gradBetaOut.Bytes(), strided.gradBetaOut.Bytes());
  }
}

// 4-D tensors with channels innermost give the same bits as contiguous ones, and the right values.
void ExpectTheSameAcrossChannels(const Problem& problem) {
  const Layout last = Layout::ChannelsLast(4);
  const Layouts acrossChannels{.gradOut = last, .input = last, .gradInput = last};
  const Outputs along = Compute(problem);
  const Outputs across = Compute(problem, acrossChannels);
  EXPECT_EQ(along.gradInput.Read().values, across.gradInput.Read().values);
  EXPECT_EQ(along.gradGammaOut.Read().values, across.gradGammaOut.Read().values);
  EXPECT_EQ(along.gradBetaOut.Read().values, across.gradBetaOut.Read().values);
  ExpectGradients(problem, acrossChannels);
}

// Also where channels, among ordinary ones, are nothing but zero, tiny or huge: half types take these another
// way.
TEST_P(GroupNormBackward, TheSameBitsAcrossChannels) {
  const bool narrow = GetParam() == ACL_FLOAT16;
  const std::array<double, 4> factors{1.0, 0.0, narrow ? 0x1p-14 : 0x1p-120, narrow ? 0x1p10 : 0x1p100};
  for (const Shape& shape : {Shape{3, 12, 7, 7}, Shape{2, 300, 20, 23}, Shape{1, 40, 50, 61}}) {
    const int64_t positions = shape[2] * shape[3];
    Problem problem = Draw({shape[0], shape[1], positions, shape[1] / 4}, shape);
    for (size_t i = 0; i < problem.gradOut.values.size(); ++i) {
      const size_t channel = i / static_cast<size_t>(positions) % static_cast<size_t>(shape[1]);
      const double value = problem.gradOut.values[i] * factors[channel / 3 % factors.size()];
      problem.gradOut.values[i] = RoundTo(GetParam(), value);
    }
    ExpectTheSameAcrossChannels(problem);
  }
}

// Slabs whose means are large beside the deviation are summed another way than their neighbours.
TEST_P(GroupNormBackward, TheSameBitsAcrossChannelsOfSmallAndLargeMeans) {
  Problem problem = Draw({2, 24, 900, 6}, {2, 24, 30, 30});
  const auto shift = [&](std::vector<double>& values, size_t valuesOfSlab) {
    for (size_t i = 0; i < values.size(); ++i) {
      if (i / valuesOfSlab % 3 == 0) {
        values[i] = RoundTo(GetParam(), values[i] + 1000);
      }
    }
  };
  shift(problem.input.values, size_t{4} * 900);
  shift(problem.mean.values, 1);
  ExpectTheSameAcrossChannels(problem);
}

TEST_P(GroupNormBackward, Random) {
  for (int draw = 0; draw < 60; ++draw) {
    SCOPED_TRACE("draw " + std::to_string(draw));
    const int64_t group = random.Integer(1, 5);
    const int64_t channels = random.Integer(1, 5);
    const Shape shape{random.Integer(1, 6), group * channels, random.Integer(1, 8), random.Integer(1, 40)};
    Problem problem = Draw({shape[0], shape[1], shape[2] * shape[3], group}, shape, 4 * random.Unit(), 2);
    if (random.Integer(0, 4) == 0) {
      problem.gamma.reset();
    }
    const auto layout = [&](size_t rank) {
      std::vector<size_t> order(rank);
      std::iota(order.begin(), order.end(), size_t{0});
      for (size_t i = rank; i > 1; --i) {
        std::swap(order[i - 1], order[static_cast<size_t>(random.Integer(0, static_cast<int64_t>(i)))]);
      }
      Layout drawn = random.Integer(0, 3) == 0 ? Layout::Contiguous() : Layout::Permuted(order);
      if (random.Integer(0, 3) == 0) {
        drawn.steps.assign(rank, 1);
        drawn.steps[static_cast<size_t>(random.Integer(0, static_cast<int64_t>(rank)))] = 2;
      }
      return drawn.WithOffset(random.Integer(0, 5));
    };
    const Mask mask{random.Integer(0, 4) != 0, random.Integer(0, 4) != 0, random.Integer(0, 4) != 0};
    ExpectGradients(problem,
                    {layout(4), layout(4), layout(2), layout(2), layout(1), layout(4), layout(1), layout(1)},
                    mask, random.Integer(0, 2) == 0);
  }
}

class GroupNormBackwardFloat : public ::testing::Test {
 protected:
  Random random{20240502};
  ::testing::ScopedTrace trace = TraceSeed(random);
};

TEST_F(GroupNormBackwardFloat, PublishedExample) {
  std::vector<double> ramp(24);
  std::iota(ramp.begin(), ramp.end(), 1.0);
  const double rstd = RoundTo(ACL_FLOAT, 0.2896827);
  const Problem problem{.dims = {2, 3, 4, 1},
                        .dtype = ACL_FLOAT,
                        .gradOut = MakeArray({2, 3, 4}, ramp),
                        .input = MakeArray({2, 3, 4}, ramp),
                        .mean = MakeArray({2, 1}, {6.5, 18.5}),
                        .rstd = MakeArray({2, 1}, {rstd, rstd}),
                        .gamma = Full({3}, 1)};
  const Outputs outputs = Compute(problem);
  const Array gradInput = outputs.gradInput.Read();
  // Zeros, of terms up to 7: float32 leaves two last places of these (PyTorch: 6.2e-7).
  for (size_t i = 0; i < 24; ++i) {
    EXPECT_LT(std::fabs(gradInput.values[i]), 1e-6) << i;
  }
  const std::array<double, 3> gradGamma{-75.896867, 2.896827, 155.849293};
  for (size_t c = 0; c < 3; ++c) {  // rstd was rounded: the last printed digits need not agree
    EXPECT_NEAR(outputs.gradGammaOut.Read().values[c], gradGamma[c], 2e-5);
  }
  EXPECT_EQ(outputs.gradBetaOut.Read().values, (std::vector<double>{68, 100, 132}));
}

// As in published cases: values over the whole range of float32, so that rstd rounds to a subnormal.
TEST_F(GroupNormBackwardFloat, WholeRangeWithSubnormalRstd) {
  for (const Dims& dims : {Dims{5, 6, 1974, 6}, Dims{3, 10, 384, 1}, Dims{1, 1, 20000, 1}}) {
    const Shape shape{dims.N, dims.C, dims.HxW};
    const double largest = 3.4e38;
    Problem problem{.dims = dims,
                    .dtype = ACL_FLOAT,
                    .gradOut = random.Normal(shape, ACL_FLOAT, -50, 10),
                    .input = random.Uniform(shape, ACL_FLOAT, -largest, largest),
                    .mean = {},
                    .rstd = {},
                    .gamma = random.Uniform({dims.C}, ACL_FLOAT, -7, 7)};
    SetStatistics(problem);
    for (const double rstd : problem.rstd.values) {
      ASSERT_LT(rstd, std::numeric_limits<float>::min());
      ASSERT_GT(rstd, 0);
    }
    ExpectGradients(problem);
    ExpectCorrectRounding(problem);
    problem.gamma = random.Uniform({dims.C}, ACL_FLOAT, -largest, largest);
    ExpectGradients(problem);
    const Array gradInput = Compute(problem).gradInput.Read();
    EXPECT_TRUE(std::all_of(gradInput.values.begin(), gradInput.values.end(),
                            [](double value) { return std::isfinite(value); }));
  }
}

TEST_F(GroupNormBackwardFloat, SlabOfAMillionElements) {
  ExpectGradients(Draw(random, {1, 4, 250001, 1}, ACL_FLOAT));
}

// Each more than a task, and enough of them to be written by the task that sums them.
TEST_F(GroupNormBackwardFloat, ManySlabsOfSeveralTasks) {
  ExpectGradients(Draw(random, {64, 10, 1700, 1}, ACL_FLOAT));
}

TEST_F(GroupNormBackwardFloat, SmallestValues) {
  Problem problem = Draw(random, {2, 4, 50, 2}, ACL_FLOAT);
  const auto shrink = [](Array& array, double factor) {
    for (double& value : array.values) {
      value = RoundTo(ACL_FLOAT, value * factor);
    }
  };
  shrink(problem.gradOut, 1e-36);
  ExpectGradients(problem);
  shrink(problem.input, 1e-42);
  shrink(problem.mean, 1e-42);
  shrink(*problem.gamma, 1e-42);
  ExpectGradients(problem);
}

// What a process settles once (product, number of threads) is tested in processes of its own.
class GroupNormBackwardDeathTest : public GroupNormBackwardFloat {
 protected:
  // All bits of some results, whole slabs and pieces among them.
  std::vector<uint8_t> Bits() {
    std::vector<uint8_t> bits;
    for (const Dims& dims : {Dims{70, 6, 700, 2}, Dims{2, 3, 40000, 1}, Dims{3000, 7, 3, 7}}) {
      const Outputs outputs = Compute(Draw(random, dims, ACL_FLOAT));
      for (const DeviceTensor* output : {&outputs.gradInput, &outputs.gradGammaOut, &outputs.gradBetaOut}) {
        const std::vector<uint8_t> bytes = output->Bytes();
        bits.insert(bits.end(), bytes.begin(), bytes.end());
      }
    }
    return bits;
  }
};

TEST_F(GroupNormBackwardDeathTest, TheSameBitsOnAnyNumberOfThreads) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  // FNV-1a; the child processes find the first one's in the environment.
  uint64_t hash = 14695981039346656037U;
  for (const uint8_t byte : Bits()) {
    hash = (hash ^ byte) * 1099511628211U;
  }
  constexpr const char* kHash = "GROUP_NORM_BACKWARD_TEST_HASH";
  // NOLINTBEGIN(concurrency-mt-unsafe): no other thread looks at the environment
  setenv(kHash, std::to_string(hash).c_str(), 0);
  for (const char* threads : {"1", "2", "7"}) {
    setenv("OPENACLNN_NUM_THREADS", threads, 1);
    EXPECT_EXIT(std::_Exit(std::to_string(hash) == std::getenv(kHash) ? 0 : 1), ::testing::ExitedWithCode(0),
                "");
  }
  unsetenv("OPENACLNN_NUM_THREADS");
  unsetenv(kHash);
  // NOLINTEND(concurrency-mt-unsafe)
}

TEST_F(GroupNormBackwardDeathTest, FloatParametersOfHalfDataOn950) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto run = [&] {
    for (const aclDataType half : {ACL_FLOAT16, ACL_BF16}) {
      for (const Dims& dims : {Dims{3, 6, 100, 2}, Dims{2, 2, 17000, 2}}) {
        Problem problem = Draw(random, dims, half);
        problem.parameterDtype = ACL_FLOAT;
        problem.gamma = random.Normal({dims.C}, ACL_FLOAT, 1, 1);
        SetStatistics(problem);
        ExpectGradients(problem);
        ExpectCorrectRounding(problem);
      }
    }
    std::_Exit(HasFailure() ? 1 : 0);
  };
  setenv("OPENACLNN_SOC", "Ascend950PR_9599", 1);  // NOLINT(concurrency-mt-unsafe)
  EXPECT_EXIT(run(), ::testing::ExitedWithCode(0), "");
  unsetenv("OPENACLNN_SOC");  // NOLINT(concurrency-mt-unsafe)
}

}  // namespace
}  // namespace openaclnn::testing
