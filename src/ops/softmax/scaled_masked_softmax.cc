// SPDX-License-Identifier: Apache-2.0
//
// aclnnScaledMaskedSoftmax and aclnnScaledMaskedSoftmaxBackward: softmax of rows of multiples, of which some
// are left out.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_scaled_masked_softmax.h"
#include "aclnnop/aclnn_scaled_masked_softmax_backward.h"
#include "base/checked_math.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/functions/row_functions.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView gradOutput;  // of the gradient alone
  TensorView x;           // or y, of the gradient
  TensorView mask;        // true: left out
  TensorView out;
  float scale = 1;
};

// What stands for an element that is left out.
constexpr float kLeftOut = -10000;
constexpr int64_t kMostSlots = 64;

struct State : Prepared {
  int64_t length = 0;  // of a row
  int64_t rows = 0;
  int64_t taskRows = 1;
  int64_t slots = 1;
  ScratchArray<float> numbers;  // of a slot: rows of a task
  ScratchArray<float> masked;
  ScratchArray<float> gradients;
};

State Prepare(const Args& args) {
  State state;
  state.length = args.x.dims[3];
  state.rows = state.length == 0 ? 0 : args.x.NumElements() / state.length;
  state.taskRows = std::min(RowsOfTask(state.length), std::max<int64_t>(state.rows, 1));
  state.slots = std::clamp<int64_t>(CeilDivide(state.rows, state.taskRows), 1, kMostSlots);
  const int64_t numbers = state.rows == 0 ? 0 : state.slots * state.taskRows * state.length;
  ScratchLayout scratch;
  state.numbers = scratch.Book<float>(numbers);
  state.masked = scratch.Book<float>(numbers);
  state.gradients = scratch.Book<float>(args.gradOutput.Defined() ? numbers : 0);
  state.workspaceBytes = scratch.Bytes();
  // Exponentials take longer than memory does.
  state.cost = static_cast<size_t>(args.x.NumElements()) * SizeOf(args.x.dtype) * 4;
  return state;
}

// y of a row, in place.
void Softmax(float scale, const float* masked, int64_t length, float* row) {
  for (int64_t i = 0; i < length; ++i) {
    row[i] = masked[i] != 0 ? kLeftOut : row[i] * scale;
  }
  SoftmaxRow(row, length);
}

// The gradient of a row, in the place of y.
void Gradient(float scale, const float* masked, const float* gradients, int64_t length, float* row) {
  double sum = 0;
  for (int64_t i = 0; i < length; ++i) {
    sum += static_cast<double>(gradients[i]) * static_cast<double>(row[i]);
  }
  const auto average = static_cast<float>(sum);
  for (int64_t i = 0; i < length; ++i) {
    row[i] = masked[i] != 0 ? 0 : (gradients[i] - average) * row[i] * scale;
  }
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const TensorView mask = BroadcastTo(args.mask, args.x.Dims());
  const int64_t length = state.length;
  const bool isGradient = args.gradOutput.Defined();
  ForEachTaskInSlots(cpu, CeilDivide(state.rows, state.taskRows), state.slots,
                     [&](int64_t task, int64_t slot) {
                       const int64_t first = task * state.taskRows;
                       const int64_t count = std::min(state.taskRows, state.rows - first) * length;
                       const int64_t place = slot * state.taskRows * length;
                       float* const numbers = state.numbers.In(workspace) + place;
                       float* const masked = state.masked.In(workspace) + place;
                       float* const gradients = state.gradients.In(workspace) + (isGradient ? place : 0);
                       ReadConverted(args.x, first * length, count, numbers);
                       ReadConverted(mask, first * length, count, masked);
                       if (isGradient) {
                         ReadConverted(args.gradOutput, first * length, count, gradients);
                       }
                       for (int64_t begin = 0; begin < count; begin += length) {
                         if (isGradient) {
                           Gradient(args.scale, masked + begin, gradients + begin, length, numbers + begin);
                         } else {
                           Softmax(args.scale, masked + begin, length, numbers + begin);
                         }
                       }
                       WriteConverted(args.out, first * length, count, numbers);
                     });
}

