// SPDX-License-Identifier: Apache-2.0
//
// Pooling of volumes, adaptive maximum pooling and their gradients against oracles that look at every place of
// every window, over attributes, types and layouts; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_adaptive_avg_pool3d.h"
#include "aclnnop/aclnn_adaptive_avg_pool3d_backward.h"
#include "aclnnop/aclnn_adaptive_max_pool2d.h"
#include "aclnnop/aclnn_adaptive_max_pool2d_backward.h"
#include "aclnnop/aclnn_adaptive_max_pool3d.h"
#include "aclnnop/aclnn_adaptive_max_pool3d_backward.h"
#include "aclnnop/aclnn_avgpool3d.h"
#include "aclnnop/aclnn_avgpool3d_backward.h"
#include "aclnnop/aclnn_max_pool3d_with_argmax.h"
#include "aclnnop/aclnn_max_pool3d_with_argmax_backward.h"
#include "ops/pooling/volumes_testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

using namespace volumes;

const std::vector<Problem> kProblems{
    {"halves", {2, 3, 4, 8, 10}, {2}, {}, {0}, {1}, false, {2, 3, 2, 4, 5}},
    {"zero_stride", {1, 3, 4, 8, 6}, {2}, {0}, {0}, {1}, false, {1, 3, 2, 4, 3}},
    {"overlapping", {2, 17, 5, 9, 7}, {3, 3, 3}, {2, 2, 2}, {1, 1, 1}, {1}, false, {2, 17, 3, 5, 4}},
    {"no_batch", {4, 3, 6, 5}, {1, 2, 3}, {1, 1, 2}, {0, 1, 0}, {1}, false, {4, 3, 7, 2}},
    {"rounded_up", {1, 2, 6, 7, 8}, {3}, {2}, {1}, {1}, true, {1, 2, 4, 4, 5}},
    {"last_window_left_out", {1, 2, 3, 5, 5}, {2}, {2}, {1}, {1}, true, {1, 2, 2, 3, 3}},
    {"whole_volume", {3, 5, 4, 6}, {5, 4, 6}, {}, {0}, {1}, false, {3, 1, 1, 1}},
    {"wide", {1, 2, 3, 20, 410}, {3, 3, 3}, {2}, {1}, {1}, false, {1, 2, 2, 10, 205}},
    {"no_sample", {0, 3, 4, 4, 4}, {2}, {2}, {0}, {1}, false, {0, 3, 2, 2, 2}},
};
const std::vector<Problem> kDilated{
    {"dilated", {2, 2, 7, 11, 12}, {2, 3, 2}, {1, 1, 2}, {1, 1, 1}, {3, 2, 3}, false, {2, 2, 6, 9, 6}},
};

using ForwardPhase =
    std::function<aclnnStatus(const aclTensor*, aclTensor*, aclTensor*, uint64_t*, aclOpExecutor**)>;
using BackwardPhase = std::function<aclnnStatus(const aclTensor*, const aclTensor*, const aclTensor*,
                                                aclTensor*, uint64_t*, aclOpExecutor**)>;

void ExpectLargest(const Array& self, const Largest& expected, aclDataType dtype, aclDataType indexDtype,
                   const ForwardPhase& phaseOne, PhaseTwo phaseTwo) {
  for (const Layout& layout : UsualLayouts(self.shape.size())) {
    const DeviceTensor in(self, dtype, layout);
    const DeviceTensor out = DeviceTensor::Output(expected.out.shape, dtype, layout);
    const DeviceTensor indices = DeviceTensor::Output(expected.out.shape, indexDtype, layout);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return phaseOne(in.Get(), out.Get(), indices.Get(), size, executor);
                  },
                  phaseTwo),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_TRUE(Near(out.Read(), expected.out, Tolerance::Exact(dtype)));
    EXPECT_TRUE(Near(indices.Read(), expected.indices, Tolerance::Exact(indexDtype)));
    EXPECT_TRUE(out.CanariesIntact() && indices.CanariesIntact());
  }
}

