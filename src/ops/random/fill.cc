// SPDX-License-Identifier: Apache-2.0
//
// Tensors filled with random numbers: normal, uniform, whole, and truth values.
#include "ops/random/fill.h"
#include "ops/common/entry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "aclnnop/aclnn_normal.h"
#include "aclnnop/aclnn_normal_out.h"
#include "aclnnop/aclnn_random.h"
#include "aclnnop/aclnn_uniform.h"
#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/common/elementwise.h"
#include "ops/random/few_dims.h"
#include "ops/random/sequence_source.h"
#include "simd/convert.h"

namespace openaclnn {
namespace {

using Args = FillArgs;
using Argument = TensorArgument<Args>;

constexpr std::array<Argument, 1> kSelfRefOnly{{{"selfRef", Role::kOutput, &Args::out}}};
constexpr std::array<Argument, 3> kSelfRefAndSource{{{"selfRef", Role::kOutput, &Args::out},
                                                     {"seedTensor", Role::kInput, &Args::seedTensor},
                                                     {"offsetTensor", Role::kInput, &Args::offsetTensor}}};
constexpr Argument kMean{"mean", Role::kInput, &Args::mean};
constexpr Argument kStd{"std", Role::kInput, &Args::std};
constexpr Argument kOut{"out", Role::kOutput, &Args::out, true};
constexpr std::array<Argument, 1> kOutOnly{kOut};
constexpr std::array<Argument, 2> kMeanAndOut{kMean, kOut};
constexpr std::array<Argument, 2> kStdAndOut{kStd, kOut};
constexpr std::array<Argument, 3> kMeanStdAndOut{kMean, kStd, kOut};

// An operator, and the one whose sequence tensors say.
struct Both {
  Operator<Args> plain;
  Operator<Args> ofTensors;

