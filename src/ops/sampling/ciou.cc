// SPDX-License-Identifier: Apache-2.0
//
// aclnnCIoU: how well boxes fit, by their overlap, the distance of their centres and their proportions. Computed
// in float64.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_ciou.h"
#include "base/checked_math.h"
#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

constexpr size_t kNumbers = 4;  // of a box
constexpr double kEps = 1e-9;

struct Args {
  TensorView boxes;    // [4, n]
  TensorView truths;   // [4, n]
  TensorView overlap;  // [1, n]
  TensorView angle;    // [1, n]
  bool centered = false;
  bool ofTruth = false;  // shares of the second box, not of both together
};

struct State : Prepared {};

State Prepare(const Args& args) {
  State state;
  state.cost = static_cast<size_t>(2 * args.boxes.NumElements()) * sizeof(double);
  return state;
}

struct Box {
  std::array<double, 2> low;
  std::array<double, 2> high;
};

Box BoxOf(const std::array<double, kNumbers>& numbers, bool centered) {
  Box box{{numbers[0], numbers[1]}, {numbers[2], numbers[3]}};
  if (centered) {
    for (size_t axis = 0; axis < 2; ++axis) {
      const double half = box.high[axis] / 2;
      box.high[axis] = box.low[axis] + half;
      box.low[axis] -= half;
    }
  }
  return box;
}

// The result, and the difference of the angles.
std::array<double, 2> Fit(const Box& box, const Box& truth, bool ofTruth) {
  double shared = 1;
  double diagonal = 0;  // of the box around both, squared
  double distance = 0;  // of the centres, squared
  for (size_t axis = 0; axis < 2; ++axis) {
    shared *=
        std::max(std::min(box.high[axis], truth.high[axis]) - std::max(box.low[axis], truth.low[axis]), 0.0);
    const double side = std::max(box.high[axis], truth.high[axis]) - std::min(box.low[axis], truth.low[axis]);
    const double apart = truth.low[axis] + truth.high[axis] - box.low[axis] - box.high[axis];
    diagonal += side * side;
    distance += apart * apart / 4;
  }
  const double wide = box.high[0] - box.low[0];
  const double high = box.high[1] - box.low[1] + kEps;
  const double truthWide = truth.high[0] - truth.low[0];
  const double truthHigh = truth.high[1] - truth.low[1] + kEps;
  const double area = truthWide * truthHigh;
  const double overlap = shared / ((ofTruth ? area : wide * high + area - shared) + kEps);
  const double angle = std::atan(truthWide / truthHigh) - std::atan(wide / high);
  const double proportion = 4 / (std::numbers::pi * std::numbers::pi) * angle * angle;
  const double weight = proportion / (1 + kEps - overlap + proportion);
  return {overlap - distance / (diagonal + kEps) - weight * proportion, angle};
}

void Run(const Args& args, const State& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  const int64_t pairs = args.overlap.NumElements();
  cpu.ParallelFor(CeilDivide(pairs, kConvertedChunk), [&](int64_t task) {
    using Row = std::array<double, static_cast<size_t>(kConvertedChunk)>;
    std::array<Row, kNumbers> boxes;
    std::array<Row, kNumbers> truths;
    Row overlaps;
    Row angles;
    const int64_t begin = task * kConvertedChunk;
    const int64_t count = std::min(kConvertedChunk, pairs - begin);
    for (size_t k = 0; k < kNumbers; ++k) {
      const int64_t first = static_cast<int64_t>(k) * pairs + begin;
      ReadConverted(args.boxes, first, count, boxes[k].data());
      ReadConverted(args.truths, first, count, truths[k].data());
    }
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      const Box box = BoxOf({boxes[0][i], boxes[1][i], boxes[2][i], boxes[3][i]}, args.centered);
      const Box truth = BoxOf({truths[0][i], truths[1][i], truths[2][i], truths[3][i]}, args.centered);
      const auto [overlap, angle] = Fit(box, truth, args.ofTruth);
      overlaps[i] = WithQuietNan(overlap);
      angles[i] = WithQuietNan(angle);
    }
    WriteConverted(args.overlap, begin, count, overlaps.data());
    WriteConverted(args.angle, begin, count, angles.data());
  });
}

constexpr OnlyKernel kKernel(CpuKernel<Run>("cpu:complete_overlaps", Prepare));
constexpr std::array<TensorArgument<Args>, 4> kArguments{{{"bBoxes", Role::kInput, &Args::boxes},
                                                          {"gtBoxes", Role::kInput, &Args::truths},
                                                          {"overlap", Role::kOutput, &Args::overlap},
                                                          {"atanSub", Role::kOutput, &Args::angle}}};
constexpr Operator<Args> kCiou{"aclnnCIoU", kArguments, kKernel};

Status Bind(PhaseOneCall& call, const Tensors<4>& given, bool trans, bool isCross, const char* mode) {
  const auto [boxes, truths, overlap, angle] = Named(kCiou, given);
  ArgumentChecks check;
  check.NotNull(boxes).NotNull(truths).NotNull("mode", mode).NotNull(overlap).NotNull(angle);
  check.DtypeIn(boxes, FloatDtypes()).SameDtype(truths, boxes);
  check.SameDtype(overlap, boxes).SameDtype(angle, boxes);
  check.ValidView(boxes).ValidView(truths).ValidOutputView(overlap).ValidOutputView(angle);
  const auto is = [&](const char* name) { return std::string_view(mode) == name; };
  check.Require(
      "mode", "iou or iof", [&] { return is("iou") || is("iof"); }, [&] { return mode; });
  check.Require(
      "isCross", "false: each box with the one in the same column", [&] { return !isCross; },
      [] { return "true"; });
  check.Rank(boxes, 2);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t pairs = boxes.tensor->viewDims[1];
  check.DimEquals(boxes, 0, kNumbers, "numbers of a box").SameShape(truths, boxes);
  check.Shape(overlap, {1, pairs}, "[1, columns of bBoxes]")
      .Shape(angle, {1, pairs}, "[1, columns of bBoxes]");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.centered = trans;
  args.ofTruth = is("iof");
  return call.Bind(kCiou, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnCIoU,
               (const aclTensor* bBoxes, const aclTensor* gtBoxes, bool trans, bool isCross, const char* mode,
                aclTensor* overlap, aclTensor* atanSub),
               Bind(call, {bBoxes, gtBoxes, overlap, atanSub}, trans, isCross, mode))
