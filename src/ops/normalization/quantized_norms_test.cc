// SPDX-License-Identifier: Apache-2.0
//
// Norms with whole results against their formulas in float64, which whole numbers lie next to; and the
// statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "aclnnop/aclnn_add_rms_norm_dynamic_quant.h"
#include "aclnnop/aclnn_add_rms_norm_dynamic_quant_v2.h"
#include "aclnnop/aclnn_add_rms_norm_quant.h"
#include "aclnnop/aclnn_add_rms_norm_quant_v2.h"
#include "aclnnop/aclnn_group_norm_silu_quant.h"
#include "aclnnop/aclnn_layer_norm_quant.h"
#include "aclnnop/aclnn_rms_norm_quant.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/whole_numbers.h"

namespace openaclnn::testing {
namespace {

constexpr double kEpsilon = 1e-5;

// Rows normalized, with a factor and a shift for each of their elements.
Array Normalized(const Array& x, const Array& gamma, const Array& beta, bool centred) {
  const size_t length = gamma.values.size();
  Array result = x;
  for (size_t row = 0; length > 0 && row < x.values.size() / length; ++row) {
    const double* from = x.values.data() + row * length;
    double mean = 0;
    for (size_t i = 0; centred && i < length; ++i) {
      mean += from[i] / static_cast<double>(length);
    }
    double squares = 0;
    for (size_t i = 0; i < length; ++i) {
      squares += (from[i] - mean) * (from[i] - mean) / static_cast<double>(length);
    }
    for (size_t i = 0; i < length; ++i) {
      result.values[row * length + i] =
          (from[i] - mean) / std::sqrt(squares + kEpsilon) * gamma.values[i] + beta.values[i];
    }
  }
  return result;
}

// numbers[i] = function(numbers[i], i in its row)
Array Each(Array numbers, size_t length, const std::function<double(double, size_t)>& function) {
  for (size_t i = 0; i < numbers.values.size(); ++i) {
    numbers.values[i] = function(numbers.values[i], i % length);
  }
  return numbers;
}

struct Shapes {
  Shape rows;
  Shape normalized;
};
const std::vector<Shapes> kShapes{{{4, 3}, {40}}, {{2}, {3, 700}}, {{3}, {5001}},
                                  {{}, {5}},      {{70}, {1}},     {{0, 2}, {9}}};

class QuantizedNorms : public ::testing::TestWithParam<aclDataType> {
 protected:
  static constexpr aclDataType kZero = ACL_INT32;

  // The tensors of a call on rows of a shape.
  struct Operands {
    Array x1;
    Array x2;
    Array gamma;
    Array beta;
    Array scale;
    Array zero;
  };
  Operands Draw(const Shapes& shapes, const Shape& shape) {
    const aclDataType dtype = GetParam();
    return {random_.Normal(shape, dtype, 0.5, 2),
            random_.Normal(shape, dtype, -1, 1),
            random_.Normal(shapes.normalized, dtype, 0, 1),
            random_.Normal(shapes.normalized, dtype, 0, 1),
            random_.Uniform(shapes.normalized, ACL_FLOAT, 0.01, 0.1),
            random_.Integers(shapes.normalized, kZero, -20, 20)};
  }

