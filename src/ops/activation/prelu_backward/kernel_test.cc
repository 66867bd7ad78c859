// SPDX-License-Identifier: Apache-2.0
//
// The numbers, against the float64 reference, over dtypes, shapes, broadcasts and layouts.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_prelu_backward.h"
#include "tests/reference/prelu_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Products are summed in float32 lanes of at most 32 terms, and these in float64: beside the one rounding of
// the output, the error stays below one float32 ulp of the sum of their magnitudes.
constexpr double kSumUlps = 1;

struct Inputs {
  Array gradOutput;
  Array self;
  Array weight;
};

struct Layouts {
  Layout gradOutput;
  Layout self;
  Layout weight;
  Layout gradInput;
  Layout gradWeight;
};

struct Outputs {
  DeviceTensor gradInput;
  DeviceTensor gradWeight;
};

// Runs both phases into outputs of the right shapes.
Outputs Compute(const Inputs& inputs, aclDataType dtype, const Shape& gradWeightShape,
                const Layouts& layouts = {}) {
  const DeviceTensor gradOutput(inputs.gradOutput, dtype, layouts.gradOutput);
  const DeviceTensor self(inputs.self, dtype, layouts.self);
  const DeviceTensor weight(inputs.weight, dtype, layouts.weight);
  Outputs outputs{DeviceTensor::Output(inputs.self.shape, dtype, layouts.gradInput),
                  DeviceTensor::Output(gradWeightShape, dtype, layouts.gradWeight)};
  const aclnnStatus status = RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnPreluBackwardGetWorkspaceSize(gradOutput.Get(), self.Get(), weight.Get(),
                                                  outputs.gradInput.Get(), outputs.gradWeight.Get(), size,
                                                  executor);
      },
      aclnnPreluBackward);
  EXPECT_EQ(status, ACL_SUCCESS) << LastMessage();
  return outputs;
}

// Checks values and the bytes around the outputs. gradInput is one multiplication and one rounding: exact.
// With `beyondRange`, terms may be beyond float32's range: sums of such are infinite or NaN.
void ExpectGradients(const Inputs& inputs, aclDataType dtype, const Layouts& layouts = {},
                     bool beyondRange = false) {
  auto expected = reference::PreluBackward(inputs.gradOutput, inputs.self, inputs.weight);
  const Array magnitudes =
      Abs(reference::PreluBackward(Abs(inputs.gradOutput), inputs.self, inputs.weight).gradWeight);
  const Outputs outputs = Compute(inputs, dtype, expected.gradWeight.shape, layouts);
  EXPECT_TRUE(Near(outputs.gradInput.Read(), expected.gradInput, Tolerance::Exact(dtype)));
  const Array gradWeight = outputs.gradWeight.Read();
  Tolerance tolerance = Tolerance::For(dtype, magnitudes, kSumUlps);
  tolerance.anyNonFinite = beyondRange;
  for (size_t i = 0; beyondRange && i < magnitudes.values.size(); ++i) {
    if (magnitudes.values[i] > std::numeric_limits<float>::max()) {
      expected.gradWeight.values[i] = kInfinity;
    }
  }
  EXPECT_TRUE(Near(gradWeight, expected.gradWeight, tolerance));
  if (dtype != ACL_FLOAT && !beyondRange) {
    EXPECT_GE(CorrectlyRoundedFraction(gradWeight, expected.gradWeight, dtype), 0.99);
  }
  EXPECT_TRUE(outputs.gradInput.CanariesIntact());
  EXPECT_TRUE(outputs.gradWeight.CanariesIntact());
}

class PreluBackward : public ::testing::TestWithParam<aclDataType> {
 protected:
  Inputs Draw(const Shape& gradOutput, const Shape& self, const Shape& weight, double scale = 5) {
    return {random.Uniform(gradOutput, GetParam(), -scale, scale),
            random.Uniform(self, GetParam(), -scale, scale),
            random.Uniform(weight, GetParam(), -scale, scale)};
  }
  // One weight a channel.
  Inputs DrawChannels(const Shape& self, double scale = 5) { return Draw(self, self, {self.at(1)}, scale); }

  double Largest() const {
    return GetParam() == ACL_FLOAT16 ? 65504 : RoundTo(GetParam(), GetParam() == ACL_BF16 ? 3.38e38 : 3.4e38);
  }

