// SPDX-License-Identifier: Apache-2.0
#include "ops/loss/ctc_states.h"

#include <algorithm>
#include <array>
#include <limits>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/math-inl.h"
#include "simd/numbers-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(Step, void(const double* previous, const double* skips, const double* logProbs,
                                int64_t states, double* next));
OPENACLNN_PER_TARGET(SumOfTwo, double(double a, double b));
OPENACLNN_PER_TARGET(Weights,
                     double(const double* forward, const double* backward, int64_t states, double* weights));
OPENACLNN_PER_TARGET(Gradient, void(const double* logProbs, const double* weights, double shift,
                                    double factor, int64_t classes, double* gradient));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace ctc {

using Tag = hn::CappedTag<double, static_cast<size_t>(kCtcPadding)>;
using Number = Lanes<Tag>;

HWY_INLINE Number Read(const double* from) {
  return Number(hn::LoadU(Tag(), from));
}
HWY_INLINE void Write(Number number, double* to) {
  hn::StoreU(number.vector, Tag(), to);
}
// What sums are computed relative to: of nothing but zeros any number.
HWY_INLINE Number Finite(Number largest) {
  return Choose(largest == Number(-std::numeric_limits<double>::infinity()), Constant<Number>(0), largest);
}

}  // namespace ctc

void Step(const double* previous, const double* skips, const double* logProbs, int64_t states, double* next) {
  const auto width = static_cast<int64_t>(hn::Lanes(ctc::Tag()));
  for (int64_t s = 0; s < states; s += width) {
    const ctc::Number same = ctc::Read(previous + s);
    const ctc::Number before = ctc::Read(previous + s - 1);
    const ctc::Number skipped = ctc::Read(previous + s - 2) + ctc::Read(skips + s);
    const ctc::Number shift = ctc::Finite(Larger(Larger(same, before), skipped));
    const ctc::Number sum = Exp(same - shift) + Exp(before - shift) + Exp(skipped - shift);
    ctc::Write(shift + Log(sum) + ctc::Read(logProbs + s), next + s);
  }
}

double SumOfTwo(double a, double b) {
  using One = Lanes<hn::CappedTag<double, 1>>;
  const One x(a);
  const One y(b);
  const One largest = Larger(x, y);
  const One shift =
      Choose(largest == One(-std::numeric_limits<double>::infinity()), Constant<One>(0), largest);
  return hn::GetLane((shift + Log(Exp(x - shift) + Exp(y - shift))).vector);
}

double Weights(const double* forward, const double* backward, int64_t states, double* weights) {
  double largest = -std::numeric_limits<double>::infinity();
  for (int64_t s = 0; s < states; ++s) {
    weights[s] = forward[s] + backward[s];
    largest = std::max(largest, weights[s]);
  }
  const auto width = static_cast<int64_t>(hn::Lanes(ctc::Tag()));
  const ctc::Number shift = ctc::Finite(ctc::Number(largest));
  for (int64_t s = 0; s < states; s += width) {
    ctc::Write(Exp(ctc::Read(weights + s) - shift), weights + s);
  }
  return largest;
}

void Gradient(const double* logProbs, const double* weights, double shift, double factor, int64_t classes,
              double* gradient) {
  const auto width = static_cast<int64_t>(hn::Lanes(ctc::Tag()));
  const ctc::Number zero = Constant<ctc::Number>(0);
  for (int64_t c = 0; c < classes; c += width) {
    const ctc::Number logProb = ctc::Read(logProbs + c);
    const ctc::Number weight = ctc::Read(weights + c);
    const ctc::Number share = Choose(weight == zero, zero, weight * Exp(ctc::Number(shift) - logProb));
    ctc::Write((Exp(logProb) - share) * ctc::Number(factor), gradient + c);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

void CtcStep(const double* previous, const double* skips, const double* logProbs, int64_t states,
             double* next) {
  HWY_DYNAMIC_DISPATCH(Step)(previous, skips, logProbs, states, next);
}
double CtcSum(double a, double b) {
  return HWY_DYNAMIC_DISPATCH(SumOfTwo)(a, b);
}
double CtcWeights(const double* forward, const double* backward, int64_t states, double* weights) {
  return HWY_DYNAMIC_DISPATCH(Weights)(forward, backward, states, weights);
}
void CtcGradient(const double* logProbs, const double* weights, double shift, double factor, int64_t classes,
                 double* gradient) {
  HWY_DYNAMIC_DISPATCH(Gradient)(logProbs, weights, shift, factor, classes, gradient);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
