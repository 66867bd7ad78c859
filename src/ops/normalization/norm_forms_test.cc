// SPDX-License-Identifier: Apache-2.0
//
// Prototypes that add a name or a mode to a norm: aclnnFastLayerNorm, aclnnLayerNormWithImplMode and
// aclnnFastBatchNormBackward, against formulas in float64; and their statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_fast_batch_norm_backward.h"
#include "aclnnop/aclnn_layer_norm.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

constexpr double kEpsilon = 1e-3;
constexpr double kUlps = 8;
constexpr int32_t kNoMode = -1;  // that of aclnnFastLayerNorm

class NormForms : public StatusTest {
 protected:
  struct LayerNormTensors {
    const aclTensor* input;
    const aclIntArray* dims;
    const aclTensor* weight;
    const aclTensor* bias;
    aclTensor* out;
    aclTensor* mean;
    aclTensor* rstd;
  };
  static aclnnStatus PlanLayerNorm(const LayerNormTensors& t, int32_t mode, uint64_t* size,
                                   aclOpExecutor** executor) {
    return mode == kNoMode
               ? aclnnFastLayerNormGetWorkspaceSize(t.input, t.dims, t.weight, t.bias, kEpsilon, t.out,
                                                    t.mean, t.rstd, size, executor)
               : aclnnLayerNormWithImplModeGetWorkspaceSize(t.input, t.dims, t.weight, t.bias, kEpsilon,
                                                            t.out, t.mean, t.rstd, mode, size, executor);
  }

  Random random_{71};
};

TEST_F(NormForms, LayerNormOfEveryTypeAndMode) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int32_t mode : {kNoMode, 0, 1, 2}) {
      for (const int64_t length : {1, 19, 513}) {
        if (mode == 2 && dtype != ACL_FLOAT16) {
          continue;
        }
        const Shape shape{7, length};
        const Array x = random_.Normal(shape, dtype, 1, 3);
        const Array weight = random_.Normal({length}, dtype, 0, 1);
        const Array bias = random_.Normal({length}, dtype, 0, 1);
        Array expected = x;
        Array magnitudes = x;
        Array means = Full({7, 1}, 0);
        Array factors = Full({7, 1}, 0);
        for (size_t row = 0; row < 7; ++row) {
          const auto count = static_cast<size_t>(length);
          const double* const from = &x.values[row * count];
          long double sum = 0;
          long double squares = 0;
          for (size_t i = 0; i < count; ++i) {
            sum += from[i];
          }
          const auto mean = static_cast<double>(sum / length);
          for (size_t i = 0; i < count; ++i) {
            squares += (from[i] - mean) * (from[i] - mean);
          }
          const double rstd = 1 / std::sqrt(static_cast<double>(squares / length) + kEpsilon);
          means.values[row] = mean;
          factors.values[row] = rstd;
          for (size_t i = 0; i < count; ++i) {
            expected.values[row * count + i] = (from[i] - mean) * rstd * weight.values[i] + bias.values[i];
            magnitudes.values[row * count + i] =
                (std::fabs(from[i]) + std::fabs(mean)) * rstd * std::fabs(weight.values[i]) +
                std::fabs(bias.values[i]);
          }
        }
        const DeviceTensor by(weight, dtype);
        const DeviceTensor plus(bias, dtype);
        const DeviceTensor mean = DeviceTensor::Output({7, 1}, ACL_FLOAT);
        const DeviceTensor rstd = DeviceTensor::Output({7, 1}, ACL_FLOAT);
        const IntArray dims({length});
        ExpectInEachLayout(expected, Tolerance::For(dtype, magnitudes, kUlps),
                           [&](const Layout& layout, const DeviceTensor& out) {
                             const DeviceTensor input(x, dtype, layout);
                             return RunTwoPhase(
                                 [&](uint64_t* size, aclOpExecutor** executor) {
                                   return PlanLayerNorm({input.Get(), dims.Get(), by.Get(), plus.Get(),
                                                         out.Get(), mean.Get(), rstd.Get()},
                                                        mode, size, executor);
                                 },
                                 mode == kNoMode ? aclnnFastLayerNorm : aclnnLayerNormWithImplMode);
                           });
        EXPECT_TRUE(Near(mean.Read(), means, Tolerance::For(ACL_FLOAT, Full({7, 1}, 16))));
        EXPECT_TRUE(Near(rstd.Read(), factors, Tolerance::For(ACL_FLOAT, factors, kUlps)));
      }
    }
  }
}

