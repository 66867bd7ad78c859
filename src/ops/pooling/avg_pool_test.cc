// SPDX-License-Identifier: Apache-2.0
//
// Average pooling, adaptive average pooling and their gradients against oracles that look at every place of
// every window, over attributes, types and layouts; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_adaptive_avg_pool2d.h"
#include "aclnnop/aclnn_adaptive_avg_pool2d_backward.h"
#include "aclnnop/aclnn_avgpool2d.h"
#include "aclnnop/aclnn_avgpool2d_backward.h"
#include "ops/pooling/pools_testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

// A window of one place of the output: elements of the input, and what their sum is divided by.
struct Window {
  std::vector<size_t> elements;
  double divisor = 1;
};
using WindowOf = std::function<Window(int64_t)>;

pools::Result Average(const Array& self, const Shape& outShape, const WindowOf& windowOf) {
  pools::Result averages{Full(outShape, 0), Full(outShape, 0)};
  for (size_t i = 0; i < averages.values.values.size(); ++i) {
    const Window window = windowOf(static_cast<int64_t>(i));
    for (const size_t element : window.elements) {
      averages.values.values[i] += self.values[element];
      averages.magnitudes.values[i] += std::fabs(self.values[element] / window.divisor);
    }
    averages.values.values[i] /= window.divisor;
  }
  return averages;
}

pools::Result Spread(const Array& gradOutput, const Shape& inShape, const WindowOf& windowOf) {
  pools::Result gradient{Full(inShape, 0), Full(inShape, 0)};
  for (size_t i = 0; i < gradOutput.values.size(); ++i) {
    const Window window = windowOf(static_cast<int64_t>(i));
    for (const size_t element : window.elements) {
      gradient.values.values[element] += gradOutput.values[i] / window.divisor;
      gradient.magnitudes.values[element] += std::fabs(gradOutput.values[i] / window.divisor);
    }
  }
  return gradient;
}

using pools::ValueAt;

struct Problem {
  const char* name;
  Shape self;
  Shape kernel;
  Shape stride{};
  Shape padding{0};
  bool ceilMode = false;
  bool countIncludePad = true;
  int64_t divisorOverride = 0;
  Shape out{};  // by PyTorch
};

const std::vector<Problem> kProblems{
    {"halves", {2, 3, 8, 10}, {2}, {}, {0}, false, true, 0, {2, 3, 4, 5}},
    {"overlapping", {2, 17, 9, 7}, {3, 3}, {2, 2}, {1, 1}, false, true, 0, {2, 17, 5, 4}},
    {"padding_not_counted", {2, 9, 9, 7}, {3}, {1}, {1}, false, false, 0, {2, 9, 9, 7}},
    {"no_batch", {4, 6, 5}, {2, 3}, {1, 2}, {1, 0}, false, true, 0, {4, 7, 2}},
    {"rounded_up", {1, 2, 7, 8}, {3}, {2}, {0}, true, true, 0, {1, 2, 3, 4}},
    {"rounded_up_into_the_padding", {1, 2, 6, 9}, {3}, {2}, {1}, true, true, 0, {1, 2, 4, 5}},
    {"last_window_left_out", {1, 2, 5, 5}, {2}, {2}, {1}, true, true, 0, {1, 2, 3, 3}},
    {"gaps", {2, 3, 11, 12}, {2, 1}, {3, 4}, {0}, false, true, 0, {2, 3, 4, 3}},
    {"divisor", {2, 3, 8, 8}, {3, 2}, {2}, {1, 1}, false, false, 7, {2, 3, 4, 5}},
    {"negative_divisor", {2, 3, 8, 8}, {2}, {}, {0}, false, true, -3, {2, 3, 4, 4}},
    {"whole_plane", {3, 50, 47}, {50, 47}, {}, {0}, false, true, 0, {3, 1, 1}},
    {"wide", {1, 2, 20, 2100}, {3, 3}, {2}, {1}, false, true, 0, {1, 2, 10, 1050}},
    {"no_sample", {0, 3, 4, 4}, {2}, {2}, {0}, false, true, 0, {0, 3, 2, 2}},
};

