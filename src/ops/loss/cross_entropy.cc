// SPDX-License-Identifier: Apache-2.0
//
// aclnnCrossEntropyLoss, aclnnCrossEntropyLossGrad and aclnnSoftmaxCrossEntropyWithLogits: softmax and the
// loss of its logarithm in one pass through each row.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_cross_entropy_loss.h"
#include "aclnnop/aclnn_cross_entropy_loss_grad.h"
#include "aclnnop/aclnn_softmax_cross_entropy_with_logits.h"
#include "base/checked_math.h"
#include "base/errors.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/functions/row_functions.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;

enum class Reduction : uint8_t { kNone, kMean, kSum };

struct Args {
  TensorView gradLoss;  // of the gradient alone: one element, or one for each row
  TensorView input;     // [N, C]: of the gradient, logarithms of probabilities
  TensorView target;    // [N]: classes; or [N, C]: probabilities
  TensorView weight;    // [C]; left out: ones
  TensorView loss;
  TensorView out;  // [N, C]: logarithms of probabilities, or a gradient
  Reduction reduction = Reduction::kMean;
  int64_t ignoreIndex = 0;
  double smoothing = 0;
};

constexpr int64_t kMostSlots = 64;

struct State : Prepared {
  int64_t rows = 0;
  int64_t classes = 0;
  int64_t taskRows = 1;
  int64_t slots = 1;
  ScratchArray<float> numbers;        // of a slot: rows of a task
  ScratchArray<float> probabilities;  // likewise
  ScratchArray<float> weights;        // [C]
  ScratchArray<int64_t> targets;      // [N]
  ScratchArray<float> factors;        // [N]: of the gradient
  ScratchArray<double> losses;        // [N], or logarithms of sums
};

State Prepare(const Args& args) {
  State state;
  state.rows = args.input.dims[0];
  state.classes = args.input.dims[1];
  state.taskRows = std::clamp<int64_t>(RowsOfTask(state.classes), 1, std::max<int64_t>(state.rows, 1));
  state.slots = std::clamp<int64_t>(CeilDivide(state.rows, state.taskRows), 1, kMostSlots);
  const int64_t numbers = state.rows == 0 ? 0 : state.slots * state.taskRows * state.classes;
  ScratchLayout scratch;
  state.numbers = scratch.Book<float>(numbers);
  state.probabilities = scratch.Book<float>(numbers);
  state.weights = scratch.Book<float>(state.classes);
  state.targets = scratch.Book<int64_t>(state.rows);
  state.factors = scratch.Book<float>(state.rows);
  state.losses = scratch.Book<double>(state.rows);
  state.workspaceBytes = scratch.Bytes();
  // Exponentials take longer than memory does.
  state.cost = static_cast<size_t>(args.input.NumElements()) * SizeOf(args.input.dtype) * 4;
  return state;
}

// The classes of all rows, of which none is out of range.
Status ReadTargets(const Args& args, const State& state, int64_t* targets) {
  const IndexReader reader(args.target, -1);
  for (int64_t begin = 0; begin < state.rows; begin += kTileElements) {
    reader.Read(begin, std::min(kTileElements, state.rows - begin), targets + begin);
  }
  for (int64_t row = 0; row < state.rows; ++row) {
    if (targets[row] != args.ignoreIndex && (targets[row] < 0 || targets[row] >= state.classes)) {
      return {code::kRtVectorCoreException, "target: expected values in [0, " +
                                                std::to_string(state.classes) + ") or ignoreIndex, got " +
                                                reader.Text(row) + " at position " + std::to_string(row)};
    }
  }
  return Status::Ok();
}

// The classes of all rows, and their weights.
struct Classes {
  Classes(const State& state, std::byte* workspace)
      : targets(state.targets.In(workspace)), weights(state.weights.In(workspace)) {}

  [[nodiscard]] Status Read(const Args& args, const State& state) const {
    Status status = ReadTargets(args, state, targets);
    if (status.IsOk() && args.weight.Defined()) {
      ReadConverted(args.weight, 0, state.classes, weights);
    } else if (status.IsOk()) {
      std::fill_n(weights, state.classes, 1.0F);
    }
    return status;
  }

