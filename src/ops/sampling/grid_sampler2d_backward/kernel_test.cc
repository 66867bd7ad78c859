// SPDX-License-Identifier: Apache-2.0
//
// The numbers, against the float64 reference, over dtypes, modes, masks, shapes and layouts.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_grid_sampler2d_backward.h"
#include "tests/reference/grid_sampler2d_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/grid_modes.h"
#include "tests/support/half.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

struct Mode {
  int64_t interpolation = kBilinear;
  int64_t padding = kZeros;
  bool alignCorners = false;
};

std::vector<Mode> AllModes() {
  std::vector<Mode> modes;
  for (const int64_t interpolation : {kBilinear, kNearest}) {
    for (const int64_t padding : {kZeros, kBorder, kReflection}) {
      for (const bool alignCorners : {false, true}) {
        modes.push_back({interpolation, padding, alignCorners});
      }
    }
  }
  return modes;
}

struct Inputs {
  Array gradOutput;
  Array input;
  Array grid;
};

struct Layouts {
  Layout gradOutput;
  Layout input;
  Layout grid;
  Layout inputGrad;
  Layout gridGrad;
};

struct Mask {
  bool inputGrad = true;
  bool gridGrad = true;
};

aclnnStatus Backward(const DeviceTensor& gradOutput, const DeviceTensor& input, const DeviceTensor& grid,
                     const Mode& mode, const Mask& mask, const DeviceTensor& inputGrad,
                     const DeviceTensor& gridGrad) {
  const BoolArray outputMask{mask.inputGrad, mask.gridGrad};
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnGridSampler2DBackwardGetWorkspaceSize(
            gradOutput.Get(), input.Get(), grid.Get(), mode.interpolation, mode.padding, mode.alignCorners,
            outputMask.Get(), inputGrad.Get(), gridGrad.Get(), size, executor);
      },
      aclnnGridSampler2DBackward);
}

// inputGrad and gridGrad.
std::pair<Array, Array> GradientsOf(const Inputs& inputs, aclDataType dtype, const Mode& mode) {
  const DeviceTensor inputGrad = DeviceTensor::Output(inputs.input.shape, dtype);
  const DeviceTensor gridGrad = DeviceTensor::Output(inputs.grid.shape, dtype);
  EXPECT_EQ(Backward(DeviceTensor(inputs.gradOutput, dtype), DeviceTensor(inputs.input, dtype),
                     DeviceTensor(inputs.grid, dtype), mode, {}, inputGrad, gridGrad),
            ACL_SUCCESS)
      << LastMessage();
  return {inputGrad.Read(), gridGrad.Read()};
}

// The arithmetic is float32, in blocks that float64 sums put together: an error of some last places of the
// terms, Tolerance's usual bound. Of halves, 99 in a hundred are the nearest ones; in a small tensor two may
// not be.
void ExpectOutput(const DeviceTensor& output, const Array& expected, Array magnitudes, double arithmeticUlps,
                  const char* name) {
  const Array actual = output.Read();
  EXPECT_TRUE(Near(actual, expected, Tolerance::For(output.Dtype(), std::move(magnitudes), arithmeticUlps)))
      << name;
  if (output.Dtype() != ACL_FLOAT) {
    const auto elements = static_cast<double>(std::max<size_t>(expected.values.size(), 1));
    EXPECT_GE(CorrectlyRoundedFraction(actual, expected, output.Dtype()), 1 - std::max(1e-2, 2.5 / elements))
        << name;
  }
  EXPECT_TRUE(output.CanariesIntact()) << name;
}

void ExpectUntouched(const DeviceTensor& output, const char* name) {
  const Array actual = output.Read();
  EXPECT_TRUE(std::all_of(actual.values.begin(), actual.values.end(), IsUnwritten)) << name;
  EXPECT_TRUE(output.CanariesIntact()) << name;
}

// Runs both phases; checks status, values and the bytes around the outputs.
void ExpectGradients(const Inputs& inputs, aclDataType dtype, const Mode& mode, const Layouts& layouts = {},
                     const Mask& mask = {}, double arithmeticUlps = Tolerance::kArithmeticUlps) {
  SCOPED_TRACE("interpolationMode " + std::to_string(mode.interpolation) + ", paddingMode " +
               std::to_string(mode.padding) + ", alignCorners " + std::to_string(mode.alignCorners));
  const auto reference = [&](const auto& function) {
    return function(inputs.gradOutput, inputs.input, inputs.grid, mode.interpolation, mode.padding,
                    mode.alignCorners, reference::Positions::kFloat32);
  };
  const reference::GridSampler2DBackwardResult expected = reference(reference::GridSampler2DBackward);
  const reference::GridSampler2DBackwardResult magnitudes =
      reference(reference::GridSampler2DBackwardMagnitudes);
  const DeviceTensor gradOutput(inputs.gradOutput, dtype, layouts.gradOutput);
  const DeviceTensor input(inputs.input, dtype, layouts.input);
  const DeviceTensor grid(inputs.grid, dtype, layouts.grid);
  const DeviceTensor inputGrad = DeviceTensor::Output(inputs.input.shape, dtype, layouts.inputGrad);
  const DeviceTensor gridGrad = DeviceTensor::Output(inputs.grid.shape, dtype, layouts.gridGrad);
  ASSERT_EQ(Backward(gradOutput, input, grid, mode, mask, inputGrad, gridGrad), ACL_SUCCESS) << LastMessage();
  if (mask.inputGrad) {
    ExpectOutput(inputGrad, expected.inputGrad, magnitudes.inputGrad, arithmeticUlps, "inputGrad");
  } else {
    ExpectUntouched(inputGrad, "inputGrad");
  }
  if (mask.gridGrad) {
    ExpectOutput(gridGrad, expected.gridGrad, magnitudes.gridGrad, arithmeticUlps, "gridGrad");
  } else {
    ExpectUntouched(gridGrad, "gridGrad");
  }
}