  Random random{20240503};
  ::testing::ScopedTrace trace = TraceSeed(random);
};

INSTANTIATE_TEST_SUITE_P(Dtypes, PreluBackward, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16),
                         [](const auto& dtype) {
                           return std::string(dtype.param == ACL_FLOAT     ? "Float"
                                              : dtype.param == ACL_FLOAT16 ? "Float16"
                                                                           : "Bfloat16");
                         });

TEST_P(PreluBackward, PublishedExample) {
  ExpectGradients({Full({4, 2}, 1), MakeArray({4, 2}, {0, 1, 2, 3, 4, 5, 6, 7}), MakeArray({2}, {0.5, 0.5})},
                  GetParam());
}

TEST_P(PreluBackward, ChannelsOfEveryRank) {
  for (size_t rank = 2; rank <= 8; ++rank) {
    Shape shape(rank, 2);
    shape[1] = 3;
    ExpectGradients(DrawChannels(shape), GetParam());
  }
}

TEST_P(PreluBackward, OneWeightAtEveryRank) {
  for (size_t rank = 0; rank <= 8; ++rank) {
    const Shape shape(rank, 2);
    ExpectGradients(Draw(shape, shape, {1}), GetParam());
  }
}

TEST_P(PreluBackward, WeightsOfAnyShape) {
  const Shape self{3, 4, 5};
  for (const Shape& weight : {Shape{2, 2}, Shape{1, 4, 1}, Shape{4, 1, 1}, Shape{1, 1}, Shape{}, Shape{1}}) {
    ExpectGradients(Draw(self, self, weight), GetParam());
  }
  ExpectGradients(Draw({}, {}, {}), GetParam());
  ExpectGradients(Draw({7, 1, 2}, {7, 1, 2}, {1}), GetParam());
}

TEST_P(PreluBackward, SizesAroundTilesAndTasks) {
  for (const int64_t size :
       {1, 2, 3, 7, 8, 15, 17, 63, 255, 1023, 1024, 1025, 2049, 16383, 16384, 16385, 16401, 70001}) {
    ExpectGradients(Draw({size}, {size}, {1}), GetParam());
  }
}

// [outer, channels]: tiles of whole rows up to 1024 channels, of cut rows beyond.
TEST_P(PreluBackward, ColumnSums) {
  for (const int64_t channels : {2, 3, 5, 64, 341, 342, 511, 512, 513, 1023, 1024, 1025}) {
    ExpectGradients(DrawChannels({5, channels}), GetParam());
  }
  ExpectGradients(DrawChannels({20001, 3}), GetParam());
  ExpectGradients(DrawChannels({1025, 31, 1}), GetParam());
  ExpectGradients(DrawChannels({17, 2048}), GetParam());
  ExpectGradients(DrawChannels({33, 1500, 1, 1}), GetParam());
}

// Shorter than a tile, so that a tile spans several channels, and several rows if there are few channels.
TEST_P(PreluBackward, ShortInnerDims) {
  for (const int64_t inner : {2, 3, 4, 7, 8, 9, 16, 31, 64}) {
    ExpectGradients(DrawChannels({3, 37, inner}), GetParam());
    ExpectGradients(DrawChannels({2, 700, inner}), GetParam());
  }
  ExpectGradients(DrawChannels({600, 2, 3, 5}), GetParam());
}

// A channel's elements fill a tile, almost or more than that.
TEST_P(PreluBackward, InnerDimsAroundATile) {
  for (const int64_t inner : {341, 511, 512, 513, 1023, 1024, 1025, 2047, 2049}) {
    ExpectGradients(DrawChannels({2, 3, inner}), GetParam());
  }
  ExpectGradients(DrawChannels({40, 2, 1025}), GetParam());
}

TEST_P(PreluBackward, LongInnerDims) {
  ExpectGradients(DrawChannels({1, 2, 40000}), GetParam());
  ExpectGradients(DrawChannels({3, 2, 5, 2001}), GetParam());
}

TEST_P(PreluBackward, ManyChannels) {
  ExpectGradients(DrawChannels({1, 20011}), GetParam());
  ExpectGradients(DrawChannels({2, 10007, 2}), GetParam());
}

