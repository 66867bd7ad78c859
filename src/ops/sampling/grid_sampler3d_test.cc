// SPDX-License-Identifier: Apache-2.0
//
// Samples of volumes and their gradients against an oracle that goes through the pixels of each axis with
// their weights and the derivatives of these, over modes, shapes, types and layouts; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "aclnnop/aclnn_grid_sampler3d.h"
#include "aclnnop/aclnn_grid_sampler3d_backward.h"
#include "ops/sampling/grid_testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/grid_reflection.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

// A pixel of an axis that is inside, its weight, and the derivative of that for the grid value.
struct Tap {
  int64_t pixel;
  double weight;
  double derivative;
};

// Positions are those of T; tests are compiled without fused operations.
template <typename T>
std::vector<Tap> TapsOf(T c, int64_t size, const Modes& modes) {
  const auto extent = static_cast<T>(size);
  T p = modes.alignCorners ? (c + 1) / 2 * (extent - 1) : ((c + 1) * extent - 1) / 2;
  double slope = (modes.alignCorners ? extent - 1 : extent) / 2;
  if (modes.padding == kReflection) {
    const ReflectedPosition<T> reflected = Reflect(p, size, modes.alignCorners);
    slope = modes.alignCorners && size == 1 ? 0 : reflected.turned ? -slope : slope;
    p = reflected.position;
  }
  if (modes.padding != kZeros && (p <= 0 || p >= extent - 1)) {
    p = p <= 0 ? 0 : extent - 1;
    slope = 0;
  }
  if (!(std::fabs(p) < 1e9)) {
    return {};
  }
  const double first = modes.interpolation == kNearest ? std::nearbyint(p) : std::floor(p);
  const double rest = p - first;
  const std::vector<Tap> all = modes.interpolation == kNearest
                                   ? std::vector<Tap>{{static_cast<int64_t>(first), 1, 0}}
                                   : std::vector<Tap>{{static_cast<int64_t>(first), 1 - rest, -slope},
                                                      {static_cast<int64_t>(first) + 1, rest, slope}};
  std::vector<Tap> inside;
  for (const Tap& tap : all) {
    if (tap.pixel >= 0 && tap.pixel < size) {
      inside.push_back(tap);
    }
  }
  return inside;
}

// Of DOUBLE in float64, of others in float32.
std::vector<Tap> TapsOf(double c, int64_t size, const Modes& modes, aclDataType dtype) {
  return dtype == ACL_DOUBLE ? TapsOf(c, size, modes) : TapsOf(static_cast<float>(c), size, modes);
}

struct Results {
  Array out;
  Array inputGrad;
  Array gridGrad;
  // Sums of what is added up, without signs.
  Array ofOut;
  Array ofInputGrad;
  Array ofGridGrad;
};

Results Reference(const Array& input, const Array& grid, const Array& gradOutput, const Modes& modes,
                  aclDataType dtype) {
  const Shape& dims = input.shape;
  const int64_t samples = grid.shape[1] * grid.shape[2] * grid.shape[3];
  const Array out = Full(gradOutput.shape, 0);
  const Array likeInput = Full(dims, 0);
  const Array likeGrid = Full(grid.shape, 0);
  Results results{out, likeInput, likeGrid, out, likeInput, likeGrid};
  const auto add = [](Array& to, Array& magnitudes, int64_t at, double term) {
    to.values[static_cast<size_t>(at)] += term;
    magnitudes.values[static_cast<size_t>(at)] += std::fabs(term);
  };
  for (int64_t point = 0; point < dims[0] * samples; ++point) {
    const double* const c = grid.values.data() + 3 * point;
    for (const Tap& x : TapsOf(c[0], dims[4], modes, dtype)) {
      for (const Tap& y : TapsOf(c[1], dims[3], modes, dtype)) {
        for (const Tap& z : TapsOf(c[2], dims[2], modes, dtype)) {
          for (int64_t channel = 0; channel < dims[1]; ++channel) {
            const int64_t volume = point / samples * dims[1] + channel;
            const int64_t pixel = ((volume * dims[2] + z.pixel) * dims[3] + y.pixel) * dims[4] + x.pixel;
            const int64_t sample = volume * samples + point % samples;
            const double value = input.values[static_cast<size_t>(pixel)];
            const double grad = gradOutput.values[static_cast<size_t>(sample)];
            add(results.out, results.ofOut, sample, x.weight * y.weight * z.weight * value);
            add(results.inputGrad, results.ofInputGrad, pixel, x.weight * y.weight * z.weight * grad);
            const double product = grad * value;
            add(results.gridGrad, results.ofGridGrad, 3 * point,
                x.derivative * y.weight * z.weight * product);
            add(results.gridGrad, results.ofGridGrad, 3 * point + 1,
                x.weight * y.derivative * z.weight * product);
            add(results.gridGrad, results.ofGridGrad, 3 * point + 2,
                x.weight * y.weight * z.derivative * product);
          }
        }
      }
    }
  }
  return results;
}

struct Sizes {
  Shape input;
  Shape points;  // Do, Ho, Wo
};

