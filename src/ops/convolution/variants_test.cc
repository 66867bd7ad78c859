// SPDX-License-Identifier: Apache-2.0
//
// aclnnConvDepthwise2d, aclnnConvTbc and its gradients against loops over products in float64; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_convolution.h"
#include "aclnnop/aclnn_convolution_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

constexpr aclDataType kTypes[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

// Numbers and the magnitudes of what they are sums of.
struct Sums {
  explicit Sums(const Shape& shape) : values(Full(shape, 0)), magnitudes(values) {}
  void Add(const Shape& index, double term) {
    const size_t at = FlatIndex(values.shape, index);
    values.values[at] += term;
    magnitudes.values[at] += std::fabs(term);
  }
  [[nodiscard]] Tolerance AllowedIn(aclDataType dtype) const { return Tolerance::For(dtype, magnitudes); }
  Array values;
  Array magnitudes;
};

class ConvolutionVariants : public StatusTest {
 protected:
  Random random_{77};
};

struct Planes {
  Shape self;
  Shape weight;
  Shape stride;
  Shape padding;
  Shape dilation;
};

TEST_F(ConvolutionVariants, DepthwiseOfEveryTypeShapeAndLayout) {
  for (const Planes& given : std::vector<Planes>{{{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1}, {0, 0}, {1, 1}},
                                                 {{2, 6, 12, 20}, {6, 1, 3, 3}, {1, 1}, {1, 1}, {1, 1}},
                                                 {{1, 5, 11, 12}, {15, 1, 2, 3}, {2, 2}, {1, 0}, {1, 1}},
                                                 {{2, 18, 19, 21}, {18, 1, 3, 5}, {2, 1}, {1, 2}, {1, 3}},
                                                 {{0, 3, 5, 5}, {3, 1, 3, 3}, {1, 1}, {0, 0}, {1, 1}}}) {
    const int64_t multiple = given.weight[0] / given.self[1];
    const IntArray kernel(Shape{given.weight[2], given.weight[3]});
    const IntArray stride(given.stride);
    const IntArray padding(given.padding);
    const IntArray dilation(given.dilation);
    Shape shape{given.self[0], given.weight[0]};
    for (size_t d = 0; d < 2; ++d) {
      shape.push_back(
          (given.self[2 + d] + 2 * given.padding[d] - given.dilation[d] * (given.weight[2 + d] - 1) - 1) /
              given.stride[d] +
          1);
    }
    for (const aclDataType dtype : kTypes) {
      for (const bool biased : {false, true}) {
        const Array self = random_.Normal(given.self, dtype, 0, 1);
        const Array weight = random_.Normal(given.weight, dtype, 0, 1);
        const Array bias = random_.Normal({given.weight[0]}, dtype, 0, 1);
        Sums expected(shape);
        for (int64_t i = 0; i < NumElements(shape); ++i) {
          const Shape at = IndexOf(shape, i);
          expected.Add(at, biased ? At(bias, {at[1]}) : 0);
          for (int64_t y = 0; y < given.weight[2]; ++y) {
            for (int64_t x = 0; x < given.weight[3]; ++x) {
              const int64_t row = at[2] * given.stride[0] - given.padding[0] + y * given.dilation[0];
              const int64_t column = at[3] * given.stride[1] - given.padding[1] + x * given.dilation[1];
              if (row >= 0 && row < given.self[2] && column >= 0 && column < given.self[3]) {
                expected.Add(at,
                             At(self, {at[0], at[1] / multiple, row, column}) * At(weight, {at[1], 0, y, x}));
              }
            }
          }
        }
        const DeviceTensor kernels(weight, dtype, Layout::ChannelsLast(4));
        const DeviceTensor terms(bias, dtype);
        ExpectInEachLayout(
            expected.values, expected.AllowedIn(dtype), [&](const Layout& layout, const DeviceTensor& out) {
              const DeviceTensor input(self, dtype, layout);
              return RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnConvDepthwise2dGetWorkspaceSize(
                        input.Get(), kernels.Get(), kernel.Get(), biased ? terms.Get() : nullptr,
                        stride.Get(), padding.Get(), dilation.Get(), out.Get(), 0, size, executor);
                  },
                  aclnnConvDepthwise2d);
            });
      }
    }
  }
}