  Random random_{31};
};

Array Sum(const Array& a, const Array& b) {
  Array sum = a;
  for (size_t i = 0; i < sum.values.size(); ++i) {
    sum.values[i] += b.values[i];
  }
  return sum;
}

TEST_P(QuantizedNorms, SumsByGivenScales) {
  const aclDataType dtype = GetParam();
  for (const Shapes& shapes : kShapes) {
    const auto trace = TraceSeed(random_);
    Shape shape = shapes.rows;
    shape.insert(shape.end(), shapes.normalized.begin(), shapes.normalized.end());
    const Operands of = Draw(shapes, shape);
    const size_t length = of.gamma.values.size();
    const Array sum = Sum(of.x1, of.x2);
    Array rounded = sum;
    for (double& value : rounded.values) {
      value = RoundTo(dtype, value);
    }
    const Array none = Full(shapes.normalized, 0);
    for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(shape.size()).WithOffset(3)}) {
      const DeviceTensor x1(of.x1, dtype, layout);
      const DeviceTensor x2(of.x2, dtype, layout);
      const DeviceTensor gamma(of.gamma, dtype);
      const DeviceTensor beta(of.beta, dtype);
      const DeviceTensor scale(of.scale, ACL_FLOAT);
      const DeviceTensor zero(of.zero, kZero);
      const auto y1 = DeviceTensor::Output(shape, ACL_INT8, layout);
      const auto y2 = DeviceTensor::Output(shape, ACL_INT8, layout);
      const auto x = DeviceTensor::Output(shape, dtype, layout);
      const auto norm = DeviceTensor::Output(shape, dtype);
      for (const bool divides : {true, false}) {
        const auto quantized = [&](const Array& numbers, const Array& zeros) {
          return Each(numbers, length, [&](double number, size_t i) {
            const double by = of.scale.values[i];
            return (divides ? number / by : number * by) + zeros.values[i];
          });
        };
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnAddRmsNormQuantGetWorkspaceSize(
                            x1.Get(), x2.Get(), gamma.Get(), scale.Get(), scale.Get(), zero.Get(), nullptr,
                            -1, kEpsilon, divides, y1.Get(), y2.Get(), x.Get(), size, executor);
                      },
                      aclnnAddRmsNormQuant),
                  ACL_SUCCESS)
            << LastMessage();
        const Array plain = Normalized(sum, of.gamma, none, false);
        ExpectRounded(y1.Read(), quantized(plain, of.zero));
        ExpectRounded(y2.Read(), quantized(plain, none));
        EXPECT_TRUE(Near(x.Read(), rounded, Tolerance::Exact(dtype)));
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnAddRmsNormQuantV2GetWorkspaceSize(
                            x1.Get(), x2.Get(), gamma.Get(), scale.Get(), nullptr, nullptr, nullptr,
                            beta.Get(), -1, kEpsilon, divides, y1.Get(), nullptr, x.Get(), norm.Get(), size,
                            executor);
                      },
                      aclnnAddRmsNormQuantV2),
                  ACL_SUCCESS)
            << LastMessage();
        const Array shifted = Normalized(sum, of.gamma, of.beta, false);
        ExpectRounded(y1.Read(), quantized(shifted, none));
        const Array magnitudes = Sum(Abs(plain), Full(shape, 4));
        EXPECT_TRUE(Near(norm.Read(), shifted, Tolerance::For(dtype, magnitudes, 8)));
        EXPECT_TRUE(y1.CanariesIntact() && y2.CanariesIntact() && x.CanariesIntact());
      }
    }
  }
}

TEST_P(QuantizedNorms, SumsByScalesOfRows) {
  const aclDataType dtype = GetParam();
  for (const Shapes& shapes : kShapes) {
    const auto trace = TraceSeed(random_);
    Shape shape = shapes.rows;
    shape.insert(shape.end(), shapes.normalized.begin(), shapes.normalized.end());
    const Operands of = Draw(shapes, shape);
    const size_t length = of.gamma.values.size();
    const Array sum = Sum(of.x1, of.x2);
    const auto smoothed = [&](const Array& numbers) {
      return Each(numbers, length, [&](double number, size_t i) { return number * of.scale.values[i]; });
    };
    const DeviceTensor x1(of.x1, dtype, Layout::Transposed(shape.size()));
    const DeviceTensor x2(of.x2, dtype);
    const DeviceTensor gamma(of.gamma, dtype);
    const DeviceTensor beta(of.beta, dtype);
    const DeviceTensor smooth(of.scale, ACL_FLOAT);
    const auto y1 = DeviceTensor::Output(shape, ACL_INT8);
    const auto y2 = DeviceTensor::Output(shape, ACL_INT8, Layout::Transposed(shape.size()));
    const auto x = DeviceTensor::Output(shape, dtype);
    const auto scale1 = DeviceTensor::Output({NumElements(shapes.rows)}, ACL_FLOAT);
    const auto scale2 = DeviceTensor::Output({NumElements(shapes.rows)}, ACL_FLOAT);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnAddRmsNormDynamicQuantGetWorkspaceSize(
                        x1.Get(), x2.Get(), gamma.Get(), smooth.Get(), smooth.Get(), kEpsilon, y1.Get(),
                        y2.Get(), x.Get(), scale1.Get(), scale2.Get(), size, executor);
                  },
                  aclnnAddRmsNormDynamicQuant),
              ACL_SUCCESS)
        << LastMessage();
    const Array expected =
        ExpectRows(y1.Read(), smoothed(Normalized(sum, of.gamma, Full(shapes.normalized, 0), false)), length);
    EXPECT_TRUE(Near(scale1.Read(), expected, Tolerance::For(ACL_FLOAT, expected, 8)));
    EXPECT_TRUE(Near(y2.Read(), y1.Read(), Tolerance::Exact(ACL_INT8)));
    EXPECT_TRUE(Near(scale2.Read(), scale1.Read(), Tolerance::Exact(ACL_FLOAT)));
    const bool mask[] = {false, true};
    aclBoolArray* const second = aclCreateBoolArray(mask, 2);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnAddRmsNormDynamicQuantV2GetWorkspaceSize(
                        x1.Get(), x2.Get(), gamma.Get(), nullptr, smooth.Get(), beta.Get(), kEpsilon, second,
                        nullptr, y2.Get(), x.Get(), nullptr, scale2.Get(), size, executor);
                  },
                  aclnnAddRmsNormDynamicQuantV2),
              ACL_SUCCESS)
        << LastMessage();
    aclDestroyBoolArray(second);
    ExpectRows(y2.Read(), smoothed(Normalized(sum, of.gamma, of.beta, false)), length);
    EXPECT_TRUE(y1.CanariesIntact() && y2.CanariesIntact() && x.CanariesIntact());
  }
}

