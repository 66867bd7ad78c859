// SPDX-License-Identifier: Apache-2.0
//
// What moves elements, or one value, to where they are asked for: fills, masked fills, choices by a
// condition. Loops know the sizes of elements alone.
#include <array>
#include <cstring>
#include <string>

#include "aclnnop/aclnn_fill_scalar.h"
#include "aclnnop/aclnn_fill_tensor.h"
#include "aclnnop/aclnn_masked_fill_scalar.h"
#include "aclnnop/aclnn_masked_fill_tensor.h"
#include "aclnnop/aclnn_ones.h"
#include "aclnnop/aclnn_s_where.h"
#include "aclnnop/aclnn_zero.h"
#include "kernels/elementwise/conversion.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "ops/common/move_checks.h"

namespace openaclnn {
enum class Selection { kFill, kMaskedFill, kWhere };

OPENACLNN_PER_TARGET(FindSelection, ElementwiseLoop(Selection which, size_t size));

}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace selection {

struct Fill {
  template <class T>
  static HWY_INLINE T Compute(T value) {
    return value;
  }
};

struct MaskedFill {
  template <class T>
  static HWY_INLINE T Compute(T self, Boolean mask, T value) {
    return mask.value ? value : self;
  }
};

struct Where {
  template <class T>
  static HWY_INLINE T Compute(Boolean condition, T self, T other) {
    return condition.value ? self : other;
  }
};

template <class Format>
ElementwiseLoop Find(Selection which) {
  switch (which) {
    case Selection::kFill:
      return RunElementwise<Fill, 1, Format>;
    case Selection::kMaskedFill:
      return RunElementwise<MaskedFill, 1, Format, Format, Bool>;
    case Selection::kWhere:
      return RunElementwise<Where, 0, Format, Bool, Format, Format>;
  }
  return nullptr;
}

}  // namespace selection