  int64_t* targets;
  float* weights;
};

// A task's rows of `input`, and room for as many numbers.
struct TaskRows {
  int64_t first;
  int64_t count;
  float* numbers;
  float* others;
};
template <class Body>
void ForEachTask(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu,
                 const Body& body) {
  const int64_t tasks = CeilDivide(state.rows, state.taskRows);
  ForEachTaskInSlots(cpu, tasks, state.slots, [&](int64_t task, int64_t slot) {
    const int64_t first = task * state.taskRows;
    const int64_t place = slot * state.taskRows * state.classes;
    const TaskRows rows{first, std::min(state.taskRows, state.rows - first),
                        state.numbers.In(workspace) + place, state.probabilities.In(workspace) + place};
    ReadConverted(args.input, first * state.classes, rows.count * state.classes, rows.numbers);
    body(rows);
  });
}

// Each row as its distances from its largest number, and log(sum of their exponentials) of each row.
void ReduceRows(const State& state, const TaskRows& rows, double* logarithms) {
  const RowFunctions& functions = BestRowFunctions();
  for (int64_t row = 0; row < rows.count; ++row) {
    float* const numbers = rows.numbers + row * state.classes;
    float* const exponentials = rows.others + row * state.classes;
    const float largest = LargestOf(numbers, state.classes);
    functions.exp(numbers, largest, state.classes, exponentials);
    logarithms[rows.first + row] = SumOf(exponentials, state.classes);
    for (int64_t c = 0; c < state.classes; ++c) {
      numbers[c] -= largest;
    }
  }
  functions.log(logarithms + rows.first, rows.count, logarithms + rows.first);
}

// What all rows add up to, in their order.
double SumOfRows(const double* numbers, int64_t rows) {
  double sum = 0;
  for (int64_t row = 0; row < rows; ++row) {
    sum += numbers[row];
  }
  return sum;
}

double WeightOf(const Args& args, const float* weights, int64_t target) {
  return target == args.ignoreIndex ? 0 : static_cast<double>(weights[target]);
}

// What a mean divides by.
double TotalWeight(const Args& args, const State& state, const float* weights, const int64_t* targets) {
  double total = 0;
  for (int64_t row = 0; row < state.rows; ++row) {
    total += WeightOf(args, weights, targets[row]);
  }
  return total;
}

Status RunLoss(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  const Classes classes(state, workspace);
  if (Status status = classes.Read(args, state); !status.IsOk()) {
    return status;
  }
  const int64_t* const targets = classes.targets;
  const float* const weights = classes.weights;
  double* const losses = state.losses.In(workspace);
  const double share = args.smoothing / static_cast<double>(state.classes);
  ForEachTask(args, state, workspace, cpu, [&](const TaskRows& rows) {
    ReduceRows(state, rows, losses);
    for (int64_t row = 0; row < rows.count; ++row) {
      float* const numbers = rows.numbers + row * state.classes;
      double& loss = losses[rows.first + row];
      const auto logarithm = static_cast<float>(loss);
      for (int64_t c = 0; c < state.classes; ++c) {
        numbers[c] -= logarithm;
      }
      const int64_t target = targets[rows.first + row];
      loss = 0;
      if (target == args.ignoreIndex) {
        continue;
      }
      loss =
          -(1 - args.smoothing) * static_cast<double>(weights[target]) * static_cast<double>(numbers[target]);
      if (args.smoothing != 0) {
        double sum = 0;
        for (int64_t c = 0; c < state.classes; ++c) {
          sum += static_cast<double>(weights[c]) * static_cast<double>(numbers[c]);
        }
        loss -= share * sum;
      }
    }
    WriteConverted(args.out, rows.first * state.classes, rows.count * state.classes, rows.numbers);
  });
  if (args.reduction == Reduction::kNone) {
    WriteConverted(args.loss, 0, state.rows, losses);
    return Status::Ok();
  }
  double result = SumOfRows(losses, state.rows);
  if (args.reduction == Reduction::kMean) {
    result /= TotalWeight(args, state, weights, targets);
  }
  WriteConverted(args.loss, 0, 1, &result);
  return Status::Ok();
}

