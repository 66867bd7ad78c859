// SPDX-License-Identifier: Apache-2.0
//
// aclnnScatterReduce: elements put where an index tensor says, several of which in one place make a sum, a
// product, an extreme or a mean, of the element there or without it.
#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <string>

#include "aclnnop/aclnn_scatter_reduce.h"
#include "base/complex_number.h"
#include "kernels/elementwise/converted.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/indexing/scattered.h"

namespace openaclnn {
namespace {

using Args = IndexArgs;

// How many numbers each sum has, side by side.
TensorView CountsOf(const TensorView& out, std::byte* memory) {
  TensorView counts = out;
  counts.data = memory;
  counts.dtype = DType::kInt64;
  ContiguousStrides(counts.Dims(), std::span(counts.strides).first(static_cast<size_t>(counts.rank)));
  return counts;
}

template <typename Number>
void DivideChunk(const int64_t* counts, int64_t count, std::byte* numbers) {
  auto* const sums = reinterpret_cast<Number*>(numbers);
  for (int64_t i = 0; i < count; ++i) {
    if (counts[i] > 1) {
      if constexpr (std::is_integral_v<Number>) {  // towards minus infinity, as PyTorch does
        const Number rest = sums[i] % counts[i];
        sums[i] = sums[i] / counts[i] - (rest < 0 ? 1 : 0);
      } else if constexpr (requires { sums->imaginary; }) {
        using Real = decltype(sums->real);
        sums[i] = {sums[i].real / static_cast<Real>(counts[i]),
                   sums[i].imaginary / static_cast<Real>(counts[i])};
      } else {
        sums[i] = sums[i] / static_cast<Number>(counts[i]);
      }
    }
  }
}

void DivideChunk(DType dtype, const int64_t* counts, int64_t count, std::byte* numbers) {
  switch (dtype) {
    case DType::kFloat:
      return DivideChunk<float>(counts, count, numbers);
    case DType::kDouble:
      return DivideChunk<double>(counts, count, numbers);
    case DType::kComplex64:
      return DivideChunk<ComplexNumber<float>>(counts, count, numbers);
    case DType::kComplex128:
      return DivideChunk<ComplexNumber<double>>(counts, count, numbers);
    default:
      return DivideChunk<int64_t>(counts, count, numbers);
  }
}

// The type in which a sum is divided.
DType QuotientType(DType dtype) {
  switch (ClassOf(dtype)) {
    case DTypeClass::kFloating:
      return dtype == DType::kDouble ? dtype : DType::kFloat;
    case DTypeClass::kComplex:
      return dtype;
    default:
      return DType::kInt64;
  }
}

void Divide(const TensorView& out, const TensorView& counts, const backend::cpu::CpuContext& cpu) {
  constexpr int64_t kChunksOfTask = 32;
  const DType dtype = QuotientType(out.dtype);
  const ConvertedReader reader(out, dtype);
  const ConvertedWriter writer(out, dtype);
  ForEachPiece(cpu, out.NumElements(), kConvertedChunk, kChunksOfTask, [&](int64_t begin, int64_t count) {
    ConvertedBuffer read;
    ConvertedBuffer quotients;
    const std::byte* const sums = reader.Read(begin, count, read);
    std::copy_n(sums, static_cast<size_t>(count) * SizeOf(dtype), quotients.bytes.data());
    DivideChunk(dtype, reinterpret_cast<const int64_t*>(counts.data) + begin, count, quotients.bytes.data());
    writer.Write(begin, count, quotients.bytes.data());
  });
}

Status RunReduced(const Args& args, const ScatterState& state, std::byte* workspace,
                  const backend::cpu::CpuContext& cpu) {
  return ScatterElements(
      args, state, cpu, [&](const TensorView& index, const TensorView& out, const ElementPlaces& places) {
        const TensorView element = ElementOf(out);
        alignas(16) std::array<std::byte, 16> number{};
        if (args.anew) {
          ScatterSlices(places.positions, Repeated(args.value, index.Dims(), element, number.data()),
                        ScatterMode::kReplace, element, places.apart, cpu);
        }
        ScatterSlices(places.positions, UpdatesOf(args.source, index), args.mode, element, places.apart, cpu);
        if (args.mean && !args.out.Empty()) {
          const TensorView counts = CountsOf(out, workspace);
          std::fill_n(reinterpret_cast<int64_t*>(workspace), counts.NumElements(), args.anew ? 0 : 1);
          const ElementPlaces counted(index, counts, args.dim);
          const TensorView one = ElementOf(counts);
          ScatterSlices(counted.positions, Repeated(ScalarOf(int64_t{1}), index.Dims(), one, number.data()),
                        ScatterMode::kAdd, one, counted.apart, cpu);
          Divide(out, counts, cpu);
        }
      });
}

ScatterState PrepareReduced(const Args& args) {
  ScatterState state = PrepareScatter<&Args::index>(args);
  if (args.mean) {
    state.workspaceBytes = static_cast<size_t>(args.out.NumElements()) * sizeof(int64_t);
    state.cost += 4 * state.workspaceBytes;
  }
  return state;
}

constexpr OnlyKernel kKernels(CpuKernel<RunReduced>("cpu:scatter_reduced", PrepareReduced));
constexpr auto kSource = NamesWithSource("self", "src", "out");
constexpr auto kSourceInplace = NamesWithSource("selfRef", "src", "selfRef");
constexpr Operator<Args> kScatterReduce{"aclnnScatterReduce", kSource, kKernels};
constexpr Operator<Args> kInplaceScatterReduce{"aclnnInplaceScatterReduce", kSourceInplace, kKernels};

// What `reduce` of a reduction stands for: how elements are combined, and what takes no part in it.
struct Reduced {
  ScatterMode mode;
  ScalarValue nothing;
};
Reduced ReducedBy(int64_t reduce, DType dtype) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const bool floating = ClassOf(dtype) == DTypeClass::kFloating;
  const unsigned bits = 8 * static_cast<unsigned>(SizeOf(dtype));
  const bool isSigned = ClassOf(dtype) == DTypeClass::kSigned;
  const auto largest = static_cast<int64_t>(~uint64_t{0} >> (64 - bits + (isSigned ? 1U : 0U)));
  const int64_t lowest = isSigned ? -largest - 1 : 0;
  switch (reduce) {
    case 1:
    case 5:
      return {ScatterMode::kAdd, ScalarOf(int64_t{0})};
    case 2:
      return {ScatterMode::kMultiply, ScalarOf(int64_t{1})};
    case 3:
      return {ScatterMode::kMaximum, floating ? ScalarOf(-kInfinity) : ScalarOf(lowest)};
    case 4:
      return {ScatterMode::kMinimum, floating ? ScalarOf(kInfinity) : ScalarOf(largest)};
    default:
      return {ScatterMode::kReplace, {}};
  }
}

Status ReducedElements(PhaseOneCall& call, const Operator<Args>& op, const ScatterGiven& given,
                       int64_t reduce, bool includeSelf) {
  constexpr int64_t kMean = 5;
  const ScatterTensors tensors = NamesOf(op, given);
  ArgumentChecks check;
  check.NotNull(tensors.self).NotNull(tensors.index).NotNull(tensors.source).NotNull(tensors.out);
  check.DtypeIn(tensors.self, kPromotingDtypes);
  check.InRange("reduce", reduce, 0, kMean,
                "0 to replace, 1 sum, 2 product, 3 largest, 4 smallest or 5 mean");
  if (check.Failed()) {
    return check.Result();
  }
  const DType dtype = given.self->dtype;
  const Reduced reduced = ReducedBy(reduce, dtype);
  check.Require(
      tensors.self.name, reduce == kMean ? "another type than BOOL for a mean" : "real numbers for extremes",
      [&] {
        return reduce == kMean ? dtype != DType::kBool : reduce < 3 || ClassOf(dtype) != DTypeClass::kComplex;
      },
      [&] { return NameOf(dtype); });
  if (check.Failed()) {
    return check.Result();
  }
  check = CheckTensors(tensors, given, true);
  Args args;
  args.dim = CheckElements(check, tensors, given, true);
  args.mode = reduced.mode;
  args.value = reduced.nothing;
  args.anew = !includeSelf && reduced.mode != ScatterMode::kReplace;
  args.mean = reduce == kMean;
  return check.Failed() ? check.Result()
                        : call.Bind(op, args, {given.self, given.index, given.source, given.out});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnScatterReduce,
               (const aclTensor* self, int64_t dim, const aclTensor* index, const aclTensor* src,
                int64_t reduce, bool includeSelf, aclTensor* out),
               ReducedElements(call, kScatterReduce, {self, dim, index, src, nullptr, out}, reduce,
                               includeSelf))

OPENACLNN_CALL(aclnnInplaceScatterReduce,
               (aclTensor * selfRef, int64_t dim, const aclTensor* index, const aclTensor* src,
                int64_t reduce, bool includeSelf),
               ReducedElements(call, kInplaceScatterReduce, {selfRef, dim, index, src, nullptr, selfRef},
                               reduce, includeSelf))
