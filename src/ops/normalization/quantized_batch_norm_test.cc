// SPDX-License-Identifier: Apache-2.0
//
// aclnnQuantizedBatchNorm against the formula in long double; and the statuses.
#include "aclnnop/aclnn_quantized_batch_norm.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/scalar.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

constexpr float kEpsilon = 0.125F;

struct Bounds {
  long double lowest;
  long double highest;
};
Bounds BoundsOf(aclDataType dtype) {
  return dtype == ACL_INT8    ? Bounds{-128, 127}
         : dtype == ACL_UINT8 ? Bounds{0, 255}
                              : Bounds{-2147483648.0L, 2147483647.0L};
}

class QuantizedBatchNorm : public StatusTest {
 protected:
  Random random_{83};
};

TEST_F(QuantizedBatchNorm, OfEveryTypeShapeAndLayout) {
  for (const aclDataType dtype : {ACL_INT8, ACL_UINT8, ACL_INT32}) {
    for (const Shape& shape : {Shape{3, 4, 5, 7}, Shape{2, 300, 1, 1}, Shape{1, 1, 41, 430},
                               Shape{0, 2, 3, 3}, Shape{2, 3, 0, 3}, Shape{1, 0, 2, 2}}) {
      for (const bool given : {true, false}) {
        for (const double outScale : {0.25, -0.01}) {
          const Bounds bounds = BoundsOf(dtype);
          const Shape channels{shape[1]};
          const Array input = dtype == ACL_INT32
                                  ? random_.Integers(shape, dtype, -100000000, 100000000)
                                  : random_.Integers(shape, dtype, static_cast<int>(bounds.lowest),
                                                     static_cast<int>(bounds.highest) + 1);
          const Array mean = random_.Normal(channels, ACL_FLOAT, 0, 5);
          const Array var = random_.Uniform(channels, ACL_FLOAT, 0, 9);
          const Array weight = random_.Normal(channels, ACL_FLOAT, 0, 2);
          const Array bias = random_.Normal(channels, ACL_FLOAT, 0, 2);
          const int zero = dtype == ACL_UINT8 ? 100 : -3;
          const double inScale = RoundTo(ACL_FLOAT, dtype == ACL_INT32 ? 1e-6 : 0.1);
          const double scale = RoundTo(ACL_FLOAT, outScale);
          Array expected = input;
          for (int64_t i = 0; i < NumElements(shape); ++i) {
            const auto at = static_cast<size_t>(i);
            const auto c = static_cast<size_t>(IndexOf(shape, i)[1]);
            const long double x = (static_cast<long double>(input.values[at]) - zero) * inScale;
            const long double factor = (given ? weight.values[c] : 1) / std::sqrt(var.values[c] + kEpsilon);
            const long double y = (x - mean.values[c]) * factor + (given ? bias.values[c] : 0);
            expected.values[at] =
                static_cast<double>(std::clamp(std::nearbyint(y / scale + 7), bounds.lowest, bounds.highest));
          }
          const Scalar inputScale(inScale, ACL_FLOAT);
          const Scalar inputZero(zero, ACL_INT32);
          const Scalar outputScale(scale, ACL_FLOAT);
          const Scalar outputZero(7, ACL_INT32);
          const DeviceTensor m(mean, ACL_FLOAT, Layout::Stepped({2}));
          const DeviceTensor v(var, ACL_FLOAT);
          const DeviceTensor w(weight, ACL_FLOAT);
          const DeviceTensor b(bias, ACL_FLOAT);
          ExpectInEachLayout(expected, Tolerance::Exact(dtype),
                             [&](const Layout& layout, const DeviceTensor& out) {
                               const DeviceTensor x(input, dtype, layout);
                               return RunTwoPhase(
                                   [&](uint64_t* size, aclOpExecutor** executor) {
                                     return aclnnQuantizedBatchNormGetWorkspaceSize(
                                         x.Get(), m.Get(), v.Get(), inputScale.Get(), inputZero.Get(),
                                         outputScale.Get(), outputZero.Get(), given ? w.Get() : nullptr,
                                         given ? b.Get() : nullptr, kEpsilon, out.Get(), size, executor);
                                   },
                                   aclnnQuantizedBatchNorm);
                             });
        }
      }
    }
  }
}

