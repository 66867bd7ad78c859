// SPDX-License-Identifier: Apache-2.0
//
// aclnnLinalgCross: vector products of the three numbers along a dim.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_linalg_cross.h"
#include "base/checked_math.h"
#include "base/complex_number.h"
#include "executor/phases.h"
#include "kernels/elementwise/converted.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;
  TensorView other;
  TensorView out;
  size_t dim = 0;
};

constexpr size_t kComponents = 3;
constexpr int64_t kTask = 32 * kConvertedChunk;  // products

Prepared Prepare(const Args& args) {
  Prepared state;
  constexpr size_t kTensors = 3;
  state.cost = kTensors * static_cast<size_t>(args.out.NumElements()) * SizeOf(args.out.dtype);
  return state;
}

// The k-th of the three numbers of all vectors.
TensorView ComponentOf(const TensorView& view, size_t dim, size_t k) {
  TensorView component = view;
  component.data += static_cast<int64_t>(k) * view.strides[dim] * static_cast<int64_t>(SizeOf(view.dtype));
  std::copy(view.dims.begin() + static_cast<std::ptrdiff_t>(dim) + 1, view.dims.end(),
            component.dims.begin() + static_cast<std::ptrdiff_t>(dim));
  std::copy(view.strides.begin() + static_cast<std::ptrdiff_t>(dim) + 1, view.strides.end(),
            component.strides.begin() + static_cast<std::ptrdiff_t>(dim));
  --component.rank;
  return component;
}

// In T, which all types of a class convert to: integers wrap around, and of FLOAT and the half types the
// products are exact.
template <typename T>
void Multiply(const Args& args, DType type, int64_t begin, int64_t end) {
  const TensorView self = BroadcastTo(args.self, args.out.Dims());
  const TensorView other = BroadcastTo(args.other, args.out.Dims());
  using Buffers = std::array<ConvertedBuffer, kComponents>;
  Buffers a;
  Buffers b;
  std::array<T, static_cast<size_t>(kConvertedChunk)> products;
  for (; begin < end; begin += kConvertedChunk) {
    const int64_t count = std::min(kConvertedChunk, end - begin);
    const auto read = [&](const TensorView& view, size_t k, Buffers& buffers) {
      const ConvertedReader reader(ComponentOf(view, args.dim, k), type);
      return reinterpret_cast<const T*>(reader.Read(begin, count, buffers[k]));
    };
    const std::array<const T*, kComponents> x{read(self, 0, a), read(self, 1, a), read(self, 2, a)};
    const std::array<const T*, kComponents> y{read(other, 0, b), read(other, 1, b), read(other, 2, b)};
    for (size_t k = 0; k < kComponents; ++k) {
      const size_t next = (k + 1) % kComponents;
      const size_t last = (k + 2) % kComponents;
      for (int64_t i = 0; i < count; ++i) {
        products[static_cast<size_t>(i)] = x[next][i] * y[last][i] - x[last][i] * y[next][i];
      }
      ConvertedWriter(ComponentOf(args.out, args.dim, k), type)
          .Write(begin, count, reinterpret_cast<const std::byte*>(products.data()));
    }
  }
}

void MultiplySome(const Args& args, int64_t begin, int64_t end) {
  switch (ClassOf(args.out.dtype)) {
    case DTypeClass::kFloating:
      return Multiply<double>(args, DType::kDouble, begin, end);
    case DTypeClass::kComplex:
      return Multiply<ComplexNumber<double>>(args, DType::kComplex128, begin, end);
    default:
      return Multiply<uint64_t>(args, DType::kInt64, begin, end);
  }
}

void Run(const Args& args, const Prepared& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  const int64_t vectors = args.out.NumElements() / static_cast<int64_t>(kComponents);
  cpu.ParallelFor(CeilDivide(vectors, kTask), [&](int64_t task) {
    MultiplySome(args, task * kTask, std::min(vectors, (task + 1) * kTask));
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:cross", Prepare));
constexpr std::array<TensorArgument<Args>, 3> kArguments{{{"self", Role::kInput, &Args::self},
                                                          {"other", Role::kInput, &Args::other},
                                                          {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kCross{"aclnnLinalgCross", kArguments, kKernels};

constexpr std::array<DType, 11> kDtypes{DType::kFloat, DType::kFloat16,   DType::kBfloat16,  DType::kDouble,
                                        DType::kInt8,  DType::kInt16,     DType::kInt32,     DType::kInt64,
                                        DType::kUint8, DType::kComplex64, DType::kComplex128};

Status Cross(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& other, int64_t dim,
             const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(other).NotNull(out);
  check.DtypeIn(self, kDtypes).SameDtype(other, self).SameDtype(out, self);
  check.ValidView(self).ValidView(other).ValidOutputView(out);
  check.Require(
      self.name, "at least 1 dim", [&] { return !self.tensor->viewDims.empty(); }, [] { return "0 dims"; });
  if (check.Failed()) {
    return check.Result();
  }
  const std::vector<int64_t>& dims = self.tensor->viewDims;
  check.Rank(other, dims.size());
  Args args;
  args.dim = FindDim(check, "dim", dim, dims.size());
  for (const NamedTensor* vectors : {&self, &other}) {
    check.DimEquals(*vectors, args.dim, static_cast<int64_t>(kComponents), "components of a vector");
  }
  if (check.Failed()) {
    return check.Result();
  }
  const std::optional<Dims> shape = BroadcastShape(dims, other.tensor->viewDims);
  check.Require(
      other.name, "a shape that broadcasts with self's", [&] { return shape.has_value(); },
      [&] { return ShapeText(other.tensor->viewDims) + " for " + ShapeText(dims); });
  if (!check.Failed()) {
    check.Shape(out, *shape, "of self and other broadcast together");
  }
  return check.Failed() ? check.Result() : call.Bind(kCross, args, {self.tensor, other.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnLinalgCross, (const aclTensor* self, const aclTensor* other, int64_t dim, aclTensor* out),
               Cross(call, {"self", self}, {"other", other}, dim, {"out", out}))
