// SPDX-License-Identifier: Apache-2.0
#include "ops/recurrent/cells.h"

#include <array>
#include <cstddef>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/math-inl.h"
#include "simd/row_steps-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindRecurrentStep, recurrent::RowStep(recurrent::Step step));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace cells {

// The slope of the logistic function and of tanh, from their values.
template <class T>
HWY_INLINE T SigmoidSlope(T value) {
  return value * (Constant<T>(1) - value);
}
template <class T>
HWY_INLINE T TanhSlope(T value) {
  return NegMulAdd(value, value, Constant<T>(1));
}

struct Lstm {
  static constexpr size_t kInputs = 5;
  static constexpr size_t kOutputs = 7;
  template <class T>
  static HWY_INLINE std::array<T, kOutputs> Compute(const std::array<T, kInputs>& in) {
    const T i = Sigmoid(in[0]);
    const T f = Sigmoid(in[1]);
    const T g = Tanh(in[2]);
    const T o = Sigmoid(in[3]);
    const T cell = MulAdd(f, in[4], i * g);
    const T tanh = Tanh(cell);
    return {i, f, g, o, cell, tanh, o * tanh};
  }
};

struct LstmBackward {
  static constexpr size_t kInputs = 9;
  static constexpr size_t kOutputs = 5;
  template <class T>
  static HWY_INLINE std::array<T, kOutputs> Compute(const std::array<T, kInputs>& in) {
    const auto& [i, f, g, o, tanh, previous, gradHidden, gradLater, gradCell] = in;
    const T hidden = gradHidden + gradLater;
    const T cell = MulAdd(hidden * o, TanhSlope(tanh), gradCell);
    return {cell * g * SigmoidSlope(i), cell * previous * SigmoidSlope(f), cell * i * TanhSlope(g),
            hidden * tanh * SigmoidSlope(o), cell * f};
  }
};

struct Gru {
  static constexpr size_t kInputs = 7;
  static constexpr size_t kOutputs = 4;
  template <class T>
  static HWY_INLINE std::array<T, kOutputs> Compute(const std::array<T, kInputs>& in) {
    const T r = Sigmoid(in[0] + in[3]);
    const T z = Sigmoid(in[1] + in[4]);
    const T n = Tanh(MulAdd(r, in[5], in[2]));
    return {r, z, n, MulAdd(z, in[6] - n, n)};
  }
};

struct GruBackward {
  static constexpr size_t kInputs = 7;
  static constexpr size_t kOutputs = 5;
  template <class T>
  static HWY_INLINE std::array<T, kOutputs> Compute(const std::array<T, kInputs>& in) {
    const auto& [r, z, n, part, previous, gradHidden, gradLater] = in;
    const T hidden = gradHidden + gradLater;
    const T candidate = hidden * (Constant<T>(1) - z) * TanhSlope(n);
    return {candidate * part * SigmoidSlope(r), hidden * (previous - n) * SigmoidSlope(z), candidate,
            candidate * r, hidden * z};
  }
};

struct TanhOfOne {
  static constexpr size_t kInputs = 1;
  static constexpr size_t kOutputs = 1;
  template <class T>
  static HWY_INLINE std::array<T, kOutputs> Compute(const std::array<T, kInputs>& in) {
    return {Tanh(in[0])};
  }
};

template <class Which>
void Run(const float* const* in, float* const* out, int64_t count) {
  RunRowStep<Which>(in, out, count);
}

}  // namespace cells

recurrent::RowStep FindRecurrentStep(recurrent::Step step) {
  switch (step) {
    case recurrent::Step::kLstm:
      return cells::Run<cells::Lstm>;
    case recurrent::Step::kLstmBackward:
      return cells::Run<cells::LstmBackward>;
    case recurrent::Step::kGru:
      return cells::Run<cells::Gru>;
    case recurrent::Step::kGruBackward:
      return cells::Run<cells::GruBackward>;
    case recurrent::Step::kTanh:
      return cells::Run<cells::TanhOfOne>;
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn::recurrent {

RowStep StepOf(Step step) {
  return HWY_DYNAMIC_DISPATCH(FindRecurrentStep)(step);
}

}  // namespace openaclnn::recurrent
#endif  // HWY_ONCE