TEST_P(QuantizedNorms, ByOneScale) {
  const aclDataType dtype = GetParam();
  for (const Shapes& shapes : kShapes) {
    const auto trace = TraceSeed(random_);
    Shape shape = shapes.rows;
    shape.insert(shape.end(), shapes.normalized.begin(), shapes.normalized.end());
    const Operands of = Draw(shapes, shape);
    const DeviceTensor x(of.x1, dtype, Layout::Transposed(shape.size()).WithOffset(1));
    Shape wide = shapes.normalized;
    wide.insert(wide.begin(), 1);
    const DeviceTensor gamma(Array{wide, of.gamma.values}, dtype);
    const DeviceTensor beta(Array{wide, of.beta.values}, dtype);
    const DeviceTensor scale(Full({1}, 0.03125), dtype);
    const DeviceTensor zero(Full({1}, -7), ACL_INT8);
    const auto y = DeviceTensor::Output(shape, ACL_INT8, Layout::Transposed(shape.size()));
    const auto expected = [&](bool centred) {
      return Each(Normalized(of.x1, of.gamma, of.beta, centred), 1,
                  [](double number, size_t /*i*/) { return number / 0.03125 - 7; });
    };
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnRmsNormQuantGetWorkspaceSize(x.Get(), gamma.Get(), beta.Get(), scale.Get(),
                                                             zero.Get(), kEpsilon, y.Get(), size, executor);
                  },
                  aclnnRmsNormQuant),
              ACL_SUCCESS)
        << LastMessage();
    ExpectRounded(y.Read(), expected(false));
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnLayerNormQuantGetWorkspaceSize(x.Get(), gamma.Get(), beta.Get(), scale.Get(),
                                                               zero.Get(), 0, kEpsilon, y.Get(), nullptr,
                                                               size, executor);
                  },
                  aclnnLayerNormQuant),
              ACL_SUCCESS)
        << LastMessage();
    ExpectRounded(y.Read(), expected(true));
    EXPECT_TRUE(y.CanariesIntact());
  }
}

TEST_P(QuantizedNorms, GroupsWithSilu) {
  const aclDataType dtype = GetParam();
  for (const Shape& shape : {Shape{2, 6, 5, 7}, Shape{3, 8}, Shape{2, 4, 90}, Shape{1, 4, 60, 61}}) {
    const auto trace = TraceSeed(random_);
    const int64_t group = 2;
    const int64_t positions = NumElements(shape) / shape[0] / shape[1];
    const auto length = static_cast<size_t>(shape[1] / group * positions);
    const Array self = random_.Normal(shape, dtype, 0.5, 2);
    const Array gamma = random_.Normal({shape[1]}, dtype, 0, 1);
    const Array scale = random_.Uniform({shape[1]}, ACL_FLOAT, 0.01, 0.1);
    const Array ones = Full({static_cast<int64_t>(length)}, 1);
    const Array plain = Normalized(self, ones, Full(ones.shape, 0), true);
    Array expected = plain;
    for (size_t i = 0; i < plain.values.size(); ++i) {
      const auto channel = i / static_cast<size_t>(positions) % static_cast<size_t>(shape[1]);
      const double z = plain.values[i] * gamma.values[channel];
      expected.values[i] = z / (1 + std::exp(-z)) / scale.values[channel];
    }
    const DeviceTensor input(self, dtype, Layout::Transposed(shape.size()));
    const DeviceTensor by(gamma, dtype);
    const DeviceTensor scales(scale, ACL_FLOAT);
    const auto out = DeviceTensor::Output(shape, ACL_INT8, Layout::Transposed(shape.size()));
    const auto mean = DeviceTensor::Output({shape[0], group}, dtype);
    const auto rstd = DeviceTensor::Output({shape[0], group}, dtype);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnGroupNormSiluQuantGetWorkspaceSize(
                        input.Get(), by.Get(), nullptr, scales.Get(), group, kEpsilon, true, out.Get(),
                        mean.Get(), rstd.Get(), size, executor);
                  },
                  aclnnGroupNormSiluQuant),
              ACL_SUCCESS)
        << LastMessage();
    ExpectRounded(out.Read(), expected);
    EXPECT_TRUE(out.CanariesIntact());
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, QuantizedNorms, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

