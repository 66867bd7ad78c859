// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>

#include "aclnnop/aclnn_pow.h"
#include "aclnnop/aclnn_pow_tensor_tensor.h"
#include "ops/common/elementwise_entries.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/elementwise/pow.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "kernels/elementwise-inl.h"
#include "simd/math-inl.h"

#ifndef OPENACLNN_POW_ONCE  // this file is included once for each target
#define OPENACLNN_POW_ONCE
namespace openaclnn {
enum class Powers {
  kTensors,
  kOfTensor,
  kOfNumber,
  kSquare,
  kCube,
  kRoot,
  kInverse,
  kInverseSquare,
  kInverseRoot
};
}  // namespace openaclnn
#endif

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace powers {

// Long, and compiled once for all three loops.
template <class D>
HWY_NOINLINE Lanes<D> Power(Lanes<D> base, Lanes<D> exponent) {
  return Pow(base, exponent);
}

// By squaring, wrapping around. Inverses of integers are 0, but for those of 1 and -1.
template <typename T>
Wrapping<T> Power(Wrapping<T> base, Wrapping<T> exponent) {
  if (exponent.value < 0) {
    const bool odd = exponent.value % 2 != 0;
    const T inverse = base.value == 1 ? T{1} : base.value == -1 ? static_cast<T>(odd ? -1 : 1) : T{0};
    return {inverse};
  }
  Wrapping<T> result{1};
  Wrapping<T> square = base;
  for (T left = exponent.value; left != 0; left = static_cast<T>(left / 2)) {
    if (left % 2 != 0) {
      result = result * square;
    }
    square = square * square;
  }
  return result;
}

// e^(exponent log(base)), in float64.
template <typename Real>
ComplexNumber<Real> Power(ComplexNumber<Real> base, ComplexNumber<Real> exponent) {
  using Tag = hn::CappedTag<double, 1>;
  using Lane = Lanes<Tag>;
  const auto one = [](Lane lane) HWY_ATTR { return hn::GetLane(lane.vector); };
  const double x = base.real;
  const double y = base.imaginary;
  const double u = exponent.real;
  const double v = exponent.imaginary;
  if (u == 0 && v == 0) {
    return {1, 0};
  }
  if (x == 0 && y == 0) {
    return {u > 0 ? Real{0} : std::numeric_limits<Real>::quiet_NaN(),
            u > 0 ? Real{0} : std::numeric_limits<Real>::quiet_NaN()};
  }
  // The logarithm of |base|, by the larger part and the ratio of both.
  const double larger = std::max(std::fabs(x), std::fabs(y));
  const double ratio = std::min(std::fabs(x), std::fabs(y)) / larger;
  const double size = one(Log(Lane(larger))) + one(Log1p(Lane(ratio * ratio))) / 2;
  const double angle = one(Atan2(Lane(y), Lane(x)));
  const double turn = v * size + u * angle;
  const double length = one(Exp(Lane(u * size - v * angle)));
  return {static_cast<Real>(length * one(Cos(Lane(turn)))), static_cast<Real>(length * one(Sin(Lane(turn))))};
}

struct OfTensor {
  template <class T>
  static HWY_INLINE T Compute(T self, T exponent) {
    return Power(self, exponent);
  }
};
struct OfNumber {
  template <class T>
  static HWY_INLINE T Compute(T exponent, T self) {
    return Power(self, exponent);
  }
};
struct Square {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return self * self;
  }
};
struct Cube {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return self * self * self;
  }
};
struct Root {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return SquareRoot(self);
  }
};
struct Inverse {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Constant<T>(1) / self;
  }
};
struct InverseSquare {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Constant<T>(1) / (self * self);
  }
};
struct InverseRoot {
  template <class T>
  static HWY_INLINE T Compute(T self) {
    return Constant<T>(1) / SquareRoot(self);
  }
};

using Formats = FormatList<Float32, Float64, Int32, Int64, Complex64, Complex128>;
using Floating = FormatList<Float32, Float64>;

}  // namespace powers