Window WindowOfPool(const Problem& problem, int64_t place) {
  const size_t rank = problem.self.size();
  const int64_t height = problem.self[rank - 2];
  const int64_t width = problem.self[rank - 1];
  const int64_t columns = problem.out[rank - 1];
  const int64_t plane = problem.out[rank - 2] * columns;
  const Shape& stride = problem.stride.empty() ? problem.kernel : problem.stride;
  const int64_t top = place % plane / columns * ValueAt(stride, 0) - ValueAt(problem.padding, 0);
  const int64_t left = place % columns * ValueAt(stride, 1) - ValueAt(problem.padding, 1);
  Window window;
  int64_t places = 0;
  for (int64_t y = top; y < top + ValueAt(problem.kernel, 0); ++y) {
    for (int64_t x = left; x < left + ValueAt(problem.kernel, 1); ++x) {
      const bool inside = y >= 0 && y < height && x >= 0 && x < width;
      const bool inPadding =
          y < height + ValueAt(problem.padding, 0) && x < width + ValueAt(problem.padding, 1);
      if (inside) {
        window.elements.push_back(static_cast<size_t>((place / plane * height + y) * width + x));
      }
      places += inside || (problem.countIncludePad && inPadding) ? 1 : 0;
    }
  }
  window.divisor = static_cast<double>(problem.divisorOverride != 0 ? problem.divisorOverride : places);
  return window;
}

class AvgPool2d : public ::testing::TestWithParam<Problem> {
 protected:
  Random random_{7};
};

TEST_P(AvgPool2d, EveryTypeAndLayout) {
  const Problem& problem = GetParam();
  const IntArray kernel(problem.kernel);
  const IntArray stride(problem.stride);
  const IntArray padding(problem.padding);
  const WindowOf windowOf = [&](int64_t place) { return WindowOfPool(problem, place); };
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    const auto trace = TraceSeed(random_);
    const Array self = random_.Normal(problem.self, dtype, 0, 1);
    pools::ExpectMapped(
        self, Average(self, problem.out, windowOf), dtype,
        [&](const aclTensor* in, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
          return aclnnAvgPool2dGetWorkspaceSize(in, kernel.Get(), stride.Get(), padding.Get(),
                                                problem.ceilMode, problem.countIncludePad,
                                                problem.divisorOverride, 0, out, size, executor);
        },
        aclnnAvgPool2d);
    const Array gradOutput = random_.Normal(problem.out, dtype, 0, 1);
    const Descriptor model(problem.self, dtype);
    pools::ExpectMapped(
        gradOutput, Spread(gradOutput, problem.self, windowOf), dtype,
        [&](const aclTensor* in, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
          return aclnnAvgPool2dBackwardGetWorkspaceSize(
              in, model.Get(), kernel.Get(), stride.Get(), padding.Get(), problem.ceilMode,
              problem.countIncludePad, problem.divisorOverride, 0, out, size, executor);
        },
        aclnnAvgPool2dBackward);
  }
}

// Averages of ones are ones.
TEST_P(AvgPool2d, OfEqualNumbersIsExact) {
  const Problem& problem = GetParam();
  if (problem.divisorOverride != 0 || problem.countIncludePad) {
    return;
  }
  const IntArray kernel(problem.kernel);
  const IntArray stride(problem.stride);
  const IntArray padding(problem.padding);
  const DeviceTensor self(Full(problem.self, 3), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output(problem.out, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnAvgPool2dGetWorkspaceSize(self.Get(), kernel.Get(), stride.Get(), padding.Get(),
                                                        problem.ceilMode, false, 0, 0, out.Get(), size,
                                                        executor);
                },
                aclnnAvgPool2d),
            ACL_SUCCESS);
  EXPECT_TRUE(Near(out.Read(), Full(problem.out, 3), Tolerance::Exact(ACL_FLOAT)));
}

INSTANTIATE_TEST_SUITE_P(Problems, AvgPool2d, ::testing::ValuesIn(kProblems),
                         [](const auto& instance) { return std::string(instance.param.name); });

struct Adaptive {
  Shape self;
  Shape out;
};

Window WindowOfAdaptive(const Adaptive& problem, int64_t place) {
  const size_t rank = problem.self.size();
  const auto range = [&](size_t d, int64_t i) {
    const int64_t in = problem.self[rank - 2 + d];
    const int64_t windows = problem.out[rank - 2 + d];
    return std::pair(i * in / windows, ((i + 1) * in + windows - 1) / windows);
  };
  const int64_t columns = problem.out[rank - 1];
  const int64_t plane = problem.out[rank - 2] * columns;
  const auto [top, bottom] = range(0, place % plane / columns);
  const auto [left, right] = range(1, place % columns);
  Window window;
  for (int64_t y = top; y < bottom; ++y) {
    for (int64_t x = left; x < right; ++x) {
      window.elements.push_back(
          static_cast<size_t>((place / plane * problem.self[rank - 2] + y) * problem.self[rank - 1] + x));
    }
  }
  window.divisor = static_cast<double>((bottom - top) * (right - left));
  return window;
}