// One sample for each pair of these grid values.
Array AllPairs(const std::vector<double>& values) {
  const auto count = static_cast<int64_t>(values.size());
  Array grid = Full({1, count, count, 2}, 0);
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = 0; j < values.size(); ++j) {
      grid.values[(i * values.size() + j) * 2] = values[j];
      grid.values[(i * values.size() + j) * 2 + 1] = values[i];
    }
  }
  return grid;
}

struct Sizes {
  int64_t images;
  int64_t channels;
  int64_t height;
  int64_t width;
  int64_t outHeight;
  int64_t outWidth;
};

class GridSampler2DBackward : public ::testing::TestWithParam<aclDataType> {
 protected:
  // Most samples in the image, some outside.
  Inputs Draw(const Sizes& sizes, double reach = 1.3) {
    return {
        random.Uniform({sizes.images, sizes.channels, sizes.outHeight, sizes.outWidth}, GetParam(), -5, 5),
        random.Uniform({sizes.images, sizes.channels, sizes.height, sizes.width}, GetParam(), -5, 5),
        random.Uniform({sizes.images, sizes.outHeight, sizes.outWidth, 2}, GetParam(), -reach, reach)};
  }

  // With this grid, of one image.
  Inputs DrawFor(const Array& grid, int64_t channels, int64_t height, int64_t width) {
    Inputs inputs = Draw({1, channels, height, width, grid.shape[1], grid.shape[2]});
    inputs.grid = grid;
    return inputs;
  }

  // Each sample near the pixel that lies where it does in the image, as in a smooth deformation.
  Inputs DrawSmooth(const Sizes& sizes) {
    Inputs inputs = Draw(sizes, 0.02);
    for (size_t i = 0; i < inputs.grid.values.size(); ++i) {
      const Shape index = IndexOf(inputs.grid.shape, static_cast<int64_t>(i));
      const size_t axis = index[3] == 0 ? 2 : 1;
      const double place =
          static_cast<double>(2 * index[axis] + 1) / static_cast<double>(inputs.grid.shape[axis]) - 1;
      inputs.grid.values[i] = RoundTo(GetParam(), inputs.grid.values[i] + place);
    }
    return inputs;
  }

  Random random{20240605};
  ::testing::ScopedTrace trace = TraceSeed(random);
};

INSTANTIATE_TEST_SUITE_P(Dtypes, GridSampler2DBackward, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16),
                         [](const auto& dtype) {
                           return std::string(dtype.param == ACL_FLOAT     ? "Float"
                                              : dtype.param == ACL_FLOAT16 ? "Float16"
                                                                           : "Bfloat16");
                         });

// The example of the specification, with the output that it prints.
TEST_P(GridSampler2DBackward, PublishedExample) {
  Array ramp = Full({1, 1, 5, 8}, 0);
  for (size_t i = 0; i < ramp.values.size(); ++i) {
    ramp.values[i] = static_cast<double>(i + 1);
  }
  const DeviceTensor gradOutput(Full({1, 1, 3, 3}, 1), GetParam());
  const DeviceTensor input(ramp, GetParam());
  const DeviceTensor grid(AllPairs({-1, 0, 1}), GetParam());
  const DeviceTensor inputGrad = DeviceTensor::Output({1, 1, 5, 8}, GetParam());
  const DeviceTensor gridGrad = DeviceTensor::Output({1, 3, 3, 2}, GetParam());
  ASSERT_EQ(Backward(gradOutput, input, grid, {}, {}, inputGrad, gridGrad), ACL_SUCCESS) << LastMessage();

  const std::vector<double> edge{0.25, 0, 0, 0.25, 0.25, 0, 0, 0.25};
  std::vector<double> expectedInputGrad(40, 0.0);
  for (size_t x = 0; x < 8; ++x) {
    expectedInputGrad[x] = edge[x];
    expectedInputGrad[16 + x] = 2 * edge[x];
    expectedInputGrad[32 + x] = edge[x];
  }
  EXPECT_EQ(inputGrad.Read().values, expectedInputGrad);
  std::vector<double> expectedGridGrad{2,  1.25, 2,  11.25, -16,    10, 68,     10,  4,
                                       20, -96,  10, 66,    -41.25, 2,  -91.25, -80, -50};
  for (double& value : expectedGridGrad) {
    value = RoundTo(GetParam(), value);
  }
  EXPECT_EQ(gridGrad.Read().values, expectedGridGrad);
}

