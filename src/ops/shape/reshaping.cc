// SPDX-License-Identifier: Apache-2.0
//
// aclnnConfusionTranspose: dims in another order and elements in other dims, in either order. aclnnChunkCat:
// tensors in chunks of a dim, those of the same number one behind the other.
#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_chunk_cat.h"
#include "aclnnop/aclnn_confusion_transpose.h"
#include "base/checked_math.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/flat_copy.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;

// ---- Transposed, and reshaped

struct TransposeArgs {
  TensorView x;
  TensorView out;
  std::vector<size_t> order;
  bool transposeFirst = false;
};

struct State : Prepared {};

State PrepareTranspose(const TransposeArgs& args) {
  State state;
  state.cost = static_cast<size_t>(2 * args.x.NumElements()) * SizeOf(args.x.dtype);
  return state;
}

// `place[d]`: which dim of the view is dim d.
TensorView Ordered(const TensorView& view, const std::vector<size_t>& place) {
  TensorView result = view;
  for (size_t d = 0; d < place.size(); ++d) {
    result.dims[d] = view.dims[place[d]];
    result.strides[d] = view.strides[place[d]];
  }
  return result;
}

std::vector<size_t> Inverse(const std::vector<size_t>& order) {
  std::vector<size_t> inverse(order.size());
  for (size_t d = 0; d < order.size(); ++d) {
    inverse[order[d]] = d;
  }
  return inverse;
}

// Row-major order is the same before and after the reshaping.
void RunTranspose(const TransposeArgs& args, const State& /*state*/, std::byte* /*workspace*/,
                  const CpuContext& cpu) {
  const TensorView from = args.transposeFirst ? Ordered(args.x, args.order) : args.x;
  const TensorView to = args.transposeFirst ? args.out : Ordered(args.out, Inverse(args.order));
  constexpr int64_t kTask = int64_t{1} << 15;
  const int64_t count = from.NumElements();
  cpu.ParallelFor(CeilDivide(count, kTask), [&](int64_t task) {
    const int64_t begin = task * kTask;
    CopyFlat(from, begin, to, begin, std::min(kTask, count - begin));
  });
}

constexpr OnlyKernel kTransposeKernel(CpuKernel<RunTranspose>("cpu:confusion_transpose", PrepareTranspose));
constexpr std::array<TensorArgument<TransposeArgs>, 2> kTransposeArguments{
    {{"x", Role::kInput, &TransposeArgs::x}, {"out", Role::kOutput, &TransposeArgs::out}}};
constexpr Operator<TransposeArgs> kTranspose{"aclnnConfusionTranspose", kTransposeArguments,
                                             kTransposeKernel};

// Each dim once; negative ones count from the end.
std::vector<size_t> OrderOf(ArgumentChecks& check, const aclIntArray& perm, size_t rank) {
  std::vector<size_t> order;
  std::vector<bool> seen(rank);
  const auto dims = static_cast<int64_t>(rank);
  bool each = perm.values.size() == rank;
  for (size_t d = 0; each && d < rank; ++d) {
    const int64_t dim = perm.values[d] < 0 ? perm.values[d] + dims : perm.values[d];
    each = dim >= 0 && dim < dims && !seen[static_cast<size_t>(dim)];
    if (each) {
      seen[static_cast<size_t>(dim)] = true;
      order.push_back(static_cast<size_t>(dim));
    }
  }
  check.Require(
      "perm", "each dim of what is transposed once", [&] { return each; },
      [&] { return ShapeText(perm.values) + " of " + std::to_string(rank) + " dims"; });
  return order;
}