void ExpectGradient(const Array& gradOutput, const Array& self, const Array& indices, size_t spatial,
                    aclDataType dtype, aclDataType indexDtype, const BackwardPhase& phaseOne,
                    PhaseTwo phaseTwo) {
  const Result expected = GradientOf(gradOutput, indices, self.shape, spatial);
  ExpectInEachLayout(expected.values, Tolerance::For(dtype, expected.magnitudes),
                     [&](const Layout& layout, const DeviceTensor& out) {
                       const DeviceTensor g(gradOutput, dtype, layout);
                       const DeviceTensor x(self, dtype, layout);
                       const DeviceTensor found(indices, indexDtype, layout);
                       return RunTwoPhase(
                           [&](uint64_t* size, aclOpExecutor** executor) {
                             return phaseOne(g.Get(), x.Get(), found.Get(), out.Get(), size, executor);
                           },
                           phaseTwo);
                     });
}

constexpr std::array kFloats{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

class AvgPool3d : public ::testing::TestWithParam<Problem> {
 protected:
  Random random_{7};
};

TEST_P(AvgPool3d, EveryTypeAndLayout) {
  const Problem& problem = GetParam();
  const Lists lists(problem);
  const WindowOf windowOf = [&](int64_t place) { return WindowOfPool(problem, place); };
  struct Way {
    bool countIncludePad;
    int64_t divisorOverride;
    DivisorOf divisorOf;
  };
  for (const Way& way :
       {Way{true, 0, Padded}, Way{false, 0, Inside}, Way{true, -7, [](const Window&) { return -7.0; }}}) {
    for (const aclDataType dtype : kFloats) {
      const auto trace = TraceSeed(random_);
      const Array self = random_.Normal(problem.self, dtype, 0, 1);
      ExpectMapped(
          self, Averages(self, problem.out, problem.out, false, windowOf, way.divisorOf), dtype,
          [&](const aclTensor* in, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
            return aclnnAvgPool3dGetWorkspaceSize(in, lists.kernel.Get(), lists.stride.Get(),
                                                  lists.padding.Get(), problem.ceilMode, way.countIncludePad,
                                                  way.divisorOverride, out, size, executor);
          },
          aclnnAvgPool3d);
      const Array gradOutput = random_.Normal(problem.out, dtype, 0, 1);
      const Descriptor model(problem.self, dtype);
      ExpectMapped(
          gradOutput, Averages(gradOutput, problem.out, problem.self, true, windowOf, way.divisorOf), dtype,
          [&](const aclTensor* in, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
            return aclnnAvgPool3dBackwardGetWorkspaceSize(
                in, model.Get(), lists.kernel.Get(), lists.stride.Get(), lists.padding.Get(),
                problem.ceilMode, way.countIncludePad, way.divisorOverride, out, size, executor);
          },
          aclnnAvgPool3dBackward);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, AvgPool3d, ::testing::ValuesIn(kProblems),
                         [](const auto& instance) { return std::string(instance.param.name); });

class MaxPool3d : public ::testing::TestWithParam<Problem> {
 protected:
  void Expect(const Array& self, aclDataType dtype, aclDataType indexDtype) {
    const Problem& problem = GetParam();
    const Lists lists(problem);
    const Largest largest =
        LargestOf(self, problem.out, [&](int64_t place) { return WindowOfPool(problem, place); });
    ExpectLargest(
        self, largest, dtype, indexDtype,
        [&](const aclTensor* in, aclTensor* out, aclTensor* indices, uint64_t* size,
            aclOpExecutor** executor) {
          return aclnnMaxPool3dWithArgmaxGetWorkspaceSize(in, lists.kernel.Get(), lists.stride.Get(),
                                                          lists.padding.Get(), lists.dilation.Get(),
                                                          problem.ceilMode, out, indices, size, executor);
        },
        aclnnMaxPool3dWithArgmax);
    const Array gradOutput = random_.Normal(problem.out, dtype, 0, 1);
    ExpectGradient(
        gradOutput, self, largest.indices, 3, dtype, indexDtype,
        [&](const aclTensor* g, const aclTensor* x, const aclTensor* indices, aclTensor* out, uint64_t* size,
            aclOpExecutor** executor) {
          return aclnnMaxPool3dWithArgmaxBackwardGetWorkspaceSize(
              g, x, indices, lists.kernel.Get(), lists.stride.Get(), lists.padding.Get(),
              lists.dilation.Get(), problem.ceilMode, out, size, executor);
        },
        aclnnMaxPool3dWithArgmaxBackward);
  }

  Random random_{9};
};

TEST_P(MaxPool3d, EveryTypeAndLayout) {
  for (const aclDataType dtype : kFloats) {
    const auto trace = TraceSeed(random_);
    Expect(random_.Normal(GetParam().self, dtype, 0, 1), dtype, dtype == ACL_FLOAT16 ? ACL_INT64 : ACL_INT32);
  }
}

// Equal numbers, infinities and NaN, which decide by their place.
TEST_P(MaxPool3d, TiesAndSpecials) {
  Array self = random_.Integers(GetParam().self, ACL_FLOAT, -1, 2);
  for (size_t i = 0; i < self.values.size(); i += 5) {
    self.values[i] = i % 3 == 0 ? NAN : i % 3 == 1 ? -INFINITY : INFINITY;
  }
  Expect(self, ACL_FLOAT, ACL_INT32);
}

INSTANTIATE_TEST_SUITE_P(Problems, MaxPool3d, ::testing::ValuesIn(kProblems),
                         [](const auto& instance) { return std::string(instance.param.name); });
INSTANTIATE_TEST_SUITE_P(Dilated, MaxPool3d, ::testing::ValuesIn(kDilated),
                         [](const auto& instance) { return std::string(instance.param.name); });

struct Adaptive {
  Shape self;
  Shape out;
};

const std::vector<Adaptive> kAdaptiveVolumes{
    {{2, 9, 5, 7, 10}, {2, 9, 2, 3, 4}},  {{3, 4, 5, 6}, {3, 7, 8, 13}},
    {{2, 20, 3, 7, 7}, {2, 20, 1, 1, 1}}, {{1, 3, 4, 60, 70}, {1, 3, 3, 7, 70}},
    {{2, 3, 2, 5, 5}, {2, 3, 1, 0, 2}},   {{0, 3, 2, 5, 5}, {0, 3, 2, 2, 2}},
};
const std::vector<Adaptive> kAdaptiveImages{
    {{2, 9, 7, 10}, {2, 9, 3, 4}},   {{3, 5, 6}, {3, 8, 13}},      {{2, 20, 7, 7}, {2, 20, 1, 1}},
    {{1, 3, 90, 70}, {1, 3, 7, 70}}, {{2, 3, 5, 5}, {2, 3, 0, 2}}, {{0, 3, 5, 5}, {0, 3, 2, 2}},
};

TEST(AdaptiveAvgPool3d, EveryTypeAndLayout) {
  Random random(11);
  for (const Adaptive& problem : kAdaptiveVolumes) {
    const auto trace = TraceSeed(random);
    const WindowOf windowOf = [&](int64_t place) {
      return WindowOfAdaptive(problem.self, problem.out, 3, place);
    };
    const IntArray size3(Shape(problem.out.end() - 3, problem.out.end()));
    for (const aclDataType dtype : kFloats) {
      const Array self = random.Normal(problem.self, dtype, 0, 1);
      ExpectMapped(
          self, Averages(self, problem.out, problem.out, false, windowOf, Inside), dtype,
          [&](const aclTensor* in, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
            return aclnnAdaptiveAvgPool3dGetWorkspaceSize(in, size3.Get(), out, size, executor);
          },
          aclnnAdaptiveAvgPool3d);
      const Array gradOutput = random.Normal(problem.out, dtype, 0, 1);
      const Descriptor model(problem.self, dtype);
      ExpectMapped(
          gradOutput, Averages(gradOutput, problem.out, problem.self, true, windowOf, Inside), dtype,
          [&](const aclTensor* in, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
            return aclnnAdaptiveAvgPool3dBackwardGetWorkspaceSize(in, model.Get(), out, size, executor);
          },
          aclnnAdaptiveAvgPool3dBackward);
    }
  }
}

void ExpectAdaptive(const Adaptive& problem, size_t spatial, aclDataType dtype, aclDataType indexDtype,
                    Random& random) {
  const auto trace = TraceSeed(random);
  const IntArray extents(Shape(problem.out.end() - static_cast<int64_t>(spatial), problem.out.end()));
  const Array self = random.Normal(problem.self, dtype, 0, 1);
  const Largest largest = LargestOf(self, problem.out, [&](int64_t place) {
    return WindowOfAdaptive(problem.self, problem.out, spatial, place);
  });
  ExpectLargest(
      self, largest, dtype, indexDtype,
      [&](const aclTensor* in, aclTensor* out, aclTensor* indices, uint64_t* size, aclOpExecutor** executor) {
        return spatial == 2
                   ? aclnnAdaptiveMaxPool2dGetWorkspaceSize(in, extents.Get(), out, indices, size, executor)
                   : aclnnAdaptiveMaxPool3dGetWorkspaceSize(in, extents.Get(), out, indices, size, executor);
      },
      spatial == 2 ? aclnnAdaptiveMaxPool2d : aclnnAdaptiveMaxPool3d);
  if (dtype == ACL_DOUBLE) {
    return;  // of which there is no gradient
  }
  ExpectGradient(
      random.Normal(problem.out, dtype, 0, 1), self, largest.indices, spatial, dtype, indexDtype,
      [&](const aclTensor* g, const aclTensor* x, const aclTensor* indices, aclTensor* out, uint64_t* size,
          aclOpExecutor** executor) {
        return spatial == 2
                   ? aclnnAdaptiveMaxPool2dBackwardGetWorkspaceSize(g, x, indices, out, size, executor)
                   : aclnnAdaptiveMaxPool3dBackwardGetWorkspaceSize(g, x, indices, out, size, executor);
      },
      spatial == 2 ? aclnnAdaptiveMaxPool2dBackward : aclnnAdaptiveMaxPool3dBackward);
}

TEST(AdaptiveMaxPool, EveryTypeAndLayout) {
  Random random(13);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    for (const Adaptive& problem : kAdaptiveImages) {
      ExpectAdaptive(problem, 2, dtype, ACL_INT64, random);
    }
    for (const Adaptive& problem : kAdaptiveVolumes) {
      if (dtype != ACL_DOUBLE) {
        ExpectAdaptive(problem, 3, dtype, dtype == ACL_BF16 ? ACL_INT64 : ACL_INT32, random);
      }
    }
  }
}

TEST(AdaptiveMaxPoolIndices, OutsideOfThePlaneNothingIsWritten) {
  for (const double wrong : {-1.0, 16.0}) {
    const DeviceTensor gradOutput(Full({2, 2, 2}, 1), ACL_FLOAT);
    const DeviceTensor self(Full({2, 4, 4}, 1), ACL_FLOAT);
    const DeviceTensor indices(MakeArray({2, 2, 2}, {0, 2, 8, 10, 0, 2, 8, wrong}), ACL_INT64);
    const DeviceTensor gradInput = DeviceTensor::Output({2, 4, 4}, ACL_FLOAT);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnAdaptiveMaxPool2dBackwardGetWorkspaceSize(
                        gradOutput.Get(), self.Get(), indices.Get(), gradInput.Get(), size, executor);
                  },
                  aclnnAdaptiveMaxPool2dBackward),
              507035);
    for (const double value : gradInput.Read().values) {
      EXPECT_TRUE(IsUnwritten(value));
    }
  }
}

