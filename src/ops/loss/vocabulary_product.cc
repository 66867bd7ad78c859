// SPDX-License-Identifier: Apache-2.0
//
// aclnnFusedLinearOnlineMaxSum and aclnnFusedLinearCrossEntropyLossGrad: the cross entropy of a vocabulary that
// several devices share, from the last layer's product on. The logits are computed some rows at a time, and
// need not be kept.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "aclnnop/aclnn_fused_linear_cross_entropy_loss_grad.h"
#include "aclnnop/aclnn_fused_linear_online_max_sum.h"
#include "base/checked_math.h"
#include "base/errors.h"
#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/functions/row_functions.h"
#include "kernels/gemm/matrix_product.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/loss/no_smoothing.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;

constexpr int64_t kBitsOfByte = 8;

struct Args {
  TensorView input;   // [rows, H]
  TensorView weight;  // [V, H]
  TensorView target;
  TensorView largest;
  TensorView sums;
  TensorView predicted;
  TensorView mask;  // of targets outside of the part: bits, the first one the highest; or BOOL
  TensorView maskedTarget;
  TensorView logits;
  TensorView grad;
  TensorView softmax;
  TensorView inputGrad;
  TensorView weightGrad;
  int64_t start = 0;
  int64_t end = 0;  // the last number, too
};

// The rows that are computed at one time: FLOATs of their logits fill this, unless a row alone is longer.
constexpr int64_t kBlockNumbers = int64_t{1} << 24;

struct State : Prepared {
  int64_t rows = 0;
  int64_t vocabulary = 0;
  int64_t hidden = 0;
  int64_t blockRows = 1;
  ScratchArray<float> block;  // logits, or their gradients
  ScratchArray<float> weightSums;
  size_t gemmAt = 0;

  [[nodiscard]] int64_t RowsFrom(int64_t first) const { return std::min(blockRows, rows - first); }
  [[nodiscard]] GemmPartition Logits(int64_t some) const {
    return {{1, some, vocabulary, hidden}, sizeof(float)};
  }
  [[nodiscard]] GemmPartition InputGrad(int64_t some) const {
    return {{1, some, hidden, vocabulary}, sizeof(float)};
  }
  [[nodiscard]] GemmPartition WeightGrad(int64_t some) const {
    return {{1, vocabulary, hidden, some}, sizeof(float)};
  }
};

State PrepareFor(const Args& args, bool backward) {
  State state;
  state.rows = args.input.dims[0];
  state.hidden = args.input.dims[1];
  state.vocabulary = args.weight.dims[0];
  const int64_t logits = CheckedProduct(std::array{state.rows, state.vocabulary}).value_or(0);
  if (logits == 0 || state.hidden == 0) {
    state.blockRows = std::max<int64_t>(state.rows, 1);
    return state;
  }
  state.blockRows = std::clamp<int64_t>(kBlockNumbers / state.vocabulary, 1, state.rows);
  const int64_t last = state.rows % state.blockRows;
  ScratchLayout scratch;
  state.block = scratch.Book<float>(state.blockRows * state.vocabulary);
  const bool adds = backward && state.blockRows < state.rows;
  state.weightSums = scratch.Book<float>(adds ? args.weight.NumElements() : 0);
  size_t bytes = 0;
  for (const int64_t some : {state.blockRows, last}) {
    if (some > 0) {
      for (const GemmPartition& partition :
           {state.Logits(some), state.InputGrad(some), state.WeightGrad(some)}) {
        bytes = std::max(bytes, partition.workspaceBytes);
        state.cost += partition.Cost() * static_cast<size_t>(some == last ? 1 : state.rows / state.blockRows);
      }
    }
  }
  state.gemmAt = scratch.Reserve(1, bytes);
  state.workspaceBytes = scratch.Bytes();
  return state;
}
template <bool kBackward>
State Prepare(const Args& args) {
  return PrepareFor(args, kBackward);
}

TensorView RowsFrom(TensorView matrix, int64_t first, int64_t count) {
  matrix.data += first * matrix.strides[0] * static_cast<int64_t>(SizeOf(matrix.dtype));
  matrix.dims[0] = count;
  return matrix;
}