  constexpr Both(const char* name, const char* nameOfTensors)
      : plain{name, kSelfRefOnly, kFillKernels}, ofTensors{nameOfTensors, kSelfRefAndSource, kFillKernels} {}
};
constexpr Both kNormal("aclnnInplaceNormal", "aclnnInplaceNormalTensor");
constexpr Both kUniform("aclnnInplaceUniform", "aclnnInplaceUniformTensor");
constexpr Both kRandom("aclnnInplaceRandom", "aclnnInplaceRandomTensor");
constexpr Both kRandomOfType("aclnnInplaceRandomWithoutFromTo", "aclnnInplaceRandomWithoutFromToTensor");

// The integers that a type holds without overflow, and how many of its digits random numbers have; of
// integers also those of numbers without bounds.
struct Range {
  int64_t lowest;
  int64_t highest;
  int digits;
};
template <typename T>
constexpr Range RangeOf() {
  return {std::numeric_limits<T>::lowest(), std::numeric_limits<T>::max(), std::numeric_limits<T>::digits};
}
Range RangeOf(DType dtype) {
  constexpr Range kAll = RangeOf<int64_t>();
  switch (dtype) {
    case DType::kFloat:
    case DType::kComplex64:
      return {kAll.lowest, kAll.highest, 24};
    case DType::kFloat16:
      return {-65504, 65504, 11};
    case DType::kBfloat16:
      return {kAll.lowest, kAll.highest, 8};
    case DType::kDouble:
    case DType::kComplex128:
      return {kAll.lowest, kAll.highest, 53};
    case DType::kInt8:
      return RangeOf<int8_t>();
    case DType::kInt16:
      return RangeOf<int16_t>();
    case DType::kInt32:
      return RangeOf<int32_t>();
    case DType::kUint8:
      return RangeOf<uint8_t>();
    case DType::kBool:
      return {0, 1, 1};
    default:
      return kAll;
  }
}

// The largest finite number of a type, of integers as float64.
double Largest(DType dtype) {
  switch (dtype) {
    case DType::kFloat:
    case DType::kBfloat16:
      return std::numeric_limits<float>::max();
    case DType::kDouble:
      return std::numeric_limits<double>::max();
    default:
      return static_cast<double>(RangeOf(dtype).highest);
  }
}
double Lowest(DType dtype) {
  return ClassOf(dtype) == DTypeClass::kFloating ? -Largest(dtype)
                                                 : static_cast<double>(RangeOf(dtype).lowest);
}

// The next number below one of a FLOAT16 or BFLOAT16.
double NextHalfBelow(DType dtype, double number) {
  const auto rounded = static_cast<float>(number);
  uint16_t bits = 0;
  ConvertTo(dtype, &rounded, &bits, 1, Stores::kCached);
  constexpr uint16_t kSign = 0x8000;
  if ((bits & ~kSign) == 0) {
    bits = kSign | 1;
  } else {
    bits = static_cast<uint16_t>((bits & kSign) == 0 ? bits - 1 : bits + 1);
  }
  float below = 0;
  ConvertToFloat(dtype, &bits, &below, 1);
  return below;
}

// The largest number below `to` of the type that uniform numbers are stored in.
double NextBelow(DType dtype, double to) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  switch (dtype) {
    case DType::kFloat:
      return std::nextafter(static_cast<float>(to), -std::numeric_limits<float>::infinity());
    case DType::kFloat16:
    case DType::kBfloat16:
      return NextHalfBelow(dtype, to);
    default:
      return std::nextafter(to, -kInfinity);
  }
}

// The nearest number that a floating-point type holds.
double Rounded(DType dtype, double number) {
  if (dtype == DType::kDouble) {
    return number;
  }
  auto rounded = static_cast<float>(number);
  if (dtype != DType::kFloat) {
    uint16_t bits = 0;
    const float exact = rounded;
    ConvertTo(dtype, &exact, &bits, 1, Stores::kCached);
    ConvertToFloat(dtype, &bits, &rounded, 1);
  }
  return rounded;
}

// Large integers are rounded where a floating-point type stores them. None may leave [from, to) by that: what
// would is the last one on this side that the type holds.
void KeepWithin(DType dtype, int64_t from, int64_t to, FillArgs& args) {
  const double begin = static_cast<double>(from);
  const double end = static_cast<double>(to);
  double least = Rounded(dtype, begin);
  if (least < begin) {
    least = -NextBelow(dtype, -least);
  }
  double most = Rounded(dtype, end);
  if (most >= end) {
    most = NextBelow(dtype, most);
  }
  constexpr double kBeyond = 0x1p63;
  least = std::ceil(least);
  most = std::floor(most);
  if (least <= most && least >= -kBeyond && most < kBeyond) {  // else it holds none of them
    args.lowest = static_cast<int64_t>(least);
    args.highest = static_cast<int64_t>(most);
  }
}

// An output, of one of these types, and where its numbers come from.
void CheckOutput(ArgumentChecks& check, const NamedTensor& out, std::span<const DType> dtypes,
                 const SequenceSource& source) {
  check.NotNull(out);
  source.CheckPointers(check);
  check.DtypeIn(out, dtypes);
}

Status BindFill(PhaseOneCall& call, const Both& op, Args& args, const aclTensor* out,
                const SequenceSource& source) {
  TensorsOfCall tensors{out};
  source.AddTo(tensors);
  return call.Bind(source.HasTensors() ? op.ofTensors : op.plain, args, tensors);
}

void CheckDeviation(ArgumentChecks& check, float std) {
  check.Require(
      "std", "a number that is not negative", [&] { return std >= 0; }, [&] { return std::to_string(std); });
}

Status BindNormal(PhaseOneCall& call, const NamedTensor& selfRef, float mean, float std,
                  const SequenceSource& source) {
  ArgumentChecks check;
  CheckOutput(check, selfRef, kPromotingDtypes, source);
  CheckDeviation(check, std);
  if (check.Failed()) {
    return check.Result();
  }
  const FewDims few(selfRef.tensor);
  check.ValidOutputView({selfRef.name, few.Get()});
  source.CheckTensors(check);
  if (check.Failed()) {
    return check.Result();
  }
  Args args = FillOf(Distribution::kNormal, source.Sequence());
  args.meanNumber = mean;
  args.stdNumber = std;
  return BindFill(call, kNormal, args, few.Get(), source);
}

// A parameter of normal numbers: a tensor, or a number where `needed` is false.
struct NormalParameter {
  NamedTensor tensor;
  bool needed;
  float number;
};

Status BindNormalOut(PhaseOneCall& call, const Operator<Args>& op, const NormalParameter& mean,
                     const NormalParameter& std, const RandomSequence& sequence, const NamedTensor& out) {
  ArgumentChecks check;
  for (const NormalParameter* parameter : {&mean, &std}) {
    if (parameter->needed) {
      check.NotNull(parameter->tensor);
    }
  }
  check.NotNull(out);
  for (const NormalParameter* parameter : {&mean, &std}) {
    if (parameter->needed) {
      check.DtypeIn(parameter->tensor, kFloatingDtypes).ValidView(parameter->tensor);
    }
  }
  check.DtypeIn(out, kFloatingDtypes);
  if (!std.needed) {
    CheckDeviation(check, std.number);
  }
  check.ValidOutputView(out);
  if (check.Failed()) {
    return check.Result();
  }
  if (mean.needed || std.needed) {
    const auto dimsOf = [](const NormalParameter& parameter) {
      return parameter.needed ? std::span<const int64_t>(parameter.tensor.tensor->viewDims)
                              : std::span<const int64_t>();
    };
    const auto shape = BroadcastShape(dimsOf(mean), dimsOf(std));
    check.Require(
        std.tensor.name, "a shape that broadcasts with mean", [&] { return shape.has_value(); },
        [&] {
          return ShapeText(std.tensor.tensor->viewDims) + " against " +
                 ShapeText(mean.tensor.tensor->viewDims);
        });
    if (!check.Failed()) {
      check.Shape(out, *shape, "of mean and std broadcast together");
    }
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args = FillOf(Distribution::kNormal, sequence);
  args.meanNumber = mean.number;
  args.stdNumber = std.number;
  TensorsOfCall tensors;
  for (const NormalParameter* parameter : {&mean, &std}) {
    if (parameter->needed) {
      tensors.push_back(parameter->tensor.tensor);
    }
  }
  tensors.push_back(out.tensor);
  return call.Bind(op, args, tensors);
}

Status BindUniform(PhaseOneCall& call, const NamedTensor& selfRef, double from, double to,
                   const SequenceSource& source) {
  ArgumentChecks check;
  CheckOutput(check, selfRef, kRealDtypes, source);
  if (check.Failed()) {
    return check.Result();
  }
  const DType dtype = selfRef.tensor->dtype;
  const double least = Lowest(dtype);
  const double largest = Largest(dtype);
  const auto inRange = [&](double bound) { return bound >= least && bound <= largest; };
  check.Require(
      "from", "a number in the range of selfRef's type", [&] { return inRange(from); },
      [&] { return std::to_string(from); });
  check.Require(
      "to", "a number in the range of selfRef's type, not below from, and not too far above it for that type",
      [&] {
        const bool floating = ClassOf(dtype) == DTypeClass::kFloating;
        return inRange(to) && to >= from && to - from <= (floating ? largest : largest - least);
      },
      [&] { return std::to_string(to) + " for from " + std::to_string(from); });
  const FewDims few(selfRef.tensor);
  check.ValidOutputView({selfRef.name, few.Get()});
  source.CheckTensors(check);
  if (check.Failed()) {
    return check.Result();
  }
  Args args = FillOf(Distribution::kUniform, source.Sequence());
  args.least = from;
  args.width = to - from;
  args.most = from == to ? from : std::max(from, NextBelow(dtype, to));
  args.digits = ClassOf(dtype) == DTypeClass::kFloating ? RangeOf(dtype).digits : 53;
  return BindFill(call, kUniform, args, few.Get(), source);
}

Status BindRandom(PhaseOneCall& call, const NamedTensor& selfRef, int64_t from, int64_t to,
                  const SequenceSource& source) {
  ArgumentChecks check;
  CheckOutput(check, selfRef, kPromotingDtypes, source);
  if (check.Failed()) {
    return check.Result();
  }
  const Range range = RangeOf(selfRef.tensor->dtype);
  check.InRange("from", from, range.lowest, range.highest, "a number in the range of selfRef's type");
  check.Require(
      "to", "a number above from, and at most one beyond the range of selfRef's type",
      [&] { return to > from && to - 1 <= range.highest; }, [&] { return std::to_string(to); });
  const FewDims few(selfRef.tensor);
  check.ValidOutputView({selfRef.name, few.Get()});
  source.CheckTensors(check);
  if (check.Failed()) {
    return check.Result();
  }
  Args args = FillOf(Distribution::kWhole, source.Sequence());
  args.base = from;
  args.range = static_cast<uint64_t>(to) - static_cast<uint64_t>(from);
  if (ClassOf(selfRef.tensor->dtype) == DTypeClass::kFloating) {
    KeepWithin(selfRef.tensor->dtype, from, to, args);
  }
  return BindFill(call, kRandom, args, few.Get(), source);
}

Status BindRandomOfType(PhaseOneCall& call, const NamedTensor& selfRef, const SequenceSource& source) {
  ArgumentChecks check;
  CheckOutput(check, selfRef, kRealDtypes, source);
  check.ValidOutputView(selfRef);
  source.CheckTensors(check);
  if (check.Failed()) {
    return check.Result();
  }
  const DType dtype = selfRef.tensor->dtype;
  Args args = FillOf(Distribution::kWhole, source.Sequence());
  // A floating-point type holds 2^digits, too.
  args.range = (uint64_t{1} << static_cast<unsigned>(RangeOf(dtype).digits)) +
               (ClassOf(dtype) == DTypeClass::kFloating ? 1 : 0);
  return BindFill(call, kRandomOfType, args, selfRef.tensor, source);
}

}  // namespace
}  // namespace openaclnn