TEST_P(PreluBackward, GradOutputBroadcasts) {
  const Shape self{3, 4, 5, 2};
  for (const Shape& gradOutput : {Shape{}, Shape{1}, Shape{2}, Shape{5, 1}, Shape{4, 1, 1}, Shape{1, 4, 5, 2},
                                  Shape{3, 1, 1, 1}, Shape{1, 4, 1, 2}, Shape{1, 1, 1, 1}}) {
    ExpectGradients(Draw(gradOutput, self, {4}), GetParam());
    ExpectGradients(Draw(gradOutput, self, {1}), GetParam());
  }
  ExpectGradients(Draw({300, 1, 7}, {300, 5, 7}, {5}), GetParam());
}

TEST_P(PreluBackward, TransposedInputs) {
  const Layout transposed = Layout::Transposed(2);
  ExpectGradients(DrawChannels({65, 33}), GetParam(), {{}, transposed, {}, {}, {}});
  ExpectGradients(DrawChannels({65, 33}), GetParam(), {transposed, transposed, {}, {}, {}});
}

TEST_P(PreluBackward, TransposedOutput) {
  ExpectGradients(DrawChannels({65, 33}), GetParam(), {{}, {}, {}, Layout::Transposed(2), {}});
}

TEST_P(PreluBackward, ChannelsLast) {
  const Layout last = Layout::ChannelsLast(4);
  ExpectGradients(DrawChannels({2, 5, 7, 90}), GetParam(), {last, last, {}, last, {}});
  ExpectGradients(DrawChannels({2, 5, 7, 90}), GetParam(), {last, {}, {}, last, {}});
  ExpectGradients(Draw({2, 5, 7, 90}, {2, 5, 7, 90}, {1}), GetParam(), {{}, last, {}, {}, {}});
}

TEST_P(PreluBackward, SteppedViewsLeaveTheGapsAlone) {
  const Layout stepped = Layout::Stepped({2, 3});
  const Layout gradWeight = Layout::Stepped({3});
  ExpectGradients(DrawChannels({11, 13}), GetParam(), {stepped, {}, {}, stepped, gradWeight});
  ExpectGradients(DrawChannels({40, 1300}), GetParam(), {{}, stepped, gradWeight, {}, gradWeight});
}

TEST_P(PreluBackward, StorageOffsets) {
  ExpectGradients(
      DrawChannels({9, 11, 3}), GetParam(),
      {Layout::Offset(1), Layout::Offset(3), Layout::Offset(7), Layout::Offset(17), Layout::Offset(5)});
}

TEST_P(PreluBackward, WeightElementsCountInTheOrderOfTheView) {
  ExpectGradients(Draw({3, 6, 5}, {3, 6, 5}, {2, 3}), GetParam(), {{}, {}, Layout::Transposed(2), {}, {}});
}

TEST_P(PreluBackward, ExpandedInputs) {
  Inputs inputs = DrawChannels({6, 8, 3});
  inputs.gradOutput = Full({6, 8, 3}, RoundTo(GetParam(), 0.3));
  ExpectGradients(inputs, GetParam(), {Layout::Expanded({0, 1, 2}), {}, {}, {}, {}});
  inputs.self = Full({6, 8, 3}, RoundTo(GetParam(), -0.7));
  inputs.weight = Full({8}, 2);
  ExpectGradients(inputs, GetParam(), {{}, Layout::Expanded({0, 1, 2}), Layout::Expanded({0}), {}, {}});
}

TEST_P(PreluBackward, EightDimsWithAPermutation) {
  const Shape shape{2, 3, 3, 2, 1, 2, 3, 2};
  const Layout permuted = Layout::Permuted({7, 3, 5, 0, 1, 6, 2, 4});
  ExpectGradients(DrawChannels(shape), GetParam(), {permuted, {}, {}, Layout::Transposed(8), {}});
  ExpectGradients(Draw(shape, shape, {1}), GetParam(), {{}, permuted, {}, permuted, {}});
}

TEST_P(PreluBackward, EmptySelfHasZeroWeightGradients) {
  ExpectGradients(Draw({0, 2, 3, 2}, {0, 2, 3, 2}, {2}), GetParam());
  ExpectGradients(Draw({1, 2, 3, 2}, {0, 2, 3, 2}, {2}), GetParam());
  ExpectGradients(Draw({2, 3, 0}, {2, 3, 0}, {3}), GetParam(), {{}, {}, {}, {}, Layout::Stepped({2})});
  ExpectGradients(Draw({0}, {0}, {1}), GetParam());
  ExpectGradients(Draw({4, 0, 2}, {4, 0, 2}, {1, 1}), GetParam());
  ExpectGradients(Draw({0, 3000}, {0, 3000}, {3000}), GetParam());
}

