// SPDX-License-Identifier: Apache-2.0
//
// Tensors whose elements follow from their index: aclnnArange, aclnnRange, aclnnLinspace,
// aclnnLogSpace, aclnnEye.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>

#include "aclnnop/aclnn_arange.h"
#include "aclnnop/aclnn_eye.h"
#include "aclnnop/aclnn_linspace.h"
#include "aclnnop/aclnn_logspace.h"
#include "aclnnop/aclnn_range.h"
#include "base/quiet_nan.h"
#include "executor/phases.h"
#include "kernels/elementwise/conversion.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"

namespace openaclnn {
namespace {

// Element i of a sequence: first + i * step, from the middle on last - (count - 1 - i) * step, so that both
// ends are exact; whole numbers are computed as such. Of powers these are the exponents. Of an identity matrix: whether i is on the diagonal.
struct SequenceArgs {
  TensorView out;
  bool whole = false;
  bool fromBothEnds = false;
  bool powers = false;
  double first = 0;
  double last = 0;
  double step = 0;
  double base = 0;  // of powers
  int64_t wholeFirst = 0;
  int64_t wholeStep = 0;
  int64_t columns = 0;  // of an identity matrix; 0: a sequence
};

constexpr int64_t kChunk = 512;
constexpr int64_t kChunksOfTask = 64;

struct State : Prepared {
  ElementwiseLoop conversion = nullptr;
  int64_t count = 0;
  bool contiguous = false;
};

State Prepare(const SequenceArgs& args) {
  State state;
  state.count = args.out.NumElements();
  state.contiguous = args.out.Contiguous();
  state.conversion = FindConversion(args.whole ? DType::kInt64 : DType::kDouble, args.out.dtype);
  state.cost = static_cast<size_t>(state.count) * SizeOf(args.out.dtype);
  return state;
}

int64_t WholeElement(const SequenceArgs& args, int64_t i) {
  if (args.columns != 0) {
    return i / args.columns == i % args.columns ? 1 : 0;
  }
  // Wraps around rather than overflows.
  return static_cast<int64_t>(static_cast<uint64_t>(args.wholeFirst) +
                              static_cast<uint64_t>(i) * static_cast<uint64_t>(args.wholeStep));
}

double Place(const SequenceArgs& args, int64_t count, int64_t i) {
  if (args.fromBothEnds && i >= count / 2 && count > 1) {
    return std::fma(-static_cast<double>(count - 1 - i), args.step, args.last);
  }
  return std::fma(static_cast<double>(i), args.step, args.first);
}

double Element(const SequenceArgs& args, int64_t count, int64_t i) {
  const double place = Place(args, count, i);
  return args.powers ? WithQuietNan(std::pow(args.base, place)) : place;
}

// Bytes from the output's first element to the one that is i-th in row-major order.
int64_t PlaceOf(const TensorView& out, int64_t i) {
  int64_t place = 0;
  for (size_t d = static_cast<size_t>(out.rank); d-- > 0;) {
    place += i % out.dims[d] * out.strides[d];
    i /= out.dims[d];
  }
  return place * static_cast<int64_t>(SizeOf(out.dtype));
}

void WriteChunk(const SequenceArgs& args, const State& state, int64_t begin, int64_t count) {
  std::array<std::array<std::byte, sizeof(int64_t)>, kChunk> elements;
  alignas(64) std::array<std::byte, kChunk * 16> converted;
  for (int64_t i = 0; i < count; ++i) {
    auto& element = elements[static_cast<size_t>(i)];
    if (args.whole) {
      const int64_t value = WholeElement(args, begin + i);
      std::memcpy(element.data(), &value, sizeof value);
    } else {
      const double value = Element(args, state.count, begin + i);
      std::memcpy(element.data(), &value, sizeof value);
    }
  }
  const auto size = static_cast<int64_t>(SizeOf(args.out.dtype));
  ElementwiseTile tile{};
  tile.out = state.contiguous ? args.out.data + begin * size : converted.data();
  tile.inputs[0] = {elements.front().data(), 0, 1};
  tile.rows = 1;
  tile.columns = count;
  state.conversion(tile);
  for (int64_t i = 0; !state.contiguous && i < count; ++i) {
    std::memcpy(args.out.data + PlaceOf(args.out, begin + i), converted.data() + i * size,
                static_cast<size_t>(size));
  }
}

void Run(const SequenceArgs& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  ForEachPiece(cpu, state.count, kChunk, kChunksOfTask,
               [&](int64_t begin, int64_t count) { WriteChunk(args, state, begin, count); });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:sequence", Prepare));
constexpr std::array<TensorArgument<SequenceArgs>, 1> kArguments{
    {{"out", Role::kOutput, &SequenceArgs::out}}};
constexpr Operator<SequenceArgs> kArange{"aclnnArange", kArguments, kKernels};
constexpr Operator<SequenceArgs> kRange{"aclnnRange", kArguments, kKernels};
constexpr Operator<SequenceArgs> kLinspace{"aclnnLinspace", kArguments, kKernels};
constexpr std::array<TensorArgument<SequenceArgs>, 1> kPowerArguments{
    {{"result", Role::kOutput, &SequenceArgs::out}}};
constexpr Operator<SequenceArgs> kLogSpace{"aclnnLogSpace", kPowerArguments, kKernels};
constexpr Operator<SequenceArgs> kEye{"aclnnEye", kArguments, kKernels};

struct Bound {
  const char* name;
  const aclScalar* scalar;
};

ArgumentChecks& CheckReal(ArgumentChecks& check, const Bound& bound) {
  return check.Require(
      bound.name, "a finite real number",
      [&] {
        const DTypeClass kind = ClassOf(bound.scalar->dtype);
        return kind != DTypeClass::kComplex && kind != DTypeClass::kOther &&
               std::isfinite(ValueOf(*bound.scalar).As<double>());
      },
      [&] {
        const DTypeClass kind = ClassOf(bound.scalar->dtype);
        return kind == DTypeClass::kComplex || kind == DTypeClass::kOther
                   ? std::string(NameOf(bound.scalar->dtype))
                   : std::to_string(ValueOf(*bound.scalar).As<double>());
      });
}

// How far it is, exactly between whole numbers.
double Distance(const ScalarValue& start, const ScalarValue& end) {
  if (start.IsWhole() && end.IsWhole()) {
    return static_cast<double>(static_cast<int64_t>(end.As<uint64_t>() - start.As<uint64_t>()));
  }
  return end.As<double>() - start.As<double>();
}

// Whether a tensor has as many elements as there are steps, counted in float64 as PyTorch does, or in
// float32.
bool Counts(double distance, double step, int64_t elements, bool inclusive) {
  const auto fits = [&](double steps) {
    return static_cast<double>(elements) == (inclusive ? std::floor(steps) + 1 : std::ceil(steps));
  };
  return fits(distance / step) || fits(static_cast<float>(distance) / static_cast<float>(step));
}

Status Steps(PhaseOneCall& call, const Operator<SequenceArgs>& op, const Bound& start, const Bound& end,
             const Bound& step, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(start.name, start.scalar).NotNull(end.name, end.scalar).NotNull(step.name, step.scalar);
  check.NotNull(out);
  check.DtypeIn(out, kRealDtypesButBool);
  CheckReal(check, start);
  CheckReal(check, end);
  CheckReal(check, step);
  check.ValidOutputView(out);
  if (check.Failed()) {
    return check.Result();
  }
  const ScalarValue first = ValueOf(*start.scalar);
  const ScalarValue by = ValueOf(*step.scalar);
  const double distance = Distance(first, ValueOf(*end.scalar));
  check.Require(
      step.name, "a number that is not 0 and leads from start to end",
      [&] { return by.As<double>() != 0 && distance * by.As<double>() >= 0; },
      [&] { return std::to_string(by.As<double>()) + " over a distance of " + std::to_string(distance); });
  const bool inclusive = &op == &kRange;
  check.Require(
      out.name, inclusive ? "one element more than there are steps" : "as many elements as there are steps",
      [&] { return Counts(distance, by.As<double>(), NumElements(*out.tensor), inclusive); },
      [&] {
        return ShapeText(out.tensor->viewDims) + " for " + std::to_string(distance / by.As<double>()) +
               " steps";
      });
  if (check.Failed()) {
    return check.Result();
  }
  SequenceArgs args;
  args.whole = ClassOf(out.tensor->dtype) != DTypeClass::kFloating || (first.IsWhole() && by.IsWhole());
  args.first = first.As<double>();
  args.step = by.As<double>();
  args.wholeFirst = first.As<int64_t>();
  args.wholeStep = by.As<int64_t>();
  return call.Bind(op, args, {out.tensor});
}

// Numbers at equal distances, or powers of a base with these as exponents.
Status Linspace(PhaseOneCall& call, const Operator<SequenceArgs>& op, const Bound& start, const Bound& end,
                int64_t steps, double base, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(start.name, start.scalar).NotNull(end.name, end.scalar).NotNull(out);
  check.DtypeIn(out, kRealDtypesButBool);
  CheckReal(check, start);
  CheckReal(check, end);
  check.InRange("steps", steps, 0, INT64_MAX, "a number that is not negative");
  check.ValidOutputView(out);
  check.NumElements(out, steps, "steps");
  if (check.Failed()) {
    return check.Result();
  }
  SequenceArgs args;
  args.fromBothEnds = true;
  args.powers = &op == &kLogSpace;
  args.base = base;
  args.first = ValueOf(*start.scalar).As<double>();
  args.last = ValueOf(*end.scalar).As<double>();
  if (args.powers && steps != 1 && ClassOf(out.tensor->dtype) != DTypeClass::kFloating) {
    args.first = std::trunc(args.first);  // as PyTorch does
    args.last = std::trunc(args.last);
  }
  args.step = steps > 1 ? (args.last - args.first) / static_cast<double>(steps - 1) : 0;
  return call.Bind(op, args, {out.tensor});
}

Status Eye(PhaseOneCall& call, int64_t n, int64_t m, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(out);
  check.DtypeIn(out, kNumberDtypes);
  check.InRange("n", n, 0, INT64_MAX, "a number that is not negative");
  check.InRange("m", m, 0, INT64_MAX, "a number that is not negative");
  check.ValidOutputView(out);
  if (check.Failed()) {
    return check.Result();
  }
  check.Shape(out, Dims{n, m}, "[n, m]");
  if (check.Failed()) {
    return check.Result();
  }
  SequenceArgs args;
  args.whole = true;
  args.columns = std::max(m, int64_t{1});
  return call.Bind(kEye, args, {out.tensor});
}

}  // namespace
}  // namespace openaclnn

using openaclnn::PhaseOne;
using openaclnn::PhaseOneCall;

OPENACLNN_CALL(aclnnArange,
               (const aclScalar* start, const aclScalar* end, const aclScalar* step, aclTensor* out),
               Steps(call, kArange, {"start", start}, {"end", end}, {"step", step}, {"out", out}))

OPENACLNN_CALL(aclnnRange,
               (const aclScalar* start, const aclScalar* end, const aclScalar* step, aclTensor* out),
               Steps(call, kRange, {"start", start}, {"end", end}, {"step", step}, {"out", out}))

OPENACLNN_CALL(aclnnLinspace, (const aclScalar* start, const aclScalar* end, int64_t steps, aclTensor* out),
               Linspace(call, kLinspace, {"start", start}, {"end", end}, steps, 0, {"out", out}))

OPENACLNN_CALL(aclnnLogSpace,
               (const aclScalar* start, const aclScalar* end, int64_t steps, double base, aclTensor* result),
               Linspace(call, kLogSpace, {"start", start}, {"end", end}, steps, base, {"result", result}))

OPENACLNN_CALL(aclnnEye, (int64_t n, int64_t m, aclTensor* out), Eye(call, n, m, {"out", out}))