// Some rows of logits, [count, V].
void ComputeLogits(const Args& args, const State& state, int64_t first, int64_t count, std::byte* workspace,
                   const CpuContext& cpu) {
  float* const block = state.block.In(workspace);
  Multiply(state.Logits(count), RowsOf(RowsFrom(args.input, first, count)), RowsOf(args.weight),
           ResultIn(block, state.vocabulary, state.vocabulary), workspace + state.gemmAt, cpu);
}

// ---- Sums

// Of a row, which is overwritten.
void ReduceRow(const Args& args, const State& state, int64_t row, float* logits) {
  if (args.logits.Defined()) {
    WriteConverted(args.logits, row * state.vocabulary, state.vocabulary, logits);
  }
  int64_t target = 0;
  ReadConverted(args.target, row, 1, &target);
  const bool outside = target < args.start || target > args.end;
  const int64_t masked = outside ? 0 : target - args.start;
  const bool hasNan = std::any_of(logits, logits + state.vocabulary, [](float x) { return std::isnan(x); });
  const float largest =
      hasNan ? std::numeric_limits<float>::quiet_NaN() : LargestOf(logits, state.vocabulary);
  const float predicted = outside ? 0 : WithQuietNan(logits[masked] - largest);
  BestRowFunctions().exp(logits, largest, state.vocabulary, logits);
  const auto sum = WithQuietNan(static_cast<float>(SumOf(logits, state.vocabulary)));
  WriteConverted(args.largest, row, 1, &largest);
  WriteConverted(args.sums, row, 1, &sum);
  WriteConverted(args.predicted, row, 1, &predicted);
  WriteConverted(args.maskedTarget, row, 1, &masked);
}

// A bit for each row, and those behind the last one are set.
void WriteMask(const Args& args, const State& state) {
  for (int64_t byte = 0; byte < CeilDivide(state.rows, kBitsOfByte); ++byte) {
    int64_t bits = 0;
    for (int64_t row = byte * kBitsOfByte; row < (byte + 1) * kBitsOfByte; ++row) {
      int64_t target = 0;
      if (row < state.rows) {
        ReadConverted(args.target, row, 1, &target);
      }
      bits = 2 * bits + (row >= state.rows || target < args.start || target > args.end ? 1 : 0);
    }
    WriteConverted(args.mask, byte, 1, &bits);
  }
}

void RunSums(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  if (state.rows == 0) {
    return;
  }
  float* const block = state.block.In(workspace);
  for (int64_t first = 0; first < state.rows; first += state.blockRows) {
    const int64_t count = state.RowsFrom(first);
    ComputeLogits(args, state, first, count, workspace, cpu);
    cpu.ParallelFor(
        count, [&](int64_t row) { ReduceRow(args, state, first + row, block + row * state.vocabulary); });
  }
  WriteMask(args, state);
}

// ---- Gradients

bool IsMasked(const Args& args, int64_t row) {
  int64_t number = 0;
  if (args.mask.dtype == DType::kBool) {
    ReadConverted(args.mask, row, 1, &number);
    return number != 0;
  }
  ReadConverted(args.mask, row / kBitsOfByte, 1, &number);
  return (number >> (kBitsOfByte - 1 - row % kBitsOfByte) & 1) != 0;
}

// Before anything is written.
Status CheckTargets(const Args& args, const State& state) {
  for (int64_t row = 0; row < state.rows; ++row) {
    int64_t target = 0;
    ReadConverted(args.maskedTarget, row, 1, &target);
    if (!IsMasked(args, row) && (target < 0 || target >= state.vocabulary)) {
      return {code::kRtVectorCoreException,
              "maskedTarget: expected values in [0, " + std::to_string(state.vocabulary) + "), got " +
                  std::to_string(target) + " at position " + std::to_string(row)};
    }
  }
  return Status::Ok();
}