TEST_P(PreluBackward, NoChannels) {
  ExpectGradients(Draw({2, 0, 3}, {2, 0, 3}, {0}), GetParam());
}

TEST_P(PreluBackward, ZerosOfEitherSignTakeTheSecondBranch) {
  const Inputs inputs{Full({1, 2, 2}, 2), MakeArray({1, 2, 2}, {0.0, -0.0, -0.0, 0.0}),
                      MakeArray({2}, {3, -4})};
  const Outputs outputs = Compute(inputs, GetParam(), {2});
  EXPECT_EQ(outputs.gradInput.Read().values, (std::vector<double>{6, 6, -8, -8}));
  EXPECT_EQ(outputs.gradWeight.Read().values, (std::vector<double>{0, 0}));
}

TEST_P(PreluBackward, NanInSelfTakesTheSecondBranch) {
  const Inputs inputs{Full({1, 3}, 2), MakeArray({1, 3}, {kNan, -1, 1}), MakeArray({3}, {3, 3, 3})};
  const Outputs outputs = Compute(inputs, GetParam(), {3});
  EXPECT_EQ(outputs.gradInput.Read().values, (std::vector<double>{6, 6, 2}));
  const std::vector<double> gradWeight = outputs.gradWeight.Read().values;
  EXPECT_TRUE(std::isnan(gradWeight[0]));
  EXPECT_EQ(gradWeight[1], -2);
  EXPECT_EQ(gradWeight[2], 0);
}

TEST_P(PreluBackward, InfiniteSelf) {
  const Inputs inputs{MakeArray({1, 4}, {2, -2, 0, 2}),
                      MakeArray({1, 4}, {-kInfinity, -kInfinity, -kInfinity, kInfinity}), Full({4}, 3)};
  const Outputs outputs = Compute(inputs, GetParam(), {4});
  EXPECT_EQ(outputs.gradInput.Read().values, (std::vector<double>{6, -6, 0, 2}));
  const std::vector<double> gradWeight = outputs.gradWeight.Read().values;
  EXPECT_EQ(gradWeight[0], -kInfinity);
  EXPECT_EQ(gradWeight[1], kInfinity);
  EXPECT_TRUE(std::isnan(gradWeight[2]));
  EXPECT_EQ(gradWeight[3], 0);
}

TEST_P(PreluBackward, PositiveElementsAddNothingToTheWeightGradient) {
  const Inputs inputs{MakeArray({1, 3}, {kNan, kInfinity, -kInfinity}), MakeArray({1, 3}, {1, kInfinity, 2}),
                      Full({1}, 3)};
  const Outputs outputs = Compute(inputs, GetParam(), {1});
  const std::vector<double> gradInput = outputs.gradInput.Read().values;
  EXPECT_TRUE(std::isnan(gradInput[0]));
  EXPECT_EQ(gradInput[1], kInfinity);
  EXPECT_EQ(gradInput[2], -kInfinity);
  EXPECT_EQ(outputs.gradWeight.Read().values[0], 0);
}

TEST_P(PreluBackward, TheWeightDoesNotTouchPositiveElements) {
  for (const double weight : {kNan, kInfinity, -kInfinity}) {
    const Inputs inputs{MakeArray({1, 4}, {2, -3, 0, 5}), MakeArray({1, 4}, {1, 4, 1, -1}),
                        Full({1}, weight)};
    const Outputs outputs = Compute(inputs, GetParam(), {1});
    const std::vector<double> gradInput = outputs.gradInput.Read().values;
    EXPECT_EQ(gradInput[0], 2);
    EXPECT_EQ(gradInput[1], -3);
    EXPECT_EQ(gradInput[2], 0);
    EXPECT_FALSE(std::isfinite(gradInput[3]));
    EXPECT_EQ(outputs.gradWeight.Read().values[0], -5);
  }
}