TEST(AdaptiveAvgPool2d, EveryTypeAndLayout) {
  Random random(11);
  const auto trace = TraceSeed(random);
  for (const Adaptive& problem :
       {Adaptive{{2, 9, 7, 10}, {2, 9, 3, 4}}, Adaptive{{3, 5, 6}, {3, 8, 13}},
        Adaptive{{2, 20, 7, 7}, {2, 20, 1, 1}}, Adaptive{{1, 3, 90, 70}, {1, 3, 7, 70}},
        Adaptive{{2, 3, 5, 5}, {2, 3, 0, 2}}, Adaptive{{0, 3, 5, 5}, {0, 3, 2, 2}}}) {
    const WindowOf windowOf = [&](int64_t place) { return WindowOfAdaptive(problem, place); };
    const size_t rank = problem.self.size();
    const IntArray size2({problem.out[rank - 2], problem.out[rank - 1]});
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      const Array self = random.Normal(problem.self, dtype, 0, 1);
      pools::ExpectMapped(
          self, Average(self, problem.out, windowOf), dtype,
          [&](const aclTensor* in, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
            return aclnnAdaptiveAvgPool2dGetWorkspaceSize(in, size2.Get(), out, size, executor);
          },
          aclnnAdaptiveAvgPool2d);
      const Array gradOutput = random.Normal(problem.out, dtype, 0, 1);
      const Descriptor model(problem.self, dtype);
      pools::ExpectMapped(
          gradOutput, Spread(gradOutput, problem.self, windowOf), dtype,
          [&](const aclTensor* in, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
            return aclnnAdaptiveAvgPool2dBackwardGetWorkspaceSize(in, model.Get(), out, size, executor);
          },
          aclnnAdaptiveAvgPool2dBackward);
    }
  }
}

class AvgPool2dChecks : public PhaseOneTest {
 protected:
  struct Call4 {
    Shape kernel{2};
    Shape stride{2};
    Shape padding{0};
    int8_t cubeMathType = 0;
  };
  aclnnStatus Plan(const Shape& selfShape, const Shape& outShape, const Call4& attributes,
                   aclDataType dtype = ACL_FLOAT, aclDataType outDtype = ACL_FLOAT) {
    const Descriptor self(selfShape, dtype);
    const Descriptor out(outShape, outDtype);
    const IntArray kernel(attributes.kernel);
    const IntArray stride(attributes.stride);
    const IntArray padding(attributes.padding);
    return Call("aclnnAvgPool2d", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAvgPool2dGetWorkspaceSize(self.Get(), kernel.Get(), stride.Get(), padding.Get(), false,
                                            true, 0, attributes.cubeMathType, out.Get(), size, executor);
    });
  }
  aclnnStatus Gradient(const Shape& gradShape, const Shape& selfShape, const Shape& resultShape,
                       aclDataType selfDtype = ACL_FLOAT) {
    const Descriptor gradOutput(gradShape);
    const Descriptor self(selfShape, selfDtype);
    const Descriptor gradInput(resultShape);
    const IntArray two({2});
    const IntArray none({0});
    return Call("aclnnAvgPool2dBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAvgPool2dBackwardGetWorkspaceSize(gradOutput.Get(), self.Get(), two.Get(), two.Get(),
                                                    none.Get(), false, true, 0, 0, gradInput.Get(), size,
                                                    executor);
    });
  }
  aclnnStatus PlanAdaptive(const Shape& selfShape, const Shape& outShape, const Shape& outputSize) {
    const Descriptor self(selfShape);
    const Descriptor out(outShape);
    const IntArray sizes(outputSize);
    return Call("aclnnAdaptiveAvgPool2d", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAdaptiveAvgPool2dGetWorkspaceSize(self.Get(), sizes.Get(), out.Get(), size, executor);
    });
  }
};