class QuantizedNormChecks : public PhaseOneTest {};

TEST_F(QuantizedNormChecks, Statuses) {
  const Descriptor x({4, 6}, ACL_FLOAT16);
  const Descriptor whole({4, 6}, ACL_INT8);
  const Descriptor gamma({6}, ACL_FLOAT16);
  const Descriptor five({5}, ACL_FLOAT16);
  const Descriptor integers({6}, ACL_INT32);
  const auto add = [&](const aclTensor* x2, const aclTensor* scale, const aclTensor* zero, aclTensor* y,
                       int64_t axis = -1) {
    return Call("aclnnAddRmsNormQuant", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAddRmsNormQuantGetWorkspaceSize(x.Get(), x2, gamma.Get(), scale, nullptr, zero, nullptr,
                                                  axis, kEpsilon, true, y, nullptr, x.Get(), size, executor);
    });
  };
  EXPECT_EQ(add(x.Get(), gamma.Get(), integers.Get(), whole.Get()), ACL_SUCCESS);
  EXPECT_EQ(add(nullptr, gamma.Get(), nullptr, whole.Get()), kNullptr);
  ExpectMessage({"x2"});
  EXPECT_EQ(add(x.Get(), nullptr, nullptr, whole.Get()), kNullptr);
  ExpectMessage({"scales1"});
  EXPECT_EQ(add(x.Get(), five.Get(), nullptr, whole.Get()), kInvalid);
  ExpectMessage({"scales1", "[5]", "[6]"});
  EXPECT_EQ(add(x.Get(), gamma.Get(), nullptr, x.Get()), kInvalid);
  ExpectMessage({"y1Out", "FLOAT16"});
  EXPECT_EQ(add(whole.Get(), gamma.Get(), nullptr, whole.Get()), kInvalid);
  ExpectMessage({"x2", "INT8"});
  EXPECT_EQ(add(x.Get(), gamma.Get(), nullptr, whole.Get(), 0), kInvalid);
  ExpectMessage({"axis", "0"});
  const Descriptor rows({4});
  const auto dynamic = [&](const aclTensor* smooth, aclTensor* y2, aclTensor* scale) {
    return Call("aclnnAddRmsNormDynamicQuant", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnAddRmsNormDynamicQuantGetWorkspaceSize(x.Get(), x.Get(), gamma.Get(), gamma.Get(), smooth,
                                                         kEpsilon, whole.Get(), y2, x.Get(), scale, scale,
                                                         size, executor);
    });
  };
  EXPECT_EQ(dynamic(nullptr, nullptr, rows.Get()), ACL_SUCCESS);
  EXPECT_EQ(dynamic(gamma.Get(), nullptr, rows.Get()), kNullptr);
  ExpectMessage({"y2Out"});
  EXPECT_EQ(dynamic(nullptr, nullptr, gamma.Get()), kInvalid);
  ExpectMessage({"scale1Out"});
  const auto layer = [&](int mode) {
    return Call("aclnnLayerNormQuant", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnLayerNormQuantGetWorkspaceSize(x.Get(), gamma.Get(), gamma.Get(), gamma.Get(), nullptr,
                                                 mode, kEpsilon, whole.Get(), rows.Get(), size, executor);
    });
  };
  EXPECT_EQ(layer(0), ACL_SUCCESS);
  EXPECT_EQ(layer(1), kInvalid);
  ExpectMessage({"quantMode", "1"});
  const auto group = [&](int64_t groups, bool silu) {
    return Call("aclnnGroupNormSiluQuant", [&](uint64_t* size, aclOpExecutor** executor) {
      const Descriptor statistics({4, 2}, ACL_FLOAT16);
      return aclnnGroupNormSiluQuantGetWorkspaceSize(x.Get(), nullptr, nullptr, rows.Get(), groups, kEpsilon,
                                                     silu, whole.Get(), statistics.Get(), statistics.Get(),
                                                     size, executor);
    });
  };
  EXPECT_EQ(group(2, true), kInvalid);
  ExpectMessage({"quantScale", "[4]"});
  EXPECT_EQ(group(4, true), kInvalid);
  ExpectMessage({"group"});
  EXPECT_EQ(group(2, false), kInvalid);
  ExpectMessage({"activateSilu"});
}

}  // namespace
}  // namespace openaclnn::testing
