// SPDX-License-Identifier: Apache-2.0
#include "ops/normalization/channel_passes.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/layout/channels-inl.h"
#include "ops/normalization/channel_gradients-inl.h"
#include "simd/fused-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindChannelPass, ChannelLoop(channel_passes::Pass pass, DType dtype));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace channel_passes {

using channel_gradients::Centred;

struct SumElements {
  static constexpr ChannelOperands kOperands{.inputs = 1, .sums = 1};

  template <class D, class V>
  HWY_INLINE static void Apply(D /*floats*/, const V* inputs, const V* /*by*/, V& /*output*/, V* sums) {
    sums[0] = hn::Add(sums[0], inputs[0]);
  }
};

// Sums of distances from a centre, and of their squares.
struct SumDistances {
  static constexpr ChannelOperands kOperands{.inputs = 1, .coefficients = 1, .sums = 2};

  template <class D, class V>
  HWY_INLINE static void Apply(D floats, const V* inputs, const V* by, V& /*output*/, V* sums) {
    const V distance = hn::Sub(inputs[0], by[0]);
    sums[0] = hn::Add(sums[0], distance);
    sums[1] = MulAdd(floats, distance, distance, sums[1]);
  }
};

// Sums of g and of g * d.
struct SumProducts {
  // Inputs: gradOut, input; coefficients: power, centre.
  static constexpr ChannelOperands kOperands{.inputs = 2, .coefficients = 2, .sums = 2};

  template <class D, class V>
  HWY_INLINE static void Apply(D floats, const V* inputs, const V* by, V& /*output*/, V* sums) {
    sums[0] = hn::Add(sums[0], inputs[0]);
    sums[1] = MulAdd(floats, inputs[0], Centred(floats, inputs[1], by[0], by[1]), sums[1]);
  }
};

struct Normalize {
  // Coefficients: centre, scale, shift.
  static constexpr ChannelOperands kOperands{.inputs = 1, .outputs = 1, .coefficients = 3};

  template <class D, class V>
  HWY_INLINE static void Apply(D floats, const V* inputs, const V* by, V& output, V* /*sums*/) {
    output = MulAdd(floats, hn::Sub(inputs[0], by[0]), by[1], by[2]);
  }
};

// In evaluation the statistics do not depend on the input.
struct ScaleGradients {
  static constexpr ChannelOperands kOperands{.inputs = 1, .outputs = 1, .coefficients = 1};

  template <class D, class V>
  HWY_INLINE static void Apply(D /*floats*/, const V* inputs, const V* by, V& output, V* /*sums*/) {
    output = hn::Mul(inputs[0], by[0]);
  }
};

// gradInput = factor * (slope * d + (scale * g + constant)): g is centred before d comes to it.
struct WriteGradients {
  // Inputs: gradOut, input; outputs: gradInput; coefficients: power, centre, scale, constant, slope, factor.
  static constexpr ChannelOperands kOperands{.inputs = 2, .outputs = 1, .coefficients = 6};

  template <class D, class V>
  HWY_INLINE static void Apply(D floats, const V* inputs, const V* by, V& output, V* /*sums*/) {
    const V centred = MulAdd(floats, by[2], inputs[0], by[3]);
    const V d = Centred(floats, inputs[1], by[0], by[1]);
    output = hn::Mul(by[5], MulAdd(floats, by[4], d, centred));
  }
};

}  // namespace channel_passes

ChannelLoop FindChannelPass(openaclnn::channel_passes::Pass pass, DType dtype) {
  using openaclnn::channel_passes::Pass;
  switch (pass) {
    case Pass::kSum:
      return ChannelLoopOf<channel_passes::SumElements>(dtype);
    case Pass::kSumOfDistances:
      return ChannelLoopOf<channel_passes::SumDistances>(dtype);
    case Pass::kSumOfProducts:
      return ChannelLoopOf<channel_passes::SumProducts>(dtype);
    case Pass::kNormalization:
      return ChannelLoopOf<channel_passes::Normalize>(dtype);
    case Pass::kScaling:
      return ChannelLoopOf<channel_passes::ScaleGradients>(dtype);
    case Pass::kGradient:
      return ChannelLoopOf<channel_passes::WriteGradients>(dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn::channel_passes {

ChannelLoop FindPass(Pass pass, DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindChannelPass)(pass, dtype);
}

}  // namespace openaclnn::channel_passes
#endif  // HWY_ONCE
