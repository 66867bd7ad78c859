// SPDX-License-Identifier: Apache-2.0
//
// The grid sampler against an oracle that weighs pixel by pixel, over modes, shapes, types and layouts; and
// the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_grid_sampler2d.h"
#include "ops/sampling/grid_testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/grid_reflection.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

template <typename T>
T Pad(T p, int64_t size, const Modes& modes) {
  const auto last = static_cast<T>(size - 1);
  p = modes.padding == kReflection ? Reflect(p, size, modes.alignCorners).position : p;
  return modes.padding == kZeros || std::isnan(p) ? p : std::fmin(std::fmax(p, T{0}), last);
}

// Pixels along one axis and their weights. Positions are those of T; tests are compiled without fused operations.
template <typename T>
std::vector<std::pair<int64_t, double>> Taps(T c, int64_t size, const Modes& modes) {
  const auto extent = static_cast<T>(size);
  const T plain = modes.alignCorners ? (c + 1) / 2 * (extent - 1) : ((c + 1) * extent - 1) / 2;
  std::vector<std::pair<T, double>> taps;
  if (modes.interpolation == kBicubic) {
    const double t = plain - std::floor(plain);
    for (int tap = -1; tap <= 2; ++tap) {
      const double x = std::fabs(t - tap);
      constexpr double kA = -0.75;
      const double weight =
          x <= 1 ? ((kA + 2) * x - (kA + 3)) * x * x + 1 : ((kA * x - 5 * kA) * x + 8 * kA) * x - 4 * kA;
      taps.emplace_back(Pad(std::floor(plain) + static_cast<T>(tap), size, modes), weight);
    }
  } else {
    const T p = Pad(plain, size, modes);
    if (modes.interpolation == kNearest) {
      taps.emplace_back(std::nearbyint(p), 1);
    } else {
      const double rest = p - std::floor(p);
      taps.emplace_back(std::floor(p), 1 - rest);
      taps.emplace_back(std::floor(p) + 1, rest);
    }
  }
  std::vector<std::pair<int64_t, double>> inside;
  for (const auto& [pixel, weight] : taps) {
    if (pixel >= 0 && pixel < extent && !std::isnan(weight)) {
      inside.emplace_back(static_cast<int64_t>(pixel), weight);
    }
  }
  return inside;
}

// Of DOUBLE in float64, of others in float32.
std::vector<std::pair<int64_t, double>> TapsOf(double c, int64_t size, const Modes& modes,
                                               aclDataType dtype) {
  return dtype == ACL_DOUBLE ? Taps(c, size, modes) : Taps(static_cast<float>(c), size, modes);
}

struct Sampled {
  Array out;
  Array magnitudes;
};

Sampled Sample(const Array& input, const Array& grid, const Modes& modes, aclDataType dtype) {
  const int64_t channels = input.shape[1];
  const int64_t height = input.shape[2];
  const int64_t width = input.shape[3];
  const int64_t samples = grid.shape[1] * grid.shape[2];
  const Shape shape{input.shape[0], channels, grid.shape[1], grid.shape[2]};
  Sampled sampled{Full(shape, 0), Full(shape, 0)};
  for (int64_t n = 0; n < input.shape[0]; ++n) {
    for (int64_t s = 0; s < samples; ++s) {
      const auto pair = static_cast<size_t>((n * samples + s) * 2);
      const auto columns = TapsOf(grid.values[pair], width, modes, dtype);
      const auto rows = TapsOf(grid.values[pair + 1], height, modes, dtype);
      for (int64_t c = 0; c < channels; ++c) {
        const auto to = static_cast<size_t>((n * channels + c) * samples + s);
        for (const auto& [y, byY] : rows) {
          for (const auto& [x, byX] : columns) {
            const double term =
                byY * byX * input.values[static_cast<size_t>(((n * channels + c) * height + y) * width + x)];
            sampled.out.values[to] += term;
            sampled.magnitudes.values[to] += std::fabs(term);
          }
        }
      }
    }
  }
  return sampled;
}

struct Sizes {
  Shape input;
  int64_t outHeight;
  int64_t outWidth;
};

// One and a few channels, more than a vector, more than a chunk; samples more and fewer than pixels; and
// images of one pixel or none.
const std::vector<Sizes> kSizes{
    {{2, 1, 5, 8}, 7, 9},   {{2, 3, 6, 4}, 5, 13},  {{1, 7, 4, 4}, 3, 30}, {{1, 32, 5, 6}, 9, 8},
    {{1, 37, 5, 3}, 12, 6}, {{1, 2, 60, 50}, 3, 5}, {{2, 3, 1, 1}, 2, 3},  {{1, 1, 9, 7}, 70, 61},
    {{0, 3, 4, 4}, 2, 2},   {{1, 3, 4, 4}, 0, 2},   {{1, 0, 4, 4}, 2, 2},
};