TEST_F(QuantizedBatchNorm, WhatIsNoNumberIsZero) {
  const DeviceTensor input(MakeArray({1, 1, 1, 2}, {3, 5}), ACL_INT8);
  const DeviceTensor mean(Full({1}, 3), ACL_FLOAT);
  const DeviceTensor var(Full({1}, 0), ACL_FLOAT);
  const Scalar one(1, ACL_FLOAT);
  const Scalar zero(0, ACL_INT32);
  const DeviceTensor out = DeviceTensor::Output({1, 1, 1, 2}, ACL_INT8);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnQuantizedBatchNormGetWorkspaceSize(
                      input.Get(), mean.Get(), var.Get(), one.Get(), zero.Get(), one.Get(), zero.Get(),
                      nullptr, nullptr, 0, out.Get(), size, executor);
                },
                aclnnQuantizedBatchNorm),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read().values, (std::vector<double>{0, 127}));
}

TEST_F(QuantizedBatchNorm, Statuses) {
  const Descriptor input({2, 3, 4, 5}, ACL_INT8);
  const Descriptor row({3});
  const Descriptor wrong({4});
  const Scalar scale(0.5, ACL_FLOAT);
  const Scalar zero(1, ACL_INT32);
  struct Tensors {
    const aclTensor* input;
    const aclTensor* mean;
    const aclTensor* var;
    const aclTensor* weight;
    const aclTensor* bias;
    aclTensor* output;
  };
  const auto plan = [&](aclnnStatus status, const char* said, const Tensors& t, const aclScalar* inScale,
                        const aclScalar* inZero, const aclScalar* outScale, const aclScalar* outZero) {
    ExpectCall("aclnnQuantizedBatchNorm", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnQuantizedBatchNormGetWorkspaceSize(t.input, t.mean, t.var, inScale, inZero, outScale,
                                                     outZero, t.weight, t.bias, kEpsilon, t.output, size,
                                                     executor);
    });
  };
  const auto tensors = [&](aclnnStatus status, const char* said, const Tensors& t) {
    plan(status, said, t, scale.Get(), zero.Get(), scale.Get(), zero.Get());
  };
  const Tensors usual{input.Get(), row.Get(), row.Get(), row.Get(), row.Get(), input.Get()};
  tensors(ACL_SUCCESS, "", usual);
  tensors(ACL_SUCCESS, "", {input.Get(), row.Get(), row.Get(), nullptr, nullptr, input.Get()});
  tensors(kNullptr, "input", {nullptr, row.Get(), row.Get(), nullptr, nullptr, input.Get()});
  tensors(kNullptr, "mean", {input.Get(), nullptr, row.Get(), nullptr, nullptr, input.Get()});
  tensors(kNullptr, "var", {input.Get(), row.Get(), nullptr, nullptr, nullptr, input.Get()});
  tensors(kNullptr, "output", {input.Get(), row.Get(), row.Get(), nullptr, nullptr, nullptr});
  plan(kNullptr, "inputScale", usual, nullptr, zero.Get(), scale.Get(), zero.Get());
  plan(kNullptr, "inputZeroPoint", usual, scale.Get(), nullptr, scale.Get(), zero.Get());
  plan(kNullptr, "outputScale", usual, scale.Get(), zero.Get(), nullptr, zero.Get());
  plan(kNullptr, "outputZeroPoint", usual, scale.Get(), zero.Get(), scale.Get(), nullptr);
  const Scalar large(128, ACL_INT32);
  plan(kInvalid, "inputZeroPoint", usual, scale.Get(), large.Get(), scale.Get(), zero.Get());
  plan(kInvalid, "outputZeroPoint", usual, scale.Get(), zero.Get(), scale.Get(), scale.Get());
  tensors(kInvalid, "input", {row.Get(), row.Get(), row.Get(), nullptr, nullptr, row.Get()});
  tensors(kInvalid, "input",
          {Descriptor({2, 3, 4}, ACL_INT8).Get(), row.Get(), row.Get(), nullptr, nullptr, input.Get()});
  tensors(kInvalid, "mean", {input.Get(), wrong.Get(), row.Get(), nullptr, nullptr, input.Get()});
  tensors(kInvalid, "var", {input.Get(), row.Get(), wrong.Get(), nullptr, nullptr, input.Get()});
  tensors(kInvalid, "weight", {input.Get(), row.Get(), row.Get(), wrong.Get(), nullptr, input.Get()});
  tensors(kInvalid, "bias",
          {input.Get(), row.Get(), row.Get(), nullptr, Descriptor({3}, ACL_FLOAT16).Get(), input.Get()});
  tensors(kInvalid, "output",
          {input.Get(), row.Get(), row.Get(), nullptr, nullptr, Descriptor({2, 3, 4, 5}, ACL_UINT8).Get()});
  tensors(kInvalid, "output",
          {input.Get(), row.Get(), row.Get(), nullptr, nullptr, Descriptor({2, 3, 5, 4}, ACL_INT8).Get()});
}

}  // namespace
}  // namespace openaclnn::testing