using openaclnn::PhaseOne;
using openaclnn::PhaseOneCall;

OPENACLNN_CALL(aclnnInplaceNormal, (aclTensor * selfRef, float mean, float std, int64_t seed, int64_t offset),
               BindNormal(call, {"selfRef", selfRef}, mean, std, SequenceSource::Numbers(seed, offset)))

OPENACLNN_CALL(aclnnInplaceNormalTensor,
               (aclTensor * selfRef, float mean, float std, const aclTensor* seedTensor,
                const aclTensor* offsetTensor, int64_t offset),
               BindNormal(call, {"selfRef", selfRef}, mean, std,
                          SequenceSource::Tensors(seedTensor, offsetTensor, offset)))

OPENACLNN_CALL(aclnnInplaceUniform,
               (aclTensor * selfRef, double from, double to, uint64_t seed, uint64_t offset),
               BindUniform(call, {"selfRef", selfRef}, from, to, SequenceSource::Numbers(seed, offset)))

OPENACLNN_CALL(aclnnInplaceUniformTensor,
               (aclTensor * selfRef, double from, double to, const aclTensor* seedTensor,
                const aclTensor* offsetTensor, uint64_t offset),
               BindUniform(call, {"selfRef", selfRef}, from, to,
                           SequenceSource::Tensors(seedTensor, offsetTensor, offset)))