Status RunGradient(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  const Classes classes(state, workspace);
  if (Status status = classes.Read(args, state); !status.IsOk()) {
    return status;
  }
  const int64_t* const targets = classes.targets;
  const float* const weights = classes.weights;
  float* const factors = state.factors.In(workspace);
  const double divisor = args.reduction == Reduction::kMean ? TotalWeight(args, state, weights, targets) : 1;
  if (args.reduction == Reduction::kNone) {
    ReadConverted(args.gradLoss, 0, state.rows, factors);
  } else {
    float one = 0;
    ReadConverted(args.gradLoss, 0, 1, &one);
    std::fill_n(factors, state.rows, one);
  }
  const double all = SumOf(weights, state.classes);
  const double share = args.smoothing / static_cast<double>(state.classes);
  ForEachTask(args, state, workspace, cpu, [&](const TaskRows& rows) {
    BestRowFunctions().exp(rows.numbers, 0, rows.count * state.classes, rows.others);
    for (int64_t row = 0; row < rows.count; ++row) {
      float* const results = rows.others + row * state.classes;
      const int64_t target = targets[rows.first + row];
      if (target == args.ignoreIndex) {
        std::fill_n(results, state.classes, 0.0F);
        continue;
      }
      const double gradient = static_cast<double>(factors[rows.first + row]) / divisor;
      const double ofTarget = gradient * (1 - args.smoothing) * static_cast<double>(weights[target]);
      const double ofAll = gradient * share;
      const auto factor = static_cast<float>(ofTarget + ofAll * all);
      const auto less = static_cast<float>(ofAll);
      for (int64_t c = 0; c < state.classes; ++c) {
        results[c] = results[c] * factor - less * weights[c];
      }
      results[target] -= static_cast<float>(ofTarget);
    }
    WriteConverted(args.out, rows.first * state.classes, rows.count * state.classes, rows.others);
  });
  return Status::Ok();
}

// Of probabilities in the place of classes.
void RunSoftLabels(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  double* const losses = state.losses.In(workspace);
  ForEachTask(args, state, workspace, cpu, [&](const TaskRows& rows) {
    ReduceRows(state, rows, losses);
    // log(p) in the place of the numbers, then what is left of the labels.
    ReadConverted(args.target, rows.first * state.classes, rows.count * state.classes, rows.others);
    for (int64_t row = 0; row < rows.count; ++row) {
      float* const numbers = rows.numbers + row * state.classes;
      const float* const labels = rows.others + row * state.classes;
      double& loss = losses[rows.first + row];
      const auto logarithm = static_cast<float>(loss);
      loss = 0;
      for (int64_t c = 0; c < state.classes; ++c) {
        numbers[c] -= logarithm;
        loss -= labels[c] == 0 ? 0 : static_cast<double>(labels[c]) * static_cast<double>(numbers[c]);
      }
    }
    const int64_t count = rows.count * state.classes;
    BestRowFunctions().exp(rows.numbers, 0, count, rows.numbers);
    for (int64_t i = 0; i < count; ++i) {
      rows.numbers[i] -= rows.others[i];
    }
    WriteConverted(args.out, rows.first * state.classes, count, rows.numbers);
  });
  WriteConverted(args.loss, 0, state.rows, losses);
}