TEST_P(GridSampler2DBackward, EveryMode) {
  for (const Mode& mode : AllModes()) {
    ExpectGradients(Draw({2, 3, 5, 8, 6, 7}), GetParam(), mode);
    ExpectGradients(Draw({3, 5, 7, 7, 9, 4}, 5), GetParam(), mode);
  }
}

TEST_P(GridSampler2DBackward, ImagesOfOneRowOrColumn) {
  for (const Mode& mode : AllModes()) {
    ExpectGradients(Draw({2, 2, 1, 1, 5, 5}), GetParam(), mode);
    ExpectGradients(Draw({2, 2, 1, 4, 5, 5}), GetParam(), mode);
    ExpectGradients(Draw({2, 2, 6, 1, 5, 5}), GetParam(), mode);
  }
}

TEST_P(GridSampler2DBackward, OneSample) {
  for (const Mode& mode : AllModes()) {
    ExpectGradients(Draw({1, 1, 1, 1, 1, 1}), GetParam(), mode);
    ExpectGradients(Draw({3, 4, 6, 5, 1, 1}, 1), GetParam(), mode);
  }
}

// Sixteenths: exact in every dtype, and for these image sizes they hit centres of pixels, borders, mirrors
// and ties of nearest, inside and outside.
TEST_P(GridSampler2DBackward, CentresBordersMirrorsAndTies) {
  std::vector<double> values;
  for (int i = -56; i <= 56; ++i) {
    values.push_back(i / 16.0);
  }
  const Array grid = AllPairs(values);
  for (const Mode& mode : AllModes()) {
    ExpectGradients(DrawFor(grid, 1, 8, 4), GetParam(), mode);
    ExpectGradients(DrawFor(grid, 2, 5, 9), GetParam(), mode);
  }
}

// Half a pixel, one and a half, ...: to the even neighbour, and only into the image.
TEST_P(GridSampler2DBackward, TiesOfNearestGoToEven) {
  // Positions -0.5, 0.5, 1.5, 2.5, 3.5 of 4 pixels; y in the middle of the only row.
  const Array grid = MakeArray({1, 1, 5, 2}, {-1, 0, -0.5, 0, 0, 0, 0.5, 0, 1, 0});
  const DeviceTensor gradOutput(MakeArray({1, 1, 1, 5}, {1, 2, 4, 8, 16}), GetParam());
  const DeviceTensor input(Full({1, 1, 1, 4}, 3), GetParam());
  const DeviceTensor inputGrad = DeviceTensor::Output({1, 1, 1, 4}, GetParam());
  const DeviceTensor gridGrad = DeviceTensor::Output({1, 1, 5, 2}, GetParam());
  ASSERT_EQ(Backward(gradOutput, input, DeviceTensor(grid, GetParam()), {kNearest, kZeros, false}, {},
                     inputGrad, gridGrad),
            ACL_SUCCESS);
  EXPECT_EQ(inputGrad.Read().values, (std::vector<double>{1 + 2, 0, 4 + 8, 0}));  // 3.5 goes to 4: outside
  EXPECT_EQ(gridGrad.Read().values, std::vector<double>(10, 0.0));
}

// -0.4F and 0.8F are beside the ties 1.5 and 4.5 of six pixels; in float32, as PyTorch and devices compute, their
// positions are the ties.
TEST(GridSampler2DBackwardPositions, AreThoseOfFloat32) {
  const auto [inputGrad, gridGrad] =
      GradientsOf({MakeArray({1, 1, 1, 2}, {1, 2}), Full({1, 1, 1, 6}, 1),
                   MakeArray({1, 1, 2, 2}, {double{-0.4F}, 0, double{0.8F}, 0})},
                  ACL_FLOAT, {kNearest, kZeros, true});
  EXPECT_EQ(inputGrad.values, (std::vector<double>{0, 0, 1, 0, 2, 0}));
}

TEST_P(GridSampler2DBackward, AnyGridValue) {
  const double largest = GetParam() == ACL_FLOAT16 ? 65504 : RoundTo(GetParam(), 3.3e38);
  std::vector<double> values{kNan,    kInfinity, -kInfinity, largest, -largest, 1e30,   -1e30,
                             4.3e9,   -4.3e9,    2147483648, -1e9,    1e9,      8.5e8,  12345,
                             -777.25, 1e-30,     -1e-7,      -1,      1,        0.3125, -0.8125};
  for (double& value : values) {
    value = RoundTo(GetParam(), value);
  }
  const Array grid = AllPairs(values);
  for (const Mode& mode : AllModes()) {
    ExpectGradients(DrawFor(grid, 3, 5, 8), GetParam(), mode);
    ExpectGradients(DrawFor(grid, 1, 1, 1), GetParam(), mode);
  }
  Inputs bits = Draw({2, 2, 7, 3, 40, 40});
  bits.grid = random.AnyValue(bits.grid.shape, GetParam(), true);
  for (const Mode& mode : AllModes()) {
    ExpectGradients(bits, GetParam(), mode);
  }
}

