// SPDX-License-Identifier: Apache-2.0
//
// aclnnQuantConvolution against loops over exact integers; and the statuses.
#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_quant_convolution.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

struct Geometry {
  Shape input;
  Shape weight;
  Shape stride;
  Shape padding;  // one value for each spatial dim, or before and after each
  Shape dilation;
  int64_t groups = 1;
};

int64_t Before(const Geometry& given, size_t d) {
  return given.padding[given.padding.size() == given.stride.size() ? d : 2 * d];
}
int64_t After(const Geometry& given, size_t d) {
  return given.padding[given.padding.size() == given.stride.size() ? d : 2 * d + 1];
}

Shape ShapeOf(const Geometry& given) {
  Shape shape{given.input[0], given.weight[0]};
  for (size_t d = 0; d + 2 < given.input.size(); ++d) {
    const int64_t room = given.input[2 + d] + Before(given, d) + After(given, d) -
                         given.dilation[d] * (given.weight[2 + d] - 1) - 1;
    shape.push_back(room / given.stride[d] + 1);
  }
  return shape;
}

// The sum of products of each element of the output.
std::vector<int64_t> Sums(const Array& input, const Array& weight, const Geometry& given) {
  const Shape shape = ShapeOf(given);
  const int64_t outOfGroup = given.weight[0] / given.groups;
  const int64_t inOfGroup = given.weight[1];
  std::vector<int64_t> sums(static_cast<size_t>(NumElements(shape)), 0);
  for (size_t i = 0; i < sums.size(); ++i) {
    const Shape at = IndexOf(shape, static_cast<int64_t>(i));
    // Of one output channel, all that it is multiplied by.
    const int64_t terms = NumElements(given.weight) / given.weight[0];
    for (int64_t term = 0; term < terms; ++term) {
      Shape kernel = IndexOf(given.weight, at[1] * terms + term);
      Shape from{at[0], at[1] / outOfGroup * inOfGroup + kernel[1]};
      bool inside = true;
      for (size_t d = 2; d < shape.size(); ++d) {
        from.push_back(at[d] * given.stride[d - 2] - Before(given, d - 2) +
                       kernel[d] * given.dilation[d - 2]);
        inside = inside && from[d] >= 0 && from[d] < given.input[d];
      }
      if (inside) {
        sums[i] += static_cast<int64_t>(At(input, from)) * static_cast<int64_t>(At(weight, kernel));
      }
    }
  }
  return sums;
}

// Every way of packing windows: rows of many positions and of few, with one tap and more, steps, channels beyond a
// block of depth, more rows than a tile has, groups, sides of their own, and nothing at all.
const std::vector<Geometry> kGeometries{
    {{1, 1, 1}, {1, 1, 1}, {1}, {0}, {1}},
    {{1, 270, 9}, {520, 270, 1}, {1}, {0}, {1}},
    {{3, 5, 150}, {7, 5, 4}, {2}, {3}, {3}},
    {{2, 3, 20, 70}, {65, 3, 5, 3}, {1, 1}, {2, 1}, {1, 1}},
    {{2, 40, 9, 5}, {13, 40, 3, 3}, {1, 2}, {1, 0, 2, 3}, {1, 1}},
    {{1, 16, 33, 64}, {4, 16, 3, 3}, {1, 1}, {1, 1}, {1, 1}},
    {{2, 12, 11, 12}, {20, 3, 2, 3}, {1, 3}, {1, 2}, {2, 1}, 4},
    {{1, 8, 10, 9}, {8, 1, 3, 3}, {1, 1}, {1, 1}, {1, 1}, 8},
    {{1, 1, 24, 17, 17}, {9, 1, 1, 1, 9}, {1, 1, 1}, {12, 1, 9}, {9, 9, 1}},
    {{3, 7, 6, 8, 3}, {8, 7, 3, 4, 1}, {1, 1, 1}, {1, 1, 1}, {1, 1, 1}},
    {{2, 9, 5, 6, 40}, {15, 9, 2, 3, 16}, {2, 1, 5}, {1, 8, 3}, {1, 2, 1}},
    {{0, 3, 5, 5}, {4, 3, 3, 3}, {1, 1}, {0, 0}, {1, 1}},
    {{2, 3, 0, 5}, {4, 3, 1, 1}, {1, 1}, {1, 0}, {1, 1}},
};

class QuantConvolution : public StatusTest {};

