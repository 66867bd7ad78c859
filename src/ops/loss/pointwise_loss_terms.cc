// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <type_traits>

#include "kernels/reduction/lane_blocks.h"
#include "kernels/reduction/sums_and_extremes.h"
#include "ops/loss/pointwise_loss.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/lanes-inl.h"
#include "simd/math_exponential-inl.h"
#include "simd/math_logarithm-inl.h"
#include "simd/numbers-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindLoss, LossLoop(LossExpression expression, DType computed));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace loss {

// What an expression sees of a place.
template <class T>
struct Place {
  T self;
  T target;
  T weight;
  T posWeight;
  T gradient;  // of the loss, times what a mean divides by
  T parameter;
};

template <class T>
HWY_INLINE T Zero() {
  return Constant<T>(0);
}
template <class T>
HWY_INLINE T One() {
  return Constant<T>(1);
}
template <class T>
HWY_INLINE T Infinity() {
  return Constant<T>(std::numeric_limits<double>::infinity());
}
// 0 of NaN, as PyTorch has it.
template <class T>
HWY_INLINE T Sign(T x) {
  return Choose(x > Zero<T>(), One<T>(), Choose(x < Zero<T>(), Constant<T>(-1), Zero<T>()));
}
// log(1 + exp(-|x|)).
template <class T>
HWY_INLINE T LogOfTail(T x) {
  return Log1p(Exp(-Absolute(x)));
}
// log(1 + exp(x)), without overflow.
template <class T>
HWY_INLINE T Softplus(T x) {
  return Larger(x, Zero<T>()) + LogOfTail(x);
}

struct L1 {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    return Absolute(p.self - p.target);
  }
};
struct L1Gradient {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    return p.gradient * Sign(p.self - p.target);
  }
};

// The parameter is beta.
struct SmoothL1 {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    const T half = Constant<T>(0.5);
    const T distance = Absolute(p.self - p.target);
    return Choose(distance < p.parameter, half * distance * distance / p.parameter,
                  MulAdd(-half, p.parameter, distance));
  }
};
struct SmoothL1Gradient {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    const T difference = p.self - p.target;
    return p.gradient *
           Choose(Absolute(difference) >= p.parameter, Sign(difference), difference / p.parameter);
  }
};

struct BinaryCrossEntropy {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    const T least = Constant<T>(-100);
    const T ofSelf = Larger(Log(p.self), least);
    const T ofRest = Larger(Log1p(-p.self), least);
    return p.weight * MulAdd(p.target - One<T>(), ofRest, -(p.target * ofSelf));
  }
};
struct BinaryCrossEntropyGradient {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    const T variance = Larger((One<T>() - p.self) * p.self, Constant<T>(1e-12));
    return p.gradient * p.weight * (p.self - p.target) / variance;
  }
};

struct WithLogits {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    const T ofOnes = MulAdd(p.posWeight - One<T>(), p.target, One<T>());
    return p.weight * MulAdd(One<T>() - p.target, p.self, ofOnes * Softplus(-p.self));
  }
};
struct WithLogitsGradient {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    const T ones = p.posWeight * p.target;
    return p.gradient * p.weight * MulAdd(ones + (One<T>() - p.target), Sigmoid(p.self), -ones);
  }
};
// posWeight * softplus(-self) - softplus(self), whose common term is taken once.
struct WithLogitsTargetGradient {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    const T linear = MulAdd(p.posWeight, Larger(-p.self, Zero<T>()), -Larger(p.self, Zero<T>()));
    return p.gradient * p.weight * MulAdd(p.posWeight - One<T>(), LogOfTail(p.self), linear);
  }
};

struct KlDiv {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    // An infinite target: as the difference of two products, which PyTorch takes everywhere.
    const T product = p.target * (Log(p.target) - p.self);
    const T term = Choose(p.target == Infinity<T>(), p.target - p.target * p.self, product);
    return Choose(p.target == Zero<T>(), Zero<T>(), term);
  }
};
struct KlDivOfLogarithms {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    return Exp(p.target) * (p.target - p.self);
  }
};
struct KlDivGradient {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    return -(p.target * p.gradient);
  }
};
struct KlDivOfLogarithmsGradient {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    return -(Exp(p.target) * p.gradient);
  }
};
struct KlDivTargetGradient {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    return Choose(p.target == Zero<T>(), Zero<T>(), p.gradient * (Log(p.target) + (One<T>() - p.self)));
  }
};
struct KlDivOfLogarithmsTargetGradient {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    return p.gradient * Exp(p.target) * (p.target + (One<T>() - p.self));
  }
};

