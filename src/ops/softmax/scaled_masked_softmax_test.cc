// SPDX-License-Identifier: Apache-2.0
//
// Softmax of scaled and masked rows, and its gradient, against their formulas in float64; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_scaled_masked_softmax.h"
#include "aclnnop/aclnn_scaled_masked_softmax_backward.h"
#include "ops/softmax/testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kScale = 0.625;
// Of an exponential, a sum of up to 2000 terms and a quotient in float32.
constexpr double kUlps = 16;

struct Shapes {
  Shape x;
  Shape mask;
};
const std::vector<Shapes> kShapes{{{2, 3, 5, 7}, {2, 1, 5, 7}}, {{1, 2, 3, 2000}, {1, 1, 3, 2000}},
                                  {{3, 2, 4, 1}, {1, 2, 4, 1}}, {{2, 2, 70, 33}, {2, 2, 70, 33}},
                                  {{0, 2, 3, 4}, {1, 1, 3, 4}}, {{2, 2, 3, 0}, {1, 1, 3, 0}}};

size_t PlaceOfMask(const Shapes& shapes, size_t element) {
  Shape at = IndexOf(shapes.x, static_cast<int64_t>(element));
  for (size_t d = 0; d < 2; ++d) {
    at[d] = shapes.mask[d] == 1 ? 0 : at[d];
  }
  const Shape& m = shapes.mask;
  return static_cast<size_t>(((at[0] * m[1] + at[1]) * m[2] + at[2]) * m[3] + at[3]);
}

class ScaledMaskedSoftmax : public ::testing::TestWithParam<aclDataType> {
 protected:
  // Every row has an element that is there, but for the first one.
  Array Mask(const Shapes& shapes) {
    Array mask = random_.Integers(shapes.mask, ACL_BOOL, 0, 2);
    const auto length = static_cast<size_t>(shapes.mask[3]);
    for (size_t i = 0; i < mask.values.size(); ++i) {
      mask.values[i] = i < length ? 1 : i % length == 0 ? 0 : mask.values[i];
    }
    return mask;
  }
  Random random_{71};
};

TEST_P(ScaledMaskedSoftmax, Forward) {
  const aclDataType dtype = GetParam();
  for (const Shapes& shapes : kShapes) {
    const auto trace = TraceSeed(random_);
    const Array x = random_.Normal(shapes.x, dtype, 0, 3);
    const Array mask = Mask(shapes);
    Array y = x;
    for (size_t i = 0; i < y.values.size(); ++i) {
      y.values[i] = mask.values[PlaceOfMask(shapes, i)] != 0 ? -10000 : x.values[i] * kScale;
    }
    SoftmaxRows(y, static_cast<size_t>(shapes.x[3]));
    ExpectInEachLayout(y, Tolerance::For(dtype, std::nullopt, kUlps),
                       [&](const Layout& layout, const DeviceTensor& out) {
                         const DeviceTensor input(x, dtype, layout);
                         const DeviceTensor masked(mask, ACL_BOOL, layout);
                         return RunTwoPhase(
                             [&](uint64_t* size, aclOpExecutor** executor) {
                               return aclnnScaledMaskedSoftmaxGetWorkspaceSize(
                                   input.Get(), masked.Get(), kScale, false, out.Get(), size, executor);
                             },
                             aclnnScaledMaskedSoftmax);
                       });
  }
}

