// SPDX-License-Identifier: Apache-2.0
//
// Convolutions and their gradients against an oracle that goes through every pair of input and output element
// in float64, over dimensions, attributes, types and layouts; and the statuses.
#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_convolution.h"
#include "aclnnop/aclnn_convolution_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/simd_targets.h"

namespace openaclnn::testing {
namespace {

struct Problem {
  const char* name;
  Shape input;   // [N, C, spatial]
  Shape weight;  // as the operator takes it
  std::vector<int64_t> stride;
  std::vector<int64_t> padding;
  std::vector<int64_t> dilation;
  int64_t groups = 1;
  bool transposed = false;
  std::vector<int64_t> outputPadding{0, 0, 0};
};

const std::vector<Problem> kProblems{
    {"line", {2, 3, 17}, {4, 3, 3}, {1}, {1}, {1}},
    {"line_strided_dilated", {2, 4, 40}, {6, 2, 5}, {3}, {2}, {2}, 2},
    {"line_transposed", {2, 4, 9}, {4, 3, 5}, {2}, {1}, {1}, 1, true, {1}},
    {"one_tap", {2, 5, 6, 7}, {8, 5, 1, 1}, {1, 1}, {0, 0}, {1, 1}},
    {"same_size", {2, 16, 14, 15}, {20, 16, 3, 3}, {1, 1}, {1, 1}, {1, 1}},
    {"three_channels", {1, 3, 33, 31}, {16, 3, 7, 7}, {2, 2}, {3, 3}, {1, 1}},
    {"patches", {2, 3, 16, 16}, {8, 3, 8, 8}, {8, 8}, {0, 0}, {1, 1}},
    {"depthwise", {2, 6, 12, 20}, {6, 1, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 6},
    {"depthwise_twofold_strided", {1, 5, 11, 12}, {10, 1, 3, 3}, {2, 2}, {1, 1}, {1, 1}, 5},
    {"depthwise_many_channels", {2, 37, 19, 21}, {37, 1, 3, 5}, {2, 1}, {1, 2}, {1, 3}, 37},
    {"depthwise_bands", {1, 16, 64, 47}, {16, 1, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 16},
    {"depthwise_transposed", {2, 18, 7, 6}, {18, 1, 3, 3}, {2, 2}, {1, 1}, {1, 1}, 18, true, {1, 1}},
    {"depthwise_volume", {2, 17, 5, 6, 7}, {17, 1, 3, 2, 3}, {1, 2, 1}, {1, 0, 1}, {1, 1, 2}, 17},
    {"depthwise_line", {3, 20, 31}, {20, 1, 5}, {1}, {4}, {1}, 20},
    {"grouped_dilated", {2, 8, 15, 13}, {12, 2, 3, 2}, {1, 2}, {2, 1}, {2, 3}, 4},
    {"stride_over_kernel", {1, 2, 13, 13}, {3, 2, 2, 2}, {3, 4}, {0, 1}, {1, 1}},
    {"stride_and_dilation_share_a_divisor", {1, 2, 15, 15}, {3, 2, 3, 3}, {4, 2}, {2, 2}, {2, 2}},
    {"padded_on_each_side", {1, 2, 6, 7}, {3, 2, 3, 3}, {1, 1}, {0, 1, 2, 1}, {1, 1}},
    {"wide_padding", {1, 2, 3, 3}, {2, 2, 3, 3}, {1, 1}, {4, 5}, {1, 1}},
    {"transposed", {2, 6, 7, 5}, {6, 4, 3, 3}, {2, 2}, {1, 1}, {1, 1}, 1, true, {1, 0}},
    {"transposed_grouped", {1, 4, 5, 6}, {4, 3, 2, 3}, {1, 2}, {0, 1}, {2, 1}, 2, true, {0, 0}},
    {"volume", {2, 3, 5, 6, 7}, {4, 3, 3, 2, 3}, {1, 2, 1}, {1, 0, 1}, {1, 1, 2}},
    {"volume_transposed",
     {1, 3, 3, 4, 3},
     {3, 2, 2, 3, 2},
     {2, 1, 2},
     {0, 1, 0},
     {1, 1, 1},
     1,
     true,
     {1, 0, 0}},
    {"no_sample", {0, 3, 6, 6}, {4, 3, 3, 3}, {1, 1}, {1, 1}, {1, 1}},
    {"few_numbers_bands", {1, 20, 60, 37}, {15, 20, 3, 3}, {1, 1}, {1, 1}, {1, 1}},
    {"few_numbers_groups", {2, 12, 21, 43}, {15, 4, 3, 5}, {3, 2}, {2, 3}, {2, 1}, 3},
    {"few_numbers_volume", {1, 4, 5, 12, 23}, {6, 2, 3, 3, 2}, {2, 1, 2}, {1, 1, 1}, {1, 2, 1}, 2},
    {"few_numbers_transposed", {2, 8, 9, 12}, {8, 5, 4, 4}, {2, 2}, {1, 1}, {1, 1}, 1, true, {0, 0}},
    {"weight_of_many_samples", {40, 17, 4, 5}, {33, 17, 3, 3}, {1, 1}, {1, 1}, {1, 1}},
    {"weight_in_parts", {4, 20, 30, 31}, {6, 20, 3, 3}, {1, 1}, {1, 2}, {1, 2}},
    {"weight_of_groups", {2, 24, 33, 18}, {50, 12, 3, 2}, {2, 1}, {1, 1}, {1, 1}, 2},
    {"single_places", {5, 6, 1, 1}, {6, 7, 4, 3}, {1, 1}, {0, 0}, {1, 1}, 1, true, {0, 0}},
    {"single_places_groups", {9, 6, 1, 1}, {6, 3, 2, 5}, {3, 2}, {0, 0}, {1, 1}, 3, true, {0, 0}},
    {"single_places_padded", {5, 6, 1, 1}, {6, 7, 4, 3}, {2, 1}, {1, 0}, {1, 2}, 1, true, {1, 0}},
    {"single_windows", {4, 5, 3, 4}, {6, 5, 3, 4}, {1, 1}, {0, 0}, {1, 1}},
    {"one_tap_few_channels", {3, 20, 5, 9}, {2, 20, 1, 1}, {1, 1}, {0, 0}, {1, 1}},
    {"one_tap_groups", {2, 18, 4, 3, 5}, {12, 6, 1, 1, 1}, {1, 1, 1}, {0, 0, 0}, {1, 1, 1}, 3},
    {"one_tap_transposed", {2, 9, 6, 7}, {9, 3, 1, 1}, {1, 1}, {0, 0}, {1, 1}, 1, true, {0, 0}},
    {"small_planes", {17, 20, 2, 2}, {40, 20, 3, 3}, {1, 1}, {1, 1}, {1, 1}},
    {"small_volumes", {9, 12, 2, 3, 2}, {15, 12, 3, 2, 3}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}},
    {"deep", {1, 40, 9, 9}, {70, 40, 3, 3}, {1, 1}, {1, 1}, {1, 1}},
};

int64_t Spatial(const Problem& problem) {
  return static_cast<int64_t>(problem.input.size()) - 2;
}

int64_t PaddingInFront(const Problem& problem, size_t d) {
  const auto spatial = static_cast<size_t>(Spatial(problem));
  return problem.padding.size() == spatial ? problem.padding[d] : problem.padding[2 * d];
}
int64_t PaddingBehind(const Problem& problem, size_t d) {
  const auto spatial = static_cast<size_t>(Spatial(problem));
  return problem.padding.size() == spatial ? problem.padding[d] : problem.padding[2 * d + 1];
}

Shape OutputShape(const Problem& problem) {
  Shape shape{problem.input[0], problem.transposed ? problem.weight[1] * problem.groups : problem.weight[0]};
  for (size_t d = 0; d < static_cast<size_t>(Spatial(problem)); ++d) {
    const int64_t in = problem.input[d + 2];
    const int64_t pads = PaddingInFront(problem, d) + PaddingBehind(problem, d);
    const int64_t reach = problem.dilation[d] * (problem.weight[d + 2] - 1);
    shape.push_back(problem.transposed
                        ? (in - 1) * problem.stride[d] - pads + reach + problem.outputPadding[d] + 1
                        : (in + pads - reach - 1) / problem.stride[d] + 1);
  }
  return shape;
}

// The index of an element in row-major order.
std::vector<int64_t> IndexOf(const Shape& shape, int64_t element) {
  std::vector<int64_t> index(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    index[d] = element % shape[d];
    element /= shape[d];
  }
  return index;
}

// visit(element of input, of weight, of output) for every product that a convolution sums up.
template <typename Visit>
void ForEachProduct(const Problem& problem, const Visit& visit) {
  const Shape output = OutputShape(problem);
  // The tensor whose places a window covers, and the one with a place for each window.
  const Shape& wide = problem.transposed ? output : problem.input;
  const Shape& narrow = problem.transposed ? problem.input : output;
  const Shape strides = ContiguousStrides(wide);
  const Shape narrowStrides = ContiguousStrides(narrow);
  const int64_t narrowOfGroup = narrow[1] / problem.groups;
  const int64_t wideOfGroup = wide[1] / problem.groups;
  Shape places(narrow.begin() + 2, narrow.end());
  for (int64_t w = 0; w < NumElements(problem.weight); ++w) {
    const std::vector<int64_t> tap = IndexOf(problem.weight, w);
    const int64_t group = tap[0] / narrowOfGroup;
    for (int64_t n = 0; n < narrow[0]; ++n) {
      for (int64_t p = 0; p < NumElements(places); ++p) {
        const std::vector<int64_t> place = IndexOf(places, p);
        int64_t wideAt = n * strides[0] + (group * wideOfGroup + tap[1]) * strides[1];
        int64_t narrowAt = n * narrowStrides[0] + tap[0] * narrowStrides[1];
        bool inside = true;
        for (size_t d = 0; d < places.size(); ++d) {
          const int64_t at =
              place[d] * problem.stride[d] - PaddingInFront(problem, d) + tap[d + 2] * problem.dilation[d];
          inside = inside && at >= 0 && at < wide[d + 2];
          wideAt += at * strides[d + 2];
          narrowAt += place[d] * narrowStrides[d + 2];
        }
        if (inside) {
          visit(static_cast<size_t>(problem.transposed ? narrowAt : wideAt), static_cast<size_t>(w),
                static_cast<size_t>(problem.transposed ? wideAt : narrowAt));
        }
      }
    }
  }
}

struct Expectation {
  Array values;
  Array magnitudes;

  explicit Expectation(const Shape& shape) : values(Full(shape, 0)), magnitudes(Full(shape, 0)) {}
  void Add(size_t at, double term) {
    values.values[at] += term;
    magnitudes.values[at] += std::abs(term);
  }
};

enum class Layouts { kContiguous, kChannelsLast, kStepped };

Layout LayoutOf(Layouts layouts, size_t rank) {
  switch (layouts) {
    case Layouts::kChannelsLast:
      return Layout::ChannelsLast(rank).WithOffset(2);
    case Layouts::kStepped:
      return Layout::Stepped(std::vector<int64_t>(rank, 2));
    default:
      return Layout::Contiguous();
  }
}

struct Lists {
  IntArray stride;
  IntArray padding;
  IntArray dilation;
  IntArray outputPadding;

  explicit Lists(const Problem& problem)
      : stride(problem.stride),
        padding(problem.padding),
        dilation(problem.dilation),
        outputPadding({problem.outputPadding.begin(), problem.outputPadding.begin() + Spatial(problem)}) {}
};

void ExpectNear(const DeviceTensor& actual, const Expectation& expected, const char* name) {
  EXPECT_TRUE(Near(actual.Read(), expected.values, Tolerance::For(actual.Dtype(), expected.magnitudes)))
      << name;
  EXPECT_TRUE(actual.CanariesIntact()) << name;
}

class Convolution : public ::testing::TestWithParam<Problem> {
 protected:
  Convolution() : random_(11) {
    const Problem& problem = GetParam();
    output_ = OutputShape(problem);
  }

  DeviceTensor Forward(const Array& input, const Array& weight, const std::optional<Array>& bias,
                       aclDataType dtype, Layouts layouts) {
    const Problem& problem = GetParam();
    const size_t rank = problem.input.size();
    const Lists lists(problem);
    const DeviceTensor inputTensor(input, dtype, LayoutOf(layouts, rank));
    const DeviceTensor weightTensor(weight, dtype, LayoutOf(layouts, rank));
    std::optional<DeviceTensor> biasTensor;
    if (bias) {
      biasTensor.emplace(*bias, dtype);
    }
    DeviceTensor out = DeviceTensor::Output(output_, dtype, LayoutOf(layouts, rank));
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnConvolutionGetWorkspaceSize(
              inputTensor.Get(), weightTensor.Get(), biasTensor ? biasTensor->Get() : nullptr,
              lists.stride.Get(), lists.padding.Get(), lists.dilation.Get(), problem.transposed,
              lists.outputPadding.Get(), problem.groups, out.Get(), 1, size, executor);
        },
        aclnnConvolution);
    EXPECT_EQ(status, ACL_SUCCESS) << LastMessage();
    return out;
  }

