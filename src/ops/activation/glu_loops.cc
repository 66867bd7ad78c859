// SPDX-License-Identifier: Apache-2.0
#include "ops/activation/glu_loops.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/elementwise/elementwise-inl.h"
#include "simd/gelu-inl.h"
#include "simd/math-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindGlu, ElementwiseLoop(GluPart part, DType dtype));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace glu {

struct Glu {
  template <class T>
  static HWY_INLINE T Compute(T gated, T gate) {
    return gated * Sigmoid(gate);
  }
};
struct GluGated {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T gate) {
    return gradOutput * Sigmoid(gate);
  }
};
struct GluGate {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T gated, T gate) {
    const T sigmoid = Sigmoid(gate);
    return gradOutput * gated * (sigmoid * (Constant<T>(1) - sigmoid));
  }
};
struct SwiGlu {
  template <class T>
  static HWY_INLINE T Compute(T gated, T gate) {
    return gate * Sigmoid(gate) * gated;
  }
};
struct SwiGluGate {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T gated, T gate) {
    const T sigmoid = Sigmoid(gate);
    const T one = Constant<T>(1);
    return gradOutput * gated * (sigmoid * MulAdd(gate, one - sigmoid, one));
  }
};
template <bool kTanh>
struct GeGlu {
  template <class T>
  static HWY_INLINE T Compute(T gated, T gate) {
    return GeluOf<kTanh>(gate) * gated;
  }
};
template <bool kTanh>
struct Gelu {
  template <class T>
  static HWY_INLINE T Compute(T gate) {
    return GeluOf<kTanh>(gate);
  }
};
struct Multiplied {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T gelu) {
    return gradOutput * gelu;
  }
};
template <bool kTanh>
struct GeGluGate {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T gated, T gate) {
    return gradOutput * gated * GeluSlope<kTanh>(gate);
  }
};

struct Fatrelu {
  template <class T>
  static HWY_INLINE T Compute(T gated, T gate, T threshold) {
    return Choose(gate < threshold, Constant<T>(0), gate) * gated;
  }
};

// Bounds of the halves: NaN stays.
template <class T>
HWY_INLINE T Below(T number, T limit) {
  return Smaller(number, limit);
}
template <class T>
HWY_INLINE T Within(T number, T limit) {
  return Smaller(Larger(number, -limit), limit);
}

struct Clipped {
  template <class T>
  static HWY_INLINE T Compute(T gated, T gate, T alpha, T limit, T bias) {
    const T bounded = Below(gate, limit);
    return bounded * Sigmoid(alpha * bounded) * (Within(gated, limit) + bias);
  }
};
struct ClippedGated {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T gated, T gate, T alpha, T limit, T /*bias*/) {
    const T bounded = Below(gate, limit);
    const T inside = gradOutput * bounded * Sigmoid(alpha * bounded);
    return Choose((gated >= -limit) & (gated <= limit), inside, Constant<T>(0));
  }
};
struct ClippedGate {
  template <class T>
  static HWY_INLINE T Compute(T gradOutput, T gated, T gate, T alpha, T limit, T bias) {
    const T bounded = Below(gate, limit);
    const T sigmoid = Sigmoid(alpha * bounded);
    const T one = Constant<T>(1);
    const T slope = sigmoid * MulAdd(alpha * bounded, one - sigmoid, one);
    const T inside = gradOutput * (Within(gated, limit) + bias) * slope;
    return Choose(gate <= limit, inside, Constant<T>(0));
  }
};
struct CappedGate {
  template <class T>
  static HWY_INLINE T Compute(T gated, T gate, T /*alpha*/, T limit, T /*bias*/) {
    return Below(gate * Sigmoid(gate), limit) * Within(gated, limit);
  }
};

}  // namespace glu

ElementwiseLoop FindGlu(GluPart part, DType dtype) {
  using namespace glu;
  switch (part) {
    case GluPart::kGlu:
      return FindLoop<Glu, 2, 0>(FloatAndDouble(), dtype);
    case GluPart::kGluGated:
      return FindLoop<GluGated, 2, 0>(FloatAndDouble(), dtype);
    case GluPart::kGluGate:
      return FindLoop<GluGate, 3, 0>(FloatAndDouble(), dtype);
    case GluPart::kSwiGlu:
    case GluPart::kSwiGluGated:  // the same, of the gradient in place of the gated half
      return FindLoop<SwiGlu, 2, 0>(FloatAndDouble(), dtype);
    case GluPart::kSwiGluGate:
      return FindLoop<SwiGluGate, 3, 0>(FloatAndDouble(), dtype);
    case GluPart::kGeGlu:
      return FindLoop<GeGlu<false>, 2, 0>(FloatAndDouble(), dtype);
    case GluPart::kGeGluTanh:
      return FindLoop<GeGlu<true>, 2, 0>(FloatAndDouble(), dtype);
    case GluPart::kGelu:
      return FindLoop<Gelu<false>, 1, 0>(FloatAndDouble(), dtype);
    case GluPart::kGeluTanh:
      return FindLoop<Gelu<true>, 1, 0>(FloatAndDouble(), dtype);
    case GluPart::kGeGluGated:
      return FindLoop<Multiplied, 2, 0>(FloatAndDouble(), dtype);
    case GluPart::kGeGluGate:
      return FindLoop<GeGluGate<false>, 3, 0>(FloatAndDouble(), dtype);
    case GluPart::kGeGluGateTanh:
      return FindLoop<GeGluGate<true>, 3, 0>(FloatAndDouble(), dtype);
    case GluPart::kFatrelu:
      return FindLoop<Fatrelu, 3, 0>(FloatAndDouble(), dtype);
    case GluPart::kClipped:
      return FindLoop<Clipped, 2, 3>(FloatAndDouble(), dtype);
    case GluPart::kClippedGated:
      return FindLoop<ClippedGated, 3, 3>(FloatAndDouble(), dtype);
    case GluPart::kClippedGate:
      return FindLoop<ClippedGate, 3, 3>(FloatAndDouble(), dtype);
    case GluPart::kCappedGate:
      return FindLoop<CappedGate, 2, 3>(FloatAndDouble(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

ElementwiseLoop GluLoop(GluPart part, DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindGlu)(part, dtype);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
