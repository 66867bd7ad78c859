// SPDX-License-Identifier: Apache-2.0
//
// Resizing and its gradients against oracles that weigh place by place along one axis after the other, over
// sizes, scales, types and layouts; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_upsample_bicubic2d_aa.h"
#include "aclnnop/aclnn_upsample_bicubic2d_aa_grad.h"
#include "aclnnop/aclnn_upsample_bicubic_2d.h"
#include "aclnnop/aclnn_upsample_bicubic_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear2d_aa.h"
#include "aclnnop/aclnn_upsample_bilinear2d_aa_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward_v2.h"
#include "aclnnop/aclnn_upsample_linear_1d.h"
#include "aclnnop/aclnn_upsample_linear_1d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_1d.h"
#include "aclnnop/aclnn_upsample_nearest_1d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_1d_v2.h"
#include "aclnnop/aclnn_upsample_nearest_2d.h"
#include "aclnnop/aclnn_upsample_nearest_2d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_2d_v2.h"
#include "aclnnop/aclnn_upsample_nearest_3d.h"
#include "aclnnop/aclnn_upsample_nearest_3d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_exact1d.h"
#include "aclnnop/aclnn_upsample_nearest_exact1d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_exact2d.h"
#include "aclnnop/aclnn_upsample_nearest_exact2d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_exact3d.h"
#include "aclnnop/aclnn_upsample_nearest_exact3d_backward.h"
#include "aclnnop/aclnn_upsample_trilinear_3d.h"
#include "aclnnop/aclnn_upsample_trilinear_3d_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

struct Problem {
  Shape self;  // [N, C, ...]
  Shape size;
  std::array<double, 3> scales{};

  [[nodiscard]] Shape Out() const {
    Shape out{self[0], self[1]};
    out.insert(out.end(), size.begin(), size.end());
    return out;
  }
};

// By spatial dims. Fractions that float32 holds, so that no place depends on the rounding of a position; and
// others.
const std::array<std::vector<Problem>, 3> kProblems{
    std::vector<Problem>{{{2, 3, 6}, {12}},
                         {{2, 9, 8}, {3}},
                         {{1, 20, 7}, {7}},
                         {{3, 2, 5}, {1}},
                         {{2, 3, 1}, {6}},
                         {{1, 3, 8}, {20}, {2.5}},
                         {{2, 33, 1030}, {2060}},
                         {{2, 17, 12}, {3}, {0.25}},
                         {{3, 0, 4}, {8}},
                         {{1, 2, 4}, {4}, {2}}},
    std::vector<Problem>{{{2, 3, 4, 6}, {8, 12}},
                         {{2, 9, 8, 6}, {4, 3}},
                         {{1, 20, 5, 7}, {5, 14}},
                         {{2, 3, 3, 4}, {12, 1}},
                         {{1, 2, 1, 5}, {4, 5}},
                         {{1, 3, 6, 8}, {9, 20}, {1.5, 2.5}},
                         {{1, 2, 7, 9}, {16, 11}},
                         {{1, 1, 40, 1030}, {20, 2060}},
                         {{2, 17, 6, 6}, {3, 3}, {0.5, 0.25}},
                         {{0, 3, 4, 4}, {8, 8}},
                         {{1, 33, 9, 5}, {27, 25}},
                         {{1, 2, 4, 4}, {4, 4}, {2, 2}}},
    std::vector<Problem>{{{2, 3, 3, 4, 6}, {6, 8, 12}},
                         {{2, 9, 4, 8, 6}, {2, 4, 3}},
                         {{1, 20, 5, 5, 7}, {7, 5, 14}},
                         {{2, 3, 1, 3, 4}, {4, 12, 1}},
                         {{1, 2, 5, 1, 5}, {1, 4, 5}},
                         {{1, 3, 2, 6, 8}, {4, 9, 20}, {2, 1.5, 2.5}},
                         {{1, 2, 3, 40, 130}, {5, 20, 260}},
                         {{2, 17, 4, 6, 6}, {3, 3, 3}, {0.75, 0.5, 0.25}},
                         {{0, 3, 2, 4, 4}, {2, 8, 8}},
                         {{2, 2, 4, 4, 4}, {4, 4, 4}}},
};