  void ExpectForward(aclDataType dtype, Layouts layouts, bool withBias) {
    const Problem& problem = GetParam();
    const Array input = random_.Normal(problem.input, dtype, 0, 1);
    const Array weight = random_.Normal(problem.weight, dtype, 0, 1);
    std::optional<Array> bias;
    if (withBias) {
      bias = random_.Normal({output_[1]}, dtype, 0, 1);
    }
    Expectation expected(output_);
    ForEachProduct(
        problem, [&](size_t x, size_t w, size_t y) { expected.Add(y, input.values[x] * weight.values[w]); });
    for (int64_t y = 0; bias && y < NumElements(output_); ++y) {
      expected.Add(static_cast<size_t>(y), bias->values[static_cast<size_t>(IndexOf(output_, y)[1])]);
    }
    ExpectNear(Forward(input, weight, bias, dtype, layouts), expected, "output");
  }

  struct Gradients {
    DeviceTensor input;
    DeviceTensor weight;
    DeviceTensor bias;
  };
  Gradients Backward(const Array& gradOutput, const Array& input, const Array& weight, aclDataType dtype,
                     Layouts layouts, const std::array<bool, 3>& mask) {
    const Problem& problem = GetParam();
    const size_t rank = problem.input.size();
    const Lists lists(problem);
    const DeviceTensor g(gradOutput, dtype, LayoutOf(layouts, rank));
    const DeviceTensor x(input, dtype, LayoutOf(layouts, rank));
    const DeviceTensor w(weight, dtype, LayoutOf(layouts, rank));
    DeviceTensor dx = DeviceTensor::Output(problem.input, dtype, LayoutOf(layouts, rank));
    DeviceTensor dw = DeviceTensor::Output(problem.weight, dtype, LayoutOf(layouts, rank));
    DeviceTensor db = DeviceTensor::Output({output_[1]}, dtype);
    const BoolArray bits{mask[0], mask[1], mask[2]};
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnConvolutionBackwardGetWorkspaceSize(
              g.Get(), x.Get(), w.Get(), nullptr, lists.stride.Get(), lists.padding.Get(),
              lists.dilation.Get(), problem.transposed, lists.outputPadding.Get(),
              static_cast<int>(problem.groups), bits.Get(), 0, dx.Get(), dw.Get(), db.Get(), size, executor);
        },
        aclnnConvolutionBackward);
    EXPECT_EQ(status, ACL_SUCCESS) << LastMessage();
    return {std::move(dx), std::move(dw), std::move(db)};
  }

  void ExpectBackward(aclDataType dtype, Layouts layouts, const std::array<bool, 3>& mask) {
    const Problem& problem = GetParam();
    const Array gradOutput = random_.Normal(output_, dtype, 0, 1);
    const Array input = random_.Normal(problem.input, dtype, 0, 1);
    const Array weight = random_.Normal(problem.weight, dtype, 0, 1);
    Expectation gradInput(problem.input);
    Expectation gradWeight(problem.weight);
    Expectation gradBias({output_[1]});
    ForEachProduct(problem, [&](size_t x, size_t w, size_t y) {
      gradInput.Add(x, weight.values[w] * gradOutput.values[y]);
      gradWeight.Add(w, input.values[x] * gradOutput.values[y]);
    });
    for (int64_t y = 0; y < NumElements(output_); ++y) {
      gradBias.Add(static_cast<size_t>(IndexOf(output_, y)[1]), gradOutput.values[static_cast<size_t>(y)]);
    }
    const Gradients actual = Backward(gradOutput, input, weight, dtype, layouts, mask);
    const auto check = [&](bool asked, const DeviceTensor& gradient, const Expectation& expected,
                           const char* name) {
      if (asked) {
        ExpectNear(gradient, expected, name);
      } else {
        for (const double value : gradient.Read().values) {
          ASSERT_TRUE(IsUnwritten(value)) << name;
        }
      }
    };
    check(mask[0], actual.input, gradInput, "gradInput");
    check(mask[1], actual.weight, gradWeight, "gradWeight");
    check(mask[2], actual.bias, gradBias, "gradBias");
  }

  Random random_;
  Shape output_;
};

