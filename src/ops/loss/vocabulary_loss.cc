// SPDX-License-Identifier: Apache-2.0
//
// The cross entropy of a vocabulary that several devices share, each with a part of the logits:
// aclnnCrossEntropySumExpAndIndexLogit computes the sums of its part, aclnnFusedCrossEntropyLossWithMaxSum the
// loss and the probabilities from the sums of all parts.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_cross_entropy_sum_exp_and_index_logit.h"
#include "aclnnop/aclnn_fused_cross_entropy_loss_with_max_sum.h"
#include "base/checked_math.h"
#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/functions/row_functions.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/loss/no_smoothing.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;

constexpr int64_t kMostSlots = 64;

struct Args {
  TensorView logits;  // [rows, V], or with more dims before V
  TensorView target;  // [rows]
  TensorView largest;
  TensorView sums;  // written, or read
  TensorView predicted;
  TensorView exponentials;  // or probabilities
  TensorView offset;
  TensorView mask;
  TensorView loss;
  int64_t start = 0;
};

struct State : Prepared {
  int64_t rows = 0;
  int64_t vocabulary = 0;
  int64_t taskRows = 1;
  int64_t slots = 1;
  ScratchArray<float> numbers;  // of a slot: a row
};

State Prepare(const Args& args) {
  State state;
  state.rows = args.largest.NumElements();
  if (args.logits.Defined() && !args.logits.Empty()) {
    state.vocabulary = args.logits.dims[static_cast<size_t>(args.logits.rank - 1)];
  }
  state.taskRows = std::clamp<int64_t>(RowsOfTask(state.vocabulary), 1, std::max<int64_t>(state.rows, 1));
  state.slots = std::clamp<int64_t>(CeilDivide(state.rows, state.taskRows), 1, kMostSlots);
  ScratchLayout scratch;
  state.numbers = scratch.Book<float>(state.slots * state.vocabulary);
  state.workspaceBytes = scratch.Bytes();
  // Exponentials take longer than memory does.
  state.cost = static_cast<size_t>(state.rows * (state.vocabulary + 1)) * sizeof(float) * 4;
  return state;
}

// body(row, numbers), with room for a row of float32.
template <class Body>
void ForEachRow(const State& state, std::byte* workspace, const CpuContext& cpu, const Body& body) {
  ForEachTaskInSlots(cpu, CeilDivide(state.rows, state.taskRows), state.slots,
                     [&](int64_t task, int64_t slot) {
                       const int64_t end = std::min(state.rows, (task + 1) * state.taskRows);
                       for (int64_t row = task * state.taskRows; row < end; ++row) {
                         body(row, state.numbers.In(workspace) + slot * state.vocabulary);
                       }
                     });
}

float At(const TensorView& view, int64_t element) {
  float number = 0;
  ReadConverted(view, element, 1, &number);
  return number;
}
void Put(const TensorView& view, int64_t element, float number) {
  number = WithQuietNan(number);
  WriteConverted(view, element, 1, &number);
}

// The row's logits as e^(logit - largest); and their distance from it at `place`.
float Exponentials(const Args& args, const State& state, int64_t row, float largest, int64_t place,
                   float* numbers) {
  ReadConverted(args.logits, row * state.vocabulary, state.vocabulary, numbers);
  const float distance = place < state.vocabulary ? numbers[place] - largest : 0;
  BestRowFunctions().exp(numbers, largest, state.vocabulary, numbers);
  return distance;
}

void RunSums(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  ForEachRow(state, workspace, cpu, [&](int64_t row, float* numbers) {
    int64_t target = 0;
    ReadConverted(args.target, row, 1, &target);
    const bool outside = target < args.start || target - args.start >= state.vocabulary;
    const int64_t offset = outside ? 0 : target - args.start;
    const float distance = Exponentials(args, state, row, At(args.largest, row), offset, numbers);
    Put(args.sums, row, static_cast<float>(SumOf(numbers, state.vocabulary)));
    WriteConverted(args.exponentials, row * state.vocabulary, state.vocabulary, numbers);
    Put(args.predicted, row, outside ? 0 : distance);
    WriteConverted(args.offset, row, 1, &offset);
    const int64_t mask = outside ? 1 : 0;
    WriteConverted(args.mask, row, 1, &mask);
  });
}