TEST_F(QuantConvolution, EveryTypeShapeAndLayout) {
  Random random(83);
  for (const Geometry& given : kGeometries) {
    const auto trace = TraceSeed(random);
    const Shape shape = ShapeOf(given);
    const Array input = random.Integers(given.input, ACL_INT8, -128, 128);
    const Array weight = random.Integers(given.weight, ACL_INT8, -128, 128);
    const std::vector<int64_t> sums = Sums(input, weight, given);
    const Array scale = random.Uniform({given.weight[0]}, ACL_FLOAT, -1e-3, 1e-3);
    const IntArray stride(given.stride);
    const IntArray padding(given.padding);
    const IntArray dilation(given.dilation);
    for (const aclDataType to : {ACL_FLOAT16, ACL_BF16, ACL_FLOAT}) {
      for (const aclDataType of : {ACL_DT_UNDEFINED, ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
        const bool biased = of != ACL_DT_UNDEFINED;
        const Array bias = random.Normal({given.weight[0]}, biased ? of : ACL_FLOAT, 0, 3);
        Array expected{shape, {}};
        for (size_t i = 0; i < sums.size(); ++i) {
          const auto channel = static_cast<size_t>(IndexOf(shape, static_cast<int64_t>(i))[1]);
          const double added = biased ? bias.values[channel] : 0;
          expected.values.push_back(static_cast<double>(sums[i]) * scale.values[channel] + added);
        }
        const size_t rank = shape.size();
        const DeviceTensor kernels(weight, ACL_INT8, biased ? Layout() : Layout::ChannelsLast(rank));
        const DeviceTensor scales(scale, ACL_FLOAT, Layout::Stepped({2}));
        const DeviceTensor biases(bias, biased ? of : ACL_FLOAT, Layout::Stepped({3}));
        // One rounding of what float64 has: the bits are known but for results on the edge between two.
        ExpectInEachLayout(expected, Tolerance::For(to), [&](const Layout& layout, const DeviceTensor& out) {
          const DeviceTensor inputs(input, ACL_INT8, layout);
          return RunTwoPhase(
              [&](uint64_t* size, aclOpExecutor** executor) {
                return aclnnQuantConvolutionGetWorkspaceSize(
                    inputs.Get(), kernels.Get(), biased ? biases.Get() : nullptr, scales.Get(), nullptr,
                    stride.Get(), padding.Get(), dilation.Get(), false, nullptr, given.groups, 0, nullptr,
                    out.Get(), size, executor);
              },
              aclnnQuantConvolution);
        });
      }
    }
  }
}

// The largest sums that INT32 has room for, and one more product, are exact or modulo 2^32.
TEST_F(QuantConvolution, SumsAreExact) {
  for (const int64_t channels : {131071, 131072}) {
    const Array input = Full({1, channels, 1}, -128);
    const DeviceTensor inputs(input, ACL_INT8);
    const DeviceTensor weights(input, ACL_INT8);
    const DeviceTensor scales(Full({1}, 0.5), ACL_FLOAT);
    const DeviceTensor out = DeviceTensor::Output({1, 1, 1}, ACL_FLOAT);
    const IntArray one({1});
    const IntArray none({0});
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnQuantConvolutionGetWorkspaceSize(
                        inputs.Get(), weights.Get(), nullptr, scales.Get(), nullptr, one.Get(), none.Get(),
                        one.Get(), false, nullptr, 1, 0, nullptr, out.Get(), size, executor);
                  },
                  aclnnQuantConvolution),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(out.Read().values[0], channels == 131071 ? 8192.0 * 131071 : -1073741824.0);
  }
}

TEST_F(QuantConvolution, ReservedArgumentsHaveNoEffect) {
  Random random(84);
  const DeviceTensor input(random.Integers({1, 2, 5, 6}, ACL_INT8, -128, 128), ACL_INT8);
  const DeviceTensor weight(random.Integers({3, 2, 2, 2}, ACL_INT8, -128, 128), ACL_INT8);
  const DeviceTensor scale(random.Uniform({3}, ACL_FLOAT, 0, 1e-3), ACL_FLOAT);
  const DeviceTensor offset(random.Uniform({3}, ACL_FLOAT, 5, 9), ACL_FLOAT);
  const IntArray one({1, 1});
  const IntArray four({3, 1, 0, 2});
  const auto run = [&](const aclTensor* offsets, const aclIntArray* padding, int32_t offsetx,
                       const char* mode) {
    const DeviceTensor out = DeviceTensor::Output({1, 3, 6, 7}, ACL_FLOAT16);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnQuantConvolutionGetWorkspaceSize(
                        input.Get(), weight.Get(), nullptr, scale.Get(), offsets, one.Get(), one.Get(),
                        one.Get(), false, padding, 1, offsetx, mode, out.Get(), size, executor);
                  },
                  aclnnQuantConvolution),
              ACL_SUCCESS)
        << LastMessage();
    return out.Read().values;
  };
  EXPECT_EQ(run(offset.Get(), four.Get(), 7, "any"), run(nullptr, nullptr, 0, nullptr));
}