ElementwiseLoop FindPower(Powers which, DType dtype) {
  using namespace powers;
  switch (which) {
    case Powers::kTensors:
      return FindLoop<OfTensor, 2, 0>(Formats(), dtype);
    case Powers::kOfTensor:
      return FindLoop<OfTensor, 1, 1>(Formats(), dtype);
    case Powers::kOfNumber:
      return FindLoop<OfNumber, 1, 1>(Formats(), dtype);
    case Powers::kSquare:
      return FindLoop<Square, 1, 0>(Floating(), dtype);
    case Powers::kCube:
      return FindLoop<Cube, 1, 0>(Floating(), dtype);
    case Powers::kRoot:
      return FindLoop<Root, 1, 0>(Floating(), dtype);
    case Powers::kInverse:
      return FindLoop<Inverse, 1, 0>(Floating(), dtype);
    case Powers::kInverseSquare:
      return FindLoop<InverseSquare, 1, 0>(Floating(), dtype);
    case Powers::kInverseRoot:
      return FindLoop<InverseRoot, 1, 0>(Floating(), dtype);
  }
  return nullptr;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {
namespace {

HWY_EXPORT(FindPower);

template <Powers kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindPower)(kWhich, dtype);
}

// Exponents that products, quotients and roots compute faster and, as PyTorch does, in place of a power.
// Integers and complex numbers have none.
template <Powers kWhich>
ElementwiseLoop LoopOfExponent(DType dtype) {
  const ElementwiseLoop loop = Loop<kWhich>(dtype);
  const bool wider = dtype == DType::kFloat16 || dtype == DType::kBfloat16;
  return loop != nullptr || wider ? loop : Loop<Powers::kOfTensor>(dtype);
}

struct PowRow {
  double exponent;
  ElementwiseOperator row;
  ElementwiseOperator inplaceRow;
};
template <Powers kWhich>
constexpr PowRow RowOfExponent(double exponent) {
  return {exponent, ElementwiseRow("aclnnPowTensorScalar", kSelf, LoopOfExponent<kWhich>, kPromotingDtypes),
          ElementwiseRow("aclnnInplacePowTensorScalar", kSelfRef, LoopOfExponent<kWhich>, kPromotingDtypes)};
}
// The last one is that of all other exponents.
constexpr PowRow kPowRows[]{
    RowOfExponent<Powers::kSquare>(2),         RowOfExponent<Powers::kCube>(3),
    RowOfExponent<Powers::kRoot>(0.5),         RowOfExponent<Powers::kInverse>(-1),
    RowOfExponent<Powers::kInverseSquare>(-2), RowOfExponent<Powers::kInverseRoot>(-0.5),
    RowOfExponent<Powers::kOfTensor>(0),
};

const PowRow& RowFor(const aclScalar* exponent) {
  if (IsLive(exponent) && (ClassOf(exponent->dtype) == DTypeClass::kFloating ||
                           ClassOf(exponent->dtype) == DTypeClass::kSigned)) {
    for (const PowRow& row : kPowRows) {
      if (row.exponent == ValueOf(*exponent).As<double>()) {
        return row;
      }
    }
  }
  return *std::prev(std::end(kPowRows));
}

aclnnStatus PowTensorScalar(const char* function, const ElementwiseOperator& row, const aclTensor* self,
                            const aclScalar* exponent, const aclTensor* out, uint64_t* workspaceSize,
                            aclOpExecutor** executor) {
  const auto check = [&](ArgumentChecks& checks) {
    checks.Require(
        "exponent", "not negative where integers stay integers",
        [&] {
          const auto isWhole = [](DType dtype) {
            const DTypeClass of = ClassOf(dtype);
            return of == DTypeClass::kSigned || of == DTypeClass::kUnsigned || of == DTypeClass::kBool;
          };
          return !(isWhole(self->dtype) && isWhole(exponent->dtype)) || ValueOf(*exponent).As<int64_t>() >= 0;
        },
        [&] { return std::to_string(ValueOf(*exponent).As<int64_t>()); });
  };
  return PhaseOneOf(function, row, {self}, {OperandScalar("exponent", exponent)}, out, workspaceSize,
                    executor, check);
}

constexpr auto kSelfAndExponent = BinaryArguments("self", "exponent", "out");
constexpr auto kSelfRefAndExponent = BinaryArguments("selfRef", "exponent", "selfRef");
constexpr auto kExponent = UnaryArguments("exponent", "out");

}  // namespace
}  // namespace openaclnn

aclnnStatus aclnnPowTensorScalarGetWorkspaceSize(const aclTensor* self, const aclScalar* exponent,
                                                 aclTensor* out, uint64_t* workspaceSize,
                                                 aclOpExecutor** executor) {
  using namespace openaclnn;
  return PowTensorScalar(__func__, RowFor(exponent).row, self, exponent, out, workspaceSize, executor);
}
OPENACLNN_PHASE_TWO(aclnnPowTensorScalar)

aclnnStatus aclnnInplacePowTensorScalarGetWorkspaceSize(aclTensor* selfRef, const aclScalar* exponent,
                                                        uint64_t* workspaceSize, aclOpExecutor** executor) {
  using namespace openaclnn;
  return PowTensorScalar(__func__, RowFor(exponent).inplaceRow, selfRef, exponent, selfRef, workspaceSize,
                         executor);
}
OPENACLNN_PHASE_TWO(aclnnInplacePowTensorScalar)

OPENACLNN_ELEMENTWISE(aclnnPowScalarTensor,
                      (const aclScalar* self, const aclTensor* exponent, aclTensor* out),
                      (kExponent, Loop<Powers::kOfNumber>, kPromotingDtypes), {exponent},
                      {OperandScalar("self", self)}, out)
OPENACLNN_ELEMENTWISE(aclnnPowTensorTensor,
                      (const aclTensor* self, const aclTensor* exponent, aclTensor* out),
                      (kSelfAndExponent, Loop<Powers::kTensors>, kPromotingDtypes), {self, exponent}, {}, out)
OPENACLNN_ELEMENTWISE(aclnnInplacePowTensorTensor, (aclTensor * selfRef, const aclTensor* exponent),
                      (kSelfRefAndExponent, Loop<Powers::kTensors>, kPromotingDtypes), {selfRef, exponent},
                      {}, selfRef)
#endif  // HWY_ONCE