TEST_P(ScaledMaskedSoftmax, Backward) {
  const aclDataType dtype = GetParam();
  for (const Shapes& shapes : kShapes) {
    const auto trace = TraceSeed(random_);
    const Array g = random_.Normal(shapes.x, dtype, 0, 1);
    const Array y = random_.Uniform(shapes.x, dtype, 0, 1);
    const Array mask = Mask(shapes);
    Array expected = g;
    Array magnitudes = g;
    const auto length = static_cast<size_t>(shapes.x[3]);
    for (size_t begin = 0; begin < g.values.size(); begin += length) {
      double sum = 0;
      double size = 0;
      for (size_t i = begin; i < begin + length; ++i) {
        sum += g.values[i] * y.values[i];
        size += std::fabs(g.values[i] * y.values[i]);
      }
      for (size_t i = begin; i < begin + length; ++i) {
        const bool left = mask.values[PlaceOfMask(shapes, i)] != 0;
        expected.values[i] = left ? 0 : (g.values[i] - sum) * y.values[i] * kScale;
        magnitudes.values[i] = left ? 0 : (std::fabs(g.values[i]) + size) * y.values[i] * kScale;
      }
    }
    ExpectInEachLayout(
        expected, Tolerance::For(dtype, magnitudes), [&](const Layout& layout, const DeviceTensor& out) {
          const DeviceTensor grad(g, dtype, layout);
          const DeviceTensor result(y, dtype, layout);
          const DeviceTensor masked(mask, ACL_BOOL, layout);
          return RunTwoPhase(
              [&](uint64_t* size, aclOpExecutor** executor) {
                return aclnnScaledMaskedSoftmaxBackwardGetWorkspaceSize(
                    grad.Get(), result.Get(), masked.Get(), kScale, false, out.Get(), size, executor);
              },
              aclnnScaledMaskedSoftmaxBackward);
        });
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, ScaledMaskedSoftmax, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

class ScaledMaskedSoftmaxStatus : public PhaseOneTest {
 protected:
  Descriptor x{{2, 3, 4, 5}};
  Descriptor mask{{1, 3, 4, 5}, ACL_BOOL};
  Descriptor wrong{{2, 2, 4, 5}, ACL_BOOL};
  Descriptor flat{{24, 5}};
  Descriptor half{{2, 3, 4, 5}, ACL_FLOAT16};
  Descriptor doubles{{2, 3, 4, 5}, ACL_DOUBLE};
};

TEST_F(ScaledMaskedSoftmaxStatus, Forward) {
  const auto plan = [&](const aclTensor* input, const aclTensor* masked, bool triangle, aclTensor* y) {
    return Call("aclnnScaledMaskedSoftmax", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnScaledMaskedSoftmaxGetWorkspaceSize(input, masked, kScale, triangle, y, size, executor);
    });
  };
  EXPECT_EQ(plan(x.Get(), mask.Get(), false, x.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, mask.Get(), false, x.Get()), kNullptr);
  ExpectMessage({"x"});
  EXPECT_EQ(plan(x.Get(), nullptr, false, x.Get()), kNullptr);
  ExpectMessage({"mask"});
  EXPECT_EQ(plan(x.Get(), mask.Get(), false, nullptr), kNullptr);
  ExpectMessage({"y"});
  EXPECT_EQ(plan(doubles.Get(), mask.Get(), false, x.Get()), kInvalid);
  ExpectMessage({"x", "DOUBLE"});
  EXPECT_EQ(plan(x.Get(), x.Get(), false, x.Get()), kInvalid);
  ExpectMessage({"mask", "FLOAT"});
  EXPECT_EQ(plan(x.Get(), wrong.Get(), false, x.Get()), kInvalid);
  ExpectMessage({"mask", "[2, 2, 4, 5]"});
  EXPECT_EQ(plan(flat.Get(), mask.Get(), false, flat.Get()), kInvalid);
  ExpectMessage({"x"});
  EXPECT_EQ(plan(x.Get(), mask.Get(), true, x.Get()), kInvalid);
  ExpectMessage({"fixedTriuMask", "true"});
  EXPECT_EQ(plan(x.Get(), mask.Get(), false, half.Get()), kInvalid);
  ExpectMessage({"y", "FLOAT16"});
}

TEST_F(ScaledMaskedSoftmaxStatus, Backward) {
  const auto plan = [&](const aclTensor* grad, const aclTensor* y, const aclTensor* masked, bool triangle,
                        aclTensor* out) {
    return Call("aclnnScaledMaskedSoftmaxBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnScaledMaskedSoftmaxBackwardGetWorkspaceSize(grad, y, masked, kScale, triangle, out, size,
                                                              executor);
    });
  };
  EXPECT_EQ(plan(x.Get(), x.Get(), mask.Get(), false, x.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, x.Get(), mask.Get(), false, x.Get()), kNullptr);
  ExpectMessage({"gradOutput"});
  EXPECT_EQ(plan(x.Get(), nullptr, mask.Get(), false, x.Get()), kNullptr);
  ExpectMessage({"y"});
  EXPECT_EQ(plan(x.Get(), x.Get(), nullptr, false, x.Get()), kNullptr);
  ExpectMessage({"mask"});
  EXPECT_EQ(plan(x.Get(), x.Get(), mask.Get(), false, nullptr), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(plan(x.Get(), half.Get(), mask.Get(), false, x.Get()), kInvalid);
  ExpectMessage({"y", "FLOAT16"});
  EXPECT_EQ(plan(x.Get(), x.Get(), wrong.Get(), false, x.Get()), kInvalid);
  ExpectMessage({"mask"});
  EXPECT_EQ(plan(x.Get(), x.Get(), mask.Get(), true, x.Get()), kInvalid);
  ExpectMessage({"fixTriuMask"});
  EXPECT_EQ(plan(x.Get(), x.Get(), mask.Get(), false, flat.Get()), kInvalid);
  ExpectMessage({"out"});
}

}  // namespace
}  // namespace openaclnn::testing
