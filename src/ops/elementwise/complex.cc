// SPDX-License-Identifier: Apache-2.0
//
// aclnnComplex, aclnnPolar, aclnnReal, aclnnAngleV2: complex numbers from real ones, and back. Tensors of
// different types on the two sides, so that the rows have loops and checks of their own.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <optional>
#include <span>
#include <string>

#include "aclnnop/aclnn_angle_v2.h"
#include "aclnnop/aclnn_complex.h"
#include "aclnnop/aclnn_polar.h"
#include "aclnnop/aclnn_real.h"
#include "base/complex_number.h"
#include "kernels/elementwise/conversion.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/math_trigonometric-inl.h"
#include "simd/numbers-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindPolar, ElementwiseLoop(DType real));
OPENACLNN_PER_TARGET(FindComplexAngle, ElementwiseLoop(DType number));
}  // namespace openaclnn

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// 0, or pi for negative numbers.
template <class T>
HWY_INLINE T RealAngle(T self) {
  const T angle = Choose(self < Constant<T>(0), Constant<T>(std::numbers::pi), Constant<T>(0));
  return Choose(IsNan(self), self, angle);
}

namespace complex {

// Some numbers side by side, as many as a vector has.
template <typename Real>
struct Some {
  using Tag = hn::ScalableTag<Real>;
  HWY_ALIGN std::array<Real, hn::MaxLanes(Tag())> numbers{};

  [[nodiscard]] Lanes<Tag> Get() const { return Lanes<Tag>(hn::Load(Tag(), numbers.data())); }
  void Set(Lanes<Tag> lanes) { hn::Store(WithOneNan(Tag(), lanes.vector), Tag(), numbers.data()); }
};

// Calls body(row, first column, columns) for whole vectors of a tile and what is left of its rows.
template <typename Real, class Body>
HWY_INLINE void ForEachVectorOf(const ElementwiseTile& tile, const Body& body) {
  const auto most = static_cast<int64_t>(hn::Lanes(typename Some<Real>::Tag()));
  for (int64_t row = 0; row < tile.rows; ++row) {
    for (int64_t first = 0; first < tile.columns; first += most) {
      body(row, first, std::min(most, tile.columns - first));
    }
  }
}

template <typename Element>
HWY_INLINE const Element* RowOf(const ElementwiseInput& input, int64_t row) {
  return reinterpret_cast<const Element*>(input.data + row * input.rowStride);
}

// size * (cos(angle) + i sin(angle))
template <typename Real>
void Polar(const ElementwiseTile& tile) {
  ForEachVectorOf<Real>(tile, [&](int64_t row, int64_t first, int64_t count) HWY_ATTR {
    const Real* const sizes = RowOf<Real>(tile.inputs[0], row);
    const Real* const angles = RowOf<Real>(tile.inputs[1], row);
    Some<Real> size;
    Some<Real> angle;
    for (int64_t i = 0; i < count; ++i) {
      size.numbers[static_cast<size_t>(i)] = sizes[(first + i) * tile.inputs[0].step];
      angle.numbers[static_cast<size_t>(i)] = angles[(first + i) * tile.inputs[1].step];
    }
    Some<Real> real;
    Some<Real> imaginary;
    real.Set(size.Get() * Cos(angle.Get()));
    imaginary.Set(size.Get() * Sin(angle.Get()));
    auto* const out = reinterpret_cast<ComplexNumber<Real>*>(tile.out + row * tile.outRowStride) + first;
    for (int64_t i = 0; i < count; ++i) {
      out[i] = {real.numbers[static_cast<size_t>(i)], imaginary.numbers[static_cast<size_t>(i)]};
    }
  });
}

template <typename Real>
void Angle(const ElementwiseTile& tile) {
  ForEachVectorOf<Real>(tile, [&](int64_t row, int64_t first, int64_t count) HWY_ATTR {
    const auto* const numbers = RowOf<ComplexNumber<Real>>(tile.inputs[0], row);
    Some<Real> real;
    Some<Real> imaginary;
    for (int64_t i = 0; i < count; ++i) {
      const ComplexNumber<Real> number = numbers[(first + i) * tile.inputs[0].step];
      real.numbers[static_cast<size_t>(i)] = number.real;
      imaginary.numbers[static_cast<size_t>(i)] = number.imaginary;
    }
    Some<Real> angle;
    angle.Set(Atan2(imaginary.Get(), real.Get()));
    std::copy_n(angle.numbers.data(), count,
                reinterpret_cast<Real*>(tile.out + row * tile.outRowStride) + first);
  });
}

}  // namespace complex