TEST_F(NormForms, StatusesOfLayerNorm) {
  const Descriptor input({4, 6});
  const Descriptor row({6});
  const Descriptor wrong({5});
  const Descriptor rows({4, 1});
  const Descriptor half({4, 6}, ACL_FLOAT16);
  const Descriptor halfRow({6}, ACL_FLOAT16);
  const IntArray dims({6});
  const LayerNormTensors usual{input.Get(), dims.Get(), row.Get(), row.Get(),
                               input.Get(), rows.Get(), rows.Get()};
  for (const int32_t mode : {kNoMode, 0}) {
    const auto plan = [&](aclnnStatus status, const char* said, const LayerNormTensors& tensors) {
      ExpectCall(mode == kNoMode ? "aclnnFastLayerNorm" : "aclnnLayerNormWithImplMode", status, said,
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return PlanLayerNorm(tensors, mode, size, executor);
                 });
    };
    plan(ACL_SUCCESS, "", usual);
    plan(ACL_SUCCESS, "", {input.Get(), dims.Get(), nullptr, nullptr, input.Get(), nullptr, nullptr});
    const auto expect = [&](aclnnStatus status, const char* said, auto LayerNormTensors::*argument,
                            auto value) {
      LayerNormTensors tensors = usual;
      tensors.*argument = value;
      plan(status, said, tensors);
    };
    expect(kNullptr, "input", &LayerNormTensors::input, nullptr);
    expect(kNullptr, "normalizedShape", &LayerNormTensors::dims, nullptr);
    expect(kNullptr, "out", &LayerNormTensors::out, nullptr);
    expect(kInvalid, "weightOptional", &LayerNormTensors::weight, wrong.Get());
    expect(kInvalid, "biasOptional", &LayerNormTensors::bias, wrong.Get());
    expect(kInvalid, "meanOutOptional", &LayerNormTensors::mean, wrong.Get());
    expect(kInvalid, "rstdOutOptional", &LayerNormTensors::rstd, wrong.Get());
    expect(kInvalid, "out", &LayerNormTensors::out, half.Get());
  }
  const auto mode = [&](aclnnStatus status, const char* said, int32_t number, const Descriptor& x,
                        const Descriptor& weight) {
    ExpectCall("aclnnLayerNormWithImplMode", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return PlanLayerNorm({x.Get(), dims.Get(), weight.Get(), nullptr, x.Get(), nullptr, nullptr}, number,
                           size, executor);
    });
  };
  mode(ACL_SUCCESS, "", 2, half, halfRow);
  mode(kInvalid, "implMode", 3, half, halfRow);
  mode(kInvalid, "implMode", -2, half, halfRow);
  mode(kInvalid, "input", 2, input, row);
  mode(kInvalid, "weightOptional", 2, half, row);
}

struct GradientTensors {
  const aclTensor* gradOut;
  const aclTensor* input;
  const aclTensor* weight;
  const aclTensor* mean;
  const aclTensor* spread;  // runningVar or saveInvstd
  const aclBoolArray* mask;
  aclTensor* gradInput;
  aclTensor* gradWeight;
  aclTensor* gradBias;
};

aclnnStatus PlanBatchNormGradient(const GradientTensors& t, bool training, int version, uint64_t* size,
                                  aclOpExecutor** executor) {
  const aclTensor* const none = nullptr;
  return aclnnFastBatchNormBackwardGetWorkspaceSize(
      t.gradOut, t.input, t.weight, training ? none : t.mean, training ? none : t.spread,
      training ? t.mean : none, training ? t.spread : none, training, kEpsilon, t.mask, version, t.gradInput,
      t.gradWeight, t.gradBias, size, executor);
}

