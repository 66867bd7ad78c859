// SPDX-License-Identifier: Apache-2.0
//
// Softmax of rows of multiples, of which some are left out, its gradient, and softmax of multiples with a mask
// and a bias added: aclnnScaledMaskedSoftmax, aclnnScaledMaskedSoftmaxBackward,
// aclnnMaskedSoftmaxWithRelPosBias.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_masked_softmax_with_rel_pos_bias.h"
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

enum class Form : uint8_t { kMasked, kGradient, kBiased };

struct Args {
  TensorView x;      // or y, of the gradient
  TensorView mask;   // true: left out; or numbers that are added
  TensorView other;  // the gradient of y, or the bias
  TensorView out;
  float scale = 1;
  Form form = Form::kMasked;
  int64_t windows = 1;  // of an image, where there is a bias
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
  ScratchArray<float> masks;
  ScratchArray<float> others;
};

int64_t LastDim(const TensorView& view) {
  return view.dims[static_cast<size_t>(view.rank - 1)];
}

State Prepare(const Args& args) {
  State state;
  state.length = LastDim(args.x);
  state.rows = state.length == 0 ? 0 : args.x.NumElements() / state.length;
  state.taskRows = std::min(RowsOfTask(state.length), std::max<int64_t>(state.rows, 1));
  state.slots = std::clamp<int64_t>(CeilDivide(state.rows, state.taskRows), 1, kMostSlots);
  const int64_t numbers = state.rows == 0 ? 0 : state.slots * state.taskRows * state.length;
  ScratchLayout scratch;
  state.numbers = scratch.Book<float>(numbers);
  state.masks = scratch.Book<float>(args.mask.Defined() ? numbers : 0);
  state.others = scratch.Book<float>(args.other.Defined() ? numbers : 0);
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

// Of a row with a bias, in place; `mask` may be null.
void BiasedSoftmax(float scale, const float* mask, const float* bias, int64_t length, float* row) {
  for (int64_t i = 0; i < length; ++i) {
    row[i] = row[i] * scale + (mask == nullptr ? 0 : mask[i]) + bias[i];
  }
  SoftmaxRow(row, length);
}

void Compute(const Args& args, const float* masks, const float* others, int64_t length, float* row) {
  switch (args.form) {
    case Form::kMasked:
      return Softmax(args.scale, masks, length, row);
    case Form::kGradient:
      return Gradient(args.scale, masks, others, length, row);
    case Form::kBiased:
      return BiasedSoftmax(args.scale, masks, others, length, row);
  }
}

// A tensor [.., d, S1, S2] of the form with windows as one that broadcasts with [B, W, N, S1, S2], `dim` being
// where its d belongs.
TensorView InWindows(const TensorView& view, size_t dim) {
  constexpr size_t kRank = 5;
  TensorView placed = view;
  placed.rank = kRank;
  placed.dims = {1, 1, 1, view.dims[static_cast<size_t>(view.rank - 2)], LastDim(view)};
  placed.strides = {0, 0, 0, view.strides[static_cast<size_t>(view.rank - 2)],
                    view.strides[static_cast<size_t>(view.rank - 1)]};
  for (size_t d = 0; d + 2 < static_cast<size_t>(view.rank); ++d) {
    if (view.dims[d] != 1) {
      placed.dims[dim] = view.dims[d];
      placed.strides[dim] = view.strides[d];
    }
  }
  return placed;
}
// [B, W, N, S1, S2] of [B * W, N, S1, S2].
TensorView CutIntoWindows(const TensorView& view, int64_t windows) {
  if (view.rank == 5) {
    return view;
  }
  TensorView cut = view;
  cut.rank = 5;
  cut.dims = {view.dims[0] / std::max<int64_t>(windows, 1), windows, view.dims[1], view.dims[2],
              view.dims[3]};
  cut.strides = {view.strides[0] * windows, view.strides[0], view.strides[1], view.strides[2],
                 view.strides[3]};
  return cut;
}

struct Operands {
  TensorView x;
  TensorView mask;
  TensorView other;
};

Operands OperandsOf(const Args& args) {
  if (args.form != Form::kBiased) {
    return {args.x, BroadcastTo(args.mask, args.x.Dims()), args.other};
  }
  constexpr size_t kWindows = 1;
  constexpr size_t kHeads = 2;
  const TensorView x = CutIntoWindows(args.x, args.windows);
  return {x, args.mask.Defined() ? BroadcastTo(InWindows(args.mask, kWindows), x.Dims()) : TensorView(),
          BroadcastTo(InWindows(args.other, kHeads), x.Dims())};
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const Operands operands = OperandsOf(args);
  const int64_t length = state.length;
  ForEachTaskInSlots(cpu, CeilDivide(state.rows, state.taskRows), state.slots,
                     [&](int64_t task, int64_t slot) {
                       const int64_t first = task * state.taskRows * length;
                       const int64_t count = std::min(state.taskRows * length, state.rows * length - first);
                       const int64_t place = slot * state.taskRows * length;
                       const auto read = [&](const TensorView& view, const ScratchArray<float>& numbers) {
                         float* const to = view.Defined() ? numbers.In(workspace) + place : nullptr;
                         if (to != nullptr) {
                           ReadConverted(view, first, count, to);
                         }
                         return to;
                       };
                       float* const numbers = read(operands.x, state.numbers);
                       const float* const masks = read(operands.mask, state.masks);
                       const float* const others = read(operands.other, state.others);
                       for (int64_t begin = 0; begin < count; begin += length) {
                         Compute(args, masks == nullptr ? nullptr : masks + begin,
                                 others == nullptr ? nullptr : others + begin, length, numbers + begin);
                       }
                       WriteConverted(args.out, first, count, numbers);
                     });
}

constexpr OnlyKernel kKernel(CpuKernel<Run>("cpu:masked_rows", Prepare));
constexpr std::array<TensorArgument<Args>, 3> kForwardArguments{{{"x", Role::kInput, &Args::x},
                                                                 {"mask", Role::kInput, &Args::mask},
                                                                 {"y", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kForward{"aclnnScaledMaskedSoftmax", kForwardArguments, kKernel};
constexpr std::array<TensorArgument<Args>, 4> kBackwardArguments{{{"gradOutput", Role::kInput, &Args::other},
                                                                  {"y", Role::kInput, &Args::x},
                                                                  {"mask", Role::kInput, &Args::mask},
                                                                  {"out", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kBackward{"aclnnScaledMaskedSoftmaxBackward", kBackwardArguments, kKernel};
constexpr std::array<TensorArgument<Args>, 4> kBiasedArguments{
    {{"x", Role::kInput, &Args::x},
     {"attenMaskOptional", Role::kInput, &Args::mask},
     {"relativePosBias", Role::kInput, &Args::other},
     {"out", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kBiased{"aclnnMaskedSoftmaxWithRelPosBias", kBiasedArguments, kKernel};
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
  args.form = Form::kGradient;
  return check.Failed() ? check.Result() : call.Bind(kBackward, args, TensorsOf(given));
}

// A tensor [d, S1, S2] of 3 dims, or the same with dims of 1 as [d, 1, ..] or [1, d, ..] up to the rank of x.
bool IsOfWindows(const aclTensor& tensor, std::initializer_list<Dims> forms) {
  return std::ranges::any_of(forms,
                             [&](const Dims& dims) { return std::ranges::equal(tensor.viewDims, dims); });
}

Status BindBiased(PhaseOneCall& call, const Tensors<4>& given, double scale, int64_t mode) {
  const auto [x, mask, bias, out] = Named(kBiased, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(bias).NotNull(out).LiveOrNull(mask);
  check.DtypeIn(x, FloatDtypes());
  if (mask.tensor != nullptr) {
    check.SameDtype(mask, x);
  }
  check.SameDtype(bias, x).SameDtype(out, x);
  check.InRange("innerPrecisionMode", mode, 0, 1, "0: FLOAT, 1: FLOAT16");
  check.ValidView(x).ValidView(bias).ValidOutputView(out);
  if (mask.tensor != nullptr) {
    check.ValidView(mask);
  }
  check.Require(
      x.name, "4 or 5 dims", [&] { return x.tensor->viewDims.size() == 4 || x.tensor->viewDims.size() == 5; },
      [&] { return ShapeText(x.tensor->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  const auto& dims = x.tensor->viewDims;
  const bool cut = dims.size() == 5;
  const auto shapes = [&] { return ShapeText(dims); };
  const int64_t rows = dims[dims.size() - 2];
  const int64_t columns = dims.back();
  const int64_t heads = dims[dims.size() - 3];
  check.Require(
      bias.name, "[N, S1, S2], [1, N, S1, S2] or [1, 1, N, S1, S2] of x",
      [&] {
        return IsOfWindows(*bias.tensor,
                           {{heads, rows, columns}, {1, heads, rows, columns}, {1, 1, heads, rows, columns}});
      },
      [&] { return ShapeText(bias.tensor->viewDims) + " for " + shapes(); });
  Args args;
  args.windows = cut ? dims[1] : 1;
  if (mask.tensor != nullptr && !check.Failed()) {
    const auto& own = mask.tensor->viewDims;
    args.windows = own.size() == 5 ? own[1] : own.empty() ? 1 : own[0];
    check.Require(
        mask.name, "[W, S1, S2], [W, 1, S1, S2] or [1, W, 1, S1, S2] of x",
        [&] {
          return IsOfWindows(*mask.tensor, {{args.windows, rows, columns},
                                            {args.windows, 1, rows, columns},
                                            {1, args.windows, 1, rows, columns}}) &&
                 (cut                ? args.windows == dims[1]
                  : args.windows > 0 ? dims[0] % args.windows == 0
                                     : dims[0] == 0);
        },
        [&] { return ShapeText(own) + " for " + shapes(); });
  }
  check.SameShape(out, x);
  args.scale = static_cast<float>(scale);
  args.form = Form::kBiased;
  return check.Failed() ? check.Result() : call.Bind(kBiased, args, TensorsOf(given));
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

OPENACLNN_CALL(aclnnMaskedSoftmaxWithRelPosBias,
               (const aclTensor* x, const aclTensor* attenMaskOptional, const aclTensor* relativePosBias,
                double scaleValue, int64_t innerPrecisionMode, aclTensor* out),
               BindBiased(call, {x, attenMaskOptional, relativePosBias, out}, scaleValue, innerPrecisionMode))