constexpr OnlyKernel kLossKernel(CpuKernel<RunLoss>("cpu:cross_entropy", Prepare));
constexpr OnlyKernel kGradientKernel(CpuKernel<RunGradient>("cpu:cross_entropy", Prepare));
constexpr OnlyKernel kSoftKernel(CpuKernel<RunSoftLabels>("cpu:cross_entropy", Prepare));
constexpr std::array<TensorArgument<Args>, 5> kLossArguments{{{"input", Role::kInput, &Args::input},
                                                              {"target", Role::kInput, &Args::target},
                                                              {"weightOptional", Role::kInput, &Args::weight},
                                                              {"lossOut", Role::kOutput, &Args::loss},
                                                              {"logProbOut", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kLoss{"aclnnCrossEntropyLoss", kLossArguments, kLossKernel};
constexpr std::array<TensorArgument<Args>, 5> kGradientArguments{
    {{"gradLoss", Role::kInput, &Args::gradLoss},
     {"logProb", Role::kInput, &Args::input},
     {"target", Role::kInput, &Args::target},
     {"weightOptional", Role::kInput, &Args::weight},
     {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kGradient{"aclnnCrossEntropyLossGrad", kGradientArguments, kGradientKernel};
constexpr std::array<TensorArgument<Args>, 4> kSoftArguments{{{"features", Role::kInput, &Args::input},
                                                              {"labels", Role::kInput, &Args::target},
                                                              {"loss", Role::kOutput, &Args::loss},
                                                              {"backprop", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kSoft{"aclnnSoftmaxCrossEntropyWithLogits", kSoftArguments, kSoftKernel};

constexpr std::array<DType, 2> kTargetDtypes{DType::kInt64, DType::kInt32};

Reduction CheckReduction(ArgumentChecks& check, const char* given) {
  const std::string_view text = given == nullptr ? "mean" : given;
  check.Require(
      "reduction", "none, mean, sum, or NULL for mean",
      [&] { return text == "none" || text == "mean" || text == "sum"; }, [&] { return std::string(text); });
  return text == "none" ? Reduction::kNone : text == "sum" ? Reduction::kSum : Reduction::kMean;
}

void CheckSmoothing(ArgumentChecks& check, double smoothing) {
  check.Require(
      "labelSmoothing", "a number from 0 to 1", [&] { return smoothing >= 0 && smoothing <= 1; },
      [&] { return std::to_string(smoothing); });
}

// [N, C] with classes, and what goes with it.
void CheckRows(ArgumentChecks& check, const NamedTensor& input, const NamedTensor& target,
               const NamedTensor& weight) {
  check.Rank(input, 2);
  check.Require(
      input.name, "[N, C] with C greater than 0", [&] { return input.tensor->viewDims[1] > 0; },
      [&] { return ShapeText(input.tensor->viewDims); });
  if (check.Failed()) {
    return;
  }
  check.Shape(target, {input.tensor->viewDims[0]}, "[N]");
  if (weight.tensor != nullptr) {
    check.Shape(weight, {input.tensor->viewDims[1]}, "[C]");
  }
}

void CheckWeightDtype(ArgumentChecks& check, const NamedTensor& weight, const NamedTensor& input) {
  check.LiveOrNull(weight);
  if (weight.tensor != nullptr && !check.Failed()) {
    if (input.tensor->dtype == DType::kFloat) {
      check.SameDtype(weight, input);
    } else {
      check.DtypeIn(weight, std::array{input.tensor->dtype, DType::kFloat});
    }
  }
}

void CheckOfRows(ArgumentChecks& check, const NamedTensor& loss, const NamedTensor& input,
                 Reduction reduction) {
  if (check.Failed()) {
    return;
  }
  if (reduction == Reduction::kNone) {
    check.Shape(loss, {input.tensor->viewDims[0]}, "[N]");
  } else {
    check.NumElements(loss, 1, "one");
  }
}

Status BindLoss(PhaseOneCall& call, const Tensors<5>& given, const char* reductionText, int64_t ignoreIndex,
                double smoothing, const NamedTensor& zloss, const NamedTensor& lseForZloss) {
  const auto [input, target, weight, loss, logProb] = Named(kLoss, given);
  ArgumentChecks check;
  check.NotNull(input).NotNull(target).NotNull(loss).NotNull(logProb).NotNull(zloss).NotNull(lseForZloss);
  check.DtypeIn(input, FloatDtypes()).DtypeIn(target, kTargetDtypes);
  CheckWeightDtype(check, weight, input);
  check.SameDtype(loss, input).SameDtype(logProb, input);
  const Reduction reduction = CheckReduction(check, reductionText);
  CheckSmoothing(check, smoothing);
  check.ValidView(input).ValidView(target);
  if (weight.tensor != nullptr) {
    check.ValidView(weight);
  }
  check.ValidOutputView(loss).ValidOutputView(logProb);
  CheckRows(check, input, target, weight);
  CheckOfRows(check, loss, input, reduction);
  check.SameShape(logProb, input);
  Args args;
  args.reduction = reduction;
  args.ignoreIndex = ignoreIndex;
  args.smoothing = smoothing;
  return check.Failed() ? check.Result() : call.Bind(kLoss, args, TensorsOf(given));
}

Status BindGradient(PhaseOneCall& call, const Tensors<5>& given, const char* reductionText,
                    int64_t ignoreIndex, double smoothing, const NamedTensor& gradZloss,
                    const NamedTensor& lseForZloss) {
  const auto [gradLoss, logProb, target, weight, out] = Named(kGradient, given);
  ArgumentChecks check;
  check.NotNull(gradLoss).NotNull(logProb).NotNull(target).NotNull(out);
  check.LiveOrNull(gradZloss).LiveOrNull(lseForZloss);
  check.DtypeIn(logProb, FloatDtypes()).SameDtype(gradLoss, logProb).DtypeIn(target, kTargetDtypes);
  CheckWeightDtype(check, weight, logProb);
  check.SameDtype(out, logProb);
  const Reduction reduction = CheckReduction(check, reductionText);
  CheckSmoothing(check, smoothing);
  check.ValidView(gradLoss).ValidView(logProb).ValidView(target);
  if (weight.tensor != nullptr) {
    check.ValidView(weight);
  }
  check.ValidOutputView(out);
  CheckRows(check, logProb, target, weight);
  CheckOfRows(check, gradLoss, logProb, reduction);
  check.SameShape(out, logProb);
  Args args;
  args.reduction = reduction;
  args.ignoreIndex = ignoreIndex;
  args.smoothing = smoothing;
  return check.Failed() ? check.Result() : call.Bind(kGradient, args, TensorsOf(given));
}

Status BindSoft(PhaseOneCall& call, const Tensors<4>& given) {
  const auto [features, labels, loss, backprop] = Named(kSoft, given);
  ArgumentChecks check;
  check.NotNull(features).NotNull(labels).NotNull(loss).NotNull(backprop);
  check.DtypeIn(features, FloatDtypes()).SameDtype(labels, features).SameDtype(loss, features);
  check.SameDtype(backprop, features);
  check.ValidView(features).ValidView(labels).ValidOutputView(loss).ValidOutputView(backprop);
  check.Rank(features, 2).SameShape(labels, features);
  CheckOfRows(check, loss, features, Reduction::kNone);
  check.SameShape(backprop, features);
  return check.Failed() ? check.Result() : call.Bind(kSoft, Args{}, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnCrossEntropyLoss,
               (const aclTensor* input, const aclTensor* target, const aclTensor* weightOptional,
                const char* reductionOptional, int64_t ignoreIndex, double labelSmoothing,
                double /*lseSquareScaleForZloss*/, bool /*returnZloss*/, const aclTensor* lossOut,
                const aclTensor* logProbOut, const aclTensor* zloss, const aclTensor* lseForZloss),
               BindLoss(call, {input, target, weightOptional, lossOut, logProbOut}, reductionOptional,
                        ignoreIndex, labelSmoothing, {"zloss", zloss}, {"lseForZloss", lseForZloss}))

OPENACLNN_CALL(aclnnCrossEntropyLossGrad,
               (const aclTensor* gradLoss, const aclTensor* logProb, const aclTensor* target,
                const aclTensor* weightOptional, const aclTensor* gradZlossOptional,
                const aclTensor* lseForZlossOptional, const char* reductionOptional, int64_t ignoreIndex,
                double labelSmoothing, double /*lseSquareScaleForZloss*/, const aclTensor* out),
               BindGradient(call, {gradLoss, logProb, target, weightOptional, out}, reductionOptional,
                            ignoreIndex, labelSmoothing, {"gradZlossOptional", gradZlossOptional},
                            {"lseForZlossOptional", lseForZlossOptional}))

OPENACLNN_CALL(aclnnSoftmaxCrossEntropyWithLogits,
               (const aclTensor* features, aclTensor* labels, aclTensor* loss, aclTensor* backprop),
               BindSoft(call, {features, labels, loss, backprop}))