enum class Kind { kNearest, kExact, kLinear, kCubic, kLinearWide, kCubicWide };

// How much of each place of the input a place of the output takes.
using Weights = std::vector<std::pair<int64_t, double>>;

// The two kinds of nearest places: by the arithmetic that their headers state.
Weights NearestOf(Kind kind, int64_t from, int64_t to, double times, int64_t i) {
  const float scale =
      times > 0 ? static_cast<float>(1 / times) : static_cast<float>(from) / static_cast<float>(to);
  if (kind == Kind::kNearest && from == to) {
    return {{i, 1}};
  }
  const float at = (static_cast<float>(i) + (kind == Kind::kExact ? 0.5F : 0.0F)) * scale;
  return {{std::min(static_cast<int64_t>(std::floor(at)), from - 1), 1}};
}

// Of cubic convolution at a distance.
double Cubic(double x, double a) {
  x = std::fabs(x);
  if (x >= 2) {
    return 0;
  }
  return x < 1 ? (a + 2) * x * x * x - (a + 3) * x * x + 1 : a * (x * x * x - 5 * x * x + 8 * x - 4);
}

Weights WideOf(Kind kind, int64_t from, double scale, int64_t i) {
  const double centre = scale * (static_cast<double>(i) + 0.5);
  const double stretch = std::fmax(scale, 1);
  const double support = (kind == Kind::kCubicWide ? 2 : 1) * stretch;
  Weights weights;
  double total = 0;
  for (int64_t place = 0; place < from; ++place) {
    const double distance = (static_cast<double>(place) - centre + 0.5) / stretch;
    const bool inside = static_cast<double>(place) >= std::floor(std::fmax(0, centre - support + 0.5)) &&
                        static_cast<double>(place) < std::floor(centre + support + 0.5);
    const double weight =
        kind == Kind::kCubicWide ? Cubic(distance, -0.5) : std::fmax(0, 1 - std::fabs(distance));
    if (inside) {
      weights.emplace_back(place, weight);
      total += weight;
    }
  }
  for (auto& [place, weight] : weights) {
    weight = total == 0 ? weight : weight / total;
  }
  return weights;
}

Weights WeightsOf(Kind kind, int64_t from, int64_t to, double times, bool alignCorners, int64_t i) {
  if (kind == Kind::kNearest || kind == Kind::kExact) {
    return NearestOf(kind, from, to, times, i);
  }
  const auto number = static_cast<double>(i);
  double scale = times > 0 ? 1 / times : static_cast<double>(from) / static_cast<double>(to);
  if (alignCorners) {
    scale = to > 1 ? static_cast<double>(from - 1) / static_cast<double>(to - 1) : 0;
  }
  if (kind == Kind::kLinearWide || kind == Kind::kCubicWide) {
    return WideOf(kind, from, scale, i);
  }
  double at = alignCorners ? number * scale : (number + 0.5) * scale - 0.5;
  if (kind == Kind::kLinear) {
    at = from == to ? number : std::fmax(0, at);
    const auto first = std::min(static_cast<int64_t>(at), from - 1);
    const double weight = std::clamp(at - static_cast<double>(first), 0.0, 1.0);
    return {{first, 1 - weight}, {std::min(first + 1, from - 1), weight}};
  }
  const auto first = std::min(static_cast<int64_t>(std::floor(at)), from - 1);
  const double t = std::clamp(at - static_cast<double>(first), 0.0, 1.0);
  Weights weights;
  for (int64_t k = -1; k <= 2; ++k) {
    weights.emplace_back(std::clamp(first + k, int64_t{0}, from - 1),
                         Cubic(static_cast<double>(k) - t, -0.75));
  }
  return weights;
}

struct Result {
  Array values;
  Array magnitudes;
};

