// SPDX-License-Identifier: Apache-2.0
//
// Resizing and its gradients against oracles that weigh place by place, over sizes, scales, types and
// layouts; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"
#include "aclnnop/aclnn_upsample_nearest_2d.h"
#include "aclnnop/aclnn_upsample_nearest_2d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_2d_v2.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

struct Problem {
  Shape self;  // [N, C, H, W]
  int64_t height;
  int64_t width;
  double scalesH = 0;
  double scalesW = 0;

  [[nodiscard]] Shape Out() const { return {self[0], self[1], height, width}; }
};

// Fractions that float32 holds, so that no place depends on the rounding of a position; and others.
const std::vector<Problem> kProblems{
    {{2, 3, 4, 6}, 8, 12},  {{2, 9, 8, 6}, 4, 3},         {{1, 20, 5, 7}, 5, 14},
    {{2, 3, 3, 4}, 12, 1},  {{1, 2, 1, 5}, 4, 5},         {{1, 3, 6, 8}, 9, 20, 1.5, 2.5},
    {{1, 2, 7, 9}, 16, 11}, {{1, 1, 40, 1030}, 20, 2060}, {{2, 17, 6, 6}, 3, 3, 0.5, 0.25},
    {{0, 3, 4, 4}, 8, 8},   {{1, 33, 9, 5}, 27, 25},      {{1, 2, 4, 4}, 4, 4, 2, 2},
};

// How much of each place of the input a place of the output takes.
using Weights = std::vector<std::pair<int64_t, double>>;
using Axis = std::function<Weights(int64_t)>;

Axis Nearest(int64_t from, int64_t to, double times) {
  const double scale = times > 0 ? static_cast<double>(static_cast<float>(1 / times))
                                 : static_cast<double>(static_cast<float>(from) / static_cast<float>(to));
  return [=](int64_t i) {
    const auto place = static_cast<int64_t>(std::floor(static_cast<float>(i) * static_cast<float>(scale)));
    return Weights{{from == to ? i : std::min(place, from - 1), 1}};
  };
}

Axis Bilinear(int64_t from, int64_t to, double times, bool alignCorners) {
  return [=](int64_t i) {
    const auto number = static_cast<double>(i);
    double at = std::fmax(
        0,
        (number + 0.5) * (times > 0 ? 1 / times : static_cast<double>(from) / static_cast<double>(to)) - 0.5);
    if (alignCorners) {
      at = to > 1 ? number * static_cast<double>(from - 1) / static_cast<double>(to - 1) : 0;
    }
    if (from == to) {
      at = number;
    }
    const auto first = std::min(static_cast<int64_t>(at), from - 1);
    const double weight = std::clamp(at - static_cast<double>(first), 0.0, 1.0);
    return Weights{{first, 1 - weight}, {std::min(first + 1, from - 1), weight}};
  };
}

struct Result {
  Array values;
  Array magnitudes;
};

// Calls visit(place of the output, place of the input, weight).
void ForEachWeight(const Problem& problem, const Axis& vertical, const Axis& horizontal,
                   const std::function<void(size_t, size_t, double)>& visit) {
  const int64_t rows = problem.self[2];
  const int64_t columns = problem.self[3];
  const int64_t plane = problem.height * problem.width;
  for (int64_t i = 0; i < problem.self[0] * problem.self[1] * plane; ++i) {
    for (const auto& [y, byY] : vertical(i % plane / problem.width)) {
      for (const auto& [x, byX] : horizontal(i % problem.width)) {
        visit(static_cast<size_t>(i), static_cast<size_t>((i / plane * rows + y) * columns + x), byY * byX);
      }
    }
  }
}

Result Apply(const Problem& problem, const Axis& vertical, const Axis& horizontal, const Array& from,
             bool backward) {
  const Shape shape = backward ? problem.self : problem.Out();
  Result result{Full(shape, 0), Full(shape, 0)};
  ForEachWeight(problem, vertical, horizontal, [&](size_t out, size_t in, double weight) {
    const size_t to = backward ? in : out;
    const double term = from.values[backward ? out : in] * weight;
    result.values.values[to] += term;
    result.magnitudes.values[to] += std::fabs(from.values[backward ? out : in]);
  });
  return result;
}

// Positions are float32: their rounding moves a weight by so many last places of the position.
double PositionUlps(const Problem& problem) {
  return 8 + 4 * static_cast<double>(std::max(problem.self[2], problem.self[3]));
}

using Run = std::function<aclnnStatus(const aclTensor*, aclTensor*, uint64_t*, aclOpExecutor**)>;

void ExpectResult(const Array& input, const Result& expected, const Tolerance& tolerance, const Run& phaseOne,
                  PhaseTwo phaseTwo) {
  ExpectInEachLayout(expected.values, tolerance, [&](const Layout& layout, const DeviceTensor& out) {
    const DeviceTensor in(input, tolerance.dtype, layout);
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return phaseOne(in.Get(), out.Get(), size, executor);
        },
        phaseTwo);
  });
}