TEST_F(NormForms, BatchNormGradientOfEveryType) {
  constexpr int64_t kSamples = 3;
  constexpr int64_t kChannels = 4;
  constexpr int64_t kPositions = 35;
  const Shape shape{kSamples, kChannels, 5, 7};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const bool training : {true, false}) {
      for (const int version : {0, 1}) {
        const Array g = random_.Normal(shape, dtype, 0.5, 1);
        const Array x = random_.Normal(shape, dtype, 1, 2);
        const Array weight = random_.Normal({kChannels}, dtype, 0, 1);
        const Array mean = random_.Normal({kChannels}, ACL_FLOAT, 1, 0.5);
        const Array spread = random_.Uniform({kChannels}, ACL_FLOAT, 0.25, 4);
        Array gradInput = x;
        Array magnitudes = x;
        Array gradWeight = Full({kChannels}, 0);
        Array gradBias = Full({kChannels}, 0);
        Array sizes = Full({kChannels}, 0);
        for (int64_t c = 0; c < kChannels; ++c) {
          const auto channel = static_cast<size_t>(c);
          const double rstd =
              training ? spread.values[channel] : 1 / std::sqrt(spread.values[channel] + kEpsilon);
          std::vector<size_t> places;
          for (int64_t i = 0; i < NumElements(shape); ++i) {
            if (i / kPositions % kChannels == c) {
              places.push_back(static_cast<size_t>(i));
            }
          }
          for (const size_t at : places) {
            gradWeight.values[channel] += g.values[at] * (x.values[at] - mean.values[channel]) * rstd;
            gradBias.values[channel] += g.values[at];
            sizes.values[channel] += std::fabs(g.values[at]) *
                                     (1 + (std::fabs(x.values[at]) + std::fabs(mean.values[channel])) * rstd);
          }
          const auto count = static_cast<double>(places.size());
          for (const size_t at : places) {
            const double xh = (x.values[at] - mean.values[channel]) * rstd;
            const double factor = weight.values[channel] * rstd;
            const double less = (gradBias.values[channel] + xh * gradWeight.values[channel]) / count;
            gradInput.values[at] = factor * (g.values[at] - (training ? less : 0));
            magnitudes.values[at] = std::fabs(factor) * (std::fabs(g.values[at]) +
                                                         (1 + std::fabs(xh)) * sizes.values[channel] / count);
          }
        }
        const DeviceTensor by(weight, dtype);
        const DeviceTensor centre(mean, ACL_FLOAT);
        const DeviceTensor width(spread, ACL_FLOAT);
        const DeviceTensor forWeight = DeviceTensor::Output({kChannels}, ACL_FLOAT);
        const DeviceTensor forBias = DeviceTensor::Output({kChannels}, ACL_FLOAT);
        const BoolArray mask{true, true, true};
        ExpectInEachLayout(gradInput, Tolerance::For(dtype, magnitudes, kUlps),
                           [&](const Layout& layout, const DeviceTensor& out) {
                             const DeviceTensor gradient(g, dtype, layout);
                             const DeviceTensor input(x, dtype, layout);
                             return RunTwoPhase(
                                 [&](uint64_t* size, aclOpExecutor** executor) {
                                   return PlanBatchNormGradient(
                                       {gradient.Get(), input.Get(), by.Get(), centre.Get(), width.Get(),
                                        mask.Get(), out.Get(), forWeight.Get(), forBias.Get()},
                                       training, version, size, executor);
                                 },
                                 aclnnFastBatchNormBackward);
                           });
        EXPECT_TRUE(Near(forWeight.Read(), gradWeight, Tolerance::For(ACL_FLOAT, sizes)));
        EXPECT_TRUE(Near(forBias.Read(), gradBias, Tolerance::For(ACL_FLOAT, sizes)));
      }
    }
  }
}

TEST_F(NormForms, StatusesOfTheBatchNormGradient) {
  const Descriptor data({4, 6, 2});
  const Descriptor row({6});
  const Descriptor wrong({5});
  const BoolArray all{true, true, true};
  const BoolArray some{true, false, false};
  const auto plan = [&](aclnnStatus status, const char* said, const GradientTensors& tensors, int version = 0,
                        bool training = true) {
    ExpectCall("aclnnFastBatchNormBackward", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return PlanBatchNormGradient(tensors, training, version, size, executor);
    });
  };
  const GradientTensors usual{data.Get(), data.Get(), row.Get(), row.Get(), row.Get(),
                              all.Get(),  data.Get(), row.Get(), row.Get()};
  plan(ACL_SUCCESS, "", usual);
  plan(ACL_SUCCESS, "", usual, 1, false);
  plan(kInvalid, "version", usual, 2);
  plan(kInvalid, "version", usual, -1);
  GradientTensors tensors = usual;
  tensors.gradOut = nullptr;
  plan(kNullptr, "gradOut", tensors);
  tensors = usual;
  tensors.mean = nullptr;
  plan(kNullptr, "saveMean", tensors);
  plan(kNullptr, "runningMean", tensors, 0, false);
  tensors = usual;
  tensors.mask = nullptr;
  plan(kNullptr, "outputMask", tensors);
  tensors = usual;
  tensors.gradWeight = nullptr;
  plan(kNullptr, "gradWeight", tensors);
  tensors.mask = some.Get();
  plan(ACL_SUCCESS, "", tensors);
  tensors = usual;
  tensors.weight = wrong.Get();
  plan(kInvalid, "weight", tensors);
}

}  // namespace
}  // namespace openaclnn::testing
