// SPDX-License-Identifier: Apache-2.0
#include "tests/reference/grid_sampler2d_backward.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "tests/reference/testing.h"
#include "tests/support/grid_modes.h"

namespace openaclnn::reference {
namespace {

struct Mode {
  int64_t interpolation;
  int64_t padding;
  bool alignCorners;
};

std::vector<Mode> AllModes() {
  std::vector<Mode> modes;
  for (const int64_t interpolation : {kBilinear, kNearest}) {
    for (const int64_t padding : {kZeros, kBorder, kReflection}) {
      modes.push_back({interpolation, padding, false});
      modes.push_back({interpolation, padding, true});
    }
  }
  return modes;
}

/// Where a grid value points before padding: -1 and +1 are the outer pixels' centres, or the image's edges.
long double PixelPosition(double gridValue, int64_t size, bool alignCorners) {
  const long double low = alignCorners ? 0.0L : -0.5L;
  const auto length = static_cast<long double>(alignCorners ? size - 1 : size);
  return low + (gridValue + 1.0L) / 2 * length;
}

/// Padding by its meaning: reflection bounces between the two mirrors one at a time, border takes the nearest
/// pixel.
long double Pad(long double p, int64_t size, const Mode& mode) {
  const auto last = static_cast<long double>(size - 1);
  if (mode.padding == kReflection) {
    const long double low = mode.alignCorners ? 0.0L : -0.5L;
    const long double high = mode.alignCorners ? last : last + 0.5L;
    if (low == high) {
      return 0;
    }
    while (p < low || p > high) {
      p = p < low ? 2 * low - p : 2 * high - p;
    }
  }
  return mode.padding == kZeros ? p : std::clamp(p, 0.0L, last);
}

/// A pixel's share of a sample `distance` away from it along one axis: a tent, or a box.
long double Share(long double distance, int64_t interpolation) {
  if (interpolation == kNearest) {
    return std::fabs(distance) < 0.5L ? 1 : 0;
  }
  return std::max(0.0L, 1 - std::fabs(distance));
}

/// sum of gradOutput * sample(input, grid), each sample a sum over all pixels.
long double Forward(const Array& gradOutput, const Array& input, const Array& grid, const Mode& mode) {
  const int64_t height = input.shape[2];
  const int64_t width = input.shape[3];
  long double loss = 0;
  for (size_t flat = 0; flat < gradOutput.values.size(); ++flat) {
    const Shape at = testing::IndexOf(gradOutput.shape, static_cast<int64_t>(flat));
    const auto gridAt = static_cast<size_t>(((at[0] * grid.shape[1] + at[2]) * grid.shape[2] + at[3]) * 2);
    const long double x = Pad(PixelPosition(grid.values[gridAt], width, mode.alignCorners), width, mode);
    const long double y =
        Pad(PixelPosition(grid.values[gridAt + 1], height, mode.alignCorners), height, mode);
    for (int64_t i = 0; i < height; ++i) {
      for (int64_t j = 0; j < width; ++j) {
        const auto pixel = static_cast<size_t>(((at[0] * input.shape[1] + at[1]) * height + i) * width + j);
        const long double share = Share(y - static_cast<long double>(i), mode.interpolation) *
                                  Share(x - static_cast<long double>(j), mode.interpolation);
        loss += gradOutput.values[flat] * share * input.values[pixel];
      }
    }
  }
  return loss;
}

/// Grid values whose pixel positions keep away from multiples of 1/2: cell boundaries, ties and mirrors.
Array SmoothGrid(Random& random, const Shape& shape, const Shape& inputShape, double reach,
                 bool alignCorners) {
  Array grid = Full(shape, 0);
  for (size_t i = 0; i < grid.values.size(); ++i) {
    const int64_t size = i % 2 == 0 ? inputShape[3] : inputShape[2];
    const bool isPoint = alignCorners && size == 1;  // every value means pixel 0
    long double doubled = 0;
    do {
      grid.values[i] = reach * (2 * random.Unit() - 1);
      doubled = 2 * PixelPosition(grid.values[i], size, alignCorners);
    } while (!isPoint && std::fabs(doubled - std::nearbyint(doubled)) < 0.04L);
  }
  return grid;
}

GridSampler2DBackwardResult Backward(const Array& gradOutput, const Array& input, const Array& grid,
                                     const Mode& mode) {
  return GridSampler2DBackward(gradOutput, input, grid, mode.interpolation, mode.padding, mode.alignCorners,
                               Positions::kFloat64);
}

void TestFiniteDifferences(Random& random, const Shape& inputShape, const Mode& mode, double reach) {
  const Array input = random.Normal(inputShape, ACL_FLOAT, 0, 1);
  const Array gradOutput = random.Normal({inputShape[0], inputShape[1], 3, 4}, ACL_FLOAT, 0, 1);
  const Array grid = SmoothGrid(random, {inputShape[0], 3, 4, 2}, inputShape, reach, mode.alignCorners);
  const GridSampler2DBackwardResult result = Backward(gradOutput, input, grid, mode);
  const Array numericInput = testing::CentralDifference(
      input, [&](const Array& moved) { return Forward(gradOutput, moved, grid, mode); }, 1e-2);
  EXPECT_LT(LargestDifference(result.inputGrad, numericInput), 1e-12);
  const Array numericGrid = testing::CentralDifference(
      grid, [&](const Array& moved) { return Forward(gradOutput, input, moved, mode); }, 1e-3);
  EXPECT_LT(LargestDifference(result.gridGrad, numericGrid), 1e-11);
}

TEST(GridSampler2DBackwardReference, FiniteDifferences) {
  Random random(51);
  const auto trace = testing::TraceSeed(random);
  for (const Mode& mode : AllModes()) {
    SCOPED_TRACE(::testing::Message() << "interpolationMode " << mode.interpolation << ", paddingMode "
                                      << mode.padding << ", alignCorners " << mode.alignCorners);
    for (const Shape& shape : {Shape{2, 3, 4, 5}, Shape{1, 2, 1, 1}, Shape{2, 1, 1, 4}, Shape{1, 1, 3, 2}}) {
      TestFiniteDifferences(random, shape, mode, 1.0);
      TestFiniteDifferences(random, shape, mode, 1.6);
      TestFiniteDifferences(random, shape, mode, 6.0);
    }
  }
}

TEST(GridSampler2DBackwardReference, PublishedExample) {
  std::vector<double> counting(40);
  std::iota(counting.begin(), counting.end(), 1.0);
  const Array grid = MakeArray({1, 3, 3, 2}, {-1, -1, 0, -1, 1, -1, -1, 0, 0, 0, 1, 0, -1, 1, 0, 1, 1, 1});
  const GridSampler2DBackwardResult result = GridSampler2DBackward(
      Full({1, 1, 3, 3}, 1), MakeArray({1, 1, 5, 8}, counting), grid, 0, 0, false, Positions::kFloat64);
  const std::vector<double> inputGrad{0.25, 0, 0, 0.25, 0.25, 0, 0, 0.25,  //
                                      0,    0, 0, 0,    0,    0, 0, 0,     //
                                      0.5,  0, 0, 0.5,  0.5,  0, 0, 0.5,   //
                                      0,    0, 0, 0,    0,    0, 0, 0,     //
                                      0.25, 0, 0, 0.25, 0.25, 0, 0, 0.25};
  EXPECT_EQ(result.inputGrad.values, inputGrad);
  const std::vector<double> gridGrad{2,  1.25, 2,  11.25, -16,    10, 68,     10,  4,
                                     20, -96,  10, 66,    -41.25, 2,  -91.25, -80, -50};
  EXPECT_EQ(result.gridGrad.values, gridGrad);
}

/// One sample of a [1,1,H,W] image of 1, 2, 3... with gradient 1.
GridSampler2DBackwardResult Sample(double x, double y, int64_t height, int64_t width, const Mode& mode) {
  std::vector<double> counting(static_cast<size_t>(height * width));
  std::iota(counting.begin(), counting.end(), 1.0);
  return Backward(Full({1, 1, 1, 1}, 1), MakeArray({1, 1, height, width}, counting),
                  MakeArray({1, 1, 1, 2}, {x, y}), mode);
}

/// The only pixel with a gradient, -1 if there is none.
int64_t PixelHit(const GridSampler2DBackwardResult& result) {
  int64_t hit = -1;
  for (size_t i = 0; i < result.inputGrad.values.size(); ++i) {
    if (result.inputGrad.values[i] != 0) {
      EXPECT_EQ(hit, -1) << "more than one pixel";
      EXPECT_EQ(result.inputGrad.values[i], 1);
      hit = static_cast<int64_t>(i);
    }
  }
  return hit;
}

TEST(GridSampler2DBackwardReference, NearestTiesGoToEven) {
  const Mode aligned{kNearest, kZeros, true};
  // Width 5, aligned: position = (x + 1) * 2.
  EXPECT_EQ(PixelHit(Sample(-0.75, 0, 1, 5, aligned)), 0);  // 0.5
  EXPECT_EQ(PixelHit(Sample(-0.25, 0, 1, 5, aligned)), 2);  // 1.5
  EXPECT_EQ(PixelHit(Sample(0.25, 0, 1, 5, aligned)), 2);   // 2.5
  EXPECT_EQ(PixelHit(Sample(0.75, 0, 1, 5, aligned)), 4);   // 3.5
  EXPECT_EQ(PixelHit(Sample(-1.25, 0, 1, 5, aligned)), 0);  // -0.5 is pixel -0
  EXPECT_EQ(PixelHit(Sample(1.25, 0, 1, 5, aligned)), 4);   // 4.5 is inside an odd width
  const Mode edges{kNearest, kZeros, false};
  EXPECT_EQ(PixelHit(Sample(1, 0, 1, 8, edges)), -1);  // 7.5 is outside an even width
  EXPECT_EQ(PixelHit(Sample(-1, 0, 1, 8, edges)), 0);
}

TEST(GridSampler2DBackwardReference, NearestHasNoGridGradient) {
  Random random(52);
  const auto trace = testing::TraceSeed(random);
  const Array input = Full({1, 1, 2, 2}, kNan);
  for (const int64_t padding : {kZeros, kBorder, kReflection}) {
    const Array grid = random.Uniform({1, 4, 4, 2}, ACL_FLOAT, -2, 2);
    const Array gridGrad =
        Backward(Full({1, 1, 4, 4}, kInfinity), input, grid, {kNearest, padding, false}).gridGrad;
    EXPECT_EQ(gridGrad.values, std::vector<double>(32, 0.0));
  }
}

TEST(GridSampler2DBackwardReference, BordersCountAsOutside) {
  for (const int64_t padding : {kBorder, kReflection}) {
    for (const double edge : {-1.0, 1.0}) {
      const GridSampler2DBackwardResult result = Sample(edge, 0.5, 4, 5, {kBilinear, padding, true});
      EXPECT_EQ(result.gridGrad.values[0], 0) << padding;
      EXPECT_NE(result.gridGrad.values[1], 0) << padding;
    }
  }
  // With zeros padding the very same place has a slope.
  EXPECT_NE(Sample(-1, 0.5, 4, 5, {kBilinear, kZeros, true}).gridGrad.values[0], 0);
}

TEST(GridSampler2DBackwardReference, ReflectionTurnsTheSlopeAround) {
  const Mode mode{kBilinear, kReflection, true};
  // Width 5: 1.25 points at 4.5, mirrored to 3.5; pixels rise by 1, the grid scale is 2.
  EXPECT_EQ(Sample(0.75, 0, 1, 5, mode).gridGrad.values[0], 2);
  EXPECT_EQ(Sample(1.25, 0, 1, 5, mode).gridGrad.values[0], -2);
  EXPECT_EQ(Sample(-1.25, 0, 1, 5, mode).gridGrad.values[0], -2);
  EXPECT_EQ(Sample(3.25, 0, 1, 5, mode).gridGrad.values[0], 2);
  // One pixel, aligned: no room to move in.
  const GridSampler2DBackwardResult point = Sample(0.3, 0.4, 1, 1, mode);
  EXPECT_EQ(point.inputGrad.values[0], 1);
  EXPECT_EQ(point.gridGrad.values, (std::vector<double>{0, 0}));
}

TEST(GridSampler2DBackwardReference, NonFiniteAndHugeGrids) {
  for (const Mode& mode : AllModes()) {
    SCOPED_TRACE(::testing::Message() << "interpolationMode " << mode.interpolation << ", paddingMode "
                                      << mode.padding << ", alignCorners " << mode.alignCorners);
    for (const double x : {kNan, kInfinity, -kInfinity, 1e30, -1e30, 1e10}) {
      const GridSampler2DBackwardResult result = Sample(x, 0, 5, 5, mode);  // y is the middle row
      const double sum = std::accumulate(result.inputGrad.values.begin(), result.inputGrad.values.end(), 0.0);
      const bool lands = std::isinf(x) ? mode.padding == kBorder : !std::isnan(x) && mode.padding != kZeros;
      EXPECT_EQ(sum, lands ? 1 : 0) << x;
      EXPECT_TRUE(std::isfinite(result.gridGrad.values[0])) << x;
      if (!lands) {
        EXPECT_EQ(result.gridGrad.values, (std::vector<double>{0, 0})) << x;
      }
      if (mode.padding == kBorder && lands) {
        EXPECT_EQ(result.inputGrad.values[x > 0 ? 14 : 10], 1) << x;
        EXPECT_EQ(result.gridGrad.values[0], 0) << x;
      }
    }
    // A bad y makes the sample as void as a bad x.
    EXPECT_EQ(Sample(0, kNan, 5, 5, mode).inputGrad.values, std::vector<double>(25, 0.0));
  }
}

TEST(GridSampler2DBackwardReference, CornersOfWeightZeroTakePart) {
  // At the exact centre of pixel 1 of 3: its right neighbour gets inf * 0.
  const GridSampler2DBackwardResult result = Backward(Full({1, 1, 1, 1}, kInfinity), Full({1, 1, 1, 3}, 1),
                                                      Full({1, 1, 1, 2}, 0), {kBilinear, kZeros, true});
  EXPECT_EQ(result.inputGrad.values[0], 0);
  EXPECT_EQ(result.inputGrad.values[1], kInfinity);
  EXPECT_TRUE(std::isnan(result.inputGrad.values[2]));
}

TEST(GridSampler2DBackwardReference, Empty) {
  const GridSampler2DBackwardResult noSamples =
      GridSampler2DBackward(Full({1, 2, 0, 3}, 0), Full({1, 2, 4, 5}, 1), Full({1, 0, 3, 2}, 0), 0, 0, false);
  EXPECT_EQ(noSamples.inputGrad.values, std::vector<double>(40, 0.0));
  const GridSampler2DBackwardResult noChannels = GridSampler2DBackward(
      Full({1, 0, 2, 2}, 0), Full({1, 0, 4, 5}, 1), Full({1, 2, 2, 2}, 0.3), 0, 0, false);
  EXPECT_EQ(noChannels.gridGrad.values, std::vector<double>(8, 0.0));
  EXPECT_TRUE(noChannels.inputGrad.values.empty());
  EXPECT_TRUE(
      GridSampler2DBackward(Full({0, 1, 2, 2}, 0), Full({0, 1, 4, 5}, 1), Full({0, 2, 2, 2}, 0), 1, 1, true)
          .gridGrad.values.empty());
}

TEST(GridSampler2DBackwardReference, MagnitudesBoundTheResult) {
  Random random(53);
  const auto trace = testing::TraceSeed(random);
  const Array input = random.Normal({2, 3, 4, 5}, ACL_FLOAT, 0, 1);
  const Array gradOutput = random.Normal({2, 3, 6, 6}, ACL_FLOAT, 0, 1);
  const Array grid = random.Uniform({2, 6, 6, 2}, ACL_FLOAT, -0.6, 0.6);
  const GridSampler2DBackwardResult result = GridSampler2DBackward(gradOutput, input, grid, 0, 0, false);
  const GridSampler2DBackwardResult magnitude =
      GridSampler2DBackwardMagnitudes(gradOutput, input, grid, 0, 0, false);
  for (size_t i = 0; i < result.inputGrad.values.size(); ++i) {
    EXPECT_GE(magnitude.inputGrad.values[i], std::fabs(result.inputGrad.values[i]));
  }
  for (size_t i = 0; i < result.gridGrad.values.size(); ++i) {
    EXPECT_GT(magnitude.gridGrad.values[i], std::fabs(result.gridGrad.values[i]));
  }
  // Two pixels, halfway: 1 and 3 with gradient -1, scale 1/2.
  const GridSampler2DBackwardResult byHand = GridSampler2DBackwardMagnitudes(
      Full({1, 1, 1, 1}, -1), MakeArray({1, 1, 1, 2}, {1, 3}), Full({1, 1, 1, 2}, 0), 0, 0, true);
  EXPECT_EQ(byHand.inputGrad.values, (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(byHand.gridGrad.values[0], 2);
}

TEST(GridSampler2DBackwardReference, RejectsWrongShapes) {
  const Array input = Full({1, 1, 5, 8}, 1);
  const Array grid = Full({1, 3, 3, 2}, 0);
  const Array gradOutput = Full({1, 1, 3, 3}, 1);
  EXPECT_THROW((void)GridSampler2DBackward(gradOutput, input, grid, 2, 0, false), std::invalid_argument);
  EXPECT_THROW((void)GridSampler2DBackward(gradOutput, input, grid, 0, 3, false), std::invalid_argument);
  EXPECT_THROW((void)GridSampler2DBackward(Full({1, 2, 3, 3}, 1), input, grid, 0, 0, false),
               std::invalid_argument);
  EXPECT_THROW((void)GridSampler2DBackward(gradOutput, input, Full({1, 3, 3, 3}, 0), 0, 0, false),
               std::invalid_argument);
}

// -0.4F and 0.8F are beside the ties 1.5 and 4.5 of six pixels; rounded to float32, their positions are the ties.
TEST(GridSampler2DBackwardReference, PositionsAreRounded) {
  const auto hit = [](float x, Positions positions) {
    return PixelHit(GridSampler2DBackward(Full({1, 1, 1, 1}, 1), Full({1, 1, 1, 6}, 1),
                                          MakeArray({1, 1, 1, 2}, {double{x}, 0}), kNearest, kZeros, true,
                                          positions));
  };
  EXPECT_EQ(hit(-0.4F, Positions::kFloat32), 2);
  EXPECT_EQ(hit(-0.4F, Positions::kFloat64), 1);
  EXPECT_EQ(hit(0.8F, Positions::kFloat32), 4);
  EXPECT_EQ(hit(0.8F, Positions::kFloat64), 5);
}

}  // namespace
}  // namespace openaclnn::reference