// Resizes dim `dim`, by a place's weights.
Result Along(const Result& from, size_t dim, int64_t to, bool backward,
             const std::function<Weights(int64_t)>& weightsOf) {
  Shape shape = from.values.shape;
  const int64_t extent = shape[dim];
  shape[dim] = to;
  int64_t inner = 1;
  for (size_t d = dim + 1; d < shape.size(); ++d) {
    inner *= shape[d];
  }
  Result result{Full(shape, 0), Full(shape, 0)};
  const auto outer = static_cast<int64_t>(result.values.values.size()) / std::max<int64_t>(1, to * inner);
  for (int64_t i = 0; i < (backward ? extent : to); ++i) {
    for (const auto& [place, weight] : weightsOf(i)) {
      const int64_t source = backward ? i : place;
      const int64_t target = backward ? place : i;
      for (int64_t o = 0; o < outer; ++o) {
        for (int64_t k = 0; k < inner; ++k) {
          const auto a = static_cast<size_t>((o * extent + source) * inner + k);
          const auto b = static_cast<size_t>((o * to + target) * inner + k);
          result.values.values[b] += weight * from.values.values[a];
          result.magnitudes.values[b] += from.magnitudes.values[a];
        }
      }
    }
  }
  return result;
}

Result Apply(Kind kind, const Problem& problem, bool alignCorners, bool backward, const Array& input) {
  Result result{input, input};
  for (double& value : result.magnitudes.values) {
    value = std::fabs(value);
  }
  for (size_t d = 0; d < problem.size.size(); ++d) {
    const int64_t from = problem.self[2 + d];
    const int64_t to = problem.size[d];
    result = Along(result, 2 + d, backward ? from : to, backward,
                   [&](int64_t i) { return WeightsOf(kind, from, to, problem.scales[d], alignCorners, i); });
  }
  return result;
}

// What phase one of any of these operators may be given.
struct Given {
  const aclTensor* in;
  const aclIntArray* size;
  const aclIntArray* from;  // the shape of the input, of gradients
  bool align;
  std::array<double, 3> scales;
  aclTensor* out;
  uint64_t* bytes;
  aclOpExecutor** executor;
};

struct Operation {
  const char* name;
  Kind kind;
  size_t spatial;
  bool backward;
  bool aligns;
  bool scales;
  std::vector<aclDataType> dtypes;
  aclnnStatus (*phaseOne)(const Given&);
  PhaseTwo phaseTwo;
};

#define OPERATION(name, kind, spatial, backward, aligns, scales, dtypes, ...)                    \
  {                                                                                              \
#name, Kind::kind, spatial, backward, aligns, scales, dtypes,                                  \
        [](const Given& x) {                                                                       \
          return aclnnUpsample##name##GetWorkspaceSize(x.in, x.size, __VA_ARGS__, x.bytes, x.executor); \
        },                                                                                         \
        aclnnUpsample##name \
  }