// A row of logits, or room for it, becomes the gradient of the logits.
void GradRow(const Args& args, const State& state, int64_t row, float* numbers) {
  if (args.softmax.Defined()) {
    ReadConverted(args.softmax, row * state.vocabulary, state.vocabulary, numbers);
  } else {
    float largest = 0;
    float sum = 0;
    ReadConverted(args.largest, row, 1, &largest);
    ReadConverted(args.sums, row, 1, &sum);
    BestRowFunctions().exp(numbers, largest, state.vocabulary, numbers);
    std::transform(numbers, numbers + state.vocabulary, numbers, [&](float number) { return number / sum; });
  }
  if (!IsMasked(args, row)) {
    int64_t target = 0;
    ReadConverted(args.maskedTarget, row, 1, &target);
    numbers[target] -= 1;
  }
  float grad = 0;
  ReadConverted(args.grad, row, 1, &grad);
  std::transform(numbers, numbers + state.vocabulary, numbers, [&](float number) { return number * grad; });
}

Status RunGrad(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  if (Status status = CheckTargets(args, state); !status.IsOk() || state.hidden == 0) {
    return status;
  }
  if (state.rows == 0 || state.vocabulary == 0) {  // sums of nothing
    FillZero(args.inputGrad);
    FillZero(args.weightGrad);
    return Status::Ok();
  }
  float* const block = state.block.In(workspace);
  float* const sums = state.weightSums.In(workspace);
  std::byte* const gemm = workspace + state.gemmAt;
  for (int64_t first = 0; first < state.rows; first += state.blockRows) {
    const int64_t count = state.RowsFrom(first);
    if (!args.softmax.Defined()) {
      ComputeLogits(args, state, first, count, workspace, cpu);
    }
    cpu.ParallelFor(count,
                    [&](int64_t row) { GradRow(args, state, first + row, block + row * state.vocabulary); });
    Multiply(state.InputGrad(count), RowsOf(block, state.vocabulary), ColumnsOf(args.weight),
             ResultIn(RowsFrom(args.inputGrad, first, count)), gemm, cpu);
    const bool only = state.blockRows >= state.rows;
    const float* const before = first == 0 ? nullptr : sums;
    Multiply(
        state.WeightGrad(count), ColumnsOf(block, state.vocabulary),
        ColumnsOf(RowsFrom(args.input, first, count)),
        only ? ResultIn(args.weightGrad) : ResultIn(sums, state.hidden, state.hidden, before, state.hidden),
        gemm, cpu);
  }
  if (state.blockRows < state.rows) {
    cpu.ParallelFor(state.vocabulary, [&](int64_t row) {
      WriteConverted(args.weightGrad, row * state.hidden, state.hidden, sums + row * state.hidden);
    });
  }
  return Status::Ok();
}

constexpr OnlyKernel kSumKernel(CpuKernel<RunSums>("cpu:linear_max_sum", Prepare<false>));
constexpr OnlyKernel kGradKernel(CpuKernel<RunGrad>("cpu:linear_loss_backward", Prepare<true>));
constexpr std::array<TensorArgument<Args>, 9> kSumArguments{{
    {"input", Role::kInput, &Args::input, false, true},
    {"weight", Role::kInput, &Args::weight, false, true},
    {"target", Role::kInput, &Args::target, false, true},
    {"logitsMaxLocalOut", Role::kOutput, &Args::largest},
    {"sumExpLogitsLocalOut", Role::kOutput, &Args::sums},
    {"predictedLogitsLocalOut", Role::kOutput, &Args::predicted},
    {"targetMaskOut", Role::kOutput, &Args::mask},
    {"maskedTargetOut", Role::kOutput, &Args::maskedTarget},
    {"vocabParallelLogitsOutOptional", Role::kOutput, &Args::logits},
}};
constexpr std::array<TensorArgument<Args>, 10> kGradArguments{{
    {"grad", Role::kInput, &Args::grad, false, true},
    {"input", Role::kInput, &Args::input, false, true},
    {"weight", Role::kInput, &Args::weight, false, true},
    {"targetMask", Role::kInput, &Args::mask, false, true},
    {"maskedTarget", Role::kInput, &Args::maskedTarget, false, true},
    {"logitsMaxOptional", Role::kInput, &Args::largest, false, true},
    {"sumExpLogitsOptional", Role::kInput, &Args::sums, false, true},
    {"softmaxOptional", Role::kInput, &Args::softmax, false, true},
    {"inputGradOut", Role::kOutput, &Args::inputGrad},
    {"weightGradOut", Role::kOutput, &Args::weightGrad},
}};
constexpr Operator<Args> kSums{"aclnnFusedLinearOnlineMaxSum", kSumArguments, kSumKernel};
constexpr Operator<Args> kGrad{"aclnnFusedLinearCrossEntropyLossGrad", kGradArguments, kGradKernel};