struct Sequences {
  Shape input;   // T, B, C
  Shape weight;  // K, C, O
  int64_t pad;
};
const std::vector<Sequences> kSequences{{{2, 2, 3}, {3, 3, 4}, 1},    {{1, 1, 1}, {1, 1, 1}, 0},
                                        {{20, 3, 17}, {4, 17, 9}, 0}, {{9, 2, 5}, {3, 5, 33}, 4},
                                        {{7, 0, 5}, {3, 5, 2}, 0},    {{50, 8, 16}, {1, 16, 16}, 0}};

Shape ShapeOf(const Sequences& given) {
  return {given.input[0] + 2 * given.pad - given.weight[0] + 1, given.input[1], given.weight[2]};
}

// Calls visit(index of input, of weight, of output) for every product.
template <class Visit>
void ForEachProduct(const Sequences& given, const Visit& visit) {
  const Shape output = ShapeOf(given);
  for (int64_t t = 0; t < output[0]; ++t) {
    for (int64_t b = 0; b < output[1]; ++b) {
      for (int64_t o = 0; o < output[2]; ++o) {
        for (int64_t k = 0; k < given.weight[0]; ++k) {
          const int64_t from = t + k - given.pad;
          for (int64_t i = 0; i < given.weight[1] && from >= 0 && from < given.input[0]; ++i) {
            visit(Shape{from, b, i}, Shape{k, i, o}, Shape{t, b, o});
          }
        }
      }
    }
  }
}

TEST_F(ConvolutionVariants, TbcOfEveryTypeShapeAndLayout) {
  for (const Sequences& given : kSequences) {
    for (const aclDataType dtype : kTypes) {
      const aclDataType other = dtype == ACL_BF16 ? ACL_FLOAT16 : dtype;
      const Array self = random_.Normal(given.input, dtype, 0, 1);
      const Array weight = random_.Normal(given.weight, dtype, 0, 1);
      const Array bias = random_.Normal({given.weight[2]}, other, 0, 1);
      Sums expected(ShapeOf(given));
      for (int64_t i = 0; i < NumElements(expected.values.shape); ++i) {
        const Shape at = IndexOf(expected.values.shape, i);
        expected.Add(at, At(bias, {at[2]}));
      }
      ForEachProduct(given, [&](const Shape& in, const Shape& kernel, const Shape& out) {
        expected.Add(out, At(self, in) * At(weight, kernel));
      });
      const DeviceTensor kernels(weight, dtype, Layout::Transposed(3));
      const DeviceTensor terms(bias, other);
      ExpectInEachLayout(expected.values, expected.AllowedIn(dtype),
                         [&](const Layout& layout, const DeviceTensor& out) {
                           const DeviceTensor input(self, dtype, layout);
                           return RunTwoPhase(
                               [&](uint64_t* size, aclOpExecutor** executor) {
                                 return aclnnConvTbcGetWorkspaceSize(input.Get(), kernels.Get(), terms.Get(),
                                                                     given.pad, out.Get(), 0, size, executor);
                               },
                               aclnnConvTbc);
                         });
    }
  }
}