TEST_P(Convolution, EveryType) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    const auto trace = TraceSeed(random_);
    ExpectForward(dtype, Layouts::kContiguous, true);
    ExpectBackward(dtype, Layouts::kContiguous, {true, true, true});
  }
}

TEST_P(Convolution, EveryLayout) {
  for (const Layouts layouts : {Layouts::kChannelsLast, Layouts::kStepped}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16}) {
      ExpectForward(dtype, layouts, false);
      ExpectBackward(dtype, layouts, {true, true, true});
    }
  }
}

TEST_P(Convolution, SameBitsInEveryLayout) {
  const Problem& problem = GetParam();
  const Array input = random_.Normal(problem.input, ACL_FLOAT, 0, 1);
  const Array weight = random_.Normal(problem.weight, ACL_FLOAT, 0, 1);
  const Array plain = Forward(input, weight, std::nullopt, ACL_FLOAT, Layouts::kContiguous).Read();
  for (const Layouts layouts : {Layouts::kChannelsLast, Layouts::kStepped}) {
    EXPECT_TRUE(Near(Forward(input, weight, std::nullopt, ACL_FLOAT, layouts).Read(), plain,
                     Tolerance::Exact(ACL_FLOAT)));
  }
}

TEST_P(Convolution, SameBitsOnEveryTarget) {
  const Problem& problem = GetParam();
  const Array gradOutput = random_.Normal(output_, ACL_FLOAT, 0, 1);
  const Array input = random_.Normal(problem.input, ACL_FLOAT, 0, 1);
  const Array weight = random_.Normal(problem.weight, ACL_FLOAT, 0, 1);
  std::vector<Array> first;
  testing::ForEachTarget([&] {
    const Gradients gradients =
        Backward(gradOutput, input, weight, ACL_FLOAT, Layouts::kContiguous, {true, true, true});
    const std::vector<Array> results{
        Forward(input, weight, std::nullopt, ACL_FLOAT, Layouts::kContiguous).Read(), gradients.input.Read(),
        gradients.weight.Read(), gradients.bias.Read()};
    first = first.empty() ? results : first;
    for (size_t i = 0; i < results.size(); ++i) {
      EXPECT_TRUE(Near(results[i], first[i], Tolerance::Exact(ACL_FLOAT))) << i;
    }
  });
}