class Upsample : public ::testing::TestWithParam<Problem> {
 protected:
  Random random_{3};
  IntArray outputSize_{{GetParam().height, GetParam().width}};
  IntArray inputSize_{GetParam().self};
};

TEST_P(Upsample, Nearest) {
  const Problem& problem = GetParam();
  const Axis vertical = Nearest(problem.self[2], problem.height, problem.scalesH);
  const Axis horizontal = Nearest(problem.self[3], problem.width, problem.scalesW);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_UINT8}) {
    const auto trace = TraceSeed(random_);
    const Array self = random_.Integers(problem.self, dtype, 0, 200);
    const Result expected = Apply(problem, vertical, horizontal, self, false);
    ExpectResult(
        self, expected, Tolerance::Exact(dtype),
        [&](const aclTensor* in, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
          return aclnnUpsampleNearest2dV2GetWorkspaceSize(
              in, outputSize_.Get(), static_cast<float>(problem.scalesH), static_cast<float>(problem.scalesW),
              out, size, executor);
        },
        aclnnUpsampleNearest2dV2);
    if (problem.scalesH == 0) {
      ExpectResult(
          self, expected, Tolerance::Exact(dtype),
          [&](const aclTensor* in, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
            return aclnnUpsampleNearest2dGetWorkspaceSize(in, outputSize_.Get(), out, size, executor);
          },
          aclnnUpsampleNearest2d);
    }
  }
}

TEST_P(Upsample, NearestBackward) {
  const Problem& problem = GetParam();
  const Axis vertical = Nearest(problem.self[2], problem.height, problem.scalesH);
  const Axis horizontal = Nearest(problem.self[3], problem.width, problem.scalesW);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    const Array gradOut = random_.Normal(problem.Out(), dtype, 0, 1);
    const Result expected = Apply(problem, vertical, horizontal, gradOut, true);
    ExpectResult(
        gradOut, expected, Tolerance::For(dtype, expected.magnitudes),
        [&](const aclTensor* in, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
          return aclnnUpsampleNearest2dBackwardGetWorkspaceSize(
              in, outputSize_.Get(), inputSize_.Get(), problem.scalesH, problem.scalesW, out, size, executor);
        },
        aclnnUpsampleNearest2dBackward);
  }
}