// One channel and more than a task has, more samples than a tile and than a piece, single pixels, and none.
const std::vector<Sizes> kSizes{{{2, 1, 3, 5, 4}, {2, 3, 7}}, {{1, 11, 4, 3, 5}, {5, 5, 5}},
                                {{2, 3, 1, 1, 1}, {1, 2, 3}}, {{1, 2, 6, 7, 5}, {11, 10, 11}},
                                {{0, 3, 2, 2, 2}, {1, 2, 2}}, {{1, 3, 2, 4, 3}, {2, 0, 2}},
                                {{1, 0, 2, 4, 3}, {2, 1, 2}}};

class GridSampler3D : public ::testing::TestWithParam<Modes> {
 protected:
  aclnnStatus Backward(const aclTensor* grad, const aclTensor* x, const aclTensor* points,
                       const BoolArray& mask, aclTensor* ofInput, aclTensor* ofGrid) const {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnGridSampler3DBackwardGetWorkspaceSize(grad, x, points, GetParam().interpolation,
                                                            GetParam().padding, GetParam().alignCorners,
                                                            mask.Get(), ofInput, ofGrid, size, executor);
        },
        aclnnGridSampler3DBackward);
  }

  void Expect(const Array& input, const Array& grid, const Array& gradOutput, aclDataType dtype) {
    const Results expected = Reference(input, grid, gradOutput, GetParam(), dtype);
    ExpectInEachLayout(expected.out, Tolerance::For(dtype, expected.ofOut),
                       [&](const Layout& layout, const DeviceTensor& out) {
                         const DeviceTensor x(input, dtype, layout);
                         const DeviceTensor points(grid, dtype, layout);
                         return RunTwoPhase(
                             [&](uint64_t* size, aclOpExecutor** executor) {
                               return aclnnGridSampler3DGetWorkspaceSize(
                                   x.Get(), points.Get(), GetParam().interpolation, GetParam().padding,
                                   GetParam().alignCorners, out.Get(), size, executor);
                             },
                             aclnnGridSampler3D);
                       });
    for (const Layout& layout : UsualLayouts(5)) {
      const DeviceTensor grad(gradOutput, dtype, layout);
      const DeviceTensor x(input, dtype, layout);
      const DeviceTensor points(grid, dtype, layout);
      const auto ofInput = DeviceTensor::Output(input.shape, dtype, layout);
      const auto ofGrid = DeviceTensor::Output(grid.shape, dtype, layout);
      ASSERT_EQ(Backward(grad.Get(), x.Get(), points.Get(), {true, true}, ofInput.Get(), ofGrid.Get()),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(ofInput.Read(), expected.inputGrad, Tolerance::For(dtype, expected.ofInputGrad)));
      EXPECT_TRUE(Near(ofGrid.Read(), expected.gridGrad, Tolerance::For(dtype, expected.ofGridGrad)));
      EXPECT_TRUE(ofInput.CanariesIntact() && ofGrid.CanariesIntact());
      // One at a time: the same bits, and nothing of the other.
      const std::vector<uint8_t> both = ofInput.Bytes();
      const std::vector<uint8_t> bothOfGrid = ofGrid.Bytes();
      DeviceTensor alone = DeviceTensor::Output(input.shape, dtype, layout);
      DeviceTensor aloneOfGrid = DeviceTensor::Output(grid.shape, dtype, layout);
      const std::vector<uint8_t> untouched = aloneOfGrid.Bytes();
      ASSERT_EQ(Backward(grad.Get(), x.Get(), points.Get(), {true, false}, alone.Get(), aloneOfGrid.Get()),
                ACL_SUCCESS);
      EXPECT_EQ(alone.Bytes(), both);
      EXPECT_EQ(aloneOfGrid.Bytes(), untouched);
      ASSERT_EQ(Backward(grad.Get(), x.Get(), points.Get(), {false, true}, alone.Get(), aloneOfGrid.Get()),
                ACL_SUCCESS);
      EXPECT_EQ(aloneOfGrid.Bytes(), bothOfGrid);
    }
  }

  Random random_{7};
};

TEST_P(GridSampler3D, EveryShapeTypeAndLayout) {
  for (const Sizes& sizes : kSizes) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      const auto trace = TraceSeed(random_);
      const Array input = random_.Normal(sizes.input, dtype, 0, 1);
      Shape points{sizes.input[0]};
      points.insert(points.end(), sizes.points.begin(), sizes.points.end());
      Shape samples{sizes.input[0], sizes.input[1]};
      samples.insert(samples.end(), sizes.points.begin(), sizes.points.end());
      points.push_back(3);
      const Array grid = random_.Uniform(points, dtype, -1.7, 1.7);
      Expect(input, grid, random_.Normal(samples, dtype, 0, 1), dtype);
    }
  }
}

