// SPDX-License-Identifier: Apache-2.0
//
// aclnnEqual: whether two tensors have the same shape and equal elements. aclnnPrecisionCompare: whether they have
// the same bits.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>

#include "aclnnop/aclnn_equal.h"
#include "aclnnop/aclnn_precision_compare.h"
#include "base/checked_math.h"
#include "executor/phases.h"
#include "kernels/tiles/flat_copy.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/common/result_checks.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;
  TensorView other;
  TensorView out;
  bool sameShape = false;
  bool bits = false;  // are compared, and the result is a code
};

// What aclnnPrecisionCompare gives for tensors that differ.
constexpr uint32_t kDifferent = 503;

constexpr int64_t kTilesOfTask = 32;
constexpr int64_t kMostElementBytes = 16;

// Whether elements are equal in pairs, as their type compares them.
template <typename Number>
bool AllEqual(const std::byte* a, const std::byte* b, int64_t count) {
  int32_t different = 0;  // of a tile at most
  for (int64_t i = 0; i < count; ++i) {
    Number x;
    Number y;
    std::memcpy(&x, a + i * static_cast<int64_t>(sizeof x), sizeof x);
    std::memcpy(&y, b + i * static_cast<int64_t>(sizeof y), sizeof y);
    different += x == y ? 0 : 1;
  }
  return different == 0;
}

// Halves as their bits: equal bits that are no NaN, or two zeros.
template <uint16_t kInfinity>
struct Half {
  uint16_t bits;
  friend bool operator==(Half a, Half b) {
    const auto size = [](Half one) { return static_cast<uint16_t>(one.bits & 0x7FFF); };
    return (a.bits == b.bits && size(a) <= kInfinity) || (size(a) | size(b)) == 0;
  }
};

struct Truth {
  uint8_t byte;
  friend bool operator==(Truth a, Truth b) { return (a.byte != 0) == (b.byte != 0); }
};

using Comparison = bool (*)(const std::byte* a, const std::byte* b, int64_t count);

Comparison FindComparisonOfBits(DType dtype) {
  return SizeOf(dtype) == 2 ? AllEqual<uint16_t> : AllEqual<uint32_t>;
}
Comparison FindComparison(DType dtype) {
  switch (dtype) {
    case DType::kFloat:
      return AllEqual<float>;
    case DType::kDouble:
      return AllEqual<double>;
    case DType::kFloat16:
      return AllEqual<Half<0x7C00>>;
    case DType::kBfloat16:
      return AllEqual<Half<0x7F80>>;
    case DType::kComplex64:
      return AllEqual<std::array<float, 2>>;
    case DType::kComplex128:
      return AllEqual<std::array<double, 2>>;
    case DType::kBool:
      return AllEqual<Truth>;
    default:
      break;
  }
  switch (SizeOf(dtype)) {
    case 1:
      return AllEqual<uint8_t>;
    case 2:
      return AllEqual<uint16_t>;
    case 4:
      return AllEqual<uint32_t>;
    default:
      return AllEqual<uint64_t>;
  }
}

Prepared Prepare(const Args& args) {
  Prepared state;
  state.cost =
      args.sameShape ? 2 * static_cast<size_t>(args.self.NumElements()) * SizeOf(args.self.dtype) : 0;
  return state;
}

// A tile's elements side by side: where they lie, or in the buffer.
using Buffer = std::array<std::byte, static_cast<size_t>(kTileElements* kMostElementBytes)>;
const std::byte* ReadTile(const TensorView& view, int64_t begin, int64_t count, Buffer& buffer) {
  if (view.Contiguous()) {
    return view.data + begin * static_cast<int64_t>(SizeOf(view.dtype));
  }
  TensorView packed;
  packed.data = buffer.data();
  packed.dtype = view.dtype;
  packed.rank = 1;
  packed.dims[0] = count;
  packed.strides[0] = 1;
  CopyFlat(view, begin, packed, 0, count);
  return buffer.data();
}

void Run(const Args& args, const Prepared& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  std::atomic<bool> equal = args.sameShape;
  if (args.sameShape) {
    const Comparison compare = (args.bits ? FindComparisonOfBits : FindComparison)(args.self.dtype);
    const int64_t count = args.self.NumElements();
    constexpr int64_t kTask = kTilesOfTask * kTileElements;
    cpu.ParallelFor(CeilDivide(count, kTask), [&](int64_t task) {
      alignas(64) Buffer a;
      alignas(64) Buffer b;
      const int64_t end = std::min(count, (task + 1) * kTask);
      for (int64_t begin = task * kTask; begin < end && equal; begin += kTileElements) {
        const int64_t some = std::min(kTileElements, end - begin);
        if (!compare(ReadTile(args.self, begin, some, a), ReadTile(args.other, begin, some, b), some)) {
          equal = false;
        }
      }
    });
  }
  if (args.bits) {
    const uint32_t code = equal ? 0 : kDifferent;
    std::memcpy(args.out.data, &code, sizeof code);
  } else {
    *args.out.data = equal ? std::byte{1} : std::byte{0};
  }
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:equal", Prepare));
constexpr std::array<TensorArgument<Args>, 3> kArguments{{{"self", Role::kInput, &Args::self},
                                                          {"other", Role::kInput, &Args::other},
                                                          {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kEqual{"aclnnEqual", kArguments, kKernels};
constexpr std::array<TensorArgument<Args>, 3> kComparedArguments{{{"golden", Role::kInput, &Args::self},
                                                                  {"realdata", Role::kInput, &Args::other},
                                                                  {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kPrecisionCompare{"aclnnPrecisionCompare", kComparedArguments, kKernels};
constexpr std::array<DType, 1> kCodeDtypes{DType::kUint32};
constexpr std::array<DType, 1> kTruthDtypes{DType::kBool};

Status Equal(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& other, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(other).NotNull(out);
  check.DtypeIn(self, kMovableDtypes).SameDtype(other, self).DtypeIn(out, kTruthDtypes);
  check.ValidView(self).ValidView(other).ValidOutputView(out);
  CheckOneElement(check, out);
  Args args;
  args.sameShape = !check.Failed() && self.tensor->viewDims == other.tensor->viewDims;
  return check.Failed() ? check.Result() : call.Bind(kEqual, args, {self.tensor, other.tensor, out.tensor});
}

Status PrecisionCompare(PhaseOneCall& call, const NamedTensor& golden, const NamedTensor& realdata,
                        const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(golden).NotNull(realdata).NotNull(out);
  check.DtypeIn(golden, FloatDtypes()).SameDtype(realdata, golden).DtypeIn(out, kCodeDtypes);
  check.ValidView(golden).ValidView(realdata).ValidOutputView(out);
  check.SameShape(realdata, golden);
  CheckOneElement(check, out);
  Args args;
  args.sameShape = true;
  args.bits = true;
  return check.Failed() ? check.Result()
                        : call.Bind(kPrecisionCompare, args, {golden.tensor, realdata.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnPrecisionCompare, (const aclTensor* golden, const aclTensor* realdata, aclTensor* out),
               PrecisionCompare(call, {"golden", golden}, {"realdata", realdata}, {"out", out}))

OPENACLNN_CALL(aclnnEqual, (const aclTensor* self, const aclTensor* other, aclTensor* out),
               Equal(call, {"self", self}, {"other", other}, {"out", out}))