ElementwiseLoop FindSelection(Selection which, size_t size) {
  switch (size) {
    case 1:
      return selection::Find<Uint8>(which);
    case 2:
      return selection::Find<Uint16>(which);
    case 4:
      return selection::Find<Uint32>(which);
    case 8:
      return selection::Find<Uint64>(which);
    case 16:
      return selection::Find<Complex128>(which);
    default:
      return nullptr;
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

template <Selection kWhich>
ElementwiseLoop Loop(DType dtype) {
  return HWY_DYNAMIC_DISPATCH(FindSelection)(kWhich, SizeOf(dtype));
}

// The value as the loops take it: the bits of an element of the type, as aclnnCast converts.
ScalarValue BitsOf(const ScalarValue& value, DType dtype) {
  std::array<std::byte, 16> element{};
  std::array<std::byte, 16> source{};
  DType from = DType::kComplex128;
  if (value.IsWhole()) {
    from = ClassOf(value.dtype) == DTypeClass::kSigned ? DType::kInt64 : DType::kUint64;
    std::memcpy(source.data(), &value.whole, sizeof value.whole);
  } else if (ClassOf(value.dtype) == DTypeClass::kFloating) {
    from = DType::kDouble;
    std::memcpy(source.data(), &value.number.real, sizeof(double));
  } else {
    std::memcpy(source.data(), &value.number, sizeof value.number);
  }
  ElementwiseTile tile{};
  tile.out = element.data();
  tile.inputs[0] = {source.data(), 0, 1};
  tile.rows = 1;
  tile.columns = 1;
  FindConversion(from, dtype)(tile);
  ScalarValue bits{.dtype = DType::kUint64, .whole = 0, .number = {}};
  if (dtype == DType::kComplex128) {
    bits.dtype = DType::kComplex128;
    std::memcpy(&bits.number, element.data(), sizeof bits.number);
  } else {
    std::memcpy(&bits.whole, element.data(), SizeOf(dtype));
  }
  return bits;
}

bool IsNumber(const aclScalar& scalar) {
  return ClassOf(scalar.dtype) != DTypeClass::kOther;
}

ArgumentChecks& CheckNumber(ArgumentChecks& check, const NamedScalar& value) {
  return check.Require(
      value.name, "a number", [&] { return IsNumber(*value.scalar); },
      [&] { return NameOf(value.scalar->dtype); });
}

// The one element of a tensor that stands for all: where it has more dims than what it is broadcast to, as a
// view without dims.
class OneElement {
 public:
  OneElement(const aclTensor* tensor, const aclTensor& to) : tensor_(tensor) {
    if (tensor->viewDims.size() > to.viewDims.size()) {
      view_ = *tensor;
      view_.viewDims.clear();
      view_.strides.clear();
      tensor_ = &view_;
    }
  }
  OneElement(const OneElement&) = delete;
  OneElement& operator=(const OneElement&) = delete;
  ~OneElement() = default;

  [[nodiscard]] const aclTensor* Get() const { return tensor_; }

 private:
  const aclTensor* tensor_;
  aclTensor view_;
};

// ---- Fills

constexpr std::array<TensorArgument<ElementwiseArgs>, 1> kFilled{
    {{"selfRef", Role::kOutput, &ElementwiseArgs::out}}};

Status BindFill(PhaseOneCall& call, const Operator<ElementwiseArgs>& op, const aclTensor* selfRef,
                const ScalarValue& value) {
  ElementwiseArgs args;
  args.types = {selfRef->dtype, selfRef->dtype};
  args.loop = Loop<Selection::kFill>(selfRef->dtype);
  args.scalars[0] = BitsOf(value, selfRef->dtype);
  return call.Bind(op, args, {selfRef});
}

// Elements that an expanded dim repeats get the same number: it may as well have one element.
void CheckFilledView(ArgumentChecks& check, const NamedTensor& selfRef) {
  if (check.ValidView(selfRef).Failed() ||
      std::ranges::find(selfRef.tensor->strides, 0) == selfRef.tensor->strides.end()) {
    check.ValidOutputView(selfRef);
    return;
  }
  aclTensor once = *selfRef.tensor;
  for (size_t d = 0; d < once.viewDims.size(); ++d) {
    if (once.strides[d] == 0) {
      once.viewDims[d] = std::min<int64_t>(once.viewDims[d], 1);
    }
  }
  check.ValidOutputView({selfRef.name, &once});
}

// With the value of a scalar, or where there is none with a fixed one.
Status Fill(PhaseOneCall& call, const Operator<ElementwiseArgs>& op, const NamedTensor& selfRef,
            const NamedScalar* value, int64_t fixed) {
  ArgumentChecks check;
  check.NotNull(selfRef);
  if (value != nullptr) {
    check.NotNull(value->name, value->scalar);
  }
  check.DtypeIn(selfRef, kStorableDtypes);
  if (value != nullptr) {
    CheckNumber(check, *value);
  }
  CheckFilledView(check, selfRef);
  return check.Failed() ? check.Result()
                        : BindFill(call, op, selfRef.tensor,
                                   value != nullptr ? ValueOf(*value->scalar) : ScalarOf(fixed));
}

constexpr Operator<ElementwiseArgs> kFillScalar{"aclnnInplaceFillScalar", kFilled, kElementwiseKernels};
constexpr Operator<ElementwiseArgs> kZero{"aclnnInplaceZero", kFilled, kElementwiseKernels};
constexpr Operator<ElementwiseArgs> kOne{"aclnnInplaceOne", kFilled, kElementwiseKernels};

constexpr auto kFillArguments = UnaryArguments("value", "selfRef");
constexpr Operator<ElementwiseArgs> kFillTensor{"aclnnInplaceFillTensor", kFillArguments,
                                                kElementwiseKernels};

Status FillFrom(PhaseOneCall& call, const NamedTensor& selfRef, const NamedTensor& value) {
  ArgumentChecks check;
  check.NotNull(selfRef).NotNull(value);
  check.DtypeIn(selfRef, kStorableDtypes).DtypeIn(value, kStorableDtypes);
  check.ValidOutputView(selfRef).ValidView(value);
  check.NumElements(value, 1, "one value");
  if (check.Failed()) {
    return check.Result();
  }
  ElementwiseArgs args;
  args.types = {value.tensor->dtype, selfRef.tensor->dtype};
  args.loop = FindConversion(value.tensor->dtype, selfRef.tensor->dtype);
  const OneElement element(value.tensor, *selfRef.tensor);
  return call.Bind(kFillTensor, args, {element.Get(), selfRef.tensor});
}

// ---- Masked fills

constexpr auto kMasked = BinaryArguments("selfRef", "mask", "selfRef");
constexpr std::array<TensorArgument<ElementwiseArgs>, 4> kMaskedFrom{
    {{"selfRef", Role::kInput, &ElementwiseArgs::third},
     {"mask", Role::kInput, &ElementwiseArgs::first},
     {"value", Role::kInput, &ElementwiseArgs::second},
     {"selfRef", Role::kOutput, &ElementwiseArgs::out, true}}};
constexpr Operator<ElementwiseArgs> kMaskedFillScalar{"aclnnInplaceMaskedFillScalar", kMasked,
                                                      kElementwiseKernels};
constexpr Operator<ElementwiseArgs> kMaskedFillTensor{"aclnnInplaceMaskedFillTensor", kMaskedFrom,
                                                      kElementwiseKernels};

ArgumentChecks& CheckMasked(ArgumentChecks& check, const NamedTensor& selfRef, const NamedTensor& mask) {
  static constexpr std::array<DType, 2> kMasks{DType::kBool, DType::kUint8};
  check.DtypeIn(selfRef, kNumberDtypes).DtypeIn(mask, kMasks);
  check.ValidOutputView(selfRef).ValidView(mask);
  return check.Require(
      mask.name, "a shape that broadcasts to selfRef's",
      [&] {
        const auto shape = BroadcastShape(selfRef.tensor->viewDims, mask.tensor->viewDims);
        return shape && std::ranges::equal(*shape, selfRef.tensor->viewDims);
      },
      [&] { return ShapeText(mask.tensor->viewDims) + " against " + ShapeText(selfRef.tensor->viewDims); });
}

Status MaskedFill(PhaseOneCall& call, const NamedTensor& selfRef, const NamedTensor& mask,
                  const NamedScalar& value) {
  ArgumentChecks check;
  check.NotNull(selfRef).NotNull(mask).NotNull(value.name, value.scalar);
  CheckMasked(check, selfRef, mask);
  if (CheckNumber(check, value).Failed()) {
    return check.Result();
  }
  ElementwiseArgs args;
  args.types = {DType::kBool, selfRef.tensor->dtype};
  args.types.first = selfRef.tensor->dtype;
  args.loop = Loop<Selection::kMaskedFill>(selfRef.tensor->dtype);
  args.scalars[0] = BitsOf(ValueOf(*value.scalar), selfRef.tensor->dtype);
  return call.Bind(kMaskedFillScalar, args, {selfRef.tensor, mask.tensor, selfRef.tensor});
}

Status MaskedFillFrom(PhaseOneCall& call, const NamedTensor& selfRef, const NamedTensor& mask,
                      const NamedTensor& value) {
  ArgumentChecks check;
  check.NotNull(selfRef).NotNull(mask).NotNull(value);
  CheckMasked(check, selfRef, mask).DtypeIn(value, kNumberDtypes).ValidView(value);
  check.NumElements(value, 1, "one value");
  if (check.Failed()) {
    return check.Result();
  }
  ElementwiseArgs args;
  args.types = {selfRef.tensor->dtype, selfRef.tensor->dtype};
  args.types.first = DType::kBool;
  args.loop = Loop<Selection::kWhere>(selfRef.tensor->dtype);
  const OneElement element(value.tensor, *selfRef.tensor);
  return call.Bind(kMaskedFillTensor, args, {selfRef.tensor, mask.tensor, element.Get(), selfRef.tensor});
}

constexpr auto kChoice = TernaryArguments("condition", "self", "other", "out");
constexpr ElementwiseRules kCondition{.condition = true};

}  // namespace
}  // namespace openaclnn

