// SPDX-License-Identifier: Apache-2.0
//
// aclnnMseLoss: squared differences, or their sum or mean.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_mse_loss.h"
#include "base/checked_math.h"
#include "kernels/reduction/lane_blocks.h"
#include "kernels/reduction/sums_and_extremes.h"
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
};

struct State : Prepared {
  ElementwisePlan plan;  // without reduction
  // With reduction: both inputs broadcast, and pieces of them that are added up by one task.
  TensorView self;
  TensorView target;
  int64_t count = 0;
  int64_t segments = 0;
};

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
  state.segments = CeilDivide(state.count, kSegment);
  state.workspaceBytes = static_cast<size_t>(state.segments) * sizeof(double);
  state.cost = static_cast<size_t>(state.count) * (SizeOf(args.self.dtype) + SizeOf(args.target.dtype));
  return state;
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  if (args.reduction == kNone) {
    const std::array<const std::byte*, 2> inputs{args.self.data, args.target.data};
    state.plan.Run(args.out.data, inputs, {}, cpu);
    return;
  }
  TensorView selfView = state.self;
  TensorView targetView = state.target;
  selfView.data = args.self.data;
  targetView.data = args.target.data;
  auto* const sums = reinterpret_cast<double*>(workspace);
  cpu.ParallelFor(state.segments, [&](int64_t segment) {
    const TileReader self(selfView);
    const TileReader target(targetView);
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

Status Check(const NamedTensor& self, const NamedTensor& target, int64_t reduction, const NamedTensor& out) {
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
    return check.Shape(out, *shape, "of self and target broadcast together").Result();
  }
  return CheckOneElement(check, out).Result();
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(aclnnMseLoss,
                (const aclTensor* self, const aclTensor* target, int64_t reduction, aclTensor* out), {
                  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
                    const Status status = Check({"self", self}, {"target", target}, reduction, {"out", out});
                    if (!status.IsOk()) {
                      return status;
                    }
                    Args args;
                    args.reduction = reduction;
                    args.promoted = *Promote(self->dtype, target->dtype);
                    return call.Bind(kMseLoss, args, {self, target, out});
                  });
                })
#endif  // HWY_ONCE