class VolumeChecks : public PhaseOneTest {
 protected:
  aclnnStatus Average(const Shape& selfShape, const Shape& outShape, const Shape& kernelSize,
                      const Shape& paddings = {0}, aclDataType dtype = ACL_FLOAT) {
    const Descriptor self(selfShape, dtype);
    const Descriptor out(outShape, dtype);
    const IntArray kernel(kernelSize);
    const IntArray padding(paddings);
    return Call("aclnnAvgPool3d", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAvgPool3dGetWorkspaceSize(self.Get(), kernel.Get(), kernel.Get(), padding.Get(), false,
                                            true, 0, out.Get(), size, executor);
    });
  }
  aclnnStatus Adapt(const Shape& selfShape, const Shape& outShape, const Shape& outputSize,
                    aclDataType indexDtype = ACL_INT64) {
    const Descriptor self(selfShape);
    const Descriptor out(outShape);
    const Descriptor indices(outShape, indexDtype);
    const IntArray extents(outputSize);
    return Call("aclnnAdaptiveMaxPool2d", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAdaptiveMaxPool2dGetWorkspaceSize(self.Get(), extents.Get(), out.Get(), indices.Get(), size,
                                                    executor);
    });
  }
};

TEST_F(VolumeChecks, Averages) {
  const Shape self{1, 2, 4, 4, 4};
  const Shape out{1, 2, 2, 2, 2};
  EXPECT_EQ(Average(self, out, {2}), ACL_SUCCESS);
  EXPECT_EQ(Average(self, {1, 2, 2, 2, 3}, {2}), kInvalid);
  ExpectMessage({"out", "[1, 2, 2, 2, 2]"});
  EXPECT_EQ(Average(self, out, {2, 2}), kInvalid);
  ExpectMessage({"kernelSize", "1 or 3 values"});
  EXPECT_EQ(Average(self, out, {2}, {2}), kInvalid);
  ExpectMessage({"padding", "half of kernelSize"});
  EXPECT_EQ(Average(self, out, {5}), kInvalid);
  ExpectMessage({"self", "window's size"});
  EXPECT_EQ(Average({4, 4, 4}, {2, 2, 2}, {2}), kInvalid);
  ExpectMessage({"self", "4 or 5 dims"});
  EXPECT_EQ(Average(self, out, {2}, {0}, ACL_DOUBLE), kInvalid);
  ExpectMessage({"self", "DOUBLE"});
  EXPECT_EQ(Call("aclnnAvgPool3d",
                 [](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnAvgPool3dGetWorkspaceSize(nullptr, nullptr, nullptr, nullptr, false, true, 0,
                                                         nullptr, size, executor);
                 }),
            kNullptr);
  ExpectMessage({"self"});
}