TEST_P(GridSampler2DBackward, GridOfNothingButNan) {
  Inputs inputs = Draw({2, 3, 5, 8, 6, 7});
  inputs.grid = Full(inputs.grid.shape, kNan);
  for (const Mode& mode : AllModes()) {
    ExpectGradients(inputs, GetParam(), mode);
  }
}

TEST_P(GridSampler2DBackward, NonFiniteGradientsAndPixels) {
  std::vector<double> values;
  for (int i = -20; i <= 20; ++i) {
    values.push_back(i / 16.0);  // every fourth on a pixel of 9 x 9 with alignCorners: weights 0
  }
  Inputs inputs = DrawFor(AllPairs(values), 3, 9, 9);
  const std::array<double, 3> special{kInfinity, -kInfinity, kNan};
  for (size_t i = 0; i < 60; ++i) {
    const auto any = [&](const Array& array) {
      return static_cast<size_t>(random.Integer(0, static_cast<int64_t>(array.values.size())));
    };
    inputs.gradOutput.values[any(inputs.gradOutput)] = special[i % 3];
    inputs.input.values[any(inputs.input)] = special[i % 3];
  }
  for (const Mode& mode : AllModes()) {
    ExpectGradients(inputs, GetParam(), mode);
  }
}

// A corner of weight 0 takes part if it is inside.
TEST_P(GridSampler2DBackward, InfiniteGradientOnAPixel) {
  const auto [inputGrad, gridGrad] =
      GradientsOf({MakeArray({1, 1, 1, 1}, {kInfinity}), Full({1, 1, 3, 3}, 1), Full({1, 1, 1, 2}, 0)},
                  GetParam(), {kBilinear, kZeros, true});
  EXPECT_TRUE(Near(inputGrad, MakeArray({1, 1, 3, 3}, {0, 0, 0, 0, kInfinity, kNan, 0, kNan, kNan}),
                   Tolerance::Exact(GetParam())));
  EXPECT_TRUE(Near(gridGrad, Full({1, 1, 1, 2}, kNan), Tolerance::Exact(GetParam())));
}

// 1, half a last place of a half type, and a trifle on one pixel: a rounding to the half type in between
// would lose the trifle, and the half would then go to even, down.
TEST_P(GridSampler2DBackward, SumsAreRoundedOnce) {
  const double place = GetParam() == ACL_FLOAT ? 0x1p-10 : UlpSize(GetParam(), 1);
  const double trifle = 0x1p-20;
  const auto [inputGrad, gridGrad] = GradientsOf(
      {MakeArray({1, 1, 1, 3}, {1, place / 2, trifle}), Full({1, 1, 1, 1}, 1), Full({1, 1, 3, 2}, 0)},
      GetParam(), {kNearest, kZeros, false});
  EXPECT_EQ(inputGrad.values, std::vector<double>{RoundTo(GetParam(), 1 + place / 2 + trifle)});
}

TEST_P(GridSampler2DBackward, NearestGridGradIsZeroWhateverTheGradients) {
  Inputs inputs = Draw({1, 2, 5, 5, 30, 30});
  inputs.gradOutput = random.AnyValue(inputs.gradOutput.shape, GetParam(), true);
  inputs.gradOutput.values[7] = kNan;
  inputs.input.values[3] = kNan;
  ExpectGradients(inputs, GetParam(), {kNearest, kBorder, true});
}

// 400 samples on one of two pixels each: sums of float16 that overflow, and half of which come back on the
// way. In the range of float32, as these are inside.
TEST_P(GridSampler2DBackward, SumsThatLeaveTheRangeOfHalves) {
  Inputs inputs{Full({1, 2, 20, 20}, 65504), Full({1, 2, 1, 2}, 65504), Full({1, 20, 20, 2}, 0.5)};
  for (Array* array : {&inputs.gradOutput, &inputs.input}) {
    for (double& value : array->values) {
      value = RoundTo(GetParam(), value);
    }
  }
  for (size_t i = 600; i < 800; ++i) {
    inputs.gradOutput.values[i] *= -1;
  }
  for (const Mode& mode : AllModes()) {
    ExpectGradients(inputs, GetParam(), mode);
  }
}

// Of float32's range, what leaves room for products and sums.
TEST_P(GridSampler2DBackward, AnyFiniteGradientAndPixel) {
  const auto draw = [&](const Shape& shape) {
    Array array = random.AnyValue(shape, GetParam(), false);
    for (double& value : array.values) {
      value = std::fabs(value) > 0x1p60 ? std::ldexp(value, -68) : value;
    }
    return array;
  };
  for (const Mode& mode : AllModes()) {
    Inputs inputs = Draw({2, 3, 9, 10, 17, 11});
    inputs.gradOutput = draw(inputs.gradOutput.shape);
    inputs.input = draw(inputs.input.shape);
    ExpectGradients(inputs, GetParam(), mode);
  }
}