// Whichever NaNs come in, and in whatever order they are met, the one that goes out is the same.
TEST(PreluBackwardNans, AreOneInEveryLayout) {
  const Shape shape{2, 24, 9};
  constexpr std::array<uint16_t, 4> kNans{0x7f2e, 0xfff6, 0x7e01, 0xfe00};
  std::vector<uint16_t> values(2 * 24 * 9);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = kNans.at(i % kNans.size());
  }
  const RawTensor<uint16_t> given(values, ACL_FLOAT16, shape);
  const RawTensor<uint16_t> weight(std::vector<uint16_t>(24, 0x3c00), ACL_FLOAT16);
  for (const Layout& layout : {Layout(), Layout::Transposed(3)}) {
    const DeviceTensor gradInput = DeviceTensor::Output(shape, ACL_FLOAT16, layout);
    const RawTensor<uint16_t> gradWeight(std::vector<uint16_t>(24), ACL_FLOAT16);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnPreluBackwardGetWorkspaceSize(given.Get(), given.Get(), weight.Get(),
                                                              gradInput.Get(), gradWeight.Get(), size,
                                                              executor);
                  },
                  aclnnPreluBackward),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(gradWeight.Read(), std::vector<uint16_t>(24, 0x7e00));
  }
}

TEST_P(PreluBackward, InfinityTimesZeroIsNan) {
  const Inputs inputs{Full({1, 2}, kInfinity), MakeArray({1, 2}, {0, -0.0}), MakeArray({2}, {0, 1})};
  const Outputs outputs = Compute(inputs, GetParam(), {2});
  EXPECT_TRUE(std::isnan(outputs.gradInput.Read().values[0]));
  EXPECT_EQ(outputs.gradInput.Read().values[1], kInfinity);
  EXPECT_TRUE(std::isnan(outputs.gradWeight.Read().values[0]));
  EXPECT_TRUE(std::isnan(outputs.gradWeight.Read().values[1]));
}

TEST_P(PreluBackward, NanAndInfinityInEveryPlace) {
  const std::vector<double> special{0.0, -0.0, 1.0, -2.0, kInfinity, -kInfinity, kNan};
  // A channel for each triple, so that every weight gradient shows its own element.
  Inputs inputs{Full({1, 343}, 0), Full({1, 343}, 0), Full({343}, 0)};
  for (size_t i = 0; i < 343; ++i) {
    inputs.gradOutput.values[i] = special[i / 49];
    inputs.self.values[i] = special[i / 7 % 7];
    inputs.weight.values[i] = special[i % 7];
  }
  ExpectGradients(inputs, GetParam());
}

TEST_P(PreluBackward, OneBadElementStaysInItsChannel) {
  Inputs inputs = DrawChannels({20, 5, 300});
  inputs.self.values[4 * 1500 + 2 * 300 + 7] = kNan;
  inputs.gradOutput.values[9 * 1500 + 3 * 300 + 8] = kInfinity;
  inputs.self.values[9 * 1500 + 3 * 300 + 8] = -1;
  ExpectGradients(inputs, GetParam());
}

TEST_P(PreluBackward, InfinitiesOfBothSignsSumToNan) {
  Inputs inputs = DrawChannels({1, 1, 40000});
  inputs.weight = Full({1}, 0.5);
  inputs.self.values[3] = -1;
  inputs.gradOutput.values[3] = kInfinity;
  ExpectGradients(inputs, GetParam());
  inputs.self.values[39999] = -1;
  inputs.gradOutput.values[39999] = -kInfinity;
  ExpectGradients(inputs, GetParam());
}

TEST_P(PreluBackward, SumsBeyondTheRangeBecomeInfinite) {
  const Inputs inputs{MakeArray({2, 2}, {-2, 3, -2, 3}), Full({2, 2}, -Largest()), Full({2}, 2)};
  const Outputs outputs = Compute(inputs, GetParam(), {2});
  EXPECT_EQ(outputs.gradWeight.Read().values, (std::vector<double>{kInfinity, -kInfinity}));
  EXPECT_EQ(outputs.gradInput.Read().values, (std::vector<double>{-4, 6, -4, 6}));
}

TEST_P(PreluBackward, SumsComeBackFromBeyondTheRange) {
  // Terms and partial sums leave the range of FLOAT16 by far, or come near the end of float32's, and cancel.
  const double power = std::ldexp(1, GetParam() == ACL_FLOAT16 ? 15 : 60);
  Inputs inputs{Full({1, 1, 40000}, power), Full({1, 1, 40000}, -power), Full({1}, 0)};
  std::fill_n(inputs.gradOutput.values.begin(), 20000, -power);
  EXPECT_EQ(Compute(inputs, GetParam(), {1}).gradWeight.Read().values[0], 0);
}