const std::vector<aclDataType> kFloats{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
const std::vector<aclDataType> kFloatsByte{ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_UINT8};
const std::vector<aclDataType> kFloatsDouble{ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};
const std::vector<aclDataType> kAll{ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_UINT8};

// clang-format off
const std::vector<Operation> kOperations{
    OPERATION(Nearest1d, kNearest, 1, false, false, false, kAll, x.out),
    OPERATION(Nearest1dV2, kNearest, 1, false, false, true, kAll, static_cast<float>(x.scales[0]), x.out),
    OPERATION(Nearest1dBackward, kNearest, 1, true, false, true, kFloatsDouble, x.from, x.scales[0], x.out),
    OPERATION(Nearest2d, kNearest, 2, false, false, false, kAll, x.out),
    OPERATION(Nearest2dV2, kNearest, 2, false, false, true, kAll, static_cast<float>(x.scales[0]), static_cast<float>(x.scales[1]), x.out),
    OPERATION(Nearest2dBackward, kNearest, 2, true, false, true, kFloatsDouble, x.from, x.scales[0], x.scales[1], x.out),
    OPERATION(Nearest3d, kNearest, 3, false, false, true, kAll, x.scales[0], x.scales[1], x.scales[2], x.out),
    OPERATION(Nearest3dBackward, kNearest, 3, true, false, true, kFloatsDouble, x.from, x.scales[0], x.scales[1], x.scales[2], x.out),
    OPERATION(NearestExact1d, kExact, 1, false, false, true, kFloatsByte, x.scales[0], x.out),
    OPERATION(NearestExact1dBackward, kExact, 1, true, false, true, kFloats, x.from, x.scales[0], x.out),
    OPERATION(NearestExact2d, kExact, 2, false, false, true, kFloatsByte, x.scales[0], x.scales[1], x.out),
    OPERATION(NearestExact2dBackward, kExact, 2, true, false, true, kFloats, x.from, x.scales[0], x.scales[1], x.out),
    OPERATION(NearestExact3d, kExact, 3, false, false, true, kFloats, x.scales[0], x.scales[1], x.scales[2], x.out),
    OPERATION(NearestExact3dBackward, kExact, 3, true, false, true, kFloats, x.from, x.scales[0], x.scales[1], x.scales[2], x.out),
    OPERATION(Linear1d, kLinear, 1, false, true, true, kFloats, x.align, x.scales[0], x.out),
    OPERATION(Linear1dBackward, kLinear, 1, true, true, true, kFloats, x.from, x.align, x.scales[0], x.out),
    OPERATION(Bilinear2d, kLinear, 2, false, true, true, kFloatsDouble, x.align, x.scales[0], x.scales[1], x.out),
    OPERATION(Bilinear2dBackward, kLinear, 2, true, true, true, kFloatsDouble, x.from, x.align, x.scales[0], x.scales[1], x.out),
    OPERATION(Bilinear2dBackwardV2, kLinear, 2, true, true, true, kFloatsDouble, x.from, x.align, x.scales[0], x.scales[1], x.out),
    OPERATION(Trilinear3d, kLinear, 3, false, true, true, kFloatsDouble, x.align, x.scales[0], x.scales[1], x.scales[2], x.out),
    OPERATION(Trilinear3dBackward, kLinear, 3, true, true, true, kFloatsDouble, x.from, x.align, x.scales[0], x.scales[1], x.scales[2], x.out),
    OPERATION(Bicubic2d, kCubic, 2, false, true, true, kFloats, x.align, x.scales[0], x.scales[1], x.out),
    OPERATION(Bicubic2dBackward, kCubic, 2, true, true, true, kFloats, x.from, x.align, x.scales[0], x.scales[1], x.out),
    OPERATION(Bilinear2dAA, kLinearWide, 2, false, true, true, kFloats, x.align, x.scales[0], x.scales[1], x.out),
    OPERATION(Bilinear2dAABackward, kLinearWide, 2, true, true, true, kFloats, x.from, x.align, x.scales[0], x.scales[1], x.out),
    OPERATION(Bicubic2dAA, kCubicWide, 2, false, true, true, kFloats, x.align, x.scales[0], x.scales[1], x.out),
    OPERATION(Bicubic2dAAGrad, kCubicWide, 2, true, true, true, kFloats, x.from, x.align, x.scales[0], x.scales[1], x.out),
};
// clang-format on

class Upsample : public ::testing::TestWithParam<Operation> {
 protected:
  // Positions are float32: their rounding moves a weight by so many last places of the position.
  static double PositionUlps(const Problem& problem) {
    return 8 + 4 * static_cast<double>(*std::max_element(problem.self.begin() + 2, problem.self.end()));
  }

  [[nodiscard]] static aclnnStatus Run(const Problem& problem, bool alignCorners, const aclTensor* in,
                                       aclTensor* out) {
    const Operation& operation = GetParam();
    const IntArray size(problem.size);
    const IntArray from(problem.self);
    return RunTwoPhase(
        [&](uint64_t* bytes, aclOpExecutor** executor) {
          return operation.phaseOne(
              {in, size.Get(), from.Get(), alignCorners, problem.scales, out, bytes, executor});
        },
        operation.phaseTwo);
  }

  void Expect(const Problem& problem, aclDataType dtype, bool alignCorners) {
    const Operation& operation = GetParam();
    const auto trace = TraceSeed(random_);
    const bool copied =
        !operation.backward && (operation.kind == Kind::kNearest || operation.kind == Kind::kExact);
    const Shape shape = operation.backward ? problem.Out() : problem.self;
    const Array input = copied ? random_.Integers(shape, dtype, 0, 200) : random_.Normal(shape, dtype, 0, 1);
    const Result expected = Apply(operation.kind, problem, alignCorners, operation.backward, input);
    const Tolerance tolerance =
        copied ? Tolerance::Exact(dtype) : Tolerance::For(dtype, expected.magnitudes, PositionUlps(problem));
    ExpectInEachLayout(expected.values, tolerance, [&](const Layout& layout, const DeviceTensor& out) {
      const DeviceTensor in(input, dtype, layout);
      return Run(problem, alignCorners, in.Get(), out.Get());
    });
  }

 private:
  Random random_{3};
};

INSTANTIATE_TEST_SUITE_P(Operators, Upsample, ::testing::ValuesIn(kOperations),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(Upsample, ResizesEveryTypeInEachLayout) {
  const Operation& operation = GetParam();
  for (const Problem& problem : kProblems[operation.spatial - 1]) {
    if (problem.scales[0] > 0 && !operation.scales) {
      continue;  // another operator's
    }
    for (const aclDataType dtype : operation.dtypes) {
      SCOPED_TRACE(::testing::PrintToString(problem.self) + " to " + ::testing::PrintToString(problem.size));
      Expect(problem, dtype, false);
      if (operation.aligns) {
        Expect(problem, dtype, true);
      }
    }
  }
}

// [N, ..., C] in that order of dims, which the format says.
TEST_P(Upsample, FormatsWithChannelsLast) {
  const Operation& operation = GetParam();
  if (operation.spatial == 1) {
    return;  // there is no such format of signals
  }
  const Problem& problem = kProblems[operation.spatial - 1].front();
  const aclFormat format = operation.spatial == 2 ? ACL_FORMAT_NHWC : ACL_FORMAT_NDHWC;
  Random random(5);
  const Shape shape = operation.backward ? problem.Out() : problem.self;
  const Array input = random.Integers(shape, ACL_FLOAT, 0, 50);
  const Array expected = Apply(operation.kind, problem, false, operation.backward, input).values;
  const auto lastOf = [](const Array& array) {
    Array last{array.shape, std::vector<double>(array.values.size())};
    std::rotate(last.shape.begin() + 1, last.shape.begin() + 2, last.shape.end());
    const auto channels = static_cast<size_t>(array.shape[1]);
    const size_t places = array.values.size() / static_cast<size_t>(array.shape[0]) / channels;
    for (size_t i = 0; i < array.values.size(); ++i) {
      const size_t sample = i / places / channels;
      last.values[(sample * places + i % places) * channels + i / places % channels] = array.values[i];
    }
    return last;
  };
  const DeviceTensor in(lastOf(input), ACL_FLOAT, Layout::Contiguous(), format);
  const Array wanted = lastOf(expected);
  const DeviceTensor out = DeviceTensor::Output(wanted.shape, ACL_FLOAT, Layout::Contiguous(), format);
  Problem given = problem;
  if (operation.backward) {
    std::rotate(given.self.begin() + 1, given.self.begin() + 2, given.self.end());
  }
  ASSERT_EQ(Run(given, false, in.Get(), out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_TRUE(Near(out.Read(), wanted, Tolerance::For(ACL_FLOAT, Full(wanted.shape, 50 * 16 * 8))));
}

// An infinity stays where it is taken alone, and does not reach other places.
TEST_P(Upsample, InfinitiesStay) {
  const Operation& operation = GetParam();
  if (operation.backward || operation.kind != Kind::kLinear) {
    return;
  }
  Problem problem;
  problem.self = {1, 1};
  for (size_t d = 0; d < operation.spatial; ++d) {
    problem.self.push_back(4);
    problem.size.push_back(4);
  }
  Array input = Full(problem.self, 1);
  input.values.back() = INFINITY;
  const DeviceTensor in(input, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output(problem.Out(), ACL_FLOAT);
  ASSERT_EQ(Run(problem, false, in.Get(), out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read().values.front(), 1);
}

class UpsampleStatus : public PhaseOneTest, public ::testing::WithParamInterface<Operation> {
 protected:
  aclnnStatus Try(const aclTensor* in, const aclIntArray* size, const aclIntArray* from, aclTensor* out) {
    return Call(GetParam().name, [&](uint64_t* bytes, aclOpExecutor** executor) {
      return GetParam().phaseOne({in, size, from, false, {}, out, bytes, executor});
    });
  }
  [[nodiscard]] static Shape With(const Shape& front, const Shape& size) {
    Shape shape = front;
    shape.insert(shape.end(), size.begin(), size.end());
    return shape;
  }

  const size_t spatial_ = GetParam().spatial;
  const Shape small_ = Shape(spatial_, 4);
  const Shape large_ = Shape(spatial_, 8);
  const Shape input_ = With({1, 2}, GetParam().backward ? large_ : small_);
  const Shape output_ = With({1, 2}, GetParam().backward ? small_ : large_);
  const Descriptor in_{input_};
  const Descriptor out_{output_};
  const IntArray size_{large_};
  const IntArray from_{With({1, 2}, small_)};
};

INSTANTIATE_TEST_SUITE_P(Operators, UpsampleStatus, ::testing::ValuesIn(kOperations),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(UpsampleStatus, NullArguments) {
  EXPECT_EQ(Try(in_.Get(), size_.Get(), from_.Get(), out_.Get()), ACL_SUCCESS);
  EXPECT_EQ(Try(nullptr, size_.Get(), from_.Get(), out_.Get()), kNullptr);
  EXPECT_EQ(Try(in_.Get(), nullptr, from_.Get(), out_.Get()), kNullptr);
  ExpectMessage({"outputSize"});
  EXPECT_EQ(Try(in_.Get(), size_.Get(), from_.Get(), nullptr), kNullptr);
  if (GetParam().backward) {
    EXPECT_EQ(Try(in_.Get(), size_.Get(), nullptr, out_.Get()), kNullptr);
    ExpectMessage({"inputSize"});
  }
}

TEST_P(UpsampleStatus, TypesAndShapes) {
  const Descriptor integers(input_, ACL_INT32);
  const Descriptor integersOut(output_, ACL_INT32);
  EXPECT_EQ(Try(integers.Get(), size_.Get(), from_.Get(), integersOut.Get()), kInvalid);
  ExpectMessage({"INT32"});
  const Descriptor half(output_, ACL_FLOAT16);
  EXPECT_EQ(Try(in_.Get(), size_.Get(), from_.Get(), half.Get()), kInvalid);
  ExpectMessage({"FLOAT16"});
  const Descriptor wrong(With({1, 3}, Shape(spatial_, 5)));
  EXPECT_EQ(Try(in_.Get(), size_.Get(), from_.Get(), wrong.Get()), kInvalid);
  ExpectMessage({"[1, 3, 5"});
  EXPECT_EQ(Try(wrong.Get(), size_.Get(), from_.Get(), out_.Get()), kInvalid);
  const IntArray many(Shape(spatial_ + 1, 8));
  EXPECT_EQ(Try(in_.Get(), many.Get(), from_.Get(), out_.Get()), kInvalid);
  ExpectMessage({"outputSize"});
  const IntArray none(Shape(spatial_, 0));
  EXPECT_EQ(Try(in_.Get(), none.Get(), from_.Get(), out_.Get()), kInvalid);
  ExpectMessage({"outputSize", "from 1"});
  if (GetParam().backward) {
    EXPECT_EQ(Try(in_.Get(), size_.Get(), size_.Get(), out_.Get()), kInvalid);
    ExpectMessage({"inputSize"});
  } else {
    const Descriptor flat(Shape(spatial_ + 1, 4));
    EXPECT_EQ(Try(flat.Get(), size_.Get(), from_.Get(), out_.Get()), kInvalid);
    const Descriptor empty(With({1, 2}, Shape(spatial_, 0)));
    EXPECT_EQ(Try(empty.Get(), size_.Get(), from_.Get(), out_.Get()), kInvalid);
    ExpectMessage({"from 1"});
  }
}

}  // namespace
}  // namespace openaclnn::testing