TEST_P(GridSampler2DBackward, SubnormalGradients) {
  Inputs inputs = Draw({1, 3, 6, 6, 9, 9});
  for (double& value : inputs.gradOutput.values) {
    value = RoundTo(GetParam(), std::ldexp(value, GetParam() == ACL_FLOAT16 ? -22 : -146));
  }
  // Below the normal range each of the twelve products is rounded by as much as their sum, and the slope, 3,
  // comes last.
  ExpectGradients(inputs, GetParam(), {kBilinear, kBorder, false}, {}, {}, 20);
}

// A float32 sum of so many terms would lose four digits or more; blocks of it lose none.
TEST_P(GridSampler2DBackward, AllSamplesOnOnePixel) {
  Inputs inputs = Draw({1, 1, 9, 9, 250, 400});
  for (size_t i = 0; i < inputs.grid.values.size(); ++i) {
    inputs.grid.values[i] = RoundTo(GetParam(), 0.2 + 1e-3 * static_cast<double>(i % 7));
  }
  for (double& value : inputs.gradOutput.values) {
    value = RoundTo(GetParam(), std::fabs(value) / 20);
  }
  ExpectGradients(inputs, GetParam(), {kBilinear, kZeros, false});
  ExpectGradients(inputs, GetParam(), {kNearest, kZeros, false});
}

TEST_P(GridSampler2DBackward, ChannelsAroundTheGroups) {
  for (const int64_t channels : {1, 2, 3, 4, 5, 7, 8, 12, 16, 17, 64, 127, 128, 129, 300}) {
    ExpectGradients(Draw({2, channels, 6, 5, 7, 8}), GetParam(), {kBilinear, kZeros, true});
    ExpectGradients(Draw({2, channels, 6, 5, 7, 8}), GetParam(), {kNearest, kReflection, false});
  }
}

TEST_P(GridSampler2DBackward, SamplesAroundTheTiles) {
  for (const int64_t samples : {1, 2, 3, 15, 255, 256, 257, 511, 512, 513, 1025}) {
    ExpectGradients(Draw({2, 3, 5, 6, 1, samples}), GetParam(), {kBilinear, kBorder, false});
    ExpectGradients(Draw({1, 1, 5, 6, samples, 1}), GetParam(), {kBilinear, kReflection, true});
  }
}

TEST_P(GridSampler2DBackward, PixelsAroundTheTiles) {
  for (const int64_t pixels : {7, 8, 9, 1023, 1024, 1025, 2049}) {
    ExpectGradients(Draw({2, 3, 1, pixels, 4, 5}), GetParam(), {kBilinear, kZeros, false});
    ExpectGradients(Draw({1, 1, pixels, 1, 4, 5}), GetParam(), {kBilinear, kZeros, false});
  }
}

TEST_P(GridSampler2DBackward, UpAndDownSampling) {
  ExpectGradients(Draw({1, 5, 4, 4, 64, 64}), GetParam(), {kBilinear, kReflection, false});
  ExpectGradients(Draw({1, 5, 64, 64, 5, 5}), GetParam(), {kBilinear, kBorder, true});
  ExpectGradients(DrawSmooth({2, 3, 10, 12, 40, 36}), GetParam(), {kBilinear, kZeros, false});
  ExpectGradients(DrawSmooth({2, 3, 80, 72, 20, 18}), GetParam(), {kBilinear, kZeros, false});
}

// Enough samples that an image is cut into bands; they must not depend on where the cuts are.
TEST_P(GridSampler2DBackward, ManySamplesOfFewPixels) {
  ExpectGradients(Draw({1, 1, 13, 11, 190, 180}), GetParam(), {kBilinear, kZeros, true});
  ExpectGradients(Draw({1, 3, 13, 11, 190, 180}), GetParam(), {kBilinear, kReflection, false});
  ExpectGradients(Draw({1, 2, 1, 3, 190, 180}), GetParam(), {kNearest, kBorder, false});
  ExpectGradients(DrawSmooth({1, 2, 60, 70, 190, 180}), GetParam(), {kBilinear, kZeros, false});
}

TEST_P(GridSampler2DBackward, ImageLargerThanItsBands) {
  ExpectGradients(Draw({1, 4, 400, 401, 30, 31}), GetParam(), {kBilinear, kZeros, true});
  ExpectGradients(Draw({1, 20, 67, 48, 64, 48}), GetParam(), {kBilinear, kBorder, false});
  ExpectGradients(DrawSmooth({1, 20, 67, 48, 64, 48}), GetParam(), {kNearest, kZeros, false});
}

// Rows so long that they are cut, with samples around the cut in the middle.
TEST_P(GridSampler2DBackward, RowsLongerThanTheirSegments) {
  for (const auto& [channels, width] : {std::pair<int64_t, int64_t>{1, 20000}, {3, 8000}, {16, 2000}}) {
    for (const Mode& mode : {Mode{kBilinear, kZeros, false}, Mode{kNearest, kReflection, true}}) {
      Inputs inputs = Draw({2, channels, 2, width, 12, 17});
      ExpectGradients(inputs, GetParam(), mode);
      for (size_t i = 0; i < inputs.grid.values.size(); i += 2) {
        inputs.grid.values[i] = RoundTo(GetParam(), inputs.grid.values[i] * 8 / static_cast<double>(width));
      }
      ExpectGradients(inputs, GetParam(), mode);
      ExpectGradients(inputs, GetParam(), mode, {}, {true, false});
      ExpectGradients(inputs, GetParam(), mode, {}, {false, true});
    }
  }
}