TEST_P(PreluBackward, SubnormalsAreKept) {
  const double tiny = UlpSize(GetParam(), 0);
  const Inputs inputs{Full({2, 3}, tiny), Full({2, 3}, -0.5), MakeArray({3}, {1, 0.5, 3})};
  ExpectGradients(inputs, GetParam());
  ExpectGradients({Full({4}, -1), Full({4}, -3 * tiny), Full({1}, 1)}, GetParam());
}

TEST_P(PreluBackward, AnyFiniteValue) {
  ExpectGradients({random.AnyValue({60, 70}, GetParam(), false), random.AnyValue({60, 70}, GetParam(), false),
                   random.AnyValue({70}, GetParam(), false)},
                  GetParam(), {}, GetParam() != ACL_FLOAT16);
}

TEST_P(PreluBackward, AnyValueAndInfinities) {
  ExpectGradients({random.AnyValue({3, 700}, GetParam(), true), random.AnyValue({3, 700}, GetParam(), true),
                   random.AnyValue({700}, GetParam(), true)},
                  GetParam(), {}, GetParam() != ACL_FLOAT16);
}

TEST_P(PreluBackward, CancellingSums) {
  Inputs inputs = DrawChannels({64, 3, 100});
  const size_t half = inputs.self.values.size() / 2;
  for (size_t i = 0; i < half; ++i) {
    inputs.self.values[half + i] = inputs.self.values[i];
    inputs.gradOutput.values[half + i] = -inputs.gradOutput.values[i];
  }
  ExpectGradients(inputs, GetParam());  // exactly 0
  inputs.gradOutput.values[0] = RoundTo(GetParam(), 0.01);
  inputs.self.values[0] = RoundTo(GetParam(), -0.01);
  ExpectGradients(inputs, GetParam());
}

// A hair above a tie of the half type, and so little that float32 does not hold it: rounding to float32 on
// the way would make it the tie, and the tie goes down.
TEST_P(PreluBackward, SumsBesideATieRoundOnce) {
  const double one = GetParam() == ACL_BF16 ? 256 : 2048;  // ulp 2 in the half type
  const double hair = std::ldexp(1, -8);
  const Inputs above{MakeArray({3}, {-one, -1, -hair}), MakeArray({3}, {-1, -1, -hair}), Full({1}, 1)};
  const Inputs below{MakeArray({4}, {-one, -2, -1, hair}), MakeArray({4}, {-1, -1, -1, -hair}), Full({1}, 1)};
  ExpectGradients(above, GetParam());
  ExpectGradients(below, GetParam());
  if (GetParam() != ACL_FLOAT) {
    EXPECT_EQ(Compute(above, GetParam(), {1}).gradWeight.Read().values[0], one + 2);
    EXPECT_EQ(Compute(below, GetParam(), {1}).gradWeight.Read().values[0], one + 2);
  }
}

TEST_P(PreluBackward, LongSumsOfSmallTermsDoNotStall) {
  // In float32 alone the sum would stop growing, or drift, long before the end.
  const int64_t count = 300000;
  const Inputs inputs{Full({count}, RoundTo(GetParam(), 0.1)), Full({count}, -1), Full({1}, 1)};
  const Outputs outputs = Compute(inputs, GetParam(), {1});
  const double exact = -RoundTo(GetParam(), 0.1) * static_cast<double>(count);
  // Every lane errs in the same way: equal terms are the worst case.
  EXPECT_TRUE(Near(outputs.gradWeight.Read(), Full({1}, exact), Tolerance::For(GetParam())));
}

TEST_P(PreluBackward, GradInputInPlaceOfAnInput) {
  const Inputs inputs = DrawChannels({300, 7, 9});
  const auto expected = reference::PreluBackward(inputs.gradOutput, inputs.self, inputs.weight);
  for (const bool ofSelf : {false, true}) {
    const DeviceTensor gradOutput(inputs.gradOutput, GetParam());
    const DeviceTensor self(inputs.self, GetParam());
    const DeviceTensor weight(inputs.weight, GetParam());
    const DeviceTensor gradWeight = DeviceTensor::Output({7}, GetParam());
    const DeviceTensor& gradInput = ofSelf ? self : gradOutput;
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnPreluBackwardGetWorkspaceSize(gradOutput.Get(), self.Get(), weight.Get(),
                                                    gradInput.Get(), gradWeight.Get(), size, executor);
        },
        aclnnPreluBackward);
    ASSERT_EQ(status, ACL_SUCCESS) << LastMessage();
    EXPECT_TRUE(Near(gradInput.Read(), expected.gradInput, Tolerance::Exact(GetParam())));
    EXPECT_TRUE(Near(gradWeight.Read(), expected.gradWeight, Tolerance::For(GetParam())));
  }
}