TEST_F(AvgPool2dChecks, Statuses) {
  const Shape self{1, 2, 4, 4};
  const Shape out{1, 2, 2, 2};
  EXPECT_EQ(Plan(self, out, {}), ACL_SUCCESS);
  EXPECT_EQ(Plan(self, {1, 2, 2, 3}, {}), kInvalid);
  ExpectMessage({"out", "[1, 2, 2, 2]"});
  EXPECT_EQ(Plan(self, out, {{2}, {2}, {2}}), kInvalid);
  ExpectMessage({"paddings", "half of kernelSize"});
  EXPECT_EQ(Plan(self, out, {{}, {2}, {0}}), kInvalid);
  ExpectMessage({"kernelSize"});
  EXPECT_EQ(Plan(self, out, {{2}, {0}, {0}}), kInvalid);
  ExpectMessage({"strides"});
  EXPECT_EQ(Plan(self, out, {{2}, {2}, {0}, 4}), kInvalid);
  ExpectMessage({"cubeMathType", "4"});
  EXPECT_EQ(Plan({4, 4}, {2, 2}, {}), kInvalid);
  ExpectMessage({"self", "3 or 4 dims"});
  EXPECT_EQ(Plan({1, 1, 1 << 24}, {1, 0, 1 << 23}, {{1, 2}, {1, 2}, {0}}), kInvalid);
  ExpectMessage({"self", "2^24"});
  EXPECT_EQ(Plan({1, 1, 1 << 20}, {1, 1, 1 << 19}, {{1, 1 << 19}, {1}, {0}}), kInvalid);
  ExpectMessage({"self", "2^26"});
  EXPECT_EQ(Plan(self, out, {}, ACL_INT32, ACL_INT32), kInvalid);
  ExpectMessage({"self", "INT32"});
  EXPECT_EQ(Plan(self, out, {}, ACL_FLOAT, ACL_FLOAT16), kInvalid);
  ExpectMessage({"out", "FLOAT16"});
  EXPECT_EQ(Call("aclnnAvgPool2d",
                 [](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnAvgPool2dGetWorkspaceSize(nullptr, nullptr, nullptr, nullptr, false, true, 0,
                                                         0, nullptr, size, executor);
                 }),
            kNullptr);
  ExpectMessage({"self"});
}

TEST_F(AvgPool2dChecks, Gradients) {
  EXPECT_EQ(Gradient({1, 2, 2, 2}, {1, 2, 4, 4}, {1, 2, 4, 4}), ACL_SUCCESS);
  EXPECT_EQ(Gradient({1, 2, 2, 3}, {1, 2, 4, 4}, {1, 2, 4, 4}), kInvalid);
  ExpectMessage({"gradOutput", "[1, 2, 2, 2]"});
  EXPECT_EQ(Gradient({1, 2, 2, 2}, {1, 2, 4, 4}, {1, 2, 4, 5}), kInvalid);
  ExpectMessage({"gradInput", "[1, 2, 4, 5]"});
  EXPECT_EQ(Gradient({1, 2, 2, 2}, {1, 2, 4, 4}, {1, 2, 4, 4}, ACL_FLOAT16), kInvalid);
  ExpectMessage({"self", "FLOAT16"});
}

TEST_F(AvgPool2dChecks, Adaptive) {
  EXPECT_EQ(PlanAdaptive({1, 2, 4, 4}, {1, 2, 2, 3}, {2, 3}), ACL_SUCCESS);
  EXPECT_EQ(PlanAdaptive({1, 2, 4, 4}, {1, 2, 2, 2}, {2}), ACL_SUCCESS);
  EXPECT_EQ(PlanAdaptive({1, 2, 4, 4}, {1, 2, 2, 3}, {2, 2}), kInvalid);
  ExpectMessage({"out", "outputSize"});
  EXPECT_EQ(PlanAdaptive({1, 2, 4, 4}, {1, 2, 2, 3}, {2, 3, 4}), kInvalid);
  ExpectMessage({"outputSize", "1 or 2 values"});
  EXPECT_EQ(PlanAdaptive({1, 2, 0, 4}, {1, 2, 2, 3}, {2, 3}), kInvalid);
  ExpectMessage({"self", "greater than 0"});
  EXPECT_EQ(PlanAdaptive({4, 4}, {2, 3}, {2, 3}), kInvalid);
  ExpectMessage({"self", "3 or 4 dims"});
  EXPECT_EQ(PlanAdaptive({1, 2, 4, 4}, {1, 3, 2, 3}, {2, 3}), kInvalid);
  ExpectMessage({"out", "[1, 3, 2, 3]"});
}

}  // namespace
}  // namespace openaclnn::testing