// Padding is zeros, which are multiplied: what is infinite makes them NaN.
TEST_P(Convolution, AnInfiniteWeightMeetsTheZerosAround) {
  const Problem& problem = GetParam();
  if (problem.transposed) {
    return;
  }
  Array weight = Full(problem.weight, 1);
  const auto taps = static_cast<size_t>(NumElements({problem.weight.begin() + 2, problem.weight.end()}));
  for (size_t w = 0; w < weight.values.size(); w += taps) {
    weight.values[w] = HUGE_VAL;
  }
  Array expected = Full(output_, NAN);
  ForEachProduct(problem, [&](size_t /*x*/, size_t w, size_t y) {
    if (w % taps == 0) {
      expected.values[y] = HUGE_VAL;
    }
  });
  const DeviceTensor out =
      Forward(Full(problem.input, 1), weight, std::nullopt, ACL_FLOAT, Layouts::kContiguous);
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(ACL_FLOAT)));
}

TEST_P(Convolution, WhatTheMaskLeavesOutIsNotWritten) {
  ExpectBackward(ACL_FLOAT, Layouts::kContiguous, {true, false, false});
  ExpectBackward(ACL_FLOAT, Layouts::kContiguous, {false, true, false});
  ExpectBackward(ACL_FLOAT, Layouts::kContiguous, {false, false, true});
}