// So many samples that only some of the images are worked on at a time.
TEST_P(GridSampler2DBackward, MoreImagesThanARound) {
  ExpectGradients(Draw({3, 3, 20, 30, 130, 130}), GetParam(), {kBilinear, kZeros, false});
  ExpectGradients(Draw({11, 2, 20, 30, 60, 61}), GetParam(), {kBilinear, kZeros, true});
}

TEST_P(GridSampler2DBackward, TransposedViews) {
  const Layout transposed = Layout::Transposed(4);
  for (const Mode& mode : {Mode{kBilinear, kBorder, true}, Mode{kNearest, kZeros, false}}) {
    ExpectGradients(Draw({3, 5, 9, 7, 20, 21}), GetParam(), mode, {{}, transposed, {}, {}, {}});
    ExpectGradients(Draw({3, 5, 9, 7, 20, 21}), GetParam(), mode, {transposed, {}, transposed, {}, {}});
    ExpectGradients(Draw({3, 5, 9, 7, 20, 21}), GetParam(), mode, {{}, {}, {}, transposed, transposed});
  }
}

TEST_P(GridSampler2DBackward, ChannelsLast) {
  const Layout last = Layout::ChannelsLast(4);
  for (const int64_t channels : {1, 3, 16, 17, 136}) {
    const Sizes sizes{2, channels, 34, 33, 18, 19};
    ExpectGradients(Draw(sizes), GetParam(), {kBilinear, kZeros, false}, {last, last, {}, last, {}});
    ExpectGradients(Draw(sizes), GetParam(), {kBilinear, kZeros, false}, {{}, last, {}, {}, {}});
    ExpectGradients(Draw(sizes), GetParam(), {kBilinear, kZeros, false}, {last, {}, {}, last, {}});
  }
}

// x and y in planes of their own, as a network that predicts a flow puts them out.
TEST_P(GridSampler2DBackward, PlanarGrid) {
  const Layout planar = Layout::Permuted({0, 3, 1, 2});
  ExpectGradients(Draw({2, 3, 9, 7, 20, 21}), GetParam(), {kBilinear, kZeros, false},
                  {{}, {}, planar, {}, planar});
}

TEST_P(GridSampler2DBackward, SteppedViewsLeaveTheGapsAlone) {
  const Layout stepped = Layout::Stepped({1, 2, 2, 3});
  ExpectGradients(Draw({2, 3, 9, 7, 20, 21}), GetParam(), {kBilinear, kReflection, false},
                  {stepped, stepped, stepped, stepped, stepped});
  ExpectGradients(Draw({2, 3, 9, 7, 20, 21}), GetParam(), {kNearest, kReflection, false},
                  {{}, {}, {}, stepped, stepped});
}

TEST_P(GridSampler2DBackward, StorageOffsets) {
  ExpectGradients(
      Draw({2, 3, 9, 7, 20, 21}), GetParam(), {kBilinear, kZeros, true},
      {Layout::Offset(1), Layout::Offset(3), Layout::Offset(5), Layout::Offset(17), Layout::Offset(7)});
}

// Multiples of the stride of a dim of size 1 overflow, but nothing lies there. Undefined behaviour if they
// are formed.
TEST_P(GridSampler2DBackward, AnyStrideOnADimOfSizeOne) {
  const Inputs inputs = Draw({1, 64, 16, 1, 5, 4});
  const DeviceTensor gradOutput(inputs.gradOutput, GetParam());
  const DeviceTensor input(inputs.input, GetParam());
  const DeviceTensor grid(inputs.grid, GetParam());
  const DeviceTensor inputGrad = DeviceTensor::Output(inputs.input.shape, GetParam());
  const DeviceTensor gridGrad = DeviceTensor::Output(inputs.grid.shape, GetParam());
  const Shape& shape = inputs.input.shape;
  const std::array<int64_t, 4> strides{int64_t{1} << 56, 16, 1, int64_t{1} << 56};
  const auto wide = [&](const DeviceTensor& tensor) {
    void* address = nullptr;
    EXPECT_EQ(aclGetRawTensorAddr(tensor.Get(), &address), ACL_SUCCESS);
    return aclCreateTensor(shape.data(), shape.size(), GetParam(), strides.data(), 0, ACL_FORMAT_ND,
                           shape.data(), shape.size(), address);
  };
  aclTensor* wideInput = wide(input);
  aclTensor* wideInputGrad = wide(inputGrad);
  const BoolArray mask{true, true};
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnGridSampler2DBackwardGetWorkspaceSize(gradOutput.Get(), wideInput, grid.Get(),
                                                                    0, 0, false, mask.Get(), wideInputGrad,
                                                                    gridGrad.Get(), size, executor);
                },
                aclnnGridSampler2DBackward),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(aclDestroyTensor(wideInput), ACL_SUCCESS);
  EXPECT_EQ(aclDestroyTensor(wideInputGrad), ACL_SUCCESS);
  const auto reference = [&](const auto& function) {
    return function(inputs.gradOutput, inputs.input, inputs.grid, 0, 0, false,
                    reference::Positions::kFloat32);
  };
  const auto expected = reference(reference::GridSampler2DBackward);
  const auto magnitudes = reference(reference::GridSampler2DBackwardMagnitudes);
  ExpectOutput(inputGrad, expected.inputGrad, magnitudes.inputGrad, Tolerance::kArithmeticUlps, "inputGrad");
  ExpectOutput(gridGrad, expected.gridGrad, magnitudes.gridGrad, Tolerance::kArithmeticUlps, "gridGrad");
}