TEST_F(ConvolutionVariants, GradientsOfTbc) {
  for (const Sequences& given : kSequences) {
    for (const aclDataType dtype : kTypes) {
      for (const bool transposed : {false, true}) {
        const Array grad = random_.Normal(ShapeOf(given), dtype, 0, 1);
        const Array input = random_.Normal(given.input, dtype, 0, 1);
        const Array weight = random_.Normal(given.weight, dtype, 0, 1);
        Sums ofInput(given.input);
        Sums ofWeight(given.weight);
        Sums ofBias({given.weight[2]});
        ForEachProduct(given, [&](const Shape& in, const Shape& kernel, const Shape& out) {
          ofInput.Add(in, At(grad, out) * At(weight, kernel));
          ofWeight.Add(kernel, At(grad, out) * At(input, in));
        });
        for (int64_t i = 0; i < NumElements(grad.shape); ++i) {
          ofBias.Add({IndexOf(grad.shape, i)[2]}, grad.values[static_cast<size_t>(i)]);
        }
        const Layout layout = transposed ? Layout::Transposed(3) : Layout();
        const DeviceTensor grads(grad, dtype, layout);
        const DeviceTensor inputs(input, dtype, layout);
        const DeviceTensor weights(weight, dtype, layout);
        const DeviceTensor bias(Full({given.weight[2]}, 1), dtype);
        const DeviceTensor gradInput = DeviceTensor::Output(given.input, dtype, layout);
        const DeviceTensor gradWeight = DeviceTensor::Output(given.weight, dtype, layout);
        const DeviceTensor gradBias = DeviceTensor::Output({given.weight[2]}, dtype);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnConvTbcBackwardGetWorkspaceSize(
                            grads.Get(), inputs.Get(), weights.Get(), bias.Get(), given.pad, 0,
                            gradInput.Get(), gradWeight.Get(), gradBias.Get(), size, executor);
                      },
                      aclnnConvTbcBackward),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(gradInput.Read(), ofInput.values, ofInput.AllowedIn(dtype)));
        EXPECT_TRUE(Near(gradWeight.Read(), ofWeight.values, ofWeight.AllowedIn(dtype)));
        EXPECT_TRUE(Near(gradBias.Read(), ofBias.values, ofBias.AllowedIn(dtype)));
        EXPECT_TRUE(gradInput.CanariesIntact() && gradWeight.CanariesIntact() && gradBias.CanariesIntact());
      }
    }
  }
}