ElementwiseLoop FindPolar(DType real) {
  return real == DType::kDouble ? complex::Polar<double> : complex::Polar<float>;
}
ElementwiseLoop FindComplexAngle(DType number) {
  return number == DType::kComplex128 ? complex::Angle<double> : complex::Angle<float>;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

template <typename Part>
using Parts = std::array<Part, 2>;

// Two numbers as the parts of one; bits are moved as they are.
template <typename Part>
void Join(const ElementwiseTile& tile) {
  const auto& [real, imaginary, unused] = tile.inputs;
  for (int64_t row = 0; row < tile.rows; ++row) {
    const auto* const first = reinterpret_cast<const Part*>(real.data + row * real.rowStride);
    const auto* const second = reinterpret_cast<const Part*>(imaginary.data + row * imaginary.rowStride);
    auto* const out = reinterpret_cast<Parts<Part>*>(tile.out + row * tile.outRowStride);
    for (int64_t i = 0; i < tile.columns; ++i) {
      out[i] = {first[i * real.step], second[i * imaginary.step]};
    }
  }
}

template <typename Part>
void TakeReal(const ElementwiseTile& tile) {
  const ElementwiseInput& self = tile.inputs[0];
  for (int64_t row = 0; row < tile.rows; ++row) {
    const auto* const numbers = reinterpret_cast<const Parts<Part>*>(self.data + row * self.rowStride);
    auto* const out = reinterpret_cast<Part*>(tile.out + row * tile.outRowStride);
    for (int64_t i = 0; i < tile.columns; ++i) {
      out[i] = numbers[i * self.step][0];
    }
  }
}

// A real type, the complex one whose parts are of it, and the loops between them.
struct ComplexType {
  DType real;
  DType complex;
  ElementwiseLoop join;
  ElementwiseLoop takeReal;
};
constexpr std::array<ComplexType, 3> kComplexTypes{
    {{DType::kFloat, DType::kComplex64, Join<uint32_t>, TakeReal<uint32_t>},
     {DType::kDouble, DType::kComplex128, Join<uint64_t>, TakeReal<uint64_t>},
     {DType::kFloat16, DType::kComplex32, Join<uint16_t>, TakeReal<uint16_t>}}};

// Of a type that has passed its check.
const ComplexType& TypeWith(DType ComplexType::*member, DType dtype) {
  return *std::ranges::find(kComplexTypes, dtype, member);
}

ArgumentChecks& CheckDtype(ArgumentChecks& check, const NamedTensor& argument, DType expected,
                           const char* meaning) {
  return check.Require(
      argument.name, meaning, [&] { return argument.tensor->dtype == expected; },
      [&] { return NameOf(argument.tensor->dtype); });
}

constexpr std::array<DType, 3> kPartDtypes{DType::kFloat, DType::kFloat16, DType::kDouble};
constexpr auto kComplexArguments = BinaryArguments("real", "imag", "out");
constexpr auto kPolarArguments = BinaryArguments("input", "angle", "out");
constexpr auto kAngleArguments = UnaryArguments("x", "out");
constexpr Operator<ElementwiseArgs> kComplex{"aclnnComplex", kComplexArguments, kElementwiseKernels};
constexpr Operator<ElementwiseArgs> kPolar{"aclnnPolar", kPolarArguments, kElementwiseKernels};
constexpr Operator<ElementwiseArgs> kReal{"aclnnReal", kSelf, kElementwiseKernels};
constexpr Operator<ElementwiseArgs> kAngle{"aclnnAngleV2", kAngleArguments, kElementwiseKernels};

// Two tensors of a real type that broadcast to one of the complex type.
Status BindPair(PhaseOneCall& call, const Operator<ElementwiseArgs>& op, const aclTensor* first,
                const aclTensor* second, const aclTensor* result, std::span<const DType> dtypes) {
  const NamedTensor a{op.arguments[0].name, first};
  const NamedTensor b{op.arguments[1].name, second};
  const NamedTensor out{op.arguments[2].name, result};
  ArgumentChecks check;
  check.NotNull(a).NotNull(b).NotNull(out);
  check.DtypeIn(a, dtypes).SameDtype(b, a);
  if (check.Failed()) {
    return check.Result();
  }
  const ComplexType& type = TypeWith(&ComplexType::real, first->dtype);
  CheckDtype(check, out, type.complex, "the complex type whose parts have the type of the inputs");
  check.ValidView(a).ValidView(b).ValidOutputView(out);
  if (check.Failed()) {
    return check.Result();
  }
  const std::optional<Dims> shape = BroadcastShape(first->viewDims, second->viewDims);
  check.Require(
      b.name, "a shape that broadcasts with the operands before it", [&] { return shape.has_value(); },
      [&] { return ShapeText(second->viewDims) + " against " + ShapeText(first->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  check.Shape(out, *shape, "of the operands broadcast together");
  ElementwiseArgs args;
  args.types = {type.real, type.complex};
  args.loop = &op == &kPolar ? HWY_DYNAMIC_DISPATCH(FindPolar)(type.real) : type.join;
  return check.Failed() ? check.Result() : call.Bind(op, args, {first, second, result});
}

Status BindReal(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& out) {
  static constexpr std::array<DType, 5> kDtypes{DType::kFloat, DType::kFloat16, DType::kComplex64,
                                                DType::kComplex128, DType::kComplex32};
  ArgumentChecks check;
  check.NotNull(self).NotNull(out).DtypeIn(self, kDtypes);
  if (check.Failed()) {
    return check.Result();
  }
  const DType dtype = self.tensor->dtype;
  const bool isReal = ClassOf(dtype) == DTypeClass::kFloating;
  ElementwiseArgs args;
  args.types = {dtype, dtype};
  if (isReal) {
    args.loop = FindConversion(dtype, dtype);
  } else {
    const ComplexType& type = TypeWith(&ComplexType::complex, dtype);
    args.types.result = type.real;
    args.loop = type.takeReal;
  }
  CheckDtype(check, out, args.types.result, "the type of the real parts of self");
  check.ValidView(self).ValidOutputView(out).SameShape(out, self);
  return check.Failed() ? check.Result() : call.Bind(kReal, args, {self.tensor, out.tensor});
}

ArgumentChecks& CheckAngle(ArgumentChecks& check, const NamedTensor& out) {
  return check.DtypeIn(out, kFloatingDtypes);
}

Status BindComplexAngle(PhaseOneCall& call, const NamedTensor& x, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(x).NotNull(out);
  CheckAngle(check, out).ValidView(x).ValidOutputView(out).SameShape(out, x);
  if (check.Failed()) {
    return check.Result();
  }
  ElementwiseArgs args;
  args.types = {x.tensor->dtype, TypeWith(&ComplexType::complex, x.tensor->dtype).real};
  args.loop = HWY_DYNAMIC_DISPATCH(FindComplexAngle)(x.tensor->dtype);
  return call.Bind(kAngle, args, {x.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnComplex, (const aclTensor* real, const aclTensor* imag, aclTensor* out),
               BindPair(call, kComplex, real, imag, out, kPartDtypes))

OPENACLNN_CALL(aclnnPolar, (const aclTensor* input, const aclTensor* angle, aclTensor* out),
               BindPair(call, kPolar, input, angle, out, std::array{DType::kFloat, DType::kDouble}))

OPENACLNN_CALL(aclnnReal, (const aclTensor* self, aclTensor* out),
               BindReal(call, {"self", self}, {"out", out}))
#endif

OPENACLNN_LOOP(RealAngle, (T self), RealAngle(self), 1, 0, FloatAndDouble)
OPENACLNN_ONCE(OPENACLNN_ENTRY(aclnnAngleV2, (const aclTensor* x, aclTensor* out), {
  if (x != nullptr && IsLive(x) && ClassOf(x->dtype) == DTypeClass::kComplex) {
    return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
      return BindComplexAngle(call, {"x", x}, {"out", out});
    });
  }
  static constexpr ElementwiseOperator kRow =
      ElementwiseRow("aclnnAngleV2", kAngleArguments, LoopRealAngle, kPromotingDtypes, kFloatingResult);
  return PhaseOneOf(__func__, kRow, {x}, {}, out, workspaceSize, executor, [&](ArgumentChecks& check) {
    CheckAngle(check, {"out", out});
  });
}))
