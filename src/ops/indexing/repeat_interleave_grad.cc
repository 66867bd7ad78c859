// SPDX-License-Identifier: Apache-2.0
//
// aclnnRepeatInterleaveGrad: sums of the slices that came from one slice, in float64.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_repeat_interleave_grad.h"
#include "base/checked_math.h"
#include "base/errors.h"
#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/reduction/row_additions.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/indexing/arguments.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView grad;
  TensorView repeats;  // one element, or one for each sum
  TensorView out;
  int64_t outer = 1;  // elements of the dims before the axis
  int64_t rows = 0;   // along the axis
  int64_t sums = 0;
  int64_t inner = 1;  // behind it
};

struct State : Prepared {
  ScratchArray<int64_t> ends;  // of the rows of each sum
};

State Prepare(const Args& args) {
  State state;
  ScratchLayout scratch;
  state.ends = scratch.Book<int64_t>(args.sums);
  state.workspaceBytes = scratch.Bytes();
  state.cost = static_cast<size_t>(args.grad.NumElements() + args.out.NumElements()) * sizeof(float);
  return state;
}

Status FindEnds(const Args& args, int64_t* ends) {
  if (args.sums == 0) {
    return Status::Ok();
  }
  const IndexReader reader(args.repeats, -1);
  const bool single = args.repeats.NumElements() == 1;
  int64_t repeats = 0;
  int64_t end = 0;
  for (int64_t k = 0; k < args.sums; ++k) {
    if (k == 0 || !single) {
      reader.Read(single ? 0 : k, 1, &repeats);
    }
    if (repeats < 0 || repeats > args.rows - end) {
      return {code::kRtVectorCoreException,
              "repeats: expected values from 0 on that add up to " + std::to_string(args.rows) + ", got " +
                  std::to_string(repeats) + " at position " + std::to_string(single ? 0 : k)};
    }
    end += repeats;
    ends[k] = end;
  }
  if (end != args.rows) {
    return {code::kRtVectorCoreException, "repeats: expected values that add up to " +
                                              std::to_string(args.rows) + ", got " + std::to_string(end)};
  }
  return Status::Ok();
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  int64_t* const ends = state.ends.In(workspace);
  if (Status status = FindEnds(args, ends); !status.IsOk() || args.out.Empty()) {
    return status;
  }
  const ConvertedReader reader(args.grad, DType::kDouble);
  const ConvertedWriter writer(args.out, DType::kDouble);
  const int64_t columns = std::min(args.inner, kConvertedChunk);
  const int64_t pieces = CeilDivide(args.inner, columns);
  // A task has as many results as fit into a chunk.
  const int64_t sumsOfTask = args.inner > columns ? 1 : kConvertedChunk / columns;
  const int64_t groups = CeilDivide(args.sums, sumsOfTask);
  cpu.ParallelFor(args.outer * groups * pieces, [&](int64_t task) {
    const int64_t column = task % pieces * columns;
    const int64_t count = std::min(columns, args.inner - column);
    const int64_t first = task / pieces % groups * sumsOfTask;
    const int64_t last = std::min(args.sums, first + sumsOfTask);
    const int64_t outer = task / pieces / groups;
    std::array<double, static_cast<size_t>(kConvertedChunk)> sums{};
    ConvertedBuffer buffer;
    const auto read = [&](int64_t at, int64_t size) {
      return reinterpret_cast<const double*>(reader.Read(at, size, buffer));
    };
    const int64_t before = outer * args.rows;
    for (int64_t k = first; k < last; ++k) {
      AddRows<kConvertedChunk>(args.inner, before + (k == 0 ? 0 : ends[k - 1]), before + ends[k], column,
                               count, read, sums.data() + (k - first) * count);
    }
    const int64_t results = (last - first) * count;
    std::transform(sums.begin(), sums.begin() + results, sums.begin(), WithQuietNan<double>);
    writer.Write((outer * args.sums + first) * args.inner + column, results,
                 reinterpret_cast<const std::byte*>(sums.data()));
  });
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:sums_of_repeats", Prepare));
constexpr std::array<TensorArgument<Args>, 3> kArguments{
    {{"yGrad", Role::kInput, &Args::grad, false, true},
     {"repeats", Role::kInput, &Args::repeats, false, true},
     {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kGrad{"aclnnRepeatInterleaveGrad", kArguments, kKernels};

// The dims of yGrad, with any number of dims in the place of the axis. Returns the elements of these.
int64_t CheckDims(ArgumentChecks& check, const NamedTensor& grad, const NamedTensor& out, size_t axis) {
  const auto& own = grad.tensor->viewDims;
  const auto& given = out.tensor->viewDims;
  const size_t behind = own.size() - axis - 1;
  const auto before = static_cast<ptrdiff_t>(axis);
  check.Require(
      out.name, "the dims of yGrad, with others along axis",
      [&] {
        return given.size() >= own.size() - 1 &&
               std::equal(own.begin(), own.begin() + before, given.begin()) &&
               std::equal(own.end() - static_cast<ptrdiff_t>(behind), own.end(),
                          given.end() - static_cast<ptrdiff_t>(behind));
      },
      [&] { return ShapeText(given) + " for " + ShapeText(own); });
  if (check.Failed()) {
    return 0;
  }
  return CheckedProduct(std::span(given).subspan(axis, given.size() - axis - behind)).value_or(INT64_MAX);
}

Status Bind(PhaseOneCall& call, const Tensors<3>& given, int64_t axis) {
  const auto [grad, repeats, out] = Named(kGrad, given);
  ArgumentChecks check;
  check.NotNull(grad).NotNull(repeats).NotNull(out);
  check.DtypeIn(grad, FloatDtypes()).DtypeIn(repeats, kIndexDtypes).SameDtype(out, grad);
  check.ValidView(grad).ValidView(repeats).ValidOutputView(out);
  check.Require(
      grad.name, "1 dim or more", [&] { return !grad.tensor->viewDims.empty(); }, [] { return "none"; });
  if (check.Failed()) {
    return check.Result();
  }
  const auto& dims = grad.tensor->viewDims;
  const size_t place = FindDim(check, "axis", axis, dims.size());
  Args args;
  args.sums = check.Failed() ? 0 : CheckDims(check, grad, out, place);
  check.Require(
      repeats.name, "at most 1 dim, of one element or one for each slice of out",
      [&] {
        const auto& own = repeats.tensor->viewDims;
        return own.empty() || (own.size() == 1 && (own[0] == 1 || own[0] == args.sums));
      },
      [&] { return ShapeText(repeats.tensor->viewDims) + " for " + std::to_string(args.sums); });
  if (check.Failed()) {
    return check.Result();
  }
  args.rows = dims[place];
  // Of what is empty the products may not fit, and do not count.
  args.outer = CheckedProduct(std::span(dims).first(place)).value_or(0);
  args.inner = CheckedProduct(std::span(dims).subspan(place + 1)).value_or(0);
  return call.Bind(kGrad, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnRepeatInterleaveGrad,
               (const aclTensor* yGrad, const aclTensor* repeats, int64_t axis, aclTensor* out),
               Bind(call, {yGrad, repeats, out}, axis))
