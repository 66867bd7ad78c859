// SPDX-License-Identifier: Apache-2.0
#include "ops/optimizer/updates.h"

#include <array>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/numbers-inl.h"
#include "simd/row_steps-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindUpdate, optimizer::RowUpdate(optimizer::Rule rule));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace updates {

using optimizer::Coefficients;

enum class Third { kNone, kLargest, kAverage };

template <Third kThird, bool kDecay, bool kNesterov = false>
struct Adam {
  static constexpr size_t kInputs = kThird == Third::kNone ? 4 : 5;
  static constexpr size_t kOutputs = kInputs - 1;
  template <class T>
  static HWY_INLINE std::array<T, kOutputs> Compute(const std::array<T, kInputs>& in,
                                                    const Coefficients& numbers) {
    T gradient = in[1] / T(numbers.gradient);
    if constexpr (kDecay) {
      gradient = MulAdd(T(numbers.decay), in[0], gradient);
    }
    const T first = MulAdd(T(numbers.first), in[2], T(numbers.firstNew) * gradient);
    const T second = MulAdd(T(numbers.second), in[3], T(numbers.secondNew) * gradient * gradient);
    T divisor = second;
    if constexpr (kThird == Third::kLargest) {
      divisor = Larger(in[4], second);
    }
    const T size = SquareRoot(divisor) / T(numbers.root) + T(numbers.epsilon);
    const T direction = kNesterov ? MulAdd(T(numbers.first), first, T(numbers.firstNew) * gradient) : first;
    const T parameter = NegMulAdd(T(numbers.rate), direction / size, in[0] * T(numbers.kept));
    if constexpr (kThird == Third::kLargest) {
      return {parameter, first, second, divisor};
    } else if constexpr (kThird == Third::kAverage) {
      return {parameter, first, second, MulAdd(T(numbers.average), in[4], T(numbers.averageNew) * parameter)};
    } else {
      return {parameter, first, second};
    }
  }
};

template <bool kBuffer, bool kNesterov>
struct Sgd {
  static constexpr size_t kInputs = kBuffer ? 3 : 2;
  static constexpr size_t kOutputs = kInputs;
  template <class T>
  static HWY_INLINE std::array<T, kOutputs> Compute(const std::array<T, kInputs>& in,
                                                    const Coefficients& numbers) {
    const T unscaled = in[1] / T(numbers.gradient);
    const T gradient = MulAdd(T(numbers.decay), in[0], unscaled * T(numbers.sign));
    if constexpr (kBuffer) {
      const T buffer = MulAdd(T(numbers.first), in[2], T(numbers.firstNew) * gradient);
      const T direction = kNesterov ? MulAdd(T(numbers.second), buffer, gradient) : buffer;
      return {NegMulAdd(T(numbers.rate), direction, in[0]), unscaled, buffer};
    } else {
      return {NegMulAdd(T(numbers.rate), gradient, in[0]), unscaled};
    }
  }
};

template <class Which>
void Run(const float* const* in, float* const* out, int64_t count, const Coefficients& numbers) {
  RunRowStep<Which>(in, out, count, numbers);
}
template <class Which>
optimizer::RowUpdate Row() {
  return {Run<Which>, Which::kInputs, Which::kOutputs};
}

}  // namespace updates

optimizer::RowUpdate FindUpdate(optimizer::Rule rule) {
  using namespace updates;
  using optimizer::Rule;
  switch (rule) {
    case Rule::kAdam:
      return Row<Adam<Third::kNone, false>>();
    case Rule::kAdamDecay:
      return Row<Adam<Third::kNone, true>>();
    case Rule::kAmsgrad:
      return Row<Adam<Third::kLargest, false>>();
    case Rule::kAmsgradDecay:
      return Row<Adam<Third::kLargest, true>>();
    case Rule::kEma:
      return Row<Adam<Third::kAverage, false>>();
    case Rule::kEmaDecay:
      return Row<Adam<Third::kAverage, true>>();
    case Rule::kNesterovAdam:
      return Row<Adam<Third::kNone, false, true>>();
    case Rule::kSgd:
      return Row<Sgd<false, false>>();
    case Rule::kMomentum:
      return Row<Sgd<true, false>>();
    case Rule::kNesterov:
      return Row<Sgd<true, true>>();
  }
  return {};
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn::optimizer {

RowUpdate UpdateOf(Rule rule) {
  return HWY_DYNAMIC_DISPATCH(FindUpdate)(rule);
}

}  // namespace openaclnn::optimizer
#endif  // HWY_ONCE