// Pixels themselves, borders, ties, far away, and nowhere.
TEST_P(GridSampler3D, SpecialPoints) {
  const std::vector<double> on{-1, 1, 0, -0.75, 0.75, 0.5, -1.25, 17, -40.5, std::nan("")};
  std::vector<double> values;
  for (size_t i = 0; i < on.size(); ++i) {
    for (size_t k = 0; k < 3; ++k) {
      values.insert(values.end(), {on[i], on[(i + k) % on.size()], on[(i * 3 + k) % on.size()]});
    }
  }
  const auto count = static_cast<int64_t>(values.size() / 3);
  const Array input = random_.Normal({1, 2, 4, 4, 4}, ACL_FLOAT, 0, 1);
  Expect(input, MakeArray({1, 1, count, 1, 3}, values), random_.Normal({1, 2, 1, count, 1}, ACL_FLOAT, 0, 1),
         ACL_FLOAT);
}

INSTANTIATE_TEST_SUITE_P(Modes, GridSampler3D, ::testing::ValuesIn(AllModes({kBilinear, kNearest})), NameOf);

class GridSampler3DChecks : public GridChecks {
 protected:
  GridSampler3DChecks() : GridChecks({{2, 3, 4, 5, 6}, {2, 6, 7, 8, 3}, {2, 3, 6, 7, 8}, {2, 3, 6, 8, 8}}) {}

  BoolArray mask{true, true};

  aclnnStatus PlanModes(const aclTensor* input, const aclTensor* points, aclTensor* result,
                        const Modes& modes) override {
    return Call("aclnnGridSampler3D", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnGridSampler3DGetWorkspaceSize(input, points, modes.interpolation, modes.padding,
                                                modes.alignCorners, result, size, executor);
    });
  }
  aclnnStatus PlanGradient(const aclTensor* grad, const aclTensor* input, const aclTensor* points,
                           const aclBoolArray* which, aclTensor* ofInput, aclTensor* ofGrid) {
    return Call("aclnnGridSampler3DBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnGridSampler3DBackwardGetWorkspaceSize(grad, input, points, 0, 0, false, which, ofInput,
                                                        ofGrid, size, executor);
    });
  }
};

TEST_F(GridSampler3DChecks, Forward) {
  ExpectForwardStatuses("2", {"out", "[2, 3, 6, 7, 8]", "[2, 3, 6, 8, 8]"});
  EXPECT_EQ(Plan(image.Get(), Descriptor({1, 6, 7, 8, 3}).Get(), out.Get()), kInvalid);
  ExpectMessage({"grid", "N of input"});
  EXPECT_EQ(Plan(image.Get(), Descriptor({2, 6, 7, 8, 2}).Get(), out.Get()), kInvalid);
  ExpectMessage({"grid", "(x, y, z)"});
  EXPECT_EQ(Plan(Descriptor({2, 3, 4, 0, 5}).Get(), grid.Get(), out.Get()), kInvalid);
  ExpectMessage({"input", "D, H and W"});
  EXPECT_EQ(Plan(Descriptor({3, 4, 5, 6}).Get(), grid.Get(), out.Get()), kInvalid);
  ExpectMessage({"input"});
}

TEST_F(GridSampler3DChecks, Backward) {
  EXPECT_EQ(PlanGradient(out.Get(), image.Get(), grid.Get(), mask.Get(), image.Get(), grid.Get()),
            ACL_SUCCESS);
  EXPECT_EQ(PlanGradient(nullptr, image.Get(), grid.Get(), mask.Get(), image.Get(), grid.Get()), kNullptr);
  ExpectMessage({"gradOutput"});
  EXPECT_EQ(PlanGradient(out.Get(), nullptr, grid.Get(), mask.Get(), image.Get(), grid.Get()), kNullptr);
  ExpectMessage({"input"});
  EXPECT_EQ(PlanGradient(out.Get(), image.Get(), nullptr, mask.Get(), image.Get(), grid.Get()), kNullptr);
  ExpectMessage({"grid"});
  EXPECT_EQ(PlanGradient(out.Get(), image.Get(), grid.Get(), nullptr, image.Get(), grid.Get()), kNullptr);
  ExpectMessage({"outputMask"});
  EXPECT_EQ(PlanGradient(out.Get(), image.Get(), grid.Get(), mask.Get(), nullptr, grid.Get()), kNullptr);
  ExpectMessage({"inputGrad"});
  EXPECT_EQ(PlanGradient(out.Get(), image.Get(), grid.Get(), mask.Get(), image.Get(), nullptr), kNullptr);
  ExpectMessage({"gridGrad"});
  EXPECT_EQ(PlanGradient(wrong.Get(), image.Get(), grid.Get(), mask.Get(), image.Get(), grid.Get()),
            kInvalid);
  ExpectMessage({"gradOutput", "[2, 3, 6, 8, 8]"});
  EXPECT_EQ(PlanGradient(out.Get(), image.Get(), grid.Get(), mask.Get(), out.Get(), grid.Get()), kInvalid);
  ExpectMessage({"inputGrad"});
  EXPECT_EQ(PlanGradient(out.Get(), image.Get(), grid.Get(), mask.Get(), image.Get(), half.Get()), kInvalid);
  ExpectMessage({"gridGrad", "FLOAT16"});
  EXPECT_EQ(PlanGradient(out.Get(), image.Get(), grid.Get(), BoolArray{true}.Get(), image.Get(), grid.Get()),
            kInvalid);
  ExpectMessage({"outputMask"});
}

}  // namespace
}  // namespace openaclnn::testing