void RunLoss(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  ForEachRow(state, workspace, cpu, [&](int64_t row, float* numbers) {
    const float sum = At(args.sums, row);
    auto logarithm = static_cast<double>(sum);
    BestRowFunctions().log(&logarithm, 1, &logarithm);
    Put(args.loss, row, static_cast<float>(logarithm - static_cast<double>(At(args.predicted, row))));
    if (args.exponentials.Defined() && state.vocabulary > 0) {
      (void)Exponentials(args, state, row, At(args.largest, row), 0, numbers);
      std::transform(numbers, numbers + state.vocabulary, numbers,
                     [&](float number) { return WithQuietNan(number / sum); });
      WriteConverted(args.exponentials, row * state.vocabulary, state.vocabulary, numbers);
    }
  });
}

constexpr OnlyKernel kSumKernel(CpuKernel<RunSums>("cpu:vocabulary_sums", Prepare));
constexpr OnlyKernel kLossKernel(CpuKernel<RunLoss>("cpu:vocabulary_loss", Prepare));
constexpr std::array<TensorArgument<Args>, 8> kSumArguments{{
    {"logits", Role::kInput, &Args::logits, false, true},
    {"target", Role::kInput, &Args::target, false, true},
    {"globalMax", Role::kInput, &Args::largest, false, true},
    {"predicted", Role::kOutput, &Args::predicted},
    {"sumExp", Role::kOutput, &Args::sums},
    {"expLogits", Role::kOutput, &Args::exponentials},
    {"targetOffset", Role::kOutput, &Args::offset},
    {"targetMask", Role::kOutput, &Args::mask},
}};
constexpr std::array<TensorArgument<Args>, 6> kLossArguments{{
    {"logitsMax", Role::kInput, &Args::largest, false, true},
    {"sumExpLogits", Role::kInput, &Args::sums, false, true},
    {"predictedLogits", Role::kInput, &Args::predicted, false, true},
    {"vocabParallelLogitsOptional", Role::kInput, &Args::logits, false, true},
    {"lossOut", Role::kOutput, &Args::loss},
    {"softMaxOutOptional", Role::kOutput, &Args::exponentials},
}};
constexpr Operator<Args> kSums{"aclnnCrossEntropySumExpAndIndexLogit", kSumArguments, kSumKernel};
constexpr Operator<Args> kLoss{"aclnnFusedCrossEntropyLossWithMaxSum", kLossArguments, kLossKernel};

constexpr std::array<DType, 1> kFloat{DType::kFloat};
constexpr std::array<DType, 2> kIndexDtypes{DType::kInt32, DType::kInt64};
constexpr std::array<DType, 5> kMaskDtypes{DType::kBool, DType::kUint8, DType::kInt8, DType::kInt32,
                                           DType::kFloat};