using openaclnn::PhaseOne;
using openaclnn::PhaseOneCall;

OPENACLNN_ENTRY(aclnnInplaceFillScalar, (aclTensor * selfRef, const aclScalar* value), {
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {
    const NamedScalar number{"value", value};
    return Fill(call, kFillScalar, {"selfRef", selfRef}, &number, 0);
  });
})

OPENACLNN_CALL(aclnnInplaceZero, (aclTensor * selfRef), Fill(call, kZero, {"selfRef", selfRef}, nullptr, 0))

OPENACLNN_CALL(aclnnInplaceOne, (aclTensor * selfRef), Fill(call, kOne, {"selfRef", selfRef}, nullptr, 1))

OPENACLNN_CALL(aclnnInplaceFillTensor, (aclTensor * selfRef, const aclTensor* value),
               FillFrom(call, {"selfRef", selfRef}, {"value", value}))

OPENACLNN_CALL(aclnnInplaceMaskedFillScalar,
               (aclTensor * selfRef, const aclTensor* mask, const aclScalar* value),
               MaskedFill(call, {"selfRef", selfRef}, {"mask", mask}, {"value", value}))

OPENACLNN_CALL(aclnnInplaceMaskedFillTensor,
               (aclTensor * selfRef, const aclTensor* mask, const aclTensor* value),
               MaskedFillFrom(call, {"selfRef", selfRef}, {"mask", mask}, {"value", value}))

OPENACLNN_ELEMENTWISE(
    aclnnSWhere, (const aclTensor* condition, const aclTensor* self, const aclTensor* other, aclTensor* out),
    (kChoice, Loop<Selection::kWhere>, kPromotingDtypes, kCondition), {condition, self, other}, {}, out)
#endif  // HWY_ONCE