TEST_F(VolumeChecks, AdaptiveMaxima) {
  EXPECT_EQ(Adapt({1, 2, 4, 4}, {1, 2, 2, 3}, {2, 3}), ACL_SUCCESS);
  EXPECT_EQ(Adapt({1, 2, 4, 4}, {1, 2, 2, 2}, {2}), ACL_SUCCESS);
  EXPECT_EQ(Adapt({1, 2, 4, 4}, {1, 2, 2, 3}, {2, 2}), kInvalid);
  ExpectMessage({"outputOut", "[1, 2, 2, 2]"});
  EXPECT_EQ(Adapt({1, 2, 4, 4}, {1, 2, 2, 3}, {2, 3, 1}), kInvalid);
  ExpectMessage({"outputSize", "1 or 2 values"});
  EXPECT_EQ(Adapt({1, 2, 4, 0}, {1, 2, 2, 3}, {2, 3}), kInvalid);
  ExpectMessage({"self", "3 or 4 dims"});
  EXPECT_EQ(Adapt({1, 2, 4, 4}, {1, 2, 2, 3}, {2, 3}, ACL_INT32), kInvalid);
  ExpectMessage({"indicesOut", "INT32"});
  EXPECT_EQ(Call("aclnnAdaptiveMaxPool2dBackward",
                 [](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnAdaptiveMaxPool2dBackwardGetWorkspaceSize(nullptr, nullptr, nullptr, nullptr,
                                                                         size, executor);
                 }),
            kNullptr);
  ExpectMessage({"gradOutput"});
}

}  // namespace
}  // namespace openaclnn::testing