struct SoftMargin {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    return Softplus(-(p.target * p.self));
  }
};
struct SoftMarginGradient {
  template <class T>
  static HWY_INLINE T Compute(const Place<T>& p) {
    return -(p.gradient * p.target) * Sigmoid(-(p.target * p.self));
  }
};

template <class Expression, typename T>
void Run(const LossTile& tile) {
  using D = hn::CappedTag<T, static_cast<size_t>(kLossStep)>;
  using Vector = Lanes<D>;
  const D tag;
  const auto at = [&](LossInput input, int64_t i) HWY_ATTR {
    return Vector(hn::LoadU(tag, reinterpret_cast<const T*>(tile.inputs[input]) + i));
  };
  const Vector parameter(static_cast<T>(tile.parameter));
  const Vector factor(static_cast<T>(tile.factor));
  auto* const out = reinterpret_cast<T*>(tile.out);
  for (int64_t i = 0; i < tile.count; i += static_cast<int64_t>(hn::Lanes(tag))) {
    const Place<Vector> place{at(kSelfInput, i),
                              at(kTargetInput, i),
                              at(kWeightInput, i),
                              at(kPosWeightInput, i),
                              at(kGradOutputInput, i) * factor,
                              parameter};
    const Vector result = Expression::Compute(place);
    hn::StoreU(result.vector, tag, out + i);
  }
}

template <class Expression>
LossLoop LoopOf(DType computed) {
  return computed == DType::kDouble ? &Run<Expression, double> : &Run<Expression, float>;
}

}  // namespace loss

LossLoop FindLoss(LossExpression expression, DType computed) {
  switch (expression) {
    case LossExpression::kL1:
      return loss::LoopOf<loss::L1>(computed);
    case LossExpression::kSmoothL1:
      return loss::LoopOf<loss::SmoothL1>(computed);
    case LossExpression::kBinaryCrossEntropy:
      return loss::LoopOf<loss::BinaryCrossEntropy>(computed);
    case LossExpression::kWithLogits:
      return loss::LoopOf<loss::WithLogits>(computed);
    case LossExpression::kKlDiv:
      return loss::LoopOf<loss::KlDiv>(computed);
    case LossExpression::kKlDivOfLogarithms:
      return loss::LoopOf<loss::KlDivOfLogarithms>(computed);
    case LossExpression::kSoftMargin:
      return loss::LoopOf<loss::SoftMargin>(computed);
    case LossExpression::kL1Gradient:
      return loss::LoopOf<loss::L1Gradient>(computed);
    case LossExpression::kSmoothL1Gradient:
      return loss::LoopOf<loss::SmoothL1Gradient>(computed);
    case LossExpression::kBinaryCrossEntropyGradient:
      return loss::LoopOf<loss::BinaryCrossEntropyGradient>(computed);
    case LossExpression::kWithLogitsGradient:
      return loss::LoopOf<loss::WithLogitsGradient>(computed);
    case LossExpression::kWithLogitsTargetGradient:
      return loss::LoopOf<loss::WithLogitsTargetGradient>(computed);
    case LossExpression::kKlDivGradient:
      return loss::LoopOf<loss::KlDivGradient>(computed);
    case LossExpression::kKlDivOfLogarithmsGradient:
      return loss::LoopOf<loss::KlDivOfLogarithmsGradient>(computed);
    case LossExpression::kKlDivTargetGradient:
      return loss::LoopOf<loss::KlDivTargetGradient>(computed);
    case LossExpression::kKlDivOfLogarithmsTargetGradient:
      return loss::LoopOf<loss::KlDivOfLogarithmsTargetGradient>(computed);
    case LossExpression::kSoftMarginGradient:
      return loss::LoopOf<loss::SoftMarginGradient>(computed);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

LossLoop FindLossLoop(LossExpression expression, DType computed) {
  return HWY_DYNAMIC_DISPATCH(FindLoss)(expression, computed);
}
double SumOfTerms(DType computed, const std::byte* terms, int64_t count) {
  double sum = 0;
  ReduceRowBlocks(FindSumLanes(computed), terms, 0, 1, count, {}, &sum);
  return sum;
}

}  // namespace openaclnn
#endif  // HWY_ONCE