constexpr OnlyKernel kKernel(CpuKernel<Run>("cpu:masked_rows", Prepare));
constexpr std::array<TensorArgument<Args>, 3> kForwardArguments{{{"x", Role::kInput, &Args::x},
                                                                 {"mask", Role::kInput, &Args::mask},
                                                                 {"y", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kForward{"aclnnScaledMaskedSoftmax", kForwardArguments, kKernel};
constexpr std::array<TensorArgument<Args>, 4> kBackwardArguments{
    {{"gradOutput", Role::kInput, &Args::gradOutput},
     {"y", Role::kInput, &Args::x},
     {"mask", Role::kInput, &Args::mask},
     {"out", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kBackward{"aclnnScaledMaskedSoftmaxBackward", kBackwardArguments, kKernel};
constexpr std::array<DType, 1> kBoolAlone{DType::kBool};

// The mask, beside tensors of 4 dims.
void CheckMask(ArgumentChecks& check, const NamedTensor& mask, const NamedTensor& x) {
  check.Require(
      mask.name, "[B, N, S1, S2] of the numbers, where B and N may be 1",
      [&] {
        const auto& own = mask.tensor->viewDims;
        const auto& dims = x.tensor->viewDims;
        return own.size() == 4 && (own[0] == dims[0] || own[0] == 1) && (own[1] == dims[1] || own[1] == 1) &&
               own[2] == dims[2] && own[3] == dims[3];
      },
      [&] { return ShapeText(mask.tensor->viewDims) + " for " + ShapeText(x.tensor->viewDims); });
}

void CheckTriangle(ArgumentChecks& check, const char* name, bool triangle) {
  check.Require(
      name, "false", [&] { return !triangle; }, [] { return std::string("true"); });
}

Status BindForward(PhaseOneCall& call, const Tensors<3>& given, double scale, bool triangle) {
  const auto [x, mask, y] = Named(kForward, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(mask).NotNull(y);
  check.DtypeIn(x, FloatDtypes()).DtypeIn(mask, kBoolAlone).SameDtype(y, x);
  CheckTriangle(check, "fixedTriuMask", triangle);
  check.ValidView(x).ValidView(mask).ValidOutputView(y).Rank(x, 4);
  CheckMask(check, mask, x);
  check.SameShape(y, x);
  Args args;
  args.scale = static_cast<float>(scale);
  return check.Failed() ? check.Result() : call.Bind(kForward, args, TensorsOf(given));
}

Status BindBackward(PhaseOneCall& call, const Tensors<4>& given, double scale, bool triangle) {
  const auto [gradOutput, y, mask, out] = Named(kBackward, given);
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(y).NotNull(mask).NotNull(out);
  check.DtypeIn(gradOutput, FloatDtypes()).SameDtype(y, gradOutput).DtypeIn(mask, kBoolAlone);
  check.SameDtype(out, gradOutput);
  CheckTriangle(check, "fixTriuMask", triangle);
  check.ValidView(gradOutput).ValidView(y).ValidView(mask).ValidOutputView(out).Rank(gradOutput, 4);
  check.SameShape(y, gradOutput);
  CheckMask(check, mask, gradOutput);
  check.SameShape(out, gradOutput);
  Args args;
  args.scale = static_cast<float>(scale);
  return check.Failed() ? check.Result() : call.Bind(kBackward, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnScaledMaskedSoftmax,
               (const aclTensor* x, const aclTensor* mask, double scale, bool fixedTriuMask, aclTensor* y),
               BindForward(call, {x, mask, y}, scale, fixedTriuMask))

OPENACLNN_CALL(aclnnScaledMaskedSoftmaxBackward,
               (const aclTensor* gradOutput, const aclTensor* y, const aclTensor* mask, double scale,
                bool fixTriuMask, aclTensor* out),
               BindBackward(call, {gradOutput, y, mask, out}, scale, fixTriuMask))