OPENACLNN_CALL(aclnnInplaceRandom,
               (aclTensor * selfRef, int64_t from, int64_t to, int64_t seed, int64_t offset),
               BindRandom(call, {"selfRef", selfRef}, from, to, SequenceSource::Numbers(seed, offset)))

OPENACLNN_CALL(aclnnInplaceRandomTensor,
               (aclTensor * selfRef, int64_t from, int64_t to, const aclTensor* seedTensor,
                const aclTensor* offsetTensor, int64_t offset),
               BindRandom(call, {"selfRef", selfRef}, from, to,
                          SequenceSource::Tensors(seedTensor, offsetTensor, offset)))

OPENACLNN_CALL(aclnnInplaceRandomWithoutFromTo, (aclTensor * selfRef, int64_t seed, int64_t offset),
               BindRandomOfType(call, {"selfRef", selfRef}, SequenceSource::Numbers(seed, offset)))

OPENACLNN_CALL(aclnnInplaceRandomWithoutFromToTensor,
               (aclTensor * selfRef, const aclTensor* seedTensor, const aclTensor* offsetTensor,
                int64_t offset),
               BindRandomOfType(call, {"selfRef", selfRef},
                                SequenceSource::Tensors(seedTensor, offsetTensor, offset)))

// The four forms differ in which parameters are tensors.
#define OPENACLNN_NORMAL(name, arguments, Mean, Std, mean_parameter, std_parameter)                     \
  OPENACLNN_ENTRY(name, (Mean mean, Std std, int64_t seed, int64_t offset, aclTensor * out), {          \
    static constexpr Operator<FillArgs> kOperator{#name, arguments, kFillKernels};                      \
    return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) {                        \
      return BindNormalOut(call, kOperator, mean_parameter, std_parameter,                              \
                           {static_cast<uint64_t>(seed), static_cast<uint64_t>(offset)}, {"out", out}); \
    });                                                                                                 \
  })

OPENACLNN_NORMAL(aclnnNormalFloatFloat, kOutOnly, float, float,
                 (NormalParameter{{"mean", nullptr}, false, mean}),
                 (NormalParameter{{"std", nullptr}, false, std}))
OPENACLNN_NORMAL(aclnnNormalTensorFloat, kMeanAndOut, const aclTensor*, float,
                 (NormalParameter{{"mean", mean}, true, 0}), (NormalParameter{{"std", nullptr}, false, std}))
OPENACLNN_NORMAL(aclnnNormalFloatTensor, kStdAndOut, float, const aclTensor*,
                 (NormalParameter{{"mean", nullptr}, false, mean}), (NormalParameter{{"std", std}, true, 0}))
OPENACLNN_NORMAL(aclnnNormalTensorTensor, kMeanStdAndOut, const aclTensor*, const aclTensor*,
                 (NormalParameter{{"mean", mean}, true, 0}), (NormalParameter{{"std", std}, true, 0}))