INSTANTIATE_TEST_SUITE_P(Problems, Convolution, ::testing::ValuesIn(kProblems),
                         [](const auto& instance) { return std::string(instance.param.name); });

// An input with an extent of 0: an empty output, and gradients of 0.
TEST(ConvolutionOfNothing, HasAnEmptyResult) {
  for (const bool transposed : {false, true}) {
    const DeviceTensor input(Array{{2, 4, 0, 5}, {}}, ACL_FLOAT);
    const DeviceTensor weight(Full(transposed ? Shape{4, 6, 1, 1} : Shape{6, 4, 1, 1}, 1), ACL_FLOAT);
    const DeviceTensor output = DeviceTensor::Output({2, 6, 0, 5}, ACL_FLOAT);
    const IntArray ones({1, 1});
    const IntArray zeros({0, 0});
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnConvolutionGetWorkspaceSize(input.Get(), weight.Get(), nullptr, ones.Get(),
                                                            zeros.Get(), ones.Get(), transposed, zeros.Get(),
                                                            1, output.Get(), 0, size, executor);
                  },
                  aclnnConvolution),
              ACL_SUCCESS)
        << LastMessage();
    const DeviceTensor gradInput = DeviceTensor::Output({2, 4, 0, 5}, ACL_FLOAT);
    const DeviceTensor gradWeight(Full(transposed ? Shape{4, 6, 1, 1} : Shape{6, 4, 1, 1}, 3), ACL_FLOAT);
    const DeviceTensor gradBias(Full({6}, 3), ACL_FLOAT);
    const BoolArray all{true, true, true};
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnConvolutionBackwardGetWorkspaceSize(
                        output.Get(), input.Get(), weight.Get(), nullptr, ones.Get(), zeros.Get(), ones.Get(),
                        transposed, zeros.Get(), 1, all.Get(), 0, gradInput.Get(), gradWeight.Get(),
                        gradBias.Get(), size, executor);
                  },
                  aclnnConvolutionBackward),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(gradWeight.Read().values, std::vector<double>(24, 0.0));
    EXPECT_EQ(gradBias.Read().values, std::vector<double>(6, 0.0));
  }
}

