// SPDX-License-Identifier: Apache-2.0
//
// aclnnMseLoss and aclnnMseLossOut: squared differences, or their sum or mean, over all dims or the first one.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_mse_loss.h"
#include "aclnnop/aclnn_mse_loss_out.h"
#include "base/checked_math.h"
#include "base/quiet_nan.h"
#include "kernels/reduction/lane_blocks.h"
#include "kernels/reduction/row_additions.h"
#include "kernels/reduction/sums_and_extremes.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/elementwise.h"
#include "ops/common/entry.h"
#include "ops/common/promotion.h"
#include "ops/common/result_checks.h"
#include "simd/convert.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "kernels/elementwise/elementwise-inl.h"
#include "kernels/reduction/lane_blocks-inl.h"
#include "simd/vector_parts-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindSquaredDifference, ElementwiseLoop(DType dtype));
OPENACLNN_PER_TARGET(SumSquaredDifferences, double(const float* self, const float* target, int64_t count));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace mse_loss {

struct SquaredDifference {
  template <class T>
  static HWY_INLINE T Compute(T self, T target) {
    const T difference = self - target;
    return difference * difference;
  }
};

}  // namespace mse_loss

ElementwiseLoop FindSquaredDifference(DType dtype) {
  return FindLoop<mse_loss::SquaredDifference, 2, 0>(FloatFormats(), dtype);
}