Status BindTranspose(PhaseOneCall& call, const NamedTensor& x, const aclIntArray* perm,
                     const aclIntArray* shape, bool transposeFirst, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(x).NotNull("perm", perm).NotNull("shape", shape).NotNull(out);
  check.DtypeIn(x, kStorableDtypes).SameDtype(out, x).ValidView(x).ValidOutputView(out);
  check.Require(
      "shape", "at most 8 dims, as many elements as x has",
      [&] {
        return shape->values.size() <= kMaxRank &&
               std::ranges::all_of(shape->values, [](int64_t extent) { return extent >= 0; }) &&
               CheckedProduct(shape->values) == NumElements(*x.tensor);
      },
      [&] { return ShapeText(shape->values) + " for " + ShapeText(x.tensor->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  TransposeArgs args;
  args.transposeFirst = transposeFirst;
  args.order = OrderOf(check, *perm, transposeFirst ? x.tensor->viewDims.size() : shape->values.size());
  if (check.Failed()) {
    return check.Result();
  }
  Dims expected(shape->values);
  if (!transposeFirst) {
    for (size_t d = 0; d < args.order.size(); ++d) {
      expected[d] = shape->values[args.order[d]];
    }
  }
  check.Shape(out, expected, transposeFirst ? "shape" : "shape in the order of perm");
  return check.Failed() ? check.Result() : call.Bind(kTranspose, std::move(args), {x.tensor, out.tensor});
}

// ---- Chunks

struct ChunkArgs {
  TensorViews tensors;
  TensorView out;  // [..., chunks, elements of the chunks of all tensors]
  size_t dim = 0;
  int64_t chunks = 1;
};

State PrepareChunks(const ChunkArgs& args) {
  State state;
  state.cost = static_cast<size_t>(2 * args.out.NumElements()) * SizeOf(args.out.dtype);
  return state;
}

int64_t ProductOf(std::span<const int64_t> dims) {
  return CheckedProduct(dims).value_or(0);
}

void Convert(const TensorView& from, int64_t fromBegin, const TensorView& to, int64_t toBegin,
             int64_t count) {
  std::array<float, static_cast<size_t>(kConvertedChunk)> numbers;
  for (int64_t done = 0; done < count; done += kConvertedChunk) {
    const int64_t some = std::min(kConvertedChunk, count - done);
    ReadConverted(from, fromBegin + done, some, numbers.data());
    WriteConverted(to, toBegin + done, some, numbers.data());
  }
}

void RunChunks(const ChunkArgs& args, const State& /*state*/, std::byte* /*workspace*/,
               const CpuContext& cpu) {
  if (args.out.Empty()) {
    return;
  }
  const int64_t rows = ProductOf(args.out.Dims().first(args.dim + 1));  // of chunks
  const int64_t length = args.out.dims[args.dim + 1];
  cpu.ParallelFor(rows, [&](int64_t row) {
    int64_t to = row * length;
    for (const TensorView& tensor : args.tensors) {
      const int64_t inner = ProductOf(tensor.Dims().subspan(args.dim + 1));
      const int64_t elements = tensor.dims[args.dim] * inner;
      const int64_t chunk = CeilDivide(tensor.dims[args.dim], args.chunks) * inner;
      const int64_t begin = std::min(row % args.chunks * chunk, elements);
      const int64_t count = std::min(chunk, elements - begin);
      const int64_t from = row / args.chunks * elements + begin;
      if (tensor.dtype == args.out.dtype) {
        CopyFlat(tensor, from, args.out, to, count);
      } else {
        Convert(tensor, from, args.out, to, count);
      }
      FillZero(args.out, to + count, to + chunk);
      to += chunk;
    }
  });
}

constexpr OnlyKernel kChunkKernel(CpuKernel<RunChunks>("cpu:chunk_cat", PrepareChunks));
constexpr std::array<TensorArgument<ChunkArgs>, 2> kChunkArguments{
    {ListArgument("tensors", Role::kInput, &ChunkArgs::tensors), {"out", Role::kOutput, &ChunkArgs::out}}};
constexpr Operator<ChunkArgs> kChunkCat{"aclnnChunkCat", kChunkArguments, kChunkKernel};

void CheckTensors(ArgumentChecks& check, const aclTensorList* list, const NamedTensor& out) {
  check.NotNull("tensors", list);
  for (size_t k = 0; !check.Failed() && k < list->values.size(); ++k) {
    check.NotNull({"tensors", static_cast<int64_t>(k)}, list->values[k]);
  }
  check.NotNull(out);
  check.Require(
      "tensors", "one tensor or more", [&] { return !list->values.empty(); }, [] { return "none"; });
  for (size_t k = 0; !check.Failed() && k < list->values.size(); ++k) {
    const NamedTensor tensor{{"tensors", static_cast<int64_t>(k)}, list->values[k]};
    check.DtypeIn(tensor, FloatDtypes())
        .SameDtype(tensor, {{"tensors", 0}, list->values[0]})
        .ValidView(tensor);
  }
}

// The elements of a chunk of all tensors, which have the same dims before `dim`.
int64_t CheckChunks(ArgumentChecks& check, const aclTensorList& list, size_t dim, int64_t chunks) {
  const auto& first = list.values[0]->viewDims;
  std::optional<int64_t> length = 0;
  for (size_t k = 0; !check.Failed() && k < list.values.size(); ++k) {
    const auto& own = list.values[k]->viewDims;
    check.Require(
        {"tensors", static_cast<int64_t>(k)}, "dim, and the dims of the first tensor before it",
        [&] {
          return own.size() > dim &&
                 std::equal(own.begin(), own.begin() + static_cast<ptrdiff_t>(dim), first.begin());
        },
        [&] { return ShapeText(own) + " beside " + ShapeText(first); });
    if (!check.Failed()) {
      const std::optional<int64_t> inner = CheckedProduct(std::span(own).subspan(dim + 1));
      const std::optional<int64_t> chunk =
          inner ? CheckedProduct(std::array{CeilDivide(own[dim], chunks), *inner}) : std::nullopt;
      length = length && chunk ? CheckedAdd(*length, *chunk) : std::nullopt;
    }
  }
  check.Require(
      "tensors", "fewer than 2^63 elements in a chunk", [&] { return length.has_value(); },
      [] { return "more"; });
  return length.value_or(0);
}

Status BindChunks(PhaseOneCall& call, const aclTensorList* tensors, int64_t dim, int64_t numChunks,
                  const NamedTensor& out) {
  ArgumentChecks check;
  CheckTensors(check, tensors, out);
  check.ValidOutputView(out);
  if (check.Failed()) {
    return check.Result();
  }
  const DType dtype = tensors->values[0]->dtype;
  const std::array<DType, 2> wider{dtype, DType::kFloat};
  check.DtypeIn(out, wider);
  check.InRange("numChunks", numChunks, 1, INT64_MAX, "chunks");
  const auto& first = tensors->values[0]->viewDims;
  check.Require(
      {"tensors", 0}, "1 dim or more", [&] { return !first.empty(); }, [] { return "none"; });
  ChunkArgs args;
  args.dim = FindDim(check, "dim", dim, first.size());
  if (check.Failed()) {
    return check.Result();
  }
  args.chunks = numChunks;
  const int64_t length = CheckChunks(check, *tensors, args.dim, numChunks);
  Dims expected(std::span<const int64_t>(first).first(args.dim));
  expected.push_back(numChunks);
  if (!check.Failed() && expected.size() < kMaxRank) {
    expected.push_back(length);
  }
  check.Shape(out, expected, "[dims before dim, numChunks, elements of a chunk of all tensors]");
  return check.Failed() ? check.Result() : call.Bind(kChunkCat, std::move(args), {tensors, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnConfusionTranspose,
               (const aclTensor* x, const aclIntArray* perm, const aclIntArray* shape, bool transposeFirst,
                aclTensor* out),
               BindTranspose(call, {"x", x}, perm, shape, transposeFirst, {"out", out}))

OPENACLNN_CALL(aclnnChunkCat, (const aclTensorList* tensors, int64_t dim, int64_t numChunks, aclTensor* out),
               BindChunks(call, tensors, dim, numChunks, {"out", out}))