class GridSampler2D : public ::testing::TestWithParam<Modes> {
 protected:
  void Expect(const Array& input, const Array& grid, aclDataType dtype) {
    const Sampled expected = Sample(input, grid, GetParam(), dtype);
    ExpectInEachLayout(expected.out, Tolerance::For(dtype, expected.magnitudes),
                       [&](const Layout& layout, const DeviceTensor& out) {
                         const DeviceTensor x(input, dtype, layout);
                         const DeviceTensor points(grid, dtype, layout);
                         return RunTwoPhase(
                             [&](uint64_t* size, aclOpExecutor** executor) {
                               return aclnnGridSampler2DGetWorkspaceSize(
                                   x.Get(), points.Get(), GetParam().interpolation, GetParam().padding,
                                   GetParam().alignCorners, out.Get(), size, executor);
                             },
                             aclnnGridSampler2D);
                       });
  }

  Random random_{5};
};

TEST_P(GridSampler2D, EveryShapeTypeAndLayout) {
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      const auto trace = TraceSeed(random_);
      const Array input = random_.Normal(sizes.input, dtype, 0, 1);
      const Array grid =
          random_.Uniform({sizes.input[0], sizes.outHeight, sizes.outWidth, 2}, dtype, -1.6, 1.6);
      Expect(input, grid, dtype);
    }
  }
}

// Pixels themselves, borders, ties, far away, and nowhere.
TEST_P(GridSampler2D, SpecialPoints) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Array input = random_.Normal({1, 5, 4, 4}, ACL_FLOAT, 0, 1);
  std::vector<double> values;
  for (const double x :
       {-1.0, 1.0, 0.0, -0.75, 0.75, 0.5, -1.25, 1.25, 17.0, -40.5, std::ldexp(1, 100), std::nan("")}) {
    for (const double y : {-1.0, 0.25, 3.0, std::nan("")}) {
      values.push_back(x);
      values.push_back(y);
    }
  }
  if (GetParam().padding == kBorder && GetParam().interpolation != kBicubic) {
    values.insert(values.end(), {kInfinity, 0.25, 0.25, -kInfinity});
  }
  const auto count = static_cast<int64_t>(values.size() / 2);
  Expect(input, MakeArray({1, 1, count, 2}, values), ACL_FLOAT);
  Expect(input, MakeArray({1, count, 1, 2}, values), ACL_FLOAT);
}

// Only a border clips an infinity to a pixel. Mirrored it is nowhere, as in the gradient, to which it adds
// nothing (GridSampler2DBackward.AnyGridValue).
TEST_P(GridSampler2D, InfinitePoints) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (GetParam().padding == kBorder && GetParam().interpolation != kBicubic) {
    return;
  }
  const DeviceTensor input(Full({1, 2, 3, 4}, 5), ACL_FLOAT);
  const DeviceTensor grid(MakeArray({1, 1, 3, 2}, {kInfinity, 0, 0, -kInfinity, kInfinity, -kInfinity}),
                          ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({1, 2, 1, 3}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnGridSampler2DGetWorkspaceSize(input.Get(), grid.Get(), GetParam().interpolation,
                                                            GetParam().padding, GetParam().alignCorners,
                                                            out.Get(), size, executor);
                },
                aclnnGridSampler2D),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read().values, std::vector<double>(6, 0));
}

INSTANTIATE_TEST_SUITE_P(Modes, GridSampler2D, ::testing::ValuesIn(AllModes({kBilinear, kNearest, kBicubic})),
                         NameOf);

class GridSampler2DChecks : public GridChecks {
 protected:
  GridSampler2DChecks() : GridChecks({{2, 3, 4, 5}, {2, 6, 7, 2}, {2, 3, 6, 7}, {2, 3, 6, 8}}) {}

  aclnnStatus PlanModes(const aclTensor* input, const aclTensor* points, aclTensor* result,
                        const Modes& modes) override {
    return Call("aclnnGridSampler2D", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnGridSampler2DGetWorkspaceSize(input, points, modes.interpolation, modes.padding,
                                                modes.alignCorners, result, size, executor);
    });
  }
};

TEST_F(GridSampler2DChecks, Statuses) {
  ExpectForwardStatuses("3", {"out", "[2, 3, 6, 7]", "[2, 3, 6, 8]"});
  EXPECT_EQ(Plan(image.Get(), Descriptor({1, 6, 7, 2}).Get(), out.Get()), kInvalid);
  ExpectMessage({"grid", "N of input"});
  EXPECT_EQ(Plan(image.Get(), Descriptor({2, 6, 7, 3}).Get(), out.Get()), kInvalid);
  ExpectMessage({"grid", "(x, y)"});
  EXPECT_EQ(Plan(Descriptor({2, 3, 0, 5}).Get(), grid.Get(), out.Get()), kInvalid);
  ExpectMessage({"input", "H and W"});
  EXPECT_EQ(Plan(Descriptor({3, 4, 5}).Get(), grid.Get(), out.Get()), kInvalid);
  ExpectMessage({"input"});
}

}  // namespace
}  // namespace openaclnn::testing