// The sum of a block's terms.
double SumSquaredDifferences(const float* self, const float* target, int64_t count) {
  HWY_ALIGN std::array<float, static_cast<size_t>(kSumBlock)> terms;
  ForEachVectorPart(ReductionLanes<float>::Tag(), 0, count, [&](auto tag, int64_t i) HWY_ATTR {
    using Vector = Lanes<std::remove_const_t<decltype(tag)>>;
    const Vector term = mse_loss::SquaredDifference::Compute(Vector(hn::LoadU(tag, self + i)),
                                                             Vector(hn::LoadU(tag, target + i)));
    hn::StoreU(term.vector, tag, terms.data() + i);
  });
  double sum = 0;
  ReduceRowBlocks(FindSumLanes(DType::kFloat), terms.data(), 0, 1, count, {}, &sum);
  return sum;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

enum Reduction : int64_t { kNone = 0, kMean = 1, kSum = 2 };

struct Args {
  TensorView self;
  TensorView target;
  TensorView out;
  int64_t reduction = kMean;
  DType promoted{};
  bool firstDim = false;  // reduced; else all are
};

struct State : Prepared {
  ElementwisePlan plan;  // without reduction
  // With reduction: both inputs broadcast, and pieces of them that are added up by one task.
  TensorView self;
  TensorView target;
  int64_t count = 0;
  int64_t segments = 0;
  // Over the first dim: of so many rows, which segments have equal shares of, and columns.
  int64_t rows = 0;
  int64_t columns = 0;
};

// Over the first dim, a segment adds up so many terms or more, and there are no more segments than that.
constexpr int64_t kSegmentTerms = 64 * kTileElements;
constexpr int64_t kMostSegments = 64;

State Prepare(const Args& args) {
  State state;
  if (args.reduction == kNone) {
    const std::array<const TensorView*, 2> inputs{&args.self, &args.target};
    state.plan = ElementwisePlan(args.out, inputs, {args.promoted, args.promoted},
                                 HWY_DYNAMIC_DISPATCH(FindSquaredDifference)(args.promoted));
    state.cost = state.plan.Cost();
    return state;
  }
  const auto shape = BroadcastShape(args.self.Dims(), args.target.Dims());
  const std::span<const int64_t> dims(shape->begin(), shape->size());
  state.self = BroadcastTo(args.self, dims);
  state.target = BroadcastTo(args.target, dims);
  state.count = state.self.NumElements();
  if (args.firstDim) {
    state.rows = dims.empty() ? 1 : dims[0];
    state.columns = args.out.NumElements();
    state.segments = std::clamp<int64_t>(state.count / kSegmentTerms, 1, kMostSegments);
    if (state.columns > kTileElements) {
      state.segments = 1;  // there are enough columns to share
    }
    ScratchLayout scratch;
    (void)scratch.Book<double>(state.segments * state.columns);
    state.workspaceBytes = scratch.Bytes();
    state.cost = static_cast<size_t>(state.count) * (SizeOf(args.self.dtype) + SizeOf(args.target.dtype));
    return state;
  }
  state.segments = CeilDivide(state.count, kSegment);
  state.workspaceBytes = static_cast<size_t>(state.segments) * sizeof(double);
  state.cost = static_cast<size_t>(state.count) * (SizeOf(args.self.dtype) + SizeOf(args.target.dtype));
  return state;
}

// The inputs of a run, broadcast.
struct Inputs {
  TileReader self;
  TileReader target;
};
Inputs InputsOf(const Args& args, const State& state) {
  TensorView self = state.self;
  TensorView target = state.target;
  self.data = args.self.data;
  target.data = args.target.data;
  return {TileReader(self), TileReader(target)};
}

void RunFirstDim(const Args& args, const State& state, double* sums, const backend::cpu::CpuContext& cpu) {
  const Inputs inputs = InputsOf(args, state);
  const int64_t blocks = CeilDivide(state.columns, kTileElements);
  cpu.ParallelFor(state.segments * blocks, [&](int64_t task) {
    const int64_t segment = task / blocks;
    const int64_t begin = task % blocks * kTileElements;
    const int64_t count = std::min(kTileElements, state.columns - begin);
    double* const own = sums + segment * state.columns + begin;
    std::fill_n(own, count, 0.0);
    alignas(64) TileBuffer selfBuffer;
    alignas(64) TileBuffer targetBuffer;
    alignas(64) TileBuffer terms;
    const auto read = [&](int64_t at, int64_t size) {
      const float* const self = inputs.self.Read(at, size, selfBuffer);
      const float* const target = inputs.target.Read(at, size, targetBuffer);
      for (int64_t i = 0; i < size; ++i) {
        const float difference = self[i] - target[i];
        terms[static_cast<size_t>(i)] = difference * difference;
      }
      return terms.data();
    };
    AddRows<kTileElements>(state.columns, segment * state.rows / state.segments,
                           (segment + 1) * state.rows / state.segments, begin, count, read, own);
  });
  const TileWriter out(args.out);
  const double divisor = args.reduction == kMean ? static_cast<double>(state.rows) : 1;
  cpu.ParallelFor(blocks, [&](int64_t block) {
    const int64_t begin = block * kTileElements;
    const int64_t count = std::min(kTileElements, state.columns - begin);
    DoubleTileBuffer results{};
    for (int64_t i = 0; i < count; ++i) {
      double total = 0;
      for (int64_t segment = 0; segment < state.segments; ++segment) {
        total += sums[segment * state.columns + begin + i];
      }
      results[static_cast<size_t>(i)] = WithQuietNan(total / divisor);
    }
    out.Write(begin, count, results.data());
  });
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  if (args.reduction == kNone) {
    const std::array<const std::byte*, 2> inputs{args.self.data, args.target.data};
    state.plan.Run(args.out.data, inputs, {}, cpu);
    return;
  }
  auto* const sums = reinterpret_cast<double*>(workspace);
  if (args.firstDim) {
    RunFirstDim(args, state, sums, cpu);
    return;
  }
  const auto [self, target] = InputsOf(args, state);
  cpu.ParallelFor(state.segments, [&, &self = self, &target = target](int64_t segment) {
    alignas(64) TileBuffer selfBuffer;
    alignas(64) TileBuffer targetBuffer;
    double sum = 0;
    const int64_t end = std::min(state.count, (segment + 1) * kSegment);
    for (int64_t begin = segment * kSegment; begin < end; begin += kSumBlock) {
      const int64_t count = std::min(kSumBlock, end - begin);
      sum += HWY_DYNAMIC_DISPATCH(SumSquaredDifferences)(self.Read(begin, count, selfBuffer),
                                                         target.Read(begin, count, targetBuffer), count);
    }
    sums[segment] = sum;
  });
  double total = 0;
  for (int64_t segment = 0; segment < state.segments; ++segment) {
    total += sums[segment];
  }
  const double result = args.reduction == kMean ? total / static_cast<double>(state.count) : total;
  ConvertTo(args.out.dtype, &result, args.out.data, 1, Stores::kCached);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:mse_loss", Prepare));
constexpr std::array<TensorArgument<Args>, 3> kArguments{{{"self", Role::kInput, &Args::self},
                                                          {"target", Role::kInput, &Args::target},
                                                          {"out", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kMseLoss{"aclnnMseLoss", kArguments, kKernels};
constexpr Operator<Args> kMseLossOut{"aclnnMseLossOut", kArguments, kKernels};

// `firstDim`: whether a reduction goes over the first dim. From here on it is whether this one does.
Status Check(const NamedTensor& self, const NamedTensor& target, int64_t reduction, const NamedTensor& out,
             bool& firstDim) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(target).NotNull(out);
  check.DtypeIn(self, FloatDtypes()).DtypeIn(target, FloatDtypes()).DtypeIn(out, FloatDtypes());
  check.InRange("reduction", reduction, kNone, kSum, "0 (none), 1 (mean) or 2 (sum)");
  check.ValidView(self).ValidView(target).ValidOutputView(out);
  if (check.Failed()) {
    return check.Result();
  }
  const auto shape = BroadcastShape(self.tensor->viewDims, target.tensor->viewDims);
  check.Require(
      target.name, "a shape that broadcasts with self", [&] { return shape.has_value(); },
      [&] { return ShapeText(target.tensor->viewDims) + " against " + ShapeText(self.tensor->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  if (reduction == kNone) {
    firstDim = false;
    return check.Shape(out, *shape, "of self and target broadcast together").Result();
  }
  if (firstDim) {
    const std::span<const int64_t> dims(shape->begin(), shape->size());
    const std::span<const int64_t> own = out.tensor->viewDims;
    // Of one dim or none these are all.
    firstDim = dims.size() > 1 && std::ranges::equal(own, dims.subspan(1));
    return check
        .Require(
            out.name, "the shape of self and target broadcast together without its first dim, or one element",
            [&] { return firstDim || CheckedProduct(own) == 1; }, [&] { return ShapeText(own); })
        .Result();
  }
  return CheckOneElement(check, out).Result();
}

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const aclTensor* self, const aclTensor* target,
            int64_t reduction, const aclTensor* out, bool firstDim) {
  const Status status = Check({"self", self}, {"target", target}, reduction, {"out", out}, firstDim);
  if (!status.IsOk()) {
    return status;
  }
  Args args;
  args.reduction = reduction;
  args.promoted = *Promote(self->dtype, target->dtype);
  args.firstDim = firstDim;
  return call.Bind(op, args, {self, target, out});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnMseLoss,
               (const aclTensor* self, const aclTensor* target, int64_t reduction, aclTensor* out),
               Bind(call, kMseLoss, self, target, reduction, out, false))

OPENACLNN_CALL(aclnnMseLossOut,
               (const aclTensor* self, const aclTensor* target, int64_t reduction, aclTensor* out),
               Bind(call, kMseLossOut, self, target, reduction, out, true))
#endif  // HWY_ONCE