TEST_P(PreluBackward, SameBitsInEveryRun) {
  const Inputs inputs = DrawChannels({400, 3, 50});
  const Outputs first = Compute(inputs, GetParam(), {3});
  for (int repeat = 0; repeat < 5; ++repeat) {
    const Outputs again = Compute(inputs, GetParam(), {3});
    EXPECT_EQ(again.gradInput.Bytes(), first.gradInput.Bytes());
    EXPECT_EQ(again.gradWeight.Bytes(), first.gradWeight.Bytes());
  }
}

TEST_P(PreluBackward, WorkspaceStaysBelowTheSizeOfSelf) {
  for (const Shape& shape :
       {Shape{1, 100000}, Shape{3, 100000}, Shape{16, 100000}, Shape{17, 100000}, Shape{100000, 3},
        Shape{100000, 2048}, Shape{40000, 1025}, Shape{17, 5000, 2}, Shape{64, 64, 56, 56},
        Shape{1, 1, 1000000}, Shape{17, 900, 1024}, Shape{1, 2, 1 << 30, 1 << 10}}) {
    const int64_t channels = shape[1];
    // No data: phase one reads none.
    const auto describe = [&](const Shape& dims) {
      return aclCreateTensor(dims.data(), dims.size(), GetParam(), nullptr, 0, ACL_FORMAT_ND, dims.data(),
                             dims.size(), nullptr);
    };
    aclTensor* self = describe(shape);
    aclTensor* weight = describe({channels});
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    EXPECT_EQ(aclnnPreluBackwardGetWorkspaceSize(self, self, weight, self, weight, &size, &executor),
              ACL_SUCCESS);
    // Half a byte an element; in the worst case a little more, but no more than a byte.
    EXPECT_LE(static_cast<int64_t>(size), NumElements(shape) + 64) << shape[0] << ' ' << channels;
    EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
    EXPECT_EQ(aclDestroyTensor(self), ACL_SUCCESS);
    EXPECT_EQ(aclDestroyTensor(weight), ACL_SUCCESS);
  }
}

// Shapes, broadcasts and layouts at random; small, so that many kinds of tiles come up.
TEST_P(PreluBackward, Property) {
  for (int draw = 0; draw < 60; ++draw) {
    Shape shape(static_cast<size_t>(random.Integer(1, 6)));
    int64_t budget = 10000;
    for (int64_t& dim : shape) {
      dim = random.Unit() < 0.05
                ? 0
                : random.Integer(1, std::min<int64_t>(budget, random.Unit() < 0.2 ? 2000 : 8) + 1);
      budget /= std::max<int64_t>(1, dim);
    }
    Shape gradOutput = shape;
    for (int64_t& dim : gradOutput) {
      dim = random.Unit() < 0.1 ? 1 : dim;
    }
    Shape weight{1};
    if (shape.size() > 1 && random.Unit() < 0.7) {
      weight[0] = shape[1];
    }
    const auto layout = [&](size_t rank) {
      std::vector<size_t> order(rank);
      std::iota(order.begin(), order.end(), size_t{0});
      for (size_t dim = rank; dim > 1 && random.Unit() < 0.5; --dim) {
        std::swap(order[dim - 1], order[static_cast<size_t>(random.Integer(0, static_cast<int64_t>(dim)))]);
      }
      Layout result = Layout::Permuted(order).WithOffset(random.Integer(0, 5));
      for (size_t dim = 0; dim < rank; ++dim) {
        result.steps.push_back(random.Unit() < 0.2 ? random.Integer(2, 4) : 1);
      }
      return result;
    };
    SCOPED_TRACE("draw " + std::to_string(draw));
    ExpectGradients(Draw(gradOutput, shape, weight), GetParam(),
                    {layout(shape.size()), layout(shape.size()), layout(1), layout(shape.size()), layout(1)});
  }
}

}  // namespace
}  // namespace openaclnn::testing