constexpr std::array<DType, 1> kFloat{DType::kFloat};
constexpr std::array<DType, 1> kBits{DType::kUint8};
constexpr std::array<DType, 2> kMasks{DType::kUint8, DType::kBool};
constexpr std::array<DType, 2> kIndexDtypes{DType::kInt32, DType::kInt64};

// [rows, H] and [V, H].
void CheckMatrices(ArgumentChecks& check, const NamedTensor& input, const NamedTensor& weight) {
  check.Rank(input, 2).Rank(weight, 2);
  if (!check.Failed()) {
    check.DimEquals(weight, 1, input.tensor->viewDims[1], "columns of input");
  }
}

Status BindSums(PhaseOneCall& call, const Tensors<9>& given, int64_t start, int64_t end) {
  const auto [input, weight, target, largest, sums, predicted, mask, masked, logits] = Named(kSums, given);
  ArgumentChecks check;
  for (const NamedTensor* tensor : {&input, &weight, &target, &largest, &sums, &predicted, &mask, &masked}) {
    check.NotNull(*tensor);
  }
  check.LiveOrNull(logits);
  check.DtypeIn(input, FloatDtypes()).SameDtype(weight, input).DtypeIn(target, kIndexDtypes);
  check.DtypeIn(largest, kFloat).DtypeIn(sums, kFloat).DtypeIn(predicted, kFloat).DtypeIn(mask, kBits);
  check.SameDtype(masked, target).ValidView(input).ValidView(weight).ValidView(target);
  for (const NamedTensor* tensor : {&largest, &sums, &predicted, &mask, &masked}) {
    check.ValidOutputView(*tensor);
  }
  CheckMatrices(check, input, weight);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t rows = input.tensor->viewDims[0];
  const int64_t vocabulary = weight.tensor->viewDims[0];
  check.Require(
      weight.name, "1 row or more, and 1 column",
      [&] { return vocabulary > 0 && weight.tensor->viewDims[1] > 0; },
      [&] { return ShapeText(weight.tensor->viewDims); });
  check.InRange("vocabStartIndex", start, 0, INT64_MAX - std::max<int64_t>(vocabulary, 1),
                "the first number");
  check.InRange("vocabEndIndex", end, -1, start + vocabulary - 1,
                "the last number, fewer from vocabStartIndex on than weight has rows");
  for (const NamedTensor* tensor : {&target, &largest, &sums, &predicted, &masked}) {
    check.Shape(*tensor, {rows}, "[rows of input]");
  }
  check.Shape(mask, {CeilDivide(rows, kBitsOfByte)}, "[rows of input / 8]");
  if (!check.Failed() && logits.tensor != nullptr) {
    check.SameDtype(logits, input).ValidOutputView(logits);
    check.Shape(logits, {rows, vocabulary}, "[rows of input, rows of weight]");
  }
  Args args;
  args.start = start;
  args.end = end;
  return check.Failed() ? check.Result() : call.Bind(kSums, args, TensorsOf(given));
}

// What the probabilities are computed from, where they are not given.
void CheckProbabilities(ArgumentChecks& check, const NamedTensor& largest, const NamedTensor& sums,
                        const NamedTensor& softmax, int64_t rows, int64_t vocabulary) {
  if (check.Failed()) {
    return;
  }
  if (softmax.tensor != nullptr) {
    check.DtypeIn(softmax, kFloat).ValidView(softmax);
    check.Shape(softmax, {rows, vocabulary}, "[rows of input, rows of weight]");
    return;
  }
  for (const NamedTensor* tensor : {&largest, &sums}) {
    check.DtypeIn(*tensor, kFloat).ValidView(*tensor).Shape(*tensor, {rows}, "[rows of input]");
  }
}