Status BindSums(PhaseOneCall& call, const Tensors<8>& given, int64_t start, int64_t end) {
  const auto [logits, target, globalMax, predicted, sumExp, expLogits, targetOffset, targetMask] =
      Named(kSums, given);
  ArgumentChecks check;
  for (const NamedTensor* tensor :
       {&logits, &target, &globalMax, &predicted, &sumExp, &expLogits, &targetOffset, &targetMask}) {
    check.NotNull(*tensor);
  }
  check.DtypeIn(logits, FloatDtypes()).DtypeIn(target, kIndexDtypes).DtypeIn(globalMax, kFloat);
  check.DtypeIn(predicted, kFloat).DtypeIn(sumExp, kFloat).DtypeIn(expLogits, kFloat);
  check.SameDtype(targetOffset, target).DtypeIn(targetMask, kMaskDtypes);
  check.ValidView(logits).ValidView(target).ValidView(globalMax);
  for (const NamedTensor* tensor : {&predicted, &sumExp, &expLogits, &targetOffset, &targetMask}) {
    check.ValidOutputView(*tensor);
  }
  check.Require(
      logits.name, "2 to 8 dims, of which the last one is the vocabulary",
      [&] { return logits.tensor->viewDims.size() >= 2; },
      [&] { return ShapeText(logits.tensor->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  const auto& dims = logits.tensor->viewDims;
  check.InRange("vocabStart", start, 0, INT64_MAX - dims.back(), "the first number of the part");
  check.InRange("vocabEnd", end, start + dims.back(), start + dims.back(),
                "vocabStart and the size of the part");
  const Dims rows(std::span<const int64_t>(dims).first(dims.size() - 1));
  for (const NamedTensor* tensor : {&target, &globalMax, &predicted, &sumExp, &targetOffset, &targetMask}) {
    check.Shape(*tensor, rows, "the dims of logits but the last one");
  }
  check.SameShape(expLogits, logits);
  Args args;
  args.start = start;
  return check.Failed() ? check.Result() : call.Bind(kSums, args, TensorsOf(given));
}

Status BindLoss(PhaseOneCall& call, const Tensors<6>& given, float labelSmoothing) {
  const auto [logitsMax, sumExpLogits, predictedLogits, logits, loss, softMax] = Named(kLoss, given);
  ArgumentChecks check;
  check.NotNull(logitsMax).NotNull(sumExpLogits).NotNull(predictedLogits).LiveOrNull(logits);
  check.NotNull(loss).LiveOrNull(softMax);
  check.DtypeIn(logitsMax, kFloat).DtypeIn(sumExpLogits, kFloat).DtypeIn(predictedLogits, kFloat);
  check.DtypeIn(loss, kFloat);
  check.ValidView(logitsMax).ValidView(sumExpLogits).ValidView(predictedLogits).ValidOutputView(loss);
  CheckNoSmoothing(check, labelSmoothing);
  check.Rank(logitsMax, 1).SameShape(sumExpLogits, logitsMax).SameShape(predictedLogits, logitsMax);
  check.SameShape(loss, logitsMax);
  if (check.Failed()) {
    return check.Result();
  }
  if (logits.tensor != nullptr) {
    check.DtypeIn(logits, FloatDtypes()).ValidView(logits).Rank(logits, 2);
    if (!check.Failed()) {
      check.DimEquals(logits, 0, logitsMax.tensor->viewDims[0], "elements of logitsMax");
    }
  }
  const bool hasBoth = logits.tensor != nullptr && softMax.tensor != nullptr;
  if (hasBoth) {
    check.DtypeIn(softMax, kFloat).ValidOutputView(softMax);
    if (!check.Failed()) {
      check.SameShape(softMax, logits);
    }
  }
  return check.Failed() ? check.Result()
                        : call.Bind(kLoss, Args(),
                                    {logitsMax.tensor, sumExpLogits.tensor, predictedLogits.tensor,
                                     logits.tensor, loss.tensor, TensorOfCall(softMax.tensor, hasBoth)});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnCrossEntropySumExpAndIndexLogit,
               (const aclTensor* logits, const aclTensor* target, const aclTensor* globalMax,
                int64_t vocabStart, int64_t vocabEnd, aclTensor* predicted, aclTensor* sumExp,
                aclTensor* expLogits, aclTensor* targetOffset, aclTensor* targetMask),
               BindSums(call,
                        {logits, target, globalMax, predicted, sumExp, expLogits, targetOffset, targetMask},
                        vocabStart, vocabEnd))

OPENACLNN_CALL(aclnnFusedCrossEntropyLossWithMaxSum,
               (const aclTensor* logitsMax, const aclTensor* sumExpLogits, const aclTensor* predictedLogits,
                float labelSmoothing, const aclTensor* /*inputOptional*/, const aclTensor* /*weightOptional*/,
                const aclTensor* vocabParallelLogitsOptional, aclTensor* lossOut,
                aclTensor* softMaxOutOptional),
               BindLoss(call,
                        {logitsMax, sumExpLogits, predictedLogits, vocabParallelLogitsOptional, lossOut,
                         softMaxOutOptional},
                        labelSmoothing))