class ConvolutionChecks : public PhaseOneTest {
 protected:
  struct Call2d {
    Shape input{1, 4, 6, 6};
    Shape weight{8, 2, 3, 3};
    Shape output{1, 8, 6, 6};
    std::vector<int64_t> stride{1, 1};
    std::vector<int64_t> padding{1, 1};
    std::vector<int64_t> dilation{1, 1};
    std::vector<int64_t> outputPadding{0, 0};
    int64_t groups = 2;
    bool transposed = false;
    aclDataType dtype = ACL_FLOAT;
    std::optional<Shape> bias{};
    int8_t mode = 0;
  };
  aclnnStatus Plan(const Call2d& call) {
    const Descriptor input(call.input, call.dtype);
    const Descriptor weight(call.weight);
    const Descriptor output(call.output);
    std::optional<Descriptor> bias;
    if (call.bias) {
      bias.emplace(*call.bias);
    }
    const IntArray stride(call.stride);
    const IntArray padding(call.padding);
    const IntArray dilation(call.dilation);
    const IntArray outputPadding(call.outputPadding);
    return Call("aclnnConvolution", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnConvolutionGetWorkspaceSize(
          input.Get(), weight.Get(), GetOrNull(bias), stride.Get(), padding.Get(), dilation.Get(),
          call.transposed, outputPadding.Get(), call.groups, output.Get(), call.mode, size, executor);
    });
  }
};