Status BindGrad(PhaseOneCall& call, const Tensors<10>& given, float labelSmoothing) {
  const auto [grad, input, weight, mask, masked, largest, sums, softmax, inputGrad, weightGrad] =
      Named(kGrad, given);
  ArgumentChecks check;
  for (const NamedTensor* tensor : {&grad, &input, &weight, &mask, &masked}) {
    check.NotNull(*tensor);
  }
  check.LiveOrNull(largest).LiveOrNull(sums).LiveOrNull(softmax);
  if (softmax.tensor == nullptr) {  // computed from these
    check.NotNull(largest).NotNull(sums);
  }
  check.NotNull(inputGrad).NotNull(weightGrad);
  check.DtypeIn(grad, kFloat).DtypeIn(input, FloatDtypes()).SameDtype(weight, input).DtypeIn(mask, kMasks);
  check.DtypeIn(masked, kIndexDtypes).SameDtype(inputGrad, input).SameDtype(weightGrad, input);
  for (const NamedTensor* tensor : {&grad, &input, &weight, &mask, &masked}) {
    check.ValidView(*tensor);
  }
  check.ValidOutputView(inputGrad).ValidOutputView(weightGrad);
  CheckNoSmoothing(check, labelSmoothing);
  CheckMatrices(check, input, weight);
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t rows = input.tensor->viewDims[0];
  check.Shape(grad, {rows}, "[rows of input]").Shape(masked, {rows}, "[rows of input]");
  const bool bits = mask.tensor->dtype == DType::kUint8;
  check.Shape(mask, {bits ? CeilDivide(rows, kBitsOfByte) : rows},
              bits ? "[rows of input / 8] of UINT8" : "[rows of input] of BOOL");
  CheckProbabilities(check, largest, sums, softmax, rows, weight.tensor->viewDims[0]);
  check.SameShape(inputGrad, input).SameShape(weightGrad, weight);
  if (check.Failed()) {
    return check.Result();
  }
  const bool direct = softmax.tensor != nullptr;  // the others are not looked at
  return call.Bind(kGrad, Args(),
                   {grad.tensor, input.tensor, weight.tensor, mask.tensor, masked.tensor,
                    TensorOfCall(largest.tensor, !direct), TensorOfCall(sums.tensor, !direct), softmax.tensor,
                    inputGrad.tensor, weightGrad.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnFusedLinearOnlineMaxSum,
               (const aclTensor* input, const aclTensor* weight, const aclTensor* target,
                int64_t vocabStartIndex, int64_t vocabEndIndex, aclTensor* logitsMaxLocalOut,
                aclTensor* sumExpLogitsLocalOut, aclTensor* predictedLogitsLocalOut, aclTensor* targetMaskOut,
                aclTensor* maskedTargetOut, aclTensor* vocabParallelLogitsOutOptional),
               BindSums(call,
                        {input, weight, target, logitsMaxLocalOut, sumExpLogitsLocalOut,
                         predictedLogitsLocalOut, targetMaskOut, maskedTargetOut,
                         vocabParallelLogitsOutOptional},
                        vocabStartIndex, vocabEndIndex))

OPENACLNN_CALL(aclnnFusedLinearCrossEntropyLossGrad,
               (const aclTensor* grad, const aclTensor* input, const aclTensor* weight,
                const aclTensor* targetMask, const aclTensor* maskedTarget, float labelSmoothing,
                const aclTensor* logitsMaxOptional, const aclTensor* sumExpLogitsOptional,
                const aclTensor* softmaxOptional, aclTensor* inputGradOut, aclTensor* weightGradOut),
               BindGrad(call,
                        {grad, input, weight, targetMask, maskedTarget, logitsMaxOptional,
                         sumExpLogitsOptional, softmaxOptional, inputGradOut, weightGradOut},
                        labelSmoothing))