// The arguments of a call that succeeds.
struct Given {
  const aclTensor* input;
  const aclTensor* weight;
  const aclTensor* bias;
  const aclTensor* scale;
  const aclTensor* offset;
  const aclIntArray* stride;
  const aclIntArray* padding;
  const aclIntArray* dilation;
  aclTensor* output;
  bool transposed = false;
  int64_t groups = 1;
};

TEST_F(QuantConvolution, Statuses) {
  const Descriptor input({2, 4, 6, 7, 8}, ACL_INT8);
  const Descriptor weight({6, 4, 3, 3, 3}, ACL_INT8);
  const Descriptor six({6});
  const Descriptor output({2, 6, 4, 5, 6}, ACL_FLOAT16);
  const IntArray one({1, 1, 1});
  const IntArray none({0, 0, 0});
  const auto plan = [&](aclnnStatus status, const char* said, const std::function<void(Given&)>& change) {
    Given call{input.Get(), weight.Get(), six.Get(), six.Get(),   six.Get(),
               one.Get(),   none.Get(),   one.Get(), output.Get()};
    change(call);
    ExpectCall("aclnnQuantConvolution", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnQuantConvolutionGetWorkspaceSize(
          call.input, call.weight, call.bias, call.scale, call.offset, call.stride, call.padding,
          call.dilation, call.transposed, nullptr, call.groups, 0, nullptr, call.output, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", [](Given&) {});
  plan(ACL_SUCCESS, "", [](Given& call) { call.bias = call.offset = nullptr; });
  plan(kNullptr, "input", [](Given& call) { call.input = nullptr; });
  plan(kNullptr, "weight", [](Given& call) { call.weight = nullptr; });
  plan(kNullptr, "scale", [](Given& call) { call.scale = nullptr; });
  plan(kNullptr, "stride", [](Given& call) { call.stride = nullptr; });
  plan(kNullptr, "padding", [](Given& call) { call.padding = nullptr; });
  plan(kNullptr, "dilation", [](Given& call) { call.dilation = nullptr; });
  plan(kNullptr, "output", [](Given& call) { call.output = nullptr; });
  plan(kInvalid, "transposed: expected false, got true", [](Given& call) { call.transposed = true; });
  plan(kInvalid, "groups", [](Given& call) { call.groups = 0; });
  plan(kInvalid, "weight", [](Given& call) { call.groups = 2; });
  plan(kInvalid, "stride", [&](Given& call) { call.stride = none.Get(); });
  plan(kInvalid, "dilation", [&](Given& call) { call.dilation = none.Get(); });
  plan(kInvalid, "padding", [&](Given& call) { call.padding = IntArray({0}).Get(); });
  const auto tensor = [&](const char* name, const Descriptor& other, const aclTensor* Given::*member) {
    plan(kInvalid, name, [&](Given& call) { call.*member = other.Get(); });
  };
  tensor("input", Descriptor({2, 4, 6, 7, 8}, ACL_UINT8), &Given::input);
  tensor("input", Descriptor({2, 4}, ACL_INT8), &Given::input);
  tensor("input", Descriptor({2, 4, 2, 7, 8}, ACL_INT8), &Given::input);
  tensor("weight", Descriptor({6, 4, 3, 3, 3}, ACL_FLOAT16), &Given::weight);
  tensor("weight", Descriptor({6, 3, 3, 3, 3}, ACL_INT8), &Given::weight);
  tensor("weight", Descriptor({6, 4, 3, 3}, ACL_INT8), &Given::weight);
  tensor("bias", Descriptor({6}, ACL_INT32), &Given::bias);
  tensor("bias", Descriptor({1}), &Given::bias);
  tensor("scale", Descriptor({6}, ACL_INT64), &Given::scale);
  tensor("scale", Descriptor({1}), &Given::scale);
  tensor("offset", Descriptor({6}, ACL_FLOAT16), &Given::offset);
  tensor("offset", Descriptor({5}), &Given::offset);
  const Descriptor whole({2, 6, 4, 5, 6}, ACL_INT8);
  plan(kInvalid, "output", [&](Given& call) { call.output = whole.Get(); });
  const Descriptor wide({2, 6, 4, 5, 7}, ACL_FLOAT16);
  plan(kInvalid, "output", [&](Given& call) { call.output = wide.Get(); });
}

}  // namespace
}  // namespace openaclnn::testing