TEST_F(ConvolutionVariants, StatusesOfDepthwise) {
  const Descriptor self({2, 6, 8, 9});
  const Descriptor weight({12, 1, 3, 3});
  const Descriptor bias({12});
  const Descriptor out({2, 12, 6, 7});
  const IntArray three({3, 3});
  const IntArray one({1, 1});
  const IntArray none({0, 0});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* input,
                        const aclTensor* kernels, const aclIntArray* size2, const aclTensor* terms,
                        const aclIntArray* stride, const aclIntArray* padding, aclTensor* result,
                        int8_t mode = 0) {
    ExpectCall("aclnnConvDepthwise2d", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnConvDepthwise2dGetWorkspaceSize(input, kernels, size2, terms, stride, padding, one.Get(),
                                                  result, mode, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", self.Get(), weight.Get(), three.Get(), bias.Get(), one.Get(), none.Get(), out.Get());
  plan(kNullptr, "self", nullptr, weight.Get(), three.Get(), bias.Get(), one.Get(), none.Get(), out.Get());
  plan(kNullptr, "weight", self.Get(), nullptr, three.Get(), bias.Get(), one.Get(), none.Get(), out.Get());
  plan(kNullptr, "kernelSize", self.Get(), weight.Get(), nullptr, bias.Get(), one.Get(), none.Get(),
       out.Get());
  plan(kNullptr, "stride", self.Get(), weight.Get(), three.Get(), bias.Get(), nullptr, none.Get(), out.Get());
  plan(kNullptr, "padding", self.Get(), weight.Get(), three.Get(), bias.Get(), one.Get(), nullptr, out.Get());
  plan(kNullptr, "out", self.Get(), weight.Get(), three.Get(), nullptr, one.Get(), none.Get(), nullptr);
  plan(kInvalid, "self", Descriptor({2, 6, 8, 9}, ACL_DOUBLE).Get(), weight.Get(), three.Get(), nullptr,
       one.Get(), none.Get(), out.Get());
  plan(kInvalid, "self", Descriptor({6, 8, 9}).Get(), weight.Get(), three.Get(), nullptr, one.Get(),
       none.Get(), out.Get());
  plan(kInvalid, "self", Descriptor({2, 6, 2, 9}).Get(), weight.Get(), three.Get(), nullptr, one.Get(),
       none.Get(), out.Get());
  plan(kInvalid, "weight", self.Get(), Descriptor({13, 1, 3, 3}).Get(), three.Get(), nullptr, one.Get(),
       none.Get(), out.Get());
  plan(kInvalid, "weight", self.Get(), Descriptor({12, 2, 3, 3}).Get(), three.Get(), nullptr, one.Get(),
       none.Get(), out.Get());
  plan(kInvalid, "kernelSize", self.Get(), weight.Get(), one.Get(), nullptr, one.Get(), none.Get(),
       out.Get());
  plan(kInvalid, "stride", self.Get(), weight.Get(), three.Get(), nullptr, none.Get(), none.Get(), out.Get());
  plan(kInvalid, "padding", self.Get(), weight.Get(), three.Get(), nullptr, one.Get(), IntArray({1}).Get(),
       out.Get());
  plan(kInvalid, "bias", self.Get(), weight.Get(), three.Get(), Descriptor({6}).Get(), one.Get(), none.Get(),
       out.Get());
  plan(kInvalid, "out", self.Get(), weight.Get(), three.Get(), nullptr, one.Get(), none.Get(), self.Get());
  plan(kInvalid, "cubeMathType", self.Get(), weight.Get(), three.Get(), nullptr, one.Get(), none.Get(),
       out.Get(), 9);
}

TEST_F(ConvolutionVariants, StatusesOfTbc) {
  const Descriptor self({9, 2, 5});
  const Descriptor weight({3, 5, 4});
  const Descriptor bias({4});
  const Descriptor out({9, 2, 4});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* input,
                        const aclTensor* kernels, const aclTensor* terms, int64_t pad, aclTensor* result) {
    ExpectCall("aclnnConvTbc", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnConvTbcGetWorkspaceSize(input, kernels, terms, pad, result, 0, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", self.Get(), weight.Get(), bias.Get(), 1, out.Get());
  plan(kNullptr, "self", nullptr, weight.Get(), bias.Get(), 1, out.Get());
  plan(kNullptr, "weight", self.Get(), nullptr, bias.Get(), 1, out.Get());
  plan(kNullptr, "bias", self.Get(), weight.Get(), nullptr, 1, out.Get());
  plan(kNullptr, "output", self.Get(), weight.Get(), bias.Get(), 1, nullptr);
  plan(kInvalid, "self", Descriptor({9, 2, 5}, ACL_INT32).Get(), weight.Get(), bias.Get(), 1, out.Get());
  plan(kInvalid, "weight", self.Get(), Descriptor({3, 5, 4}, ACL_FLOAT16).Get(), bias.Get(), 1, out.Get());
  plan(kInvalid, "weight", self.Get(), Descriptor({3, 4, 4}).Get(), bias.Get(), 1, out.Get());
  plan(kInvalid, "bias", self.Get(), weight.Get(), Descriptor({5}).Get(), 1, out.Get());
  plan(kInvalid, "pad", self.Get(), weight.Get(), bias.Get(), -1, out.Get());
  plan(kInvalid, "output", self.Get(), weight.Get(), bias.Get(), 0, out.Get());
  plan(kInvalid, "self", Descriptor({2, 2, 5}).Get(), weight.Get(), bias.Get(), 0, out.Get());
  const auto gradients = [&](aclnnStatus status, const char* said, const aclTensor* grad,
                             aclTensor* gradInput, aclTensor* gradWeight, aclTensor* gradBias) {
    ExpectCall("aclnnConvTbcBackward", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnConvTbcBackwardGetWorkspaceSize(grad, self.Get(), weight.Get(), bias.Get(), 1, 0, gradInput,
                                                  gradWeight, gradBias, size, executor);
    });
  };
  gradients(ACL_SUCCESS, "", out.Get(), self.Get(), weight.Get(), bias.Get());
  gradients(kNullptr, "self", nullptr, self.Get(), weight.Get(), bias.Get());
  gradients(kNullptr, "gradInput", out.Get(), nullptr, weight.Get(), bias.Get());
  gradients(kNullptr, "gradWeight", out.Get(), self.Get(), nullptr, bias.Get());
  gradients(kNullptr, "gradBias", out.Get(), self.Get(), weight.Get(), nullptr);
  gradients(kInvalid, "self", self.Get(), self.Get(), weight.Get(), bias.Get());
  gradients(kInvalid, "gradInput", out.Get(), out.Get(), weight.Get(), bias.Get());
  gradients(kInvalid, "gradWeight", out.Get(), self.Get(), self.Get(), bias.Get());
  gradients(kInvalid, "gradBias", out.Get(), self.Get(), weight.Get(), Descriptor({5}).Get());
}

}  // namespace
}  // namespace openaclnn::testing