TEST_P(Upsample, Bilinear) {
  const Problem& problem = GetParam();
  for (const bool alignCorners : {false, true}) {
    const Axis vertical = Bilinear(problem.self[2], problem.height, problem.scalesH, alignCorners);
    const Axis horizontal = Bilinear(problem.self[3], problem.width, problem.scalesW, alignCorners);
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      const auto trace = TraceSeed(random_);
      const Array self = random_.Normal(problem.self, dtype, 0, 1);
      const Result expected = Apply(problem, vertical, horizontal, self, false);
      ExpectResult(
          self, expected, Tolerance::For(dtype, expected.magnitudes, PositionUlps(problem)),
          [&](const aclTensor* in, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
            return aclnnUpsampleBilinear2dGetWorkspaceSize(
                in, outputSize_.Get(), alignCorners, problem.scalesH, problem.scalesW, out, size, executor);
          },
          aclnnUpsampleBilinear2d);
      const Array gradOut = random_.Normal(problem.Out(), dtype, 0, 1);
      const Result gradient = Apply(problem, vertical, horizontal, gradOut, true);
      ExpectResult(
          gradOut, gradient, Tolerance::For(dtype, gradient.magnitudes, PositionUlps(problem)),
          [&](const aclTensor* in, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
            return aclnnUpsampleBilinear2dBackwardGetWorkspaceSize(in, outputSize_.Get(), inputSize_.Get(),
                                                                   alignCorners, problem.scalesH,
                                                                   problem.scalesW, out, size, executor);
          },
          aclnnUpsampleBilinear2dBackward);
      ExpectResult(
          gradOut, gradient, Tolerance::For(dtype, gradient.magnitudes, PositionUlps(problem)),
          [&](const aclTensor* in, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
            return aclnnUpsampleBilinear2dBackwardV2GetWorkspaceSize(in, outputSize_.Get(), inputSize_.Get(),
                                                                     alignCorners, problem.scalesH,
                                                                     problem.scalesW, out, size, executor);
          },
          aclnnUpsampleBilinear2dBackwardV2);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, Upsample, ::testing::ValuesIn(kProblems), [](const auto& instance) {
  const Problem& problem = instance.param;
  return "Of" + std::to_string(problem.self[2]) + "x" + std::to_string(problem.self[3]) + "To" +
         std::to_string(problem.height) + "x" + std::to_string(problem.width) + "Number" +
         std::to_string(instance.index);
});

class UpsampleChecks : public PhaseOneTest {
 protected:
  Descriptor image{{1, 2, 4, 5}};
  Descriptor large{{1, 2, 8, 10}};
  Descriptor wrong{{1, 2, 8, 9}};
  Descriptor flat{{4, 5}};
  Descriptor half{{1, 2, 8, 10}, ACL_FLOAT16};
  Descriptor integers{{1, 2, 4, 5}, ACL_INT32};
  IntArray size{{8, 10}};
  IntArray input{{1, 2, 4, 5}};

  aclnnStatus Nearest(const aclTensor* self, const aclIntArray* outputSize, aclTensor* out) {
    return Call("aclnnUpsampleNearest2d", [&](uint64_t* bytes, aclOpExecutor** executor) {
      return aclnnUpsampleNearest2dGetWorkspaceSize(self, outputSize, out, bytes, executor);
    });
  }
  aclnnStatus Bilinear(const aclTensor* self, const aclIntArray* outputSize, aclTensor* out) {
    return Call("aclnnUpsampleBilinear2d", [&](uint64_t* bytes, aclOpExecutor** executor) {
      return aclnnUpsampleBilinear2dGetWorkspaceSize(self, outputSize, false, 0, 0, out, bytes, executor);
    });
  }
  aclnnStatus Backward(const aclTensor* gradOut, const aclIntArray* outputSize, const aclIntArray* inputSize,
                       aclTensor* gradInput) {
    return Call("aclnnUpsampleNearest2dBackward", [&](uint64_t* bytes, aclOpExecutor** executor) {
      return aclnnUpsampleNearest2dBackwardGetWorkspaceSize(gradOut, outputSize, inputSize, -1, -1, gradInput,
                                                            bytes, executor);
    });
  }
};

TEST_F(UpsampleChecks, Forward) {
  EXPECT_EQ(Nearest(image.Get(), size.Get(), large.Get()), ACL_SUCCESS);
  EXPECT_EQ(Bilinear(image.Get(), size.Get(), large.Get()), ACL_SUCCESS);
  EXPECT_EQ(Nearest(nullptr, size.Get(), large.Get()), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(Nearest(image.Get(), nullptr, large.Get()), kNullptr);
  ExpectMessage({"outputSize"});
  EXPECT_EQ(Nearest(image.Get(), size.Get(), nullptr), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(Nearest(integers.Get(), size.Get(), integers.Get()), kInvalid);
  ExpectMessage({"self", "INT32"});
  EXPECT_EQ(Nearest(image.Get(), size.Get(), half.Get()), kInvalid);
  ExpectMessage({"out", "FLOAT16"});
  EXPECT_EQ(Nearest(image.Get(), input.Get(), large.Get()), kInvalid);
  ExpectMessage({"outputSize", "2 values"});
  EXPECT_EQ(Nearest(image.Get(), IntArray({0, 10}).Get(), large.Get()), kInvalid);
  ExpectMessage({"outputSize", "[0, 10]"});
  EXPECT_EQ(Nearest(flat.Get(), size.Get(), large.Get()), kInvalid);
  ExpectMessage({"self", "4"});
  EXPECT_EQ(Nearest(image.Get(), size.Get(), wrong.Get()), kInvalid);
  ExpectMessage({"out", "[1, 2, 8, 10]", "[1, 2, 8, 9]"});
  EXPECT_EQ(Nearest(Descriptor({1, 2, 0, 5}).Get(), size.Get(), large.Get()), kInvalid);
  ExpectMessage({"self", "from 1"});
}

TEST_F(UpsampleChecks, Backward) {
  EXPECT_EQ(Backward(large.Get(), size.Get(), input.Get(), image.Get()), ACL_SUCCESS);
  EXPECT_EQ(Backward(nullptr, size.Get(), input.Get(), image.Get()), kNullptr);
  ExpectMessage({"gradOut"});
  EXPECT_EQ(Backward(large.Get(), size.Get(), nullptr, image.Get()), kNullptr);
  ExpectMessage({"inputSize"});
  EXPECT_EQ(Backward(large.Get(), size.Get(), size.Get(), image.Get()), kInvalid);
  ExpectMessage({"inputSize", "4 values"});
  EXPECT_EQ(Backward(wrong.Get(), size.Get(), input.Get(), image.Get()), kInvalid);
  ExpectMessage({"gradOut", "[1, 2, 8, 9]"});
  EXPECT_EQ(Backward(large.Get(), size.Get(), input.Get(), large.Get()), kInvalid);
  ExpectMessage({"gradInput", "[1, 2, 4, 5]"});
  EXPECT_EQ(Backward(half.Get(), size.Get(), input.Get(), image.Get()), kInvalid);
  ExpectMessage({"gradInput", "FLOAT"});
}

}  // namespace
}  // namespace openaclnn::testing