TEST_F(ConvolutionChecks, Attributes) {
  EXPECT_EQ(Plan({}), ACL_SUCCESS);
  EXPECT_EQ(Plan({.bias = Shape{8}}), ACL_SUCCESS);
  EXPECT_EQ(Plan({.outputPadding = {9, 9}}), ACL_SUCCESS) << "counts for transposed convolutions alone";
  EXPECT_EQ(Plan({.stride = {1}}), kInvalid);
  ExpectMessage({"stride", "[1]"});
  EXPECT_EQ(Plan({.stride = {0, 1}}), kInvalid);
  EXPECT_EQ(Plan({.padding = {-1, 1}}), kInvalid);
  ExpectMessage({"padding"});
  EXPECT_EQ(Plan({.padding = {1, 1, 1}}), kInvalid);
  EXPECT_EQ(Plan({.dilation = {1, 0}}), kInvalid);
  ExpectMessage({"dilation"});
  EXPECT_EQ(Plan({.groups = 0}), kInvalid);
  ExpectMessage({"groups"});
  EXPECT_EQ(Plan({.groups = 3}), kInvalid);
  ExpectMessage({"weight", "3 groups"});
  EXPECT_EQ(Plan({.mode = 9}), kInvalid);
  ExpectMessage({"cubeMathType"});
}

TEST_F(ConvolutionChecks, Shapes) {
  EXPECT_EQ(Plan({.output = {1, 8, 6, 5}}), kInvalid);
  ExpectMessage({"output", "[1, 8, 6, 6]"});
  EXPECT_EQ(Plan({.input = {1, 4, 6}}), kInvalid);
  ExpectMessage({"weight", "3 dims"});
  // Of no elements there is nothing to compute, as long as no extent is negative.
  EXPECT_EQ(Plan({.input = {1, 4, 0, 6}, .output = {1, 8, 0, 6}}), ACL_SUCCESS);
  EXPECT_EQ(Plan({.input = {1, 4, 0, 6}, .output = {1, 8, 0, 6}, .padding = {0, 1}}), kInvalid);
  ExpectMessage({"input", "at least 0"});
  EXPECT_EQ(Plan({.input = {1, 4, 2, 6}, .output = {1, 8, 1, 6}, .padding = {0, 1}}), kInvalid);
  ExpectMessage({"input", "at least 1"});
  EXPECT_EQ(Plan({.bias = Shape{4}}), kInvalid);
  ExpectMessage({"bias", "[8]"});
  EXPECT_EQ(Plan({.dtype = ACL_INT32}), kInvalid);
  ExpectMessage({"input", "INT32"});
  EXPECT_EQ(Plan({.weight = {4, 4, 3, 3}, .outputPadding = {1, 0}, .transposed = true}), kInvalid);
  ExpectMessage({"outputPadding", "[1, 0]"});
}

TEST_F(ConvolutionChecks, BackwardPointers) {
  const Descriptor gradOutput({1, 8, 6, 6});
  const Descriptor input({1, 4, 6, 6});
  const Descriptor weight({8, 4, 3, 3});
  const IntArray ones({1, 1});
  const auto plan = [&](const aclBoolArray* mask, aclTensor* gradInput) {
    return Call("aclnnConvolutionBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnConvolutionBackwardGetWorkspaceSize(
          gradOutput.Get(), input.Get(), weight.Get(), nullptr, ones.Get(), ones.Get(), ones.Get(), false,
          ones.Get(), 1, mask, 0, gradInput, nullptr, nullptr, size, executor);
    });
  };
  const BoolArray one{true, false, false};
  const BoolArray two{true, false};
  EXPECT_EQ(plan(nullptr, input.Get()), kNullptr);
  ExpectMessage({"outputMask"});
  EXPECT_EQ(plan(one.Get(), nullptr), kNullptr);
  ExpectMessage({"gradInput"});
  EXPECT_EQ(plan(two.Get(), input.Get()), kInvalid);
  ExpectMessage({"outputMask", "3 values"});
  EXPECT_EQ(plan(one.Get(), weight.Get()), kInvalid);
  ExpectMessage({"gradInput"});
  EXPECT_EQ(plan(one.Get(), input.Get()), ACL_SUCCESS);
}

}  // namespace
}  // namespace openaclnn::testing