TEST_P(GridSampler2DBackward, ExpandedInputs) {
  Inputs inputs = Draw({4, 3, 6, 5, 7, 8});
  inputs.gradOutput = Full(inputs.gradOutput.shape, RoundTo(GetParam(), 0.7));  // of a sum
  for (size_t i = 0; i < inputs.input.values.size(); ++i) {
    inputs.input.values[i] = inputs.input.values[i % (6 * 5)];  // one image of one channel
  }
  for (size_t i = 0; i < inputs.grid.values.size(); ++i) {
    inputs.grid.values[i] = inputs.grid.values[i % (7 * 8 * 2)];  // one grid for all images
  }
  ExpectGradients(inputs, GetParam(), {kBilinear, kZeros, false},
                  {Layout::Expanded({0, 1, 2, 3}), Layout::Expanded({0, 1}), Layout::Expanded({0}), {}, {}});
}

TEST_P(GridSampler2DBackward, EveryMask) {
  for (const Mask& mask : {Mask{true, true}, Mask{true, false}, Mask{false, true}, Mask{false, false}}) {
    for (const Mode& mode : AllModes()) {
      ExpectGradients(Draw({2, 3, 5, 8, 6, 7}), GetParam(), mode, {}, mask);
      ExpectGradients(Draw({2, 1, 5, 8, 6, 7}), GetParam(), mode,
                      {{}, {}, {}, Layout::Transposed(4), Layout::Stepped({1, 1, 2, 2})}, mask);
    }
  }
}

TEST_P(GridSampler2DBackward, MaskedOffOutputsNeedNoAddress) {
  const Inputs inputs = Draw({2, 3, 5, 8, 6, 7});
  const DeviceTensor gradOutput(inputs.gradOutput, GetParam());
  const DeviceTensor input(inputs.input, GetParam());
  const DeviceTensor grid(inputs.grid, GetParam());
  const DeviceTensor inputGrad = DeviceTensor::Output(inputs.input.shape, GetParam());
  const Shape& shape = inputs.grid.shape;
  aclTensor* gridGrad = aclCreateTensor(shape.data(), shape.size(), GetParam(), nullptr, 0, ACL_FORMAT_ND,
                                        shape.data(), shape.size(), nullptr);
  const BoolArray mask{true, false};
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnGridSampler2DBackwardGetWorkspaceSize(gradOutput.Get(), input.Get(), grid.Get(),
                                                                    0, 0, false, mask.Get(), inputGrad.Get(),
                                                                    gridGrad, size, executor);
                },
                aclnnGridSampler2DBackward),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(aclDestroyTensor(gridGrad), ACL_SUCCESS);
  const auto expected = reference::GridSampler2DBackward(inputs.gradOutput, inputs.input, inputs.grid, 0, 0,
                                                         false, reference::Positions::kFloat32);
  const auto magnitudes = reference::GridSampler2DBackwardMagnitudes(
      inputs.gradOutput, inputs.input, inputs.grid, 0, 0, false, reference::Positions::kFloat32);
  EXPECT_TRUE(Near(inputGrad.Read(), expected.inputGrad, Tolerance::For(GetParam(), magnitudes.inputGrad)));
}

TEST_P(GridSampler2DBackward, EmptyTensors) {
  for (const Mode& mode : AllModes()) {
    for (const Mask& mask : {Mask{true, true}, Mask{true, false}, Mask{false, true}}) {
      ExpectGradients(Draw({0, 2, 5, 8, 6, 7}), GetParam(), mode, {}, mask);
      ExpectGradients(Draw({2, 0, 5, 8, 6, 7}), GetParam(), mode, {}, mask);
      ExpectGradients(Draw({2, 2, 5, 8, 0, 7}), GetParam(), mode, {}, mask);
      ExpectGradients(Draw({2, 2, 5, 8, 6, 0}), GetParam(), mode, {}, mask);
    }
  }
}

TEST_P(GridSampler2DBackward, EmptyTensorsWithStridedOutputs) {
  const Layouts layouts{{}, {}, {}, Layout::ChannelsLast(4), Layout::Stepped({1, 1, 2, 3})};
  ExpectGradients(Draw({2, 0, 5, 8, 90, 95}), GetParam(), {}, layouts);
  ExpectGradients(Draw({2, 3, 90, 95, 0, 7}), GetParam(), {}, layouts);
}

TEST_P(GridSampler2DBackward, RandomProblems) {
  const auto layout = [&]() -> Layout {
    std::vector<size_t> order{0, 1, 2, 3};
    for (size_t i = 4; i > 1; --i) {
      std::swap(order[i - 1], order[static_cast<size_t>(random.Integer(0, static_cast<int64_t>(i)))]);
    }
    Layout result = Layout::Contiguous();
    switch (random.Integer(0, 4)) {
      case 0:
        result = Layout::Permuted(order);
        break;
      case 1:
        result = Layout::Stepped({1, random.Integer(1, 3), random.Integer(1, 3), random.Integer(1, 4)});
        break;
      case 2:
        result = Layout::ChannelsLast(4);
        break;
      default:
        break;
    }
    return result.WithOffset(random.Integer(0, 20));
  };
  const std::vector<Mode> modes = AllModes();
  for (int draw = 0; draw < 60; ++draw) {
    const Sizes sizes{random.Integer(1, 4),  random.Integer(1, 10), random.Integer(1, 25),
                      random.Integer(1, 25), random.Integer(1, 30), random.Integer(1, 30)};
    const Layouts layouts{layout(), layout(), layout(), layout(), layout()};
    const Mode& mode = modes[static_cast<size_t>(random.Integer(0, static_cast<int64_t>(modes.size())))];
    const Mask mask{random.Integer(0, 4) != 0, random.Integer(0, 4) != 0};
    SCOPED_TRACE("draw " + std::to_string(draw));
    ExpectGradients(Draw(sizes, random.Uniform({1}, ACL_FLOAT, 0.1, 3).values[0]), GetParam(), mode, layouts,
                    mask);
  }
}

// So many samples that the images are worked on one after the other.
TEST(GridSampler2DBackwardRounds, OneImageARound) {
  Random random{7};
  const auto trace = TraceSeed(random);
  const Inputs inputs{random.Uniform({2, 1, 850, 1000}, ACL_FLOAT, -5, 5),
                      random.Uniform({2, 1, 7, 6}, ACL_FLOAT, -5, 5),
                      random.Uniform({2, 850, 1000, 2}, ACL_FLOAT, -1.2, 1.2)};
  ExpectGradients(inputs, ACL_FLOAT, {kBilinear, kZeros, false});
}

// A process settles its number of threads once: each number is tried in a process of its own.
class GridSampler2DBackwardDeathTest : public ::testing::Test {
 protected:
  // A hash (FNV-1a) of all bits of some results, whole images and bands among them.
  static uint64_t Hash() {
    Random random{99};
    uint64_t hash = 14695981039346656037U;
    for (const Sizes& sizes : {Sizes{3, 6, 30, 31, 40, 40}, Sizes{1, 3, 13, 11, 190, 180}}) {
      for (const int64_t interpolation : {kBilinear, kNearest}) {
        const DeviceTensor gradOutput(
            random.Uniform({sizes.images, sizes.channels, sizes.outHeight, sizes.outWidth}, ACL_FLOAT, -5, 5),
            ACL_FLOAT);
        const Shape image{sizes.images, sizes.channels, sizes.height, sizes.width};
        const DeviceTensor input(random.Uniform(image, ACL_FLOAT, -5, 5), ACL_FLOAT);
        const Shape points{sizes.images, sizes.outHeight, sizes.outWidth, 2};
        const DeviceTensor grid(random.Uniform(points, ACL_FLOAT, -1.2, 1.2), ACL_FLOAT);
        const DeviceTensor inputGrad = DeviceTensor::Output(image, ACL_FLOAT);
        const DeviceTensor gridGrad = DeviceTensor::Output(points, ACL_FLOAT);
        EXPECT_EQ(Backward(gradOutput, input, grid, {interpolation, kBorder, false}, {}, inputGrad, gridGrad),
                  ACL_SUCCESS);
        for (const DeviceTensor* output : {&inputGrad, &gridGrad}) {
          for (const uint8_t byte : output->Bytes()) {
            hash = (hash ^ byte) * 1099511628211U;
          }
        }
      }
    }
    return hash;
  }
};

TEST_F(GridSampler2DBackwardDeathTest, TheSameBitsOnAnyNumberOfThreads) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  constexpr const char* kHash = "GRID_SAMPLER2D_BACKWARD_TEST_HASH";  // for the other processes
  // NOLINTBEGIN(concurrency-mt-unsafe): no other thread looks at the environment
  setenv(kHash, std::to_string(Hash()).c_str(), 0);
  for (const char* threads : {"1", "2", "7"}) {
    setenv("OPENACLNN_NUM_THREADS", threads, 1);
    EXPECT_EXIT(std::_Exit(std::to_string(Hash()) == std::getenv(kHash) ? 0 : 1),
                ::testing::ExitedWithCode(0), "");
  }
  unsetenv("OPENACLNN_NUM_THREADS");
  unsetenv(kHash);
  // NOLINTEND(concurrency-mt-unsafe)
}

}  // namespace
}  // namespace openaclnn::testing
